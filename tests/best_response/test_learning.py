"""Responses learned by buckets, and the model of a player that they may respond to."""

import numpy as np
import pytest

from deluck.arena import play
from deluck.arena.exploiting import exploit
from deluck.best_response.learning import LearnedResponse, buckets_of, learn_response
from deluck.best_response.modelling import N_BINS, ActionModel, bins_of
from deluck.cards import holdings_beside, parse_cards, parse_starting_hand
from deluck.errors import PlayerError, StrengthError
from deluck.games import Action, HoldemRules
from deluck.games.limit_tree import limit_tree, view_at
from deluck.players import make_player

BOARD = tuple(parse_cards("Ks5h3d9c2s"))


def learned(spec, n_boards):
    return learn_response(make_player(spec), LearnedResponse(), n_boards=n_boards, rng=np.random.default_rng(1))


def test_the_response_to_always_fold_raises_everything():
    """It wins 750 mbb/g: the small blind, or the big blind."""
    result = play(learned("always-fold", 2), "always-fold", n_hands=100, duplicate=True)
    assert result.players[0].per_game.mean == 0.75
    assert result.players[0].per_game.stderr == 0


def test_the_response_to_always_call_bets_its_good_hands_alone():
    response = learned("always-call", 6)
    preflop, _, _, river = response.choices
    assert preflop[0, 0, parse_starting_hand("AA")] == Action.RAISE
    start = 0  # after calls only
    assert river[start, 0, -1] == Action.RAISE
    assert river[start, 0, 0] == Action.CALL
    share = (river[start, 0] == Action.RAISE).mean()
    assert 0.4 < share < 0.6


def test_a_response_makes_legal_moves_everywhere():
    result = play(learned("random", 1), "random", n_hands=300, on_fault="raise")
    assert result.n_games == 300


def test_a_response_says_in_bulk_what_it_does():
    response = learned("always-call", 2)
    view = view_at(limit_tree().first_of_street[3] + 7)._replace(board=BOARD, cards=tuple(parse_cards("AcAd")))
    bulk = response.strategy_by_holding(view)
    possible = holdings_beside(BOARD)
    assert (bulk.probabilities[possible].sum(axis=1) == 1).all()
    assert response.strategy(view).probabilities.sum() == 1


def test_buckets_are_ordered_by_strength():
    assert buckets_of(())[-1] == parse_starting_hand("AA")
    assert set(np.unique(bins_of(BOARD)[holdings_beside(BOARD)])) == set(range(N_BINS))


def test_a_model_states_distributions_that_follow_what_was_seen():
    tree, model = limit_tree(), ActionModel()
    nodes = np.arange(tree.first_of_street[3], tree.first_of_street[3] + 50, dtype=np.int32)
    before = model.strategy_at_nodes(BOARD, nodes)
    assert before[:, :, holdings_beside(BOARD)].sum(axis=1) == pytest.approx(1, abs=1e-6)
    assert not before[:, :, ~holdings_beside(BOARD)].any()
    assert not before[tree.children[nodes] < 0].any()
    view = view_at(int(nodes[0]))._replace(board=BOARD, cards=tuple(parse_cards("AcAd")))
    for _ in range(200):
        model.observe(view, Action.RAISE)
    assert model.n_decisions == 200
    assert model.strategy(view).triple[Action.RAISE] > 0.95
    weak = view._replace(cards=tuple(parse_cards("4c6d")))
    assert model.strategy(weak).triple[Action.RAISE] < 0.5


def test_a_player_is_exploited_by_what_was_learned_from_its_play():
    found = exploit("always-fold", n_training=600, n_hands=100, n_boards=3, seed=1)
    assert found.taken.mean > 600
    assert found.taken.n_hands == 100
    assert found.n_observed > 300


def test_what_cannot_be_learned_is_refused():
    with pytest.raises(StrengthError, match="0 and 10 hands"):
        exploit("always-call", n_training=0, n_hands=10)
    with pytest.raises(PlayerError, match="stud"):
        exploit("stud-cards-only", n_training=10, n_hands=10)
    with pytest.raises(StrengthError, match="game of 3"):
        LearnedResponse().check_table(HoldemRules.limit(3))
