"""A match on disk: written block by block, read back when a stopped match is run again.

The first line is a comment with all that decides what is played. The number of hands is not in it: a match run again
with more hands is the same match, played on. Hands count as played when their block is whole; what is left of a block
that was being written when the match was killed is cut off and played again, to the same hands.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple

from deluck.arena.dealing import BLOCK
from deluck.arena.errors import LogError
from deluck.arena.faults import Fault, parse_fault
from deluck.arena.hands import BlockResult, LoggedHand, Table, play_block
from deluck.arena.log_text import LogFormat, actions_in, starts_hand

_MARK = "# deluck match "
_VERSION = 1  # of the way decks, generators and seats follow from the seed


def header_line(table: Table, time_limit: float | None) -> str:
    """Return the first line of a match's log: a comment with all that decides what is played."""
    settings: dict[str, Any] = {
        "version": _VERSION,
        "game": table.stakes.game.value,
        "players": {entrant.name: entrant.identity for entrant in table.entrants},
        "seed": table.seed,
        "duplicate": table.duplicate,
        "time_limit": time_limit,
        "stream": table.first_stream,
    }
    return _MARK + _json(settings) + "\n"


class _Entry(NamedTuple):
    """A logged hand and the byte after it."""

    hand: LoggedHand
    end: int


class MatchLog:
    """The log of one match: what it has, and what is added; a context that closes the file.

    Parameters
    ----------
    path
        The file; it is made if there is none.
    table
        The match.
    time_limit
        The match's time limit, for the header.
    overwrite
        Whether to begin anew, whatever the file holds.

    Raises
    ------
    LogError
        If the file cannot be written, or holds anything but a log of this match.
    """

    def __init__(
        self, path: str | Path, table: Table, *, time_limit: float | None = None, overwrite: bool = False
    ) -> None:
        assert table.log_as is not None
        self.path = Path(path)
        self._table = table
        self._log_as: LogFormat = table.log_as
        self._header = header_line(table, time_limit).encode()
        try:
            self._file: BinaryIO = self.path.open("w+b" if overwrite or not self.path.exists() else "r+b")
        except OSError as error:
            raise LogError(f"cannot write {self.path}: {error.strerror}") from None
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "MatchLog":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def append(self, text: str) -> None:
        """Add a block's text, so that it is on disk if the match stops now."""
        try:
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            raise LogError(f"cannot write {self.path}: {error.strerror}") from None

    def replayed(self, n_deals: int) -> Iterator[BlockResult]:
        """Yield the blocks the log has, each played again and checked; then cut off what is no whole block.

        Raises
        ------
        LogError
            If the log has more hands than so many deals make, or a hand that this match did not play.
        """
        end = len(self._header)
        block, hands = 0, list[LoggedHand]()
        for entry in self._entries():
            if block * BLOCK >= n_deals:
                raise LogError(f"{self.path} has more hands than asked for (expected at least as many as it has)")
            hands.append(entry.hand)
            size = min(BLOCK, n_deals - block * BLOCK)
            if len(hands) == size * self._table.games_per_deal:
                try:
                    result = play_block(self._table, block, size, hands)
                except LogError as error:
                    raise LogError(f"{self.path}, {error}") from None
                yield result
                end = entry.end
                block, hands = block + 1, []
        self._file.seek(end)
        self._file.truncate()

    def _begin(self) -> None:
        """Check the header, or write it into an empty file."""
        found = self._file.readline()
        if found == self._header:
            return
        if self._file.read(1) or not self._header.startswith(found):  # a header cut short is the beginning of ours
            raise LogError(f"{self.path} {self._difference(found)}; name another file, or overwrite this one")
        self._file.seek(0)
        self._file.truncate()
        self.append(self._header.decode())

    def _difference(self, found: bytes) -> str:
        """Return how a first line differs from the header of this match."""
        line = found.decode(errors="replace")
        try:
            if not line.startswith(_MARK):
                raise ValueError
            theirs = dict(json.loads(line[len(_MARK) :]))
        except (ValueError, TypeError):
            return f"is not a log of a match (expected a first line {_MARK.strip()!r})"
        ours = json.loads(self._header[len(_MARK) :])
        different = [
            f"{key} {_json(theirs.get(key))} (expected {_json(value)})"
            for key, value in ours.items()
            if theirs.get(key) != value or list(_as_items(theirs.get(key))) != list(_as_items(value))
        ]
        return f"is the log of another match: {', '.join(different) or 'written otherwise'}"

    def _entries(self) -> Iterator[_Entry]:
        """Yield the hands of the log; one that was not written to its end is left out."""
        self._file.seek(len(self._header))
        end = len(self._header)
        faults: list[Fault] = []
        lines: list[str] = []
        first = 0
        for number, raw in enumerate(self._file, start=2):
            end += len(raw)
            if not raw.endswith(b"\n"):
                return  # cut short: nothing can follow it
            try:
                line = raw.decode()
                fault = parse_fault(line)
            except ValueError:
                raise LogError(f"{self.path}, line {number}: {raw[:40]!r} cannot be read") from None
            if fault is not None:
                faults.append(fault)
                continue
            if not lines and not starts_hand(self._log_as, line):
                raise LogError(
                    f"{self.path}, line {number}: {line[:40].rstrip()!r} is no hand of this match "
                    "(expected an unchanged log)"
                )
            first = first if lines else number
            lines.append(line)
            if self._log_as is LogFormat.ACPC or line == "\n":
                text = "".join(lines)
                yield _Entry(LoggedHand(actions_in(self._log_as, text), text, tuple(faults), first), end)
                faults, lines = [], []


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _as_items(value: object) -> Iterator[object]:
    """Yield what a setting consists of, in order: who is player one matters."""
    if isinstance(value, dict):
        yield from value.items()
    else:
        yield value
