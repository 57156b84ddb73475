"""How many hands a question takes, against simulation and hand-worked numbers."""

import math

import numpy as np
import pytest

from deluck.statistics import hands_needed, power_of


def test_an_edge_of_5_bb_per_100_at_a_spread_of_5_46_takes_about_94_000_hands():
    """(1.95996 + 0.84162)² x (5.46 / 0.05)² = 7.8489 x 11,924.6."""
    assert hands_needed(0.05, 5.46) == pytest.approx(93_595, abs=2)
    assert hands_needed(-0.05, 5.46) == hands_needed(0.05, 5.46)


def test_no_edge_is_never_shown_and_nothing_follows_from_unknown_numbers():
    assert hands_needed(0.0, 5.0) is None
    assert hands_needed(1.0, math.nan) is None
    assert hands_needed(math.nan, 5.0) is None
    assert math.isnan(power_of(1.0, 5.0, 0))


def test_power_is_what_simulation_shows():
    rng = np.random.default_rng(3)
    n = math.ceil(hands_needed(0.3, 2.0))
    samples = rng.normal(0.3, 2.0, (20_000, n))
    shown = np.abs(samples.mean(axis=1)) > 1.959964 * samples.std(axis=1, ddof=1) / math.sqrt(n)
    assert shown.mean() == pytest.approx(0.8, abs=0.012)
    assert power_of(0.3, 2.0, n) == pytest.approx(0.8, abs=0.002)
    half = np.abs(samples[:, : n // 2].mean(axis=1)) > 1.959964 * 2.0 / math.sqrt(n // 2)
    assert power_of(0.3, 2.0, n // 2) == pytest.approx(half.mean(), abs=0.012)
    assert power_of(0.0, 2.0, n) == pytest.approx(0.05, abs=1e-9)
    assert power_of(-0.3, 2.0, n) == power_of(0.3, 2.0, n)
