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


def test_by_default_a_players_exception_reaches_the_caller_as_it_is():
    with pytest.raises(ValueError, match="no model loaded") as raised:
        arena.play("always-call", broken, n_hands=20, seed=1)
    assert type(raised.value) is ValueError
    assert raised.value.__notes__ == ["raised by the player broken in hand 0"]
    assert raised.traceback[-1].name == "broken"


def test_by_default_an_illegal_answer_is_a_player_fault():
    def nonsense(_view, _rng):
        return 7

    with pytest.raises(PlayerFault) as raised:
        arena.play("always-call", nonsense, n_hands=20, seed=1)
    assert "nonsense, hand 0: illegal action, 7 (legal: fold, call, raise)" in str(raised.value)


def test_by_default_a_late_answer_is_a_player_fault():
    def slow(_view, _rng):
        time.sleep(0.3)
        return Action.CALL

    with pytest.raises(PlayerFault, match=r"slow, hand 0: time-out, no answer within 0.05 s"):
        arena.play("always-call", slow, n_hands=6, seed=1, time_limit=0.05)


def test_by_default_a_failure_to_learn_is_raised_too():
    class Forgetful:
        def act(self, _view, _rng):
            return Action.CALL

        def hand_over(self, _summary):
            raise KeyError("nothing")

    with pytest.raises(KeyError, match="nothing"):
        arena.play("always-call", Forgetful(), n_hands=30)


class Odd(Exception):  # noqa: N818
    def __init__(self, one, two):
        super().__init__(f"odd one: {one + two}")


class Odder(Odd):
    def __reduce__(self):
        raise TypeError("stays where it is")


def test_an_exception_of_another_process_that_cannot_be_sent_is_a_player_fault():
    def odd(view, rng):
        raise Odd(1, 2)

    def odder(view, rng):
        error = Odder(1, 2)
        error.lock = threading.Lock()
        raise error

    with pytest.raises(Odd, match="odd one: 3") as raised:
        arena.play("always-call", odd, n_hands=400, seed=1, jobs=2)
    assert "raise Odd(1, 2)" in "".join(raised.value.__notes__)
    with pytest.raises(PlayerFault, match=r"a player failed: .*Odder: odd one: 3") as raised:
        arena.play("always-call", odder, n_hands=400, seed=1, jobs=2)
    assert "raise error" in "".join(raised.value.__notes__)


def test_the_verdict_says_who_failed_the_first_time_in_words():
    def careless(view, rng):
        return 1 / 0 if view.street == 3 else Action.CALL

    result = play("always-raise", careless, n_hands=40, seed=1)
    first = result["careless"].first_fault
    assert first == result.faults[0]
    assert result.verdict.endswith(
        f"; careless failed {result['careless'].n_faults} times "
        f"(first: hand {first.hand}: ZeroDivisionError: division by zero) and then checked or folded."
    )
    assert result.verdict.count(".\n") == 0
    ring = play("always-raise", careless, broken, n_hands=40, seed=1)
    assert "; careless failed " in ring.verdict
    assert "; broken failed 40 times (first: hand 0: ValueError: no model loaded)" in ring.verdict


def test_the_first_fault_of_each_player_is_kept_however_late():
    late = Fault(900, "late", FaultKind.ERROR, "x")
    early = [Fault(hand, "early", FaultKind.ERROR, "x") for hand in range(50)]
    tally = arena.faults.FaultTally().with_faults([*early, late])
    assert tally.first == (*early[:10], late)
    assert tally.first_of(["late"]) == late
    assert tally.first_of(["nobody"]) is None
