"""A belief as a picture in text: the 13 x 13 grid of starting hands."""

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.weights import WeightTable, free_of
from deluck.cards import N_STARTING_HANDS, RANKS, starting_hands


def class_weights(table: WeightTable) -> NDArray[np.float64]:
    """Return the mean weight of each starting hand's holdings that can still be held, float64[169], the largest 1.

    NaN where none of them can be held.
    """
    free = free_of(table.seen)
    counts = np.bincount(starting_hands(), weights=free, minlength=N_STARTING_HANDS)
    sums = np.bincount(starting_hands(), weights=table.weights, minlength=N_STARTING_HANDS)
    means = np.divide(sums, counts, out=np.full(N_STARTING_HANDS, np.nan), where=counts > 0)
    return np.asarray(means / np.nanmax(means))


def format_grid(table: WeightTable) -> str:
    """Return a belief as 14 lines of text: each starting hand's weight in hundredths of the largest.

    Pairs stand on the diagonal, suited hands above it, offsuit hands below. A dot is less than a half hundredth,
    a dash a starting hand that cannot be held.
    """
    weights = class_weights(table)
    ranks = RANKS[::-1]
    lines = ["    " + "".join(f"{rank:>4}" for rank in ranks)]
    for row in range(12, -1, -1):
        cells = []
        for column in range(12, -1, -1):
            # above the diagonal the row's rank is the higher one, and the hand suited
            weight = weights[13 * row + column]
            cells.append(f"{_cell(float(weight)):>4}")
        lines.append(f"{RANKS[row]:>4}" + "".join(cells))
    return "\n".join(lines)


def _cell(weight: float) -> str:
    if np.isnan(weight):
        return "–"
    return "·" if weight < 0.005 else f"{100 * weight:.0f}"
