"""How the steps of `styles` were found: frequencies on the turn in the baseline's own play.

The paper moves the turn's fold frequency by about 6.9 points a step (in a pot of 4 sb: 36.3%, 29.3%, 22.5%) and its
bet frequency by about 7.2 points (45.0%, 37.2%, 30.5%), in 100,000 turn scenarios that it does not describe. The
scenario here: two holdings are dealt at random, and both play before the flop and on the flop by the standard
settings; where nobody folded, both hands count on the turn. A hand bets if its rank reaches Make1, and folds if it
would give up to a first bet in a pot of 4 sb.

The steps in use come from ``calibrate(turn_scenarios(2_000_000, numpy.random.default_rng(2006)))``.

Deviation: in this scenario the standard settings fold and bet more often than the paper says for its own (about 39%
and 41%). The standard settings are kept, and only the steps are fitted.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, section 4.5, Figure 11.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat.baseline_rounds import baseline_actions, round_start
from deluck.estimators.divat.policy import (
    BET_SIZES,
    FLOP,
    PREFLOP,
    STANDARD,
    TURN,
    Ranks,
    Settings,
    StreetSettings,
    fold_threshold,
)
from deluck.estimators.divat.rollout import round_ends, scores
from deluck.estimators.divat.styles import shift_street
from deluck.metrics.ranks import HandRanks, hand_ranks

POINTS_PER_FOLD_STEP = 6.9
POINTS_PER_BET_STEP = 7.2
POT = 4
"""The pot, in small bets, in which a hand on the turn is offered a first bet."""


@dataclass(frozen=True, slots=True)
class TurnScenarios:
    """The hands that reach the turn.

    Attributes
    ----------
    scores
        int64[n]: the whole-number ranks, to bet and to fold by, of both seats' hands.
    total
        The score of a hand that always wins.
    """

    scores: NDArray[np.int64]
    total: int

    def bet_frequency(self, street: StreetSettings) -> float:
        """Return the share of hands that open the betting."""
        return float(np.mean(self.scores >= ceil(street.make[0] * self.total)))

    def fold_frequency(self, street: StreetSettings) -> float:
        """Return the share of hands that fold to a first bet in a pot of 4 sb."""
        bet = BET_SIZES[TURN]
        settings = Settings((street, street, street, street))
        return float(np.mean(self.scores < ceil(fold_threshold(settings, TURN, bet, POT + bet) * self.total)))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The steps that move the turn's frequencies as far as the paper's, in thousandths."""

    fold_step: Fraction
    bet_step: Fraction


def turn_scenarios(n_deals: int, rng: np.random.Generator) -> TurnScenarios:
    """Return the hands that reach the turn when two standard baselines play random deals.

    Parameters
    ----------
    n_deals
        How many deals to play; nearly three of four reach the turn.
    rng
        Where the deals come from.
    """
    found = []
    total = 0
    for start in range(0, n_deals, 100_000):
        n_rows = min(100_000, n_deals - start)
        deck = np.broadcast_to(np.arange(52, dtype=np.int8), (n_rows, 52))
        cards = rng.permuted(deck, axis=1)[:, :8].astype(np.int64)
        pots = _pots_after_preflop(cards)
        cards, pots = cards[pots > 0], pots[pots > 0]
        first, second = _ranks(cards, 3)
        to_bet, to_fold = (np.stack(pair, axis=1) for pair in zip(scores(first), scores(second), strict=True))
        cards = cards[round_ends(FLOP, to_bet, to_fold, pots)[:, 1] == 0]
        for ranks in _ranks(cards, 4):
            found.append(scores(ranks)[0])
            total = ranks.final_total
    return TurnScenarios(np.concatenate(found), total)


def _ranks(cards: NDArray[np.int64], n_board: int) -> tuple[HandRanks, HandRanks]:
    board = np.ascontiguousarray(cards[:, 4 : 4 + n_board])
    first, second = (hand_ranks(np.ascontiguousarray(cards[:, seat : seat + 2]), board) for seat in (0, 2))
    return first, second


def _pots_after_preflop(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the pots after the baseline's preflop rounds, 0 where somebody folded."""
    first, second = _ranks(cards, 0)
    counts = np.stack([first.now_counts, first.final_counts, second.now_counts, second.final_counts], axis=1)
    kinds, which = np.unique(counts, axis=0, return_inverse=True)
    totals = (first.now_total, first.final_total)
    pots = [_pot_after_preflop((kind[0], kind[1]), (kind[2], kind[3]), totals) for kind in kinds.tolist()]
    return np.array(pots, dtype=np.int64)[which.reshape(-1)]


@cache
def _pot_after_preflop(first: tuple[int, int], second: tuple[int, int], totals: tuple[int, int]) -> int:
    """Return the pot after a preflop round between two starting hands, given by their rank counts, 0 after a fold."""
    ranks = tuple(Ranks(Fraction(now, totals[0]), Fraction(final, totals[1])) for now, final in (first, second))
    _, end = baseline_actions(round_start(PREFLOP), (ranks[0], ranks[1]))
    return 0 if end.folder is not None else int(end.pot)


def calibrate(scenarios: TurnScenarios) -> Calibration:
    """Return the steps, in thousandths, whose mean effect one step to either side comes nearest to the paper's."""
    street = STANDARD.streets[TURN]

    def fold_points(step: Fraction) -> float:
        tight, loose = (shift_street(street, shift, Fraction(0)) for shift in (step, -step))
        return 50 * (scenarios.fold_frequency(tight) - scenarios.fold_frequency(loose))

    def bet_points(step: Fraction) -> float:
        aggressive, conservative = (shift_street(street, Fraction(0), shift) for shift in (-step, step))
        return 50 * (scenarios.bet_frequency(aggressive) - scenarios.bet_frequency(conservative))

    return Calibration(_nearest(fold_points, POINTS_PER_FOLD_STEP), _nearest(bet_points, POINTS_PER_BET_STEP))


def _nearest(points: Callable[[Fraction], float], wanted: float) -> Fraction:
    """Return the step, in thousandths up to 0.25, whose points, which rise with it, come nearest to those wanted."""
    low, high = 0, 250
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if points(Fraction(middle, 1000)) < wanted else (low, middle)
    return min((Fraction(step, 1000) for step in (low, high)), key=lambda step: abs(points(step) - wanted))
