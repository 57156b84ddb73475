"""An assessment as a table: one row per hand, to Arrow, and to Parquet or CSV, whole or not at all."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.errors import AssessmentError
from deluck.estimators import estimator_columns, find_column
from deluck.files import replacing
from deluck.games import STREET_NAMES
from deluck.plain_text import spreadsheet_text
from deluck.values.schema import POSITIONS

if TYPE_CHECKING:
    from deluck.assessment.result import Assessment

SUFFIXES = (".parquet", ".csv", ".csv.gz", ".csv.zst")


def to_table(assessment: "Assessment") -> pa.Table:
    """Return one row per hand of the viewpoint, every estimator net to it in its unit, null where it has no value."""
    hands = assessment.hands
    selection = hands.selection
    codes, words = hands.reasons
    columns = {
        "hand_id": hands.hand_ids,
        "row": pa.array(selection.rows),
        "seat": pa.array(selection.seats),
        "seats": pa.array(selection.n_seats),
        "position": _coded(selection.positions, POSITIONS),
        "opponent": _coded(selection.opponents, selection.index.names),
        "reason": _coded(codes + 1, ("assessed", *words)),
        "pair": pa.array(hands.pairs, mask=hands.pairs < 0),
    }
    for spec in (*estimator_columns(), find_column("rake")):
        columns[spec.name] = _numbers(hands.values(spec.name))
        if spec.by_street:
            for street in STREET_NAMES:
                columns[f"{spec.name}_{street}"] = _numbers(hands.values(spec.name, street))
    return pa.table(columns)


def write_table(assessment: "Assessment", path: str | Path) -> None:
    """Write `to_table` as Parquet or, by the file's name, as CSV; whole or not at all.

    Raises
    ------
    AssessmentError
        If the name ends in nothing that can be written.
    FormatError
        If the file cannot be written.
    """
    check_name(path)
    table = to_table(assessment)
    with replacing(path) as file:
        if str(path).lower().endswith(".parquet"):
            import pyarrow.parquet as pq

            pq.write_table(table, file, compression="zstd")
        else:
            from pyarrow import csv

            csv.write_csv(pa.table([_cells(column) for column in table], names=table.column_names), file)


def check_name(path: str | Path) -> None:
    """Raise AssessmentError unless a table can be written to a file of this name."""
    if not str(path).lower().endswith(SUFFIXES):
        raise AssessmentError(f"cannot write a table to {path} (expected a name that ends in {' or '.join(SUFFIXES)})")


def _cells(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column for a CSV file: text of which no spreadsheet takes a cell for a formula."""
    import pyarrow.compute as pc

    if pa.types.is_dictionary(column.type):
        column = column.cast(pa.string())
    if not pa.types.is_string(column.type):
        return column
    kinds = pc.unique(column)
    if all(spreadsheet_text(text) == text for text in kinds.to_pylist() if text is not None):
        return column
    return pa.chunked_array([[None if text is None else spreadsheet_text(text) for text in column.to_pylist()]])


def _coded(index: NDArray[np.int32], words: tuple[str, ...]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(index, pa.int32(), mask=index < 0), pa.array(words, pa.string()))


def _numbers(values: NDArray[np.float64]) -> pa.Array:
    return pa.array(values, mask=np.isnan(values))
