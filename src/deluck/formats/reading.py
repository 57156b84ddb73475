"""Hands from anything that holds them: what they are is seen from the content, and bad hands are kept aside.

A format is a module with

- ``NAME``: its short name;
- ``looks_like(head: str) -> bool``: whether the beginning of a text (up to 64 kB, line ends LF) is of this format;
- ``parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]``: the hands of numbered
  lines, each with the number of the line it starts on. A hand that cannot be read is yielded as its error, never
  raised, and the hands around it are read; memory does not grow with their number. The records need not have been
  replayed: `read_hands` does that.

and, where hands can be written, ``format_hand(record) -> str`` or a function of its own name, raising FormatError with
the reason for a hand that the format cannot express. `FORMATS` lists them, the surest to be recognised first. A format
whose hands need a file beside theirs has ``parse_beside(lines, folder)`` too; one that goes straight to columns has a
module in `_IN_BULK`, with ``batches(lines, batch_size, game)``.

Whatever a format raises that was not foreseen becomes the rejection of a hand here, and the rest is read. A format
whose records were played by the rules and paid, every one, says so by ``REPLAYS = True``: none is replayed again.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError, RecordError
from deluck.formats import acpc, acpc_columns, divat, open_hand_history, phh, phh_columns, pokerstars
from deluck.formats.acpc_games import parse_game
from deluck.formats.attempts import unforeseen
from deluck.formats.limits import MOST_HELD_BYTES, MOST_NAME_LENGTH, check_names, cut, megabytes
from deluck.formats.sites import SITES
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


FORMATS: tuple[Format, ...] = (acpc, phh, open_hand_history, pokerstars, *SITES, divat)
_IN_BULK: dict[Any, Any] = {acpc: acpc_columns, phh: phh_columns}

PARQUET_MAGIC = b"PAR1"
_BATCH_SIZE = 32_768
_FEW_BYTES = 1 << 14  # the hands of smaller files wait for those of others
_HAND = re.compile(r"^hand (?:'[^']*'|\S+?)(?=[:, ])[:,]? ?")
_ACTION = re.compile(r"^(?:action|line) \d+: ")
_GAME = "another game: "
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", cut(self.source))
        object.__setattr__(self, "reason", cut(self.reason))

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
        if sentence.startswith(_GAME):
            return _EXPECTED.sub("", sentence)
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
        elif found.head.startswith(PARQUET_MAGIC):
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
    for found in streams_in_memory(content, source):
        if not isinstance(found, Stream):
            yield _unreadable(found)
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
    structure = parse_game(game)
    waiting: dict[str, list[_Waiting]] = {}
    for found in _streams(sources, on_read):
        if isinstance(found, Rejected):
            yield found
        elif found.head.startswith(PARQUET_MAGIC):
            yield from _flush(waiting)
            for part, _ in _parquet_parts(found, batch_size):
                yield part
        elif (in_bulk := _IN_BULK.get(_format_of(found.head))) is not None and len(found.head) >= _FEW_BYTES:
            yield from _flush(waiting)
            yield from _stream_columns(found, in_bulk, batch_size, structure)
        else:
            for hand, excerpt in _stream_excerpts(found, structure, check=False):
                if isinstance(hand[0], Rejected):
                    yield hand[0]
                    continue
                batch = waiting.setdefault(hand[0].game, [])
                batch.append((hand[0], hand[1], hand[2], excerpt))
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
        for found in streams(source, on_read):
            yield found if isinstance(found, Stream) else _unreadable(found)


_Waiting = tuple[HandRecord, str, int, str]  # a hand that was not replayed yet, its source, line and excerpt


def _flush(waiting: dict[str, list[_Waiting]]) -> Iterator[HandColumns | Rejected]:
    for batch in waiting.values():
        yield from _columns(batch)
    waiting.clear()


def _columns(batch: list[_Waiting]) -> Iterator[HandColumns | Rejected]:
    """Yield the valid hands of a batch as columns, and the others, or those that columns cannot hold, rejected."""
    records = [record for record, _, _, _ in batch]
    if not records:
        return
    try:
        columns = HandColumns.from_records(records)
    except RecordError as error:
        if len(batch) == 1:
            _, source, line, excerpt = batch[0]
            yield Rejected(source, line, str(_problem_of(records[0]) or error), excerpt)
            return
        middle = len(batch) // 2
        yield from _columns(batch[:middle])
        yield from _columns(batch[middle:])
        return
    problems = _problems_of(columns, records)
    for row, problem in problems.items():
        _, source, line, excerpt = batch[row]
        yield Rejected(source, line, str(problem), excerpt)
    if len(problems) < len(batch):
        yield columns[_others(problems, len(batch))] if problems else columns


def _others(rows: Iterable[int], n_hands: int) -> NDArray[np.bool_]:
    """Return which of so many rows are not among these, bool[n]."""
    is_other = np.ones(n_hands, np.bool_)
    is_other[list(rows)] = False
    return is_other


def _format_of(head: bytes) -> Format | None:
    text = decode_head(head)
    return next((each for each in FORMATS if each.looks_like(text)), None)


def _stream_hands(found: Stream, game: Structure | None, *, check: bool = True) -> Iterator[Placed]:
    for placed, _ in _stream_excerpts(found, game, check=check):
        yield placed


def _stream_excerpts(found: Stream, game: Structure | None, *, check: bool) -> Iterator[tuple[Placed, str]]:
    """Yield the hands of a stream with their places, and how the line of each begins."""
    known = _format_of(found.head)
    if known is None:
        yield _placed(_unrecognised(found)), ""
        return
    lines = Lines(found.stream)
    check = check and not getattr(known, "REPLAYS", False)
    for number, hand in _resumed(partial(_parse, known, found, game), lines):
        problem = hand if isinstance(hand, FormatError) else _problem_of(hand) if check else None
        excerpt = lines.excerpt(number)
        if problem is not None:
            yield _placed(Rejected(found.name, number, str(problem), excerpt)), excerpt
        elif isinstance(hand, HandRecord):
            yield (hand, found.name, number), excerpt
    if lines.broken:
        yield _placed(_cut_off(found.name, lines)), ""


def _parse(
    known: Format, found: Stream, game: Structure | None, lines: Iterator[tuple[int, str]]
) -> Iterator[tuple[int, HandRecord | FormatError]]:
    if known is acpc:
        return acpc.parse(lines, game)
    if hasattr(known, "parse_beside"):
        hands: Iterator[tuple[int, HandRecord | FormatError]]
        hands = known.parse_beside(lines, Path(found.name).parent if found.is_file else None)
        return hands
    return known.parse(lines)


def _stream_columns(
    found: Stream, in_bulk: Any, batch_size: int, game: Structure | None
) -> Iterator[HandColumns | Rejected]:
    lines = Lines(found.stream)
    for columns, errors in in_bulk.batches(iter(lines), batch_size, game):
        lines.release()
        for number, error in errors:
            yield Rejected(found.name, number, str(error), lines.excerpt(number))
        if columns is not None:
            yield columns
    if lines.broken:
        yield _cut_off(found.name, lines)


def _resumed(
    parse: Callable[[Iterator[tuple[int, str]]], Iterator[tuple[int, HandRecord | FormatError]]], lines: Lines
) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield what a format makes of lines; where it raises something or takes too many, say so and begin anew there.

    The line it looked at when it raised is given to it again, once: it may be the first of the next hand.
    """
    failed_at = 0
    while True:
        try:
            for number, hand in parse(iter(lines)):
                lines.release()
                yield number, hand
        except Exception as error:  # whatever it is, the other hands are read
            if failed_at != lines.n_lines:
                failed_at = lines.n_lines
                yield failed_at, unforeseen(error)
                if not lines.ended:
                    lines.give_back()
            if lines.ended:
                return
            continue
        if not lines.stopped:
            return
        yield lines.n_lines, FormatError(f"more than {megabytes(MOST_HELD_BYTES)} without the end of a hand")


def _cut_off(name: str, lines: Lines) -> Rejected:
    return Rejected(name, lines.n_lines + 1, f"the rest cannot be read: {lines.broken}")


def _placed(rejected: Rejected) -> Placed:
    return rejected, rejected.source, rejected.line


def _problem_of(record: HandRecord) -> DeluckError | None:
    try:
        check_names(record)
        validate(record)
    except DeluckError as error:
        return error
    except Exception as error:  # whatever it is, the other hands are read
        return unforeseen(error)
    return None


def _parquet_parts(
    found: Stream, batch_size: int | None = None, *, check: bool = True
) -> Iterator[tuple[HandColumns | Rejected, NDArray[np.int64]]]:
    """Yield the valid hands of a Parquet file as columns with their rows, which stand for lines; and what is not."""
    no_rows = np.empty(0, np.int64)
    from deluck.formats.parquet import N_HANDS_A_GROUP, read_with_rows

    if not found.is_file:
        reason = "Parquet cannot be read from standard input or from an archive (expected a file)"
        yield Rejected(found.name, 0, reason), no_rows
        return
    try:
        for columns, rows in read_with_rows(found.name, batch_size or N_HANDS_A_GROUP):
            if not check:
                yield columns, rows
                continue
            problems = _problems_of(columns, columns)
            for row, problem in problems.items():
                yield Rejected(found.name, int(rows[row]), str(problem)), no_rows
            if len(problems) < len(columns):
                is_valid = _others(problems, len(columns))
                yield (columns[is_valid], rows[is_valid]) if problems else (columns, rows)
    except DeluckError as error:
        yield Rejected(found.name, 0, str(error).removeprefix(f"{found.name}: ")), no_rows


def _problems_of(columns: HandColumns, records: HandColumns | list[HandRecord]) -> dict[int, DeluckError]:
    """Return by row what is wrong with hands; those that are not certainly valid are looked at one by one."""
    problems = {}
    unsure = ~find_valid(columns, walk(columns)) | _has_long_names(columns)
    for row in np.flatnonzero(unsure).tolist():
        problem = _problem_of(records[row])
        if problem is not None:
            problems[row] = problem
    return problems


def _has_long_names(columns: HandColumns) -> NDArray[np.bool_]:
    """Return which hands have a name or an id that is too long, bool[n]."""
    found = np.zeros(len(columns), np.bool_)
    if max(map(len, columns.hand_ids), default=0) > MOST_NAME_LENGTH:
        found |= np.array([len(each) > MOST_NAME_LENGTH for each in columns.hand_ids])
    for texts, index in (
        (columns.names, columns.players),
        ([max(origin, key=len) for origin in columns.origins], columns.origins_index[:, None]),
        ([unit.currency for unit in columns.units], columns.units_index[:, None]),
    ):
        is_long = np.array([*(len(text) > MOST_NAME_LENGTH for text in texts), False])  # -1 finds the last
        if is_long.any():
            found |= is_long[index].any(axis=1)
    return found


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
