"""Matches at many tables at once: the same deals and seats, any number of jobs, faults counted or raised."""

import numpy as np
import pytest

from deluck.arena import ArenaError, PlayerFault, play
from deluck.games import Action


def payoffs(result):
    return [(player.name, player.total, player.per_game) for player in result.players]


class Wrong:
    """Answers what is not legal at tables where it has something to call."""

    name = "wrong"

    def act(self, view, rng):  # noqa: ARG002 - the protocol's
        return Action.CALL

    def act_batch(self, views, rng):  # noqa: ARG002 - the protocol's
        return np.where(views.to_call > 0, 7, 1)


class Broken(Wrong):
    name = "broken"

    def act_batch(self, views, rng):  # noqa: ARG002 - the protocol's
        raise ZeroDivisionError("no odds")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("always-call", "always-raise"), {}),
        (("always-call", "always-raise", "always-fold"), {}),
        (("always-call", "always-raise"), {"duplicate": True}),
        (("always-call", "always-raise:min", "always-raise:half"), {"game": "no-limit", "stack": "40bb", "ante": 10}),
        (("always-raise", "always-call"), {"game": "pot-limit"}),
    ],
)
def test_players_without_chance_play_the_ordinary_match(players, options):
    n_hands = 240
    batch = play(*players, n_hands=n_hands, seed=4, batch=True, **options)
    assert payoffs(batch) == payoffs(play(*players, n_hands=n_hands, seed=4, **options))


def test_the_games_are_the_same_for_any_number_of_jobs():
    one, two = (play("random", "random", n_hands=14_000, seed=2, batch=True, jobs=jobs) for jobs in (1, 2))
    assert payoffs(one) == payoffs(two)
    assert payoffs(one) != payoffs(play("random", "random", n_hands=14_000, seed=3, batch=True))


def test_random_choices_have_the_ordinary_match_s_distribution():
    spec = "random:fold=0.2,call=0.5,raise=0.3"
    batch = play(spec, "always-call", n_hands=20_000, seed=1, batch=True)
    plain = play(spec, "always-call", n_hands=4_000, seed=1)
    apart = batch.players[0].per_game.mean - plain.players[0].per_game.mean
    error = (batch.players[0].per_game.stderr ** 2 + plain.players[0].per_game.stderr ** 2) ** 0.5
    assert abs(apart) < 4 * error


def test_an_answer_that_is_not_legal_is_counted_or_raised():
    with pytest.raises(PlayerFault, match=r"wrong, hand 1: illegal action, answered 7 \(legal: actions 0, 1, 2"):
        play(Wrong(), "always-call", n_hands=100, batch=True)
    found = play(Wrong(), "always-call", n_hands=100, batch=True, on_fault="go-on")
    assert found["wrong"].n_faults == 50  # the small blind of every other hand
    assert "wrong failed 50 times" in found.verdict


def test_an_error_of_a_player_reaches_the_caller_or_is_counted():
    with pytest.raises(ZeroDivisionError, match="no odds"):
        play(Broken(), "always-call", n_hands=100, batch=True)
    assert play(Broken(), "always-call", n_hands=100, batch=True, on_fault="go-on")["broken"].n_faults >= 100


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (("loki1", "always-call"), {}, r"loki1 cannot play in batches \(expected players with act_batch"),
        (("always-call", "always-call"), {"game": "stud7"}, "seven-card stud in batches"),
        (("always-call", "always-call"), {"log": "m.log"}, "a log or a time limit in batches"),
    ],
)
def test_what_cannot_be_played_in_batches_is_refused(players, options, message):
    with pytest.raises(ArenaError, match=message):
        play(*players, n_hands=10, batch=True, **options)
