"""Billings, Papp, Schaeffer and Szafron, Poker as a testbed for machine intelligence research."""

import pytest

from deluck.beliefs.holdem.betting_rules import decide
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import MODERATE, VERSIONS
from deluck.cards import parse_cards
from deluck.formats.situations import parse_situation
from deluck.games import Action
from deluck.metrics import hand_metrics, transitions
from deluck.players import make_player

HOLE, FLOP = "AdQc", "3h4cJh"


def found(n_to_come):
    return transitions([parse_cards(HOLE)], [parse_cards(FLOP)], n_to_come)


def test_section_4_2_hands_ahead_tied_and_behind():
    assert found(0).weights[0].diagonal().tolist() == [628, 9, 444]


def test_section_4_2_hand_strength_and_its_power_for_five_opponents():
    metrics = hand_metrics(HOLE, FLOP, opponents=5)
    assert metrics.hand_strength == pytest.approx(0.585, abs=0.0005)
    assert metrics.hand_strength_n == pytest.approx(0.069, abs=0.0005)


def test_table_2_potential_over_two_cards():
    assert found(2).weights[0].tolist() == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]


def test_equations_1_and_2_over_two_cards():
    metrics = hand_metrics(HOLE, FLOP)
    assert metrics.positive_potential_2 == pytest.approx(0.208, abs=0.0005)
    assert metrics.negative_potential_2 == pytest.approx(0.274, abs=0.0005)


def test_section_4_2_potential_over_one_card():
    metrics = hand_metrics(HOLE, FLOP)
    assert metrics.positive_potential_1 == pytest.approx(0.108, abs=0.0005)
    assert metrics.negative_potential_1 == pytest.approx(0.145, abs=0.0005)


def test_section_4_4_effective_hand_strength_against_five():
    assert hand_metrics(HOLE, FLOP, opponents=5).effective_hand_strength == pytest.approx(0.17, abs=0.005)


def with_five_opponents():
    """Return what Loki with uniform weights makes of the hand, first to act, five opponents in."""
    return make_player("loki1:version=B").explain(parse_situation(HOLE, FLOP, "cccccc/", 6))


def test_section_4_4_first_to_act_against_five_it_checks():
    found = with_five_opponents()
    assert found.spot.seat == 0
    assert found.evaluation.hand_strengths == pytest.approx([0.585] * 5, abs=0.0005)
    assert found.evaluation.hand_strength_n == pytest.approx(0.069, abs=0.0005)
    assert found.evaluation.positive_potential == pytest.approx(0.108, abs=0.0005)
    assert found.evaluation.effective_hand_strength == pytest.approx(0.17, abs=0.005)
    assert found.action is Action.CALL


@pytest.mark.parametrize(("version", "action"), [("A", Action.CALL), ("B", Action.CALL), ("D", Action.FOLD)])
def test_section_4_4_two_bets_to_call_it_calls_by_its_potential(version, action):
    """A bet, two calls and a raise: $20 to call into $175, pot odds 0.103; without potential it is a fold."""
    spot = Spot(0, 1, 4, 2, 20, 175, 10, 40, can_raise=True)
    assert spot.pot_odds == pytest.approx(0.103, abs=0.0005)
    found = decide(with_five_opponents().evaluation, spot, MODERATE, VERSIONS[version])
    assert found.action is action
    if action is Action.CALL:
        assert found.reason == "Ppot 0.108 reaches the pot odds of 0.103"


def test_section_4_4_a_hand_bets_from_a_half():
    assert MODERATE.to_make(0) == 0.5
