"""Settings that make a game, and those that do not."""

import pytest

from deluck.games import HoldemRules, RulesError, StudRules


def test_acpc_heads_up_has_reverse_blinds() -> None:
    rules = HoldemRules.acpc_heads_up()
    assert (rules.big_blind_seat, rules.small_blind_seat, rules.button) == (0, 1, 1)
    assert [rules.first_seat(street) for street in range(4)] == [1, 0, 0, 0]
    assert (rules.small_blind, rules.big_blind) == (5, 10)
    assert rules.bet_sizes == (10, 10, 20, 20)
    assert rules.max_raises == (3, 4, 4, 4)


def test_acpc_three_seats_has_the_button_open() -> None:
    rules = HoldemRules.acpc_three_seats()
    assert (rules.small_blind_seat, rules.big_blind_seat, rules.button) == (0, 1, 2)
    assert [rules.first_seat(street) for street in range(4)] == [2, 0, 0, 0]


def test_usual_game_has_blinds_of_half_and_one_small_bet() -> None:
    assert HoldemRules.limit(2) == HoldemRules.acpc_heads_up()
    assert HoldemRules.limit(3) == HoldemRules.acpc_three_seats()
    assert HoldemRules.limit(10, 200).bet_sizes == (200, 200, 400, 400)


def test_stud_of_the_paper_is_in_quarters_of_a_bet() -> None:
    rules = StudRules.paper()
    assert (rules.n_seats, rules.ante, rules.bring_in) == (7, 1, 1)
    assert rules.bet_sizes == (4, 4, 8, 8, 8)
    assert rules.max_raises == (4, 5, 5, 5, 5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_seats": 1}, "1 seats"),
        ({"n_seats": 11}, "11 seats"),
        ({"small_blind": 11}, "blinds of 11 and 10"),
        ({"big_blind": 0, "small_blind": 0}, "blinds of 0 and 0"),
        ({"bet_sizes": (10, 10, 20)}, "bet sizes"),
        ({"bet_sizes": (10, 10, 20, 0)}, "bet sizes"),
        ({"max_raises": (3, 4)}, "raise caps"),
        ({"ante": -1}, "ante of -1"),
    ],
)
def test_holdem_settings_that_make_no_game_are_refused(change: dict, message: str) -> None:
    settings = {"n_seats": 3, "small_blind": 5, "big_blind": 10, "bet_sizes": (10, 10, 20, 20)}
    with pytest.raises(RulesError, match=message):
        HoldemRules(**(settings | change))


@pytest.mark.parametrize(
    ("change", "message"),
    [({"n_seats": 9}, "9 seats"), ({"bring_in": 4}, "bring-in of 4"), ({"bring_in": 0}, "bring-in of 0")],
)
def test_stud_settings_that_make_no_game_are_refused(change: dict, message: str) -> None:
    settings = {"n_seats": 3, "ante": 1, "bring_in": 1, "small_bet": 4, "big_bet": 8}
    with pytest.raises(RulesError, match=message):
        StudRules(**(settings | change))
