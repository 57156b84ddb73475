"""The opponent modeller: public tables, from board and betting alone."""

from dataclasses import replace

import numpy as np

from deluck.beliefs.holdem.modelling import ThresholdReweighting, public_tables
from deluck.cards import holding_of, parse_cards
from deluck.formats.situations import parse_situation
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE


def random_states(rng, n_hands, n_seats=6, names=True):
    """Yield a state at every decision of hands that random players play."""
    for _ in range(n_hands):
        state = HoldemState(HoldemRules.limit(n_seats), HoldemDeal.from_deck(rng.permutation(52).tolist(), n_seats))
        while not state.is_over:
            yield state
            legal = state.legal_actions()
            chances = np.array([{FOLD: 0.12, CALL: 0.6, RAISE: 0.28}[action] for action in legal])
            state.act(legal[rng.choice(len(legal), p=chances / chances.sum())])


def test_tables_do_not_depend_on_what_was_asked_before(rng):
    rule = ThresholdReweighting()
    views = [state.view() for state in random_states(rng, 12, 4)]
    in_order = [[table.weights.copy() for table in public_tables(view, rule)] for view in views]
    for place in rng.permutation(len(views)):
        again = public_tables(views[place], replace(rule))
        for table, expected in zip(again, in_order[place], strict=True):
            assert np.array_equal(table.weights, expected)


def test_tables_are_public_and_lose_the_board(rng):
    for state in random_states(rng, 10, 3):
        tables = [public_tables(state.view(seat), ThresholdReweighting()) for seat in range(3)]
        for seat in range(3):
            assert all(np.array_equal(each[seat].weights, tables[0][seat].weights) for each in tables)
            weights = tables[0][seat].weights
            assert ((weights >= 0) & (weights <= 1)).all()
            assert weights.any()
            if not state.folded[seat]:
                assert set(state.board) <= set(tables[0][seat].seen)


def test_a_raise_makes_strong_holdings_likelier_and_a_check_says_nothing():
    view = parse_situation("2c2d", "AsKd7h", "rc/r", 2)
    checked = parse_situation("2c2d", "AsKd7h", "rc/c", 2)
    bet, before = (public_tables(each, ThresholdReweighting())[0].probabilities for each in (view, checked))
    strong, weak = holding_of(*parse_cards("AhKh")), holding_of(*parse_cards("9c8c"))
    assert bet[strong] / bet[weak] > 3 * before[strong] / before[weak]
    called = public_tables(parse_situation("2c2d", "AsKd7h", "rc/", 2), ThresholdReweighting())[0].probabilities
    assert np.array_equal(called, before)
