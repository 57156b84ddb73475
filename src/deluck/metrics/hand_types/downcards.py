"""All down cards of a seat at once: the final strengths of every pair (or triple) it may hold with its up cards.

One array answers everything: weighted by the pairs' probabilities it is the seat's hand-type distribution, and looked
up in the others' distributions it is the chance to win with each pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from deluck.errors import CardError, DealError
from deluck.evaluator.lookup import lookup
from deluck.metrics.hand_types.distribution import HAND_SIZE
from deluck.metrics.hand_types.hand_types_kernels import (
    fill_exact_strengths,
    fill_sampled_strengths,
    fill_triple_strengths,
)

N_SAMPLES = 1000  # on third street an error of 0.005 to 0.009 in the chance to win with a pair, in about 5 ms
EXACT_UP_TO = 2  # cards to come: from fifth street on every completion is looked at
_MASK64 = (1 << 64) - 1


@dataclass(frozen=True, slots=True, eq=False)
class DowncardStrengths:
    """The final strengths of every set of down cards.

    Attributes
    ----------
    downcards
        int64[n, 2 or 3]: the pairs, or on seventh street the triples, of unseen cards; cards rising within a row.
    strengths
        int16[n, completions]: the strength of each with each choice of the cards to come. All completions of a row are
        equally likely.
    unseen
        The unseen cards they are made of, int64[m], rising.
    exact
        Whether the completions are all there are, or a sample that all rows share.
    """

    downcards: NDArray[np.int64]
    strengths: NDArray[np.int16]
    unseen: NDArray[np.int64]
    exact: bool

    def row_of(self, cards: Sequence[int]) -> int:
        """Return the row of some down cards, given in any order.

        Raises
        ------
        CardError
            If they are not as many as a row has, or one of them was seen.
        """
        indices = sorted(np.searchsorted(self.unseen, cards).tolist())
        n_cards = self.downcards.shape[1]
        row = sum(comb(index, at) for at, index in enumerate(indices, start=1))
        if len(indices) != n_cards or row >= len(self.downcards) or sorted(cards) != self.downcards[row].tolist():
            raise CardError(f"not down cards here: {sorted(cards)} (expected {n_cards} different unseen cards)")
        return row

    def means(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each row the mean of a quantity given by strength, float64[7463]: float64[n].

        Of the product of the others' running sums it is the chance to win, equation (1).
        """
        return np.asarray(values[self.strengths].mean(axis=1))

    def stderrs(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the standard errors of those means, float64[n]: 0 if exact.

        As if the samples were independent; that each card comes equally often makes the true errors smaller.
        """
        if self.exact:
            return np.zeros(len(self.downcards))
        n_samples = self.strengths.shape[1]
        return np.asarray(values[self.strengths].std(axis=1, ddof=1) / np.sqrt(n_samples))


def downcard_strengths(
    up: Sequence[int], unseen: NDArray[np.int64], *, n_down: int = 2, n_samples: int = N_SAMPLES, seed: int = 0
) -> DowncardStrengths:
    """Return the final strengths of every set of down cards a seat may hold with its up cards.

    From fifth street on every completion is looked at; before, the cards to come are sampled, the same for all pairs.
    The sample is drawn from a generator seeded by the seed and the cards themselves, so that the same table gives the
    same numbers to everybody who looks.

    Parameters
    ----------
    up
        The seat's cards that everybody sees; the community card of seventh street, where there is one, too.
    unseen
        The cards nobody was seen to have, rising.
    n_down
        How many cards are down: 2, or 3 when seventh street has been dealt.
    n_samples
        How many samples before fifth street.
    seed
        What the sample is drawn from.

    Raises
    ------
    DealError
        If these are not the cards of a stud hand, or too few are unseen.
    """
    n_to_come = HAND_SIZE - n_down - len(up)
    if n_down not in (2, 3) or not 0 <= n_to_come <= 4 or (n_down == 3 and n_to_come):
        raise DealError(
            f"{len(up)} cards up and {n_down} down (expected two down and one to five up, or three down and four up)"
        )
    if len(unseen) < n_down + n_to_come:
        raise DealError(f"{len(unseen)} unseen cards (expected {n_down + n_to_come} or more)")
    up_array = np.array(up, dtype=np.int64)
    downcards = np.ascontiguousarray(unseen[_choices(len(unseen), n_down)])
    exact = n_to_come <= EXACT_UP_TO
    n_columns = comb(len(unseen) - 2, n_to_come) if exact and n_down == 2 else 1 if exact else n_samples
    strengths = np.empty((len(downcards), n_columns), dtype=np.int16)
    if n_down == 3:
        fill_triple_strengths(up_array, unseen, lookup(), strengths)
    elif exact:
        fill_exact_strengths(up_array, unseen, n_to_come, lookup(), strengths)
    else:
        mixed = np.uint64(_mixed(seed, (*up_array.tolist(), *unseen.tolist())))
        fill_sampled_strengths(up_array, unseen, n_to_come, mixed, lookup(), strengths)
    return DowncardStrengths(downcards, strengths, unseen, exact)


@cache
def _choices(n_cards: int, n_chosen: int) -> NDArray[np.int64]:
    """Return the indices of every choice, int64[n, n_chosen], in the kernels' order: by the highest index first."""
    rows = np.array([choice[::-1] for choice in combinations(range(n_cards), n_chosen)], dtype=np.int64)
    order = np.lexsort(rows.T[::-1])
    return np.ascontiguousarray(rows[order][:, ::-1])


def _mixed(seed: int, cards: Sequence[int]) -> int:
    """Return 64 bits made of a seed and cards (FNV-1a), the same in every process."""
    mixed = 0xCBF29CE484222325
    for number in (seed, *cards):
        mixed = ((mixed ^ (number & _MASK64)) * 0x100000001B3) & _MASK64
    return mixed
