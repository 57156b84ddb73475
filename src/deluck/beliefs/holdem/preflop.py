"""What two cards are worth before the flop, by their income rates and the opponents who are left.

`income_ranks` has each holding's rank among all. From it `starting_weights` makes the weights of an opponent of whom
only the seat is known, and `preflop_values` the value of a holding in a spot.

The papers give the ingredients (income rates, position, number of opponents, style) and no formula. Ours: the value of
a holding is r ** m, with r the share of holdings that have a lower income rate against as many opponents as are left,
and m the number of these opponents plus the raises made. It is the probability that nobody left has a better hand,
where each raise makes its maker count twice. Position enters through the seats that have folded: the first of ten has
nine to beat, the button after seven folds has two.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", sections 4.1 and 4.3.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.income_rates import check_n_opponents, income_rates
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.weights import WeightTable, soft_step
from deluck.cards import N_HOLDINGS, holding_of, starting_hand_of, starting_hands


@cache
def income_ranks(n_opponents: int) -> NDArray[np.float64]:
    """Return the share of all holdings with a lower income rate, ties one half, read-only float64[1326].

    Parameters
    ----------
    n_opponents
        The number of random opponents, 1 to 9.
    """
    rates = holding_income_rates(n_opponents)
    rising = np.sort(rates)
    below = np.searchsorted(rising, rates, side="left")
    not_above = np.searchsorted(rising, rates, side="right")
    ranks = np.asarray((below + not_above) / (2 * N_HOLDINGS))
    ranks.setflags(write=False)
    return ranks


def holding_income_rates(n_opponents: int) -> NDArray[np.float64]:
    """Return the income rate of every holding against 1 to 9 random opponents, in bets per hand, float64[1326]."""
    check_n_opponents(n_opponents)
    return np.asarray(_rates()[:, n_opponents - 1][starting_hands()])


def income_rate(hole: tuple[int, ...], n_opponents: int) -> float:
    """Return the income rate of a holding against 1 to 9 random opponents, in bets per hand."""
    return float(_rates()[starting_hand_of(holding_of(*hole)), n_opponents - 1])


@cache
def _rates() -> NDArray[np.float64]:
    return income_rates().mean


@cache
def starting_weights(n_opponents: int, threshold: float = 0.2, band: float = 0.15, floor: float = 0.05) -> WeightTable:
    """Return what anybody may hold who is still in after the first betting round, by income rates alone.

    A holding's value is the probability that none of half the opponents (some sit before, some behind) has a hand with
    a higher income rate; a soft step at the threshold makes it a weight.

    Parameters
    ----------
    n_opponents
        The number of opponents a player has at this table, 1 to 9.
    threshold, band, floor
        As for `soft_step`; the floor allows for hands that the blinds see a flop with for free.
    """
    ranks = income_ranks(n_opponents)
    return WeightTable(soft_step(ranks ** max(1.0, n_opponents / 2), threshold, band=band, floor=floor))


def preflop_values(spot: Spot) -> NDArray[np.float64]:
    """Return the value of each holding in a spot before the flop, 0 to 1, float64[1326]."""
    return np.asarray(income_ranks(spot.n_opponents) ** (spot.n_opponents + spot.n_raises))


def preflop_value(hole: tuple[int, ...], spot: Spot) -> float:
    """Return the value of one holding in a spot before the flop, 0 to 1."""
    rank = float(income_ranks(spot.n_opponents)[holding_of(*hole)])
    return rank ** (spot.n_opponents + spot.n_raises)
