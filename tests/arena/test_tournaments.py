"""Tournaments: line-ups on the same deals, copies as one player, errors over deals."""

import numpy as np
import pytest

from deluck.arena import ArenaError, play, tournament
from deluck.arena.dealing import BLOCK
from deluck.errors import DeluckError
from deluck.games import Action
from deluck.statistics import estimate

RANDOM = "random:fold=0.1,call=0.5,raise=0.4"


class Learner:
    """Raises once it has seen ten hands; counts how many it has seen in the end, over all its copies."""

    name = "learner"
    ended: list[int]

    def __init__(self):
        self.n_seen = 0

    def act(self, view, _rng):
        return Action.RAISE if self.n_seen >= 10 and Action.RAISE in view.legal_actions else Action.CALL

    def hand_over(self, _summary):
        self.n_seen += 1


def states_of(log):
    return [line for line in log.read_text().splitlines() if line.startswith("STATE:")]


def chips_by_deal(log, name, games_per_deal):
    """Return what a player won on each deal, in small bets, summed from an ACPC log."""
    hands = [line.split(":") for line in states_of(log)]
    won = [int(hand[4].split("|")[hand[5].split("|").index(name)]) / 10 for hand in hands]
    return np.array(won).reshape(-1, games_per_deal).sum(axis=1)


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_heads_up_round_robin_is_all_pairs_on_the_same_deals(tmp_path, duplicate):
    n_deals = BLOCK + 20
    games_per_deal = 2 if duplicate else 1
    names = ("random", "always-call", "always-raise")
    result = tournament(
        RANDOM, *names[1:], n_seats=2, n_deals=n_deals, seed=6, duplicate=duplicate, folder=tmp_path / "logs"
    )
    assert (result.n_lineups, result.n_games) == (3, 3 * n_deals * games_per_deal)
    logs = sorted((tmp_path / "logs").iterdir())
    assert [log.name for log in logs] == ["lineup-001.log", "lineup-002.log", "lineup-003.log"]
    flops = [[line.split(":")[3].split("/")[0] for line in states_of(log)] for log in logs]
    assert flops[0] == flops[1] == flops[2]
    lineups = [("random", "always-call"), ("random", "always-raise"), ("always-call", "always-raise")]
    for name in names:
        parts = [
            chips_by_deal(log, name, games_per_deal) for log, pair in zip(logs, lineups, strict=True) if name in pair
        ]
        expected = estimate(sum(parts) / (2 * games_per_deal), "sb/game", n_hands=2 * n_deals * games_per_deal)
        found = next(player for player in result.players if player.name == name)
        assert found.n_games == 2 * n_deals * games_per_deal
        assert found.per_game.mean == pytest.approx(expected.mean)
        assert found.per_game.stderr == pytest.approx(expected.stderr)
    for log, (one, other) in zip(logs, lineups, strict=True):
        expected = estimate(chips_by_deal(log, one, games_per_deal) / games_per_deal, "sb/game")
        found = result.against[one, other]
        assert found.mean == pytest.approx(expected.mean)
        assert found.stderr == pytest.approx(expected.stderr)
        assert found.n_hands == n_deals * games_per_deal
        assert result.against[other, one].mean == -found.mean
    assert len(result.against) == 6


def test_a_tournament_of_two_is_the_match():
    match = play(RANDOM, "always-call", n_hands=400, seed=8, duplicate=True)
    result = tournament(RANDOM, "always-call", n_deals=200, seed=8, duplicate=True)
    assert result.players == match.players


def test_seats_are_filled_with_copies_whose_results_are_taken_together(tmp_path):
    result = tournament(RANDOM, "always-call", n_seats=3, n_deals=30, seed=2, duplicate=True, folder=tmp_path)
    assert result.copies == (2, 1)
    assert [player.name for player in result.players] == ["random", "always-call"]
    assert result.n_games == 90
    assert [player.n_games for player in result.players] == [180, 90]
    (log,) = tmp_path.iterdir()
    assert "random#1" in log.read_text()
    both = chips_by_deal(log, "random#1", 3) + chips_by_deal(log, "random#2", 3)
    expected = estimate(both / 6, "sb/game")
    assert result.players[0].per_game.mean == pytest.approx(expected.mean)
    assert result.players[0].per_game.stderr == pytest.approx(expected.stderr)
    assert result.players[0].total == -result.players[1].total
    assert result.against == {}


def test_two_against_eight_as_it_is_written():
    result = tournament("always-raise", "always-raise", *["always-call"] * 8, n_seats=10, n_deals=12, duplicate=True)
    assert result.copies == (2, 8)
    assert result.n_games == 120
    assert sum(player.total for player in result.players) == pytest.approx(0)


def test_one_and_two_jobs_give_the_same_result(tmp_path):
    results = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        players = (RANDOM, "always-call", "always-raise")
        results.append(tournament(*players, n_seats=2, n_deals=2 * BLOCK + 5, seed=3, jobs=jobs, folder=folder))
    assert results[0] == results[1]
    for one in (tmp_path / "1").iterdir():
        assert one.read_bytes() == (tmp_path / "2" / one.name).read_bytes()


def test_a_stopped_tournament_goes_on_from_its_logs(tmp_path):
    def run(folder, player):
        return tournament(player, "always-call", RANDOM, n_seats=2, n_deals=BLOCK + 50, seed=3, folder=folder)

    def patient(_view, _rng):
        return Action.CALL

    n_calls = 0

    def interrupting(_view, _rng):
        nonlocal n_calls
        n_calls += 1
        if n_calls == 900:
            raise KeyboardInterrupt
        return Action.CALL

    interrupting.__name__ = "patient"
    interrupting.__qualname__ = patient.__qualname__
    expected = run(tmp_path / "whole", patient)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "broken", interrupting)
    assert sorted(path.name for path in (tmp_path / "broken").iterdir()) == [
        ".lineup-002.log.resume",
        "lineup-001.log",
        "lineup-002.log",
    ]
    assert run(tmp_path / "broken", patient) == expected
    assert len(list((tmp_path / "broken").iterdir())) == 3
    for log in (tmp_path / "whole").iterdir():
        assert log.read_bytes() == (tmp_path / "broken" / log.name).read_bytes()


def test_a_learner_begins_each_lineup_with_what_it_knew():
    learner = Learner()
    result = tournament(learner, "always-call", "always-fold", n_seats=2, n_deals=40, seed=1, jobs=2)
    assert learner.n_seen == 0
    assert result.remarks == ("learner learns from hand to hand: played in order in one process",)
    alone = play(Learner(), "always-fold", n_hands=40, seed=1)
    assert result.against["learner", "always-fold"].mean == alone["learner"].per_game.mean


def test_a_learner_that_cannot_be_copied_is_refused():
    import threading

    learner = Learner()
    learner.lock = threading.Lock()
    with pytest.raises(ArenaError, match="learner learns and cannot be copied for each line-up: TypeError"):
        tournament(learner, "always-call", n_deals=10)


def test_faults_of_copies_are_counted_together():
    def broken(_view, _rng):
        raise ValueError

    result = tournament(broken, "always-raise", n_seats=4, n_deals=10, seed=1)
    assert result.players[0].n_faults == 20  # each copy folds once a hand
    assert result.players[1].n_faults == 0
    assert "broken failed 20 times" in repr(result)
    assert tournament(broken, "always-raise", n_deals=3, time_limit=20).reproducible is False


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        ((), {}, "a tournament of nobody"),
        (("always-call",), {}, "1 seats (expected 2 to 10"),
        (("always-call", "random"), {"n_seats": 11}, "11 seats (expected 2 to 10"),
        (("always-call", "random"), {"n_seats": 0}, "0 seats (expected 2 to 10"),
        (("always-call", "random"), {"n_deals": 0}, "0 deals (expected 1 or more)"),
        (("always-call", "random"), {"time_limit": -1}, "a time limit of -1 s"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(players, options, sentence):
    with pytest.raises(DeluckError) as refused:
        tournament(*players, **options)
    assert sentence in str(refused.value)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="cannot make the folder"):
        tournament("always-call", "random", n_deals=5, folder=tmp_path / "file")


def test_each_lineup_has_chance_of_its_own():
    """Against two players that do the same on the same deals, a random player does not repeat itself."""

    def one(_view, _rng):
        return Action.CALL

    def other(_view, _rng):
        return Action.CALL

    result = tournament(RANDOM, one, other, n_seats=2, n_deals=50, seed=1)
    assert result.against["random", "one"] != result.against["random", "other"]
