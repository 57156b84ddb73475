"""Sums, errors, comparisons and lines, against formulas worked out by hand and by numpy."""

import math

import numpy as np
import pytest

from deluck.assessment.lines import MOST_POINTS, cumulative_line, running_slope
from deluck.assessment.summary import compare, rounded_hands, summarise, with_tails
from deluck.statistics import hands_needed


def test_a_summary_of_four_values_worked_out_by_hand():
    found = summarise("money", np.array([1.0, -2.0, np.nan, 4.0, 5.0]))
    assert (found.n, found.total, found.mean) == (4, 8.0, 2.0)
    assert found.sd == pytest.approx(math.sqrt((1 + 16 + 4 + 9) / 3))
    assert found.stderr == pytest.approx(math.sqrt(10) / 2)
    assert found.ci95 == pytest.approx((2 - 1.959964 * math.sqrt(10) / 2, 2 + 1.959964 * math.sqrt(10) / 2), abs=1e-5)
    assert not found.excludes_zero
    assert found.total_half_width95 == pytest.approx(4 * (found.ci95[1] - 2))
    assert str(found.as_estimate()) == "+2.000 ± 3.099 sb/game over 4 games"


def test_none_and_one_say_nothing_of_the_spread():
    none = summarise("money", np.array([np.nan]))
    assert none.n == 0
    unknown = {"mean": None, "sd": None, "stderr": None, "ci95": [None, None], "anytime95": [None, None]}
    assert none.as_dict() == {"n": 0, "total": 0.0} | unknown
    assert not none.excludes_zero
    one = summarise("money", np.array([3.0]))
    assert (one.total, one.mean, one.stderr) == (3.0, 3.0, math.inf)
    assert one.as_dict()["ci95"] == [None, None]
    assert not one.excludes_zero


def test_a_million_values_on_a_large_sum_keep_their_digits():
    values = np.random.default_rng(3).normal(size=1_000_000)
    near = summarise("x", values)
    far = summarise("x", values + 1e6)
    assert near.sd == pytest.approx(values.std(ddof=1), rel=1e-12)
    assert far.sd == pytest.approx(near.sd, rel=1e-9)
    assert far.mean - 1e6 == pytest.approx(near.mean, abs=1e-9)


def test_worth_is_the_ratio_of_variances_a_game_played():
    money = summarise("money", np.array([3.0, -3.0] * 50))
    half = summarise("divat_roe", np.array([2.0, -1.0] * 50))  # mean 1/2, half the spread
    found = compare(half, money)
    assert (found.sd_ratio, found.worth) == pytest.approx((2, 4))
    assert found.hands_needed == pytest.approx((2.801585 * half.sd / 0.5) ** 2, rel=1e-5)
    pairs = compare(half, money, games_per_value=2)
    assert (pairs.sd_ratio, pairs.worth) == pytest.approx((2, 2))
    assert pairs.hands_needed == pytest.approx(2 * found.hands_needed)


def test_a_comparison_that_cannot_be_made_says_so():
    money = summarise("money", np.array([1.0, -1.0]))
    assert compare(money, money).hands_needed is None
    certain = compare(summarise("divat_roe", np.array([0.5, 0.5])), money)
    assert (certain.worth, certain.hands_needed) == (math.inf, 0.0)
    assert certain.as_dict()["worth"] is None
    assert math.isnan(compare(summarise("divat_roe", np.array([0.5])), money).worth)


def test_needed_hands_have_80_percent_power():
    """Samples of that many hands of a known mean and spread exclude zero four times in five."""
    n = hands_needed(0.5, 2.0)
    assert n == pytest.approx(((1.959964 + 0.841621) * 4) ** 2, rel=1e-6)
    samples = np.random.default_rng(4).normal(0.5, 2.0, (20_000, round(n)))
    intervals = 1.959964 * samples.std(axis=1, ddof=1) / math.sqrt(round(n))
    assert (np.abs(samples.mean(axis=1)) > intervals).mean() == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("n", [1, 2, 1_999, 2_000, 2_001, 50_000])
def test_a_line_is_thin_and_ends_with_the_last_hand(n):
    values = np.arange(1.0, n + 1)
    line = cumulative_line(values)
    assert len(line) == min(n, MOST_POINTS)
    assert (line.hands[0], line.hands[-1]) == (1, n)
    assert (np.diff(line.hands) > 0).all()
    assert line.total == pytest.approx(line.hands * (line.hands + 1) / 2)
    if n > 1:
        assert line.sd == pytest.approx(values.std(ddof=1) * np.sqrt(line.hands))


def test_lines_pass_over_hands_without_a_value():
    line = cumulative_line(np.array([np.nan, 1.0, np.nan, 2.0]))
    assert line.hands.tolist() == [1, 2]
    assert line.hand_numbers.tolist() == [2, 4]
    assert line.total.tolist() == [1.0, 3.0]
    assert len(cumulative_line(np.array([np.nan]))) == 0


def test_the_slope_is_the_mean_of_each_window():
    values = np.random.default_rng(5).normal(100.0, 2.0, 400)
    slope = running_slope(values, 50)
    assert slope.window == 50
    assert (slope.hands[0], slope.hands[-1], len(slope)) == (50, 400, 351)
    for number, end in enumerate(slope.hands.tolist()):
        window = values[end - 50 : end]
        assert slope.mean[number] == pytest.approx(window.mean(), rel=1e-12)
        assert slope.stderr[number] == pytest.approx(window.std(ddof=1) / np.sqrt(50), rel=1e-9)


def test_the_usual_window_is_a_tenth_and_never_more_than_there_is():
    assert running_slope(np.zeros(5_000)).window == 500
    assert running_slope(np.zeros(300)).window == 100
    assert running_slope(np.arange(20.0)).mean.tolist() == [9.5]
    assert len(running_slope(np.array([1.0]))) == 0


def test_anytime_valid_intervals_stand_beside_the_fixed_ones():
    values = np.random.default_rng(1).normal(0.5, 2.0, 10_000)
    found = summarise("money", values)
    low, high = found.ci95
    assert (found.anytime95[1] - found.anytime95[0]) / (high - low) == pytest.approx(1.549, abs=5e-4)
    assert sum(found.anytime95) == pytest.approx(2 * found.mean)
    assert found.as_dict()["anytime95"] == list(found.anytime95)
    few = summarise("money", values[:199])
    assert few.as_dict()["anytime95"] == [None, None]
    assert found.anytime(1_000_000) != found.anytime95


def test_a_bootstrap_interval_is_shown_only_where_few_hands_carry_the_variance():
    values = np.random.default_rng(2).normal(0.0, 1.0, 400)
    assert with_tails(summarise("money", values), values).tails is None
    assert "bootstrap95" not in summarise("money", values).as_dict()
    values[[5, 9]], values[0] = [-90.0, 70.0], np.nan
    found = with_tails(summarise("money", values), values)
    assert found.tails.n == 3
    assert found.tails.largest[:2] == ((5, -90.0), (9, 70.0))
    assert found.tails.share > 0.9
    low, high = found.as_dict()["bootstrap95"]
    assert low < found.mean < high


@pytest.mark.parametrize(
    ("number", "shown"), [(97_836.2, 98_000), (98_000.0, 98_000), (9.2, 10), (101.0, 110), (1_000_001.0, 1_100_000)]
)
def test_hands_needed_are_rounded_up_to_two_digits(number, shown):
    assert rounded_hands(number) == shown
