import json
import queue
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from deluck.arena import client
from deluck.arena.stakes import stakes_of
from deluck.cli import dealer as command

PATIENCE = 10.0  # seconds: longer than any test waits, so that nothing hangs


@pytest.fixture
def listening(monkeypatch):
    """Return a queue that gets the ports as soon as the command prints them."""
    ports = queue.Queue()
    printing = command._print_ports

    def print_and_tell(host, found, **options):
        printing(host, found, **options)
        ports.put(found)

    monkeypatch.setattr(command, "_print_ports", print_and_tell)
    return ports


def sit(listening, name, player, **settings):
    ports = listening.get(timeout=PATIENCE)
    return client.connect("127.0.0.1", ports[name], player, patience=PATIENCE, **settings)


def test_a_match_with_a_table_of_results_and_a_log(deluck, listening, tmp_path):
    log = tmp_path / "match.log"
    with ThreadPoolExecutor(1) as beside:
        theirs = beside.submit(sit, listening, "alfred", "always-call")
        code, out, err = deluck(
            "dealer", "alfred", "betty", "--hands", "30", "--seed", "7", "--seat", "betty=always-raise", "-o", str(log)
        )
        won = theirs.result(timeout=PATIENCE).won
    assert (code, err) == (0, "")
    assert re.search(r"^waiting for alfred on 127\.0\.0\.1 port \d+$", out, re.MULTILINE)
    assert "30 of 30 hands dealt" in out
    assert re.search(rf"alfred +{re.escape(f'{won:+,}')} +[+-]\d+\.\d{{3}} ± \d+\.\d{{3}} +[+-]", out)
    lines = log.read_text().splitlines()
    assert [line.split(":")[1] for line in lines if line.startswith("STATE:")] == [str(n) for n in range(30)]
    code, _, err = deluck("dealer", "alfred", "betty", "--hands", "3", "-o", str(log))
    assert code == 2
    assert "exists already" in err


def test_no_limit_for_six_seats(deluck, listening):
    names = [*"abcdef"]
    seats = [f"--seat={name}=random" for name in names[1:]]
    game = ("--game", "holdem-nl", "--blinds", "1/2", "--stack", "100")
    with ThreadPoolExecutor(1) as beside:
        theirs = beside.submit(sit, listening, "a", "always-call", game=stakes_of("nl", blinds="1/2", stack=100))
        code, out, _ = deluck("dealer", *names, *seats, *game, "--hands", "20", "--json")
        won = theirs.result(timeout=PATIENCE).won
    found = json.loads(out)
    assert code == 0
    assert (found["hands"], found["structure"], found["unit"]) == (20, "no-limit", "bb/game")
    players = {player["player"]: player for player in found["results"]}
    assert players["a"]["chips"] == float(won)
    assert players["a"]["mean"] == pytest.approx(float(won) / 20 / 2)
    assert sum(player["chips"] for player in found["results"]) == pytest.approx(0)


def test_json_names_what_went_wrong_and_the_exit_code_says_that_the_match_ended_early(deluck, listening):
    def leave():
        ports = listening.get(timeout=PATIENCE)
        with socket.create_connection(("127.0.0.1", ports["gone"]), PATIENCE) as raw:
            raw.sendall(b"VERSION:2.0.0\r\nhello\r\n")

    with ThreadPoolExecutor(1) as beside:
        left = beside.submit(leave)
        arguments = ("--hands", "20", "--seat", "bot=always-call", "--ports", "0", "--json")
        code, out, err = deluck("dealer", "gone", "bot", *arguments)
        left.result(timeout=PATIENCE)
    found = json.loads(out)
    assert code == 1
    assert "waiting for gone on 127.0.0.1 port" in err
    assert (found["hands_asked"], found["ended_early"]) == (20, "no client was left")
    assert found["hands"] in (1, 2)
    gone, bot = found["results"]
    assert gone["incidents"]["disconnected: checks or folds from then on"] == 1
    assert bot["incidents"] == {}
    assert gone["chips"] + bot["chips"] == 0
    assert any("gone, hand 0: " in incident for incident in found["incidents"])


def test_ctrl_c_ends_cleanly_with_what_was_played_on_disk(deluck, listening, tmp_path, monkeypatch):
    log = tmp_path / "match.log"
    n_threads = threading.active_count()
    with ThreadPoolExecutor(1) as beside:
        theirs = beside.submit(sit, listening, "a", "always-call")
        from deluck.arena.network_seats import PlayerSeat

        end_hand = PlayerSeat.end_hand

        def interrupted(self, summary, number):
            end_hand(self, summary, number)
            if number == 5:
                raise KeyboardInterrupt

        monkeypatch.setattr(PlayerSeat, "end_hand", interrupted)
        code, _, err = deluck("dealer", "a", "b", "--hands", "50", "--seat", "b=always-fold", "-o", str(log))
        assert theirs.result(timeout=PATIENCE).n_hands in (5, 6)
    assert code == 130
    assert "stopped after 5 of 50 hands" in err
    assert sum(line.startswith("STATE:") for line in log.read_text().splitlines()) == 5
    assert threading.active_count() == n_threads


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("a", "b", "--ports", "x,y"), "not ports: 'x,y'"),
        (("a", "b", "--ports", "1,2,3"), "3 ports (expected 2"),
        (("a", "b", "--seat", "b"), "not a seat: 'b'"),
        (("a", "b", "--seat", "b=nobody"), "no player 'nobody'"),
        (("a", "b", "--seat", "c=random"), "no player 'c' to seat"),
        (("a", "a"), "expected 2 to 10 of them, with different names"),
        (("a", "b", "--game", "stud"), "seven-card stud for 2 seats (expected hold'em for 2 to 10 seats)"),
        (("a", "b", "--game", "nl", "--blinds", "100"), "not blinds: '100' (expected two numbers of chips"),
        (("a", "b", "--game", "nl", "--blinds", "100/50"), "blinds 100/50 (expected a small blind of at least 1"),
        (("a", "b", "--game", "nl", "--stack", "99"), "a stack of 99 chips (expected at least the big blind, 100"),
        (("a", "b", "--stack", "1000"), "a stack of 1000 in limit hold'em (expected none"),
        (("a", "b", "--blinds", "1/2"), "blinds of 1/2 in limit hold'em (expected none"),
        (("a", "b", "--game", "pl", "-o", "x.log"), "a log of pot-limit"),
        (("a", "b", "--game", "nl", "--stack", "400", "-o", "x.log"), "a log with blinds 50/100, an ante of 0 and"),
        (("a", "b", "--start-time-limit", "0.05"), "no client for a and b within 0.05 s"),
    ],
)
def test_what_makes_no_match_is_one_sentence_and_exit_code_2(deluck, arguments, reason):
    code, _, err = deluck("dealer", *arguments, "--hands", "3")
    assert code == 2
    assert reason in err
    assert err.count("\n") == 1
