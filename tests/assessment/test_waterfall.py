"""The steps from money to skill add up in every hand, and groups of hands are what a plain count finds."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import deluck
from deluck.assessment.breakdowns import effective_stacks

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def six_max():
    return deluck.assess(EXAMPLES / "six-max-no-limit.phhs")


@pytest.fixture(scope="module")
def limit():
    return deluck.assess(EXAMPLES / "heads-up-limit.log")


@pytest.fixture(scope="module")
def ring(tmp_path_factory):
    log = tmp_path_factory.mktemp("ring") / "ring.log"
    deluck.play("always-call", "random", "always-raise", n_hands=60, seed=4, log=log)
    return deluck.assess(log)


@pytest.fixture(params=["six_max", "limit", "ring"])
def either(request):
    return request.getfixturevalue(request.param)


def test_money_is_the_sum_of_all_steps_and_the_estimate(either):
    found = either.waterfall
    assert found.estimator == either.lead
    assert found.estimate.total == pytest.approx(either.estimators[either.lead].total, abs=1e-9)
    assert found.money.total == pytest.approx(either.estimators["money"].total, abs=1e-9)
    total = found.estimate.total + sum(step.luck.total for step in found.steps)
    assert total == pytest.approx(found.money.total, abs=1e-6)
    assert found.money.n == found.n_trials == either.n_hands


def test_the_step_of_all_ins_is_what_trackers_take_out(six_max):
    steps = {step.name: step.luck for step in six_max.waterfall.steps}
    money, expected = (six_max.estimators[name].total for name in ("money", "all_in_ev"))
    assert steps["all-in"].total == pytest.approx(money - expected, abs=1e-6)
    assert abs(steps["all-in"].total) > 1
    assert list(steps) == ["all-in", "flop", "turn", "river", "hole cards"]
    assert six_max.waterfall.keeps_seat


def test_limit_has_the_seat_as_a_step_of_its_own(limit):
    steps = {step.name: step.luck.total for step in limit.waterfall.steps}
    assert list(steps) == ["flop", "turn", "river", "hole cards", "seat"]
    assert steps["seat"] == pytest.approx(limit.estimators["seat_value"].total, abs=1e-9)
    assert not limit.waterfall.keeps_seat
    for street in ("flop", "turn", "river"):
        assert steps[street] == pytest.approx(limit.rounds[street]["luck"].total, abs=1e-6)


def test_more_than_two_players_of_limit_have_board_and_hole_cards_taken_out(ring):
    assert ring.waterfall.estimator == "divat_ring"
    assert {step.name for step in ring.waterfall.steps} <= {"all-in", "flop", "turn", "river", "hole cards"}


def test_there_are_no_steps_where_money_leads():
    found = deluck.assess("STATE:0:cc/crc/cc/cc:5d5c|/8dAs8s/4h/6d:20|-20:North|South\n", player="South")
    assert found.lead == "money"
    assert found.waterfall is None


def test_tablemates_and_table_sizes_are_those_of_the_records(six_max):
    counts, sizes = Counter(), Counter()
    for hand in deluck.read(EXAMPLES / "six-max-no-limit.phhs"):
        if six_max.viewpoint in hand.names:
            counts.update(set(hand.names) - {six_max.viewpoint})
            sizes[f"{len(hand.names)} players"] += 1
    assert {name: found["money"].n for name, found in six_max.tablemates.items()} == counts
    assert {name: found["money"].n for name, found in six_max.table_sizes.items()} == sizes
    total = sum(found[six_max.lead].total for found in six_max.table_sizes.values())
    assert total == pytest.approx(six_max.estimators[six_max.lead].total, abs=1e-6)


def test_effective_stacks_are_those_of_the_records(six_max):
    expected = []
    for hand in deluck.read(EXAMPLES / "six-max-no-limit.phhs"):
        if six_max.viewpoint in hand.names:
            own = hand.names.index(six_max.viewpoint)
            others = [stack for seat, stack in enumerate(hand.stacks) if seat != own]
            expected.append(min(hand.stacks[own], max(others)) / hand.rules.big_blind)
    np.testing.assert_allclose(effective_stacks(six_max.hands), expected)
    assert sum(found["money"].n for found in six_max.depths.values()) == six_max.n_hands


def test_stacks_that_are_not_known_have_no_group(limit):
    assert not limit.depths
    assert not limit.tablemates
