"""The strategy before the river: one byte for a probability, by texture of the board, decision and bucket."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, holdings_beside
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, Abstraction

ONE = 255
"""The probability of one as it is stored."""


@dataclass(frozen=True, slots=True, eq=False)
class Trunk:
    """The average strategy of both seats before the river.

    Attributes
    ----------
    abstraction
        The bounds of the buckets.
    shares
        For each street uint8[textures, decisions, buckets, 3]: the probabilities of fold, call and raise in 255ths.
    """

    abstraction: Abstraction
    shares: tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]

    def on(self, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the strategy at all decisions of a board's street, uint8[decisions, buckets, 3]."""
        return np.asarray(self.shares[BOARD_CARDS.index(len(board))][self.abstraction.texture(board)])

    def at(self, node: int, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the probabilities in 255ths with each holding at a node, uint8[1326, 3].

        The board may have later streets too. Rows of holdings that use a card of the board are of no use.
        """
        street = int(limit_tree().street[node])
        dealt = board[: BOARD_CARDS[street]]
        return np.asarray(self.on(dealt)[node - limit_tree().first_of_street[street], self.buckets_on(dealt)])

    def buckets_on(self, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the bucket of every holding, 0 of those that use a card of the board, uint8[1326]."""
        return _buckets_on(self.abstraction, board)


@lru_cache(maxsize=256)
def _buckets_on(abstraction: Abstraction, board: tuple[int, ...]) -> NDArray[np.uint8]:
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
