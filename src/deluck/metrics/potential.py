"""Hand strength and potential: where we stand against the opponent's holdings now, and after the next cards.

References
----------
Billings, Papp, Schaeffer and Szafron, Opponent modeling and a poker program, section 4.2, equations (1) to (3).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.cards import N_HOLDINGS, Range, check_deal, holding_cards
from deluck.errors import DealError
from deluck.evaluator.lookup import lookup
from deluck.metrics.potential_kernels import fill_transitions
from deluck.parallel import run_all

AHEAD, TIED, BEHIND = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Transitions:
    """How the opponent's weight splits by standing now and after more cards.

    Attributes
    ----------
    weights
        float64[..., 3, 3]: rows are ahead, tied, behind now; columns the same after the cards to come. With uniform
        holdings these are counts of (holding, cards to come).
    n_to_come
        How many cards are still to come: 0, 1 or 2.
    """

    weights: NDArray[np.float64]
    n_to_come: int

    @property
    def hand_strength(self) -> NDArray[np.float64]:
        """The share ahead now, ties one half (HS)."""
        now = self.weights.sum(axis=-1)
        return _ratio(now[..., AHEAD] + now[..., TIED] / 2, now.sum(axis=-1))

    @property
    def final_strength(self) -> NDArray[np.float64]:
        """The share ahead after the cards to come, ties one half; to the river, the weighted 7cHR."""
        then = self.weights.sum(axis=-2)
        return _ratio(then[..., AHEAD] + then[..., TIED] / 2, then.sum(axis=-1))

    @property
    def positive(self) -> NDArray[np.float64]:
        """The chance to be ahead in the end if behind now (Ppot), 0 where nothing is ahead of us."""
        w = self.weights
        gained = w[..., BEHIND, AHEAD] + w[..., BEHIND, TIED] / 2 + w[..., TIED, AHEAD] / 2
        return _ratio(gained, w[..., BEHIND, :].sum(axis=-1) + w[..., TIED, :].sum(axis=-1) / 2)

    @property
    def negative(self) -> NDArray[np.float64]:
        """The chance to be behind in the end if ahead now (Npot), 0 where nothing is behind us."""
        w = self.weights
        lost = w[..., AHEAD, BEHIND] + w[..., AHEAD, TIED] / 2 + w[..., TIED, BEHIND] / 2
        return _ratio(lost, w[..., AHEAD, :].sum(axis=-1) + w[..., TIED, :].sum(axis=-1) / 2)


def _ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.divide(part, whole, out=np.zeros_like(np.asarray(part, dtype=np.float64)), where=np.asarray(whole) > 0)


def transitions(
    holes: ArrayLike, boards: ArrayLike, n_to_come: int, weights: Range | NDArray[np.float64] | None = None
) -> Transitions:
    """Return how the opponent's holdings fare now and after more cards, for many situations, by enumeration.

    Parameters
    ----------
    holes, boards
        Card numbers, shapes (n, 2) and (n, 3), (n, 4) or (n, 5).
    n_to_come
        How many cards to look ahead, 0 to 2, no further than the river.
    weights
        The opponent's range, or float64[1326] or float64[n, 1326] of weights not below 0; uniform if not given.

    Raises
    ------
    CardError, DealError
        If cards collide, shapes do not fit, or no opponent holding with weight is left.
    """
    hole_array = np.ascontiguousarray(holes, dtype=np.int64)
    board_array = np.ascontiguousarray(boards, dtype=np.int64)
    for hole, board in zip(hole_array.tolist(), board_array.tolist(), strict=True):
        check_deal(hole, board)
    n_cards = board_array.shape[1]
    if n_cards == 0 or n_to_come not in (0, 1, 2) or n_cards + n_to_come > 5:
        raise DealError(
            f"cannot look {n_to_come} cards ahead from a board of {n_cards} (expected a flop, turn or river)"
        )
    weight_rows = _weight_rows(weights, len(hole_array))
    out = np.zeros((len(hole_array), 3, 3))
    tables = lookup()

    def fill(rows: slice) -> None:
        fill_transitions(
            hole_array[rows], board_array[rows], n_to_come, holding_cards(), weight_rows[rows], tables, out[rows]
        )

    if len(hole_array) == 1:  # as players ask
        fill(slice(None))
    else:
        at_once = max(1, len(hole_array) // 64)
        run_all(fill, (slice(start, start + at_once) for start in range(0, len(hole_array), at_once)), n_jobs=-1)
    empty = np.flatnonzero(out.sum(axis=(1, 2)) == 0)
    if empty.size:
        raise DealError(f"row {empty[0]}: no opponent holding with weight is left beside the cards dealt")
    return Transitions(out, n_to_come)


def _weight_rows(weights: Range | NDArray[np.float64] | None, n_rows: int) -> NDArray[np.float64]:
    if weights is None:
        return np.ones((n_rows, N_HOLDINGS))
    values = weights.weights if isinstance(weights, Range) else np.asarray(weights, dtype=np.float64)
    if values.shape not in ((N_HOLDINGS,), (n_rows, N_HOLDINGS)) or not (np.isfinite(values) & (values >= 0)).all():
        raise DealError(
            f"weights of shape {values.shape} (expected {N_HOLDINGS} numbers not below 0, or a row for each)"
        )
    return np.ascontiguousarray(np.broadcast_to(values, (n_rows, N_HOLDINGS)))


def effective_hand_strength(hand_strength_n: float, positive_potential: float) -> float:
    """Return the chance to be ahead, or behind and to pull ahead (EHS), equation (3)."""
    return hand_strength_n + (1 - hand_strength_n) * positive_potential
