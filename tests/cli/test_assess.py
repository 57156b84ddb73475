import csv
import gzip
import json
import random
from io import StringIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import deluck as library

FIRST = "STATE:0:rrc/crrc/rc/rrc:AcKc|7h6h/Ks5h3d/Tc/4h:-110|110:North|South"
SECOND = "STATE:1:f:2c3d|8h9s:5|-5:South|North"
NAMES = [
    "money",
    "lfat",
    "money_minus_lfat",
    "evat",
    "divat_aie",
    "divat_roe",
    "luck",
    "seat_value",
    "dcash",
    "money_minus_dcash",
]
NUMBERS = ["n", "total", "mean", "sd", "stderr", "ci95", "anytime95"]


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "match.log"
    path.write_text(f"{FIRST}\n{SECOND}\n")
    return path


def found_in(deluck, *arguments):
    code, out, err = deluck("assess", *map(str, arguments), "--json")
    assert code == 0, err
    return json.loads(out)


def test_the_json_has_every_number_by_its_name(deluck, log):
    found = found_in(deluck, log)
    assert list(found) == [
        "schema",
        "hands",
        "assessed",
        "others",
        "structure",
        "copies",
        "filtered",
        "other_structures",
        "set_aside",
        "rejections",
        "rejected_reasons",
        "rejected",
        "players",
        "viewpoint",
        "unit",
        "baseline",
        "estimators",
        "rounds",
        "seats",
        "positions",
        "opponents",
        "depths",
        "table_sizes",
        "tablemates",
        "players_money",
        "rake",
        "lead",
        "split",
        "waterfall",
        "comparisons",
        "pairs",
        "decisions",
        "leaks",
        "verdict",
        "notes",
        "settings_hash",
        "seed",
        "n_flops",
        "version",
        "apart",
        "read",
        "sites",
        "rejected_examples",
        "not_recognised",
    ]
    assert (found["hands"], found["assessed"], found["rejected"], found["set_aside"]) == (2, 2, [], {})
    assert (found["players"], found["viewpoint"], found["unit"]) == (["North", "South"], "North", "sb/game")
    assert list(found["estimators"]) == NAMES
    assert all([name for name in each if name != "bootstrap95"] == NUMBERS for each in found["estimators"].values())
    assert found["estimators"]["money"]["total"] == -11.5
    assert found["estimators"]["money"]["ci95"] == pytest.approx([-5.75 - 1.959964 * 5.25, -5.75 + 1.959964 * 5.25])
    assert list(found["rounds"]) == ["preflop", "flop", "turn", "river"]
    assert list(found["rounds"]["flop"]) == ["lfat", "evat", "divat_aie", "divat_roe", "luck"]
    assert found["rounds"]["flop"]["divat_roe"]["total"] == pytest.approx(0.523232, abs=1e-6)
    assert found["rounds"]["flop"]["divat_roe"]["ci95"] == [None, None]
    assert list(found["seats"]) == ["P1", "P2"]
    assert list(found["seats"]["P1"]) == list(found["estimators"])
    assert found["pairs"] is None
    assert found["verdict"].startswith("North lost 11.5 sb over 2 games; it played better than South by")


def test_the_view_of_the_other_player(deluck, log):
    ours, theirs = found_in(deluck, log), found_in(deluck, log, "--player", "South")
    assert theirs["viewpoint"] == "South"
    for name in NAMES:
        assert theirs["estimators"][name]["total"] == -ours["estimators"][name]["total"]


def test_duplicates_are_named_only_where_there_are_pairs(deluck, tmp_path):
    path = tmp_path / "duplicate.log"
    library.play("random", "always-call", n_hands=200, seed=1, duplicate=True, log=path)
    found = found_in(deluck, path, "--jobs", 2)
    assert list(found["estimators"])[-2:] == ["duplicate_money", "duplicate_divat"]
    assert found["pairs"] == {"n": 100, "alone": 0, "found_by": "each game and the next"}
    assert found["estimators"]["duplicate_money"]["n"] == 100
    assert list(found["comparisons"])[-2:] == ["duplicate_money", "duplicate_divat"]


def test_the_text_has_tables_verdict_and_rates_for_players(deluck, log):
    code, out, err = deluck("assess", str(log))
    assert (code, err) == (0, "")
    for words in ("bb/100 ± 95%", "DIVAT", "By round", "By seat", "Where value goes", "Costliest decisions"):
        assert words in out
    assert "North lost 11.5 sb over 2 games" in out
    assert "nan" not in out.lower().replace("dominance", "")


def test_rejected_hands_are_told_and_do_not_fail_the_run(deluck, log):
    log.write_text(log.read_text() + "STATE:2:zz:AcKc|7h6h:0|0:North|South\n")
    code, out, err = deluck("assess", str(log))
    assert code == 0
    assert f"{log}:3:" in err
    assert "1 hand or file could not be read and was left out." in out
    found = found_in(deluck, log)
    (rejected,) = found["rejected"]
    assert (rejected["source"], rejected["line"]) == (str(log), 3)
    assert rejected["reason"]
    assert found["hands"] == 2


def test_styles_and_sweeps(deluck, log):
    assert found_in(deluck, log, "--style", "tight/conservative")["baseline"] == "tight/conservative"
    assert found_in(deluck, "--sweep", log)["baseline"] == "sweep 1-1-1-1-1"
    assert found_in(deluck, log, "--sweep", "binomial")["baseline"] == "sweep 1-4-6-4-1"


@pytest.mark.parametrize("name", ["hands.parquet", "hands.csv", "hands.csv.gz"])
def test_a_row_a_hand_is_written(deluck, log, tmp_path, name):
    path = tmp_path / name
    code, out, err = deluck("assess", str(log), "--per-hand", str(path))
    assert code == 0, err
    assert f"{path} written" in out
    if name.endswith("parquet"):
        rows = pq.read_table(path).to_pylist()
    else:
        text = gzip.decompress(path.read_bytes()).decode() if name.endswith("gz") else path.read_text()
        rows = list(csv.DictReader(StringIO(text)))
    assert [float(row["money"]) for row in rows] == [-11.0, -0.5]
    assert [row["hand_id"] for row in rows] == ["0", "1"]
    assert [row["opponent"] for row in rows] == ["South", "South"]
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(["match.log", name])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.log"], "nowhere.log: no such file or folder"),
        (["{log}", "--player", "Nort"], "no player 'Nort' in these hands (did you mean North?)"),
        (["{log}", "--style", "wild"], "no style 'wild'"),
        (["{log}", "--style", "tight", "--sweep"], "--style and --sweep at once"),
        (
            ["{log}", "--sweep", "even"],
            "even: no such file or folder (a sweep's weights are equal, triangular, binomial)",
        ),
        ([""], "'': no such file or folder"),
        (["{log}", "--sweep", "equal", "binomial"], "weights equal and binomial at once"),
        (["--sweep", "equal"], "no PATH"),
        (["{log}", "--jobs", "0"], "0 threads (expected 1 or more"),
        (["{log}", "--per-hand", "{folder}/x.txt"], "cannot write a table to"),
        (["{log}", "--per-hand", "{folder}/none/x.csv"], "No such file or directory"),
        (["{log}", "--html", "{folder}/none/x.html"], "No such file or directory"),
        (["{log}", "--html", "{folder}"], "it is a folder"),
        (["{log}", "--html", "{thesis}"], "is there already, so it is left alone"),
        (["{log}", "--html", "{log}"], "is to be read and written at once"),
        (["{log}", "--html", "{folder}/x.csv", "--per-hand", "{folder}/x.csv"], "is to be written twice at once"),
        (["{empty}"], "no valid hand to assess (1 rejected, the first: {empty}: there is nothing in it)"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(deluck, log, tmp_path, arguments, sentence):
    places = {"log": log, "folder": tmp_path, "empty": tmp_path / "empty.log", "thesis": tmp_path / "thesis.txt"}
    places["empty"].write_text("")
    places["thesis"].write_text("three years of work")
    code, out, err = deluck("assess", *[argument.format(**places) for argument in arguments])
    assert (code, out) == (2, "")
    assert sentence.format(**places) in " ".join(err.split())
    assert "Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.log", "match.log", "thesis.txt"]


def test_what_cannot_be_written_is_told_before_the_long_work(deluck, log, tmp_path, monkeypatch):
    def never(*_, **__):
        raise AssertionError("the long work was begun")

    monkeypatch.setattr("deluck.assessment.assess", never)
    code, _, err = deluck("assess", str(log), "--html", str(tmp_path / "none" / "x.html"))
    assert code == 2
    assert "cannot write" in err


def test_a_log_from_standard_input(in_new_process, log):
    run = in_new_process(
        "import sys, io; from deluck.cli.main import main; sys.stdin = open(sys.argv.pop()); main()",
        arguments=["assess", "-", "--json", str(log)],
    )
    assert json.loads(run.stdout)["hands"] == 2, run.stderr


def test_pokerstars_hands_of_a_ring_game_are_money_and_rake(deluck, log):
    folder = Path(__file__).parents[1] / "formats" / "pokerstars"
    found = found_in(deluck, folder)
    assert found["hands"] > 0
    assert found["viewpoint"] == "Bruno", "the first hero named"
    assert found["estimators"]["money"]["n"] + sum("is not known" in note for note in found["notes"]) > 0
    assert found["set_aside"]


@pytest.fixture
def no_limit_table(tmp_path):
    """Return hands of three at no-limit and of limit, as a Parquet file, and the money of the first player."""
    from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
    from deluck.records import Decision, HandColumns, HandRecord

    rng = random.Random(2)
    records = []
    for number in range(60):
        rules = HoldemRules.no_limit(3) if number < 50 else HoldemRules.limit(3)
        deal = HoldemDeal.from_deck(rng.sample(range(52), 11), 3)
        state = HoldemState(rules, deal, (2000, 2000, 2000))
        decisions = []
        while state.actor is not None:
            legal = state.legal_actions()
            decision = Decision(state.actor, rng.choice(legal))
            if decision.action is Action.RAISE and state.has_choice:
                decision = decision._replace(amount=rng.randint(state.min_raise_to, state.max_raise_to))
            decisions.append(decision)
            state.act(decision.action, decision.amount)
        turn = number % 3
        names = ("North", "South", "East")
        records.append(
            HandRecord(
                rules=rules,
                deal=deal,
                decisions=tuple(decisions),
                payoffs=state.payoffs(),
                names=names[turn:] + names[:turn],
                stacks=(2000, 2000, 2000),
                hand_id=str(number),
            )
        )
    path = tmp_path / "table.parquet"
    pq.write_table(HandColumns.from_records(records).to_arrow(), path)
    won = [record.payoffs[record.names.index("South")] / record.rules.unit for record in records]
    return path, won


def test_no_limit_hands_are_money_in_big_blinds(deluck, no_limit_table, tmp_path):
    path, won = no_limit_table
    found = found_in(deluck, path, "--player", "South")
    assert (found["structure"], found["unit"], found["hands"]) == ("no-limit", "bb/game", 50)
    assert found["other_structures"] == {"limit": 10}
    assert found["estimators"]["money"]["total"] == pytest.approx(sum(won[:50]))
    assert set(found["players_money"]) == {"North", "South", "East"}
    assert sum(each["total"] for each in found["players_money"].values()) == pytest.approx(0)
    assert list(found["positions"]) == ["SB", "BB", "BTN"]
    assert found["rejected_reasons"] == {}
    page, table = tmp_path / "page.html", tmp_path / "hands.csv"
    code, out, err = deluck("assess", str(path), "--player", "South", "--html", str(page), "--per-hand", str(table))
    assert (code, err) == (0, "")
    for words in ("Net to South: 50 games, no-limit", "bb/game ± 95%", "By position", "Money of every player"):
        assert words in out
    assert "10 limit games of South are reported apart" in " ".join(out.split())
    assert "sb" not in out.partition("Reported apart, limit")[0].split()
    assert set(found["apart"]) == {"limit"}
    assert found["apart"]["limit"]["estimators"]["money"]["total"] == pytest.approx(sum(won[50:]))
    rows = csv.DictReader(StringIO(table.read_text()))
    assert [float(row["money"]) for row in rows] == pytest.approx(won[:50])
    assert "big blinds" in page.read_text()


def test_the_structure_can_be_chosen(deluck, no_limit_table):
    path, won = no_limit_table
    found = found_in(deluck, path, "--player", "South", "--structure", "limit")
    assert (found["structure"], found["unit"], found["hands"]) == ("limit", "sb/game", 10)
    assert found["estimators"]["money"]["total"] == pytest.approx(sum(won[50:]))
    code, out, err = deluck("assess", str(path), "--structure", "pot-limit")
    assert (code, out) == (2, "")
    assert "no pot-limit hand of 'North' (expected a structure of no-limit: 50, limit: 10)" in " ".join(err.split())
    code, _, err = deluck("assess", str(path), "--structure", "none")
    assert code == 2
    assert "no betting structure 'none' (expected limit, pot-limit, no-limit)" in " ".join(err.split())


def test_output_files_of_others_are_replaced_only_if_asked(deluck, log, tmp_path):
    table = tmp_path / "hands.csv"
    table.write_text("three years of work")
    code, _, err = deluck("assess", str(log), "--per-hand", str(table))
    assert code == 2
    assert "is there already, so it is left alone (expected another name, or --overwrite)" in " ".join(err.split())
    assert table.read_text() == "three years of work"
    code, _, err = deluck("assess", str(log), "--per-hand", str(table), "--overwrite")
    assert code == 0, err
    assert table.read_text().startswith('"hand_id"')


def test_values_are_stored_and_answer_later(deluck, log, tmp_path):
    folder = tmp_path / "values"
    first = found_in(deluck, log, "--values", folder)
    assert first == found_in(deluck, log)
    log.unlink()
    assert found_in(deluck, folder) == first
    south = found_in(deluck, folder, "--player", "south", "--position", "BTN")
    assert (south["viewpoint"], south["hands"], south["filtered"]) == ("South", 1, 1)
    code, _, err = deluck("assess", str(folder), "--style", "tight")
    assert code == 2
    assert "compute them again with deluck assess LOGS --values" in " ".join(err.split())
    joined = found_in(deluck, folder, "--alias", "N=North")
    assert joined["players"] == ["N", "South"]


def test_an_answer_from_values_needs_no_kernel(deluck, log, tmp_path, in_new_process):
    """numba takes a good part of a second to start: as long as an answer from a million hands."""
    found_in(deluck, log, "--values", tmp_path / "values")
    code = (
        "import atexit, sys; atexit.register(lambda: print('numba' in sys.modules, file=sys.stderr));"
        "from deluck.cli.main import main; main()"
    )
    found = in_new_process(code, None, ["assess", str(tmp_path / "values"), "--json"])
    assert found.stderr == "False\n"
    assert '"estimators"' in found.stdout


def test_only_files_can_be_stored(deluck, tmp_path):
    code, _, err = deluck("assess", "-", "--values", str(tmp_path / "values"))
    assert code == 2
    assert "values of '-' cannot be stored (expected a file)" in " ".join(err.split())


def test_all_players_are_one_table(deluck):
    log = str(Path(__file__).parents[2] / "examples" / "six-max-no-limit.phhs")
    code, out, err = deluck("assess", log, "--all-players")
    assert (code, err) == (0, "")
    found = json.loads(deluck("assess", log, "--all-players", "--json")[1])
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for result in found["results"]:
        money, estimate = (100 * each["mean"] for each in (result["estimators"]["money"], result["estimate"]))
        row = next(line for line in lines if line.startswith(f"{result['player']} {result['hands']:,} "))
        assert f" {money:+,.1f} " in row
        assert f" {estimate:+,.1f} " in row
    means = [result["estimate"]["mean"] for result in found["results"] if not result["small"]]
    assert means == sorted(means, reverse=True)
    code, _, err = deluck("assess", log, "--all-players", "--player", "steady")
    assert code == 2
    assert "--all-players with --player" in err
