"""Logs to assessments: worked out by hand, split and joined, seen from either side, smoothed."""

import math
from dataclasses import replace

import numpy as np
import pytest

from deluck.assessment import AssessmentError, assess
from deluck.assessment.assessing import context_of
from deluck.estimators import ESTIMATORS, EstimatorError, Sampling, analyse, decision_prices, estimate_hands, seat_value
from deluck.estimators.divat import STANDARD, BaselineError, parse_style, style_sweep
from deluck.estimators.registry import constants_hash
from deluck.formats import Rejected, read_columns, read_text
from deluck.records import HandColumns
from deluck.values.parts import SIZE

EXAMPLE = """\
STATE:0:rrc/crrc/rc/rrc:AcKc|7h6h/Ks5h3d/Tc/4h:-110|110:North|South
STATE:1:f:2c3d|8h9s:5|-5:South|North
"""


@pytest.fixture(scope="module")
def example():
    return assess(HandColumns.from_records(read_text(EXAMPLE)))


def test_the_papers_hand_and_a_fold_worked_out_by_hand(example):
    """The first game is the paper's example with its published values; in the second North folds the small blind."""
    assert example.viewpoint == "North"
    assert example.players == ("North", "South")
    assert (example.n_hands, example.n_assessed, example.n_others, example.n_rejected) == (2, 2, 0, 0)
    hands = example.hands
    assert hands.values("money").tolist() == [-11.0, -0.5]
    assert hands.values("divat_roe")[0] == pytest.approx(0.414085 - 0.203263 + 0.523232 + 0.636364, abs=2e-6)
    assert hands.values("divat_aie")[0] == pytest.approx(0.2073 + 0.5273 + 0.7273, abs=2e-4)
    assert hands.values("lfat")[0] == pytest.approx(0.2073 + 0.96 + 1.4545 - 12.7273, abs=2e-4)
    assert hands.values("evat")[0] == pytest.approx(0.2073 + 0.5273 + 0.7273 - 4, abs=2e-4)
    assert hands.values("dcash")[0] == pytest.approx(2)
    assert hands.values("seat_value").tolist() == [seat_value(), -seat_value()]
    assert example.estimators["money"].total == -11.5
    assert example.estimators["money"].sd == pytest.approx(10.5 / math.sqrt(2))
    assert example.rounds["river"]["divat_roe"].total == 0
    assert [example.rounds[street]["lfat"].n for street in ("preflop", "flop", "turn", "river")] == [2, 1, 1, 1]
    assert example.seats["P1"]["money"].total == -11
    assert example.seats["P2"]["money"].total == -0.5
    assert list(example.opponents) == ["South"]


def test_the_example_is_shown(example):
    hand = example.examples[0]
    assert hand.betting == "SlRrC/kBrC/bC/bRc"
    assert (hand.cards_text, hand.board_text) == ("AcKc v 7h6h", "Ks5h3dTc4h")
    assert [street.luck[0] for street in hand.streets][1:] == pytest.approx(
        [example.rounds[name]["luck"].total for name in ("flop", "turn", "river")]
    )
    costliest = example.decisions.worst[0]
    assert (costliest.hand_id, costliest.row, costliest.player) == ("1", 1, "North")
    assert (costliest.round, costliest.facing, costliest.action) == ("preflop", "the blind", "fold")
    assert costliest.betting == "SlF"
    assert costliest.cards == "2c3d v 8h9s"
    assert example.decisions.best == (), "all that North gained, South gave away"
    south = {(cell.round, cell.action, cell.baseline_action): cell.value for cell in example.decisions.opponents}
    assert south["turn", "call", "fold"] == pytest.approx(0.636364, abs=1e-6)
    assert all(leak.small and leak.n == 1 and math.isinf(leak.stderr) for leak in example.leaks)
    (leak,) = [leak for leak in example.leaks if leak.facing == "the blind"]
    assert (leak.round, leak.action, leak.baseline_action, leak.examples) == ("preflop", "fold", "call", (1,))
    assert leak.total == costliest.value


def test_money_is_skill_plus_luck(plain, duplicate):
    for found in (plain, duplicate):
        totals = {name: summary.total for name, summary in found.estimators.items()}
        assert totals["money"] == pytest.approx(totals["divat_roe"] + totals["luck"], abs=1e-6)
        assert totals["money_minus_lfat"] == pytest.approx(totals["money"] - totals["lfat"], abs=1e-6)
        assert totals["money_minus_dcash"] == pytest.approx(totals["money"] - totals["dcash"], abs=1e-6)
        difference = found.hands.values("money") - found.hands.values("divat_roe") - found.hands.values("luck")
        assert np.abs(difference).max() < 1e-9


def test_rounds_and_seats_add_up(plain):
    for name in ("lfat", "evat", "divat_aie", "divat_roe", "luck"):
        by_round = sum(group[name].total for group in plain.rounds.values())
        assert by_round == pytest.approx(plain.estimators[name].total, abs=1e-6)
    for name, summary in plain.estimators.items():
        groups = [plain.seats["P1"][name], plain.seats["P2"][name]]
        assert sum(each.total for each in groups) == pytest.approx(summary.total, abs=1e-6)
        assert sum(each.n for each in groups) == summary.n
        assert plain.opponents["always-call"][name].total == pytest.approx(summary.total, abs=1e-6)


def test_streets_have_the_spread_of_the_hands_that_got_there(logs):
    """Sums over parts against all hands at once."""
    (columns,) = read_columns(logs / "plain.log")
    found = assess(columns)
    analysis = analyse(columns)
    sign = np.where(found.hands.selection.seats == 0, 1, -1)
    assert len(columns) > 2 * SIZE, "several parts"
    for name in ("lfat", "evat", "divat_aie", "divat_roe", "luck"):
        values = ESTIMATORS[name].by_round(analysis) * sign[:, None]
        for number, street in enumerate(("preflop", "flop", "turn", "river")):
            there = values[analysis.betting.n_rounds > number, number]
            summary = found.rounds[street][name]
            assert summary.n == len(there)
            assert summary.total == pytest.approx(there.sum(), abs=1e-7)
            assert summary.sd == pytest.approx(there.std(ddof=1), rel=1e-9)


def test_all_decisions_add_up_to_divat(plain, duplicate):
    for found in (plain, duplicate):
        cells = (*found.decisions.own, *found.decisions.opponents)
        assert sum(cell.value for cell in cells) == pytest.approx(found.estimators["divat_roe"].total, abs=1e-6)
        assert found.decisions.n == sum(cell.n for cell in found.decisions.own)
        agreed = [cell for cell in found.decisions.own if cell.action == cell.baseline_action]
        assert found.decisions.n_as_baseline == sum(cell.n for cell in agreed)
        assert all(cell.value == 0 for cell in agreed)
        own = sum(cell.value for cell in found.decisions.own)
        assert sum(leak.total for leak in found.leaks) == pytest.approx(own, abs=1e-6)


def test_decisions_are_counted_as_plain_python_counts_them(play_random):
    hands = HandColumns.from_records(play_random(400, 8))
    found = assess(hands, player="Bert")
    analysis = analyse(hands)
    prices = decision_prices(analysis)
    expected = {}
    place = 0
    for record in hands:
        street, raises, n_in_round = 0, 0, 0
        for decision in record.decisions:
            if analysis.betting.streets[place] != street:
                street, raises, n_in_round = int(analysis.betting.streets[place]), 0, 0
            if raises:
                facing = ["", "a bet", "a raise", "a re-raise", "a cap"][raises + (street == 0)]
            elif street:
                facing = "a check" if n_in_round else "unopened"
            else:
                facing = "a limp" if n_in_round else "the blind"
            must_call = raises > 0 or facing == "the blind"
            names = ["fold", "call" if must_call else "check", "raise" if raises or not street else "bet"]
            action, baseline = names[decision.action], names[analysis.baseline_actions[place]]
            if decision.seat == 1:  # Bert
                key = ("preflop", "flop", "turn", "river")[street], facing, action, baseline
                expected.setdefault(key, []).append(-prices[place])
            raises += decision.action == 2
            n_in_round += 1
            place += 1
    counted = {}
    for leak in found.leaks:
        values = expected[leak.round, leak.facing, leak.action, leak.baseline_action]
        assert leak.n == len(values)
        assert leak.total == pytest.approx(sum(values), abs=1e-9)
        if leak.n > 1:
            assert leak.stderr == pytest.approx(np.std(values, ddof=1) / math.sqrt(leak.n), abs=1e-9)
        counted[leak.round, leak.facing, leak.action, leak.baseline_action] = leak
    assert set(counted) == {key for key in expected if key[2] != key[3]}
    values = sorted(value for group in expected.values() for value in group)
    assert [each.value for each in found.decisions.worst] == pytest.approx(values[:10])
    assert [each.value for each in found.decisions.best] == pytest.approx(values[:-11:-1])
    for each in (*found.decisions.worst, *found.decisions.best):
        shown = found.examples[each.row]
        assert each.value in [decision.value for part in shown.streets for decision in part.decisions]
    assert all(row in found.examples for leak in found.leaks[:5] for row in leak.examples)
    assert len(found.examples) <= 60


@pytest.mark.parametrize("name", ["plain", "duplicate"])
def test_the_same_to_the_last_bit_for_any_number_of_jobs_and_files(logs, tmp_path, name, values_of, request):
    whole = values_of(request.getfixturevalue(name))
    assert values_of(assess(read_columns(logs / f"{name}.log"), n_jobs=2)) == whole
    lines = [line for line in (logs / f"{name}.log").read_text().splitlines() if line.startswith("STATE")]
    for n_files in (2, 7):
        paths = []
        for number, part in enumerate(np.array_split(np.array(lines), n_files)):
            paths.append(tmp_path / f"{number}.log")
            paths[-1].write_text("\n".join(part.tolist()) + "\n")
        assert values_of(assess(read_columns(*paths, batch_size=997))) == whole


def test_the_other_player_sees_the_opposite(logs, plain):
    other = assess(read_columns(logs / "plain.log"), player="always-call")
    assert plain.viewpoint == "random"
    for name, summary in plain.estimators.items():
        theirs = other.estimators[name]
        assert (theirs.n, theirs.total, theirs.mean) == (summary.n, -summary.total, -summary.mean)
        assert theirs.sd == summary.sd
    for street, group in plain.rounds.items():
        for name, summary in group.items():
            assert other.rounds[street][name].total == -summary.total
    assert plain.seats["P1"]["luck"].total == -other.seats["P2"]["luck"].total
    for ours, theirs in (
        (plain.decisions.own, other.decisions.opponents),
        (plain.decisions.opponents, other.decisions.own),
    ):
        assert [replace(cell, value=0.0 - cell.value) for cell in theirs] == list(ours)


def test_smoothing_is_the_weighted_mean_of_its_runs(play_random):
    hands = HandColumns.from_records(play_random(120, 9))
    found = assess(hands, sweep="triangular", n_flops=10, seed=3)
    assert found.baseline == "sweep 1-2-3-2-1"
    runs = style_sweep("triangular")
    weights = np.array([1, 2, 3, 2, 1]) / 9
    columns = [estimate_hands(analyse(hands, settings, sampling=Sampling(10, 3))) for settings in runs.settings]
    for name in ("divat_aie", "divat_roe", "luck", "dcash", "money_minus_dcash", "lfat", "evat", "money"):
        expected = sum(weight * column[name] for weight, column in zip(weights, columns, strict=True))
        assert found.hands.values(name) == pytest.approx(expected, abs=1e-12)
    cells = (*found.decisions.own, *found.decisions.opponents)
    assert sum(cell.value for cell in cells) == pytest.approx(found.estimators["divat_roe"].total, abs=1e-9)
    assert found.estimators["money"].total == pytest.approx(
        found.estimators["divat_roe"].total + found.estimators["luck"].total
    )
    assert found.settings_hash == constants_hash(context_of(sweep="triangular", n_flops=10, seed=3)[0])
    assert found.settings_hash != assess(hands, sweep="equal", n_flops=10, seed=3).settings_hash
    assert any("are sampled (10 flops" in note for note in found.notes)
    assert any(note.startswith("The seat value is sampled: ") for note in found.notes)


def test_a_style_assesses_by_its_own_baseline(play_random, values_of):
    hands = HandColumns.from_records(play_random(150, 10))
    tight = assess(hands, style="Tight/Conservative", n_flops=10)
    assert tight.baseline == "tight/conservative"
    expected = estimate_hands(analyse(hands, parse_style("tight/conservative"), sampling=Sampling(10)))
    assert (tight.hands.values("divat_roe") == expected["divat_roe"]).all()
    assert not math.isnan(tight.estimators["seat_value"].mean)
    standard = assess(hands)
    assert standard.baseline == "standard"
    assert standard.hands.values("divat_roe").tolist() != tight.hands.values("divat_roe").tolist()
    assert values_of(assess(hands, style="moderate")) == values_of(standard) == values_of(assess(hands, style=STANDARD))
    assert assess(hands, style=parse_style("tight"), n_flops=10).baseline.startswith("settings ")


def test_lines_and_slopes_of_an_assessment(plain):
    line = plain.line("divat_roe")
    assert line.hands[-1] == plain.n_hands
    assert line.total[-1] == pytest.approx(plain.estimators["divat_roe"].total)
    assert line.sd[-1] == pytest.approx(plain.estimators["divat_roe"].sd * math.sqrt(plain.n_hands))
    streets = [plain.line("luck", street) for street in ("preflop", "flop", "turn", "river")]
    assert sum(each.total[-1] for each in streets) == pytest.approx(plain.line("luck").total[-1])
    assert plain.slope("money", 5_000).window == 5_000
    with pytest.raises(EstimatorError, match="no 'dcash' on the 'flop'"):
        plain.line("dcash", "flop")
    with pytest.raises(EstimatorError, match="no estimator 'divat'"):
        plain.line("divat")


def test_a_row_a_hand(duplicate):
    table = duplicate.to_arrow()
    assert table.num_rows == duplicate.n_hands
    assert table["hand_id"][:3].to_pylist() == ["0", "1", "2"]
    assert table["pair"][:3].to_pylist() == [0, 0, 1]
    assert set(table["opponent"].to_pylist()) == {"always-call"}
    for name in ESTIMATORS:
        assert sum(table[name].to_pylist()) == pytest.approx(duplicate.estimators[name].total, abs=1e-6)
    frame = duplicate.to_pandas()
    assert frame["divat_roe"].sum() == pytest.approx(duplicate.estimators["divat_roe"].total)


def test_unequal_players_differ_as_much_by_skill_as_by_money(plain, duplicate):
    """Luck has mean zero: over alternating seats DIVAT and money agree within three standard errors of their gap."""
    for found, name in ((plain, "divat_roe"), (duplicate, "duplicate_divat")):
        skill = found.estimators[name]
        assert abs(skill.mean) > 3 * skill.stderr, "unequal indeed"
        for luck in (found.estimators["luck"], found.estimators["lfat"]):
            assert abs(luck.mean) < 3 * luck.stderr
    gaps = duplicate.hands.values("duplicate_money") - duplicate.hands.values("duplicate_divat")
    assert abs(gaps.mean()) < 3 * gaps.std() / math.sqrt(len(gaps))
    skill = duplicate.estimators["duplicate_divat"]
    alone = plain.estimators["divat_roe"]
    assert abs(skill.mean - alone.mean) < 3 * math.hypot(skill.stderr, alone.stderr)
    assert duplicate.comparisons["duplicate_divat"].worth > plain.comparisons["divat_roe"].worth > 1.5


def test_a_player_who_gives_up_loses_by_skill_what_it_loses_in_money(tmp_path):
    import deluck
    from deluck.games import Action

    def nit(view, rng):
        return Action.CALL if view.to_call == 0 else Action.FOLD

    deluck.play(nit, "always-raise", n_hands=3_000, seed=2, log=tmp_path / "nit.log")
    found = assess(read_columns(tmp_path / "nit.log"), player="nit")
    assert found.estimators["money"].mean == pytest.approx(-0.75)
    gap = found.estimators["luck"]
    assert abs(gap.mean) < 3 * gap.stderr
    assert found.estimators["divat_roe"].excludes_zero
    assert "below zero with 95% confidence" in found.verdict


def test_what_cannot_be_assessed_is_refused(logs):
    with pytest.raises(
        AssessmentError, match=r"no player 'joe' in these hands \(expected one of: random, always-call\)"
    ):
        assess(read_columns(logs / "duplicate.log"), player="joe")
    with pytest.raises(AssessmentError, match=r"^no valid hand to assess$"):
        assess([])
    with pytest.raises(AssessmentError, match=r"no valid hand to assess \(1 rejected, the first: x.log:3: torn\)"):
        assess([Rejected("x.log", 3, "torn")])
    with pytest.raises(AssessmentError, match="a style and a sweep at once"):
        assess([], style="tight", sweep="equal")
    with pytest.raises(BaselineError, match="no style 'wild'"):
        assess([], style="wild")
    with pytest.raises(BaselineError, match="no weights 'even'"):
        assess([], sweep="even")
    with pytest.raises(AssessmentError, match="a sample of 1 flops"):
        assess([], n_flops=1)
    for n_jobs in (1, 2):
        with pytest.raises(AssessmentError, match="cannot assess str"):
            assess(iter(["hands"]), n_jobs=n_jobs)


def test_many_names_are_not_all_listed(play_random):
    records = [replace(record, names=(f"a{number}", f"b{number}")) for number, record in enumerate(play_random(30, 1))]
    with pytest.raises(AssessmentError, match=r"a0, b0, a1, .* and 40 more"):
        assess(HandColumns.from_records(records), player="c")


def test_rejections_are_counted_and_the_first_ones_kept(play_random):
    hands = HandColumns.from_records(play_random(3, 2))
    found = assess([Rejected("a", 1, "torn")] * 1_500 + [hands])
    assert (found.n_rejected, len(found.rejected)) == (1_500, 1_000)
    assert "1,500 hands or files could not be read and were left out." in found.notes


def test_hands_of_other_games_are_counted_apart_from_those_that_could_not_be_read(play_random):
    hands = HandColumns.from_records(play_random(3, 2))
    others = [Rejected("a", line, "another game: Omaha (expected Holdem)") for line in (1, 2)]
    found = assess([*others, Rejected("a", 3, "torn"), hands])
    assert found.n_rejected == 3
    assert found.notes[:2] == (
        "2 hands of other games were left out.",
        "1 hand or file could not be read and was left out.",
    )
    assert assess([others[0], hands]).notes[0] == "1 hand of another game was left out."


def test_the_baseline_against_itself_makes_no_mistake(tmp_path):
    """No decision has a price, nothing leaks, and money is what Dcash says."""
    import deluck

    deluck.play("baseline", "baseline", n_hands=200, seed=4, log=tmp_path / "baseline.log")
    found = assess(read_columns(tmp_path / "baseline.log"))
    assert found.estimators["divat_roe"].total == found.estimators["divat_roe"].sd == 0
    assert found.hands.values("money") == pytest.approx(found.hands.values("dcash"), abs=1e-9)
    assert found.decisions.n == found.decisions.n_as_baseline > 0
    assert (found.leaks, found.decisions.worst, found.decisions.best, found.examples) == ((), (), (), {})
    assert found.comparisons["divat_roe"].hands_needed is None
    assert ", which is not significantly different from zero; " in found.verdict
