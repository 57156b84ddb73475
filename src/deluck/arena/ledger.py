"""The hands of a match in their order: taken in block by block, written as far as they follow one another.

Interrupts are held back while something is written, and SIGTERM is made an exception like Ctrl-C.
"""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from deluck.arena.dealing import BLOCK
from deluck.arena.hands import BlockResult, BlockRun, Checkpoint, PlayedHand, States, block_result
from deluck.arena.log import MatchLog
from deluck.arena.table import Table
from deluck.errors import LogError, Terminated
from deluck.records import Chips

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a program that was ended by SIGTERM."""


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM take effect only after the work within."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread is interrupted
        yield
        return
    came: list[int] = []
    handlers = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not None:  # None: set by another language, and not to be put back
                handlers[number] = signal.signal(number, lambda caught, _frame: came.append(caught))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for caught in came:
            signal.raise_signal(caught)


@contextmanager
def termination_raised() -> Iterator[None]:
    """Turn SIGTERM into `Terminated`, unless the program handles it or this is not the main thread."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _exit(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated(TERMINATED)


class Ledger:
    """What was played of a match, the blocks that were begun but are not finished included.

    Attributes
    ----------
    head
        The first block that is not finished; the log has those before it.
    begun
        The finished hands of blocks that are not handed on yet. A run may add to a list while it plays.
    """

    def __init__(self, table: Table, n_deals: int, log: MatchLog | None) -> None:
        self.head = 0
        self.begun: dict[int, list[PlayedHand]] = {}
        self._table = table
        self._n_deals = n_deals
        self._log = log
        self._n_written = 0  # hands of the head in the log
        self._finished_games = 0
        self._totals: list[Chips] = [0] * table.n_seats  # by the payoffs that the log has
        self.runs: dict[int, BlockRun] = {}  # of blocks that were begun by an earlier run of the match

    @property
    def n_games(self) -> int:
        """How many games were finished, in the log, ahead of it, or not written yet."""
        return self._finished_games + sum(map(len, self.begun.values()))

    @property
    def n_blocks(self) -> int:
        """How many blocks the match has."""
        return -(-self._n_deals // BLOCK)

    def size_of(self, block: int) -> int:
        """Return how many deals of a block are played."""
        return min(BLOCK, self._n_deals - block * BLOCK)

    def is_whole(self, block: int) -> bool:
        """Return whether all hands of a block are there."""
        return len(self.begun.get(block, ())) == self.size_of(block) * self._table.games_per_deal

    def checkpoint(self, block: int) -> Checkpoint | None:
        """Return where a block goes on, or None if it was not begun."""
        hands = self.begun.get(block)
        if not hands:
            return None
        states = hands[-1].states
        assert states is not None
        return Checkpoint(len(hands), states)

    def replayed(self) -> Iterator[BlockResult]:
        """Yield the whole blocks that the log has, and take in those that were begun."""
        if self._log is None:
            return
        for result in self._log.replayed():
            self._count(result)
            yield result
        for block, found in sorted(self._log.begun.items()):
            run = BlockRun(self._table, block, self.size_of(block))
            try:
                run.resume(found.logged, found.states)
            except LogError as error:
                if found.in_log:
                    raise LogError(f"{self._log.path}, {error}") from None
                continue  # hands of another match beside our log: they are played again
            self.begun[block] = run.hands
            self.runs[block] = run
            if found.in_log:
                self._n_written = len(run.hands)

    def add(self, block: int, hands: Sequence[PlayedHand], states: States | None) -> None:
        """Take in the next hands of a block, played elsewhere, and the generators' states after them."""
        if hands:
            self.begun.setdefault(block, []).extend([*hands[:-1], hands[-1]._replace(states=states)])

    def finished(self) -> Iterator[BlockResult]:
        """Yield the blocks that are finished and next in order, each on disk before it is yielded."""
        while self.head < self.n_blocks and self.is_whole(self.head):
            with held_back():
                self._write()
                result = block_result(self._table, self.begun.pop(self.head))
                self.runs.pop(self.head, None)
                self._n_written = 0
                self.head += 1
                self._count(result, is_new=True)
            yield result

    def save(self) -> None:
        """Write all that was finished, and what is needed to go on from here."""
        if self._log is None:
            return
        with held_back():
            self._write()
            begun = {block: hands for block, hands in sorted(self.begun.items()) if hands}
            self._log.save_begun(begun, self.head)

    def close(self) -> None:
        """Close the log of a complete match."""
        if self._log is not None:
            with held_back():
                self._log.finish(self._totals)

    def _write(self) -> None:
        """Add the hands of the head that are not in the log yet."""
        hands = self.begun.get(self.head, [])
        if self._log is not None and len(hands) > self._n_written:
            self._log.append("".join([hand.text for hand in hands[self._n_written :]]))
            self._n_written = len(hands)

    def _count(self, result: BlockResult, *, is_new: bool = False) -> None:
        if not is_new:
            self.head += 1
        self._finished_games += result.n_games
        self._totals = [total + won for total, won in zip(self._totals, result.logged, strict=True)]
