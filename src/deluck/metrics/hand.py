"""Everything about one hand on one board, in one object."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deluck.cards import Range, as_cards, check_deal, holding_cards, holding_of
from deluck.errors import DealError
from deluck.metrics.equity import all_in_equity
from deluck.metrics.potential import Transitions, effective_hand_strength, transitions
from deluck.metrics.ranks import effective_rank_to_fold, hand_ranks

MOST_OPPONENTS = 22


@dataclass(frozen=True, slots=True)
class HandMetrics:
    """The metrics of one hand; None where a metric does not exist on that street.

    The hand strength against n opponents is the one against a single opponent to the power n. On the river nothing is
    to come, so the effective hand strength is the hand strength.
    """

    immediate_hand_rank: float
    seven_card_hand_rank: float
    effective_rank_to_bet: float
    effective_rank_to_fold: float
    hand_strength: float | None
    hand_strength_n: float | None
    positive_potential_1: float | None
    negative_potential_1: float | None
    positive_potential_2: float | None
    negative_potential_2: float | None
    effective_hand_strength: float | None


def hand_metrics(
    hole: str | Sequence[int],
    board: str | Sequence[int] = (),
    *,
    opponents: int = 1,
    weights: Range | None = None,
) -> HandMetrics:
    """Return the metrics of one hand, exact.

    Parameters
    ----------
    hole, board
        Text (``AcKc``) or card numbers; a board of 0, 3, 4 or 5 cards.
    opponents
        How many opponents, 1 to 22; ranks and potentials are against one of them.
    weights
        The opponent's range; every holding alike if not given. A holding counts its weight once for each completion of
        the board that it allows, so the weighted 7cHR is the equity against the range.

    Raises
    ------
    CardError, DealError, RangeError
        If the cards cannot lie on one table, or nothing is left of the range.
    """
    hole_cards, board_cards = as_cards(hole), as_cards(board)
    check_deal(hole_cards, board_cards)
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise DealError(f"cannot compute with {opponents} opponents (expected 1 to {MOST_OPPONENTS})")
    if weights is not None:
        weights = weights.without((*hole_cards, *board_cards))
    n_board = len(board_cards)
    ahead = {n: _transitions(hole_cards, board_cards, n, weights) for n in (0, 1, 2) if n_board and n_board + n <= 5}
    immediate, seven_card = _ranks(hole_cards, board_cards, weights, ahead)
    strength = immediate if n_board else None
    strength_n = None if strength is None else strength**opponents
    one, two = ahead.get(1), ahead.get(2)
    return HandMetrics(
        immediate_hand_rank=immediate,
        seven_card_hand_rank=seven_card,
        effective_rank_to_bet=max(immediate, seven_card),
        effective_rank_to_fold=float(effective_rank_to_fold(immediate, seven_card, n_board)),
        hand_strength=strength,
        hand_strength_n=strength_n,
        positive_potential_1=None if one is None else float(one.positive[0]),
        negative_potential_1=None if one is None else float(one.negative[0]),
        positive_potential_2=None if two is None else float(two.positive[0]),
        negative_potential_2=None if two is None else float(two.negative[0]),
        effective_hand_strength=None
        if strength_n is None
        else effective_hand_strength(strength_n, 0.0 if one is None else float(one.positive[0])),
    )


def _transitions(hole: Sequence[int], board: Sequence[int], n_to_come: int, weights: Range | None) -> Transitions:
    return transitions([list(hole)], [list(board)], n_to_come, weights)


def _ranks(
    hole: Sequence[int], board: Sequence[int], weights: Range | None, ahead: dict[int, Transitions]
) -> tuple[float, float]:
    """Return IHR and 7cHR: from the tables if holdings are uniform, by enumeration if they are weighted."""
    if weights is None:
        ranks = hand_ranks([list(hole)], np.array([list(board)], dtype=np.int64).reshape(1, len(board)))
        return float(ranks.immediate[0]), float(ranks.seven_card[0])
    if board:
        return float(ahead[0].hand_strength[0]), float(ahead[5 - len(board)].final_strength[0])
    seven_card = all_in_equity([Range.of([holding_of(*hole)]), weights]).players[0].equity
    return _preflop_rank(hole, weights), seven_card


def _preflop_rank(hole: Sequence[int], weights: Range) -> float:
    """Return the weighted share beaten before the flop: a pair beats no pair, then high card, then second card."""
    ranks = np.sort(holding_cards() >> 2, axis=1)
    order = 169 * (ranks[:, 0] == ranks[:, 1]) + 13 * ranks[:, 1] + ranks[:, 0]
    ours = order[holding_of(*hole)]
    beaten = (ours > order) + (ours == order) / 2
    return float((weights.weights * beaten).sum() / weights.weights.sum())
