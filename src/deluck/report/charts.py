"""A chart as data: lines or bars over hands or categories, with bands and guide curves, and what it shows in words.

`drawing` makes a still picture of it, `interactive` what plotly.js draws.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Dash = Literal["solid", "dash", "dot"]

COLOURS = {  # the name of a colour in the style sheet: what it is in the light
    "money": "#1f8a4c",
    "adjusted": "#d9730d",
    "divat": "#6d3fc0",
    "dcash": "#2f78b7",
    "preflop": "#8a8f98",
    "flop": "#2f78b7",
    "turn": "#d9730d",
    "river": "#b3261e",
    "seat-0": "#2f78b7",
    "seat-1": "#d9730d",
    "seat-2": "#1f8a4c",
    "seat-3": "#6d3fc0",
    "seat-4": "#b3261e",
    "seat-5": "#8a6d00",
    "seat-6": "#0b8a8f",
    "seat-7": "#b0378f",
}


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart.

    Attributes
    ----------
    name
        As the legend has it.
    hands, values
        Where it goes: after so many hands, so much.
    colour
        One of `COLOURS`.
    width, dash
        How it is drawn, the width in pixels.
    low, high
        The edges of a band around it, or None.
    is_guide
        Whether it is a guide curve, which nobody needs to read values off.
    group
        Lines of one group are shown and hidden together.
    is_bar
        Whether it is drawn as a bar from zero to each value, the band as a line across its end.
    base
        Where bars start instead of at zero, or None.
    """

    name: str
    hands: Floats
    values: Floats
    colour: str
    width: float = 1.6
    dash: Dash = "solid"
    low: Floats | None = None
    high: Floats | None = None
    is_guide: bool = False
    group: str = ""
    is_bar: bool = False
    base: Floats | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines over hands.

    Attributes
    ----------
    key
        A word that names it within the page.
    title
        What stands above it.
    sentence
        What it shows, for those who cannot see it and those who do not know how to read it.
    x_title, y_title
        What the axes are.
    series
        The lines, those drawn first at the beginning.
    x_ticks
        Names of categories along the axis, where it does not count hands.
    is_signed
        Whether values above zero are written with a plus sign.
    """

    key: str
    title: str
    sentence: str
    x_title: str
    y_title: str
    series: tuple[Series, ...] = field(default=())
    x_ticks: tuple[tuple[float, str], ...] = ()
    is_signed: bool = True

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least and the largest of hands and values, zero among the values."""
        xs = np.concatenate([each.hands for each in self.series])
        parts = [
            part for each in self.series for part in (each.values, each.low, each.high, each.base) if part is not None
        ]
        ys = np.concatenate([*parts, [0.0]])
        ys = ys[np.isfinite(ys)]
        room = 0.6 if any(each.is_bar for each in self.series) else 0.0
        return float(xs.min()) - room, float(xs.max()) + room, float(ys.min()), float(ys.max())
