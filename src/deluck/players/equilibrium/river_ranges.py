"""Which hands the strategy tells apart on the river: by where they are in the ranges that both seats play there.

The strategy before the river says how likely each seat is there with each holding, after the betting so far and on this
very board. A bucket is given by the share of the own range that is weaker than a holding, which bluffs and calls depend
on, and by the share of the opponent's range that it beats, which bets depend on. The same holding on the same board is
in another bucket after other betting.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holding_cards, holdings_beside
from deluck.evaluator import strengths
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER
from deluck.players.equilibrium.river_ranges_kernels import fill_ranges, fill_river_buckets
from deluck.players.equilibrium.trunk import Trunk


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

    def ranges(self, trunk: Trunk, starts: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return how likely each seat plays to nodes where the river is dealt, float32[2, n_starts, n]."""
        tree = limit_tree()
        boards = [self.board[:n_cards] for n_cards in BOARD_CARDS[:RIVER]]
        found = np.empty((2, len(starts), len(self.holdings)), dtype=np.float32)
        fill_ranges(
            starts,
            tree.parent,
            tree.last_action,
            tree.actor,
            tree.street,
            np.array(tree.first_of_street[:RIVER], dtype=np.int64),
            *(trunk.on(each) for each in boards),
            np.stack([trunk.buckets_on(each)[self.holdings] for each in boards]),
            found,
        )
        return found

    def buckets(self, ranges: NDArray[np.float32], grid: tuple[int, int]) -> NDArray[np.uint16]:
        """Return the bucket of each holding in such ranges, by the seat that has it, uint16[2, n_starts, n].

        Parameters
        ----------
        ranges
            As `ranges` returns them.
        grid
            The groups by the own range, and by the opponent's.
        """
        found = np.empty(ranges.shape, dtype=np.uint16)
        fill_river_buckets(ranges, self.cards, self.group_ends, *grid, found)
        return found


@cache
def river_starts() -> NDArray[np.int32]:
    """Return the place of a node's river start among all river starts, -1 before the river, int32[n_nodes]."""
    tree = limit_tree()
    found = np.full(tree.n_nodes, -1, dtype=np.int32)
    found[tree.starts[RIVER]] = np.arange(len(tree.starts[RIVER]))
    for node in range(tree.first_of_street[RIVER], tree.n_nodes):
        if found[node] < 0 and tree.street[node] == RIVER:
            found[node] = found[tree.parent[node]]
    return found


def river_start(node: int) -> int:
    """Return the river's first decision on the way to a node of the river."""
    return int(limit_tree().starts[RIVER][river_starts()[node]])
