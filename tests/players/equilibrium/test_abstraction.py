"""Buckets: their features by plain loops, equal sizes, suits relabelled, one hand as in bulk."""

from itertools import combinations

import numpy as np
import pytest

from deluck.cards import holding_cards, holdings_beside, parse_cards
from deluck.isomorphism import relabelled_holdings, relabellings
from deluck.metrics import hand_ranks
from deluck.players.equilibrium.abstraction import COARSE, FINE, make_abstraction, textures
from deluck.tables.hand_rank_squares import LARGEST_SQUARE, hand_rank_squares
from deluck.tables.hand_ranks import hand_rank_tables


@pytest.fixture(scope="module", params=[FINE, COARSE], ids=["fine", "coarse"])
def abstraction(request):
    return make_abstraction(request.param)


def mean_square(hole, board):
    """E[HS²] by going over every completion of the board."""
    rest = [card for card in range(52) if card not in (*hole, *board)]
    boards = [[*board, *cards] for cards in combinations(rest, 5 - len(board))]
    ranks = hand_ranks([hole] * len(boards), boards).immediate
    return float((ranks**2).mean())


@pytest.mark.parametrize(
    ("hole", "board"), [("AsKd", "Ks7h2c"), ("6h5h", "Th9h2c"), ("2c2d", "AhKhQh"), ("JsTs", "9s8d2cKh")]
)
def test_mean_squares_of_ranks_are_those_of_every_completion(hole, board):
    cards, lying = parse_cards(hole), parse_cards(board)
    squares = hand_rank_squares()
    place = hand_rank_tables().indices(np.array([cards]), np.array([lying]))
    found = squares.sums[len(lying)][place[0]] / squares.totals[len(lying)]
    assert found == pytest.approx(mean_square(cards, lying), abs=1 / LARGEST_SQUARE)


@pytest.mark.parametrize(
    ("board", "texture"),
    [
        ("AsKd2c", 0),
        ("AsAd2c", 1),
        ("AsKs2c", 2),
        ("AsAd2s", 3),
        ("AsKs2s", 4),
        ("AsKd2c3h", 0),
        ("AsKs2s2h", 5),
        ("AsKd2c3h4s", 0),
        ("AsKs2s3h4d", 2),
        ("AsKs2s3s3d", 5),
    ],
)
def test_textures_are_suits_and_pairs(board, texture, abstraction):
    cards = parse_cards(board)
    assert textures(np.array([cards])).tolist() == [texture]
    assert abstraction.texture(cards) == (texture if abstraction.fineness.by_texture else 0)


@pytest.mark.parametrize("n_cards", [0, 3, 4, 5])
def test_suits_relabelled_change_nothing_and_one_hand_is_as_in_bulk(abstraction, n_cards):
    rng = np.random.default_rng(n_cards)
    for _ in range(5):
        board = rng.permutation(52)[:n_cards]
        possible = np.flatnonzero(holdings_beside(board))
        found = abstraction.buckets(possible, tuple(board.tolist()))
        assert found.max() < abstraction.fineness.n_buckets[(0, 3, 4, 5).index(n_cards)]
        number = int(rng.integers(24))
        moved = tuple(relabellings()[number][board].tolist())
        assert (abstraction.buckets(relabelled_holdings(number)[possible], moved) == found).all()
        assert abstraction.texture(moved) == abstraction.texture(board.tolist())
        for index in rng.choice(len(possible), 20, replace=False):
            cards = holding_cards()[possible[index]].tolist()
            assert abstraction.bucket(cards, board.tolist()) == found[index]
            flop, later = board.tolist()[:3], board.tolist()[3:]
            assert abstraction.bucket(cards[::-1], [*flop[::-1], *later]) == found[index]


@pytest.mark.parametrize("n_cards", [3, 4, 5])
def test_buckets_are_about_equally_likely(abstraction, n_cards):
    rng = np.random.default_rng(n_cards)
    n_buckets = abstraction.fineness.n_buckets[(0, 3, 4, 5).index(n_cards)]
    counts = np.zeros(n_buckets)
    for _ in range(400):
        board = rng.permutation(52)[:n_cards]
        counts += np.bincount(
            abstraction.buckets(np.flatnonzero(holdings_beside(board)), board.tolist()), minlength=n_buckets
        )
    shares = counts / counts.sum() * n_buckets
    assert shares.min() > 0.5
    assert shares.max() < 1.7


def test_stronger_hands_are_in_higher_buckets_on_the_river(abstraction):
    board = parse_cards("Ks9d5c4h2s")
    hands = [parse_cards(hand) for hand in ("7c6h", "3c3d", "KhQd", "KdKc")]
    buckets = [abstraction.bucket(hand, board) for hand in hands]
    assert buckets == sorted(buckets)
    assert buckets[0] < buckets[1] < buckets[2]
