"""Build the preflop roll-out table flop by flop, with checkpoints: a run that was stopped goes on where it was.

A match-up's sum over all flops is gathered from the 1,755 suit-distinct flops: over all pairs of holdings alike up to
suits, each flop counted as often as its class is large, and divided by the number of pairs. Suits that a flop leaves
alike make first hands alike, so only one of each kind is played, with its weight.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.compiling import compile_kernels
from deluck.errors import TableError
from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.estimators.divat.preflop.flops import add_flop_values, flop_values, no_sums
from deluck.estimators.divat.preflop.store import N_BOARDS, POTS, PreflopTable, encoded
from deluck.isomorphism import N_MATCHUPS, board_classes, matchup_classes
from deluck.parallel import run_parts
from deluck.tables import TableFile

CHECKPOINT = TableFile(name="preflop-rollouts-partial", version=1)

_REASON = "Rolling out every match-up on every flop"
_N_FLOPS_OF_A_BOARD = 10
_WIN, _LOSS = len(POTS), len(POTS) + 1


@dataclass(slots=True)
class PartialSums:
    """The sums so far, and which flops are in them.

    Attributes
    ----------
    done
        uint8[1755]: 1 for each flop class that is in the sums.
    sums
        int64[94016, 6], as `add_flop_values` says.
    """

    done: NDArray[np.uint8]
    sums: NDArray[np.int64]


def read_checkpoint(settings: Settings, checkpoint: TableFile = CHECKPOINT) -> PartialSums:
    """Return what an earlier run saved for these settings, or empty sums, with a note where a file is of no use."""
    empty = PartialSums(np.zeros(len(board_classes(3).sizes), dtype=np.uint8), no_sums())
    try:
        arrays = checkpoint.open()
    except TableError as error:
        progress.note(f"{error}; starting anew")
        return empty
    if arrays is None:
        return empty
    if arrays["settings"].tobytes() != encoded(settings).tobytes():
        progress.note(f"{checkpoint.path} is of other settings; starting anew")
        return empty
    return PartialSums(arrays["done"].copy(), arrays["sums"].copy())


def write_checkpoint(partial: PartialSums, settings: Settings, checkpoint: TableFile = CHECKPOINT) -> None:
    """Save the sums so far, whole or not at all."""
    checkpoint.write({"settings": encoded(settings), "done": partial.done, "sums": partial.sums})


def compute_sums(
    settings: Settings = STANDARD,
    *,
    flops: Sequence[int] | None = None,
    n_jobs: int = -1,
    checkpoint: TableFile = CHECKPOINT,
    seconds_between_checkpoints: float = 60.0,
) -> PartialSums:
    """Return the sums over flops, from the last checkpoint on, saving them every so often and when stopped.

    Parameters
    ----------
    settings
        The thresholds both play by.
    flops
        Numbers of the flop classes to roll out; all 1,755 if not given.
    n_jobs
        Threads to use; -1 for all cores.
    checkpoint
        Where the sums so far are kept.
    seconds_between_checkpoints
        How much work may be lost if the process is killed.
    """
    compile_kernels()
    partial = read_checkpoint(settings, checkpoint)
    wanted = range(len(partial.done)) if flops is None else flops
    left = [number for number in wanted if not partial.done[number]]
    if len(left) < len(wanted):
        progress.note(f"going on after {len(wanted) - len(left):,} of {len(wanted):,} flops")
    saved_at = time.monotonic()
    is_saved = True
    with progress.task(_REASON, len(left)) as display:
        try:
            for number, sums in _flop_sums(left, settings, n_jobs):
                partial.sums += sums
                partial.done[number] = 1
                is_saved = False
                display.advance()
                if time.monotonic() - saved_at >= seconds_between_checkpoints:
                    write_checkpoint(partial, settings, checkpoint)
                    saved_at, is_saved = time.monotonic(), True
        finally:
            if not is_saved:
                write_checkpoint(partial, settings, checkpoint)
    return partial


def _flop_sums(numbers: Sequence[int], settings: Settings, n_jobs: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield the sums of each flop class, each flop counted as often as its class is large."""
    classes = board_classes(3)

    def work(number: int) -> tuple[int, NDArray[np.int64]]:
        sums = no_sums()
        found = flop_values(classes.boards[number].tolist(), settings)
        add_flop_values(found, int(classes.sizes[number]), sums)
        return number, sums

    return run_parts(work, numbers, n_jobs=n_jobs)


def table_of(partial: PartialSums) -> PreflopTable:
    """Return the table from the sums over all flops.

    Raises
    ------
    TableError
        If a flop is missing, or a sum is not a whole multiple of what it is counted: then something is wrong.
    """
    n_missing = int((partial.done == 0).sum())
    if n_missing:
        raise TableError(f"{n_missing:,} of {len(partial.done):,} flops are not rolled out yet")
    lookup = matchup_classes().lookup
    n_pairs = np.bincount(lookup[lookup >= 0], minlength=len(partial.sums))
    per_pair, left_over = np.divmod(partial.sums, np.maximum(n_pairs, 1)[:, None])
    outcomes, outcomes_left_over = np.divmod(per_pair[:, _WIN:], _N_FLOPS_OF_A_BOARD)
    if left_over.any() or outcomes_left_over.any():
        raise TableError("the sums over flops are not whole multiples of their pairs: the checkpoint is damaged")
    sums = per_pair[:, : len(POTS)].reshape(N_MATCHUPS, 2, len(POTS))
    # A match-up that is its own mirror image has no second row: either holding may be called the first.
    mirrored = n_pairs.reshape(N_MATCHUPS, 2)[:, 1] == 0
    sums[mirrored, 1] = sums[mirrored, 0]
    wins, losses = outcomes.reshape(N_MATCHUPS, 2, 2)[:, 0].T
    results = np.stack([wins, N_BOARDS - wins - losses, losses], axis=1)
    return PreflopTable(sums=sums.astype(np.int32), results=results.astype(np.int32))
