"""The JSON of all commands: one schema, one name for one thing."""

import json
import re
from pathlib import Path

import pytest

from deluck.cli.output import print_json
from deluck.version import JSON_SCHEMA

ROOT = Path(__file__).parents[2]
LIMIT = str(ROOT / "examples" / "heads-up-limit.log")
NO_LIMIT = str(ROOT / "examples" / "six-max-no-limit.phhs")
DOCUMENTED = (ROOT / "docs" / "json.md").read_text()
COMMANDS = {
    "metrics": ("metrics", "AdQc", "--board", "3h4cJh"),
    "equity": ("equity", "AcKc", "7h6h"),
    "hand": ("hand", "--p1", "AcKc", "--p2", "7h6h", "--betting", "SlF"),
    "recorded hand": ("hand", LIMIT, "--hand", "17"),
    "no-limit hand": ("hand", NO_LIMIT),
    "replay": ("replay", NO_LIMIT),
    "assess": ("assess", LIMIT),
    "assess no-limit": ("assess", NO_LIMIT),
    "assess all": ("assess", NO_LIMIT, "--all-players"),
    "compare": ("compare", NO_LIMIT, "--players", "steady,loose"),
    "plan": ("plan", "--edge", "5bb/100", "--from", NO_LIMIT),
    "convert": ("convert", LIMIT, "--to", "phh", "--overwrite", "-o", "{folder}/out.phhs"),
    "play": ("play", "always-call", "random", "--hands", "40"),
    "tournament": ("tournament", "always-call", "random", "always-fold", "--seats", "2", "--deals", "20"),
    "strength": ("strength", "always-call", "--boards", "2"),
    "players": ("players",),
    "advise": ("advise", "--hole", "AdQc"),
    "study": ("study", "divat-example"),
    "studies": ("study",),
    "tables status": ("tables", "status"),
    "stud policy": ("stud", "policy", "tight"),
}
TYPES = {  # of every value that has this name, in whatever command
    "schema": int,
    "hands": int,
    "deals": int,
    "rejections": int,
    "rejected": list,
    "rejected_reasons": dict,
    "players": list,
    "results": list,
    "player": str,
    "hand_id": str,
    "unit": str,
    "seed": (int, type(None)),
    "verdict": str,
    "notes": list,
    "rounds": dict,
    "board": str,
    "cards": str,
    "ci95": (list, type(None)),
    "structure": str,
}
GONE = {
    "games",
    "interval95",
    "half_width95",
    "remarks",
    "streets",
    "payoffs",
    "reasons",
    "total_sb",
    "valid",
    "aie",
    "roe",
}


def named(value):
    """Yield every name with its value, however deep."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name, each
            yield from named(each)
    elif isinstance(value, list):
        for each in value:
            yield from named(each)


@pytest.mark.parametrize("name", COMMANDS)
def test_one_schema_and_one_name_for_one_thing(deluck, tmp_path, name):
    arguments = [argument.format(folder=tmp_path) for argument in COMMANDS[name]]
    code, out, _ = deluck(*arguments, "--json")
    found = json.loads(out, parse_constant=pytest.fail)
    assert code == 0
    assert next(iter(found)) == "schema"
    assert found["schema"] == JSON_SCHEMA
    data = found.pop("data", None)  # a study's own numbers
    assert data is None or name == "study"
    for key, value in named(found):
        assert key not in GONE
        if key in TYPES and (found.get(key) is value or not isinstance(value, dict)):
            assert isinstance(value, TYPES[key]), (key, value)
    assert all(isinstance(each, str) for each in found.get("players", []))


def test_all_names_are_explained():
    for name in TYPES:
        assert f"`{name}`" in DOCUMENTED, name
    assert f"`schema` is {JSON_SCHEMA}" in " ".join(DOCUMENTED.split())


def test_every_command_with_json_is_tried(all_commands):
    with_json = {
        name for name, command in all_commands.items() if any("--json" in option.opts for option in command.params)
    }
    tried = {" ".join(words[:2]) if words[0] in ("tables", "stud") else words[0] for words in COMMANDS.values()}
    assert with_json - tried == {"connect", "dealer", "stud read"}  # their own tests see their JSON


def test_what_json_cannot_say_is_null_and_text_is_bounded(capsys):
    print_json({"mean": float("nan"), "ends": (float("-inf"), 1.0), "name": "x" * 10**6, "y" * 10**6: "\x1b[2J"})
    out = capsys.readouterr().out
    found = json.loads(out)
    assert (found["mean"], found["ends"]) == (None, [None, 1.0])
    assert len(out) < 10_000
    assert not re.search(r"[^\x20-\x7e\n]", out)
