"""Hands in Parquet files: columns of hands in row groups, read and written a batch at a time."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.errors import FormatError
from deluck.files import replacing
from deluck.records import HandColumns

N_HANDS_A_GROUP = 65_536  # a few megabytes: large enough to compress well, small enough to hold a few of


def write_parquet(path: str | Path, batches: Iterable[HandColumns]) -> int:
    """Write the hands to a Parquet file, whole or not at all; return how many there were.

    Hands go to the file a row group at a time, each of one game, so memory does not grow with the log. The file takes
    its name when it is complete: whatever fails before, nothing is left behind and an older file stays as it was.

    Parameters
    ----------
    path
        The file to write.
    batches
        The hands; `deluck.records.columns_by_game` makes them of records.

    Raises
    ------
    FormatError
        If the file cannot be written. What the batches raise goes through.
    """
    import pyarrow.parquet as pq

    from deluck.records.arrow import PLAIN_SCHEMA

    target = Path(path)
    n_hands = 0
    with replacing(target) as file:
        with _writing(target):
            writer = pq.ParquetWriter(file, PLAIN_SCHEMA, compression="zstd", write_page_checksum=True)
        try:
            for group in _groups(batches):
                with _writing(target):
                    writer.write_table(group.to_arrow().cast(PLAIN_SCHEMA), row_group_size=N_HANDS_A_GROUP)
                n_hands += len(group)
        finally:
            with _writing(target):
                writer.close()
    return n_hands


def read_parquet(path: str | Path, *, batch_size: int = N_HANDS_A_GROUP) -> Iterator[HandColumns]:
    """Yield the hands of a Parquet file written by `write_parquet`, at most so many at a time, each of one game.

    They are not replayed; `deluck.formats.read_columns` does that.

    Raises
    ------
    FormatError
        If the file cannot be read, is damaged, of an older version, or holds something else; the message names it.
    """
    for columns, _ in read_with_rows(path, batch_size):
        yield columns


def read_with_rows(
    path: str | Path, batch_size: int, groups: tuple[int, int] | None = None
) -> Iterator[tuple[HandColumns, NDArray[np.int64]]]:
    """Yield what `read_parquet` yields, with the rows of the file that the hands are, from 1, int64[n].

    Parameters
    ----------
    path, batch_size
        As in `read_parquet`.
    groups
        The first row group to read, and the one after the last; None for all.
    """
    import pyarrow.parquet as pq

    from deluck.records.arrow_reading import check_schema, rows_by_game

    if batch_size < 1:
        raise FormatError(f"batches of {batch_size} hands (expected at least 1)")
    with _reading(path):
        source = open(path, "rb")  # noqa: SIM115 - closed below, its errors are not the reader's
    with source:
        with _reading(path):
            file = pq.ParquetFile(source, page_checksum_verification=True)
            check_schema(file.schema_arrow)
            sizes = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
            first, last = groups or (0, len(sizes))
            batches = file.iter_batches(batch_size, row_groups=list(range(first, last)))
        n_hands = file.metadata.num_rows if groups is None else sum(sizes[first:last])
        n_before, n_read = sum(sizes[:first]), 0
        while True:
            with _reading(path):
                batch = next(batches, None)
                if batch is None:
                    break
                parts = [(HandColumns.from_arrow(part), rows) for part, rows in rows_by_game(batch)]
            for columns, rows in parts:
                yield columns, rows + n_before + n_read + 1
            n_read += len(batch)
    if n_read != n_hands:  # a damaged row group may be passed over in silence
        raise FormatError(f"{path} is damaged: {n_read} hands could be read (expected {n_hands})")


def group_sizes(path: str | Path) -> list[int]:
    """Return how many bytes each row group of a Parquet file has.

    Raises
    ------
    FormatError
        If the file cannot be read or is damaged.
    """
    import pyarrow.parquet as pq

    with _reading(path):
        found = pq.read_metadata(path)
        groups = [found.row_group(number) for number in range(found.num_row_groups)]
        return [sum(group.column(each).total_compressed_size for each in range(group.num_columns)) for group in groups]


def _groups(batches: Iterable[HandColumns]) -> Iterator[HandColumns]:
    """Yield the batches, small ones of one game put together: many small row groups are slow to read."""
    waiting: list[HandColumns] = []
    for batch in batches:
        is_full = sum(map(len, waiting)) + len(batch) > N_HANDS_A_GROUP
        if waiting and (is_full or batch.game != waiting[0].game):
            yield HandColumns.concatenate(waiting)
            waiting = []
        if len(batch):
            waiting.append(batch)
    if waiting:
        yield HandColumns.concatenate(waiting)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    import pyarrow as pa

    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise FormatError(f"cannot write {path}: {_reason(error)}") from None


@contextmanager
def _reading(path: str | Path) -> Iterator[None]:
    import pyarrow as pa

    try:
        yield
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None
    except OSError as error:
        if error.errno is not None:
            raise FormatError(f"cannot read {path}: {_reason(error)}") from None
        raise FormatError(f"{path} is damaged: {_reason(error)}") from None
    except (pa.ArrowException, UnicodeDecodeError, MemoryError, OverflowError) as error:
        raise FormatError(f"{path} is not a Parquet file or is damaged: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return " ".join(str(error).split()).rstrip(".")
