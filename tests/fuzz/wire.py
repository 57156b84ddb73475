"""Bytes that a client or a dealer may send: answered by the rules of the protocol, or refused as a WireError."""

import contextlib
import io
import random
import socket
from collections.abc import Iterator

from deluck.arena.connections import LineConnection
from deluck.arena.faults import IncidentBook
from deluck.arena.network_seats import ClientSeat, TimeLimits
from deluck.arena.wire import (
    WireError,
    check_version,
    format_answer,
    format_matchstate,
    format_version,
    matchstate_of_summary,
    matchstate_of_view,
    parse_answer,
    parse_matchstate,
)
from deluck.errors import ArenaError
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState

GAMES = (
    (HoldemRules.limit(2), None),
    (HoldemRules.limit(4), None),
    (HoldemRules.no_limit(2), (20_000,) * 2),
    (HoldemRules.no_limit(6), (1_500,) * 6),
)
_MOST_LINES = 64


def states(rng: random.Random) -> Iterator[HoldemState]:
    """Yield a hand of a random game as it is played at random, before each decision and at its end."""
    rules, stacks = rng.choice(GAMES)
    state = HoldemState(rules, HoldemDeal.from_deck(rng.sample(range(52), 52), rules.n_seats), stacks)
    while not state.is_over:
        yield state
        action = rng.choice(state.legal_actions())
        amount = None
        if action is Action.RAISE and not rules.is_limit:
            amount = rng.choice((state.min_raise_to, state.max_raise_to))
        state.act(action, amount)
    yield state


def sample_lines(rng: random.Random, n_hands: int) -> Iterator[str]:
    """Yield lines of the protocol: versions, states, answers."""
    yield format_version()
    for number in range(n_hands):
        for state in states(rng):
            if state.is_over:
                yield format_matchstate(matchstate_of_summary(state.summary(0), number))
                continue
            told = matchstate_of_view(state.view(state.actor), number)
            action = rng.choice(state.legal_actions())
            is_sized = action is Action.RAISE and not state.rules.is_limit
            yield format_matchstate(told)
            yield format_answer(told, action, state.min_raise_to if is_sized else None)


def check_line(content: bytes) -> None:
    """Assert that bytes are read as the protocol says or refused by name, and that no hand can be spoiled by them."""
    _check_texts(content.decode("latin-1"))
    with contextlib.redirect_stderr(io.StringIO()):  # where incidents are told as they happen
        _check_dealer(content)


def _check_texts(text: str) -> None:
    for line in text.splitlines()[:_MOST_LINES]:
        try:
            check_version(line)
        except WireError as error:
            assert len(str(error)) < 1000  # noqa: PT017
        for sized in (False, True):
            try:
                state, _ = parse_answer(line, sized=sized)
            except WireError:
                continue
            assert parse_matchstate(format_matchstate(state)) == state
        try:
            state = parse_matchstate(line)
        except WireError:
            continue
        for rules, stacks in GAMES:
            try:
                played = state.play(rules, stacks)
            except ArenaError:
                continue
            assert played.pot >= 0
            if not played.is_over:
                assert played.legal_actions()


def _check_dealer(content: bytes) -> None:
    """Have a dealer's seat ask a client that sends these bytes and leaves: it always has a legal answer."""
    rng = random.Random(len(content))
    state = next(states(rng))
    ours, theirs = socket.socketpair()
    with theirs:
        connection = LineConnection(_Tcp(ours))
        try:
            book = IncidentBook()
            seat = ClientSeat("client", connection, TimeLimits(action=1.0), book)
            theirs.sendall(content[: 1 << 14] + b"\n")
            theirs.shutdown(socket.SHUT_WR)
            seat.show(state.view(state.actor), 0)
            action, amount = seat.decide(state.view(), 0)
            assert state.can_act(action, amount)
            assert all(len(str(each)) < 12_000 for each in book.first)
        finally:
            connection.close()


class _Tcp:
    """A socket without TCP's options."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def setsockopt(self, *_: object) -> None:
        """Pass over what a socket of this kind does not have."""

    def __getattr__(self, name: str) -> object:
        return getattr(self._socket, name)
