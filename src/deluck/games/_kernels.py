"""The betting engine: the one place where a bet is applied, for a state that players act on and for arrays of hands.

The betting of a hand is one array, int64[STATE_SIZE]: settings that stay, what stands now, and four numbers for each
seat. The constants below name its entries. Cards are no part of it. `open_hand` posts what is forced, `apply` plays
one action, `next_street` goes on where the game needs no cards to know who opens (hold'em); a game in which cards
decide (stud) calls `collect` and `begin_street` itself.

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
from numba import types

from deluck._kernels import helper, kernel, readonly, writable

FOLD, CALL, RAISE = 0, 1, 2
FIXED_LIMIT, POT_LIMIT, NO_LIMIT = 0, 1, 2
MOST_SEATS = 10
MOST_STREETS = 5
UNLIMITED = 1 << 60
"""The chips of a seat that cannot run out; also the cap of a street that has none."""
NO_AMOUNT = -1
PARTS = 2520
"""A chip can be shared by 1 to 10 winners in whole parts of this many."""

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

SOUND, STOPS_EARLY, GOES_ON, OUT_OF_TURN, ILLEGAL, BROKEN_STREET = range(6)
"""What is wrong with the betting of a recorded hand."""

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
def _post_dead(state, forced):
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
    _post_dead(state, forced)
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
    """Open a hand of hold'em; return what `act_holdem` does, 0 in the place of a bet."""
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
    _post_dead(state, forced)


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

    Return -1, or the place of the first that is not legal: those before it are played.
    """
    for place in range(len(tables)):
        state = states[tables[place]]
        amount = amounts[place] if len(amounts) else np.int64(NO_AMOUNT)
        if apply(state, np.int64(actions[place]), amount) < 0:
            return place
        if state[ACTOR] < 0:
            next_street(state)
    return -1


# pots


@helper
def divide_pots(n_seats, paid, dead, short_dead, folded, amounts, seats):
    """Write the main pot and the side pots: their chips and a bit for each seat that can win them; return how many.

    paid and dead int64[n_seats] at least: all chips a seat put in, and the dead ones among them. Seats that could not
    pay all the dead chips they owed (short_dead) win at most as much of them from each seat as they paid. Pots end
    where the stack of a seat that is in ended; chips above every such seat (possible only where folding without a bet
    is allowed) go to the last pot. amounts and seats int64[11] at least.
    """
    n_pots = 0
    below = np.int64(0)
    while True:  # the layers of dead chips that short seats reach
        level = np.int64(UNLIMITED)
        for seat in range(n_seats):
            if short_dead >> seat & 1 and not folded >> seat & 1 and below < dead[seat] < level:
                level = dead[seat]
        if level == UNLIMITED:
            break
        amount, winners = np.int64(0), np.int64(0)
        for seat in range(n_seats):
            amount += min(dead[seat], level) - min(dead[seat], below)
            if not folded >> seat & 1 and (dead[seat] >= level or not short_dead >> seat & 1):
                winners |= np.int64(1) << seat
        amounts[n_pots], seats[n_pots] = amount, winners
        n_pots += 1
        below = level
    rest, top = np.int64(0), np.int64(0)
    for seat in range(n_seats):
        rest += dead[seat] - min(dead[seat], below)
        top = max(top, paid[seat] - dead[seat])
    below = np.int64(-1)
    while True:  # the layers of live chips, the other dead ones in the first
        level, above = np.int64(UNLIMITED), np.int64(UNLIMITED)
        for seat in range(n_seats):
            if not folded >> seat & 1 and not short_dead >> seat & 1:
                chips = paid[seat] - dead[seat]
                if below < chips < level:
                    level, above = chips, level
                elif level < chips < above:
                    above = chips
        if level == UNLIMITED:
            break
        last = above == UNLIMITED
        amount, winners = rest, np.int64(0)
        rest = np.int64(0)
        for seat in range(n_seats):
            chips = paid[seat] - dead[seat]
            amount += min(chips, top if last else level) - min(chips, max(below, 0))
            if not folded >> seat & 1 and not short_dead >> seat & 1 and chips >= level:
                winners |= np.int64(1) << seat
        if amount > 0:
            amounts[n_pots], seats[n_pots] = amount, winners
            n_pots += 1
        below = level
    if below < 0:  # every seat that is in was short of dead chips
        for seat in range(n_seats):
            rest += paid[seat] - dead[seat]
        if n_pots > 0:
            amounts[n_pots - 1] += rest
    return n_pots


@kernel(
    types.int64(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        types.int64,
        types.int64,
        writable(types.int64, 1),
        writable(types.int64, 1),
    )
)
def pots_of(paid, dead, short_dead, folded, amounts, seats):
    """Write the pots of one hand as `divide_pots` does, paid and dead int64[n_seats]; return how many."""
    return divide_pots(len(paid), paid, dead, short_dead, folded, amounts, seats)


@kernel(
    types.void(
        readonly(types.int8, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        writable(types.int64, 2),
        writable(types.int64, 2),
    )
)
def pay_hands(n_seats, paid, dead, short_dead, folded, strengths, whole, cut):
    """Write what each seat of n finished hands wins less what it paid, int64[n, seats] like paid, dead and strengths.

    strengths are larger for better hands, those of folded seats are not looked at. whole is in chips, odd chips going
    one each to the first winners of a pot; cut is in parts of a chip, PARTS to one, odd chips cut.
    """
    amounts = np.empty(MOST_SEATS + 2, dtype=np.int64)
    seats = np.empty(MOST_SEATS + 2, dtype=np.int64)
    for hand in range(len(n_seats)):
        n_in = n_seats[hand]
        for seat in range(n_in):
            whole[hand, seat] = -paid[hand, seat]
            cut[hand, seat] = -paid[hand, seat] * PARTS
        n_pots = divide_pots(n_in, paid[hand], dead[hand], short_dead[hand], folded[hand], amounts, seats)
        for pot in range(n_pots):
            best, n_winners = np.int64(-1), 0
            for seat in range(n_in):
                if seats[pot] >> seat & 1:
                    if strengths[hand, seat] > best:
                        best, n_winners = strengths[hand, seat], 1
                    elif strengths[hand, seat] == best:
                        n_winners += 1
            share, n_odd = amounts[pot] // n_winners, amounts[pot] % n_winners
            place = 0
            for seat in range(n_in):
                if seats[pot] >> seat & 1 and strengths[hand, seat] == best:
                    whole[hand, seat] += share + (1 if place < n_odd else 0)
                    cut[hand, seat] += amounts[pot] * (PARTS // n_winners)
                    place += 1


# for arrays of hands


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
    and streets uint8[d]. By hand, ends int64[n, 5]: SOUND or the problem, the decisions that are good, the last street,
    folded seats and those short of dead chips as bits; paid, dead and behind int64[n, seats] at the end, uncalled chips
    given back; street_pots int64[n, 5], the pot when each street was dealt (0 if it was not; the first: forced bets).
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
            _post_dead(state, usual_forced[rules])
            street_pots[hand, 0] = state[POT]
            if first == last or not begin_street(state, actors[first]):
                state[ACTOR] = -1
        else:
            open_hand(state, forced[hand] if len(forced) else usual_forced[rules])
            street_pots[hand, 0] = state[POT]
            for street in range(1, state[STREET] + 1):
                street_pots[hand, street] = state[POT]
        problem, place = SOUND, first
        while place < last:
            street = state[STREET]
            if by_cards and state[ACTOR] < 0 and state[N_LIVE] > 1:
                problem = _open_by_cards(state, actors[place], street_pots[hand])
                if problem != SOUND:
                    break
                street = state[STREET]
            if state[ACTOR] < 0:
                problem = GOES_ON
                break
            seat = state[ACTOR]
            if actors[place] < 0:
                actors[place] = seat
            elif actors[place] != seat:
                problem = OUT_OF_TURN
                break
            amount = _street_amount(state, amounts[place], totals) if len(amounts) else np.int64(NO_AMOUNT)
            streets[place] = street
            row = numbers[place]
            row[0], row[1], row[2], row[3] = state[N_LIVE], state[N_RAISES], state[TO_CALL], state[POT]
            row[4], row[5], row[6], row[7] = state[BEHIND + seat], state[MIN_TO], state[MAX_TO], state[LEGAL]
            made = (
                np.int64(-1)
                if totals and actions[place] == RAISE and amount < 0
                else apply(state, np.int64(actions[place]), amount)
            )
            if made < 0:
                problem = ILLEGAL
                break
            row[8] = made
            row[9] = state[POT] - row[3]
            place += 1
            if state[ACTOR] < 0 and not by_cards:
                next_street(state)
                for later in range(street + 1, state[STREET] + 1):
                    street_pots[hand, later] = state[POT]
        if problem == SOUND:
            problem = _end_problem(state, by_cards)
        elif by_cards and state[ACTOR] < 0:
            collect(state)
        ends[hand, 0] = problem
        ends[hand, 1] = place - first
        ends[hand, 2] = state[STREET]
        ends[hand, 3] = state[FOLDED]
        ends[hand, 4] = state[SHORT_DEAD]
        for seat in range(n_seats):
            paid[hand, seat] = state[PAID + seat]
            dead[hand, seat] = state[DEAD + seat]
            behind[hand, seat] = state[BEHIND + seat]


@helper
def _open_by_cards(state, first, street_pots):
    """Go on to the next street of a game whose streets the given seat opens; return SOUND or the problem."""
    while state[ACTOR] < 0:
        if state[STREET] + 1 == state[N_STREETS]:
            return GOES_ON
        collect(state)
        state[STREET] += 1
        street_pots[state[STREET]] = state[POT]
        begin_street(state, first)
    return SOUND


@helper
def _end_problem(state, by_cards):
    """Return whether a hand stops where it may; a game whose streets are opened by cards is ended here."""
    if state[ACTOR] >= 0:
        return STOPS_EARLY
    if by_cards:
        while True:
            collect(state)
            if state[N_LIVE] == 1 or state[STREET] + 1 == state[N_STREETS]:
                return SOUND
            state[STREET] += 1
            if begin_street(state, np.int64(0)):
                return STOPS_EARLY
    return SOUND
