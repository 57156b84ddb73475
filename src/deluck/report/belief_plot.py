"""Beliefs as heat maps: what each opponent may hold, a 13 x 13 grid each, in one self-contained HTML file."""

import html
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.weights import WeightTable, class_weights
from deluck.cards import RANKS, format_starting_hand
from deluck.files import replacing
from deluck.report.interactive import plotly_source
from deluck.version import __version__

_PAGE = """<!doctype html>
<html lang="en"> <head> <meta charset="utf-8"> <meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="deluck {version}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src
'unsafe-inline'; img-src data:"> <title>{title}</title> <style>body {{ font-family: system-ui, sans-serif; margin: 1rem
auto; max-width: 46rem }}</style> <script>{plotly}</script> </head> <body> <h1>{title}</h1> <p>Pairs are on the
diagonal, suited hands above it, offsuit hands below; each hand's weight is relative to the likeliest one's, averaged
over its possible holdings.</p> {elements} <script> for (const [key, figure] of Object.entries({figures}))
  Plotly.newPlot(key, figure.data, figure.layout, {{responsive: true, displaylogo: false}});
</script>
</body>
</html>
"""


def belief_figure(name: str, table: WeightTable) -> dict[str, object]:
    """Return the heat map of a belief as a plotly.js figure: aces first, suited hands above the diagonal."""
    weights = class_weights(table).reshape(13, 13)[::-1, ::-1]
    names = [[format_starting_hand(13 * row + column) for column in range(12, -1, -1)] for row in range(12, -1, -1)]
    ranks = list(RANKS[::-1])
    heat = {
        "type": "heatmap",
        "x": ranks,
        "y": ranks,
        "z": _numbers(weights),
        "text": names,
        "hovertemplate": "%{text}: %{z:.2f}<extra></extra>",
        "zmin": 0,
        "zmax": 1,
        "colorscale": "Blues",
        "reversescale": True,
    }
    axis = {"type": "category", "scaleanchor": "x", "constrain": "domain"}
    layout = {
        "title": {"text": name},
        "xaxis": {"type": "category", "side": "top", "constrain": "domain"},
        "yaxis": axis | {"autorange": "reversed"},
        "height": 520,
    }
    return {"data": [heat], "layout": layout}


def beliefs_html(title: str, beliefs: Sequence[tuple[str, WeightTable]]) -> str:
    """Return a page with the heat map of each belief under its name."""
    figures = {f"belief-{number}": belief_figure(*belief) for number, belief in enumerate(beliefs, start=1)}
    return _PAGE.format(
        title=html.escape(title),
        version=__version__,
        plotly=plotly_source(),
        elements="\n".join(f'<div id="{key}"></div>' for key in figures),
        figures=json.dumps(figures).replace("</", "<\\/"),
    )


def write_beliefs(title: str, beliefs: Sequence[tuple[str, WeightTable]], path: Path) -> None:
    """Write the page of `beliefs_html` to a file, whole or not at all."""
    with replacing(path) as file:
        file.write(beliefs_html(title, beliefs).encode())


def _numbers(weights: NDArray[np.float64]) -> list[list[float | None]]:
    """Return rows of numbers, None where a starting hand is not possible."""
    return [[None if np.isnan(each) else round(float(each), 4) for each in row] for row in weights]
