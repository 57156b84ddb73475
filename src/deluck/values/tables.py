"""The two tables where they are stored: in memory as long as they are short, else in Parquet files."""

import ctypes
import math
import shutil
import tempfile
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from deluck.errors import ValuesError
from deluck.estimators import Context
from deluck.parallel import run_parts
from deluck.values.building import PartTables
from deluck.values.parts import Source
from deluck.values.schema import TEXT, decisions_schema, seats_schema

NAMES = ("seats", "decisions")

Result = TypeVar("Result")

_NOT_CODED = ("digest", "seat")
_NOWHERE = -(1 << 60)  # where hands of sources begin that are not asked for
_PARTS_PER_GROUP = 2  # of a file: fewer row groups are read faster, more take less memory
_MOST_IN_MEMORY = 2
"""Parts that are stored in memory; with more, all go to a file."""


_DTYPES = {
    pa.int8(): np.int8,
    pa.uint8(): np.uint8,
    pa.int16(): np.int16,
    pa.int32(): np.int32,
    pa.int64(): np.int64,
    pa.float64(): np.float64,
}


def numbers(column: pa.ChunkedArray | pa.Array, missing: int = 0) -> NDArray[Any]:
    """Return a column of numbers, truth values or times as an array; times in their unit.

    Arrow's own way imports pandas where it is installed, which takes longer than an answer.

    Parameters
    ----------
    column
        Of a table of values.
    missing
        What stands for nulls; in columns of floating-point numbers that is NaN.
    """
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    found = [_numbers(chunk, missing) for chunk in chunks]
    return found[0] if len(found) == 1 else np.concatenate([*found, np.empty(0, _DTYPES.get(column.type, np.int64))])


def _numbers(chunk: pa.Array, missing: int) -> NDArray[Any]:
    valid, content = chunk.buffers()
    if pa.types.is_boolean(chunk.type):
        found: NDArray[Any] = _bits(content, chunk)
    else:
        dtype = np.dtype(_DTYPES.get(chunk.type, np.int64))
        found = (
            np.frombuffer(content, dtype, len(chunk), chunk.offset * dtype.itemsize)
            if len(chunk)
            else np.empty(0, dtype)
        )
    if not chunk.null_count:
        return found
    return np.where(_bits(valid, chunk), found, np.nan if pa.types.is_floating(chunk.type) else missing)


def _bits(bits: pa.Buffer, chunk: pa.Array) -> NDArray[np.bool_]:
    """Return one truth value per row of a chunk, from the bits of a buffer."""
    if not len(chunk):
        return np.empty(0, np.bool_)
    unpacked = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
    return unpacked[chunk.offset : chunk.offset + len(chunk)].view(np.bool_)


class _File:
    """A Parquet file that several threads read from, each by a reader of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        first = pq.ParquetFile(path, pre_buffer=False)
        self.metadata = first.metadata
        self.columns = {name: number for number, name in enumerate(first.schema_arrow.names)}
        self._is_text = [field.type == TEXT for field in first.schema_arrow]
        self._idle = [first]

    def read(self, group: int, columns: list[str] | None) -> pa.Table:
        """Return columns of a row group, all if None; texts that are the same in all rows are not decoded."""
        if columns is None:
            return self._decoded(group, None)
        same = {name: found for name in columns if (found := self._same_text(group, name)) is not None}
        if not same:
            return self._decoded(group, columns)
        others = [name for name in columns if name not in same]
        table = self._decoded(group, others) if others else None
        return pa.table({name: same[name] if table is None or name in same else table[name] for name in columns})

    def _decoded(self, group: int, columns: list[str] | None) -> pa.Table:
        try:
            reader = self._idle.pop()
        except IndexError:
            reader = pq.ParquetFile(self._path, metadata=self.metadata, pre_buffer=False)
        try:
            return reader.read_row_group(group, columns=columns, use_threads=False)
        finally:
            self._idle.append(reader)

    def _same_text(self, group: int, column: str) -> pa.Array | None:
        """Return a column of texts if all rows of a row group have the same one, or none; None if that is not known."""
        number = self.columns[column]
        if not self._is_text[number]:
            return None
        found, n = self._statistics(group, number), self.metadata.row_group(group).num_rows
        if found is None or not n:
            return None
        if found.null_count == n:
            return pa.nulls(n, TEXT)
        if not found.has_min_max or found.null_count or found.min != found.max:
            return None
        return pa.DictionaryArray.from_arrays(_zeros(n), _text(found.min))

    def constant(self, group: int, column: str) -> float | None:
        """Return the number that a row group has in all rows of a column of numbers, NaN for none; None if unknown."""
        found = self._statistics(group, self.columns[column])
        if found is None:
            return None
        if not found.has_min_max:
            return math.nan
        return float(found.min) if found.min == found.max and not found.null_count else None

    def _statistics(self, group: int, number: int) -> pq.Statistics | None:
        return self.metadata.row_group(group).column(number).statistics


@cache
def _zeros(n: int) -> pa.Array:
    return pa.Array.from_buffers(pa.int32(), n, [None, pa.py_buffer(np.zeros(n, np.int32))])


def _text(word: str) -> pa.Array:
    """Return an array of one text; ``pa.array`` imports pandas where it is installed."""
    content = word.encode()
    return pa.StringArray.from_buffers(1, pa.py_buffer(np.array([0, len(content)], np.int32)), pa.py_buffer(content))


class StoredTable:
    """A table in parts, of which columns are read part by part.

    Parameters
    ----------
    parts
        Arrow tables; or Parquet files, each row group of which is a part.
    n_jobs
        How many parts or columns are read and worked on at once, in threads.
    """

    def __init__(self, parts: Iterable[pa.Table | Path], n_jobs: int = 1) -> None:
        self.n_jobs = n_jobs
        self._parts: list[pa.Table | tuple[_File, int]] = []
        n_rows = []
        for part in parts:
            if isinstance(part, pa.Table):
                self._parts.append(part)
                n_rows.append(part.num_rows)
                continue
            file = _File(part)
            for group in range(file.metadata.num_row_groups):
                self._parts.append((file, group))
                n_rows.append(file.metadata.row_group(group).num_rows)
        self.starts = np.concatenate([[0], np.cumsum(n_rows)]).astype(np.int64)
        """The number of the first row of each part, and the number of all rows, int64[parts + 1]."""

    def __len__(self) -> int:
        return len(self._parts)

    def part(self, number: int, columns: list[str] | None) -> pa.Table:
        """Return columns of a part, all if None."""
        found = self._parts[number]
        if isinstance(found, tuple):
            return found[0].read(found[1], columns)
        return found if columns is None else found.select(columns)

    def constant(self, number: int, column: str) -> float | None:
        """Return the number in all rows of a part's column, NaN for none, if that is known without reading it."""
        found = self._parts[number]
        return found[0].constant(found[1], column) if isinstance(found, tuple) else None

    def batches(self, columns: list[str]) -> Iterator[pa.Table]:
        """Yield columns of every part in turn, read ahead in threads."""
        return self.map(lambda part: part, columns)

    def map(self, function: Callable[[pa.Table], Result], columns: list[str]) -> Iterator[Result]:
        """Yield what a function returns of columns of every part, in turn, called in threads."""
        return run_parts(lambda number: function(self.part(number, columns)), range(len(self)), n_jobs=self.n_jobs)


def _like(column: pa.ChunkedArray, other: pa.ChunkedArray) -> Iterator[NDArray[Any]]:
    """Yield the numbers of a column in pieces as long as the chunks of another one."""
    found, start = numbers(column), 0
    for chunk in other.chunks:
        yield found[start : start + len(chunk)]
        start += len(chunk)


class Values:
    """All values of some hands: the two tables, and what they were read from.

    Attributes
    ----------
    seats, decisions
        The tables.
    sources
        What was read, in the order of the hands.
    context
        How they were computed.
    """

    def __init__(self, seats: StoredTable, decisions: StoredTable, sources: Iterable[Source], context: Context) -> None:
        self.seats = seats
        self.decisions = decisions
        self.sources = tuple(sources)
        self.context = context
        self._folder: Path | None = None

    @property
    def n_hands(self) -> int:
        """How many valid hands were read."""
        return sum(source.n_hands for source in self.sources)

    @property
    def rejected_reasons(self) -> dict[str, int]:
        """How many hands, lines or files were not read, by kind of reason, the most first."""
        return dict(sum((source.reasons for source in self.sources), Counter[str]()).most_common())

    def hand_numbers(self, rows: pa.Table) -> NDArray[np.int64]:
        """Return the number of each row's hand among all valid hands read, -1 for other sources, int64[k].

        Parameters
        ----------
        rows
            Rows of either table, with ``source`` and ``row``.
        """
        starts = np.cumsum([0, *(source.n_hands for source in self.sources)]).tolist()
        offsets = {source.name: start for source, start in zip(self.sources, starts, strict=False)}
        found = []
        for chunk, numbers_there in zip(rows["source"].chunks, _like(rows["row"], rows["source"]), strict=True):
            words = [offsets.get(word, _NOWHERE) for word in chunk.dictionary.to_pylist()]
            if words == [0]:
                found.append(numbers_there)
                continue
            starts_there = np.int64(words[0]) if len(words) == 1 else np.array(words, np.int64)[numbers(chunk.indices)]
            found.append(np.maximum(numbers_there + starts_there, -1))
        return found[0] if len(found) == 1 else np.concatenate([*found, np.empty(0, np.int64)])

    def owning(self, folder: Path) -> "Values":
        """Return the same; the folder they are stored in is removed when they are no longer used."""
        self._folder = folder
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return self


class Writer:
    """Takes the rows of one part after the other to Parquet files; nothing is left of it unless it is closed.

    Parameters
    ----------
    folder, stem
        The files are ``stem.seats.parquet`` and ``stem.decisions.parquet`` in this folder.
    context
        How values are computed: its hash goes to the files.
    """

    def __init__(self, folder: Path, stem: str, context: Context) -> None:
        self.paths = self.paths_of(folder, stem)
        schemas = (seats_schema(context), decisions_schema(context))
        with _no_room(folder):
            self._writers = [
                pq.ParquetWriter(path, schema, **_encodings(schema))
                for path, schema in zip(self.paths, schemas, strict=True)
            ]
        self._folder = folder
        self._waiting: list[PartTables] = []
        _return_memory()

    @staticmethod
    def paths_of(folder: Path, stem: str) -> tuple[Path, Path]:
        """Return the files of the two tables."""
        seats, decisions = (folder / f"{stem}.{name}.parquet" for name in NAMES)
        return seats, decisions

    def add(self, part: PartTables) -> None:
        """Take the rows of a part; so many parts make a row group of each file.

        Raises
        ------
        ValuesError
            If there is no room on the disk.
        """
        self._waiting.append(part)
        if len(self._waiting) == _PARTS_PER_GROUP:
            self._write()

    def _write(self) -> None:
        if not self._waiting:
            return
        groups = ([part.seats for part in self._waiting], [part.decisions for part in self._waiting])
        with _no_room(self._folder):
            for writer, tables in zip(self._writers, groups, strict=True):
                table = pa.concat_tables(tables).unify_dictionaries()
                writer.write_table(table, row_group_size=max(table.num_rows, 1))
        self._waiting.clear()

    def close(self) -> None:
        """Finish the files."""
        self._write()
        with _no_room(self._folder):
            for writer in self._writers:
                writer.close()
        _return_memory()


def _encodings(schema: pa.Schema) -> dict[str, Any]:
    """Return how columns are written: each as it is read fastest, unless that takes far more room.

    Numbers of hands rise by one and are stored as differences. Values come in few sizes; what is left of them after
    that hardly becomes smaller. From the statistics readers know the columns that are the same in all rows.
    """
    names = {field.name: field.type for field in schema}
    plain = {name for name, kind in names.items() if kind == pa.string() or name in _NOT_CODED}
    floats = {name for name, kind in names.items() if pa.types.is_floating(kind)}
    return {
        "compression": {name: "none" if name in floats else "lz4" for name in names},
        "use_dictionary": [name for name in names if name not in plain | {"row"}],
        "column_encoding": {"row": "DELTA_BINARY_PACKED"},
        "write_statistics": [name for name, kind in names.items() if kind == TEXT or name in floats],
    }


def store(parts: Iterable[PartTables], context: Context, n_jobs: int) -> tuple[StoredTable, StoredTable, Path | None]:
    """Return the tables of all parts, in memory if they are few; else in a temporary folder, which is returned too.

    Raises
    ------
    ValuesError
        If there is no room on the disk.
    """
    first: list[PartTables] = []
    writer: Writer | None = None
    folder: Path | None = None
    try:
        for part in parts:
            if writer is None and len(first) < _MOST_IN_MEMORY:
                first.append(part)
                continue
            if writer is None:
                with _no_room(None):
                    folder = Path(tempfile.mkdtemp(prefix="deluck-"))
                writer = Writer(folder, "values", context)
                for each in first:
                    writer.add(each)
                first.clear()
            writer.add(part)
        if writer is None:
            in_memory = ([part.seats for part in first], [part.decisions for part in first])
            seats, decisions = (StoredTable(tables, n_jobs) for tables in in_memory)
            return seats, decisions, None
        writer.close()
        seats, decisions = (StoredTable([path], n_jobs) for path in writer.paths)
        return seats, decisions, folder
    except BaseException:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        raise


_ARENA_MAX, _MMAP_THRESHOLD, _TRIM_THRESHOLD = -8, -3, -1  # settings of glibc's mallopt


def _return_memory() -> None:
    """Give memory that was freed back to the system.

    glibc keeps what was freed, for each thread apart: 100 MB more at the peak. Other libraries of C have no such
    settings.
    """
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.malloc_trim(0)


def keep_memory() -> None:
    """Use memory that was freed again, as columns of one length after the other are read: a tenth of the time."""
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, 1 << 25)
        library.mallopt(_TRIM_THRESHOLD, 1 << 29)


@contextmanager
def _no_room(folder: Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = folder or tempfile.gettempdir()
        raise ValuesError(
            f"cannot store values in {where}: {error.strerror or error} (expected some room there, or in "
            "another folder that the variable TMPDIR or --values names)"
        ) from error
