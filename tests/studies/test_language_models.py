"""The study of language models: on published matches where they are there, and on a small log worked out by hand."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from deluck.errors import StudyDataError
from deluck.formats import read_hands
from deluck.records import HandRecord
from deluck.studies import find_study
from deluck.studies.language_models import read_results

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))


def write_log(path: Path, n_hands: int) -> None:
    """Write hands in which `tight` folds the small blind, and all others are shared."""
    usual = {"deluck": 1, "game": "no-limit", "blinds": [50, 100], "players": ["tight", "other"]}
    usual |= {"stacks": [20000, 20000], "cards": ["AsKd", "AhKc"]}
    checks = [[seat, "check"] for _ in range(3) for seat in (0, 1)]
    folded = {"button": 0, "board": "", "actions": [[0, "fold"]], "payoffs": [-50, 50]}
    shared = {"button": 1, "board": "2c7d9hTs3d", "actions": [[1, "call"], [0, "check"], *checks], "payoffs": [0, 0]}
    lines = [json.dumps(usual | (shared if number % 2 else folded) | {"id": str(number)}) for number in range(n_hands)]
    path.write_text("\n".join(lines) + "\n")


def test_results_are_by_player_and_hand_in_big_blinds(tmp_path):
    write_log(tmp_path / "match.jsonl", 60)
    found = read_results(tmp_path)
    assert found.players == ("other", "tight")
    assert found.money.shape == (60, 2)
    np.testing.assert_array_equal(found.money[0::2], [[0.5, -0.5]] * 30)
    np.testing.assert_array_equal(found.money[1::2], 0)
    difference = found.between(0, 1, found.money)
    assert difference.mean == pytest.approx(50)  # half of the hands are worth one big blind more to one than the other
    assert difference.n_hands == 60
    assert found.of(1, found.money).mean == pytest.approx(-25)


def test_where_there_are_no_matches_a_sentence_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("DELUCK_INTEROP_DATA", str(tmp_path))
    with pytest.raises(StudyDataError, match="llm is not there"):
        find_study("nolimit-language-models")()


@pytest.mark.skipif(not (DATA / "llm").is_dir(), reason=f"no interop data at {DATA}")
def test_published_matches(monkeypatch):
    monkeypatch.setenv("DELUCK_INTEROP_DATA", str(DATA))
    result = find_study("nolimit-language-models")()
    players, pairs = result.blocks
    assert len(players.rows) == 14
    n_seats = sum(hand.n_seats for hand in read_hands(DATA / "llm") if isinstance(hand, HandRecord))
    assert sum(int(row[1].replace(",", "")) for row in players.rows) == n_seats
    names = [row[0] for row in players.rows]
    assert {"claude-sonnet-4-6", "Flash", "Pro"} <= set(names)
    worse = [each for each in result.data["pairs"] if each["skill"][1] > each["money"][1]]
    assert not worse  # the skill estimate has the smaller error in every pair
    assert all(row[-1] in ("yes", "no") for row in pairs.rows)
