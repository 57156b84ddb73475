"""The ranges of a strategy, and buckets of turn and river in them: what the moves before leave; suits relabelled."""

import numpy as np
import pytest

from deluck.cards import holdings_beside, parse_cards
from deluck.games.limit_tree import limit_tree
from deluck.isomorphism import relabelled_holdings, relabellings
from deluck.players.equilibrium.abstraction import RIVER, TURN
from deluck.players.equilibrium.river_ranges import River, river_start
from deluck.players.equilibrium.strategy import shipped_strategy
from deluck.players.equilibrium.trunk import ONE, starts_of_nodes

BOARD = tuple(parse_cards("Ks9d5c4hTs"))
STARTS = {TURN: (0, 31, 62), RIVER: (3, 250, 566)}


@pytest.fixture(scope="module")
def strategy():
    return shipped_strategy("coarse")


@pytest.mark.parametrize("street", STARTS)
def test_ranges_are_what_the_moves_before_leave(strategy, street):
    tree = limit_tree()
    starts = tree.starts[street][list(STARTS[street])]
    board = BOARD[: street + 2]
    holdings = np.flatnonzero(holdings_beside(board))
    found = strategy.trunk.ranges(board, holdings, starts)
    for index, start in enumerate(starts.tolist()):
        expected = np.ones((2, 1326))
        node = start
        while node > 0:
            parent = int(tree.parent[node])
            expected[tree.actor[parent]] *= strategy.triples(parent, board)[:, tree.last_action[node]] / ONE
            node = parent
        np.testing.assert_allclose(found[:, index], expected[:, holdings], rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize("street", STARTS)
def test_suits_relabelled_change_no_bucket(strategy, street):
    nodes = limit_tree().starts[street][list(STARTS[street])]
    board = BOARD[: street + 2]
    possible = np.flatnonzero(holdings_beside(board))
    for number in (5, 17):
        moved = tuple(relabellings()[number][list(board)].tolist())
        before, after = (strategy.at_nodes(dealt, nodes)[1] for dealt in (board, moved))
        assert (before[:, possible] == after[:, relabelled_holdings(number)[possible]]).all()


def test_buckets_of_some_starts_are_those_of_all(strategy):
    river = River.of(BOARD)
    starts = limit_tree().starts[RIVER]
    every = river.buckets_in(strategy.trunk, (5, 4))
    for place in STARTS[RIVER]:
        assert (river.buckets_in(strategy.trunk, (5, 4), starts[place : place + 1])[:, 0] == every[:, place]).all()


@pytest.mark.parametrize("street", STARTS)
def test_every_node_of_a_street_is_below_its_start(street):
    tree, found = limit_tree(), starts_of_nodes(street)
    assert (found >= 0).sum() == (tree.street == street).sum()
    first, end = tree.first_of_street[street : street + 2]
    for node in (first, first + (end - first) // 3, end - 1):
        above = node
        while tree.street[tree.parent[above]] == street:
            above = int(tree.parent[above])
        assert tree.starts[street][found[node]] == above
        assert street != RIVER or river_start(node) == above
