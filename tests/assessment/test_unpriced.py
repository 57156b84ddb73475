"""Hands whose decisions have no price: unknown cards, other games, short stacks, rake."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from deluck.assessment import assess
from deluck.cards import format_cards
from deluck.estimators import analyse, find_estimator
from deluck.estimators.divat.all_in_luck import all_in_luck
from deluck.estimators.money import money_before_rake
from deluck.games import Action, HoldemDeal, HoldemRules, StudDeal, StudRules, StudState
from deluck.metrics import all_in_equity
from deluck.records import Decision, HandColumns, HandRecord, validate, walk


def columns_of(records):
    return HandColumns.from_records(records)


def hidden(record, seat):
    holes = list(record.deal.holes)
    holes[seat] = (None, None)
    return replace(record, deal=HoldemDeal(tuple(holes), record.deal.board))


def net_share(record, n_board):
    """Return seat 0's wins less losses as a share of all boards, by exact enumeration."""
    found = all_in_equity([format_cards(hole) for hole in record.deal.holes], format_cards(record.deal.board[:n_board]))
    first, second = found.players
    return Fraction(first.wins - second.wins, found.boards)


def test_hands_with_unknown_cards_count_for_money_only(play_random):
    records = play_random(200, 21)
    shown = [record for record in records if record.decisions[-1].action is not Action.FOLD]
    folded = [hidden(record, 1) for record in records if record.decisions[-1].action is Action.FOLD]
    assert shown
    assert folded
    found = assess(columns_of(shown + folded))
    assert (found.n_hands, found.n_assessed) == (200, len(shown))
    assert found.set_aside == {"not all hole cards are known": len(folded)}
    assert found.estimators["money"].n == 200
    assert found.estimators["money"].total == sum(record.payoffs[0] for record in shown + folded) / 10
    assert found.estimators["divat_roe"].n == found.estimators["lfat"].n == len(shown)
    assert found.comparisons["divat_roe"] == assess(columns_of(shown)).comparisons["divat_roe"]
    assert any("biased sample" in note for note in found.notes)
    assert found.verdict.startswith(f"Anna {'won' if found.estimators['money'].total > 0 else 'lost'} ")
    assert "over 200 games: " in found.verdict
    assert "played" not in found.verdict
    assert "cards were worth" not in found.verdict
    assert (found.split.is_part, found.lead) == (True, "own_cards")
    assert found.estimators["own_cards"].n == 200
    table = found.to_arrow()
    assert table["divat_roe"].null_count == table["luck"].null_count == len(folded)
    assert table["reason"].to_pylist()[-1] == "not all hole cards are known"


def test_no_card_known_is_money_and_a_sentence(play_random):
    records = [hidden(record, 0) for record in play_random(60, 22)]
    found = assess(columns_of(records))
    assert found.n_assessed == 0
    assert list(found.estimators) == ["money"]
    assert list(found.comparisons) == ["money"]
    assert found.rounds == {}
    assert found.decisions.n == 0
    assert found.examples == {}
    assert "skill and luck could not be separated, as no game could be assessed." in found.verdict
    assert len(found.line("money")) == 60
    assert len(found.line("divat_roe")) == 0
    assert found.as_dict()["estimators"]["money"]["n"] == 60


def test_all_in_luck_is_that_of_the_analysis_where_both_can_tell(play_random):
    hands = columns_of(play_random(150, 23))
    expected = find_estimator("lfat").by_hand(analyse(hands))
    assert all_in_luck(hands, walk(hands)) == pytest.approx(expected, abs=1e-12)


def test_all_in_luck_of_short_stacks_by_enumeration(play_hand):
    """Anna has 25 chips, Bert plenty, bets of 10: her last chips go in on the flop, and the rest is dealt out."""
    deck = random.Random(5).sample(range(52), 9)
    record = play_hand(deck, lambda state: max(state.legal_actions()), stacks=(25, 500))
    validate(record)
    assert abs(record.payoffs[0]) == 25
    last = record.decisions[-1]
    assert last.action is not Action.FOLD
    found = assess(columns_of([record]))
    assert found.set_aside == {"a stack ran out": 1}
    assert found.n_assessed == 0
    streets = [net_share(record, n_board) for n_board in (0, 3, 4, 5)]
    staked = [1, Fraction(5, 2), Fraction(5, 2), Fraction(5, 2)]  # all in before the flop
    changes = np.diff([Fraction(0), *streets])
    expected = float(sum(change * half for change, half in zip(changes, staked, strict=True)))
    assert found.hands.values("lfat")[0] == pytest.approx(expected, abs=1e-12)
    assert found.estimators["money_minus_lfat"].n == 1
    assert any("a stack ran out; money counts, and all-in luck where known" in note for note in found.notes)
    other = assess(columns_of([record]), player="Bert")
    assert other.hands.values("lfat")[0] == -found.hands.values("lfat")[0]


def test_all_in_luck_has_mean_zero_and_leaves_money_unbiased(play_random):
    found = assess(columns_of(play_random(1_500, 24, stacks=(45, 60))))
    assert 0 < found.n_assessed < 1_500
    assert found.estimators["lfat"].n == found.estimators["money_minus_lfat"].n == 1_500
    assert found.estimators["divat_roe"].n == found.n_assessed
    assert abs(found.estimators["lfat"].mean) < 3 * found.estimators["lfat"].stderr
    assert found.estimators["money_minus_lfat"].sd < found.estimators["money"].sd


def test_other_stakes_have_money_and_all_in_luck(play_random):
    rules = replace(HoldemRules.limit(2, small_bet=10), ante=2, small_blind=3)
    found = assess(columns_of(play_random(40, 25, rules=rules)))
    assert found.n_assessed == 0
    assert found.estimators["lfat"].n == 40


def test_more_seats_and_stud_are_money_and_a_sentence(play_random):
    three = play_random(50, 26, n_seats=3, names=("Anna", "Bert", "Cleo"))
    found = assess(columns_of(three), player="Cleo")
    assert found.estimators["money"].total == sum(record.payoffs[2] for record in three) / 10
    assert found.seats == {}
    assert found.opponents == {}
    assert found.n_assessed == 50, "decisions are priced in hindsight"
    stud = assess(columns_of([stud_hand(("Anna", "Bert"))]))
    assert (stud.n_assessed, stud.decisions.n) == (0, 0)
    assert "1 game was not hold'em: only money is known of it." in stud.notes


def stud_hand(names, small_bet=4):
    rules = StudRules(n_seats=2, ante=1, bring_in=1, small_bet=small_bet, big_bet=2 * small_bet)
    deal = StudDeal.from_deck(list(range(52)), 2)
    state = StudState(rules, deal, None)
    decisions = []
    while state.actor is not None:
        decisions.append(Decision(state.actor, Action.CALL))
        state.act(Action.CALL)
    return HandRecord(rules=rules, deal=deal, decisions=tuple(decisions), payoffs=state.payoffs(), names=names)


def test_games_mixed_in_a_log_stand_in_its_order(play_random):
    holdem = play_random(3, 27)
    stud = [stud_hand(("Anna", "Bert")), stud_hand(("Cleo", "Anna"), small_bet=8)]
    found = assess([columns_of(holdem[:1]), columns_of(stud), columns_of(holdem[1:])], player="Anna")
    assert found.hands.selection.rows.tolist() == [0, 1, 2, 3, 4]
    assert found.per_100_unit == "sb/100"  # stud has no big blind
    assert "sb/100 ± 95%" in repr(found)
    assert "bb/100" not in repr(found)
    won = [record.payoffs[0] for record in (holdem[0], stud[0])]
    assert found.hands.values("money").tolist()[:3] == [won[0] / 10, won[1] / 4, stud[1].payoffs[1] / 8]
    assert found.players == ("Anna", "Bert", "Cleo")
    assert any("3 sizes of bets; every game counts in its own small bets." in note for note in found.notes)
    assert set(found.opponents) == {"Bert", "Cleo"}


def test_hands_of_others_are_left_out_and_counted(play_random):
    records = play_random(10, 28)
    others = [replace(record, names=("Cleo", "Dora")) for record in records[6:]]
    found = assess(columns_of(records[:3] + others + records[3:6]))
    assert (found.n_hands, found.n_others) == (6, 4)
    assert found.hands.selection.rows.tolist() == [0, 1, 2, 7, 8, 9]
    assert "4 other games without Anna are left out." in found.notes
    assert found.estimators["money"].total == sum(record.payoffs[0] for record in records[:6]) / 10


def test_one_name_in_both_seats_is_told(play_random):
    records = [replace(record, names=("Anna", "Anna")) for record in play_random(3, 29)]
    found = assess(columns_of(records))
    assert found.hands.selection.seats.tolist() == [0, 0, 0]
    assert any("Anna sat in more than one seat in 3 games" in note for note in found.notes)


def raked(record, rake):
    """Take rake from the winner, or from both halves of a split pot."""
    payoffs = list(record.payoffs)
    best = max(payoffs)
    winners = [seat for seat, chips in enumerate(payoffs) if chips == best]
    for seat in winners:
        payoffs[seat] -= rake // len(winners)
    return replace(record, payoffs=tuple(payoffs), rake=rake)


def test_rake_is_a_line_of_its_own(play_random):
    records = play_random(80, 30)
    paid = [raked(record, 2) for record in records]
    for record in paid:
        validate(record)
    before, after = assess(columns_of(records)), assess(columns_of(paid))
    assert before.rake is None
    assert after.n_assessed == 80
    assert after.estimators == before.estimators
    won = sum(record.payoffs[0] > 0 for record in records)
    split = sum(record.payoffs[0] == 0 for record in records)
    assert after.rake.total == pytest.approx((2 * won + split) / 10)
    assert after.rake.n == 80
    assert any("of rake; all figures here are before rake" in note for note in after.notes)
    theirs = assess(columns_of(paid), player="Bert")
    assert theirs.rake.total + after.rake.total == pytest.approx(80 * 2 / 10)


def test_rake_of_several_seats_as_far_as_it_is_told(play_random):
    names = ("Anna", "Bert", "Cleo")
    records = play_random(120, 31, n_seats=3, names=names)
    paid = [raked(record, 6) for record in records]
    hands = columns_of(paid)
    found = money_before_rake(hands, walk(hands))
    assert found == pytest.approx(np.array([record.payoffs for record in records]) / 10)


def test_a_shared_pot_with_hidden_cards_leaves_the_rake_untold(play_hand):
    """A royal flush on the board: three share the pot, so who paid how much of the rake is the house's affair."""
    deck = [0, 1, 4, 5, 8, 9, 48, 44, 40, 36, 32]
    record = play_hand(deck, lambda _: Action.CALL, n_seats=3, names=("Anna", "Bert", "Cleo"))
    assert record.payoffs == (0, 0, 0)
    paid = replace(hidden(record, 2), payoffs=(-2, -2, -2), rake=6)
    validate(paid)
    hands = columns_of([paid])
    assert np.isnan(money_before_rake(hands, walk(hands))).all()
    found = assess(columns_of([paid]))
    assert found.estimators["money"].n == 0
    assert found.verdict == "What Anna won is not known for any of 1 game."
    assert any("before rake is not known for 1 game" in note for note in found.notes)
