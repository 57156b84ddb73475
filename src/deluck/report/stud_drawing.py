"""Hand-type distributions as small pictures: bars from the worst hand to the best, as the paper's Figure 1 has them."""

from html import escape

import numpy as np
from numpy.typing import NDArray

from deluck.evaluator import Category
from deluck.report.figures_stud import SHORT_NAMES, binned, hand_type_bins

_WIDTH, _HEIGHT, _TOP, _BOTTOM = 420, 150, 14, 18
_GAP = 5.0  # between hand types
_LEAST = 0.0005  # a bar that would not be seen is not drawn


def highest_bar(*distributions: NDArray[np.float64] | None) -> float:
    """Return the largest probability of a bar in any of the distributions."""
    return max(float(binned(each).max()) for each in distributions if each is not None)


def draw_hand_types(
    read: NDArray[np.float64],
    plainly: NDArray[np.float64],
    truth: NDArray[np.float64] | None,
    *,
    colour: str,
    highest: float,
    sentence: str,
) -> str:
    """Return a picture of a seat's final hands as an SVG element.

    Parameters
    ----------
    read
        The distribution with bets read, drawn as bars.
    plainly
        The one by the cards alone, drawn as an outline.
    truth
        The actual one, drawn as ticks, if it is known; at the top edge where it is above the picture's scale.
    colour
        A colour of the style sheet.
    highest
        The probability at the full height of the picture.
    sentence
        What it shows.
    """
    lefts, width = _positions()
    scale = (_HEIGHT - _TOP - _BOTTOM) / max(highest, 1e-9)
    floor = _HEIGHT - _BOTTOM
    bars, seen = binned(read), binned(plainly)
    true = None if truth is None else binned(truth)
    parts = [f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{floor}" y2="{floor}"/>']
    for index, (each, left) in enumerate(zip(hand_type_bins(), lefts, strict=True)):
        text = f"{each.name}: {bars[index]:.1%} with the bets, {seen[index]:.1%} by the cards"
        text += "" if true is None else f", {true[index]:.1%} actual"
        height = bars[index] * scale if bars[index] > _LEAST else 0.0
        size = f'width="{width:.2f}" height="{height:.1f}"'
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{floor - height:.1f}" {size} style="fill:var(--{colour})">'
            f"<title>{escape(text)}</title></rect>"
        )
        if true is not None and true[index] > _LEAST:
            y = max(floor - true[index] * scale, 2.0)
            parts.append(f'<line class="truth" x1="{left:.1f}" x2="{left + width:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
    parts += _outlines(lefts, width, [floor - value * scale for value in seen], floor)
    parts += _names(lefts, width, bars)
    return (
        f'<svg class="types" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(sentence)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )


def _positions() -> tuple[list[float], float]:
    """Return the left edge of each bar and the width of a bar; hand types are separated by a gap."""
    bins = hand_type_bins()
    width = (_WIDTH - _GAP * (len(Category) - 1)) / len(bins)
    return [index * width + _GAP * int(each.category) for index, each in enumerate(bins)], width


def _outlines(lefts: list[float], width: float, tops: list[float], floor: float) -> list[str]:
    """Return an outline over the bars of each hand type."""
    parts = []
    for category in Category:
        indices = [index for index, each in enumerate(hand_type_bins()) if each.category is category]
        points = [f"{lefts[indices[0]]:.1f},{floor}"]
        for index in indices:
            points += [f"{lefts[index]:.1f},{tops[index]:.1f}", f"{lefts[index] + width:.1f},{tops[index]:.1f}"]
        points.append(f"{lefts[indices[-1]] + width:.1f},{floor}")
        parts.append(f'<polyline class="outline" points="{" ".join(points)}"/>')
    return parts


def _names(lefts: list[float], width: float, bars: NDArray[np.float64]) -> list[str]:
    parts = []
    for category, name in zip(Category, SHORT_NAMES, strict=True):
        indices = [index for index, each in enumerate(hand_type_bins()) if each.category is category]
        middle = (lefts[indices[0]] + lefts[indices[-1]] + width) / 2
        share = float(bars[indices].sum())
        kind = "" if share >= 0.005 else ' class="faint"'
        title = f"<title>{category.label}: {share:.1%}</title>"
        parts.append(f'<text{kind} x="{middle:.1f}" y="{_HEIGHT - 5}" text-anchor="middle">{name}{title}</text>')
    return parts
