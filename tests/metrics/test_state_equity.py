"""What seats can expect if no more is bet: pokerkit pays out every board, with side pots, antes and folded chips.

A second oracle divides the pots in plain sentences and ranks the hands with eval7.
"""

import random
from fractions import Fraction
from itertools import combinations

import eval7
import numpy as np
import pytest
from pokerkit import Automation, NoLimitTexasHoldem

from deluck.cards import DECK, format_card, parse_cards
from deluck.errors import DealError
from deluck.metrics.state_equity import state_values

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def pokerkit_payoffs(stacks, ante, level, calls_all_in, holes, board):
    """Play a hand out: all call up to a level before the flop, then seats go all-in or fold.

    Return the payoffs as fractions, and what each seat put in.
    """
    n_seats = len(stacks)
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        True,
        ante,
        (1, 2),
        2,
        stacks,
        n_seats,
        divmod=lambda amount, n: (Fraction(amount, n), 0),
    )
    for seat in [*range(n_seats), *range(n_seats)]:
        state.deal_hole(format_card(holes[seat][len(state.hole_cards[seat])]))
    is_raised = False
    while state.street_index == 0 and state.actor_index is not None:
        least = state.min_completion_betting_or_raising_to_amount
        if not is_raised and level >= (least or level + 1) and state.can_complete_bet_or_raise_to(level):
            state.complete_bet_or_raise_to(level)
            is_raised = True
        else:
            state.check_or_call()
    state.burn_card("??")
    state.deal_board("".join(map(format_card, board[:3])))
    while state.actor_index is not None:
        seat = state.actor_index
        stays = calls_all_in[seat] or not any(state.bets)
        if stays and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        elif stays or not state.can_fold():
            state.check_or_call()
        else:
            state.fold()
    folded = [not status for status in state.statuses]
    for card in board[3:]:
        if state.card_burning_status:
            state.burn_card("??")
        if any(state.board_dealing_counts):
            state.deal_board(format_card(card))
    return [Fraction(payoff) for payoff in state.payoffs], folded


@pytest.mark.parametrize("seed", range(25))
def test_pokerkit_pays_the_same_in_the_mean(seed):
    rng = random.Random(seed)
    n_seats = rng.randint(3, 6)
    ante = rng.choice((0, 0, 1, 3))
    # everybody can pay ante and blind; short antes are tested with the engine
    stacks = [rng.randint(8, 60) for _ in range(n_seats)]
    level = rng.choice((2, 4, 7, 15))
    deck = rng.sample(DECK, 52)
    holes = [deck[2 * seat : 2 * seat + 2] for seat in range(n_seats)]
    board = deck[2 * n_seats : 2 * n_seats + 4]
    calls = [rng.random() < 0.6 for _ in range(n_seats)]
    for seat in rng.sample(range(n_seats), 2):
        calls[seat] = True
    rest = deck[2 * n_seats + 4 :]
    paid = [ante + min(stack - ante, level if level >= 4 else 2) for stack in stacks]
    total = [Fraction(0)] * n_seats
    for river in rest:
        payoffs, folded = pokerkit_payoffs(stacks, ante, level, calls, holes, [*board, river])
        total = [each + payoff for each, payoff in zip(total, payoffs, strict=True)]
    assert sum(not gone for gone in folded) >= 2
    # the first seat with chips left bets all of them, those who call put in theirs, the largest gets back what is over
    put_in = [paid[seat] if folded[seat] else stacks[seat] for seat in range(n_seats)]
    found = state_values([holes], [[*board, -1]], [put_in], [folded], [[ante] * n_seats])[0]
    assert found == pytest.approx([float(each / len(rest)) for each in total], abs=1e-9)
    assert found.sum() == pytest.approx(0, abs=1e-9)


def layered_pots(paid, dead, short, folded):
    """Return pots and who may win each, in plain sentences: dead chips go to the first, live ones in layers.

    A seat that could not pay its whole ante wins at most as much from each other seat's.
    """
    seats = range(len(paid))
    live = [seat for seat in seats if not folded[seat]]
    pots = []
    below = 0
    for level in sorted({dead[seat] for seat in live if short[seat]} | {max(dead)}):
        amount = sum(min(chips, level) - min(chips, below) for chips in dead)
        pots.append((amount, [seat for seat in live if not short[seat] or dead[seat] >= level]))
        below = level
    bets = [chips - ante for chips, ante in zip(paid, dead, strict=True)]
    below = 0
    for level in sorted({bets[seat] for seat in live}):
        amount = sum(min(chips, level) - min(chips, below) for chips in bets)
        pots.append((amount, [seat for seat in live if bets[seat] >= level]))
        below = level
    return pots


def by_eval7(holes, board, paid, dead, short, folded):
    """Return what each seat can expect, as a fraction, over every board that can come."""
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    n_seats = len(holes)
    rest = [card for card in range(52) if card not in {*board, *(card for hole in holes for card in hole)}]
    pots = layered_pots(paid, dead, short, folded)
    won, n_boards = [Fraction(0)] * n_seats, 0
    for drawn in combinations(rest, 5 - len(board)):
        n_boards += 1
        strengths = [eval7.evaluate([cards[card] for card in (*hole, *board, *drawn)]) for hole in holes]
        for amount, may_win in pots:
            best = max(strengths[seat] for seat in may_win)
            winners = [seat for seat in may_win if strengths[seat] == best]
            for seat in winners:
                won[seat] += Fraction(amount, len(winners))
    return [float(each / n_boards) - chips for each, chips in zip(won, paid, strict=True)]


@pytest.mark.parametrize("seed", range(40))
def test_eval7_and_plain_pots_give_the_same(seed):
    """Random states on flop, turn and river: 2 to 9 seats, any commitments, antes that some could not pay."""
    rng = random.Random(1_000 + seed)
    n_seats, n_board = rng.randint(2, 9), rng.choice((3, 4, 4, 5, 5))
    deck = rng.sample(DECK, 52)
    holes = [deck[2 * seat : 2 * seat + 2] for seat in range(n_seats)]
    board = deck[2 * n_seats : 2 * n_seats + n_board]
    folded = [rng.random() < 0.3 for _ in range(n_seats)]
    for seat in rng.sample(range(n_seats), 2):
        folded[seat] = False
    ante = rng.choice((0, 0, 5, 12))
    dead = [rng.randint(1, ante) if ante and rng.random() < 0.3 else ante for _ in range(n_seats)]
    dead[rng.choice([seat for seat in range(n_seats) if not folded[seat]])] = ante
    short = [chips < ante for chips in dead]
    # who could not pay the ante has nothing left to bet
    bets = [0 if short[seat] else rng.choice((20, 50, rng.randint(1, 100))) for seat in range(n_seats)]
    # the largest live bet is matched or comes back; folded seats bet no more than that
    most = max(bets[seat] for seat in range(n_seats) if not folded[seat])
    paid = [dead[seat] + min(bets[seat], most) for seat in range(n_seats)]
    expected = by_eval7(holes, board, paid, dead, short, folded)
    found = state_values([holes], [[*board, *[-1] * (5 - n_board)]], [paid], [folded], [dead], [short])[0]
    assert found == pytest.approx(expected, abs=1e-9)


def test_antes_go_to_the_first_pot_and_never_back():
    """The big blind posts an ante of 100 and calls the button's raise to 250; the small blind of 50 folded."""
    holes = [[parse_cards("7c2d"), parse_cards("KhQd"), parse_cards("AsAd")]]
    board = [parse_cards("AhAc2s3d9h")]
    found = state_values(holes, board, [[50, 350, 250]], [[True, False, False]], [[0, 100, 0]])
    assert found[0].tolist() == [-50, -350, 400]


def test_a_seat_short_of_its_ante_wins_at_most_as_much_from_each():
    holes = [[parse_cards("AsAd"), parse_cards("KhKd"), parse_cards("7c2d")]]
    board = [parse_cards("AhAc2s3d9h")]
    # an ante of 10 that the winner could pay 4 of; the others bet 20 more
    paid, dead = [[4, 30, 30]], [[4, 10, 10]]
    found = state_values(holes, board, paid, [[False] * 3], dead, [[True, False, False]])
    assert found[0].tolist() == [8, 22, -30]


def test_one_seat_left_takes_what_others_put_in():
    found = state_values([[[0, 1], [-1, -1], [-1, -1]]], [[-1] * 5], [[30, 10, 20]], [[False, True, True]])
    assert found[0].tolist() == [30, -10, -20]


def test_uncalled_chips_come_back():
    holes = [[parse_cards("AsAd"), parse_cards("KhKd")]]
    even = state_values(holes, [[-1] * 5], [[50, 50]], [[False, False]])
    more = state_values(holes, [[-1] * 5], [[50, 90]], [[False, False]])
    assert more == pytest.approx(even)


def test_a_board_is_worth_the_mean_over_its_next_card(rng):
    for _ in range(20):
        deck = rng.permutation(52)
        holes, flop = deck[:8].reshape(4, 2), deck[8:11]
        paid, folded = rng.integers(1, 100, (1, 4)), np.array([[False, False, True, False]])
        now = state_values([holes], [[*flop, -1, -1]], paid, folded)[0]
        turns = [[*flop, card, -1] for card in deck[11:]]
        n = len(turns)
        then = state_values([holes] * n, turns, np.repeat(paid, n, 0), np.repeat(folded, n, 0))
        assert now == pytest.approx(then.mean(axis=0), abs=1e-9)


def test_before_the_flop_it_is_the_mean_over_all_flops():
    holes = [parse_cards("AhKd"), parse_cards("7c7d"), parse_cards("9s8s")]
    dealt = {card for hole in holes for card in hole}
    flops = [[*flop, -1, -1] for flop in combinations([card for card in range(52) if card not in dealt], 3)]
    paid, n = [30, 80, 80], len(flops)
    now = state_values([holes], [[-1] * 5], [paid], [[False] * 3])[0]
    then = state_values([holes] * n, flops, [paid] * n, [[False] * 3] * n)
    assert now == pytest.approx(then.mean(axis=0), abs=1e-8)


def test_values_are_not_known_where_a_card_of_a_seat_that_is_in_is_not():
    holes = [[[0, 1], [2, -1], [4, 5]], [[0, 1], [2, 3], [-1, -1]]]
    found = state_values(holes, [[-1] * 5] * 2, [[10, 10, 10]] * 2, [[False, False, True]] * 2)
    assert np.isnan(found[0]).all()
    assert np.isfinite(found[1]).all()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"boards": [[30, 31, -1, -1, -1]]}, "a board that is not"),
        ({"boards": [[-1, 31, 32, 33, -1]]}, "a board that is not"),
        ({"boards": [[0, 31, 32, -1, -1]]}, "a card that is dealt twice"),
        ({"holes": [[[0, 1], [2, 52]]]}, "no card"),
        ({"folded": [[True, True]]}, "no seat that is in"),
        ({"paid": [[1, 2, 3]]}, "expected"),
    ],
)
def test_states_that_cannot_be_are_refused(change, says):
    state = {
        "holes": [[[0, 1], [2, 3]]],
        "boards": [[-1] * 5],
        "paid": [[10, 10]],
        "folded": [[False, False]],
    }
    with pytest.raises(DealError, match=says):
        state_values(**(state | change))
