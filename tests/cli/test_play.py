import json
import signal
import subprocess
import sys
import time

import pytest

MATCH = ("play", "always-call", "always-raise", "--hands", "400", "--seed", "7")


def test_play_prints_the_table_and_the_verdict(deluck):
    code, out, err = deluck(*MATCH)
    assert (code, err) == (0, "")
    assert "400 games of holdem, seed 7" in out
    assert "sb/game ± 95%" in out
    assert "bb/100 ± 95%" in out
    assert out.splitlines()[0].endswith("sb/game, which is not significantly different from zero.")


def test_play_json(deluck):
    code, out, _ = deluck(
        "play", "always-raise", "always-fold", "--hands", "100", "--seed", "7", "--duplicate", "--json"
    )
    found = json.loads(out)
    assert code == 0
    assert list(found) == [
        "schema",
        "game",
        "seed",
        "duplicate",
        "hands",
        "deals",
        "reproducible",
        "unit",
        "players",
        "results",
        "faults",
        "verdict",
        "skill_verdict",
        "ended",
        "notes",
    ]
    assert (found["hands"], found["deals"], found["reproducible"]) == (100, 50, True)
    assert (found["players"], found["unit"]) == (["always-raise", "always-fold"], "sb/game")
    winner, loser = found["results"]
    assert winner["mean"] == 0.75  # the blinds, won in turns
    assert winner["ci95"] == [0.75, 0.75]
    assert (winner["per_100"]["mean"], winner["per_100"]["unit"]) == (75, "bb/100")
    assert (loser["player"], loser["total"]) == ("always-fold", -75)


def test_play_more_than_two_and_stud(deluck):
    code, out, _ = deluck("play", "always-call", "random", "always-fold", "--game", "stud7", "--hands", "90", "--json")
    assert code == 0
    assert len(json.loads(out)["players"]) == 3


def test_play_keeps_a_log_that_is_read_again(deluck, tmp_path):
    log = tmp_path / "m.log"
    first = deluck(*MATCH, "-o", str(log))
    written = log.read_bytes()
    assert written.count(b"STATE:") == 400
    assert deluck(*MATCH, "-o", str(log)) == first
    assert log.read_bytes() == written
    code, out, err = deluck(*MATCH[:-1], "8", "-o", str(log))
    assert (code, out) == (2, "")
    assert "is the log of another match: seed 7 (expected 8)" in err
    assert log.read_bytes() == written
    assert deluck(*MATCH[:-1], "8", "-o", str(log), "--overwrite")[0] == 0
    assert log.read_bytes() != written


SLOW = """
import time

def agent(view, rng):
    time.sleep(0.01)
    return "raise" if rng.random() < 0.3 and len(view.legal_actions) == 3 else "call"
"""


def stopped_by(number, folder, jobs):
    """Stop a match of slow players by a signal once a few hands are on disk; return its log, exit code and words."""
    (folder / "slow.py").write_text(SLOW)
    log = folder / "broken.log"
    beside = folder / ".broken.log.resume"  # written about once a second
    process = subprocess.Popen(
        [sys.executable, "-m", "deluck", *SLOW_MATCH, "--jobs", str(jobs), "-o", str(log)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    while process.poll() is None and not (beside.exists() and log.read_text().count("STATE:") >= 5):
        time.sleep(0.02)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    return log, process.returncode, err


SLOW_MATCH = ("play", "slow.py:agent", "always-call", "--hands", "210", "--seed", "7")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_match_that_is_stopped_goes_on_within_the_block(deluck, tmp_path, monkeypatch, number, jobs):
    log, code, err = stopped_by(number, tmp_path, jobs)
    n_hands = log.read_text().count("STATE:")
    assert 5 <= n_hands < 100
    assert log.with_name(".broken.log.resume").exists()
    if number == signal.SIGINT:
        n_games, _, rest = err.partition(" games; ")
        assert code == 130
        assert rest == "run the same command again to go on\n"
        assert n_hands <= int(n_games.removeprefix("deluck: stopped after ")) < 210
    elif number == signal.SIGTERM:
        assert code == 143
    (tmp_path / "slow.py").write_text(SLOW.replace("time.sleep(0.01)", ""))
    monkeypatch.chdir(tmp_path)
    code, out, err = deluck(*SLOW_MATCH, "-o", str(log))
    assert code == 0
    if number != signal.SIGKILL:  # when killed, what is in the log and what is noted beside it need not agree
        assert n_hands <= int(err.removeprefix(f"deluck: {log} has ").split()[0])
    whole = tmp_path / "whole.log"
    assert deluck(*SLOW_MATCH, "-o", str(whole)) == (0, out, "")
    assert log.read_bytes() == whole.read_bytes()


def test_stopping_without_an_output_says_that_nothing_was_stored(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW + "\nprint('ready', flush=True)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "deluck", *SLOW_MATCH],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith("; nothing was stored (-o stores the games)\n")


def test_play_seats_a_player_of_a_file_and_its_faults_are_in_the_verdict(deluck, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def agent(view, rng):\n    return 1 / 0 if view.street else 'call'\n")
    code, out, err = deluck("play", f"{mine}:agent", "always-call", "--hands", "40")
    assert (code, err) == (0, "")
    verdict = out.splitlines()[0]
    assert "agent failed " in verdict
    assert verdict.endswith(" times (first: hand 0: ZeroDivisionError: division by zero) and then checked or folded.")
    code, out, err = deluck("play", f"{mine}:agnet", "always-call")
    assert (code, out, err) == (2, "", "deluck: mine.py has no 'agnet' (did you mean agent?)\n")


def test_play_with_a_time_limit_says_that_it_cannot_be_reproduced(deluck):
    code, out, _ = deluck(*MATCH, "--time-limit", "20")
    assert code == 0
    assert "Note: not reproducible: each action had a time limit of 20 s." in out


def test_play_names_faults_and_stops_if_asked(deluck):
    code, out, _ = deluck("play", "always-call", "scripted:rfff", "--hands", "40")
    assert code == 0
    assert "; scripted failed 120 times (first: hand 0: illegal action, fold (legal: call, raise))" in out
    assert out.splitlines()[0].endswith(" and then checked or folded.")
    code, out, err = deluck("play", "always-call", "scripted:rfff", "--hands", "40", "--on-fault", "stop")
    assert (code, out) == (2, "")
    assert err.startswith("deluck: the match stopped at a fault: scripted, hand ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("always-call",), "a match of 1 (expected two players or more)"),
        (("always-call", "bob"), "no player 'bob' (expected one of: always-call, "),
        (("always-call", "random:x=1"), "random has no option 'x=1' (expected fold=, call=, raise=, sizes=)"),
        (("always-call",) * 11, "11 seats (expected 2 to 10 for hold'em)"),
        (("always-call", "random", "--hands", "3", "--duplicate"), "3 hands (expected a multiple of 2"),
        (("always-call", "random", "--hands", "0"), "0 hands (expected 1 or more)"),
        (("always-call", "random", "-o", "/nowhere/m.log"), "cannot write /nowhere/m.log: No such file or directory"),
    ],
)
def test_bad_matches_give_one_sentence_and_exit_code_2(deluck, arguments, sentence):
    code, out, err = deluck("play", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_the_bar_shows_hands_per_second(monkeypatch):
    import io

    from deluck import progress
    from deluck.cli.display import TerminalDisplay

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    display = TerminalDisplay()
    with progress.shown_by(display), progress.task("Playing", 4, progress.Pace(100, "hands")) as shown:
        shown.advance()
        shown.advance()
        assert display._speed().endswith(" hands/s")
        assert int(display._speed().split()[0].replace(",", "")) > 0


def test_play_writes_a_report(deluck, tmp_path):
    report, log = tmp_path / "r.html", tmp_path / "m.log"
    code, out, _ = deluck(*MATCH, "--html", str(report), "-o", str(log))
    assert code == 0
    money, verdict, *_, where = out.splitlines()
    assert money.endswith("which is not significantly different from zero.")
    assert "it played better than always-raise by" in verdict
    assert where == f"The report is in {report}."
    assert verdict in report.read_text()
    assert log.read_bytes().count(b"STATE:") == 400


def test_play_reports_on_other_games_by_money_alone(deluck, tmp_path):
    report = tmp_path / "r.html"
    code, out, _ = deluck(
        "play",
        "always-call",
        "random",
        "always-fold",
        "--game",
        "stud7",
        "--hands",
        "30",
        "--html",
        str(report),
        "--json",
    )
    assert code == 0
    found = json.loads(out)["assessment"]
    assert (found["hands"], found["assessed"], found["viewpoint"]) == (30, 0, "always-call")
    assert found["verdict"] in report.read_text().replace("&#39;", "'")
    assert list(tmp_path.iterdir()) == [report]


def test_play_leaves_alone_what_is_no_report(deluck, tmp_path):
    thesis = tmp_path / "thesis.html"
    thesis.write_text("<html>ten years of work")
    code, out, err = deluck(*MATCH, "--html", str(thesis))
    assert (code, out) == (2, "")
    assert err == f"deluck: {thesis} is there already, so it is left alone (expected another name, or --overwrite)\n"
    assert thesis.read_text() == "<html>ten years of work"
    assert deluck(*MATCH, "--html", str(thesis), "--overwrite")[0] == 0
    assert deluck(*MATCH, "--html", str(thesis))[0] == 0, "a report may be replaced"


def test_play_shows_the_luck_removed_beside_money(deluck):
    found = json.loads(deluck(*MATCH, "--json")[1])
    one, other = (result["luck_removed"] for result in found["results"])
    assert one["estimator"] == "divat_roe"
    assert one["mean"] == pytest.approx(-other["mean"])
    assert one["ci95"][0] < one["mean"] < one["ci95"][1]
    shown = deluck(*MATCH)[1]
    assert f"{one['mean']:+.3f} ± " in shown
    assert found["skill_verdict"] in shown
    assert "luck removed" not in deluck(*MATCH, "--money-only")[1]


def test_play_until_the_answer_is_clear(deluck, tmp_path):
    match = ("play", "always-raise", "always-fold", "--seed", "3", "--until", "clear", "--max-hands", "2000")
    code, out, _ = deluck(*match, "-o", str(tmp_path / "m.log"))
    assert code == 0
    assert "Stopped after 200 of at most 2,000 games" in out
    assert "excludes zero" in out
    assert "± anytime 95%" in out
    found = json.loads(deluck(*match, "-o", str(tmp_path / "m.log"), "--json")[1])
    assert found["hands"] == 200
    assert found["ended"] in out


def test_options_of_a_match_that_stops_by_itself(deluck):
    assert "expected --max-hands" in deluck(*MATCH, "--until", "clear")[2]
    assert "--max-hands without --until" in deluck("play", "random", "random", "--max-hands", "10")[2]
    assert "expected clear, or a rate such as 5bb/100" in deluck("play", "random", "random", "--until", "soon")[2]
    assert "expected no batches" in deluck("play", "random", "random", "--until", "clear", "--batch")[2]
