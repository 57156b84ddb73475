"""Games that are counted twice: told, and nothing is claimed from them."""

import shutil

import numpy as np
import pytest

from deluck.assessment import assess
from deluck.assessment.pairs import Games
from deluck.assessment.repeats import count_repeats
from deluck.formats import read_columns
from deluck.records import HandColumns

CLAIM = "with 95% confidence"


def games(rows, *, numbers=None, seats=None, opponents=None) -> Games:
    n = len(rows)
    return Games(
        cards=np.array(rows, np.int8),
        seats=np.array(seats or [0] * n, np.int8),
        opponents=np.array(opponents or [1] * n, np.int32),
        numbers=np.array(numbers or [7] * n, np.int64),
    )


DEAL = [0, 1, 2, 3, 10, 20, 30, 40, 51]
MONEY = np.array([4.0, 4.0])


def test_the_same_game_again_is_counted():
    assert count_repeats(games([DEAL] * 3), np.full(3, 4.0)) == 2


@pytest.mark.parametrize(
    ("found", "money"),
    [
        (games([DEAL, DEAL], numbers=[7, 8]), MONEY),
        (games([DEAL, DEAL], numbers=[-1, -1]), MONEY),
        (games([DEAL, DEAL], seats=[0, 1]), MONEY),  # a duplicate pair
        (games([DEAL, DEAL], opponents=[1, 2]), MONEY),
        (games([DEAL, DEAL]), np.array([4.0, -4.0])),
        (games([DEAL, [*DEAL[:8], 50]]), MONEY),
        (games([[*DEAL[:2], -1, -1, *DEAL[4:]]] * 2), MONEY),
        (games(np.empty((0, 9))), np.empty(0)),
    ],
)
def test_what_differs_or_is_not_known_is_no_repeat(found, money):
    assert count_repeats(found, money) == 0


def test_one_in_thousands_is_chance():
    rows = np.random.default_rng(1).permuted(np.tile(np.arange(52), (3_000, 1)), axis=1)[:, :9]
    rows[5] = rows[4]
    assert count_repeats(games(rows), np.zeros(3_000)) == 0


def test_a_copy_of_a_log_is_told_and_nothing_is_claimed(logs, tmp_path):
    copy = tmp_path / "copy.log"
    shutil.copy(logs / "plain.log", copy)
    found = assess(read_columns(logs / "plain.log", copy))
    assert found.n_hands == 34_000
    assert "sb, which tells nothing, as games are counted more than once; the cards" in found.verdict
    assert found.notes[0].startswith(
        "17,000 games are in the log before, with the same number, cards, seats and result"
    )


@pytest.mark.parametrize("name", ["plain", "duplicate"])
def test_a_log_by_itself_has_no_repeats(request, name):
    found = request.getfixturevalue(name)
    assert CLAIM in found.verdict
    assert not any("in the log before" in note for note in found.notes)


def test_a_player_against_itself_is_told_nothing_of(play_random):
    found = assess(HandColumns.from_records(play_random(60, 3, names=("X", "X"))))
    assert "which tells nothing of X, who also sat in the other seat" in found.verdict
