"""What went wrong at a table, counted by player and kind, with the first of each kept in words."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from deluck import progress

_MOST_KEPT = 5  # of a kind, of a player: the rest are counted only


class Mishap(StrEnum):
    """The kinds of things a client can do wrong, each named with what the dealer does about it."""

    REFUSED = "refused at the door"
    MALFORMED_LINE = "malformed line passed over"
    OVERLONG_LINE = "over-long line passed over"
    UNREQUESTED_ANSWER = "answer to another state passed over"
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
        self.kept: list[Incident] = []

    def add(self, name: str, hand: int | None, kind: Mishap, detail: str) -> None:
        """Count an incident, and keep it if it is among the first of its kind and player."""
        self.counts[name, kind] += 1
        if self.counts[name, kind] > _MOST_KEPT:
            return
        incident = Incident(name, hand, kind, detail)
        self.kept.append(incident)
        if self.counts[name, kind] == 1:
            progress.note(str(incident))
