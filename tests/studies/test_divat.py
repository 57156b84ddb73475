"""The studies of DIVAT, small, but large enough that what they are about shows."""

import pytest

from deluck.studies import Findings, find_study


@pytest.fixture(scope="module")
def example():
    return find_study("divat-example")()


def test_the_example_agrees_with_tables_1_to_3_but_for_what_is_stated(example):
    rows = [row for block in example.blocks if isinstance(block, Findings) for row in block.rows]
    assert len(rows) == 94
    assert all(row.paper is not None for row in rows)
    assert [row.what for row in rows if not row.is_same] == ["flop LFAT", "preflop DIVAT by ROE", "total DIVAT by ROE"]
    assert example.finding("preflop DIVAT by ROE").ours == pytest.approx(0.2108, abs=5e-5)
    assert example.finding("total DIVAT by ROE").ours == pytest.approx(1.3704, abs=5e-5)
    assert example.finding("flop LFAT").difference == pytest.approx(0.00005, abs=5e-6)
    stated = " ".join(example.deviations)
    assert "+0.2108" in stated
    assert "+1.3704" in stated
    assert "91 of 94" in example.sentences[1]


@pytest.fixture(scope="module")
def always():
    return find_study("divat-always")(1500, seed=1)


def test_always_call_against_always_raise(always):
    sd = always.finding("DIVAT, SD")
    assert sd.ours == pytest.approx(2.93, abs=0.15)
    assert (sd.paper, sd.paper_stderr) == (2.934, pytest.approx(sd.stderr * (1500 / 100_000) ** 0.5))
    assert always.finding("money, SD").ours == pytest.approx(6.856, abs=0.1)
    assert always.finding("ties").ours == pytest.approx(4.06, abs=4 * 0.51)
    assert always.finding("final pot").is_same
    for name in ("money, mean", "DIVAT, mean"):
        found = always.finding(name)
        assert abs(found.difference) < 4 * found.difference_stderr, name
    ratio = next(row for row in always.blocks[2].rows)
    assert ratio.paper == 5.5
    assert abs(ratio.difference) < 5 * ratio.difference_stderr


def test_the_preflop_round_explains_what_the_papers_spread_lacks(always):
    whole, as_printed, without = always.blocks[-1].rows
    assert whole.ours > as_printed.ours > without.ours
    assert without.ours / whole.ours == pytest.approx(0.986, abs=0.004)
    assert whole.paper == pytest.approx(2.9255)


def test_always_draws_figures_1_to_3(always):
    assert [chart.key for chart in always.charts] == ["figure-1", "figure-2", "figure-3"]
    money, divat, extended = always.charts
    assert [each.name for each in money.series if each.name] == ["Money, match 1", "Money, match 2"]
    assert divat.bounds[1] == 1500
    assert extended.bounds[1] == 6000
    assert [each.name for each in extended.series if each.name] == ["Dcash", "Money", "DIVAT"]
    assert {each.name: each.colour for each in extended.series if each.name}["DIVAT"] == "divat"


@pytest.fixture(scope="module")
def estimators():
    return find_study("divat-estimators")(6000, seed=2)


def test_unbiased_estimators_agree_and_the_biased_do_not(estimators):
    less_divat = {row.what: row for row in estimators.blocks[1].rows}
    for name in ("Money", "Money − LFAT", "Money − Dcash"):
        assert abs(less_divat[name].ours) < 4 * less_divat[name].stderr, name
    assert less_divat["DIVAT by all-in equity"].ours < -10 * less_divat["DIVAT by all-in equity"].stderr


def test_every_estimator_tells_the_stronger_player_and_divat_soonest(estimators):
    unequal = estimators.data["unequal"]
    for name in ("divat_roe", "duplicate_money", "duplicate_divat", "money_minus_dcash"):
        assert unequal[name]["ci95"][0] > 0, name
    low, high = unequal["money"]["ci95"]
    assert low < unequal["divat_roe"]["mean"] < high
    worths = [unequal[name]["worth"] for name in ("money", "money_minus_lfat", "money_minus_dcash", "divat_roe")]
    assert worths == sorted(worths)
    assert worths[-1] > 10
    needed = [unequal[name]["hands_needed"] for name in ("money", "duplicate_money", "divat_roe")]
    assert needed == sorted(needed, reverse=True)
    assert unequal["duplicate_divat"]["sd"] < unequal["divat_roe"]["sd"]


def test_every_estimator_stands_in_the_table(estimators):
    from deluck.estimators import ESTIMATORS, find_column

    table = estimators.blocks[0]
    assert {row[0] for row in table.rows} == {
        find_column(name).label for name in (*ESTIMATORS, "duplicate_money", "duplicate_divat")
    }
    assert {row[3] for row in table.rows if row[0] in ("LFAT", "Luck", "Dcash", "Seat value")} == {"–"}


def test_equal_players_are_found_equal(estimators):
    equal = estimators.data["equal"]
    for name in ("money", "money_minus_lfat", "money_minus_dcash", "divat_roe"):
        assert abs(equal[name]["mean"]) < 4 * equal[name]["stderr"], name
    assert "duplicate_money" not in equal


def test_estimators_draw_the_match_and_the_bias(estimators):
    assert [chart.key for chart in estimators.charts] == ["totals", "bias"]
    assert [chart.bounds[1] for chart in estimators.charts] == [6000, 6000]


@pytest.mark.slow
def test_money_divat_and_their_duplicate_averages_agree_over_100_000_games():
    found = find_study("divat-estimators")(100_000, seed=5)
    unequal = found.data["unequal"]
    truth, error = unequal["duplicate_divat"]["mean"], unequal["duplicate_divat"]["stderr"]
    for name in ("money", "money_minus_lfat", "money_minus_dcash", "divat_roe", "duplicate_money"):
        apart = abs(unequal[name]["mean"] - truth)
        assert apart < 4 * (unequal[name]["stderr"] ** 2 + error**2) ** 0.5, name
    hindsight = next(row for row in found.blocks[1].rows if row.what == "EVAT")
    assert abs(hindsight.ours) > 3 * hindsight.stderr


@pytest.fixture(scope="module")
def robustness():
    return find_study("divat-robustness")(300, seed=4)


def test_divat_hardly_depends_on_the_baselines_style(robustness):
    styles = robustness.data["styles"]
    assert len(styles) == 14
    for style, found in styles.items():
        assert abs(found["shift"]) <= 4 * found["shift_stderr"], style
        assert 0.6 < found["sd"] / robustness.data["standard"]["sd"] < 1.6, style
    assert styles["moderate"]["shift"] == 0
    assert styles["slightly-tight"]["shift_stderr"] > 0
    assert "of 12 other styles none differs" in robustness.sentences[2]


def test_sweeps_smooth(robustness):
    """The more evenly a sweep averages over styles, the smaller the spread."""
    sweeps = robustness.data["sweeps"]
    spreads = [sweeps[weights]["sd"] for weights in ("1-1-1-1-1", "1-2-3-2-1", "1-4-6-4-1")]
    assert spreads == sorted(spreads)
    assert spreads[-1] < robustness.data["standard"]["sd"]


def test_steps_of_style_are_the_papers(robustness):
    folding, betting = robustness.blocks[:2]
    for block, step in ((folding, 6.9), (betting, 7.2)):
        *styles, found = block.rows
        assert (found.what, found.paper) == ("a step", step)
        assert found.ours == pytest.approx(step, abs=0.3)
        assert len(styles) == 3
    assert [row.paper for row in folding.rows[:3]] == [22.5, 29.3, 36.3]


def test_robustness_draws_figure_11(robustness):
    folding, betting = robustness.charts
    assert [each.name for each in folding.series] == ["slightly-loose", "moderate", "slightly-tight"]
    assert [each.name for each in betting.series] == ["slightly-aggressive", "moderate", "slightly-conservative"]
    assert folding.bounds[1] == 300


def test_the_same_seed_gives_the_same_numbers_for_any_number_of_jobs(tmp_path):
    run = find_study("divat-always")
    one, two = (run(300, seed=9, jobs=jobs, folder=tmp_path / str(jobs)) for jobs in (1, 2))
    assert one.as_dict() == two.as_dict()
    assert one.as_dict() != run(300, seed=10).as_dict()


@pytest.fixture(scope="module")
def runtime():
    return find_study("runtime-divat")(600, seed=2)


def test_one_seats_view_is_wider_than_the_full_answer_and_not_off(runtime):
    assert len(runtime.blocks) == 4
    full = runtime.finding("money's variance over DIVAT's")
    assert full.ours > 3  # the first match, limit, all cards known
    seat = runtime.finding("money's variance over own cards'")
    assert 0.8 < seat.ours < full.ours
    for each in runtime.data.values():
        assert abs(each["distance"]) < 4 * each["stderr"]
    looks = runtime.blocks[1]
    assert [row[0] for row in looks.rows] == ["500", "600"]


@pytest.fixture(scope="module")
def learning():
    return find_study("divat-learning")(100, seed=1)


def test_learning_has_curves_and_rounds_of_both_matches(learning):
    assert list(learning.data) == ["equilibrium", "loki1"]
    curves = [block for block in learning.blocks if block.title.startswith("Learning curve")]
    rounds = [block for block in learning.blocks if block.title.startswith("Round by round")]
    assert [len(block.rows) for block in (*curves, *rounds)] == [10, 10, 4, 4]
    for found in learning.data.values():
        assert sum(found["curve"]) / 10 == pytest.approx(found["divat"]["mean"])
        assert found["divat"] != found["control"]
        assert all(0 <= share <= 1 for part in found["raised"] for share in part)
    assert learning.finding("DIVAT, SD").paper == 2.696


def test_learning_draws_figures_8_to_10_13_and_14(learning):
    charts = {chart.key: chart for chart in learning.charts}
    assert list(charts) == ["figure-9", "figure-10", "figure-14", "figure-8", "figure-13"]
    assert charts["figure-10"].bounds[1] == 100 - 43
    assert [each.name for each in charts["figure-14"].series] == ["preflop", "flop", "turn", "river"]
    totals = [
        next(each for each in charts[key].series if each.name == "DIVAT").values[-1] for key in ("figure-9", "figure-8")
    ]
    parts = [sum(each.values[-1] for each in charts[key].series) for key in ("figure-14", "figure-13")]
    assert parts == pytest.approx(totals)


@pytest.fixture(scope="module")
def selfplay():
    return find_study("divat-selfplay")(3000, seed=1)


def test_the_equilibrium_player_is_level_with_itself_and_spreads_as_psopti4(selfplay):
    for name in ("money", "money_minus_dcash", "divat_roe"):
        assert abs(selfplay.data[name]["mean"]) < 4 * selfplay.data[name]["stderr"], name
    papers = {"Money, SD": 4.691, "Money − Dcash, SD": 2.825, "DIVAT, SD": 1.863}
    for what, paper in papers.items():
        found = selfplay.finding(what)
        assert found.paper == paper
        assert found.ours == pytest.approx(paper, rel=0.3)
        assert found.paper_stderr == pytest.approx(found.stderr * (3000 / 400_000) ** 0.5)
    assert selfplay.finding("money's variance over DIVAT's").ours > 3


def test_what_is_close_to_the_papers_spreads_is_said_so_where_the_interval_carries_it():
    from deluck.statistics import Estimate
    from deluck.studies.divat.self_play import is_close

    assert is_close(Estimate(1.05, 0.01, 9, "times")) is True
    assert is_close(Estimate(0.85, 0.01, 9, "times")) is False
    assert is_close(Estimate(1.09, 0.01, 9, "times")) is None


def test_selfplay_draws_figure_4_and_says_how_it_plays(selfplay):
    (chart,) = selfplay.charts
    assert chart.key == "figure-4"
    assert [each.name for each in chart.series if each.name] == ["Dcash", "Money", "DIVAT"]
    style = selfplay.blocks[-1]
    assert [row[0] for row in style.rows] == ["preflop", "flop", "turn", "river", "showdown"]
    reached = [float(row[1].rstrip("%")) for row in style.rows]
    assert reached[0] == 100
    for (_, here, folds, _), after in zip(style.rows[:4], reached[1:], strict=True):
        assert float(here.rstrip("%")) * (1 - float(folds.rstrip("%")) / 100) == pytest.approx(after, abs=0.15)


@pytest.fixture(scope="module")
def duplicate():
    return find_study("divat-equilibrium-duplicate")(3000, seed=1)


def test_the_duplicate_match_has_the_papers_spreads_beside_ours(duplicate):
    rows = {row.what: row for row in duplicate.blocks[0].rows}
    assert [rows[f"DIVAT, SD, {which} pass"].paper for which in ("first", "second")] == [1.929, 1.932]
    assert rows["Duplicate DIVAT, SD"].paper == 1.178
    found = duplicate.data["estimators"]
    spreads = [found[name]["sd"] for name in ("money", "money_minus_dcash", "divat_roe", "duplicate_divat")]
    assert spreads == sorted(spreads, reverse=True)
    assert found["duplicate_money"]["sd"] < found["money"]["sd"] / 2
    assert rows["money's variance over that of Duplicate DIVAT"].ours == pytest.approx(
        (found["money"]["sd"] / found["duplicate_divat"]["sd"]) ** 2
    )


def test_the_two_passes_and_the_rounds_add_up_to_the_match(duplicate):
    found = duplicate.data["estimators"]
    for name in ("money", "divat_roe"):
        means = [each[name]["mean"] for each in duplicate.data["passes"]]
        assert sum(means) / 2 == pytest.approx(found[name]["mean"])
    rounds = duplicate.data["rounds"].values()
    assert sum(each["mean"] for each in rounds) == pytest.approx(found["duplicate_divat"]["mean"])


def test_the_duplicate_match_draws_figures_5_to_7_and_12(duplicate):
    charts = {chart.key: chart for chart in duplicate.charts}
    assert list(charts) == ["figure-5a", "figure-5b", "figure-6", "figure-7", "figure-12"]
    assert charts["figure-5a"].bounds[1] == charts["figure-6"].bounds[1] == 1500
    assert charts["figure-7"].bounds[1] == 1000
    assert [each.name for each in charts["figure-12"].series] == ["preflop", "flop", "turn", "river"]
    assert [chart.x_title for chart in charts.values()] == ["games", "games", "deals", "deals", "deals"]
