"""Hindsight: the kernel against a search of the whole tree in fractions."""

from fractions import Fraction

import numpy as np
import pytest

from deluck.estimators import analyse
from deluck.estimators.divat.analysis import N_BOARDS
from deluck.estimators.divat.baseline_rounds import format_round, round_start
from deluck.estimators.divat.hindsight import evat_by_round, hindsight, solve_round
from deluck.games import Action, HoldemRules
from deluck.records import HandColumns


def test_every_round_is_solved_as_a_search_of_the_tree_solves_it(analysis):
    found = hindsight(analysis)
    betting = analysis.betting
    for hand in range(0, len(analysis), 10):
        for street in range(int(betting.n_rounds[hand])):
            share = Fraction(int(analysis.net_wins[hand, street]), int(N_BOARDS[street]))
            node = round_start(street, int(betting.start_pots[hand, street]) if street else 0)
            assert found.best_values[hand, street] == pytest.approx(float(solve_round(node, share)[0]), abs=1e-12)
            for place in range(betting.starts[hand], betting.starts[hand + 1]):
                if betting.streets[place] != street:
                    continue
                before = solve_round(node, share)[0]
                sign = 1 if node.actor == 0 else -1
                node = node.after(Action(int(betting.actions[place])))
                loss = sign * (before - solve_round(node, share)[0])
                assert found.losses[place] == pytest.approx(float(loss), abs=1e-12)


def test_without_a_cap_the_tree_is_as_deep_as_need_be(play_hand):
    """A fifth bet of the underdog loses as much as where eight are allowed."""
    rules = {"n_seats": 2, "small_blind": 5, "big_blind": 10, "bet_sizes": (10, 10, 20, 20)}
    deck = [51, 50, 20, 0, 3, 8, 45, 30, 13]

    def choose(state):
        return Action.RAISE if state.n_raises < (1, 6, 5, 0)[state.street] else Action.CALL

    found = [
        hindsight(analyse(HandColumns.from_records([play_hand(deck, choose, HoldemRules(**rules, **more), stacks)])))
        for more, stacks in (({"no_cap_heads_up": True}, (9000, 9000)), ({"max_raises": (9, 9, 9, 9)}, None))
    ]
    assert found[0].losses == pytest.approx(found[1].losses, abs=1e-12)
    assert found[0].best_values == pytest.approx(found[1].best_values, abs=1e-12)
    assert found[0].losses.max() > 1


def test_a_round_is_what_the_second_seat_gave_away_less_what_the_first_did(analysis):
    found = hindsight(analysis)
    betting = analysis.betting
    assert found.losses.min() >= 0
    given = np.zeros((len(analysis), 4))
    np.add.at(given, (betting.hands, betting.streets), np.where(betting.seats == 1, found.losses, -found.losses))
    assert evat_by_round(analysis) == pytest.approx(given, abs=1e-9)


@pytest.mark.parametrize(
    ("street", "pot", "share", "value", "betting"),
    [
        # sure winners and losers: the loser checks and folds, the winner bets though a check is worth as much
        (3, 14, -1, -7, "kBf"),
        (3, 14, 1, 7, "bF"),
        # three boards of four: a call loses 4, a fold 6
        (2, 12, Fraction(1, 2), 4, "bC"),
        # no favourite: every bet is worth as much as none, so all four are made
        (1, 4, 0, 0, "bRrRc"),
        (0, 0, 0, 0, "SlRrRc"),
    ],
)
def test_equal_actions_go_to_the_more_aggressive(street, pot, share, value, betting):
    node = round_start(street, pot)
    found, actions = solve_round(node, Fraction(share))
    assert found == value
    assert format_round(node, actions) == betting
