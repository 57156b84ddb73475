"""Distributions over a seat's down cards (pdd), from any viewpoint, and the bits of a distribution.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections II and V, equations (6) and
(7).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.cards import format_cards
from deluck.errors import BeliefError

LEAST_ESTIMATE = 1e-6  # an estimate of zero would cost infinitely many bits


def entropy(probabilities: ArrayLike) -> float:
    """Return the entropy of a distribution in bits, equation (6)."""
    p = np.asarray(probabilities, dtype=np.float64)
    positive = p[p > 0]
    return float(-(positive * np.log2(positive)).sum()) + 0.0


def divergence(truth: ArrayLike, estimated: ArrayLike) -> float:
    """Return the Kullback-Leibler divergence of an estimate from the truth, in bits, equation (7).

    Estimates below a millionth are raised to a millionth.
    """
    p = np.asarray(truth, dtype=np.float64)
    q = np.maximum(np.asarray(estimated, dtype=np.float64), LEAST_ESTIMATE)
    positive = p > 0
    return float((p[positive] * np.log2(p[positive] / q[positive])).sum())


@dataclass(frozen=True, slots=True, eq=False)
class DowncardDistribution:
    """How likely a seat is to hold each set of down cards.

    Attributes
    ----------
    downcards
        int64[n, 2 or 3]: pairs, or triples once seventh street has been dealt; in rising order within a row.
    probabilities
        float64[n]; they sum to 1.
    """

    downcards: NDArray[np.int64]
    probabilities: NDArray[np.float64]

    @property
    def entropy(self) -> float:
        """How much is unknown, in bits."""
        return entropy(self.probabilities)

    @property
    def is_uniform(self) -> bool:
        """Whether all down cards are equally likely: nothing was learned about them."""
        return bool(np.ptp(self.probabilities) <= 1e-9 * self.probabilities.max())

    def probability(self, cards: Sequence[int]) -> float:
        """Return the probability of some down cards, given in any order: 0 if they are not possible."""
        if len(cards) != self.downcards.shape[1]:
            raise BeliefError(f"{len(cards)} down cards (expected {self.downcards.shape[1]})")
        rows = (self.downcards == np.sort(np.asarray(cards))).all(axis=1)
        return float(self.probabilities[rows].sum())

    def without(self, known: Sequence[int]) -> "DowncardDistribution":
        """Return the distribution given that some cards are elsewhere, as for a player who sees their own cards.

        Raises
        ------
        BeliefError
            If no down cards with a probability avoid those cards.
        """
        if not known:
            return self
        possible = self._rows_without(known)
        weights = self.probabilities[possible]
        total = weights.sum()
        if not total > 0:
            raise BeliefError(f"no down cards left beside {format_cards(known)} (expected some that are possible)")
        return DowncardDistribution(self.downcards[possible], weights / total)

    def is_possible_without(self, known: Sequence[int]) -> bool:
        """Return whether any down cards with a probability avoid some cards."""
        return not known or bool(self.probabilities[self._rows_without(known)].sum() > 0)

    def _rows_without(self, known: Sequence[int]) -> NDArray[np.bool_]:
        return np.asarray(~np.isin(self.downcards, np.asarray(known)).any(axis=1))

    def likeliest(self, n_wanted: int) -> list[tuple[tuple[int, ...], float]]:
        """Return the likeliest down cards with their probabilities, likeliest first."""
        order = np.argsort(-self.probabilities, kind="stable")[:n_wanted]
        return [(tuple(self.downcards[row].tolist()), float(self.probabilities[row])) for row in order]


def certain(cards: Sequence[int]) -> DowncardDistribution:
    """Return the distribution of an observer who knows the down cards."""
    return DowncardDistribution(np.sort(np.array([cards], dtype=np.int64)), np.ones(1))
