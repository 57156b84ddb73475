# mypy: ignore-errors
"""Kernels over heads-up limit hands: their rounds as the baseline plays them, and in hindsight.

A hand is walked through by `deluck.records.walk`; here betting goes on from nodes of a round that nobody came to, which
for two seats of unlimited chips takes three numbers. The tests compare `_begin` and `_after` with the betting engine.

Pots are counted in units, so many to the small bet that antes are whole numbers: without antes a unit is a small bet.
What a seat has put in is counted in half units, so that the small blind is a whole number, and the pot of two equal
seats has as many units as each seat half units. P1 is seat 0, the big blind.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.divat.policy_kernels import THRESHOLDS, level_of
from deluck.evaluator.strength_kernels import LOOKUP, strength_of
from deluck.games.betting_kernels import CALL, FOLD, RAISE

MOST_BETS = 4  # the baseline makes no fifth
LONGEST = 6  # actions of a baseline round: check, bet and three raises, call


@helper
def _begin(street, pot, small_bet, ante):
    """Return what P1 and P2 have put in, bets made and who acts when a street begins with this pot.

    The pot, the small bet and the ante in units; before the flop there are only antes and blinds.
    """
    if street == 0:
        return 2 * (ante + small_bet), 2 * ante + small_bet, 1, 1
    return pot, pot, 0, 0


@helper
def _bet(street, small_bet):
    """Return the bet of a street in half units, the small bet in units."""
    return (2 if street < 2 else 4) * small_bet


@helper
def _after(action, bet, actor, n_acted, first, second, n_bets):
    """Return what P1 and P2 have put in, bets made and whether the round is over, after an action."""
    if action == FOLD:
        return first, second, n_bets, True
    level = max(first, second)
    is_over = n_acted > 0
    if action == RAISE:
        level += bet
        n_bets += 1
        is_over = False
    if actor == 0:
        first = level
    else:
        second = level
    return first, second, n_bets, is_over


@helper
def _baseline(street, actor, first, second, n_bets, levels, scores, total, numerator, denominator):
    """Return the baseline's action at a node; levels and scores to fold by are pairs, P1's first."""
    level = levels[0] if actor == 0 else levels[1]
    # before the flop the first voluntary raise, the second bet, needs Make1
    if n_bets < MOST_BETS and level > (n_bets - 1 if street == 0 else n_bets):
        return RAISE
    to_call = second - first if actor == 0 else first - second
    if to_call > 0:
        pot = first + second
        score = scores[0] if actor == 0 else scores[1]
        if score * pot * denominator < total * (to_call * denominator + numerator * pot):
            return FOLD
    return CALL


@helper
def _finish(
    street, small_bet, actor, n_acted, first, second, n_bets, levels, scores, total, numerator, denominator, sequence
):
    """Play the baseline from a node to the end of the round; return the end's pot and what P1 wins by a fold.

    The pot in units, what is won in small bets. sequence int8[6] gets the actions, -1 past the last.
    """
    is_over = False
    n_played = 0
    sequence[:] = -1
    action = CALL
    while not is_over:
        action = _baseline(street, actor, first, second, n_bets, levels, scores, total, numerator, denominator)
        sequence[n_played] = action
        n_played += 1
        first, second, n_bets, is_over = _after(action, _bet(street, small_bet), actor, n_acted, first, second, n_bets)
        n_acted += 1
        actor = 1 - actor
    if action == FOLD:
        return np.int64(0), (second if actor == 0 else -first) / (2 * small_bet)
    return np.int64(first), 0.0


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 3),
        readonly(types.int64, 3),
        THRESHOLDS,
        writable(types.uint8, 1),
        writable(types.int64, 1),
        writable(types.float64, 1),
        writable(types.int8, 3),
        writable(types.int64, 1),
        writable(types.float64, 1),
    )
)
def play_baseline(
    starts,
    actions,
    small_bets,
    antes,
    n_rounds,
    start_pots,
    bet_scores,
    fold_scores,
    thresholds,
    baseline_actions,
    end_pots,
    folded,
    sequences,
    self_play_pots,
    self_play_folded,
):
    """Play the baseline from every decision of n hands to the end of its round, and from the first deal on.

    small_bets and antes int64[n] in units; n_rounds and start_pots as in `Rounds`; bet_scores and
    fold_scores int64[n, 4, 2]. Writes by decision the baseline's action, the pot its round then ends with (0 after a
    fold) and what P1 wins by that fold; by hand and street its actions from the round's start, sequences int8[n, 4,
    6], -1 on entry; by hand the pot or the fold with which the baseline alone, on the cards the hand saw, ends the
    last street that it saw.
    """
    make, offsets, totals, _, _ = thresholds
    scratch = np.empty(LONGEST, dtype=np.int8)
    for hand in range(len(n_rounds)):
        small_bet, ante = small_bets[hand], antes[hand]
        index = starts[hand]
        self_play_pot, self_play_lost = start_pots[hand, 0], 0.0
        for street in range(n_rounds[hand]):
            first, second, n_bets, actor = _begin(street, start_pots[hand, street], small_bet, ante)
            levels = (
                level_of(bet_scores[hand, street, 0], make[street]),
                level_of(bet_scores[hand, street, 1], make[street]),
            )
            scores = (fold_scores[hand, street, 0], fold_scores[hand, street, 1])
            total, numerator, denominator = totals[street], offsets[street, 0], offsets[street, 1]
            if self_play_pot > 0:
                one, other, bets, turn = _begin(street, self_play_pot, small_bet, ante)
                self_play_pot, self_play_lost = _finish(
                    street, small_bet, turn, 0, one, other, bets, levels, scores, total, numerator, denominator, scratch
                )
            n_acted, is_over = 0, False
            while not is_over:
                end_pots[index], folded[index] = _finish(
                    street,
                    small_bet,
                    actor,
                    n_acted,
                    first,
                    second,
                    n_bets,
                    levels,
                    scores,
                    total,
                    numerator,
                    denominator,
                    scratch,
                )
                baseline_actions[index] = scratch[0]
                if n_acted == 0:
                    sequences[hand, street] = scratch
                first, second, n_bets, is_over = _after(
                    actions[index], _bet(street, small_bet), actor, n_acted, first, second, n_bets
                )
                n_acted += 1
                actor = 1 - actor
                index += 1
        self_play_pots[hand] = self_play_pot
        self_play_folded[hand] = self_play_lost


@kernel(types.void(readonly(types.int64, 2), readonly(types.int64, 2), LOOKUP, writable(types.int64, 1)))
def count_net_wins(cards, boards, lookup, out):
    """Write P1's wins less losses over every completion of the board to out int64[n].

    cards int64[n, 4], P1's two first; boards int64[n, 3, 4 or 5].
    """
    keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_to_come = 5 - boards.shape[1]
    rest = np.empty(45, dtype=np.uint64)
    for row in range(len(cards)):
        dealt, board_key, board_suits = np.uint64(0), np.uint64(0), np.uint64(0)
        for card in boards[row]:
            dealt |= np.uint64(1) << np.uint64(card)
            board_key += keys[card]
            board_suits += suit_bits[card]
        for card in cards[row]:
            dealt |= np.uint64(1) << np.uint64(card)
        n_rest = 0
        if n_to_come > 0:
            for card in range(52):
                if not (dealt >> np.uint64(card)) & np.uint64(1):
                    rest[n_rest] = card
                    n_rest += 1
        first_key = board_key + keys[cards[row, 0]] + keys[cards[row, 1]]
        second_key = board_key + keys[cards[row, 2]] + keys[cards[row, 3]]
        first_suits = board_suits + suit_bits[cards[row, 0]] + suit_bits[cards[row, 1]]
        second_suits = board_suits + suit_bits[cards[row, 2]] + suit_bits[cards[row, 3]]
        net = np.int64(0)
        for one in range(n_rest if n_to_come == 2 else 1):
            one_key, one_suits = np.uint64(0), np.uint64(0)
            if n_to_come == 2:
                one_key, one_suits = keys[rest[one]], suit_bits[rest[one]]
            for other in range(one + 1 if n_to_come == 2 else 0, n_rest if n_to_come > 0 else 1):
                key, suits = one_key, one_suits
                if n_to_come > 0:
                    key += keys[rest[other]]
                    suits += suit_bits[rest[other]]
                ours = strength_of(key + first_key, suits + first_suits, low, high, strengths, flushes)
                theirs = strength_of(key + second_key, suits + second_suits, low, high, strengths, flushes)
                net += np.int64(ours > theirs) - np.int64(ours < theirs)
        out[row] = net


@helper
def _solve(street, pot, small_bet, ante, most_bets, net, total, values):
    """Write the value to P1, both seats seeing all cards, at each node (bets made, actor) to values int64[bets, 2].

    The pot, the small bet and the ante in units, values in half units by total. With no voluntary bet made, the seat
    that acts second stands after a check or call.
    """
    blinds_1, blinds_2, fewest, opener = _begin(street, pot, small_bet, ante)
    bet = _bet(street, small_bet)
    before = 2 * ante if street == 0 else pot
    for n_bets in range(most_bets, fewest - 1, -1):
        level = before + n_bets * bet
        called = net * level
        for actor in ((1 - opener), opener):
            sign = 1 if actor == 0 else -1  # from here on as the actor sees it
            if n_bets > fewest:
                best = sign * called
                best = max(best, -(level - bet) * total)
            elif actor == opener:
                best = sign * values[n_bets, 1 - actor]
                put_in = blinds_1 if actor == 0 else blinds_2
                best = max(best, -put_in * total)
            else:
                best = sign * called
            if n_bets < most_bets:
                best = max(best, sign * values[n_bets + 1, 1 - actor])
            values[n_bets, actor] = sign * best


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        writable(types.float64, 2),
        writable(types.float64, 1),
    )
)
def solve_hindsight(
    starts, actions, small_bets, antes, n_rounds, start_pots, net_wins, n_boards, most_bets, best_values, losses
):
    """Solve each round of n hands for seats that see all cards, an end without a fold being worth its all-in equity.

    small_bets and antes int64[n] in units; net_wins int64[n, 4] of n_boards int64[4]; most_bets int64[n, 4], at least
    as many as were made. Writes the value to P1 of each round's start to best_values float64[n, 4] (zero on entry) and
    what each decision gave away to losses float64[d], both in small bets.
    """
    values = np.empty((most_bets.max() + 2 if most_bets.size else 0, 2), dtype=np.int64)
    for hand in range(len(n_rounds)):
        small_bet, ante = small_bets[hand], antes[hand]
        index = starts[hand]
        for street in range(n_rounds[hand]):
            total = n_boards[street]
            net = net_wins[hand, street]
            per_small_bet = 2 * total * small_bet
            bet, pot = _bet(street, small_bet), start_pots[hand, street]
            first, second, n_bets, actor = _begin(street, pot, small_bet, ante)
            _solve(street, pot, small_bet, ante, most_bets[hand, street], net, total, values)
            best_values[hand, street] = values[n_bets, actor] / per_small_bet
            n_acted, is_over = 0, False
            while not is_over:
                action = actions[index]
                before = values[n_bets, actor]
                first, second, n_bets, is_over = _after(action, bet, actor, n_acted, first, second, n_bets)
                if action == FOLD:
                    after = -first * total if actor == 0 else second * total
                elif is_over:
                    after = net * first
                else:
                    after = values[n_bets, 1 - actor]
                losses[index] = (before - after if actor == 0 else after - before) / per_small_bet
                n_acted += 1
                actor = 1 - actor
                index += 1
