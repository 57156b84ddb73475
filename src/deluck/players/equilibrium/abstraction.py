"""Which hands the strategy tells apart: buckets by how strong a holding is and may become, on boards of six textures.

Before the flop the 169 starting hands. On flop and turn the holdings of a texture are cut into groups of equal size by
the mean square of their rank on the river, E[HS²], and each group by their mean rank, E[HS], on the river by rank.
Ranks are against any two cards, exact counts from the hand-rank tables, so suits relabelled change nothing. The
strategy that is played has other buckets on turn and river: see `endgame`.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_STARTING_HANDS, holding_cards, starting_hands
from deluck.isomorphism import board_classes
from deluck.tables.hand_rank_squares import hand_rank_squares
from deluck.tables.hand_ranks import hand_rank_tables

N_TEXTURES = 6
TURN, RIVER = 2, 3
BOARD_CARDS = (0, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Fineness:
    """How many buckets each street has.

    Attributes
    ----------
    by_texture
        Whether the six textures of boards are distinguished; otherwise all boards are alike.
    flop, turn
        The groups by E[HS²], and in each the groups by E[HS].
    river
        The groups by rank.
    turn_grid
        While all streets are trained, the groups by E[HS²] in the own range, in each of them by E[HS], and by E[HS] in
        the opponent's range.
    river_grid
        Likewise the groups by the share of the own range that is weaker, and in each those by the share of the
        opponent's range that is beaten.
    """

    by_texture: bool
    flop: tuple[int, int]
    turn: tuple[int, int]
    river: int
    turn_grid: tuple[int, int, int]
    river_grid: tuple[int, int]

    @property
    def n_textures(self) -> tuple[int, int, int, int]:
        """The textures distinguished, by street."""
        after = N_TEXTURES if self.by_texture else 1
        return 1, after, after, after

    @property
    def n_buckets(self) -> tuple[int, int, int, int]:
        """The buckets of a texture, by street."""
        return N_STARTING_HANDS, prod(self.flop), prod(self.turn), self.river

    @property
    def n_range_textures(self) -> tuple[int, int, int, int]:
        """The textures distinguished by street if rivers are by ranges: none there."""
        before, flop, turn, _ = self.n_textures
        return before, flop, turn, 1

    @property
    def n_range_buckets(self) -> tuple[int, int, int, int]:
        """The buckets of a texture by street, those of turn and river by ranges."""
        return N_STARTING_HANDS, prod(self.flop), prod(self.turn_grid), prod(self.river_grid)


FINE = Fineness(by_texture=True, flop=(8, 8), turn=(8, 8), river=50, turn_grid=(20, 4, 2), river_grid=(25, 12))
COARSE = Fineness(by_texture=False, flop=(4, 3), turn=(4, 3), river=20, turn_grid=(6, 2, 3), river_grid=(6, 4))


@dataclass(frozen=True, eq=False)
class Abstraction:
    """The bounds between buckets.

    Attributes
    ----------
    fineness
        How many buckets there are.
    squares
        For flop and turn, the smallest E[HS²] of each group but the first, by texture: uint32[textures, groups - 1].
    means
        For flop and turn, the smallest E[HS] of each bucket of a group but the first: int64[textures, groups, n - 1].
    ranks
        For the river, the smallest rank count of each bucket but the first: int64[textures, n - 1].
    """

    fineness: Fineness
    squares: tuple[NDArray[np.uint32], NDArray[np.uint32]]
    means: tuple[NDArray[np.int64], NDArray[np.int64]]
    ranks: NDArray[np.int64]

    def texture(self, board: Sequence[int]) -> int:
        """Return the texture of a board, 0 where they are not distinguished."""
        if not self.fineness.by_texture or not len(board):
            return 0
        suits, ranks = [card & 3 for card in board], {card >> 2 for card in board}
        most = max(map(suits.count, suits))
        return 2 * _flush_class(most, len(board)) + (len(ranks) < len(board))

    def buckets(self, holdings: NDArray[np.int64], board: Sequence[int]) -> NDArray[np.uint8]:
        """Return the bucket of each of some holdings, none of which uses a card of the board, uint8[n].

        Raises
        ------
        CardError
            If one does.
        """
        street = BOARD_CARDS.index(len(board))
        if street == 0:
            return np.asarray(starting_hands()[holdings], dtype=np.uint8)
        rows = np.empty((len(holdings), len(board)), dtype=np.int64)
        rows[:] = board
        tables = hand_rank_tables()
        indices = tables.indices(holding_cards()[holdings], rows)
        final = tables.street(len(board)).final.take(indices)
        texture = self.texture(board)
        if street == RIVER:
            return np.asarray(np.searchsorted(self.ranks[texture], final, side="right"), dtype=np.uint8)
        squares = hand_rank_squares().sums[len(board)].take(indices)
        group = np.searchsorted(self.squares[street - 1][texture], squares, side="right")
        means = self.means[street - 1][texture]
        inner = (means[group] <= final[:, None]).sum(axis=1)
        return np.asarray(group * (means.shape[1] + 1) + inner, dtype=np.uint8)

    def bucket(self, cards: Sequence[int], board: Sequence[int]) -> int:
        """Return the bucket of one hand: what `buckets` returns for it, ten times as fast for one."""
        low, high = min(cards), max(cards)
        holding = high * (high - 1) // 2 + low
        street = BOARD_CARDS.index(len(board))
        if street == 0:
            return int(starting_hands()[holding])
        tables = hand_rank_tables()
        index = int(tables.indices(np.array([cards], dtype=np.int64), np.array([board], dtype=np.int64))[0])
        final = int(tables.street(len(board)).final[index])
        texture = self.texture(board)
        if street == RIVER:
            return bisect_right(self._lists[2][texture], final)
        squares, means = self._lists[street - 1][texture]
        group = bisect_right(squares, int(hand_rank_squares().sums[len(board)][index]))
        return group * (len(means[0]) + 1) + bisect_right(means[group], final)

    @cached_property
    def _lists(self) -> list[Any]:
        """The bounds as lists, by street from the flop on and texture: for single hands."""
        nested = [
            list(zip(squares.tolist(), means.tolist(), strict=True))
            for squares, means in zip(self.squares, self.means, strict=True)
        ]
        return [*nested, self.ranks.tolist()]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the bounds by name, to be stored."""
        named: dict[str, NDArray[Any]] = {}
        for index, street in enumerate(("flop", "turn")):
            named[f"{street}_squares"], named[f"{street}_means"] = self.squares[index], self.means[index]
        return named | {"river_ranks": self.ranks}

    @classmethod
    def from_arrays(cls, fineness: Fineness, arrays: dict[str, NDArray[Any]]) -> "Abstraction":
        """Return the abstraction whose bounds were stored."""
        return cls(
            fineness,
            (arrays["flop_squares"], arrays["turn_squares"]),
            (arrays["flop_means"], arrays["turn_means"]),
            arrays["river_ranks"],
        )


def textures(boards: NDArray[Any]) -> NDArray[np.int64]:
    """Return the texture of boards of 3, 4 or 5 cards, 0 to 5: how many of a suit, and whether a rank is there twice.

    Suits: on flop and turn at most one card of a suit, two, or more; on the river at most two, three, or more.
    """
    n_cards = boards.shape[1]
    suits = (boards[:, :, None] & 3) == np.arange(4)
    most = suits.sum(axis=1).max(axis=1)
    flush_class = np.array([_flush_class(number, n_cards) for number in range(6)])[most]
    ranks = np.sort(boards >> 2, axis=1)
    paired = (ranks[:, 1:] == ranks[:, :-1]).any(axis=1)
    return np.asarray(2 * flush_class + paired, dtype=np.int64)


def _flush_class(n_suited: int, n_cards: int) -> int:
    """Return 0, 1 or 2 by how many cards of one suit are on a board of so many."""
    least = 2 if n_cards == 5 else 1
    return min(max(n_suited - least, 0), 2)


@lru_cache(maxsize=4)
def make_abstraction(fineness: Fineness) -> Abstraction:
    """Return the abstraction whose buckets of a texture are equally likely, from all boards and holdings."""
    tables, squares = hand_rank_tables(), hand_rank_squares()
    nested = []
    for n_cards, cuts in ((3, fineness.flop), (4, fineness.turn)):
        classes = board_classes(n_cards)
        shape = (len(classes.boards), -1)
        first = squares.sums[n_cards].reshape(shape)
        second = tables.street(n_cards).final.reshape(shape)
        parts = [
            _nested_bounds(first[rows].ravel(), second[rows].ravel(), _weights(classes.sizes[rows], first), cuts)
            for rows in _rows_by_texture(classes.boards, fineness)
        ]
        nested.append((np.stack([part[0] for part in parts]), np.stack([part[1] for part in parts])))
    classes = board_classes(5)
    river = tables.street(5).now.reshape(len(classes.boards), -1)
    ranks = np.stack(
        [
            _rank_bounds(river[rows], classes.sizes[rows], fineness.river, tables.street(5).now_total)
            for rows in _rows_by_texture(classes.boards, fineness)
        ]
    )
    (flop_squares, flop_means), (turn_squares, turn_means) = nested
    return Abstraction(fineness, (flop_squares, turn_squares), (flop_means, turn_means), ranks)


def _rows_by_texture(boards: NDArray[np.uint8], fineness: Fineness) -> list[NDArray[np.int64]]:
    if not fineness.by_texture:
        return [np.arange(len(boards))]
    found = textures(boards)
    return [np.flatnonzero(found == texture) for texture in range(N_TEXTURES)]


def _weights(sizes: NDArray[np.int64], values: NDArray[Any]) -> NDArray[np.int64]:
    return np.repeat(sizes, values.shape[1])


def _nested_bounds(
    first: NDArray[Any], second: NDArray[Any], weights: NDArray[np.int64], cuts: tuple[int, int]
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Return the bounds of groups by the first value, and within each of them by the second."""
    outer = _bounds(first, weights, cuts[0])
    group = np.searchsorted(outer, first, side="right")
    inner = [_bounds(second[group == each], weights[group == each], cuts[1]) for each in range(cuts[0])]
    return outer.astype(np.uint32), np.stack(inner)


def _bounds(values: NDArray[Any], weights: NDArray[np.int64], n_parts: int) -> NDArray[np.int64]:
    """Return the smallest value of each of n equally likely parts but the first, int64[n - 1]; zeros for no values."""
    if not values.size:  # no flop of one suit has a pair
        return np.zeros(n_parts - 1, dtype=np.int64)
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    at = np.searchsorted(reached, reached[-1] * np.arange(1, n_parts) / n_parts)
    return np.asarray(values[order[at]], dtype=np.int64)


def _rank_bounds(counts: NDArray[np.uint16], sizes: NDArray[np.int64], n_parts: int, largest: int) -> NDArray[np.int64]:
    """Return the bounds of equally likely parts by rank count on the river, int64[n - 1]."""
    likely = np.zeros(largest + 1, dtype=np.int64)
    for size in np.unique(sizes):
        likely += size * np.bincount(counts[sizes == size].ravel(), minlength=largest + 1)
    return _bounds(np.arange(largest + 1), likely, n_parts)
