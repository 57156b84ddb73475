import json

from deluck.players import PLAYERS, make_player


def test_players_are_listed_with_their_options(deluck):
    code, out, _ = deluck("players")
    assert code == 0
    lines = out.splitlines()
    for kind in PLAYERS.values():
        first = lines.index(f"{kind.name}: {kind.summary}")
        for line, option in zip(lines[first + 1 :], kind.options.listed(), strict=False):
            default = option.sample if option.has_default else ""
            assert line == f"    - {option.name}={default}: {option.meaning} ({option.form.expected})"


def test_players_json(deluck):
    code, out, _ = deluck("players", "--json")
    found = json.loads(out)["kinds"]
    assert code == 0
    assert [each["name"] for each in found] == list(PLAYERS)
    options = {each["name"]: each["options"] for each in found}
    assert [option["default"] for option in options["random"]] == ["1/3", "1/3", "1/3", "min/half/pot/all-in"]
    assert options["loki2"][2] == {
        "name": "seconds",
        "default": None,
        "example": "1",
        "meaning": "with S: the most time per decision, roughly; play then cannot be reproduced",
        "expected": "a number above 0",
    }
    for each in found:
        assert make_player(each["example"]).name == each["name"]
