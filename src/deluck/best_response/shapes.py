"""The betting of one street of heads-up limit hold'em: the same decisions and exits wherever it starts."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.errors import RulesError
from deluck.games import Action
from deluck.games.limit_tree import NO_NODE, LimitTree, limit_tree

PREFLOP, FLOP, TURN, RIVER = range(4)
N_STREETS = 4


@dataclass(frozen=True, slots=True, eq=False)
class StreetShape:
    """The decisions of a street from where it is dealt, and the exits to the next street, a showdown or by a fold.

    Attributes
    ----------
    actor
        The seat to act at each decision, int8[n_decisions]; a decision comes before those after it.
    child
        The decision after fold, call and raise; n_decisions + the exit where there is none; -1 where the action is not
        legal; int8[n_decisions, 3].
    n_closings
        How many exits close the betting; they come first, those by a fold after them.
    nodes
        The nodes of the tree by start and decision, int32[n_starts, n_decisions].
    exits
        The nodes of the tree by start and exit, int32[n_starts, n_exits]: a start of the next street, or an end.
    payoffs
        What a seat is paid at an end, in big blinds, float64[2, n_starts, n_exits]: after a fold what it wins or
        (below zero) loses, at a showdown what it wins if it has the better hand and loses if not.
    """

    actor: NDArray[np.int8]
    child: NDArray[np.int8]
    n_closings: int
    nodes: NDArray[np.int32]
    exits: NDArray[np.int32]
    payoffs: NDArray[np.float64]

    @property
    def n_exits(self) -> int:
        """How many exits there are."""
        return int(self.exits.shape[1])


@cache
def street_shape(street: int) -> StreetShape:
    """Return the betting of a street, 0 before the flop to 3, from `limit_tree`.

    Raises
    ------
    RulesError
        If the street's betting depends on where it starts.
    """
    tree = limit_tree()
    found = [_from_start(tree, street, int(start)) for start in tree.starts[street]]
    actor, child, _, _ = found[0]
    if any(not np.array_equal(actor, each[0]) or not np.array_equal(child, each[1]) for each in found):
        raise RulesError(f"the betting of street {street} depends on what went before (expected one shape for all)")
    nodes = np.array([each[2] for each in found], dtype=np.int32)
    exits = np.array([each[3] for each in found], dtype=np.int32)
    folder = tree.folder[exits]
    paid = tree.contributions[exits] / tree.rules.big_blind
    lost = np.where(folder == 0, paid[..., 0], paid[..., 1])  # of a fold; at a showdown both have put in the same
    payoffs = np.stack([np.where(folder == seat, -lost, lost) for seat in range(2)])
    return StreetShape(actor, child, int((folder[0] == NO_NODE).sum()), nodes, exits, payoffs)


def _from_start(
    tree: LimitTree, street: int, start: int
) -> tuple[NDArray[np.int8], NDArray[np.int8], list[int], list[int]]:
    """Return actor and child of the decisions from a start on, and the nodes of decisions and exits."""
    nodes, closings, folds = [start], list[int](), list[int]()
    for node in nodes:  # which grows meanwhile
        for after in tree.children[node].tolist():
            if after == NO_NODE:
                continue
            if tree.actor[after] >= 0 and tree.street[after] == street:
                nodes.append(after)
            else:
                (closings if tree.folder[after] == NO_NODE else folds).append(after)
    exits = closings + folds
    index = {node: number for number, node in enumerate(nodes + exits)} | {NO_NODE: NO_NODE}
    child = np.array([[index[int(tree.children[node, action])] for action in Action] for node in nodes], dtype=np.int8)
    return tree.actor[nodes].astype(np.int8), child, nodes, exits
