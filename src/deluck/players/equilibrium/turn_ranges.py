"""Which hands the strategy tells apart on the turn: by where they are in the ranges that both seats play there.

As on the river (`river_ranges`), but a hand may still improve. A bucket is given by the share of the own range with a
lower mean square of the rank on the river, E[HS²], within that group by the mean rank, E[HS], which is lower of draws
than of made hands, and by the share of the opponent's range with a lower E[HS].
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holding_cards, holdings_beside
from deluck.players.equilibrium.turn_ranges_kernels import fill_turn_buckets
from deluck.tables.hand_rank_squares import hand_rank_squares
from deluck.tables.hand_ranks import hand_rank_tables


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A board of four and the holdings beside it.

    Attributes
    ----------
    board
        The cards.
    holdings
        The numbers of the holdings, int64[n].
    cards
        Their cards, uint8[n, 2].
    by_square, by_mean
        The holdings in rising order of E[HS²] and of E[HS], int16[n].
    square_ends, mean_ends
        Where those of the same value end in that order, int16[n].
    """

    board: tuple[int, ...]
    holdings: NDArray[np.int64]
    cards: NDArray[np.uint8]
    by_square: NDArray[np.int16]
    square_ends: NDArray[np.int16]
    by_mean: NDArray[np.int16]
    mean_ends: NDArray[np.int16]

    @classmethod
    def of(cls, board: tuple[int, ...]) -> "Turn":
        """Return the holdings beside a board of four."""
        holdings = np.flatnonzero(holdings_beside(board))
        cards = holding_cards()[holdings]
        rows = np.empty((len(holdings), len(board)), dtype=np.int64)
        rows[:] = board
        tables = hand_rank_tables()
        indices = tables.indices(cards, rows)
        squares = _sorted(hand_rank_squares().sums[len(board)].take(indices))
        means = _sorted(tables.street(len(board)).final.take(indices))
        return cls(board, holdings, cards.astype(np.uint8), *squares, *means)

    @property
    def rising(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The holdings in rising order of E[HS], and where those of the same value end in it, int16[n] each."""
        return self.by_mean, self.mean_ends

    def buckets(self, ranges: NDArray[np.float32], grid: tuple[int, int, int]) -> NDArray[np.uint16]:
        """Return the bucket of each holding in such ranges, by the seat that has it, uint16[2, n_starts, n].

        Parameters
        ----------
        ranges
            How likely each seat plays to each start with each holding, float32[2, n_starts, n].
        grid
            The groups by E[HS²] in the own range, by E[HS] in each of them, and by E[HS] in the opponent's range.
        """
        found = np.empty(ranges.shape, dtype=np.uint16)
        orders = self.by_square, self.square_ends, self.by_mean, self.mean_ends
        fill_turn_buckets(ranges, self.cards, *orders, *grid, found)
        return found


def _sorted(values: NDArray[np.integer]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the rising order of values, and where those as large as each end in it."""
    order = np.argsort(values, kind="stable")
    rising = values[order]
    return order.astype(np.int16), np.searchsorted(rising, rising, side="right").astype(np.int16)
