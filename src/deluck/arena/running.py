"""Running a table's blocks in order: from the log first, then by the players, in one process or several."""

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from deluck import progress
from deluck.arena.dealing import BLOCK
from deluck.arena.hands import BlockResult, BlockRun
from deluck.arena.interrupts import termination_raised
from deluck.arena.ledger import Ledger
from deluck.arena.log import MatchLog
from deluck.arena.pool import can_travel, pooled_blocks
from deluck.arena.table import Table
from deluck.errors import MatchStopped

SAVE_EVERY = 1.0  # seconds


def n_blocks_of(n_deals: int) -> int:
    """Return how many blocks so many deals make."""
    return -(-n_deals // BLOCK)


@contextmanager
def played_blocks(
    table: Table,
    n_deals: int,
    *,
    jobs: int = 1,
    log: str | Path | None = None,
    time_limit: float | None = None,
    overwrite: bool = False,
) -> Iterator[Iterator[BlockResult]]:
    """Give the blocks of a match in order, each on disk before it is yielded.

    The same table gives the same blocks and the same log, however many jobs share the work and however often the match
    is stopped. However the context is left, every finished hand is on disk. The caller has seen to it that players
    that learn run in one job.

    Raises
    ------
    PlayerFault
        If a player fails and the match is to stop at faults.
    LogError
        If the log is not of this match.
    MatchStopped
        If the match is interrupted.
    """
    with ExitStack() as closing:
        kept = None
        if log is not None:
            closing.enter_context(termination_raised())
            kept = MatchLog(log, table, n_deals, time_limit=time_limit, overwrite=overwrite)
            closing.enter_context(kept)
        ledger = Ledger(table, n_deals, kept)
        blocks = _blocks(table, ledger, jobs, log)
        try:
            yield blocks
        except KeyboardInterrupt:
            blocks.close()
            raise MatchStopped(ledger.n_games, is_logged=log is not None) from None
        finally:
            blocks.close()


def _blocks(table: Table, ledger: Ledger, jobs: int, log: str | Path | None) -> Generator[BlockResult, None, None]:
    yield from ledger.replayed()
    n_games = ledger.n_games
    if n_games and ledger.head < ledger.n_blocks:
        progress.note(f"{log} has {n_games:,} games of this match: going on from there")
    try:
        if jobs == 1 or ledger.n_blocks - ledger.head < 2:
            yield from _fresh_blocks(table, ledger)
        else:
            yield from pooled_blocks(table, ledger, jobs)
    except BaseException:
        ledger.save()
        raise
    ledger.close()


def _fresh_blocks(table: Table, ledger: Ledger) -> Iterator[BlockResult]:
    """Play the blocks that are left in this process, saving about once a second."""
    save_at = time.monotonic() + SAVE_EVERY
    while (block := ledger.head) < ledger.n_blocks:
        run = ledger.runs.get(block)
        if run is None:
            run = BlockRun(table, block, ledger.size_of(block), hands=ledger.begun.setdefault(block, []))
        while not run.is_done:
            run.play(save_at)
            if time.monotonic() >= save_at:
                ledger.save()
                save_at = time.monotonic() + SAVE_EVERY
        yield from ledger.finished()


def jobs_for(table: Table, jobs: int, time_limit: float | None) -> tuple[int, str]:
    """Return how many processes may play a match, and why it is one where that is not as asked or matters."""
    if table.learners:
        return 1, f"{_listed(table.learners)} from hand to hand: played in order in one process"
    if jobs > 1 and time_limit is not None:
        return 1, "played in one process, where a time limit means the same for everybody"
    if jobs > 1 and not can_travel(table):
        return 1, "played in one process: a player cannot be sent to another"
    return jobs, ""


def _listed(names: Sequence[str]) -> str:
    return f"{names[0]} learns" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} learn"
