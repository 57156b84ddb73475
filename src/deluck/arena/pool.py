"""Sharing the blocks of a match out to processes: a stretch of blocks each, for about a second at a time.

A process stops when its time is up, within a block if need be, and hands back the hands it finished with the
generators' states; whichever process is free next goes on from there. So results come back about once a second, however
long a hand takes, and little is lost when the match is stopped.
"""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple

from deluck.arena.hands import BlockResult, BlockRun, PlayedHand, Position, States
from deluck.arena.interrupts import held_back
from deluck.arena.ledger import Ledger
from deluck.arena.table import Table
from deluck.errors import ArenaError, ParallelError, PlayerFault
from deluck.parallel import Raised, Workers, pickled, workers_for

STRETCH = 1.0  # seconds a process plays before it hands back what it has
_MOST_BLOCKS = 50  # of a stretch: its results travel between processes at once
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
    raised: Raised | None
    seconds: float


def can_travel(table: Table) -> bool:
    """Return whether the players can be sent to another process."""
    try:
        pickled(table)
    except Exception:  # whatever an unknown object raises when it is pickled
        return False
    return True


def pooled_blocks(table: Table, ledger: Ledger, jobs: int) -> Iterator[BlockResult]:
    """Yield the blocks that are left, played by several processes, saving whenever one hands back what it has.

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
        """Keep every process at work until one hands something back; return whether there was anything to do."""
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
        """Take what the processes hand back within a few seconds; those that do not are ended."""
        for future in self._workers.stop(self._playing, _PATIENCE):
            self._take(future)

    def _submit(self) -> None:
        fair = -(-len(self._todo) // self._workers.n_workers)
        blocks = [self._todo.popleft()]
        while self._todo and len(blocks) < min(self._blocks_a_stretch, fair) and self._todo[0] == blocks[-1] + 1:
            blocks.append(self._todo.popleft())
        tasks = [_Task(block, self._ledger.size_of(block), self._ledger.position(block)) for block in blocks]
        self._playing[self._workers.submit(tasks)] = blocks

    def _take(self, future: "Future[Any]") -> Exception | None:
        """Take in what a process hands back; return what went wrong there, if anything did."""
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
