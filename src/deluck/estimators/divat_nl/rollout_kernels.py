# mypy: ignore-errors
"""What cards are worth when the baseline bets all streets to come: roll-outs over the rest of the board (ROE)."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.deals_kernels import fill_engine_values
from deluck.estimators.divat.board_ranks_kernels import RANK_LOOKUP
from deluck.estimators.divat_nl.luck_kernels import draw_cards, fill_rest, seed_of
from deluck.estimators.divat_nl.policy_kernels import fill_ranks, finish_street, set_first_ranks
from deluck.games.betting_kernels import ACTOR, MOST_SEATS, N_LIVE, N_SEATS, STATE_SIZE, STREET, next_street
from deluck.metrics.showdown_shares_kernels import SHARE_TABLES, set_holes
from deluck.metrics.state_equity_kernels import deal_board, new_equity_room
from deluck.random_numbers_kernels import GOLDEN_GAMMA


@helper
def play_streets(state, holes, board, ranks, policy, rank_lookup):
    """Let the baseline bet every street after the first to the end of the hand on a board of five cards.

    The state is changed; where it is on the first street, that street's betting is over.
    """
    flops, turns, rivers, flop_now, flop_final, turn_now, turn_final, river_now, relabelled, binomials = rank_lookup
    if state[STREET] == 0:
        next_street(state)
    while state[ACTOR] >= 0:
        if state[STREET] == 1:
            fill_ranks(state, holes, board, 3, flops, flop_now, flop_final, relabelled, binomials, ranks)
        elif state[STREET] == 2:
            fill_ranks(state, holes, board, 4, turns, turn_now, turn_final, relabelled, binomials, ranks)
        else:
            fill_ranks(state, holes, board, 5, rivers, river_now, river_now, relabelled, binomials, ranks)
        finish_street(state, ranks, policy)
        next_street(state)


@helper
def _fill_mean(
    start, n_known, n_boards, holes, board, rest, n_rest, random_state, state, ranks, policy, rank_lookup, tables, room,
    fives, groups, values, out,
):  # fmt: skip
    """Write the mean over boards of what seats win when the baseline bets from a state on to out float64[seats].

    The first n_known cards of the board are dealt; of rest int64[n_rest] the others come: every river in turn where
    only that is to come, else n_boards boards at random.
    """
    n_seats = start[N_SEATS]
    out[:] = 0
    if start[N_LIVE] == 1:
        fill_engine_values(start, tables, room, fives, groups, out)
        return
    n_drawn = 1 if n_known == 5 else n_rest if n_known == 4 else n_boards
    for draw in range(n_drawn):
        if n_known == 4:
            board[4] = rest[draw]
        elif n_known < 4:
            random_state = draw_cards(random_state, 5 - n_known, rest, n_rest, board[n_known:])
        state[:] = start
        play_streets(state, holes, board, ranks, policy, rank_lookup)
        if state[N_LIVE] > 1:
            deal_board(board, 5, tables, room, groups)
        fill_engine_values(state, tables, room, fives, groups, values)
        for seat in range(n_seats):
            out[seat] += values[seat]
    for seat in range(n_seats):
        out[seat] /= n_drawn


@kernel(
    types.void(
        readonly(types.int64, 3),
        readonly(types.int64, 1),
        readonly(types.int8, 3),
        readonly(types.int8, 2),
        readonly(types.float64, 2),
        types.int64,
        readonly(types.float64, 2),
        RANK_LOOKUP,
        SHARE_TABLES,
        writable(types.float64, 2),
        writable(types.float64, 3),
    )
)
def fill_rollout_values(
    states, last_streets, holes, boards, first_ranks, n_boards, policy, rank_lookup, tables, first_values, changes
):
    """Write the roll-outs of n hands before the flop to first_values and the change with each deal to changes.

    In chips, float64[n, seats] and float64[n, 4, seats]. Arguments as for `fill_baseline_values`; means over turn and
    river, or the whole board, are over n_boards boards drawn with a seed made of the hole cards and the street, means
    over the river alone are exact. Changes of streets that were not dealt, or on which nobody could bet,
    are not written.
    """
    room, fives, groups = new_equity_room()
    state = np.empty(STATE_SIZE, dtype=np.int64)
    begun = np.empty(STATE_SIZE, dtype=np.int64)
    board = np.zeros(5, dtype=np.int64)
    rest = np.empty(52, dtype=np.int64)
    ranks = np.zeros((2, MOST_SEATS), dtype=np.float64)
    values = np.zeros(MOST_SEATS, dtype=np.float64)
    before = np.zeros(MOST_SEATS, dtype=np.float64)
    after = np.zeros(MOST_SEATS, dtype=np.float64)
    for hand in range(len(states)):
        n_seats, hole = states[hand, 0, N_SEATS], holes[hand]
        set_holes(hole, n_seats, room)
        seed = seed_of(hole, n_seats)
        set_first_ranks(first_ranks[hand], n_seats, ranks)
        begun[:] = states[hand, 0]
        finish_street(begun, ranks, policy)
        n_rest = fill_rest(hole, n_seats, board, 0, rest)
        _fill_mean(
            begun, 0, n_boards, hole, board, rest, n_rest, seed, state, ranks, policy, rank_lookup, tables, room,
            fives, groups, values, before,
        )  # fmt: skip
        for seat in range(n_seats):
            first_values[hand, seat] = before[seat]
        for street in range(1, last_streets[hand] + 1):
            start = states[hand, street]
            if start[ACTOR] < 0:
                continue
            n_before, n_board = street + 1 if street > 1 else 0, street + 2
            for index in range(n_before):
                board[index] = boards[hand, index]
            n_rest = fill_rest(hole, n_seats, board, n_before, rest)
            seed += GOLDEN_GAMMA * np.uint64(1 << 40)
            _fill_mean(
                start, n_before, n_boards, hole, board, rest, n_rest, seed, state, ranks, policy, rank_lookup, tables,
                room, fives, groups, values, before,
            )  # fmt: skip
            for index in range(n_board):
                board[index] = boards[hand, index]
            n_rest = fill_rest(hole, n_seats, board, n_board, rest)
            seed += GOLDEN_GAMMA * np.uint64(1 << 40)
            _fill_mean(
                start, n_board, n_boards, hole, board, rest, n_rest, seed, state, ranks, policy, rank_lookup, tables,
                room, fives, groups, values, after,
            )  # fmt: skip
            for seat in range(n_seats):
                changes[hand, street, seat] = after[seat] - before[seat]
