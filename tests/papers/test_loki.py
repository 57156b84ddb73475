"""Billings, Papp, Schaeffer and Szafron, Poker as a testbed for machine intelligence research."""

import pytest

from deluck.cards import parse_cards
from deluck.metrics import hand_metrics, transitions

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
