"""Situations in short: who is asked, what they see, and what is refused."""

import pytest

from deluck.cards import parse_cards
from deluck.errors import CardError, DealError, FormatError
from deluck.formats.situations import parse_situation
from deluck.games import Action, RulesError


def test_whoever_is_next_holds_the_cards():
    view = parse_situation("AdQc", "3h4cJh", "ccccc/", 5)
    assert (view.seat, view.street, view.pot, view.to_call) == (0, 1, 50, 0)
    assert view.cards == parse_cards("AdQc")
    assert view.board == parse_cards("3h4cJh")
    assert parse_situation("AdQc", "", "", 5).seat == 2
    assert parse_situation("AdQc", "", "").seat == 1
    assert parse_situation("AdQc", "3h4cJh", "rc/kb").to_call == 10
    assert parse_situation("AdQc", "3h4cJh5s", "CC/KK/r").legal_actions == tuple(Action)


def test_checks_and_bets_may_be_written_as_such():
    assert parse_situation("AdQc", "3h4cJh", "cc/kb") == parse_situation("AdQc", "3h4cJh", "cc/cr")


def test_a_slash_at_the_end_may_be_left_out():
    assert parse_situation("AdQc", "3h4cJh", "cc") == parse_situation("AdQc", "3h4cJh", "cc/")


@pytest.mark.parametrize(
    ("board", "betting", "n_seats", "error", "sentence"),
    [
        ("", "cx", 3, FormatError, "not an action: 'x' in 'cx'"),
        ("", "f", 2, FormatError, "the hand is over after 'f'"),
        ("", "ff", 2, FormatError, "'f' after the end of the hand"),
        ("", "rrrr", 2, FormatError, "'r' in 'rrrr' is not legal there (expected one of: fold, call)"),
        ("", "k", 2, FormatError, "'k' in 'k' is not legal there"),
        ("", "b", 2, FormatError, "'b' in 'b' is not legal there"),
        ("3h4cJh", "cc/kf", 2, FormatError, "'f' in 'cc/kf' is not legal there"),
        ("3h4cJh", "cckk", 2, FormatError, "'k' on the next street in 'cckk' (expected a slash before it)"),
        ("3h4cJh", "c/c", 2, FormatError, "a slash too early or too late"),
        ("3h4cJh", "cc//", 2, FormatError, "a slash too early or too late"),
        ("", "cc/", 2, FormatError, "does not fit the betting 'cc/', which is on the flop (expected 3 cards)"),
        ("3h4cJh", "c", 2, FormatError, "which is before the flop (expected no cards)"),
        ("3h4c", "cc/", 2, DealError, "has 2 cards"),
        ("3h4cAd", "cc/", 2, CardError, "Ad is both in the hand"),
        ("", "", 11, RulesError, "11 seats"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(board, betting, n_seats, error, sentence):
    with pytest.raises(error) as refused:
        parse_situation("AdQc", board, betting, n_seats)
    assert sentence in str(refused.value)
