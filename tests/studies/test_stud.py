"""The studies of stud, at sizes at which what they show can be seen."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.beliefs.stud import DEFAULT, POLICIES
from deluck.beliefs.stud.information import STAGES
from deluck.players import StudBetInferring, StudBetInferringOptions, StudCardsOnly
from deluck.records import validate
from deluck.studies import STUDIES
from deluck.studies.stud.calibration import Reliability, counts_by_game
from deluck.studies.stud.games import OTHERS, READERS, mixed_table, play_same_deals, play_stud, reads_bets
from deluck.studies.stud.information import entropy_change
from deluck.studies.stud.sample_game import sample_record
from deluck.studies.stud.value import bet_ratio, bits_learnt, rates, rates_difference


def test_the_sample_game_goes_as_in_figure_8():
    record = sample_record()
    final = validate(record)
    assert [seat + 1 for seat, gone in enumerate(final.folded) if not gone] == [7]
    by_street = [[move for move in final.history if move.street == street] for street in range(3)]
    assert [by_street[0][0].seat + 1, by_street[1][0].seat + 1, by_street[2][0].seat + 1] == [5, 3, 3]  # lead actors
    assert [len(moves) for moves in by_street] == [8, 3, 4]


def test_the_sample_game_read():
    result = STUDIES["stud-sample-game"]()
    assert result.finding("3B Seat 7, equation (1)").ours == pytest.approx(0.503, abs=0.001)
    assert result.finding("5D entropy H").ours == pytest.approx(0.945, abs=0.001)
    for stage in ("3B", "5D"):
        wins = [result.finding(f"{stage} Seat {seat}, equation (1)").ours for seat in (3, 5, 7)]
        joint = [result.finding(f"{stage} Seat {seat}, dealt jointly").ours for seat in (3, 5, 7)]
        assert sum(wins) == pytest.approx(1)
        assert sum(joint) == pytest.approx(1)
        assert wins == pytest.approx(joint, abs=0.02)  # independence costs little
    assert [chart.key for chart in result.charts] == ["figure-1-3b", "figure-1-5d", "figure-7"]


def test_information_is_tabled_by_stage():
    result = STUDIES["stud-information"](100)
    assert [each["stage"] for each in result.data["stages"]][:6] == list(STAGES[:6])
    assert result.data["stages"][0]["games"] == 100
    assert result.data["stages"][0]["gain"]["mean"] == 0  # nobody has bet
    assert [chart.key for chart in result.charts] == ["figure-6", "figure-7"]
    assert result.finding("information gain at 6B").paper == 36


def test_how_entropy_changes_and_its_error(rng):
    measures = np.full((4_000, 10, 4), np.nan)
    measures[:, 0, 1] = rng.normal(2.0, 0.5, 4_000)
    measures[:, 0, 0] = 7
    on = measures[:, 0, 1] > 2.0
    measures[on, 1, 1] = measures[on, 0, 1] - 0.1
    measures[on, 1, 0] = 3
    found = entropy_change(measures, 1)
    assert found.mean == pytest.approx(measures[on, 1, 1].mean() - measures[:, 0, 1].mean())
    draws = []
    for _ in range(300):
        rows = measures[rng.integers(0, 4_000, 4_000)]
        draws.append(np.nanmean(rows[:, 1, 1]) - rows[:, 0, 1].mean())
    assert found.stderr == pytest.approx(np.std(draws), rel=0.15)
    assert np.isnan(entropy_change(measures, 5).mean)


def test_figure_9_has_four_readers_and_three_others():
    players = mixed_table()
    assert [seat for seat, player in enumerate(players) if reads_bets(player)] == list(READERS)
    assert sorted((*READERS, *OTHERS)) == list(range(7))


def test_value_adds_up():
    result = STUDIES["stud-value"](100)
    readers, others = result.data["bet-inferring"], result.data["cards-only"]
    assert 4 * readers["net"]["mean"] + 3 * others["net"]["mean"] == pytest.approx(0)
    for each in (readers, others):
        assert each["won"]["mean"] == pytest.approx(each["net"]["mean"] + each["bet"]["mean"])
    assert result.finding("won or lost").paper == 0.14


def test_cards_only_players_put_in_more_with_its_error():
    games = play_stud(mixed_table(), n_games=150, seed=4, measured=False)
    ratio = bet_ratio(games)
    assert ratio.mean == pytest.approx(games.bets[:, OTHERS].mean() / games.bets[:, READERS].mean())
    assert ratio.mean - 3 * ratio.stderr > 1
    net, bet, won = rates(games, READERS)
    assert won.mean == pytest.approx(net.mean + bet.mean)


def test_games_that_nobody_observes_are_the_same_games():
    players = mixed_table(StudBetInferring(StudBetInferringOptions(model=POLICIES["tight"])))
    observed = play_stud(players, n_games=12, seed=3)
    alone = play_stud(players, n_games=12, seed=3, measured=False)
    assert observed.payoffs.tolist() == alone.payoffs.tolist()


def test_a_model_of_all_noise_plays_as_those_who_read_no_bets():
    """So nobody at that table has an advantage, and what it wins need not be played."""
    noise = play_stud(
        mixed_table(StudBetInferring(StudBetInferringOptions(model=replace(DEFAULT, doubt=1.0)))), n_games=12, seed=3
    )
    alone = play_stud((StudCardsOnly(),) * 7, n_games=12, seed=3)
    assert noise.payoffs.tolist() == alone.payoffs.tolist()


def test_line_ups_on_the_same_deals_play_what_each_plays_alone():
    line_ups = {
        "right": mixed_table(),
        "tight": mixed_table(StudBetInferring(StudBetInferringOptions(model=POLICIES["tight"]))),
    }
    found = play_same_deals(line_ups, n_games=8, seed=3)
    for name, players in line_ups.items():
        alone = play_stud(players, n_games=8, seed=3, measured=False)
        assert found[name].payoffs.tolist() == alone.payoffs.tolist()
        assert found[name].bets.tolist() == alone.bets.tolist()
    apart = rates_difference(found["tight"], found["right"], READERS)
    won = [rates(found[name], READERS)[0].mean for name in ("tight", "right")]
    assert apart.mean == pytest.approx(won[0] - won[1])


def test_wrong_models_learn_less():
    """Paired on the same games: the right model learns something, noise less, all noise nothing."""
    models = {
        "right": DEFAULT,
        "half": replace(DEFAULT, doubt=0.5),
        "none": replace(DEFAULT, doubt=1.0),
        "passive": POLICIES["passive"],
    }
    found = bits_learnt(models, n_games=60, seed=1)
    right = found["right"]["3B"]
    assert right.mean > 3 * right.stderr
    assert found["none"]["3B"].mean == pytest.approx(0, abs=1e-9)
    assert 0 < found["half"]["3B"].mean < right.mean
    assert found["passive"]["3B"].mean < right.mean


def test_down_cards_are_held_as_often_as_believed():
    """Chi-squared over the bins that say something: 99.9% of the time below 24.3 for seven degrees of freedom."""
    found = Reliability.of_games(counts_by_game(n_games=80, seed=5)[0])
    value, n_bins = found.chi_squared
    assert 3 <= n_bins <= 7
    assert value < 24.3
    assert found.expected.sum() == pytest.approx(found.found.sum())
    wrong = replace(found, found=found.found[::-1])  # the same counts in the wrong bins are found out
    assert wrong.chi_squared[0] > 100


def test_what_is_held_at_several_stages_of_a_game_is_not_counted_as_independent(rng):
    """Four stages that all show the same holding: the error is that of one, not of four at random."""
    n_games, share = 500, 0.3
    held = (rng.random(n_games) < share).astype(float)
    one = np.zeros((n_games, 4, 2))
    one[:, 0] = 10
    one[:, 1] = share, 1 - share
    one[:, 2] = np.stack([held, 1 - held], axis=1)
    one[:, 3] = share * (1 - share)
    alone, whole = Reliability.of_games(one), Reliability.of_games(4 * one)
    assert alone.variance == pytest.approx(n_games * share * (1 - share), rel=0.1)
    assert [each.mean for each in whole.ratios] == pytest.approx([each.mean for each in alone.ratios])
    assert [each.stderr for each in whole.ratios] == pytest.approx([each.stderr for each in alone.ratios], rel=0.1)


@pytest.mark.slow
def test_calibration_at_full_size():
    result = STUDIES["stud-calibration"](full=True)
    assert all(value < 24.3 for value in result.data["chi_squared"].values())


@pytest.mark.slow
def test_wrong_models_win_less():
    result = STUDIES["stud-misspecified"](1_000, jobs=2)
    money, bits = result.data["money"], result.data["bits"]
    assert money["right"]["mean"] > 2 * money["right"]["stderr"]
    assert all(bits[name]["4B"]["mean"] < bits["right"]["4B"]["mean"] for name in bits if name != "right")


@pytest.mark.slow
def test_orderings_of_the_paper_with_intervals():
    """By the errors of the studies themselves: the entropy's rise at 6B, the readers' win, the ratio of bets."""
    information = STUDIES["stud-information"](full=True, jobs=2)
    assert information.finding("stage of the largest gain").is_same
    assert information.finding("stages at which entropy rises").is_same
    assert 25 < information.finding("information gain at 6B").ours < 50
    assert information.finding("cost of the cards alone beyond chance at 7B").ours > 0
    value = STUDIES["stud-value"](full=True, jobs=2)
    net = value.data["bet-inferring"]["net"]
    loss = value.data["cards-only"]["net"]
    assert net["mean"] > 3 * net["stderr"]
    assert loss["mean"] < -3 * loss["stderr"]
    assert 1.6 < value.data["cards-only"]["bet"]["mean"] / value.data["bet-inferring"]["bet"]["mean"] < 2.2
