"""`deluck assess --live`: a log that is followed while it is written."""

import json
import signal
import subprocess
import sys
import threading
import time

import pytest

from deluck.arena import play


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("live") / "match.log"
    play("random", "always-call", n_hands=300, seed=1, log=path)
    return path.read_text()


def test_hands_that_come_later_are_seen(deluck, text, tmp_path):
    log = tmp_path / "match.log"
    lines = text.splitlines(keepends=True)
    log.write_text("".join(lines[:150]))

    def write():
        time.sleep(1.0)
        with log.open("a") as file:
            file.writelines(lines[150:])

    writer = threading.Thread(target=write)
    writer.start()
    code, out, _ = deluck("assess", str(log), "--live", "--idle", "2.5", "--player", "random")
    writer.join()
    assert code == 0
    assert out.splitlines()[0] == f"Following {log}; Ctrl-C ends it."
    assert "random after 148 hands: too few to say anything yet" in out
    assert "random after 300 hands: " in out
    assert "anytime 95%" in out


def test_the_final_summary_as_json_from_one_seat(deluck, text, tmp_path):
    log = tmp_path / "match.log"
    log.write_text(text)
    code, out, _ = deluck("assess", str(log), "--live", "--idle", "0", "--seat", "always-call", "--json")
    found = json.loads(out)
    assert (code, found["hands"], found["viewpoint"]) == (0, 300, "always-call")
    assert found["own_cards_only"] is True
    assert set(found["estimators"]) <= {"money", "own_cards"}


@pytest.mark.parametrize("columns", [60, 80])
def test_on_a_terminal_it_is_drawn_in_place(on_terminal, text, tmp_path, columns):
    log = tmp_path / "match.log"
    log.write_text(text)
    code, shown = on_terminal(columns, "assess", str(log), "--live", "--idle", "0")
    assert code == 0
    assert "\x1b[" in shown  # the lines before are taken back
    final = shown[shown.rindex("\x1b[") :].splitlines()
    assert max(map(len, final[1:])) <= columns
    assert any("Net to random: 300 hands" in line for line in final)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal on Windows")
def test_ctrl_c_ends_it_with_the_final_summary(text, tmp_path):
    log = tmp_path / "match.log"
    log.write_text(text)
    command = [sys.executable, "-m", "deluck", "assess", str(log), "--live"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("random after"):
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(30) == 0
    assert "Net to random: 300 hands" in rest


def test_what_cannot_be_followed_is_refused(deluck, tmp_path):
    assert "expected one log" in deluck("assess", str(tmp_path), "--live")[2]
    assert "a compressed one is complete" in deluck("assess", "match.log.gz", "--live")[2]
    assert "expected --live too" in deluck("assess", "match.log", "--seat", "north")[2]
    assert "expected one of them" in deluck("assess", "m.log", "--live", "--seat", "a", "--player", "b")[2]
    assert "expected none" in deluck("assess", "m.log", "--live", "--html", "r.html")[2]
