"""Ranges on the river and buckets in them, by plain loops; suits relabelled."""

import numpy as np
import pytest

from deluck.cards import holdings_beside, parse_cards
from deluck.games.limit_tree import limit_tree
from deluck.isomorphism import relabelled_holdings, relabellings
from deluck.players.equilibrium.river_ranges import River, river_starts
from deluck.players.equilibrium.strategy import shipped_strategy
from deluck.players.equilibrium.trunk import ONE

BOARD = tuple(parse_cards("Ks9d5c4hTs"))
GRID = (5, 4)


@pytest.fixture(scope="module")
def trunk():
    return shipped_strategy("coarse").trunk


def some_starts(*numbers):
    return limit_tree().starts[3][list(numbers)]


def test_the_holdings_beside_a_board_rise_in_strength():
    river = River.of(BOARD)
    assert sorted(river.holdings.tolist()) == np.flatnonzero(holdings_beside(BOARD)).tolist()
    assert (np.diff(river.strengths) >= 0).all()
    for place in (0, 400, len(river.holdings) - 1):
        as_strong = np.flatnonzero(river.strengths == river.strengths[place])
        assert river.group_ends[place] == as_strong[-1] + 1


def test_ranges_are_what_the_moves_before_leave(trunk):
    tree, river, starts = limit_tree(), River.of(BOARD), some_starts(0, 100, 566)
    found = river.ranges(trunk, starts)
    for index, start in enumerate(starts.tolist()):
        expected = np.ones((2, 1326))
        node = start
        while node > 0:
            parent = int(tree.parent[node])
            expected[tree.actor[parent]] *= trunk.at(parent, BOARD)[:, tree.last_action[node]] / ONE
            node = parent
        np.testing.assert_allclose(found[:, index], expected[:, river.holdings], rtol=1e-5, atol=1e-12)


def test_buckets_are_shares_of_the_own_range_and_of_the_opponents():
    rng = np.random.default_rng(4)
    river = River.of(BOARD)
    ranges = (rng.integers(0, 3, (2, 2, len(river.holdings))) / 2).astype(np.float32)
    found = river.buckets(ranges, GRID)
    for seat, start, place in ((0, 0, 5), (1, 0, 300), (0, 1, 700), (1, 1, 1080), (1, 0, 1000)):
        weights = 1 + np.floor(ranges[:, start] * 2**20)
        own, other = weights[seat], weights[1 - seat]
        apart = ~np.isin(river.cards, river.cards[place]).any(axis=1)
        below, tied = river.strengths < river.strengths[place], river.strengths == river.strengths[place]
        weaker = (own[below].sum() + own[tied].sum() / 2) / own.sum()
        beaten = (other[apart & below].sum() + other[apart & tied].sum() / 2) / other[apart].sum()
        assert found[seat, start, place] == int(GRID[0] * weaker) * GRID[1] + int(GRID[1] * beaten)


def test_a_range_that_is_never_played_counts_all_holdings_alike():
    river = River.of(BOARD)
    nothing, all_alike = (np.full((2, 1, len(river.holdings)), value, dtype=np.float32) for value in (0, 1))
    assert (river.buckets(nothing, GRID) == river.buckets(all_alike, GRID)).all()


def test_suits_relabelled_change_no_bucket(trunk):
    starts = some_starts(3, 250, 401)
    for number in (5, 17):
        moved = tuple(relabellings()[number][list(BOARD)].tolist())
        by_holding = []
        for board in (BOARD, moved):
            river = River.of(board)
            buckets = np.zeros((2, len(starts), 1326), dtype=np.int64)
            buckets[:, :, river.holdings] = river.buckets(river.ranges(trunk, starts), GRID)
            by_holding.append(buckets)
        possible = np.flatnonzero(holdings_beside(BOARD))
        assert (by_holding[0][:, :, possible] == by_holding[1][:, :, relabelled_holdings(number)[possible]]).all()


def test_every_node_of_the_river_is_below_its_start():
    tree, found = limit_tree(), river_starts()
    assert (found >= 0).sum() == (tree.street == 3).sum()
    for node in (tree.first_of_street[3], tree.first_of_street[3] + 1234, tree.n_nodes - 1):
        above = node
        while tree.street[tree.parent[above]] == 3:
            above = int(tree.parent[above])
        assert tree.starts[3][found[node]] == above
