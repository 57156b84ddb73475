"""Two players compared, against differences computed deal by deal from the records."""

import math

import numpy as np
import pytest

import deluck
from deluck.arena import play, tournament
from deluck.assessment import AssessmentError
from deluck.assessment.comparing import difference_of

PLAYERS = ("random", "always-call", "baseline")


def won(path, player):
    """Return what a player won in each hand of a log, in small bets."""
    return np.array([hand.payoffs[hand.names.index(player)] / hand.rules.unit for hand in deluck.read(path)])


def paired(differences):
    return differences.mean(), differences.std(ddof=1) / math.sqrt(len(differences))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three players, every two of them on the same deals, each deal from both seats."""
    path = tmp_path_factory.mktemp("lineups")
    tournament(*PLAYERS, n_seats=2, n_deals=150, seed=3, duplicate=True, folder=path)
    return path


def test_the_two_players_of_a_duplicate_match_by_brute_force(folder):
    log = folder / "lineup-001.log"
    found = deluck.compare(log)
    assert found.players == ("random", "always-call")
    by_deal = (won(log, "random") - won(log, "always-call")).reshape(-1, 2).mean(axis=1)
    money = found.differences["money"]
    assert (money.mean, money.stderr) == pytest.approx(paired(by_deal))
    assert money.n_deals == 150
    assert (found.n_hands, found.n_together, found.n_shared) == ((300, 300), 300, 0)
    assert found.lead == "divat_roe"
    skill = deluck.assess(log, player="random").hands.values("divat_roe").reshape(-1, 2).mean(axis=1)
    assert (found.difference.mean, found.difference.stderr) == pytest.approx(paired(2 * skill), rel=1e-6)


def test_two_agents_against_the_same_opponent_on_the_same_deals_by_brute_force(folder):
    """Line-up 1 is random and always-call, 3 is always-call and baseline; who is player one sits first."""
    first, second = folder / "lineup-001.log", folder / "lineup-003.log"
    found = deluck.compare(first, second)
    assert found.players == ("random", "baseline")
    differences = won(first, "random") - won(second, "baseline")
    money = found.differences["money"]
    assert (money.mean, money.stderr) == pytest.approx(paired(differences.reshape(-1, 2).mean(axis=1)))
    assert found.n_shared == 300
    assert "the luck they share cancels" in " ".join(found.notes())
    in_one = deluck.compare(folder, players="random,baseline", against="always-call")
    assert in_one.differences["money"].mean == pytest.approx(money.mean)
    assert in_one.differences["money"].stderr == pytest.approx(money.stderr)
    apart = math.hypot(*money.stderrs)
    assert money.stderr != pytest.approx(apart, rel=0.01)


def test_players_of_logs_that_share_nothing_are_two_independent_samples(tmp_path):
    for name, seed in (("a", 1), ("b", 2)):
        play("random", "always-call", n_hands=400, seed=seed, log=tmp_path / name)
    found = deluck.compare(tmp_path / "a", tmp_path / "b", players="random")
    one, other = (won(tmp_path / name, "random") for name in "ab")
    money = found.differences["money"]
    assert money.mean == pytest.approx(one.mean() - other.mean())
    welch = math.sqrt(one.var(ddof=1) / 400 + other.var(ddof=1) / 400)
    assert money.stderr == pytest.approx(welch, rel=5e-3)
    assert found.n_shared == 0
    swapped = deluck.compare(tmp_path / "b", tmp_path / "a", players=["random"]).differences["money"]
    assert (swapped.mean, swapped.stderr) == pytest.approx((-money.mean, money.stderr))


def test_the_error_over_deals_holds_in_simulation():
    """Deals of which some are played by both, some by one: the spread of the difference is what the error says."""
    rng = np.random.default_rng(5)
    means, errors = [], []
    deals = (np.arange(300), np.arange(200, 450))
    for _ in range(2_000):
        luck = rng.normal(size=450)
        values = tuple(luck[each] + rng.normal(size=len(each)) for each in deals)
        found = difference_of("money", values, deals, 450)
        means.append(found.mean)
        errors.append(found.stderr)
    assert np.std(means) == pytest.approx(np.mean(errors), rel=0.05)


def test_what_cannot_be_compared_is_refused(folder):
    with pytest.raises(AssessmentError, match="compared with itself"):
        deluck.compare(folder, players="random,random")
    with pytest.raises(AssessmentError, match="expected one of: random, always-call, baseline; name two"):
        deluck.compare(folder)
    with pytest.raises(AssessmentError, match="no player 'nobody'"):
        deluck.compare(folder, players="random,nobody")
    with pytest.raises(AssessmentError, match="no hand of random against 'random'"):
        deluck.compare(folder, players="random,always-call", against="random")
    with pytest.raises(AssessmentError, match="3 players"):
        deluck.compare(folder, players=PLAYERS)


def test_plain_values_and_words(folder):
    found = deluck.compare(folder / "lineup-001.log")
    values = found.as_dict()
    assert values["players"] == ["random", "always-call"]
    assert values["differences"]["money"]["deals"] == 150
    assert values["differences"]["money"]["anytime95"] == [None, None]  # fewer than 200 deals
    assert found.verdict.split(" did better than ")[0] in found.players
    assert found.verdict in repr(found)
