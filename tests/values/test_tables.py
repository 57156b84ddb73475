"""Columns of stored tables as arrays, and values of hands of several games stored side by side."""

import numpy as np
import pyarrow as pa
import pytest

import deluck
from deluck.assessment import assess
from deluck.estimators import Context
from deluck.formats import read_files
from deluck.values import open_values, update_values
from deluck.values.tables import numbers


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
