"""OpenSpiel's universal_poker (the ACPC's engine) plays the same no-limit hands: same turns, raises and returns.

The ACPC counts a raise as the total over the hand; here it is the total within the street. Its engine differs from
the rules after a short all-in: it lets every seat raise again, by as little as that all-in raised. Bounds are not
compared there, nor where no other seat has chips for a raise (the ACPC asks only whether one is yet to go all-in).
"""

from collections import Counter

import numpy as np
import pytest

from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it comes with the extra `bench`)")

SETTINGS = {2: "blind=2 1,firstPlayer=2 1 1 1", 3: "blind=1 2 0,firstPlayer=3 1 1 1"}


def load(stacks: list[int]):
    n_seats = len(stacks)
    return pyspiel.load_game(
        f"universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers={n_seats},numRounds=4,"
        f"{SETTINGS[n_seats]},numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        f"stack={' '.join(map(str, stacks))})"
    )


def offered(ours: HoldemState) -> list[int]:
    """Return our legal actions as OpenSpiel numbers them: fold 0, call 1, a raise its total over the hand."""
    actions = [int(action) for action in ours.legal_actions() if action is not Action.RAISE]
    if ours.max_raise_to:
        before = ours.contributions[ours.actor] - ours.bets[ours.actor]
        actions += range(before + ours.min_raise_to, before + ours.max_raise_to + 1)
    return actions


def others_can_call_a_raise(ours: HoldemState) -> bool:
    level = max(ours.bets)
    return any(
        ours.stacks[seat] + ours.bets[seat] > level
        for seat in range(ours.n_seats)
        if seat != ours.actor and not ours.folded[seat]
    )


def replay(rng: np.random.Generator, stacks: list[int]) -> list[str]:
    """Play a random hand on both sides; return what happened in it."""
    n_seats = len(stacks)
    deck = rng.permutation(52).tolist()
    ours = HoldemState(HoldemRules.no_limit(n_seats, 1, 2), HoldemDeal.from_deck(deck, n_seats), stacks)
    theirs = load(stacks).new_initial_state()
    dealt = iter(deck)
    weights = rng.dirichlet((1, 2, 2))
    street, full_raise, short_on = -1, 0, -1
    events = []
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(next(dealt))
            continue
        if theirs.legal_actions() == [1] and ours.actor != theirs.current_player():
            theirs.apply_action(1)  # the ACPC asks a seat to check that covers all others, who are all-in
            continue
        assert theirs.current_player() == ours.actor
        if ours.street != street:
            street, full_raise = ours.street, 2
        legal, in_theirs = offered(ours), theirs.legal_actions()
        if short_on == ours.street or not others_can_call_a_raise(ours):
            events.append("raises not compared")
            assert [each for each in legal if each < 2] == [each for each in in_theirs if each < 2]
            assert set(legal) <= set(in_theirs)
            legal = [each for each in legal if each < 2]
        else:
            assert legal == in_theirs
        plain = [each for each in legal if each < 2]
        kinds = [*plain, 2][: len(plain) + (len(legal) > len(plain))]
        kind = int(rng.choice(kinds, p=weights[kinds] / weights[kinds].sum()))
        if kind < 2:
            ours.act(Action(kind))
            theirs.apply_action(kind)
            continue
        low, high = legal[len(plain)], legal[-1]
        total = int(rng.choice((low, high, rng.integers(low, high + 1), min(high, low + 1)), p=(0.4, 0.1, 0.3, 0.2)))
        seat, level = ours.actor, max(ours.bets)
        amount = total - ours.contributions[seat] + ours.bets[seat]
        if total == stacks[seat]:
            events.append("all-in")
        if amount - level < full_raise:
            short_on = ours.street
        full_raise = max(full_raise, amount - level)
        ours.act(Action.RAISE, amount)
        theirs.apply_action(total)
        events.append("raise")
    assert ours.is_over
    assert theirs.returns() == pytest.approx([float(chips) for chips in ours.exact_payoffs()])
    events.append("side pots" if len(ours.pots) > 1 else "showdown" if ours.has_showdown else "all folded")
    return events


@pytest.mark.parametrize("n_seats", [2, 3])
def test_random_games_have_the_same_turns_raises_and_returns(n_seats: int) -> None:
    rng = np.random.default_rng(7)
    events: Counter[str] = Counter()
    for game in range(300):
        stacks = rng.integers(2, rng.choice((6, 40, 200)), n_seats).tolist()
        events.update(replay(rng, [200] * n_seats if game % 2 else stacks))
    assert min(events[event] for event in ("raise", "all-in", "showdown", "all folded")) > 30
    assert events["side pots"] > 5 or n_seats == 2
    assert events["raises not compared"] < events["raise"]
