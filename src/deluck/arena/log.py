"""A match on disk: written as it is played, read back when a stopped match is run again.

A comment at the top has all that decides what is played. The number of hands is no part of it: a match run again with
more hands is the same match, played on. An ACPC log also begins with the comment that other programs look for,
``# name/game/hands/seed``, and ends with a SCORE line once the match is complete. If a match is run again with another
number of hands, the file is copied with a new comment and replaces the old one, and the SCORE line is removed
until the match is complete again.

Hands are only ever added at the end. What a match needs to go on within a block is in the file beside the log,
``.match.log.resume``: for every block that was begun and is not wholly in the log, the generators' states after its
last finished hand. Of the first such block the hands are in the log; those of later blocks, which other processes play
ahead, are in this file with their text. It is replaced as a whole, about once a second, and removed when the match is
complete. If it is missing, damaged, or does not belong to the log, what follows the last whole block is cut off and
played again, to the same hands. Its name begins with a dot, so that it is skipped where a folder of logs is read.

A log is locked while it is written, so that it has one writer. About once a second, and before a match says how many
games it stored, the log is synced to disk, so that they outlast a loss of power too.
"""

import errno
import json
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from deluck.arena.dealing import BLOCK
from deluck.arena.hands import BlockResult, PlayedHand, States, play_block
from deluck.arena.log_text import Entry, LogFormat, LoggedHand, acpc_header, read_entries, score_line
from deluck.arena.table import Table
from deluck.errors import FileError, LogError
from deluck.files import replacing, sync, try_lock
from deluck.formats.acpc_games import HEADER
from deluck.records import Chips

_MARK = "# deluck match "
_VERSION = 1  # of the way decks, generators and seats follow from the seed
_RESUME_VERSION = 1


def settings_line(table: Table, time_limit: float | None, stops: Mapping[str, Any] | None = None) -> str:
    """Return the comment of a match's log with all that decides what is played."""
    settings: dict[str, Any] = {
        "version": _VERSION,
        "game": table.game.stakes.game.value,
        **table.game.stakes.settings(),
        "players": {entrant.name: entrant.identity for entrant in table.entrants},
        "seed": table.seed,
        "duplicate": table.duplicate,
        "time_limit": time_limit,
        "stream": table.first_stream,
    }
    if stops is not None:
        settings["stops"] = dict(stops)
    return _MARK + _json(settings) + "\n"


class StoredBlock(NamedTuple):
    """A block that was begun: how many hands were finished, the states after them, and their text.

    The text is None if the log has it; ``checksum`` is that of the text in either case.
    """

    n_hands: int
    states: States
    checksum: int
    text: str | None


class BegunBlock:
    """A block that the log, or the file beside it, has a part of."""

    def __init__(self, logged: Sequence[LoggedHand], stored: StoredBlock, *, in_log: bool) -> None:
        self.logged = logged
        self.states = stored.states
        self.in_log = in_log


class MatchLog:
    """The log of one match: what it has, and what is added; a context that closes the file.

    Parameters
    ----------
    path
        The file; it is made if there is none.
    table
        The match.
    n_deals
        How many deals are asked for.
    time_limit
        The match's time limit, for the header.
    overwrite
        Whether to begin anew, whatever the file holds.
    stops
        When the match is over before its last deal, for the header; None if it is not.

    Raises
    ------
    LogError
        If the file cannot be written, or holds anything but a log of this match.
    """

    def __init__(
        self,
        path: str | Path,
        table: Table,
        n_deals: int,
        *,
        time_limit: float | None = None,
        overwrite: bool = False,
        stops: Mapping[str, Any] | None = None,
    ) -> None:
        assert table.log_as is not None
        self.path = Path(path)
        self._table = table
        self._n_deals = n_deals
        self._log_as: LogFormat = table.log_as
        self._settings = settings_line(table, time_limit, stops)
        n_hands = n_deals * table.games_per_deal
        first = (
            acpc_header("", table.game.stakes, table.n_seats, n_hands, table.seed)
            if self._log_as is LogFormat.ACPC
            else ""
        )
        self._header = (first + self._settings).encode()
        self._found = self._header  # as the file has it: the number of hands may be another
        self._score: Entry | None = None  # the line that closes the log, as it was found
        self._file: BinaryIO = self._locked_file()
        try:
            if overwrite:
                self._file.truncate(0)
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "MatchLog":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.sync()
        self._file.close()
        sync(self.path.parent)

    def sync(self) -> None:
        """See that what was added is on disk."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # of what is no file on a disk
                raise LogError(f"cannot write {self.path}: {error.strerror}") from None

    def _locked_file(self) -> BinaryIO:
        """Return the file, open for reading and writing, made if there is none, and locked."""
        while True:
            try:
                descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
                file = os.fdopen(descriptor, "r+b", buffering=0)
            except OSError as error:
                raise LogError(f"cannot write {self.path}: {error.strerror}") from None
            if not try_lock(descriptor):
                file.close()
                raise LogError(
                    f"{self.path} is being written by another match (expected another name, or to wait for it)"
                )
            with suppress(OSError):  # it may have been replaced before it was locked
                if os.path.samestat(os.fstat(descriptor), self.path.stat()):
                    return file
            file.close()

    def append(self, text: str) -> None:
        """Add the text of hands, so that it is on disk if the match stops now."""
        left = memoryview(text.encode())
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise LogError(f"cannot write {self.path}: {error.strerror}") from None

    def save_begun(self, blocks: Mapping[int, Sequence[PlayedHand]], head: int) -> None:
        """Store how to go on within blocks that were begun; the hands of one of them, the head, are in the log."""
        self.sync()
        stored = {}
        for number, hands in blocks.items():
            states = hands[-1].states
            if states is not None:
                text = "".join([hand.text for hand in hands])
                stored[number] = StoredBlock(len(hands), states, checksum_of(text), None if number == head else text)
        save_resume(self.path, self._settings, stored)

    def finish(self, totals: Sequence[Chips]) -> None:
        """Close the log of a complete match: with the SCORE line if it is an ACPC log.

        Raises
        ------
        LogError
            If the log was closed already, and with another score.
        """
        save_resume(self.path, self._settings, {})
        if self._log_as is not LogFormat.ACPC:
            return
        line = score_line(totals, [entrant.name for entrant in self._table.entrants])
        if self._score is None:
            self.append(line)
        elif self._score.score != line:
            found = self._score.score.rstrip()
            raise LogError(f"{self.path}: {found!r} is not the score of its hands (expected {line.rstrip()!r})")

    def replayed(self) -> Iterator[BlockResult]:
        """Yield the whole blocks the log has, each played again and checked; `begun` has the others afterwards.

        Raises
        ------
        LogError
            If the log has more hands than the deals make, or a hand that this match did not play.
        """
        self.begun: dict[int, BegunBlock] = {}
        end = len(self._found)
        block, hands, ends = 0, list[LoggedHand](), list[int]()
        for entry in self._entries():
            if entry.hand is None:
                self._score = entry
                continue
            if block * BLOCK >= self._n_deals:
                raise LogError(f"{self.path} has more hands than asked for (expected at least as many as it has)")
            hands.append(entry.hand)
            ends.append(entry.end)
            size = min(BLOCK, self._n_deals - block * BLOCK)
            if len(hands) == size * self._table.games_per_deal:
                try:
                    result = play_block(self._table, block, size, hands)
                except LogError as error:
                    raise LogError(f"{self.path}, {error}") from None
                yield result
                end = entry.end
                block, hands, ends = block + 1, [], []
        if block * BLOCK < self._n_deals:
            self._score = None  # the match goes on, and has another score then
            end = self._find_begun(block, hands, ends) or end
        self._cut(end)
        self._renew_header()

    def _find_begun(self, head: int, hands: Sequence[LoggedHand], ends: Sequence[int]) -> int:
        """Take in what the file beside the log has; return the byte after the last hand that is used, or 0."""
        end = 0
        for number, stored in load_resume(self.path, self._settings, self._table.n_seats).items():
            size = min(BLOCK, self._n_deals - number * BLOCK) * self._table.games_per_deal
            if stored.n_hands > size:
                continue
            if number == head and stored.text is None:
                logged = hands[: stored.n_hands]
                text = "".join([hand.full_text for hand in logged])
                if len(logged) == stored.n_hands and checksum_of(text) == stored.checksum:
                    self.begun[number] = BegunBlock(logged, stored, in_log=True)
                    end = ends[stored.n_hands - 1]
            elif number >= head and stored.text is not None and not self._table.learners:
                logged = self._parsed(stored.text)
                if len(logged) == stored.n_hands:
                    self.begun[number] = BegunBlock(logged, stored, in_log=False)
        return end

    def _parsed(self, text: str) -> list[LoggedHand]:
        lines = text.encode().splitlines(keepends=True)
        try:
            entries = list(read_entries(lines, self._log_as, first_line=1, start=0))
        except LogError:
            return []
        return [entry.hand for entry in entries if entry.hand is not None]

    def _begin(self) -> None:
        """Check the header, or write it into an empty file."""
        with self.path.open("rb") as lines:
            first = lines.readline()
            second = lines.readline() if first.startswith(HEADER.encode()) else b""
            rest = lines.read(1)
        if (second or first) == self._settings.encode():
            self._found = first + second
            return
        if rest or not self._header.startswith(first + second):  # a header cut short is the beginning of ours
            raise LogError(f"{self.path} {self._difference(second or first)}; name another file, or overwrite this one")
        self._cut(0)
        self.append(self._header.decode())
        save_resume(self.path, self._settings, {})

    def _renew_header(self) -> None:
        """Put a copy of the file with our header in its place, if it has another."""
        if self._found == self._header:
            return
        old = self._file
        try:
            with replacing(self.path) as copy:
                copy.write(self._header)
                old.seek(len(self._found))
                shutil.copyfileobj(old, copy)
                if os.name == "nt":  # where a file that is open cannot be replaced
                    old.close()
            self._file = self._locked_file()
            self._file.seek(0, os.SEEK_END)
        except FileError as error:
            raise LogError(str(error)) from None
        except OSError as error:
            raise LogError(f"cannot write {self.path}: {error.strerror}") from None
        finally:
            if self._file is not old:
                old.close()

    def _difference(self, found: bytes) -> str:
        """Return how a comment differs from that of this match."""
        line = found.decode(errors="replace")
        try:
            if not line.startswith(_MARK):
                raise ValueError
            theirs = dict(json.loads(line[len(_MARK) :]))
        except (ValueError, TypeError):
            return f"is not a log of a match (expected a line {_MARK.strip()!r} at its top)"
        ours = json.loads(self._settings[len(_MARK) :])
        different = [
            f"{key} {_json(theirs.get(key))} (expected {_json(value)})"
            for key, value in (dict.fromkeys(theirs) | ours).items()
            if theirs.get(key) != value or list(_as_items(theirs.get(key))) != list(_as_items(value))
        ]
        return f"is the log of another match: {', '.join(different) or 'written otherwise'}"

    def _entries(self) -> Iterator[Entry]:
        n_lines, start = self._found.count(b"\n"), len(self._found)
        try:
            with self.path.open("rb") as lines:
                lines.seek(start)
                yield from read_entries(lines, self._log_as, first_line=n_lines + 1, start=start)
        except LogError as error:
            raise LogError(f"{self.path}, {error}") from None

    def _cut(self, end: int) -> None:
        """Leave the first bytes of the file, and the SCORE line of a complete match."""
        if self._score is not None:
            end = self._score.end
        if self.path.stat().st_size > end:
            self._file.truncate(end)
        self._file.seek(end)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _as_items(value: object) -> Iterator[object]:
    """Yield what a setting consists of, in order: who is player one matters."""
    if isinstance(value, dict):
        yield from value.items()
    else:
        yield value


def resume_path(log: Path) -> Path:
    """Return where the file beside a log is."""
    return log.with_name(f".{log.name}.resume")


def checksum_of(text: str) -> int:
    """Return the CRC-32 of a text."""
    return zlib.crc32(text.encode())


def save_resume(log: Path, match: str, blocks: Mapping[int, StoredBlock]) -> None:
    """Replace the file beside a log; without blocks, remove it.

    Raises
    ------
    LogError
        If it cannot be written.
    """
    path = resume_path(log)
    try:
        if not blocks:
            path.unlink(missing_ok=True)
            return
        content = {
            "version": _RESUME_VERSION,
            "match": match,
            "blocks": [{"block": number} | block._asdict() for number, block in blocks.items()],
        }
        with replacing(path, durable=False) as file:
            file.write(json.dumps(content).encode())
    except FileError as error:
        raise LogError(str(error)) from None
    except OSError as error:
        raise LogError(f"cannot write {path}: {error.strerror}") from None


def load_resume(log: Path, match: str, n_players: int) -> dict[int, StoredBlock]:
    """Return the blocks that the file beside a log has; empty if there is none that can be used."""
    try:
        content = json.loads(resume_path(log).read_text(encoding="utf-8"))
        if content["version"] != _RESUME_VERSION or content["match"] != match:
            return {}
        return {int(each["block"]): _stored(each, n_players) for each in content["blocks"]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return {}


def _stored(found: Mapping[str, Any], n_players: int) -> StoredBlock:
    states = tuple(found["states"])
    text = found["text"]
    _check_states(states, n_players)
    block = StoredBlock(int(found["n_hands"]), states, int(found["checksum"]), text)
    if block.n_hands < 1 or (text is not None and checksum_of(text) != block.checksum):
        raise ValueError("damaged")
    return block


def _check_states(states: Iterable[Mapping[str, Any]], n_players: int) -> None:
    """Raise an error of numpy's unless these are states of the players' generators."""
    rngs = [np.random.default_rng(0) for _ in range(n_players)]
    for rng, state in zip(rngs, states, strict=True):
        rng.bit_generator.state = state
