"""Saund, Capturing the information conveyed by opponents' betting behavior in poker."""

import pytest

from deluck.beliefs.stud import DEFAULT
from deluck.beliefs.stud.information import STAGES, average
from deluck.beliefs.stud.policy import policy_curves
from deluck.games import StudRules
from deluck.players import StudBetInferring, StudCardsOnly
from deluck.statistics import estimate
from deluck.studies.stud.games import play_stud
from deluck.studies.stud.information import entropy_change, worse_than_chance

READS, LOOKS = StudBetInferring(), StudCardsOnly()
MIXED = (READS, LOOKS, READS, LOOKS, READS, LOOKS, READS)
READERS, LOOKERS = [0, 2, 4, 6], [1, 3, 5]


def test_note_1_the_stakes():
    rules = StudRules.paper()
    in_bets = [chips / rules.small_bet for chips in (rules.ante, rules.bring_in, *rules.bet_sizes)]
    assert in_bets == [0.25, 0.25, 1, 1, 2, 2, 2]
    assert rules.n_seats == 7


def test_table_1_the_default_player():
    table = {"a": 0.2, "b": 0.05, "c": 0.1, "d": 0.2, "e": 0.05, "f": 0.3, "g": 0.2, "h": 0.1}
    assert DEFAULT.numbers.tolist() == [*table.values(), 0, 0, 0]


def test_figure_5_regions_and_their_edges():
    """Piecewise constant, blended in straight lines: bets 0.8 of strong hands and 0.05 of weak, raises as many."""
    curves = policy_curves(DEFAULT, n_active=7, odds=7**-1.2)
    at = {round(float(value), 2): row for row, value in enumerate(curves.weakness)}
    assert curves.unforced[at[0.9], 1] == pytest.approx(0.8)
    assert curves.unforced[at[1.0], 1] == pytest.approx((0.8 + 0.05) / 2)
    assert curves.unforced[at[1.1], 1] == pytest.approx(0.05)
    assert curves.forced[at[0.7]] == pytest.approx([0, 0.2, 0.8])
    assert curves.forced[at[0.75]] == pytest.approx([0, 0.6, 0.4])
    assert curves.forced[at[0.8]] == pytest.approx([0, 1, 0])
    assert curves.forced[at[1.1]] == pytest.approx([0, 1, 0])
    assert curves.forced[at[1.2]] == pytest.approx([0.475, 0.5, 0.025])
    assert curves.forced[at[1.3]] == pytest.approx([0.95, 0, 0.05])


def test_section_6_cards_only_players_bet_about_twice_as_much():
    """They do not fold when they should have: 2.69 against 1.57 bets a hand, ours about twice."""
    games = play_stud(MIXED, n_games=150, seed=4, measured=False)
    ratio = games.bets[:, LOOKERS].mean() / games.bets[:, READERS].mean()
    assert 1.5 < ratio < 2.6


def test_section_6_most_have_folded_after_third_street():
    """By sixth street, in most games, most have folded; of seven, 2.8 are left after third street's betting."""
    games = play_stud((READS,) * 7, n_games=120, seed=11, measured=False)
    assert games.n_left[:, 0].mean() == pytest.approx(2.8, abs=0.4)  # four standard errors
    assert (games.n_left[:, 3] > 1).mean() < 0.5


@pytest.mark.slow
def test_figure_6_information_at_ten_stages():
    """1,827 games: the gain peaks at 6B (36%), entropy rises only there, cards-only is worse than chance at 7B."""
    games = play_stud((READS,) * 7, n_games=1827, seed=2006, jobs=2)
    stages = {stage.stage: stage for stage in average(games.measures)}
    assert list(stages) == ["3D", "3B", "4D", "4B", "5D", "5B", "6D", "6B", "7D", "7B"]
    assert games.n_left[:, 0].mean() == pytest.approx(2.8, abs=0.1)
    gains = {name: stage.gain.mean for name, stage in stages.items()}
    assert max(gains, key=gains.__getitem__) == "6B"
    assert 0.25 < gains["6B"] < 0.5
    entropies = [stage.entropy.mean for stage in stages.values()]
    rises = [
        name for name, before, after in zip(list(stages)[1:], entropies, entropies[1:], strict=False) if after > before
    ]
    assert rises == ["6B"]
    last = stages["7B"]
    assert last.entropy.mean + last.cards_only.mean > last.log_players.mean
    assert last.entropy.mean + last.bet_inferring.mean < last.log_players.mean


@pytest.mark.slow
def test_figure_6_with_intervals_that_carry_it():
    """At 6,000 games each ordering of Figure 6 is more than chance, by 95% intervals."""
    measures = play_stud((READS,) * 7, n_games=6000, seed=77, jobs=2).measures
    gains = {stage.stage: stage.gain for stage in average(measures)}
    assert 0.25 < gains["6B"].interval95[0] < gains["6B"].interval95[1] < 0.5
    assert all(gains[stage].interval95[1] < gains["6B"].interval95[0] for stage in gains if stage != "6B")
    changes = {stage: entropy_change(measures, place).interval95 for place, stage in enumerate(STAGES) if place}
    assert changes["6B"][0] > 0
    assert all(changes[stage][1] < 0 for stage in STAGES[1:9] if stage != "6B")
    assert worse_than_chance(measures).interval95[0] > 0


@pytest.mark.slow
def test_figure_9_four_that_read_bets_against_three_that_do_not():
    """8,977 games: +.14 and -.19 bets a hand. Ours win and lose about half as much again; signs and betting agree."""
    games = play_stud(MIXED, n_games=8977, seed=9, measured=False, jobs=2)
    won = estimate(games.payoffs[:, READERS].mean(axis=1) / games.small_bet, "bets/hand")
    lost = estimate(games.payoffs[:, LOOKERS].mean(axis=1) / games.small_bet, "bets/hand")
    assert won.mean > 3 * won.stderr
    assert lost.mean < -3 * lost.stderr
    ratio = games.bets[:, LOOKERS].mean() / games.bets[:, READERS].mean()
    assert 1.6 < ratio < 2.2
