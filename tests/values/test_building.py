"""The two tables: one row per seat and per decision, whoever looks at them."""

import numpy as np
import pytest

import deluck
from deluck.cards import format_cards
from deluck.estimators import Context, analyse, decision_prices_to_actor, estimate_hands
from deluck.formats import Rejected, read_columns
from deluck.games import position_names
from deluck.records import HandColumns, walk
from deluck.values.building import Part, value_part
from deluck.values.parts import OTHER_REASONS, SIZE, Cutter


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "match.log"
    deluck.play("random", "loki1", n_hands=200, seed=4, log=path)
    return HandColumns.concatenate(read_columns(path))


def tables_of(hands):
    n = len(hands)
    return value_part(Part(hands, ("a.log",), np.zeros(n, np.int32), np.arange(n)), Context())


@pytest.fixture(scope="module")
def tables(hands):
    return tables_of(hands)


def test_a_row_for_every_seat_with_the_values_of_both_sides(hands, tables):
    seats = tables.seats.to_pylist()
    values = {name: column.tolist() for name, column in estimate_hands(analyse(hands)).items()}
    assert len(seats) == 2 * len(hands)
    for number, record in enumerate(hands):
        first, second = seats[2 * number : 2 * number + 2]
        assert [first["player"], second["player"]] == list(record.names)
        assert [first["cards"], second["cards"]] == [format_cards(hole) for hole in record.deal.holes]
        assert [first["position"], second["position"]] == list(position_names(2))
        assert (first["row"], first["source"], first["stakes"], first["structure"]) == (
            number,
            "a.log",
            "10/20",
            "limit",
        )
        for name, column in values.items():
            assert first[name] == column[number]
            assert second[name] == 0.0 - column[number]
        assert first["divat_reason"] is None
    assert not np.signbit(tables.seats["rake"].to_numpy()).any(), "no -0.0"


def test_a_row_for_every_decision_with_its_price(hands, tables):
    made = tables.decisions.to_pylist()
    prices = decision_prices_to_actor(analyse(hands)).tolist()
    decisions = walk(hands)
    assert [each["price"] for each in made] == prices
    assert [each["seat"] for each in made] == decisions.seats.tolist()
    assert [each["pot"] for each in made] == decisions.pots.tolist()
    assert {each["family"] for each in made} == {"divat"}
    same = [each for each in made if each["action"] == each["baseline_action"]]
    assert same
    assert all(each["price"] == 0 for each in same)


def test_the_betting_is_walked_once(hands, monkeypatch):
    import deluck.estimators.divat.eligibility as eligibility
    import deluck.values.building as building

    calls = []
    monkeypatch.setattr(building, "walk", lambda columns: calls.append(len(columns)) or walk(columns))
    monkeypatch.setattr(eligibility, "walk", lambda _: pytest.fail("the betting is walked again"))
    tables_of(hands)
    assert calls == [len(hands)]


def test_parts_do_not_depend_on_how_hands_come(hands):
    many = HandColumns.concatenate([hands] * 45)

    def parts_of(*pieces):
        cutter = Cutter()
        found = list(cutter.parts(("x", piece) for piece in pieces))
        return [(len(part.rows), part.rows.tolist()) for part in found], cutter.sources["x"].n_hands

    whole, n_hands = parts_of(many)
    assert n_hands == len(many) == 9_000
    assert [n for n, _ in whole] == [SIZE, 9_000 - SIZE]
    assert parts_of(many[:100], many[100:8_500], many[8_500:]) == (whole, n_hands)


def test_rejections_are_counted_by_kind_up_to_an_end():
    cutter = Cutter()
    letters = "abcdefghijklmnopqrstuvwxyz"
    reasons = [f"{one}{two}{three}" for one in letters for two in letters for three in "abc"]
    assert list(cutter.parts(("x", Rejected("x", 1, reason)) for reason in reasons)) == []
    source = cutter.sources["x"]
    assert len(reasons) == sum(source.reasons.values())
    assert (len(source.reasons), len(source.rejected)) == (1001, 1000)
    assert source.reasons[OTHER_REASONS] == len(reasons) - 1000
