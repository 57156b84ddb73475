"""Which hands the strategy tells apart on the river: by where they are in the ranges that both seats play there.

The strategy before the river says how likely each seat is there with each holding, after the betting so far and on this
very board. A bucket is given by the share of the own range that is weaker than a holding, which bluffs and calls depend
on, and by the share of the opponent's range that it beats, which bets depend on. The same holding on the same board is
in another bucket after other betting.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holding_cards, holdings_beside
from deluck.evaluator import strengths
from deluck.players.equilibrium.river_ranges_kernels import fill_river_buckets


@dataclass(frozen=True, slots=True, eq=False)
class River:
    """A board of five and the holdings beside it, in rising order of strength.

    Attributes
    ----------
    board
        The cards.
    holdings
        The numbers of the holdings, int64[n].
    cards
        Their cards, uint8[n, 2].
    strengths
        How strong they are, int64[n].
    group_ends
        Where the holdings as strong as each end, int16[n].
    """

    board: tuple[int, ...]
    holdings: NDArray[np.int64]
    cards: NDArray[np.uint8]
    strengths: NDArray[np.int64]
    group_ends: NDArray[np.int16]

    @classmethod
    def of(cls, board: tuple[int, ...]) -> "River":
        """Return the holdings beside a board of five."""
        possible = np.flatnonzero(holdings_beside(board))
        rows = np.empty((len(possible), 7), dtype=np.int64)
        rows[:, :2] = holding_cards()[possible]
        rows[:, 2:] = board
        ranked = strengths(rows).astype(np.int64)
        order = np.argsort(ranked, kind="stable")
        rising = ranked[order]
        ends = np.searchsorted(rising, rising, side="right").astype(np.int16)
        return cls(board, possible[order], holding_cards()[possible[order]].astype(np.uint8), rising, ends)

    @property
    def rising(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The holdings in rising order of strength, and where those as strong end in it, int16[n] each."""
        return np.arange(len(self.holdings), dtype=np.int16), self.group_ends

    def buckets(self, ranges: NDArray[np.float32], grid: tuple[int, int]) -> NDArray[np.uint16]:
        """Return the bucket of each holding in such ranges, by the seat that has it, uint16[2, n_starts, n].

        Parameters
        ----------
        ranges
            How likely each seat plays to each start with each holding, float32[2, n_starts, n].
        grid
            The groups by the own range, and by the opponent's.
        """
        found = np.empty(ranges.shape, dtype=np.uint16)
        fill_river_buckets(ranges, self.cards, self.group_ends, *grid, found)
        return found
