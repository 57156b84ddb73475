"""Evaluations of all hands at once against evaluations one by one, and the modeller's approximation."""

import numpy as np
import pytest

from deluck.beliefs.holdem.evaluation import (
    approximate_values,
    evaluate_all_hands,
    evaluate_hand,
)
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import N_HOLDINGS, cards_of, holding_of, holdings_beside, parse_cards


@pytest.mark.parametrize("n_cards", [3, 4, 5])
@pytest.mark.parametrize("potential", [True, False])
def test_all_hands_at_once_are_evaluated_as_one_by_one(n_cards, potential):
    rng = np.random.default_rng([n_cards, potential])
    for n_opponents in (1, 2, 5):
        board = tuple(rng.permutation(52)[:n_cards].tolist())
        weights = rng.random((n_opponents, N_HOLDINGS)) ** 4 * (rng.random((n_opponents, N_HOLDINGS)) < 0.5)
        tables = [WeightTable(each, board) for each in weights]
        found = evaluate_all_hands(board, tables, potential=potential)
        possible = np.flatnonzero(holdings_beside(board))
        for holding in rng.choice(possible, 40, replace=False).tolist():
            one = evaluate_hand(cards_of(holding), board, tables, potential=potential)
            assert found.effective_hand_strengths[holding] == pytest.approx(one.effective_hand_strength, abs=1e-13)
            assert found.positive_potentials[holding] == pytest.approx(one.positive_potential, abs=1e-13)
        blocked = ~holdings_beside(board)
        assert not found.effective_hand_strengths[blocked].any()


def test_an_opponent_whose_every_holding_we_block_is_one_about_whom_nothing_is_known():
    board = (0, 5, 10)
    weights = np.zeros(N_HOLDINGS)
    weights[[holding_of(51, 50), holding_of(51, 49)]] = 1
    tables = [WeightTable(weights, board), WeightTable.uniform(board)]
    found = evaluate_all_hands(board, tables)
    for cards in ((51, 48), (50, 49), (20, 21)):
        one = evaluate_hand(cards, board, tables)
        assert found.effective_hand_strengths[holding_of(*cards)] == pytest.approx(one.effective_hand_strength)
        assert found.positive_potentials[holding_of(*cards)] == pytest.approx(one.positive_potential)


def test_evaluating_all_holdings_agrees_with_one_at_a_time(rng):
    board = parse_cards("9s8s2d")
    tables = [WeightTable(rng.random(1326), board) for _ in range(3)]
    values = approximate_values(board, tables)
    field = WeightTable(np.mean([table.probabilities for table in tables], axis=0), board)
    for hole in (parse_cards("AsKs"), parse_cards("9h9d"), parse_cards("7c3h")):
        one = evaluate_hand(hole, board, [field] * 3)
        uniform = evaluate_hand(hole, board, [WeightTable.uniform(board)])
        potential = values.positive_potentials[holding_of(*hole)]
        assert potential == pytest.approx(uniform.positive_potential)
        expected = one.hand_strength_n + (1 - one.hand_strength_n) * potential
        assert values.effective_hand_strengths[holding_of(*hole)] == pytest.approx(expected)


def test_an_opponent_who_can_hold_nothing_beside_our_cards_is_unknown():
    board = parse_cards("2c3d4h")
    weights = np.zeros(1326)
    weights[holding_of(*parse_cards("AsAh"))] = 1
    found = evaluate_hand(parse_cards("AsKd"), board, [WeightTable(weights, board)])
    assert found == evaluate_hand(parse_cards("AsKd"), board, [WeightTable.uniform(board)])
