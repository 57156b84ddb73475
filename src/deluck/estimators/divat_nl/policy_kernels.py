# mypy: ignore-errors
"""A baseline's betting of one street, played on the betting engine, and the ranks it acts by."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.games.betting_kernels import (
    ACTOR,
    CALL,
    FOLD,
    FOLDED,
    LEGAL,
    LEVEL,
    MAX_TO,
    MIN_TO,
    N_LIVE,
    N_RAISES,
    N_SEATS,
    NO_AMOUNT,
    POT,
    RAISE,
    STATE,
    STREET,
    TO_CALL,
    apply,
)
from deluck.isomorphism.suits_kernels import RELABELLING_BITS, RELABELLING_MASK, set_index

MOST_RAISES = 4
NEVER = 2.0  # no rank is above 1
RIVER_TOTAL = 1980  # twice the opponent's holdings on a river
TINY = 1e-12
"""Ranks and prices are ratios of whole numbers: where they are equal, rounding must not decide."""
TO_BET, TO_FOLD = 0, 1  # the rows of ranks
FOLD_OFFSET, NUMERATOR, DENOMINATOR = 4, 5, 6  # columns of a policy after its thresholds


@helper
def _power(base, exponent):
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


@helper
def _raise_to(state, constants):
    """Return the bet that a raise of the baseline makes where one is legal; constants are those of the street."""
    after_call = state[POT] + state[TO_CALL]
    adds = np.int64(constants[NUMERATOR]) * after_call // np.int64(constants[DENOMINATOR])
    return min(max(state[LEVEL] + adds, state[MIN_TO]), state[MAX_TO])


@helper
def choose(state, ranks, policy):
    """Return the baseline's action and the bet that a raise makes (NO_AMOUNT for others), for the seat to act.

    ranks float64[2, seats], to bet and to fold by, of seats that are in; policy as `StreetPolicy.array` has it.
    """
    seat, constants = state[ACTOR], policy[state[STREET]]
    n_opponents, n_raises = state[N_LIVE] - 1, state[N_RAISES]
    needs = constants[n_raises] - TINY if n_raises < MOST_RAISES and state[LEGAL] >> RAISE & 1 else NEVER
    if _power(ranks[TO_BET, seat], n_opponents) >= needs:
        return RAISE, _raise_to(state, constants)
    if state[TO_CALL] > 0:
        price = state[TO_CALL] / state[POT] + constants[FOLD_OFFSET]
        if _power(ranks[TO_FOLD, seat], n_opponents) < price - TINY:
            return FOLD, np.int64(NO_AMOUNT)
    return CALL, np.int64(NO_AMOUNT)


@helper
def finish_street(state, ranks, policy):
    """Let the baseline bet a street to its end for every seat, as `choose` has it; the state is changed."""
    while state[ACTOR] >= 0:
        action, amount = choose(state, ranks, policy)
        apply(state, action, amount)


@helper
def set_first_ranks(first_ranks, n_seats, ranks):
    """Write first_ranks float64[seats], before the flop, to ranks float64[2, seats]: to bet and to fold by are one."""
    for seat in range(n_seats):
        ranks[TO_BET, seat] = ranks[TO_FOLD, seat] = first_ranks[seat]


@helper
def fill_ranks(state, holes, board, n_board, rows, now, final, relabelled, binomials, ranks):
    """Write the ranks to bet and to fold by of every seat that is in to ranks float64[2, seats], after the flop.

    holes[seats, 2], board[5]; rows, now and final are the tables of boards of n_board cards, as
    `deluck.tables.hand_ranks` has them.
    """
    found = np.int64(rows[set_index(board, n_board, binomials)])
    permutation = np.uint64(found & RELABELLING_MASK)
    n_rest = 52 - n_board
    row = (found >> RELABELLING_BITS) * (n_rest * (n_rest - 1) >> 1)
    now_total = (n_rest - 2) * (n_rest - 3)
    n_boards = now_total >> 1 if n_board == 3 else n_rest - 2 if n_board == 4 else 1
    for seat in range(state[N_SEATS]):
        if state[FOLDED] >> seat & 1:
            continue
        one = np.int64(relabelled[permutation, np.uint64(holes[seat, 0])])
        other = np.int64(relabelled[permutation, np.uint64(holes[seat, 1])])
        larger, smaller = max(one, other), min(one, other)
        larger_position, smaller_position = larger, smaller
        for index in range(n_board):
            card = np.int64(relabelled[permutation, np.uint64(board[index])])
            larger_position -= card < larger
            smaller_position -= card < smaller
        situation = np.uint64(row + (larger_position * (larger_position - 1) >> 1) + smaller_position)
        immediate, seven_card = now[situation] / now_total, final[situation] / (RIVER_TOTAL * n_boards)
        ranks[TO_BET, seat] = max(immediate, seven_card)
        ranks[TO_FOLD, seat] = (immediate + seven_card) / 2 if n_board == 3 else ranks[TO_BET, seat]


@kernel(types.int64(STATE, readonly(types.float64, 2), readonly(types.float64, 2), writable(types.uint8, 1)))
def choose_by_rank(state, ranks, policy, actions):
    """Write what the seat to act does with each of n hands to actions uint8[n]; return the bet that a raise makes.

    ranks float64[2, n], to bet and to fold by, of the hands; the state is changed.
    """
    for hand in range(len(actions)):
        state[ACTOR] = hand  # its ranks are those of one seat
        actions[hand] = choose(state, ranks, policy)[0]
    return _raise_to(state, policy[state[STREET]])
