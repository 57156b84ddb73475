# mypy: ignore-errors
"""The betting engine: the one place where a bet is applied, for a state that players act on and for arrays of hands.

The betting of a hand is one array, int64[STATE_SIZE]: settings that stay, what stands now, and four numbers for each
seat. The constants below name its entries. Cards are no part of it. `open_hand` posts what is forced, `apply` plays
one action, `next_street` goes on where the game needs no cards to know who opens (hold'em); a game in which cards
decide (stud) calls `collect` and `begin_street` itself. Everything that knows of bets goes through here: the state that
players act on (`betting`), many tables at once (`tables`) and the walk over recorded hands (`walk_kernels`).

The rules of all-in play, pokerkit's but for one, which the tests compare with:

- A seat is asked when it is its turn even if it can only check, unless at most one seat can still bet when the
  street starts.
- Fixed-limit: a raise adds the street's bet size to the largest bet made, or all the raiser's chips if they are fewer;
  any raise, full or not, counts towards the cap. No-limit and pot-limit: a raise adds at least the largest full raise
  of the street, and at least the smallest bet; at most all the raiser's chips, in pot-limit the pot after a call.
- A raise for less than a full raise (an all-in) does not open the betting again. No-limit and pot-limit, by the rule of
  tournament directors: a seat that has acted on the street may raise only if it faces at least a full raise, made at
  once or by several all-ins. Fixed-limit, as pokerkit has it: a seat that has acted since the last full raise may only
  call or fold, unless such all-ins in a row add up to it and the seat faces that much; the first bet or raise of a
  street always opens the betting, however short.
- Nobody may raise when every other seat has folded or is all-in.
- The part of a bet that no other seat matched goes back when the street ends.
- Antes and dead chips are posted first. They go to the first pot and never back; only where every seat owed the same
  ante, the part of one that no other seat matched does.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

FOLD, CALL, RAISE = 0, 1, 2
FIXED_LIMIT, POT_LIMIT, NO_LIMIT = 0, 1, 2
MOST_SEATS = 10
MOST_STREETS = 5
UNLIMITED = 1 << 60
"""The chips of a seat that cannot run out; also the cap of a street that has none."""
NO_AMOUNT = -1

# settings
N_SEATS, STRUCTURE, N_STREETS, HAS_STACKS, MAY_FOLD_UNBET, NO_CAP_HEADS_UP, FULL_BLIND, MAY_COMPLETE = range(8)
# what stands now
STREET, ACTOR, TO_CALL, POT, N_RAISES, LEGAL, MIN_TO, MAX_TO = range(8, 16)
N_LIVE, LEVEL, BASE, LAST_RAISE, SHORT, ACTED, CAPPED, WAITING = range(16, 24)
FOLDED, BRING_IN, SMALLER_BET, SHORT_DEAD = range(24, 28)
# by street, then by seat
BET_SIZES = 28
CAPS = BET_SIZES + MOST_STREETS
BEHIND = CAPS + MOST_STREETS
BETS = BEHIND + MOST_SEATS
PAID = BETS + MOST_SEATS
DEAD = PAID + MOST_SEATS
STATE_SIZE = DEAD + MOST_SEATS

BLINDS, POSTS, DEAD_CHIPS = 0, 1, 2  # the rows of forced bets

STATE = types.Array(types.int64, 1, "C")


@helper
def _post(state, seat, due):
    """Put in forced chips, or what the stack has of them; return how many."""
    amount = min(due, state[BEHIND + seat])
    state[BEHIND + seat] -= amount
    state[PAID + seat] += amount
    state[POT] += amount
    return amount


@helper
def _give_back(state, seat, amount):
    state[PAID + seat] -= amount
    state[BEHIND + seat] += amount
    state[POT] -= amount


@helper
def _largest_two(state, start):
    """Return the seat with the most of a by-seat entry (the first of equals), its number and the next largest."""
    seat, first, second = 0, state[start], np.int64(-1)
    for other in range(1, state[N_SEATS]):
        chips = state[start + other]
        if chips > first:
            seat, first, second = other, chips, first
        elif chips > second:
            second = chips
    return seat, first, second


@helper
def post_dead(state, forced):
    """Post antes and dead chips; where all owed the same ante, what no other seat matched goes back."""
    same = True
    for seat in range(state[N_SEATS]):
        due = forced[DEAD_CHIPS, seat]
        same = same and due == forced[DEAD_CHIPS, 0]
        amount = _post(state, seat, due)
        state[DEAD + seat] = amount
        if amount < due:
            state[SHORT_DEAD] |= np.int64(1) << seat
    if same:
        seat, first, second = _largest_two(state, DEAD)
        if first > second:
            _give_back(state, seat, first - second)
            state[DEAD + seat] = second


@helper
def _opener(state, forced):
    """Return who opens before the flop: the seat after the largest blind or straddle, of equals the last posted."""
    n_seats = state[N_SEATS]
    best = 1 if n_seats == 2 else 0  # heads-up the button posts first
    for step in range(1, n_seats):
        seat = 0 if n_seats == 2 else step
        if forced[BLINDS, seat] >= forced[BLINDS, best]:
            best = seat
    if forced[BLINDS, best] == 0:
        return 1 if n_seats == 2 else 2 % n_seats
    return (best + 1) % n_seats


@helper
def open_hand(state, forced):
    """Post the forced bets of hold'em, int64[3, seats], and find who acts first; stacks are in the state."""
    post_dead(state, forced)
    for seat in range(state[N_SEATS]):
        bet = _post(state, seat, forced[BLINDS, seat] + forced[POSTS, seat])
        state[BETS + seat] = bet
        state[LEVEL] = max(state[LEVEL], bet)
    state[LEVEL] = max(state[LEVEL], state[FULL_BLIND])
    if not begin_street(state, _opener(state, forced)):
        next_street(state)


@helper
def begin_street(state, first):
    """Find who acts first on a street, from a seat on; return whether anybody does."""
    n_seats = state[N_SEATS]
    state[BASE] = state[LEVEL]
    waiting = np.int64(0)
    if state[HAS_STACKS]:
        # nobody can lose more than the second largest has
        most, reach = np.int64(-1), np.int64(-1)
        for seat in range(n_seats):
            if not state[FOLDED] >> seat & 1:
                chips = state[BEHIND + seat] + state[BETS + seat]
                if chips > most:
                    most, reach = chips, most
                elif chips > reach:
                    reach = chips
        for seat in range(n_seats):
            if not state[FOLDED] >> seat & 1 and state[BEHIND + seat] > 0 and state[BETS + seat] < reach:
                waiting |= np.int64(1) << seat
    else:
        waiting = ((np.int64(1) << n_seats) - 1) & ~state[FOLDED]
    state[WAITING] = waiting
    if waiting == 0:
        state[ACTOR] = -1
        return False
    _offer(state, _next_waiting(state, first))
    return True


@helper
def _next_waiting(state, seat):
    """Return the first seat from this one on that is still to act."""
    n_seats = state[N_SEATS]
    while not state[WAITING] >> seat & 1:
        seat += 1
        if seat == n_seats:
            seat = 0
    return seat


@helper
def _is_open(state, seat, owed):
    """Return whether short all-ins leave the betting open for a seat."""
    has_acted = state[ACTED] >> seat & 1
    if state[STRUCTURE] == FIXED_LIMIT:
        return owed >= state[LAST_RAISE] and not (state[SHORT] > 0 and has_acted)
    return owed >= _full_raise(state) or not has_acted


@helper
def _full_raise(state):
    """Return what a raise adds at least in no-limit and pot-limit."""
    return max(state[LAST_RAISE], state[BET_SIZES + state[STREET]])


@helper
def _may_raise(state, seat, owed):
    if state[N_RAISES] >= state[CAPS + state[STREET]]:
        uncapped = state[NO_CAP_HEADS_UP] and state[N_LIVE] == 2 and not state[CAPPED]
        if not uncapped:
            return False
    if not state[HAS_STACKS]:
        return True
    if not _is_open(state, seat, owed):
        return False
    if state[BEHIND + seat] <= owed:
        return False
    for other in range(state[N_SEATS]):
        can_call = state[BEHIND + other] + state[BETS + other] > state[LEVEL]
        if can_call and other != seat and not state[FOLDED] >> other & 1:
            return True
    return False


@helper
def _offer(state, seat):
    """Make a seat the actor and say what it may do: a bit for each action, and the bounds of a raise."""
    owed = state[LEVEL] - state[BETS + seat]
    state[ACTOR] = seat
    legal = 1 << CALL
    if state[BRING_IN] > 0:
        state[TO_CALL] = min(state[BRING_IN], state[BEHIND + seat])
        can_raise = state[MAY_COMPLETE] and state[CAPS + state[STREET]] > 0 and state[BEHIND + seat] > state[BRING_IN]
    else:
        state[TO_CALL] = min(owed, state[BEHIND + seat])
        if owed > 0 or state[MAY_FOLD_UNBET]:
            legal |= 1 << FOLD
        can_raise = _may_raise(state, seat, owed)
    state[MIN_TO] = 0
    state[MAX_TO] = 0
    if can_raise:
        legal |= 1 << RAISE
        _set_bounds(state, seat, owed)
    state[LEGAL] = legal


@helper
def _set_bounds(state, seat, owed):
    """Set the smallest and the largest bet that a raise may make; fixed-limit knows nothing between them."""
    most = state[BETS + seat] + state[BEHIND + seat]
    size = state[BET_SIZES + state[STREET]]
    if state[STRUCTURE] == FIXED_LIMIT:
        state[MAX_TO] = min(state[BASE] + size, most)
        state[MIN_TO] = state[MAX_TO]
        if state[SMALLER_BET] > 0 and state[LAST_RAISE] < size:
            state[MIN_TO] = min(state[BASE] + state[SMALLER_BET], most)
        return
    state[MIN_TO] = min(state[LEVEL] + _full_raise(state), most)
    state[MAX_TO] = most
    if state[STRUCTURE] == POT_LIMIT:
        state[MAX_TO] = min(most, max(state[MIN_TO], state[LEVEL] + owed + state[POT]))


@helper
def _raise_to(state, action, amount):
    """Return the bet that an action makes: 0 if it is no raise, -1 if it is not legal."""
    if state[ACTOR] < 0 or not state[LEGAL] >> action & 1:
        return -1
    if action != RAISE:
        return 0 if amount < 0 else -1
    fixed = state[STRUCTURE] == FIXED_LIMIT
    if amount < 0:
        return state[MAX_TO] if fixed else state[MIN_TO]
    if amount == state[MIN_TO] or amount == state[MAX_TO]:
        return amount
    return amount if not fixed and state[MIN_TO] < amount < state[MAX_TO] else -1


@helper
def _note_raise(state, seat, by):
    """Store what decides who may raise again."""
    if state[STRUCTURE] != FIXED_LIMIT:
        if by >= _full_raise(state):
            state[LAST_RAISE] = by
    elif by >= state[LAST_RAISE]:
        state[LAST_RAISE] = by
        state[ACTED] = 0
    state[ACTED] |= np.int64(1) << seat
    state[SHORT] = 0 if state[BEHIND + seat] > 0 else state[SHORT] + by
    if state[SHORT] >= state[LAST_RAISE]:
        state[SHORT] = 0
    state[N_RAISES] += 1
    if state[N_RAISES] >= state[CAPS + state[STREET]] and state[N_LIVE] > 2:
        state[CAPPED] = 1


@helper
def apply(state, action, amount):
    """Play the actor's action; return the bet that a raise makes, 0 for other actions, -1 if it is not legal.

    The amount of a raise is the bet it makes on this street (raise to); NO_AMOUNT is the smallest, in fixed-limit the
    largest. When the street's betting is over nobody is to act (ACTOR is -1) and bets still lie before the seats. A
    state is not changed by an illegal action.
    """
    made = _raise_to(state, action, amount)
    if made < 0:
        return made
    seat = state[ACTOR]
    bit = np.int64(1) << seat
    if state[BRING_IN] > 0:
        state[BRING_IN] = 0
        if action == CALL:
            state[LEVEL] = state[TO_CALL]
    if action == FOLD:
        state[FOLDED] |= bit
        state[N_LIVE] -= 1
    else:
        paid = state[TO_CALL] if action == CALL else made - state[BETS + seat]
        _post(state, seat, paid)
        state[BETS + seat] += paid
    if action == RAISE:
        _note_raise(state, seat, made - state[LEVEL])
        state[LEVEL] = made
        state[BASE] = made
        waiting = np.int64(0)
        for other in range(state[N_SEATS]):
            if other != seat and state[BEHIND + other] > 0 and not state[FOLDED] >> other & 1:
                waiting |= np.int64(1) << other
        state[WAITING] = waiting
    else:
        state[WAITING] &= ~bit
        state[ACTED] |= bit
    if state[WAITING] and state[N_LIVE] > 1:
        _offer(state, _next_waiting(state, (seat + 1) % state[N_SEATS]))
    else:
        state[ACTOR] = -1
        state[TO_CALL] = state[LEGAL] = state[MIN_TO] = state[MAX_TO] = 0
    return made


@helper
def collect(state):
    """End a street's betting: what nobody matched goes back, the rest stays in the pot."""
    if state[HAS_STACKS] or state[N_LIVE] == 1:
        seat, first, second = _largest_two(state, BETS)
        if first > second:
            _give_back(state, seat, first - second)
    for seat in range(state[N_SEATS]):
        state[BETS + seat] = 0
    for entry in (LEVEL, BASE, LAST_RAISE, SHORT, ACTED, CAPPED, N_RAISES, SMALLER_BET, WAITING):
        state[entry] = 0
    state[TO_CALL] = state[LEGAL] = state[MIN_TO] = state[MAX_TO] = 0
    state[ACTOR] = -1


@helper
def next_street(state):
    """End a street of hold'em and go on to the next one with a decision; nobody is to act where the hand is over."""
    while True:
        collect(state)
        if state[N_LIVE] == 1 or state[STREET] + 1 == state[N_STREETS]:
            return
        state[STREET] += 1
        if begin_street(state, 0):
            return


# for one state of players

_STANDS = types.UniTuple(types.int64, 10)


@helper
def _standing(state, made, paid):
    return (
        np.int64(made),
        np.int64(paid),
        state[ACTOR],
        state[STREET],
        state[TO_CALL],
        state[POT],
        state[N_RAISES],
        state[LEGAL],
        state[MIN_TO],
        state[MAX_TO],
    )


@kernel(_STANDS(STATE, readonly(types.int64, 2)))
def start_holdem(state, forced):
    """Open a hand of hold'em; return what `act_holdem` does, 0 instead of a bet."""
    open_hand(state, forced)
    return _standing(state, 0, 0)


@kernel(_STANDS(STATE, types.int64, types.int64))
def act_holdem(state, action, amount):
    """Play an action of hold'em; return the bet a raise made (-1: not legal), the chips put in, then what stands.

    Actor (-1 for none), street, to call, pot, raises on the street, legal actions as bits, smallest and largest raise.
    """
    before = state[POT]
    made = apply(state, action, amount)
    paid = state[POT] - before
    if made >= 0 and state[ACTOR] < 0:
        next_street(state)
    return _standing(state, made, paid)


@kernel(_STANDS(STATE, types.int64, types.int64))
def act_on_street(state, action, amount):
    """Play an action of a game whose streets are opened by cards; nobody is to act when the street is over."""
    before = state[POT]
    made = apply(state, action, amount)
    return _standing(state, made, state[POT] - before)


@kernel(_STANDS(STATE, types.int64))
def open_street(state, first):
    """Begin a street at a seat; nobody is to act where nobody can."""
    begin_street(state, first)
    return _standing(state, 0, 0)


@kernel(_STANDS(STATE))
def close_street(state):
    """End the betting of a street."""
    collect(state)
    return _standing(state, 0, 0)


@kernel(types.void(STATE, types.int64))
def post_antes(state, ante):
    """Post the ante of every seat."""
    forced = np.zeros((3, MOST_SEATS), dtype=np.int64)
    forced[DEAD_CHIPS, :] = ante
    post_dead(state, forced)


# for many tables at once


@kernel(types.void(writable(types.int64, 2), readonly(types.int64, 2)))
def start_tables(states, forced):
    """Open a hand of hold'em at each table, states int64[n, STATE_SIZE]."""
    for table in range(len(states)):
        open_hand(states[table], forced)


@kernel(
    types.int64(writable(types.int64, 2), readonly(types.int64, 1), readonly(types.uint8, 1), readonly(types.int64, 1))
)
def act_at_tables(states, tables, actions, amounts):
    """Play an action of hold'em at each of some tables, int64[m] each; amounts int64[m] or int64[0] for none.

    Return -1, or the index of the first that is not legal: those before it are played.
    """
    for index in range(len(tables)):
        state = states[tables[index]]
        amount = amounts[index] if len(amounts) else np.int64(NO_AMOUNT)
        if apply(state, np.int64(actions[index]), amount) < 0:
            return index
        if state[ACTOR] < 0:
            next_street(state)
    return -1
