"""Players in processes of their own: they see views only, change nothing, and are blamed for what they do."""

import os
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from deluck import arena
from deluck.arena import PlayerFault
from deluck.arena.isolation import Isolation
from deluck.errors import ArenaError, PlayerError

PLAYERS = '''
import gc, os, sys, time


def spying(view, rng):
    """Raise if the cards of any opponent can be found, in a frame or anywhere in memory."""
    from deluck.games import HoldemDeal, HoldemState

    found = gc.get_objects()
    frame = sys._getframe()
    while frame is not None:
        found += frame.f_locals.values()
        frame = frame.f_back
    for each in found:
        is_deal = isinstance(each, HoldemDeal) and each.holes[0][0] is not None
        if is_deal or isinstance(each, HoldemState) or type(each).__module__ == "deluck.arena.table":
            raise RuntimeError(f"found the cards: {each!r}")
    return "call"


def cheating(view, rng):
    object.__setattr__(view.rules, "big_blind", 1)
    object.__setattr__(view.rules, "bet_sizes", (1, 1, 1, 1))
    object.__setattr__(view.rules, "max_raises", (0, 0, 0, 0))
    return "call"


def drawing(view, rng):
    return "raise" if rng.random() < 0.3 else "call"


def looping(view, rng):
    while True:
        pass


def dying(view, rng):
    os._exit(0)


def leaving(view, rng):
    sys.exit()


def talking(view, rng):
    print("what a player prints")
    sys.stdout.flush()
    os.write(1, b"{}\\n")
    return "call"


def broken(view, rng):
    raise ValueError("no model loaded")


def limping(view, rng):
    return "limp"


class Nothing:
    def __repr__(self):
        raise ValueError


def odd(view, rng):
    return Nothing()


def forging(view, rng):
    """Write to every file there is what no honest process would."""
    for number in range(3, 12):
        for text in (b'{"number": 99, "answer": "call"}\\n', b"[" * 100000 + b"\\n", b"x" * 200000):
            try:
                os.write(number, text)
            except OSError:
                break
    return "call"


class Learner:
    def __init__(self):
        self.n_seen = 0

    def act(self, view, rng):
        return "raise" if self.n_seen % 3 == 2 else "call"

    def hand_over(self, summary):
        self.n_seen += 1


class Choosy:
    def act(self, view, rng):
        return "call"

    def check_table(self, rules):
        from deluck.errors import PlayerError

        raise PlayerError(f"Choosy plays nothing for {rules.n_seats}")


class Slow:
    def __init__(self):
        time.sleep(60)
'''


@pytest.fixture
def mine(tmp_path):
    """Return a function that names a player of a file of its own."""
    path = tmp_path / "mine.py"
    path.write_text(PLAYERS)
    return lambda name: f"{path}:{name}"


play = partial(arena.play, "always-call", n_hands=20, seed=1, isolate=True, on_fault="go-on")


def children():
    """The processes that this one started and that still run."""
    me = os.getpid()
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == me and fields[0] != "Z" and b"isolation" in (path.parent / "cmdline").read_bytes():
            found.append(int(path.parent.name))
    return found


@pytest.fixture(autouse=True)
def no_processes_left():
    yield
    assert children() == []


def test_a_player_that_looks_through_memory_finds_no_cards(mine):
    in_the_same_process = arena.play("always-call", mine("spying"), n_hands=4, on_fault="go-on")
    assert "found the cards" in in_the_same_process.faults[0].detail  # so the search is a real one
    assert play(mine("spying"), n_hands=4).faults == ()


def test_a_player_that_changes_the_rules_changes_its_own_copy(mine):
    cheated, honest = (play(mine(name)) if name == "cheating" else play(name) for name in ("cheating", "always-call"))
    assert [player.total for player in cheated.players] == [player.total for player in honest.players]
    assert cheated.faults == ()


@pytest.mark.parametrize(
    ("name", "game"), [("drawing", "no-limit"), ("Learner", "holdem"), ("random", "stud7"), ("talking", "pot-limit")]
)
def test_the_games_are_the_same_to_the_byte(name, game, mine, tmp_path):
    player = name if name == "random" else mine(name)
    logs = []
    for isolate in (False, True):
        log = tmp_path / f"{isolate}.log"
        result = play(player, game=game, n_hands=60, isolate=isolate, log=log)
        assert result.faults == ()
        logs.append(log.read_bytes())
    assert logs[0] == logs[1]


def test_objects_and_functions_can_be_isolated_too():
    class Careful:
        name = "careful"

        def act(self, view, _rng):
            assert os.getpid() != me
            return "fold" if view.to_call else "check"

    me = os.getpid()
    assert play(Careful()).faults == ()
    assert play(lambda view, _rng: view.legal_actions[0]).faults == ()
    with pytest.raises(ArenaError, match="cannot be sent to a process of its own"):
        play(Unsendable())


class Unsendable:
    def act(self, _view, _rng):
        return "call"

    def __reduce__(self):
        raise TypeError("never")


def test_a_looping_player_is_the_one_that_is_blamed(mine):
    started = time.monotonic()
    result = play(mine("looping"), time_limit=0.5)
    assert time.monotonic() - started < 30
    assert result["looping"].faults.keys() == {"time-out"}
    assert result["always-call"].faults == {}
    assert "no answer within 0.5 s" in result.faults[0].detail


@pytest.mark.slow
def test_without_a_time_limit_there_is_one_all_the_same(mine, monkeypatch):
    monkeypatch.setattr("deluck.arena.isolation.PATIENCE", 0.5)
    result = play(mine("looping"))
    assert result["looping"].faults.keys() == {"time-out"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dying", "its process ended with exit code 0"),
        ("leaving", "SystemExit"),
        ("broken", "ValueError: no model loaded"),
        ("forging", "its process"),
    ],
)
def test_a_player_that_ends_or_forges_is_at_fault(name, words, mine):
    result = play(mine(name))
    assert result[name].faults.keys() == {"error"}
    assert result["always-call"].faults == {}
    assert words in result.faults[0].detail


@pytest.mark.slow
@pytest.mark.parametrize("on_fault", ["raise", "stop"])
@pytest.mark.parametrize("name", ["dying", "leaving", "broken", "forging", "looping"])
def test_a_match_stops_at_such_a_player_if_asked(name, on_fault, mine):
    with pytest.raises(PlayerFault, match=f"{name}, hand 0"):
        play(mine(name), on_fault=on_fault, time_limit=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["limping", "odd"])
def test_an_illegal_answer_is_named_as_it_is_elsewhere(name, mine):
    here, isolated = (play(mine(name), isolate=isolate) for isolate in (False, True))
    assert [str(fault) for fault in isolated.faults] == [str(fault) for fault in here.faults]
    assert isolated[name].faults == here[name].faults


def test_what_cannot_be_loaded_or_does_not_play_this_game_is_said(mine, monkeypatch):
    with pytest.raises(PlayerError, match="has no 'missing'"):
        play(mine("missing"))
    with pytest.raises(PlayerError, match="no player 'nobody'"):
        play("nobody")
    with pytest.raises(PlayerError, match="Choosy plays nothing for 2"):
        play(mine("Choosy"))
    monkeypatch.setattr("deluck.arena.isolation.STARTING", 3.0)
    with pytest.raises(ArenaError, match="no answer within 3 s"):
        play(mine("Slow"))


def test_a_player_is_not_loaded_by_the_dealer(mine, tmp_path):
    play(mine("drawing"))
    assert not any(str(getattr(module, "__file__", "")).startswith(str(tmp_path)) for module in sys.modules.values())


def test_a_tournament_isolates_copies_and_learners_too(mine):
    players = (mine("Learner"), mine("drawing"), mine("drawing"))
    settings = {"n_deals": 12, "n_seats": 3, "seed": 3, "on_fault": "go-on"}
    here, isolated = (arena.tournament(*players, **settings, isolate=isolate) for isolate in (False, True))
    assert isolated.as_dict() == here.as_dict()


@pytest.mark.slow
def test_copies_of_a_player_do_not_share_a_process(tmp_path):
    path = tmp_path / "pair.py"
    path.write_text(
        "seen = set()\ndef pair(view, rng):\n    seen.add((view.names[view.seat]))\n"
        "    return 'call' if len(seen) == 1 else 1 / 0\n"
    )
    assert play(f"{path}:pair", f"{path}:pair", n_hands=6).faults == ()
    assert arena.tournament(f"{path}:pair", f"{path}:pair", n_deals=6, isolate=True).faults == ()


def test_it_can_be_asked_for_on_the_command_line(mine, deluck):
    arguments = ("always-call", mine("talking"), "--money-only", "--isolate", "--json")
    code, out, _ = deluck("play", *arguments, "--hands", "10")
    assert code == 0
    assert '"faults"' in out
    code, _, err = deluck("play", *arguments, "--hands", "10", "--batch")
    assert code == 2
    assert "isolate" in err


def test_processes_end_with_the_match_however_it_ends(mine):
    def fail():
        with Isolation(None) as isolation:
            (entrant,) = isolation.entrants([mine("drawing")])
            assert len(children()) == 1
            assert entrant.name == "drawing"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert children() == []


@pytest.mark.slow
def test_a_process_ends_with_the_program_that_started_it(mine, in_new_process):
    code = f"""
import os, signal, threading
from deluck import arena
threading.Timer(6, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
arena.play("always-call", {mine("looping")!r}, isolate=True, time_limit=500)
"""
    assert in_new_process(code).returncode == -9
    deadline = time.monotonic() + 20
    path = mine("looping").rpartition(":")[0]
    while time.monotonic() < deadline and any_process_of("deluck.arena.isolation"):
        time.sleep(0.2)
    assert not any_process_of("deluck.arena.isolation"), path


def any_process_of(words):
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if (
                words.encode() in path.read_bytes()
                and (path.parent / "stat").read_text().split(")")[1].split()[1] == "1"
            ):
                return True
        except OSError:
            continue
    return False
