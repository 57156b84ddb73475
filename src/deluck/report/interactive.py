"""Charts as plotly.js draws them, and plotly.js itself without a single address in it."""

import re
from functools import cache
from typing import Any

import numpy as np

from deluck.report.charts import Chart, Floats, Series

_ADDRESS = re.compile(r"(?:https?|wss?)://(?!www\.w3\.org/)")  # the names of SVG and XML are addresses by form only
_DIGITS = 6


def figure(chart: Chart) -> dict[str, Any]:
    """Return what plotly.js needs to draw a chart; colours are names, which the page turns into those of its scheme."""
    traces = [trace for each in chart.series for trace in _traces(each, is_signed=chart.is_signed)]
    drawn: dict[str, Any] = {"key": chart.key, "data": traces, "x": chart.x_title, "y": chart.y_title}
    if chart.x_ticks:
        names = dict(chart.x_ticks)
        for trace in traces:
            trace["x"] = [names.get(index, index) for index in trace["x"]]
        drawn["categories"] = list(names.values())
    return drawn


@cache
def plotly_source() -> str:
    """Return plotly.js, to stand in a page once.

    Its maps and links name servers that the charts here never ask; their addresses are made into such as lead
    nowhere, so that nobody needs to take our word for it.
    """
    from plotly.offline import get_plotlyjs

    source: str = get_plotlyjs()
    return _ADDRESS.sub("offline:", source).replace("</script", r"<\/script").replace("<!--", r"<\!--")


def _traces(series: Series, *, is_signed: bool) -> list[dict[str, Any]]:
    hands = _numbers(series.hands)
    if series.is_bar:
        return [_bars(series, hands, is_signed=is_signed)]
    shared: dict[str, Any] = {"type": "scatter", "mode": "lines", "x": hands}
    if series.group:
        shared["legendgroup"] = series.group
    traces: list[dict[str, Any]] = []
    if series.low is not None and series.high is not None:
        edge = shared | {"line": {"width": 0}, "hoverinfo": "skip", "showlegend": False}
        traces.append(edge | {"y": _numbers(series.low)})
        traces.append(edge | {"y": _numbers(series.high), "fill": "tonexty", "fillcolor": f"@{series.colour}/0.16"})
    line = {"color": f"@{series.colour}", "width": series.width, "dash": series.dash}
    drawn = shared | {"name": series.name, "y": _numbers(series.values), "line": line}
    if series.is_guide:
        drawn |= {"hoverinfo": "skip", "opacity": 0.7}
        drawn["showlegend"] = bool(series.name)
    else:
        drawn["hovertemplate"] = "%{y:+,.4~r}" if is_signed else "%{y:,.3~r}"
    traces.append(drawn)
    return traces


def _bars(series: Series, hands: list[float | int | None], *, is_signed: bool) -> dict[str, Any]:
    """Return bars from zero or from their base to each value, the band as error bars."""
    base = np.zeros(len(series.values)) if series.base is None else series.base
    drawn: dict[str, Any] = {
        "type": "bar",
        "x": hands,
        "y": _numbers(series.values - base),
        "base": _numbers(base),
        "name": series.name,
        "marker": {"color": f"@{series.colour}"},
        "hovertemplate": "%{y:+,.4~r}" if is_signed else "%{y:,.3~r}",
    }
    if series.low is not None and series.high is not None:
        drawn["error_y"] = {
            "type": "data",
            "symmetric": False,
            "array": _numbers(series.high - series.values),
            "arrayminus": _numbers(series.values - series.low),
        }
    return drawn


def _numbers(values: Floats) -> list[float | int | None]:
    """Return values as short numbers, whole where they are; what is not finite leaves a gap."""
    shown: list[float | int | None] = []
    for value in np.asarray(values, dtype=np.float64).tolist():
        if not np.isfinite(value):
            shown.append(None)
        elif value == int(value):
            shown.append(int(value))
        else:
            shown.append(float(f"{value:.{_DIGITS}g}"))
    return shown
