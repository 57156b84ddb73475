"""`deluck compare` and `deluck plan`."""

import json

import pytest

from deluck.arena import play
from deluck.assessment.summary import rounded_hands


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    for name, seed in (("a.log", 1), ("b.log", 2)):
        play("random", "always-call", n_hands=200, seed=seed, log=folder / name)
    return folder


def test_two_players_of_a_log(deluck, logs):
    code, out, err = deluck("compare", str(logs / "a.log"), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["players"] == ["random", "always-call"]
    assert found["together"] == 200
    money = found["differences"]["money"]
    assert money["difference"] == pytest.approx(2 * money["means"][0])
    assert found["lead"] == "divat_roe"


def test_two_logs_in_words(deluck, logs):
    code, out, _ = deluck("compare", str(logs / "a.log"), str(logs / "b.log"), "--players", "random")
    assert code == 0
    assert "random of the " in out
    assert " did better than random of the " in out
    assert "200 and 200 hands" in out
    assert "DIVAT" in out


def test_values_that_are_stored_answer_alike(deluck, logs, tmp_path):
    folder = tmp_path / "values"
    assert deluck("assess", str(logs / "a.log"), "--values", str(folder))[0] == 0
    assert deluck("compare", str(folder), "--json")[1] == deluck("compare", str(logs / "a.log"), "--json")[1]


def test_a_plan(deluck, logs):
    asked = ("plan", "--edge", "10bb/100", "--from", str(logs / "a.log"))
    found = json.loads(deluck(*asked, "--json")[1])
    code, out, _ = deluck(*asked, "--hands", "5000")
    assert code == 0
    assert f"{rounded_hands(found['estimators']['money']['hands_needed']):,}" in out
    assert "power of 5,000" in out
    assert found["edge"] == pytest.approx(0.1)


def test_errors_say_what_to_do(deluck, logs):
    code, _, err = deluck("plan", "--edge", "lots", "--from", str(logs / "a.log"))
    assert (code, "expected such as 5bb/100" in err) == (2, True)
    assert "no such file" in deluck("compare", str(logs / "c.log"))[2]
    assert "expected 1 or more" in deluck("compare", str(logs / "a.log"), "--jobs", "0")[2]


@pytest.mark.parametrize("columns", [60, 80])
def test_both_fit_a_narrow_terminal(on_terminal, logs, columns):
    path = str(logs / "a.log")
    for arguments in (("compare", path), ("plan", "--edge", "5bb/100", "--from", path, "--hands", "100")):
        code, shown = on_terminal(columns, *arguments)
        assert code == 0
        assert max(map(len, shown.splitlines())) <= columns
