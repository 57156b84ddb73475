"""The figures of the paper on DIVAT, drawn from our own games.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, Figures 1 to 14.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deluck.assessment import Line
from deluck.estimators import find_column
from deluck.report.charts import Chart, Dash, Series
from deluck.report.figures import guides_of, series_of
from deluck.report.words import bets, listed

_DASHES: tuple[Dash, ...] = ("solid", "dash", "dot")
_UNITS = {"sb": "small bets", "bb": "big blinds"}
_STYLE_COLOURS = ("dcash", "divat", "adjusted")  # from loose to tight, from aggressive to conservative


def matches_chart(key: str, title: str, name: str, lines: Sequence[Line]) -> Chart:
    """Return one estimator's running total in several matches, within the guide curves of the first (Figures 1, 2)."""
    label, colour = find_column(name).label, find_column(name).colour
    series = guides_of(lines[0], colour, "guides")
    for number, line in enumerate(lines):
        drawn = series_of(f"{label}, match {number + 1}", line, colour, width=2.0 if name == "money" else 2.6)
        series.append(replace(drawn, dash=_DASHES[number % len(_DASHES)]))
    ends = [f"{bets(float(line.total[-1]))} sb in match {number + 1}" for number, line in enumerate(lines)]
    sentence = f"{label} ends at {listed(ends)}; the dotted and dashed curves are one and two standard deviations."
    return Chart(key, title, sentence, "games", "small bets", tuple(series))


def totals_chart(
    key: str,
    title: str,
    lines: Mapping[str, Line],
    *,
    guides: Sequence[str] = (),
    x_title: str = "games",
    unit: str = "sb",
) -> Chart:
    """Return the running totals of several estimators over the same games (Figures 3 to 10).

    Parameters
    ----------
    key, title
        Of the chart.
    lines
        By estimator, those drawn first at the beginning.
    guides
        Of which of them guide curves are drawn.
    x_title
        What is counted along the axis.
    unit
        ``sb`` for limit, ``bb`` for no-limit.
    """
    series: list[Series] = []
    for name, line in lines.items():
        if name in guides:
            series += guides_of(line, find_column(name).colour, name)
        width = 3.0 if find_column(name).colour == "divat" else 1.6
        series.append(series_of(find_column(name).label, line, find_column(name).colour, width=width, group=name))
    ends = [f"{find_column(name).label} {bets(float(line.total[-1]))} {unit}" for name, line in lines.items()]
    return Chart(key, title, f"Running totals, at the end: {listed(ends)}.", x_title, _UNITS[unit], tuple(series))


def styles_chart(key: str, title: str, lines: Mapping[str, Line]) -> Chart:
    """Return DIVAT's running total by three styles of the baseline (Figure 11)."""
    series = [
        series_of(style, line, colour, width=2.6 if colour == "divat" else 1.6)
        for (style, line), colour in zip(lines.items(), _STYLE_COLOURS, strict=True)
    ]
    ends = [f"{style} {bets(float(line.total[-1]))} sb" for style, line in lines.items()]
    return Chart(key, title, f"DIVAT at the end: {listed(ends)}.", "games", "small bets", tuple(series))


def rounds_chart(key: str, title: str, lines: Mapping[str, Line], *, x_title: str = "games") -> Chart:
    """Return DIVAT's running total of each round by itself (Figures 12 to 14)."""
    series = [series_of(street, line, street, width=2.0, group=street) for street, line in lines.items()]
    ends = [f"{street} {bets(float(line.total[-1]))} sb" for street, line in lines.items()]
    return Chart(key, title, f"DIVAT by round, at the end: {listed(ends)}.", x_title, "small bets", tuple(series))
