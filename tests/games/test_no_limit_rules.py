"""No-limit and pot-limit hold'em, rule by rule, by hand-worked examples."""

from dataclasses import replace

import pytest

from deluck.cards import parse_cards
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, HoldemState, IllegalAction, Move, Pot, RulesError

FOLD, CALL, RAISE = Action
ALL = (FOLD, CALL, RAISE)
NO_RAISE = (FOLD, CALL)
BOARD = "2c3d5h9sJd"
HOLES = ("AsAh", "KsKh", "QsQh", "TsTh", "8s8h", "7s7h")  # the best hand first


def deal(*order: int) -> HoldemDeal:
    """Return a deal with these strengths of hand by seat, 0 the best."""
    return HoldemDeal(tuple(parse_cards(HOLES[place]) for place in order), parse_cards(BOARD))


def table(
    stacks: tuple[int, ...],
    forced: Forced | None = None,
    order: tuple[int, ...] = (),
    *,
    pot_limit: bool = False,
    small_blind: int = 50,
    big_blind: int = 100,
) -> HoldemState:
    """Return a hand; by default earlier seats have better hands."""
    make = HoldemRules.pot_limit if pot_limit else HoldemRules.no_limit
    rules = make(len(stacks), small_blind, big_blind)
    return HoldemState(rules, deal(*(order or range(len(stacks)))), stacks, forced)


def play(state: HoldemState, actions: str) -> HoldemState:
    """Play actions such as ``f c r250``: fold, call, raise to 250."""
    for word in actions.split():
        if word[0] == "r":
            state.act(RAISE, int(word[1:]))
        else:
            state.act({"f": FOLD, "c": CALL}[word])
    return state


def bounds(state: HoldemState) -> tuple[int, int]:
    return state.min_raise_to, state.max_raise_to


# the size of raises


def test_first_raise_adds_at_least_a_big_blind_and_at_most_the_stack() -> None:
    state = table((1000, 2000, 3000))
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 100, ALL)
    assert bounds(state) == (200, 3000)


def test_first_bet_of_a_later_street_is_at_least_a_big_blind() -> None:
    state = play(table((1000, 1000)), "c c")
    assert (state.street, state.actor, state.legal_actions()) == (1, 0, (CALL, RAISE))
    assert bounds(state) == (100, 900)


def test_a_raise_adds_at_least_the_raise_before() -> None:
    state = play(table((5000, 5000, 5000)), "r350")
    assert bounds(state) == (600, 5000)  # raised by 250
    assert bounds(play(state, "r1000")) == (1650, 5000)  # raised by 650


def test_a_smaller_raise_after_a_larger_one_is_measured_by_the_largest() -> None:
    # 400 is a raise by 300; 460 all-in one by 60 only; the next raise adds 300 again
    state = play(table((5000, 5000, 5000, 460)), "r400 r460")
    assert (state.actor, bounds(state)) == (0, (760, 5000))


def test_the_smallest_raise_starts_again_on_each_street() -> None:
    state = play(table((5000, 5000)), "r900 c")
    assert (state.street, bounds(state)) == (1, (100, 4100))


def test_a_raise_without_an_amount_is_the_smallest() -> None:
    state = table((1000, 1000, 1000))
    state.act(RAISE)
    assert state.bets == (50, 100, 200)
    assert state.history == (Move(0, 2, RAISE, 200, 200),)


def test_a_move_has_the_bet_it_made_and_the_chips_it_cost() -> None:
    state = play(table((1000, 1000, 1000)), "r250 r700 f c")
    assert state.history[1] == Move(0, 0, RAISE, 700, 650)
    assert state.history[2] == Move(0, 1, FOLD, 0, 0)
    assert state.history[3] == Move(0, 2, CALL, 0, 450)
    assert state.contributions == (700, 100, 700)


def test_the_smallest_bet_can_differ_from_the_big_blind() -> None:
    rules = replace(HoldemRules.no_limit(2), min_bet=300)
    state = HoldemState(rules, deal(0, 1), (5000, 5000))
    assert bounds(state) == (400, 5000)
    assert bounds(play(state, "c c")) == (300, 4900)


# short all-ins


def test_all_in_for_less_than_a_raise_may_be_called_or_raised_by_who_has_not_acted() -> None:
    state = play(table((5000, 5000, 5000, 350)), "r300 r350")
    assert (state.actor, state.legal_actions(), bounds(state)) == (0, ALL, (550, 5000))


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    state = play(table((5000, 5000, 5000, 350)), "r300 r350 c c")
    assert (state.actor, state.to_call) == (2, 50)
    assert state.legal_actions() == NO_RAISE
    assert bounds(state) == (0, 0)


def test_two_short_all_ins_that_add_up_to_a_raise_reopen_it() -> None:
    state = play(table((440, 5000, 5000, 370)), "r300 r370 r440 c")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 140, NO_RAISE)  # 140 is less than 200
    state = play(table((510, 5000, 5000, 400)), "r300 r400 r510 c")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 210, ALL)
    assert bounds(state) == (710, 5000)


def test_a_seat_that_called_between_two_short_all_ins_faces_the_second_only() -> None:
    # seat 2 raised to 300 and faces 210 more; seat 4 called 400 and faces 110
    state = play(table((510, 5000, 5000, 400, 5000)), "r300 r400 c r510 c c")
    assert (state.actor, state.to_call, state.legal_actions()) == (4, 110, NO_RAISE)


def test_three_short_all_ins_in_a_row_reopen_the_betting() -> None:
    # the example of the tournament directors' rule 47: a bet of 300, all-ins of 500 and 650, a call, an all-in of 800
    state = table((5000, 600, 750, 5000, 900, 5000))
    play(state, "c c c c c c")
    play(state, "r300 r500 r650 c r800 c")
    assert (state.actor, state.to_call, state.legal_actions()) == (0, 500, ALL)
    assert bounds(state) == (1100, 4900)
    play(state, "c")
    assert (state.actor, state.to_call, state.legal_actions()) == (3, 150, NO_RAISE)


def test_a_short_all_in_over_the_big_blind_does_not_reopen_it_for_callers() -> None:
    state = play(table((5000, 5000, 5000, 150)), "c r150 c c")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 50, NO_RAISE)


def test_the_big_blind_has_not_acted_and_may_raise_a_short_all_in() -> None:
    state = play(table((5000, 5000, 5000, 150)), "c r150 c")
    assert (state.actor, state.to_call, state.legal_actions()) == (1, 50, ALL)
    assert bounds(state) == (250, 5000)


def test_an_all_in_bet_below_the_smallest_bet_does_not_reopen_it_for_a_seat_that_checked() -> None:
    state = play(table((5000, 5000, 160)), "c c c c c r60")
    assert (state.street, state.actor, state.to_call) == (1, 0, 60)
    assert state.legal_actions() == NO_RAISE


def test_all_in_for_less_than_the_smallest_raise_is_the_only_raise() -> None:
    state = play(table((1000, 1000, 1000, 500)), "r400")
    assert (state.actor, state.legal_actions(), bounds(state)) == (3, ALL, (500, 500))


def test_all_in_for_less_than_a_call() -> None:
    state = play(table((1000, 1000, 1000, 300), order=(3, 2, 1, 0)), "r400")
    assert (state.actor, state.to_call, state.legal_actions()) == (3, 300, NO_RAISE)
    play(state, "c f f")
    assert state.is_over
    assert state.stacks == (950, 900, 700, 0)  # 100 of the raise were not called
    assert state.payoffs() == (-50, -100, -300, 450)


def test_nobody_raises_when_all_others_are_all_in() -> None:
    state = play(table((5000, 300, 200)), "r200 c r300")
    assert (state.actor, state.to_call, state.legal_actions()) == (0, 100, NO_RAISE)


# pot-limit


def test_pot_limit_first_raise_before_the_flop() -> None:
    state = table((200, 200, 200, 200), pot_limit=True, small_blind=1, big_blind=2)
    assert bounds(state) == (4, 7)  # 1 + 2 in the pot, call 2, raise by 5
    assert bounds(play(state, "r7")) == (12, 24)  # 10 in the pot, call 7, raise by 17


def test_pot_limit_small_blind_counts_its_own_chips() -> None:
    state = play(table((200, 200, 200), pot_limit=True, small_blind=1, big_blind=2), "f")
    assert (state.actor, bounds(state)) == (0, (4, 6))  # call 1: 4 in the pot, raise by 4


def test_pot_limit_after_the_flop() -> None:
    state = play(table((200, 200, 200), pot_limit=True, small_blind=1, big_blind=2), "r7 c f")
    assert (state.pot, state.actor, bounds(state)) == (16, 0, (2, 16))
    assert bounds(play(state, "r16")) == (32, 64)  # 32 in the pot, call 16, raise by 48


def test_pot_limit_is_limited_by_the_stack() -> None:
    state = table((200, 200, 5), pot_limit=True, small_blind=1, big_blind=2)
    assert bounds(state) == (4, 5)


def test_pot_limit_counts_antes() -> None:
    rules = HoldemRules.pot_limit(4, 1, 2, ante=1)
    assert bounds(HoldemState(rules, deal(0, 1, 2, 3), (200,) * 4)) == (4, 11)


# pots


def test_side_pots_of_three_stacks_and_a_folded_contributor() -> None:
    # seat 3 raises to 200 and folds; 300, 600 and 1000 go all-in; the shortest has the best hand
    state = play(table((300, 600, 1000, 1000), order=(0, 1, 2, 3)), "c r200 r300 r600 r1000 f")
    assert state.is_over
    assert state.contributions == (300, 600, 600, 200)
    assert state.stacks == (0, 0, 400, 800)
    assert state.pots == (Pot(1100, (0, 1, 2)), Pot(600, (1, 2)))
    assert state.payoffs() == (800, 0, -600, -200)


def test_four_stacks_make_three_pots() -> None:
    state = play(table((100, 300, 700, 1500), order=(0, 1, 2, 3)), "r700 c c c")
    assert state.contributions == (100, 300, 700, 700)
    assert state.pots == (Pot(400, (0, 1, 2, 3)), Pot(600, (1, 2, 3)), Pot(800, (2, 3)))
    assert state.payoffs() == (300, 300, 100, -700)


def test_an_uncalled_bet_goes_back() -> None:
    state = play(table((1000, 1000, 1000)), "r1000 f f")
    assert (state.contributions, state.pot) == ((50, 100, 100), 250)
    assert state.stacks == (950, 900, 900)
    assert state.payoffs() == (-50, -100, 150)


def test_an_uncalled_bet_on_the_river_goes_back() -> None:
    state = play(table((1000, 1000)), "c c c c c c r500 f")
    assert (state.contributions, state.payoffs()) == ((100, 100), (100, -100))


def test_odd_chips_go_one_each_to_the_first_winners_left_of_the_button() -> None:
    holes = ("AsKs", "AhKh", "AdKd", "2s7s")
    cards = HoldemDeal(tuple(map(parse_cards, holes)), parse_cards("3c4c9dTdQh"))
    state = HoldemState(HoldemRules.no_limit(4, 5, 10), cards, (101, 101, 101, 101))
    play(state, "c r23 c c r101 f c c")
    assert state.contributions == (101, 101, 101, 23)
    assert state.payoffs() == (8, 8, 7, -23)  # 326 chips for three


# forced bets


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop_only() -> None:
    state = table((1000, 1000))
    assert (state.contributions, state.bets, state.actor, state.to_call) == ((100, 50), (100, 50), 1, 50)
    play(state, "r300 c")
    assert (state.street, state.actor, state.bets) == (1, 0, (0, 0))
    assert [move.seat for move in play(state, "c r100 c c c").history] == [1, 0, 0, 1, 0, 0, 1]


def test_the_big_blind_may_raise_when_everybody_called() -> None:
    state = play(table((1000, 1000, 1000)), "c c")
    assert (state.actor, state.to_call, state.legal_actions(), bounds(state)) == (1, 0, (CALL, RAISE), (200, 1000))


def test_big_blind_ante_is_dead_and_belongs_to_the_pot() -> None:
    forced = Forced((50, 100, 0), (0, 0, 0), (0, 100, 0))
    state = table((10_000, 10_000, 10_000), forced, order=(2, 1, 0))
    assert (state.contributions, state.bets, state.pot) == ((50, 200, 0), (50, 100, 0), 250)
    assert (state.actor, state.to_call, bounds(state)) == (2, 100, (200, 10_000))
    play(state, "r250 f")
    assert (state.actor, state.to_call) == (1, 150)
    play(state, "c c c c c c c")
    assert state.payoffs() == (-50, -350, 400)


def test_an_all_in_seat_wins_the_whole_big_blind_ante() -> None:
    forced = Forced((50, 100, 0), (0, 0, 0), (0, 100, 0))
    state = play(table((1000, 1000, 30), forced, order=(2, 1, 0)), "c f c")
    assert state.is_over
    assert state.pots == (Pot(190, (1, 2)), Pot(40, (1,)))  # 30 of each seat and the ante; 20 of each blind
    assert state.payoffs() == (-50, -110, 160)


def test_a_short_big_blind_pays_the_ante_first() -> None:
    forced = Forced((50, 100, 0), (0, 0, 0), (0, 100, 0))
    state = table((1000, 130, 1000), forced, order=(1, 0, 2))
    assert (state.contributions, state.bets, state.stacks) == ((50, 130, 0), (50, 30, 0), (950, 0, 1000))
    assert (state.actor, state.to_call) == (2, 50)


def test_everybodys_ante_is_no_bet() -> None:
    state = HoldemState(HoldemRules.no_limit(3, ante=20), deal(0, 1, 2), (1000, 1000, 1000))
    assert (state.pot, state.bets, state.contributions) == (210, (50, 100, 0), (70, 120, 20))
    assert (state.to_call, bounds(state)) == (100, (200, 980))


def test_a_seat_short_of_the_ante_wins_as_much_from_each() -> None:
    state = HoldemState(HoldemRules.no_limit(3, ante=20), deal(1, 2, 0), (1000, 1000, 8))
    assert (state.contributions, state.stacks) == ((70, 120, 8), (930, 880, 0))
    play(state, "c c c c c c c c")
    assert state.contributions == (120, 120, 8)
    assert state.payoffs() == (104, -120, 16)


def test_a_dead_small_blind_and_a_live_big_blind_of_a_seat_out_of_turn() -> None:
    forced = Forced((50, 100, 0, 0, 0), (0, 0, 0, 100, 0), (0, 0, 0, 50, 0))
    state = table((1000,) * 5, forced, order=(4, 3, 2, 1, 0))
    assert (state.contributions, state.bets, state.pot) == ((50, 100, 0, 150, 0), (50, 100, 0, 100, 0), 300)
    assert state.actor == 2  # the post does not move the first turn
    play(state, "c")
    assert (state.actor, state.to_call, state.legal_actions(), bounds(state)) == (3, 0, (CALL, RAISE), (200, 950))
    play(state, "r300 f f f f")
    assert state.payoffs() == (-50, -100, -100, 250, 0)


def test_a_missing_small_blind() -> None:
    forced = Forced((0, 100, 0), (0, 0, 0), (0, 0, 0))
    state = table((1000, 1000, 1000), forced)
    assert (state.pot, state.actor) == (100, 2)
    play(state, "c")
    assert (state.actor, state.to_call, bounds(state)) == (0, 100, (200, 1000))
    assert play(state, "f r300 f").payoffs() == (0, 100, -100)


def test_the_straddler_acts_last_before_the_flop() -> None:
    forced = Forced((50, 100, 200, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    state = table((1000,) * 4, forced)
    assert (state.actor, state.to_call) == (3, 200)
    play(state, "c c c")
    assert (state.actor, state.to_call, state.legal_actions()) == (2, 0, (CALL, RAISE))
    play(state, "c")
    assert (state.street, state.actor, state.pot) == (1, 0, 800)


def test_after_a_button_straddle_the_small_blind_acts_first_and_the_button_last() -> None:
    forced = Forced((50, 100, 0, 200), (0, 0, 0, 0), (0, 0, 0, 0))
    state = play(table((1000,) * 4, forced), "c c c c")
    assert [move.seat for move in state.history] == [0, 1, 2, 3]
    assert (state.street, state.actor) == (1, 0)


def test_a_short_big_blind_does_not_change_who_is_first() -> None:
    state = table((1000, 30, 1000, 1000))
    assert (state.bets, state.actor, state.to_call) == ((50, 30, 0, 0), 2, 50)


def test_blinds_are_live_only_up_to_the_stack() -> None:
    state = play(table((20, 1000, 1000)), "c")
    assert (state.contributions, state.stacks) == ((20, 100, 100), (0, 900, 900))


def test_forced_bets_must_fit_the_seats() -> None:
    with pytest.raises(RulesError, match="blinds"):
        table((1000, 1000, 1000), Forced((50, 100), (0, 0, 0), (0, 0, 0)))
    with pytest.raises(RulesError, match="dead"):
        table((1000, 1000, 1000), Forced((50, 100, 0), (0, 0, 0), (0, -1, 0)))


# what is not legal


@pytest.mark.parametrize("amount", [199, 1001, 100, 0, -1])
def test_a_raise_outside_the_bounds_is_refused_with_the_bounds(amount: int) -> None:
    state = table((2000, 2000, 1000))
    with pytest.raises(IllegalAction) as caught:
        state.act(RAISE, amount)
    message = str(caught.value)
    for part in (str(amount), "fold", "call", "raise", "200", "1000", "preflop", "seat 2"):
        assert part in message
    assert (caught.value.seat, caught.value.action) == (2, RAISE)
    assert (state.actor, state.pot, state.history) == (2, 150, ())


def test_more_than_the_pot_is_refused_in_pot_limit() -> None:
    state = table((200,) * 4, pot_limit=True, small_blind=1, big_blind=2)
    with pytest.raises(IllegalAction, match=r"seat 2 .*8.*4.*7"):
        state.act(RAISE, 8)
    state.act(RAISE, 7)
    assert state.bets == (1, 2, 7, 0)


def test_a_raise_is_refused_where_the_betting_is_not_open() -> None:
    state = play(table((5000, 5000, 5000, 350)), "r300 r350 c c")
    for amount in (None, 550, 5000):
        with pytest.raises(IllegalAction, match="seat 2 cannot raise") as caught:
            state.act(RAISE, amount)
        assert "call" in str(caught.value)
        assert not any("raise" in each for each in caught.value.legal)


def test_an_amount_is_for_raises_and_is_a_whole_number() -> None:
    state = table((1000, 1000, 1000))
    with pytest.raises(IllegalAction):
        state.act(CALL, 100)
    with pytest.raises(IllegalAction):
        state.act(RAISE, 250.0)  # type: ignore[arg-type]
    assert state.history == ()


def test_no_limit_needs_stacks() -> None:
    with pytest.raises(RulesError, match="stacks"):
        HoldemState(HoldemRules.no_limit(2), deal(0, 1))


# views


def test_the_view_has_the_bounds_and_the_bets() -> None:
    state = play(table((1000, 1000, 1000)), "r250")
    view = state.view()
    assert (view.seat, view.min_raise_to, view.max_raise_to, view.bets) == (0, 400, 1000, (50, 100, 250))
    assert view.to_call == 200
    assert state.view(1).max_raise_to == 0
