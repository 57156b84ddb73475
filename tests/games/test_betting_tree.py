"""Hands share the nodes of the betting: what is found in the tree is what the engine says, and memory is bounded."""

import copy
import pickle
import random

import numpy as np
import pytest

from deluck.errors import CardError
from deluck.evaluator import strength
from deluck.games import (
    Action,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    IllegalAction,
    RulesError,
    StudDeal,
    StudRules,
    StudState,
    betting_tree,
)

DECK = list(range(52))
LIMIT = HoldemRules.limit(2)
NO_LIMIT = HoldemRules.no_limit(3, 50, 100)
STUD = StudRules.paper(3)


@pytest.fixture(autouse=True)
def empty_tree(monkeypatch):
    """Begin without a tree, and leave none to other tests."""
    monkeypatch.setattr(betting_tree, "_parents", [])
    betting_tree.opened_holdem.cache_clear()
    betting_tree.opened_stud.cache_clear()
    yield
    betting_tree.opened_holdem.cache_clear()
    betting_tree.opened_stud.cache_clear()


def begun(game: str, rng: random.Random) -> GameState:
    deck = rng.sample(DECK, 52)
    if game == "stud":
        return StudState(STUD, StudDeal.from_deck(deck, 3))
    if game == "limit":
        return HoldemState(LIMIT, HoldemDeal.from_deck(deck, 2))
    return HoldemState(NO_LIMIT, HoldemDeal.from_deck(deck, 3), (5000, 900, 20_000))


def played(game: str, seed: int) -> list[object]:
    """Return all that is seen of a random hand, played mostly by few actions so that hands meet in the tree."""
    rng = random.Random(seed)
    state, seen = begun(game, rng), []
    while state.actor is not None:
        seen += [state.view(), *(state.view(seat) for seat in range(state.n_seats)), state.waiting, state.pots]
        action = rng.choice(state.legal_actions())
        amount = None
        if action is Action.RAISE and state.has_choice and game == "no-limit":
            amount = rng.choice(
                [state.min_raise_to, state.max_raise_to, (state.min_raise_to + state.max_raise_to) // 2]
            )
        state.act(action, amount)
    return [*seen, state.payoffs(), state.exact_payoffs(), state.history, state.folded, state.street]


@pytest.mark.parametrize("game", ["limit", "no-limit", "stud"])
def test_hands_come_out_the_same_with_and_without_the_tree(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(betting_tree.BettingNode, "store", lambda *_: None)
        alone = [played(game, seed) for seed in range(300)]
    assert not betting_tree._parents
    assert [played(game, seed) for seed in range(300)] == alone
    assert len(betting_tree._parents) > 100
    assert [played(game, seed) for seed in range(300)] == alone


def test_a_sequence_of_actions_is_played_by_the_engine_twice_and_then_found() -> None:
    def nodes() -> list[object]:
        state, found = HoldemState(LIMIT, HoldemDeal.from_deck(DECK, 2)), []
        for _ in range(3):
            state.act(Action.CALL)
            found.append(state._node)
        return found

    runs = [nodes() for _ in range(8)]
    assert runs[0][0] is not runs[1][0]
    assert runs[-2] == runs[-1]


def test_the_tree_is_forgotten_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting_tree, "MOST_STORED", 50)
    alone = [played("limit", seed) for seed in range(100)]
    most = 0
    for seed in range(100):
        assert played("limit", seed) == alone[seed]
        most = max(most, len(betting_tree._parents))
    assert 40 < most <= 50


def test_what_equals_an_action_or_an_amount_is_refused_in_the_tree_too() -> None:
    def opened() -> HoldemState:
        return HoldemState(NO_LIMIT, HoldemDeal.from_deck(DECK, 3), (20_000,) * 3)

    for _ in range(3):
        opened().act(Action.RAISE, 300)
        opened().act(Action.CALL)
    for action, amount in ((1, None), (Action.RAISE, 300.0), (Action.RAISE, np.int64(300)), (True, None)):
        with pytest.raises(IllegalAction):
            opened().act(action, amount)  # type: ignore[arg-type]


def test_copies_and_pickles_go_on_by_themselves_and_leave_the_tree_behind() -> None:
    for seed in range(200):
        played("limit", seed)
    state = HoldemState(LIMIT, HoldemDeal.from_deck(DECK, 2))
    assert state._node.after
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert not twin._node.after
        assert twin.view() == state.view()
        twin.act(Action.RAISE)
        assert twin.n_raises == 1
        assert state.n_raises == 0


@pytest.mark.parametrize("n_seats", [2, 6, 10])
def test_many_decks_are_dealt_as_one_by_one(n_seats: int) -> None:
    decks = np.random.default_rng(3).permuted(np.tile(np.arange(52, dtype=np.uint8), (40, 1)), axis=1)
    deals = HoldemDeal.from_decks(decks, n_seats)
    assert deals == [HoldemDeal.from_deck(deck, n_seats) for deck in decks.tolist()]
    for deal in deals:
        assert deal.is_known
        assert deal.strengths == tuple(strength(hole + deal.board) for hole in deal.holes)
        assert type(deal.holes[0][0]) is int


def test_decks_that_are_none_are_refused() -> None:
    twice = np.array([[*range(8), 0, *range(9, 52)]])
    with pytest.raises(RulesError, match="card twice"):
        HoldemDeal.from_decks(twice, 2)
    with pytest.raises(RulesError, match="at least 9"):
        HoldemDeal.from_decks(twice[:, :8], 2)
    with pytest.raises(CardError):
        HoldemDeal.from_decks(np.arange(60, 112)[None], 2)
