from itertools import combinations
from math import comb

import eval7
import numpy as np
import phevaluator
import pytest

from deluck.cards import format_card, parse_cards
from deluck.errors import CardError
from deluck.evaluator import Category, category_of, describe, first_strength, hand_class, strength, strengths
from deluck.evaluator.hand_classes import N_CLASSES
from deluck.evaluator.reference import best_class

# how many of all hands of so many cards are of each type, in rising order of types
FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
SEVEN_CARD_COUNTS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]


def count_categories(hands: np.ndarray) -> np.ndarray:
    edges = [first_strength(category) for category in Category] + [7463]
    return np.histogram(strengths(hands), bins=edges)[0]


def all_hands_with_highest(highest: int, n_cards: int) -> np.ndarray:
    """Return every hand of n_cards cards whose highest-numbered card is given."""
    n_hands = comb(highest, n_cards - 1)
    flat = np.fromiter(
        (card for hand in combinations(range(highest), n_cards - 1) for card in hand), np.int8, n_hands * (n_cards - 1)
    )
    return np.hstack([flat.reshape(-1, n_cards - 1), np.full((n_hands, 1), highest, np.int8)])


def test_there_are_7462_strengths():
    assert sum(N_CLASSES.values()) == 7462
    assert first_strength(Category.STRAIGHT_FLUSH) == 7453


def test_all_2598960_five_card_hands_by_category():
    hands = np.vstack([all_hands_with_highest(highest, 5) for highest in range(4, 52)])
    assert len(hands) == 2598960
    assert count_categories(hands).tolist() == FIVE_CARD_COUNTS
    assert np.unique(strengths(hands)).tolist() == list(range(1, 7463))


@pytest.mark.slow
def test_all_133784560_seven_card_hands_by_category():
    counts = np.zeros(9, dtype=np.int64)
    first_two = list(combinations(range(52), 2))
    for low, middle in first_two:  # hands by their two lowest cards; the other five come from those above
        rest = np.arange(middle + 1, 52, dtype=np.int8)
        if len(rest) < 5:
            continue
        fives = rest[_five_of(len(rest))]
        hands = np.hstack([np.tile(np.array([low, middle], np.int8), (len(fives), 1)), fives])
        counts += count_categories(hands)
    assert counts.sum() == 133784560
    assert counts.tolist() == SEVEN_CARD_COUNTS


_FIVES: dict[int, np.ndarray] = {}


def _five_of(n: int) -> np.ndarray:
    if n not in _FIVES:
        flat = np.fromiter((i for five in combinations(range(n), 5) for i in five), np.int8, 5 * comb(n, 5))
        _FIVES[n] = flat.reshape(-1, 5)
    return _FIVES[n]


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_strength_is_the_place_of_the_class_that_the_plain_reference_finds(deal, n_cards):
    for hand, value in zip(
        *(lambda hands: (hands.tolist(), strengths(hands).tolist()))(deal(3000, n_cards)), strict=True
    ):
        assert hand_class(value) == best_class(hand)


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_one_hand_at_a_time_gives_the_strengths_of_the_bulk(deal, n_cards):
    hands = deal(20_000, n_cards)
    assert [strength(hand) for hand in hands.tolist()] == strengths(hands).tolist()


def assert_same_order(ours: np.ndarray, theirs: np.ndarray) -> None:
    order = np.argsort(ours, kind="stable")
    assert (np.diff(theirs[order].astype(np.int64)) >= 0).all()
    assert len(np.unique(ours)) == len(np.unique(theirs))
    assert len(np.unique(np.stack([ours, theirs], axis=1), axis=0)) == len(np.unique(ours))


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_200000_random_hands_are_in_the_order_of_eval7(deal, n_cards):
    hands = deal(200_000, n_cards)
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    theirs = np.array([eval7.evaluate([cards[card] for card in hand]) for hand in hands.tolist()])
    assert_same_order(strengths(hands), theirs)


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_200000_random_hands_are_in_the_order_of_phevaluator(deal, n_cards):
    hands = deal(200_000, n_cards)
    theirs = np.array([-phevaluator.evaluate_cards(*hand) for hand in hands.tolist()])
    assert_same_order(strengths(hands), theirs)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("TsTd4h4cQd2s3h", "two pair, tens and fours, queen kicker"),
        ("AsKsQsJsTs2c2d", "royal flush"),
        ("5h4h3h2hAhKdKc", "straight flush, five high"),
        ("9c9d9h9s2c2d2h", "four of a kind, nines, two kicker"),
        ("AcAdAhKcKdKhQs", "full house, aces full of kings"),
        ("AhJh8h6h2h2c2d", "flush, ace high, jack-eight-six-two kickers"),
        ("AcKdQhJsTc2d2h", "straight, ace high"),
        ("Ac2d3h4s5c9d9h", "straight, five high"),
        ("6c6d6hAs9c3d2h", "three of a kind, sixes, ace-nine kickers"),
        ("AsAd9h7c5d3s2h", "pair, aces, nine-seven-five kickers"),
        ("AsQd9h7c5d", "high card, ace high, queen-nine-seven-five kickers"),
        ("AsQd9h7c5d5h", "pair, fives, ace-queen-nine kickers"),
    ],
)
def test_names(cards, name):
    assert describe(strength(parse_cards(cards))) == name


def test_every_strength_has_a_name_of_its_own():
    assert len({describe(value) for value in range(1, 7463)}) == 7462
    assert category_of(1) is Category.HIGH_CARD
    assert category_of(7462) is Category.STRAIGHT_FLUSH


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_any_integer_type_and_memory_order(deal, dtype):
    hands = deal(1000, 7)
    expected = strengths(hands)
    assert (strengths(hands.astype(dtype)) == expected).all()
    assert (strengths(np.asfortranarray(hands.astype(dtype))) == expected).all()
    assert (strengths(hands[::2].astype(dtype)) == expected[::2]).all()


def test_no_rows_give_no_strengths():
    assert strengths(np.empty((0, 7), dtype=np.int64)).shape == (0,)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (np.zeros((2, 4), dtype=int), r"shape \(2, 4\)"),
        (np.zeros(7, dtype=int), r"shape \(7,\)"),
        (np.zeros((1, 7)), "float64"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]]), "row 1: not a card: 52"),
        (np.array([[0, 1, 2, 3, -1]]), "row 0: not a card: -1"),
        (np.array([[0, 1, 2, 3, 4, 5, 5]]), "row 0: 3d appears twice"),
        (np.array([[0, 1, 2, 3, 4, 5, 2**40]]), "not a card"),
        (np.array([[0, 1, 2, 3, 2**64 - 1]], dtype=np.uint64), "row 0: not a card"),
    ],
)
def test_bad_arrays_are_named(cards, reason):
    with pytest.raises(CardError, match=reason):
        strengths(cards)


def test_single_hands_are_checked():
    with pytest.raises(CardError, match="appears twice"):
        strength([0, 0, 1, 2, 3])
    with pytest.raises(CardError, match=r"cannot rank 4 cards \(expected 5, 6 or 7\)"):
        strength([0, 1, 2, 3])
    with pytest.raises(CardError, match="not a strength: 0"):
        describe(0)
