"""Columns made small for another process are the same columns again."""

import pickle

import numpy as np
import pytest

from deluck.formats.sending import pack, unpack
from deluck.records import HandColumns

from .conftest import random_no_limit


def columns_of(seeds: range, **change: object) -> HandColumns:
    columns = HandColumns.from_records([random_no_limit(seed)[1] for seed in seeds])
    make, (contents,) = columns.__reduce__()
    return make(contents | change)


def assert_same(one: HandColumns, other: HandColumns) -> None:
    for name in HandColumns.__slots__:
        before, after = getattr(one, name), getattr(other, name)
        if isinstance(before, np.ndarray):
            assert after.dtype == before.dtype
            assert after.shape == before.shape
            assert not after.flags.writeable
            assert (after == before).all()
        else:
            assert after == before


@pytest.mark.parametrize("seeds", [range(40), range(3, 4)])
def test_what_is_sent_comes_back(seeds: range) -> None:
    columns = columns_of(seeds)
    packed = pickle.loads(pickle.dumps(pack(columns)))
    assert_same(columns, unpack(packed))


def test_numbers_of_any_size_and_ids_with_line_ends_come_back() -> None:
    columns = columns_of(range(6))
    large = np.array([1 << 62, -5, 0, 300, -(1 << 40), 70_000])
    for times in (large, large[[2, 3] * 3], large[[2] * 6], large[[2, 5] * 3]):
        changed = columns_of(range(6), times=times, hand_ids=np.array(["a\nb", "", "c", "d", "e", "é"], object))
        assert_same(changed, unpack(pack(changed)))
    assert len(pickle.dumps(pack(columns))) < len(pickle.dumps(columns))
