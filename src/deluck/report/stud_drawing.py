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
        The true one, drawn as ticks, if it is known; at the top edge where it is more than the picture has room for.
    colour
        A colour of the style sheet.
    highest
        The probability that the picture's height stands for.
    sentence
        What it shows.
    """
    lefts, width = _places()
    scale = (_HEIGHT - _TOP - _BOTTOM) / max(highest, 1e-9)
    floor = _HEIGHT - _BOTTOM
    bars, seen = binned(read), binned(plainly)
    true = None if truth is None else binned(truth)
    parts = [f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{floor}" y2="{floor}"/>']
    for place, (each, left) in enumerate(zip(hand_type_bins(), lefts, strict=True)):
        told = f"{each.name}: {bars[place]:.1%} with the bets, {seen[place]:.1%} by the cards"
        told += "" if true is None else f", {true[place]:.1%} in truth"
        height = bars[place] * scale if bars[place] > _LEAST else 0.0
        size = f'width="{width:.2f}" height="{height:.1f}"'
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{floor - height:.1f}" {size} style="fill:var(--{colour})">'
            f"<title>{escape(told)}</title></rect>"
        )
        if true is not None and true[place] > _LEAST:
            y = max(floor - true[place] * scale, 2.0)
            parts.append(f'<line class="truth" x1="{left:.1f}" x2="{left + width:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
    parts += _outlines(lefts, width, [floor - value * scale for value in seen], floor)
    parts += _names(lefts, width, bars)
    return (
        f'<svg class="types" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(sentence)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )


def _places() -> tuple[list[float], float]:
    """Return where each bar starts and how wide bars are; hand types stand a little apart."""
    bins = hand_type_bins()
    width = (_WIDTH - _GAP * (len(Category) - 1)) / len(bins)
    return [place * width + _GAP * int(each.category) for place, each in enumerate(bins)], width


def _outlines(lefts: list[float], width: float, tops: list[float], floor: float) -> list[str]:
    """Return an outline over the bars of each hand type."""
    parts = []
    for category in Category:
        places = [place for place, each in enumerate(hand_type_bins()) if each.category is category]
        points = [f"{lefts[places[0]]:.1f},{floor}"]
        for place in places:
            points += [f"{lefts[place]:.1f},{tops[place]:.1f}", f"{lefts[place] + width:.1f},{tops[place]:.1f}"]
        points.append(f"{lefts[places[-1]] + width:.1f},{floor}")
        parts.append(f'<polyline class="outline" points="{" ".join(points)}"/>')
    return parts


def _names(lefts: list[float], width: float, bars: NDArray[np.float64]) -> list[str]:
    parts = []
    for category, name in zip(Category, SHORT_NAMES, strict=True):
        places = [place for place, each in enumerate(hand_type_bins()) if each.category is category]
        middle = (lefts[places[0]] + lefts[places[-1]] + width) / 2
        share = float(bars[places].sum())
        kind = "" if share >= 0.005 else ' class="faint"'
        told = f"<title>{category.label}: {share:.1%}</title>"
        parts.append(f'<text{kind} x="{middle:.1f}" y="{_HEIGHT - 5}" text-anchor="middle">{name}{told}</text>')
    return parts
