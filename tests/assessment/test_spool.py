"""Arrays kept in a file: the same as if they were joined in memory, and an error of ours where there is no room."""

import gc
import tempfile

import numpy as np
import pytest

from deluck.assessment import AssessmentError, assess
from deluck.assessment.spool import Spool
from deluck.formats import read_columns


@pytest.mark.parametrize("n_parts", [1, 2, 5])
@pytest.mark.parametrize(("dtype", "shape"), [(np.float64, (3, 4)), (np.int8, (3, 9)), (np.bool_, (3,))])
def test_parts_come_back_as_one_array(n_parts, dtype, shape, rng):
    parts = [rng.integers(2, size=shape).astype(dtype)[: 3 - number % 2] for number in range(n_parts)]
    spool = Spool()
    for part in parts:
        spool.append(part)
    joined = spool.joined()
    spool.close()
    del spool
    gc.collect()
    assert joined.dtype == dtype
    assert (joined == np.concatenate(parts)).all()


def test_strided_parts_are_written_in_order():
    spool = Spool()
    columns = np.arange(12).reshape(3, 4)
    spool.append(columns[:, ::2])
    spool.append(columns[::-1, 1::2])
    assert spool.joined().tolist() == [[0, 2], [4, 6], [8, 10], [9, 11], [5, 7], [1, 3]]
    spool.close()


def test_no_room_is_an_error_of_ours_and_leaves_no_file_open(logs, monkeypatch):
    class Full:
        closed = False

        def write(self, _):
            raise OSError(28, "No space left on device")

        def close(self):
            Full.closed = True

    monkeypatch.setattr(tempfile, "TemporaryFile", Full)
    with pytest.raises(AssessmentError, match=r"No space left on device \(expected some room in .*TMPDIR"):
        assess(read_columns(logs / "plain.log"))
    assert Full.closed


def test_no_temporary_folder_is_an_error_of_ours(monkeypatch):
    def nowhere(*_):
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "TemporaryFile", nowhere)
    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    spool = Spool()
    spool.append(np.arange(3))
    with pytest.raises(AssessmentError, match=r"No usable temporary directory found \(expected some room in the"):
        spool.append(np.arange(3))
    spool.close()
