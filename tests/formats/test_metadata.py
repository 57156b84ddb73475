"""When, where and how fast a hand was played: through every format that is written, and from those that are only read.

Text histories of sites are in `test_sites` (``WHERE``), the way on to Parquet and the values in
`tests/values/test_metadata`.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from deluck.cards import parse_cards
from deluck.formats import (
    format_line,
    format_phh,
    json_lines,
    open_hand_history,
    pokerstars,
    read_columns,
    read_hands,
    read_parquet,
    read_text,
    write_parquet,
)
from deluck.games import Action, HoldemDeal, HoldemRules, Structure
from deluck.records import Decision, HandColumns, HandRecord

CASH = HandRecord(
    rules=HoldemRules(n_seats=2, small_blind=50, big_blind=100, structure=Structure.NO_LIMIT),
    deal=HoldemDeal((parse_cards("5d5c"), (None, None))),
    decisions=(Decision(1, Action.FOLD),),
    payoffs=(50, -50),
    names=("Anna", "Bert"),
    stacks=(10_000, 10_000),
    hand_id="20240506",
    currency="€",
    chips_per_unit=100,
    time=datetime(2024, 5, 6, 22, 8, 9, tzinfo=UTC),
    site="PokerStars",
    table="Aludra II",
    speed="fast-fold",
    hero=0,
)
TOURNAMENT = replace(CASH, currency="", chips_per_unit=1, tournament="12345", level="IV", speed="hyper-turbo")
WRITERS = {
    "phh": format_phh,
    "json-lines": json_lines.format_hand,
    "ohh": open_hand_history.format_hand,
    "pokerstars": pokerstars.format_hand,
}


@pytest.mark.parametrize("hand", [CASH, TOURNAMENT], ids=["cash", "tournament"])
@pytest.mark.parametrize("name", WRITERS)
def test_whatever_is_written_comes_back_in_records_columns_and_parquet(tmp_path, name, hand):
    if (name, hand) == ("pokerstars", TOURNAMENT):
        hand = replace(hand, speed="")  # which the site's first line does not say
    path = tmp_path / "hands"
    path.write_text(WRITERS[name](hand))
    (record,) = read_hands(path)
    (columns,) = read_columns(path)
    write_parquet(tmp_path / "hands.parquet", [columns])
    (stored,) = read_parquet(tmp_path / "hands.parquet")
    assert isinstance(columns, HandColumns)
    assert [record, columns[0], stored[0]] == [hand] * 3


def test_a_level_that_is_a_number_is_phhs_own_field():
    text = format_phh(replace(TOURNAMENT, level="12", speed=""))
    assert "level = 12\n" in text
    assert list(read_text(text)) == [replace(TOURNAMENT, level="12", speed="")]


def test_an_acpc_line_has_the_number_and_the_time_of_the_hand_alone():
    plain = replace(CASH, stacks=(20_000,) * 2, currency="", chips_per_unit=1)
    (found,) = read_text(format_line(plain), game="no-limit")
    assert found == replace(plain, site="", table="", speed="", hero=None)


def test_speeds_of_open_hand_histories_are_called_alike():
    for word, speed in (("Normal", ""), ("Turbo", "turbo"), ("Semi-Turbo", "turbo"), ("Super-Turbo", "hyper-turbo")):
        fields = json.loads(open_hand_history.format_hand(replace(TOURNAMENT, level="", speed="")))
        fields["ohh"]["tournament_info"]["speed"] = {"type": word, "round_time": 300}
        (found,) = read_text(json.dumps(fields))
        assert found == replace(TOURNAMENT, level="", speed=speed)


def test_a_time_of_another_zone_is_stored_in_utc():
    text = json_lines.format_hand(CASH).replace("2024-05-06T22:08:09Z", "2024-05-07T00:08:09+02:00")
    assert list(read_text(text)) == [CASH]
    text = format_phh(CASH).replace("22:08:09", "18:08:09").replace('"UTC"', '"America/New_York"')
    assert "America/New_York" in text
    assert list(read_text(text)) == [CASH]


ARENA = {
    "hand_id": 7,
    "started_at": "2026-04-01T10:00:00+02:00",
    "button_seat": 1,
    "sb_seat": 1,
    "bb_seat": 2,
    "starting_stacks": {"1": 10_000, "2": 10_000},
    "hole_cards": {"1": ["As", "Kd"], "2": ["7h", "7c"]},
    "community": [],
    "actions": [{"seat": 1, "street": "preflop", "action_type": "fold"}],
    "result": {"net_pnl": {"1": -50, "2": 50}},
}


def test_matches_of_the_arena(tmp_path):
    (tmp_path / "canonical_private.jsonl").write_text(json.dumps(ARENA) + "\n")
    (tmp_path / "config.json").write_text(json.dumps({"sb": 50, "bb": 100}))
    assigned = {"1": "anthropic:claude", "2": "openai:gpt"}
    (tmp_path / "meta.json").write_text(json.dumps({"session_id": "s9", "seat_assignment": assigned}))
    (hand,) = read_hands(tmp_path)
    assert (hand.hand_id, hand.site, hand.table) == ("s9-7", "llm-poker-arena", "s9")
    assert hand.time == datetime(2026, 4, 1, 8, tzinfo=UTC)
    assert sorted(hand.names) == ["claude", "gpt"]
