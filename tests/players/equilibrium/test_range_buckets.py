"""The ranges of a strategy, and buckets of turn and river in them: what the moves before leave; suits relabelled."""

import numpy as np
import pytest

from deluck.cards import holdings_beside, parse_cards
from deluck.games.limit_tree import limit_tree
from deluck.isomorphism import relabelled_holdings, relabellings
from deluck.players.equilibrium import strategy as stored
from deluck.players.equilibrium.abstraction import RIVER, TURN
from deluck.players.equilibrium.betting import betting_after, place_of, rivers_after, turn_before
from deluck.players.equilibrium.strategy import stored_strategy
from deluck.players.equilibrium.trunk import ONE

BOARD = tuple(parse_cards("Ks9d5c4hTs"))
STARTS = {TURN: (0, 31, 62), RIVER: (3, 250, 566)}


@pytest.fixture(scope="module")
def strategy():
    return stored_strategy("coarse")


def by_moves(strategy, node, board):
    """How likely each seat plays to a node with each holding, from its probabilities move by move."""
    tree, expected = limit_tree(), np.ones((2, 1326))
    while node > 0:
        parent = int(tree.parent[node])
        expected[tree.actor[parent]] *= strategy.triples(parent, board)[:, tree.last_action[node]] / ONE
        node = parent
    return expected


def test_ranges_on_the_turn_are_what_the_moves_before_leave(strategy):
    starts = limit_tree().starts[TURN][list(STARTS[TURN])]
    holdings = np.flatnonzero(holdings_beside(BOARD[:4]))
    found = strategy.trunk.ranges(BOARD[:4], holdings, starts)
    for index, start in enumerate(starts.tolist()):
        expected = by_moves(strategy, start, BOARD)[:, holdings]
        np.testing.assert_allclose(found[:, index], expected, rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize("start", STARTS[TURN])
def test_ranges_on_the_river_are_what_the_moves_before_leave(strategy, start):
    found = stored._river_ranges(strategy, start, BOARD[:4])
    holdings = np.flatnonzero(holdings_beside(BOARD))
    for closing, river_start in enumerate(rivers_after(start).tolist()):
        node = int(limit_tree().starts[RIVER][river_start])
        expected = by_moves(strategy, node, BOARD)[:, holdings]
        np.testing.assert_allclose(found[:, closing, holdings], expected, rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize("street", STARTS)
def test_suits_relabelled_change_no_bucket(strategy, street):
    board = BOARD[: street + 2]
    possible = np.flatnonzero(holdings_beside(board))
    for node in limit_tree().starts[street][list(STARTS[street])].tolist():
        for number in (5, 17):
            moved = tuple(relabellings()[number][list(board)].tolist())
            before, after = (strategy.at_node(node, dealt) for dealt in (board, moved))
            assert (before[0] == after[0]).all()
            assert (before[1][possible] == after[1][relabelled_holdings(number)[possible]]).all()


@pytest.mark.parametrize("street", STARTS)
def test_every_node_of_a_street_is_below_its_start(street):
    tree = limit_tree()
    first, end = tree.first_of_street[street : street + 2]
    assert len({place_of(node) for node in range(first, end)}) == end - first
    for node in (first, first + (end - first) // 3, end - 1):
        above = node
        while tree.street[tree.parent[above]] == street:
            above = int(tree.parent[above])
        assert tree.starts[street][place_of(node).start] == above


@pytest.mark.parametrize("river_start", STARTS[RIVER])
def test_a_river_follows_the_turn_that_leads_to_it(river_start):
    tree = limit_tree()
    start, closing = turn_before(river_start)
    assert rivers_after(start)[closing] == river_start
    node = int(tree.starts[RIVER][river_start])
    while tree.street[node] > TURN or tree.street[tree.parent[node]] == TURN:
        node = int(tree.parent[node])
    assert tree.starts[TURN][start] == node


@pytest.mark.parametrize("start", STARTS[TURN])
def test_the_betting_from_a_turn_on_is_that_of_the_game(start):
    """Walked side by side: the same seats, streets, ends and stakes."""
    tree, part = limit_tree(), betting_after(start)
    pairs = [(int(tree.starts[TURN][start]), 0)]
    for whole, own in pairs:  # which grows meanwhile
        assert (tree.actor[whole], tree.folder[whole]) == (part.actor[own], part.folder[own])
        if part.actor[own] < 0:
            lost = tree.contributions[whole][max(part.folder[own], 0)] / tree.rules.unit
            assert part.stakes[own] == pytest.approx(lost)
            continue
        assert tree.street[whole] == part.street[own] + TURN
        for child, own_child in zip(tree.children[whole].tolist(), part.children[own].tolist(), strict=True):
            assert (child < 0) == (own_child < 0)
            if child >= 0:
                pairs.append((child, own_child))
    assert len(pairs) == len(part.actor)
