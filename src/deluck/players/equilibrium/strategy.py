"""A trained strategy as it is stored and looked up: one byte for a probability, the last legal action's implied."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS
from deluck.errors import TableError
from deluck.games import Action, View
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER, TURN, Abstraction
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.training import Recipe, Trained
from deluck.players.equilibrium.trunk import ONE, Trunk, rounded, starts_of_nodes
from deluck.tables import ShippedTable

VERSION = 3
NAMES = ("fine", "coarse")
_STREETS = ("preflop", "flop", "turn", "river")
_N_CACHED = 4096  # hands: one asks for each several times


@dataclass(frozen=True, slots=True, eq=False)
class StoredStrategy:
    """The average strategy of both seats for every decision and bucket.

    Attributes
    ----------
    recipe, n_iterations
        What it was trained from, and how long.
    trunk
        The strategy before the river.
    river
        The probabilities of fold, call and raise in 255ths on the river, uint8[decisions, buckets, 3].
    """

    recipe: Recipe
    n_iterations: int
    trunk: Trunk
    river: NDArray[np.uint8]

    @property
    def shares(self) -> tuple[NDArray[np.uint8], ...]:
        """The probabilities of each street in 255ths, uint8[textures, decisions, buckets, 3]."""
        return (*self.trunk.shares, self.river[None])

    def triple(self, view: View) -> NDArray[np.uint8]:
        """Return the probabilities of fold, call and raise in 255ths with the view's cards, uint8[3]."""
        node = limit_tree().node_of(view)
        if view.street < TURN:
            bucket = _bucket_of(self.trunk.abstraction, view.cards, view.board)
        else:
            low, high = sorted(view.cards)
            bucket = int(_buckets_at(self, node, tuple(view.board))[high * (high - 1) // 2 + low])
        return np.asarray(self._on(view.board)[node - limit_tree().first_of_street[view.street], bucket])

    def triples(self, node: int, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the probabilities of fold, call and raise in 255ths with each holding at a node, uint8[1326, 3].

        The board may have later streets too. Rows of holdings that use a card of the board are of no use.
        """
        street = int(limit_tree().street[node])
        dealt = tuple(board[: BOARD_CARDS[street]])
        return np.asarray(self._on(dealt)[node - limit_tree().first_of_street[street], _buckets_at(self, node, dealt)])

    def at_nodes(
        self, board: tuple[int, ...], nodes: NDArray[np.int32]
    ) -> tuple[NDArray[np.uint8], NDArray[np.unsignedinteger[Any]]]:
        """Return the probabilities in 255ths at nodes of a street, uint8[n, buckets, 3], and buckets, uint[n, 1326]."""
        street = BOARD_CARDS.index(len(board))
        shares = np.asarray(self._on(board)[nodes - limit_tree().first_of_street[street]])
        if street < RIVER:
            return shares, self.trunk.buckets_at(nodes, board)
        return shares, _all_river_buckets(self, board)[limit_tree().actor[nodes], starts_of_nodes(RIVER)[nodes]]

    def _on(self, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the strategy at all decisions of a board's street, uint8[decisions, buckets, 3]."""
        return self.river if len(board) == BOARD_CARDS[RIVER] else self.trunk.on(board)


@lru_cache(maxsize=_N_CACHED)
def _bucket_of(abstraction: Abstraction, cards: tuple[int, ...], board: tuple[int, ...]) -> int:
    return abstraction.bucket(cards, board)


def _buckets_at(strategy: StoredStrategy, node: int, board: tuple[int, ...]) -> NDArray[np.unsignedinteger[Any]]:
    """Return the bucket of every holding of the seat that acts at a node, uint[1326]."""
    if len(board) < BOARD_CARDS[RIVER]:
        return np.asarray(strategy.trunk.buckets_at(np.array([node], dtype=np.int32), board)[0])
    start = int(starts_of_nodes(RIVER)[node])
    return np.asarray(_buckets_after(strategy, start, board)[limit_tree().actor[node]])


@lru_cache(maxsize=256)
def _buckets_after(strategy: StoredStrategy, start: int, board: tuple[int, ...]) -> NDArray[np.uint16]:
    return _river_buckets(strategy, board, limit_tree().starts[RIVER][start : start + 1])[:, 0]


@lru_cache(maxsize=2)
def _all_river_buckets(strategy: StoredStrategy, board: tuple[int, ...]) -> NDArray[np.uint16]:
    return _river_buckets(strategy, board, limit_tree().starts[RIVER])


def _river_buckets(strategy: StoredStrategy, board: tuple[int, ...], starts: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Return the bucket of every holding after some starts of the river, by seat, uint16[2, n_starts, 1326]."""
    river = River.of(board)
    found = np.zeros((2, len(starts), N_HOLDINGS), dtype=np.uint16)
    found[:, :, river.holdings] = river.buckets_in(strategy.trunk, strategy.recipe.fineness.river_grid, starts)
    return found


def strategy_of(trained: Trained) -> StoredStrategy:
    """Return the average strategy of a training run, rounded to 255ths that sum to one."""
    river = rounded(trained.solver.average(RIVER))[0]
    return StoredStrategy(trained.recipe, trained.n_iterations, trained.trunk(), river)


def shipped_path(name: str) -> Path:
    """Return where the strategy of a name is shipped."""
    return Path(__file__).parent / "data" / f"equilibrium-{name}.table"


def shipped_table(name: str, path: Path | None = None) -> ShippedTable:
    """Return the file of the strategy of a name."""
    return ShippedTable(f"equilibrium-{name}", VERSION, path or shipped_path(name))


def write_strategy(strategy: StoredStrategy, name: str, path: Path | None = None) -> None:
    """Write a strategy with the bounds of its buckets, whole or not at all, by default where it is shipped."""
    arrays: dict[str, NDArray[Any]] = {
        "recipe": strategy.recipe.encoded(),
        "n_iterations": np.array([strategy.n_iterations], dtype=np.int64),
        **strategy.trunk.abstraction.arrays(),
    }
    for street, shares in enumerate(strategy.shares):
        legal = _legal(street)
        two = np.where(legal[:, :1], shares[..., 0], shares[..., 1])
        arrays[f"{_STREETS[street]}_three"] = shares[:, legal.all(axis=1), :, :2]
        arrays[f"{_STREETS[street]}_two"] = two[:, ~legal.all(axis=1)]
    shipped_table(name, path).write(arrays)


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
        recipe = Recipe.decoded(arrays["recipe"])
        abstraction = Abstraction.from_arrays(recipe.fineness, arrays)
        shares = [_expanded(street, arrays) for street in range(len(_STREETS))]
        n_iterations = int(arrays["n_iterations"][0])
    except (KeyError, ValueError, IndexError):
        raise TableError(f"{table.path} is damaged: it does not hold what a strategy holds") from None
    return StoredStrategy(recipe, n_iterations, Trunk(abstraction, (shares[0], shares[1], shares[2])), shares[3][0])


@cache
def shipped_strategy(name: str) -> StoredStrategy:
    """Return the shipped strategy of a name, ``fine`` or ``coarse``, read at first use."""
    return read_strategy(name)


def _legal(street: int) -> NDArray[np.bool_]:
    """Return which actions are legal at each decision of a street, bool[decisions, 3]."""
    tree = limit_tree()
    return np.asarray(tree.children[tree.first_of_street[street] : tree.first_of_street[street + 1]] >= 0)


def _expanded(street: int, arrays: dict[str, NDArray[Any]]) -> NDArray[np.uint8]:
    """Return the probabilities of all three actions of a street from those that are stored."""
    three, two = (arrays[f"{_STREETS[street]}_{kind}"] for kind in ("three", "two"))
    legal = _legal(street)
    is_three = legal.all(axis=1)
    shares = np.zeros((len(two), len(legal), two.shape[2], len(Action)), dtype=np.uint8)
    shares[:, is_three, :, :2] = three
    shares[..., 2][:, is_three] = ONE - three[..., 0] - three[..., 1]
    for columns, rows in (((0, 1), legal[:, 0]), ((1, 2), legal[:, 2])):
        these = rows & ~is_three
        stored = two[:, these[~is_three]]
        shares[..., columns[0]][:, these] = stored
        shares[..., columns[1]][:, these] = ONE - stored
    return shares
