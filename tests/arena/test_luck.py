"""Matches with the luck removed, and matches that stop when the answer is clear."""

import math

import numpy as np
import pytest

import deluck
from deluck.arena import ArenaError, LogError, play, tournament
from deluck.arena.entrants import as_entrant, with_distinct_names
from deluck.arena.log_text import log_format
from deluck.arena.luck import LuckRemoved, estimator_for, stop_rule
from deluck.arena.match import TableGame, stakes_of
from deluck.arena.table import Table
from deluck.statistics import FEWEST_HANDS, running_intervals


def table_of(n_seats, **game):
    stakes = stakes_of(**game)
    entrants = with_distinct_names([as_entrant("random")] * n_seats)
    return Table(
        entrants=entrants,
        game=TableGame(stakes, n_seats),
        seed=0,
        duplicate=False,
        log_as=log_format(stakes, n_seats),
    )


@pytest.mark.parametrize(
    ("n_seats", "game", "estimator"),
    [
        (2, {"game": "limit"}, "divat_roe"),
        (4, {"game": "limit"}, "divat_ring"),
        (2, {"game": "no-limit"}, "divat_nl"),
        (3, {"game": "pot-limit", "stack": "50bb"}, "divat_nl"),
        (3, {"game": "stud7"}, "money"),
    ],
)
def test_every_game_has_its_estimator_before_it_begins(n_seats, game, estimator):
    assert estimator_for(table_of(n_seats, **game)) == estimator


@pytest.mark.parametrize("game", [{}, {"game": "no-limit"}, {"game": "pot-limit"}])
def test_the_luck_removed_is_that_of_the_log(tmp_path, game):
    log = tmp_path / "match"
    found = play("random", "always-call", n_hands=120, seed=4, luck_removed=True, log=log, **game)
    for player in found.players:
        assessed = deluck.assess(log, player=player.name)
        assert player.luck_removed.estimator == assessed.lead
        summary = assessed.estimators[assessed.lead]
        assert player.luck_removed.per_game.mean == pytest.approx(summary.mean)
        assert player.luck_removed.per_game.stderr == pytest.approx(summary.stderr)
    assert found.skill_verdict in repr(found)


def test_a_duplicate_match_counts_deals(tmp_path):
    log = tmp_path / "match.log"
    found = play("random", "always-call", n_hands=400, seed=4, duplicate=True, luck_removed=True, log=log)
    paired = deluck.assess(log).estimators["duplicate_divat"]
    removed = found.players[0].luck_removed
    assert (removed.n_deals, removed.per_game.n_hands) == (200, 400)
    assert (removed.per_game.mean, removed.per_game.stderr) == pytest.approx((paired.mean, paired.stderr))
    assert removed.as_dict()["anytime95"] == pytest.approx(list(paired.anytime95))


def test_a_match_is_assessed_without_a_file(tmp_path):
    log = tmp_path / "match.log"
    found = play("random", "always-call", n_hands=150, seed=4, log=log)
    assert found.assess().as_dict() | {"rejected": 0} == deluck.assess(log).as_dict() | {"rejected": 0}
    assert found.assess("always-call").viewpoint == "always-call"
    with pytest.raises(ArenaError, match="no hands to assess of a match in batches"):
        play("random", "random", n_hands=100, batch=True).assess()


def test_a_tournament_adds_up_the_values_of_deals(tmp_path):
    players = ("random", "always-call", "always-raise")
    found = tournament(*players, n_seats=2, n_deals=60, seed=2, duplicate=True, luck_removed=True, folder=tmp_path)
    by_deal = {}
    for number, (one, other) in enumerate([(0, 1), (0, 2), (1, 2)], start=1):
        values = deluck.assess(tmp_path / f"lineup-{number:03}.log", player=players[one]).hands.values("divat_roe")
        by_deal[one, other] = values.reshape(-1, 2).mean(axis=1)
    for (one, other), values in by_deal.items():
        against = found.skill_against[players[one], players[other]]
        assert against.mean == pytest.approx(values.mean())
        assert against.stderr == pytest.approx(values.std(ddof=1) / math.sqrt(60))
    mine = (by_deal[0, 1] + by_deal[0, 2]) / 2
    removed = found.players[0].luck_removed.per_game
    assert (removed.mean, removed.stderr) == pytest.approx((mine.mean(), mine.std(ddof=1) / math.sqrt(60)))
    assert "Holm's adjustment" in found.skill_verdict


def test_a_match_stops_at_the_first_look_that_excludes_zero(tmp_path):
    """The looks again, one by one, from the values of a match that is played to its end."""
    whole = play("random", "baseline", n_hands=3_000, seed=5)
    values = whole.assess("random").hands.values("divat_roe")
    means, half, _ = running_intervals(values)
    looks = np.arange(FEWEST_HANDS, 3_001, 100)
    clear = looks[np.abs(means[looks - 1]) > half[looks - 1]]
    assert 200 < clear[0] < 3_000
    found = play("random", "baseline", n_hands=3_000, seed=5, until="clear")
    assert found.n_games == clear[0]
    assert found.ended.startswith(f"Stopped after {clear[0]:,} of at most 3,000 games")
    narrow = looks[half[looks - 1] <= 0.5]
    found = play("random", "baseline", n_hands=3_000, seed=5, until="50bb/100")
    assert found.n_games == narrow[0]
    assert "is no wider than ± 0.5 sb/game" in found.ended


def test_a_match_that_stops_by_itself_is_the_same_for_any_number_of_jobs_and_stops(tmp_path):
    options = {"n_hands": 2_000, "seed": 5, "until": "clear", "duplicate": True}
    found = play("random", "baseline", log=tmp_path / "one", **options)
    assert found.n_games < 2_000
    again = play("random", "baseline", log=tmp_path / "two", jobs=2, **options)
    assert repr(again) == repr(found)
    text = (tmp_path / "one").read_bytes()
    assert (tmp_path / "two").read_bytes() == text
    lines = text.splitlines(keepends=True)
    (tmp_path / "two").write_bytes(b"".join(lines[:250]))  # stopped on the way
    assert repr(play("random", "baseline", log=tmp_path / "two", **options)) == repr(found)
    assert (tmp_path / "two").read_bytes() == text
    assert repr(play("random", "baseline", log=tmp_path / "one", **options)) == repr(found)  # read from its log
    assert (tmp_path / "one").read_bytes() == text


def test_a_resumed_match_keeps_its_plan(tmp_path):
    log = tmp_path / "m.log"
    play("always-raise", "always-fold", n_hands=400, until="clear", log=log)
    for options in ({"until": "5bb/100"}, {"until": "clear", "planned_hands": 500}, {}):
        with pytest.raises(LogError, match="is the log of another match: stops"):
            play("always-raise", "always-fold", n_hands=400, log=log, **options)
    assert (
        '"stops": {"until": "clear", "estimator": "divat_roe", "planned": 10000, "look_every": 100}' in log.read_text()
    )


def test_money_is_shown_with_the_interval_that_holds(tmp_path):
    found = play("random", "always-call", n_hands=300, seed=1, until="clear")
    money = found.players[0].per_game
    half = LuckRemoved("money", money, 300).anytime_half_width
    assert half > 1.5 * money.half_width95
    assert found.rate_of(money).endswith(f"± {half:.3f}")
    assert "confidence" not in found.verdict
    assert "includes zero" in found.ended


@pytest.mark.parametrize("until", ["", "soon", "0bb/100"])
def test_what_is_no_reason_to_stop_is_refused(until):
    with pytest.raises(ArenaError, match="expected clear, or a rate such as 5bb/100"):
        stop_rule(until, 10_000, table_of(2, game="limit"))
    with pytest.raises(ArenaError, match="expected 1 or more"):
        stop_rule("clear", 0, table_of(2, game="limit"))
