"""Players in processes of their own, which see nothing but views and summaries of hands.

A player of the same process can read the dealer's memory and change it, so it has to be trusted. One that is isolated
runs in a Python of its own: it is sent what its seat may know and the state of its generator, and answers with plain
values as JSON, never with pickles, which could run code here. A process that ends, forges a message or does not answer
in time is ended, and its player is at fault in every decision from then on. A process is no jail: it has the rights of
the user who started it.
"""

import json
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from numbers import Real
from typing import IO, Any, NoReturn, Self

import numpy as np

from deluck.arena.entrants import Candidate, Entrant, as_entrant, check_name, identity_of
from deluck.arena.faults import Elsewhere, OutOfTime, describe_error
from deluck.errors import INTERRUPTS, ArenaError, DeluckError, PlayerError
from deluck.games import Action, HandSummary, Rules, View
from deluck.parallel import pickled

PATIENCE = 60.0
"""Seconds for an answer where a match has no time limit: a player that loops does not stop it for good."""
STARTING = 120.0
"""Seconds for a process to start and load its player."""

_LENGTH = struct.Struct(">I")
_LONGEST_REPLY = 1 << 16
_LONGEST_WORDS = 2000
_MOST_CHIPS = 1e15  # floats are exact below
_ENDING = 5.0  # seconds that a process has to end
_SERVE = "import sys; sys.path[:] = {path!r}; from deluck.arena.isolation import serve; serve()"

Reply = dict[str, Any]


class Isolation:
    """The processes of a match; leaving the context ends them.

    Parameters
    ----------
    seconds
        The time limit for each action, or None for `PATIENCE`.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._players: list[_IsolatedPlayer] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end_players()

    @property
    def n_players(self) -> int:
        """How many players were isolated so far."""
        return len(self._players)

    def end_players(self, first: int = 0) -> None:
        """End the processes of all players, or of those after the first so many."""
        for player in self._players[first:]:
            player.end()
        del self._players[first:]

    def entrants(self, candidates: Sequence[Candidate]) -> list[Entrant]:
        """Return the entrants that `as_entrant` makes of candidates, each in a process of its own.

        Raises
        ------
        ArenaError, PlayerError
            If one cannot play, or cannot be sent to another process.
        """
        begun = [self.player(_sendable(candidate)) for candidate in candidates]
        for player in begun:
            player.begin()
        return [self._entrant(*each) for each in zip(candidates, begun, strict=True)]

    @staticmethod
    def _entrant(candidate: Candidate, player: "_IsolatedPlayer") -> Entrant:
        found = player.seated()
        return Entrant(
            check_name(found["name"]),
            player.act,
            player.hand_over if found["learns"] else None,
            identity_of(candidate),
            player.check_table if found["is_choosy"] else None,
        )

    def player(self, sent: bytes) -> "_IsolatedPlayer":
        """Return a player whose process starts when it is first needed."""
        player = _IsolatedPlayer(self, sent, self._seconds)
        self._players.append(player)
        return player


class _IsolatedPlayer:
    """A player and its process, asked by messages; a copy of it is a new process, with what the player knew first."""

    def __init__(self, isolation: Isolation, sent: bytes, seconds: float | None) -> None:
        self._isolation = isolation
        self._sent = sent
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: queue.Queue[bytes] = queue.Queue(maxsize=4)
        self._n_asked = 0
        self._ended: Exception | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "_IsolatedPlayer":
        return self._isolation.player(self._sent)

    def begin(self) -> None:
        """Start the process, which begins to load its player.

        Raises
        ------
        ArenaError
            If there can be no further process.
        """
        command = [sys.executable, "-c", _SERVE.format(path=sys.path)]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ArenaError(f"cannot start a process for a player: {error.strerror or error}") from None
        threading.Thread(target=self._receive, args=(self._process.stdout,), daemon=True).start()
        with suppress(OSError):  # it has ended, as is seen when its answer is read
            self._send("sit", self._sent)

    def seated(self) -> Reply:
        """Return what the process says of its player when it is loaded.

        Raises
        ------
        ArenaError, PlayerError
            If the player cannot be loaded there.
        """
        try:
            return self._receive_reply(STARTING)
        except (OutOfTime, Elsewhere) as error:
            self.end()
            raise ArenaError(f"a player could not be started in a process of its own: {error}") from None
        except PlayerError:
            self.end()
            raise

    def act(self, view: View, rng: np.random.Generator) -> Any:
        """Return the player's answer, made of plain values, and set the generator to its state after it."""
        source = rng.bit_generator
        reply = self._call("act", (view, source.state))
        try:
            source.state = {"bit_generator": source.state["bit_generator"], **reply["state"]}
            return _decoded(reply["answer"])
        except Exception:
            self._forged()

    def hand_over(self, summary: HandSummary) -> None:
        """Show the player a finished hand."""
        self._call("hand_over", summary)

    def check_table(self, rules: Rules) -> None:
        """Let the player refuse a game."""
        self._call("check_table", rules)

    def end(self) -> None:
        """End the process, if it runs."""
        process, self._process = self._process, None
        self._ended = self._ended or Elsewhere("its process was ended")
        if process is None:
            return
        process.kill()
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        with suppress(queue.Empty):
            while True:
                self._replies.get_nowait()  # whoever waits to put one there ends
        with suppress(subprocess.TimeoutExpired):
            process.wait(_ENDING)

    def _call(self, kind: str, data: object) -> Reply:
        """Return the reply to a message.

        Raises
        ------
        OutOfTime, Elsewhere
            If there is none in time; if the player raised something, or its process is not to be trusted any more.
        PlayerError
            If the player refuses.
        """
        if self._ended is not None:
            raise self._ended
        if self._process is None:
            self.begin()
            self.seated()
        with suppress(OSError):  # it has ended, as is seen when its answer is read
            self._send(kind, data)
        return self._receive_reply(PATIENCE if self._seconds is None else self._seconds)

    def _send(self, kind: str, data: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._n_asked += 1
        content = pickle.dumps((self._n_asked, kind, data))
        self._process.stdin.write(_LENGTH.pack(len(content)) + content)
        self._process.stdin.flush()

    def _receive_reply(self, seconds: float) -> Reply:
        process = self._process
        assert process is not None
        try:
            line = self._replies.get(timeout=seconds)
        except queue.Empty:
            self._ended = OutOfTime("its process was ended when it ran out of time")
            self.end()
            raise OutOfTime(f"no answer within {seconds:g} s") from None
        if not line:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_ENDING)
            self._ended = Elsewhere(f"its process ended with exit code {process.poll()}")
            self.end()
            raise self._ended
        return self._read(line)

    def _read(self, line: bytes) -> Reply:
        try:
            reply = json.loads(line)
            is_ours = type(reply) is dict and reply["number"] == self._n_asked
        except Exception:
            is_ours = False
        if not is_ours:
            self._forged()
        if "refused" in reply:
            raise PlayerError(str(reply["refused"])[:_LONGEST_WORDS])
        if "error" in reply:
            raise Elsewhere(str(reply["error"])[:_LONGEST_WORDS])
        return dict(reply)

    def _forged(self) -> NoReturn:
        self._ended = Elsewhere("its process sent what is no answer, and was ended")
        self.end()
        raise self._ended

    def _receive(self, stream: IO[bytes]) -> None:
        """Pass on the lines of a process until it ends, in a thread of its own."""
        with stream:
            line = b"-"
            while line:
                try:
                    line = stream.readline(_LONGEST_REPLY)
                except (OSError, ValueError):
                    line = b""
                self._replies.put(line)


def _sendable(candidate: Candidate) -> bytes:
    try:
        return pickled(candidate)
    except INTERRUPTS:
        raise
    except BaseException as error:
        raise ArenaError(
            f"{type(candidate).__name__} cannot be sent to a process of its own: {describe_error(error)} "
            "(expected a player that can be pickled, or its name)"
        ) from error


def _decoded(answer: Any) -> Any:
    """Return an answer as a player of this process would give it."""
    if isinstance(answer, dict):
        return Action(answer["action"]) if "action" in answer else _Described(str(answer["described"]))
    if isinstance(answer, list):
        first, second = answer
        return _decoded(first), _decoded(second)
    return answer


class _Described:
    """Something that a player answered and that is no plain value."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words


# What follows runs in the process of the player


def serve() -> None:
    """Load a player and answer for it until the other end is closed."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints is not taken for its answers
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match handles it
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive_requests, args=(requests, inbox), daemon=True).start()
    served = _Served()
    while True:
        number, kind, data = pickle.loads(inbox.get())
        reply: Reply = {"number": number}
        try:
            reply |= served.answer(kind, data)
        except DeluckError as error:
            reply |= {"error" if kind in ("act", "hand_over") else "refused": _cut(_words_of(kind, error))}
        except BaseException as error:
            reply |= {"error": _cut(describe_error(error))}
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()


def _words_of(kind: str, error: DeluckError) -> str:
    return describe_error(error) if kind in ("act", "hand_over") else str(error)


def _receive_requests(stream: IO[bytes], inbox: "queue.SimpleQueue[bytes]") -> None:
    """Pass on messages; when the other end is closed, end the process, whatever the player is doing."""
    while True:
        size = stream.read(_LENGTH.size)
        if len(size) < _LENGTH.size:
            os._exit(0)
        inbox.put(stream.read(_LENGTH.unpack(size)[0]))


class _Served:
    """The player of this process."""

    def __init__(self) -> None:
        self._entrant: Entrant | None = None

    def answer(self, kind: str, data: Any) -> Reply:
        if kind == "sit":
            entrant = self._entrant = as_entrant(pickle.loads(data))
            return {
                "name": _cut(entrant.name),
                "learns": entrant.hand_over is not None,
                "is_choosy": entrant.check_table is not None,
            }
        assert self._entrant is not None
        if kind == "act":
            view, state = data
            rng = np.random.Generator(getattr(np.random, state["bit_generator"])())
            rng.bit_generator.state = state
            answer = _encoded(self._entrant.act(view, rng))
            return {"answer": answer, "state": _plain(rng.bit_generator.state)}
        call: Callable[[Any], None] | None = getattr(self._entrant, kind)
        assert call is not None
        call(data)
        return {}


def _encoded(answer: Any) -> Any:
    """Return an answer as plain values."""
    if type(answer) is Action:
        return {"action": int(answer)}
    if isinstance(answer, tuple | list) and len(answer) == 2:
        return [_encoded(answer[0]), _encoded(answer[1])]
    if isinstance(answer, str):
        return _cut(str(answer))
    if answer is None or isinstance(answer, bool):
        return answer
    if isinstance(answer, Real) and abs(chips := float(answer)) < _MOST_CHIPS:
        return int(chips) if chips.is_integer() else chips
    try:
        return {"described": _cut(repr(answer))}
    except INTERRUPTS:
        raise
    except BaseException:
        return {"described": f"a {type(answer).__name__}"}


def _plain(state: Any) -> Any:
    """Return a generator's state without what numpy's own types make of it."""
    return {name: _plain(value) if isinstance(value, dict) else value for name, value in state.items()}


def _cut(words: str) -> str:
    return words[:_LONGEST_WORDS]
