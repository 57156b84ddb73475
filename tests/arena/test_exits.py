"""Players that call sys.exit, or raise other things that are no errors: faults like any other, and never the end."""

import signal
import sys
from functools import partial

import pytest

from deluck import arena
from deluck.arena import PlayerFault
from deluck.arena.entrants import as_entrant
from deluck.arena.network_seats import ask, show
from deluck.errors import ArenaError, PlayerError
from deluck.games import Action

play = partial(arena.play, "always-raise", n_hands=20, seed=1)


class Odd(BaseException):
    """What no program catches."""


STOPS = {"exit": SystemExit, "exit with 0": lambda: SystemExit(0), "generator": GeneratorExit, "odd": Odd}


def raising(stop):
    def leaver(view, rng):
        raise STOPS[stop]()

    return leaver


@pytest.mark.parametrize("stop", STOPS)
def test_a_player_that_leaves_is_at_fault_and_the_match_goes_on(stop):
    result = play(raising(stop), on_fault="go-on")
    failing = play("always-fold")
    assert result.players[1].faults == {"error": 20}
    assert result.players[0].faults == {}
    assert [p.per_game for p in result.players] == [p.per_game for p in failing.players]
    assert play(raising(stop), on_fault="go-on", time_limit=5.0).players[1].faults == {"error": 20}


@pytest.mark.parametrize("on_fault", ["stop", "raise"])
@pytest.mark.parametrize("stop", STOPS)
def test_it_never_ends_the_program_without_an_error(stop, on_fault):
    with pytest.raises(PlayerFault, match="leaver, hand 0: error"):
        play(raising(stop), on_fault=on_fault)


@pytest.mark.parametrize("stop", STOPS)
def test_leaving_while_learning_is_a_fault_too(stop):
    class Learner:
        def act(self, _view, _rng):
            return Action.CALL

        def hand_over(self, _summary):
            raise STOPS[stop]()

    result = play(Learner(), on_fault="go-on")
    assert result.players[1].faults == {"error": 20}
    assert show(as_entrant(Learner()), None).startswith(type(STOPS[stop]()).__name__)


@pytest.mark.parametrize("stop", STOPS)
def test_leaving_in_batches_is_a_fault_too(stop):
    class Batched:
        name = "batched"

        def act(self, _view, _rng):
            return Action.CALL

        def act_batch(self, _views, _rng):
            raise STOPS[stop]()

    result = play(Batched(), on_fault="go-on", batch=True)
    assert result.players[1].faults.keys() == {"error"}
    with pytest.raises(PlayerFault, match="batched, hand 0"):
        play(Batched(), on_fault="raise", batch=True)


@pytest.mark.parametrize("stop", STOPS)
def test_leaving_at_the_dealers_table_or_behind_a_client_is_a_fault_too(stop):
    views = []

    def watching(view, rng):
        views.append((view, rng))
        return Action.CALL

    play(watching)
    answer, fault = ask(as_entrant(raising(stop)), *views[0])
    assert answer.action in views[0][0].legal_actions
    assert type(STOPS[stop]()).__name__ in fault


class LeavesWhenRead(float):
    def __float__(self):
        raise SystemExit

    def __repr__(self):
        raise SystemExit

    def is_integer(self):
        raise SystemExit


def test_an_answer_that_leaves_when_it_is_read_is_a_fault():
    result = play(lambda _view, _rng: (Action.RAISE, LeavesWhenRead()), on_fault="go-on", game="no-limit")
    assert result.players[1].n_faults > 0
    result = play(lambda _view, _rng: LeavesWhenRead(), on_fault="go-on")
    assert result.players[1].n_faults > 0


def test_an_exception_that_leaves_when_it_is_shown_is_a_fault():
    class UnspeakableError(Exception):
        def __str__(self):
            raise SystemExit

    def speechless(view, rng):
        raise UnspeakableError

    assert play(speechless, on_fault="go-on").players[1].faults == {"error": 20}


FILES = {
    "at import": "import sys\nsys.exit()\n",
    "when made": "import sys\nclass agent:\n    act = None\n    def __init__(self):\n        sys.exit()\n",
}


@pytest.mark.parametrize("file", FILES)
def test_leaving_when_it_is_loaded_is_an_error_of_the_player(file, tmp_path, deluck):
    path = tmp_path / "mine.py"
    path.write_text(FILES[file])
    with pytest.raises(PlayerError, match="SystemExit"):
        as_entrant(f"{path}:agent")
    code, _, err = deluck("play", "always-call", f"{path}:agent", "--hands", "10")
    assert code == 2
    assert "SystemExit" in err


def test_leaving_before_the_match_is_an_error_too():
    class Choosy:
        def act(self, _view, _rng):
            return Action.CALL

        def check_table(self, _rules):
            sys.exit()

    class Uncopied(Choosy):
        check_table = None

        def hand_over(self, _summary):
            pass

        def __deepcopy__(self, memo):
            sys.exit()

        def __reduce__(self):
            sys.exit()

    with pytest.raises(ArenaError, match="Choosy"):
        play(Choosy())
    with pytest.raises(ArenaError, match="cannot be copied"):
        arena.tournament("always-call", Uncopied(), n_deals=5)


def test_a_match_on_the_command_line_goes_on_or_fails_but_never_ends_well(tmp_path, deluck):
    path = tmp_path / "mine.py"
    path.write_text("import sys\ndef agent(view, rng):\n    sys.exit()\n")
    arguments = ("play", "always-call", f"{path}:agent", "--hands", "100", "--money-only")
    code, out, _ = deluck(*arguments)
    assert code == 0
    assert "agent failed" in out
    code, _, err = deluck(*arguments, "--on-fault", "stop", "--jobs", "2")
    assert code != 0
    assert "SystemExit" in err
    code, out, _ = deluck("tournament", "always-call", f"{path}:agent", "--deals", "20", "--money-only")
    assert code == 0
    assert "agent failed" in out


def test_whatever_calls_exit_elsewhere_is_an_internal_error(deluck, monkeypatch):
    monkeypatch.setattr("deluck.cli.players.say", lambda *_: sys.exit())
    code, _, err = deluck("players")
    assert code == 70
    assert "internal error" in err


def test_sigterm_still_ends_a_match_with_a_log(tmp_path, in_new_process):
    code = f"""
import os, signal
from deluck import arena
def player(view, rng):
    os.kill(os.getpid(), signal.SIGTERM)
    return "call"
arena.play("always-call", player, n_hands=1000, on_fault="go-on", log={str(tmp_path / "match.log")!r})
"""
    assert in_new_process(code).returncode == 128 + signal.SIGTERM
