"""Training a strategy: deals drawn one after the other, with checkpoints; a run that was stopped goes on where it was.

Both players are improved in turn on the same cards. There are four stages:

1. The *sketch*: a first strategy of all streets, in buckets by rank. It is not played; it says roughly which ranges the
   players come to turn and river with.
2. The strategy of all streets, turn and river in buckets by the ranges of the sketch.
3. The play before the turn stays as it is. Turn and river are trained on, the turn in the ranges that this play leads
   to.
4. The play before the river stays as it is, and the river is trained on in the ranges that it leads to, with all
   holdings.

What an iteration deals depends on the seed and its number alone: the same recipe and number of iterations give the same
bytes, stopped in between or not.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import N_CARDS, N_HOLDINGS, holding_cards, holdings_beside
from deluck.compiling import compile_kernels
from deluck.errors import TableError
from deluck.games.limit_tree import limit_tree
from deluck.parallel import count_jobs
from deluck.players.equilibrium.abstraction import (
    BOARD_CARDS,
    COARSE,
    FINE,
    RIVER,
    TURN,
    Abstraction,
    Fineness,
    make_abstraction,
)
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.solver import Deal, Holdings, PublicTree, Runout, Solver
from deluck.players.equilibrium.trunk import Trunk, rounded, starts_of_nodes, turn_buckets
from deluck.tables import TableFile

_STEP = 50
_REASON = "Training the equilibrium player"


class Stage(NamedTuple):
    """A part of the training: the sketch, or the strategy from a street on after so many deals."""

    is_sketch: bool
    fixed_before: int
    n_before: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a strategy is trained from.

    Attributes
    ----------
    fineness
        Which hands are distinguished.
    n_sketch
        How many deals train the sketch.
    n_whole
        How many deals after these train the strategy on all streets.
    n_turn
        How many deals after these train turn and river; all others train the river alone.
    seed
        Of the deals.
    n_sketched
        How many holdings are dealt beside a board to train the sketch.
    n_holdings
        How many to train the strategy; all of them on the river alone.
    """

    fineness: Fineness
    n_sketch: int
    n_whole: int
    n_turn: int
    seed: int = 1
    n_sketched: int = 256
    n_holdings: int = 512

    def stage(self, number: int) -> Stage:
        """Return the stage that a deal belongs to, by its number from 1 on."""
        if number <= self.n_sketch:
            return Stage(is_sketch=True, fixed_before=0, n_before=0)
        n_before = self.n_sketch
        for street, n_deals in ((0, self.n_whole), (TURN, self.n_turn)):
            if number <= n_before + n_deals:
                return Stage(is_sketch=False, fixed_before=street, n_before=n_before)
            n_before += n_deals
        return Stage(is_sketch=False, fixed_before=RIVER, n_before=n_before)

    def encoded(self) -> NDArray[np.int64]:
        """Return the recipe as an array, to be stored beside what was trained from it."""
        each = self.fineness
        grids = (*each.flop, *each.turn, each.river, *each.turn_grid, *each.river_grid)
        deals = (self.n_sketch, self.n_whole, self.n_turn, self.seed, self.n_sketched, self.n_holdings)
        return np.array([each.by_texture, *grids, *deals], dtype=np.int64)

    @classmethod
    def decoded(cls, array: NDArray[np.int64]) -> "Recipe":
        """Return the recipe that was stored."""
        textures, flop, flop_in, turn, turn_in, river, own, own_in, other, rows, columns, *others = array.tolist()
        fineness = Fineness(
            by_texture=bool(textures),
            flop=(flop, flop_in),
            turn=(turn, turn_in),
            river=river,
            turn_grid=(own, own_in, other),
            river_grid=(rows, columns),
        )
        return cls(fineness, *others)


_SHIPPED = {"fine": (Recipe(FINE, 16_000, 12_000, 2000), 600), "coarse": (Recipe(COARSE, 1500, 1500, 300), 300)}
"""By name: what the strategy is trained from, and the deals on the river."""


def shipped_recipe(name: str, *, seed: int = 1, deals: tuple[int, int, int, int] | None = None) -> tuple[Recipe, int]:
    """Return what the strategy of a name is trained from, and on how many deals in all.

    Parameters
    ----------
    name
        Which of the strategies that come with deluck.
    seed
        Of the deals.
    deals
        Those of the sketch, on all streets, on turn and river, and on the river, if not as many as for the strategy
        that comes with deluck.
    """
    recipe, n_river = _SHIPPED[name]
    n_sketch, n_whole, n_turn, n_river = deals or (recipe.n_sketch, recipe.n_whole, recipe.n_turn, n_river)
    recipe = replace(recipe, seed=seed, n_sketch=n_sketch, n_whole=n_whole, n_turn=n_turn)
    return recipe, n_sketch + n_whole + n_turn + n_river


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
        Regrets and averages of the strategy.
    n_iterations
        How many deals it has seen.
    is_whole
        Whether the last of them was seen by both players: not if an iteration was stopped.
    """

    recipe: Recipe
    abstraction: Abstraction
    sketch_solver: Solver
    solver: Solver
    n_iterations: int = 0
    is_whole: bool = True
    _sketch: Trunk | None = field(default=None, repr=False)
    _fixed: Trunk | None = field(default=None, repr=False)

    def sketch(self) -> Trunk:
        """Return the sketch; it no longer changes when the strategy itself is trained."""
        if self._sketch is None:
            shares = [rounded(self.sketch_solver.average(street)) for street in range(RIVER)]
            self._sketch = Trunk(self.abstraction, (shares[0], shares[1], shares[2]), by_ranges=False)
        return self._sketch

    def trunk(self) -> Trunk:
        """Return the strategy before the river as it is now."""
        preflop, flop, turn = (self._shares(street) for street in range(RIVER))
        return Trunk(self.abstraction, (preflop, flop, turn))

    def fixed_trunk(self) -> Trunk:
        """Return the strategy before the river, of use on streets whose play no longer changes."""
        if self._fixed is None:
            self._fixed = self.trunk()
        return self._fixed

    def fix_before(self, street: int) -> None:
        """Keep the play before a street as it is on average from now on; the average after it begins anew.

        So do the regrets of the river when it is trained alone, because its buckets are others then.
        """
        for before in range(street):
            self.solver.block(self.solver.regrets, before)[:] = rounded(self.solver.average(before))
        self.solver.sums[self.solver.starts[street] :] = 0
        if street == RIVER:
            self.solver.regrets[self.solver.starts[RIVER] :] = 0
        self._fixed = None

    def _shares(self, street: int) -> NDArray[np.uint8]:
        """Return the average strategy of a street in 255ths, or what it was when it was fixed."""
        if self.n_iterations and street < self.recipe.stage(self.n_iterations).fixed_before:
            return self.solver.block(self.solver.regrets, street).astype(np.uint8)
        return rounded(self.solver.average(street))


def checkpoint_of(name: str) -> TableFile:
    """Return where the strategy of a name is saved while it is trained: in the cache folder."""
    return TableFile(name=f"equilibrium-{name}-partial", version=3)


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

    def on_river(river: River, places: NDArray[np.int64]) -> tuple[int, NDArray[np.uint16]]:
        buckets = abstraction.buckets(river.holdings[places], river.board).astype(np.uint16)
        return abstraction.texture(river.board), np.tile(buckets, (2, n_starts, 1))

    buckets = [abstraction.buckets(cards.holdings, cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:RIVER]]
    textures = [abstraction.texture(cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:RIVER]]
    return _deal(cards, textures, np.stack(buckets), None, on_river)


def range_deal(turn_ranges: Trunk, river_ranges: Trunk, cards: Cards) -> Deal:
    """Return what is dealt as the strategy sees it: by the ranges of these strategies on turn and river."""
    abstraction = turn_ranges.abstraction
    fineness = abstraction.fineness

    def on_river(river: River, places: NDArray[np.int64]) -> tuple[int, NDArray[np.uint16]]:
        return 0, np.ascontiguousarray(river.buckets_in(river_ranges, fineness.river_grid)[:, :, places])

    early = [abstraction.buckets(cards.holdings, cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:TURN]]
    textures = [abstraction.texture(cards.turn[:n_cards]) for n_cards in BOARD_CARDS[:RIVER]]
    every_start = tuple(range(len(limit_tree().starts[TURN])))
    late = turn_buckets(turn_ranges, cards.turn, every_start)[:, :, cards.holdings]
    rows = np.concatenate([np.stack(early), late.reshape(-1, len(cards.holdings))])
    return _deal(cards, textures, rows, _bucket_rows(), on_river)


@cache
def _bucket_rows() -> NDArray[np.int16]:
    """Return the row of a deal's buckets at each node: one preflop, one on the flop, on the turn by seat and start."""
    tree = limit_tree()
    by_start = TURN + tree.actor.astype(np.int16) * len(tree.starts[TURN]) + starts_of_nodes(TURN)
    return np.where(tree.street == TURN, by_start, tree.street).astype(np.int16)


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
    places = np.flatnonzero(np.isin(river.holdings, cards.holdings))
    texture, found = on_river(river, places)
    holdings = Holdings.of_strengths(
        river.cards[places],
        river.strengths[places],
        np.array([0, 0, 0, texture]),
        np.zeros((1, len(places)), dtype=np.uint16),
    )
    runout = Runout(holdings, np.searchsorted(cards.holdings, river.holdings[places]), found)
    return Deal(beside, runout, share)


def train(
    recipe: Recipe,
    n_iterations: int,
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
    n_iterations
        How many deals it is to see.
    seconds
        Processor time after which to stop all the same.
    checkpoint
        Where it is saved; not at all if None.
    seconds_between_checkpoints
        How much work may be lost if the process is killed.
    n_jobs
        Threads to use; they change nothing but the time.
    """
    compile_kernels()
    trained = start_training(recipe, n_jobs=count_jobs(n_jobs))
    if checkpoint is not None:
        read_checkpoint(trained, checkpoint)
    if trained.n_iterations:
        progress.note(f"going on after {trained.n_iterations:,} of {n_iterations:,} iterations")
    stop_at = time.process_time() + seconds
    saved_at, saved = time.monotonic(), trained.n_iterations
    with progress.task(_REASON, max(n_iterations - trained.n_iterations, 0) // _STEP) as display:
        try:
            while trained.n_iterations < n_iterations and time.process_time() < stop_at:
                iterate(trained)
                if trained.n_iterations % _STEP == 0:
                    display.advance()
                if checkpoint is not None and time.monotonic() - saved_at >= seconds_between_checkpoints:
                    write_checkpoint(trained, checkpoint)
                    saved_at, saved = time.monotonic(), trained.n_iterations
        finally:
            if checkpoint is not None and saved < trained.n_iterations and trained.is_whole:
                write_checkpoint(trained, checkpoint)
    return trained


def iterate(trained: Trained) -> None:
    """Improve both players on one more deal; later deals weigh more in the average of their stage."""
    number, recipe = trained.n_iterations + 1, trained.recipe
    rng = np.random.default_rng([recipe.seed, number])
    trained.is_whole = False
    stage = recipe.stage(number)
    street, weight = stage.fixed_before, number - stage.n_before
    if stage.is_sketch:
        cards = draw_cards(recipe.n_sketched, rng)
        trained.sketch_solver.improve(sketch_deal(trained.abstraction, cards), weight)
    else:
        if weight == 1 and street:
            trained.fix_before(street)
        cards = draw_cards(N_HOLDINGS if street == RIVER else recipe.n_holdings, rng)
        on_turn = trained.fixed_trunk() if street else trained.sketch()
        on_river = trained.fixed_trunk() if street == RIVER else trained.sketch()
        trained.solver.improve(range_deal(on_turn, on_river, cards), weight, fixed_before=street)
    trained.n_iterations, trained.is_whole = number, True


def read_checkpoint(trained: Trained, checkpoint: TableFile) -> None:
    """Continue what an earlier run saved for the same recipe, if there is such a file."""
    try:
        arrays = checkpoint.open()
    except TableError as error:
        progress.note(f"{error}; starting anew")
        return
    if arrays is None:
        return
    if arrays["recipe"].tolist() != trained.recipe.encoded().tolist():
        progress.note(f"{checkpoint.path} is of another recipe; starting anew")
        return
    trained.n_iterations = int(arrays["n_iterations"][0])
    for name, solver in (("", trained.solver), ("sketch_", trained.sketch_solver)):
        solver.regrets[:] = arrays[f"{name}regrets"]
        solver.sums[:] = arrays[f"{name}sums"]


def write_checkpoint(trained: Trained, checkpoint: TableFile) -> None:
    """Save a strategy in training, whole or not at all."""
    checkpoint.write(
        {
            "recipe": trained.recipe.encoded(),
            "n_iterations": np.array([trained.n_iterations], dtype=np.int64),
            "regrets": trained.solver.regrets,
            "sums": trained.solver.sums,
            "sketch_regrets": trained.sketch_solver.regrets,
            "sketch_sums": trained.sketch_solver.sums,
        }
    )
