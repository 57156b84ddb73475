"""Limit hold'em, rule by rule, by hand-worked examples."""

import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from deluck.cards import parse_cards
from deluck.errors import CardError
from deluck.games import (
    Action,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    IllegalAction,
    Move,
    RulesError,
    UnknownCards,
)

HEADS_UP = HoldemRules.acpc_heads_up()
LETTERS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
LEGAL = {"".join(letters): tuple(LETTERS[letter] for letter in letters) for letters in ("c", "cr", "fc", "fcr")}
DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "acpc"


def deal(text: str) -> HoldemDeal:
    """Return a deal written as the ACPC does: holes between bars, then the board after slashes."""
    holes, *board = text.split("/")
    return HoldemDeal(
        tuple(parse_cards(hole) or (None, None) for hole in holes.split("|")), parse_cards("".join(board))
    )


def unknown(n_seats: int) -> HoldemDeal:
    return HoldemDeal(((None, None),) * n_seats)


def play(state: HoldemState, betting: str) -> HoldemState:
    for letter in betting.replace("/", ""):
        state.act(LETTERS[letter])
    return state


def actors(state: HoldemState) -> list[int]:
    return [move.seat for move in state.history]


def test_heads_up_button_posts_small_blind_and_acts_first_before_the_flop_only() -> None:
    state = HoldemState(HEADS_UP, unknown(2))
    assert state.contributions == (10, 5)
    assert (state.actor, state.to_call, state.legal_actions()) == (1, 5, LEGAL["fcr"])
    play(state, "cc")
    assert (state.street, state.actor, state.to_call) == (1, 0, 0)


def test_big_blind_may_raise_when_nobody_did() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "c")
    assert (state.actor, state.legal_actions()) == (0, LEGAL["cr"])
    assert play(state, "r").contributions == (20, 10)


def test_ring_game_starts_left_of_the_big_blind_and_then_left_of_the_button() -> None:
    state = play(HoldemState(HoldemRules.limit(4), unknown(4)), "cccc")
    assert actors(state) == [2, 3, 0, 1]
    assert (state.street, state.actor) == (1, 0)


def test_first_seat_that_is_still_in_opens_later_streets() -> None:
    state = play(HoldemState(HoldemRules.limit(4), unknown(4)), "ccfc")
    assert (state.street, state.actor) == (1, 1)


def test_bets_double_on_the_turn() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "rc/rc/rc/rc")
    assert [move.paid for move in state.history] == [15, 10, 10, 10, 20, 20, 20, 20]
    assert state.contributions == (70, 70)


def test_raise_caps_are_three_before_the_flop_and_four_after() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "rrr")
    assert state.legal_actions() == LEGAL["fc"]
    play(state, "c/rrrr")
    assert (state.n_raises, state.legal_actions()) == (4, LEGAL["fc"])


def test_no_fold_without_a_bet_unless_the_rules_allow_it() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "cc")
    assert not state.can_act(Action.FOLD)
    lenient = play(HoldemState(replace(HEADS_UP, may_fold_unbet=True), unknown(2)), "cc")
    lenient.act(Action.FOLD)
    assert lenient.payoffs() == (-10, 10)


def test_illegal_action_names_seat_action_street_and_what_was_legal() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "cc")
    with pytest.raises(IllegalAction, match=r"seat 0 cannot fold \(flop; legal: check, raise to 10\)") as caught:
        state.act(Action.FOLD)
    assert (caught.value.seat, caught.value.action, caught.value.legal) == (0, Action.FOLD, ("call", "raise"))
    assert state.history == (Move(0, 1, Action.CALL, 0, 5), Move(0, 0, Action.CALL, 0, 0))


def test_a_number_is_not_an_action() -> None:
    state = HoldemState(HEADS_UP, unknown(2))
    with pytest.raises(IllegalAction, match=r"not an action: 1 \(expected Action.FOLD"):
        state.act(1)  # type: ignore[arg-type]
    assert state.history == ()


def test_nobody_acts_when_the_hand_is_over() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "f")
    assert (state.actor, state.legal_actions(), state.is_over) == (None, (), True)
    with pytest.raises(IllegalAction, match="nobody can call: the hand is over"):
        state.act(Action.CALL)


def test_uncalled_part_of_a_bet_goes_back() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2)), "rrf")
    assert (state.contributions, state.pot, state.payoffs()) == ((20, 20), 40, (20, -20))


def test_showdown_pays_the_better_hand() -> None:
    state = play(HoldemState(HEADS_UP, deal("5d5c|9hQd/8dAs8s/4h/6d")), "cc/crc/cc/cc")
    assert state.payoffs() == (20, -20)
    assert state.has_showdown


def test_tie_splits_the_pot_and_the_odd_chip_goes_left_of_the_button() -> None:
    cards = deal("8cAs|5s6c|AdQd/2c5h4c/3c/6s")
    state = play(HoldemState(HoldemRules.acpc_three_seats(), cards), "rfrrc/crrc/cc/rrrrc")
    assert state.payoffs() == (-5, 3, 2)
    assert state.exact_payoffs() == (-5, Fraction(5, 2), Fraction(5, 2))


def test_payoffs_wait_for_the_end() -> None:
    with pytest.raises(RulesError, match=r"seat 1 is to act \(preflop\)"):
        HoldemState(HEADS_UP, deal("5d5c|9hQd/8dAs8s/4h/6d")).payoffs()


def test_unknown_cards_can_be_bet_on_but_not_shown_down() -> None:
    state = play(HoldemState(HEADS_UP, deal("5d5c|/8dAs8s/4h/6d")), "cc/cc/cc")
    assert state.view(0).cards == parse_cards("5d5c")
    play(state, "cc")
    with pytest.raises(UnknownCards, match="seat 1"):
        state.payoffs()
    with pytest.raises(UnknownCards, match="no view for seat 1"):
        state.view(1)


def test_a_card_cannot_be_dealt_twice() -> None:
    with pytest.raises(CardError, match="5c appears twice"):
        deal("5d5c|9h5c/8dAs8s/4h/6d")


def test_a_deal_must_fit_the_seats() -> None:
    with pytest.raises(RulesError, match="cards for 3 seats"):
        HoldemState(HEADS_UP, unknown(3))
    with pytest.raises(RulesError, match="deck of 8 cards"):
        HoldemDeal.from_deck(range(8), 2)


def test_stacks_must_fit_the_seats() -> None:
    with pytest.raises(RulesError, match=r"stacks \(10, 0\)"):
        HoldemState(HEADS_UP, unknown(2), (10, 0))


# all-in


def test_all_in_runs_the_board_out_and_the_rest_goes_back() -> None:
    state = HoldemState(HEADS_UP, deal("AsAh|KsKh/2c3d5h/9s/Jd"), (200, 12))
    play(state, "r")
    assert (state.actor, state.to_call) == (0, 2)
    play(state, "c")
    assert state.is_over
    assert state.board == parse_cards("2c3d5h9sJd")
    assert state.payoffs() == (12, -12)
    assert state.stacks == (188, 0)


def test_big_blind_all_in_for_less_than_the_small_blind_ends_the_betting() -> None:
    state = HoldemState(HEADS_UP, deal("AsAh|KsKh/2c3d5h/9s/Jd"), (3, 100))
    assert state.is_over
    assert state.contributions == (3, 3)
    assert state.payoffs() == (3, -3)


def test_short_big_blind_is_called_for_the_largest_blind_or_in_full_by_option() -> None:
    rules = HoldemRules.limit(3)
    state = HoldemState(rules, unknown(3), (100, 3, 100))
    assert (state.actor, state.to_call) == (2, 5)
    full = HoldemState(replace(rules, short_blind_is_full=True), unknown(3), (100, 3, 100))
    assert (full.actor, full.to_call) == (2, 10)
    assert play(full, "r").contributions == (5, 3, 20)


def test_side_pot_goes_to_the_best_of_those_who_filled_it() -> None:
    cards = deal("AsAh|KsKh|QsQh/2c3d5h/9s/Jd")
    state = play(HoldemState(HoldemRules.limit(3), cards, (15, 100, 100)), "rcc/rc/rc/cc")
    assert state.contributions == (15, 50, 50)
    assert state.payoffs() == (30, 20, -50)


def test_short_raise_does_not_reopen_the_betting_for_those_who_acted() -> None:
    # Seat 2 raises to 20, seat 3 goes all-in to 24: four more. Seats 0 and 1 may raise, seat 2 may only call.
    state = play(HoldemState(HoldemRules.limit(4), unknown(4), (200, 200, 200, 24)), "rr")
    assert state.contributions == (5, 10, 20, 24)
    assert state.legal_actions() == LEGAL["fcr"]
    play(state, "cc")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 4, LEGAL["fc"])


def test_short_raises_in_a_row_reopen_the_betting_for_those_who_face_a_full_raise() -> None:
    # Seat 2 raises to 20, seat 3 is all-in for 25, seat 4 calls 25, seat 5 is all-in for 30: seat 2 faces ten more
    # and may raise, seat 4 faces five and may not.
    rules = replace(HoldemRules.limit(6), max_raises=(9, 9, 9, 9))
    state = play(HoldemState(rules, unknown(6), (200, 200, 200, 25, 200, 30)), "rrcrff")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 10, LEGAL["fcr"])
    play(state, "c")
    assert (state.actor, state.to_call, state.legal_actions()) == (4, 5, LEGAL["fc"])


def test_short_raise_after_such_a_row_closes_the_betting_again() -> None:
    # As above, but seat 4 calls 26, seat 5 is all-in for 32 and seat 0 for 35: three more than the row, seat 2 may not.
    rules = replace(HoldemRules.limit(6), max_raises=(9, 9, 9, 9))
    state = play(HoldemState(rules, unknown(6), (35, 200, 200, 26, 200, 32)), "rrcrrf")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 15, LEGAL["fc"])


def test_full_raise_after_a_short_one_is_added_to_it() -> None:
    state = play(HoldemState(HoldemRules.limit(4), unknown(4), (200, 200, 200, 24)), "rrr")
    assert state.contributions == (34, 10, 20, 24)


def test_first_short_bet_reopens_the_betting() -> None:
    # On the flop seat 0 checks, seat 1 bets its last 4: seat 0 may raise to 14.
    state = play(HoldemState(HEADS_UP, unknown(2), (200, 14)), "cc/cr")
    assert (state.actor, state.to_call, state.legal_actions()) == (0, 4, LEGAL["fc"])  # nobody left to raise
    state = play(HoldemState(HoldemRules.limit(3), unknown(3), (200, 200, 14)), "ccc/ccr")
    assert (state.actor, state.to_call, state.legal_actions()) == (0, 4, LEGAL["fcr"])
    assert play(state, "r").contributions == (24, 10, 14)


def test_nobody_raises_when_all_others_are_all_in() -> None:
    state = play(HoldemState(HEADS_UP, unknown(2), (200, 12)), "r")
    assert state.legal_actions() == LEGAL["fc"]


def test_cap_falls_when_two_are_left_before_it_is_reached() -> None:
    rules = replace(HoldemRules.limit(3), no_cap_heads_up=True)
    state = play(HoldemState(rules, unknown(3), (500, 500, 500)), "rrrc")
    assert state.legal_actions() == LEGAL["fc"]  # capped with three in
    play(state, "c/rfrrrrrr")
    assert (state.n_raises, state.legal_actions()) == (7, LEGAL["fcr"])


def test_cap_stays_when_it_was_reached_with_three_in() -> None:
    rules = replace(HoldemRules.limit(3), no_cap_heads_up=True)
    state = play(HoldemState(rules, unknown(3), (500, 500, 500)), "rrrf")
    assert (state.actor, state.legal_actions()) == (0, LEGAL["fc"])


def test_no_cap_needs_stacks() -> None:
    with pytest.raises(RulesError, match="never stop"):
        HoldemState(replace(HEADS_UP, no_cap_heads_up=True), unknown(2))


def test_antes_are_posted_before_the_blinds_and_are_no_bet() -> None:
    state = HoldemState(replace(HoldemRules.limit(3), ante=2), unknown(3), (100, 100, 1))
    assert state.contributions == (7, 12, 1)
    assert (state.actor, state.to_call) == (0, 5)  # the button is all-in from the ante


def test_copy_plays_on_without_touching_the_original() -> None:
    state = play(HoldemState(HEADS_UP, deal("5d5c|9hQd/8dAs8s/4h/6d"), (100, 100)), "cc/r")
    before = (state.history, state.contributions, state.stacks, state.folded, state.actor, state.street)
    twin = play(state.copy(), "rc/cc/cc")
    assert twin.is_over
    assert (state.history, state.contributions, state.stacks, state.folded, state.actor, state.street) == before


# the ACPC's own server


@pytest.mark.parametrize(
    ("log", "rules"),
    [
        ("2p.limit.h1000.r0.log", HoldemRules.acpc_heads_up()),
        ("3p.limit.h1000.r0.log", HoldemRules.acpc_three_seats()),
    ],
)
def test_logs_of_the_acpc_server_replay_to_their_payoffs(log: str, rules: HoldemRules) -> None:
    path = DATA / log
    if not path.exists():
        pytest.skip(f"no ACPC log at {path}")
    n_hands = 0
    for line in path.read_text().splitlines():
        if line.startswith("STATE"):
            _, _, betting, cards, payoffs, _ = line.split(":")
            state = HoldemState(rules, deal(cards))
            for street, letters in enumerate(betting.split("/")):
                for letter in letters:
                    assert state.street == street
                    state.act(LETTERS[letter])
            assert state.is_over
            assert state.exact_payoffs() == tuple(Fraction(chips) for chips in payoffs.split("|"))
            n_hands += 1
    assert n_hands == 1000
