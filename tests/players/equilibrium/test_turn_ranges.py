"""Buckets on the turn in the ranges of both seats, by plain loops over counted hand ranks."""

import numpy as np

from deluck.cards import holdings_beside, parse_cards
from deluck.players.equilibrium.turn_ranges import Turn
from deluck.tables.hand_rank_squares import hand_rank_squares
from deluck.tables.hand_ranks import hand_rank_tables

BOARD = tuple(parse_cards("Ks9d5c4h"))
GRID = (4, 3, 5)


def ranked(turn):
    """E[HS²] and E[HS] of each holding, as whole counts."""
    tables = hand_rank_tables()
    boards = np.tile(np.array(BOARD), (len(turn.holdings), 1))
    places = tables.indices(turn.cards.astype(np.int64), boards)
    return hand_rank_squares().sums[4][places], tables.street(4).final[places]


def share_below(values, weights, place):
    below, tied = values < values[place], values == values[place]
    return (weights[below].sum() + weights[tied].sum() / 2) / weights.sum()


def test_the_holdings_beside_a_board_are_sorted_twice():
    turn = Turn.of(BOARD)
    assert turn.holdings.tolist() == np.flatnonzero(holdings_beside(BOARD)).tolist()
    for values, order, ends in zip(
        ranked(turn), (turn.by_square, turn.by_mean), (turn.square_ends, turn.mean_ends), strict=True
    ):
        rising = values[order]
        assert (rising[1:] >= rising[:-1]).all()
        for place in (0, 400, len(order) - 1):
            assert ends[place] == np.flatnonzero(rising == rising[place])[-1] + 1


def test_buckets_are_shares_of_the_own_range_and_of_the_opponents():
    rng = np.random.default_rng(4)
    turn = Turn.of(BOARD)
    squares, means = ranked(turn)
    ranges = (rng.integers(0, 3, (2, 2, len(turn.holdings))) / 2).astype(np.float32)
    found = turn.buckets(ranges, GRID)
    for seat, start in ((0, 0), (1, 0), (0, 1), (1, 1)):
        weights = 1 + np.floor(ranges[:, start] * 2**20)
        own, other = weights[seat], weights[1 - seat]
        group = np.array([int(GRID[0] * share_below(squares, own, each)) for each in range(len(own))])
        for place in (5, 300, 700, 1000, 1127):
            together = np.flatnonzero(group == group[place])
            inner = int(GRID[1] * share_below(means[together], own[together], together.tolist().index(place)))
            apart = np.flatnonzero(~np.isin(turn.cards, turn.cards[place]).any(axis=1))
            below, tied = means[apart] < means[place], means[apart] == means[place]
            beaten = (other[apart][below].sum() + other[apart][tied].sum() / 2) / other[apart].sum()
            expected = (group[place] * GRID[1] + inner) * GRID[2] + int(GRID[2] * beaten)
            assert found[seat, start, place] == expected


def test_a_range_that_is_never_played_counts_all_holdings_alike():
    turn = Turn.of(BOARD)
    nothing, all_alike = (np.full((2, 1, len(turn.holdings)), value, dtype=np.float32) for value in (0, 1))
    assert (turn.buckets(nothing, GRID) == turn.buckets(all_alike, GRID)).all()
