"""The obvious-move cut-off: its error rate stays within what it states, measured, and it does end early."""

import numpy as np
import pytest

from deluck.beliefs.holdem.simulator import ObviousMove

N_RUNS = 1_000
BATCH = 50


def ended_early(values, test, swing=1.0):
    """The look at which a run ends and the leader there, or None if it goes to the end."""
    for look in range(1, test.n_looks):
        so_far = values[: look * BATCH]
        if test.is_obvious(so_far, swing):
            return look, int(so_far.mean(axis=0).argmax())
    return None


def skewed(rng, n):
    """Results as hands have them: mostly a small loss, seldom a large win; their mean is zero."""
    return np.where(rng.random(n) < 0.2, 4.0, -1.0)


@pytest.mark.parametrize("level", [0.05, 0.2])
@pytest.mark.parametrize("draw", [lambda rng, n: rng.normal(size=n), skewed], ids=["normal", "skewed"])
@pytest.mark.parametrize("fold", [0.0, -20.0], ids=["three equal", "two equal"])
def test_where_actions_are_equal_it_ends_early_no_more_often_than_the_level(level, draw, fold):
    rng = np.random.default_rng(6)
    test = ObviousMove(level)
    wrong = 0
    for _ in range(N_RUNS):
        values = np.full((test.n_looks * BATCH, 3), fold)
        values[:, 1] = draw(rng, len(values))
        values[:, 2] = values[:, 1] + draw(rng, len(values))
        wrong += ended_early(values, test) is not None
    allowed = level + 2.33 * np.sqrt(level * (1 - level) / N_RUNS)
    assert 0 < wrong / N_RUNS <= allowed


@pytest.mark.parametrize("pot", [8, 15, 30])
def test_a_rare_large_win_that_has_not_come_up_yet_is_not_taken_for_impossible(pot):
    """Calling one bet for a pot of many is worth nothing, like folding, but looks worse until the first win."""
    rng = np.random.default_rng(9)
    test = ObviousMove(0.05)
    wrong = 0
    for _ in range(N_RUNS):
        values = np.zeros((test.n_looks * BATCH, 2))
        values[:, 1] = np.where(rng.random(len(values)) < 1 / (pot + 1), pot, -1)
        wrong += ended_early(values, test, swing=pot) is not None
    assert wrong / N_RUNS <= 0.05


def test_it_ends_early_and_rightly_where_one_action_is_far_better():
    rng = np.random.default_rng(7)
    test = ObviousMove(0.05)
    ends = []
    for _ in range(200):
        values = np.zeros((test.n_looks * BATCH, 3))
        values[:, 1] = rng.normal(size=len(values))
        values[:, 2] = values[:, 1] + 1 + rng.normal(size=len(values))
        ends.append(ended_early(values, test))
    assert all(end is not None and end[1] == 2 for end in ends)
    assert np.mean([end[0] for end in ends]) < 3


def test_a_level_of_zero_and_equal_actions_never_end_early():
    values = np.random.default_rng(8).normal(size=(100, 2)) + np.array([0, 5])
    assert not ObviousMove(0).is_obvious(values, 1.0)
    assert not ObviousMove(0.05).is_obvious(np.zeros((100, 2)), 1.0)
    assert ObviousMove(0.05).is_obvious(values, 1.0)
