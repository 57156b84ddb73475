import json
import queue
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from deluck.arena.dealer import deal_match
from deluck.arena.network_seats import TimeLimits
from deluck.arena.stakes import stakes_of

PATIENCE = 10.0  # seconds: longer than any test waits, so that nothing hangs


@pytest.fixture
def dealing():
    """Return a function that starts a dealer beside the test and returns the client's port."""
    listening = queue.Queue()
    with ThreadPoolExecutor(1) as beside:

        def start(n_hands, **settings):
            limits = TimeLimits(start=PATIENCE, action=PATIENCE)
            settings = {"seated": {"b": "always-raise"}, "limits": limits, "seed": 7} | settings
            beside.submit(deal_match, ["a", "b"], n_hands=n_hands, on_listening=listening.put, **settings)
            return str(listening.get(timeout=PATIENCE)["a"])

        yield start


def test_a_player_sits_down_and_says_how_it_went(deluck, dealing):
    code, out, err = deluck("connect", "127.0.0.1", dealing(40), "always-call")
    assert (code, err) == (0, "")
    assert out.startswith("always-call: 40 hands, ")
    assert out.endswith(" sb/game over 40 games\n")
    assert " ± " in out


def test_no_limit_with_the_dealers_stakes(deluck, dealing):
    port = dealing(40, game=stakes_of("no-limit", blinds="1/2", stack=60))
    game = ("--game", "nl", "--blinds", "1/2", "--stack", "60")
    code, out, err = deluck("connect", "127.0.0.1", port, "always-call", *game)
    assert (code, err) == (0, "")
    assert out.startswith("always-call: 40 hands, ")
    assert out.endswith(" bb/game over 40 games\n")


def test_a_client_of_limit_at_a_dealer_of_no_limit_is_told_what_was_expected(deluck, dealing):
    code, _, err = deluck("connect", "127.0.0.1", dealing(40, game="no-limit"), "always-call")
    assert code == 2
    assert "expected limit hold'em with at most 3 4 4 4 raises per street, without amounts" in err


def test_json_and_the_seed_make_a_random_player_play_as_it_would_in_one_process(deluck, dealing):
    from deluck.arena import play

    _, out, _ = deluck(
        "connect", "127.0.0.1", dealing(120), "random:fold=0.1,call=0.6,raise=0.3", "--seed", "7", "--json"
    )
    found = json.loads(out)
    near = play("random:fold=0.1,call=0.6,raise=0.3", "always-raise", n_hands=120, seed=7).players[0]
    assert found["mean"] == pytest.approx(near.per_game.mean, abs=1e-12)
    assert found["chips"] == pytest.approx(10 * 120 * near.per_game.mean)
    assert (found["player"], found["hands"], found["unfinished_hand"], found["faults"]) == ("random", 120, None, 0)


def test_what_went_wrong_is_told(deluck):
    def serve(listener):
        with listener.accept()[0] as raw:
            raw.settimeout(PATIENCE)
            raw.recv(100)
            raw.sendall(b"hello\r\nMATCHSTATE:0:0:cc/cc/cc/cc:TdAs|/2c8c3h/9c/Kh\r\nMATCHSTATE:1:1:rrr:|TdAs\r\n")
            raw.sendall(b"MATCHSTATE:0:2:rrr:TdAs|\r\n")
            raw.recv(100)
            raw.shutdown(socket.SHUT_WR)
            raw.recv(100)

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as beside:
        listener.settimeout(PATIENCE)
        served = beside.submit(serve, listener)
        code, out, _ = deluck("connect", "127.0.0.1", str(listener.getsockname()[1]), "scripted:rr")
        served.result(timeout=PATIENCE)
    assert code == 0
    assert "scripted: 1 hands, the result of none is known" in out
    assert "before the end of hand 2" in out
    assert "1 lines of the dealer were neither states nor comments" in out
    assert "scripted failed 1 times and checked or folded; first in hand 2: raise (legal: fold, call)" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nowhere.invalid", "1", "always-call"), "no dealer at nowhere.invalid port 1"),
        (("127.0.0.1", "1", "nobody"), "no player 'nobody'"),
        (("127.0.0.1", "1", "always-call", "--game", "stud"), "seven-card stud for 2 seats"),
        (("127.0.0.1", "1", "always-call", "--game", "nl", "--stack", "5"), "a stack of 5 chips"),
    ],
)
def test_what_cannot_be_played_is_one_sentence_and_exit_code_2(deluck, arguments, reason):
    code, _, err = deluck("connect", *arguments)
    assert code == 2
    assert reason in err
    assert err.count("\n") == 1
