"""Running a table's blocks in order: from the log first, then by the players, in one process or several.

Several processes play a stretch of blocks each, for about a second at a time. A process stops when its time is up,
within a block if need be, and returns the hands it finished with the generators' states; whichever process is free next
goes on from there. So results come back about once a second, however long a hand takes, and little is lost when the
match is stopped.
"""

import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from deluck import progress
from deluck.arena.dealing import BLOCK
from deluck.arena.hands import BlockResult, BlockRun, Checkpoint, PlayedHand, States
from deluck.arena.ledger import Ledger, held_back, termination_raised
from deluck.arena.log import MatchLog
from deluck.arena.luck import Watch
from deluck.arena.table import Table
from deluck.errors import INTERRUPTS, ArenaError, LogError, MatchStopped, ParallelError, PlayerFault
from deluck.parallel import Raised, Workers, pickled, uses_cluster, workers_for

SAVE_EVERY = 1.0  # seconds
STRETCH = 1.0  # seconds a process plays before it returns what it has
_MOST_BLOCKS = 50  # of a stretch: its results travel between processes at once
_PATIENCE = 3 * STRETCH  # seconds that a stopped match waits for its processes to return what they have


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
    watch: Watch | None = None,
) -> Iterator[Iterator[BlockResult]]:
    """Give the blocks of a match in order, each on disk before it is yielded.

    The same table gives the same blocks and the same log, however many jobs share the work and however often the match
    is stopped. However the context is left, every finished hand is on disk. The caller has seen to it that players
    that learn run in one job. With a watch the match is complete with the block by which it is decided.

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
        on_disk = None
        if log is not None:
            closing.enter_context(termination_raised())
            rule = None if watch is None else watch.rule.settings()
            on_disk = MatchLog(log, table, n_deals, time_limit=time_limit, overwrite=overwrite, stops=rule)
            closing.enter_context(on_disk)
        ledger = Ledger(table, n_deals, on_disk)
        blocks = _blocks(table, ledger, jobs, log, watch)
        try:
            yield blocks
        except KeyboardInterrupt:
            blocks.close()
            raise MatchStopped(ledger.n_games, is_logged=log is not None) from None
        finally:
            blocks.close()


def _blocks(
    table: Table, ledger: Ledger, jobs: int, log: str | Path | None, watch: Watch | None
) -> Generator[BlockResult, None, None]:
    for block in ledger.replayed():
        if watch is not None and watch.is_decided:
            raise LogError(f"{log} goes on after the match was decided (expected an unchanged log)")
        yield _seen(block, watch)
    n_games = ledger.n_games
    is_over = watch is not None and watch.is_decided
    if n_games and ledger.head < ledger.n_blocks and not is_over:
        progress.note(f"{log} has {n_games:,} games of this match: going on from there")
    is_alone = jobs == 1 or ledger.n_blocks - ledger.head < 2
    blocks = _fresh_blocks(table, ledger) if is_alone else pooled_blocks(table, ledger, jobs)
    try:
        while not (watch is not None and watch.is_decided):
            fresh = next(blocks, None)
            if fresh is None:
                break
            yield _seen(fresh, watch)
    except BaseException:
        blocks.close()
        ledger.save()
        raise
    blocks.close()
    ledger.close()


def _seen(block: BlockResult, watch: Watch | None) -> BlockResult:
    if watch is not None:
        watch.look(block)
    return block


def _fresh_blocks(table: Table, ledger: Ledger) -> Generator[BlockResult, None, None]:
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


def jobs_for(table: Table, jobs: int, time_limit: float | None, *, isolate: bool = False) -> tuple[int, str]:
    """Return how many processes may play a match, and why it is one where that is not as asked or matters.

    On a cluster it is two or more, which stands for all its workers.
    """
    if table.learners:
        return 1, f"{_listed(table.learners)} from hand to hand: played in order in one process"
    wanted = max(jobs, 2) if uses_cluster() else jobs
    if wanted > 1 and isolate:
        return 1, "dealt in one process, as each player has one of its own"
    if wanted > 1 and time_limit is not None:
        return 1, "played in one process, where a time limit means the same for everybody"
    if wanted > 1 and not can_travel(table):
        return 1, "played in one process: a player cannot be sent to another"
    return wanted, ""


def _listed(names: Sequence[str]) -> str:
    return f"{names[0]} learns" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} learn"


class _Task(NamedTuple):
    """A block to play: its number, how many of its deals are played, and where to begin."""

    block: int
    n_deals: int
    start: Checkpoint | None


class _Piece(NamedTuple):
    """The hands of a block that a process finished, and the generators' states after them."""

    block: int
    hands: list[PlayedHand]
    states: States | None


class _Stretch(NamedTuple):
    """What a process returns: the pieces it played, and what stopped it, if anything did."""

    pieces: list[_Piece]
    raised: Raised | None
    seconds: float


def can_travel(table: Table) -> bool:
    """Return whether the players can be sent to another process."""
    try:
        pickled(table)
    except INTERRUPTS:
        raise
    except BaseException:  # whatever an unknown object raises when it is pickled
        return False
    return True


def pooled_blocks(table: Table, ledger: Ledger, jobs: int) -> Generator[BlockResult, None, None]:
    """Yield the blocks that are left, played by several processes, saving whenever one returns what it has.

    Raises
    ------
    ArenaError
        If a process ended without a word, or the cluster is lost.
    """
    with workers_for(partial(_play_stretch, table), jobs) as workers:
        pool = _Pool(ledger, workers)
        try:
            yield from ledger.finished()  # an earlier run of the match may have played ahead
            while pool.go_on():
                ledger.save()
                yield from ledger.finished()
        finally:
            with held_back():
                pool.stop()


class _Pool:
    """The processes, what each of them is playing, and what is left to play."""

    def __init__(self, ledger: Ledger, workers: Workers[Sequence[_Task], _Stretch]) -> None:
        self._ledger = ledger
        self._workers = workers
        self._todo = deque(block for block in range(ledger.head, ledger.n_blocks) if not ledger.is_whole(block))
        self._playing: dict[Future[Any], list[int]] = {}
        self._blocks_a_stretch = 1.0

    def go_on(self) -> bool:
        """Keep every process at work until one returns something; return whether there was anything to do."""
        while self._todo and len(self._playing) < self._workers.n_workers:
            self._submit()
        if not self._playing:
            return False
        try:
            done = self._workers.wait(self._playing)
        except ParallelError as lost:
            raise ArenaError(f"the match cannot go on: {lost}") from None
        with held_back():
            errors = [error for future in done if (error := self._take(future)) is not None]
        if errors:
            raise errors[0]
        return True

    def stop(self) -> None:
        """Take what the processes return within a few seconds; those that do not are ended."""
        for future in self._workers.stop(self._playing, _PATIENCE):
            self._take(future)

    def _submit(self) -> None:
        fair = -(-len(self._todo) // self._workers.n_workers)
        blocks = [self._todo.popleft()]
        while self._todo and len(blocks) < min(self._blocks_a_stretch, fair) and self._todo[0] == blocks[-1] + 1:
            blocks.append(self._todo.popleft())
        tasks = [_Task(block, self._ledger.size_of(block), self._ledger.checkpoint(block)) for block in blocks]
        self._playing[self._workers.submit(tasks)] = blocks

    def _take(self, future: "Future[Any]") -> Exception | None:
        """Take in what a process returns; return what went wrong there, if anything did."""
        blocks = self._playing.pop(future)
        try:
            stretch = self._workers.result(future)
        except ParallelError as error:
            return ArenaError(f"the match cannot go on: {error}")
        for piece in stretch.pieces:
            self._ledger.add(piece.block, piece.hands, piece.states)
        left = [block for block in blocks if not self._ledger.is_whole(block)]
        self._todo.extendleft(reversed(left))
        n_done = len(blocks) - len(left)
        self._blocks_a_stretch = max(1.0, min(_MOST_BLOCKS, n_done * STRETCH / max(stretch.seconds, 1e-3)))
        return None if stretch.raised is None else stretch.raised.exception(PlayerFault, "a player failed")


def _play_stretch(table: Table, tasks: Sequence[_Task]) -> _Stretch:
    """Return what was played of some blocks in about a second, in another process."""
    started = time.monotonic()
    until = started + STRETCH
    pieces = []
    error = None
    for task in tasks:
        run = BlockRun(table, task.block, task.n_deals, start=task.start)
        try:
            run.play(until)
        except Exception as raised:
            error = Raised.of(raised)
        states = run.states() if error is None else run.hands[-1].states if run.hands else None
        pieces.append(_Piece(task.block, [hand._replace(states=None) for hand in run.hands], states))
        if error is not None or time.monotonic() >= until:
            break
    return _Stretch(pieces, error, time.monotonic() - started)
