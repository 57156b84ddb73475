"""The win-probability bot: its parts by hand, what it learns, what it must never see, and that it lasts."""

import json
import pickle
from itertools import permutations

import numpy as np
import pytest

import deluck
from deluck.beliefs.holdem.win_chances import (
    win_against_all,
)
from deluck.cards import parse_cards
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Learner, StudDeal, StudRules, StudState
from deluck.players import PlayerError, WinProb, make_player
from deluck.players.winprob import Thresholds, choose, fold_dampener, playing_prior, starting_categories, thresholds

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
LETTERS = {"f": FOLD, "c": CALL, "r": RAISE}
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


def ranks(text):
    return [card // 4 for card in parse_cards(text)]


def state_of(holes, board="", actions=""):
    """A hand with these holdings from seat 0 on, after some actions."""
    cards = [parse_cards(hole) for hole in holes]
    dealt = [card for hole in cards for card in hole] + list(parse_cards(board))
    rest = [card for card in range(52) if card not in dealt]
    full_board = [*parse_cards(board), *rest][:5]
    state = HoldemState(
        HoldemRules.limit(len(cards)), HoldemDeal(holes=tuple(tuple(hole) for hole in cards), board=tuple(full_board))
    )
    for letter in actions:
        state.act(LETTERS[letter])
    return state


# the chance to win


def test_opponents_are_beaten_one_by_one():
    assert win_against_all([0.5, 0.4, 0.9]) == pytest.approx(0.18)
    view = state_of(["AsAd", "7c2d", "KsKd"], "3h8hQc", "ccc").view()
    reading = WinProb().explain(view).postflop
    assert reading.win_probability == pytest.approx(reading.opponents[0].estimate * reading.opponents[1].estimate)
    assert reading.exact_win_probability == pytest.approx(reading.opponents[0].exact ** 2)


# before the flop


@pytest.mark.parametrize("n_seats", range(2, 11))
def test_the_dampener_goes_from_0_to_1(n_seats):
    found = [fold_dampener(n_active, n_seats) for n_active in range(1, n_seats + 1)]
    assert (found[0], found[-1]) == pytest.approx((0, 1))
    assert (np.diff(found) > 0).all()


@pytest.mark.parametrize(
    ("hole", "actions", "expected"),
    [
        ("AsKs", "", (0, 0, 1)),  # category 1 is raised
        ("AsKd", "rrr", (0, 1, 0)),  # category 2, but no raise is left
        ("AsQd", "", (0.20, 0.80, 0)),  # category 3 with all six in
        ("9s9d", "ff", (0.25 * fold_dampener(4, 6), 1 - 0.25 * fold_dampener(4, 6), 0)),  # category 4, two have folded
        ("7s2d", "", (0.95, 0.05, 0)),
        ("7s2d", "crcccc", (0, 1, 0)),  # it called before: the draw is done
    ],
)
def test_starting_hands(hole, actions, expected):
    first = 2 + len(actions) if len(actions) < 6 else 2
    holes = ["2c3c", "4c5c", "6c8c", "Tc3d", "Jc4d", "Qc5d"]
    holes[first % 6] = hole
    view = state_of(holes, actions=actions).view()
    assert view.seat == first % 6
    assert WinProb().strategy(view).triple == pytest.approx(expected)


def test_the_big_blind_checks_what_it_would_fold():
    view = state_of(["7s2d", "KcQc"], actions="c").view()
    assert view.to_call == 0
    assert WinProb().strategy(view).triple == (0, 1, 0)


def test_suits_and_names_of_the_categories():
    found = starting_categories()
    assert set(found.tolist()) == {1, 2, 3, 4, 5}
    assert playing_prior()[found == 5] == pytest.approx(0.05)


# after the flop


def test_beta_by_hand():
    """Flop, three in, a bet of 10 to call into 30 + 10: three raises left of four."""
    view = state_of(["AsKd", "7c2d", "9s9d"], "3h8hQc", "cccr").view()
    found = thresholds(view, view.rules)
    assert found.to_raise == pytest.approx(1 / 3)
    assert found.to_call == pytest.approx((10 + 10 * 3) / (40 + 10 + 10 * 3))


@pytest.mark.parametrize("limits", [Thresholds(0.5, 0.3), Thresholds(0.2, 0.6)])
@pytest.mark.parametrize("legal", [(FOLD, CALL, RAISE), (FOLD, CALL), (CALL, RAISE)])
def test_a_better_chance_never_makes_it_tighter(limits, legal):
    to_call = 10 if FOLD in legal else 0
    chosen = [choose(chance, limits, legal, to_call=to_call)[0] for chance in np.linspace(0, 1, 101)]
    assert chosen == sorted(chosen)
    assert set(chosen) <= set(legal)
    assert len(set(chosen)) > 1


def test_a_board_that_everybody_plays_is_not_raised():
    view = state_of(["2c3d", "4c5d"], "AsKsQsJsTs", "cccccc").view()
    assert WinProb().explain(view).postflop.win_probability == pytest.approx(0.5)
    assert WinProb().strategy(view).triple == (0, 1, 0)


# what it learns


def played_to_the_end(state):
    while state.actor is not None:
        state.act(CALL)
    return state


def test_it_learns_what_opponents_show_down_and_not_its_own():
    player = make_player("winprob:memory=10")
    assert isinstance(player, Learner)
    state = played_to_the_end(state_of(["AsKs", "7c2d", "9s9d"]))
    player.hand_over(state.summary(0)._replace(names=("me", "Ann", "Bob")))
    assert player.model_of("Ann").n_observed == player.model_of("Bob").n_observed == 1
    assert player.model_of("me").n_observed == 0
    found = player.model_of("Ann").probabilities()[starting_categories() == 5]
    assert found.max() == pytest.approx(0.9 / 1326 + 0.1 / 12)


def test_hands_that_fold_teach_nothing():
    player = WinProb()
    state = state_of(["AsKs", "7c2d", "9s9d"], actions="rff")
    assert state.is_over
    player.hand_over(state.summary(0)._replace(names=("me", "Ann", "Bob")))
    assert player.model_of("Ann").n_observed == player.model_of("Bob").n_observed == 0


def test_strong_showdowns_lower_the_chance_to_win():
    view = state_of(["9s8s", "7c2d"], "9h5d2s", "cc").view()._replace(names=("me", "Ann"))
    before, player = WinProb().explain(view).postflop, make_player("winprob:memory=20")
    for _ in range(20):
        player.model_of("Ann").observe(*parse_cards("AhAd"))
    after = player.explain(view).postflop
    assert after.opponents[0].observed_share == 1
    # the formulas know the opponent by its categories only, in which aces are a pair like another
    assert after.win_probability < before.win_probability - 0.1
    assert after.exact_win_probability < before.exact_win_probability - 0.3


def test_opponents_without_names_are_learned_as_one():
    player = WinProb()
    player.hand_over(played_to_the_end(state_of(["AsKs", "7c2d", "9s9d"])).summary(0))
    assert player.model_of("").n_observed == 2


def test_opponents_are_believed_each_by_its_own_showdowns():
    player = make_player("winprob:memory=1")
    player.model_of("Ann").observe(*parse_cards("AhAd"))
    view = state_of(["9s8s", "7c2d", "KhKd"], "9h5d2s", "ccc").view()._replace(names=("me", "Ann", "Bob"))
    ann, bob = player.explain(view).postflop.opponents
    assert (ann.n_observed, bob.n_observed) == (1, 0)
    assert ann.exact < bob.exact
    assert (ann.name, bob.name) == ("Ann", "Bob")


# what it must not see, and what must not matter


@pytest.mark.parametrize("board", ["9h5d2c", "9h5d2cQs", "9h5d2cQsKh"])
@pytest.mark.parametrize("spec", ["winprob", "winprob:exact=yes"])
def test_others_cards_and_cards_to_come_change_nothing(board, spec):
    n_streets = len(parse_cards(board)) - 3
    explained = set()
    for theirs in ("7c3d", "AhAd", "2s2h"):
        view = state_of(["9s8s", theirs], board, "cc" + "cc" * n_streets).view()
        explained.add(make_player(spec).explain(view))
    assert len(explained) == 1


@pytest.mark.parametrize("spec", ["winprob", "winprob:exact=yes"])
def test_suits_relabelled_give_the_same_decision(spec):
    rng = np.random.default_rng(4)
    for trial in range(12):
        deck = rng.permutation(52)
        found = set()
        for suits in list(permutations(range(4)))[:: 5 if trial else 1]:
            moved = [int(card // 4 * 4 + suits[card % 4]) for card in deck]
            state = HoldemState(HoldemRules.limit(3), HoldemDeal.from_deck(moved, 3))
            player = make_player(spec)
            triples = []
            for letter in "ccccrccccc":
                triples.append(player.strategy(state.view()).triple)
                state.act(LETTERS[letter])
            found.add(tuple(triples))
        assert len(found) == 1


def test_the_explanation_says_it_all():
    view = state_of(["AsTh", "7c2d"], "3h8hQhTd", "cccc").view()
    told = WinProb().explain(view)
    assert (told.street, told.cards, told.board) == ("turn", "AsTh", "3h8hQhTd")
    reading = told.postflop
    assert sum(reading.own_categories) == pytest.approx(1)
    assert sum(reading.opponents[0].categories) == pytest.approx(1)
    assert (round(reading.win_probability, 2), round(reading.exact_win_probability, 3)) == (0.73, 0.757)
    assert told.probabilities == (0, 0, 1)
    assert told.why == "the chance to win, 0.726, is above one share of the players, 0.500"
    assert json.loads(json.dumps(told.as_dict()))["postflop"]["raise_above"] == 0.5
    assert told.preflop is None


def test_the_explanation_before_the_flop():
    told = WinProb().explain(state_of(["7c2d", "9s9d"]).view())
    assert told.preflop.category == 4
    assert told.why == "category 4 is folded with probability 0.250; it calls otherwise"
    assert told.postflop is None


def test_the_variant_decides_by_the_exact_chance():
    """King jack on Q J T: above one share exactly, and below it by the formulas, or the other way round."""
    rng = np.random.default_rng(2)
    differing = 0
    for _ in range(150):
        view = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(rng.permutation(52).tolist(), 2))
        for letter in "cccc":
            view.act(LETTERS[letter])
        by_formula, exactly = (make_player(f"winprob:exact={exact}").explain(view.view()) for exact in ("no", "yes"))
        reading = exactly.postflop
        assert exactly.probabilities[RAISE] == (reading.exact_win_probability > 0.5)
        assert by_formula.probabilities[RAISE] == (reading.win_probability > 0.5)
        differing += by_formula.probabilities != exactly.probabilities
    assert 0 < differing < 50


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("winprob:exact=maybe", "winprob cannot take exact=maybe (expected yes or no)"),
        ("winprob:memory=0", "winprob cannot take memory=0 (expected a whole number, 1 or more)"),
        ("winprob:prior=psychic", "winprob cannot take prior=psychic (expected one of: uniform, like-me)"),
        ("winprob:cells=13", "winprob cannot take cells=13 (expected one of: 169, 1326)"),
    ],
)
def test_invalid_options_are_refused(spec, sentence):
    with pytest.raises(PlayerError) as refused:
        make_player(spec)
    assert sentence in str(refused.value)


def test_it_plays_holdem_only():
    view = StudState(StudRules.paper(2), StudDeal.from_deck(list(range(52)), 2)).view()
    with pytest.raises(PlayerError, match="expected limit hold'em"):
        WinProb().strategy(view)


def test_it_can_be_sent_to_another_process():
    player = make_player("winprob:memory=7")
    player.model_of("Ann").observe(0, 1)
    assert pickle.loads(pickle.dumps(player)).model_of("Ann").n_observed == 1


# that it lasts

FIELD = (
    "winprob",
    "random",
    "winprob:exact=yes,memory=20",
    "always-raise",
    "winprob:prior=like-me,cells=1326,memory=5",
)


def line_up(n_seats):
    return [FIELD[place % len(FIELD)] for place in range(n_seats)]


@pytest.mark.parametrize("n_seats", range(2, 11))
def test_it_plays_on_without_a_fault(n_seats):
    result = deluck.play(*line_up(n_seats), n_hands=230, seed=n_seats, on_fault="stop")
    assert result.n_games == 230
    assert not result.faults


@pytest.mark.slow
@pytest.mark.parametrize("n_seats", range(2, 11))
def test_it_plays_20_000_hands_without_a_fault(n_seats):
    result = deluck.play(*line_up(n_seats), n_hands=2_300, seed=50 + n_seats, on_fault="stop")
    assert not result.faults


def test_it_beats_a_player_who_always_calls():
    result = deluck.play("winprob", "always-call", n_hands=1000, seed=1)
    assert result.players[0].per_game.interval95[0] > 0
