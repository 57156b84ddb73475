"""Anytime-valid intervals: their published numbers, and how often they are ever wrong if one looks after every hand."""

import math

import numpy as np
import pytest

from deluck.statistics import (
    FEWEST_HANDS,
    PLANNED_HANDS,
    QUANTILE_95,
    StatisticsError,
    anytime_factor,
    anytime_interval,
    running_intervals,
)


def test_at_the_planned_number_it_is_1_549_times_as_wide_as_the_fixed_interval():
    for planned in (1_000, PLANNED_HANDS, 1_000_000):
        fixed = QUANTILE_95 / math.sqrt(planned)
        assert float(anytime_factor(planned, planned)) / fixed == pytest.approx(1.549, abs=5e-4)


def test_the_formula_at_other_numbers():
    """t* = 10,000, alpha = 0.05: rho² = (5.99146 + log 6.99146) / 10,000 = 7.93617e-4, worked out step by step.

    After 200 hands: t rho² + 1 = 1.158723, its root 1.076440, divided by alpha 21.52881, whose logarithm is 3.069392;
    2 x 1.158723 / (200² x 7.93617e-4) x 3.069392 = 0.224071, whose root is 0.473361.
    """
    assert float(anytime_factor(200)) == pytest.approx(0.473361, abs=2e-5)
    wide = anytime_factor([200, 1_000, 10_000, 100_000]) * np.sqrt([200, 1_000, 10_000, 100_000]) / QUANTILE_95
    assert np.argmin(wide) == 2  # in units of the fixed interval narrowest where it was planned


def test_there_is_no_interval_before_200_hands():
    assert anytime_interval(1.0, 2.0, FEWEST_HANDS - 1) == (-math.inf, math.inf)
    low, high = anytime_interval(1.0, 2.0, FEWEST_HANDS)
    assert low < 1.0 < high
    assert anytime_interval(1.0, math.nan, 1_000) == (-math.inf, math.inf)


def test_a_plan_of_no_hands_is_refused():
    with pytest.raises(StatisticsError, match="0 planned hands"):
        anytime_factor(300, 0)


def test_running_intervals_are_those_of_each_number_of_hands():
    values = np.random.default_rng(1).standard_t(4, size=700) + 1000.0
    means, anytime, fixed = running_intervals(values)
    for n in (200, 201, 500, 700):
        part = values[:n]
        low, high = anytime_interval(part.mean(), part.std(ddof=1), n)
        assert (means[n - 1], means[n - 1] - anytime[n - 1], means[n - 1] + anytime[n - 1]) == pytest.approx(
            (part.mean(), low, high), rel=1e-9
        )
        assert fixed[n - 1] == pytest.approx(QUANTILE_95 * part.std(ddof=1) / math.sqrt(n), rel=1e-6)
    assert np.isinf(anytime[: FEWEST_HANDS - 1]).all()
    assert np.isinf(fixed[0])
    assert [len(each) for each in running_intervals([])] == [0, 0, 0]


def test_looking_after_every_hand_is_wrong_in_at_most_5_percent_of_runs_and_with_fixed_intervals_in_a_third():
    """Most hands are small, a few are whole stacks: one in a hundred carries most of the variance."""
    rng = np.random.default_rng(7)
    wrong = np.zeros(2)
    for _ in range(500):
        values = np.where(rng.random(10_000) < 0.01, 50.0, 1.5) * rng.standard_normal(10_000)
        means, anytime, fixed = (each[FEWEST_HANDS - 1 :] for each in running_intervals(values))
        wrong += [(np.abs(means) > anytime).any(), (np.abs(means) > fixed).any()]
    assert wrong[0] / 500 <= 0.05
    assert wrong[1] / 500 > 1 / 3
