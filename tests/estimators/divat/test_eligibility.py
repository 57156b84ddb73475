"""Hands that cannot be assessed: each has its reason, is counted, and keeps its place."""

import random
from dataclasses import replace

import numpy as np
import pytest

from deluck.estimators import Reason, analyse, estimate_hands, find_assessable
from deluck.estimators.money import money_before_rake
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.records import Decision, HandColumns, HandRecord, walk

DECK = [50, 46, 21, 17, 45, 13, 5, 32, 9]  # AhKh v 7d6d, K♦5♦3♦ T♣ 4♦


def call(state):
    return Action.CALL


def bet_once(state):
    return Action.RAISE if state.n_raises == 0 and state.can_act(Action.RAISE) else Action.CALL


def with_actions(record, decisions):
    return replace(record, decisions=tuple(decisions))


def three_seats():
    rules = HoldemRules.acpc_three_seats()
    deal = HoldemDeal.from_deck(list(range(52)), 3)
    state = HoldemState(rules, deal)
    decisions = []
    while state.actor is not None:
        decisions.append(Decision(state.actor, Action.CALL))
        state.act(Action.CALL)
    return HandRecord(
        rules=rules, deal=deal, decisions=tuple(decisions), payoffs=state.payoffs(), names=("a", "b", "c")
    )


@pytest.fixture
def sound(play_hand):
    return play_hand(DECK, bet_once)


def reasons_of(*records):
    return [Reason(int(code)) for code in find_assessable(HandColumns.from_records(records)).eligibility.reasons]


def usual(**changes):
    settings = {"n_seats": 2, "small_blind": 5, "big_blind": 10, "bet_sizes": (10, 10, 20, 20)}
    return HoldemRules(**(settings | changes))


def test_a_sound_hand_is_assessed_at_any_scale_of_stakes(sound, play_hand):
    cents = play_hand(DECK, bet_once, usual(small_blind=50, big_blind=100, bet_sizes=(100, 100, 200, 200)))
    assert reasons_of(sound, cents) == [Reason.ASSESSED] * 2
    found = estimate_hands(analyse(HandColumns.from_records([sound, cents])))
    assert all(column[0] == column[1] for column in found.values())


@pytest.mark.parametrize(
    "changes",
    [
        {"small_blind": 3},
        {"small_blind": 10},
        {"small_blind": 500, "big_blind": 1000, "bet_sizes": (1000, 1000, 2000, 2000), "ante": 1},
        {"bet_sizes": (10, 10, 10, 20)},
        {"bet_sizes": (20, 20, 40, 40)},
        {"max_raises": (3, 3, 4, 4)},
        {"max_raises": (2, 4, 4, 4)},
    ],
)
def test_other_stakes(play_hand, changes):
    assert reasons_of(play_hand(DECK, call, usual(**changes))) == [Reason.OTHER_STAKES]


def test_more_bets_than_four_are_no_hindrance(play_hand):
    no_cap = play_hand(DECK, bet_once, usual(no_cap_heads_up=True), (5000, 5000))
    assert reasons_of(no_cap, play_hand(DECK, bet_once, usual(max_raises=(5, 4, 6, 4)))) == [Reason.ASSESSED] * 2


def test_other_games():
    rng = random.Random(1)
    state = StudState(StudRules.paper(2), deal := StudDeal.from_deck(rng.sample(range(52), 52), 2))
    decisions = []
    while state.actor is not None:
        decisions.append(Decision(state.actor, Action.CALL))
        state.act(Action.CALL)
    stud = HandRecord(
        rules=state.rules, deal=deal, decisions=tuple(decisions), payoffs=state.payoffs(), names=("a", "b")
    )
    assert reasons_of(stud) == [Reason.OTHER_GAME]
    assert reasons_of(three_seats()) == [Reason.OTHER_GAME]
    assert np.isnan(estimate_hands(analyse(HandColumns.from_records([stud])))["money"]).all()


@pytest.mark.parametrize("stacks", [(60, 1000), (1000, 60), (70, 70), (10, 500), (500, 5), (35, 500)])
def test_a_stack_that_ran_out(play_hand, stacks):
    """Seven small bets are put in: a stack of no more is gone at some point, also if only with the last call."""
    assert reasons_of(play_hand(DECK, bet_once, stacks=stacks)) == [Reason.STACK_RAN_OUT]


def test_a_stack_that_lasted(play_hand):
    assert reasons_of(play_hand(DECK, bet_once, stacks=(80, 71))) == [Reason.ASSESSED]


def test_cards_that_are_not_known(sound, play_hand):
    holes, board = sound.deal.holes, sound.deal.board
    for unknown in (((None, None), holes[1]), (holes[0], (None, holes[1][1]))):
        assert reasons_of(replace(sound, deal=HoldemDeal(unknown, board))) == [Reason.HOLE_CARDS]
    for place in range(5):
        cards = tuple(None if number == place else card for number, card in enumerate(board))
        assert reasons_of(replace(sound, deal=HoldemDeal(holes, cards))) == [Reason.BOARD]


def test_cards_of_the_board_that_the_betting_never_saw_need_not_be_known(play_hand):
    def fold_on_the_flop(state):
        if state.street == 0:
            return Action.CALL
        return Action.FOLD if state.to_call else Action.RAISE

    whole = play_hand(DECK, fold_on_the_flop)
    short = replace(whole, deal=HoldemDeal(whole.deal.holes, whole.deal.board[:3]))
    assert reasons_of(short) == [Reason.ASSESSED]
    found = estimate_hands(analyse(HandColumns.from_records([whole, short])))
    assert all(column[0] == column[1] for column in found.values())


def test_betting_that_is_not_whole(sound):
    decisions = sound.decisions
    assert reasons_of(with_actions(sound, decisions[:-1])) == [Reason.BETTING]
    assert reasons_of(with_actions(sound, ())) == [Reason.BETTING]
    assert reasons_of(with_actions(sound, (*decisions, decisions[-1]))) == [Reason.BETTING]
    swapped = [Decision(1 - each.seat, each.action) for each in decisions]
    assert reasons_of(with_actions(sound, swapped)) == [Reason.BETTING]


def test_payoffs_must_follow_from_the_cards(sound):
    lost, won = sound.payoffs[::-1], sound.payoffs
    assert reasons_of(replace(sound, payoffs=lost)) == [Reason.PAYOFFS]
    assert reasons_of(replace(sound, payoffs=(won[0] + 10, won[1] - 10))) == [Reason.PAYOFFS]


def test_money_is_before_rake_whoever_paid_it(sound):
    assert sound.payoffs == (-70, 70)  # a flush on the river
    raked = replace(sound, payoffs=(-70, 67), rake=3)
    wrong = replace(sound, payoffs=(-73, 70), rake=3)
    columns = HandColumns.from_records([raked, wrong])
    assert find_assessable(columns).eligibility.counts == {Reason.ASSESSED: 1, Reason.PAYOFFS: 1}
    assert analyse(columns).money.tolist() == [-7]
    assert money_before_rake(columns, walk(columns))[0, 0] == -7


def test_money_of_all_hands_for_two_before_rake(sound, play_hand):
    tie = play_hand([50, 51, 48, 49, 0, 5, 10, 15, 20], bet_once)
    assert tie.payoffs == (0, 0)
    unknown = HoldemDeal(((None, None), sound.deal.holes[1]), sound.deal.board)
    records = [
        sound,
        replace(sound, deal=unknown, payoffs=(-70, 65), rake=5),
        replace(sound, deal=unknown, payoffs=(65, -70), rake=5),
        replace(tie, payoffs=(-2, -1), rake=3),
    ]
    columns = HandColumns.from_records(records)
    assert money_before_rake(columns, walk(columns))[:, 0].tolist() == [-7, -7, 7, 0]


def test_all_hands_keep_their_place_and_are_counted(sound, play_hand):
    unknown = replace(sound, deal=HoldemDeal(((None, None), sound.deal.holes[1]), sound.deal.board))
    columns = HandColumns.from_records([unknown, sound, play_hand(DECK, call, usual(small_blind=3)), sound, unknown])
    found = analyse(columns)
    assert found.eligibility.counts == {Reason.ASSESSED: 2, Reason.OTHER_STAKES: 1, Reason.HOLE_CARDS: 2}
    assert found.eligibility.rows.tolist() == [1, 3]
    for column in estimate_hands(found).values():
        assert np.isnan(column).tolist() == [True, False, True, False, True]
    assert all(reason.sentence for reason in Reason)
