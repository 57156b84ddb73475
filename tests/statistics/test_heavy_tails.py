"""Hands that carry the variance, and the bootstrap interval's coverage where the normal one fails."""

import math
import time

import numpy as np
import pytest

from deluck.statistics import QUANTILE_95, bootstrap_interval, concentration, heavy_tails, may_be_heavy


def test_the_hands_that_carry_the_variance_are_named():
    values = np.ones(300)
    values[[7, 250, 20]] = [100.0, -300.0, 90.0]
    found = concentration(values)
    assert found.indices.tolist() == [250, 7, 20]
    assert found.share > 0.999
    assert found.is_heavy


def test_equal_hands_carry_equal_parts():
    found = concentration(np.tile([1.0, -1.0], 500))
    assert found.share == pytest.approx(0.01)
    assert found.indices.tolist() == sorted(found.indices.tolist())
    assert not found.is_heavy
    assert concentration(np.empty(0)).share == 0.0
    assert concentration(np.array([3.0, 3.0])).share == 0.0


def test_heavy_tails_are_never_missed_by_the_quick_look(rng):
    n_ruled_out = 0
    for n in (1, 2, 99, 100, 150, 1_000):
        for power in (0.0, 0.5, 1.0, 2.0, 3.0):
            values = rng.normal(size=n) * rng.random(n) ** -power
            may = may_be_heavy(np.append(values, np.nan), n, values.mean(), values.std(ddof=1) if n > 1 else math.nan)
            assert may or not concentration(values).is_heavy
            n_ruled_out += not may
    assert n_ruled_out >= 5
    assert not may_be_heavy(np.ones(300), 300, 1.0, 0.0)


def test_few_values_have_no_interval():
    assert bootstrap_interval([1.0]) == (-math.inf, math.inf)
    assert bootstrap_interval([2.0, 2.0]) == (2.0, 2.0)


def test_the_same_seed_gives_the_same_interval():
    values = np.random.default_rng(0).lognormal(size=200)
    assert bootstrap_interval(values, seed=4) == bootstrap_interval(values, seed=4)
    assert bootstrap_interval(values, seed=4) != bootstrap_interval(values, seed=5)


def test_it_covers_a_skewed_mean_better_than_the_normal_interval():
    rng = np.random.default_rng(11)
    truth = math.exp(1.0**2 / 2)
    covered = np.zeros(2)
    n_runs = 300
    for run in range(n_runs):
        values = rng.lognormal(size=40)
        low, high = bootstrap_interval(values, n_resamples=400, seed=run)
        half = QUANTILE_95 * values.std(ddof=1) / math.sqrt(len(values))
        covered += [low <= truth <= high, abs(values.mean() - truth) <= half]
    bootstrap, normal = covered / n_runs
    assert bootstrap > normal
    assert bootstrap > 0.9


def test_the_middle_of_many_values_may_be_drawn_as_one_sum(monkeypatch):
    """Ends that differ by a few percent of the width only, as two plain bootstraps with other seeds do."""
    rng = np.random.default_rng(2)
    values = np.where(rng.random(8_000) < 0.005, rng.exponential(60.0, 8_000), rng.normal(0.0, 1.0, 8_000))
    assert concentration(values).is_heavy
    quick = np.mean([bootstrap_interval(values, seed=seed) for seed in range(8)], axis=0)
    monkeypatch.setattr(heavy_tails, "_MOST_DRAWN", 10_000)
    plain = np.mean([bootstrap_interval(values, seed=seed) for seed in range(8)], axis=0)
    normal = QUANTILE_95 * values.std(ddof=1) / math.sqrt(len(values))
    assert quick == pytest.approx(plain, abs=0.03 * normal)
    assert abs(plain[1] - values.mean() - normal) > 0.04 * normal  # the skew shows


def test_a_hundred_thousand_hands_take_a_moment():
    values = np.random.default_rng(3).standard_t(2.5, 100_000)
    start = time.process_time()
    bootstrap_interval(values)
    assert time.process_time() - start < 2.0
