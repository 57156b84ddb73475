"""Charts of an assessment for a paper or a notebook: a plotly figure, or an SVG, PDF or PNG file in light colours.

SVG is drawn here; PDF and PNG are drawn by matplotlib, which is installed with ``deluck[figures]``.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deluck.assessment import Assessment
from deluck.errors import FigureError
from deluck.files import replacing
from deluck.report.charts import COLOURS, Chart, Series
from deluck.report.figures import duplicate_chart, match_chart, slope_chart, waterfall_chart
from deluck.report.interactive import figure
from deluck.report.pictures import picture

if TYPE_CHECKING:
    import plotly.graph_objects as go

CHARTS: dict[str, Callable[[Assessment], Chart | None]] = {
    "match": match_chart,
    "waterfall": waterfall_chart,
    "slope": slope_chart,
    "duplicates": duplicate_chart,
}
"""The charts that can be asked for by name."""
SUFFIXES = (".svg", ".pdf", ".png")

_INK = {"--page": "#ffffff", "--soft": "#5b636d", "--rule": "#dedbd3", "--ink": "#1d2126"}
_STYLES = {"solid": "-", "dash": (0, (6, 4)), "dot": (0, (1, 2.4))}
_WIDTH, _HEIGHT = 6.8, 3.4  # inches: the width of a page's text
_POINTS = 0.55  # of a line's width in pixels on the page
_DPI = 300


def find_chart(assessment: Assessment, name: str = "match") -> Chart:
    """Return a chart of an assessment by its name.

    Raises
    ------
    FigureError
        If there is no such chart, or nothing to draw in it.
    """
    _check_chart(name)
    chart = CHARTS[name](assessment)
    if chart is None:
        there = [key for key, make in CHARTS.items() if make(assessment) is not None]
        raise FigureError(f"nothing to draw in the chart {name!r} (expected one of {', '.join(there) or 'none'})")
    return chart


def plot(assessment: Assessment, name: str = "match") -> "go.Figure":
    """Return a chart of an assessment as a plotly figure: ``match``, ``waterfall``, ``slope`` or ``duplicates``.

    Raises
    ------
    FigureError
        If there is no such chart, or nothing to draw in it.
    """
    import plotly.graph_objects as go

    chart = find_chart(assessment, name)
    drawn = _painted(figure(chart))
    across: dict[str, Any] = {"title": {"text": drawn["x"]}}
    if "categories" in drawn:
        across |= {"type": "category", "categoryorder": "array", "categoryarray": drawn["categories"]}
    layout = {
        "title": {"text": f"{assessment.viewpoint}: {chart.title[0].lower()}{chart.title[1:]}"},
        "xaxis": across,
        "yaxis": {"title": {"text": drawn["y"]}, "zeroline": True},
        "template": "plotly_white",
    }
    return go.Figure(drawn["data"], layout)


def check_figure(path: str | Path, name: str = "match") -> None:
    """Raise FigureError unless there is such a chart and it can be drawn to a file of this name on this machine."""
    _check_chart(name)
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise FigureError(f"cannot draw to {path} (expected a name that ends in {', '.join(SUFFIXES)})")
    if suffix != ".svg":
        _matplotlib()


def write_figure(assessment: Assessment, path: str | Path, name: str = "match") -> None:
    """Write a chart of an assessment as SVG, PDF or PNG, by the file's name; whole or not at all.

    Raises
    ------
    FigureError
        If there is no such chart or nothing to draw in it, or the name ends in something else.
    FileError
        If the file cannot be written.
    """
    check_figure(path, name)
    chart = find_chart(assessment, name)
    suffix = Path(path).suffix.lower()
    with replacing(path) as file:
        if suffix == ".svg":
            file.write(plain_picture(chart).encode())
        else:
            _draw(chart).savefig(file, format=suffix[1:], dpi=_DPI, metadata=_metadata(suffix))


def plain_picture(chart: Chart) -> str:
    """Return a chart as an SVG file in light colours, written out so that every program for drawings knows them."""
    colours = {f"--{name}": colour for name, colour in COLOURS.items()} | _INK
    text = picture(chart)
    text = re.sub(r"@media\(prefers-color-scheme:dark\)\{svg\{[^}]*\}\}", "", text)
    return re.sub(r"var\((--[\w-]+)(?:,(?:[^()]|\([^()]*\))*)?\)", lambda found: colours[found[1]], text)


def _check_chart(name: str) -> None:
    if name not in CHARTS:
        raise FigureError(f"no chart {name!r} (expected one of {', '.join(CHARTS)})")


def _painted(value: Any) -> Any:
    """Return what plotly draws with names of colours, ``@divat/0.2``, made into those of the light."""
    if isinstance(value, str) and value.startswith("@"):
        name, _, alpha = value[1:].partition("/")
        colour = COLOURS[name]
        red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
        return f"rgba({red},{green},{blue},{alpha})" if alpha else colour
    if isinstance(value, dict):
        return {key: _painted(each) for key, each in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_painted(each) for each in value]
    return value


def _matplotlib() -> Any:
    try:
        import matplotlib.figure
    except ImportError:
        raise FigureError(
            "PDF and PNG are drawn by matplotlib, which is not installed (expected it, by pip install "
            "'deluck[figures]', or a name that ends in .svg)"
        ) from None
    return matplotlib.figure


def _metadata(suffix: str) -> dict[str, None] | None:
    return {"CreationDate": None} if suffix == ".pdf" else None  # the same bytes whenever it is drawn


def _draw(chart: Chart) -> Any:
    """Return a chart as a figure of matplotlib."""
    drawn = _matplotlib().Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    axes = drawn.add_subplot()
    for each in chart.series:
        (_draw_bars if each.is_bar else _draw_line)(axes, each)
    axes.axhline(0.0, color=_INK["--soft"], linewidth=0.6, zorder=0)
    axes.grid(axis="y", color=_INK["--rule"], linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(chart.x_title)
    axes.set_ylabel(chart.y_title)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}".replace("-", "−"))
    if chart.x_ticks:
        axes.set_xticks([index for index, _ in chart.x_ticks], [name for _, name in chart.x_ticks])
    else:
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
        axes.set_xlim(left=0)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, fontsize="small")
    return drawn


def _draw_line(axes: Any, series: Series) -> None:
    colour, width = COLOURS[series.colour], _POINTS * series.width
    if series.low is not None and series.high is not None:
        axes.fill_between(series.hands, series.low, series.high, color=colour, alpha=0.16, linewidth=0)
    label = f"_{series.name}" if series.is_guide else series.name
    style = _STYLES[series.dash]
    axes.plot(series.hands, series.values, color=colour, linewidth=width, linestyle=style, label=label)


def _draw_bars(axes: Any, series: Series) -> None:
    base = 0.0 if series.base is None else series.base
    error = None
    if series.low is not None and series.high is not None:
        error = [series.values - series.low, series.high - series.values]
    axes.bar(
        series.hands,
        series.values - base,
        0.8,
        base,
        color=COLOURS[series.colour],
        alpha=0.85,
        label=series.name,
        yerr=error,
        capsize=3,
    )
