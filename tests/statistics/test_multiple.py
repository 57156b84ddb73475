"""Holm's adjustment, on cases worked out by hand."""

import math

import numpy as np
import pytest

from deluck.statistics.multiple import holm, two_sided_p


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        ([], []),
        ([0.03], [0.03]),
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),  # .005 x 4, .01 x 3, .03 x 2, .04 x 1 but not below .06
        ([0.5, 0.6], [1.0, 1.0]),
        ([0.02, math.nan, 0.03], [0.04, math.nan, 0.04]),
    ],
)
def test_holm(p_values, adjusted):
    np.testing.assert_allclose(holm(p_values), adjusted)


def test_the_family_is_wrong_in_at_most_5_percent_of_cases():
    rng = np.random.default_rng(5)
    wrong = [(holm(rng.random(20)) < 0.05).any() for _ in range(4_000)]
    assert np.mean(wrong) == pytest.approx(0.05, abs=0.012)


def test_p_values():
    assert two_sided_p(1.959964, 1.0) == pytest.approx(0.05, abs=1e-6)
    assert two_sided_p(-1.959964, 1.0) == two_sided_p(1.959964, 1.0)
    assert two_sided_p(0.0, 0.0) == 1.0
    assert two_sided_p(1.0, 0.0) == 0.0
    assert math.isnan(two_sided_p(1.0, math.inf))
