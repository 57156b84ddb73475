"""All holdings of a board at once, against the enumeration of one hand at a time and plain loops."""

from itertools import combinations

import numpy as np
import pytest

from deluck.cards import cards_of, holding_cards, holding_of, parse_cards
from deluck.errors import CardError, DealError
from deluck.evaluator import strength
from deluck.isomorphism import relabellings
from deluck.metrics import transitions
from deluck.metrics.holdings import board_holdings, standings

# a dry flop, three of a suit, a pair and three of a kind on the board, a turn with a possible straight flush, rivers
BOARDS = ["3h4cJh", "AsKs7s", "8c8d2h", "QcQdQh", "9s8s7s2d", "5c5d5h5s", "KhKd3c3s", "2c3d4h5sTc", "AhKhQhJhTh"]


@pytest.fixture(params=BOARDS)
def board(request):
    return parse_cards(request.param)


def some_holdings(board, rng, n_holdings=25):
    free = np.flatnonzero(board_holdings(board).free)
    return rng.choice(free, n_holdings, replace=False)


def enumerated(holdings, board, weights=None):
    n_to_come = int(len(board) < 5)
    return transitions(holding_cards()[holdings], np.tile(board, (len(holdings), 1)), n_to_come, weights)


def test_strengths_and_order_are_the_evaluators(board):
    found = board_holdings(board)
    expected = [
        0 if set(cards_of(holding)) & set(board) else strength((*cards_of(holding), *board)) for holding in range(1326)
    ]
    assert found.strengths.tolist() == expected
    assert sorted(found.order.tolist()) == [holding for holding in range(1326) if expected[holding]]
    assert (np.diff(found.strengths[found.order].astype(int)) >= 0).all()


def test_hand_strength_against_weights(board, rng):
    weights = rng.random(1326) ** 4 * (rng.random(1326) < 0.7)
    holdings = some_holdings(board, rng)
    found = board_holdings(board).hand_strengths(weights)
    assert found[holdings] == pytest.approx(enumerated(holdings, board, weights).hand_strength, abs=1e-12)
    assert (found[~board_holdings(board).free] == 0).all()


def test_uniform_hand_strength_and_potential(board, rng):
    holdings = some_holdings(board, rng)
    found, expected = board_holdings(board), enumerated(holdings, board)
    assert found.uniform_hand_strengths[holdings] == pytest.approx(expected.hand_strength, abs=1e-12)
    if len(board) < 5:
        assert found.positive_potentials[holdings] == pytest.approx(expected.positive, abs=1e-12)
        assert found.negative_potentials[holdings] == pytest.approx(expected.negative, abs=1e-12)
    else:
        assert not found.positive_potentials.any()
        assert not found.negative_potentials.any()


def test_a_holding_whose_opponents_have_no_weight_left_stands_even():
    weights = np.zeros(1326)
    aces = holding_of(*parse_cards("AsAh"))
    weights[aces] = 1
    found = board_holdings(parse_cards("2c3d4h")).hand_strengths(weights)
    assert found[aces] == 0.5
    assert found[holding_of(*parse_cards("AsKd"))] == 0.5
    assert found[holding_of(*parse_cards("KsKd"))] == 0


def test_standings_are_those_of_plain_loops():
    hole, board = parse_cards("7s7h"), parse_cards("7d7cKs2d")  # quads: a card ranked twice would show
    found = standings(hole, board)
    rest = [card for card in range(52) if card not in hole + board]
    expected = np.zeros((1326, 9))
    for held in combinations(rest, 2):
        now = _standing(strength(hole + board), strength((*held, *board)))
        for drawn in rest:
            if drawn not in held:
                longer = (*board, drawn)
                then = _standing(strength(hole + longer), strength((*held, *longer)))
                expected[holding_of(*held), 3 * now + then] += 1
    assert np.array_equal(found.counts, expected)


def _standing(ours, theirs):
    return 0 if ours > theirs else 1 if ours == theirs else 2


def test_standings_against_weights_are_the_transitions(board, rng):
    weights = rng.random((3, 1326))
    for holding in some_holdings(board, rng, 8):
        found = standings(cards_of(holding), board).against(weights)
        for row in range(3):
            assert found.weights[row] == pytest.approx(enumerated([holding], board, weights[row]).weights[0])


def test_potential_does_not_depend_on_suits():
    board = parse_cards("9s8s2d")
    for permutation in relabellings()[[5, 11, 23]]:
        moved = tuple(int(permutation[card]) for card in board)
        for holding in (holding_of(*parse_cards("As3s")), holding_of(*parse_cards("JhTc"))):
            image = holding_of(*(int(permutation[card]) for card in cards_of(holding)))
            assert (
                board_holdings(moved).positive_potentials[image] == board_holdings(board).positive_potentials[holding]
            )


def test_what_is_no_board_is_refused():
    with pytest.raises(DealError, match="no board"):
        board_holdings(())
    with pytest.raises(DealError, match="has 2 cards"):
        board_holdings((0, 1))
    with pytest.raises(CardError):
        standings((0, 1), (1, 2, 3))
