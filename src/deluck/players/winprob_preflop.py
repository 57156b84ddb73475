"""Before the flop: five categories of starting hands, the chance to fold each, and its dampener.

Deviation: the paper leaves the choice between call and raise open ("prefers to raise with hand categories 1 and 2, and
call with hand categories 3-5"); here it raises with 1 and 2 whenever it may, and calls with 3 to 5. The chance to fold
is that of folding before the flop at all, so it is drawn at the first decision that costs chips: who has called or
raised stays until the flop.

References
----------
Nasser, Poker bot project, section 3, Table 2 and the fold dampener.
"""

from functools import cache
from math import exp

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, parse_range

CATEGORIES = (
    "AA, KK, QQ, AKs, AQs",
    "JJ, TT, AJs, KQs, AKo",
    "ATs, KJs, QJs, JTs, AQo",
    "99, 88, 77, 66, 55, AJo, ATo, KQo, KJo, QJo, KTs, QTs, J9s, 98s, 87s, 76s",
)
"""The starting hands of categories 1 to 4; everything else is category 5."""
FOLD_PROBABILITIES = (0.0, 0.0, 0.20, 0.25, 0.95)
"""The initial chance to fold of categories 1 to 5."""
RAISED = (1, 2)
"""The categories that are raised."""


@cache
def starting_categories() -> NDArray[np.int64]:
    """Return the category, 1 to 5, of every holding, read-only int64[1326]."""
    categories = np.full(N_HOLDINGS, len(CATEGORIES) + 1)
    for number, hands in enumerate(CATEGORIES, start=1):
        categories[parse_range(hands).holdings] = number
    categories.setflags(write=False)
    return categories


def fold_dampener(n_active: int, n_seats: int) -> float:
    """Return what the chance to fold is multiplied by, 0 with one active player to 1 with all seats active."""
    lowest, highest = _sigmoid(1, n_seats), _sigmoid(n_seats, n_seats)
    return (_sigmoid(n_active, n_seats) - lowest) / (highest - lowest)


def _sigmoid(n_active: int, n_seats: int) -> float:
    return 1 / (1 + exp(-(n_active - n_seats / 2)))


def playing_prior() -> NDArray[np.float64]:
    """Return the chance that each holding is not folded at once, float64[1326]: an opponent who plays like this bot."""
    return 1 - np.array(FOLD_PROBABILITIES)[starting_categories() - 1]
