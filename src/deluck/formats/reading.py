"""Hands from anything that holds them: what they are is seen from the content, and bad hands are rejected one by one.

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
the reason for a hand that the format cannot express. `FORMATS` lists them, the surest to be recognised first. A format
whose hands need a file beside theirs has ``parse_beside(lines, folder)`` too; one that goes straight to columns has a
module in `IN_BULK`, with ``batches(lines, batch_size, game, known)``.

Whatever a format raises that was not foreseen becomes the rejection of a hand here, and the rest is read. A format
whose records were played by the rules and paid, every one, says so by ``REPLAYS = True``: none is replayed again.
It may have ``parse_plain(lines)`` for `read_columns`: hands with nothing unusual are left to be judged in batches.
With ``JOINS = True`` it is given indented lines together with the one before them, line ends in between.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError
from deluck.formats import (
    acpc,
    acpc_columns,
    divat,
    json_lines,
    llm_poker_arena,
    open_hand_history,
    phh,
    phh_columns,
    pokerbench,
    pokernow,
    pokerstars,
)
from deluck.formats.acpc_games import parse_game
from deluck.formats.attempts import unforeseen
from deluck.formats.checking import RecordBatches, Sourced, others, problem_of, problems_of
from deluck.formats.collecting import without_collecting
from deluck.formats.histories.site import Plain
from deluck.formats.limits import MOST_HELD_BYTES, megabytes
from deluck.formats.lines import Lines, decode_head
from deluck.formats.rejections import NO_FORMAT, Rejected
from deluck.formats.sites import SITES
from deluck.formats.small_tables import SmallTables
from deluck.formats.sources import (
    HEAD_SIZE,
    STDIN,
    Growing,
    OnRead,
    Stream,
    Unreadable,
    as_buffered,
    expand,
    streams,
    streams_in_memory,
)
from deluck.games import Structure
from deluck.records import HandRecord
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


FORMATS: tuple[Format, ...] = (
    acpc,
    json_lines,
    open_hand_history,
    llm_poker_arena,
    pokerbench,
    pokernow,
    phh,
    pokerstars,
    *SITES,
    divat,
)
IN_BULK: dict[str, Any] = {acpc.NAME: acpc_columns, phh.NAME: phh_columns}

_WHOLE = (pokerbench.NAME, pokernow.NAME)  # formats whose files are read whole

PARQUET = "parquet"
PARQUET_MAGIC = b"PAR1"
_BATCH_SIZE = 32_768
_FEW_BYTES = 1 << 14  # the hands of smaller files wait for those of others

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


def follow_hands(
    path: str | Path, until: Callable[[], bool], *, pause: float = 0.5, check: bool = True, game: str | None = None
) -> Iterator[HandRecord | Rejected]:
    """Yield the hands of a file that is still being written, each when it is complete.

    A hand on several lines is complete when the next one begins, or when the waiting ends.

    Parameters
    ----------
    path
        The file; it may be empty yet, or not there.
    until
        Says whether to stop waiting for more; asked whenever the file has been read to its end.
    pause
        Seconds between two looks at the file.
    check, game
        As in `read_hands`.
    """
    structure = parse_game(game)
    name = str(path)
    while not until() and not os.path.exists(path):
        time.sleep(pause)
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        yield _unreadable((name, error.strerror or str(error)))
        return
    with file:
        head = file.read(HEAD_SIZE)
        while not until() and b"\n" not in head and len(head) < HEAD_SIZE:
            time.sleep(pause)
            head += file.read(HEAD_SIZE - len(head))
        folder = os.path.dirname(os.path.abspath(path))
        found = recognised(Stream(name, head, as_buffered(Growing(file, until, pause), head), folder=folder))
        if isinstance(found, Stream) and found.format in _WHOLE:
            found = Rejected(name, 0, f"a file of {found.format} is read whole, not followed (expected another format)")
        if isinstance(found, Rejected):
            yield found
            return
        for hand, _, _ in _stream_hands(found, structure, check=check):
            yield hand


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

    ACPC logs, PHH and Parquet files go straight to columns. Hands of one game stay in order. The parameters are those
    of `read_hands`.
    """
    yield from columns_of(_streams(sources, on_read), batch_size, parse_game(game))


def columns_of(
    found_in: Iterable[Stream | Rejected], batch_size: int = _BATCH_SIZE, structure: Structure | None = None
) -> Iterator[HandColumns | Rejected]:
    """Yield the hands of recognised streams as columns, as `read_columns` does of files, one stream after another."""
    for found, _ in sourced_columns_of(found_in, batch_size, structure):
        yield found


def sourced_columns_of(
    found_in: Iterable[Stream | Rejected], batch_size: int = _BATCH_SIZE, structure: Structure | None = None
) -> Iterator[Sourced]:
    """Yield what `columns_of` yields, with the name of the stream of each hand: small files make columns together."""
    return without_collecting(_sourced_columns(found_in, batch_size, structure))


def _sourced_columns(
    found_in: Iterable[Stream | Rejected], batch_size: int, structure: Structure | None
) -> Iterator[Sourced]:
    waiting = RecordBatches(batch_size)
    tables = SmallTables(waiting)
    for found in found_in:
        if isinstance(found, Rejected):
            yield from waiting.reject(found)
            continue
        is_small = 0 < len(found.head) < _FEW_BYTES
        if is_small and found.format == phh.NAME:
            yield from tables.add(found)
            continue
        yield from tables.flush()
        if found.format == PARQUET:
            yield from waiting.flush()
            for part, _ in _parquet_parts(found, batch_size):
                yield part, _names_of(part, found)
        elif found.format in IN_BULK and not is_small:
            yield from waiting.flush()
            for part in _stream_columns(found, batch_size, structure):
                yield part, _names_of(part, found)
        else:
            for number, hand, excerpt in _stream_excerpts(found, structure, plain=True):
                if isinstance(hand, Rejected):
                    yield from waiting.reject(hand)
                    continue
                parsed, replay = hand if isinstance(hand, Plain) else (hand, None)
                if waiting.add(parsed, found, number, excerpt, replay):
                    yield from waiting.flush()
    yield from tables.flush()
    yield from waiting.flush()


def _names_of(part: HandColumns | Rejected, found: Stream) -> list[str]:
    return [found.name] * (1 if isinstance(part, Rejected) else len(part))


def _streams(sources: tuple[str | Path, ...], on_read: OnRead | None) -> Iterator[Stream | Rejected]:
    """Yield what the sources hold, one stream after another, and what is not there or cannot be opened."""
    for source, error in expand(sources):
        if error is not None:
            yield Rejected("stdin" if source == STDIN else source, 0, str(error))
            continue
        yield from map(recognised, streams(source, on_read))


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
    """Yield the hands of a stream with their places, each replayed if that is asked for and the format has not."""
    check = check and not getattr(find_format(found.format), "REPLAYS", False)
    for number, hand, excerpt in _stream_excerpts(found, game):
        assert not isinstance(hand, Plain)
        problem = problem_of(hand) if check and isinstance(hand, HandRecord) else None
        rejected = None if problem is None else Rejected(found.name, number, str(problem), excerpt, found.format)
        yield rejected or hand, found.name, number


def _stream_excerpts(
    found: Stream, game: Structure | None, *, plain: bool = False
) -> Iterator[tuple[int, HandRecord | Plain | Rejected, str]]:
    """Yield the hands of a stream with the numbers of their lines, and how the line of each begins."""
    lines = Lines(found.stream, found.first_line, joins=getattr(find_format(found.format), "JOINS", False))
    for number, hand in _resumed(partial(_parse, found, game, plain=plain), lines):
        excerpt = lines.excerpt(number)
        if isinstance(hand, FormatError):
            yield number, Rejected(found.name, number, str(hand), excerpt, found.format), excerpt
        else:
            yield number, hand, excerpt
    if lines.broken:
        number = lines.n_lines + 1
        yield number, cut_off(found.name, number, lines.broken), ""


def _parse(
    found: Stream, game: Structure | None, lines: Iterator[tuple[int, str]], *, plain: bool
) -> Iterator[tuple[int, HandRecord | Plain | FormatError]]:
    known = find_format(found.format)
    if known is acpc:
        return acpc.parse(lines, game, found.structure)
    if known is llm_poker_arena:
        return llm_poker_arena.parse_beside(lines, Path(found.folder) if found.folder else None)
    if plain and hasattr(known, "parse_plain"):
        return known.parse_plain(lines)  # type: ignore[no-any-return]
    return known.parse(lines)


def _stream_columns(found: Stream, batch_size: int, game: Structure | None) -> Iterator[HandColumns | Rejected]:
    lines = Lines(found.stream, found.first_line)
    for columns, errors in IN_BULK[found.format].batches(iter(lines), batch_size, game, found.structure):
        lines.release()
        for number, error in errors:
            yield Rejected(found.name, number, str(error), lines.excerpt(number), found.format)
        if columns is not None:
            yield columns
    if lines.broken:
        yield cut_off(found.name, lines.n_lines + 1, lines.broken)


def _resumed(
    parse: Callable[[Iterator[tuple[int, str]]], Iterator[tuple[int, HandRecord | Plain | FormatError]]], lines: Lines
) -> Iterator[tuple[int, HandRecord | Plain | FormatError]]:
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


def cut_off(name: str, line: int, reason: str) -> Rejected:
    """Return the rejection of what is missing from a line on."""
    return Rejected(name, line, f"the rest cannot be read: {reason}")


def _placed(rejected: Rejected) -> Placed:
    return rejected, rejected.source, rejected.line


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
            problems = problems_of(columns)
            for row, problem in problems.items():
                yield Rejected(found.name, int(rows[row]), str(problem)), no_rows
            if len(problems) < len(columns):
                is_valid = others(problems, len(columns))
                yield (columns[is_valid], rows[is_valid]) if problems else (columns, rows)
    except DeluckError as error:
        yield (
            Rejected(found.name, 0, str(error).removeprefix(f"{found.path}: ").replace(found.path, found.name)),
            no_rows,
        )


def _unrecognised(found: Stream) -> Rejected:
    if not found.head.strip():
        return Rejected(found.name, 0, "there is nothing in it")
    first = decode_head(found.head).lstrip().split("\n", 1)[0][:60]
    known = ", ".join([each.NAME for each in FORMATS])
    reason = f"{NO_FORMAT}: it starts {first!r} (expected {known} or parquet)"
    return Rejected(found.name, 0, reason, first)


def _unreadable(found: Unreadable) -> Rejected:
    name, reason = found
    return Rejected(name, 0, f"it cannot be read: {reason}")
