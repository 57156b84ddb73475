"""Matches of language models: pokerbench's documents, llm-poker-arena's lines, and what the models spent."""

import copy
import gzip
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.formats import Rejected, json_lines, llm_poker_arena, pokerbench, read_columns, read_hands, read_text
from deluck.formats.usage import Usage, read_usage
from deluck.games import Action, HoldemRules
from deluck.records import HandRecord, validate

from .test_json_lines import HAND as JSON_LINES_HAND
from .test_json_lines import mutated


def said(player: str, word: str, chips: int = 0, **others) -> dict:
    told = {"type": "player_action", "player": player, "action": word, "amount": chips, "chips_added": chips}
    return (
        told
        | {"pot_before": 150, "thought": "I  think so", "valid": True, "cost": 0.25, "reasoning_tokens": 7}
        | others
    )


GAME = {
    "game_id": "04dd9358",
    "timestamp": 1772626191.5,
    "config": {"hands": 2, "start_stack": 10000},
    "players": ["Pro", "Flash", "Mini"],
    "hands": [
        {
            "hand_number": 1,
            "dealer": "Pro",
            "pre_hand_stacks": {"Pro": 10000, "Flash": 10000, "Mini": 5000},
            "hole_cards": {
                "Pro": ["SIX OF HEARTS (6h)", "FOUR OF CLUBS (4c)"],
                "Flash": ["TEN OF HEARTS (Th)", "FOUR OF DIAMONDS (4d)"],
                "Mini": ["ACE OF HEARTS (Ah)", "ACE OF DIAMONDS (Ad)"],
            },
            "board": [],
            "actions": [
                {"type": "street_event", "street": "PRE-FLOP", "cards": []},
                said("Pro", "raise", 300),
                said("Flash", "fold", thought=""),
                said("Mini", "call", 200, amount=300),
                {"type": "street_event", "street": "FLOP", "cards": ["2c", "3d", "NINE OF HEARTS (9h)"]},
                said("Mini", "check"),
                said("Pro", "bet", 400),
                said("Mini", "raise", 1000),
                {"type": "error", "player": "Pro", "message": "not allowed"},
            ],
            "results": [
                {"player": "Flash", "net_gain": -50, "winner": False},
                {"player": "Mini", "net_gain": 750, "winner": True},
                {"player": "Pro", "net_gain": -700, "winner": False},
            ],
        },
        {
            "hand_number": 2,
            "dealer": "Flash",
            "pre_hand_stacks": {"Flash": 9950, "Mini": 5750},
            "hole_cards": {"Flash": ["6h", "4c"], "Mini": ["Ah", "Ad"]},
            "board": [],
            "actions": [said("Flash", "check", 50, amount=100), said("Mini", "raise", 200), said("Flash", "fold")],
            "results": [{"player": "Flash", "net_gain": -100}, {"player": "Mini", "net_gain": 100}],
        },
    ],
}


def test_games_of_pokerbench():
    for text in (json.dumps(GAME, indent=2), json.dumps(GAME)):
        first, second = read_text(text)
        assert first.names == ("Flash", "Mini", "Pro")
        assert first.payoffs == (-50, 750, -700)
        assert first.rules == HoldemRules.no_limit(3)
        assert [each.amount for each in first.decisions if each.action is Action.RAISE] == [300, 400, 1000]
        assert (first.hand_id, first.table, first.site) == ("04dd9358-1", "04dd9358", "pokerbench")
        assert first.time.isoformat() == "2026-03-04T12:09:51.500000+00:00"
        assert None not in [card for hole in first.deal.holes for card in hole]
        assert second.names == ("Mini", "Flash")
        assert second.decisions[0].action is Action.CALL


def test_hands_of_a_game_have_lines():
    text = json.dumps(GAME, indent=2)
    numbers = [number for number, _ in pokerbench.parse(enumerate(text.split("\n"), start=1))]
    assert [text.split("\n")[number - 1].strip() for number in numbers] == ['"hand_number": 1,', '"hand_number": 2,']
    tricky = copy.deepcopy(GAME)
    tricky["hands"][0]["actions"][1]["thought"] = 'so "hand_number": 7 it is'
    assert [number for number, _ in pokerbench.parse([(1, json.dumps(tricky))])] == [1, 1]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda hand: hand.update(dealer="Nobody"), "the dealer 'Nobody' has no stack"),
        (lambda hand: hand["pre_hand_stacks"].update(Pro="x"), 'pre_hand_stacks is "x"'),
        (lambda hand: hand["results"].pop(), "results of 2 players (expected 3)"),
        (lambda hand: hand["results"][0].update(net_gain=-60), "make -10"),
        (lambda hand: hand["results"][0].update(net_gain=750) or hand["results"][1].update(net_gain=-50), "payoffs"),
        (lambda hand: hand["actions"][3].update(chips_added=100), "calls 100 (expected 200)"),
        (lambda hand: hand["actions"][3].update(action="jump"), "no such action: 'jump'"),
        (lambda hand: hand["actions"][3].update(player="Nobody"), "an action of 'Nobody'"),
        (lambda hand: hand["hole_cards"].update(Pro=["x"]), "expected cards such as 'Td'"),
        (lambda hand: hand.pop("actions"), "actions is missing"),
    ],
)
def test_a_hand_of_a_game_that_does_not_add_up_is_refused(change, reason):
    game = copy.deepcopy(GAME)
    change(game["hands"][0])
    rejected, hand = read_text(json.dumps(game))
    assert isinstance(hand, HandRecord)
    assert reason in rejected.reason


def test_documents_that_are_no_games(monkeypatch):
    (rejected,) = read_text('{"pre_hand_stacks": 1')
    assert "not JSON" in rejected.reason
    (rejected,) = read_text('{"pre_hand_stacks": 1}')
    assert "hands is missing" in rejected.reason
    (rejected,) = read_text('{"pre_hand_stacks": 1, "hands": ' + "[" * 100_000)
    assert "not JSON" in rejected.reason
    monkeypatch.setattr(pokerbench, "MOST_DOCUMENT_BYTES", 1000)
    (rejected,) = read_text(json.dumps(GAME))
    assert "a game of more than" in rejected.reason


# llm-poker-arena


def acted(seat: int, word: str, street: str = "preflop", amount: int | None = None) -> dict:
    return {"action_type": word, "amount": amount, "is_forced_blind": False, "seat": seat, "street": street}


def arena_hand(number: int = 0, **others) -> dict:
    """Return a hand in which seat 1 has the button and the blinds sit in 2 and 0."""
    return {
        "actions": [
            acted(1, "raise_to", amount=300),
            acted(2, "fold"),
            acted(0, "call"),
            acted(0, "check", "flop"),
            acted(1, "bet", "flop", 400),
            acted(0, "all_in", "flop"),
            acted(1, "fold", "flop"),
        ],
        "bb_seat": 0,
        "button_seat": 1,
        "community": ["5h", "4d", "8d"],
        "hand_id": number,
        "hole_cards": {"0": ["Ad", "Tc"], "1": ["4h", "3d"], "2": ["3s", "2c"]},
        "result": {"net_pnl": {"0": 750, "1": -700, "2": -50}},
        "sb_seat": 2,
        "started_at": "2026-04-27T22:06:57.119Z",
        "starting_stacks": {"0": 10000, "1": 10000, "2": 10000},
    } | others


META = {
    "session_id": "demo",
    "seat_assignment": {"0": "anthropic:claude", "1": "openai:gpt", "2": "plain"},
    "session_config": {"sb": 50, "bb": 100},
    "total_tokens": {"0": {"input_tokens": 100, "output_tokens": 7}},
    "estimated_cost_breakdown": {"per_seat": {"0": {"total_usd": 0.5}}},
    "retry_summary_per_seat": {"1": {"illegal_action_retry_count": 2}},
}


@pytest.fixture
def match(tmp_path):
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "meta.json").write_text(json.dumps(META))
    (folder / "config.json").write_text("{}")
    lines = [json.dumps(arena_hand(number)) for number in range(3)]
    (folder / "canonical_private.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def test_matches_of_the_arena_take_names_and_blinds_from_beside(match):
    hands = list(read_hands(match))
    assert [hand.hand_id for hand in hands] == ["demo-0", "demo-1", "demo-2"]
    hand = hands[0]
    assert hand.names == ("plain", "claude", "gpt")
    assert hand.payoffs == (-50, 750, -700)
    assert (hand.rules, hand.table, hand.site) == (HoldemRules.no_limit(3), "demo", "llm-poker-arena")
    assert hand.decisions[5].amount == 9700
    packed = match / "canonical_private.jsonl.gz"
    packed.write_bytes(gzip.compress((match / "canonical_private.jsonl").read_bytes()))
    (match / "canonical_private.jsonl").unlink()
    assert list(read_hands(match)) == hands
    (columns,) = read_columns(match)
    assert list(columns) == hands


def test_without_companions_seats_are_numbers_and_blinds_what_was_lost_by_folding():
    folds = [acted(1, "raise_to", amount=300), acted(2, "fold"), acted(0, "fold")]
    fold = arena_hand(7, actions=folds, community=[], result={"net_pnl": {"0": -100, "1": 150, "2": -50}})
    first, second = read_text("\n".join(json.dumps(hand) for hand in (arena_hand(), fold)))
    assert first.names == ("seat 2", "seat 0", "seat 1")
    assert second.payoffs == (-50, -100, 150)
    (rejected,) = read_text(json.dumps(arena_hand()))
    assert "the blinds are not known (expected config.json beside the file)" in rejected.reason


def test_hands_in_which_the_lowest_seat_acts_first_after_the_flop_are_recorded_as_played(match):
    actions = [
        acted(1, "call"),
        acted(2, "call"),
        acted(0, "check"),
        acted(0, "bet", "flop", 100),
        acted(1, "fold", "flop"),
        acted(2, "fold", "flop"),
    ]
    hand = arena_hand(actions=actions, result={"net_pnl": {"0": 200, "1": -100, "2": -100}})
    (match / "canonical_private.jsonl").write_text(json.dumps(hand))
    (found,) = read_hands(match)
    assert found.names == ("claude", "gpt", "plain")
    assert found.forced.blinds == (100, 0, 50)
    assert found.payoffs == (200, -100, -100)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"button_seat": 9}, "seat 9 was not dealt in"),
        ({"starting_stacks": {"0": "x", "1": 1, "2": 1}}, 'starting_stacks is "x"'),
        ({"hole_cards": {"0": ["Ad", "Ad"], "1": [], "2": []}}, "a deal of"),
        ({"result": {"net_pnl": {"0": 1, "1": 2, "2": 3}}}, "make 6"),
        ({"actions": [acted(1, "jump")]}, "no such action: 'jump'"),
        ({"actions": [acted(0, "fold")]}, "out of turn"),
        ({"actions": []}, "stops after 0 actions"),
    ],
)
def test_an_arena_hand_that_does_not_add_up_is_refused(match, change, reason):
    path = match / "canonical_private.jsonl"
    path.write_text("\n".join(json.dumps(hand) for hand in (arena_hand(), arena_hand() | change, arena_hand())))
    first, rejected, last = read_hands(match)
    assert first == last
    assert reason in rejected.reason


# what was spent


def test_thoughts_tokens_and_costs_are_counted_and_no_part_of_records(tmp_path, match):
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(json.dumps(GAME).encode()))
    found = read_usage(path)
    assert found["Flash"] == Usage(n_decisions=3, n_thoughts=2, n_thought_words=6, reasoning_tokens=21, cost=0.75)
    assert found["Pro"].n_refused == 1
    assert "think" not in repr(list(read_hands(path)))
    found = read_usage(match)
    assert found["claude"] == Usage(n_decisions=9, input_tokens=100, output_tokens=7, cost=0.5)
    assert found["gpt"] == Usage(n_decisions=9, n_refused=2)
    own = tmp_path / "own.jsonl"
    usage = [{"thoughts": 2, "cost": 0.125}, {}, {"input_tokens": 5, "reasoning_tokens": "many"}]
    own.write_text("\n".join([json.dumps(JSON_LINES_HAND | {"usage": usage}), "{", json.dumps(JSON_LINES_HAND)]))
    assert read_usage(own)["gpt"] == Usage(n_decisions=6, n_thoughts=2, cost=0.125)
    assert read_usage(own)["gemini"] == Usage(n_decisions=2, input_tokens=5)
    assert json_lines.parse_line(json.dumps(JSON_LINES_HAND | {"usage": usage})) == json_lines.parse_line(
        json.dumps(JSON_LINES_HAND)
    )
    assert read_usage(tmp_path / "nothing") == {}


# fuzzing


def check(hands) -> None:
    for hand in hands:
        assert isinstance(hand, Rejected | HandRecord)
        if isinstance(hand, HandRecord):
            validate(hand)
        else:
            assert "reading it failed" not in hand.reason, hand.reason


@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_mutated_games_are_read_or_refused_by_name(seed):
    rng = random.Random(seed)
    game: object = copy.deepcopy(GAME)
    for _ in range(4):
        game = mutated(rng, game)
    text = json.dumps(game)
    if pokerbench.looks_like(text):
        check(read_text(text))
    hand: object = arena_hand()
    for _ in range(3):
        hand = mutated(rng, hand)
    folds = json.dumps(arena_hand(actions=[acted(1, "raise_to", amount=300), acted(2, "fold"), acted(0, "fold")]))
    text = f"{folds}\n{json.dumps(hand)}"
    assert llm_poker_arena.looks_like(text)
    check(read_text(text))
