"""The client against dealers written out byte by byte; every socket has a time limit."""

import contextlib
import gc
import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from deluck.arena import ArenaError
from deluck.arena.client import connect
from deluck.arena.wire import WireError
from deluck.cards import parse_cards
from deluck.games import Action, HoldemRules
from deluck.players import AlwaysCall

PATIENCE = 10.0  # seconds
DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "acpc"


class RawDealer:
    """A dealer written out by hand: bytes out, lines in."""

    def __init__(self, connected):
        self.socket = connected
        self.socket.settimeout(PATIENCE)
        self.socket.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
        )  # as a dealer should, or each turn takes 40 ms
        self.lines = connected.makefile("rb")
        assert self.lines.readline() == b"VERSION:2.0.0\r\n"

    def send(self, *pieces):
        for piece in pieces:
            self.socket.sendall(piece.encode())
            if len(pieces) > 1:
                time.sleep(0.03)

    def ask(self, state):
        """Send a state and return the action answered, checked to repeat the state."""
        self.send(state + "\r\n")
        return self.answer(state)

    def answer(self, state):
        line = self.lines.readline().decode()
        assert line.startswith(state + ":")
        assert line.endswith("\r\n")
        return line[len(state) + 1 : -2]

    def close(self):
        self.lines.close()
        self.socket.close()


@contextlib.contextmanager
def at_dealer(player, **settings):
    """Yield a dealer by hand and the coming result of a client that sits there."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as beside:
        listener.settimeout(PATIENCE)
        settings = {"patience": PATIENCE} | settings
        result = beside.submit(connect, "127.0.0.1", listener.getsockname()[1], player, **settings)
        with contextlib.closing(RawDealer(listener.accept()[0])) as dealer:
            yield dealer, result
    gc.collect()  # a socket that was left open would be reported here


class Watcher:
    """Raises where it may, and keeps what it is shown."""

    name = "watcher"

    def __init__(self):
        self.views, self.summaries = [], []

    def act(self, view, rng):  # noqa: ARG002
        self.views.append(view)
        return Action.RAISE if Action.RAISE in view.legal_actions else Action.CALL

    def hand_over(self, summary):
        self.summaries.append(summary)


def test_a_match_with_comments_pieces_and_two_states_at_once():
    watcher = Watcher()
    with at_dealer(watcher) as (dealer, result):
        dealer.send("# welcome\r\n; to the game\r\n\r\n")
        dealer.send("MATCHSTATE:0:0::TdAs|\r\n")  # the small blind, position 1, is to act
        assert dealer.ask("MATCHSTATE:0:0:r:TdAs|") == "r"
        dealer.send("MATCHSTATE:0:0:rr:TdAs|\r\n# he thinks\r\nMATCHSTATE:0:0:rrc/:Td", "As|/2c8c3h\r", "\n")
        assert dealer.answer("MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h") == "r"
        dealer.send("MATCHSTATE:0:0:rrc/r:TdAs|/2c8c3h\nMATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c\n")
        assert dealer.answer("MATCHSTATE:0:0:rrc/rc/:TdAs|/2c8c3h/9c") == "r"
        dealer.send("MATCHSTATE:0:0:rrc/rc/r:TdAs|/2c8c3h/9c\r\n")
        assert dealer.ask("MATCHSTATE:0:0:rrc/rc/rr:TdAs|/2c8c3h/9c") == "r"
        assert dealer.ask("MATCHSTATE:0:0:rrc/rc/rrrc/:TdAs|/2c8c3h/9c/Kh") == "r"
        dealer.send("MATCHSTATE:0:0:rrc/rc/rrrc/r:TdAs|/2c8c3h/9c/Kh\r\n")
        dealer.send("MATCHSTATE:0:0:rrc/rc/rrrc/rc:TdAs|8hTc/2c8c3h/9c/Kh\r\n")
        assert dealer.ask("MATCHSTATE:1:1::|Qd7c") == "r"
        dealer.send("MATCHSTATE:1:1:r:|Qd7c\r\nMATCHSTATE:1:1:rf:|Qd7c\r\nMATCHSTATE:1:1:rf:|Qd7c\r\n")
        dealer.close()
        found = result.result(timeout=PATIENCE)
    # 30 before the flop, 10 on it, 60 on the turn, 20 on the river, lost by ace high to a pair of eights
    assert found.payoffs == [-120, 10]
    assert (found.n_hands, found.won, found.n_unknown, found.unfinished) == (2, -110, 0, None)
    assert found.estimate.mean == pytest.approx(-5.5)
    first, second = watcher.summaries
    assert first.shown == (parse_cards("TdAs"), parse_cards("8hTc"))
    assert (first.seat, first.payoffs) == (0, (-120, 120))
    assert (second.seat, second.shown, second.payoffs) == (1, (None, None), (-10, 10))
    assert [(view.seat, view.street, view.pot, view.to_call) for view in watcher.views] == [
        (0, 0, 30, 10),
        (0, 1, 60, 0),
        (0, 2, 80, 0),
        (0, 2, 140, 20),
        (0, 3, 200, 0),
        (1, 0, 15, 5),
    ]
    assert watcher.views[1].board == parse_cards("2c8c3h")


def test_three_seats():
    watcher = Watcher()
    with at_dealer(watcher) as (dealer, result):
        dealer.send("MATCHSTATE:1:0::|9hQd|\r\nMATCHSTATE:1:0:r:|9hQd|\r\n")
        assert dealer.ask("MATCHSTATE:1:0:rf:|9hQd|") == "r"
        dealer.send("MATCHSTATE:1:0:rfr:|9hQd|\r\n")
        assert dealer.ask("MATCHSTATE:1:0:rfrr:|9hQd|") == "c"  # the third raise was the last
        assert dealer.ask("MATCHSTATE:1:0:rfrrc/:|9hQd|/8s4h6d") == "r"
        dealer.send("MATCHSTATE:1:0:rfrrc/rf:|9hQd|/8s4h6d\r\n")
        dealer.close()
        found = result.result(timeout=PATIENCE)
    assert found.payoffs == [45]
    assert watcher.summaries[0].payoffs == (-5, 45, -40)


def test_real_hands_dealt_again_pay_what_their_log_says():
    """The client's own answers are not followed: it must take the betting as it comes."""
    path = DATA / "2p.limit.h1000.r0.log"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    hands = [line.split(":") for line in path.read_text().splitlines() if line.startswith("STATE:")][:120]
    expected = []
    n_asked = 0
    with at_dealer("always-call") as (dealer, result):
        for _, number, betting, cards, payoffs, names in hands:
            position = names.split("|").index("p1")
            expected.append(int(payoffs.split("|")[position]))
            holes, *board = cards.split("/")
            own = [hole if seat == position else "" for seat, hole in enumerate(holes.split("|"))]
            for state, is_turn in prefixes(betting, position):
                seen = "/".join(["|".join(own), *board[: state.count("/")]])
                line = f"MATCHSTATE:{position}:{number}:{state}:{seen}"
                if is_turn:
                    assert dealer.ask(line) == "c"
                    n_asked += 1
                else:
                    dealer.send(line + "\r\n")
            shown = cards if not betting.endswith("f") else "/".join(["|".join(own), *board])
            dealer.send(f"MATCHSTATE:{position}:{number}:{betting}:{shown}\r\n")
        dealer.close()
        found = result.result(timeout=PATIENCE)
    assert found.payoffs == expected
    assert n_asked > 400


def prefixes(betting, position):
    """Yield each state of a heads-up hand before its end, and whether the position is to act."""
    streets = betting.split("/")
    for number, letters in enumerate(streets):
        first = 0 if number else 1
        for made in range(len(letters)):
            yield "/".join([*streets[:number], letters[:made]]), (first + made) % 2 == position


def test_where_the_dealer_hides_a_showdown_the_result_is_unknown():
    watcher = Watcher()
    with at_dealer(watcher) as (dealer, result):
        dealer.send("MATCHSTATE:0:0:cc/cc/cc/cc:TdAs|/2c8c3h/9c/Kh\r\n")
        dealer.close()
        found = result.result(timeout=PATIENCE)
    assert (found.n_hands, found.n_unknown, found.won, found.estimate) == (1, 1, 0, None)
    assert watcher.summaries == []


def test_a_dealer_that_closes_in_mid_hand_ends_the_match_cleanly():
    with at_dealer("always-call") as (dealer, result):
        dealer.send("hello?\r\n" + "x" * 9000 + "\r\n")
        assert dealer.ask("MATCHSTATE:1:4::|Qd7c") == "c"
        dealer.close()
        found = result.result(timeout=PATIENCE)
    assert (found.n_hands, found.unfinished, found.n_skipped) == (0, 4, 2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("MATCHSTATE:1:0:r300:|Qd7c", "expected limit hold'em with .* without amounts"),
        ("MATCHSTATE:1:0:rrrr:|Qd7c", "betting that the rules do not allow"),
        ("MATCHSTATE:1:0:|Qd7c", "not a state"),
        ("MATCHSTATE:1:0::|Qd7c" + 9 * "|", "limit hold'em for 11 seats"),
    ],
)
def test_a_state_that_is_no_limit_holdem_ends_the_match_with_the_reason(line, reason):
    with at_dealer("always-call") as (dealer, result):
        dealer.send(line + "\r\n")
        with pytest.raises(WireError, match=reason):
            result.result(timeout=PATIENCE)


def test_other_rules_can_be_played():
    rules = HoldemRules.limit(4, small_bet=2)
    with at_dealer("always-call", rules=rules) as (dealer, result):
        assert dealer.ask("MATCHSTATE:2:0::||Qd7c|") == "c"
        dealer.send("MATCHSTATE:2:0:crfff:||Qd7c|\r\n")
        dealer.close()
        found = result.result(timeout=PATIENCE)
    assert (found.payoffs, found.rules) == ([-2], rules)


def test_a_player_that_fails_checks_or_folds_and_the_faults_are_counted():
    class Broken:
        name = "broken"

        def act(self, view, rng):  # noqa: ARG002
            if view.to_call:
                return Action.RAISE if Action.RAISE not in view.legal_actions else "rise"
            raise ValueError("no model")

        def hand_over(self, summary):  # noqa: ARG002
            raise RuntimeError("cannot learn")

    with at_dealer(Broken()) as (dealer, result):
        assert dealer.ask("MATCHSTATE:0:0:c:9s8h|") == "c"
        assert dealer.ask("MATCHSTATE:0:0:crr:9s8h|") == "f"
        dealer.send("MATCHSTATE:0:0:crrf:9s8h|\r\n")
        assert dealer.ask("MATCHSTATE:0:2:rrr:9s8h|") == "f"
        dealer.send("MATCHSTATE:0:2:rrrf:9s8h|\r\n")
        dealer.close()
        found = result.result(timeout=PATIENCE)
    assert (found.payoffs, found.n_faults) == ([-20, -30], 5)
    assert found.first_fault == "hand 0: ValueError: no model"


def test_a_silent_dealer_is_given_up():
    with at_dealer(AlwaysCall(), patience=0.2) as (_, result), pytest.raises(WireError, match=r"silent for 0\.2 s"):
        result.result(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("host", "port", "settings", "reason"),
    [
        ("127.0.0.1", None, {}, "no dealer at 127.0.0.1 port"),
        ("127.0.0.1", 70000, {}, "no dealer at 127.0.0.1 port 70000"),
        ("nowhere.invalid", 1, {}, "no dealer at nowhere.invalid port 1"),
        ("é" * 300, 1, {}, "no dealer at"),
        ("127.0.0.1", 1, {"number": -1}, "player number -1"),
        ("127.0.0.1", 1, {"seed": -1}, "a seed of -1"),
    ],
)
def test_what_cannot_be_reached_or_played_is_refused_with_the_reason(host, port, settings, reason):
    if port is None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
    with pytest.raises(ArenaError, match=reason):
        connect(host, port, "always-call", **settings)
