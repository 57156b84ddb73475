"""Training a strategy: deals drawn one after the other, with checkpoints; a run that was stopped goes on where it was.

Both players are improved in turn on the same cards. There are three stages:

1. The *sketch*: a first strategy of all streets, in buckets by rank. It is not played; it says roughly which ranges the
   players come to turn and river with.
2. The strategy of all streets, turn and river in buckets by the ranges of the sketch. What it does before the flop and
   on it is what is played.
3. The *endgames*: for each of the 63 ways to come to a turn the strategy from there on, by itself (`endgame_training`).

What an iteration deals depends on the seed and its number alone: the same recipe gives the same bytes, stopped in
between or not, by any number of threads and processes.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.best_response.shapes import street_shape
from deluck.cards import N_CARDS, holding_cards, holdings_beside
from deluck.compiling import compile_kernels
from deluck.errors import TableError
from deluck.games.limit_tree import limit_tree
from deluck.parallel import count_jobs, run_parts
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER, TURN, Abstraction, make_abstraction
from deluck.players.equilibrium.endgame import Endgame, endgame_arrays, endgames_of
from deluck.players.equilibrium.endgame_training import EndgamePart, train_endgame
from deluck.players.equilibrium.recipe import Recipe
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.solver import Deal, Holdings, PublicTree, Runout, Solver
from deluck.players.equilibrium.trunk import Trunk, rounded
from deluck.players.equilibrium.turn_ranges import Turn
from deluck.tables import TableFile

_STEP = 50
_REASON = "Training the equilibrium player"
_ENDGAMES = "Training the endgames of the equilibrium player"
_N_BOARDS = 100
"""Boards on which is seen how likely each start of the turn is."""


@dataclass(slots=True)
class Trained:
    """A strategy in training.

    Attributes
    ----------
    recipe
        What it is trained from.
    abstraction
        Which hands the sketch tells apart.
    sketch_solver
        Regrets and averages of the sketch.
    solver
        Regrets and averages of the strategy of all streets.
    endgames
        Those that are trained, by the number of their start.
    n_iterations
        How many deals the sketch and the strategy of all streets have seen.
    is_whole
        Whether the last of them was seen by both players: not if an iteration was stopped.
    """

    recipe: Recipe
    abstraction: Abstraction
    sketch_solver: Solver
    solver: Solver
    endgames: dict[int, Endgame] = field(default_factory=dict)
    n_iterations: int = 0
    is_whole: bool = True
    _sketch: Trunk | None = field(default=None, repr=False)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be trained."""
        return len(self.endgames) == sum(level.n_endgames for level in self.recipe.levels)

    def sketch(self) -> Trunk:
        """Return the sketch; it no longer changes when the strategy itself is trained."""
        if self._sketch is None:
            shares = tuple(rounded(self.sketch_solver.average(street)) for street in range(RIVER))
            self._sketch = Trunk(self.abstraction, shares)
        return self._sketch

    def trunk(self) -> Trunk:
        """Return the strategy before the turn."""
        return Trunk(self.abstraction, tuple(rounded(self.solver.average(street)) for street in range(TURN)))


def checkpoint_of(recipe: Recipe) -> TableFile:
    """Return where a strategy is saved while it is trained: a file per recipe in the cache folder."""
    return TableFile(name=f"equilibrium-{recipe.digest[:12]}-partial", version=4)


def start_training(recipe: Recipe, *, n_jobs: int = 1) -> Trained:
    """Return a strategy that has seen nothing yet."""
    fineness = recipe.fineness
    tree = PublicTree.of_limit_holdem(limit_tree())
    return Trained(
        recipe,
        make_abstraction(fineness),
        Solver(tree, fineness.n_textures, fineness.n_buckets, n_jobs=n_jobs),
        Solver(tree, fineness.n_range_textures, fineness.n_range_buckets, n_jobs=n_jobs),
    )


class Cards(NamedTuple):
    """What is dealt: a turn, a river, and holdings beside the turn in rising order."""

    turn: tuple[int, ...]
    river: int
    holdings: NDArray[np.int64]


def draw_cards(n_holdings: int, rng: np.random.Generator) -> Cards:
    """Return a random board, and so many random holdings beside its turn."""
    dealt = rng.permutation(N_CARDS).tolist()
    turn = tuple(dealt[:4])
    possible = np.flatnonzero(holdings_beside(turn))
    holdings = np.sort(rng.choice(possible, min(n_holdings, len(possible)), replace=False))
    return Cards(turn, dealt[4], holdings)


def sketch_deal(abstraction: Abstraction, cards: Cards) -> Deal:
    """Return what is dealt as the sketch sees it."""
    n_starts = len(limit_tree().starts[RIVER])

    def on_river(river: River, indices: NDArray[np.int64]) -> tuple[int, NDArray[np.uint16]]:
        buckets = abstraction.buckets(river.holdings[indices], river.board).astype(np.uint16)
        return abstraction.texture(river.board), np.tile(buckets, (2, n_starts, 1))

    buckets = [abstraction.buckets(cards.holdings, cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:RIVER]]
    textures = [abstraction.texture(cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:RIVER]]
    return _deal(cards, textures, np.stack(buckets), None, on_river)


def range_deal(sketch: Trunk, cards: Cards) -> Deal:
    """Return what is dealt as the strategy sees it: turn and river by the ranges of a sketch."""
    tree, abstraction = limit_tree(), sketch.abstraction
    fineness = abstraction.fineness

    def on_river(river: River, indices: NDArray[np.int64]) -> tuple[int, NDArray[np.uint16]]:
        buckets = river.buckets(sketch.ranges(river.board, river.holdings, tree.starts[RIVER]), fineness.river_grid)
        return 0, np.ascontiguousarray(buckets[:, :, indices])

    early = [abstraction.buckets(cards.holdings, cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:TURN]]
    textures = [abstraction.texture(cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:RIVER]]
    turn = Turn.of(cards.turn)
    late = turn.buckets(sketch.ranges(turn.board, turn.holdings, tree.starts[TURN]), fineness.turn_grid)
    late = late[:, :, np.searchsorted(turn.holdings, cards.holdings)]
    rows = np.concatenate([np.stack(early), late.reshape(-1, len(cards.holdings))])
    return _deal(cards, textures, rows, _bucket_rows(), on_river)


@cache
def _bucket_rows() -> NDArray[np.int16]:
    """Return the row of a deal's buckets at each node: one preflop, one on the flop, on the turn by seat and start."""
    tree = limit_tree()
    found = tree.street.astype(np.int16)
    for start, nodes in enumerate(street_shape(TURN).nodes):
        found[nodes] = TURN + tree.actor[nodes] * len(tree.starts[TURN]) + start
    return found


def _deal(
    cards: Cards,
    textures: list[int],
    buckets: NDArray[np.unsignedinteger[Any]],
    rows: NDArray[np.int16] | None,
    on_river: Callable[[River, NDArray[np.int64]], tuple[int, NDArray[np.uint16]]],
) -> Deal:
    """Return what is dealt with given buckets before the river and a function for those on it."""
    beside = Holdings.of_strengths(
        holding_cards()[cards.holdings].astype(np.uint8),
        np.arange(len(cards.holdings)),
        np.array([*textures, 0], dtype=np.int64),
        buckets,
        rows,
    )
    n_left = N_CARDS - len(cards.turn)
    share = n_left / (n_left - 4)  # none of the four cards that the players hold can come
    river = River.of((*cards.turn, cards.river))
    indices = np.flatnonzero(np.isin(river.holdings, cards.holdings))
    texture, found = on_river(river, indices)
    holdings = Holdings.of_strengths(
        river.cards[indices],
        river.strengths[indices],
        np.array([0, 0, 0, texture]),
        np.zeros((1, len(indices)), dtype=np.uint16),
    )
    runout = Runout(holdings, np.searchsorted(cards.holdings, river.holdings[indices]), found)
    return Deal(beside, runout, share)


def train(
    recipe: Recipe,
    *,
    seconds: float = np.inf,
    checkpoint: TableFile | None = None,
    seconds_between_checkpoints: float = 120.0,
    n_jobs: int = 1,
) -> Trained:
    """Return a trained strategy, from the last checkpoint on, saving it every so often and when stopped.

    Parameters
    ----------
    recipe
        What it is trained from.
    seconds
        After how long to stop all the same.
    checkpoint
        Where it is saved; not at all if None.
    seconds_between_checkpoints
        How much work may be lost if the process is killed.
    n_jobs
        Threads or processes to use; they change nothing but the time.
    """
    compile_kernels()
    trained = start_training(recipe, n_jobs=count_jobs(n_jobs))
    if checkpoint is not None:
        read_checkpoint(trained, checkpoint)
    stop_at = time.monotonic() + seconds
    saved_at, is_saved = time.monotonic(), True
    try:
        for _ in _steps(trained, n_jobs):
            is_saved = False
            if checkpoint is not None and time.monotonic() - saved_at >= seconds_between_checkpoints:
                write_checkpoint(trained, checkpoint)
                saved_at, is_saved = time.monotonic(), True
            if time.monotonic() >= stop_at:
                break
    finally:
        if checkpoint is not None and not is_saved and trained.is_whole:
            write_checkpoint(trained, checkpoint)
    return trained


def _steps(trained: Trained, n_jobs: int) -> Iterator[None]:
    """Train what is left, one iteration or endgame after the other."""
    n_iterations = trained.recipe.n_before_endgames
    if trained.n_iterations:
        n_endgames = len(trained.endgames)
        progress.note(f"going on after {trained.n_iterations:,} of {n_iterations:,} deals and {n_endgames} endgames")
    with progress.task(_REASON, (n_iterations - trained.n_iterations) // _STEP) as display:
        while trained.n_iterations < n_iterations:
            iterate(trained)
            if trained.n_iterations % _STEP == 0:
                display.advance()
            yield
    reference = Trunk(trained.abstraction, (*trained.trunk().shares, trained.sketch().shares[TURN]))
    parts = [each for each in endgame_parts(reference, trained.recipe) if each.start not in trained.endgames]
    work = partial(train_endgame, reference, trained.recipe.seed)
    results = run_parts(work, parts, n_jobs=n_jobs, backend="processes")
    with progress.task(_ENDGAMES, len(parts)) as display, closing(cast(Any, results)) as found:
        for part, endgame in zip(parts, found, strict=True):
            trained.endgames[part.start] = endgame
            display.advance()
            yield


def iterate(trained: Trained) -> None:
    """Improve both players on one more deal of all streets; later deals weigh more in the average."""
    number, recipe = trained.n_iterations + 1, trained.recipe
    rng = np.random.default_rng([recipe.seed, number])
    trained.is_whole = False
    if number <= recipe.n_sketch:
        cards = draw_cards(recipe.n_sketched, rng)
        trained.sketch_solver.improve(sketch_deal(trained.abstraction, cards), number)
    else:
        cards = draw_cards(recipe.n_holdings, rng)
        trained.solver.improve(range_deal(trained.sketch(), cards), number - recipe.n_sketch)
    trained.n_iterations, trained.is_whole = number, True


def endgame_parts(reference: Trunk, recipe: Recipe) -> list[EndgamePart]:
    """Return the endgames to be trained, those first that matter most: by how likely they are, and by their pot."""
    tree, rng = limit_tree(), np.random.default_rng(recipe.seed)
    starts = tree.starts[TURN]
    likely = np.zeros(len(starts))
    for _ in range(_N_BOARDS):
        board = tuple(rng.permutation(N_CARDS)[: BOARD_CARDS[TURN]].tolist())
        likely += reference.ranges(board, np.flatnonzero(holdings_beside(board)), starts).mean(axis=2).prod(axis=0)
    order = np.argsort(-likely * tree.contributions[starts].sum(axis=1), kind="stable").tolist()
    levels = [(level.fineness, level.n_deals) for level in recipe.levels for _ in range(level.n_endgames)]
    return [EndgamePart(start, *level) for start, level in zip(order, levels, strict=False)]


def read_checkpoint(trained: Trained, checkpoint: TableFile) -> None:
    """Continue what an earlier run saved for the same recipe, if there is such a file."""
    try:
        arrays = checkpoint.open()
    except TableError as error:
        progress.note(f"{error}; starting anew")
        return
    if arrays is None:
        return
    expected = trained.recipe.arrays()
    if any(arrays[name].tolist() != expected[name].tolist() for name in expected):
        progress.note(f"{checkpoint.path} is of another recipe; starting anew")
        return
    trained.n_iterations = int(arrays["n_iterations"][0])
    for name, solver in (("", trained.solver), ("sketch_", trained.sketch_solver)):
        solver.regrets[:] = arrays[f"{name}regrets"]
        solver.sums[:] = arrays[f"{name}sums"]
    trained.endgames |= {each.start: each for each in endgames_of(arrays)}


def write_checkpoint(trained: Trained, checkpoint: TableFile) -> None:
    """Save a strategy in training, whole or not at all."""
    checkpoint.write(
        {
            **trained.recipe.arrays(),
            "n_iterations": np.array([trained.n_iterations], dtype=np.int64),
            "regrets": trained.solver.regrets,
            "sums": trained.solver.sums,
            "sketch_regrets": trained.sketch_solver.regrets,
            "sketch_sums": trained.sketch_solver.sums,
            **endgame_arrays(trained.endgames.values()),
        }
    )
