"""Players that raise, answer nonsense or hang: counted, named, and the match goes on or stops."""

import threading
import time
from functools import partial

import pytest

from deluck import arena
from deluck.arena import FaultKind, PlayerFault
from deluck.arena.faults import Fault, format_fault, parse_fault
from deluck.games import Action


play = partial(arena.play, on_fault="go-on")


def broken(view, rng):
    raise ValueError("no model loaded")


class Unprintable:
    def __repr__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


@pytest.mark.parametrize(
    ("player", "kind", "words"),
    [
        (broken, FaultKind.ERROR, "ValueError: no model loaded"),
        (lambda _view, _rng: "limp", FaultKind.ILLEGAL, "'limp' (legal: "),
        (lambda _view, _rng: 1, FaultKind.ILLEGAL, "1 (legal: "),
        (lambda _view, _rng: None, FaultKind.ILLEGAL, "None (legal: "),
        (lambda _view, _rng: Unprintable(), FaultKind.ILLEGAL, "a Unprintable (legal: "),
        (
            lambda view, _rng: Action.FOLD if not view.to_call else Action.CALL,
            FaultKind.ILLEGAL,
            "fold (legal: call, raise)",
        ),
        (lambda _view: Action.CALL, FaultKind.ERROR, "TypeError: "),
    ],
)
def test_errors_and_illegal_actions_are_counted_and_named(player, kind, words):
    result = play("always-call", player, n_hands=20, seed=1)
    failing = result.players[1]
    assert failing.n_faults > 0
    assert set(failing.faults) == {kind.value}
    assert result.players[0].faults == {}
    first = result.faults[0]
    assert (first.player, first.kind) == (failing.name, kind)
    assert words in first.detail
    assert f"; {failing.name} failed" in result.verdict
    assert f"(first: hand {first.hand}: " in result.verdict
    assert result.verdict.endswith(" and then checked or folded.")
    assert len(result.faults) <= 10


def test_the_rule_is_check_or_fold():
    """One that always fails plays as one that always folds."""
    failing = play("always-raise", broken, n_hands=200, seed=3)
    folding = play("always-raise", "always-fold", n_hands=200, seed=3)
    assert [p.per_game for p in failing.players] == [p.per_game for p in folding.players]
    assert failing.players[1].faults == {"error": 200}
    checked = play("always-call", broken, n_hands=200, seed=3)
    assert checked.players[1].per_game == play("always-call", "always-fold", n_hands=200, seed=3).players[1].per_game


def test_the_bring_in_is_posted_where_it_cannot_be_folded():
    result = play(broken, broken, n_hands=20, seed=3, game="stud7")
    assert sum(player.n_faults for player in result.players) == 40  # one posts, the other folds


def test_a_match_stops_at_a_fault_if_asked():
    with pytest.raises(PlayerFault) as stopped:
        play("always-call", broken, n_hands=20, seed=1, on_fault="stop")
    assert str(stopped.value) == "the match stopped at a fault: broken, hand 0: error, ValueError: no model loaded"
    assert isinstance(stopped.value.__cause__, ValueError)


def test_a_match_stops_at_a_fault_in_another_process_too():
    with pytest.raises(PlayerFault, match="no model loaded"):
        play("always-call", broken, n_hands=400, seed=1, on_fault="stop", jobs=2)


def test_a_learner_that_fails_to_learn_is_counted_too():
    class Forgetful:
        def act(self, _view, _rng):
            return Action.CALL

        def hand_over(self, _summary):
            raise KeyError("nothing")

    result = play("always-call", Forgetful(), n_hands=30)
    assert result["Forgetful"].faults == {"error": 30}
    assert "hand_over: KeyError" in result.faults[0].detail


def test_a_slow_player_is_out_of_time_and_the_match_is_marked():
    def slow(view, rng):
        if not view.history:
            time.sleep(0.3)
        return Action.CALL

    result = play("always-call", slow, n_hands=6, seed=1, time_limit=0.05)
    assert result["slow"].faults.get("time-out", 0) >= 3
    assert "no answer within 0.05 s" in result.faults[0].detail
    assert not result.reproducible
    assert "not reproducible: each action had a time limit of 0.05 s" in result.remarks
    assert result["always-call"].faults == {}


def test_a_player_that_hangs_for_good_is_not_asked_again_and_the_match_ends():
    entered = []
    release = threading.Event()

    def hanging(view, rng):
        entered.append(view)
        release.wait(20)
        return Action.CALL

    started = time.perf_counter()
    result = play("always-raise", hanging, n_hands=100, seed=1, time_limit=0.05)
    release.set()
    assert len(entered) == 1
    assert result["hanging"].faults == {"time-out": 100}
    assert "still busy" in result.faults[1].detail
    assert time.perf_counter() - started < 10


def test_a_fast_player_under_a_limit_plays_as_without():
    limited = play("always-call", "random", n_hands=200, seed=2, time_limit=30)
    free = play("always-call", "random", n_hands=200, seed=2)
    assert limited.players == free.players
    assert (limited.reproducible, free.reproducible) == (False, True)


def test_errors_come_through_a_time_limit_as_errors():
    result = play("always-call", broken, n_hands=10, time_limit=30)
    assert set(result["broken"].faults) == {"error"}


def test_an_interrupt_is_no_fault():
    def interrupting(view, rng):
        raise KeyboardInterrupt

    for time_limit in (None, 30):
        with pytest.raises(KeyboardInterrupt):
            play("always-call", interrupting, n_hands=10, time_limit=time_limit)


def test_faults_are_written_and_read_back():
    fault = Fault(12, "bot – v2", FaultKind.ILLEGAL, 'said "c"\n')
    line = format_fault(fault)
    assert line.count("\n") == 1
    assert parse_fault(line) == fault
    assert parse_fault("# anything else\n") is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("# fault {", "Expecting property name"),
        ('# fault {"hand": 1}', "not a fault"),
        ("# fault 3", "not a fault"),
        ('# fault {"hand": 1, "player": "a", "kind": "b", "detail": ""}', "'b' is not a valid FaultKind"),
    ],
)
def test_a_damaged_fault_is_refused(line, sentence):
    with pytest.raises(ValueError, match=sentence):
        parse_fault(line)
