"""The betting from a start of the turn on, as the endgames number it: the turn's decisions, then those of its rivers.

Each of the 63 ways to come to a turn goes on alike: 10 decisions on the turn, 9 ways to close its betting, and after
each of these 10 decisions on the river.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.best_response.shapes import street_shape
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import RIVER, TURN
from deluck.players.equilibrium.solver import PublicTree


class Place(NamedTuple):
    """Where a node is: after which start of its street, and which decision from there on."""

    start: int
    decision: int


@cache
def _places(street: int) -> dict[int, Place]:
    nodes = street_shape(street).nodes
    return {int(node): Place(*place) for place, node in np.ndenumerate(nodes)}


def place_of(node: int) -> Place:
    """Return where a decision is on its street."""
    return _places(int(limit_tree().street[node]))[node]


@cache
def rivers_after(start: int) -> NDArray[np.int64]:
    """Return the starts of the river that the betting from a start of the turn on leads to, by place, int64[9]."""
    shape = street_shape(TURN)
    return np.searchsorted(street_shape(RIVER).nodes[:, 0], shape.exits[start, : shape.n_closings])


@cache
def turn_before(river_start: int) -> Place:
    """Return the start of the turn that leads to a start of the river, and by which of its closings."""
    turn = place_of(int(limit_tree().parent[street_shape(RIVER).nodes[river_start, 0]])).start
    return Place(turn, rivers_after(turn).tolist().index(river_start))


@cache
def betting_after(start: int) -> PublicTree:
    """Return the betting from a start of the turn on: decisions of the turn, of each of its rivers, then ends."""
    turn, river = street_shape(TURN), street_shape(RIVER)
    after = rivers_after(start)
    ends = [turn.exits[start, turn.n_closings :], river.exits[after].ravel()]
    nodes = np.concatenate([turn.nodes[start], river.nodes[after].ravel(), *ends])
    return PublicTree.of_limit_holdem(limit_tree()).part(nodes)
