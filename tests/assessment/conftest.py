"""Logs to assess: real matches of simple players, and hands made up one by one."""

import random

import pytest

import deluck
from deluck.assessment import assess
from deluck.formats import read_columns


def _values(assessment):
    """Return everything an assessment says, for ==: NaN and infinity have become None."""
    return assessment.as_dict(), assessment.to_arrow().to_pydict(), assessment.examples


@pytest.fixture(scope="session")
def values_of():
    return _values


@pytest.fixture(scope="session")
def logs(tmp_path_factory):
    """Return logs by name: an ordinary match, a duplicate one, one of two who never fold."""
    folder = tmp_path_factory.mktemp("logs")
    for name, players, n_hands, duplicate in (
        ("plain", ("random", "always-call"), 17_000, False),
        ("duplicate", ("random", "always-call"), 6_000, True),
        ("always", ("always-call", "always-raise"), 3_000, False),
    ):
        deluck.play(*players, n_hands=n_hands, seed=5, duplicate=duplicate, log=folder / f"{name}.log")
    return folder


@pytest.fixture(scope="session")
def plain(logs):
    return assess(read_columns(logs / "plain.log"))


@pytest.fixture(scope="session")
def duplicate(logs):
    return assess(read_columns(logs / "duplicate.log"))


@pytest.fixture(scope="session")
def play_random(play_hand):
    """Return a function that plays so many hands at random."""

    def play(n_hands, seed, **settings):
        rng = random.Random(seed)

        def choose(state):
            legal = state.legal_actions()
            return rng.choices(legal, [(0.1, 0.5, 0.4)[action] for action in legal])[0]

        return [
            play_hand(rng.sample(range(52), 25), choose, hand_id=str(number), **settings) for number in range(n_hands)
        ]

    return play
