"""The hand evaluator: what a hand is worth after the flop against what its opponents may hold.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", sections 4.2 to 4.4.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.weights import WeightTable
from deluck.metrics.holdings import board_holdings, standings
from deluck.metrics.potential import Transitions, effective_hand_strength


@dataclass(frozen=True, slots=True)
class HandEvaluation:
    """A hand after the flop.

    Attributes
    ----------
    hand_strengths
        The chance to be ahead of each opponent now, ties one half (HS).
    hand_strength_n
        The product of them (HS_n).
    positive_potential, negative_potential
        The chance to pull ahead, and to fall behind, with the next card (Ppot, Npot), against the opponents' tables
        averaged; 0 on the river and where potential is switched off.
    effective_hand_strength
        HS_n + (1 - HS_n) Ppot (EHS).
    """

    hand_strengths: tuple[float, ...]
    hand_strength_n: float
    positive_potential: float
    negative_potential: float
    effective_hand_strength: float


def evaluate_hand(
    hole: tuple[int, ...], board: tuple[int, ...], tables: Sequence[WeightTable], *, potential: bool = True
) -> HandEvaluation:
    """Return what a hand is worth against these opponents, by enumeration of every holding and next card.

    Holdings that use one of our cards do not count, whatever weight a table gives them; an opponent whose every
    holding does is one of whom nothing is known.

    Parameters
    ----------
    hole, board
        Our cards, and a flop, turn or river.
    tables
        What each opponent may hold.
    potential
        Whether potential counts.
    """
    stand = standings(hole, board)
    split = np.stack([table.weights for table in tables]) @ stand.counts
    totals = split.sum(axis=1, keepdims=True)
    if not totals.all():
        split = np.where(totals > 0, split, stand.counts.sum(axis=0))
        totals = split.sum(axis=1, keepdims=True)
    shares = (split / totals).reshape(-1, 3, 3)
    strengths = tuple(Transitions(shares, stand.n_to_come).hand_strength.tolist())
    strength_n = math.prod(strengths)
    positive = negative = 0.0
    if potential and stand.n_to_come:
        field = Transitions(shares.mean(axis=0), stand.n_to_come)
        positive, negative = float(field.positive), float(field.negative)
    return HandEvaluation(strengths, strength_n, positive, negative, effective_hand_strength(strength_n, positive))


def field_of(tables: Sequence[WeightTable]) -> NDArray[np.float64]:
    """Return the opponents' probabilities averaged, float64[1326]: the field as one opponent."""
    return np.asarray(np.mean([table.probabilities for table in tables], axis=0))


@dataclass(frozen=True, slots=True)
class HoldingValues:
    """What every holding would be worth to one seat after the flop.

    Attributes
    ----------
    effective_hand_strengths
        EHS, float64[1326]; 0 where the board blocks a holding.
    positive_potentials
        Ppot with the next card, float64[1326].
    """

    effective_hand_strengths: NDArray[np.float64]
    positive_potentials: NDArray[np.float64]


def evaluate_holdings(board: tuple[int, ...], opponents: Sequence[WeightTable]) -> HoldingValues:
    """Return what every holding would be worth to a seat with these opponents.

    Hand strength is reckoned against the opponents' tables averaged, potential against any holding.

    Deviation: the paper evaluates each holding with all weights. Potential against uniform holdings depends on
    the board alone, so that it is counted once for all seats and actions; with weights it would have to be counted
    anew, for every holding and next card, at every action.
    """
    holdings = board_holdings(board)
    strength_n = holdings.hand_strengths(field_of(opponents)) ** len(opponents)
    potentials = holdings.positive_potentials
    return HoldingValues(strength_n + (1 - strength_n) * potentials, potentials)
