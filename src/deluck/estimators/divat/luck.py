"""Luck: what the cards were worth, deal by deal, so that money is DIVAT by roll-out equity plus luck.

The luck of a deal is the value of the baseline's betting on the new cards less the value before they came. Its mean
over the deal is zero, but for the first deal, whose mean is what P1's seat is worth under the baseline.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_STARTING_HANDS, holding_cards, starting_hand_holdings, starting_hands
from deluck.estimators.divat.analysis import Analysis
from deluck.estimators.divat.analysis_kernels import LONGEST, play_baseline
from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.estimators.divat.preflop.store import preflop_table
from deluck.estimators.divat.preflop_values import seat_holdings
from deluck.estimators.divat.rollout import N_LEAVES, sampled_preflop_values, scores, thresholds_of
from deluck.estimators.divat.rounds import N_STREETS, Stakes
from deluck.games import Action
from deluck.isomorphism import matchup_classes
from deluck.metrics.ranks import hand_ranks
from deluck.statistics import Estimate, estimate

NO_ANTE = Stakes()


def luck_by_round(analysis: Analysis) -> NDArray[np.float64]:
    """Return the luck of each street's deal, net to P1 in small bets, float64[m, 4]; the seat value is in the first."""
    before = np.zeros_like(analysis.roe_baseline)
    before[:, 1:] = analysis.roe_actual[:, :-1]
    return np.where(analysis.betting.played, analysis.roe_baseline - before, 0.0)


def luck(analysis: Analysis) -> NDArray[np.float64]:
    """Return the luck of all deals of each hand, the seat value included, net to P1 in small bets, float64[m]."""
    return np.asarray(luck_by_round(analysis).sum(axis=1))


def seat_values(analysis: Analysis) -> NDArray[np.float64]:
    """Return what P1's seat is worth under the baseline, in small bets, float64[m].

    NaN where it can only be sampled: for other settings, and with antes.
    """
    value = seat_value() if analysis.settings == STANDARD else np.nan
    return np.where(analysis.betting.antes == 0, value, np.nan)


@cache
def seat_value() -> float:
    """Return what P1, the big blind, wins on average if both play the standard baseline, exact, in small bets."""
    lookup = matchup_classes().lookup
    numbers, counts = np.unique(lookup[lookup >= 0], return_counts=True)
    first, second = _holdings(numbers.astype(np.int64))
    pots, folded = _first_ends(first, second, STANDARD)
    goes_on = pots > 0
    sums = preflop_table().roll_out_sums(first[goes_on], second[goes_on], pots[goes_on])
    shown = sum(int(total) * int(n) for total, n in zip(sums, counts[goes_on], strict=True))
    return (shown / N_LEAVES[0] + float((folded * counts).sum())) / int(counts.sum())


def sampled_seat_value(settings: Settings, n_deals: int, seed: int = 0, stakes: Stakes = NO_ANTE) -> Estimate:
    """Return what P1, the big blind, wins on average if both play by these settings, sampled, in small bets.

    Every deal drawn is played by the standard baseline without antes too, on the same board: only the difference is
    sampled, and added to the standard seat value, which is exact.

    Parameters
    ----------
    settings
        The thresholds both play by.
    n_deals, seed
        How many deals are drawn, and with which seed.
    stakes
        The small bet and the ante.
    """
    differences = _sampled_starts(settings, n_deals, seed, stakes) - _sampled_starts(STANDARD, n_deals, seed, NO_ANTE)
    found = estimate(differences, "sb/game")
    return Estimate(found.mean + seat_value(), found.stderr, n_deals, found.unit)


def _deals(n_deals: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return four different cards a row, P1's two first, all deals equally likely, int64[n, 4]."""
    cards = np.empty((n_deals, 4), np.int64)
    for index in range(4):
        # the k-th of the cards that are left: step over each one dealt before, the lowest first
        card = rng.integers(52 - index, size=n_deals)
        for dealt in np.sort(cards[:, :index], axis=1).T:
            card += card >= dealt
        cards[:, index] = card
    return cards


@cache
def _sampled_starts(settings: Settings, n_deals: int, seed: int, stakes: Stakes) -> NDArray[np.float64]:
    """Return what deals are worth to P1 if the baseline plays, each on one flop and a few turns and rivers."""
    rng = np.random.default_rng((seed, n_deals))
    cards = _deals(n_deals, rng)
    seeds = rng.integers(1 << 63, size=n_deals, dtype=np.uint64)
    holdings = seat_holdings(cards)
    pots, values = _first_ends(holdings[:, 0], holdings[:, 1], settings, stakes)
    rows = np.flatnonzero(pots)
    rolled_out = sampled_preflop_values(
        cards[rows], pots[rows][:, None], seeds[rows], settings, n_flops=1, small_bet=stakes.small_bet
    )
    values[rows] = rolled_out[:, 0] / stakes.small_bet
    return values


def _holdings(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return P1's and P2's holdings of numbered match-ups."""
    pairs = matchup_classes().matchups[numbers >> 1].astype(np.int64)
    swapped = numbers & 1
    rows = np.arange(len(numbers))
    return pairs[rows, swapped], pairs[rows, 1 - swapped]


def _first_ends(
    first: NDArray[np.int64], second: NDArray[np.int64], settings: Settings, stakes: Stakes = NO_ANTE
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pot with which the baseline's preflop round ends, 0 after a fold, and what P1 wins by that fold."""
    pots, folded = first_rounds(settings, stakes)
    classes = starting_hands()[first], starting_hands()[second]
    return pots[classes], folded[classes]


def first_rounds(settings: Settings, stakes: Stakes = NO_ANTE) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return how the baseline's preflop round ends, by P1's and P2's starting hand.

    The pot in units, 0 after a fold, int64[169, 169], and what P1 wins by that fold in small bets, float64[169, 169].
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
        np.full(n_pairs, Action.FOLD, np.uint8),
        np.full(n_pairs, stakes.small_bet),
        np.full(n_pairs, stakes.ante),
        np.ones(n_pairs, np.int64),
        np.full((n_pairs, N_STREETS), 2 * (stakes.small_bet + stakes.ante)),
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
