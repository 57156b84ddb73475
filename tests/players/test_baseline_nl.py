"""The one-street baseline as a player: what it does at every node, and that it plays whole matches."""

import numpy as np
import pytest

import deluck
from deluck.formats import read_columns
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Policy, Specialist
from deluck.players import BaselineNoLimit, PlayerError, make_player
from deluck.records import HandColumns

from ..estimators.divat_nl.test_luck import GAMES, PlainBaseline

PLAYER = BaselineNoLimit()


def games(folder, *players, **options):
    log = folder / "match.log"
    result = deluck.play(*players, log=log, **options)
    assert not result.faults
    return HandColumns.concatenate(read_columns(log))


@pytest.mark.parametrize("game", GAMES)
def test_at_every_node_it_does_what_the_plain_baseline_does(game, rng):
    """The oracle is written in sentences and fractions; the betting around it is random, so that all nodes are met."""
    rules, stacks = GAMES[game]
    plain, seen = PlainBaseline(), set()
    for _ in range(250):
        state = HoldemState(rules, HoldemDeal.from_deck(rng.permutation(52).tolist(), rules.n_seats), stacks)
        while state.actor is not None:
            view = state.view()
            expected, amount = plain.act(state)
            answer = PLAYER.act(view, rng)
            assert answer == ((expected, amount) if expected is Action.RAISE else expected)
            stated = PLAYER.strategy(view)
            assert stated.probabilities[stated.actions.index((expected, amount or 0))] == 1
            seen.add((view.street, min(view.n_raises, 4), expected))
            drawn = rng.random()
            if drawn < 0.5:
                state.act(expected, amount)
            else:
                choice = Action.FOLD if view.to_call and drawn < 0.55 else Action.RAISE if drawn < 0.8 else Action.CALL
                state.act(choice if choice in view.legal_actions else Action.CALL)
    assert {action for _, _, action in seen} == set(Action)
    assert {street for street, _, _ in seen} == set(range(4))
    assert max(n_raises for _, n_raises, _ in seen) == 4


def test_a_raise_adds_two_thirds_of_the_pot_after_a_call():
    aces = HoldemDeal(((48, 49), (50, 51)), (0, 5, 10, 15, 20))
    state = HoldemState(HoldemRules.no_limit(2), aces, (20_000, 20_000))
    rng = np.random.default_rng(0)
    assert PLAYER.act(state.view(), rng) == (Action.RAISE, 100 + 2 * (150 + 50) // 3)
    state.act(Action.RAISE, 300)
    assert PLAYER.act(state.view(), rng) == (Action.RAISE, 300 + 2 * (400 + 200) // 3)
    short = HoldemState(HoldemRules.no_limit(2), aces, (20_000, 210))
    assert PLAYER.act(short.view(), rng) == (Action.RAISE, 210)
    pot_limit = HoldemState(HoldemRules.pot_limit(2), aces, (20_000, 20_000))
    assert PLAYER.act(pot_limit.view(), rng) == (Action.RAISE, 233)


@pytest.mark.parametrize(("game", "n_seats"), [("no-limit", 2), ("no-limit", 6), ("pot-limit", 3)])
def test_it_plays_whole_matches_from_every_seat(game, n_seats, tmp_path):
    others = ["random:fold=0.1,call=0.6,raise=0.3"] * (n_seats - 1)
    hands = games(tmp_path, "baseline-nl", *others, game=game, n_hands=60 * n_seats, seed=2)
    assert len(hands) == 60 * n_seats
    again = deluck.play("baseline-nl", *others, game=game, n_hands=60 * n_seats, seed=2)
    assert again.players[0].total == pytest.approx(
        sum(float(record.payoffs[record.names.index("baseline-nl")]) for record in hands) / 100, abs=0.05
    )


def test_it_beats_the_caller_and_not_itself():
    def won_against(opponent):
        return deluck.play("baseline-nl", opponent, game="no-limit", n_hands=2_000, seed=5).players[0].per_game

    itself, caller = won_against("baseline-nl"), won_against("always-call")
    assert abs(itself.mean) < 4.5 * itself.stderr
    assert itself.stderr * np.sqrt(2_000) < 20  # with the thresholds of limit 20 to 36
    assert caller.mean > 4.5 * caller.stderr


def test_it_does_not_sit_down_at_limit_tables():
    assert isinstance(PLAYER, Policy)
    assert isinstance(PLAYER, Specialist)
    with pytest.raises(PlayerError, match=r"baseline-nl cannot play limit hold'em \(expected no-limit or pot-limit"):
        deluck.play("baseline-nl", "always-call", n_hands=2)
    with pytest.raises(PlayerError, match="baseline-nl has no options"):
        make_player("baseline-nl:style=tight")
