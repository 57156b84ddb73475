"""A policy as curves over weakness, to be drawn.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, Figures 4 and 5.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.policy import BetPolicy
from deluck.errors import BeliefError

WEAKEST = 2.0  # a chance of 1/N²: beyond it no policy changes
N_POINTS = 201


@dataclass(frozen=True, slots=True, eq=False)
class PolicyCurves:
    """What a policy does at each weakness.

    Attributes
    ----------
    n_active, odds
        For how many players and which effective odds.
    weakness
        -log_N of the chance to win, from 0, float64[n].
    unforced
        The probabilities of check and bet, float64[n, 2].
    forced
        The probabilities of fold, call and raise, float64[n, 3].
    """

    n_active: int
    odds: float
    weakness: NDArray[np.float64]
    unforced: NDArray[np.float64]
    forced: NDArray[np.float64]


def policy_curves(policy: BetPolicy, *, n_active: int, odds: float, n_points: int = N_POINTS) -> PolicyCurves:
    """Return the curves of a policy from a sure winner to a chance of 1/N².

    Raises
    ------
    BeliefError
        If there are no two players, or the odds are none.
    """
    if not 0 < odds < 1:
        raise BeliefError(f"effective odds of {odds} (expected a number between 0 and 1)")
    weakness = np.linspace(0, WEAKEST, n_points)
    chances = float(n_active) ** -weakness
    unforced = policy.triples(chances, n_active=n_active, odds=odds, forced=False)
    forced = policy.triples(chances, n_active=n_active, odds=odds, forced=True)
    return PolicyCurves(n_active, odds, weakness, unforced[:, 1:], forced)
