"""Distributions over a seat's down cards (pdd), from any viewpoint.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections II and V.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.bits import entropy
from deluck.cards import format_cards
from deluck.errors import BeliefError


@dataclass(frozen=True, slots=True, eq=False)
class DowncardDistribution:
    """How likely a seat is to hold each set of down cards.

    Attributes
    ----------
    downcards
        int64[n, 2 or 3]: pairs, or triples once seventh street has been dealt; cards rising within a row.
    probabilities
        float64[n]; they sum to 1.
    """

    downcards: NDArray[np.int64]
    probabilities: NDArray[np.float64]

    @property
    def entropy(self) -> float:
        """How much is not known, in bits."""
        return entropy(self.probabilities)

    @property
    def is_even(self) -> bool:
        """Whether all down cards are equally likely: nothing was said of them."""
        return bool(np.ptp(self.probabilities) <= 1e-9 * self.probabilities.max())

    def probability(self, cards: Sequence[int]) -> float:
        """Return the probability of some down cards, given in any order: 0 if they cannot be held."""
        if len(cards) != self.downcards.shape[1]:
            raise BeliefError(f"{len(cards)} down cards (expected {self.downcards.shape[1]})")
        rows = (self.downcards == np.sort(np.asarray(cards))).all(axis=1)
        return float(self.probabilities[rows].sum())

    def without(self, known: Sequence[int]) -> "DowncardDistribution":
        """Return the distribution of one who knows that some cards are elsewhere: a player's, who sees his own.

        Raises
        ------
        BeliefError
            If nothing that is likely at all avoids those cards.
        """
        if not known:
            return self
        possible = self._rows_without(known)
        weights = self.probabilities[possible]
        total = weights.sum()
        if not total > 0:
            raise BeliefError(f"no down cards left beside {format_cards(known)} (expected some that can be held)")
        return DowncardDistribution(self.downcards[possible], weights / total)

    def is_possible_without(self, known: Sequence[int]) -> bool:
        """Return whether anything that is likely at all avoids some cards."""
        return not known or bool(self.probabilities[self._rows_without(known)].sum() > 0)

    def _rows_without(self, known: Sequence[int]) -> NDArray[np.bool_]:
        return np.asarray(~np.isin(self.downcards, np.asarray(known)).any(axis=1))

    def likeliest(self, n_wanted: int) -> list[tuple[tuple[int, ...], float]]:
        """Return the likeliest down cards with their probabilities, the likeliest first."""
        order = np.argsort(-self.probabilities, kind="stable")[:n_wanted]
        return [(tuple(self.downcards[row].tolist()), float(self.probabilities[row])) for row in order]


def certain(cards: Sequence[int]) -> DowncardDistribution:
    """Return the distribution of one who knows the down cards: the seat itself, or who sees everything."""
    return DowncardDistribution(np.sort(np.array([cards], dtype=np.int64)), np.ones(1))
