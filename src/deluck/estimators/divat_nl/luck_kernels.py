# mypy: ignore-errors
"""What cards are worth when the one-street baseline bets each street: values W and their means over the next deal."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.deals_kernels import fill_engine_values
from deluck.estimators.divat.board_ranks_kernels import RANK_LOOKUP
from deluck.estimators.divat_nl.policy_kernels import fill_ranks, finish_street, set_first_ranks
from deluck.games.betting_kernels import (
    ACTOR,
    BEHIND,
    FOLDED,
    HAS_STACKS,
    MOST_SEATS,
    N_LIVE,
    N_SEATS,
    POT,
    STATE_SIZE,
)
from deluck.metrics.showdown_shares_kernels import SHARE_TABLES, set_holes
from deluck.metrics.state_equity_kernels import deal_board, new_equity_room
from deluck.random_numbers_kernels import GOLDEN_GAMMA, random_below, random_bits


@helper
def fill_rest(holes, n_seats, board, n_board, rest):
    """Write the cards that are neither hole cards nor among the first n_board of the board; return how many."""
    dealt = np.uint64(0)
    for seat in range(n_seats):
        dealt |= (np.uint64(1) << np.uint64(holes[seat, 0])) | (np.uint64(1) << np.uint64(holes[seat, 1]))
    for index in range(n_board):
        dealt |= np.uint64(1) << np.uint64(board[index])
    n_rest = 0
    for card in range(52):
        if not (dealt >> np.uint64(card)) & np.uint64(1):
            rest[n_rest] = card
            n_rest += 1
    return n_rest


@helper
def seed_of(holes, n_seats):
    """Return a seed made of the hole cards alone, whichever of a seat's two comes first."""
    seed = np.uint64(n_seats)
    for seat in range(n_seats):
        one, other = np.int64(holes[seat, 0]), np.int64(holes[seat, 1])
        seed = random_bits(seed + GOLDEN_GAMMA + np.uint64(52 * max(one, other) + min(one, other)))
    return seed


@helper
def draw_cards(random_state, n_cards, rest, n_rest, board):
    """Draw cards of rest without replacement as the first of board; return the generator's state."""
    for index in range(n_cards):
        random_state += GOLDEN_GAMMA
        other = index + np.int64(random_below(random_state, n_rest - index))
        rest[index], rest[other] = rest[other], rest[index]
        board[index] = rest[index]
    return random_state


@helper
def _stacks_to_pot(state):
    """Return the second largest stack behind of the seats that are in, over the pot; infinite without stacks."""
    if not state[HAS_STACKS]:
        return np.inf
    largest, second = np.int64(0), np.int64(0)
    for seat in range(state[N_SEATS]):
        if not state[FOLDED] >> seat & 1:
            chips = state[BEHIND + seat]
            if chips > largest:
                largest, second = chips, largest
            elif chips > second:
                second = chips
    return second / state[POT]


@helper
def _add_value(state, board, n_board, ranks, policy, tables, room, fives, groups, values, out):
    """Play a state to the end of its street and add what every seat can expect then to out float64[seats]: W."""
    finish_street(state, ranks, policy)
    if state[N_LIVE] > 1:
        deal_board(board, n_board, tables, room, groups)
    fill_engine_values(state, tables, room, fives, groups, values)
    for seat in range(state[N_SEATS]):
        out[seat] += values[seat]


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
        writable(types.float64, 2),
    )
)
def fill_baseline_values(
    states,
    last_streets,
    holes,
    boards,
    first_ranks,
    n_flops,
    policy,
    rank_lookup,
    tables,
    first_values,
    changes,
    stacks_to_pot,
):
    """Write W before the flop to first_values float64[n, seats] and ROE1 of each deal to changes float64[n, 4, seats].

    In chips. states int64[n, 4, STATE_SIZE] as `deluck.records.street_states` has them, last_streets int64[n]; holes
    int8[n, seats, 2], all known, boards int8[n, 5]; first_ranks float64[n, seats] are the ranks before the flop. The
    mean before the flop is over n_flops flops drawn with a seed made of the hole cards, the same for all seats. Changes
    of streets that were not dealt, or on which nobody could bet, are not written; stacks_to_pot float64[n, 4] gets the
    stacks at each deal over the pot.
    """
    flops, turns, rivers, flop_now, flop_final, turn_now, turn_final, river_now, relabelled, binomials = rank_lookup
    room, fives, groups = new_equity_room()
    state = np.empty(STATE_SIZE, dtype=np.int64)
    board = np.zeros(5, dtype=np.int64)
    rest = np.empty(52, dtype=np.int64)
    ranks = np.zeros((2, MOST_SEATS), dtype=np.float64)
    values = np.zeros(MOST_SEATS, dtype=np.float64)
    total = np.zeros(MOST_SEATS, dtype=np.float64)
    for hand in range(len(states)):
        n_seats, hole = states[hand, 0, N_SEATS], holes[hand]
        set_holes(hole, n_seats, room)
        set_first_ranks(first_ranks[hand], n_seats, ranks)
        state[:] = states[hand, 0]
        first_values[hand] = 0
        _add_value(state, board, 0, ranks, policy, tables, room, fives, groups, values, first_values[hand])
        for street in range(1, last_streets[hand] + 1):
            start = states[hand, street]
            stacks_to_pot[hand, street] = _stacks_to_pot(start)
            if start[ACTOR] < 0:
                continue
            n_before, n_board = street + 1 if street > 1 else 0, street + 2
            for index in range(5):
                board[index] = boards[hand, index]
            n_rest = fill_rest(hole, n_seats, board, n_before, rest)
            n_drawn = n_flops if street == 1 else n_rest
            random_state = seed_of(hole, n_seats)
            total[:] = 0
            for draw in range(-1, n_drawn):  # first the cards that were dealt
                if draw >= 0 and street == 1:
                    random_state = draw_cards(random_state, 3, rest, n_rest, board)
                elif draw >= 0:
                    board[n_before] = rest[draw]
                state[:] = start
                if street == 1:
                    fill_ranks(state, hole, board, 3, flops, flop_now, flop_final, relabelled, binomials, ranks)
                elif street == 2:
                    fill_ranks(state, hole, board, 4, turns, turn_now, turn_final, relabelled, binomials, ranks)
                else:
                    fill_ranks(state, hole, board, 5, rivers, river_now, river_now, relabelled, binomials, ranks)
                _add_value(state, board, n_board, ranks, policy, tables, room, fives, groups, values, total)
                if draw < 0:
                    for seat in range(n_seats):
                        changes[hand, street, seat] = total[seat]
                    total[:] = 0
            for seat in range(n_seats):
                changes[hand, street, seat] -= total[seat] / n_drawn
