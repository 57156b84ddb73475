"""Training a strategy: deals drawn one after the other, with checkpoints; a run that was stopped goes on where it was.

Each iteration deals a board and some holdings, the same for both players, and improves one player after the other. What
an iteration deals depends on the seed and its number alone, so the same seed and number of iterations give the same
bytes, stopped in between or not.
"""

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import holding_cards, holdings_beside
from deluck.compiling import compile_kernels
from deluck.errors import TableError
from deluck.evaluator import strengths
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import BOARD_CARDS, Abstraction, Fineness, make_abstraction
from deluck.players.equilibrium.solver import Deal, PublicTree, Solver
from deluck.tables import TableFile

N_HOLDINGS_DEALT = 256
"""Holdings per board: more make an iteration better and slower; with so many a river bound fell fastest."""
_STEP = 50
_REASON = "Training the equilibrium player"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a strategy is trained from.

    Attributes
    ----------
    fineness
        Which hands are distinguished.
    seed
        Of the deals.
    n_holdings
        How many holdings are dealt per board.
    """

    fineness: Fineness
    seed: int = 1
    n_holdings: int = N_HOLDINGS_DEALT

    def encoded(self) -> NDArray[np.int64]:
        """Return the recipe as an array, to be stored beside what was trained from it."""
        each = self.fineness
        how_many = (each.by_texture, *each.flop, *each.turn, each.river, each.river_by_range)
        return np.array([*how_many, self.seed, self.n_holdings], dtype=np.int64)

    @classmethod
    def decoded(cls, array: NDArray[np.int64]) -> "Recipe":
        """Return the recipe that was stored."""
        textures, flop, flop_in, turn, turn_in, river, by_range, seed, n_holdings = array.tolist()
        fineness = Fineness(
            by_texture=bool(textures),
            flop=(flop, flop_in),
            turn=(turn, turn_in),
            river=river,
            river_by_range=bool(by_range),
        )
        return cls(fineness, seed, n_holdings)


@dataclass(slots=True)
class Trained:
    """A strategy in training.

    Attributes
    ----------
    recipe
        What it is trained from.
    abstraction
        Which hands it tells apart.
    solver
        Its regrets and averages.
    n_iterations
        How many deals it has seen.
    is_whole
        Whether the last of them was seen by both players: not if an iteration was stopped.
    """

    recipe: Recipe
    abstraction: Abstraction
    solver: Solver
    n_iterations: int = 0
    is_whole: bool = True


def checkpoint_of(name: str) -> TableFile:
    """Return where the strategy of a name is saved while it is trained: in the cache folder."""
    return TableFile(name=f"equilibrium-{name}-partial", version=1)


def start_training(recipe: Recipe) -> Trained:
    """Return a strategy that has seen nothing yet."""
    fineness = recipe.fineness
    tree = PublicTree.of_limit_holdem(limit_tree())
    return Trained(recipe, make_abstraction(fineness), Solver(tree, fineness.n_textures, fineness.n_buckets))


def draw_deal(abstraction: Abstraction, n_holdings: int, rng: np.random.Generator) -> Deal:
    """Return the deal of a random board, with so many random holdings beside it."""
    board = rng.permutation(52)[:5]
    possible = np.flatnonzero(holdings_beside(board))
    return deal_of(abstraction, board, np.sort(rng.choice(possible, n_holdings, replace=False)))


def deal_of(abstraction: Abstraction, board: NDArray[np.int64], holdings: NDArray[np.int64]) -> Deal:
    """Return the deal of a board of five with these holdings, in rising order of strength."""
    rows = np.empty((len(holdings), 7), dtype=np.int64)
    rows[:, :2] = holding_cards()[holdings]
    rows[:, 2:] = board
    ranked = strengths(rows)
    order = np.argsort(ranked, kind="stable")
    holdings = holdings[order]
    boards = [tuple(board[:n_cards].tolist()) for n_cards in BOARD_CARDS]
    return Deal.of_strengths(
        holding_cards()[holdings].astype(np.uint8),
        ranked[order],
        np.array([abstraction.texture(each) for each in boards], dtype=np.int64),
        np.stack([abstraction.buckets(holdings, each) for each in boards]),
    )


def train(
    recipe: Recipe,
    n_iterations: int,
    *,
    seconds: float = np.inf,
    checkpoint: TableFile | None = None,
    seconds_between_checkpoints: float = 120.0,
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
    """
    compile_kernels()
    trained = start_training(recipe)
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
    number = trained.n_iterations + 1
    rng = np.random.default_rng([trained.recipe.seed, number])
    deal = draw_deal(trained.abstraction, trained.recipe.n_holdings, rng)
    trained.is_whole = False
    trained.solver.improve(deal, number)
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
    trained.solver.regrets[:] = arrays["regrets"]
    trained.solver.sums[:] = arrays["sums"]


def write_checkpoint(trained: Trained, checkpoint: TableFile) -> None:
    """Save a strategy in training, whole or not at all."""
    checkpoint.write(
        {
            "recipe": trained.recipe.encoded(),
            "n_iterations": np.array([trained.n_iterations], dtype=np.int64),
            "regrets": trained.solver.regrets,
            "sums": trained.solver.sums,
        }
    )
