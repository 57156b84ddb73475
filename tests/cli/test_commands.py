import json
import os
import re
import subprocess
import sys

import pytest

METRIC_KEYS = ["schema", "cards", "board", "opponents", "range"]
METRIC_KEYS += ["ihr", "hr7", "ehr_bet", "ehr_fold", "hs", "hs_n", "ppot1", "npot1", "ppot2", "npot2", "ehs"]


def test_metrics_json_has_all_keys_on_the_flop(deluck):
    code, out, _ = deluck("metrics", "AdQc", "--board", "3h4cJh", "--opponents", "5", "--json")
    found = json.loads(out)
    assert code == 0
    assert list(found) == METRIC_KEYS
    assert found["hs"] == pytest.approx(0.585, abs=5e-4)
    assert found["hs_n"] == pytest.approx(0.069, abs=5e-4)
    assert found["ehs"] == pytest.approx(0.17, abs=5e-3)


@pytest.mark.parametrize(
    ("board", "missing"),
    [
        ("", {"hs", "hs_n", "ppot1", "npot1", "ppot2", "npot2", "ehs"}),
        ("Ks5h3d", set()),
        ("Ks5h3dTc", {"ppot2", "npot2"}),
        ("Ks5h3dTc4h", {"ppot1", "npot1", "ppot2", "npot2"}),
    ],
)
def test_metrics_json_is_null_where_a_metric_does_not_exist(deluck, board, missing):
    _, out, _ = deluck("metrics", "AcKc", "--board", board, "--json")
    found = json.loads(out)
    assert {key for key, value in found.items() if value is None} == missing


def test_metrics_table_is_readable(deluck):
    code, out, err = deluck("metrics", "ac kc", "--board", "K♠ 5h 3d")
    assert code == 0
    assert "A♣K♣ on K♠5♥3♦ against one opponent" in out
    assert "0.9685" in out
    assert err == ""


def test_metrics_against_a_range(deluck):
    _, out, _ = deluck("metrics", "AcKc", "--board", "Ks5h3d", "--range", "KK,55,33", "--json")
    assert json.loads(out)["ihr"] == 0


def test_equity_json(deluck):
    code, out, _ = deluck("equity", "AcKc", "7h6h", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["method"], found["deals"]) == ("exact", 1712304)
    first, second = found["results"]
    assert (first["cards"], second["cards"]) == ("AcKc", "7h6h")
    assert (first["wins"], first["ties"], first["losses"]) == (1029832, 7525, 674947)
    assert first["equity"] + second["equity"] == pytest.approx(1)


def test_equity_says_when_it_sampled(deluck):
    _, out, _ = deluck("equity", "random", "random", "random", "--precision", "0.005", "--seed", "5", "--json")
    found = json.loads(out)
    assert (found["method"], found["seed"]) == ("sampled", 5)
    assert all(0 < player["stderr"] <= 0.005 for player in found["results"])
    _, out, _ = deluck("equity", "random", "random", "random", "--precision", "0.005")
    assert "sampled" in out


def test_version(deluck):
    import deluck as package

    assert deluck("--version") == (0, f"deluck {package.__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("metrics", "1x"), "not a card: '1x' (expected rank and suit, e.g. 'Td')"),
        (("metrics", "AcKcQc"), "hole cards are two: 'AcKcQc' has 3"),
        (("metrics", "AcAc"), "Ac appears twice"),
        (("metrics", "AcKc", "--board", "Ks5h"), "board Ks5h has 2 cards (expected none, 3, 4 or 5)"),
        (("metrics", "AcKc", "--board", "Ks5h3dTc4h2c"), "has 6 cards"),
        (("metrics", "AcKc", "--board", "AcKs5h"), "Ac is both in the hand AcKc and on the board AcKs5h"),
        (("metrics", "AcKc", "--opponents", "0"), "cannot compute with 0 opponents"),
        (("metrics", "AcKc", "--range", "XX"), "not a range: 'XX'"),
        (("equity", "AcKc"), "equity is between 2 to 10 hands or ranges (got 1)"),
        (("equity", "AcKc", "AcQd"), "Ac is in both AcKc and AcQd"),
        (("equity", "AA", "AA", "AA"), "AA v AA v AA cannot be dealt"),
        (("equity", "AcKc", ""), "empty range"),
        (("equity", "AcKc", "7h6h", "--board", "Ac5h3d"), "Ac is both in the hand AcKc and on the board Ac5h3d"),
        (("equity", "AcKc", "7h6h", "--precision", "0"), "precision 0.0"),
    ],
)
def test_bad_input_gives_one_sentence_on_stderr_and_exit_code_2(deluck, arguments, sentence):
    code, out, err = deluck(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.startswith("deluck: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("asess", "x.log"), "no command 'asess' in deluck (did you mean assess?)"),
        (("zzz",), "no command 'zzz' in deluck (expected one of: demo, metrics, "),
        (("tables", "statsu"), "no command 'statsu' in deluck tables (did you mean status?)"),
        (("metrics",), "missing argument 'hole'; deluck metrics -h shows what there is"),
        (("metrics", "AcKc", "--bored", "x"), "no option --bored of deluck metrics (did you mean --board?)"),
        (("metrics", "AcKc", "--zzz"), "no option --zzz of deluck metrics; deluck metrics -h shows what there is"),
        (("metrics", "AcKc", "--opponents", "x"), "invalid value for '--opponents': 'x' (expected a whole number)"),
        (("strength", "baseline", "--boards", "1"), "invalid value for '--boards': '1' (expected 2 or more)"),
        (("equity", "AcKc", "7h6h", "--method", "exat"), "invalid value for '--method': 'exat' is not one of '"),
        (("convert", "x.log", "--to", "phh"), "missing option '--output'"),
        (("hand",), "missing a hand (expected a FILE with --hand, or --p1, --p2, --betting and --board)"),
        (("hand", "--p1", "AcKc"), "missing --p2, --betting"),
        (("hand", "x.log", "--p1", "AcKc"), "a FILE and --p1 at once"),
        (("play", "alway-call", "random"), "did you mean always-call?"),
        (("metrics", "AcKx"), "not a card: 'Kx' in 'AcKx' (expected a suit too: Kc, Kd, Kh or Ks)"),
        (("advise", "--hole", "AcKc", "--player", "lokki1"), "did you mean loki1?"),
        (("study", "divat-alwys"), "did you mean divat-always?"),
    ],
)
def test_a_mistyped_command_line_is_one_sentence_with_what_was_meant(deluck, arguments, sentence):
    code, out, err = deluck(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("deluck: ")
    assert err.count("\n") == 1
    assert sentence in err


@pytest.mark.parametrize("command", ["assess", "convert", "replay", "hand"])
def test_a_mistyped_file_is_one_sentence_with_the_one_that_is_there(deluck, tmp_path, command):
    (tmp_path / "match.log").write_text("STATE:0:f:|:-5|5:a|b\n")
    more = ("--to", "phh", "-o", str(tmp_path / "out")) if command == "convert" else ()
    code, out, err = deluck(command, str(tmp_path / "mach.log"), *more)
    assert (code, out) == (2, "")
    assert err == (
        f"deluck: {tmp_path / 'mach.log'}: no such file or folder (did you mean {tmp_path / 'match.log'}?)\n"
    )


@pytest.mark.parametrize("arguments", [(), ("tables",), ("stud",), ("-h",), ("play", "-h"), ("tables", "status", "-h")])
def test_help_is_there_for_every_command(deluck, arguments):
    code, out, err = deluck(*arguments)
    assert (code, err) == (0, "")
    words = " ".join(word for word in arguments if word != "-h")
    assert out.startswith(f"Usage: deluck {words}".rstrip())
    assert "Example: deluck" in out
    assert not re.search(r"\w\.\.\.$", out, re.MULTILINE), "no summary is cut"


def test_an_unexpected_error_is_one_sentence_too(deluck, monkeypatch):
    from deluck import metrics

    def fails(*_arguments, **_options):
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(metrics, "hand_metrics", fails)
    code, _, err = deluck("metrics", "AcKc")
    assert code == 70
    assert "a wheel came off" in err
    assert "DELUCK_DEBUG=1" in err


def test_an_interrupt_says_so_and_exits_with_130(deluck, monkeypatch):
    from deluck import metrics

    def interrupted(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(metrics, "hand_metrics", interrupted)
    code, _, err = deluck("metrics", "AcKc")
    assert (code, err) == (130, "deluck: stopped\n")


def test_tables_status_build_and_clear(deluck, tmp_path, monkeypatch):
    monkeypatch.setenv("DELUCK_CACHE", str(tmp_path))
    code, out, _ = deluck("tables", "status", "--json")
    assert code == 0
    table, squares, *shipped = json.loads(out)["tables"]
    assert table["state"].startswith("absent")
    assert squares["state"].startswith("absent")
    names = ["preflop-rollouts", "income-rates", "equilibrium-fine", "equilibrium-coarse"]
    assert [(t["name"], t["state"]) for t in shipped] == [(name, "ready") for name in names]
    assert table["path"].startswith(str(tmp_path))
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "hand-ranks.table").write_text("not a table")
    _, out, _ = deluck("tables", "status", "--json")
    assert "damaged" in json.loads(out)["tables"][0]["state"]
    code, out, _ = deluck("tables", "clear")
    assert (code, out) == (0, f"removed {tmp_path / 'tables'}\n")
    assert deluck("tables", "clear") == (0, "", "")


def test_tables_status_of_the_tables_in_use(deluck):
    assert deluck("tables", "build")[0] == 0
    code, out, _ = deluck("tables", "status")
    assert code == 0
    assert "ready" in out


def test_a_cache_folder_that_cannot_be_written_gives_one_sentence(in_new_process, tmp_path):
    (tmp_path / "file").write_text("")
    run = in_new_process("from deluck.cli.main import main; main()", tmp_path / "file", ["metrics", "AcKc"])
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "cannot write" in run.stderr
    assert "set DELUCK_CACHE to a folder" in run.stderr


def test_help_answers_at_once():
    def seconds():
        before = os.times()
        subprocess.run([sys.executable, "-m", "deluck", "--help"], check=True, capture_output=True)
        after = os.times()
        return after.children_user - before.children_user + after.children_system - before.children_system

    assert min(seconds() for _ in range(5)) < 0.3  # of a processor, however busy the machine is
