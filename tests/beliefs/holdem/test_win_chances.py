"""The chance to win by final categories and tie factors: cases by hand, and the equations by loops."""

import numpy as np
import pytest

from deluck.beliefs.holdem.win_chances import (
    STANDARD,
    Standing,
    by_kickers,
    main_card,
    tie_factors,
    win_estimate,
)
from deluck.cards import parse_cards
from deluck.metrics.categories import final_hands

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


def ranks(text):
    return [card // 4 for card in parse_cards(text)]


# the tie factors, case by case


@pytest.mark.parametrize(
    ("hole", "board", "category", "expected"),
    [
        # no pair anywhere: the places of king and nine among ranks that 2 7 J lack (3 4 5 6 8 9 T Q K A)
        ("KsTd", "2c7dJh", HIGH_CARD, 1.2 * 8.5 / 10 + 0.15 * 6.5 / 10 - 0.35),
        # pocket tens on 2 7 Q: above two of three, no kicker
        ("TsTd", "2c7dQh", PAIR, (0.6 * 2 / 3 + 0.3 * 10 / 14) / 0.9),
        # top pair with both cards live
        ("QsJd", "2c7dQh", PAIR, 0.6 * 3 / 3 + 0.3 * 12 / 14 + 0.1 * 11 / 14),
        # the pair is the board's: kickers decide (ranks but 2 and 9: king is the 10th, five the 3rd of 11)
        ("Ks5d", "2c2dAh9h", PAIR, 1.2 * 9.5 / 10 + 0.15 * 2.5 / 10 - 0.35),
        # a flopped flush, ace and three of hearts; raised
        ("Ah3h", "5h8hTh", FLUSH, 1 - (1 - (0.6 + 0.3 + 0.1 * 3 / 14)) ** 2),
        # quads on the board: the kicker
        ("KsQd", "2c2d2h2s", QUADS, 1.2 * 10.5 / 12 + 0.15 * 9.5 / 12 - 0.35),
        # a straight flush on the board, and nothing of ours in it
        ("2c3d", "9hThJhQhKh", STRAIGHT_FLUSH, by_kickers(1, 0, ranks("9hThJhQhKh"))),
    ],
)
def test_tie_factors_by_hand(hole, board, category, expected):
    assert tie_factors(final_hands(hole, board))[category] == pytest.approx(expected)


def test_a_category_reached_in_two_ways_has_the_mean_of_both():
    """King high on a turn ends as a pair with a king (3 rivers), a ten (3), or the board's (12)."""
    board = ranks("2c7dJh5s")
    by_king, by_ten = main_card(11, 8, board), main_card(8, 11, board)
    expected = (3 * by_king + 3 * by_ten + 12 * by_kickers(11, 8, board)) / 18
    assert tie_factors(final_hands("KsTd", "2c7dJh5s"))[PAIR] == pytest.approx(expected)


def test_a_card_of_the_boards_straight_does_not_take_part():
    """On 6 7 8 9 T a jack makes a better straight, another six only shares the board's."""
    board = "6c7d8h9sTc"
    by_jack, shared = (tie_factors(final_hands(hole, board))[STRAIGHT] for hole in ("JsJd", "6s6d"))
    assert by_jack == pytest.approx(1 - (1 - main_card(9, 9, ranks(board))) ** 2)
    assert shared == pytest.approx(by_kickers(4, 4, ranks(board)))


def test_a_flush_card_counts_by_its_own_suit_only():
    """Ace of spades and ten of hearts: in a flush of hearts the ten is the main card."""
    found = tie_factors(final_hands("AsTh", "3h8hQhTd"))[FLUSH]
    assert found == pytest.approx(1 - (1 - main_card(8, 12, ranks("3h8hQhTd"))) ** 2)


def test_paired_cards_of_the_board_are_everybodys():
    """Tens with an ace on Q Q T: the queens do not stand above them."""
    assert main_card(8, 12, ranks("QsQdTc")) == pytest.approx(0.6 + 0.3 * 10 / 14 + 0.1)
    assert main_card(12, 11, ranks("QsQdQc")) == pytest.approx(0.6 * 11.5 / 12 + 0.3 + 0.1 * 13 / 14)


def test_tie_factors_are_chances(deal):
    for n_board_cards in (3, 4, 5):
        for row in deal(30, 2 + n_board_cards).tolist():
            factors = tie_factors(final_hands(row[:2], row[2:]), STANDARD)
            assert ((factors >= 0) & (factors <= 1)).all()


# the chance to win


def test_equations_1_and_2_by_loops(rng):
    own, opponent, factors = rng.dirichlet(np.ones(9)), rng.dirichlet(np.ones(9)), rng.random(9)
    expected = sum(own[i] * (sum(opponent[:i]) + factors[i] * opponent[i]) for i in range(9))
    assert win_estimate(own, opponent, factors) == pytest.approx(expected)


def test_the_river_is_exact_and_others_are_not():
    river, turn = (Standing(final_hands("AsTh", board)).against() for board in ("3h8hQhTd2c", "3h8hQhTd"))
    assert river.estimate == river.exact
    assert turn.estimate != turn.exact
