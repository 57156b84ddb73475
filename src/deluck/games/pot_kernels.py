# mypy: ignore-errors
"""How pots are divided and paid out: main and side pots in layers, dead chips in the first, shares of the winners."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.games.betting_kernels import DEAD, FOLDED, MOST_SEATS, N_SEATS, PAID, SHORT_DEAD, STATE, UNLIMITED

PARTS = 2520
"""A chip can be shared by 1 to 10 winners in whole parts of this many."""


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


@kernel(types.UniTuple(types.int64, 3)(STATE))
def first_pot(state):
    """Return how many pots a hand has, int64[STATE_SIZE], the chips of the first and a bit for each seat of it."""
    amounts = np.empty(MOST_SEATS + 2, dtype=np.int64)
    seats = np.empty(MOST_SEATS + 2, dtype=np.int64)
    n_pots = divide_pots(state[N_SEATS], state[PAID:], state[DEAD:], state[SHORT_DEAD], state[FOLDED], amounts, seats)
    return n_pots, amounts[0], seats[0]


@kernel(types.int64(STATE, writable(types.int64, 1), writable(types.int64, 1)))
def pots_of(state, amounts, seats):
    """Write the pots of a hand as `divide_pots` does; return how many."""
    return divide_pots(state[N_SEATS], state[PAID:], state[DEAD:], state[SHORT_DEAD], state[FOLDED], amounts, seats)


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
            n_paid = 0
            for seat in range(n_in):
                if seats[pot] >> seat & 1 and strengths[hand, seat] == best:
                    whole[hand, seat] += share + (1 if n_paid < n_odd else 0)
                    cut[hand, seat] += amounts[pot] * (PARTS // n_winners)
                    n_paid += 1
