"""How many hands a question takes, by each estimator, from the spread of hands that were played before."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from deluck.assessment.standings import Side, side_of
from deluck.assessment.summary import plain, rounded_hands, summarise
from deluck.assessment.viewpoint import Index, Wanted
from deluck.errors import AssessmentError
from deluck.estimators import find_column
from deluck.estimators.registry import PAIRED
from deluck.games import Structure
from deluck.plain_text import shown_name
from deluck.statistics import POWER, hands_needed, power_of
from deluck.values import Values

_EDGE = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*(m?)([bs]b)\s*/\s*(100|game|hand|g|h|1)\s*", re.IGNORECASE)


def parse_edge(text: str) -> float:
    """Return an edge per game, in big blinds (small bets in limit), from ``5bb/100``, ``0.05 bb/game`` or ``50mbb/g``.

    Raises
    ------
    AssessmentError
        If the text is no edge, or zero.
    """
    found = _EDGE.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise AssessmentError(f"no edge: {text!r} (expected such as 5bb/100, 0.05sb/game or 50mbb/game)")
    return float(found[1]) / (1000 if found[2] else 1) / (100 if found[4] == "100" else 1)


@dataclass(frozen=True, slots=True)
class PlannedEstimator:
    """One estimator of a plan.

    Attributes
    ----------
    name
        The estimator.
    n
        The hands its spread is computed from.
    sd
        The standard deviation of one game: of a duplicate estimator, that of a pair's mean times the root of two.
    hands_needed
        Games that show the edge with 80% power: the 95% interval of so many excludes zero four times in five.
    worth
        How many hands of money one of these is worth.
    power
        The power of the number of hands asked about; None if none was.
    """

    name: str
    n: int
    sd: float
    hands_needed: float
    worth: float
    power: float | None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON; what is not finite is None."""
        return {
            "n": self.n,
            "sd": plain(self.sd),
            "hands_needed": plain(self.hands_needed),
            "worth": plain(self.worth),
            "power": None if self.power is None else plain(self.power),
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Plan:
    """How many hands it takes to show an edge.

    Attributes
    ----------
    player
        Whose hands the spreads are of.
    edge
        Per game, in the unit.
    unit
        ``sb`` or ``bb``.
    n_hands
        How many hands the spreads are computed from.
    n_asked
        The number of hands whose power was asked for, or None.
    estimators
        By name, money first; with duplicate pairs also those of pairs.
    """

    player: str
    edge: float
    unit: str
    n_hands: int
    n_asked: int | None
    estimators: dict[str, PlannedEstimator]

    @property
    def best(self) -> PlannedEstimator:
        """The estimator that needs the fewest hands."""
        return min(self.estimators.values(), key=lambda each: each.hands_needed)

    @property
    def verdict(self) -> str:
        """One sentence: how many hands it takes by the best estimator, and by money."""
        best, money = self.best, self.estimators["money"]
        shown = f"To show an edge of {100 * self.edge:g} bb/100 with {POWER:.0%} power"
        if best.name == "money":
            return f"{shown} takes about {rounded_hands(money.hands_needed):,} hands of money."
        return (
            f"{shown} takes about {rounded_hands(best.hands_needed):,} hands by {find_column(best.name).label}, and "
            f"{rounded_hands(money.hands_needed):,} by money alone."
        )

    def notes(self) -> tuple[str, ...]:
        """Return the sentences that must stand beside the verdict."""
        return (
            f"The spreads are those of {self.n_hands:,} hands of {shown_name(self.player)}, and hold for play like it. "
            "Whoever looks while hands are played needs more: the interval that is valid at every look is at least "
            "1.55 times as wide.",
        )

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "viewpoint": self.player,
            "edge": self.edge,
            "unit": f"{self.unit}/game",
            "power": POWER,
            "hands": self.n_hands,
            "hands_asked": self.n_asked,
            "estimators": {name: each.as_dict() for name, each in self.estimators.items()},
            "verdict": self.verdict,
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        rows = [
            f"{find_column(name).label}: {rounded_hands(each.hands_needed):,} hands"
            for name, each in self.estimators.items()
        ]
        return "\n".join([*rows, self.verdict])


def plan_hands(
    values: Values,
    edge: str | float,
    *,
    player: str | None = None,
    structure: Structure | None = None,
    n_hands: int | None = None,
) -> Plan:
    """Return how many hands it takes to show an edge with 80% power, by each estimate of skill.

    Parameters
    ----------
    values
        Of hands like those to be played.
    edge
        ``5bb/100``; or a number, per game in big blinds (small bets in limit).
    player
        Whose hands; by default the one whose log it is, or the first named.
    structure
        Only hands of this structure; by default that of the player's first hand.
    n_hands
        Also say with which power so many hands show the edge.

    Raises
    ------
    AssessmentError
        If the edge cannot be read, or there are fewer than two hands of the player.
    """
    wanted = parse_edge(edge) if isinstance(edge, str) else float(edge)
    if n_hands is not None and n_hands < 1:
        raise AssessmentError(f"{n_hands} hands (expected 1 or more)")
    side = side_of(Index(values), Wanted(player=player, structure=structure))
    if len(side) < 2:
        raise AssessmentError(f"{len(side)} hand of {shown_name(side.player)} has no spread (expected two or more)")
    spreads = _spreads(side)
    money = spreads["money"][1]
    found = {}
    for name, (n, sd) in spreads.items():
        needed = hands_needed(wanted, sd)
        if needed is None:
            raise AssessmentError(f"an edge of {wanted} (expected a number other than zero)")
        worth = (money / sd) ** 2 if sd > 0 else np.inf
        power = None if n_hands is None else power_of(wanted, sd, n_hands)
        found[name] = PlannedEstimator(name, n, sd, needed, worth, power)
    return Plan(
        player=side.player,
        edge=wanted,
        unit=side.unit,
        n_hands=len(side),
        n_asked=n_hands,
        estimators=found,
    )


def _spreads(side: Side) -> dict[str, tuple[int, float]]:
    """Return for each estimator how many games its spread is from, and the spread of one game."""
    found = {name: (len(side), summarise(name, values).sd) for name, values in side.columns.items()}
    if side.hands.found_pairs is not None:
        for name, column in PAIRED.items():
            if column in side.columns:
                summary = summarise(name, side.hands.by_pair(side.columns[column]))
                if summary.n > 1:
                    found[name] = (2 * summary.n, summary.sd * 2**0.5)
    return found
