"""What two cards are worth before the flop, by their income rate and by who is still to be reckoned with.

The papers give the ingredients (income rates, position, number of opponents, style) and no formula. Ours: the
value of a holding is r ** m, with r the share of holdings that have a lower income rate against as many
opponents as are left, and m the number of these opponents plus the raises made. It is the chance that nobody left
has a better hand, each raise making its maker count twice. Position comes in by the seats that have folded: first
of ten has nine to beat, the button after seven folds has two.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.income_rates import income_rates
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.starting_hands import income_ranks
from deluck.cards import holding_of, starting_hand_of

SIMPLE_OPPONENTS = 9
SIMPLE_TO_ENTER = 0.25
"""The income rate, in bets against nine, from which the simple method plays a hand: the best fifth of all."""
SIMPLE_TO_RAISE = 0.65
"""The income rate from which it raises: the best twentieth."""


def preflop_values(spot: Spot) -> NDArray[np.float64]:
    """Return what each holding is worth to the seat that faces this, 0 to 1, float64[1326]."""
    return np.asarray(income_ranks(spot.n_opponents) ** (spot.n_opponents + spot.n_raises))


def preflop_value(hole: tuple[int, ...], spot: Spot) -> float:
    """Return what one holding is worth to the seat that faces this, 0 to 1."""
    rank = float(income_ranks(spot.n_opponents)[holding_of(*hole)])
    return rank ** (spot.n_opponents + spot.n_raises)


def income_rate(hole: tuple[int, ...], n_opponents: int) -> float:
    """Return the income rate of a holding against so many random opponents, in bets a hand."""
    return float(_rates()[starting_hand_of(holding_of(*hole)), n_opponents - 1])


@cache
def _rates() -> NDArray[np.float64]:
    return income_rates().mean
