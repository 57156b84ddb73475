import json

import pytest

PLAYERS = ("always-call", "always-raise", "always-fold")


def test_tournament_heads_up_prints_a_cross_table(deluck):
    code, out, err = deluck("tournament", *PLAYERS, "--seats", "2", "--deals", "50", "--seed", "3", "--duplicate")
    assert (code, err) == (0, "")
    assert "300 games of holdem, 3 line-ups of 2, 50 deals each, seed 3" in out
    assert "Row against column, sb/game ± 95%" in out
    assert "+0.750 ± 0.000" in out
    assert out.splitlines()[-1].startswith("always-raise did best, ")


def test_tournament_ring_with_copies(deluck):
    code, out, _ = deluck(
        "tournament", *PLAYERS, "--seats", "10", "--deals", "4", "--seed", "3", "--duplicate", "--json"
    )
    found = json.loads(out)
    assert code == 0
    assert (found["seats"], found["lineups"], found["games"]) == (10, 1, 40)
    assert [player["copies"] for player in found["players"]] == [4, 3, 3]
    assert found["against"] == []
    assert sum(player["total_sb"] for player in found["players"]) == pytest.approx(0)


def test_tournament_keeps_logs(deluck, tmp_path):
    folder = tmp_path / "logs"
    first = deluck("tournament", *PLAYERS, "--seats", "2", "--deals", "20", "-o", str(folder))
    assert first[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["lineup-001.log", "lineup-002.log", "lineup-003.log"]
    assert deluck("tournament", *PLAYERS, "--seats", "2", "--deals", "20", "-o", str(folder)) == first


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("always-call",), "1 seats (expected 2 to 10 for hold'em)"),
        (("always-call", "bob"), "no player 'bob'"),
        (("always-call", "random", "--seats", "9", "--game", "stud7"), "9 seats (expected 2 to 8 for seven-card stud)"),
        (("always-call", "random", "--deals", "0"), "0 deals (expected 1 or more)"),
    ],
)
def test_bad_tournaments_give_one_sentence_and_exit_code_2(deluck, arguments, sentence):
    code, out, err = deluck("tournament", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
