"""Luck: what the cards were worth, deal by deal, so that money is DIVAT by roll-out equity plus luck.

The luck of a deal is the value of the baseline's betting on the new cards less the value before they came. Its mean
over the deal is zero, but for the first deal, whose mean is what P1's seat is worth under the baseline.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.baseline.policy import STANDARD, Settings
from deluck.baseline.preflop.store import preflop_table
from deluck.baseline.rollout import N_LEAVES, scores, thresholds_of
from deluck.cards import N_STARTING_HANDS, holding_cards, starting_hand_holdings, starting_hands
from deluck.estimators._kernels import FOLD, LONGEST, play_baseline
from deluck.estimators.analysis import Analysis
from deluck.estimators.eligibility import N_STREETS
from deluck.isomorphism import matchup_classes
from deluck.metrics.ranks import hand_ranks


def luck_by_round(analysis: Analysis) -> NDArray[np.float64]:
    """Return the luck of each street's deal, net to P1 in small bets, float64[m, 4]; the seat value is in the first."""
    before = np.zeros_like(analysis.roe_baseline)
    before[:, 1:] = analysis.roe_actual[:, :-1]
    return np.where(analysis.betting.played, analysis.roe_baseline - before, 0.0)


def luck(analysis: Analysis) -> NDArray[np.float64]:
    """Return the luck of all deals of each hand, the seat value included, net to P1 in small bets, float64[m]."""
    return np.asarray(luck_by_round(analysis).sum(axis=1))


def seat_values(analysis: Analysis) -> NDArray[np.float64]:
    """Return what P1's seat is worth under the baseline, in small bets, float64[m]; NaN for other settings."""
    value = seat_value() if analysis.settings == STANDARD else np.nan
    return np.full(len(analysis), value)


@cache
def seat_value() -> float:
    """Return what P1, the big blind, wins on average if both play the standard baseline, exact, in small bets."""
    pots, folded = first_rounds(STANDARD)
    first, second = np.nonzero(matchup_classes().lookup >= 0)
    classes = starting_hands()[first], starting_hands()[second]
    goes_on = pots[classes] > 0
    sums = preflop_table().roll_out_sums(first[goes_on], second[goes_on], pots[classes][goes_on])
    return (int(sums.sum()) / N_LEAVES[0] + float(folded[classes].sum())) / len(first)


def first_rounds(settings: Settings) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return how the baseline's preflop round ends, by P1's and P2's starting hand.

    The pot, 0 after a fold, int64[169, 169], and what P1 wins by that fold, float64[169, 169].
    """
    holdings = np.array([starting_hand_holdings(number)[0] for number in range(N_STARTING_HANDS)])
    ranks = hand_ranks(holding_cards()[holdings], np.empty((N_STARTING_HANDS, 0), np.int64))
    to_bet, to_fold = scores(ranks)
    n_pairs = N_STARTING_HANDS**2
    bet_scores = np.zeros((n_pairs, N_STREETS, 2), np.int64)
    fold_scores = np.zeros((n_pairs, N_STREETS, 2), np.int64)
    for table, values in ((bet_scores, to_bet), (fold_scores, to_fold)):
        table[:, 0, 0] = np.repeat(values, N_STARTING_HANDS)
        table[:, 0, 1] = np.tile(values, N_STARTING_HANDS)
    pots = np.zeros(n_pairs, np.int64)
    folded = np.zeros(n_pairs)
    # Each pair is given a hand that the small blind folds at once: only the baseline's own play is wanted.
    play_baseline(
        np.arange(n_pairs + 1),
        np.full(n_pairs, FOLD, np.uint8),
        np.ones(n_pairs, np.int64),
        np.full((n_pairs, N_STREETS), 2, np.int64),
        bet_scores,
        fold_scores,
        thresholds_of(settings),
        np.zeros(n_pairs, np.uint8),
        np.zeros(n_pairs, np.int64),
        np.zeros(n_pairs),
        np.full((n_pairs, N_STREETS, LONGEST), -1, np.int8),
        pots,
        folded,
    )
    shape = (N_STARTING_HANDS, N_STARTING_HANDS)
    return pots.reshape(shape), folded.reshape(shape)
