"""Matches stopped within a block: every finished hand is on disk, and the match goes on as if it had not stopped."""

import json
import os
import signal
import threading
import time
import zlib

import pytest

from deluck.arena import ArenaError, LogError, MatchStopped, play, running
from deluck.arena.dealing import BLOCK
from deluck.arena.log import resume_path
from deluck.cards import parse_cards
from deluck.games import Action

N_HANDS = BLOCK + 30
GAMES = {"acpc": ("holdem", 2), "acpc-3": ("holdem", 3), "phhs": ("holdem", 4), "stud": ("stud7", 3)}


class Gambler:
    """Plays by chance, slowly if asked; it can stop the match at one of its decisions."""

    name = "gambler"

    def __init__(self, stops_at=None, seconds=0.0):
        self.decisions = 0
        self.stops_at = stops_at
        self.seconds = seconds

    def act(self, view, rng):
        self.decisions += 1
        time.sleep(self.seconds)
        if rng.random() < 0.2 and Action.RAISE in view.legal_actions:
            answer = Action.RAISE
        else:
            answer = Action.FOLD if rng.random() > 0.95 else Action.CALL  # a fault where there is nothing to call
        if self.decisions == self.stops_at:
            raise KeyboardInterrupt  # after it has drawn numbers for this hand
        return answer


class Student(Gambler):
    """Plays by chance and by what it has seen."""

    name = "student"

    def __init__(self, stops_at=None):
        super().__init__(stops_at)
        self.seen = []

    def act(self, view, rng):
        answer = super().act(view, rng)
        return Action.CALL if len(self.seen) % 3 == 0 else answer

    def hand_over(self, summary):
        self.seen.append(summary)
        if len(self.seen) % 40 == 0:
            raise ValueError("full")


def run(player, log, kind="acpc", **options):
    game, n_seats = GAMES[kind]
    options = {"n_hands": N_HANDS, "on_fault": "go-on"} | options
    return play(player, *["random"] * (n_seats - 1), game=game, seed=4, log=log, **options)


def result_or_stop(player, log, kind="acpc", **options):
    """Return the result of a match, or None, and the number of games when it stopped."""
    try:
        result = run(player, log, kind, **options)
    except MatchStopped as stop:
        return None, stop.n_games
    return result, result.n_games


def n_ahead(log):
    """Return how many hands of later blocks are beside a log."""
    path = resume_path(log)
    stored = json.loads(path.read_text())["blocks"] if path.exists() else []
    return sum(block["n_hands"] for block in stored if block["text"] is not None)


def n_logged(log):
    text = log.read_text()
    return text.count("STATE:") or text.count("\nvariant = ")


@pytest.mark.parametrize("make", [Gambler, Student])
@pytest.mark.parametrize("kind", GAMES)
def test_a_match_stopped_many_times_is_the_match_that_was_never_stopped(tmp_path, kind, make):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    expected = run(first := make(), whole, kind)
    n_stops, n_asked, on_disk = 0, 0, 0
    while True:
        result, n_games = result_or_stop(player := make(stops_at=29 + n_stops % 7), broken, kind)
        n_asked += player.decisions
        if result is not None:
            break
        assert n_logged(broken) == n_games > on_disk
        assert whole.read_bytes().startswith(broken.read_bytes())
        n_stops, on_disk = n_stops + 1, n_games
    assert n_stops > 5
    assert result == expected
    assert broken.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken", "whole"]
    # asked again only for the hands that were not finished
    assert n_asked - first.decisions < n_stops * 29
    if make is Student:
        assert player.seen == first.seen


def interrupt_in(seconds):
    """Send this process Ctrl-C after a while, from another thread."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.daemon = True
    timer.start()
    return timer


def test_with_two_jobs_too_every_finished_hand_is_kept_and_used(tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    n_hands = 2 * BLOCK + 20
    expected = run(Gambler(), whole, n_hands=n_hands, jobs=2)  # the processes are there from now on
    n_stops, n_before, ahead_seen = 0, 0, False
    while True:
        timer = interrupt_in(0.6)
        jobs = 1 if n_stops == 1 else 2
        result, n_games = result_or_stop(Gambler(seconds=0.002), broken, n_hands=n_hands, jobs=jobs)
        timer.cancel()
        if result is not None:
            break
        assert n_games >= n_before
        n_stops, n_before = n_stops + 1, n_games
        assert whole.read_bytes().startswith(broken.read_bytes())
        ahead = n_ahead(broken)
        assert n_logged(broken) + ahead == n_games
        ahead_seen |= ahead > 0
    assert n_stops >= 1
    assert ahead_seen
    assert result == expected
    assert broken.read_bytes() == whole.read_bytes()
    assert not resume_path(broken).exists()


class Tired(Gambler):
    """Fails in one of the hands, by the cards it holds there."""

    name = "tired"
    fails_with = None

    def act(self, view, rng):
        if view.cards == self.fails_with:
            raise ValueError("tired")
        return Action.RAISE if rng.random() < 0.3 and Action.RAISE in view.legal_actions else Action.CALL


def test_a_fault_in_another_process_is_raised_and_leaves_every_finished_hand(tmp_path):
    def match(player, log, jobs):
        return play(player, "always-call", n_hands=3 * BLOCK, seed=4, log=log, jobs=jobs)

    whole, broken = tmp_path / "whole", tmp_path / "broken"
    match(Tired(), whole, 1)
    hand = next(line for line in whole.read_text().splitlines() if line.startswith("STATE:250:"))
    _, _, _, cards, _, names = hand.split(":")
    failing = Tired()
    failing.fails_with = parse_cards(cards.split("/")[0].split("|")[names.split("|").index("tired")])
    with pytest.raises(ValueError, match="tired") as raised:
        match(failing, broken, 2)
    notes = "".join(raised.value.__notes__)
    assert "raised by the player tired in hand " in notes
    assert 'raise ValueError("tired")' in notes
    assert n_logged(broken) + n_ahead(broken) >= BLOCK
    match(Tired(), broken, 2)
    assert broken.read_bytes() == whole.read_bytes()


def test_a_process_that_is_ended_from_outside_is_an_error_of_ours_and_loses_little(tmp_path):
    class Dying(Gambler):
        def act(self, view, rng):
            answer = super().act(view, rng)
            if view.names[1] == "gambler" and view.cards == self.dies_with:
                os._exit(9)
            return answer

    whole, log = tmp_path / "whole", tmp_path / "m.log"
    run(Gambler(), whole, n_hands=3 * BLOCK)
    hand = next(line for line in whole.read_text().splitlines() if line.startswith("STATE:231:"))
    dying = Dying()
    dying.dies_with = parse_cards(hand.split(":")[3].split("/")[0].split("|")[1])
    Dying.__module__, Dying.__qualname__ = Gambler.__module__, Gambler.__qualname__  # the same player to the log
    with pytest.raises(ArenaError, match="the match cannot go on: a process was ended from outside"):
        run(dying, log, n_hands=3 * BLOCK, jobs=2)
    run(Gambler(), log, n_hands=3 * BLOCK, jobs=2)
    assert log.read_bytes() == whole.read_bytes()


def test_hands_reach_the_disk_about_once_a_second_within_a_block(tmp_path, monkeypatch):
    """A process that is killed outright leaves what it had about a second before."""
    monkeypatch.setattr(running, "SAVE_EVERY", 0.05)
    log = tmp_path / "m.log"
    seen = []

    class Watching(Gambler):
        def act(self, view, rng):
            if log.exists() and resume_path(log).exists():
                seen.append((n_logged(log), json.loads(resume_path(log).read_text())["blocks"][0]["n_hands"]))
            return super().act(view, rng)

    run(Watching(seconds=0.002), log, n_hands=60)
    in_log, in_resume = zip(*seen, strict=True)
    assert in_log == in_resume  # single-threaded: no hand is in the one and not in the other
    assert len(set(in_log)) > 3
    assert list(in_log) == sorted(in_log)


def stopped(tmp_path, decisions=60):
    """Return the log of a match that was stopped within a block, and that of the whole match."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run(Gambler(), whole)
    with pytest.raises(MatchStopped):
        run(Gambler(stops_at=decisions), broken)
    assert resume_path(broken).exists()
    return whole, broken


@pytest.mark.parametrize(
    "damage",
    [
        lambda _text: "",
        lambda text: text[: len(text) // 2],
        lambda _text: "[]",
        lambda _text: "3",
        lambda text: text.replace('"checksum": ', '"checksum": 1'),
        lambda text: text.replace('"n_hands": ', '"n_hands": 1'),
        lambda text: text.replace('"PCG64"', '"MT19937"'),
        lambda text: text.replace('"seed\\": 4', '"seed\\": 5'),
        lambda text: text.replace('"states": [', '"states": [{}, '),
        lambda text: text.replace('"block": 0', '"block": 1'),
    ],
)
def test_a_damaged_resume_file_costs_no_more_than_the_block(tmp_path, damage):
    whole, broken = stopped(tmp_path)
    path = resume_path(broken)
    before = path.read_text()
    path.write_text(damage(before))
    assert path.read_text() != before
    run(again := Gambler(), broken)
    assert broken.read_bytes() == whole.read_bytes()
    run(reference := Gambler(), tmp_path / "third")
    assert again.decisions == reference.decisions  # the block was played from its start


def test_without_the_resume_file_or_with_an_older_log_the_block_is_played_again(tmp_path):
    whole, broken = stopped(tmp_path)
    resume_path(broken).unlink()
    run(Gambler(), broken)
    assert broken.read_bytes() == whole.read_bytes()


def test_a_folder_of_stopped_matches_is_read_without_a_word(tmp_path):
    from deluck.formats import read_hands

    whole, broken = stopped(tmp_path)
    whole.unlink()
    assert len(list(read_hands(tmp_path))) == n_logged(broken) > 3


def test_a_log_that_is_ahead_of_the_resume_file_is_cut_back_to_it(tmp_path):
    """As after a kill between the writes of the two files."""
    whole, broken = stopped(tmp_path)
    n_bytes = broken.stat().st_size
    broken.write_bytes(whole.read_bytes()[: n_bytes + 500])
    run(again := Gambler(), broken)
    assert broken.read_bytes() == whole.read_bytes()
    run(reference := Gambler(), tmp_path / "third")
    assert again.decisions < reference.decisions - 30


def test_a_changed_hand_that_the_resume_file_vouches_for_is_refused(tmp_path):
    _, broken = stopped(tmp_path)
    header, line, rest = broken.read_text().partition("STATE:1:")
    changed = header + line + ("f" + rest[1:] if rest[0] != "f" else "c" + rest[1:])
    broken.write_text(changed)
    path = resume_path(broken)
    content = json.loads(path.read_text())
    body = changed.split("\n", 2)[2]
    content["blocks"][0]["checksum"] = zlib.crc32(body.encode())
    path.write_text(json.dumps(content))
    with pytest.raises(LogError, match=r"line \d+: 'STATE:1:"):
        run(Gambler(), broken)


def test_beginning_anew_forgets_the_resume_file(tmp_path):
    whole, broken = stopped(tmp_path)
    run(again := Gambler(), broken, overwrite=True)
    run(reference := Gambler(), tmp_path / "third")
    assert broken.read_bytes() == whole.read_bytes()
    assert again.decisions == reference.decisions
    assert not resume_path(broken).exists()


def test_an_interrupt_without_a_log_says_how_many_games_were_played():
    with pytest.raises(MatchStopped) as stop:
        play(Gambler(stops_at=200), "always-call", n_hands=500, on_fault="go-on")
    assert stop.value.n_games > 10
    assert not stop.value.is_logged
    assert str(stop.value) == f"stopped after {stop.value.n_games} games"


def test_interrupts_are_held_back_while_files_are_written():
    from deluck.arena.ledger import held_back

    done = []

    def write():
        with held_back():
            signal.raise_signal(signal.SIGINT)
            done.append("written")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_termination_is_raised_and_the_handler_put_back(tmp_path):
    class Ending(Gambler):
        name = "gambler"

        def act(self, view, rng):
            answer = super().act(view, rng)
            if self.decisions == 60:
                signal.raise_signal(signal.SIGTERM)
            return answer

    log = tmp_path / "m.log"
    with pytest.raises(SystemExit) as ended:
        run(Ending(), log)
    assert ended.value.code == 143
    assert n_logged(log) > 5
    assert resume_path(log).exists()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
