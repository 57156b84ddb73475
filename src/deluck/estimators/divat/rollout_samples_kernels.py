# mypy: ignore-errors
"""The kernel of sampled roll-outs from before the flop: whole sums over the boards drawn, for any settings and pot."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.divat.board_ranks_kernels import RANK_LOOKUP, split_deck
from deluck.estimators.divat.policy_kernels import END_TABLES, THRESHOLDS
from deluck.estimators.divat.rollout_kernels import add_runouts, new_room, play_flop
from deluck.evaluator.strength_kernels import LOOKUP
from deluck.random_numbers_kernels import GOLDEN_GAMMA, random_below

N_REST = 48


@helper
def _draw(state, deck, n_cards):
    """Move so many cards of deck int64[48], drawn without replacement, to its front; return the generator's state."""
    for index in range(n_cards):
        state += GOLDEN_GAMMA
        other = index + np.int64(random_below(state, N_REST - index))
        deck[index], deck[other] = deck[other], deck[index]
    return state


@helper
def _copy_rising(cards, out):
    """Write cards int64[n] to out int64[n] in rising order."""
    for number in range(len(cards)):
        card, index = cards[number], number
        while index > 0 and out[index - 1] > card:
            out[index] = out[index - 1]
            index -= 1
        out[index] = card


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
    n_pots = pots.shape[1]
    shared = np.empty(5, dtype=np.int64)
    deck = np.empty(52, dtype=np.int64)
    extras = np.empty(n_extras, dtype=np.int64)
    turn_pots = np.empty(n_pots, dtype=np.int64)
    room = new_room(n_extras, n_pots)
    n_leaves = n_extras * (n_extras - 1)
    for row in range(len(cards)):
        hole_cards, sums = cards[row], out[row]
        sums[:] = 0
        split_deck(hole_cards, shared[:0], shared, deck)
        state = seeds[row]
        for _ in range(n_flops):
            state = _draw(state, deck, 3 + n_extras)
            _copy_rising(deck[:3], shared[:3])
            _copy_rising(deck[3 : 3 + n_extras], extras)
            if play_flop(hole_cards, shared, pots[row], n_leaves, thresholds, end_tables, ranks, room, turn_pots, sums):
                turn_pots *= 2
                add_runouts(hole_cards, shared, extras, turn_pots, thresholds, end_tables, ranks, evaluator, room, sums)
