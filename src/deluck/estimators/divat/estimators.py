"""The numbers of an analysis by name: every estimator of each hand, and of each round where it has rounds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.errors import EstimatorError
from deluck.estimators.divat.analysis import Analysis
from deluck.estimators.divat.differences import (
    dcash,
    divat_aie,
    divat_aie_by_round,
    divat_roe,
    divat_roe_by_round,
    lfat,
    lfat_by_round,
    money_minus_dcash,
    money_minus_lfat,
)
from deluck.estimators.divat.hindsight import evat, evat_by_round
from deluck.estimators.divat.luck import luck, luck_by_round, seat_values

Columns = Callable[[Analysis], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Estimator:
    """A number for every hand, net to P1, seat 0, in small bets.

    Attributes
    ----------
    name
        As it is asked for and printed.
    by_hand
        From an analysis of m hands, float64[m].
    by_round
        The same split by street, float64[m, 4], or None if it has no rounds.
    """

    name: str
    by_hand: Columns
    by_round: Columns | None = None


_ALL = (
    Estimator("money", lambda analysis: analysis.money),
    Estimator("lfat", lfat, lfat_by_round),
    Estimator("money_minus_lfat", money_minus_lfat),
    Estimator("evat", evat, evat_by_round),
    Estimator("divat_aie", divat_aie, divat_aie_by_round),
    Estimator("divat_roe", divat_roe, divat_roe_by_round),
    Estimator("luck", luck, luck_by_round),
    Estimator("seat_value", seat_values),
    Estimator("dcash", dcash),
    Estimator("money_minus_dcash", money_minus_dcash),
)
ESTIMATORS = {estimator.name: estimator for estimator in _ALL}
"""Every estimator by its name, in the order they are shown."""


def find_estimator(name: str) -> Estimator:
    """Return the estimator of this name.

    Raises
    ------
    EstimatorError
        If there is none.
    """
    if name not in ESTIMATORS:
        raise EstimatorError(f"no estimator {name!r} (expected one of {', '.join(ESTIMATORS)})")
    return ESTIMATORS[name]


def estimate_hands(analysis: Analysis, names: Iterable[str] = tuple(ESTIMATORS)) -> dict[str, NDArray[np.float64]]:
    """Return a column for each estimator named: a number for every hand, NaN where it was not assessed."""
    return {name: analysis.spread(find_estimator(name).by_hand(analysis)) for name in names}
