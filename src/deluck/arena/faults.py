"""What happens when a player fails: the rule, the counts, and the words for it.

A player that raises an exception, answers something that is not legal, or does not answer in time has that action
made for it, where the match goes on: it checks if that is free (or posts the bring-in, which cannot be folded), else it
folds, and the fault is counted and named. Over the network clients can do more things wrong; those are incidents.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from deluck import progress
from deluck.errors import INTERRUPTS
from deluck.games import Action, View

_MOST_SHOWN = 100  # characters of a player's own words
_MOST_DESCRIBED = 10  # faults described in words, besides the first of each player; all are counted


class FaultKind(StrEnum):
    """How a player can fail."""

    ERROR = "error"
    ILLEGAL = "illegal action"
    TIMEOUT = "time-out"


class OnFault(StrEnum):
    """What a match does about a fault.

    ``RAISE`` lets a player's exception through as it is; ``GO_ON`` counts it and makes the action for the player;
    ``STOP`` ends the match with one sentence. An answer that is not legal, or late, is a `PlayerFault` in both others.
    """

    RAISE = "raise"
    GO_ON = "go-on"
    STOP = "stop"


class OutOfTime(Exception):  # noqa: N818 - not an error of deluck: a player's, and it never leaves the arena
    """A player did not answer within the time limit."""


class Elsewhere(Exception):  # noqa: N818 - as above
    """A player failed in a process of its own; the message has its words."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure of a player.

    Attributes
    ----------
    hand
        The hand's number, from 0.
    player
        The player's name.
    kind
        How it failed.
    detail
        What it did, in a few words.
    """

    hand: int
    player: str
    kind: FaultKind
    detail: str

    def __str__(self) -> str:
        return f"{self.player}, hand {self.hand}: {self.kind.value}, {self.detail}"


def check_or_fold(view: View) -> Action:
    """Return the action made for a player that failed."""
    return Action.FOLD if view.to_call and Action.FOLD in view.legal_actions else Action.CALL


def describe_error(error: BaseException) -> str:
    """Return an exception in a few words: ``ValueError: no model loaded``."""
    if isinstance(error, Elsewhere):
        return _shortened(str(error))
    try:
        words = str(error)
    except INTERRUPTS:
        raise
    except BaseException:
        words = "(it cannot be printed)"
    return _shortened(f"{type(error).__name__}: {words}" if words else type(error).__name__)


def describe_answer(answer: object, view: View) -> str:
    """Return an answer that is not legal in a few words, with what was."""
    if type(answer) is Action:
        given = answer.label
    else:
        try:
            given = repr(answer)
        except INTERRUPTS:
            raise
        except BaseException:
            given = f"a {type(answer).__name__}"
    legal = ", ".join(action.label for action in view.legal_actions)
    return f"{_shortened(given)} (legal: {legal})"


def _shortened(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _MOST_SHOWN else words[: _MOST_SHOWN - 1] + "…"


@dataclass(frozen=True, slots=True)
class FaultTally:
    """The faults of a match: how many of each player and kind, and the first few in words.

    The first fault of each player is always among those.
    """

    counts: Counter[tuple[str, FaultKind]] = field(default_factory=Counter)
    first: tuple[Fault, ...] = ()

    @property
    def n_faults(self) -> int:
        """How many faults there were."""
        return self.counts.total()

    def of(self, player: str) -> dict[str, int]:
        """Return how often a player failed, by kind, kinds that did not happen left out."""
        return {kind.value: self.counts[player, kind] for kind in FaultKind if self.counts[player, kind]}

    def first_of(self, players: Collection[str]) -> Fault | None:
        """Return the first fault of one of these players, or None if they have none."""
        return next((fault for fault in self.first if fault.player in players), None)

    def with_faults(self, faults: Iterable[Fault]) -> "FaultTally":
        """Return the tally with more faults counted."""
        counts, first = self.counts.copy(), list(self.first)
        for fault in faults:
            is_new = not any(counts[fault.player, kind] for kind in FaultKind)
            counts[fault.player, fault.kind] += 1
            if is_new or len(first) < _MOST_DESCRIBED:
                first.append(fault)
        return FaultTally(counts, tuple(first))


_MARK = "# fault "


def format_fault(fault: Fault) -> str:
    """Return the comment line by which a log stores a fault, before the hand it happened in."""
    return _MARK + json.dumps(asdict(fault), ensure_ascii=False) + "\n"


def parse_fault(line: str) -> Fault | None:
    """Return the fault that a comment line of a log stores, or None if it is another comment.

    Raises
    ------
    ValueError
        If the line is damaged.
    """
    if not line.startswith(_MARK):
        return None
    fields = json.loads(line[len(_MARK) :])
    try:
        return Fault(int(fields["hand"]), str(fields["player"]), FaultKind(fields["kind"]), str(fields["detail"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a fault: {line!r}") from error


_MOST_INCIDENTS = 5  # of each kind and player: the rest are only counted


class Mishap(StrEnum):
    """The kinds of things a client can do wrong, each named with what the dealer does about it."""

    REFUSED = "refused when connecting"
    MALFORMED_LINE = "malformed line skipped"
    OVERLONG_LINE = "over-long line skipped"
    UNREQUESTED_ANSWER = "answer to another state skipped"
    UNREADABLE_ACTION = "unreadable action taken as a call"
    ILLEGAL_ACTION = "illegal action taken as a call"
    SMALL_RAISE = "raise too small taken as the smallest"
    LARGE_RAISE = "raise too large taken as the largest"
    LATE_RAISE = "raise after too many actions on a street taken as a call"
    PLAYER_FAULT = "fault of a player seated here, which checks or folds"
    ACTION_TIME = "over the action time limit: checks or folds from then on"
    HAND_TIME = "over the hand time limit: checks or folds from then on"
    DISCONNECTED = "disconnected: checks or folds from then on"


@dataclass(frozen=True, slots=True)
class Incident:
    """One thing that went wrong: whose, in which hand (None before the first), what, in words."""

    name: str
    hand: int | None
    kind: Mishap
    detail: str

    def __str__(self) -> str:
        where = "" if self.hand is None else f", hand {self.hand}"
        return f"{self.name}{where}: {self.kind.value} ({self.detail})"


class IncidentBook:
    """All that went wrong in a match; the first of each kind and player is also noted on the display in force."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, Mishap]] = Counter()
        self.first: list[Incident] = []

    def add(self, name: str, hand: int | None, kind: Mishap, detail: str) -> None:
        """Count an incident, and store it if it is among the first of its kind and player."""
        self.counts[name, kind] += 1
        if self.counts[name, kind] > _MOST_INCIDENTS:
            return
        incident = Incident(name, hand, kind, detail)
        self.first.append(incident)
        if self.counts[name, kind] == 1:
            progress.note(str(incident))
