import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.errors import CardError, DealError
from deluck.metrics import effective_rank_to_fold, hand_ranks, six_card_hand_rank


def test_ranks_in_bulk_are_those_one_by_one(deal):
    for n_cards in (0, 3, 4, 5):
        cards = deal(300, 7)
        holes, boards = cards[:, :2], cards[:, 2 : 2 + n_cards]
        bulk = hand_ranks(holes, boards)
        for row in range(300):
            one = hand_ranks(holes[row : row + 1], boards[row : row + 1])
            assert one.now_counts[0] == bulk.now_counts[row]
            assert one.final_counts[0] == bulk.final_counts[row]


def test_many_rows_go_in_parts_with_the_same_result(deal):
    cards = deal(70_000, 7)
    whole = hand_ranks(cards[:, :2], cards[:, 2:])
    tail = hand_ranks(cards[65_000:, :2], cards[65_000:, 2:])
    assert np.array_equal(whole.now_counts[65_000:], tail.now_counts)


def test_a_bad_row_far_down_is_named(deal):
    cards = deal(70_000, 7)
    cards[66_000, 0] = cards[66_000, 5]
    with pytest.raises(CardError, match=r"row 66000: .* appears twice"):
        hand_ranks(cards[:, :2], cards[:, 2:])


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_any_integer_type(deal, dtype):
    cards = deal(50, 7)
    expected = hand_ranks(cards[:, :2], cards[:, 2:]).now_counts
    assert np.array_equal(hand_ranks(cards[:, :2].astype(dtype), cards[:, 2:].astype(dtype)).now_counts, expected)


def test_river_rank_now_is_the_seven_card_rank(deal):
    cards = deal(100, 7)
    ranks = hand_ranks(cards[:, :2], cards[:, 2:])
    assert np.array_equal(ranks.immediate, ranks.seven_card)


def test_folding_goes_by_the_average_on_the_flop_and_by_the_larger_elsewhere():
    assert effective_rank_to_fold(0.2, 0.4, 3) == pytest.approx(0.3)
    assert [float(effective_rank_to_fold(0.2, 0.4, n)) for n in (0, 4, 5)] == [0.4] * 3
    flop = hand_ranks([parse_cards("7h6h")], [parse_cards("Ks5h3d")])
    assert flop.effective_to_bet[0] == flop.seven_card[0] > flop.effective_to_fold[0] > flop.immediate[0]


def test_six_card_rank_is_the_mean_over_the_turn(deal):
    hole, flop = parse_cards("3h2h"), parse_cards("KsTh7d")
    turns = [card for card in range(52) if card not in (*hole, *flop)]
    expected = np.mean([hand_ranks([hole], [[*flop, turn]]).immediate[0] for turn in turns])
    assert six_card_hand_rank(hole, flop) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("holes", "boards"),
    [
        ([[0, 1, 2]], [[3, 4, 5]]),
        ([[0, 1]], [[3, 4]]),
        ([[0, 1]], [[3, 4, 5, 6, 7, 8]]),
        ([[0, 1], [2, 3]], [[4, 5, 6]]),
        ([0, 1], [[4, 5, 6]]),
        ([[0.5, 1.0]], [[4, 5, 6]]),
    ],
)
def test_shapes_that_do_not_fit_are_named(holes, boards):
    with pytest.raises(DealError, match="expected"):
        hand_ranks(holes, boards)
