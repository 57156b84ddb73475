"""Sources cut into parts that can be read apart, by other processes and machines, with the same hands in order.

A part is small and can be pickled: it names files, or ranges of complete hands of a file by their bytes (row groups of
Parquet). Whoever works on it opens and parses it. A large text that is not a plain file (standard input, an archive) is
cut as it is read, and its parts carry their text. Parts depend on the sources and on the part size alone, never on who
reads them.
"""

import io
import os
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, Literal

from deluck.errors import FormatError
from deluck.formats import acpc, phh
from deluck.formats.acpc_games import parse_game
from deluck.formats.cutting import cut
from deluck.formats.limits import cut as shortened
from deluck.formats.reading import (
    PARQUET,
    PARQUET_MAGIC,
    columns_of,
    cut_off,
    find_format,
    recognised,
    sourced_columns_of,
)
from deluck.formats.rejections import Rejected
from deluck.formats.sending import Packed, pack, unpack
from deluck.formats.sources import STDIN, Limited, OnRead, Stream, as_buffered, expand, files_of, is_zip, streams
from deluck.games import Structure
from deluck.parallel import count_jobs, run_parts, uses_cluster
from deluck.records.columns import HandColumns

PART_SIZE = 1 << 20
"""Bytes of a part: some 10,000 hands of an ACPC log, 1,000 of a text history."""
MOST_PIECES = 1_000
"""Files of a part, however small they are."""
MOST_PART_SIZE = 1 << 22
"""Bytes of a part of large sources; the larger, the less is spent on sending hands from one process to another."""
N_PARTS = 64
"""How many parts large sources have at least; the fewer, the longer one process works alone at the end."""

LEAST_SHARED = {phh.NAME: 1 << 25, acpc.NAME: 1 << 28}
"""Bytes of sources from which on several processes read a format that goes straight to columns: a second's worth."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a part has of one source: a file, a range of it, a member of an archive, a text, or why there is none.

    Attributes
    ----------
    source
        The source as it was named, or found in a folder.
    name
        What the piece's file is called in rejections: the source, or a member of it.
    path
        The file to open; empty for a text.
    n_bytes
        How much of the file this is.
    file_size
        How large the file was when it was cut; no smaller one is read.
    member
        Of a zip archive, if only one is meant.
    folder
        Where the source lies, for formats that look at what is beside it.
    format
        Where the piece is a range or a text; otherwise it is seen from the content.
    start
        Where the range begins.
    text
        Of a source that cannot be opened again.
    first_line
        The number of the first line.
    structure
        What is known at the first line of the game of an ACPC log.
    groups
        The first row group of a Parquet file, and the one after the last.
    rejected
        What is in the place of a source that cannot be read.
    """

    source: str
    name: str
    path: str = ""
    n_bytes: int = 0
    file_size: int = 0
    member: str | None = None
    folder: str = ""
    format: str = ""
    start: int = 0
    text: bytes | None = None
    first_line: int = 1
    structure: Structure | None = None
    groups: tuple[int, int] | None = None
    rejected: Rejected | None = None


@dataclass(frozen=True, slots=True)
class SourcePart:
    """Pieces of sources that are read together, in order.

    Attributes
    ----------
    pieces
        What to read.
    game
        The structure of ACPC logs, whatever they say themselves; None for what they say.
    """

    pieces: tuple[Piece, ...]
    game: Structure | None = None

    @property
    def n_bytes(self) -> int:
        """How many bytes of the sources this is, for a progress bar."""
        return sum(piece.n_bytes for piece in self.pieces)


def source_parts(*sources: str | Path, game: str | None = None, part_size: int = PART_SIZE) -> Iterator[SourcePart]:
    """Yield the sources in parts of about `part_size` bytes, in order; `read_part` reads them.

    Small files are put together. A large one is cut where a hand starts, which takes one look through it (for the
    numbers of lines); what is in it is not parsed.

    Parameters
    ----------
    sources, game
        As in `read_columns`.
    part_size
        Bytes of a part.

    Raises
    ------
    FormatError
        If ``game`` names none, or a part is to have no bytes.
    """
    structure = parse_game(game)
    if part_size < 1:
        raise FormatError(f"parts of {part_size} bytes (expected at least 1)")
    waiting: list[Piece] = []
    n_waiting = 0
    for piece in _pieces(sources, structure, part_size):
        size = piece.n_bytes if piece.text is None else len(piece.text)
        if waiting and (n_waiting + size > part_size or len(waiting) == MOST_PIECES):
            yield SourcePart(tuple(waiting), structure)
            waiting, n_waiting = [], 0
        waiting.append(piece)
        n_waiting += size
    if waiting:
        yield SourcePart(tuple(waiting), structure)


def read_part(part: SourcePart) -> Iterator[HandColumns | Rejected]:
    """Yield the hands of a part as columns, each of one game, and what was rejected, as `read_columns` does.

    Raises
    ------
    FormatError
        If a file is not here as it was where it was cut: on a cluster, every machine must have the same files.
    """
    return columns_of(_opened(part.pieces), structure=part.game)


def read_files(
    *sources: str | Path,
    n_jobs: int = 1,
    game: str | None = None,
    on_read: OnRead | None = None,
    part_size: int | None = None,
) -> Iterator[tuple[str, HandColumns | Rejected]]:
    """Yield what `read_columns` does, each with the name of its source, read by several processes or by a cluster.

    Formats that go straight to columns are read here unless the sources are so large that the time which processes take
    to start is made up for. On a cluster the workers read everything, each its own parts.

    Parameters
    ----------
    sources, game
        As in `read_columns`.
    n_jobs
        How many processes read; -1 for all cores. The hands and their order are the same.
    on_read
        Called with the number of bytes of each part that was read.
    part_size
        Bytes of a part; by default more for several processes and large sources.
    """
    on_cluster, is_alone = uses_cluster(), count_jobs(n_jobs) == 1
    n_bytes = 0 if on_cluster or is_alone else _size_of(sources)
    if part_size is None:
        part_size = max(PART_SIZE, min(MOST_PART_SIZE, n_bytes // N_PARTS))
    parts = source_parts(*sources, game=game, part_size=part_size)
    for is_here, some in groupby(parts, lambda part: not on_cluster and (is_alone or not _is_shared(part, n_bytes))):
        taken: deque[int] = deque()
        read = partial(_read_named, is_packed=not is_here)
        backend: Literal["threads", "processes"] = "threads" if is_here else "processes"
        for found in run_parts(read, _noted(some, taken), n_jobs=1 if is_here else n_jobs, backend=backend):
            for source, part in found:
                yield source, unpack(part) if isinstance(part, Packed) else part
            if on_read is not None:
                on_read(taken.popleft())


def _noted(parts: Iterable[SourcePart], sizes: deque[int]) -> Iterator[SourcePart]:
    for part in parts:
        sizes.append(part.n_bytes)
        yield part


def _read_named(part: SourcePart, *, is_packed: bool) -> list[tuple[str, HandColumns | Rejected | Packed]]:
    """Return the hands of a part, those of different sources apart and in order; packed for another process."""
    source_of: dict[str, str] = {}  # by the name of a stream
    found_of: dict[str, list[HandColumns | Rejected]] = {piece.source: [] for piece in part.pieces}
    for found, names in sourced_columns_of(_noted_names(part.pieces, source_of), structure=part.game):
        if isinstance(found, Rejected):
            found_of[source_of[found.source]].append(found)
            continue
        first = 0
        for name, some in groupby(names):
            last = first + sum(1 for _ in some)
            found_of[source_of[shortened(name)]].append(found if last - first == len(found) else found[first:last])
            first = last
    return [
        (source, pack(found) if is_packed and isinstance(found, HandColumns) else found)
        for source, some in found_of.items()
        for found in some
    ]


def _noted_names(pieces: tuple[Piece, ...], source_of: dict[str, str]) -> Iterator[Stream | Rejected]:
    """Yield the streams of pieces, and note of which source they are, by the names that rejections have."""
    for piece in pieces:
        for found in _opened((piece,)):
            source_of[shortened(found.name) if isinstance(found, Stream) else found.source] = piece.source
            yield found


def _is_shared(part: SourcePart, n_bytes: int) -> bool:
    """Return whether the first hands of a part are of a format that takes long, all sources being so large."""
    first = part.pieces[0]
    if first.rejected is not None or first.groups is not None:
        return False
    if first.format:
        return n_bytes >= LEAST_SHARED.get(first.format, 0)
    for found in map(recognised, streams(first.path, member=first.member)):
        return isinstance(found, Stream) and found.format != PARQUET and n_bytes >= LEAST_SHARED.get(found.format, 0)
    return False


def _size_of(sources: tuple[str | Path, ...]) -> int:
    """Return how many bytes of the disk files have; what is no file counts nothing."""
    paths = [path for path, error in expand(sources) if error is None and os.path.isfile(path)]
    return sum(map(os.path.getsize, paths))


def _pieces(sources: tuple[str | Path, ...], game: Structure | None, part_size: int) -> Iterator[Piece]:
    for source, error in expand(sources):
        name = "stdin" if source == STDIN else source
        if error is not None:
            yield Piece(source, name, rejected=Rejected(name, 0, str(error)))
        elif os.path.isfile(source):
            size = os.path.getsize(source)
            whole = Piece(source, name, os.path.abspath(source), size, size)
            yield from [whole] if size <= part_size else _pieces_of_file(whole, game, part_size)
        else:
            yield from _pieces_of_stream(source, Piece(source, name), game, part_size)


def _pieces_of_file(whole: Piece, game: Structure | None, part_size: int) -> Iterator[Piece]:
    """Yield a large file as row groups if it is Parquet, as members if it is an archive, else as ranges or texts."""
    try:
        with open(whole.path, "rb") as file:
            is_archive = is_zip(file)
            is_parquet = file.read(len(PARQUET_MAGIC)) == PARQUET_MAGIC
    except OSError:
        yield whole  # whoever opens it says why
        return
    if is_parquet:
        yield from _pieces_of_parquet(whole, part_size)
    elif is_archive:
        yield from _pieces_of_archive(whole, game, part_size)
    else:
        yield from _pieces_of_stream(whole.path, whole, game, part_size)


def _pieces_of_parquet(whole: Piece, part_size: int) -> Iterator[Piece]:
    from deluck.formats.parquet import group_sizes

    sizes: list[int] = []
    with suppress(FormatError):
        sizes = group_sizes(whole.path)
    if not sizes:
        yield whole
    first, n_bytes = 0, 0
    for number, size in enumerate(sizes, start=1):
        n_bytes += size
        if n_bytes >= part_size or number == len(sizes):
            yield replace(whole, groups=(first, number), n_bytes=n_bytes)
            first, n_bytes = number, 0


def _pieces_of_archive(whole: Piece, game: Structure | None, part_size: int) -> Iterator[Piece]:
    members: list[zipfile.ZipInfo] = []
    with suppress(zipfile.BadZipFile, OSError, ValueError, NotImplementedError), zipfile.ZipFile(whole.path) as archive:
        members = files_of(archive)
    if len({info.filename for info in members}) < max(1, len(members)):  # none, or two of one name
        yield whole
        return
    for info in members:
        piece = replace(whole, member=info.filename, n_bytes=info.compress_size)
        if info.file_size <= part_size:
            yield piece
            continue
        for each in _pieces_of_stream(whole.path, piece, game, part_size):
            if each.text is not None:
                each = replace(each, n_bytes=len(each.text) * info.compress_size // info.file_size)
            yield each


def _pieces_of_stream(source: str, whole: Piece, game: Structure | None, part_size: int) -> Iterator[Piece]:
    """Yield a source as ranges if it is a plain file, else as texts; and whole if it is not for cutting."""
    n_read = 0

    def on_read(n_bytes: int) -> None:
        nonlocal n_read
        n_read += n_bytes

    for found in map(recognised, streams(source, on_read, name=whole.name, member=whole.member)):
        if isinstance(found, Rejected):
            yield whole if whole.path else replace(whole, rejected=found)
            return
        n_before = 0
        for each in cut(found.stream, find_format(found.format), game, part_size, keeps_text=not found.path):
            piece = Piece(
                whole.source,
                found.name,
                text=each.text,
                folder=found.folder,
                format=found.format,
                first_line=each.first_line,
                structure=each.structure,
                n_bytes=n_read - n_before,
            )
            n_before = n_read
            if each.broken:
                yield replace(piece, rejected=cut_off(found.name, each.first_line, each.broken))
            elif found.path:
                n_bytes = each.end - each.start
                yield replace(piece, path=whole.path, file_size=whole.file_size, start=each.start, n_bytes=n_bytes)
            else:
                yield piece


def _opened(pieces: tuple[Piece, ...]) -> Iterator[Stream | Rejected]:
    for piece in pieces:
        if piece.rejected is not None:
            yield piece.rejected
        elif piece.text is not None:
            yield _stream_of(piece, io.BytesIO(piece.text))
        else:
            _check_here(piece)
            if piece.groups is not None:
                yield Stream(piece.name, b"", io.BytesIO(), piece.path, format=PARQUET, groups=piece.groups)
            elif not piece.format:
                yield from map(recognised, streams(piece.path, name=piece.name, member=piece.member))
            else:
                with open(piece.path, "rb") as file:
                    file.seek(piece.start)
                    yield _stream_of(piece, as_buffered(Limited(file, piece.n_bytes)))


def _stream_of(piece: Piece, stream: BinaryIO) -> Stream:
    return Stream(
        piece.name,
        b"",
        stream,
        folder=piece.folder,
        format=piece.format,
        first_line=piece.first_line,
        structure=piece.structure,
    )


def _check_here(piece: Piece) -> None:
    """Raise FormatError if a file is not, or not any more, what it was where the sources were cut."""
    try:
        size = os.stat(piece.path).st_size
    except (FileNotFoundError, NotADirectoryError):
        raise FormatError(
            f"{piece.name} is not at {piece.path} where it is to be read (expected the same files on every machine)"
        ) from None
    if size < piece.file_size:
        raise FormatError(
            f"{piece.name} has {size:,} bytes at {piece.path} where it is to be read (expected the same files on "
            f"every machine, this one with {piece.file_size:,} bytes)"
        )
