"""Limit seven-card stud, rule by rule, by hand-worked examples."""

from dataclasses import replace

import pytest

from deluck.cards import DECK, parse_cards
from deluck.games import Action, IllegalAction, Move, RulesError, StudDeal, StudRules, StudState, UnknownCards

LETTERS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
LEGAL = {"".join(letters): tuple(LETTERS[letter] for letter in letters) for letters in ("c", "cr", "fc", "fcr")}


def rules(n_seats: int, **changes: object) -> StudRules:
    return replace(StudRules.paper(n_seats), **changes)


def hands(*texts: str, openers: tuple[int | None, ...] = ()) -> StudDeal:
    """Return a deal from each seat's cards, two down first; a dot is a card nobody knows."""
    cards = tuple(tuple(None if part == "." else parse_cards(part)[0] for part in text.split()) for text in texts)
    return StudDeal(cards, openers=openers)


def play(state: StudState, betting: str) -> StudState:
    for letter in betting.replace("/", ""):
        state.act(LETTERS[letter])
    return state


THREE = hands("As Ah Kc Qd 9d 3s 9s", "7c 7d 2d Jc Jd 4h 5h", "8c 8d 2c 6h Ts 3h 3d")


def test_everybody_antes_and_the_lowest_up_card_brings_it_in_clubs_below_diamonds() -> None:
    state = StudState(rules(3), THREE)
    assert state.contributions == (1, 1, 1)
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 1, LEGAL["cr"])


def test_ace_is_high_for_the_bring_in() -> None:
    assert StudState(rules(2), hands("2c 2d Ac", "2h 2s 3s")).actor == 1


def test_bring_in_makes_the_others_call_or_complete() -> None:
    state = play(StudState(rules(3), THREE), "c")
    assert (state.actor, state.to_call, state.legal_actions()) == (0, 1, LEGAL["fcr"])
    play(state, "r")
    assert state.contributions == (5, 1, 2)
    assert (state.actor, state.to_call) == (1, 4)


def test_bring_in_seat_has_no_option_if_nobody_completes() -> None:
    state = play(StudState(rules(3), THREE), "ccc")
    assert state.street == 1
    assert [move.seat for move in state.history] == [2, 0, 1]


def test_completion_counts_as_a_raise_and_the_next_raise_adds_a_full_bet() -> None:
    state = play(StudState(rules(3), THREE), "crr")
    assert state.contributions == (5, 9, 2)
    assert state.n_raises == 2


def test_bring_in_seat_may_complete_at_once_unless_the_rules_forbid_it() -> None:
    state = play(StudState(rules(3), THREE), "r")
    assert state.contributions == (1, 1, 5)
    assert state.history == (Move(0, 2, Action.RAISE, 4, 4),)
    strict = StudState(rules(3, bring_in_may_complete=False), THREE)
    assert strict.legal_actions() == LEGAL["c"]
    with pytest.raises(IllegalAction, match=r"seat 2 cannot raise \(third street; legal: call 1\)"):
        strict.act(Action.RAISE)
    assert strict.to_call == 1
    assert play(strict, "c").to_call == 1


def test_one_bet_and_four_raises_a_street_or_three_by_the_usual_cap() -> None:
    state = play(StudState(rules(3), THREE), "crrrr")
    assert (state.n_raises, state.legal_actions()) == (4, LEGAL["fc"])
    play(state, "cc/rrrrr")
    assert (state.n_raises, state.legal_actions()) == (5, LEGAL["fc"])
    usual = play(StudState(rules(3, max_raises=StudRules.USUAL_CAP), THREE), "ccc/rrrr")
    assert (usual.n_raises, usual.legal_actions()) == (4, LEGAL["fc"])


def test_best_showing_hand_opens_later_streets() -> None:
    state = play(StudState(rules(3), THREE), "ccc")
    assert state.actor == 0  # K Q
    play(state, "ccc")
    assert state.actor == 1  # J J
    assert state.up_cards == (parse_cards("KcQd9d"), parse_cards("2dJcJd"), parse_cards("2c6hTs"))


def test_two_pair_showing_beats_a_higher_pair_and_three_of_a_kind_beats_both() -> None:
    cards = hands("4c 4d Ac Kd Ah 5c 6c", "7c 7d 3d Jd 3h Jc 6d", "8c 8d 2c 9h Ts Th 6h")
    state = play(StudState(rules(3), cards), "ccc/ccc/ccc")
    assert (state.street, state.actor) == (3, 1)
    cards = hands("4c 4d Ac Kd Ah Kc 6c", "7c 7d 3d 3s 3h Jc 6d", "8c 8d 2c 9h Ts Th 6h")
    state = play(StudState(rules(3), cards), "ccc/ccc/ccc")
    assert (state.street, state.actor) == (3, 1)


def test_position_breaks_ties_of_showing_hands() -> None:
    cards = hands("4c 4d 2c 3h", "7c 7d Ad Kd", "8c 8d Ac Kc")
    assert play(StudState(rules(3), cards), "ccc").actor == 1


def test_folded_hands_do_not_open() -> None:
    assert play(StudState(rules(3), THREE), "cfc").actor == 1


def test_bets_are_small_on_third_and_fourth_and_big_from_fifth_street() -> None:
    state = play(StudState(rules(2), hands("As Ah Kc Qd 9d 3s 2s", "7c 7d 2d Jc Td 4h 5h")), "crc/rc/rc/rc/rc")
    assert state.is_over
    assert [move.paid for move in state.history] == [1, 4, 3, 4, 4, 8, 8, 8, 8, 8, 8]
    assert state.payoffs() == (33, -33)


def test_open_pair_allows_the_big_bet_on_fourth_street() -> None:
    cards = hands("As Ah Kc Kd 9d 3s 2s", "7c 7d 2d Jc Td 4h 5h")
    assert play(StudState(rules(2), cards), "cc").has_choice is False
    state = play(StudState(rules(2, open_pair_option=True), cards), "cc")
    assert (state.min_raise_to, state.max_raise_to) == (4, 8)
    state.act(Action.RAISE)
    assert state.contributions == (10, 2)
    assert (state.min_raise_to, state.max_raise_to) == (16, 16)


def test_small_bet_with_an_open_pair_may_be_raised_by_either_size() -> None:
    cards = hands("As Ah Kc Kd 9d 3s 2s", "7c 7d 2d Jc Td 4h 5h")
    state = play(StudState(rules(2, open_pair_option=True), cards), "cc")
    state.act(Action.RAISE, 4)
    assert (state.contributions, state.min_raise_to, state.max_raise_to) == ((6, 2), 8, 12)
    state.act(Action.RAISE, 12)
    assert (state.contributions, state.min_raise_to, state.max_raise_to) == ((6, 14), 20, 20)
    with pytest.raises(
        IllegalAction, match=r"seat 0 cannot raise to 16 \(fourth street; legal: fold, call 8, raise to 20\)"
    ):
        state.act(Action.RAISE, 16)
    assert play(state, "r").contributions == (22, 14)


def test_open_pair_of_a_folded_hand_does_not_count() -> None:
    cards = hands("As Ah Kc Kd 9d 3s 2s", "7c 7d 2d Jc Td 4h 5h", "8c 8d 3c 6h Ts 3h 3d")
    state = play(StudState(rules(3, open_pair_option=True), cards), "ccf")
    assert state.has_choice is False


# all-in


def test_seat_after_one_that_is_all_in_from_the_ante_brings_it_in() -> None:
    state = StudState(rules(3), THREE, (50, 50, 1))
    assert (state.actor, state.to_call, state.legal_actions()) == (0, 1, LEGAL["cr"])


def test_nobody_brings_it_in_when_one_seat_has_chips() -> None:
    state = StudState(rules(2, ante=5), hands("As Ah Kc Qd 9d 3s 2s", "7c 7d 2d Jc Td 4h 5h"), (3, 50))
    assert state.is_over
    assert state.contributions == (3, 3)
    assert state.stacks == (0, 47)
    assert state.payoffs() == (3, -3)


def test_short_bring_in_is_all_in_and_called_for_what_it_is() -> None:
    state = StudState(rules(3, bring_in=3), THREE, (50, 50, 3))
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 2, LEGAL["c"])
    play(state, "c")
    assert (state.actor, state.to_call) == (0, 2)
    assert play(state, "r").contributions == (5, 1, 3)


def test_side_pot_in_stud() -> None:
    state = play(StudState(rules(3), THREE, (3, 50, 50)), "ccr")  # seat 1 completes, seat 2 and seat 0 answer
    play(state, "cc")
    assert state.contributions == (3, 5, 5)
    play(state, "cc/cc/cc/cc")
    # aces and nines win 9, and of the side pot of 4 the jacks and sevens beat threes and eights
    assert state.payoffs() == (6, -1, -5)


# the deck runs short


def test_eight_seats_share_a_community_card_when_all_stay() -> None:
    state = StudState(rules(8), StudDeal.from_deck(DECK, 8))
    while not state.is_over:
        state.act(Action.CALL)
    assert state.board == (48,)
    assert all(len(state.view(seat).cards) == 6 for seat in range(8))
    assert sum(state.payoffs()) == 0


def test_eight_seats_get_their_own_last_card_when_enough_are_left() -> None:
    state = play(StudState(rules(8), StudDeal.from_deck(DECK, 8)), "cf")  # 45 cards dealt, seven left for seven
    while not state.is_over:
        state.act(Action.CALL)
    assert state.board == ()
    last = [state.view(seat).cards[-1] for seat in range(8) if not state.folded[seat]]
    assert len(set(last)) == 7
    seen = [card for seat in range(8) for card in state.view(seat).cards]
    assert len(seen) == len(set(seen))


def test_one_fold_too_late_still_leaves_the_deck_short() -> None:
    state = play(StudState(rules(8), StudDeal.from_deck(DECK, 8)), "cccccccc/rf")
    while not state.is_over:
        state.act(Action.CALL)
    assert state.board == (48,)  # 46 cards dealt, six left for seven seats


def test_seven_seats_never_run_short() -> None:
    state = StudState(rules(7), StudDeal.from_deck(DECK, 7))
    while not state.is_over:
        state.act(Action.CALL)
    assert state.board == ()
    assert all(len(state.view(seat).cards) == 7 for seat in range(7))


def test_record_with_a_community_card_is_shown_down_with_it() -> None:
    cards = StudDeal((parse_cards("AsAhKcQd9d3s"), parse_cards("7c7d2dJcTd4h")), shared=parse_cards("Jh")[0])
    state = play(StudState(rules(2), cards), "cc/cc/cc/cc")
    assert state.view().board == parse_cards("Jh")
    assert play(state, "cc").payoffs() == (-2, 2)


# unknown cards


def test_betting_is_replayed_without_the_down_cards() -> None:
    cards = hands(". . Kc Qd 9d 3s .", ". . 2d Jc Td 4h .")
    state = play(StudState(rules(2), cards), "cc/cc/cc/cc/cc")
    with pytest.raises(UnknownCards, match="seat 0"):
        state.payoffs()
    folded = play(StudState(rules(2), cards), "cc/rf")
    assert folded.payoffs() == (2, -2)


def test_unknown_up_cards_need_the_openers() -> None:
    with pytest.raises(UnknownCards, match="who opens third street"):
        StudState(rules(2), hands(". . . .", ". . . ."))
    state = play(StudState(rules(2), hands(". . . .", ". . . .", openers=(1, 0))), "c")
    assert state.actor == 0
    assert play(state, "c").actor == 0


def test_stud_deals_must_fit() -> None:
    with pytest.raises(RulesError, match="deck of 51 cards"):
        StudDeal.from_deck(DECK[:51], 3)
    with pytest.raises(RulesError, match="cards for 3 seats"):
        StudState(rules(2), THREE)
