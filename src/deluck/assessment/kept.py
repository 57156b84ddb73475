"""What stays of every hand of the viewpoint: 150 bytes, all net to it; in a file if the log is long."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from deluck.estimators import EstimatorError
from deluck.games import STREET_NAMES, position_names

if TYPE_CHECKING:
    import pyarrow as pa

ROUND_NAMES = ("luck", "divat_roe")
"""Estimators of which every street's part is kept."""
POSITIONS = position_names(10)
"""Every position of hold'em, from the small blind to the button; tables of fewer seats have some of them."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KeptHands:
    """The hands of the viewpoint in the order they were read, net to it, in its unit, before rake; n of them.

    Attributes
    ----------
    hand_ids
        Each hand's number or name in its source, an Arrow array of text.
    rows
        Each hand's place among all valid hands read, int64[n].
    seats
        Where the viewpoint sat, int8[n]: heads-up 0 is P1, the big blind.
    n_seats
        How many were dealt in, int8[n].
    positions
        The viewpoint's position, a place in `POSITIONS`, -1 in games that have none, int8[n].
    opponents
        The opponent of heads-up hands, a place in the assessment's players, else -1, int32[n].
    reasons
        Why a hand was not assessed, a ``Reason``, 0 if it was, uint8[n].
    n_rounds
        Streets with betting, 0 where not assessed, int8[n].
    antes
        In small bets, float32[n].
    sampled
        Whether preflop values are from a sample, bool[n].
    money, rake, lfat, evat, divat_aie, dcash
        float64[n], NaN where there is no value.
    luck, divat_roe
        By street, float64[n, 4], NaN where not assessed, 0 on streets that were not reached.
    seat_values
        What P1's seat is worth under the baseline, by the ante.
    pairs
        The number of each hand's duplicate pair, -1 for none, int32[n].
    """

    hand_ids: "pa.Array"
    rows: NDArray[np.int64]
    seats: NDArray[np.int8]
    n_seats: NDArray[np.int8]
    positions: NDArray[np.int8]
    opponents: NDArray[np.int32]
    reasons: NDArray[np.uint8]
    n_rounds: NDArray[np.int8]
    antes: NDArray[np.float32]
    sampled: NDArray[np.bool_]
    money: NDArray[np.float64]
    rake: NDArray[np.float64]
    lfat: NDArray[np.float64]
    evat: NDArray[np.float64]
    divat_aie: NDArray[np.float64]
    dcash: NDArray[np.float64]
    luck: NDArray[np.float64]
    divat_roe: NDArray[np.float64]
    seat_values: dict[float, float]
    pairs: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def assessed(self) -> NDArray[np.bool_]:
        """Which hands were assessed, bool[n]."""
        return np.asarray(self.reasons == 0)

    def values(self, name: str, round: str | None = None) -> NDArray[np.float64]:  # noqa: A002 - the word for it
        """Return the values of an estimator, one a hand (one a pair for the duplicate ones), NaN where it has none.

        Raises
        ------
        EstimatorError
            If there is no such estimator, or it is not kept by street.
        """
        if round is not None:
            if name not in ROUND_NAMES or round not in STREET_NAMES:
                raise EstimatorError(
                    f"no {name!r} on the {round!r} (expected {' or '.join(ROUND_NAMES)}, on {', '.join(STREET_NAMES)})"
                )
            return np.asarray(getattr(self, name)[:, STREET_NAMES.index(round)])
        if name in ROUND_NAMES:
            return np.asarray(getattr(self, name).sum(axis=1))
        if name == "money_minus_lfat":
            return self.money - self.lfat
        if name == "money_minus_dcash":
            return self.money - self.dcash
        if name == "seat_value":
            worth = np.full(len(self), np.nan)
            for ante, value in self.seat_values.items():
                worth[self.assessed & (self.antes == ante)] = value
            return np.where(self.seats == 0, worth, -worth)
        if name == "duplicate_money":
            return self.by_pair(self.money)
        if name == "duplicate_divat":
            return self.by_pair(self.values("divat_roe"))
        if name not in ("money", "rake", "lfat", "evat", "divat_aie", "dcash"):
            raise EstimatorError(f"no estimator {name!r}")
        return np.asarray(getattr(self, name))

    def by_pair(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of each pair's two games, float64[pairs]; NaN unless both have a value."""
        n_pairs = int(self.pairs.max(initial=-1)) + 1
        paired = self.pairs >= 0
        return np.bincount(self.pairs[paired], weights=values[paired], minlength=n_pairs) / 2
