"""Money: what P1 won, before rake, in small bets."""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat.analysis import Analysis
from deluck.estimators.divat.rounds import chips_per_unit
from deluck.records import HandColumns


def money(analysis: Analysis) -> NDArray[np.float64]:
    """Return what P1 won in each hand, before rake, in small bets, float64[m]."""
    return analysis.money


def money_of_all(columns: HandColumns) -> NDArray[np.float64]:
    """Return what seat 0 won in each hand for two seats, assessed or not, before rake, in small bets, float64[n].

    NaN for hands of more seats: who of several winners paid how much of the rake is not told.
    """
    first, second = columns.payoffs[:, 0], columns.payoffs[:, min(1, columns.max_seats - 1)]
    # Only a winner pays rake, so the loser's loss is what was won; where neither won, a split pot was raked.
    is_split = (np.abs(first - second) <= columns.rake) & (np.maximum(first, second) <= 0)
    won = np.where(is_split, 0.0, np.where(first > second, -second, first))
    return np.where(columns.n_seats == 2, won / chips_per_unit(columns), np.nan)
