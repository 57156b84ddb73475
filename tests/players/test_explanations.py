"""What the equilibrium player says of a decision."""

import numpy as np
import pytest

from deluck.cards import cards_of, holdings_beside
from deluck.formats.situations import parse_situation
from deluck.games import Explainer
from deluck.players import make_player


@pytest.mark.parametrize(
    ("spec", "board", "history"),
    [
        ("equilibrium", "", ""),
        ("equilibrium", "3h4cJh", "rc/"),
        ("equilibrium:strategy=coarse", "3h4cJh2d", "rc/cc/cr"),
        ("equilibrium", "3h4cJh2d5s", "rc/cc/cc/r"),
    ],
)
def test_the_equilibrium_player_explains_what_it_does(spec, board, history):
    view = parse_situation("AdQc", board, history, 2)
    player = make_player(spec)
    assert isinstance(player, Explainer)
    found = player.explain(view)
    assert found.probabilities == player.strategy(view).triple
    rows = player.strategy_by_holding(view).probabilities
    alike = (rows == player.strategy(view).probabilities).all(axis=1) & holdings_beside(view.board)
    assert 1 <= found.n_alike <= alike.sum()
    assert (found.strength is None) == (not board)
    assert found.as_dict()["beliefs"][0]["seat"] == 1 - view.seat


def test_what_the_opponent_may_hold_follows_from_its_moves():
    """The button raised: what it holds has the probability of that raise, holding by holding."""
    player = make_player("equilibrium")
    view = parse_situation("AdQc", "", "r", 2)
    (belief,) = player.explain(view).opponents
    raised = player.strategy_by_holding(parse_situation("2c2d", "", "", 2))
    expected = raised.probabilities[:, -1] * np.array([not {*cards_of(each)} & {*view.cards} for each in range(1326)])
    np.testing.assert_allclose(belief.table.weights / belief.table.weights.sum(), expected / expected.sum(), rtol=1e-6)


def test_a_river_that_is_solved_anew_is_of_this_hand_alone():
    view = parse_situation("AdQc", "3h4cJh2d5s", "rc/cc/cc/r", 2)
    found = make_player("equilibrium:resolve=river").explain(view)
    assert found.n_alike == 1
    assert "solved" in found.why
    assert 0.2 < found.strength < 0.9  # a straight on a board with four to it
