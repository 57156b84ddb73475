# mypy: ignore-errors
"""What a seat is worth before the cards: the one-street baseline's first street on cards dealt anew."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.deals_kernels import fill_engine_values
from deluck.estimators.divat_nl.policy_kernels import finish_street, set_first_ranks
from deluck.games.betting_kernels import MOST_SEATS, N_LIVE, N_SEATS, STATE_SIZE
from deluck.metrics.showdown_shares_kernels import SHARE_TABLES, set_holes
from deluck.metrics.state_equity_kernels import deal_board, new_equity_room
from deluck.random_numbers_kernels import GOLDEN_GAMMA, random_below

N_CARDS = 52


@helper
def _deal(random_state, deck, n_seats, holding_ranks, holes, board, first_ranks):
    """Deal hole cards and a whole board from deck int64[52]; write the ranks before the flop; return the new state."""
    n_holes = 2 * n_seats
    for index in range(n_holes + 5):
        random_state += GOLDEN_GAMMA
        other = index + np.int64(random_below(random_state, N_CARDS - index))
        deck[index], deck[other] = deck[other], deck[index]
    for seat in range(n_seats):
        one, other = deck[2 * seat], deck[2 * seat + 1]
        holes[seat, 0], holes[seat, 1] = one, other
        larger, smaller = max(one, other), min(one, other)
        first_ranks[seat] = holding_ranks[(larger * (larger - 1) >> 1) + smaller]
    for index in range(5):
        board[index] = deck[n_holes + index]
    return random_state


@helper
def _fill_outcome(start, state, holes, board, first_ranks, ranks, policy, tables, room, fives, groups, out):
    """Write what every seat wins on these cards if the baseline bets the first street and all is shown down then."""
    n_seats = start[N_SEATS]
    state[:] = start
    set_first_ranks(first_ranks, n_seats, ranks)
    finish_street(state, ranks, policy)
    if state[N_LIVE] > 1:
        set_holes(holes, n_seats, room)
        deal_board(board, 5, tables, room, groups)
    fill_engine_values(state, tables, room, fives, groups, out)


@kernel(
    types.void(
        readonly(types.int64, 2),
        readonly(types.uint64, 1),
        types.int64,
        readonly(types.float64, 1),
        readonly(types.float64, 2),
        SHARE_TABLES,
        writable(types.float64, 2),
    )
)
def fill_redealt_values(states, seeds, n_redeals, holding_ranks, policy, tables, out):
    """Write the mean over n_redeals deals of what every seat wins, in chips, to out float64[n, seats].

    states int64[n, STATE_SIZE] as they stand before the first decision, seeds uint64[n]; holding_ranks float64[1326]
    are the ranks of holdings before the flop. Each deal has its own board, whose mean is what could be expected.
    """
    room, fives, groups = new_equity_room()
    deck = np.empty(N_CARDS, dtype=np.int64)
    holes = np.zeros((MOST_SEATS, 2), dtype=np.int64)
    board = np.zeros(5, dtype=np.int64)
    first_ranks = np.zeros(MOST_SEATS, dtype=np.float64)
    ranks = np.zeros((2, MOST_SEATS), dtype=np.float64)
    state = np.empty(STATE_SIZE, dtype=np.int64)
    values = np.zeros(MOST_SEATS, dtype=np.float64)
    for hand in range(len(states)):
        start = states[hand]
        n_seats = start[N_SEATS]
        random_state = seeds[hand]
        for card in range(N_CARDS):
            deck[card] = card
        out[hand] = 0
        for _ in range(n_redeals):
            random_state = _deal(random_state, deck, n_seats, holding_ranks, holes, board, first_ranks)
            _fill_outcome(start, state, holes, board, first_ranks, ranks, policy, tables, room, fives, groups, values)
            for seat in range(n_seats):
                out[hand, seat] += values[seat]
        for seat in range(n_seats):
            out[hand, seat] /= n_redeals


@kernel(
    types.void(
        readonly(types.int64, 1),
        types.uint64,
        types.int64,
        readonly(types.float64, 1),
        readonly(types.int64, 1),
        readonly(types.float64, 2),
        SHARE_TABLES,
        writable(types.float64, 3),
    )
)
def add_class_values(start, seed, n_deals, holding_ranks, classes, policy, tables, sums):
    """Add deals to sums float64[seats, 169, 3]: how many, what the seat won in chips, and its square.

    By the seat's starting hand, classes int64[1326]; the rest as for `fill_redealt_values`.
    """
    room, fives, groups = new_equity_room()
    deck = np.arange(N_CARDS)
    holes = np.zeros((MOST_SEATS, 2), dtype=np.int64)
    board = np.zeros(5, dtype=np.int64)
    first_ranks = np.zeros(MOST_SEATS, dtype=np.float64)
    ranks = np.zeros((2, MOST_SEATS), dtype=np.float64)
    state = np.empty(STATE_SIZE, dtype=np.int64)
    values = np.zeros(MOST_SEATS, dtype=np.float64)
    n_seats = start[N_SEATS]
    random_state = seed
    for _ in range(n_deals):
        random_state = _deal(random_state, deck, n_seats, holding_ranks, holes, board, first_ranks)
        _fill_outcome(start, state, holes, board, first_ranks, ranks, policy, tables, room, fives, groups, values)
        for seat in range(n_seats):
            one, other = holes[seat, 0], holes[seat, 1]
            larger, smaller = max(one, other), min(one, other)
            row = sums[seat, classes[(larger * (larger - 1) >> 1) + smaller]]
            row[0] += 1
            row[1] += values[seat]
            row[2] += values[seat] * values[seat]
