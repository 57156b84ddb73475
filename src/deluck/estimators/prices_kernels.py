# mypy: ignore-errors
"""Prices of decisions: what each changes if the passive honest baseline finishes the round before and after it."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.deals_kernels import fill_engine_values
from deluck.estimators.divat.board_ranks_kernels import RANK_LOOKUP
from deluck.estimators.divat_nl.policy_kernels import choose, fill_ranks, finish_street, set_first_ranks
from deluck.games.betting_kernels import ACTOR, MOST_SEATS, N_SEATS, NO_AMOUNT, RAISE, STATE_SIZE, apply
from deluck.metrics.showdown_shares_kernels import SHARE_TABLES, set_holes
from deluck.metrics.state_equity_kernels import deal_board, new_equity_room


@helper
def _fill_finished(node, state, ranks, policy, tables, room, fives, groups, out):
    """Write what every seat can expect if the baseline finishes the street from a node, to out float64[seats]: B."""
    state[:] = node
    finish_street(state, ranks, policy)
    fill_engine_values(state, tables, room, fives, groups, out)


@kernel(
    types.void(
        readonly(types.int64, 3),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint8, 1),
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        readonly(types.int8, 3),
        readonly(types.int8, 2),
        readonly(types.float64, 2),
        readonly(types.float64, 2),
        RANK_LOOKUP,
        SHARE_TABLES,
        writable(types.float64, 2),
        writable(types.float64, 2),
        writable(types.uint8, 1),
    )
)
def fill_prices(
    states,
    last_streets,
    starts,
    streets,
    actions,
    amounts,
    holes,
    boards,
    first_ranks,
    policy,
    rank_lookup,
    tables,
    roots,
    prices,
    baseline_actions,
):
    """Write the price of each of d decisions of n hands to every seat, in chips, to prices float64[d, seats].

    states int64[n, 4, STATE_SIZE] and last_streets int64[n] as for `fill_deal_values`; the decisions of hand i are
    those from starts[i] to starts[i + 1], with streets and actions uint8[d] and amounts int64[d] as
    `deluck.records.walk` has them; holes int8[n, seats, 2], all known, boards int8[n, 5], first_ranks float64[n, seats]
    before the flop. roots float64[n, seats] gets what every seat can expect if the baseline finishes the first street
    from its start, baseline_actions uint8[d] what the baseline would do.
    """
    flops, turns, rivers, flop_now, flop_final, turn_now, turn_final, river_now, relabelled, binomials = rank_lookup
    room, fives, groups = new_equity_room()
    node = np.empty(STATE_SIZE, dtype=np.int64)
    state = np.empty(STATE_SIZE, dtype=np.int64)
    ranks = np.zeros((2, MOST_SEATS), dtype=np.float64)
    before = np.zeros(MOST_SEATS, dtype=np.float64)
    after = np.zeros(MOST_SEATS, dtype=np.float64)
    for hand in range(len(states)):
        n_seats, hole, board = states[hand, 0, N_SEATS], holes[hand], boards[hand]
        set_holes(hole, n_seats, room)
        index = starts[hand]
        for street in range(last_streets[hand] + 1):
            node[:] = states[hand, street]
            if street > 0 and node[ACTOR] < 0:
                break
            deal_board(board, street + 2 if street else 0, tables, room, groups)
            if street == 0:
                set_first_ranks(first_ranks[hand], n_seats, ranks)
            elif street == 1:
                fill_ranks(node, hole, board, 3, flops, flop_now, flop_final, relabelled, binomials, ranks)
            elif street == 2:
                fill_ranks(node, hole, board, 4, turns, turn_now, turn_final, relabelled, binomials, ranks)
            else:
                fill_ranks(node, hole, board, 5, rivers, river_now, river_now, relabelled, binomials, ranks)
            _fill_finished(node, state, ranks, policy, tables, room, fives, groups, before)
            if street == 0:
                for seat in range(n_seats):
                    roots[hand, seat] = before[seat]
            while index < starts[hand + 1] and streets[index] == street:
                action = np.int64(actions[index])
                baseline_action, _ = choose(node, ranks, policy)
                baseline_actions[index] = baseline_action
                apply(node, action, amounts[index] if action == RAISE else np.int64(NO_AMOUNT))
                if action != baseline_action or action == RAISE:
                    _fill_finished(node, state, ranks, policy, tables, room, fives, groups, after)
                    for seat in range(n_seats):
                        prices[index, seat] = after[seat] - before[seat]
                        before[seat] = after[seat]
                index += 1
