"""Billings, Peña, Schaeffer and Szafron, Using probabilistic knowledge and simulation to play poker."""

import numpy as np
import pytest

from deluck.arena.table import duplicate_seatings
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import N_HOLDINGS, parse_holding
from deluck.games import Action


def test_section_4_a_weight_of_seven_tenths_and_a_call_from_a_triple_of_two_tenths():
    weights = np.zeros(N_HOLDINGS)
    weights[parse_holding("AsAh")] = 0.7
    triples = np.tile([0.0, 0.2, 0.8], (N_HOLDINGS, 1))
    after = WeightTable(weights).reweighted_by_triples(triples, Action.CALL)
    assert after.weights[parse_holding("AsAh")] == pytest.approx(0.14)


def test_section_6_every_player_holds_every_hand_once_and_sits_differently_to_each_other():
    seatings = duplicate_seatings(10)
    assert len(seatings) == 10
    for player in range(10):
        assert {seating.index(player) for seating in seatings} == set(range(10))
        for other in range(10):
            if other != player:
                # seats numbered from 1 and counted modulo 11, as the replays are
                apart = {(seating.index(other) - seating.index(player)) % 11 for seating in seatings}
                assert len(apart) == 10
