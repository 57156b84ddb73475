"""A view shows a seat what it may know and nothing else: fields, repr, pickle and everything reachable."""

import gc
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from deluck.cards import DECK, format_cards
from deluck.games import (
    Action,
    GameState,
    HandSummary,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Learner,
    Move,
    Player,
    Policy,
    RulesError,
    Strategy,
    Structure,
    StudDeal,
    StudRules,
    StudState,
    View,
)
from deluck.games.players import same_for_all_holdings

PLAIN = (int, str, bool, type(None), tuple, Action, Move, HoldemRules, StudRules, Structure, View, HandSummary)


def reachable(root: object) -> Iterator[object]:
    """Yield every object that can be reached from one, classes and modules aside."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        current = waiting.pop()
        if id(current) in seen or isinstance(current, type):
            continue
        seen.add(id(current))
        yield current
        if not isinstance(current, Action | Structure):
            waiting.extend(gc.get_referents(current))


def new_game(kind: str, deck: list[int], n_seats: int, stacks: tuple[int, ...]) -> GameState:
    if kind == "hold'em":
        return HoldemState(HoldemRules.limit(n_seats), HoldemDeal.from_deck(deck, n_seats), stacks)
    return StudState(StudRules.paper(n_seats), StudDeal.from_deck(deck, n_seats), stacks)


def visible(view: View | HandSummary) -> set[int]:
    shown = [cards for cards in getattr(view, "shown", ()) if cards is not None]
    return {card for cards in (view.cards, view.board, *view.up_cards, *shown) for card in cards}


def reshuffle_hidden(deck: list[int], known: set[int], rng: random.Random) -> list[int]:
    """Return the deck with every card that is not known put in another place."""
    places = [place for place, card in enumerate(deck) if card not in known]
    other = deck.copy()
    for place, source in zip(places, places[1:] + places[:1], strict=True):
        other[place] = deck[source]
    assert all(other[place] != deck[place] for place in places)
    return other


@pytest.mark.parametrize("kind", ["hold'em", "stud"])
@pytest.mark.parametrize("seed", range(40))
def test_views_do_not_change_when_the_hidden_cards_do(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    n_seats = rng.randint(2, 8 if kind == "stud" else 10)
    deck = rng.sample(DECK, 52)
    stacks = tuple(rng.choice((5, 20, 90, 400)) for _ in range(n_seats))
    state = new_game(kind, deck, n_seats, stacks)
    played: list[Action] = []
    while not state.is_over:
        view = state.view()
        other = new_game(kind, reshuffle_hidden(deck, visible(view), rng), n_seats, stacks)
        for action in played:
            other.act(action)
        twin = other.view()
        assert twin == view
        assert repr(twin) == repr(view)
        assert pickle.dumps(twin) == pickle.dumps(view)
        assert pickle.loads(pickle.dumps(view)) == view
        played.append(rng.choice(state.legal_actions()[-2:]))
        state.act(played[-1])
    for seat in range(n_seats):
        summary = state.summary(seat)
        other = new_game(kind, reshuffle_hidden(deck, visible(summary), rng), n_seats, stacks)
        for action in played:
            other.act(action)
        assert pickle.dumps(other.summary(seat)) == pickle.dumps(summary)
        assert repr(other.summary(seat)) == repr(summary)


@pytest.mark.parametrize("kind", ["hold'em", "stud"])
def test_nothing_but_plain_values_can_be_reached_from_a_view(kind: str) -> None:
    rng = random.Random(5)
    state = new_game(kind, rng.sample(DECK, 52), 6, (400,) * 6)
    while not state.is_over:
        for seat in range(6):
            assert all(isinstance(each, PLAIN) for each in reachable(state.view(seat)))
        state.act(Action.CALL)
    assert all(isinstance(each, PLAIN) for each in reachable(state.summary(0)))
    assert not hasattr(state.view(0), "__dict__")


def test_the_walk_of_the_test_above_finds_a_state_and_its_deal() -> None:
    state = new_game("stud", list(DECK), 2, (100, 100))
    assert any(isinstance(each, StudDeal) for each in reachable([(state,)]))


def test_a_view_cannot_be_changed() -> None:
    view = new_game("hold'em", list(DECK), 2, (100, 100)).view()
    with pytest.raises(AttributeError):
        view.pot = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        view.deck = ()  # type: ignore[attr-defined]


def test_a_view_stays_as_it_was_when_the_hand_goes_on() -> None:
    state = new_game("hold'em", list(DECK), 3, (100,) * 3)
    view = state.view()
    before = pickle.dumps(view)
    state.act(Action.RAISE)
    state.act(Action.FOLD)
    assert pickle.dumps(view) == before


def test_view_of_the_actor_says_all_it_may_know() -> None:
    state = HoldemState(HoldemRules.limit(3), HoldemDeal.from_deck(DECK, 3), (100, 90, 80))
    state.act(Action.RAISE)
    assert state.view() == View(
        seat=0,
        rules=HoldemRules.limit(3),
        cards=(0, 1),
        board=(),
        up_cards=(),
        history=(Move(0, 2, Action.RAISE, 20, 20),),
        pot=35,
        to_call=15,
        stacks=(95, 80, 60),
        contributions=(5, 10, 20),
        bets=(5, 10, 20),
        legal_actions=(Action.FOLD, Action.CALL, Action.RAISE),
        min_raise_to=30,
        max_raise_to=30,
        folded=(False, False, False),
        street=0,
        n_raises=1,
    )
    assert (state.view().n_seats, state.view().button) == (3, 2)
    assert state.view(1).legal_actions == ()
    assert state.view(1).to_call == 10


def test_stud_view_shows_everybodys_up_cards_and_only_its_own_down_cards() -> None:
    state = StudState(StudRules.paper(3), StudDeal.from_deck(DECK, 3))
    assert state.view(1).cards == (1, 4, 7)
    assert state.view(1).up_cards == ((6,), (7,), (8,))
    assert state.view(1).stacks is None


def test_summary_shows_the_cards_of_a_showdown_and_not_those_of_folded_seats() -> None:
    state = HoldemState(HoldemRules.limit(3), HoldemDeal.from_deck(DECK, 3))
    for action in (Action.FOLD, Action.CALL, Action.CALL, *[Action.CALL] * 6):
        state.act(action)
    summary = state.summary(2)
    assert summary.shown == ((0, 1), (2, 3), None)
    assert summary.cards == (4, 5)
    assert summary.payoffs == state.payoffs()


def test_summary_of_an_uncalled_hand_shows_nothing() -> None:
    state = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(DECK, 2))
    state.act(Action.FOLD)
    assert state.summary(0).shown == (None, None)
    assert format_cards(state.summary(1).cards) not in repr(state.summary(0))


def test_only_seats_have_views() -> None:
    state = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(DECK, 2))
    for seat in (-1, 2):
        with pytest.raises(RulesError, match=f"no view for seat {seat}"):
            state.view(seat)
    state.act(Action.FOLD)
    with pytest.raises(RulesError, match="no view for seat None"):
        state.view()
    with pytest.raises(RulesError, match="no summary for seat -1"):
        state.summary(-1)


def test_equal_rules_make_equal_views() -> None:
    rules = HoldemRules.limit(2)
    deal = HoldemDeal.from_deck(DECK, 2)
    assert HoldemState(rules, deal).view() == HoldemState(replace(rules), deal).view()


def test_any_object_with_the_methods_is_a_player() -> None:
    class Caller:
        name = "caller"

        def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002
            return Action.CALL

        def strategy(self, view: View) -> Strategy:  # noqa: ARG002
            return Strategy(((Action.CALL, 0),), np.ones(1))

        def strategy_by_holding(self, view: View) -> Strategy:
            return same_for_all_holdings(self.strategy(view), view)

    caller = Caller()
    assert isinstance(caller, Player)
    assert isinstance(caller, Policy)
    assert not isinstance(caller, Learner)
