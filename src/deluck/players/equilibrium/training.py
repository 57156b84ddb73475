"""Training a strategy: deals drawn one after the other, with checkpoints; a run that was stopped goes on where it was.

Streets are trained in stages, each with what was trained before as it is; both players are improved in turn on the same
cards.

1. At first a deal has a board and some holdings, and both players play their strategies to the end.
2. A recipe may have deals for the turn. Such a deal has several rivers and all holdings, and the opponent best responds
   on turn and river. Otherwise the turn stays as it was trained at first.
3. To train the river a deal has all holdings, in buckets by the ranges that the play before leads to. The opponent best
   responds if it did on the turn.

A responding opponent punishes whatever the abstraction confuses. It is too strong a measure of what earlier streets are
worth, because it knows the strategy of the moment; so these are trained first, without it. What an iteration deals
depends on the seed and its number alone: the same recipe and number of iterations give the same bytes, stopped in
between or not.
"""

import time
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import N_CARDS, N_HOLDINGS, holding_cards, holdings_beside
from deluck.compiling import compile_kernels
from deluck.errors import TableError
from deluck.evaluator import strengths
from deluck.games.limit_tree import limit_tree
from deluck.parallel import count_jobs
from deluck.players.equilibrium.abstraction import (
    BOARD_CARDS,
    COARSE,
    FINE,
    RIVER,
    Abstraction,
    Fineness,
    make_abstraction,
)
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.solver import Deal, Holdings, PublicTree, Runout, Solver
from deluck.players.equilibrium.trunk import ONE, Trunk, rounded
from deluck.tables import TableFile

_TURN = 2
_STEP = 50
_NO_TEXTURES = np.zeros(len(BOARD_CARDS), dtype=np.int64)
_REASON = "Training the equilibrium player"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a strategy is trained from.

    Attributes
    ----------
    fineness
        Which hands are distinguished.
    n_early
        How many deals train the play at first.
    n_turn
        How many deals after these train the turn against best responses; all others train the river.
    seed
        Of the deals.
    n_holdings
        How many holdings are dealt beside a board at first.
    n_rivers
        How many rivers are dealt after a turn to train the turn.
    """

    fineness: Fineness
    n_early: int
    n_turn: int
    seed: int = 1
    n_holdings: int = 256
    n_rivers: int = 6

    @property
    def n_before_river(self) -> int:
        """How many deals train the play before the river."""
        return self.n_early + self.n_turn

    def encoded(self) -> NDArray[np.int64]:
        """Return the recipe as an array, to be stored beside what was trained from it."""
        each = self.fineness
        how_many = (each.by_texture, *each.flop, *each.turn, each.river, *each.river_grid)
        return np.array(
            [*how_many, self.n_early, self.n_turn, self.seed, self.n_holdings, self.n_rivers], dtype=np.int64
        )

    @classmethod
    def decoded(cls, array: NDArray[np.int64]) -> "Recipe":
        """Return the recipe that was stored."""
        textures, flop, flop_in, turn, turn_in, river, rows, columns, *others = array.tolist()
        fineness = Fineness(
            by_texture=bool(textures),
            flop=(flop, flop_in),
            turn=(turn, turn_in),
            river=river,
            river_grid=(rows, columns),
        )
        return cls(fineness, *others)


_SHIPPED = {"fine": (Recipe(FINE, 12_000, 0), 2500), "coarse": (Recipe(COARSE, 3000, 100), 500)}
"""By name: what the strategy is trained from, and the deals on the river."""


def shipped_recipe(name: str, *, seed: int = 1, deals: tuple[int, int, int] | None = None) -> tuple[Recipe, int]:
    """Return what the strategy of a name is trained from, and on how many deals in all.

    Parameters
    ----------
    name
        Which of the strategies that come with deluck.
    seed
        Of the deals.
    deals
        Those before the turn, on the turn and on the river, if not as many as for the strategy that comes with deluck.
    """
    recipe, n_river = _SHIPPED[name]
    n_early, n_turn, n_river = deals or (recipe.n_early, recipe.n_turn, n_river)
    recipe = replace(recipe, seed=seed, n_early=n_early, n_turn=n_turn)
    return recipe, recipe.n_before_river + n_river


@dataclass(slots=True)
class Trained:
    """A strategy in training.

    Attributes
    ----------
    recipe
        What it is trained from.
    abstraction
        Which hands it tells apart before the river.
    solver
        Regrets and averages of the strategy before the river.
    river_solver
        Regrets and averages on the river.
    n_iterations
        How many deals it has seen.
    is_whole
        Whether the last of them was seen by both players: not if an iteration was stopped.
    """

    recipe: Recipe
    abstraction: Abstraction
    solver: Solver
    river_solver: Solver
    n_iterations: int = 0
    is_whole: bool = True
    _trunk: Trunk | None = field(default=None, repr=False)

    def trunk(self) -> Trunk:
        """Return the strategy before the river; it no longer changes when the river is trained."""
        if self._trunk is not None:
            return self._trunk
        shares = [rounded(self._played(street)) for street in range(RIVER)]
        found = Trunk(self.abstraction, (shares[0], shares[1], shares[2]))
        if self.n_iterations >= self.recipe.n_before_river:
            self._trunk = found
        return found

    def _played(self, street: int) -> NDArray[np.float32]:
        """Return the average strategy of a street, or what was made of it when it was fixed."""
        if self.recipe.n_turn and street < _TURN and self.n_iterations > self.recipe.n_early:
            fixed = self.solver.block(self.solver.regrets, street)
            return np.asarray(fixed / np.float32(ONE))
        return self.solver.average(street)

    def fix_early(self) -> None:
        """Keep the play before the turn as it is from now on: its regrets are the strategy; begin anew after it."""
        for street in range(_TURN):
            self.solver.block(self.solver.regrets, street)[:] = rounded(self.solver.average(street))
        for table in (self.solver.regrets, self.solver.sums):
            table[self.solver.starts[_TURN] :] = 0


def checkpoint_of(name: str) -> TableFile:
    """Return where the strategy of a name is saved while it is trained: in the cache folder."""
    return TableFile(name=f"equilibrium-{name}-partial", version=2)


def start_training(recipe: Recipe, *, n_jobs: int = 1) -> Trained:
    """Return a strategy that has seen nothing yet."""
    fineness = recipe.fineness
    tree = PublicTree.of_limit_holdem(limit_tree())
    return Trained(
        recipe,
        make_abstraction(fineness),
        Solver(tree, fineness.n_textures, fineness.n_buckets, n_jobs=n_jobs),
        Solver(tree, (1, 1, 1, 1), (0, 0, 0, fineness.n_river_buckets), n_jobs=n_jobs),
    )


def draw_deal(abstraction: Abstraction, n_holdings: int, n_rivers: int, rng: np.random.Generator) -> Deal:
    """Return the deal of a random turn with so many different rivers, and so many random holdings beside the turn."""
    dealt = rng.permutation(N_CARDS)
    turn, rivers = dealt[:4], dealt[4 : 4 + n_rivers]
    possible = np.flatnonzero(holdings_beside(turn))
    holdings = np.sort(rng.choice(possible, min(n_holdings, len(possible)), replace=False))
    boards = [tuple(turn[:n_cards].tolist()) for n_cards in BOARD_CARDS[:-1]]
    buckets = [abstraction.buckets(holdings, each) for each in boards]
    beside = Holdings.of_strengths(
        holding_cards()[holdings].astype(np.uint8),
        np.arange(len(holdings)),
        np.array([*map(abstraction.texture, boards), 0], dtype=np.int64),
        np.stack([*buckets, np.zeros_like(buckets[0])]),
    )
    n_left = N_CARDS - len(turn)
    share = n_left / ((n_left - 4) * n_rivers)  # none of the four cards that the players hold can come
    return Deal(beside, tuple(_runout(abstraction, np.append(turn, river), holdings) for river in rivers), share)


def _runout(abstraction: Abstraction, board: NDArray[np.int64], holdings: NDArray[np.int64]) -> Runout:
    """Return a river as those of some holdings see it that do not use its card, in rising order of strength."""
    places = np.flatnonzero(holdings_beside(board)[holdings])
    rows = np.empty((len(places), 7), dtype=np.int64)
    rows[:, :2] = holding_cards()[holdings[places]]
    rows[:, 2:] = board
    ranked = strengths(rows)
    order = np.argsort(ranked, kind="stable")
    places = places[order]
    dealt = tuple(board.tolist())
    textures = np.array([0, 0, 0, abstraction.texture(dealt)])
    buckets = abstraction.buckets(holdings[places], dealt).astype(np.uint16)
    n_starts = len(limit_tree().starts[RIVER])
    found = Holdings.of_strengths(rows[order, :2].astype(np.uint8), ranked[order], textures, buckets[None])
    return Runout(found, places, np.tile(buckets, (2, n_starts, 1)))


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
    """Improve both players on one more deal; later deals weigh more in the average."""
    number, recipe = trained.n_iterations + 1, trained.recipe
    rng = np.random.default_rng([recipe.seed, number])
    trained.is_whole = False
    if number <= recipe.n_early:
        trained.solver.improve(draw_deal(trained.abstraction, recipe.n_holdings, 1, rng), number)
    elif number <= recipe.n_before_river:
        if number == recipe.n_early + 1:
            trained.fix_early()
        deal = draw_deal(trained.abstraction, N_HOLDINGS, recipe.n_rivers, rng)
        trained.solver.improve(deal, number - recipe.n_early, responds_from=_TURN, fixed_before=_TURN)
    else:
        river = River.of(tuple(rng.permutation(N_CARDS)[:5].tolist()))
        ranges = river.ranges(trained.trunk(), limit_tree().starts[RIVER])
        holdings = Holdings.of_strengths(river.cards, river.strengths, _NO_TEXTURES, river.strengths[None])
        runout = Runout(holdings, np.arange(len(river.cards)), river.buckets(ranges, recipe.fineness.river_grid))
        weight, responds = number - recipe.n_before_river, recipe.n_turn > 0
        trained.river_solver.improve_last_street(runout, ranges, weight, responds=responds)
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
    for name, solver in (("", trained.solver), ("river_", trained.river_solver)):
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
            "river_regrets": trained.river_solver.regrets,
            "river_sums": trained.river_solver.sums,
        }
    )
