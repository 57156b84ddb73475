# mypy: ignore-errors
"""Kernels that build the hand-rank tables and find a situation's index in them.

A row of a table is a canonical board; in it stand the holdings that avoid the board, numbered by the positions of their
cards among the cards not on the board: ``high * (high - 1) / 2 + low``.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of
from deluck.isomorphism.suits_kernels import RELABELLING_BITS, RELABELLING_MASK, n_set_bits, set_index

N_LOW_BINS = 128
BLOCK = 512
N_HIGH_BINS = 64  # 128 * 64 exceeds the 7,462 strengths


@helper
def _fill_rest(board, rest):
    """Write the cards not on the board, rising, to rest int64[52 - cards on the board]."""
    on_board = np.uint64(0)
    for card in board:
        on_board |= np.uint64(1) << np.uint64(card)
    n_rest = 0
    for card in range(52):
        if not (on_board >> np.uint64(card)) & np.uint64(1):
            rest[n_rest] = card
            n_rest += 1


@helper
def fill_holding_strengths(board, rest, keys, suit_bits, low, high, strengths, flushes, out):
    """Write the strength of each holding of `rest` cards on a board to out int16[n], in row order."""
    board_key = np.uint64(0)
    board_suits = np.uint64(0)
    for card in board:
        board_key += keys[card]
        board_suits += suit_bits[card]
    index = 0
    for second in range(1, len(rest)):
        partial = board_key + keys[rest[second]]
        partial_suits = board_suits + suit_bits[rest[second]]
        for first in range(second):
            key = partial + keys[rest[first]]
            out[index] = strength_of(key, partial_suits + suit_bits[rest[first]], low, high, strengths, flushes)
            index += 1


@helper
def fill_rising_order(strengths, bins, spare, order):
    """Write the indices of strengths int16[n] in rising order to order int16[n]; bins int64[128], spare int16[n]."""
    n_values = len(strengths)
    bins[:] = 0
    for index in range(n_values):
        bins[strengths[index] & 127] += 1
    start = 0
    for number in range(N_LOW_BINS):
        start, bins[number] = start + bins[number], start
    for index in range(n_values):
        number = strengths[index] & 127
        spare[bins[number]] = index
        bins[number] += 1
    bins[:] = 0
    for index in range(n_values):
        bins[strengths[index] >> 7] += 1
    start = 0
    for number in range(N_HIGH_BINS):
        start, bins[number] = start + bins[number], start
    for turn in range(n_values):
        number = strengths[spare[turn]] >> 7
        order[bins[number]] = spare[turn]
        bins[number] += 1


@helper
def fill_rank_counts(strengths, order, pairs, below, level, out):
    """Write twice the holdings beaten plus those tied, among those that share no card, to out uint16[n].

    order has the indices in rising strength, pairs uint8[n, 2] the card positions of each index; below and level are
    int64[52] scratch: how many weaker, and how many equal, holdings use a card.
    """
    below[:] = 0
    level[:] = 0
    n_values = len(order)
    start = 0
    while start < n_values:
        strength = strengths[order[start]]
        end = start
        while end < n_values and strengths[order[end]] == strength:
            index = order[end]
            level[pairs[index, 0]] += 1
            level[pairs[index, 1]] += 1
            end += 1
        for turn in range(start, end):
            index = order[turn]
            first, second = pairs[index, 0], pairs[index, 1]
            beaten = start - below[first] - below[second]
            tied = end - start - level[first] - level[second] + 1  # the holding itself is in both counts
            out[index] = 2 * beaten + tied
        for turn in range(start, end):
            index = order[turn]
            for position in (pairs[index, 0], pairs[index, 1]):
                below[position] += level[position]
                level[position] = 0
        start = end


@kernel(types.void(readonly(types.uint8, 2), readonly(types.uint8, 2), LOOKUP, writable(types.uint16, 2)))
def fill_ranks_now(boards, pairs, lookup, out):
    """Write the rank counts of every holding on each board[n, 3 to 5] to out uint16[n, holdings]."""
    keys, suit_bits, low, high_parts, strength_table, flushes = lookup
    high = high_parts[boards.shape[1] - 3]
    n_holdings = out.shape[1]
    rest = np.empty(52 - boards.shape[1], dtype=np.int64)
    strengths = np.empty(n_holdings, dtype=np.int16)
    spare = np.empty(n_holdings, dtype=np.int16)
    order = np.empty(n_holdings, dtype=np.int16)
    bins = np.empty(N_LOW_BINS, dtype=np.int64)
    below = np.empty(52, dtype=np.int64)
    level = np.empty(52, dtype=np.int64)
    for row in range(len(boards)):
        _fill_rest(boards[row], rest)
        fill_holding_strengths(boards[row], rest, keys, suit_bits, low, high, strength_table, flushes, strengths)
        fill_rising_order(strengths, bins, spare, order)
        fill_rank_counts(strengths, order, pairs, below, level, out[row])


@kernel(
    *(
        types.void(
            readonly(types.uint8, 2),
            readonly(types.int32, 1),
            readonly(types.uint8, 2),
            readonly(types.int64, 2),
            readonly(dtype, 2),
            writable(types.uint32, 2),
        )
        for dtype in (types.uint16, types.uint32)
    )
)
def add_next_street(boards, next_lookup, relabelled, binomials, next_counts, out):
    """Add, for each board and holding, the counts on every board with one more card to out uint32[n, holdings].

    next_lookup int32[sets] and next_counts[next boards, holdings] belong to the boards with one card more.
    """
    n_cards = boards.shape[1]
    rest = np.empty(52 - n_cards, dtype=np.int64)
    longer = np.empty(n_cards + 1, dtype=np.int64)
    moved_board = np.empty(n_cards + 1, dtype=np.int64)
    position_of = np.empty(len(rest), dtype=np.int64)
    for row in range(len(boards)):
        _fill_rest(boards[row], rest)
        longer[:n_cards] = boards[row]
        for drawn in range(len(rest)):
            longer[n_cards] = rest[drawn]
            found = next_lookup[set_index(longer, n_cards + 1, binomials)]
            next_row, permutation = found >> RELABELLING_BITS, found & RELABELLING_MASK
            for position in range(n_cards + 1):
                moved_board[position] = relabelled[permutation, longer[position]]
            for position in range(len(rest)):
                card = np.int64(relabelled[permutation, rest[position]])
                position_of[position] = card
                for other in moved_board:
                    if other < card:
                        position_of[position] -= 1
            counts = next_counts[next_row]
            index = 0
            for second in range(1, len(rest)):
                if second == drawn:
                    index += second
                    continue
                one = position_of[second]
                for first in range(second):
                    if first != drawn:
                        other = position_of[first]
                        larger, smaller = max(one, other), min(one, other)
                        out[row, index] += counts[(larger * (larger - 1) >> 1) + smaller]
                    index += 1


@kernel(
    types.void(
        readonly(types.uint8, 2),
        readonly(types.uint8, 2),
        readonly(types.uint32, 2),
        readonly(types.int64, 1),
        writable(types.int64, 1),
    )
)
def add_flops(boards, relabelled, counts, sizes, out):
    """Add the counts of every flop, all suits, to each holding's in out int64[1326].

    boards uint8[1755, 3] with counts uint32[1755, 1176]; each class stands for `sizes` flops, its images under the
    24 relabellings, each met 24 / size times.
    """
    rest = np.empty(49, dtype=np.int64)
    for row in range(len(boards)):
        _fill_rest(boards[row], rest)
        for permutation in range(24):
            index = 0
            for second in range(1, 49):
                for first in range(second):
                    one = np.int64(relabelled[permutation, rest[second]])
                    other = np.int64(relabelled[permutation, rest[first]])
                    larger, smaller = max(one, other), min(one, other)
                    out[larger * (larger - 1) // 2 + smaller] += sizes[row] * counts[row, index]
                    index += 1


@kernel(
    types.int64(
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int32, 1),
        readonly(types.uint8, 2),
        readonly(types.int64, 2),
        writable(types.int64, 1),
    )
)
def fill_indices(holes, boards, lookup, relabelled, binomials, out):
    """Write the index of each situation (holes int64[n, 2], boards int64[n, 3 to 5]) in its table to out int64[n].

    Return the first row with a number outside 0 to 51 or a card there twice, or -1.
    """
    n_cards = boards.shape[1]
    n_rest = 52 - n_cards
    n_holdings = n_rest * (n_rest - 1) // 2
    found = np.empty(BLOCK, dtype=np.int32)
    # Three passes over a block: the middle one does nothing but fetch, so that many cache misses are under way at once.
    for start in range(0, len(holes), BLOCK):
        end = min(start + BLOCK, len(holes))
        for row in range(start, end):
            number = _board_number(holes, boards, row, binomials)
            if number < 0:
                return row
            out[row] = number
        for row in range(start, end):
            found[row - start] = lookup[np.uint64(out[row])]
        for row in range(start, end):
            board_class = np.int64(found[row - start] >> RELABELLING_BITS)
            permutation = np.uint64(found[row - start] & RELABELLING_MASK)
            one = np.int64(relabelled[permutation, np.uint64(holes[row, 0])])
            other = np.int64(relabelled[permutation, np.uint64(holes[row, 1])])
            larger, smaller = max(one, other), min(one, other)
            larger_position, smaller_position = larger, smaller
            for position in range(n_cards):
                card = np.int64(relabelled[permutation, np.uint64(boards[row, position])])
                larger_position -= card < larger
                smaller_position -= card < smaller
            index = (larger_position * (larger_position - 1) >> 1) + smaller_position
            out[row] = board_class * n_holdings + index
    return -1


@helper
def _board_number(holes, boards, row, binomials):
    """Return the number of the set of board cards in a row, or -1 if the row's seven numbers are not all cards."""
    union = np.uint64(0)
    total = np.uint64(0)
    outside = False
    for position in range(boards.shape[1]):
        card = np.uint64(boards[row, position])
        outside |= card > np.uint64(51)
        bit = np.uint64(1) << (card & np.uint64(63))
        union |= bit
        total += bit
    on_board = union
    for position in range(2):
        card = np.uint64(holes[row, position])
        outside |= card > np.uint64(51)
        bit = np.uint64(1) << (card & np.uint64(63))
        union |= bit
        total += bit
    if outside or union != total:
        return np.int64(-1)
    number = np.int64(0)
    for position in range(boards.shape[1]):
        card = np.uint64(boards[row, position])
        index = n_set_bits(on_board & ((np.uint64(1) << card) - np.uint64(1)))
        number += binomials[card, index + np.uint64(1)]
    return number
