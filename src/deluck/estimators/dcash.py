"""Dcash: what P1 would have won on these cards if both seats had played the baseline, and money less it."""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.analysis import Analysis


def dcash(analysis: Analysis) -> NDArray[np.float64]:
    """Return the baseline's money on the cards that each hand saw, net to P1 in small bets, float64[m].

    Cards that were not dealt because the hand ended early count by roll-out equity, also where the record has them:
    the number must not depend on how much a log tells.
    """
    return analysis.self_play


def money_minus_dcash(analysis: Analysis) -> NDArray[np.float64]:
    """Return money less what the baseline would have won, net to P1 in small bets, float64[m]."""
    return analysis.money - analysis.self_play
