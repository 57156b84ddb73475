# mypy: ignore-errors
"""What every seat can expect if no more is bet, before and after each deal of a hand's board."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.games.betting_kernels import BEHIND, DEAD, FOLDED, HAS_STACKS, MOST_SEATS, N_SEATS, PAID, SHORT_DEAD
from deluck.metrics.showdown_shares_kernels import SHARE_TABLES, set_holes
from deluck.metrics.state_equity_kernels import deal_board, fill_values, new_equity_room


@helper
def fill_engine_values(state, tables, room, fives, groups, out):
    """Write what every seat can expect in chips if no more is bet to out float64[seats], as `fill_values` does."""
    fill_values(
        state[N_SEATS],
        state[PAID : PAID + MOST_SEATS],
        state[DEAD : DEAD + MOST_SEATS],
        state[SHORT_DEAD],
        state[FOLDED],
        tables,
        room,
        fives,
        groups,
        out,
    )


@helper
def _n_able_to_bet(state):
    """Return how many seats that are in have chips behind."""
    if not state[HAS_STACKS]:
        return np.int64(MOST_SEATS)
    n_able = np.int64(0)
    for seat in range(state[N_SEATS]):
        if state[BEHIND + seat] > 0 and not state[FOLDED] >> seat & 1:
            n_able += 1
    return n_able


@kernel(
    types.void(
        readonly(types.int64, 3),
        readonly(types.int64, 1),
        readonly(types.int8, 3),
        readonly(types.int8, 2),
        SHARE_TABLES,
        writable(types.float64, 3),
        writable(types.float64, 3),
    )
)
def fill_deal_values(states, last_streets, holes, boards, tables, before, after):
    """Write the values of n hands before and after each deal, in chips, to before and after float64[n, 4, seats].

    states int64[n, 4, STATE_SIZE] as `deluck.records.decisions.street_states` has them, last_streets int64[n]; holes
    int8[n, seats, 2], all known, boards int8[n, 5]. Rows of streets that were not dealt, and of the first, are not
    changed.
    """
    room, fives, groups = new_equity_room()
    for hand in range(len(states)):
        last = last_streets[hand]
        if last == 0:
            continue
        set_holes(holes[hand], states[hand, 0, N_SEATS], room)
        for street in range(last + 1):
            deal_board(boards[hand], street + 2 if street else 0, tables, room, groups)
            if street > 0:
                fill_engine_values(states[hand, street], tables, room, fives, groups, after[hand, street])
            if street < last:
                fill_engine_values(states[hand, street + 1], tables, room, fives, groups, before[hand, street + 1])


@kernel(
    types.void(
        readonly(types.int64, 3),
        readonly(types.int64, 1),
        readonly(types.int8, 3),
        readonly(types.int8, 2),
        SHARE_TABLES,
        writable(types.int8, 1),
        writable(types.float64, 2),
    )
)
def fill_all_in_values(states, last_streets, holes, boards, tables, streets, values):
    """Write the first street dealt when fewer than two seats could bet to streets int8[n], 0 if there was none.

    And the values in chips before that deal to values float64[n, seats], which are not changed where there was none, or
    of seats that were in where a card of theirs, or of the board before that deal, is not known (-1). The rest as for
    `fill_deal_values`.
    """
    room, fives, groups = new_equity_room()
    for hand in range(len(states)):
        n_seats = states[hand, 0, N_SEATS]
        streets[hand] = 0
        for street in range(1, last_streets[hand] + 1):
            state = states[hand, street]
            if _n_able_to_bet(state) >= 2:
                continue
            streets[hand] = street
            n_board = street + 1 if street > 1 else 0
            known = True
            for index in range(n_board):
                known = known and boards[hand, index] >= 0
            for seat in range(n_seats):
                if not state[FOLDED] >> seat & 1:
                    known = known and holes[hand, seat, 0] >= 0 and holes[hand, seat, 1] >= 0
            if known:
                set_holes(holes[hand], n_seats, room)
                deal_board(boards[hand], n_board, tables, room, groups)
                fill_engine_values(state, tables, room, fives, groups, values[hand])
            else:
                for seat in range(n_seats):
                    if state[FOLDED] >> seat & 1:
                        values[hand, seat] = -state[PAID + seat]
            break
