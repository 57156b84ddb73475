"""A strategy in buckets by rank on the first streets: one byte for a probability, by texture, decision and bucket."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, holdings_beside
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER, Abstraction
from deluck.players.equilibrium.trunk_kernels import fill_ranges

ONE = 255
"""The probability of one as it is stored."""


@dataclass(frozen=True, slots=True, eq=False)
class Trunk:
    """The average strategy of both seats on the first streets.

    Attributes
    ----------
    abstraction
        The bounds of the buckets.
    shares
        For each street uint8[textures, decisions, buckets, 3]: the probabilities of fold, call and raise in 255ths.
    """

    abstraction: Abstraction
    shares: tuple[NDArray[np.uint8], ...]

    def on(self, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the strategy at all decisions of a board's street, uint8[decisions, buckets, 3]."""
        return np.asarray(self.shares[BOARD_CARDS.index(len(board))][self.abstraction.texture(board)])

    def ranges(
        self, board: tuple[int, ...], holdings: NDArray[np.int64], starts: NDArray[np.int32]
    ) -> NDArray[np.float32]:
        """Return how likely each seat plays to nodes where a board's last card is dealt, float32[2, n_starts, n]."""
        tree = limit_tree()
        boards = [board[:n_cards] for n_cards in BOARD_CARDS[: BOARD_CARDS.index(len(board))]]
        shares = [self.on(each) for each in boards]
        found = np.empty((2, len(starts), len(holdings)), dtype=np.float32)
        fill_ranges(
            starts,
            tree.parent,
            tree.last_action,
            tree.actor,
            tree.street,
            np.array(tree.first_of_street[:RIVER], dtype=np.int64),
            *(shares + shares[-1:] * (RIVER - len(boards))),
            np.stack([buckets_on(self.abstraction, each)[holdings] for each in boards]),
            found,
        )
        return found


@lru_cache(maxsize=256)
def buckets_on(abstraction: Abstraction, board: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the bucket of every holding by rank, 0 of those that use a card of the board, uint8[1326]."""
    possible = np.flatnonzero(holdings_beside(board))
    found = np.zeros(N_HOLDINGS, dtype=np.uint8)
    found[possible] = abstraction.buckets(possible, board)
    found.setflags(write=False)
    return found


def rounded(shares: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return probabilities in 255ths: the sums of the first one, two and three are rounded, so that all sum to 255."""
    reached = np.rint(np.cumsum(shares, axis=-1, dtype=np.float64) * ONE)
    reached[..., -1] = ONE
    return np.diff(reached, axis=-1, prepend=0).astype(np.uint8)
