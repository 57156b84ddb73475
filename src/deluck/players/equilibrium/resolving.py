"""Solving the river anew at the table: the betting that is left, on this board, with every holding for itself.

Both players' ranges on the river follow from their moves so far if both play the strategy; from there the same solver
plays on, without an abstraction.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, holdings_beside
from deluck.games import Action
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.solver import Deal, Holdings, PublicTree, Solver

N_ITERATIONS = 100
_LEAST = np.float32(1e-4)  # nobody's holding is quite impossible, whatever the strategy says of the moves

ByHolding = Callable[[int, tuple[int, ...]], NDArray[np.float64]]
"""The probabilities of fold, call and raise of each holding at a node, given all five cards, float64[1326, 3]."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedRiver:
    """A river's strategies.

    Attributes
    ----------
    nodes
        The nodes of the betting tree from the river's first decision on, by their index below.
    shares
        float64[decisions, 1326, 3], zero for holdings that use a card of the board.
    """

    nodes: dict[int, int]
    shares: NDArray[np.float64]

    def triples(self, node: int) -> NDArray[np.float64]:
        """Return the probabilities of fold, call and raise with each holding at a node, float64[1326, 3]."""
        return np.asarray(self.shares[self.nodes[node]])


def solve_river(
    start: int, board: tuple[int, ...], by_holding: ByHolding, *, n_iterations: int = N_ITERATIONS
) -> SolvedRiver:
    """Return the strategies of both seats on a river.

    Parameters
    ----------
    start
        The river's first decision in the betting tree.
    board
        The five cards.
    by_holding
        The strategy both are assumed to have played before.
    n_iterations
        How often both players are improved.
    """
    nodes, tree = _subtree(start)
    river = River.of(board)
    holdings = river.holdings
    each = np.arange(len(holdings), dtype=np.uint16)  # a bucket of its own
    beside = Holdings.of_strengths(river.cards, river.strengths, np.zeros(1, dtype=np.int64), each[None])
    deal = Deal.of_one_runout(beside, np.tile(each, (2, 1, 1)))
    first, second = (each[holdings] for each in _ranges(start, board, by_holding))
    solver = Solver(tree, (1,), (len(holdings),))
    for number in range(1, n_iterations + 1):
        solver.improve(deal, number, ranges=(first, second))
    found = solver.average(0)[0]
    shares = np.zeros((len(found), N_HOLDINGS, len(Action)))
    shares[:, holdings] = found / found.sum(axis=-1, keepdims=True, dtype=np.float64)
    return SolvedRiver({node: index for index, node in enumerate(nodes.tolist())}, shares)


def _ranges(start: int, board: tuple[int, ...], by_holding: ByHolding) -> list[NDArray[np.float32]]:
    """Return how likely each seat has each holding at a river's first decision, at most 1, float32[1326] each."""
    tree = limit_tree()
    ranges = np.ones((2, N_HOLDINGS))
    node = start
    while node > 0:
        parent, action = int(tree.parent[node]), int(tree.last_action[node])
        ranges[tree.actor[parent]] *= by_holding(parent, board)[:, action]
        node = parent
    possible = holdings_beside(board)
    found = []
    for each in ranges:
        most = each[possible].max()
        scaled = each / most if most > 0 else np.ones(N_HOLDINGS)
        found.append(np.where(possible, np.maximum(scaled, _LEAST), 0).astype(np.float32))
    return found


@lru_cache(maxsize=1024)
def _subtree(start: int) -> tuple[NDArray[np.int64], PublicTree]:
    """Return the decisions from a river's first on, and the betting from there as a tree of its own."""
    tree = limit_tree()
    whole = PublicTree.of_limit_holdem(tree)
    nodes = [start]
    for node in nodes:  # which grows meanwhile
        nodes += [child for child in tree.children[node].tolist() if child >= 0]
    chosen = np.sort(np.array(nodes, dtype=np.int64))
    return chosen[tree.actor[chosen] >= 0], whole.part(chosen)
