"""The strategy before the river: one byte for a probability, by texture of the board, decision and bucket."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, holdings_beside
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER, TURN, Abstraction
from deluck.players.equilibrium.trunk_kernels import fill_ranges
from deluck.players.equilibrium.turn_ranges import Turn

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
    by_ranges
        Whether the buckets of the turn are by the ranges of both seats there; otherwise they are by rank.
    """

    abstraction: Abstraction
    shares: tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]
    by_ranges: bool = True

    def on(self, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the strategy at all decisions of a board's street, uint8[decisions, buckets, 3]."""
        return np.asarray(self.shares[BOARD_CARDS.index(len(board))][self.abstraction.texture(board)])

    def buckets_at(self, nodes: NDArray[np.int32], board: tuple[int, ...]) -> NDArray[np.unsignedinteger[Any]]:
        """Return the bucket of every holding of the seat that acts at nodes of a board's street, uint[nodes, 1326].

        Those of holdings that use a card of the board are 0.
        """
        street = BOARD_CARDS.index(len(board))
        if street < TURN or not self.by_ranges:
            return np.broadcast_to(_buckets_on(self.abstraction, board), (len(nodes), N_HOLDINGS))
        starts, rows = np.unique(starts_of_nodes(TURN)[nodes], return_inverse=True)
        return np.asarray(self._turn_buckets(board, tuple(starts.tolist()))[limit_tree().actor[nodes], rows])

    def ranges(
        self, board: tuple[int, ...], holdings: NDArray[np.int64], starts: NDArray[np.int32]
    ) -> NDArray[np.float32]:
        """Return how likely each seat plays to nodes where a board's last card is dealt, float32[2, n_starts, n]."""
        tree = limit_tree()
        boards = [board[:n_cards] for n_cards in BOARD_CARDS[: BOARD_CARDS.index(len(board))]]
        shares = [self.on(each) for each in boards]
        early = np.stack([_buckets_on(self.abstraction, each)[holdings] for each in boards[:TURN]])
        if len(boards) == RIVER:
            before, rows = np.unique(starts_of_nodes(TURN)[tree.parent[starts]], return_inverse=True)
            late = np.ascontiguousarray(self._turn_buckets(boards[TURN], tuple(before.tolist()))[:, :, holdings])
        else:  # the turn has not been played: no bucket of it is looked at
            rows, late = np.zeros(len(starts), dtype=np.int64), np.zeros((2, 1, 0), dtype=np.uint16)
        found = np.empty((2, len(starts), len(holdings)), dtype=np.float32)
        fill_ranges(
            starts,
            tree.parent,
            tree.last_action,
            tree.actor,
            tree.street,
            np.array(tree.first_of_street[:RIVER], dtype=np.int64),
            *(shares + shares[-1:] * (RIVER - len(boards))),
            early,
            rows.astype(np.int64),
            late,
            found,
        )
        return found

    def _turn_buckets(self, board: tuple[int, ...], starts: tuple[int, ...]) -> NDArray[np.uint16]:
        """Return the bucket of every holding on a turn after some of its starts, by seat, uint16[2, starts, 1326]."""
        if not self.by_ranges:
            by_rank = _buckets_on(self.abstraction, board).astype(np.uint16)
            return np.broadcast_to(by_rank, (2, len(starts), N_HOLDINGS))
        return turn_buckets(self, board, starts)


@lru_cache(maxsize=64)
def turn_buckets(trunk: Trunk, board: tuple[int, ...], starts: tuple[int, ...]) -> NDArray[np.uint16]:
    """Return the bucket of every holding by the ranges of a strategy after some starts of a turn, by seat.

    uint16[2, starts, 1326], 0 of holdings that use a card of the board.
    """
    turn = Turn.of(board)
    ranges = trunk.ranges(board, turn.holdings, limit_tree().starts[TURN][list(starts)])
    found = np.zeros((2, len(starts), N_HOLDINGS), dtype=np.uint16)
    found[:, :, turn.holdings] = turn.buckets(ranges, trunk.abstraction.fineness.turn_grid)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=256)
def _buckets_on(abstraction: Abstraction, board: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the bucket of every holding by rank, 0 of those that use a card of the board, uint8[1326]."""
    possible = np.flatnonzero(holdings_beside(board))
    found = np.zeros(N_HOLDINGS, dtype=np.uint8)
    found[possible] = abstraction.buckets(possible, board)
    found.setflags(write=False)
    return found


@cache
def starts_of_nodes(street: int) -> NDArray[np.int32]:
    """Return the place of a node's start among the starts of a street, -1 of nodes of other streets, int32[n_nodes]."""
    tree = limit_tree()
    found = np.full(tree.n_nodes, -1, dtype=np.int32)
    found[tree.starts[street]] = np.arange(len(tree.starts[street]))
    for node in range(tree.first_of_street[street], tree.n_nodes):
        if found[node] < 0 and tree.street[node] == street:
            found[node] = found[tree.parent[node]]
    return found


def rounded(shares: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return probabilities in 255ths: the sums of the first one, two and three are rounded, so that all sum to 255."""
    reached = np.rint(np.cumsum(shares, axis=-1, dtype=np.float64) * ONE)
    reached[..., -1] = ONE
    return np.diff(reached, axis=-1, prepend=0).astype(np.uint8)
