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

from deluck.estimators.divat.analysis import Analysis


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


def round_ev(analysis: Analysis) -> NDArray[np.float64]:
    """Return what each round's baseline betting adds to the all-in equity, net to P1 in small bets, float64[m, 4].

    Where the baseline folds, all of it is fold equity.
    """
    return np.where(analysis.betting.played, analysis.aie_baseline - analysis.aie_start, 0.0)


def dcash(analysis: Analysis) -> NDArray[np.float64]:
    """Return the baseline's money on the cards that each hand saw, net to P1 in small bets, float64[m].

    Cards that were not dealt because the hand ended early count by roll-out equity, also where the record has them:
    the number must not depend on how much a log tells.
    """
    return analysis.self_play


def money_minus_dcash(analysis: Analysis) -> NDArray[np.float64]:
    """Return money less what the baseline would have won, net to P1 in small bets, float64[m]."""
    return analysis.money - analysis.self_play
