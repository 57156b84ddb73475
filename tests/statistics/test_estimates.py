import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.statistics import (
    QUANTILE_95,
    Estimate,
    StatisticsError,
    Sums,
    estimate,
    standard_deviation,
    variance_ratio,
)


def test_the_quantile_is_that_of_the_normal_distribution():
    assert pytest.approx(1.959963984540054, abs=1e-12) == QUANTILE_95


def test_a_hand_worked_estimate():
    """1, 2, 3, 4: mean 2.5, variance 5/3, standard error the root of 5/12."""
    found = estimate([1, 2, 3, 4], "sb/game")
    assert found == Estimate(2.5, pytest.approx(math.sqrt(5 / 12)), 4, "sb/game")
    assert found.interval95 == pytest.approx((2.5 - 1.959964 * 0.6454972, 2.5 + 1.959964 * 0.6454972), abs=1e-6)
    assert found.excludes_zero


def test_str_carries_interval_unit_and_games():
    assert str(Estimate(0.0123, 0.0219, 100_000, "sb/game")) == "+0.012 ± 0.043 sb/game over 100,000 games"
    assert str(Estimate(-0.0001, 0.0219, 1, "sb/game")) == "+0.000 ± 0.043 sb/game over 1 game"


def test_one_value_has_no_bounds():
    found = estimate([3.0], "sb/game")
    assert found.stderr == math.inf
    assert not found.excludes_zero
    assert str(found) == "+3.000 ± ∞ sb/game over 1 game"
    assert Sums.of([3]).estimate("sb/game") == found


def test_scaling_keeps_the_error_positive():
    found = Estimate(0.05, 0.01, 10, "sb/game").scaled(-100, "bb/100")
    assert (found.mean, found.stderr, found.unit) == (-5, pytest.approx(1), "bb/100")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: estimate([], "sb"), "shape (0,)"),
        (lambda: estimate([[1.0]], "sb"), "shape (1, 1)"),
        (lambda: estimate([1.0, math.nan], "sb"), "value 1 is nan"),
        (lambda: Sums().estimate("sb"), "no values"),
        (lambda: Sums.of([0.5]), "float64"),
        (lambda: standard_deviation([1.0], "sb"), "shape (1,)"),
        (lambda: variance_ratio([1.0, 2.0], [1.0, 2.0, 3.0]), "2 and 3 values"),
        (lambda: variance_ratio([1.0, 2.0], [3.0, 3.0]), "pairs that vary"),
    ],
)
def test_what_cannot_be_estimated_is_refused(make, sentence):
    with pytest.raises(StatisticsError) as refused:
        make()
    assert sentence in str(refused.value)


@given(st.lists(st.lists(st.integers(-(10**6), 10**6), max_size=20), min_size=1, max_size=6), st.randoms())
def test_sums_merge_in_any_order_to_the_estimate_of_all_values(parts, random):
    values = [value for part in parts for value in part]
    sums = [Sums.of(part) for part in parts]
    random.shuffle(sums)
    merged = sum(sums, start=Sums())
    assert merged == Sums.of(values)
    if values:
        one, other = merged.estimate("sb", per_unit=10), estimate(np.array(values) / 10, "sb")
        assert one.mean == pytest.approx(other.mean, rel=1e-9, abs=1e-6)
        assert one.stderr == pytest.approx(other.stderr, rel=1e-6, abs=1e-6)


def test_sums_of_large_numbers_lose_nothing():
    """In floating point the variance of 10^15, 10^15 + 1, 10^15 + 2 is lost in the squares."""
    found = Sums.of([10**15, 10**15 + 1, 10**15 + 2]).estimate("chips")
    assert found.stderr == pytest.approx(math.sqrt(1 / 3), rel=1e-12)


def test_estimates_travel_between_processes():
    found = Sums.of([1, 2]).estimate("sb/game")
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_hand_worked_standard_deviation():
    """0 and 2 in turns, four values: variance 4/3, and squared deviations that do not vary, so no error."""
    found = standard_deviation([0, 2, 0, 2], "sb/game")
    assert found == Estimate(pytest.approx(math.sqrt(4 / 3)), 0.0, 4, "sb/game")
    assert standard_deviation([5.0, 5.0, 5.0], "sb").mean == 0


def test_errors_of_spreads_are_what_repetition_shows(rng):
    """A skewed distribution, drawn 400 times over: the mean error is the spread of the estimates."""
    first = rng.exponential(size=(400, 500))
    second = first + rng.normal(size=first.shape)
    sds = [standard_deviation(row, "sb") for row in first]
    assert [each.mean for each in sds] == pytest.approx(first.std(axis=1, ddof=1))
    assert np.mean([each.stderr for each in sds]) == pytest.approx(np.std([each.mean for each in sds]), rel=0.15)
    ratios = [variance_ratio(*rows) for rows in zip(first, second, strict=True)]
    assert [each.mean for each in ratios] == pytest.approx(first.var(axis=1) / second.var(axis=1))
    assert np.mean([each.stderr for each in ratios]) == pytest.approx(np.std([each.mean for each in ratios]), rel=0.15)
    apart = np.sqrt(sum((2 * each.stderr / each.mean) ** 2 for each in (sds[0], standard_deviation(second[0], "sb"))))
    assert ratios[0].stderr < ratios[0].mean * apart, "what goes together varies less in its ratio"
