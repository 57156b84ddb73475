# mypy: ignore-errors
"""The walk over the betting of recorded hands: every bet applied by the engine, what each seat faced written down."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.games.betting_kernels import (
    ACTOR,
    BEHIND,
    BETS,
    DEAD,
    FOLDED,
    HAS_STACKS,
    LEGAL,
    MAX_TO,
    MIN_TO,
    MOST_STREETS,
    N_LIVE,
    N_RAISES,
    N_SEATS,
    N_STREETS,
    NO_AMOUNT,
    PAID,
    POT,
    RAISE,
    SHORT_DEAD,
    STATE_SIZE,
    STREET,
    TO_CALL,
    UNLIMITED,
    apply,
    begin_street,
    collect,
    next_street,
    open_hand,
    post_dead,
)

VALID, STOPS_EARLY, GOES_ON, OUT_OF_TURN, ILLEGAL = range(5)
"""What is wrong with the betting of a recorded hand."""


@helper
def _street_amount(state, amount, totals):
    """Return the bet within the street that a recorded amount makes; totals are counted over the whole hand."""
    if amount < 0 or not totals:
        return amount
    seat = max(state[ACTOR], 0)
    return amount - (state[PAID + seat] - state[BETS + seat])


@kernel(
    types.void(
        readonly(types.int64, 2),
        readonly(types.int64, 3),
        readonly(types.int32, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 3),
        readonly(types.int64, 1),
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        types.boolean,
        writable(types.int8, 1),
        writable(types.int64, 2),
        writable(types.uint8, 1),
        writable(types.int64, 2),
        writable(types.int64, 2),
        writable(types.int64, 2),
        writable(types.int64, 2),
        writable(types.int64, 2),
        writable(types.int64, 3),
    )
)
def walk_hands(
    templates,
    usual_forced,
    rules_index,
    stacks,
    forced,
    starts,
    actions,
    amounts,
    totals,
    actors,
    numbers,
    streets,
    ends,
    paid,
    dead,
    behind,
    street_pots,
    street_states,
):
    """Walk through the betting of n hands with d decisions; the walk that all who read hands in bulk share.

    templates int64[r, STATE_SIZE] and usual_forced int64[r, 3, 10]: each rules' state before anything is posted, and
    its forced bets; rules_index int32[n]. stacks int64[n, seats], -1 where nobody can run out. forced int64[n, 3,
    seats], or int64[0, ...] where every hand has the usual. starts int64[n + 1], actions uint8[d]; amounts int64[d],
    the bets that raises make (NO_AMOUNT where the rules leave no choice), or int64[0] if there are none; with totals
    they are counted over the hand and not the street. actors int8[d] must be whose turn it was, and is written where it
    is -1 (hold'em).

    Writes by decision, numbers int64[d, 10]: players in, raises made before it on the street, to call, pot, stack
    behind, smallest and largest raise, the legal actions as bits, the bet made by a raise (0 for others), chips put in;
    and streets uint8[d]. By hand, ends int64[n, 5]: VALID or the problem, the decisions that are good, the last street,
    folded seats and those short of dead chips as bits; paid, dead and behind int64[n, seats] at the end, uncalled chips
    given back; street_pots int64[n, 5], the pot when each street was dealt (0 if it was not; the first: forced bets).
    Where street_states is not int64[0, ...] but int64[n, 4, STATE_SIZE] (hold'em only), also the state when each street
    was dealt, with nobody to act where nobody could bet.
    """
    state = np.empty(STATE_SIZE, dtype=np.int64)
    for hand in range(len(rules_index)):
        rules = rules_index[hand]
        state[:] = templates[rules]
        n_seats = state[N_SEATS]
        state[HAS_STACKS] = stacks[hand, 0] >= 0
        for seat in range(n_seats):
            state[BEHIND + seat] = stacks[hand, seat] if state[HAS_STACKS] else UNLIMITED
        first, last = starts[hand], starts[hand + 1]
        by_cards = state[N_STREETS] == MOST_STREETS
        if by_cards:
            post_dead(state, usual_forced[rules])
            street_pots[hand, 0] = state[POT]
            if first == last or not begin_street(state, actors[first]):
                state[ACTOR] = -1
        else:
            open_hand(state, forced[hand] if len(forced) else usual_forced[rules])
            street_pots[hand, 0] = state[POT]
            if len(street_states):
                street_states[hand, 0] = state
            _note_streets(state, 0, hand, street_pots, street_states)
        problem, index = VALID, first
        while index < last:
            street = state[STREET]
            if by_cards and state[ACTOR] < 0 and state[N_LIVE] > 1:
                problem = _open_by_cards(state, actors[index], street_pots[hand])
                if problem != VALID:
                    break
                street = state[STREET]
            if state[ACTOR] < 0:
                problem = GOES_ON
                break
            seat = state[ACTOR]
            if actors[index] < 0:
                actors[index] = seat
            elif actors[index] != seat:
                problem = OUT_OF_TURN
                break
            amount = _street_amount(state, amounts[index], totals) if len(amounts) else np.int64(NO_AMOUNT)
            streets[index] = street
            row = numbers[index]
            row[0], row[1], row[2], row[3] = state[N_LIVE], state[N_RAISES], state[TO_CALL], state[POT]
            row[4], row[5], row[6], row[7] = state[BEHIND + seat], state[MIN_TO], state[MAX_TO], state[LEGAL]
            made = (
                np.int64(-1)
                if totals and actions[index] == RAISE and amount < 0
                else apply(state, np.int64(actions[index]), amount)
            )
            if made < 0:
                problem = ILLEGAL
                break
            row[8] = made
            row[9] = state[POT] - row[3]
            index += 1
            if state[ACTOR] < 0 and not by_cards:
                next_street(state)
                _note_streets(state, street, hand, street_pots, street_states)
        if problem == VALID:
            problem = _end_problem(state, by_cards)
        elif by_cards and state[ACTOR] < 0:
            collect(state)
        ends[hand, 0] = problem
        ends[hand, 1] = index - first
        ends[hand, 2] = state[STREET]
        ends[hand, 3] = state[FOLDED]
        ends[hand, 4] = state[SHORT_DEAD]
        for seat in range(n_seats):
            paid[hand, seat] = state[PAID + seat]
            dead[hand, seat] = state[DEAD + seat]
            behind[hand, seat] = state[BEHIND + seat]


@helper
def _note_streets(state, street, hand, street_pots, street_states):
    """Write the pot, and the state if it is asked for, of each street dealt after one, up to where the state is."""
    for later in range(street + 1, state[STREET] + 1):
        street_pots[hand, later] = state[POT]
        if len(street_states):
            noted = street_states[hand, later]
            noted[:] = state
            if later < state[STREET]:
                noted[STREET] = later
                noted[ACTOR] = -1


@helper
def _open_by_cards(state, first, street_pots):
    """Go on to the next street of a game whose streets the given seat opens; return VALID or the problem."""
    while state[ACTOR] < 0:
        if state[STREET] + 1 == state[N_STREETS]:
            return GOES_ON
        collect(state)
        state[STREET] += 1
        street_pots[state[STREET]] = state[POT]
        begin_street(state, first)
    return VALID


@helper
def _end_problem(state, by_cards):
    """Return whether a hand stops where it may; a game whose streets are opened by cards is ended here."""
    if state[ACTOR] >= 0:
        return STOPS_EARLY
    if by_cards:
        while True:
            collect(state)
            if state[N_LIVE] == 1 or state[STREET] + 1 == state[N_STREETS]:
                return VALID
            state[STREET] += 1
            if begin_street(state, np.int64(0)):
                return STOPS_EARLY
    return VALID
