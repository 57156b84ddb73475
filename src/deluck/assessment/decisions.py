"""Decisions of an assessment: how often each was what the baseline does, what they were worth, and the costliest."""

from dataclasses import dataclass
from typing import Any

from deluck.assessment.summary import plain

FEW_DECISIONS = 30
"""Below this many a row of decisions is too small a sample to say anything."""


@dataclass(frozen=True, slots=True)
class PricedDecision:
    """One decision with its price.

    Attributes
    ----------
    hand_id
        The hand's number or name in its source.
    row
        The hand's number among all valid hands read, from 0.
    round
        ``preflop``, ``flop``, ``turn`` or ``river``.
    player, seat
        Who made it, by name and as ``P1`` or ``P2``.
    action, baseline_action
        What was done and what the baseline does: one of `ACTIONS`. In a sweep, what its middle run does.
    facing
        One of `FACING`.
    value
        What it was worth to who made it, in small bets.
    cards, board
        ``AcKc v 7h6h``, P1's first; the board as far as the betting saw it.
    betting
        In DIVAT's notation.
    """

    hand_id: str
    row: int
    round: str
    player: str
    seat: str
    action: str
    baseline_action: str
    facing: str
    value: float
    cards: str
    board: str
    betting: str

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        found = {name: getattr(self, name) for name in self.__slots__}
        return found | {"value": plain(self.value)}


@dataclass(frozen=True, slots=True)
class DecisionCell:
    """Decisions of one round in which this was done and the baseline does that: how many, worth what, in small bets.

    The value is net to the viewpoint, whoever made them.
    """

    round: str
    action: str
    baseline_action: str
    n: int
    value: float

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        found = {name: getattr(self, name) for name in self.__slots__}
        return found | {"value": plain(self.value)}


@dataclass(frozen=True, slots=True)
class Leak:
    """The viewpoint's decisions of one kind that were not the baseline's: where value goes, or comes from.

    Attributes
    ----------
    round, action, facing, baseline_action
        The kind: what was done on which street facing what, and what the baseline does there.
    n
        How many.
    total, mean, stderr
        What they were worth to the viewpoint, in small bets; the error is that of the mean, infinite for one.
    small
        Whether they are too few (under `FEW_DECISIONS`) to say anything.
    examples
        Rows of the hands with its costliest decisions (its best ones where the total is a gain); those that
        ``Assessment.examples`` has can be shown card by card.
    """

    round: str
    action: str
    facing: str
    baseline_action: str
    n: int
    total: float
    mean: float
    stderr: float
    small: bool
    examples: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        found = {name: getattr(self, name) for name in self.__slots__}
        numbers = {name: plain(found[name]) for name in ("total", "mean", "stderr")}
        return found | numbers | {"examples": list(self.examples)}


@dataclass(frozen=True, slots=True)
class DecisionSummary:
    """All decisions of the assessed hands.

    Attributes
    ----------
    n
        The viewpoint's decisions.
    n_as_baseline
        Those of them that were what the baseline does.
    own, opponents
        The viewpoint's and its opponents' decisions by round, action and the baseline's action; values net to the
        viewpoint, so that all together make the total of DIVAT by roll-out equity.
    own_value, opponents_value
        What the viewpoint's and the opponents' decisions were worth, each net to the viewpoint: their sum is DIVAT.
    worst, best
        The viewpoint's costliest mistakes and best deviations, the most extreme first.
    """

    n: int
    n_as_baseline: int
    own_value: float
    opponents_value: float
    own: tuple[DecisionCell, ...]
    opponents: tuple[DecisionCell, ...]
    worst: tuple[PricedDecision, ...]
    best: tuple[PricedDecision, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "n": self.n,
            "as_baseline": self.n_as_baseline,
            "own_value": plain(self.own_value),
            "opponents_value": plain(self.opponents_value),
            "own": [cell.as_dict() for cell in self.own],
            "opponents": [cell.as_dict() for cell in self.opponents],
            "worst": [decision.as_dict() for decision in self.worst],
            "best": [decision.as_dict() for decision in self.best],
        }
