"""Exact sums against math.fsum, whatever the order, the groups and the parts."""

import math

import numpy as np
import pytest

from deluck.statistics import ExactSums, exact_sum, exact_sums


@pytest.mark.parametrize("seed", range(30))
def test_sums_are_those_of_fsum(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(0, 300))
    values = rng.normal(size=n) * 10.0 ** rng.integers(-30, 30, size=n)
    if seed % 3 == 0:
        values = np.concatenate([values, -values, [5e-324, -1e-310, 0.0, -0.0, 1e300]])
    assert exact_sum(values) == math.fsum(values.tolist())
    assert exact_sum(values[::-1]) == math.fsum(values.tolist())


def test_groups_and_parts_change_nothing(rng):
    values = rng.normal(size=5_000) * 10.0 ** rng.integers(-9, 9, size=5_000)
    groups = rng.integers(-1, 4, size=5_000).astype(np.int32)
    expected = [math.fsum(values[groups == group].tolist()) for group in range(4)]
    assert exact_sums(values, groups, 4).tolist() == expected
    sums = ExactSums(4)
    for start in range(0, 5_000, 700):
        sums.add(values[start : start + 700], groups[start : start + 700])
    assert sums.totals().tolist() == expected
    assert sums.n.tolist() == [int((groups == group).sum()) for group in range(4)]


def test_bins_carry_over(monkeypatch, rng):
    monkeypatch.setattr("deluck.statistics.sums._MOST_ADDED", 100)
    values = rng.normal(size=1_000) * 1e12
    sums = ExactSums()
    for start in range(0, 1_000, 50):
        sums.add(values[start : start + 50])
    assert sums.totals()[0] == math.fsum(values.tolist())
