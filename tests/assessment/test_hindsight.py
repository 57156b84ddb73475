"""Prices in hindsight of games that are not heads-up limit: from the values to decisions, leaks and examples."""

import random
from dataclasses import replace

import numpy as np
import pytest

import deluck
from deluck.assessment import assess
from deluck.estimators import Context
from deluck.estimators.prices import decision_prices
from deluck.games import Action, HoldemRules, position_names
from deluck.records import HandColumns, walk
from deluck.values.building import Part, value_part

from .test_no_limit import NAMES, play, turning

STRUCTURES = {"no-limit": HoldemRules.no_limit, "pot-limit": HoldemRules.pot_limit, "limit": HoldemRules.limit}


def part_of(hands):
    return Part(hands, ("a",), np.zeros(len(hands), np.int32), np.arange(len(hands)))


@pytest.fixture(scope="module", params=STRUCTURES)
def played(request):
    """Return hands of three and more seats of a structure."""
    return turning(150, 31, STRUCTURES[request.param], seats=(3, 4, 6, 10))


@pytest.fixture(scope="module")
def found(played):
    return assess(HandColumns.from_records(played), player="Bert")


def test_every_decision_of_the_table_has_the_price_of_its_family(played):
    hands = HandColumns.from_records(played)
    decisions = walk(hands)
    prices = decision_prices(hands, decisions)
    table = value_part(part_of(hands), Context()).decisions
    assert set(table["family"].to_pylist()) == {"prices"}
    assert table["price"].to_numpy() == pytest.approx(prices.to_actors, abs=0)
    assert set(table["baseline_action"].to_pylist()) <= {"fold", "check", "call"}, "it never bets"


def test_heads_up_prices_and_luck_are_the_money_of_both_seats():
    hands = HandColumns.from_records(turning(200, 32, seats=(2,)))
    tables = value_part(part_of(hands), Context())
    seats = {name: tables.seats[name].to_numpy().reshape(-1, 2) for name in ("money", "board_luck", "start_value")}
    rows, by = tables.decisions["row"].to_numpy(), tables.decisions["seat"].to_numpy()
    total = seats["board_luck"] + seats["start_value"]
    for seat in (0, 1):
        net = np.where(by == seat, 1, -1) * tables.decisions["price"].to_numpy()
        total[:, seat] += np.bincount(rows, net, minlength=len(hands))
    assert np.abs(total - seats["money"]).max() < 1e-9


def test_decisions_are_counted_by_who_made_them(played, found):
    hands = HandColumns.from_records(played)
    decisions = walk(hands)
    prices = decision_prices(hands, decisions)
    bert = hands.players == hands.names.index("Bert")
    with_bert = bert.any(axis=1)[decisions.hands]
    own = bert[decisions.hands, decisions.seats]
    assert found.decisions.families == {"prices": own.sum()}
    assert found.n_assessed == found.n_hands == bert.any(axis=1).sum()
    assert found.decisions.in_hindsight
    assert found.decisions.n == sum(cell.n for cell in found.decisions.own) == own.sum()
    assert found.decisions.own_value == pytest.approx(prices.to_actors[own].sum())
    assert found.decisions.n_as_baseline == (prices.actions == decisions.actions)[own].sum()
    assert sum(cell.n for cell in found.decisions.opponents) == (with_bert & ~own).sum()
    to_bert = prices.to_seats[np.arange(len(decisions)), bert.argmax(axis=1)[decisions.hands]]
    assert found.decisions.opponents_value == pytest.approx(to_bert[with_bert & ~own].sum())
    given_away = sum(cell.value for cell in found.decisions.opponents)
    assert given_away == pytest.approx(-prices.to_actors[with_bert & ~own].sum())
    assert sum(leak.total for leak in found.leaks) == pytest.approx(found.decisions.own_value)


def test_leaks_are_divided_by_position(played, found):
    hands = HandColumns.from_records(played)
    decisions = walk(hands)
    prices = decision_prices(hands, decisions)
    expected = {}
    for place, (row, seat) in enumerate(zip(decisions.hands.tolist(), decisions.seats.tolist(), strict=True)):
        if hands.names[hands.players[row, seat]] == "Bert" and decisions.streets[place] == 0:
            position = position_names(int(hands.n_seats[row]))[seat]
            if decisions.actions[place] == Action.FOLD and prices.actions[place] == Action.CALL:
                expected.setdefault(position, []).append(prices.to_actors[place])
    for position, values in expected.items():
        chosen = [
            leak
            for leak in found.leaks
            if (leak.position, leak.round, leak.action) == (position, "preflop", "fold")
            and leak.baseline_action != "fold"
        ]
        assert sum(leak.n for leak in chosen) == len(values)
        assert sum(leak.total for leak in chosen) == pytest.approx(sum(values))
    assert expected


def test_named_decisions_show_amounts_and_cards(played, found):
    records = {str(number): record for number, record in enumerate(played)}
    named = [*found.decisions.worst, *found.decisions.best]
    assert any(each.amount for each in named)
    for each in named:
        record = records[each.hand_id]
        seat = record.names.index("Bert")
        bets = {move.amount / record.rules.unit for move in record.decisions if move.amount and move.seat == seat}
        if record.rules.is_limit:
            assert (each.amount is None) == (each.action not in ("bet", "raise"))
        else:
            assert each.amount is None or each.amount in bets
        assert each.family == "prices"
        assert each.seat == each.position
        assert each.cards.startswith(deluck.cards.format_cards(record.deal.holes[seat]))
        n_letters = sum(len(street.split(" ")) for street in each.betting.split("/") if street)
        assert n_letters == len(record.decisions)
    example = found.examples[named[0].row]
    assert set(example.values) >= {"money", "board_luck", "start_value"}
    assert example.streets[0].luck == example.values["start_value"]


def test_heads_up_limit_keeps_the_prices_of_divat(play_random):
    records = play_random(40, 33, names=("Anna", "Bert"))
    three = play_random(40, 34, n_seats=3, names=("Anna", "Bert", "Cleo"))
    alone = assess(HandColumns.from_records(records))
    both = assess([HandColumns.from_records(records), HandColumns.from_records(three)], player="Anna")
    assert set(alone.decisions.families) == {"divat"}
    assert set(both.decisions.families) == {"divat", "prices"}
    assert {leak.position for leak in alone.leaks} == {""}
    without_p = [
        [replace(leak, adjusted_p=0.0) for leak in found.leaks if not leak.position] for found in (alone, both)
    ]
    assert without_p[0] == without_p[1], "adjusted for how many kinds there are, alone or beside others"
    assert both.n_assessed == 80


def test_decisions_of_sources_that_hide_cards_are_not_counted():
    rng = random.Random(35)
    records = [
        play(rng, HoldemRules.no_limit(3), (3000,) * 3, names=NAMES[:3], hand_id=str(number), hide=0.5)
        for number in range(60)
    ]
    hands = HandColumns.from_records(records)
    known = (hands.cards >= 0).all(axis=(1, 2))
    assert 0 < known.sum() < 60
    found = assess(hands)
    assert (found.n_assessed, found.decisions.n, found.leaks, found.examples) == (0, 0, (), {})
    shown = assess([("shown", hands[known]), ("hidden", hands[~known])])
    assert shown.n_assessed == known.sum()
    assert shown.decisions.n > 0
    assert set(shown.decisions.families) == {"prices"}
