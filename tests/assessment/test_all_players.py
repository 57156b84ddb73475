"""One row per player: the same numbers as an assessment of each, from values that are computed once."""

import json

import numpy as np
import pytest

import deluck
from deluck.assessment import AssessmentError, assess, assess_all
from deluck.assessment.assessing import context_of, values_of
from deluck.formats import read_columns
from deluck.games import HoldemRules
from deluck.records import HandColumns
from deluck.statistics import holm, two_sided_p

from .test_knowledge import HERO, as_shown, complete  # noqa: F401 - a fixture
from .test_no_limit import NAMES, turning


def assert_same(found, values, **question):
    for each in found.results:
        alone = assess(values, player=each.player, structure=found.structure, **question)
        paired = {name for name in alone.estimators if name.startswith("duplicate_")}
        assert set(each.estimators) == set(alone.estimators) - paired
        for name, summary in each.estimators.items():
            assert summary.as_dict() == {key: alone.estimators[name].as_dict()[key] for key in summary.as_dict()}
        assert each.lead == alone.lead
        assert each.n_hands == alone.n_hands


@pytest.mark.parametrize("hide", [0.0, 0.5])
def test_every_row_is_the_assessment_of_its_player(hide):
    records = turning(150, 51, seats=(2, 3, 6), hide=hide)
    values = values_of(HandColumns.from_records(records), context_of()[0], 1)
    found = assess_all(values)
    assert {each.player for each in found.results} == set(NAMES[:6])
    assert found.n_hands == 150
    assert (found.structure, found.unit, found.per_100_unit) == ("no-limit", "bb/game", "bb/100")
    assert {each.lead for each in found.results} == ({"money"} if hide else {"divat_nl"})
    assert_same(found, values)


def test_filters_are_those_of_an_assessment():
    values = values_of(HandColumns.from_records(turning(90, 52, seats=(3, 6))), context_of()[0], 1)
    found = assess_all(values, position="BTN", alias={"Finn": ["Emil"]})
    assert "Emil" not in [each.player for each in found.results]
    assert sum(each.n_hands for each in found.results) == found.n_hands
    assert_same(found, values, position="BTN", alias={"Finn": ["Emil"]})


def test_rows_are_sorted_and_adjusted_for_all_players():
    records = turning(400, 53, seats=(3, 4))
    few = turning(5, 54, seats=(10,))
    found = assess_all(HandColumns.from_records([*records, *few]))
    small = [each.is_small for each in found.results]
    assert small == sorted(small)
    assert sum(small) == 6, "those who played five hands only come last"
    enough = [each for each in found.results if not each.is_small]
    means = [each.estimate.mean for each in enough]
    assert means == sorted(means, reverse=True)
    p_values = [two_sided_p(each.estimate.mean, each.estimate.stderr) for each in enough]
    assert [each.adjusted_p for each in enough] == pytest.approx(holm(p_values).tolist())
    assert all(np.isnan(each.adjusted_p) and not each.excludes_zero for each in found.results if each.is_small)


def test_the_hero_leads_by_own_cards_and_others_by_money(complete):  # noqa: F811
    hidden = as_shown(complete)
    found = assess_all(hidden)
    hero = hidden.names[hidden.players[0, HERO]]
    assert found[hero].lead == "own_cards"
    assert {each.lead for each in found.results if each.player != hero} == {"money"}
    assert found.n_hidden == len(hidden)
    assert_same(found, values_of(hidden, context_of()[0], 1))


def test_a_duplicate_match_is_by_pairs(logs):
    values = values_of(read_columns(logs / "duplicate.log"), context_of()[0], 1)
    found = assess_all(values)
    for each in found.results:
        alone = assess(values, player=each.player)
        assert (each.trials, each.lead) == ("pair", "divat_roe")
        assert each.estimate.as_dict() | {"name": 0} == alone.estimators["duplicate_divat"].as_dict() | {"name": 0}


def test_structures_are_apart_and_nobody_sits_twice():
    limit = turning(20, 55, HoldemRules.limit, seats=(3,))
    no_limit = turning(30, 56, seats=(3,))
    found = assess_all([HandColumns.from_records(limit), HandColumns.from_records(no_limit)])
    assert (found.structure, found.n_hands) == ("no-limit", 30)
    assert [(each.structure, each.n_hands, each.unit) for each in found.apart] == [("limit", 20, "sb/game")]
    assert assess_all(HandColumns.from_records(limit), structure="limit").n_hands == 20
    with pytest.raises(AssessmentError, match="no pot-limit hand"):
        assess_all(HandColumns.from_records(limit), structure="pot-limit")
    twice = HandColumns.from_records(turning(40, 57, seats=(3,)))
    joined = assess_all(twice, alias="Anna=Bert")
    assert joined["Anna"].n_hands == 40
    assert joined["Anna"].n_both == 40
    assert not joined["Anna"].excludes_zero
    with pytest.raises(KeyError):
        joined["Bert"]


def test_the_library_and_json(logs):
    found = deluck.assess_all(logs / "always.log")
    written = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert written["players"] == [each["player"] for each in written["results"]]
    assert written["results"][0]["estimators"]["money"]["n"] == 3_000
    assert written["hands"] == 3_000
    assert len(written["settings_hash"]) == 16
