"""Round EV: what the baseline's betting of a round is worth, over no betting at all.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, Tables 2 and 3.
"""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.analysis import Analysis


def round_ev(analysis: Analysis) -> NDArray[np.float64]:
    """Return what each round's baseline betting adds to the all-in equity, net to P1 in small bets, float64[m, 4].

    Where the baseline folds, all of it is fold equity.
    """
    return np.where(analysis.betting.played, analysis.aie_baseline - analysis.aie_start, 0.0)
