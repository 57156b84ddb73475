"""Buckets on the river in the ranges of both seats, by plain loops."""

import numpy as np

from deluck.cards import holdings_beside, parse_cards
from deluck.players.equilibrium.river_ranges import River

BOARD = tuple(parse_cards("Ks9d5c4hTs"))
GRID = (5, 4)


def test_the_holdings_beside_a_board_rise_in_strength():
    river = River.of(BOARD)
    assert sorted(river.holdings.tolist()) == np.flatnonzero(holdings_beside(BOARD)).tolist()
    assert (np.diff(river.strengths) >= 0).all()
    for place in (0, 400, len(river.holdings) - 1):
        as_strong = np.flatnonzero(river.strengths == river.strengths[place])
        assert river.group_ends[place] == as_strong[-1] + 1


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
