"""Who sits at the dealer's table: a client behind a connection, or a player of this process."""

import math
import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from deluck.arena.asking import Answer, read_answer
from deluck.arena.connections import Disconnected, LineConnection, OverlongLine, TimeIsUp
from deluck.arena.dealing import PlayerChance
from deluck.arena.entrants import Entrant
from deluck.arena.faults import IncidentBook, Mishap, check_or_fold, describe_error
from deluck.arena.wire import (
    MatchState,
    WireAnswer,
    WireError,
    format_matchstate,
    is_comment,
    matchstate_of_summary,
    matchstate_of_view,
    parse_answer,
    raise_of_total,
    raises_fit,
    read_action,
    total_of_raise,
)
from deluck.errors import INTERRUPTS
from deluck.games import Action, HandSummary, View

ACPC_TIME_LIMIT = 600.0  # seconds, the ACPC's own for an action and for a hand


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """How many seconds clients have; None is no limit.

    Attributes
    ----------
    start
        For all clients to connect and name their version.
    action
        For an answer.
    hand
        For all answers of a client in one hand.
    """

    start: float | None = 60.0
    action: float | None = ACPC_TIME_LIMIT
    hand: float | None = ACPC_TIME_LIMIT

    def __post_init__(self) -> None:
        for seconds in (self.start, self.action, self.hand):
            if seconds is not None and not 0 < seconds < math.inf:
                raise WireError(f"a time limit of {seconds:g} s (expected more than 0, or none)")


class Seat(Protocol):
    """A player at the table, of this process or behind a connection."""

    name: str
    is_here: bool
    is_client: bool

    def show(self, view: View, number: int) -> None:
        """Show the player the state of a hand."""

    def decide(self, view: View, number: int) -> Answer:
        """Return what the player does, which is legal whatever it says."""
        ...

    def end_hand(self, summary: HandSummary, number: int) -> None:
        """Show the player how a hand ended."""


class ClientSeat:
    """A player behind a connection."""

    is_client = True

    def __init__(self, name: str, connection: LineConnection, limits: TimeLimits, book: IncidentBook) -> None:
        self.name = name
        self.is_here = True
        self._connection = connection
        self._limits = limits
        self._book = book
        self._used = 0.0  # seconds of the hand's limit
        self._sent = ""  # the last state sent

    def show(self, view: View, number: int) -> None:
        """Send the client its state."""
        self._send(matchstate_of_view(view, number))

    def end_hand(self, summary: HandSummary, number: int) -> None:
        """Send the client the state at the end, and give it a new hand's time."""
        self._send(matchstate_of_summary(summary, number))
        self._used = 0.0

    def decide(self, view: View, number: int) -> Answer:
        """Return the client's answer, or a check or fold once it has left."""
        if self.is_here:
            asked = matchstate_of_view(view, number)
            started = time.monotonic()
            try:
                line, answer = self._await(asked, started, sized=not view.rules.is_limit)
                return self._made_legal(line, answer, view, number)
            except TimeIsUp:
                self._leave(number, *self._overtime())
            except Disconnected as error:
                self._leave(number, Mishap.DISCONNECTED, str(error))
            finally:
                self._used += time.monotonic() - started
        return Answer(check_or_fold(view))

    def _await(self, asked: MatchState, started: float, *, sized: bool) -> tuple[str, WireAnswer | None]:
        """Return the line that answers the state asked about, and its action if it can be read."""
        deadline = self._deadline(started)
        while True:
            try:
                line = self._connection.receive_line(deadline)
                if is_comment(line):
                    continue
                answered, answer = self._read(line, asked, sized=sized)
            except OverlongLine as error:
                self._book.add(self.name, asked.number, Mishap.OVERLONG_LINE, str(error))
                continue
            except (TimeIsUp, Disconnected):
                raise
            except WireError as error:
                self._book.add(self.name, asked.number, Mishap.MALFORMED_LINE, str(error))
                continue
            if answered == asked:
                return line, answer
            detail = f"{line!r} (expected an answer to {format_matchstate(asked)!r})"
            self._book.add(self.name, asked.number, Mishap.UNREQUESTED_ANSWER, detail)

    def _made_legal(self, line: str, answer: WireAnswer | None, view: View, number: int) -> Answer:
        """Return a client's answer if it is legal, else what the dealer makes of it."""
        if answer is None:
            raises = ":r" if view.rules.is_limit else ":r with an amount"
            return self._call(number, Mishap.UNREADABLE_ACTION, f"{line!r} (expected :f, :c or {raises})")
        if answer.action not in view.legal_actions:
            choices = " or ".join(each.label for each in view.legal_actions)
            return self._call(number, Mishap.ILLEGAL_ACTION, f"{line!r} (expected {choices})")
        if answer.total is None:
            return Answer(answer.action)
        if not raises_fit(view):
            return self._call(number, Mishap.LATE_RAISE, f"{line!r} (expected call or fold)")
        return Answer(Action.RAISE, self._within_bounds(answer.total, view, number))

    def _call(self, number: int, kind: Mishap, detail: str) -> Answer:
        self._book.add(self.name, number, kind, detail)
        return Answer(Action.CALL)

    def _within_bounds(self, total: int, view: View, number: int) -> int:
        """Return the bet that a raise makes: as asked, or the nearest that is legal."""
        raise_to = raise_of_total(view, total)
        legal = min(max(raise_to, view.min_raise_to), view.max_raise_to)
        if legal != raise_to:
            kind, word = (Mishap.SMALL_RAISE, "least") if raise_to < legal else (Mishap.LARGE_RAISE, "most")
            taken = total_of_raise(view, legal)
            self._book.add(self.name, number, kind, f"r{total} taken as r{taken} (expected at {word} r{taken})")
        return legal

    def _read(self, line: str, asked: MatchState, *, sized: bool) -> tuple[MatchState, WireAnswer | None]:
        state, _, letter = line.rpartition(":")
        if state == self._sent and (answer := read_action(letter, sized=sized)) is not None:  # nearly always
            return asked, answer
        return parse_answer(line, sized=sized)

    def _deadline(self, started: float) -> float | None:
        left = [self._limits.action, None if self._limits.hand is None else self._limits.hand - self._used]
        known = [seconds for seconds in left if seconds is not None]
        return started + min(known) if known else None

    def _overtime(self) -> tuple[Mishap, str]:
        action, hand = self._limits.action, self._limits.hand
        if hand is not None and (action is None or hand - self._used < action):
            return Mishap.HAND_TIME, f"no answer within {hand:g} s for the hand"
        return Mishap.ACTION_TIME, f"no answer within {action:g} s"

    def _send(self, state: MatchState) -> None:
        if not self.is_here:
            return
        self._sent = format_matchstate(state)
        try:
            self._connection.send_line(self._sent, self._limits.action or self._limits.hand)
        except Disconnected as error:
            self._leave(state.number, Mishap.DISCONNECTED, str(error))

    def _leave(self, number: int, kind: Mishap, detail: str) -> None:
        self.is_here = False
        self._connection.close()
        self._book.add(self.name, number, kind, detail)


class PlayerSeat:
    """A player of this process; where it fails, it checks or folds, as in a match without a network."""

    is_client = False
    is_here = True

    def __init__(self, name: str, entrant: Entrant, chance: PlayerChance, book: IncidentBook) -> None:
        self.name = name
        self._entrant = entrant
        self._chance = chance
        self._book = book

    def show(self, view: View, number: int) -> None:
        """Say nothing: the player is shown the view when it is to act."""

    def decide(self, view: View, number: int) -> Answer:
        """Return the player's action, a check or fold in place of an illegal one."""
        answer, fault = ask(self._entrant, view, self._chance.of_hand(number))
        if fault:
            self._book.add(self.name, number, Mishap.PLAYER_FAULT, fault)
        return answer

    def end_hand(self, summary: HandSummary, number: int) -> None:
        """Show a player that learns the finished hand."""
        if fault := show(self._entrant, summary):
            self._book.add(self.name, number, Mishap.PLAYER_FAULT, fault)


def ask(entrant: Entrant, view: View, rng: np.random.Generator) -> tuple[Answer, str]:
    """Return a player's answer and an empty text, or the action made for it and how it failed.

    A raise for which the ACPC's programs have no room on the street is a call.
    """
    try:
        answer = read_answer(entrant.act(view, rng), view)
    except INTERRUPTS:
        raise
    except BaseException as error:
        return Answer(check_or_fold(view)), describe_error(error)
    if isinstance(answer, str):
        return Answer(check_or_fold(view)), answer
    if answer.action is Action.RAISE and not view.rules.is_limit:
        return answer if raises_fit(view) else Answer(Action.CALL), ""
    return answer, ""


def show(entrant: Entrant, summary: HandSummary) -> str:
    """Show a player that learns a finished hand; return how it failed, or an empty text."""
    if entrant.hand_over is not None:
        try:
            entrant.hand_over(summary)
        except INTERRUPTS:
            raise
        except BaseException as error:
            return describe_error(error)
    return ""
