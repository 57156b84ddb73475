"""Shares of boards counted by sets of ranks and by flushes, against plain enumeration with other evaluators."""

from itertools import combinations

import eval7
import numpy as np
import pytest

from deluck.cards import format_card, parse_cards
from deluck.errors import DealError
from deluck.evaluator import strengths
from deluck.metrics import all_in_equity
from deluck.metrics.showdown_shares import showdown_shares


def padded(board):
    return [*board, *[-1] * (5 - len(board))]


def enumerated(holes, board, dead, evaluate):
    """Return each hand's share over every completion of the board, with an evaluator of many rows of seven cards."""
    out = {*board, *dead, *(card for hole in holes for card in hole)}
    drawn = list(combinations([card for card in range(52) if card not in out], 5 - len(board)))
    boards = np.array([[*board, *cards] for cards in drawn])
    values = np.stack([evaluate(np.hstack([np.tile(hole, (len(boards), 1)), boards])) for hole in holes])
    wins = values == values.max(axis=0)
    return (wins / wins.sum(axis=0)).mean(axis=1)


def by_eval7(rows):
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    return np.array([eval7.evaluate([cards[card] for card in row]) for row in rows])


def random_states(rng, n_states, n_board):
    """Yield hole cards of 2 to 10 seats, a board, and which seats are in, at least two."""
    for _ in range(n_states):
        n_seats = int(rng.integers(2, 11))
        deck = rng.permutation(52)
        live = rng.random(n_seats) < rng.random()
        live[rng.permutation(n_seats)[:2]] = True
        holes = deck[: 2 * n_seats].reshape(n_seats, 2)
        yield holes, deck[2 * n_seats : 2 * n_seats + n_board].tolist(), live


@pytest.mark.parametrize(("n_board", "n_states"), [(3, 150), (4, 300), (5, 300)])
def test_shares_are_those_of_plain_enumeration(rng, n_board, n_states):
    for holes, board, live in random_states(rng, n_states, n_board):
        found = showdown_shares([holes], [padded(board)], [live])[0]
        expected = enumerated(holes[live], board, holes[~live].ravel(), strengths)
        assert found[live] == pytest.approx(expected, abs=1e-14)
        assert (found[~live] == 0).all()


def test_shares_before_the_flop_are_those_of_plain_enumeration(rng):
    for holes, _, live in random_states(rng, 2, 0):
        found = showdown_shares([holes], [[-1] * 5], [live])[0]
        assert found[live] == pytest.approx(enumerated(holes[live], [], holes[~live].ravel(), strengths), abs=1e-14)


def test_eval7_agrees(rng):
    for holes, board, live in random_states(rng, 12, 3):
        found = showdown_shares([holes], [padded(board)], [live])[0]
        assert found[live] == pytest.approx(enumerated(holes[live], board, holes[~live].ravel(), by_eval7), abs=1e-14)


def test_the_counts_of_the_paper_before_the_flop():
    """AcKc v 7h6h: 1,029,832 wins, 7,525 ties and 674,947 losses of 1,712,304."""
    holes = [[parse_cards("AcKc"), parse_cards("7h6h")]]
    found = showdown_shares(holes, [[-1] * 5])[0]
    assert found[0] == pytest.approx((1_029_832 + 7_525 / 2) / 1_712_304, abs=1e-15)
    assert found[1] == pytest.approx((674_947 + 7_525 / 2) / 1_712_304, abs=1e-15)


@pytest.mark.parametrize(
    "hands",
    [
        ("AsKs", "AhKh"),  # two suits, mostly ties
        ("9h8h", "7h6h"),  # one suit, straight flushes on both sides
        ("AdAc", "5d4d", "KhKs"),
        ("2c2d", "2h2s"),
        ("AsQs", "KsJs", "Ts9s", "8s7s", "6s5s"),  # all of one suit
    ],
)
def test_suits_and_straight_flushes_before_the_flop(hands):
    holes = [[parse_cards(hand) for hand in hands]]
    expected = [player.equity for player in all_in_equity(list(hands)).players]
    assert showdown_shares(holes, [[-1] * 5])[0] == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("board", "hands"),
    [
        ("9s8s7s", ("6s5s", "TsJs", "9c9d")),  # a straight flush, a better one, and a full house to come
        ("AsKsQs", ("2s3s", "AdAh", "4s5c")),  # the flush is there, the set draws to a full house
        ("AsAhAd", ("KsQs", "KhKd")),
        ("2s2h5s5h", ("As3s", "5d4d")),
        ("2s3s4s5s", ("6sAh", "As6h", "7s8s")),
        ("TsJsQsKsAs", ("2c3d", "9s4h")),  # the board plays for all
    ],
)
def test_flushes_full_houses_and_straight_flushes(board, hands):
    holes, dealt = [parse_cards(hand) for hand in hands], parse_cards(board)
    expected = enumerated(np.array(holes), dealt, [], strengths)
    assert showdown_shares([holes], [padded(dealt)])[0] == pytest.approx(expected, abs=1e-14)


def test_cards_that_are_not_known_stay_in_the_deck():
    known, hidden = [[0, 5], [10, 15], [20, 25]], [[0, 5], [10, 15], [-1, -1]]
    live = [[True, True, False]]
    board = [[30, 40, 50, -1, -1]]
    assert showdown_shares([hidden], board, live)[0, :2] == pytest.approx(
        enumerated(np.array(known[:2]), board[0][:3], [], strengths), abs=1e-14
    )
    assert showdown_shares([hidden], board, live)[0, 0] != showdown_shares([known], board, live)[0, 0]


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(DealError, match=r"shape \(1, 2\)"):
        showdown_shares([[1, 2]], [[-1] * 5])
