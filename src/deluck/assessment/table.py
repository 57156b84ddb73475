"""An assessment as a table: one row a hand, to Arrow, and to Parquet or CSV, whole or not at all."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.assessment.kept import POSITIONS, ROUND_NAMES
from deluck.errors import AssessmentError
from deluck.estimators import ESTIMATORS, Reason
from deluck.formats.writing import whole_file
from deluck.games import STREET_NAMES

if TYPE_CHECKING:
    from deluck.assessment.result import Assessment

SUFFIXES = (".parquet", ".csv", ".csv.gz", ".csv.zst")


def to_table(assessment: "Assessment") -> pa.Table:
    """Return one row a hand of the viewpoint, every estimator net to it in its unit, null where it has no value."""
    kept = assessment.kept
    no_pair = kept.pairs < 0
    columns = {
        "hand_id": kept.hand_ids,
        "row": pa.array(kept.rows),
        "seat": pa.array(kept.seats),
        "seats": pa.array(kept.n_seats),
        "position": _coded(kept.positions.astype(np.int32), POSITIONS, kept.positions < 0),
        "opponent": _coded(kept.opponents, assessment.players, kept.opponents < 0),
        "reason": _coded(kept.reasons.astype(np.int32), tuple(reason.sentence for reason in Reason)),
        "pair": pa.array(kept.pairs, mask=no_pair),
    }
    for name in (*ESTIMATORS, "rake"):
        columns[name] = _numbers(kept.values(name))
    for name in ROUND_NAMES:
        for street in STREET_NAMES:
            columns[f"{name}_{street}"] = _numbers(kept.values(name, street))
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
    with whole_file(path) as file:
        if str(path).lower().endswith(".parquet"):
            import pyarrow.parquet as pq

            pq.write_table(table, file, compression="zstd")
        else:
            from pyarrow import csv

            plain = [column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column for column in table]
            csv.write_csv(pa.table(plain, names=table.column_names), file)


def check_name(path: str | Path) -> None:
    """Raise AssessmentError unless a table can be written to a file of this name."""
    if not str(path).lower().endswith(SUFFIXES):
        raise AssessmentError(f"cannot write a table to {path} (expected a name that ends in {' or '.join(SUFFIXES)})")


def _coded(index: NDArray[np.int32], words: tuple[str, ...], missing: NDArray[np.bool_] | None = None) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(index, pa.int32(), mask=missing), pa.array(words, pa.string()))


def _numbers(values: NDArray[np.float64]) -> pa.Array:
    return pa.array(values, mask=np.isnan(values))
