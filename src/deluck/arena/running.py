"""Running a table's blocks in order: from the log first, then by the players, in one process or several."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from deluck import progress
from deluck.arena.dealing import BLOCK
from deluck.arena.hands import BlockResult, Table, play_block
from deluck.arena.log import MatchLog

_CHUNKS_PER_JOB = 8  # enough that the last ones do not leave a process idle for long
_MOST_BLOCKS = 20  # a chunk's results travel between processes at once


def n_blocks_of(n_deals: int) -> int:
    """Return how many blocks so many deals make."""
    return -(-n_deals // BLOCK)


def played_blocks(
    table: Table,
    n_deals: int,
    *,
    jobs: int = 1,
    log: str | Path | None = None,
    time_limit: float | None = None,
    overwrite: bool = False,
) -> Iterator[BlockResult]:
    """Yield the blocks of a match in order, each on disk before it is yielded.

    The same table gives the same blocks and the same log, however many jobs share the work. The caller has seen to it
    that players that learn run in one job.

    Raises
    ------
    PlayerFault
        If a player fails and the match is to stop at faults.
    LogError
        If the log is not of this match.
    """
    with ExitStack() as closing:
        first = 0
        kept = None
        if log is not None:
            kept = closing.enter_context(MatchLog(log, table, time_limit=time_limit, overwrite=overwrite))
            for result in kept.replayed(n_deals):
                first += 1
                yield result
            if 0 < first < n_blocks_of(n_deals):
                n_games = first * BLOCK * table.games_per_deal
                progress.note(f"{log} has {n_games:,} games of this match: going on from there")
        for result in _fresh_blocks(table, n_deals, range(first, n_blocks_of(n_deals)), jobs):
            if kept is not None:
                kept.append(result.text)
            yield result


def _fresh_blocks(table: Table, n_deals: int, blocks: range, jobs: int) -> Iterator[BlockResult]:
    if jobs == 1 or len(blocks) < 2:
        for block in blocks:
            yield _play(table, n_deals, block)
        return
    from joblib import Parallel, delayed

    size = max(1, min(_MOST_BLOCKS, len(blocks) // (jobs * _CHUNKS_PER_JOB)))
    chunks = [blocks[start : start + size] for start in range(0, len(blocks), size)]
    for results in Parallel(n_jobs=jobs, return_as="generator")(
        delayed(_play_chunk)(table, n_deals, chunk) for chunk in chunks
    ):
        yield from results


def _play(table: Table, n_deals: int, block: int) -> BlockResult:
    return play_block(table, block, min(BLOCK, n_deals - block * BLOCK))


def _play_chunk(table: Table, n_deals: int, blocks: Sequence[int]) -> list[BlockResult]:
    return [_play(table, n_deals, block) for block in blocks]


def jobs_for(table: Table, jobs: int, time_limit: float | None) -> tuple[int, str]:
    """Return how many processes may play a match, and why it is one where that is not as asked or matters."""
    if table.learners:
        return 1, f"{_listed(table.learners)} from hand to hand: played in order in one process"
    if jobs > 1 and time_limit is not None:
        return 1, "played in one process, where a time limit means the same for everybody"
    if jobs > 1 and not _can_travel(table):
        return 1, "played in one process: a player cannot be sent to another"
    return jobs, ""


def _listed(names: Sequence[str]) -> str:
    return f"{names[0]} learns" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} learn"


def _can_travel(table: Table) -> bool:
    import pickle

    from joblib import wrap_non_picklable_objects

    try:
        pickle.dumps(wrap_non_picklable_objects(table))
    except Exception:  # whatever an unknown object raises when it is pickled
        return False
    return True
