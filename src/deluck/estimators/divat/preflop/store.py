"""The preflop roll-out table as it is shipped: whole sums for every match-up, seat and usual pot."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.errors import BaselineError, CardError, TableError
from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.estimators.divat.rollout import N_LEAVES, RollOut
from deluck.isomorphism import N_MATCHUPS, matchup_classes
from deluck.tables import ShippedTable

NAME = "preflop-rollouts"
VERSION = 1
SHIPPED_PATH = Path(__file__).parents[1] / "data" / f"{NAME}.table"
N_BOARDS = 1_712_304
POTS = (2, 4, 6, 8)
"""The pots after a preflop round with at most four bets and blinds of half and one small bet."""


@dataclass(frozen=True, slots=True)
class PreflopTable:
    """Roll-out equity after the preflop round, for every match-up, seat and pot of 2, 4, 6 or 8 small bets.

    Attributes
    ----------
    sums
        int32[47008, 2, 4]: what P1 wins over all 34,246,080 leaves, by match-up, by which of the canonical match-up's
        holdings P1 has, and by pot.
    results
        int32[47008, 3]: boards that the canonical match-up's first holding wins, ties and loses, of 1,712,304.
    """

    sums: NDArray[np.int32]
    results: NDArray[np.int32]

    def roll_out_sums(self, first: ArrayLike, second: ArrayLike, pots: ArrayLike) -> NDArray[np.int64]:
        """Return the sums over 34,246,080 leaves of what P1 wins, for holdings (first is P1's) and pots of equal shape.

        Raises
        ------
        CardError, BaselineError
            If two holdings share a card, or a pot is not 2, 4, 6 or 8.
        """
        found = self._find(first, second)
        pot = np.asarray(pots)
        if not np.isin(pot, POTS).all():
            bad = pot[~np.isin(pot, POTS)].flat[0]
            raise BaselineError(f"the table has no pot of {bad} small bets (expected 2, 4, 6 or 8)")
        sums: NDArray[np.int64] = self.sums[found >> 1, found & 1, pot // 2 - 1].astype(np.int64)
        return sums

    def roll_out(self, first: int, second: int, pot: int) -> RollOut:
        """Return the roll-out equity of one match-up, net to P1, who has the first holding."""
        return RollOut(int(self.roll_out_sums(first, second, pot)), N_LEAVES[0])

    def all_in_results(self, first: ArrayLike, second: ArrayLike) -> NDArray[np.int64]:
        """Return how many of 1,712,304 boards the first holding wins, ties and loses, int64[..., 3]."""
        found = self._find(first, second)
        results = self.results[found >> 1].astype(np.int64)
        return np.asarray(np.where((found & 1)[..., None] == 1, results[..., ::-1], results))

    @staticmethod
    def _find(first: ArrayLike, second: ArrayLike) -> NDArray[np.int32]:
        found = np.asarray(matchup_classes().lookup[np.asarray(first), np.asarray(second)])
        if (found < 0).any():
            raise CardError("two holdings share a card (expected four different cards)")
        return found


def write_table(table: PreflopTable, settings: Settings, path: Path = SHIPPED_PATH) -> None:
    """Write a table with the hash of its settings, whole or not at all."""
    arrays: dict[str, NDArray[Any]] = {"settings": encoded(settings), "sums": table.sums, "results": table.results}
    ShippedTable(NAME, VERSION, path).write(arrays)


def read_table(settings: Settings = STANDARD, path: Path = SHIPPED_PATH) -> PreflopTable:
    """Return the table in a file.

    Raises
    ------
    TableError
        If it is absent, damaged, of another version, or was computed for other settings.
    """
    arrays = ShippedTable(NAME, VERSION, path).open()
    if arrays is None:
        raise TableError(f"{path} is not there (build it with `deluck tables build-preflop`)")
    if set(arrays) != {"settings", "sums", "results"} or arrays["sums"].shape != (N_MATCHUPS, 2, len(POTS)):
        raise TableError(f"{path} is damaged: it does not hold what a preflop table holds")
    found = arrays["settings"].tobytes().decode("ascii", "replace")
    if found != settings.hash:
        raise TableError(f"{path} was computed for settings {found}, not for {settings.hash}")
    return PreflopTable(sums=arrays["sums"], results=arrays["results"])


@cache
def preflop_table() -> PreflopTable:
    """Return the shipped table of the standard settings, read at first use."""
    return read_table()


def encoded(settings: Settings) -> NDArray[np.uint8]:
    """Return the hash of settings as an array, to stand beside what was computed for them."""
    return np.frombuffer(settings.hash.encode("ascii"), dtype=np.uint8).copy()
