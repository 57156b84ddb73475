"""Decisions of an assessment: how often each was what the baseline does, what they were worth, and the costliest."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deluck.assessment.summary import plain
from deluck.statistics import holm, two_sided_p

HINDSIGHT = (
    "Prices are hindsight, with all hands face up: a call that catches a bluff is worth the pot, because the baseline "
    "folds there. With the luck of the board and the value at the start they add up to money."
)
"""What is to be said wherever prices of the passive honest baseline are shown."""
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
    player, seat, position
        Who made it: by name, as ``P1`` or ``P2`` in heads-up limit and else by position, and by position (``BTN``).
    action, amount, baseline_action
        What was done and what the baseline does: one of `ACTIONS`; and the bet that a bet or raise made on the street
        (raise to), in small bets or big blinds, None for other actions. In a sweep, what its middle run does.
    facing
        One of `FACING`.
    value
        What it was worth to who made it, in small bets or big blinds.
    family
        Which family priced it: ``divat``, or ``prices`` for prices in hindsight.
    cards, board
        ``AcKc v 7h6h``, in heads-up limit P1's first, else those of who made it first, then those who saw the flop; the
        board as far as the betting saw it.
    betting
        In DIVAT's notation; of games that are not heads-up limit with the bet that a ``b`` or ``r`` makes.
    """

    hand_id: str
    row: int
    round: str
    player: str
    seat: str
    position: str
    action: str
    amount: float | None
    baseline_action: str
    facing: str
    value: float
    family: str
    cards: str
    board: str
    betting: str

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        found = {name: getattr(self, name) for name in self.__slots__}
        return found | {"value": plain(self.value)}


@dataclass(frozen=True, slots=True)
class DecisionCell:
    """Decisions of one round in which this was done and the baseline does that: how many, and worth what.

    The value of the viewpoint's decisions is that to the viewpoint. Of opponents' decisions it is what they gave away:
    to the viewpoint heads-up, to all others together where more were dealt in.
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
    round, position, action, facing, baseline_action
        The kind: what was done on which street and in which position facing what, and what the baseline does there. The
        position is empty for heads-up limit.
    n
        How many.
    total, mean, stderr
        What they were worth to the viewpoint; the error is that of the mean, infinite for one.
    small
        Whether they are too few (under `FEW_DECISIONS`) to say anything.
    examples
        Rows of the hands with its costliest decisions (its best ones where the total is a gain); those that
        ``Assessment.examples`` has can be shown card by card.
    adjusted_p
        How likely a mean so far from zero is by chance, adjusted by Holm for all kinds that are not small; NaN for
        small ones.
    """

    round: str
    position: str
    action: str
    facing: str
    baseline_action: str
    n: int
    total: float
    mean: float
    stderr: float
    small: bool
    examples: tuple[int, ...]
    adjusted_p: float = math.nan

    @property
    def stands_out(self) -> bool:
        """Whether its mean is significantly different from zero among all kinds of decisions (5%, adjusted)."""
        return self.adjusted_p < 0.05

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        found = {name: getattr(self, name) for name in self.__slots__}
        numbers = {name: plain(found[name]) for name in ("total", "mean", "stderr", "adjusted_p")}
        return found | numbers | {"examples": list(self.examples)}


def adjust_leaks(leaks: Sequence[Leak]) -> tuple[Leak, ...]:
    """Return the leaks with p-values that are adjusted for looking at all of them but the small ones."""
    p_values = [math.nan if leak.small else two_sided_p(leak.mean, leak.stderr) for leak in leaks]
    return tuple(replace(leak, adjusted_p=p) for leak, p in zip(leaks, holm(p_values).tolist(), strict=True))


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
        The viewpoint's and its opponents' decisions by round, action and the baseline's action.
    own_value, opponents_value
        What the viewpoint's and the opponents' decisions were worth to the viewpoint. In heads-up limit their sum is
        DIVAT; where prices are hindsight, money less the luck of the board and the value at the start.
    families
        How many of the viewpoint's decisions each family priced: ``divat``, or ``prices`` in hindsight.
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
    families: Mapping[str, int] = field(default_factory=dict)

    @property
    def in_hindsight(self) -> bool:
        """Whether there are prices in hindsight among them: of all hands face up."""
        return "prices" in self.families

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "n": self.n,
            "families": dict(self.families),
            "as_baseline": self.n_as_baseline,
            "own_value": plain(self.own_value),
            "opponents_value": plain(self.opponents_value),
            "own": [cell.as_dict() for cell in self.own],
            "opponents": [cell.as_dict() for cell in self.opponents],
            "worst": [decision.as_dict() for decision in self.worst],
            "best": [decision.as_dict() for decision in self.best],
        }
