"""Sharing the blocks of a match out to processes: a stretch of blocks each, for about a second at a time.

A process stops when its time is up, within a block if need be, and hands back the hands it finished with the
generators' states; whichever process is free next goes on from there. So results come back about once a second, however
long a hand takes, and little is lost when the match is stopped.
"""

import os
import pickle
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from deluck.arena.faults import describe_error
from deluck.arena.hands import BlockResult, BlockRun, PlayedHand, Position, States
from deluck.arena.interrupts import held_back
from deluck.arena.ledger import Ledger
from deluck.arena.table import Table
from deluck.errors import ArenaError, PlayerFault

STRETCH = 1.0  # seconds a process plays before it hands back what it has
_MOST_BLOCKS = 50  # of a stretch: its results travel between processes at once
_IDLE = 60  # seconds after which a process without work ends
_PATIENCE = 3 * STRETCH  # seconds that a stopped match waits for its processes to hand back what they have


class _Task(NamedTuple):
    """A block to play: its number, how many of its deals are played, and where to begin."""

    block: int
    n_deals: int
    start: Position | None


class _Piece(NamedTuple):
    """The hands of a block that a process finished, and the generators' states after them."""

    block: int
    hands: list[PlayedHand]
    states: States | None


class _Stretch(NamedTuple):
    """What a process hands back: the pieces it played, and what stopped it, if anything did."""

    pieces: list[_Piece]
    error: Exception | None
    seconds: float


def can_travel(table: Table) -> bool:
    """Return whether the players can be sent to another process."""
    try:
        _pickled(table)
    except Exception:  # whatever an unknown object raises when it is pickled
        return False
    return True


def pooled_blocks(table: Table, ledger: Ledger, jobs: int) -> Iterator[BlockResult]:
    """Yield the blocks that are left, played by several processes, saving whenever one hands back what it has.

    Raises
    ------
    ArenaError
        If a process ended without a word.
    """
    with TemporaryDirectory(prefix="deluck-") as folder:
        path = Path(folder) / "table"
        path.write_bytes(_pickled(table))
        pool = _Pool(ledger, str(path), jobs)
        try:
            yield from ledger.finished()  # an earlier run of the match may have played ahead
            while pool.go_on():
                ledger.save()
                yield from ledger.finished()
        finally:
            with held_back():
                pool.stop()


_executors: dict[int, Any] = {}  # by their number of processes, for the next match of this process


def _executor_of(jobs: int) -> Any:
    """Return processes that ended matches have left, or new ones; they are not those that joblib shares."""
    from joblib.externals.loky import ProcessPoolExecutor

    if jobs not in _executors:
        _executors[jobs] = ProcessPoolExecutor(jobs, timeout=_IDLE, initializer=_follow_the_parent)
    return _executors[jobs]


class _Pool:
    """The processes, what each of them is playing, and what is left to play."""

    def __init__(self, ledger: Ledger, path: str, jobs: int) -> None:
        self._ledger = ledger
        self._path = path
        self._jobs = jobs
        self._todo = deque(block for block in range(ledger.head, ledger.n_blocks) if not ledger.is_whole(block))
        self._playing: dict[Future[_Stretch], list[int]] = {}
        self._blocks_a_stretch = 1.0
        self._executor = _executor_of(jobs)

    def go_on(self) -> bool:
        """Keep every process at work until one hands something back; return whether there was anything to do."""
        while self._todo and len(self._playing) < self._jobs:
            self._submit()
        if not self._playing:
            return False
        done, _ = wait(self._playing, return_when=FIRST_COMPLETED)
        with held_back():
            errors = [error for future in done if (error := self._take(future)) is not None]
        if errors:
            raise errors[0]
        return True

    def stop(self) -> None:
        """Take what the processes hand back within a few seconds, and end those that do not."""
        for future in list(self._playing):
            if future.cancel():
                del self._playing[future]
        done, late = wait(self._playing, timeout=_PATIENCE)
        for future in done:
            self._take(future)
        if late:
            self._end_processes()

    def _end_processes(self) -> None:
        _executors.pop(self._jobs, None)
        self._executor.shutdown(wait=True, kill_workers=True)

    def _submit(self) -> None:
        fair = -(-len(self._todo) // self._jobs)
        blocks = [self._todo.popleft()]
        while self._todo and len(blocks) < min(self._blocks_a_stretch, fair) and self._todo[0] == blocks[-1] + 1:
            blocks.append(self._todo.popleft())
        tasks = [_Task(block, self._ledger.size_of(block), self._ledger.position(block)) for block in blocks]
        self._playing[self._executor.submit(_play_stretch, self._path, tasks)] = blocks

    def _take(self, future: "Future[_Stretch]") -> Exception | None:
        """Take in what a process hands back; return what went wrong there, if anything did."""
        blocks = self._playing.pop(future)
        try:
            stretch = future.result()
        except BrokenProcessPool:
            self._end_processes()
            return ArenaError("a process that played the match was ended from outside (expected it to go on)")
        for piece in stretch.pieces:
            self._ledger.add(piece.block, piece.hands, piece.states)
        left = [block for block in blocks if not self._ledger.is_whole(block)]
        self._todo.extendleft(reversed(left))
        n_done = len(blocks) - len(left)
        self._blocks_a_stretch = max(1.0, min(_MOST_BLOCKS, n_done * STRETCH / max(stretch.seconds, 1e-3)))
        return stretch.error


def _follow_the_parent() -> None:
    """Let a process play its stretch to the end when the user stops the match, and end if the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process once its parent was killed: nobody would take what it plays."""
    while os.getppid() == parent:
        time.sleep(STRETCH)
    os._exit(1)


def _play_stretch(path: str, tasks: Sequence[_Task]) -> _Stretch:
    """Return what was played of some blocks in about a second, in another process."""
    started = time.monotonic()
    until = started + STRETCH
    table = _loaded(path)
    pieces = []
    error = None
    for task in tasks:
        run = BlockRun(table, task.block, task.n_deals, start=task.start)
        try:
            run.play(until)
        except Exception as raised:
            error = _sendable(raised)
        states = run.states() if error is None else run.hands[-1].states if run.hands else None
        pieces.append(_Piece(task.block, [hand._replace(states=None) for hand in run.hands], states))
        if error is not None or time.monotonic() >= until:
            break
    return _Stretch(pieces, error, time.monotonic() - started)


@lru_cache(maxsize=1)
def _loaded(path: str) -> Table:
    table: Table = pickle.loads(Path(path).read_bytes())
    return table


def _pickled(table: Table) -> bytes:
    from joblib import wrap_non_picklable_objects

    return pickle.dumps(wrap_non_picklable_objects(table, keep_wrapper=False))


def _sendable(error: Exception) -> Exception:
    """Return an error that can be sent to the parent, with the traceback in words."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever an unknown exception raises when it is pickled
        fault = PlayerFault(f"a player failed: {describe_error(error)}")
        fault.__notes__ = error.__notes__
        return fault
    return error
