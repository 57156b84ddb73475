import pytest

from deluck.cards import (
    DECK,
    as_cards,
    check_board,
    check_deal,
    format_card,
    format_cards,
    make_card,
    parse_card,
    parse_cards,
)
from deluck.errors import CardError, DealError


def test_cards_are_numbered_by_rank_then_suit_from_the_deuce_of_clubs_to_the_ace_of_spades():
    assert parse_card("2c") == 0
    assert parse_card("2d") == 1
    assert parse_card("3c") == 4
    assert parse_card("As") == 51
    assert make_card(12, 3) == 51


def test_every_card_is_read_back_from_what_is_written():
    for card in DECK:
        assert parse_card(format_card(card)) == card
        assert parse_card(format_card(card, symbols=True)) == card


@pytest.mark.parametrize(
    "text",
    ["AsKd10h", "as kd th", "AS KD TH", "a♠k♦t♥", "A♠ K♦ 10♥", "As,Kd, 10H", " As\tKd\nTh ", "A♠️K♦️T♥️", "a♤k♢10♡"],
)
def test_the_same_cards_in_many_spellings(text):
    assert format_cards(parse_cards(text)) == "AsKdTh"


@pytest.mark.parametrize("text", ["1x", "A", "10", "1h", "Asx", "AsK", "11h", "♠A", "0s", "As Kd Q"])
def test_what_is_not_a_card_is_named(text):
    with pytest.raises(
        CardError, match=r"not a card: .* \(expected (rank and suit, e\.g\. 'Td'|a suit too: \wc, \wd, \wh or \ws)\)"
    ):
        parse_cards(text)


def test_an_error_names_the_piece_and_the_whole():
    with pytest.raises(CardError, match=r"not a card: '9z' in 'As9z'"):
        parse_cards("As9z")


def test_a_card_written_twice_is_named():
    with pytest.raises(CardError, match="As appears twice in AsKdAs"):
        parse_cards("AsKdAs")


def test_numbers_are_checked_too():
    assert as_cards([51, 0]) == (51, 0)
    with pytest.raises(CardError, match="not a card: 52"):
        as_cards([52])
    with pytest.raises(CardError, match="not a rank and suit: 13, 0"):
        make_card(13, 0)
    with pytest.raises(CardError, match="not one card"):
        parse_card("AsKd")


@pytest.mark.parametrize("board", ["As", "AsKd", "AsKdQhJc9c2d"])
def test_a_board_of_another_size_is_refused(board):
    with pytest.raises(DealError, match=r"has \d cards? \(expected none, 3, 4 or 5\)"):
        check_board(parse_cards(board))


def test_a_card_in_hand_and_on_board_is_named():
    with pytest.raises(CardError, match="Kd is both in the hand AsKd and on the board KdQhJc"):
        check_deal(parse_cards("AsKd"), parse_cards("KdQhJc"))


def test_hole_cards_are_two():
    with pytest.raises(DealError, match="hole cards are two: 'AsKdQh' has 3"):
        check_deal(parse_cards("AsKdQh"), ())
    with pytest.raises(DealError, match="there are none"):
        check_deal((), ())
