"""The strategy from a turn on, one for each of the 63 ways of betting before it, in buckets by the ranges there.

Which holdings both seats come with follows from the strategy before the turn, on this very board. A board is of one of
a few classes by how these ranges compare (`board_classes`), and a holding in a bucket by where it is in its seat's
range: on the turn by E[HS²] and in these groups by E[HS], on the river by strength. The ranges on the river are those
that the strategy on the turn leaves of them. A few ways of betting are most of what is played, and have more classes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.best_response.shapes import street_shape
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import RIVER, TURN, Abstraction
from deluck.players.equilibrium.board_classes import features, nearest
from deluck.players.equilibrium.endgame_kernels import fill_river_ranges
from deluck.players.equilibrium.packing import packed, unpacked
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.trunk import Trunk
from deluck.players.equilibrium.turn_ranges import Turn

_STREETS = (("turn", TURN), ("river", RIVER))
_DECISIONS_AXIS = 2
"""Where the decisions of a street are in the strategies of endgames once they are stacked."""


class EndgameFineness(NamedTuple):
    """How much an endgame tells apart.

    Attributes
    ----------
    turn_classes
        The classes of turns.
    turn_groups
        In each the groups of the own range by E[HS²].
    inner_groups
        In each of these the groups by E[HS].
    river_classes
        The classes of rivers after each way to close the betting on the turn.
    river_groups
        In each the groups of the own range by strength.
    """

    turn_classes: int
    turn_groups: int
    inner_groups: int
    river_classes: int
    river_groups: int


class Centres(NamedTuple):
    """The centres of an endgame's classes of boards, float16[turn_classes, 12] and float16[9, river_classes, 12]."""

    turn: NDArray[np.float16]
    river: NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class OnTurn:
    """The holdings on a turn as an endgame sees them.

    Attributes
    ----------
    turn
        The board and the holdings.
    ranges
        How likely each seat plays to the turn with each, float32[2, n].
    board_class
        The class of the board.
    buckets
        The bucket of each, by seat, uint16[2, n].
    """

    turn: Turn
    ranges: NDArray[np.float32]
    board_class: int
    buckets: NDArray[np.uint16]

    @classmethod
    def of(cls, trunk: Trunk, start: int, turn: Turn, centres: Centres, fineness: EndgameFineness) -> "OnTurn":
        """Return a turn after the start of this number, in the ranges that a strategy before it leads to."""
        node = limit_tree().starts[TURN][start : start + 1]
        ranges = trunk.ranges(turn.board, turn.holdings, node)
        board_class = int(nearest(centres.turn, features(trunk.abstraction, turn, ranges))[0])
        buckets = turn.buckets(ranges, (fineness.turn_groups, fineness.inner_groups, 1))
        return cls(turn, ranges[:, 0], board_class, buckets[:, 0])

    def river_ranges(self, shares: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how likely each seat plays to each river, by a strategy float32[10, buckets, 3]: float32[2, 9, n]."""
        shape = street_shape(TURN)
        found = np.empty((2, shape.n_closings, len(self.turn.holdings)), dtype=np.float32)
        fill_river_ranges(shares, self.buckets, shape.actor, shape.child, self.ranges, found)
        return found


class OnRiver(NamedTuple):
    """The holdings on a river as an endgame sees them, after some ways to close the betting on the turn.

    Attributes
    ----------
    classes
        The class of the board after each, int64[k].
    buckets
        The bucket of each holding of the river, by seat, uint16[2, k, n].
    """

    classes: NDArray[np.int64]
    buckets: NDArray[np.uint16]

    @classmethod
    def of(
        cls,
        abstraction: Abstraction,
        river: River,
        ranges: NDArray[np.float32],
        centres: NDArray[np.float16],
        groups: int,
    ) -> "OnRiver":
        """Return a river in ranges float32[2, k, n], given the centres of classes float16[k, classes, 12]."""
        return cls(nearest(centres, features(abstraction, river, ranges)), river.buckets(ranges, (groups, 1)))


@dataclass(frozen=True, slots=True, eq=False)
class Endgame:
    """The average strategy of both seats from a start of the turn on.

    Attributes
    ----------
    start
        The number of the start.
    fineness
        How much it tells apart.
    centres
        Of the classes of boards.
    turn
        The probabilities of fold, call and raise in 255ths, uint8[classes, 10, buckets, 3].
    river
        The same for each way to close the betting on the turn, uint8[9, 10, classes, groups, 3].
    """

    start: int
    fineness: EndgameFineness
    centres: Centres
    turn: NDArray[np.uint8]
    river: NDArray[np.uint8]


def endgame_arrays(endgames: Iterable[Endgame]) -> dict[str, NDArray[Any]]:
    """Return endgames by name, to be stored: those that tell as much apart together."""
    alike: dict[EndgameFineness, list[Endgame]] = {}
    for each in endgames:
        alike.setdefault(each.fineness, []).append(each)
    arrays: dict[str, NDArray[Any]] = {}
    for level, (fineness, some) in enumerate(alike.items()):
        named: dict[str, NDArray[Any]] = {
            "starts": np.array([each.start for each in some], dtype=np.int64),
            "fineness": np.array(fineness, dtype=np.int64),
            "turn_centres": np.stack([each.centres.turn for each in some]),
            "river_centres": np.stack([each.centres.river for each in some]),
        }
        for name, street in _STREETS:
            stacked = np.stack([getattr(each, name) for each in some])
            packs = packed(stacked, _legal(street), axis=_DECISIONS_AXIS)
            named |= {f"{name}_{kind}": array for kind, array in packs.items()}
        arrays |= {f"endgames_{level}_{name}": array for name, array in named.items()}
    return arrays


def endgames_of(arrays: dict[str, NDArray[Any]]) -> list[Endgame]:
    """Return the endgames that were stored.

    Raises
    ------
    KeyError, ValueError, IndexError
        If these are not arrays of endgames.
    """
    found: list[Endgame] = []
    level = 0
    while f"endgames_{level}_starts" in arrays:
        prefix = f"endgames_{level}_"
        named = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        fineness = EndgameFineness(*named["fineness"].tolist())
        shares = [
            unpacked({kind: named[f"{name}_{kind}"] for kind in ("three", "two")}, _legal(street), axis=_DECISIONS_AXIS)
            for name, street in _STREETS
        ]
        each = (named["starts"].tolist(), named["turn_centres"], named["river_centres"], *shares)
        for start, on_turn, on_river, turn, river in zip(*each, strict=True):
            found.append(Endgame(start, fineness, Centres(on_turn, on_river), turn, river))
        level += 1
    return found


def _legal(street: int) -> NDArray[np.bool_]:
    """Return which actions are legal at each decision of a street from its start on, bool[10, 3]."""
    return np.asarray(street_shape(street).child >= 0)
