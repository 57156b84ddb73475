"""Training the strategy from a start of the turn on, with the play before it as it is: a game of its own.

Each deal is a random board. The ranges that both seats come to the turn with are those of the strategy before it, the
ranges on the river those that the average strategy of the turn so far leaves of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.best_response.shapes import street_shape
from deluck.cards import N_CARDS
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import RIVER, TURN
from deluck.players.equilibrium.betting import betting_after, rivers_after
from deluck.players.equilibrium.board_classes import N_FEATURES, features, find_centres
from deluck.players.equilibrium.endgame import Centres, Endgame, EndgameFineness, OnRiver, OnTurn
from deluck.players.equilibrium.part_kernels import N_ACTIONS
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.solver import Deal, Holdings, Runout, Solver
from deluck.players.equilibrium.trunk import Trunk, rounded
from deluck.players.equilibrium.turn_ranges import Turn

N_TURN, N_RIVER = 4, 5
_MOST_SAMPLED, _SAMPLED_PER_CLASS = 2_500, 25
"""Boards from which classes are found."""


class EndgamePart(NamedTuple):
    """An endgame to be trained: the number of its start, how much it tells apart, and on how many deals."""

    start: int
    fineness: EndgameFineness
    n_deals: int


def train_endgame(reference: Trunk, seed: int, part: EndgamePart) -> Endgame:
    """Return the strategy from a start of the turn on.

    Parameters
    ----------
    reference
        The strategy before the turn, and some strategy on the turn: by the ranges that this one leads to are the
        classes of rivers found.
    seed
        The same seed gives the same bytes.
    part
        What to train.
    """
    rng = np.random.default_rng([seed, part.start, part.n_deals])
    fineness = part.fineness
    centres = _find_centres(reference, part, rng)
    n_on_turn = fineness.turn_groups * fineness.inner_groups
    tree = betting_after(part.start)
    solver = Solver(tree, (fineness.turn_classes, 1), (n_on_turn, fineness.river_classes * fineness.river_groups))
    rows = np.where(tree.street == 0, tree.actor, 0).astype(np.int16)
    for number in range(1, part.n_deals + 1):
        turn, river = _draw(rng)
        on_turn = OnTurn.of(reference, part.start, turn, centres, fineness)
        shares = solver.average(0, texture=on_turn.board_class)
        beside = np.searchsorted(turn.holdings, river.holdings)
        ranges = np.ascontiguousarray(on_turn.river_ranges(shares)[:, :, beside])
        on_river = OnRiver.of(reference.abstraction, river, ranges, centres.river, fineness.river_groups)
        buckets = on_river.buckets + (on_river.classes * fineness.river_groups).astype(np.uint16)[:, None]
        deal = _deal(on_turn, river, beside, buckets, rows)
        solver.improve(deal, number, ranges=(on_turn.ranges[0], on_turn.ranges[1]))
    shape = street_shape(RIVER)
    on_rivers = rounded(solver.average(1)).reshape(
        -1, len(shape.actor), fineness.river_classes, fineness.river_groups, N_ACTIONS
    )
    return Endgame(part.start, fineness, centres, rounded(solver.average(0)), on_rivers)


def _deal(
    on_turn: OnTurn,
    river: River,
    beside: NDArray[np.int64],
    buckets: NDArray[np.uint16],
    rows: NDArray[np.int16],
) -> Deal:
    turn = on_turn.turn
    some_order = np.arange(len(turn.holdings))  # no showdown on the turn
    held = Holdings.of_strengths(turn.cards, some_order, np.array([on_turn.board_class, 0]), on_turn.buckets, rows)
    left = Holdings.of_strengths(
        river.cards, river.strengths, np.zeros(2, dtype=np.int64), np.zeros((1, len(river.cards)), dtype=np.uint16)
    )
    n_left = N_CARDS - N_TURN
    return Deal(held, Runout(left, beside, buckets), n_left / (n_left - 4))


def _draw(rng: np.random.Generator) -> tuple[Turn, River]:
    """Return a random turn and a river after it."""
    board = tuple(rng.permutation(N_CARDS)[:N_RIVER].tolist())
    return Turn.of(board[:N_TURN]), River.of(board)


def _find_centres(reference: Trunk, part: EndgamePart, rng: np.random.Generator) -> Centres:
    """Return the centres of classes of boards, by the ranges that a strategy on the streets before leads to."""
    starts = limit_tree().starts
    turn_start, river_starts = starts[TURN][part.start : part.start + 1], starts[RIVER][rivers_after(part.start)]
    abstraction = reference.abstraction
    n_boards = min(_SAMPLED_PER_CLASS * max(part.fineness.turn_classes, part.fineness.river_classes), _MOST_SAMPLED)
    of_turns = np.empty((n_boards, N_FEATURES))
    of_rivers = np.empty((n_boards, len(river_starts), N_FEATURES))
    for number in range(n_boards):
        turn, river = _draw(rng)
        of_turns[number] = features(abstraction, turn, reference.ranges(turn.board, turn.holdings, turn_start))[0]
        of_rivers[number] = features(abstraction, river, reference.ranges(river.board, river.holdings, river_starts))
    on_turn = find_centres(of_turns, part.fineness.turn_classes, rng)
    on_rivers = [find_centres(each, part.fineness.river_classes, rng) for each in of_rivers.transpose(1, 0, 2)]
    return Centres(on_turn, np.stack(on_rivers))
