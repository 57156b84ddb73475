"""LFAT, the luck of the deals by all-in equity, and money less it: the line that players know as all-in adjusted.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, section 2.2.
"""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.analysis import Analysis


def lfat_by_round(analysis: Analysis) -> NDArray[np.float64]:
    """Return how each street's cards changed P1's net share of the pot, by all-in equity, in small bets, float64[m, 4].

    Before the first deal the share is zero and the pot two, and the antes.
    """
    before = np.zeros_like(analysis.aie_start)
    before[:, 1:] = analysis.aie_actual[:, :-1]
    return np.where(analysis.betting.played, analysis.aie_start - before, 0.0)


def lfat(analysis: Analysis) -> NDArray[np.float64]:
    """Return the luck of all deals of each hand by all-in equity, net to P1 in small bets, float64[m]."""
    return np.asarray(lfat_by_round(analysis).sum(axis=1))


def money_minus_lfat(analysis: Analysis) -> NDArray[np.float64]:
    """Return money less the luck of the deals by all-in equity, net to P1 in small bets, float64[m]."""
    return analysis.money - lfat(analysis)
