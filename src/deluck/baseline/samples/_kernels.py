"""The kernel of sampled roll-outs from before the flop: whole sums over the boards drawn, for any settings and pot."""

import numpy as np
from numba import types

from deluck._kernels import helper, kernel, readonly, writable
from deluck.baseline._kernels import END_TABLES, THRESHOLDS
from deluck.baseline.boards._kernels import (
    RANK_LOOKUP,
    fetch,
    fill_pair_places,
    fill_single_places,
    new_moved,
    split_deck,
)
from deluck.baseline.streets._kernels import (
    FLOP,
    RIVER,
    TURN,
    add_river,
    keys_of,
    play_street,
    river_end,
    showdown_sign,
    street_end,
    street_scores,
)
from deluck.chance._kernels import GOLDEN_GAMMA, random_below
from deluck.evaluator._kernels import LOOKUP

N_REST = 48


@helper
def _draw(state, deck, n_cards):
    """Move so many cards of deck int64[48], drawn without replacement, to its front; return the generator's state."""
    for place in range(n_cards):
        state += GOLDEN_GAMMA
        other = place + np.int64(random_below(state, N_REST - place))
        deck[place], deck[other] = deck[other], deck[place]
    return state


@helper
def _copy_rising(cards, out):
    """Write cards int64[n] to out int64[n] in rising order."""
    for number in range(len(cards)):
        card, place = cards[number], number
        while place > 0 and out[place - 1] > card:
            out[place] = out[place - 1]
            place -= 1
        out[place] = card


@kernel(
    types.void(
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.uint64, 1),
        types.int64,
        types.int64,
        THRESHOLDS,
        END_TABLES,
        RANK_LOOKUP,
        LOOKUP,
        writable(types.int64, 2),
    )
)
def roll_out_samples(cards, pots, seeds, n_flops, n_extras, thresholds, end_tables, ranks, evaluator, out):
    """Write sums over n_flops * n_extras * (n_extras - 1) boards of what P1 wins to out int64[n, k].

    cards int64[n, 4], P1's two first; pots int64[n, k] after the preflop round, even, in small bets, 0 for none; seeds
    uint64[n]. For each row n_flops flops are drawn, with each n_extras more cards; every two of these, in both orders,
    are turn and river. All pots of a row see the same boards.
    """
    make, offsets, totals, ratios, bets = thresholds
    ends, river_levels, river_leasts = end_tables
    flop_boards, turn_boards, river_boards, flop_now, flop_final, turn_now, turn_final, river_now = ranks[:8]
    relabelled, binomials = ranks[8], ranks[9]
    keys, suit_bits, low, high_parts, strengths, flushes = evaluator
    high = high_parts[2]
    n_pots = pots.shape[1]
    n_pairs = n_extras * (n_extras - 1) // 2
    shared = np.empty(5, dtype=np.int64)
    deck = np.empty(52, dtype=np.int64)
    extras = np.empty(n_extras, dtype=np.int64)
    moved = new_moved()
    most = max(n_pairs, n_extras)
    places = np.empty((2, most), dtype=np.uint64)
    now = np.empty((2, most), dtype=np.int64)
    final = np.empty((2, n_extras), dtype=np.int64)
    pairs = np.empty((2, n_pairs), dtype=np.uint8)
    number = 0
    for upper in range(n_extras):
        for lower in range(upper):
            pairs[0, number], pairs[1, number] = lower, upper
            number += 1
    turn_halves = np.empty(n_pots, dtype=np.int64)
    river_halves = np.empty((n_extras, n_pots), dtype=np.int64)
    for row in range(len(cards)):
        hole_cards, sums = cards[row], out[row]
        sums[:] = 0
        split_deck(hole_cards, shared[:0], shared, deck)
        state = seeds[row]
        for _ in range(n_flops):
            state = _draw(state, deck, 3 + n_extras)
            _copy_rising(deck[:3], shared[:3])
            _copy_rising(deck[3 : 3 + n_extras], extras)
            fill_single_places(
                hole_cards, shared, 2, shared[2:3], 1, 1176, flop_boards, relabelled, binomials, moved, places
            )
            fetch(flop_now, places, 1, now)
            fetch(flop_final, places, 1, final)
            scores = street_scores(now, final, 0, FLOP, ratios[FLOP])
            end = street_end(scores, FLOP, make, offsets, totals, bets, ends)
            if not play_street(pots[row], bets[FLOP], end, 2 * n_pairs, turn_halves, sums):
                continue
            turn_halves *= 2
            fill_single_places(
                hole_cards, shared, 3, extras, n_extras, 1128, turn_boards, relabelled, binomials, moved, places
            )
            fetch(turn_now, places, n_extras, now)
            fetch(turn_final, places, n_extras, final)
            any_alive = False
            for turn in range(n_extras):
                scores = street_scores(now, final, turn, TURN, ratios[TURN])
                end = street_end(scores, TURN, make, offsets, totals, bets, ends)
                alive = play_street(turn_halves, bets[TURN], end, n_extras - 1, river_halves[turn], sums)
                any_alive = any_alive or alive
            if not any_alive:
                continue
            fill_pair_places(
                hole_cards, shared, extras, pairs, n_pairs, river_boards, relabelled, binomials, moved, places
            )
            fetch(river_now, places, n_pairs, now)
            hand_keys = keys_of(hole_cards, shared, 3, keys, suit_bits)
            for pair in range(n_pairs):
                one, other = np.uint64(pairs[0, pair]), np.uint64(pairs[1, pair])
                key = keys[np.uint64(extras[one])] + keys[np.uint64(extras[other])]
                suits = suit_bits[np.uint64(extras[one])] + suit_bits[np.uint64(extras[other])]
                sign = showdown_sign(hand_keys, key, suits, low, high, strengths, flushes)
                end = river_end(now[0, pair], now[1, pair], ends, river_levels, river_leasts)
                add_river(end, sign, bets[RIVER], river_halves[one], sums)
                add_river(end, sign, bets[RIVER], river_halves[other], sums)
