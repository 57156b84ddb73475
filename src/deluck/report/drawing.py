"""Charts as still pictures: SVG that needs no script, for notebooks, for print, and until plotly.js has started."""

import math
from html import escape

import numpy as np

from deluck.report.charts import COLOURS, Chart, Floats, Series
from deluck.report.words import plain, signed

WIDTH, HEIGHT = 760, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 28, 34, 40
_SWATCH, _LETTER = 22, 7  # widths in the legend: of a line, and about that of a letter
_MOST_POINTS = 380  # two a pixel would not be seen
_DASHES = {"solid": "", "dash": "6 4", "dot": "1.5 3.5"}
_FINEST = 1e-12


def draw(chart: Chart, *, with_legend: bool = True) -> str:
    """Return a chart as an SVG element whose colours follow the style sheet around it."""
    left, right, low, high = chart.bounds
    across = _Scale(left, max(right, left + 1), _LEFT, WIDTH - _RIGHT)
    margin = 0.04 * (high - low) or 1.0
    up = _Scale(low - margin, high + margin, HEIGHT - _BOTTOM, _TOP)
    parts = [_legend(chart) if with_legend else "", _axes(chart, across, up)]
    parts += [_drawn(each, across, up) for each in chart.series]
    return (
        f'<svg class="drawing" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.sentence)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )


class _Scale:
    """From values to pixels."""

    def __init__(self, low: float, high: float, start: float, stop: float) -> None:
        self.low, self.high = low, high
        self._start, self._per_unit = start, (stop - start) / (high - low)

    def __call__(self, value: float) -> float:
        return self._start + (value - self.low) * self._per_unit

    def ticks(self, about: int) -> list[float]:
        """Return round numbers within the scale, about so many."""
        rough = (self.high - self.low) / about
        power = 10.0 ** math.floor(math.log10(max(rough, _FINEST)))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        first = math.ceil(self.low / step)
        return [number * step for number in range(first, math.floor(self.high / step) + 1)]


def _legend(chart: Chart) -> str:
    parts = []
    x = _LEFT
    for each in chart.series:
        if each.is_guide:
            continue
        parts.append(
            f'<line x1="{x}" x2="{x + _SWATCH}" y1="16" y2="16" style="stroke:{_colour(each)}" '
            f'stroke-width="{each.width}"/><text x="{x + _SWATCH + 6}" y="20">{escape(each.name)}</text>'
        )
        x += _SWATCH + _LETTER * len(each.name) + 26
    return "".join(parts)


def _axes(chart: Chart, across: _Scale, up: _Scale) -> str:
    parts = []
    decimals = _decimals(up.ticks(6))
    write = signed if chart.is_signed else plain
    for tick in up.ticks(6):
        y = up(tick)
        kind = "zero" if abs(tick) < _FINEST else "grid"
        parts.append(f'<line class="{kind}" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{write(tick, decimals)}</text>')
    counted = [(tick, plain(tick, 0)) for tick in across.ticks(7) if tick == int(tick)]
    for tick, name in chart.x_ticks or counted:
        y = HEIGHT - _BOTTOM + 17
        parts.append(f'<text x="{across(tick):.1f}" y="{y}" text-anchor="middle">{escape(name)}</text>')
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">{escape(chart.x_title)}</text>')
    height = (_TOP + HEIGHT - _BOTTOM) / 2
    parts.append(
        f'<text transform="translate(12 {height}) rotate(-90)" text-anchor="middle">{escape(chart.y_title)}</text>'
    )
    return "".join(parts)


def _drawn(series: Series, across: _Scale, up: _Scale) -> str:
    colour = _colour(series)
    if series.is_bar:
        return _bars(series, colour, across, up)
    rows = _thinned(series)
    parts = []
    if series.low is not None and series.high is not None:
        edges = [
            *_points(series.hands[rows], series.low[rows], across, up),
            *reversed(_points(series.hands[rows], series.high[rows], across, up)),
        ]
        parts.append(f'<polygon points="{" ".join(edges)}" style="fill:{colour}" opacity="0.16"/>')
    dash = f' stroke-dasharray="{_DASHES[series.dash]}"' if _DASHES[series.dash] else ""
    points = " ".join(_points(series.hands[rows], series.values[rows], across, up))
    faint = ' opacity="0.7"' if series.is_guide else ""
    parts.append(
        f'<polyline points="{points}" fill="none" style="stroke:{colour}" stroke-width="{series.width}"{dash}{faint}/>'
    )
    return "".join(parts)


def _bars(series: Series, colour: str, across: _Scale, up: _Scale) -> str:
    """Return a bar for each value, with its band as a line if there is one; a bar takes 0.8 of a place."""
    parts = []
    for row, (index, value) in enumerate(zip(series.hands.tolist(), series.values.tolist(), strict=True)):
        left, right = across(index - 0.4), across(index + 0.4)
        top, bottom = sorted((up(value), up(0.0 if series.base is None else float(series.base[row]))))
        size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
        parts.append(f'<rect x="{left:.1f}" y="{top:.1f}" {size} style="fill:{colour}" opacity="0.8"/>')
        if series.low is not None and series.high is not None:
            ends = f'y1="{up(float(series.low[row])):.1f}" y2="{up(float(series.high[row])):.1f}"'
            x = f"{across(index):.1f}"
            parts.append(f'<line x1="{x}" x2="{x}" {ends} style="stroke:var(--ink, var(--soft))" stroke-width="1.5"/>')
    return "".join(parts)


def _colour(series: Series) -> str:
    return f"var(--{series.colour}, {COLOURS[series.colour]})"


def _thinned(series: Series) -> np.ndarray:
    step = max(1, math.ceil(len(series.hands) / _MOST_POINTS))
    rows = np.arange(0, len(series.hands), step)
    return np.append(rows, len(series.hands) - 1) if len(series.hands) and rows[-1] != len(series.hands) - 1 else rows


def _points(hands: Floats, values: Floats, across: _Scale, up: _Scale) -> list[str]:
    return [
        f"{across(hand):.1f},{up(value):.1f}"
        for hand, value in zip(hands.tolist(), values.tolist(), strict=True)
        if math.isfinite(value)
    ]


def _decimals(ticks: list[float]) -> int:
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    return max(0, -math.floor(math.log10(step) + 1e-9))
