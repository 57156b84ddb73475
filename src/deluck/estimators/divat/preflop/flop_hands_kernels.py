# mypy: ignore-errors
"""Kernels that turn cards into levels and least halves, for every holding on one flop and what may come after it.

Holdings on a flop are numbered by the positions of their cards among the 49 not on it; so are the boards of turn and
river.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP
from deluck.isomorphism.suits_kernels import RELABELLING_BITS, RELABELLING_MASK, set_index
from deluck.tables.hand_ranks_kernels import fill_holding_strengths

N_REST = 49  # cards not on the flop
ALWAYS = np.int8(-128)


@helper
def _fill_class(bet_score, fold_score, make, call, levels, leasts, index):
    """Write the level and least half of a hand from its scores; make int64[4], call int64[most half + 1]."""
    level = 0
    while level < 4 and bet_score >= make[level]:
        level += 1
    least = 1
    while least < len(call) and fold_score < call[least]:
        least += 1
    levels[index] = level
    leasts[index] = least if level < 2 else ALWAYS  # who raises does not fold


@helper
def _find_row(cards, n_cards, rest, lookup, relabelled, binomials, position_of):
    """Return the row of a board in its table, and write the positions there of the cards of the flop's rest."""
    found = lookup[set_index(cards, n_cards, binomials)]
    row, permutation = found >> RELABELLING_BITS, found & RELABELLING_MASK
    for position in range(N_REST):
        card = np.int64(relabelled[permutation, rest[position]])
        below = 0
        for other in range(n_cards):
            below += np.int64(relabelled[permutation, cards[other]]) < card
        position_of[position] = card - below
    return row


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint16, 1),
        readonly(types.int32, 1),
        readonly(types.uint8, 2),
        readonly(types.int64, 2),
        LOOKUP,
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        writable(types.int8, 3),
    )
)
def fill_rivers(flop, rest, counts, lookup, relabelled, binomials, evaluator, make, call, out):
    """Write strength, level and least half of every holding on every board of a flop to out int8[1176, 3, 1176].

    Strengths are numbered from -127 up on each board; a holding that uses turn or river is marked by strength -128.
    make int64[4] and call int64[most half + 1] are the counts that reach a threshold.
    """
    keys, suit_bits, low, high_parts, strength_table, flushes = evaluator
    high = high_parts[2]
    board = np.empty(5, dtype=np.int64)
    board[:3] = flop
    position_of = np.empty(N_REST, dtype=np.int64)
    left = np.empty(N_REST - 2, dtype=np.int64)
    positions = np.empty(N_REST - 2, dtype=np.int64)
    strengths = np.empty(1081, dtype=np.int16)
    number_of = np.zeros(8192, dtype=np.uint8)
    level_of = np.empty(1981, dtype=np.int8)
    least_of = np.empty(1981, dtype=np.int8)
    for count in range(1981):
        _fill_class(count, count, make, call, level_of, least_of, count)
    for river in range(1, N_REST):
        for turn in range(river):
            board[3], board[4] = rest[turn], rest[river]
            row = np.int64(_find_row(board, 5, rest, lookup, relabelled, binomials, position_of)) * 1081
            index_of_board = river * (river - 1) // 2 + turn
            out[index_of_board, 0, :] = ALWAYS
            out[index_of_board, 1, :] = 0
            out[index_of_board, 2, :] = ALWAYS
            n_left = 0
            for position in range(N_REST):
                if position not in (turn, river):
                    left[n_left] = rest[position]
                    positions[n_left] = position
                    n_left += 1
            fill_holding_strengths(board, left, keys, suit_bits, low, high, strength_table, flushes, strengths)
            number_of[:] = 0
            for strength in strengths:
                number_of[strength] = 1
            n_numbers = 0
            for strength in range(8192):
                if number_of[strength]:
                    n_numbers += 1
                    number_of[strength] = n_numbers
            index = 0
            for second in range(1, n_left):
                one = position_of[positions[second]]
                for first in range(second):
                    other = position_of[positions[first]]
                    larger, smaller = max(one, other), min(one, other)
                    count = counts[row + (larger * (larger - 1) >> 1) + smaller]
                    holding = positions[second] * (positions[second] - 1) // 2 + positions[first]
                    out[index_of_board, 0, holding] = np.int64(number_of[strengths[index]]) - 128
                    out[index_of_board, 1, holding] = level_of[count]
                    out[index_of_board, 2, holding] = least_of[count]
                    index += 1


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint16, 1),
        readonly(types.uint32, 1),
        readonly(types.int32, 1),
        readonly(types.uint8, 2),
        readonly(types.int64, 2),
        types.int64,
        types.int64,
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        writable(types.int8, 2),
    )
)
def fill_classes(board, rest, now, final, lookup, relabelled, binomials, ratio, average, make, call, out):
    """Write level and least half of every holding on a flop or turn to out int8[2, 1176]; -1 if it uses the turn.

    board int64[3 or 4]; the score to bet is the larger of ratio * now and final, the score to fold by their sum if
    `average` is one.
    """
    n_cards = len(board)
    n_rest = 52 - n_cards
    position_of = np.empty(N_REST, dtype=np.int64)
    row = np.int64(_find_row(board, n_cards, rest, lookup, relabelled, binomials, position_of)) * (
        n_rest * (n_rest - 1) // 2
    )
    holding = 0
    for second in range(1, N_REST):
        for first in range(second):
            if n_cards == 4 and (rest[first] == board[3] or rest[second] == board[3]):
                out[:, holding] = -1
            else:
                one, other = position_of[first], position_of[second]
                larger, smaller = max(one, other), min(one, other)
                index = row + (larger * (larger - 1) >> 1) + smaller
                by_now, by_final = np.int64(now[index]) * ratio, np.int64(final[index])
                bet_score = max(by_now, by_final)
                fold_score = by_now + by_final if average else bet_score
                _fill_class(bet_score, fold_score, make, call, out[0], out[1], holding)
            holding += 1
