"""Hands from anything that holds them: what they are is seen from the content, and bad hands are kept aside.

A format is a module with

- ``NAME``: its short name;
- ``looks_like(head: str) -> bool``: whether the beginning of a text (up to 64 kB, line ends LF) is of this format;
- ``parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]``: the hands of numbered
  lines, each with the number of the line it starts on. A hand that cannot be read is yielded as its error, never
  raised, and the hands around it are read; memory does not grow with their number. The records need not have been
  replayed: `read_hands` does that.

and, where hands can be written, ``format_hand(record) -> str`` or a function of its own name, raising FormatError with
the reason for a hand that the format cannot express. `FORMATS` lists them, the surest to be recognised first.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from deluck.errors import DeluckError, FormatError, RecordError
from deluck.formats import acpc, acpc_columns, divat, phh, pokerstars
from deluck.formats.sources import STDIN, Lines, OnRead, decode_head, expand, in_memory, opened
from deluck.records import HandRecord, validate
from deluck.records.columns import HandColumns


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

PARQUET_MAGIC = b"PAR1"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_BATCH_SIZE = 32_768


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
        return f"{self.source}:{self.line}: {self.reason}" if self.line else f"{self.source}: {self.reason}"


Placed = tuple[HandRecord | Rejected, str, int]  # a hand, its source and the line it starts on


def read_hands(
    *sources: str | Path, check: bool = True, on_read: OnRead | None = None
) -> Iterator[HandRecord | Rejected]:
    """Yield the hands of all sources in order, and in its place whatever is no sound hand, with the reason.

    Parameters
    ----------
    sources
        Files, folders, glob patterns, or ``-`` for standard input; each may be compressed with gzip or zstd.
    check
        Whether each hand is replayed, so that only those played and paid by the rules are handed out.
    on_read
        Called with every number of bytes read, for a progress bar.

    Notes
    -----
    Memory stays flat: nothing is kept of a hand once it is handed out.
    """
    for hand, _, _ in read_with_places(*sources, check=check, on_read=on_read):
        yield hand


def read_with_places(*sources: str | Path, check: bool = True, on_read: OnRead | None = None) -> Iterator[Placed]:
    """Yield what `read_hands` yields, each with the name of its source and the line it starts on."""
    for source, error in expand(sources):
        name = _name_of(source)
        if error is not None:
            yield _placed(Rejected(name, 0, str(error)))
            continue
        with ExitStack() as stack:
            try:
                head, stream = stack.enter_context(opened(source, on_read))
            except (OSError, ValueError) as problem:
                yield _placed(_unreadable(name, problem))
                continue
            if head.startswith(PARQUET_MAGIC):
                yield from _parquet_hands(source, check=check)
            else:
                yield from _stream_hands(name, head, stream, check=check)


def read_text(text: str | bytes, *, source: str = "text", check: bool = True) -> Iterator[HandRecord | Rejected]:
    """Yield the hands of a text in memory, as `read_hands` does of files."""
    content = text if isinstance(text, bytes) else text.encode(errors="replace")
    with ExitStack() as stack:
        try:
            head, stream = stack.enter_context(in_memory(content))
        except (OSError, ValueError) as problem:
            yield _unreadable(source, problem)
            return
        for hand, _, _ in _stream_hands(source, head, stream, check=check):
            yield hand


def read_columns(
    *sources: str | Path, batch_size: int = _BATCH_SIZE, on_read: OnRead | None = None
) -> Iterator[HandColumns | Rejected]:
    """Yield the hands of all sources as columns of at most so many hands, each of one game, and what was rejected.

    ACPC logs go straight from text to columns. Hands of one game keep their order.
    """
    waiting: dict[str, list[tuple[HandRecord, str, int]]] = {}
    for source, error in expand(sources):
        name = _name_of(source)
        if error is not None:
            yield Rejected(name, 0, str(error))
            continue
        with ExitStack() as stack:
            try:
                head, stream = stack.enter_context(opened(source, on_read))
            except (OSError, ValueError) as problem:
                yield _unreadable(name, problem)
                continue
            if head.startswith(PARQUET_MAGIC):
                hands = _parquet_hands(source)
            elif _format_of(head) is acpc:
                yield from _flush(waiting)
                yield from _stream_columns(name, stream, batch_size)
                continue
            else:
                hands = _stream_hands(name, head, stream)
            for hand, _, line in hands:
                if isinstance(hand, Rejected):
                    yield hand
                    continue
                batch = waiting.setdefault(hand.game, [])
                batch.append((hand, name, line))
                if len(batch) == batch_size:
                    yield from _columns(batch)
                    batch.clear()
    yield from _flush(waiting)


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


def _name_of(source: str) -> str:
    return "stdin" if source == STDIN else source


def _format_of(head: bytes) -> Format | None:
    text = decode_head(head)
    return next((each for each in FORMATS if each.looks_like(text)), None)


def _stream_hands(name: str, head: bytes, stream: BinaryIO, *, check: bool = True) -> Iterator[Placed]:
    found = _format_of(head)
    if found is None:
        yield _placed(_unrecognised(name, head))
        return
    lines = Lines(stream)
    for number, hand in found.parse(iter(lines)):
        problem = hand if isinstance(hand, FormatError) else _problem_of(hand) if check else None
        if problem is not None:
            yield _placed(Rejected(name, number, str(problem), lines.excerpt(number)))
        elif isinstance(hand, HandRecord):
            yield hand, name, number
    if lines.broken:
        yield _placed(_cut_off(name, lines))


def _stream_columns(name: str, stream: BinaryIO, batch_size: int) -> Iterator[HandColumns | Rejected]:
    lines = Lines(stream)
    for columns, errors in acpc_columns.batches(iter(lines), batch_size):
        for number, error in errors:
            yield Rejected(name, number, str(error), lines.excerpt(number))
        if columns is not None:
            yield columns
    if lines.broken:
        yield _cut_off(name, lines)


def _cut_off(name: str, lines: Lines) -> Rejected:
    return Rejected(name, lines.n_lines + 1, f"the rest cannot be read: {lines.broken}")


def _placed(rejected: Rejected) -> Placed:
    return rejected, rejected.source, rejected.line


def _problem_of(record: HandRecord) -> RecordError | None:
    try:
        validate(record)
    except RecordError as error:
        return error
    return None


def _parquet_hands(source: str, *, check: bool = True) -> Iterator[Placed]:
    """Yield the hands of a Parquet file; their rows stand for lines."""
    from deluck.formats.parquet import read_parquet

    if source == STDIN:
        yield _placed(Rejected("stdin", 0, "Parquet cannot be read from standard input (expected a file)"))
        return
    number = 0
    try:
        for columns in read_parquet(source):
            for record in columns:
                number += 1
                problem = _problem_of(record) if check else None
                yield (record, source, number) if problem is None else _placed(Rejected(source, number, str(problem)))
    except DeluckError as error:
        yield _placed(Rejected(source, 0, str(error).removeprefix(f"{source}: ")))


def _unrecognised(name: str, head: bytes) -> Rejected:
    if not head.strip():
        return Rejected(name, 0, "there is nothing in it")
    if head.startswith(_UTF16_MARKS):
        return Rejected(name, 0, "it is UTF-16 text (expected UTF-8 or Latin-1)")
    first = decode_head(head).lstrip().split("\n", 1)[0][:60]
    known = ", ".join([each.NAME for each in FORMATS])
    return Rejected(name, 0, f"it is of no format known here: it starts {first!r} (expected {known} or parquet)", first)


def _unreadable(name: str, problem: OSError | ValueError) -> Rejected:
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return Rejected(name, 0, f"it cannot be read: {' '.join(reason.split())}")
