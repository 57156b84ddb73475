"""``deluck strength``."""

import json

import pytest


def test_the_bound_is_shown_with_its_error_and_unit(deluck):
    code, out, _ = deluck("strength", "always-call", "--boards", "3", "--seed", "5")
    assert code == 0
    first = out.splitlines()[0]
    assert first.startswith("always-call loses at least ")
    assert "±" in first
    assert "mbb/g" in first
    assert "average of the two seats" in out
    assert "3 boards, seed 5" in out


def test_json_has_the_same(deluck):
    code, out, _ = deluck("strength", "always-raise", "--boards", "3", "--seed", "5", "--json")
    found = json.loads(out)
    assert code == 0
    (bound,) = found["bounds"]
    assert (found["player"], found["method"], found["boards"], found["seed"]) == ("always-raise", "exact", 3, 5)
    assert bound["from"] == "river"
    assert bound["seats_summed"]["mean"] == pytest.approx(2 * bound["at_least"]["mean"])
    assert bound["at_least"]["mean"] == pytest.approx(sum(gain["mean"] for gain in bound["gains"].values()) / 2)
    assert abs(found["self_play"]["largest_sum_of_seats"]) < 1e-6
    assert len(found["sampled"]) == 3


def test_lines_fit_a_terminal(on_terminal):
    code, shown = on_terminal(80, "strength", "always-call", "--boards", "2")
    assert code == 0
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("spec", ["baseline-x", "stud-cards-only"])
def test_who_cannot_play_the_game_is_refused_in_one_sentence(deluck, spec):
    code, _, err = deluck("strength", spec)
    assert code == 2
    assert err.count("\n") == 1


def test_a_player_that_learns_is_measured_by_a_learned_response(deluck):
    few = ("--training-hands", "30", "--hands", "20", "--boards", "2")
    code, out, _ = deluck("strength", "always-fold", "--learned", *few, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["method"], found["hands"], found["training_hands"]) == ("learned", 20, 30)
    assert len(found["took"]["ci95"]) == 2
