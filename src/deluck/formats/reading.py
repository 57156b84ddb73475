"""Hands from anything that holds them: what they are is seen from the content, and bad hands are kept aside.

A format is a module with

- ``NAME``: its short name;
- ``looks_like(head: str) -> bool``: whether the beginning of a text (up to 64 kB, line ends LF) is of this format;
- ``parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]``: the hands of numbered
  lines, each with the number of the line it starts on. A hand that cannot be read is yielded as its error, never
  raised, and the hands around it are read; memory does not grow with their number. The records need not have been
  replayed: `read_hands` does that;

where a large file can be cut, so that several processes read it (`parts`), ``starts_hand(line: str) -> bool``: whether
a hand starts at a line, whatever came before it (ACPC logs are cut by what is known of their game);

and, where hands can be written, ``format_hand(record) -> str`` or a function of its own name, raising FormatError with
the reason for a hand that the format cannot express. `FORMATS` lists them, the surest to be recognised first.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError, RecordError
from deluck.formats import acpc, acpc_columns, divat, phh, pokerstars
from deluck.formats.acpc_games import parse_game
from deluck.formats.sources import (
    STDIN,
    Lines,
    OnRead,
    Stream,
    Unreadable,
    decode_head,
    expand,
    streams,
    streams_in_memory,
)
from deluck.games import Structure
from deluck.records import HandRecord, validate, walk
from deluck.records.columns import HandColumns
from deluck.records.validation import find_valid


class Format(Protocol):
    """What a module of this package must have to be read from; the module docstring says it in full."""

    NAME: str

    def looks_like(self, head: str, /) -> bool:
        """Return whether the beginning of a text is of this format."""
        ...

    def parse(self, lines: Iterable[tuple[int, str]], /) -> Iterator[tuple[int, HandRecord | FormatError]]:
        """Yield each hand with the number of the line it starts on, or the error in its place."""
        ...


FORMATS: tuple[Format, ...] = (acpc, phh, pokerstars, divat)

PARQUET = "parquet"
PARQUET_MAGIC = b"PAR1"
_BATCH_SIZE = 32_768
_HAND = re.compile(r"^hand (?:'[^']*'|\S+?)(?=[:, ])[:,]? ?")
_ACTION = re.compile(r"^action \d+: ")
_EXPECTED = re.compile(r",? \(expected .*", re.DOTALL)
_SEAT = re.compile(r" (by|for|before) \S.*?, seat \d+,?")
_VALUE = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|-?\d[\d,./]*(?<![,.])|(?<=…) …""")


@dataclass(frozen=True, slots=True)
class Rejected:
    """A hand, a line or a whole file that was not read.

    Attributes
    ----------
    source
        The file, or ``stdin`` or the name given to a text in memory.
    line
        The line it starts on, from 1; 0 for a whole file.
    reason
        What is wrong, and what was expected.
    excerpt
        How that line begins.
    """

    source: str
    line: int
    reason: str
    excerpt: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"

    @property
    def where(self) -> str:
        """The file and the line: ``match.log:12``."""
        return f"{self.source}:{self.line}" if self.line else self.source

    @property
    def kind(self) -> str:
        """What is wrong without what is particular to the hand: rejections of one kind are counted together."""
        sentence = _ACTION.sub("", _HAND.sub("", self.reason))
        cut = _VALUE.sub("…", _SEAT.sub(r" \1 a seat", _EXPECTED.sub("", sentence)))
        return re.sub(r"…(?: …)+", "…", cut).strip() or self.reason


Placed = tuple[HandRecord | Rejected, str, int]  # a hand, its source and the line it starts on


def read_hands(
    *sources: str | Path, check: bool = True, on_read: OnRead | None = None, game: str | None = None
) -> Iterator[HandRecord | Rejected]:
    """Yield the hands of all sources in order, and in its place whatever is no valid hand, with the reason.

    Parameters
    ----------
    sources
        Files, folders, glob patterns, or ``-`` for standard input; each may be compressed with gzip or zstd, or be a
        zip archive of such files.
    check
        Whether each hand is replayed, so that only those played and paid by the rules are yielded.
    on_read
        Called with every number of bytes read, for a progress bar.
    game
        The game of ACPC logs, ``limit`` or ``no-limit``, whatever they say themselves; other formats name it.

    Raises
    ------
    FormatError
        If ``game`` names none.

    Notes
    -----
    Memory stays flat: nothing is stored of a hand once it is yielded.
    """
    for hand, _, _ in read_with_places(*sources, check=check, on_read=on_read, game=game):
        yield hand


def read_with_places(
    *sources: str | Path, check: bool = True, on_read: OnRead | None = None, game: str | None = None
) -> Iterator[Placed]:
    """Yield what `read_hands` yields, each with the name of its source and the line it starts on."""
    structure = parse_game(game)
    for found in _streams(sources, on_read):
        if isinstance(found, Rejected):
            yield _placed(found)
        elif found.format == PARQUET:
            for part, rows in _parquet_parts(found, check=check):
                if isinstance(part, Rejected):
                    yield _placed(part)
                else:
                    yield from zip(part, [found.name] * len(part), rows.tolist(), strict=True)
        else:
            yield from _stream_hands(found, structure, check=check)


def read_text(
    text: str | bytes, *, source: str = "text", check: bool = True, game: str | None = None
) -> Iterator[HandRecord | Rejected]:
    """Yield the hands of a text in memory, as `read_hands` does of files."""
    structure = parse_game(game)
    content = text if isinstance(text, bytes) else text.encode(errors="replace")
    for found in map(recognised, streams_in_memory(content, source)):
        if isinstance(found, Rejected):
            yield found
            continue
        for hand, _, _ in _stream_hands(found, structure, check=check):
            yield hand


def read_columns(
    *sources: str | Path, batch_size: int = _BATCH_SIZE, on_read: OnRead | None = None, game: str | None = None
) -> Iterator[HandColumns | Rejected]:
    """Yield the hands of all sources as columns of at most so many hands, each of one game, and what was rejected.

    ACPC logs and Parquet files go straight to columns. Hands of one game stay in order. The parameters are those of
    `read_hands`.
    """
    yield from columns_of(_streams(sources, on_read), batch_size, parse_game(game))


def columns_of(
    found_in: Iterable[Stream | Rejected], batch_size: int = _BATCH_SIZE, structure: Structure | None = None
) -> Iterator[HandColumns | Rejected]:
    """Yield the hands of recognised streams as columns, as `read_columns` does of files, one stream after another."""
    waiting: dict[str, list[tuple[HandRecord, str, int]]] = {}
    for found in found_in:
        if isinstance(found, Rejected):
            yield found
        elif found.format == PARQUET:
            yield from _flush(waiting)
            for part, _ in _parquet_parts(found, batch_size):
                yield part
        elif found.format == acpc.NAME:
            yield from _flush(waiting)
            yield from _stream_columns(found, batch_size, structure)
        else:
            for hand, name, line in _stream_hands(found, structure):
                if isinstance(hand, Rejected):
                    yield hand
                    continue
                batch = waiting.setdefault(hand.game, [])
                batch.append((hand, name, line))
                if len(batch) == batch_size:
                    yield from _columns(batch)
                    batch.clear()
    yield from _flush(waiting)


def _streams(sources: tuple[str | Path, ...], on_read: OnRead | None) -> Iterator[Stream | Rejected]:
    """Yield what the sources hold, one stream after another, and what is not there or cannot be opened."""
    for source, error in expand(sources):
        if error is not None:
            yield Rejected("stdin" if source == STDIN else source, 0, str(error))
            continue
        yield from map(recognised, streams(source, on_read))


def _flush(waiting: dict[str, list[tuple[HandRecord, str, int]]]) -> Iterator[HandColumns | Rejected]:
    for batch in waiting.values():
        yield from _columns(batch)
    waiting.clear()


def _columns(batch: list[tuple[HandRecord, str, int]]) -> Iterator[HandColumns | Rejected]:
    """Yield the columns of a batch; if they cannot hold one of its hands, the others, and that one rejected."""
    records = [record for record, _, _ in batch]
    if not records:
        return
    try:
        yield HandColumns.from_records(records)
    except RecordError as error:
        if len(batch) == 1:
            yield Rejected(batch[0][1], batch[0][2], str(error))
            return
        middle = len(batch) // 2
        yield from _columns(batch[:middle])
        yield from _columns(batch[middle:])


def recognised(found: Stream | Unreadable) -> Stream | Rejected:
    """Return a stream with its format, or why nothing of it can be read."""
    if not isinstance(found, Stream):
        return _unreadable(found)
    if found.format:
        return found
    if found.head.startswith(PARQUET_MAGIC):
        reason = "Parquet cannot be read from standard input or from an archive (expected a file)"
        return found._replace(format=PARQUET) if found.path else Rejected(found.name, 0, reason)
    text = decode_head(found.head)
    known = next((each.NAME for each in FORMATS if each.looks_like(text)), None)
    return _unrecognised(found) if known is None else found._replace(format=known)


def find_format(name: str) -> Format:
    """Return the format of this name."""
    return next(each for each in FORMATS if name == each.NAME)


def _stream_hands(found: Stream, game: Structure | None, *, check: bool = True) -> Iterator[Placed]:
    known = find_format(found.format)
    lines = Lines(found.stream, found.first_line)
    hands = acpc.parse(iter(lines), game, found.structure) if known is acpc else known.parse(iter(lines))
    for number, hand in hands:
        problem = hand if isinstance(hand, FormatError) else _problem_of(hand) if check else None
        if problem is not None:
            yield _placed(Rejected(found.name, number, str(problem), lines.excerpt(number)))
        elif isinstance(hand, HandRecord):
            yield hand, found.name, number
    if lines.broken:
        yield _placed(cut_off(found.name, lines.n_lines + 1, lines.broken))


def _stream_columns(found: Stream, batch_size: int, game: Structure | None) -> Iterator[HandColumns | Rejected]:
    lines = Lines(found.stream, found.first_line)
    for columns, errors in acpc_columns.batches(iter(lines), batch_size, game, found.structure):
        for number, error in errors:
            yield Rejected(found.name, number, str(error), lines.excerpt(number))
        if columns is not None:
            yield columns
    if lines.broken:
        yield cut_off(found.name, lines.n_lines + 1, lines.broken)


def cut_off(name: str, line: int, reason: str) -> Rejected:
    """Return the rejection of what is missing from a line on."""
    return Rejected(name, line, f"the rest cannot be read: {reason}")


def _placed(rejected: Rejected) -> Placed:
    return rejected, rejected.source, rejected.line


def _problem_of(record: HandRecord) -> RecordError | None:
    try:
        validate(record)
    except RecordError as error:
        return error
    return None


def _parquet_parts(
    found: Stream, batch_size: int | None = None, *, check: bool = True
) -> Iterator[tuple[HandColumns | Rejected, NDArray[np.int64]]]:
    """Yield the valid hands of a Parquet file as columns with their rows, which stand for lines; and what is not."""
    no_rows = np.empty(0, np.int64)
    from deluck.formats.parquet import N_HANDS_A_GROUP, read_with_rows

    try:
        for columns, rows in read_with_rows(found.path, batch_size or N_HANDS_A_GROUP, found.groups):
            if not check:
                yield columns, rows
                continue
            problems = _problems_of(columns)
            for row, problem in problems.items():
                yield Rejected(found.name, int(rows[row]), str(problem)), no_rows
            if len(problems) < len(columns):
                is_valid = np.ones(len(columns), np.bool_)
                is_valid[list(problems)] = False
                yield (columns[is_valid], rows[is_valid]) if problems else (columns, rows)
    except DeluckError as error:
        yield (
            Rejected(found.name, 0, str(error).removeprefix(f"{found.path}: ").replace(found.path, found.name)),
            no_rows,
        )


def _problems_of(columns: HandColumns) -> dict[int, RecordError]:
    """Return by row what is wrong with hands; those that are not certainly valid are looked at one by one."""
    problems = {}
    for row in np.flatnonzero(~find_valid(columns, walk(columns))).tolist():
        problem = _problem_of(columns[row])
        if problem is not None:
            problems[row] = problem
    return problems


def _unrecognised(found: Stream) -> Rejected:
    if not found.head.strip():
        return Rejected(found.name, 0, "there is nothing in it")
    first = decode_head(found.head).lstrip().split("\n", 1)[0][:60]
    known = ", ".join([each.NAME for each in FORMATS])
    reason = f"it is of no format known here: it starts {first!r} (expected {known} or parquet)"
    return Rejected(found.name, 0, reason, first)


def _unreadable(found: Unreadable) -> Rejected:
    name, reason = found
    return Rejected(name, 0, f"it cannot be read: {reason}")
