"""DIVAT: what each round's betting, and each decision, was worth against the baseline's.

A round's difference is the value after the betting as it was less that after the baseline's betting, both from the
pot and the cards the round began with. A decision is worth what it changes if the baseline goes on from it to the end
of the round; a round's decisions add up to its difference exactly.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, sections 3.2 to 3.4.
"""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.analysis import Analysis


def divat_aie_by_round(analysis: Analysis) -> NDArray[np.float64]:
    """Return each round's DIVAT difference by all-in equity, net to P1 in small bets, float64[m, 4]."""
    return analysis.aie_actual - analysis.aie_baseline


def divat_aie(analysis: Analysis) -> NDArray[np.float64]:
    """Return each hand's DIVAT difference by all-in equity, net to P1 in small bets, float64[m]."""
    return np.asarray(divat_aie_by_round(analysis).sum(axis=1))


def divat_roe_by_round(analysis: Analysis) -> NDArray[np.float64]:
    """Return each round's DIVAT difference by roll-out equity, net to P1 in small bets, float64[m, 4]."""
    return analysis.roe_actual - analysis.roe_baseline


def divat_roe(analysis: Analysis) -> NDArray[np.float64]:
    """Return each hand's DIVAT difference by roll-out equity, net to P1 in small bets, float64[m]: unbiased."""
    return np.asarray(divat_roe_by_round(analysis).sum(axis=1))


def decision_prices(analysis: Analysis) -> NDArray[np.float64]:
    """Return what each decision was worth by roll-out equity, net to P1 in small bets, float64[d].

    Zero where the baseline would have done the same. The hand, street and seat of each stand in ``analysis.betting``.
    """
    betting = analysis.betting
    after = np.empty_like(analysis.values_before)
    after[:-1] = analysis.values_before[1:]
    last = np.append(betting.round_starts[1:], True)[: len(after)]
    after[last] = analysis.roe_actual[betting.hands[last], betting.streets[last]]
    return after - analysis.values_before


def decision_prices_to_actor(analysis: Analysis) -> NDArray[np.float64]:
    """Return what each decision was worth to the seat that made it, by roll-out equity in small bets, float64[d]."""
    prices = decision_prices(analysis)
    return np.where(analysis.betting.seats == 0, prices, 0.0 - prices)
