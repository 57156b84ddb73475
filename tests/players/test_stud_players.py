"""The stud players: what they do at a table, and that they are asked in vain about other games."""

import numpy as np
import pytest

import deluck
from deluck.beliefs.stud import POLICIES, SeatModel
from deluck.beliefs.stud.following import beliefs_at
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.players import (
    PlayerError,
    StudBetInferring,
    StudBetInferringOptions,
    StudCardsOnly,
    StudCardsOnlyOptions,
    make_player,
)
from deluck.players.stud import _readers, action_drawn, downcards_of

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE


def hand_with(*hands):
    """Return a hand with these cards, as text, in the order dealt; the missing ones drawn."""
    given = [deluck.parse_cards(text) for text in hands]
    rest = iter([card for card in range(51, -1, -1) if card not in {card for cards in given for card in cards}])
    full = tuple((*cards, *(next(rest) for _ in range(7 - len(cards)))) for cards in given)
    return StudState(StudRules.paper(len(hands)), StudDeal(full))


def test_options_are_policies():
    player = make_player("stud-bet-inferring:policy=tight,model=honest")
    assert player == StudBetInferring(StudBetInferringOptions(policy=POLICIES["tight"], model=POLICIES["honest"]))
    assert make_player("stud-cards-only:loose") == StudCardsOnly(StudCardsOnlyOptions(policy=POLICIES["loose"]))
    with pytest.raises(PlayerError, match=r"stud-cards-only cannot take policy=wild \(expected one of: default"):
        make_player("stud-cards-only:policy=wild")


def test_the_bring_in_is_posted_and_nothing_else_is():
    state = hand_with("AsAd2c", "KsKd9h", "7h3s8d")
    assert state.actor == 0
    for player in (StudBetInferring(), StudCardsOnly()):
        assert player.strategy(state.view()).triple == (0, 1, 0)


def test_rolled_up_aces_raise_and_rags_fold():
    state = hand_with("7h3s2c", "AsAdAh", "9h2s4d", "KsKdQh")
    state.act(CALL)
    for player in (StudBetInferring(), StudCardsOnly()):
        fold, call, raising = player.strategy(state.view()).triple
        assert (fold, call, raising) == pytest.approx((0, 0.2, 0.8))
    state.act(RAISE)
    for player in (StudBetInferring(), StudCardsOnly()):
        fold, call, raising = player.strategy(state.view()).triple
        assert fold == pytest.approx(0.95)
        assert raising == pytest.approx(0.05)


def test_only_the_one_that_reads_bets_minds_a_raise():
    """A pair of nines against two who raised each other: worth less to one who reads what that means."""
    state = hand_with("9h9s8d", "AsAdKh", "KsKdQh", "7h3s2c")
    for action in (CALL, CALL, RAISE, RAISE, CALL):
        assert state.actor is not None
        state.act(action)
    assert state.actor == 0
    assert _readers(state.view()) == (True,) * 4
    view = state.view()._replace(names=("a", "stud-cards-only#1", "stud-cards-only#2", "d"))
    assert _readers(view) == (True, False, False, True)
    beliefs = beliefs_at(state.view(), (SeatModel(),) * 4).beliefs
    down = downcards_of(state.view().cards)
    read, unread = (beliefs.win_chance(0, down, reads_bets=reads) for reads in (True, False))
    assert read < unread


def test_actions_are_drawn_by_their_probabilities(rng):
    drawn = np.bincount([action_drawn((0.2, 0.5, 0.3), rng) for _ in range(20_000)], minlength=3) / 20_000
    assert drawn == pytest.approx([0.2, 0.5, 0.3], abs=0.015)
    assert {action_drawn((0.4, 0.6, 0.0), rng) for _ in range(100)} == {FOLD, CALL}


def test_another_game_is_refused(rng):
    view = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(list(range(52)), 2)).view()
    for player in (StudBetInferring(), StudCardsOnly()):
        with pytest.raises(PlayerError, match="expected seven-card stud"):
            player.act(view, rng)


@pytest.mark.parametrize("n_seats", range(2, 9))
def test_they_play_at_any_table(n_seats):
    players = ["stud-bet-inferring", "stud-cards-only:loose", "stud-bet-inferring:policy=aggressive,model=tight"]
    result = deluck.play(*(players * 3)[:n_seats], n_hands=4, seed=n_seats, game="stud7", on_fault="stop")
    assert sum(player.n_faults for player in result.players) == 0
    assert sum(player.total for player in result.players) == 0


def test_they_sit_down_with_others():
    result = deluck.play(
        "stud-bet-inferring", "always-raise", "random", n_hands=10, seed=3, game="stud7", on_fault="stop"
    )
    assert result.n_games == 10
