"""The betting tree of heads-up limit hold'em: known counts, and hands played through the state as oracle."""

import numpy as np
import pytest

from deluck.errors import IllegalAction, RulesError
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.games.limit_tree import NOBODY, limit_tree


def test_counts_of_decisions_and_ends():
    tree = limit_tree()
    decisions = tree.street[: tree.n_decisions]
    assert np.bincount(decisions).tolist() == [8, 70, 630, 5670]
    assert tree.n_nodes - tree.n_decisions == 10_206
    assert [len(starts) for starts in tree.starts] == [1, 7, 63, 567]
    assert tree.first_of_street == (0, 8, 78, 708, 6378)
    assert tree.is_showdown.sum() == 5103
    assert (tree.folder != NOBODY).sum() == 5103


def test_parents_come_first_and_know_their_children():
    tree = limit_tree()
    nodes = np.arange(1, tree.n_nodes)
    assert (tree.parent[nodes] < nodes).all()
    assert (tree.children[tree.parent[nodes], tree.last_action[nodes]] == nodes).all()
    assert (tree.children >= 0).sum() == tree.n_nodes - 1
    assert ((tree.children >= 0).any(axis=1) == (tree.actor >= 0)).all()


@pytest.mark.parametrize("rules", [HoldemRules.limit(2), HoldemRules.limit(2, 100)], ids=["10", "100"])
def test_random_hands_stand_where_the_state_stands(rules):
    tree = limit_tree(rules)
    rng = np.random.default_rng(3)
    for _ in range(200):
        deck = [int(card) for card in rng.permutation(52)]
        state = HoldemState(rules, HoldemDeal.from_deck(deck, 2))
        while state.actor is not None:
            view = state.view()
            node = tree.node_of(view)
            assert (tree.actor[node], tree.street[node]) == (state.actor, state.street)
            assert tuple(tree.contributions[node]) == state.contributions
            legal = tuple(action for action in Action if tree.children[node, action] >= 0)
            assert legal == state.legal_actions()
            assert tree.actions_to(node) == tuple(move.action for move in state.history)
            state.act(legal[int(rng.integers(len(legal)))])
        end = tree.node_after([move.action for move in state.history])
        assert tree.actor[end] == NOBODY
        assert tuple(tree.contributions[end]) == state.contributions
        assert tree.street[end] == state.history[-1].street
        folder = state.folded.index(True) if any(state.folded) else NOBODY
        assert tree.folder[end] == folder


def test_an_illegal_sequence_and_other_games_are_refused():
    with pytest.raises(IllegalAction, match=r"seat 0 cannot raise .*legal: fold, call"):
        limit_tree().node_after([Action.RAISE] * 4)
    with pytest.raises(RulesError, match="for 3"):
        limit_tree(HoldemRules.limit(3))
    with pytest.raises(RulesError, match="no-limit"):
        limit_tree(HoldemRules.no_limit(2))
