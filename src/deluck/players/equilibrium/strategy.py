"""A trained strategy as it is stored and looked up."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS
from deluck.errors import TableError
from deluck.games import View
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, TURN, Abstraction
from deluck.players.equilibrium.betting import place_of, turn_before
from deluck.players.equilibrium.endgame import Endgame, OnRiver, OnTurn, endgame_arrays, endgames_of
from deluck.players.equilibrium.packing import packed, unpacked
from deluck.players.equilibrium.recipe import N_ENDGAMES, Recipe
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.training import Trained
from deluck.players.equilibrium.trunk import ONE, Trunk, buckets_on
from deluck.players.equilibrium.turn_ranges import Turn
from deluck.tables import ShippedTable

VERSION = 4
NAMES = ("fine", "coarse")
_BEFORE_TURN = ("preflop", "flop")
_N_CACHED = 4096  # hands: one asks for each several times


@dataclass(frozen=True, slots=True, eq=False)
class StoredStrategy:
    """The average strategy of both seats for every decision and bucket.

    Attributes
    ----------
    recipe
        What it was trained from.
    trunk
        The strategy before the turn.
    endgames
        The strategy from each start of the turn on, by its number.
    """

    recipe: Recipe
    trunk: Trunk
    endgames: tuple[Endgame, ...]

    def triple(self, view: View) -> NDArray[np.uint8]:
        """Return the probabilities of fold, call and raise in 255ths with the view's cards, uint8[3]."""
        node = limit_tree().node_of(view)
        if view.street < TURN:
            bucket = _bucket_of(self.trunk.abstraction, view.cards, view.board)
            return np.asarray(self.trunk.on(view.board)[node - limit_tree().first_of_street[view.street], bucket])
        low, high = sorted(view.cards)
        shares, buckets = self.at_node(node, tuple(view.board))
        return np.asarray(shares[buckets[high * (high - 1) // 2 + low]])

    def triples(self, node: int, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the probabilities of fold, call and raise in 255ths with each holding at a node, uint8[1326, 3].

        The board may have later streets too. Rows of holdings that use a card of the board are of no use.
        """
        shares, buckets = self.at_node(node, tuple(board[: BOARD_CARDS[limit_tree().street[node]]]))
        return np.asarray(shares[buckets])

    def at_node(self, node: int, board: tuple[int, ...]) -> tuple[NDArray[np.uint8], NDArray[np.unsignedinteger[Any]]]:
        """Return the probabilities in 255ths at a node, uint8[buckets, 3], and the bucket of each holding, uint[1326].

        Those of holdings that use a card of the board are of no use.
        """
        tree = limit_tree()
        street, seat = int(tree.street[node]), int(tree.actor[node])
        if street < TURN:
            shares = self.trunk.on(board)[node - tree.first_of_street[street]]
            return np.asarray(shares), buckets_on(self.trunk.abstraction, board)
        start, decision = place_of(node)
        if street == TURN:
            found = _on_turn(self, start, board)
            return np.asarray(self.endgames[start].turn[found.board_class, decision]), found.buckets[seat]
        start, closing = turn_before(start)
        at_river = _on_river(self, start, closing, board)
        return np.asarray(self.endgames[start].river[closing, decision, at_river.board_class]), at_river.buckets[seat]


@lru_cache(maxsize=_N_CACHED)
def _bucket_of(abstraction: Abstraction, cards: tuple[int, ...], board: tuple[int, ...]) -> int:
    return abstraction.bucket(cards, board)


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """The class of a board and the bucket of every holding on it, by seat, uint16[2, 1326]."""

    board_class: int
    buckets: NDArray[np.uint16]

    @classmethod
    def of(cls, board_class: int, buckets: NDArray[np.uint16], holdings: NDArray[np.int64]) -> "_Board":
        found = np.zeros((2, N_HOLDINGS), dtype=np.uint16)
        found[:, holdings] = buckets
        return cls(board_class, found)


@lru_cache(maxsize=256)
def _on_turn(strategy: StoredStrategy, start: int, board: tuple[int, ...]) -> _Board:
    found = _seen_on_turn(strategy, start, board)
    return _Board.of(found.board_class, found.buckets, found.turn.holdings)


@lru_cache(maxsize=512)
def _on_river(strategy: StoredStrategy, start: int, closing: int, board: tuple[int, ...]) -> _Board:
    endgame, river = strategy.endgames[start], _river(board)
    ranges = _river_ranges(strategy, start, board[:-1])[:, closing : closing + 1, river.holdings]
    centres = endgame.centres.river[closing : closing + 1]
    groups = endgame.fineness.river_groups
    found = OnRiver.of(strategy.trunk.abstraction, river, np.ascontiguousarray(ranges), centres, groups)
    return _Board.of(int(found.classes[0]), found.buckets[:, 0], river.holdings)


@lru_cache(maxsize=128)
def _seen_on_turn(strategy: StoredStrategy, start: int, board: tuple[int, ...]) -> OnTurn:
    endgame = strategy.endgames[start]
    return OnTurn.of(strategy.trunk, start, _turn(board), endgame.centres, endgame.fineness)


@lru_cache(maxsize=128)
def _river_ranges(strategy: StoredStrategy, start: int, board: tuple[int, ...]) -> NDArray[np.float32]:
    """Return how likely each seat plays to each river of a turn with each holding, float32[2, 9, 1326]."""
    seen = _seen_on_turn(strategy, start, board)
    found = seen.river_ranges(strategy.endgames[start].turn[seen.board_class] / np.float32(ONE))
    ranges = np.zeros((*found.shape[:2], N_HOLDINGS), dtype=np.float32)
    ranges[:, :, seen.turn.holdings] = found
    return ranges


@lru_cache(maxsize=16)
def _turn(board: tuple[int, ...]) -> Turn:
    return Turn.of(board)


@lru_cache(maxsize=16)
def _river(board: tuple[int, ...]) -> River:
    return River.of(board)


def strategy_of(trained: Trained) -> StoredStrategy:
    """Return the average strategy of a training run that is done, rounded to 255ths that sum to one."""
    endgames = tuple(trained.endgames[start] for start in range(N_ENDGAMES))
    return StoredStrategy(trained.recipe, trained.trunk(), endgames)


def shipped_path(name: str) -> Path:
    """Return where the strategy of a name is shipped."""
    return Path(__file__).parent / "data" / f"equilibrium-{name}.table"


def shipped_table(name: str, path: Path | None = None) -> ShippedTable:
    """Return the file of the strategy of a name."""
    return ShippedTable(f"equilibrium-{name}", VERSION, path or shipped_path(name))


def write_strategy(strategy: StoredStrategy, name: str, path: Path | None = None) -> None:
    """Write a strategy with the bounds of its buckets, whole or not at all, by default where it is shipped."""
    before_turn = {
        f"{_BEFORE_TURN[street]}_{kind}": array
        for street, shares in enumerate(strategy.trunk.shares)
        for kind, array in packed(shares, _legal(street), axis=1).items()
    }
    shipped_table(name, path).write(
        {
            **strategy.recipe.arrays(),
            **strategy.trunk.abstraction.arrays(),
            **before_turn,
            **endgame_arrays(strategy.endgames),
        }
    )


def read_strategy(name: str, path: Path | None = None) -> StoredStrategy:
    """Return the strategy in a file; by default the shipped one of this name.

    Raises
    ------
    TableError
        If it is absent, damaged or of another version.
    """
    table = shipped_table(name, path)
    arrays = table.open()
    if arrays is None:
        raise TableError(f"{table.path} is not there (it comes with the package: install it again)")
    try:
        recipe = Recipe.from_arrays(arrays)
        abstraction = Abstraction.from_arrays(recipe.fineness, arrays)
        shares = [
            unpacked({kind: arrays[f"{street}_{kind}"] for kind in ("three", "two")}, _legal(number), axis=1)
            for number, street in enumerate(_BEFORE_TURN)
        ]
        endgames = {each.start: each for each in endgames_of(arrays)}
        by_start = tuple(endgames[start] for start in range(N_ENDGAMES))
    except (KeyError, ValueError, IndexError):
        raise TableError(f"{table.path} is damaged: it does not hold what a strategy holds") from None
    return StoredStrategy(recipe, Trunk(abstraction, tuple(shares)), by_start)


@cache
def stored_strategy(name: str) -> StoredStrategy:
    """Return a strategy, read at first use: a shipped one by its name, ``fine`` or ``coarse``, or that in a file.

    Raises
    ------
    TableError
        If the file holds none of this version.
    """
    if name in NAMES:
        return read_strategy(name)
    for kind in NAMES:
        with suppress(TableError):
            return read_strategy(kind, Path(name))
    raise TableError(f"{name} holds no strategy of this version (expected a file of deluck tables build-equilibrium)")


def _legal(street: int) -> NDArray[np.bool_]:
    """Return which actions are legal at each decision of a street, bool[decisions, 3]."""
    tree = limit_tree()
    return np.asarray(tree.children[tree.first_of_street[street] : tree.first_of_street[street + 1]] >= 0)
