"""The chance to win a hand: by final categories and tie factors, or exactly, against one or more opponents.

References
----------
Nasser, Poker bot project, section 2, equations (1) to (3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.tie_factors import tie_factors
from deluck.metrics.categories import TIE, WIN, FinalHands

_RIVER = 5


@dataclass(frozen=True, slots=True)
class Chance:
    """What is known of the chance to win against one opponent.

    Attributes
    ----------
    categories
        The probability that the opponent ends as each category (P(B)).
    estimate
        The chance to win by the paper's formulas; on the river, where all is known but the holding, it is exact.
    exact
        The chance to win by enumeration, a tie counting one half.
    """

    categories: tuple[float, ...]
    estimate: float
    exact: float


@dataclass(frozen=True)
class Standing:
    """Where a hand stands on a board: its own final categories and tie factors, and its chance against opponents."""

    hands: FinalHands

    @cached_property
    def own(self) -> NDArray[np.float64]:
        """The probability that the hand ends as each category (P(A)), float64[9]."""
        return self.hands.own

    @cached_property
    def tie_factors(self) -> NDArray[np.float64]:
        """The chance to win if both end in a category, float64[9]."""
        return tie_factors(self.hands)

    def against(self, weights: NDArray[np.float64] | None = None) -> Chance:
        """Return the chance against an opponent with these weights of its holdings, uniform if none are given.

        Deviation: on the river the paper counts a tie as lost; here it counts one half, as it pays.
        """
        joint = self.hands.against(weights)
        categories = joint.sum(axis=1)
        win, tie = joint[:, WIN].sum(), joint[:, TIE].sum()
        exact = float(win + tie / 2)
        estimate = exact if len(self.hands.board) == _RIVER else win_estimate(self.own, categories, self.tie_factors)
        return Chance(tuple(categories.tolist()), estimate, exact)


def win_estimate(own: NDArray[np.float64], opponent: NDArray[np.float64], factors: NDArray[np.float64]) -> float:
    """Return the chance to win by equations (1) and (2), from final categories and tie factors, float64[9] each."""
    below = np.cumsum(opponent) - opponent
    return float(own @ (below + factors * opponent))


def win_against_all(chances: Sequence[float]) -> float:
    """Return the chance to win against several opponents as if each were beaten independently."""
    return float(np.prod(chances))
