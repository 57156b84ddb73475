"""The studies of the win-probability bot, at sizes where their effects show."""

import numpy as np
import pytest

from deluck.statistics import estimate
from deluck.studies import find_study
from deluck.studies.winprob import Errors, accuracy_of


@pytest.fixture(scope="module")
def found():
    return accuracy_of(800, seed=0)


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_the_exact_chance_is_at_least_as_accurate_as_the_estimate(found, street):
    errors = found[street]
    for measure in (errors.of, errors.squares_of):
        gained = estimate(measure(errors.estimates) - measure(errors.exact), "")
        if street == "river":
            assert gained.mean == gained.stderr == 0
        else:
            assert gained.mean > (gained.half_width95 if measure == errors.of else -gained.half_width95)


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_the_exact_chance_has_the_error_of_the_lower_bound(found, street):
    errors = found[street]
    exact = estimate(errors.of(errors.exact), "")
    assert exact.mean == pytest.approx(errors.lower_bound().mean, abs=3.5 * exact.stderr)


def test_errors_by_hand():
    errors = Errors(np.array([0.8, 0.6, 0.4]), np.array([0.9, 0.5, 0.1]), np.array([1.0, 0.5, 0.0]))
    assert errors.of(errors.estimates).tolist() == pytest.approx([0.2, 0.5, 0.4])
    assert errors.squares_of(errors.exact).tolist() == pytest.approx([0.01, 0.25, 0.01])
    assert errors.lower_bound().mean == pytest.approx(0.5 - 2 * np.var([0.9, 0.5, 0.1]))


def test_the_same_seed_gives_the_same_errors_for_any_number_of_jobs():
    one, two = (accuracy_of(120, seed=3, n_jobs=n_jobs) for n_jobs in (1, 2))
    assert all((one[street].estimates == two[street].estimates).all() for street in one)
    assert (one["flop"].won == two["flop"].won).all()


def test_accuracy_stands_beside_table_1():
    result = find_study("winprob-accuracy")(200, seed=1)
    for street, printed in (("flop", 0.436), ("turn", 0.407), ("river", 0.329)):
        row = result.finding(f"{street}, error of the paper's formulas")
        assert row.paper == printed
        assert abs(row.difference) < 4 * row.difference_stderr
    assert result.finding("river, error of the exact chance").ours == row.ours


def test_matches_against_simple_players():
    result = find_study("winprob-match")(200)
    rows = [row for block in result.blocks for row in block.rows]
    assert len(result.blocks) == 6
    assert result.finding("winprob against always-call: money").ours > 0
    assert all(row.stderr > 0 for row in rows)
    assert len(result.sentences) == 7


@pytest.mark.slow
def test_table_1_at_the_papers_size():
    for street, errors in accuracy_of(10_000, seed=0).items():
        printed = {"flop": 0.436, "turn": 0.407, "river": 0.329}[street]
        by_formulas = estimate(errors.of(errors.estimates), "")
        assert by_formulas.mean == pytest.approx(printed, abs=0.012)
