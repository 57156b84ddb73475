"""Columns of stored tables as arrays, and values of hands of several games stored side by side."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import deluck
from deluck.assessment import assess
from deluck.estimators import Context
from deluck.formats import read_files
from deluck.values import open_values, update_values
from deluck.values.schema import TEXT
from deluck.values.tables import StoredTable, numbers


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.int8(), [1, -2, None, 4]),
        (pa.int64(), [1 << 40, None, -5, 6]),
        (pa.float64(), [1.5, None, -0.0, float("nan")]),
        (pa.bool_(), [True, None, False, True]),
        (pa.timestamp("us", tz="UTC"), [10**15, None, 0, 7]),
    ],
)
@pytest.mark.parametrize("first", [0, 1, 3])
def test_numbers_are_those_of_the_column(kind, values, first):
    missing = 0 if kind == pa.bool_() else -1
    stands_for_null = float("nan") if kind == pa.float64() else missing
    expected = np.array([stands_for_null if value is None else value for value in 3 * values])[first:]
    whole = pa.array(3 * values, kind).slice(first)
    for column in (whole, pa.chunked_array([whole.slice(0, 2), whole.slice(2)])):
        assert np.array_equal(numbers(column, missing), expected, equal_nan=kind == pa.float64())
    assert len(numbers(pa.chunked_array([], kind))) == 0


def test_texts_that_are_the_same_in_all_rows_are_read_as_the_others_are(tmp_path):
    texts = {
        "same": ["always"] * 4,
        "none": [None] * 4,
        "some": ["always", None, "always", "always"],
        "two": ["a", "b", "a", "b"],
        "long": ["x" * 10_000] * 4,  # too long for the statistics
    }
    table = pa.table({name: pa.array(words).cast(TEXT) for name, words in texts.items()} | {"number": [1, 2, 3, 4]})
    with pq.ParquetWriter(tmp_path / "t.parquet", table.schema) as writer:
        writer.write_table(table)
        writer.write_table(table.slice(0, 0))
        writer.write_table(table.slice(1, 2))
    stored = StoredTable([tmp_path / "t.parquet"])
    whole = [stored.part(number, None) for number in range(len(stored))]
    assert whole[0].to_pydict() == texts | {"number": [1, 2, 3, 4]}
    for columns in (["number", "same"], ["none", "long"], ["same"], ["two", "some", "none", "number"], ["number"]):
        for number, expected in enumerate(whole):
            found = stored.part(number, columns)
            assert found.schema.names == columns
            assert found.to_pydict() == expected.select(columns).to_pydict()
            assert all(found.schema.field(name).type == expected.schema.field(name).type for name in columns)
        assert "always" in stored.part(0, ["same"])["same"].chunk(0).dictionary.to_pylist()


def test_games_of_other_structures_beside_them_change_no_value(tmp_path):
    """Stored in one part, where a column of one structure's estimators is empty for hands of the other."""
    logs = [str(tmp_path / name) for name in ("limit.log", "no-limit.log")]
    deluck.play("loki1", "always-call", n_hands=60, seed=1, log=logs[0])
    deluck.play("always-call", "random", n_hands=60, seed=2, log=logs[1], game="no-limit")
    update_values(tmp_path / "values", logs, lambda files: read_files(*files), Context())
    for player, log in (("loki1", logs[0]), ("random", logs[1])):
        together = assess(open_values(tmp_path / "values", Context()), player=player)
        alone = assess(read_files(log), player=player)
        assert together.estimators == alone.estimators
        assert together.rounds == alone.rounds
        assert together.lead == alone.lead
