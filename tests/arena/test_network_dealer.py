"""The dealer against its own client and against clients written out byte by byte; every socket has a time limit."""

import contextlib
import gc
import queue
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from deluck.arena import ArenaError, LogError, play
from deluck.arena.client import connect
from deluck.arena.connections import MAX_LINE, Disconnected, LineConnection, OverlongLine, TimeIsUp
from deluck.arena.dealer import deal_match
from deluck.arena.faults import Mishap
from deluck.arena.network_seats import TimeLimits
from deluck.arena.wire import WireError
from deluck.cards import format_cards
from deluck.formats.acpc import parse_line
from deluck.games import Action
from deluck.records import validate

PATIENCE = 10.0  # seconds: longer than any test waits, so that nothing hangs


@contextlib.contextmanager
def dealing(names, **settings):
    """Run a dealer beside the test; yield the ports and the coming result."""
    listening = queue.Queue()
    settings = {"n_hands": 2, "seed": 11, "limits": TimeLimits(start=PATIENCE, action=PATIENCE)} | settings
    with ThreadPoolExecutor(1) as beside:
        result = beside.submit(deal_match, names, on_listening=listening.put, **settings)
        try:
            yield listening.get(timeout=PATIENCE), result
        finally:
            with contextlib.suppress(Exception):
                result.exception(timeout=PATIENCE)
    gc.collect()  # a socket that was left open would be reported here


class RawClient:
    """A client written out by hand: bytes in, bytes out."""

    def __init__(self, port, hello=b"VERSION:2.0.0\r\n"):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.lines = self.socket.makefile("rb")
        self.seen = []
        self.send(hello)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.lines.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self):
        """Return the next line without its end, or None once the dealer has closed."""
        try:
            line = self.lines.readline()
        except ConnectionResetError:
            return None
        if not line:
            return None
        assert line.endswith(b"\r\n")
        self.seen.append(line[:-2].decode())
        return self.seen[-1]

    def next_turn(self):
        """Return the next line that asks this client to act, or None at the end."""
        while (line := self.receive()) is not None:
            _, position, _, betting, _ = line.split(":")
            if to_act(betting) == int(position):
                return line
        return None

    def play_on(self, letter="c"):
        """Answer everything alike until the dealer closes."""
        while (line := self.next_turn()) is not None:
            self.send(f"{line}:{letter}\r\n".encode())


def to_act(betting):
    """Return the position to act in a heads-up hand, or None at its end, from the letters alone."""
    if betting.endswith("f"):
        return None
    streets = betting.split("/")
    letters = streets[-1]
    if len(streets) == 4 and re.fullmatch(r"cc|c?r+c", letters):
        return None
    first = 1 if len(streets) == 1 else 0
    return (first + len(letters)) % 2


def run_clients(names, specs, *, seed, **settings):
    """Return the result of a match between our own clients, and theirs."""
    with dealing(names, seed=seed, **settings) as (ports, result), ThreadPoolExecutor(len(specs)) as clients:
        theirs = [
            clients.submit(connect, "127.0.0.1", port, spec, seed=seed, number=number, patience=PATIENCE)
            for number, (port, spec) in enumerate(zip(ports.values(), specs, strict=True))
        ]
        found = result.result(timeout=60)
        return found, [client.result(timeout=PATIENCE) for client in theirs]


def hands_of(log):
    return [line for line in log.read_text().splitlines() if line.startswith("STATE:")]


def split_payoffs(lines):
    """Return what was played in each hand, and what it paid."""
    fields = [line.split(":") for line in lines]
    return [(*parts[:4], parts[5]) for parts in fields], [[*map(float, parts[4].split("|"))] for parts in fields]


@pytest.mark.parametrize(
    ("specs", "n_hands"),
    [
        (("always-call", "always-raise"), 1000),
        (("random", "random:fold=0.1,call=0.5,raise=0.4"), 350),
        (("random:fold=0.1,call=0.5,raise=0.4", "always-raise", "random"), 120),
    ],
    ids=["call-v-raise", "random", "three"],
)
def test_a_match_over_sockets_is_the_match_of_one_process(specs, n_hands, tmp_path):
    near = play(*specs, n_hands=n_hands, seed=7, log=tmp_path / "near.log")
    names = [player.name for player in near.players]
    found, theirs = run_clients(names, specs, seed=7, n_hands=n_hands, log=tmp_path / "far.log")
    far_hands, far_payoffs = split_payoffs(hands_of(tmp_path / "far.log"))
    near_hands, near_payoffs = split_payoffs(hands_of(tmp_path / "near.log"))
    assert far_hands == near_hands
    # the dealer cuts odd chips; a match of one process gives them to the first winner
    odd = np.abs(np.array(far_payoffs) - near_payoffs)
    assert odd.max() <= (0 if len(specs) == 2 else 0.5)
    assert (odd > 0).any(axis=1).sum() < n_hands / 10
    assert len(hands_of(tmp_path / "far.log")) == n_hands
    assert (found.n_hands, found.ended, found.counts) == (n_hands, "", {})
    for number, (player, client) in enumerate(zip(near.players, theirs, strict=True)):
        assert found.payoffs[:, number].tolist() == list(map(float, client.payoffs))
        assert found.totals[number] == client.won
        if not odd.any():
            assert found.estimates[number].mean == pytest.approx(player.per_game.mean, abs=1e-12)
            assert found.estimates[number].stderr == pytest.approx(player.per_game.stderr)
        assert (client.n_unknown, client.n_faults, client.unfinished) == (0, 0, None)


def test_seats_move_on_by_one_each_hand(tmp_path):
    with dealing(
        ["a", "b", "c"], n_hands=4, seated={"b": "always-call", "c": "always-fold"}, log=tmp_path / "m.log"
    ) as (
        ports,
        result,
    ):
        assert list(ports) == ["a"]
        connect("127.0.0.1", ports["a"], "always-call", patience=PATIENCE)
        result.result(timeout=PATIENCE)
    assert [line.rsplit(":", 1)[1] for line in hands_of(tmp_path / "m.log")] == ["a|b|c", "b|c|a", "c|a|b", "a|b|c"]


def test_no_line_sent_has_a_card_that_the_seat_may_not_see(tmp_path):
    specs = {"b": "random:fold=0.1,call=0.5,raise=0.4", "c": "random:fold=0.1,call=0.5,raise=0.4"}
    with dealing(["a", "b", "c"], n_hands=120, seated=specs, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["a"]) as raw:
            answered = 0
            while (line := raw.receive()) is not None:  # out of turn it is skipped, so answer everything
                raw.send(f"{line}:c\r\n".encode())
                answered += 1
        found = result.result(timeout=PATIENCE)
    assert set(found.counts) == {("a", Mishap.UNREQUESTED_ANSWER)}
    hands = [parse_line(line) for line in hands_of(tmp_path / "m.log")]
    ends = [validate(hand) for hand in hands]
    n_shown = 0
    for line in raw.seen:
        _, position, number, betting, cards = line.split(":")
        hand, end = hands[int(number)], ends[int(number)]
        assert hand.names[int(position)] == "a"
        holes, *board = cards.split("/")
        is_end = len(betting.replace("/", "")) == len(end.history)
        for seat, hole in enumerate(holes.split("|")):
            may_see = seat == int(position) or (is_end and end.has_showdown and not end.folded[seat])
            assert hole == (format_cards(hand.deal.holes[seat]) if may_see else "")
            n_shown += may_see and seat != int(position)
        assert "".join(board) == format_cards(hand.deal.board[: (0, 3, 4, 5)[betting.count("/")]])
    assert n_shown > 30
    assert answered == len(raw.seen) > 500


def test_lines_may_come_in_pieces_two_at_once_with_either_end_and_among_comments(tmp_path):
    with dealing(["raw", "bot"], n_hands=3, seated={"bot": "always-call"}, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["raw"], hello=b"# hello\r\n; dealer\n\r\nVERS") as raw:
            for piece in (b"ION:2", b".0.0\r", b"\n"):
                time.sleep(0.02)
                raw.send(piece)
            for turn in range(12):
                line = raw.next_turn().encode()
                if turn % 4 == 0:  # byte by byte
                    for byte in line + b":c\r\n":
                        raw.send(bytes([byte]))
                elif turn % 4 == 1:
                    raw.send(b"# thinking\r\n;\n\n" + line + b":c\n")
                elif turn % 4 == 2:
                    raw.send(line + b":c\r\n# done\r\n# really")  # the rest of this comment comes with the next answer
                else:
                    raw.send(b" done\n" + line + b":c\n")
            assert raw.next_turn() is None
        found = result.result(timeout=PATIENCE)
    assert (found.n_hands, found.counts) == (3, {})
    assert [line.split(":")[2] for line in hands_of(tmp_path / "m.log")] == ["cc/cc/cc/cc"] * 3


@pytest.mark.parametrize(
    ("noise", "kind"),
    [
        (b"fold!\r\n", Mishap.MALFORMED_LINE),
        (b"\xff\xfe\x00\r\n", Mishap.MALFORMED_LINE),
        (b"MATCHSTATE:0:0:r-300:9s8h|:c\r\n", Mishap.MALFORMED_LINE),
        (b"MATCHSTATE:0:0:r300:9s8h|:c\r\n", Mishap.UNREQUESTED_ANSWER),
        (b"VERSION:2.0.0\r\n", Mishap.MALFORMED_LINE),
        (b"MATCHSTATE:0:99::9s8h|:f\r\n", Mishap.UNREQUESTED_ANSWER),
        (b"x" * (MAX_LINE + 1) + b"\r\n", Mishap.OVERLONG_LINE),
        (b"x" * (5 * MAX_LINE) + b"\n", Mishap.OVERLONG_LINE),
    ],
)
def test_lines_that_answer_nothing_asked_are_passed_over_and_counted(noise, kind, tmp_path):
    with dealing(["raw", "bot"], seated={"bot": "always-call"}, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["raw"]) as raw:
            raw.send(noise)
            raw.send(raw.next_turn().encode() + b":c\r\n" + noise)
            raw.play_on()
        found = result.result(timeout=PATIENCE)
    assert found.counts == {("raw", kind): 2}
    assert [(incident.name, incident.hand, incident.kind) for incident in found.incidents] == [("raw", 0, kind)] * 2
    assert [line.split(":")[2] for line in hands_of(tmp_path / "m.log")] == ["cc/cc/cc/cc"] * 2
    assert (tmp_path / "m.log").read_text().count(f"# raw, hand 0: {kind.value}") == 2


def test_an_answer_sent_twice_counts_once(tmp_path):
    with dealing(["raw", "bot"], n_hands=1, seated={"bot": "always-call"}, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["raw"]) as raw:
            raw.send(2 * (raw.next_turn().encode() + b":r\r\n"))
            raw.play_on()
        found = result.result(timeout=PATIENCE)
    assert found.counts == {("raw", Mishap.UNREQUESTED_ANSWER): 1}
    assert hands_of(tmp_path / "m.log")[0].split(":")[2] == "crc/cc/cc/cc"


@pytest.mark.parametrize("ending", [b":x", b":r300", b":", b"", b":C"])
def test_an_action_that_cannot_be_read_is_a_call(ending, tmp_path):
    with dealing(["raw", "bot"], n_hands=1, seated={"bot": "always-raise"}, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["raw"]) as raw:
            raw.send(raw.next_turn().encode() + ending + b"\r\n")
            raw.play_on("f")
        found = result.result(timeout=PATIENCE)
    assert found.counts[("raw", Mishap.UNREADABLE_ACTION)] == 1
    assert hands_of(tmp_path / "m.log")[0].split(":")[2] == "rc/crf"


def test_a_raise_past_the_cap_is_a_call(tmp_path):
    with dealing(["raw", "bot"], n_hands=1, seated={"bot": "always-raise"}, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["raw"]) as raw:
            raw.play_on("r")
        found = result.result(timeout=PATIENCE)
    assert hands_of(tmp_path / "m.log")[0].split(":")[2] == "rrrc/rrrrc/rrrrc/rrrrc"
    assert found.counts == {("raw", Mishap.ILLEGAL_ACTION): 4}  # once a street
    assert "(expected fold or call)" in found.incidents[0].detail


def test_a_fold_with_nothing_to_call_is_a_check(tmp_path):
    with dealing(["raw", "bot"], n_hands=1, seated={"bot": "always-call"}, log=tmp_path / "m.log") as (ports, result):
        with RawClient(ports["raw"]) as raw:
            raw.play_on("f")
        found = result.result(timeout=PATIENCE)
    assert hands_of(tmp_path / "m.log")[0].split(":")[2] == "cc/cc/cc/cc"
    assert found.counts == {("raw", Mishap.ILLEGAL_ACTION): 4}


def test_a_client_with_another_version_is_sent_away_and_the_seat_stays_open():
    with dealing(["raw", "bot"], seated={"bot": "always-call"}) as (ports, result):
        for hello in (b"VERSION:3.0.0\r\n", b"hello\r\n", b"x" * 9000 + b"\r\n"):
            with RawClient(ports["raw"], hello) as stranger:
                assert stranger.receive() is None
        with RawClient(ports["raw"], b"") as silent:
            silent.socket.shutdown(socket.SHUT_RDWR)
        with RawClient(ports["raw"]) as raw:
            raw.play_on()
        found = result.result(timeout=PATIENCE)
    assert found.n_hands == 2
    assert found.counts == {("raw", Mishap.REFUSED): 4}
    assert "'VERSION:3.0.0' (expected 'VERSION:2.0.0')" in found.incidents[0].detail


def test_a_silent_stranger_does_not_keep_a_client_out():
    with dealing(["raw", "bot"], seated={"bot": "always-call"}) as (ports, result):
        with RawClient(ports["raw"], b"") as silent, RawClient(ports["raw"]) as raw:
            raw.play_on()
            assert silent.receive() is None
        assert result.result(timeout=PATIENCE).counts == {("raw", Mishap.REFUSED): 1}
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", ports["raw"]), PATIENCE)


def test_a_client_silent_past_the_action_limit_checks_or_folds_the_rest_and_the_other_plays_on(tmp_path):
    limits = TimeLimits(start=PATIENCE, action=0.6)
    with (
        dealing(["slow", "quick"], n_hands=6, limits=limits, log=tmp_path / "m.log") as (ports, result),
        RawClient(ports["slow"]) as slow,
        ThreadPoolExecutor(1) as clients,
    ):
        quick = clients.submit(connect, "127.0.0.1", ports["quick"], "always-raise", patience=PATIENCE)
        slow.send(slow.next_turn().encode() + b":c\r\n")
        while slow.receive() is not None:
            pass  # silent until the dealer closes
        found = result.result(timeout=PATIENCE)
        quick.result(timeout=PATIENCE)
    assert found.counts == {("slow", Mishap.ACTION_TIME): 1}
    assert (found.n_hands, found.ended) == (6, "")
    assert found.incidents[0].detail == "no answer within 0.6 s"
    betting = [line.split(":")[2] for line in hands_of(tmp_path / "m.log")]
    assert betting == ["rc/crf", "f", "rf", "f", "rf", "f"]


def test_a_client_that_is_out_of_time_is_let_go_at_once():
    limits = TimeLimits(start=PATIENCE, action=0.6)
    with (
        dealing(["slow", "other"], n_hands=3, limits=limits) as (ports, result),
        RawClient(ports["slow"]) as slow,
        RawClient(ports["other"]) as other,
    ):
        other.send(other.next_turn().encode() + b":r\r\n")
        asked = other.next_turn()  # in hand 2: the slow one has folded hand 0 and, first to act, hand 1
        while slow.receive() is not None:
            pass
        other.send(asked.encode() + b":r\r\n")
        assert other.receive() is not None
        other.socket.shutdown(socket.SHUT_RDWR)
        found = result.result(timeout=PATIENCE)
    assert asked.split(":")[2] == "2"
    assert found.counts[("slow", Mishap.ACTION_TIME)] == 1
    assert ("other", Mishap.ACTION_TIME) not in found.counts


def test_a_client_over_the_hand_limit_is_out_though_each_answer_was_in_time():
    limits = TimeLimits(start=PATIENCE, action=PATIENCE, hand=0.4)
    with dealing(["slow", "bot"], n_hands=5, seated={"bot": "always-call"}, limits=limits) as (ports, result):
        with RawClient(ports["slow"]) as slow:
            n_answers = 0
            while (line := slow.next_turn()) is not None:
                time.sleep(0.15)
                with contextlib.suppress(OSError):
                    slow.send(f"{line}:c\r\n".encode())
                n_answers += 1
        found = result.result(timeout=PATIENCE)
    assert found.counts == {("slow", Mishap.HAND_TIME): 1}
    assert found.incidents[0].detail == "no answer within 0.4 s for the hand"
    assert 2 <= n_answers <= 3
    assert (found.n_hands, found.ended) == (1, "no client was left")


def test_the_hand_limit_starts_anew_each_hand():
    limits = TimeLimits(start=PATIENCE, action=None, hand=0.6)
    with dealing(["slow", "bot"], n_hands=8, seated={"bot": "always-raise"}, limits=limits) as (ports, result):
        with RawClient(ports["slow"]) as slow:
            while (line := slow.next_turn()) is not None:
                time.sleep(0.1)  # 0.8 s in all
                slow.send(f"{line}:f\r\n".encode())
        assert result.result(timeout=PATIENCE).counts == {}


@pytest.mark.parametrize("stop", [False, True])
def test_a_client_that_disconnects_in_mid_hand_checks_or_folds_the_rest_or_ends_the_match(stop, tmp_path):
    settings = {"n_hands": 4, "log": tmp_path / "m.log", "stop_on_failure": stop}
    with (
        dealing(["gone", "stays"], **settings) as (ports, result),
        RawClient(ports["gone"]) as gone,
        ThreadPoolExecutor(1) as clients,
    ):
        stays = clients.submit(connect, "127.0.0.1", ports["stays"], "always-call", patience=PATIENCE)
        line = gone.next_turn()
        gone.send(f"{line}:r\r\n{line[:9]}".encode())
        gone.next_turn()
        gone.socket.shutdown(socket.SHUT_RDWR)
        found = result.result(timeout=PATIENCE)
        other = stays.result(timeout=PATIENCE)
    betting = [line.split(":")[2] for line in hands_of(tmp_path / "m.log")]
    assert found.counts == {("gone", Mishap.DISCONNECTED): 1}
    assert betting == (["crc/cc/cc/cc"] if stop else ["crc/cc/cc/cc", "f", "cc/cc/cc/cc", "f"])
    assert found.ended == ("gone left" if stop else "")
    *_, before, last = (tmp_path / "m.log").read_text().splitlines()
    assert last == f"SCORE:{found.totals[0]}|{found.totals[1]}:gone|stays"
    assert (before == "# ended early: gone left") == stop
    assert (other.n_hands, other.unfinished) == (len(betting), None)


def test_the_match_ends_when_no_client_is_left():
    with dealing(["a", "b"], n_hands=50) as (ports, result):
        with RawClient(ports["a"]) as first, RawClient(ports["b"]) as second:
            second.next_turn()
            first.receive()
        found = result.result(timeout=PATIENCE)
    assert found.counts == {("a", Mishap.DISCONNECTED): 1, ("b", Mishap.DISCONNECTED): 1}
    assert found.ended == "no client was left"
    assert found.n_hands <= 3  # a client that is not to act is missed when the next line cannot be sent


def test_a_line_too_long_for_memory_is_dropped_piece_by_piece():
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname(), PATIENCE) as far,
        contextlib.closing(LineConnection(server.accept()[0])) as near,
    ):
        for _ in range(3):
            far.sendall(b"x" * (MAX_LINE + 1))
            near.read(PATIENCE)
            assert near.next_line() is None
        far.sendall(b"the end of it\nwhole\r\nha")
        near.read(PATIENCE)
        with pytest.raises(OverlongLine):
            near.next_line()
        assert near.next_line() == "whole"
        assert near.next_line() is None
        far.sendall(b"lf\n")
        assert near.receive_line(time.monotonic() + PATIENCE) == "half"
        with pytest.raises(TimeIsUp):
            near.receive_line(time.monotonic() + 0.05)


def test_a_client_that_takes_no_lines_is_gone():
    def send_on(connection):
        while True:
            connection.send_line("x" * 1000, 0.1)

    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname(), PATIENCE),
        contextlib.closing(LineConnection(server.accept()[0])) as near,
        pytest.raises(Disconnected, match=r"took no line for 0\.1 s"),
    ):
        send_on(near)


def test_nobody_comes(tmp_path):
    limits = TimeLimits(start=0.2)
    with dealing(["a", "b"], limits=limits, log=tmp_path / "m.log") as (ports, result), RawClient(ports["a"]) as raw:
        with pytest.raises(WireError, match=r"no client for b within 0\.2 s"):
            result.result(timeout=PATIENCE)
        assert raw.receive() is None
    assert not (tmp_path / "m.log").exists()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", ports["b"]), PATIENCE)


def test_when_the_dealer_is_stopped_what_was_played_is_on_disk_and_clients_are_let_go(tmp_path):
    class Impatient:
        name = "impatient"

        def act(self, view, rng):  # noqa: ARG002
            return Action.CALL

        def hand_over(self, summary):  # noqa: ARG002
            self.n_hands = getattr(self, "n_hands", 0) + 1
            if self.n_hands == 3:
                raise KeyboardInterrupt

    n_threads = threading.active_count()
    with (
        dealing(["raw", "me"], n_hands=50, seated={"me": Impatient()}, log=tmp_path / "m.log") as (ports, result),
        RawClient(ports["raw"]) as raw,
    ):
        raw.play_on()
        raw.socket.shutdown(socket.SHUT_RDWR)
        with pytest.raises(KeyboardInterrupt):
            result.result(timeout=PATIENCE)
    assert len(hands_of(tmp_path / "m.log")) == 2  # the third was not over
    assert (tmp_path / "m.log").read_text().endswith(":me|raw\n")
    assert "SCORE" not in (tmp_path / "m.log").read_text()  # the match is not complete
    assert threading.active_count() == n_threads


def test_a_player_seated_here_that_fails_checks_or_folds_and_is_named(tmp_path):
    def broken(view, rng):
        raise ValueError("no model")

    settings = {"seated": {"bot": broken}, "log": tmp_path / "m.log"}
    with dealing(["raw", "bot"], **settings) as (ports, result), RawClient(ports["raw"]) as raw:
        raw.play_on("r")
        raw.socket.shutdown(socket.SHUT_RDWR)
        found = result.result(timeout=PATIENCE)
    assert [line.split(":")[2] for line in hands_of(tmp_path / "m.log")] == ["f", "rf"]
    assert found.counts[("bot", Mishap.PLAYER_FAULT)] == 2
    assert found.incidents[0].detail == "ValueError: no model"


def test_the_log_says_what_was_dealt_and_is_not_overwritten_unasked(tmp_path):
    log = tmp_path / "m.log"
    log.write_text("mine\n")
    with pytest.raises(LogError, match="exists already"):
        deal_match(["a", "b"], n_hands=1, seed=0, log=log)
    with pytest.raises(WireError, match="no client for"):
        deal_match(["a", "b"], n_hands=1, seed=0, log=log, overwrite=True, limits=TimeLimits(start=0.05))
    assert log.read_text() == "mine\n"
    with dealing(["raw", "bot"], seated={"bot": "always-call"}, log=log, overwrite=True) as (ports, result):
        with RawClient(ports["raw"]) as raw:
            raw.play_on()
        result.result(timeout=PATIENCE)
    first, second, *hands, last = log.read_text().splitlines()
    assert first == "# name/game/hands/seed m holdem.limit.2p.reverse_blinds.game 2 11"
    assert second.startswith('# deluck dealer {"game": "holdem", "players": {"raw": "c')
    assert [line.split(":")[1] for line in hands] == ["0", "1"]
    assert re.fullmatch(r"SCORE:-?\d+\|-?\d+:raw\|bot", last)


@pytest.mark.parametrize(
    ("names", "settings", "reason"),
    [
        (["a"], {}, "expected 2 to 10 of them, with different names"),
        (["a", "a"], {}, "expected 2 to 10 of them, with different names"),
        ([*"abcdefghijk"], {}, "expected 2 to 10 of them, with different names"),
        (["a|b", "c"], {}, "a player named 'a|b'"),
        (["", "c"], {}, "a player named ''"),
        (["a", "b"], {"n_hands": 0}, "0 hands"),
        (["a", "b"], {"seed": -1}, "a seed of -1"),
        (["a", "b"], {"ports": [1]}, "1 ports (expected 2"),
        (["a", "b"], {"ports": [0, 70000]}, "port 70000 for b"),
        (["a", "b"], {"host": "nowhere.invalid"}, "cannot listen on nowhere.invalid"),
        (["a", "b"], {"seated": {"c": "random"}}, "no player 'c' to seat"),
        (["a", "b"], {"seated": {"a": "random", "b": "random"}}, "expected at least one client"),
        (["a", "b"], {"log": "/nowhere/m.log"}, "cannot write /nowhere/m.log"),
    ],
)
def test_what_makes_no_match_is_refused_with_the_reason(names, settings, reason):
    with pytest.raises(ArenaError, match=re.escape(reason)):
        deal_match(names, **({"n_hands": 1, "seed": 0} | settings))


def test_a_port_in_use_is_refused():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WireError, match=f"cannot listen on 127.0.0.1 port {port} for b"):
            deal_match(["a", "b"], n_hands=1, seed=0, ports=[0, port])


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_that_is_none_is_refused(seconds):
    with pytest.raises(WireError, match="expected more than 0, or none"):
        TimeLimits(hand=seconds)
