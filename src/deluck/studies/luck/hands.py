"""Hands for studies of luck: of published files or simulated, with the estimators' values of every seat."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.errors import StudyDataError, StudyError
from deluck.estimators import Context, find_column
from deluck.estimators.all_in import ALL_IN
from deluck.estimators.board_luck import BOARD_LUCK
from deluck.estimators.divat_nl.family import DIVAT_NL, DIVAT_RING
from deluck.estimators.family import Family
from deluck.estimators.money import MONEY
from deluck.estimators.own_cards import own_cards
from deluck.formats import Rejected, read_columns
from deluck.records import DecisionColumns, HandColumns, walk
from deluck.records.hiding import as_seen_from
from deluck.statistics import Estimate, estimate, standard_deviation, variance_ratio
from deluck.studies.result import Table
from deluck.studies.text import rate

VARIABLE = "DELUCK_INTEROP_DATA"
"""Names the folder of published matches, which are not part of the package."""
USUAL_FOLDER = Path("..") / "shared" / "data"
OWN = ("own_cards", "own_cards_approximate")

_FAMILIES: tuple[Family, ...] = (MONEY, ALL_IN, BOARD_LUCK, DIVAT_NL, DIVAT_RING)
_HANDS_AT_ONCE = 20_000


def published_file(name: str) -> Path:
    """Return the path of a published match, or of a folder of them.

    Raises
    ------
    StudyDataError
        If it is not there.
    """
    path = Path(os.environ.get(VARIABLE, USUAL_FOLDER)) / name
    if not path.exists():
        raise StudyDataError(f"{path} is not there (name the folder of the published matches in {VARIABLE})")
    return path


def read_hands(path: Path) -> HandColumns:
    """Return all hands of a file.

    Raises
    ------
    StudyError
        If one cannot be read.
    """
    parts = []
    for part in read_columns(path):
        if isinstance(part, Rejected):
            raise StudyError(f"{part} (expected a file whose hands can all be read)")
        parts.append(part)
    return HandColumns.concatenate(parts)


def skill_columns(hands: HandColumns, decisions: DecisionColumns) -> dict[str, NDArray[np.float64]]:
    """Return the estimates of skill of all seats that these hands have, in units of the game, float64[n, seats].

    Raises
    ------
    StudyError
        If an estimator that values some of the hands does not value all.
    """
    found: dict[str, NDArray[np.float64]] = {}
    for family in _FAMILIES:
        values = family.values(hands, decisions, Context()).columns
        for spec in family.columns:
            if spec.measures_skill and np.isfinite(values[spec.name]).any():
                found[spec.name] = values[spec.name]
    seated = hands.players >= 0
    for name, values_of_seats in found.items():
        if not np.isfinite(values_of_seats[seated]).all():
            raise StudyError(f"{name} values some hands and not others (expected all)")
    return found


@dataclass(frozen=True, slots=True)
class PlayerValues:
    """What one player's hands were worth to it by each estimator.

    Attributes
    ----------
    values
        By estimator, in units of the game, one per hand, float64[n].
    unit
        ``bb`` for no-limit and pot-limit, ``sb`` for limit.
    """

    values: dict[str, NDArray[np.float64]]
    unit: str

    def __len__(self) -> int:
        return len(self.values["money"])

    def per_hundred(self, name: str) -> Estimate:
        """Return the mean of an estimator in units per 100 hands."""
        return estimate(100 * self.values[name], f"{self.unit}/100")

    def spread(self, name: str) -> Estimate:
        """Return the standard deviation of an estimator in units per hand."""
        return standard_deviation(self.values[name], self.unit)

    def ratio(self, name: str) -> Estimate:
        """Return the variance of money over that of an estimator."""
        return variance_ratio(self.values["money"], self.values[name])

    def difference(self, name: str, other: str) -> Estimate:
        """Return the mean of one estimator less another on the same hands, in units per 100 hands."""
        return estimate(100 * (self.values[name] - self.values[other]), f"{self.unit}/100")

    def table(self, title: str) -> Table:
        """Return a table of all estimators: mean, spread, and what a hand counts for."""
        columns = ("estimator", f"mean, {self.unit}/100 ± 95%", f"SD, {self.unit}", "variance ratio ± 95%")
        rows = (
            (
                find_column(name).label,
                rate(self.per_hundred(name), 2),
                f"{self.spread(name).mean:.3f}",
                rate(self.ratio(name), 2).removeprefix("+"),
            )
            for name in self.values
        )
        return Table(title, columns, tuple(rows))

    def as_dict(self) -> dict[str, dict[str, float]]:
        """Return mean per 100 hands, spread and variance ratio by estimator, with errors."""
        return {
            name: {
                "mean": self.per_hundred(name).mean,
                "stderr": self.per_hundred(name).stderr,
                "sd": self.spread(name).mean,
                "variance_ratio": self.ratio(name).mean,
                "variance_ratio_stderr": self.ratio(name).stderr,
            }
            for name in self.values
        }


def seats_of(hands: HandColumns, player: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return which hands a player takes part in and where it sits in them, int64[k] both."""
    sits = hands.players == hands.names.index(player)
    rows = np.flatnonzero(sits.any(axis=1))
    return rows, sits[rows].argmax(axis=1)


def player_values(hands: HandColumns, players: Sequence[str]) -> dict[str, PlayerValues]:
    """Return the values of players over all their hands by every estimator, all cards known; own cards by its own.

    `own_cards` is computed for each player from the hands as a site shows them to it. Memory stays flat in the number
    of hands but for the values.
    """
    parts: dict[str, list[dict[str, NDArray[np.float64]]]] = {player: [] for player in players}
    for start in range(0, len(hands), _HANDS_AT_ONCE):
        some = hands[start : start + _HANDS_AT_ONCE]
        decisions = walk(some)
        columns = skill_columns(some, decisions)
        for player in players:
            rows, seats = seats_of(some, player)
            if not rows.size:
                continue
            betting = decisions.of_hands(rows)
            hidden = as_seen_from(some[rows], betting, seats)
            own = own_cards(hidden, betting).estimates(columns["money"][rows])
            values = {name: found[rows, seats] for name, found in columns.items()}
            values |= {name: found[np.arange(len(rows)), seats] for name, found in zip(OWN, own, strict=True)}
            parts[player].append(values)
    unit = "sb" if hands.rules[0].is_limit else "bb"
    return {
        player: PlayerValues({name: np.concatenate([part[name] for part in found]) for name in found[0]}, unit)
        for player, found in parts.items()
    }
