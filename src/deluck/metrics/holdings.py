"""All holdings of a board at once: which is stronger, how each stands against weighted opponents, how each may improve.

What depends on the board alone is stored for the boards used last, so that many seats, replays and decisions share it.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", section 4.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, check_board, check_deal, holding_cards
from deluck.errors import DealError
from deluck.evaluator.lookup import lookup
from deluck.isomorphism.boards import board_at, find_board, relabelled_holdings
from deluck.metrics.holdings_kernels import add_potential, fill_order, fill_standings, fill_weighted_strengths
from deluck.metrics.potential import Transitions

_Value = TypeVar("_Value", bound=np.generic)

N_BOARDS_KEPT = 64
N_POTENTIALS_KEPT = 2048  # 21 kB each; there are 1,755 flops


class BoardHoldings:
    """Every holding on one flop, turn or river; `board_holdings` makes it.

    Attributes
    ----------
    board
        The cards, in the order given.
    strengths
        int16[1326]: each holding's strength, 0 where the board blocks it.
    order
        int16[n]: the holdings that are not blocked, in rising strength.
    """

    def __init__(self, board: tuple[int, ...]) -> None:
        n_rest = 52 - len(board)
        self.board = board
        self.strengths: NDArray[np.int16] = np.empty(N_HOLDINGS, dtype=np.int16)
        self.order: NDArray[np.int16] = np.empty(n_rest * (n_rest - 1) // 2, dtype=np.int16)
        fill_order(np.array(board, dtype=np.int64), lookup(), self.strengths, self.order)
        self.strengths.setflags(write=False)
        self.order.setflags(write=False)

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Whether each holding avoids the board, bool[1326]."""
        return _frozen(self.strengths > 0)

    def hand_strengths(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return each holding's share ahead of an opponent with these weights (HS), ties one half, float64[1326].

        Opponent's holdings that share a card with ours do not count. Blocked holdings have 0; where no weight is left
        beside a holding it has one half.

        Parameters
        ----------
        weights
            float64[1326], none below 0, in any scale; those of blocked holdings do not matter.
        """
        out = np.empty(N_HOLDINGS)
        fill_weighted_strengths(self.strengths, self.order, holding_cards(), weights, out)
        return out

    @cached_property
    def uniform_hand_strengths(self) -> NDArray[np.float64]:
        """Each holding's share ahead of any other, all equally likely (HS), read-only float64[1326]."""
        return _frozen(self.hand_strengths(np.ones(N_HOLDINGS)))

    @property
    def positive_potentials(self) -> NDArray[np.float64]:
        """Each holding's chance to be ahead after the next card if behind now (Ppot), read-only float64[1326].

        The opponent's holdings are equally likely. 0 on the river, and where nothing is ahead.
        """
        return self._potentials[0]

    @property
    def negative_potentials(self) -> NDArray[np.float64]:
        """Each holding's chance to be behind after the next card if ahead now (Npot), read-only float64[1326]."""
        return self._potentials[1]

    @cached_property
    def _potentials(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if len(self.board) == 5:
            nothing = _frozen(np.zeros(N_HOLDINGS))
            return nothing, nothing
        board_class, relabelling = find_board(self.board)
        positive, negative = _canonical_potentials(len(self.board), board_class)
        moved = relabelled_holdings(relabelling)
        return _frozen(positive[moved]), _frozen(negative[moved])


@lru_cache(maxsize=N_BOARDS_KEPT)
def board_holdings(board: tuple[int, ...]) -> BoardHoldings:
    """Return every holding on a board of three to five cards; the boards used last are stored.

    Raises
    ------
    CardError, DealError
        If these are not three to five different cards.
    """
    _check_board(board)
    return BoardHoldings(board)


def _check_board(board: Sequence[int]) -> None:
    check_board(board)
    if not board:
        raise DealError("no board (expected three to five cards)")


@lru_cache(maxsize=N_POTENTIALS_KEPT)
def _canonical_potentials(n_cards: int, board_class: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return Ppot and Npot of every holding on a canonical board, one card ahead."""
    board = BoardHoldings(board_at(n_cards, board_class))
    sums = np.zeros((N_HOLDINGS, 2), dtype=np.int64)
    add_potential(np.array(board.board, dtype=np.int64), board.strengths, board.order, _card_indices(), lookup(), sums)
    n_opponents = (50 - n_cards) * (49 - n_cards) // 2
    n_next = 48 - n_cards
    beaten_twice = np.rint(board.uniform_hand_strengths * 2 * n_opponents).astype(np.int64)  # and the tied once: whole
    gained, lost = sums[:, 0], sums[:, 1] + n_next * beaten_twice
    behind_twice = np.where(board.free, 2 * n_opponents - beaten_twice, 0)
    return _share(gained, n_next * behind_twice), _share(lost, n_next * beaten_twice)


def _share(part: NDArray[np.int64], whole: NDArray[np.int64]) -> NDArray[np.float64]:
    return _frozen(np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0))


@cache
def _card_indices() -> NDArray[np.uint8]:
    """Return the positions of the two cards of each index among holdings of any cards, read-only uint8[1326, 2]."""
    indices = holding_cards().astype(np.uint8)
    indices.setflags(write=False)
    return indices


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """How one holding stands against each of the opponent's, now and after the next card; `standings` makes it.

    Attributes
    ----------
    counts
        float64[1326, 9]: the number of next cards by standing now (ahead, tied, behind) times three plus standing then;
        zero for holdings that cannot be held beside the cards seen.
    n_to_come
        How many cards are looked ahead: 1, on the river 0.
    """

    counts: NDArray[np.float64]
    n_to_come: int

    def against(self, weights: NDArray[np.float64]) -> Transitions:
        """Return how weights over the opponent's holdings split, for float64[1326] or float64[n, 1326]."""
        split = np.asarray(weights, dtype=np.float64) @ self.counts
        return Transitions(split.reshape(*split.shape[:-1], 3, 3), self.n_to_come)


@lru_cache(maxsize=N_BOARDS_KEPT)
def standings(hole: tuple[int, ...], board: tuple[int, ...]) -> Standings:
    """Return how a holding stands against every other on a flop, turn or river; those used last are stored.

    Raises
    ------
    CardError, DealError
        If the cards cannot lie on one table or there is no board.
    """
    check_deal(hole, board)
    _check_board(board)
    counts = np.zeros((N_HOLDINGS, 9))
    n_to_come = int(len(board) < 5)
    fill_standings(np.array(hole, dtype=np.int64), np.array(board, dtype=np.int64), n_to_come, lookup(), counts)
    return Standings(_frozen(counts), n_to_come)


def _frozen(array: NDArray[_Value]) -> NDArray[_Value]:
    array.setflags(write=False)
    return array
