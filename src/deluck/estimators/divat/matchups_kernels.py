# mypy: ignore-errors
"""Kernels of one match-up's exact roll-out from before the flop: all flops, then all turns, then each board once.

Cards are named by their positions among the 48 that are left; sets of positions are numbered by the sum of
C(position, index from 1).
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.divat.board_ranks_kernels import (
    MOST_PAIRS,
    RANK_LOOKUP,
    fetch,
    fill_pair_indices,
    fill_single_indices,
    new_moved,
)
from deluck.estimators.divat.policy_kernels import END_TABLES, THRESHOLDS, folded_value
from deluck.estimators.divat.rollout_kernels import (
    RIVER,
    TURN,
    keys_of,
    new_room,
    play_flop,
    river_end,
    showdown_sign,
    street_end,
    street_scores,
)
from deluck.evaluator.strength_kernels import LOOKUP

N_REST = 48
N_FLOPS = 17_296
N_TURNS = 194_580


@helper
def _flop_number(first, second, third, binomials):
    """Return the number of a set of three rising positions."""
    return first + binomials[second, 2] + binomials[third, 3]


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        THRESHOLDS,
        END_TABLES,
        RANK_LOOKUP,
        writable(types.int64, 2),
        writable(types.int64, 1),
    )
)
def play_flops(cards, rest, triples, pots, thresholds, end_tables, ranks, halves, out):
    """Write the half pots after each flop's betting to halves int64[17296, k], 0 where over; add folds to out int64[k].

    cards int64[4], rest int64[48] rising, triples int64[17296, 3] positions in order of number, pots int64[k].
    """
    board = np.empty(3, dtype=np.int64)
    room = new_room(1, len(pots))
    for number in range(len(triples)):
        for index in range(3):
            board[index] = rest[triples[number, index]]
        play_flop(cards, board, pots, 45 * 44, thresholds, end_tables, ranks, room, halves[number], out)


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        THRESHOLDS,
        END_TABLES,
        RANK_LOOKUP,
        writable(types.int32, 3),
        writable(types.int64, 3),
        writable(types.int64, 1),
    )
)
def play_turns(cards, rest, triples, flop_halves, thresholds, end_tables, ranks, halves, sums, out):
    """Write the half pots after the turn's betting to halves int32[194580, k, 4]: by board, and by its turn card.

    triples int64[n, 3] are the lowest three cards of the boards to play; sums int64[194580, k, 2] gets how many of
    the four are still played and the sum of their half pots; what folds are worth is added to out int64[k].
    """
    make, offsets, totals, ratios, bets = thresholds
    ends = end_tables.ends
    turn_boards, turn_now, turn_final, relabelled, binomials = ranks[1], ranks[5], ranks[6], ranks[8], ranks[9]
    moved = new_moved()
    board = np.empty(3, dtype=np.int64)
    indices = np.empty((2, N_REST), dtype=np.uint64)
    now = np.empty((2, N_REST), dtype=np.int64)
    final = np.empty((2, N_REST), dtype=np.int64)
    flops = np.empty(4, dtype=np.int64)
    for number in range(len(triples)):
        first, second, third = triples[number]
        board[0], board[1], board[2] = rest[first], rest[second], rest[third]
        extras = rest[third + 1 :]
        n_extras = len(extras)
        fill_single_indices(cards, board, 3, extras, n_extras, 1128, turn_boards, relabelled, binomials, moved, indices)
        fetch(turn_now, indices, n_extras, now)
        fetch(turn_final, indices, n_extras, final)
        flops[0] = _flop_number(first, second, third, binomials)
        for extra in range(n_extras):
            fourth = third + 1 + extra
            flops[1] = _flop_number(first, second, fourth, binomials)
            flops[2] = _flop_number(first, third, fourth, binomials)
            flops[3] = _flop_number(second, third, fourth, binomials)
            turn = flops[0] + binomials[fourth, 4]
            scores = street_scores(now, final, extra, TURN, ratios[TURN])
            n_bets, actor, least = street_end(scores, TURN, make, offsets, totals, bets, ends)
            for pot in range(len(out)):
                n_alive, total = 0, np.int64(0)
                for way in range(4):
                    half = flop_halves[flops[way], pot]
                    after = np.int64(0)
                    if half > 0:
                        if half < least:
                            out[pot] += 44 * folded_value(actor, half, n_bets, bets[TURN])
                        else:
                            after = half + n_bets * bets[TURN]
                            n_alive += 1
                    halves[turn, pot, way] = after
                    total += after
                sums[turn, pot, 0] = n_alive
                sums[turn, pot, 1] = total


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int32, 3),
        readonly(types.int64, 3),
        THRESHOLDS,
        END_TABLES,
        RANK_LOOKUP,
        LOOKUP,
        writable(types.int64, 1),
    )
)
def add_boards(cards, rest, triples, halves, sums, thresholds, end_tables, ranks, evaluator, out):
    """Add what P1 wins on the boards whose lowest cards are triples int64[n, 3], twenty leaves each, to out int64[k].

    halves int32[194580, k, 4] and sums int64[194580, k, 2] are those of `play_turns`.
    """
    bets = thresholds.bets
    ends, river_levels, river_leasts = end_tables
    river_boards, river_now, relabelled, binomials = ranks[2], ranks[7], ranks[8], ranks[9]
    keys, suit_bits, low, high_parts, strengths, flushes = evaluator
    high = high_parts[2]
    bet = bets[RIVER]
    moved = new_moved()
    board = np.empty(3, dtype=np.int64)
    indices = np.empty((2, MOST_PAIRS), dtype=np.uint64)
    now = np.empty((2, MOST_PAIRS), dtype=np.int64)
    pairs = np.empty((2, MOST_PAIRS), dtype=np.uint8)
    turns = np.empty(5, dtype=np.uint64)
    for number in range(len(triples)):
        first, second, third = triples[number]
        board[0], board[1], board[2] = rest[first], rest[second], rest[third]
        extras = rest[third + 1 :]
        n_pairs = 0
        for upper in range(len(extras)):
            for lower in range(upper):
                pairs[0, n_pairs], pairs[1, n_pairs] = lower, upper
                n_pairs += 1
        fill_pair_indices(cards, board, extras, pairs, n_pairs, river_boards, relabelled, binomials, moved, indices)
        fetch(river_now, indices, n_pairs, now)
        hand_keys = keys_of(cards, board, 3, keys, suit_bits)
        flop = _flop_number(first, second, third, binomials)
        for pair in range(n_pairs):
            lower, upper = np.uint64(pairs[0, pair]), np.uint64(pairs[1, pair])
            one, other = np.uint64(extras[lower]), np.uint64(extras[upper])
            sign = showdown_sign(
                hand_keys, keys[one] + keys[other], suit_bits[one] + suit_bits[other], low, high, strengths, flushes
            )
            n_bets, actor, least = river_end(now[0, pair], now[1, pair], ends, river_levels, river_leasts)
            if sign == 0 and least <= 1:
                continue
            fourth, fifth = third + 1 + np.int64(lower), third + 1 + np.int64(upper)
            with_both = binomials[fourth, 3] + binomials[fifth, 4]
            turns[0] = flop + binomials[fourth, 4]
            turns[1] = flop + binomials[fifth, 4]
            turns[2] = first + binomials[second, 2] + with_both
            turns[3] = first + binomials[third, 2] + with_both
            turns[4] = second + binomials[third, 2] + with_both
            fold_sign = 2 * actor - 1
            for pot in range(len(out)):
                n_alive, total = np.int64(0), np.int64(0)
                for turn in turns:
                    n_alive += sums[turn, pot, 0]
                    total += sums[turn, pot, 1]
                if n_alive == 0:
                    continue
                n_shown, shown = n_alive, total
                if least > 1:
                    n_shown, shown = np.int64(0), np.int64(0)
                    for turn in turns:
                        for way in range(4):
                            half = np.int64(halves[turn, pot, way])
                            called = half >= least
                            n_shown += called
                            shown += half if called else 0
                out[pot] += sign * (shown + n_shown * n_bets * bet)
                out[pot] += fold_sign * (total - shown + (n_alive - n_shown) * (n_bets - 1) * bet)
