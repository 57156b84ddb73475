import json

import pytest

PLAYERS = ("always-call", "always-raise", "always-fold")


def test_tournament_heads_up_prints_a_cross_table(deluck):
    code, out, err = deluck("tournament", *PLAYERS, "--seats", "2", "--deals", "50", "--seed", "3", "--duplicate")
    assert (code, err) == (0, "")
    assert "300 games of holdem, 3 line-ups of 2, 50 deals each, seed 3" in out
    assert "Row against column, sb/game ± 95%" in out
    assert "+0.750 ± 0.000" in out
    assert out.splitlines()[0].startswith("always-raise did best, ")


def test_tournament_ring_with_copies(deluck):
    code, out, _ = deluck(
        "tournament", *PLAYERS, "--seats", "10", "--deals", "4", "--seed", "3", "--duplicate", "--json"
    )
    found = json.loads(out)
    assert code == 0
    assert (found["seats"], found["lineups"], found["hands"]) == (10, 1, 40)
    assert [player["copies"] for player in found["results"]] == [4, 3, 3]
    assert found["against"] == []
    assert sum(player["total"] for player in found["results"]) == pytest.approx(0)


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


def test_a_stopped_tournament_says_how_far_it_came_and_goes_on(deluck, tmp_path):
    mine, logs = tmp_path / "mine.py", tmp_path / "logs"
    calls = "n_calls = 0\n\ndef agent(view, rng):\n    global n_calls\n    n_calls += 1\n"
    mine.write_text(calls + "    if n_calls == 700:\n        raise KeyboardInterrupt\n    return 'call'\n")
    command = ("tournament", f"{mine}:agent", "always-call", "always-raise", "--seats", "2", "--deals", "100")
    code, out, err = deluck(*command, "-o", str(logs))
    assert (code, out) == (130, "")
    n_games = sum(log.read_text().count("STATE:") for log in logs.glob("*.log"))
    assert n_games > 100
    assert err == f"deluck: stopped after {n_games} games; run the same command again to go on\n"
    mine.write_text(calls + "    return 'call'\n")
    assert deluck(*command, "-o", str(logs))[0] == 0
    assert deluck(*command, "-o", str(tmp_path / "whole"))[0] == 0
    for log in logs.iterdir():
        assert log.read_bytes() == (tmp_path / "whole" / log.name).read_bytes()


def test_cross_tables_have_the_luck_removed(deluck):
    match = ("tournament", "always-call", "always-raise", "random", "--seats", "2", "--deals", "40", "--duplicate")
    out = deluck(*match)[1]
    assert "The same with the luck removed, sb/game ± 95%" in out
    assert "With the luck removed (DIVAT)" in out
    assert "luck removed" not in deluck(*match, "--money-only")[1]
