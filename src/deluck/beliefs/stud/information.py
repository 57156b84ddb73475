"""How much is known about who will win: entropy, what an estimate loses, and what reading bets recovers of that.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections V and VI, equations (6)
and (7), Figure 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.beliefs.stud.downcards import divergence, entropy
from deluck.beliefs.stud.table import StudBeliefs
from deluck.metrics.hand_types import hand_types, win_probabilities
from deluck.statistics import Estimate, StatisticsError, estimate

STAGES = ("3D", "3B", "4D", "4B", "5D", "5B", "6D", "6B", "7D", "7B")
"""The ten stages of a hand: after the deal and after the betting of each street."""
_UNIT = "bits"


def true_win_probabilities(hands: Sequence[Sequence[int]], dealt: Sequence[int]) -> NDArray[np.float64]:
    """Return the live seats' chances to win for an observer of all cards dealt, equation (1) scaled to sum to 1.

    Parameters
    ----------
    hands
        The cards of each seat that is still in.
    dealt
        All cards dealt so far, those of folded seats and those hands included.
    """
    return normalised(true_hand_types(hands, dealt))


def true_hand_types(hands: Sequence[Sequence[int]], dealt: Sequence[int]) -> NDArray[np.float64]:
    """Return each hand's distribution over final strengths for an observer of all cards dealt, float64[hands, 7463]."""
    found = [hand_types(hand, [card for card in dealt if card not in hand]).probabilities for hand in hands]
    return np.array(found)


def normalised(distributions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chances to win by equation (1), scaled to sum to 1."""
    wins = win_probabilities(distributions)
    return np.asarray(wins / wins.sum())


class Measures(NamedTuple):
    """What was known at one stage of one hand."""

    n_active: int
    entropy: float
    """Of the true chances to win, in bits."""
    cards_only: float
    """The divergence of the estimate from the cards seen alone, in bits."""
    bet_inferring: float
    """The divergence of the estimate with bets read, in bits."""


def measures_of(beliefs: StudBeliefs, truth: NDArray[np.float64]) -> Measures:
    """Return what the public knows at this point of a hand, compared with the live seats' true chances to win."""
    return Measures(
        len(beliefs.live),
        entropy(truth),
        divergence(truth, beliefs.win_probabilities(reads_bets=False)),
        divergence(truth, beliefs.win_probabilities(reads_bets=True)),
    )


@dataclass(frozen=True, slots=True)
class StageInformation:
    """Averages over the hands that reached a stage with two players or more.

    Attributes
    ----------
    stage
        One of `STAGES`.
    n_hands
        The number of hands that reached it.
    n_active
        The number of players.
    log_players
        log2 of it: the cost of assuming that all are equally likely to win.
    entropy, cards_only, bet_inferring
        As in `Measures`.
    gain
        The share of the cards-only divergence that reading bets saves.
    """

    stage: str
    n_hands: int
    n_active: Estimate
    log_players: Estimate
    entropy: Estimate
    cards_only: Estimate
    bet_inferring: Estimate
    gain: Estimate


def average(measures: NDArray[np.float64]) -> tuple[StageInformation, ...]:
    """Return the averages of each stage that two hands or more reached.

    Parameters
    ----------
    measures
        float64[hands, 10, 4]: a row of `Measures` per stage, NaN where a hand did not reach it.
    """
    found = []
    for index, stage in enumerate(STAGES):
        rows = measures[~np.isnan(measures[:, index, 0]), index]
        if len(rows) < 2:
            continue
        n_active, uncertainty, plain, read = rows.T
        found.append(
            StageInformation(
                stage,
                len(rows),
                estimate(n_active, "players"),
                estimate(np.log2(n_active), _UNIT),
                estimate(uncertainty, _UNIT),
                estimate(plain, _UNIT),
                estimate(read, _UNIT),
                fractional_gain(plain, read),
            )
        )
    return tuple(found)


def fractional_gain(cards_only: ArrayLike, bet_inferring: ArrayLike) -> Estimate:
    """Return (cards-only minus bet-inferring) over cards-only divergence, of the means, with its standard error.

    The error is that of a ratio of means, to first order.

    Raises
    ------
    StatisticsError
        If the cards-only divergence has a mean of zero, so that there is nothing to gain.
    """
    plain, read = np.asarray(cards_only, dtype=np.float64), np.asarray(bet_inferring, dtype=np.float64)
    whole = plain.mean()
    if not whole > 0:
        raise StatisticsError(f"a mean cards-only divergence of {whole} (expected more than 0)")
    ratio = read.mean() / whole
    spread = estimate((read - ratio * plain) / whole, "")
    return Estimate(float(1 - ratio), spread.stderr, len(plain), "of the cards-only divergence")
