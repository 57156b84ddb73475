"""Evaluations of all hands at once against evaluations one by one, and decisions made of margins."""

import numpy as np
import pytest

from deluck.beliefs.holdem.betting_rules import (
    chosen_actions,
    close_to_a_threshold,
    decide,
    decide_preflop,
    decide_preflop_simply,
    margins,
    preflop_margins,
    simple_preflop_margins,
)
from deluck.beliefs.holdem.evaluation import HandEvaluation, HoldingValues, evaluate_all_hands, evaluate_hand
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import STYLES, VERSIONS
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import N_HOLDINGS, cards_of, holding_of, holdings_beside
from deluck.games import Action


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


def random_spot(rng, street):
    return Spot(
        seat=0,
        street=street,
        n_opponents=int(rng.integers(1, 9)),
        n_raises=int(rng.integers(0, 5)),
        to_call=int(rng.choice([0, 5, 10, 20, 30])),
        pot=int(rng.integers(20, 400)),
        bet_size=10,
        later_bets=int(rng.choice([0, 20, 40])),
        can_raise=bool(rng.random() < 0.7),
    )


@pytest.mark.parametrize("version", VERSIONS.values(), ids=list(VERSIONS))
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_margins_lead_to_the_decisions_of_the_rules(style, version):
    rng = np.random.default_rng(1)
    for _ in range(40):
        spot = random_spot(rng, street=1)
        strengths, potentials = rng.random(50).round(2), rng.random(50).round(2) / 3
        strengths[:10] = rng.choice([*style.make, spot.showdown_odds, spot.pot_odds], 10)
        values = HoldingValues(strengths, potentials)
        found = chosen_actions(
            *(margins(values, spot, action, style, version) for action in (Action.RAISE, Action.CALL)),
            can_raise=spot.can_raise,
        )
        hands = [
            HandEvaluation((), 0, potential, 0, strength)
            for strength, potential in zip(strengths.tolist(), potentials.tolist(), strict=True)
        ]
        assert found.tolist() == [decide(hand, spot, style, version).action for hand in hands]


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_margins_before_the_flop_lead_to_the_decisions_of_the_rules(style):
    rng = np.random.default_rng(2)
    for _ in range(40):
        spot = random_spot(rng, street=0)
        values = np.append(rng.random(50), [style.enter, style.enter_cold, *style.preflop_raise])
        by_action = (preflop_margins(values, spot, action, style) for action in (Action.RAISE, Action.CALL))
        found = chosen_actions(*by_action, can_raise=spot.can_raise)
        assert found.tolist() == [decide_preflop(value, spot, style).action for value in values.tolist()]
        rates = np.append(rng.uniform(-1, 2, 50), [0.25, 0.65])
        by_action = (simple_preflop_margins(rates, spot, action) for action in (Action.RAISE, Action.CALL))
        found = chosen_actions(*by_action, can_raise=spot.can_raise)
        assert found.tolist() == [decide_preflop_simply(rate, spot).action for rate in rates.tolist()]


def test_margins_that_rounding_may_decide_are_found():
    margin = np.array([0.1, 1e-12, -1e-12, -0.1])
    assert close_to_a_threshold(margin, None).tolist() == [1, 2]
    assert close_to_a_threshold(margin, np.array([0.0, 1, 1, 1])).tolist() == [0, 1, 2]
    assert close_to_a_threshold(margin - 1, None).tolist() == []
