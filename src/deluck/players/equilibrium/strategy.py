"""A trained strategy as it is stored and looked up: one byte for a probability, the last legal action's implied."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, holdings_beside
from deluck.errors import TableError
from deluck.games import Action, View
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER, Abstraction
from deluck.players.equilibrium.training import Recipe, Trained
from deluck.tables import ShippedTable

VERSION = 1
ONE = 255
"""The probability of one as it is stored."""
NAMES = ("fine", "coarse")
_STREETS = ("preflop", "flop", "turn", "river")
_N_CACHED = 4096  # boards and hands: a hand asks for each several times


@dataclass(frozen=True, slots=True, eq=False)
class StoredStrategy:
    """The average strategy of both seats for every decision and bucket.

    Attributes
    ----------
    recipe, n_iterations
        What it was trained from, and how long.
    abstraction
        The bounds of the buckets.
    shares
        For each street uint8[textures, decisions, buckets, 3]: the probabilities of fold, call and raise in 255ths.
    """

    recipe: Recipe
    n_iterations: int
    abstraction: Abstraction
    shares: tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]

    def triple(self, view: View) -> NDArray[np.uint8]:
        """Return the probabilities of fold, call and raise in 255ths with the view's cards, uint8[3]."""
        street, row = _find(limit_tree().node_of(view))
        texture = self.abstraction.texture(view.board)
        return np.asarray(self.shares[street][texture, row, _bucket_of(self, view.cards, view.board)])

    def triples(self, view: View) -> NDArray[np.uint8]:
        """Return the probabilities of fold, call and raise in 255ths with each holding, uint8[1326, 3].

        Rows of holdings that use a card of the board are of no use.
        """
        return self.at(limit_tree().node_of(view), view.board)

    def at(self, node: int, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return what `triples` does for a node of the betting tree, on a board that may have later streets too."""
        street, row = _find(node)
        dealt = tuple(board[: BOARD_CARDS[street]])
        return np.asarray(self.shares[street][self.abstraction.texture(dealt), row, _buckets_on(self, dealt)])

    def at_nodes(self, board: tuple[int, ...], nodes: NDArray[np.int32]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the probabilities in 255ths at nodes of a street, uint8[n, buckets, 3], and buckets, uint8[1326]."""
        street = BOARD_CARDS.index(len(board))
        rows = nodes - limit_tree().first_of_street[street]
        shares = self.shares[street][self.abstraction.texture(board)][rows]
        return np.asarray(shares), _buckets_on(self, tuple(board))


def _find(node: int) -> tuple[int, int]:
    """Return the street of a decision, and its place among the decisions of the street."""
    first = limit_tree().first_of_street
    street = bisect_right(first, node) - 1
    return street, node - first[street]


@lru_cache(maxsize=_N_CACHED)
def _bucket_of(strategy: StoredStrategy, cards: tuple[int, ...], board: tuple[int, ...]) -> int:
    abstraction = strategy.abstraction
    if len(board) == BOARD_CARDS[RIVER] and abstraction.fineness.river_by_range:  # ranks all holdings at once anyhow
        low, high = sorted(cards)
        return int(_buckets_on(strategy, board)[high * (high - 1) // 2 + low])
    return abstraction.bucket(cards, board)


@lru_cache(maxsize=256)
def _buckets_on(strategy: StoredStrategy, board: tuple[int, ...]) -> NDArray[np.uint8]:
    possible = np.flatnonzero(holdings_beside(board))
    found = np.zeros(N_HOLDINGS, dtype=np.uint8)
    found[possible] = strategy.abstraction.buckets(possible, board)
    found.setflags(write=False)
    return found


def strategy_of(trained: Trained) -> StoredStrategy:
    """Return the average strategy of a training run, rounded to 255ths that sum to one."""
    shares = [_rounded(trained.solver.average(street)) for street in range(len(_STREETS))]
    return StoredStrategy(
        trained.recipe, trained.n_iterations, trained.abstraction, (shares[0], shares[1], shares[2], shares[3])
    )


def _rounded(shares: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return probabilities in 255ths: the sums of the first one, two and three are rounded, so that all sum to 255."""
    reached = np.rint(np.cumsum(shares, axis=-1, dtype=np.float64) * ONE)
    reached[..., -1] = ONE
    return np.diff(reached, axis=-1, prepend=0).astype(np.uint8)


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
        **strategy.abstraction.arrays(),
    }
    for street, shares in enumerate(strategy.shares):
        legal = _legal(street)
        arrays[f"{_STREETS[street]}_three"] = shares[:, legal.all(axis=1), :, :2]
        arrays[f"{_STREETS[street]}_two"] = np.where(legal[:, :1], shares[..., 0], shares[..., 1])[
            :, ~legal.all(axis=1)
        ]
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
    return StoredStrategy(recipe, n_iterations, abstraction, (shares[0], shares[1], shares[2], shares[3]))


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
    three, two = arrays[f"{_STREETS[street]}_three"], arrays[f"{_STREETS[street]}_two"]
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
