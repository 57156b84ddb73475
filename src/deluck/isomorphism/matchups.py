"""Heads-up match-ups before the flop: 47,008 up to suits and to who holds which hand."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, Holding, cards_of, check_cards, holding_cards
from deluck.errors import DealError
from deluck.isomorphism.suits_kernels import fill_matchups

N_MATCHUPS = 47_008


@dataclass(frozen=True, slots=True)
class MatchupClasses:
    """The classes of match-ups.

    Attributes
    ----------
    matchups
        int64[47008, 2]: the two holdings of each class's canonical match-up, the lower code first.
    lookup
        int32[1326, 1326]: ``2 * class``, plus 1 if the canonical match-up has the second holding first;
        -1 where the holdings share a card.
    """

    matchups: NDArray[np.int64]
    lookup: NDArray[np.int32]


@cache
def matchup_classes() -> MatchupClasses:
    """Return the classes of all match-ups of two holdings."""
    codes = np.empty((N_HOLDINGS, N_HOLDINGS), dtype=np.int32)
    fill_matchups(holding_cards(), codes)
    swapped = codes > codes.T
    unordered = np.where(swapped, codes.T, codes)
    possible = codes >= 0
    canonical, number = np.unique(unordered[possible], return_inverse=True)
    lookup = np.full(codes.shape, -1, dtype=np.int32)
    lookup[possible] = 2 * number + swapped[possible]
    matchups = np.stack(np.divmod(canonical.astype(np.int64), N_HOLDINGS), axis=1)
    for table in (lookup, matchups):
        table.setflags(write=False)
    return MatchupClasses(matchups=matchups, lookup=lookup)


def matchup_index(first: int, second: int) -> tuple[int, bool]:
    """Return the number of a match-up from 0, and whether the canonical match-up has the second holding first.

    Raises
    ------
    CardError
        If the holdings share a card.
    """
    check_cards((*cards_of(first), *cards_of(second)))
    index, swapped = divmod(int(matchup_classes().lookup[first, second]), 2)
    return index, bool(swapped)


def matchup_at(index: int) -> tuple[Holding, Holding]:
    """Return the two holdings of the canonical match-up with this number."""
    if not 0 <= index < N_MATCHUPS:
        raise DealError(f"no match-up {index} (expected 0 to {N_MATCHUPS - 1})")
    first, second = matchup_classes().matchups[index].tolist()
    return Holding(first), Holding(second)
