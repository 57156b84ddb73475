# mypy: ignore-errors
"""Kernels that find two holdings on many boards at once, boards that share their first cards.

What the shared cards say is worked out once: a board's number is a sum of parts by its extra cards, and a holding's
position on a canonical board is its position beside the shared cards less the extra cards below it. The look-ups go
in passes that do nothing but fetch, so that many cache misses are under way at once.
"""

from typing import NamedTuple

import numpy as np

from deluck.compiling import helper, readonly, types
from deluck.isomorphism.suits_kernels import RELABELLING_BITS, RELABELLING_MASK

N_RELABELLINGS = 24
MOST_PAIRS = 990


class RankLookup(NamedTuple):
    """The tables that turn cards into rank counts; `deluck.tables.hand_ranks` says what each holds."""

    flop_boards: "object"  # int32[22100]
    turn_boards: "object"  # int32[270725]
    river_boards: "object"  # int32[2598960]
    flop_now: "object"  # uint16
    flop_final: "object"  # uint32
    turn_now: "object"  # uint16
    turn_final: "object"  # uint32
    river_now: "object"  # uint16
    relabelled: "object"  # uint8[24, 52]
    binomials: "object"  # int64[53, 8]


RANK_LOOKUP = types.NamedTuple(
    (
        readonly(types.int32, 1),
        readonly(types.int32, 1),
        readonly(types.int32, 1),
        readonly(types.uint16, 1),
        readonly(types.uint32, 1),
        readonly(types.uint16, 1),
        readonly(types.uint32, 1),
        readonly(types.uint16, 1),
        readonly(types.uint8, 2),
        readonly(types.int64, 2),
    ),
    RankLookup,
)


class Moved(NamedTuple):
    """The four hole cards under each relabelling of suits, filled when needed; a holding's larger card first."""

    known: "object"  # uint8[24]: 1 where filled
    cards: "object"  # int64[24, 4]
    positions: "object"  # int64[24, 4]: less the shared board cards below


@helper
def new_moved():
    """Return room for the hole cards under each relabelling."""
    return Moved(
        np.zeros(N_RELABELLINGS, dtype=np.uint8),
        np.empty((N_RELABELLINGS, 4), dtype=np.int64),
        np.empty((N_RELABELLINGS, 4), dtype=np.int64),
    )


@helper
def _move(permutation, hole_cards, shared, n_shared, relabelled, moved_cards, positions):
    """Fill one relabelling's row of moved_cards and positions."""
    for seat in range(2):
        one = np.int64(relabelled[permutation, np.uint64(hole_cards[2 * seat])])
        other = np.int64(relabelled[permutation, np.uint64(hole_cards[2 * seat + 1])])
        moved_cards[permutation, 2 * seat] = max(one, other)
        moved_cards[permutation, 2 * seat + 1] = min(one, other)
    for number in range(4):
        below = 0
        for index in range(n_shared):
            below += np.int64(relabelled[permutation, np.uint64(shared[index])]) < moved_cards[permutation, number]
        positions[permutation, number] = moved_cards[permutation, number] - below


@helper
def _n_below(card, shared, n_shared):
    """Return how many of the shared cards, int64[...] rising, are below a card."""
    below = 0
    for index in range(n_shared):
        below += shared[index] < card
    return below


@helper
def split_deck(hole_cards, board, shared, rest):
    """Write the board's cards, rising, to shared int64[5] and the cards left to rest int64[48]; return their number."""
    dealt, on_board = np.uint64(0), np.uint64(0)
    for card in board:
        on_board |= np.uint64(1) << np.uint64(card)
    for card in hole_cards:
        dealt |= np.uint64(1) << np.uint64(card)
    n_shared, n_rest = 0, 0
    for card in range(52):
        if (on_board >> np.uint64(card)) & np.uint64(1):
            shared[n_shared] = card
            n_shared += 1
        elif not (dealt >> np.uint64(card)) & np.uint64(1):
            rest[n_rest] = card
            n_rest += 1
    return n_rest


@helper
def fill_single_indices(
    hole_cards, shared, n_shared, extras, n_extras, n_holdings, boards, relabelled, binomials, moved, indices
):
    """Write the table indices of both holdings on each board of shared cards and one extra to indices uint64[2, ...].

    hole_cards int64[4]; shared int64[...] rising; extras int64[...]; n_holdings are in a row of the table; moved is
    scratch.
    """
    known, moved_cards, positions = moved
    known[:] = 0
    for number in range(n_extras):
        card = extras[number]
        below = _n_below(card, shared, n_shared)
        index = binomials[card, below + 1]
        for at in range(n_shared):
            index += binomials[shared[at], at + 1 + (below <= at)]
        indices[0, number] = index
    for number in range(n_extras):
        indices[0, number] = boards[indices[0, number]]
    for number in range(n_extras):
        found = indices[0, number]
        permutation = found & np.uint64(RELABELLING_MASK)
        if not known[permutation]:
            _move(permutation, hole_cards, shared, n_shared, relabelled, moved_cards, positions)
            known[permutation] = 1
        row = (found >> np.uint64(RELABELLING_BITS)) * np.uint64(n_holdings)
        extra = np.int64(relabelled[permutation, np.uint64(extras[number])])
        for seat in range(2):
            larger = positions[permutation, 2 * seat] - (extra < moved_cards[permutation, 2 * seat])
            smaller = positions[permutation, 2 * seat + 1] - (extra < moved_cards[permutation, 2 * seat + 1])
            indices[seat, number] = row + np.uint64((larger * (larger - 1) >> 1) + smaller)


@helper
def fill_pair_indices(hole_cards, shared, extras, pairs, n_pairs, boards, relabelled, binomials, moved, indices):
    """Write the river table indices of both holdings on boards of three shared cards and two extras to uint64[2, n].

    shared int64[3] and extras int64[...] rising; pairs uint8[2, ...] the positions among the extras of the lower and
    the higher one.
    """
    known, moved_cards, positions = moved
    known[:] = 0
    below = np.empty(48, dtype=np.uint8)
    low_part = np.empty(48, dtype=np.int64)
    high_part = np.empty(48, dtype=np.int64)
    shared_part = np.empty((4, 4), dtype=np.int64)
    for number in range(len(extras)):
        card = extras[number]
        below[number] = _n_below(card, shared, 3)
        low_part[number] = binomials[card, below[number] + 1]
        high_part[number] = binomials[card, below[number] + 2]
    for low in range(4):
        for high in range(4):
            shared_part[low, high] = 0
            for index in range(3):
                shared_part[low, high] += binomials[shared[index], index + 1 + (low <= index) + (high <= index)]
    for number in range(n_pairs):
        low, high = np.uint64(pairs[0, number]), np.uint64(pairs[1, number])
        indices[0, number] = low_part[low] + high_part[high] + shared_part[below[low], below[high]]
    for number in range(n_pairs):
        indices[0, number] = boards[indices[0, number]]
    for number in range(n_pairs):
        found = indices[0, number]
        permutation = found & np.uint64(RELABELLING_MASK)
        if not known[permutation]:
            _move(permutation, hole_cards, shared, 3, relabelled, moved_cards, positions)
            known[permutation] = 1
        row = (found >> np.uint64(RELABELLING_BITS)) * np.uint64(1081)
        one = np.int64(relabelled[permutation, np.uint64(extras[np.uint64(pairs[0, number])])])
        other = np.int64(relabelled[permutation, np.uint64(extras[np.uint64(pairs[1, number])])])
        for seat in range(2):
            card = moved_cards[permutation, 2 * seat]
            larger = positions[permutation, 2 * seat] - (one < card) - (other < card)
            card = moved_cards[permutation, 2 * seat + 1]
            smaller = positions[permutation, 2 * seat + 1] - (one < card) - (other < card)
            indices[seat, number] = row + np.uint64((larger * (larger - 1) >> 1) + smaller)


@helper
def fetch(table, indices, n_indices, out):
    """Write the counts of both holdings at their indices to out int64[2, ...]."""
    for seat in range(2):
        for number in range(n_indices):
            out[seat, number] = table[indices[seat, number]]
