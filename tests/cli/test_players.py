import json

from deluck.players import PLAYERS, make_player


def test_players_are_listed_one_a_line(deluck):
    code, out, _ = deluck("players")
    assert code == 0
    assert len(out.splitlines()) == len(PLAYERS)
    for line, kind in zip(out.splitlines(), PLAYERS.values(), strict=True):
        assert line.startswith(kind.usage)
        assert line.endswith(kind.summary)
        assert make_player(line.split()[0]).name == kind.name


def test_players_json(deluck):
    code, out, _ = deluck("players", "--json")
    found = json.loads(out)["kinds"]
    assert code == 0
    assert [each["name"] for each in found] == list(PLAYERS)
    assert found[3]["options"] == {"fold": "1/3", "call": "1/3", "raise": "1/3", "sizes": "min/half/pot/all-in"}
