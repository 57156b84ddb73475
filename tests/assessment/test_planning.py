"""How many hands a question takes, from a log."""

import numpy as np
import pytest

import deluck
from deluck.arena import play
from deluck.assessment import AssessmentError
from deluck.assessment.planning import parse_edge


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "match.log"
    play("random", "always-call", n_hands=600, seed=1, duplicate=True, log=path)
    return path


@pytest.mark.parametrize(
    ("text", "edge"),
    [("5bb/100", 0.05), ("0.05 bb/game", 0.05), ("50mbb/g", 0.05), ("-2.5 sb/100", -0.025), ("1sb/hand", 1.0)],
)
def test_edges_are_read(text, edge):
    assert parse_edge(text) == pytest.approx(edge)


@pytest.mark.parametrize("text", ["", "5", "5bb", "0bb/100", "five bb/100"])
def test_what_is_no_edge_is_refused(text):
    with pytest.raises(AssessmentError, match="expected such as 5bb/100"):
        parse_edge(text)


def test_hands_needed_follow_from_the_spread_of_each_estimator(log):
    found = deluck.plan(log, "20bb/100", n_hands=2_000)
    assessed = deluck.assess(log)
    for name in ("money", "divat_roe"):
        sd = assessed.hands.values(name).std(ddof=1)
        assert found.estimators[name].hands_needed == pytest.approx(((1.959964 + 0.841621) * sd / 0.2) ** 2, rel=1e-5)
    pairs = assessed.hands.values("money").reshape(-1, 2).mean(axis=1)
    expected = 2 * ((1.959964 + 0.841621) * pairs.std(ddof=1) / 0.2) ** 2
    assert found.estimators["duplicate_money"].hands_needed == pytest.approx(expected, rel=1e-5)
    assert found.best.hands_needed == min(each.hands_needed for each in found.estimators.values())
    assert f"{float(f'{found.best.hands_needed:.1e}'):,.0f} hands" in found.verdict
    assert found.as_dict()["estimators"]["money"]["power"] == pytest.approx(found.estimators["money"].power)


def test_so_many_duplicate_pairs_have_80_percent_power(log):
    """Pairs drawn from the log, moved to the edge: four samples in five exclude zero."""
    found = deluck.plan(log, 0.5).estimators["duplicate_divat"]
    values = deluck.assess(log).hands.values("duplicate_divat")
    rng = np.random.default_rng(4)
    n = round(found.hands_needed / 2)
    samples = rng.choice(values - values.mean() + 0.5, (4_000, n))
    shown = np.abs(samples.mean(axis=1)) > 1.959964 * samples.std(axis=1, ddof=1) / np.sqrt(n)
    assert shown.mean() == pytest.approx(0.8, abs=0.04)


def test_no_plan_from_nothing(log):
    with pytest.raises(AssessmentError, match="expected 1 or more"):
        deluck.plan(log, "5bb/100", n_hands=0)
    with pytest.raises(AssessmentError, match="no player 'nobody'"):
        deluck.plan(log, "5bb/100", player="nobody")
    with pytest.raises(AssessmentError, match="other than zero"):
        deluck.plan(log, 0.0)
