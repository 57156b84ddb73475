"""Exact sums against math.fsum, whatever the order, the groups and the parts."""

import math

import numpy as np
import pytest

from deluck.statistics import ExactSums, exact_sum


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
    sums, parts = ExactSums(4), []
    for start in range(0, 5_000, 700):
        sums.add(values[start : start + 700], groups[start : start + 700])
        parts.append(ExactSums(4))
        parts[-1].add(values[start : start + 700], groups[start : start + 700])
    assert sums.totals().tolist() == expected
    merged = ExactSums(4)
    for part in parts:
        merged.merge(part)
    assert merged.totals().tolist() == expected
    assert merged.n.tolist() == sums.n.tolist()
    assert sums.n.tolist() == [int((groups == group).sum()) for group in range(4)]


@pytest.mark.parametrize("most_chunks", [2, 256])
def test_sums_of_some_groups_are_added_taken_off_and_joined(monkeypatch, rng, most_chunks):
    monkeypatch.setattr("deluck.statistics.sums._MOST_CHUNKS", most_chunks)
    values = rng.normal(size=3_000) * 10.0 ** rng.integers(-9, 9, size=3_000)
    groups = rng.integers(0, 50, size=3_000)
    sums = ExactSums(50)
    for start in range(0, 3_000, 300):
        some = slice(start, start + 300)
        present, codes = np.unique(groups[some], return_inverse=True)
        part = ExactSums(len(present))
        part.add(values[some], codes.astype(np.int16))
        sums.merge(part, present)
    assert sums.totals().tolist() == [math.fsum(values[groups == group].tolist()) for group in range(50)]
    joined = sums.joined(np.arange(50) % 3, 3)
    taken_off = ExactSums(3)
    taken_off.add(values[:1_000], groups[:1_000] % 3)
    joined.merge(taken_off, sign=-1)
    rest, of_rest = values[1_000:], groups[1_000:] % 3
    assert joined.totals().tolist() == [math.fsum(rest[of_rest == group].tolist()) for group in range(3)]
    assert joined.n.tolist() == np.bincount(of_rest).tolist()


def test_bins_carry_over(monkeypatch, rng):
    monkeypatch.setattr("deluck.statistics.sums._MOST_CHUNKS", 2)
    values = rng.normal(size=1_000) * 1e12
    sums = ExactSums()
    for start in range(0, 1_000, 50):
        sums.add(values[start : start + 50])
    assert sums.totals()[0] == math.fsum(values.tolist())


def test_squares_are_of_distances_from_the_centre_of_the_group(rng):
    values = rng.normal(size=2_000) * 7
    values[::13] = np.nan
    groups = rng.integers(-1, 3, size=2_000).astype(np.int32)
    centres = np.array([0.3, -2.5, 40.0])
    sums = ExactSums(3)
    sums.add_squares(values, centres, groups)
    known = ~np.isnan(values)
    for group in range(3):
        own = values[known & (groups == group)] - centres[group]
        assert sums.totals()[group] == math.fsum((own * own).tolist())
        assert sums.n[group] == len(own)


def test_what_is_not_a_number_is_left_out():
    sums = ExactSums()
    sums.add(np.array([1.5, np.nan, 2.0]))
    assert (sums.totals()[0], sums.n[0]) == (3.5, 2)


@pytest.mark.parametrize("n_groups", [1, 2, 3, 9])
def test_numbers_of_every_size_in_long_arrays(n_groups, rng):
    values = np.concatenate([rng.normal(size=40_000), [1e308, -1e308, 5e-324, 1e305, np.nan], np.full(20_000, 1e-17)])
    rng.shuffle(values)
    groups = rng.integers(-1, n_groups, size=len(values)).astype(np.int32)
    sums = ExactSums(n_groups)
    sums.add(values, groups)
    known = ~np.isnan(values)
    expected = [math.fsum(values[known & (groups == group)].tolist()) for group in range(n_groups)]
    assert sums.totals().tolist() == expected
    assert sums.n.tolist() == [int((known & (groups == group)).sum()) for group in range(n_groups)]
