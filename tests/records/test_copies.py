"""Copies of hands: found whatever hands stand beside them, in whatever order and parts they come."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import parse_cards
from deluck.games import Action, HoldemDeal, HoldemRules
from deluck.records import Decision, HandColumns, HandRecord
from deluck.records.copies import Copies, digests

GAMES = pytest.mark.parametrize("game", ["holdem", "stud7"])


@GAMES
@settings(max_examples=40)
@given(data=st.data())
def test_copies_have_the_same_digest_beside_any_other_hands(records_of, game, data):
    records = data.draw(records_of(game))
    found = digests(HandColumns.from_records(records))
    assert len(set(found.tolist())) == len(records)
    assert digests(HandColumns.from_records(records[::-1])).tolist() == found[::-1].tolist()
    alone = [int(digests(HandColumns.from_records([record]))[0]) for record in records]
    assert alone == found.tolist()


def test_whatever_differs_makes_another_hand():
    first = HandRecord(
        rules=HoldemRules.acpc_heads_up(),
        deal=HoldemDeal((parse_cards("5d5c"), parse_cards("9hQd"))),
        decisions=(Decision(1, Action.CALL), Decision(0, Action.RAISE), Decision(1, Action.FOLD)),
        payoffs=(10, -10),
        names=("Anna", "Bert"),
        hand_id="7",
    )
    others = [
        replace(first, names=first.names[::-1]),
        replace(first, hand_id="another"),
        replace(first, decisions=(Decision(1, Action.FOLD),), payoffs=(5, -5)),
        replace(first, deal=HoldemDeal((parse_cards("5d5c"), (None, None)))),
    ]
    found = digests(HandColumns.from_records([first, *others, first])).tolist()
    assert len(set(found)) == 5
    assert found[0] == found[-1]
    numbered = digests(HandColumns.from_records([replace(first, hand_id=str(number)) for number in range(2000)]))
    assert len(set(numbered.tolist())) == 2000
    nameless = digests(HandColumns.from_records([replace(first, hand_id="")] * 2))
    assert nameless.tolist() == [0, 0], "hands without an id or a time are never called copies"


@settings(max_examples=40)
@given(data=st.data())
def test_copies_are_found_in_parts_of_any_size(records_of, data):
    records = data.draw(records_of("holdem"))
    chosen = data.draw(st.lists(st.sampled_from(records), min_size=1, max_size=60))
    copies, found, place = Copies(), [], 0
    while place < len(chosen):
        size = data.draw(st.integers(1, 7))
        found += copies.find(HandColumns.from_records(chosen[place : place + size])).tolist()
        place += size
    ids = [record.hand_id for record in chosen]
    assert found == [each in ids[:number] for number, each in enumerate(ids)]
    assert copies.n == len(chosen) - len(set(ids))
