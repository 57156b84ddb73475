"""The hand evaluator: what a hand is worth after the flop against what its opponents may hold.

`evaluate_hand` evaluates one hand, `evaluate_all_hands` every holding of a board at once in the same way.
`approximate_values` is the cheaper evaluation that the opponent modeller uses at every action.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", sections 4.2 to 4.4.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.evaluation_kernels import BEATEN, GAINED, N_SUMS, NOT_BEATEN, TOTAL, fill_gains, fill_sums
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import DECK, N_HOLDINGS, holding_cards
from deluck.metrics.holdings import BoardHoldings, board_holdings, standings
from deluck.metrics.potential import Transitions, effective_hand_strength

N_BOARDS_CACHED = 16  # 3.5 MB each
RIVER_CARDS = 5


@dataclass(frozen=True, slots=True)
class HandEvaluation:
    """A hand after the flop.

    Attributes
    ----------
    hand_strengths
        The probability of being ahead of each opponent now, ties one half (HS).
    hand_strength_n
        Their product (HS_n).
    positive_potential, negative_potential
        The probability of pulling ahead, and of falling behind, with the next card (Ppot, Npot), against the average of
        the opponents' tables; 0 on the river and where potential is switched off.
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

    Holdings that use one of our cards do not count, whatever weight a table gives them. An opponent left without any
    holding is treated as one about whom nothing is known.

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


@dataclass(frozen=True, slots=True)
class HoldingValues:
    """What every holding would be worth to one seat after the flop.

    Attributes
    ----------
    effective_hand_strengths
        EHS, float64[1326]; 0 for holdings that use a card of the board.
    positive_potentials
        Ppot with the next card, float64[1326].
    """

    effective_hand_strengths: NDArray[np.float64]
    positive_potentials: NDArray[np.float64]


def evaluate_all_hands(
    board: tuple[int, ...], tables: Sequence[WeightTable], *, potential: bool = True
) -> HoldingValues:
    """Return what `evaluate_hand` finds for every holding, up to rounding: each sum is taken in another order.

    Parameters
    ----------
    board
        A flop, turn or river.
    tables
        What each opponent may hold.
    potential
        Whether potential counts.
    """
    now = board_holdings(board).strengths
    with_potential = potential and len(board) < RIVER_CARDS
    gains = _gains(board) if with_potential else np.empty((0, 0), dtype=np.int16)
    uniform = np.ones(N_HOLDINGS)
    sums = np.empty((len(tables) + 1, N_HOLDINGS, N_SUMS))
    fill_sums(now, gains, holding_cards(), np.stack([*(table.weights for table in tables), uniform]), sums)
    each = np.where(sums[:-1, :, TOTAL, None] > 0, sums[:-1], sums[-1])  # nothing left: as if nothing were known
    totals = np.where(now > 0, each[..., TOTAL], 1.0)
    strength_n = (each[..., BEATEN] / totals).prod(axis=0)
    gained = (each[..., GAINED] / totals).mean(axis=0) / (48 - len(board))
    behind = (each[..., NOT_BEATEN] / totals).mean(axis=0)
    positive = np.divide(gained, behind, out=np.zeros(N_HOLDINGS), where=behind > 0)
    return HoldingValues(strength_n + (1 - strength_n) * positive, positive)


@lru_cache(maxsize=N_BOARDS_CACHED)
def _gains(board: tuple[int, ...]) -> NDArray[np.int16]:
    """Return how often each holding gains on each other one with the next card, as `fill_gains` counts it."""
    after = [BoardHoldings((*board, card)).strengths for card in DECK if card not in board]
    gains = np.empty((N_HOLDINGS, N_HOLDINGS), dtype=np.int16)
    fill_gains(board_holdings(board).strengths, np.stack(after), gains)
    gains.setflags(write=False)
    return gains


def field_of(tables: Sequence[WeightTable]) -> NDArray[np.float64]:
    """Return the average of the opponents' probabilities, float64[1326]: the field as one opponent."""
    return np.asarray(np.mean([table.probabilities for table in tables], axis=0))


def approximate_values(board: tuple[int, ...], opponents: Sequence[WeightTable]) -> HoldingValues:
    """Return what every holding would be worth to a seat with these opponents, as the opponent modeller computes it.

    Hand strength is computed against the average of the opponents' tables, potential against uniform holdings.

    Deviation: the paper evaluates each holding with all weights. Potential against uniform holdings depends on the
    board alone, so it is counted once for all seats and actions; with weights it would have to be counted again, for
    every holding and next card, at every action.
    """
    holdings = board_holdings(board)
    strength_n = holdings.hand_strengths(field_of(opponents)) ** len(opponents)
    potentials = holdings.positive_potentials
    return HoldingValues(strength_n + (1 - strength_n) * potentials, potentials)
