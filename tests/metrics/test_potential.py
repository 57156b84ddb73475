from itertools import combinations

import numpy as np
import pytest

from deluck.cards import Range, cards_of, parse_cards, parse_range
from deluck.errors import CardError, DealError, RangeError
from deluck.evaluator import strength
from deluck.metrics import all_in_equity, effective_hand_strength, hand_metrics, hand_ranks, transitions


def slow_transitions(hole, board, n_to_come, weights):
    """Return the 3 x 3 weights by plain loops over holdings and cards to come."""
    table = np.zeros((3, 3))

    def standing(theirs, full):
        ours, other = strength([*hole, *full]), strength([*theirs, *full])
        return 0 if ours > other else 1 if ours == other else 2

    for holding in np.flatnonzero(weights):
        theirs = cards_of(int(holding))
        if set(theirs) & {*hole, *board}:
            continue
        rest = [card for card in range(52) if card not in (*hole, *board, *theirs)]
        for drawn in combinations(rest, n_to_come):
            table[standing(theirs, board), standing(theirs, [*board, *drawn])] += weights[holding]
    return table


@pytest.mark.parametrize(("n_cards", "n_to_come"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)])
def test_transitions_equal_plain_loops_with_random_weights(rng, deal, n_cards, n_to_come):
    for cards in deal(2, 2 + n_cards).tolist():
        weights = np.zeros(1326)
        chosen = rng.choice(1326, size=8, replace=False)
        weights[chosen] = rng.random(8)
        expected = slow_transitions(cards[:2], cards[2:], n_to_come, weights)
        if expected.sum():
            found = transitions([cards[:2]], [cards[2:]], n_to_come, weights)
            assert found.weights[0] == pytest.approx(expected, abs=1e-9)


def test_uniform_strengths_are_the_ranks_of_the_tables(deal):
    for n_cards in (3, 4):
        cards = deal(6, 2 + n_cards)
        holes, boards = cards[:, :2], cards[:, 2:]
        ranks = hand_ranks(holes, boards)
        found = transitions(holes, boards, 5 - n_cards)
        assert found.hand_strength == pytest.approx(ranks.immediate, abs=1e-12)
        assert found.final_strength == pytest.approx(ranks.seven_card, abs=1e-12)


def test_weights_that_are_all_alike_change_nothing():
    plain = hand_metrics("AdQc", "3h4cJh", opponents=5)
    weighted = hand_metrics("AdQc", "3h4cJh", opponents=5, weights=Range(np.full(1326, 0.3)))
    for name in plain.__dataclass_fields__:
        assert getattr(weighted, name) == pytest.approx(getattr(plain, name), abs=1e-12)


def test_bulk_rows_with_a_range_each(deal):
    cards = deal(5, 6)
    weights = np.zeros((5, 1326))
    weights[:, 100:900] = 1
    weights[3, 100:500] = 0.5
    bulk = transitions(cards[:, :2], cards[:, 2:], 1, weights)
    for row in range(5):
        one = transitions(cards[row : row + 1, :2], cards[row : row + 1, 2:], 1, weights[row])
        assert np.array_equal(one.weights[0], bulk.weights[row])


def test_the_nuts_have_no_positive_potential_and_the_worst_hand_no_negative_one():
    nuts = hand_metrics("AsKs", "QsJsTs")
    assert (nuts.hand_strength, nuts.positive_potential_1, nuts.positive_potential_2) == (1.0, 0.0, 0.0)
    assert nuts.negative_potential_2 == 0.0
    assert nuts.effective_hand_strength == 1.0
    sure_loser = transitions([parse_cards("2c3d")], [parse_cards("AsKsQsJs")], 1, parse_range("9s8s"))
    assert float(sure_loser.negative[0]) == 0.0


def test_weighted_ranks_before_the_flop():
    found = hand_metrics("KsKd", weights=parse_range("AA,QQ,KhKc"))
    assert found.immediate_hand_rank == pytest.approx((6 + 0.5) / 13)
    assert found.seven_card_hand_rank == all_in_equity(["KsKd", "AA,QQ,KhKc"]).players[0].equity


def test_metrics_that_do_not_exist_on_a_street_are_none():
    def missing(board):
        found = hand_metrics("AcKc", board)
        return {name for name in found.__dataclass_fields__ if getattr(found, name) is None}

    two = {"positive_potential_2", "negative_potential_2"}
    one = {"positive_potential_1", "negative_potential_1"}
    assert missing("") == one | two | {"hand_strength", "hand_strength_n", "effective_hand_strength"}
    assert missing("Ks5h3d") == set()
    assert missing("Ks5h3dTc") == two
    assert missing("Ks5h3dTc4h") == one | two


def test_effective_hand_strength():
    assert effective_hand_strength(0.5, 0.2) == pytest.approx(0.6)
    river = hand_metrics("AcKc", "Ks5h3dTc4h", opponents=3)
    assert river.effective_hand_strength == river.hand_strength_n == river.hand_strength**3


def test_bad_input_is_named():
    with pytest.raises(DealError, match="cannot look 2 cards ahead from a board of 4"):
        transitions([[0, 1]], [[2, 3, 4, 5]], 2)
    with pytest.raises(DealError, match="expected a flop, turn or river"):
        transitions([[0, 1]], np.empty((1, 0), dtype=int), 2)
    with pytest.raises(CardError, match="both in the hand"):
        transitions([[0, 1]], [[1, 2, 3]], 1)
    with pytest.raises(DealError, match="weights of shape"):
        transitions([[0, 1]], [[2, 3, 4]], 1, np.ones(7))
    with pytest.raises(DealError, match="row 0: no opponent holding"):
        transitions([[0, 1]], [[2, 3, 4]], 1, parse_range("2c2d"))
    with pytest.raises(RangeError, match="empty"):
        hand_metrics("AcKc", "Ks5h3d", weights=parse_range("KsKc"))
    for opponents in (0, -1, 23):
        with pytest.raises(DealError, match="opponents"):
            hand_metrics("AcKc", opponents=opponents)
