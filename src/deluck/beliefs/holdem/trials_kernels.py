# mypy: ignore-errors
"""Kernels of the simulator: trials that play a hand to its end by probability triples.

A trial deals the opponents' holdings and the rest of the board once, and continues from there after each of our
actions. What a seat does follows from its triple and a random number that belongs to the trial, the street, the seat
and the count of its decisions, so that the actions compared meet the same luck.

The opponents' tables do not change within a trial, so bets made in it must be taken into account in another way: as
before the flop, each bet or raise of another seat counts as one more opponent when the strength against one opponent is
raised to the power of their number.
"""

import numpy as np

from deluck.beliefs.holdem.joint_kernels import draw_holdings
from deluck.beliefs.holdem.triples_kernels import CALL, FOLD, PREFLOP, RAISE, later_triple, preflop_triple
from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of
from deluck.isomorphism.suits_kernels import RELABELLING_BITS, RELABELLING_MASK, set_index
from deluck.random_numbers_kernels import GOLDEN_GAMMA, random_bits

HERO, STREET, POT, LEVEL, N_RAISES, N_FACTS = 0, 1, 2, 3, 4, 5  # indices of the facts of a hand
BETS, LIVE, PENDING = 0, 1, 2  # rows of the seats
BET_SIZE, MOST_RAISES, LATER_BETS = 0, 1, 2  # rows of the streets

FLOP, TURN, RIVER = 1, 2, 3
MOST_DECISIONS = 16  # of a seat on a street, enough for any cap in use
MOST_TRIES = 2_000

N_SEEDS = 9007199254740992.0  # 2 ** 53, the number of values that a random float can have
FIRST_BOARD_NUMBER = 1 << 40  # indices in a trial's sequence beyond those of any decision
FIRST_HOLDING_NUMBER = 1 << 50

TABLES = types.Tuple(
    (
        readonly(types.uint16, 1),
        readonly(types.uint32, 1),
        readonly(types.int32, 1),
        readonly(types.uint16, 1),
        readonly(types.uint32, 1),
        readonly(types.int32, 1),
        readonly(types.uint8, 2),
        readonly(types.int64, 2),
        readonly(types.float64, 1),
    )
)
"""Ranks now, ranks on the river and board classes of the flop, then of the turn; relabellings; binomials; the totals
that the four kinds of ranks are divided by."""


@helper
def _uniform(seed, number):
    """Return the random number from 0 to 1 at an index of the SplitMix64 sequence of a seed."""
    drawn = random_bits(seed + np.uint64(number + 1) * GOLDEN_GAMMA)
    return np.float64(drawn >> np.uint64(11)) / N_SEEDS


@helper
def _bits(one, other):
    return (np.uint64(1) << np.uint64(one)) | (np.uint64(1) << np.uint64(other))


@helper
def _to_power(base, exponent):
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


# dealing


@helper
def _deal_board(seed, dead, board, n_known):
    """Deal the rest of a board of five, no card of the bit set dead among it."""
    number = FIRST_BOARD_NUMBER
    for index in range(n_known, 5):
        card = np.int64(_uniform(seed, number) * 52.0)
        while (dead >> np.uint64(card)) & np.uint64(1):
            number += 1
            card = np.int64(_uniform(seed, number) * 52.0)
        board[index] = card
        dead |= np.uint64(1) << np.uint64(card)


@helper
def _draw_in_turn(seed, cumulative, cards, dealt, out):
    """Draw a holding for each row from what the rows before it left, where drawing all at once did not succeed.

    This favours holdings that few others block; a row that has nothing left gets any two cards.
    """
    number = FIRST_HOLDING_NUMBER
    for row in range(len(cumulative)):
        running = cumulative[row]
        n_tries = 0
        index = len(running)
        while index == len(running) or dealt & _bits(cards[index, 0], cards[index, 1]):
            chance = _uniform(seed, number)
            number += 1
            n_tries += 1
            if n_tries <= MOST_TRIES:
                index = np.searchsorted(running, chance * running[-1], side="right")
            else:
                index = np.int64(chance * len(running))
        out[row] = index
        dealt |= _bits(cards[index, 0], cards[index, 1])


# what a holding is worth on the later streets of a trial


@helper
def _strength(one, other, board, n_board, lookup):
    """Return the strength of a holding on the first n_board cards of a board."""
    keys, suit_bits, low, high_parts, values, flushes = lookup
    key = keys[one] + keys[other]
    suits = suit_bits[one] + suit_bits[other]
    for index in range(n_board):
        key += keys[board[index]]
        suits += suit_bits[board[index]]
    return strength_of(key, suits, low, high_parts[n_board - 3], values, flushes)


@helper
def _fill_reference(reference, cards, board, n_board, lookup, out):
    """Write the strengths of the reference holdings on the first n_board cards of a board, 0 where it blocks them."""
    keys, suit_bits, low, high_parts, values, flushes = lookup
    high = high_parts[n_board - 3]
    key, suits, on_board = np.uint64(0), np.uint64(0), np.uint64(0)
    for index in range(n_board):
        card = board[index]
        key += keys[card]
        suits += suit_bits[card]
        on_board |= np.uint64(1) << np.uint64(card)
    for index in range(len(reference)):
        one, other = cards[reference[index], 0], cards[reference[index], 1]
        if on_board & _bits(one, other):
            out[index] = 0
        else:
            both, suits_of_both = key + keys[one] + keys[other], suits + suit_bits[one] + suit_bits[other]
            out[index] = strength_of(both, suits_of_both, low, high, values, flushes)


@helper
def _share_beaten(own, own_bits, strengths, bits):
    """Return the share of the reference holdings beside ours that we beat, ties one half; one half if there is none."""
    n_others = 0
    twice = 0
    for index in range(len(strengths)):
        theirs = strengths[index]
        if theirs > 0 and not bits[index] & own_bits:
            n_others += 1
            twice += np.int64(own > theirs) + np.int64(own >= theirs)
    return twice / (2.0 * n_others) if n_others else 0.5


@helper
def _table_index(one, other, board, n_board, classes, relabelled, binomials):
    """Return the index of a holding on the first n_board cards of a board in the hand-rank table of its street."""
    found = classes[set_index(board, n_board, binomials)]
    permutation = found & RELABELLING_MASK
    first, second = np.int64(relabelled[permutation, one]), np.int64(relabelled[permutation, other])
    larger, smaller = max(first, second), min(first, second)
    larger_position, smaller_position = larger, smaller
    for position in range(n_board):
        card = np.int64(relabelled[permutation, board[position]])
        larger_position -= card < larger
        smaller_position -= card < smaller
    n_rest = 52 - n_board
    index = (larger_position * (larger_position - 1) >> 1) + smaller_position
    return np.int64(found >> RELABELLING_BITS) * (n_rest * (n_rest - 1) // 2) + index


@helper
def _potential(one, other, board, street, tables):
    """Return a holding's probability of pulling ahead with the next card (Ppot), estimated from two hand ranks.

    The least-squares plane in the shares of holdings beaten now (IHR) and on the river (7cHR), over all holdings of
    random boards, weighted by how often each is behind. Its root mean square error is 0.024 on the flop and 0.027 on
    the turn, where the standard deviation of the potential itself is 0.057 and 0.071.
    """
    flop_now, flop_final, flop_classes, turn_now, turn_final, turn_classes, relabelled, binomials, totals = tables
    if street == FLOP:
        index = _table_index(one, other, board, 3, flop_classes, relabelled, binomials)
        potential = -0.027 - 0.404 * flop_now[index] / totals[0] + 0.690 * flop_final[index] / totals[1]
    elif street == TURN:
        index = _table_index(one, other, board, 4, turn_classes, relabelled, binomials)
        potential = 0.007 - 0.823 * turn_now[index] / totals[2] + 1.084 * turn_final[index] / totals[3]
    else:
        potential = 0.0
    return min(max(potential, 0.0), 1.0)


@helper
def _showdown_share(hero, holdings, live, board, cards, lookup):
    """Return our share of the pot at the showdown."""
    ours = _strength(cards[holdings[hero], 0], cards[holdings[hero], 1], board, 5, lookup)
    n_best = 1
    for seat in range(len(live)):
        if live[seat] and seat != hero:
            theirs = _strength(cards[holdings[seat], 0], cards[holdings[seat], 1], board, 5, lookup)
            if theirs > ours:
                return 0.0
            n_best += theirs == ours
    return 1.0 / n_best


# playing


@helper
def _next_seat(seat, pending):
    """Return the next seat that is still to act, or -1."""
    for step in range(1, len(pending) + 1):
        other = (seat + step) % len(pending)
        if pending[other]:
            return other
    return -1


@kernel(
    types.int64(
        types.npy_rng,
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.float64, 2),
        readonly(types.int64, 1),
        readonly(types.float64, 2),
        readonly(types.float64, 1),
        readonly(types.float64, 2),
        readonly(types.int64, 2),
        readonly(types.float64, 2),
        readonly(types.int64, 2),
        TABLES,
        LOOKUP,
        writable(types.float64, 2),
    )
)
def play_trials(
    rng,
    facts,
    seats,
    streets,
    seen,
    cumulative,
    opponents,
    strengths,
    potentials,
    income_ranks,
    reference,
    numbers,
    cards,
    tables,
    lookup,
    out,
):
    """Play a hand to its end from the current situation, once for each trial and each of our actions.

    Parameters
    ----------
    rng
        The generator of the holdings and of the trials' own seeds.
    facts
        int64[N_FACTS]: our seat, the street, the pot, the largest bet of the street and the raises made on it.
    seats
        int64[3, n]: each seat's bet on this street, whether it is in, and whether it is still to act if nobody raises.
    streets
        int64[3, 4]: bet sizes, raises allowed, and the sum of the bet sizes of later streets.
    seen
        int64[2 to 7]: our cards, then the board.
    cumulative, opponents
        float64[k, 1326]: running sums of the weights of each opponent who is in, without the cards we see; int64[k]:
        their seats.
    strengths, potentials
        float64[n, 1326], float64[1326]: on the current street, if it is not the first, each holding's strength against
        one opponent, by seat, and its potential.
    income_ranks
        float64[9, 1326]: the share of holdings with a lower income rate, by number of opponents.
    reference
        int64[2, m]: holdings that represent what an opponent's opponents, and ours, hold on later streets: strength
        there is the share of them that is beaten, potential is that of `_potential`.
    numbers
        float64[2, N_NUMBERS]: the numbers of the opponents' triples, and of ours.
    cards
        int64[1326, 2].
    out
        float64[trials, 1 or 2]: filled with what we win from here on by calling and, if we can, by raising, in chips.

    Returns
    -------
    int
        The number of trials in which the holdings were drawn one after the other (see `_draw_in_turn`).
    """
    hero, first_street = facts[HERO], facts[STREET]
    n_seats = seats.shape[1]
    n_choices = out.shape[1]
    n_known = len(seen) - 2
    board = np.empty(5, dtype=np.int64)
    board[:n_known] = seen[2:]
    seen_bits = np.uint64(0)
    for card in seen:
        seen_bits |= np.uint64(1) << np.uint64(card)
    larger, smaller = max(seen[0], seen[1]), min(seen[0], seen[1])
    holdings = np.zeros(n_seats, dtype=np.int64)
    holdings[hero] = (larger * (larger - 1) >> 1) + smaller
    drawn = np.empty(len(opponents), dtype=np.int64)
    state = np.empty(seats.shape, dtype=np.int64)
    n_decisions = np.empty(n_seats, dtype=np.int64)
    n_made = np.empty(n_seats, dtype=np.int64)  # bets and raises of each seat within the trial
    worth = np.empty((4, n_seats, 2))  # strength and potential by street and seat, -1 where not computed yet
    reference_strengths = np.empty((4, *reference.shape), dtype=np.int16)
    has_reference = np.empty((4, 2), dtype=np.bool_)
    reference_bits = np.empty(reference.shape, dtype=np.uint64)
    for side in range(2):
        for index in range(reference.shape[1]):
            reference_bits[side, index] = _bits(cards[reference[side, index], 0], cards[reference[side, index], 1])
    n_in_turn = 0
    for trial in range(len(out)):
        seed = np.uint64(rng.random() * N_SEEDS) * GOLDEN_GAMMA
        if draw_holdings(rng, cumulative, cards, MOST_TRIES, drawn) == MOST_TRIES:
            _draw_in_turn(seed, cumulative, cards, seen_bits, drawn)
            n_in_turn += 1
        dead = seen_bits
        for index in range(len(opponents)):
            holdings[opponents[index]] = drawn[index]
            dead |= _bits(cards[drawn[index], 0], cards[drawn[index], 1])
        _deal_board(seed, dead, board, n_known)
        worth[:] = -1.0
        has_reference[:] = False
        for choice in range(n_choices):
            state[:] = seats
            bets, live, pending = state[BETS], state[LIVE], state[PENDING]
            n_live = live.sum()
            n_decisions[:] = 0
            n_made[:] = 0
            n_shown = 0
            street, pot, level, n_raises = first_street, facts[POT], facts[LEVEL], facts[N_RAISES]
            won = 0.0
            paid = 0
            seat = hero
            action = CALL + choice
            while True:
                if action == FOLD:
                    live[seat] = 0
                    n_live -= 1
                    if seat == hero:
                        break
                    if n_live == 1:  # only we can be left, or we would have stopped before
                        won = pot
                        break
                else:
                    if action == RAISE:
                        level += streets[BET_SIZE, street]
                        n_raises += 1
                        n_made[seat] += 1
                        n_shown += 1
                        pending[:] = live
                    amount = level - bets[seat]
                    bets[seat] = level
                    pot += amount
                    if seat == hero:
                        paid += amount
                pending[seat] = 0
                seat = _next_seat(seat, pending)
                if seat < 0 and street == RIVER:
                    won = pot * _showdown_share(hero, holdings, live, board, cards, lookup)
                    break
                if seat < 0:
                    street += 1
                    level = n_raises = 0
                    bets[:] = 0
                    pending[:] = live
                    n_decisions[:] = 0
                    seat = _next_seat(n_seats - 1, pending)
                holding = holdings[seat]
                side = 1 if seat == hero else 0
                own_numbers = numbers[side]
                to_call, bet_size = level - bets[seat], streets[BET_SIZE, street]
                can_raise = n_raises < streets[MOST_RAISES, street]
                if street == PREFLOP:
                    value = _to_power(income_ranks[n_live - 2, holding], n_live - 1 + n_raises)
                    fold, raising = preflop_triple(value, n_raises, to_call, bet_size, can_raise, own_numbers)
                else:
                    if street == first_street:
                        strength, potential = strengths[seat, holding], potentials[holding]
                    else:
                        if worth[street, seat, 0] < 0.0:
                            n_board = street + 2
                            if not has_reference[street, side]:
                                _fill_reference(
                                    reference[side], cards, board, n_board, lookup, reference_strengths[street, side]
                                )
                                has_reference[street, side] = True
                            one, other = cards[holding, 0], cards[holding, 1]
                            worth[street, seat, 0] = _share_beaten(
                                _strength(one, other, board, n_board, lookup),
                                _bits(one, other),
                                reference_strengths[street, side],
                                reference_bits[side],
                            )
                            worth[street, seat, 1] = _potential(one, other, board, street, tables)
                        strength, potential = worth[street, seat, 0], worth[street, seat, 1]
                    ahead = _to_power(strength, n_live - 1 + n_shown - n_made[seat])
                    fold, raising = later_triple(
                        ahead + (1.0 - ahead) * potential,
                        potential,
                        n_live - 1,
                        n_raises,
                        to_call,
                        pot,
                        bet_size,
                        streets[LATER_BETS, street],
                        can_raise,
                        own_numbers,
                    )
                chance = _uniform(seed, (street * n_seats + seat) * MOST_DECISIONS + n_decisions[seat])
                n_decisions[seat] += 1
                # raises have the low numbers and folds the high ones, so that a better hand never acts more weakly
                action = RAISE if chance < raising else FOLD if chance >= 1.0 - fold else CALL
            out[trial, choice] = won - paid
    return n_in_turn
