# mypy: ignore-errors
"""Kernels of roll-outs from flop, turn and river: exact sums in whole small bets, for any settings and even pot."""

from typing import NamedTuple

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.divat.board_ranks_kernels import (
    RANK_LOOKUP,
    fetch,
    fill_pair_indices,
    fill_single_indices,
    new_moved,
    split_deck,
)
from deluck.estimators.divat.policy_kernels import END_TABLES, THRESHOLDS, folded_value, least_half, level_of
from deluck.evaluator.strength_kernels import LOOKUP, strength_of

FLOP, TURN, RIVER = 1, 2, 3

ROLL_OUT = types.void(
    readonly(types.int64, 2),
    readonly(types.int64, 2),
    readonly(types.int64, 2),
    types.boolean,
    THRESHOLDS,
    END_TABLES,
    RANK_LOOKUP,
    LOOKUP,
    writable(types.int64, 2),
)


class Keys(NamedTuple):
    """Sums of the evaluator's keys and suit bits, for P1's holding, P2's and the shared board cards."""

    first: "object"
    second: "object"
    board: "object"
    first_suits: "object"
    second_suits: "object"
    board_suits: "object"


@helper
def keys_of(hole_cards, shared, n_shared, keys, suit_bits):
    """Return the sums of keys and suit bits of two holdings int64[4] and the first n_shared cards of a board."""
    board, board_suits = np.uint64(0), np.uint64(0)
    for index in range(n_shared):
        board += keys[shared[index]]
        board_suits += suit_bits[shared[index]]
    return Keys(
        keys[hole_cards[0]] + keys[hole_cards[1]],
        keys[hole_cards[2]] + keys[hole_cards[3]],
        board,
        suit_bits[hole_cards[0]] + suit_bits[hole_cards[1]],
        suit_bits[hole_cards[2]] + suit_bits[hole_cards[3]],
        board_suits,
    )


@helper
def showdown_sign(hand_keys, key, suits, low, high, strengths, flushes):
    """Return 1 if P1 wins the showdown, -1 if P2 does, 0 for a tie; key and suits are of the extra board cards."""
    key += hand_keys.board
    suits += hand_keys.board_suits
    ours = strength_of(key + hand_keys.first, suits + hand_keys.first_suits, low, high, strengths, flushes)
    theirs = strength_of(key + hand_keys.second, suits + hand_keys.second_suits, low, high, strengths, flushes)
    return np.int64(ours > theirs) - np.int64(ours < theirs)


@helper
def river_end(first, second, ends, levels, leasts):
    """Return the bets of a river between two rank counts, who ends it (0 or 1), and that hand's least half."""
    end = np.int64(ends[np.uint64(levels[np.uint64(first)]) * np.uint64(5) + np.uint64(levels[np.uint64(second)])])
    n_bets, actor = end >> 1, end & 1
    return n_bets, actor, leasts[np.uint64(n_bets), np.uint64(second if actor == 1 else first)]


@helper
def street_scores(counts_now, counts_final, number, street, ratio):
    """Return P1's and P2's scores to bet by and to fold by, from their counts int64[2, ...]."""
    first_now, first_final = ratio * counts_now[0, number], counts_final[0, number]
    second_now, second_final = ratio * counts_now[1, number], counts_final[1, number]
    first, second = max(first_now, first_final), max(second_now, second_final)
    if street == FLOP:
        return first, second, first_now + first_final, second_now + second_final
    return first, second, first, second


@helper
def street_end(scores, street, make, offsets, totals, bets, ends):
    """Return the bets of a flop or turn, who ends it (0 or 1), and the least half at which that hand calls."""
    first, second, first_fold, second_fold = scores
    end = np.int64(ends[5 * level_of(first, make[street]) + level_of(second, make[street])])
    n_bets, actor = end >> 1, end & 1
    least = least_half(
        second_fold if actor == 1 else first_fold,
        n_bets,
        bets[street],
        totals[street],
        offsets[street, 0],
        offsets[street, 1],
    )
    return n_bets, actor, least


@helper
def play_street(pots, bet, end, n_leaves, halves, out):
    """Write the half pots after a round to halves int64[k], 0 where it is over; add the folds to out int64[k].

    pots int64[k], 0 for none; return whether any pot is still played.
    """
    n_bets, actor, least = end
    alive = False
    for number in range(len(pots)):
        half = pots[number] >> 1
        halves[number] = 0
        if half > 0:
            if half < least:
                out[number] += n_leaves * folded_value(actor, half, n_bets, bet)
            else:
                halves[number] = half + n_bets * bet
                alive = True
    return alive


@helper
def add_river(end, sign, bet, halves, out):
    """Add what P1 wins on a river board, by half pot int64[k] (0 for none), to out int64[k]."""
    n_bets, actor, least = end
    if sign == 0 and least <= 1:
        return
    shown, fold_sign = sign * n_bets * bet, 2 * actor - 1
    lost = fold_sign * (n_bets - 1) * bet
    for number in range(len(halves)):
        half = halves[number]
        value = fold_sign * half + lost if half < least else sign * half + shown
        out[number] += value if half > 0 else 0


class Room(NamedTuple):
    """Where roll-outs from the flop over some extra cards put what they look up; k pots."""

    moved: "object"
    indices: "object"  # uint64[2, pairs]
    now: "object"  # int64[2, pairs]
    final: "object"  # int64[2, extras]
    pairs: "object"  # uint8[2, pairs]
    halves: "object"  # int64[extras, k]
    alive: "object"  # uint8[extras]


@helper
def new_room(n_extras, n_pots):
    """Return room for so many extra cards, of which every two may be turn and river, and so many pots."""
    n_pairs = max(n_extras * (n_extras - 1) // 2, n_extras)
    return Room(
        new_moved(),
        np.empty((2, n_pairs), dtype=np.uint64),
        np.empty((2, n_pairs), dtype=np.int64),
        np.empty((2, n_extras), dtype=np.int64),
        np.empty((2, n_pairs), dtype=np.uint8),
        np.empty((n_extras, n_pots), dtype=np.int64),
        np.empty(n_extras, dtype=np.uint8),
    )


@helper
def play_flop(hole_cards, shared, pots, n_leaves, thresholds, end_tables, ranks, room, halves, out):
    """Play the baseline's flop on the first three of shared, as `play_street` does."""
    make, offsets, totals, ratios, bets = thresholds
    flop_boards, flop_now, flop_final, relabelled, binomials = ranks[0], ranks[3], ranks[4], ranks[8], ranks[9]
    fill_single_indices(
        hole_cards, shared, 2, shared[2:3], 1, 1176, flop_boards, relabelled, binomials, room.moved, room.indices
    )
    fetch(flop_now, room.indices, 1, room.now)
    fetch(flop_final, room.indices, 1, room.final)
    scores = street_scores(room.now, room.final, 0, FLOP, ratios[FLOP])
    end = street_end(scores, FLOP, make, offsets, totals, bets, end_tables.ends)
    return play_street(pots, bets[FLOP], end, n_leaves, halves, out)


@helper
def add_runouts(hole_cards, shared, extras, pots, thresholds, end_tables, ranks, evaluator, room, out):
    """Add what P1 wins over every turn and river of extras int64[n], rising, in both orders, to out int64[k].

    The first three of shared are the flop; pots int64[k] at the end of its betting, 0 for none.
    """
    make, offsets, totals, ratios, bets = thresholds
    ends, river_levels, river_leasts = end_tables
    turn_boards, river_boards, turn_now, turn_final, river_now = ranks[1], ranks[2], ranks[5], ranks[6], ranks[7]
    relabelled, binomials = ranks[8], ranks[9]
    keys, suit_bits, low, high_parts, strengths, flushes = evaluator
    high = high_parts[2]
    moved, indices, now, final, pairs, halves, alive = room
    n_extras = len(extras)
    fill_single_indices(
        hole_cards, shared, 3, extras, n_extras, 1128, turn_boards, relabelled, binomials, moved, indices
    )
    fetch(turn_now, indices, n_extras, now)
    fetch(turn_final, indices, n_extras, final)
    n_pairs = 0
    for turn in range(n_extras):
        scores = street_scores(now, final, turn, TURN, ratios[TURN])
        end = street_end(scores, TURN, make, offsets, totals, bets, ends)
        alive[turn] = play_street(pots, bets[TURN], end, n_extras - 1, halves[turn], out)
        for other in range(turn):
            if alive[turn] or alive[other]:
                pairs[0, n_pairs] = other
                pairs[1, n_pairs] = turn
                n_pairs += 1
    if n_pairs == 0:
        return
    fill_pair_indices(hole_cards, shared, extras, pairs, n_pairs, river_boards, relabelled, binomials, moved, indices)
    fetch(river_now, indices, n_pairs, now)
    hand_keys = keys_of(hole_cards, shared, 3, keys, suit_bits)
    for number in range(n_pairs):
        one, other = np.uint64(pairs[0, number]), np.uint64(pairs[1, number])
        key = keys[np.uint64(extras[one])] + keys[np.uint64(extras[other])]
        suits = suit_bits[np.uint64(extras[one])] + suit_bits[np.uint64(extras[other])]
        sign = showdown_sign(hand_keys, key, suits, low, high, strengths, flushes)
        end = river_end(now[0, number], now[1, number], ends, river_levels, river_leasts)
        add_river(end, sign, bets[RIVER], halves[one], out)
        add_river(end, sign, bets[RIVER], halves[other], out)


@kernel(ROLL_OUT)
def roll_out_flops(cards, boards, pots, from_start, thresholds, end_tables, ranks, evaluator, out):
    """Write the sums over 45 turns and 44 rivers of what P1 wins to out int64[n, k].

    cards int64[n, 4], P1's two first; boards int64[n, 3]; pots int64[n, k], even, 0 for none: out is 0 there. The pot
    is that at the end of the flop's betting, or at its start if from_start: then the baseline plays the flop too.
    """
    n_pots = pots.shape[1]
    shared = np.empty(5, dtype=np.int64)
    rest = np.empty(48, dtype=np.int64)
    turn_pots = np.empty(n_pots, dtype=np.int64)
    room = new_room(45, n_pots)
    for row in range(len(cards)):
        hole_cards, sums = cards[row], out[row]
        split_deck(hole_cards, boards[row], shared, rest)
        sums[:] = 0
        if from_start:
            if not play_flop(
                hole_cards, shared, pots[row], 45 * 44, thresholds, end_tables, ranks, room, turn_pots, sums
            ):
                continue
            turn_pots *= 2
        else:
            turn_pots[:] = pots[row]
        add_runouts(hole_cards, shared, rest[:45], turn_pots, thresholds, end_tables, ranks, evaluator, room, sums)


@kernel(ROLL_OUT)
def roll_out_turns(cards, boards, pots, from_start, thresholds, end_tables, ranks, evaluator, out):
    """Write the sums over 44 rivers of what P1 wins to out int64[n, k]: as `roll_out_flops`, boards int64[n, 4]."""
    make, offsets, totals, ratios, bets = thresholds
    ends, river_levels, river_leasts = end_tables
    turn_boards, river_boards = ranks[1], ranks[2]
    turn_now, turn_final, river_now = ranks[5], ranks[6], ranks[7]
    relabelled, binomials = ranks[8], ranks[9]
    keys, suit_bits, low, high_parts, strengths, flushes = evaluator
    high = high_parts[2]
    shared = np.empty(5, dtype=np.int64)
    rest = np.empty(48, dtype=np.int64)
    moved = new_moved()
    indices = np.empty((2, 48), dtype=np.uint64)
    now = np.empty((2, 48), dtype=np.int64)
    final = np.empty((2, 48), dtype=np.int64)
    halves = np.empty(pots.shape[1], dtype=np.int64)
    for row in range(len(cards)):
        hole_cards, sums = cards[row], out[row]
        split_deck(hole_cards, boards[row], shared, rest)
        sums[:] = 0
        if from_start:
            fill_single_indices(
                hole_cards, shared, 3, shared[3:4], 1, 1128, turn_boards, relabelled, binomials, moved, indices
            )
            fetch(turn_now, indices, 1, now)
            fetch(turn_final, indices, 1, final)
            scores = street_scores(now, final, 0, TURN, ratios[TURN])
            end = street_end(scores, TURN, make, offsets, totals, bets, ends)
            if not play_street(pots[row], bets[TURN], end, 44, halves, sums):
                continue
        else:
            for number in range(len(halves)):
                halves[number] = pots[row, number] >> 1
        fill_single_indices(hole_cards, shared, 4, rest, 44, 1081, river_boards, relabelled, binomials, moved, indices)
        fetch(river_now, indices, 44, now)
        hand_keys = keys_of(hole_cards, shared, 4, keys, suit_bits)
        for number in range(44):
            river = np.uint64(rest[number])
            sign = showdown_sign(hand_keys, keys[river], suit_bits[river], low, high, strengths, flushes)
            end = river_end(now[0, number], now[1, number], ends, river_levels, river_leasts)
            add_river(end, sign, bets[RIVER], halves, sums)


@kernel(ROLL_OUT)
def roll_out_rivers(cards, boards, pots, from_start, thresholds, end_tables, ranks, evaluator, out):
    """Write what P1 wins on the river to out int64[n, k]: as `roll_out_flops`, boards int64[n, 5], one leaf."""
    bets = thresholds.bets
    ends, river_levels, river_leasts = end_tables
    river_boards, river_now, relabelled, binomials = ranks[2], ranks[7], ranks[8], ranks[9]
    keys, suit_bits, low, high_parts, strengths, flushes = evaluator
    high = high_parts[2]
    shared = np.empty(5, dtype=np.int64)
    rest = np.empty(48, dtype=np.int64)
    moved = new_moved()
    indices = np.empty((2, 1), dtype=np.uint64)
    now = np.empty((2, 1), dtype=np.int64)
    halves = np.empty(pots.shape[1], dtype=np.int64)
    for row in range(len(cards)):
        hole_cards, sums = cards[row], out[row]
        split_deck(hole_cards, boards[row], shared, rest)
        sums[:] = 0
        hand_keys = keys_of(hole_cards, shared, 5, keys, suit_bits)
        sign = showdown_sign(hand_keys, np.uint64(0), np.uint64(0), low, high, strengths, flushes)
        for number in range(len(halves)):
            halves[number] = pots[row, number] >> 1
        if not from_start:
            for number in range(len(halves)):
                sums[number] = sign * halves[number]
            continue
        fill_single_indices(
            hole_cards, shared, 4, shared[4:5], 1, 1081, river_boards, relabelled, binomials, moved, indices
        )
        fetch(river_now, indices, 1, now)
        end = river_end(now[0, 0], now[1, 0], ends, river_levels, river_leasts)
        add_river(end, sign, bets[RIVER], halves, sums)
