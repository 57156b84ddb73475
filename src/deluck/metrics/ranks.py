"""Hand ranks: the share of the opponent's holdings we beat, now (IHR) and on the river (7cHR), and their use (EHR).

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, section 3.1.1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.cards import DECK
from deluck.errors import DealError
from deluck.parallel import run_all
from deluck.tables import hand_rank_tables

FLOP = 3
_ROWS_AT_ONCE = 32_768  # few enough that a part's columns stay in the processor's cache


@dataclass(frozen=True, slots=True)
class HandRanks:
    """The ranks of many situations of one street against a uniform opponent, as exact counts and as shares.

    Attributes
    ----------
    now_counts, final_counts
        int64[n]: twice the holdings beaten plus those tied, now and summed over every completion of the board.
    now_total, final_total
        The counts of a holding that always wins. Comparing ``count * denominator`` with ``total * numerator`` decides a
        threshold exactly.
    n_board_cards
        0, 3, 4 or 5.
    """

    now_counts: NDArray[np.int64]
    final_counts: NDArray[np.int64]
    now_total: int
    final_total: int
    n_board_cards: int

    @property
    def immediate(self) -> NDArray[np.float64]:
        """The share of holdings beaten now, ties one half (IHR)."""
        return self.now_counts / self.now_total

    @property
    def seven_card(self) -> NDArray[np.float64]:
        """The mean over every completion of the board of the river rank (7cHR)."""
        return self.final_counts / self.final_total

    @property
    def effective_to_bet(self) -> NDArray[np.float64]:
        """The rank to bet by: the larger of IHR and 7cHR (EHR)."""
        return np.maximum(self.immediate, self.seven_card)

    @property
    def effective_to_fold(self) -> NDArray[np.float64]:
        """The rank to fold by: the average of IHR and 7cHR on the flop, the larger elsewhere (EHR)."""
        return effective_rank_to_fold(self.immediate, self.seven_card, self.n_board_cards)


def effective_rank_to_fold(immediate: ArrayLike, seven_card: ArrayLike, n_board_cards: int) -> NDArray[np.float64]:
    """Return the rank to fold by: the average of IHR and 7cHR on the flop, the larger elsewhere (EHR)."""
    if n_board_cards == FLOP:
        return np.add(immediate, seven_card, dtype=np.float64) / 2
    return np.maximum(immediate, seven_card, dtype=np.float64)


def hand_ranks(holes: ArrayLike, boards: ArrayLike) -> HandRanks:
    """Return the ranks of many situations, looked up in the tables (which the first use builds).

    Parameters
    ----------
    holes
        Card numbers, shape (n, 2).
    boards
        Card numbers, shape (n, 0), (n, 3), (n, 4) or (n, 5): one street for all.

    Raises
    ------
    CardError, DealError
        If a row holds a number that is no card or a card twice, or the shapes do not fit.
    """
    hole_rows, board_rows = _rows(holes, "hole cards"), _rows(boards, "boards")
    if hole_rows.shape[1] != 2 or len(hole_rows) != len(board_rows):
        raise DealError(
            f"hole cards of shape {hole_rows.shape} with boards of shape {board_rows.shape} "
            "(expected (n, 2) with (n, 0), (n, 3), (n, 4) or (n, 5))"
        )
    n_rows, n_board_cards = board_rows.shape
    tables = hand_rank_tables()
    street = tables.street(n_board_cards)
    now = np.empty(n_rows, dtype=np.int64)
    final = now if street.final is street.now else np.empty(n_rows, dtype=np.int64)

    def look_up(start: int) -> None:
        part = slice(start, start + _ROWS_AT_ONCE)
        indices = tables.indices(
            np.ascontiguousarray(hole_rows[part], dtype=np.int64),
            np.ascontiguousarray(board_rows[part], dtype=np.int64),
            first_row=start,
        )
        now[part] = street.now.take(indices)
        if final is not now:
            final[part] = street.final.take(indices)

    if n_rows <= _ROWS_AT_ONCE:  # players ask for one hand at a time
        look_up(0)
    else:
        run_all(look_up, range(0, n_rows, _ROWS_AT_ONCE), n_jobs=-1)
    return HandRanks(now, final, street.now_total, street.final_total, n_board_cards)


def _rows(cards: ArrayLike, what: str) -> NDArray[np.integer[Any]]:
    array = np.asarray(cards)
    if array.ndim != 2 or not (np.issubdtype(array.dtype, np.integer) or array.size == 0):
        raise DealError(f"{what} of shape {array.shape} and type {array.dtype} (expected rows of whole numbers)")
    return array


def six_card_hand_rank(hole: tuple[int, int], flop: tuple[int, int, int]) -> float:
    """Return the mean over the next card of the rank then (6cHR), on the flop."""
    rest = [card for card in DECK if card not in (*hole, *flop)]
    turns = [[*flop, card] for card in rest]
    ranks = hand_ranks([hole] * len(rest), turns)
    return int(ranks.now_counts.sum()) / (ranks.now_total * len(rest))
