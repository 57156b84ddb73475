"""Starting hands by their income rates: how each stands among all, and the weights to begin with.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", sections 4.1 and 4.3.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.income_rates import MOST_OPPONENTS, income_rates
from deluck.beliefs.weights import WeightTable, soft_step
from deluck.cards import N_HOLDINGS, starting_hands
from deluck.errors import BeliefError


@cache
def income_ranks(n_opponents: int) -> NDArray[np.float64]:
    """Return the share of all holdings with a lower income rate, ties one half, read-only float64[1326].

    Parameters
    ----------
    n_opponents
        Against how many random opponents, 1 to 9.
    """
    check_n_opponents(n_opponents)
    rates = income_rates().mean[:, n_opponents - 1][starting_hands()]
    rising = np.sort(rates)
    below = np.searchsorted(rising, rates, side="left")
    not_above = np.searchsorted(rising, rates, side="right")
    ranks = np.asarray((below + not_above) / (2 * N_HOLDINGS))
    ranks.setflags(write=False)
    return ranks


def check_n_opponents(n_opponents: int) -> None:
    """Raise BeliefError unless there are income rates against so many."""
    if not 1 <= n_opponents <= MOST_OPPONENTS:
        raise BeliefError(f"no income rates against {n_opponents} opponents (expected 1 to {MOST_OPPONENTS})")


@cache
def starting_weights(n_opponents: int, threshold: float = 0.2, band: float = 0.15, floor: float = 0.05) -> WeightTable:
    """Return what anybody may hold who is still in after the first betting, by income rates alone.

    A holding's value is the chance that none of half the opponents (of whom some sit before and some behind) has a
    hand with a higher income rate; a soft step at the threshold makes it a weight.

    Parameters
    ----------
    n_opponents
        How many opponents a player has at this table, 1 to 9.
    threshold, band, floor
        Of the soft step; the floor is what the blinds see a flop with for nothing.
    """
    ranks = income_ranks(n_opponents)
    return WeightTable(soft_step(ranks ** max(1.0, n_opponents / 2), threshold, band=band, floor=floor))
