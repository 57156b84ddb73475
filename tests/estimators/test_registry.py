"""Families: what every one must have, and one of three lines that appears everywhere."""

import json

import numpy as np
import pytest

import deluck
from deluck.errors import EstimatorError
from deluck.estimators import FAMILIES, ColumnSpec, Context, Eligibility, Kind, Values, columns, find_column, registered
from deluck.estimators.registry import PAIR_COLUMNS, constants_hash
from deluck.report import report_html
from deluck.report.charts import COLOURS


class Coins:
    """Pays every seat its number."""

    name = "coins"
    prices_decisions = False
    columns = (ColumnSpec("coins", "Coins", "the number of the seat", Kind.SKILL, colour="flop", line_width=1.0),)

    def eligible(self, hands):
        return Eligibility(np.zeros(len(hands), np.uint8))

    def values(self, hands, decisions, context):  # noqa: ARG002
        return Values(
            {"coins": np.tile(np.arange(hands.max_seats, dtype=float), (len(hands), 1))}, self.eligible(hands)
        )

    def constants(self, context):  # noqa: ARG002
        return "1"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "match.log"
    deluck.play("random", "always-call", n_hands=60, seed=1, log=path)
    return path


def test_a_family_of_three_lines_appears_in_assessment_json_table_and_report(log):
    before = constants_hash(Context())
    with registered(Coins()):
        assert constants_hash(Context()) != before
        found = deluck.assess(log, player="always-call")
        assert found.estimators["coins"].total == 30
        assert found.seats["P1"]["coins"].total == 0
        assert found.comparisons["coins"].worth > 0
        assert json.loads(json.dumps(found.as_dict()))["estimators"]["coins"]["mean"] == 0.5
        assert sum(found.to_arrow()["coins"].to_pylist()) == 30
        assert found.line("coins").total[-1] == 30
        page = report_html(found)
        assert "Coins" in page
        assert "the number of the seat" in page
        assert '"name": "Coins"' in page, "its line is drawn"
        assert "coins" in repr(found)
    assert "coins" not in deluck.assess(log).estimators
    assert constants_hash(Context()) == before


def test_no_two_columns_have_one_name():
    class Again(Coins):
        columns = (ColumnSpec("money", "Money", "again", Kind.SKILL),)

    with pytest.raises(EstimatorError, match="has names of another: money"), registered(Again()):
        pass
    with pytest.raises(EstimatorError, match="no estimator 'coins'"):
        find_column("coins")


def test_every_column_is_described_and_every_reference_leads_somewhere():
    names = [spec.name for spec in (*columns(), *PAIR_COLUMNS)]
    assert len(names) == len(set(names))
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
    for spec in (*columns(), *PAIR_COLUMNS):
        assert spec.label
        assert spec.meaning
        assert not spec.meaning.endswith(".")
        assert not spec.rest or spec.rest in names
        assert not spec.line_width or spec.colour in COLOURS
