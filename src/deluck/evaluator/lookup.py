"""The evaluator's tables, computed when first used (a few milliseconds).

Without five cards of a suit only the ranks matter: 6,175, 18,395 and 49,205 ways to have 5, 6 and 7 cards of ranks.
The low ranks (deuce to eight) and the high ones (nine to ace) are numbered apart: a low part gets its index among
the low parts of as many cards, a high part the index where its block of low parts starts.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import DECK, rank_of, suit_of
from deluck.evaluator.hand_classes import Category, first_strength
from deluck.evaluator.strength_kernels import LOW_BITS, SUIT_SHIFT, Lookup

N_LOW_RANKS = 7
N_HIGH_RANKS = 6
_LARGEST_HAND = 7
_MASKS = np.arange(1 << 13)
_BITS = (_MASKS[:, None] >> np.arange(13)) & 1


@cache
def lookup() -> Lookup:
    """Return the evaluator's tables, all read-only.

    ``keys`` and ``suit_bits`` are per card (and zero from 52 to 63), ``low`` the index of a low part, ``high`` the
    start of a high part's block for 5, 6 and 7 cards, ``strengths`` the strength at block start + index, ``flushes``
    the strength of a flush by the 13-bit mask of its ranks.
    """
    low_counts, high_counts = _counts(N_LOW_RANKS), _counts(N_HIGH_RANKS)
    low_totals, high_totals = low_counts.sum(axis=1), high_counts.sum(axis=1)
    low_members = [np.flatnonzero(low_totals == total) for total in range(_LARGEST_HAND + 1)]
    low = np.zeros(len(low_counts), dtype=np.uint16)
    for members in low_members:
        low[members] = np.arange(len(members))
    high = np.zeros((3, len(high_counts)), dtype=np.uint32)
    hands: list[NDArray[np.int64]] = []
    start = 0
    for size in (5, 6, 7):
        for n_high in range(size + 1):
            parts = np.flatnonzero(high_totals == n_high)
            lows = low_counts[low_members[size - n_high]]
            high[size - 5, parts] = start + len(lows) * np.arange(len(parts))
            start += len(lows) * len(parts)
            hands.append(np.hstack([np.tile(lows, (len(parts), 1)), np.repeat(high_counts[parts], len(lows), axis=0)]))
    tables = Lookup(
        keys=np.array([_key(card) for card in DECK] + [0] * 12, dtype=np.uint64),
        suit_bits=np.array([1 << (16 * suit_of(card) + rank_of(card)) for card in DECK] + [0] * 12, dtype=np.uint64),
        low=low,
        high=high,
        strengths=_strengths_of_ranks(np.vstack(hands)),
        flushes=_strengths_of_flushes(),
    )
    for table in tables:
        table.setflags(write=False)  # type: ignore[attr-defined]
    return tables


def _key(card: int) -> int:
    rank = rank_of(card)
    ranks = 5**rank if rank < N_LOW_RANKS else 5 ** (rank - N_LOW_RANKS) << int(LOW_BITS)
    suit = 1 << (int(SUIT_SHIFT) + 4 * suit_of(card))
    return int(ranks + suit)


def _counts(n_ranks: int) -> NDArray[np.int64]:
    """Return the base-5 digits of 0 … the largest sum of a hand's keys: how many cards of each rank it spells."""
    largest = 4 * 5 ** (n_ranks - 1) + 3 * 5 ** (n_ranks - 2)
    return (np.arange(largest + 1)[:, None] // 5 ** np.arange(n_ranks)) % 5


def _indices_of_sets(size: int) -> NDArray[np.int64]:
    """Return, for each 13-bit mask of `size` bits, how many masks of `size` bits are smaller."""
    chosen = _BITS.sum(axis=1) == size
    return np.asarray(np.cumsum(chosen) - chosen)


def _straights() -> NDArray[np.int64]:
    """Return, for each mask of ranks, its best straight: 0 for the wheel to 9 for ace high, -1 for none."""
    best = np.full(len(_MASKS), -1)
    for top in range(10):
        needed = 0b1_0000_0000_1111 if top == 0 else 0b11111 << (top - 1)
        best[(_MASKS & needed) == needed] = top
    return best


@cache
def _highest(n_bits: int) -> NDArray[np.int64]:
    """Return, for each mask of ranks, the mask with only its highest `n_bits` bits left."""
    from_top = np.cumsum(_BITS[:, ::-1], axis=1)[:, ::-1]
    return np.asarray((_BITS * (from_top <= n_bits)) @ (1 << np.arange(13)))


@cache
def _top_ranks() -> NDArray[np.int64]:
    """Return, for each mask of ranks, its highest rank (0 for the empty mask)."""
    return np.asarray((_BITS * np.arange(13)).max(axis=1))


def _close_up(masks: NDArray[np.int64], rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the masks without the bit of a rank, the bits above it moved down by one."""
    below = (1 << rank) - 1
    return np.asarray((masks & below) | ((masks >> (rank + 1)) << rank))


def _indices_without_straights() -> NDArray[np.int64]:
    """Return, for each five-bit mask that is no straight, how many such masks are smaller."""
    chosen = (_BITS.sum(axis=1) == 5) & (_straights() < 0)
    return np.asarray(np.cumsum(chosen) - chosen)


def _strengths_of_flushes() -> NDArray[np.int16]:
    """Return the strength of the best flush for each mask of ranks in one suit (0 for less than five)."""
    straights = _straights()
    plain = first_strength(Category.FLUSH) + _indices_without_straights()[_highest(5)]
    straight = first_strength(Category.STRAIGHT_FLUSH) + straights
    strengths = np.where(straights >= 0, straight, plain)
    return np.where(_BITS.sum(axis=1) >= 5, strengths, 0).astype(np.int16)


def _strengths_of_ranks(counts: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the strength of hands without a flush from how many cards of each rank they have, int64[n, 13]."""
    bit = 1 << np.arange(13)
    any_of, pairs, trips, quads = ((counts >= least) @ bit for least in (1, 2, 3, 4))
    straights = _straights()[any_of]

    top = _top_ranks()
    quad, trip = top[quads], top[trips]
    pair_with_trip = top[pairs & ~(1 << trip)]
    two_pairs = _highest(2)[pairs]
    high_pair = top[two_pairs]
    low_pair = top[two_pairs & ~(1 << high_pair)]
    kicker = top[any_of & ~two_pairs]

    def beside(rank: NDArray[np.int64], n_kickers: int) -> NDArray[np.int64]:
        """Return the index of the best kickers among all kickers that can stand beside a rank."""
        return _indices_of_sets(n_kickers)[_close_up(_highest(n_kickers)[any_of & ~(1 << rank)], rank)]

    below_kicker = (kicker > high_pair).astype(np.int64) + (kicker > low_pair)
    in_rising_order = [
        (Category.HIGH_CARD, any_of > 0, _indices_without_straights()[_highest(5)[any_of]]),
        (Category.PAIR, pairs > 0, 220 * high_pair + beside(high_pair, 3)),
        (
            Category.TWO_PAIR,
            _BITS[pairs].sum(axis=1) >= 2,
            11 * _indices_of_sets(2)[two_pairs] + kicker - below_kicker,
        ),
        (Category.THREE_OF_A_KIND, trips > 0, 66 * trip + beside(trip, 2)),
        (Category.STRAIGHT, straights >= 0, straights),
        (
            Category.FULL_HOUSE,
            (trips > 0) & (pairs & ~(1 << trip) > 0),
            12 * trip + pair_with_trip - (pair_with_trip > trip),
        ),
        (Category.FOUR_OF_A_KIND, quads > 0, 12 * quad + beside(quad, 1)),
    ]
    strengths = np.zeros(len(counts), dtype=np.int16)
    for category, applies, index in in_rising_order:
        strengths = np.where(applies, first_strength(category) + index, strengths)
    return strengths.astype(np.int16)
