"""Our own JSON lines: written by the documented lines, by us, by anybody; read back equal, or refused by name."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import deluck
from deluck.errors import FormatError
from deluck.formats import Rejected, json_lines, read_columns, read_hands, read_text
from deluck.games import Action, HoldemRules, Structure
from deluck.records import Decision, HandRecord, validate

from .conftest import random_no_limit

ROOT = Path(__file__).parents[2]

HAND = {
    "deluck": 1,
    "id": "h-1",
    "game": "no-limit",
    "blinds": [50, 100],
    "players": ["gpt", "claude", "gemini"],
    "button": 1,
    "stacks": [20000, 10000, 5000],
    "cards": ["AsKd", "7h7c", "9c4d"],
    "board": "2c9dQh",
    "actions": [[1, "raise", 250], [2, "fold"], [0, "call"], [0, "check"], [1, "bet", 300], [0, "fold"]],
    "payoffs": [-250, 300, -50],
}


def parsed(**changes) -> HandRecord:
    return json_lines.parse_line(json.dumps(HAND | changes))


def without(*names: str) -> dict:
    return {name: value for name, value in HAND.items() if name not in names}


def test_seats_are_put_in_order_of_position():
    hand = parsed()
    validate(hand)
    assert hand.names == ("gemini", "gpt", "claude")
    assert hand.stacks == (5000, 20000, 10000)
    assert hand.payoffs == (-50, -250, 300)
    assert hand.decisions == (
        Decision(2, Action.RAISE, 250),
        Decision(0, Action.FOLD),
        Decision(1, Action.CALL),
        Decision(1, Action.CALL),
        Decision(2, Action.RAISE, 300),
        Decision(1, Action.FOLD),
    )
    assert hand.rules == HoldemRules.no_limit(3)
    assert hand.hand_id == "h-1"


def test_names_may_stand_for_indices_and_the_last_player_has_the_button_if_nobody_else_does():
    named = [[HAND["players"][player], *rest] for player, *rest in HAND["actions"]]
    assert parsed(actions=named) == parsed()
    line = json.dumps(without("button") | {"players": ["gemini", "gpt", "claude"], "stacks": [5000, 20000, 10000]})
    assert json_lines.parse_line(line).names == ("gemini", "gpt", "claude")


def test_without_payoffs_the_cards_decide():
    actions = [*HAND["actions"][:3], *[[0, "check"], [1, "check"]] * 3]
    hand = json_lines.parse_line(json.dumps(without("payoffs") | {"actions": actions, "board": "2c9dQh3s8s"}))
    assert hand.payoffs == (-50, -250, 300)
    line = json.dumps(without("payoffs") | {"actions": actions, "board": "2c9dQh3s8s", "cards": ["", "7h7c", ""]})
    with pytest.raises(FormatError, match="no showdown: a card of seat 1"):
        json_lines.parse_line(line)


def test_all_in_is_a_raise_to_everything_or_a_call():
    actions = [[1, "all-in"], [2, "all-in"], [0, "fold"]]
    hand = parsed(actions=actions, board="2c9dQh3s8s", payoffs=[-100, -5000, 5100])
    validate(hand)
    assert hand.decisions[:2] == (Decision(2, Action.RAISE, 10000), Decision(0, Action.CALL))


def test_every_field_has_its_place():
    hand = parsed(
        time="2026-05-04T03:02:01+02:00",
        site="arena",
        table=7,
        tournament="t",
        currency="$",
        chips_per_unit=100,
        hero=0,
        ante=10,
        rake=5,
        payoffs=["-260", 315, -60],
        outside=[0, -5, 5],
        rules={"may_fold_unbet": True},
    )
    assert hand.time.isoformat() == "2026-05-04T01:02:01+00:00"
    assert (hand.site, hand.table, hand.tournament, hand.currency) == ("arena", "7", "t", "$")
    assert (hand.chips_per_unit, hand.hero, hand.rake, hand.rules.ante) == (100, 1, 5, 10)
    assert hand.outside == (5, 0, -5)
    assert hand.rules.may_fold_unbet


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"deluck": 2}, "expected an object with 'deluck': 1"),
        ({"game": "omaha"}, "no betting structure 'omaha'"),
        ({"blinds": [50]}, "1 blinds"),
        ({"blinds": [50, 100.5]}, "blinds is 100.5 (expected whole chips)"),
        ({"players": ["a"]}, "1 players"),
        ({"players": ["a", 3]}, "expected texts"),
        ({"players": "abc"}, 'players is "abc" (expected a list)'),
        ({"button": 3}, "the button at player 3"),
        ({"button": True}, "button is true (expected a whole number)"),
        ({"stacks": [1, 2]}, "2 stacks (expected 3, one per player)"),
        ({"stacks": [1e999, 2, 3]}, "stacks is Infinity"),
        ({"cards": ["AsAs", "", ""]}, "twice"),
        ({"cards": ["As", "XxYy", ""]}, "(expected cards such as 'Td')"),
        ({"cards": ["AsKdQh", "", ""]}, "a deal of"),
        ({"board": "2c9d2c"}, "twice"),
        ({"actions": [[1, "jump"]]}, "action 1 is"),
        ({"actions": [[1, "fold", 5]]}, "expected an amount with a bet or raise only"),
        ({"actions": [[9, "fold"]]}, "no player '9'"),
        ({"actions": [["nobody", "fold"]]}, "no player 'nobody'"),
        ({"actions": [[True, "fold"]]}, "no player 'True'"),
        ({"actions": ["fold"]}, "action 1 is fold"),
        ({"payoffs": [1, 2, "x"]}, "a payoff of 'x'"),
        ({"payoffs": [1, 2, 3]}, "make 6"),
        ({"rules": {"x": 1}}, "rules.x is 1"),
        ({"rules": {"min_bet": "1"}}, "rules.min_bet is 1"),
        ({"rules": {"bet_sizes": [1, 1, 2, 2]}}, "bet sizes"),
        ({"forced": {"blinds": [1, 2, -3]}}, "expected 3 numbers of chips"),
        ({"hero": 3}, "no player '3'"),
        ({"time": "yesterday"}, "not a time: 'yesterday'"),
        ({"rake": 7}, "expected minus the rake, -7"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_was_expected(changes, reason):
    with pytest.raises(FormatError, match=re.escape(reason)):
        parsed(**changes)


def test_a_bad_line_costs_one_hand():
    good = json.dumps(HAND)
    first, broken, not_json, list_, last = read_text(
        "\n".join([good, json.dumps(HAND | {"payoffs": [1, -1, 0]}), "{", "[]", good])
    )
    assert first == last == parsed()
    assert [hand.line for hand in (broken, not_json, list_)] == [2, 3, 4]
    assert "payoffs" in broken.reason
    assert "not JSON" in not_json.reason


# probabilities


def test_probabilities_go_along_with_the_record():
    likely = {(Action.FOLD, None): 0.1, (Action.CALL, None): 0.6, (Action.RAISE, 900): 0.3}
    actions = [list(action) for action in HAND["actions"]]
    actions[2] = [0, "call", None, {"fold": 0.1, "call": 0.6, "raise 900": 0.3}]
    line = json.dumps(HAND | {"actions": actions})
    assert json_lines.parse_line(line) == parsed()
    ((number, (record, found)),) = json_lines.parse_with_probabilities([(7, line)])
    assert (number, record) == (7, parsed())
    assert found == (None, None, likely, None, None, None)
    written = json_lines.format_hand(record, found)
    assert list(json_lines.parse_with_probabilities([(1, written)])) == [(1, (record, found))]


@pytest.mark.parametrize(
    ("likely", "reason"),
    [
        ({"fold": 0.5, "call": 0.4}, "make 0.9"),
        ({"fold": 1}, "action 3 was taken, but is not among its probabilities"),
        ({"fold": 1, "call": 0}, "action 3 was taken, but is not among its probabilities"),
        ({"fold": -1, "call": 2}, "a probability of -1"),
        ({"fold": "x"}, "a probability of x"),
        ({"call 5": 1}, "a probability of 'call 5'"),
        ({"jump": 1}, "a probability of 'jump'"),
        ([1], "expected an object"),
    ],
)
def test_probabilities_that_are_none_are_refused(likely, reason):
    actions = [list(action) for action in HAND["actions"]]
    actions[2] = [0, "call", None, likely]
    ((_, error),) = json_lines.parse_with_probabilities([(1, json.dumps(HAND | {"actions": actions}))])
    assert isinstance(error, FormatError)
    assert reason in str(error)


# the documented lines


def test_the_twenty_lines_of_the_documents_write_a_log_that_is_read(tmp_path, monkeypatch):
    text = (ROOT / "docs" / "formats.md").read_text()
    (code,) = re.findall(r"```python\n(import json.*?)```", text, re.DOTALL)
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 20
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(code, names)
    names["log"].write(
        players=["a", "b"],
        stacks=[2000, 2000],
        button=1,
        cards=["AsKd", "7h7c"],
        board="2c9dQh3s8s",
        actions=[[1, "call"], [0, "check"], *[[0, "check"], [1, "check"]] * 3],
        payoffs=[-100, 100],
        id="2",
    )
    names["log"].file.close()
    first, second = read_hands(tmp_path / "match.jsonl")
    assert (first.names, first.payoffs) == (("claude", "gemini", "gpt"), (-50, -100, 150))
    assert (second.names, second.payoffs) == (("a", "b"), (-100, 100))
    (columns,) = read_columns(tmp_path / "match.jsonl")
    assert list(columns) == [first, second]
    found = deluck.assess(tmp_path / "match.jsonl", player="gpt")
    assert (found.n_hands, found.n_others, found.structure) == (1, 1, "no-limit")
    assert found.estimators["money"].total == pytest.approx(1.5)  # the blinds, in big blinds
    assert found.estimators["divat_nl"].n == 1


def test_the_documented_fields_are_those_that_are_written():
    text = (ROOT / "docs" / "formats.md").read_text()
    table = text.split("| field |")[1].split("\n\n")[0]
    documented = {name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    seen = set()
    for seed in range(300):
        seen |= set(json_lines.encode(random_no_limit(seed)[1]))
    assert seen <= documented
    assert documented - seen <= {"deluck", "button", "usage", "other_boards", "currency", "chips_per_unit", "rake"}


# round trips and fuzzing


@settings(deadline=None)
@given(seed=st.integers(0, 2**32))
def test_hands_come_back_as_they_were_written(random_record, seed):
    for record in (random_record(seed), random_no_limit(seed)[1]):
        line = json_lines.format_hand(record)
        assert "\n" not in line
        assert json_lines.looks_like(line)
        assert json_lines.parse_line(line) == record


def test_stud_is_refused(random_record):
    with pytest.raises(FormatError, match="it is a stud hand"):
        json_lines.format_hand(random_record(3, "stud7"))


def test_pot_limit_and_limit_are_written_by_name(random_record):
    assert json.loads(json_lines.format_hand(random_record(1)))["game"] == "limit"
    record = next(
        each for seed in range(9) if (each := random_no_limit(seed)[1]).rules.structure is Structure.POT_LIMIT
    )
    assert json.loads(json_lines.format_hand(record))["game"] == "pot-limit"


def mutated(rng: random.Random, value):
    """Return JSON with something in it changed."""
    if rng.random() < 0.2 or not isinstance(value, dict | list) or not value:
        return rng.choice(
            [None, True, -1, 0, 1.5, 10**20, 1e308, "", "x", [], {}, [1], {"a": 1}, [[1, "fold"]], "AsKd", value]
        )
    if isinstance(value, dict):
        key = rng.choice(list(value))
        if rng.random() < 0.15:
            return {name: each for name, each in value.items() if name != key}
        return value | {key: mutated(rng, value[key])}
    place = rng.randrange(len(value))
    if rng.random() < 0.3:
        return value[:place] + value[place:][: rng.randint(0, 2)] + value[place:]
    return [*value[:place], mutated(rng, value[place]), *value[place + 1 :]]


@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_mutated_hands_are_read_or_refused_by_name(seed):
    rng = random.Random(seed)
    fields = {"deluck": 1, **json_lines.encode(random_no_limit(seed)[1])}
    for _ in range(3):
        fields = mutated(rng, fields)
    for hand in read_text('{"deluck": 1}\n' + json.dumps(fields)):
        assert isinstance(hand, Rejected | HandRecord)
        if isinstance(hand, Rejected):
            assert "reading it failed" not in hand.reason, hand.reason
        else:
            validate(hand)
