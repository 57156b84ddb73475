"""Charts as pictures that stand alone: SVG files with a legend and the colours of light and dark in them."""

from html import escape

from deluck.report.charts import COLOURS, Chart, Series
from deluck.report.drawing import HEIGHT, WIDTH, draw

_DARK = {  # as the page's style sheet has them
    "money": "#4cc27f",
    "adjusted": "#ffa657",
    "divat": "#b79bff",
    "dcash": "#6cb6ff",
    "preflop": "#a0a7b1",
    "flop": "#6cb6ff",
    "turn": "#ffa657",
    "river": "#ff8f86",
    "seat-0": "#6cb6ff",
    "seat-1": "#ffa657",
    "seat-2": "#4cc27f",
    "seat-3": "#b79bff",
    "seat-4": "#ff8f86",
    "seat-5": "#d9bd4a",
    "seat-6": "#4fc9cd",
    "seat-7": "#f08fd0",
}
_STYLE = (
    "text{{font:12px system-ui,sans-serif;fill:var(--soft)}}.grid{{stroke:var(--rule)}}.zero{{stroke:var(--soft)}}"
    "svg{{{light}--page:#fff;--soft:#5b636d;--rule:#dedbd3}}"
    "@media(prefers-color-scheme:dark){{svg{{{dark}--page:#14171b;--soft:#a0a7b1;--rule:#353b44}}}}"
)
_LINE, _SAMPLE, _LETTER = 20, 26, 6.6  # pixels: the height of a row of the legend, a line's sample, a letter
_LEFT, _ROOM = 62, 14  # pixels: where the legend starts; space for half of the last number under the axis
_DASHES = {"solid": "", "dash": "6 4", "dot": "1.5 3.5"}


def picture(chart: Chart) -> str:
    """Return a chart with its legend as an SVG file, readable on light and on dark ground."""
    rows = _legend_rows([each for each in chart.series if each.name])
    top = _LINE * len(rows) + 6
    legend = "".join(_legend_row(row, _LINE * number + 14) for number, row in enumerate(rows))
    style = _STYLE.format(light=_variables(COLOURS), dark=_variables(_DARK))
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    drawn = draw(chart, with_legend=False).replace("<svg ", f'<svg y="{top}" {size} overflow="visible" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + _ROOM} {HEIGHT + top}" role="img" '
        f'aria-label="{escape(chart.sentence)}"><title>{escape(chart.title)}</title><style>{style}</style>'
        f'<rect width="100%" height="100%" style="fill:var(--page)"/>{legend}{drawn}</svg>\n'
    )


def _legend_rows(series: list[Series]) -> list[list[tuple[float, Series]]]:
    """Return the entries of each row of the legend, each with where it starts."""
    rows: list[list[tuple[float, Series]]] = [[]]
    index = float(_LEFT)
    for each in series:
        width = _SAMPLE + _LETTER * len(each.name) + 24
        if rows[-1] and index + width > WIDTH:
            rows.append([])
            index = float(_LEFT)
        rows[-1].append((index, each))
        index += width
    return rows


def _legend_row(entries: list[tuple[float, Series]], y: float) -> str:
    parts = []
    for x, each in entries:
        dash = f' stroke-dasharray="{_DASHES[each.dash]}"' if _DASHES[each.dash] else ""
        parts.append(
            f'<line x1="{x:.0f}" x2="{x + _SAMPLE - 6:.0f}" y1="{y - 4:.0f}" y2="{y - 4:.0f}" '
            f'style="stroke:var(--{each.colour})" stroke-width="{each.width}"{dash}/>'
            f'<text x="{x + _SAMPLE:.0f}" y="{y:.0f}">{escape(each.name)}</text>'
        )
    return "".join(parts)


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
