"""What commands show on a real terminal, on narrow ones, on consoles without UTF-8, and where nobody reads on."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from deluck.plain_text import text_width

ROOT = Path(__file__).parents[2]
LIMIT = str(ROOT / "examples" / "heads-up-limit.log")
NO_LIMIT = str(ROOT / "examples" / "six-max-no-limit.phhs")
HAND = ("hand", "--p1", "AcKc", "--p2", "7h6h", "--board", "Ks5h3dTc4h", "--betting", "SlRrC/kBrC/bC/bRc")
COMMANDS = {
    "metrics": ("metrics", "AdQc", "--board", "3h4cJh", "--opponents", "5"),
    "equity": ("equity", "AcKc", "TT+,AQs+", "--board", "Ks5h3d"),
    "hand": HAND,
    "recorded hand": ("hand", LIMIT, "--hand", "17"),
    "no-limit hand": ("hand", NO_LIMIT, "--hand", "3"),
    "replay": ("replay", NO_LIMIT, "--hand", "5"),
    "assess": ("assess", LIMIT, "--player", "loki1"),
    "assess no-limit": ("assess", NO_LIMIT, "--player", "steady"),
    "assess all": ("assess", NO_LIMIT, "--all-players"),
    "play": ("play", "always-call", "random:fold=0,call=0.7,raise=0.3", "--hands", "300"),
    "tournament": ("tournament", "always-call", "always-raise", "random", "--seats", "2", "--deals", "40"),
    "tables": ("tables", "status"),
    "players": ("players",),
    "study": ("study", "divat-example"),
    "studies": ("study",),
    "advise": ("advise", "--hole", "AdQc", "--board", "3h4cJh", "--history", "cccccc/k", "--seats", "6"),
    "help": ("--help",),
    "play help": ("play", "-h"),
}


def words(text):
    """Return the words of a text, lines between headings and rows left out."""
    return Counter(word for word in text.split() if set(word) - {"─"})


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_word_is_there_whole_and_no_line_is_too_wide(deluck, on_terminal, command, columns):
    code, piped, _ = deluck(*COMMANDS[command])
    terminal_code, shown = on_terminal(columns, *COMMANDS[command])
    assert (code, terminal_code) == (0, 0)
    if command not in ("help", "play help"):  # the width of help texts is typer's own
        assert not words(piped) - words(shown)
    longest = max(text_width(word) for word in words(piped))
    for line in shown.splitlines():
        assert text_width(line) <= max(columns, longest + 10), line
        assert "\x1b" not in line
        assert not re.search(r"\d…|…\d", line)


def test_paths_and_ranges_are_there_whole(deluck, on_terminal, tmp_path, monkeypatch):
    folder = tmp_path / ("long" * 20)
    monkeypatch.setenv("DELUCK_CACHE", str(folder))
    wide = "A2s,K3s,Q4s,J5s,T6s,97o,86o,75o,64o,53o,AJo,KTo"
    for columns in (80, 60):
        assert f"{folder}/tables/hand-ranks.table" in on_terminal(columns, "tables", "status")[1]
        shown = on_terminal(columns, "equity", "7c2d", wide, "--board", "Ks5h3d")[1]
        assert "…" not in shown
        assert all(part in shown for part in wide.split(","))
    assert f"{folder}/tables/hand-ranks.table" in deluck("tables", "status")[1]


def test_help_texts_are_ascii_and_whole_in_60_columns(on_terminal, all_commands):
    """Typer writes UTF-8 to a console that has only ASCII, so there must be nothing else in them."""
    for name in all_commands:
        code, shown = on_terminal(60, *name.split(), "-h")
        assert code == 0
        assert shown.isascii(), name
        assert max(map(len, shown.splitlines())) <= 60


def test_commands_print_through_one_module_alone():
    """It escapes, bounds, fits and encodes; typer's and Python's own functions do not."""
    for source in (ROOT / "src" / "deluck" / "cli").glob("*.py"):
        if source.name != "output.py":
            assert not re.search(r"\b(typer\.|click\.)?(echo|secho|print)\(|std(out|err)\.write", source.read_text()), (
                source
            )


def test_the_verdict_is_the_first_thing_shown(on_terminal):
    assert on_terminal(80, *COMMANDS["play"])[1].startswith(("always-call won ", "random won "))
    assert " did best, " in on_terminal(80, *COMMANDS["tournament"])[1].partition("\n\n")[0]
    assert "P1's money -11.00 sb = decisions +1.37" in on_terminal(80, *HAND)[1].partition("\n\n")[0]


HOSTILE = [
    "[/]",
    "[red]x[/red]",
    "\x1b[31m\x1b]0;title\x07evil",
    "two\nlines",
    "\u202egpj.exe",
    "=1+1",
    "x" * 900,
    "a" * 60 + "b" * 60,
    "{player} %s \\n",
    "山田太郎" * 30,
]


def hostile_log(path, names):
    """Write a heads-up limit hand and a no-limit one of players of these names as PHH, which can hold any text."""
    players = json.dumps(names)  # JSON's strings are TOML's, but for half characters
    actions = ["d dh p1 AcKc", "d dh p2 7h6h", "p2 cc", "p1 cc", "d db Ks5h3d", "p1 cbr 2", "p2 f"]
    game = f"antes = [0, 0]\nblinds_or_straddles = [1, 2]\nstarting_stacks = [100, 100]\nplayers = {players}\n"
    limit = f"variant = 'FT'\nsmall_bet = 2\nbig_bet = 4\n{game}actions = {json.dumps(actions)}\n"
    no_limit = f"variant = 'NT'\nmin_bet = 2\n{game}actions = {json.dumps(actions)}\n"
    path.write_text(f"[1]\n{limit}hand = 1\n\n[2]\n{no_limit}hand = {json.dumps(names[0])}\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("command", ["hand --hand 1", "hand --hand 2", "replay", "assess"])
def test_no_name_is_markup_or_reaches_the_terminal_as_it_is(deluck, on_terminal, tmp_path, name, command):
    from deluck.plain_text import shown_name

    log = hostile_log(tmp_path / "hands.phhs", [name, "Betty"])
    arguments = (*command.split()[:1], log, *command.split()[1:])
    for columns in (80, 60):
        code, shown = on_terminal(columns, *arguments)
        assert code == 0
        assert all(character.isprintable() or character == "\n" for character in shown)
        assert " ".join(shown_name(name).split()) in " ".join(shown.split())
        assert len(shown) < 16_000
        assert max(map(text_width, shown.splitlines())) <= columns
    code, out, _ = deluck(*arguments, "--json")
    assert code == 0
    assert out.isascii()
    assert len(out) < 60_000


def test_no_name_is_a_formula_in_a_spreadsheet(deluck, tmp_path):
    log = hostile_log(tmp_path / "hands.phhs", ["Anna", "=HYPERLINK(1)"])
    table = tmp_path / "table.csv"
    assert deluck("assess", log, "--player", "Anna", "--per-hand", str(table))[0] == 0
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["opponent"] for row in rows] == ["'=HYPERLINK(1)"]
    assert [float(row["money"]) for row in rows] == [1.0]
    parquet = tmp_path / "table.parquet"
    assert deluck("assess", log, "--player", "Anna", "--per-hand", str(parquet))[0] == 0
    assert pq.read_table(parquet)["opponent"].to_pylist() == ["=HYPERLINK(1)"]


def test_names_of_files_and_reasons_are_shown_escaped_and_bounded(deluck, tmp_path):
    bad = tmp_path / "\x1b[31m[bold]x.log"
    try:
        bad.write_text("STATE:" + "9" * 3000 + "\x1b[2J:zz\n")
    except OSError as error:
        pytest.skip(f"this file system takes no such name: {error}")
    code, out, err = deluck("replay", str(bad))
    assert (code, out) == (2, "")
    assert "\x1b" not in err
    assert r"\x1b[31m[bold]x.log" in err
    assert len(err) < 3000
    _, out, _ = deluck("convert", str(bad), "--to", "acpc", "-o", str(tmp_path / "out"), "--json")
    assert len(json.loads(out)["rejected"][0]["reason"]) <= 500


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1252", "cp932", "koi8-r"])
@pytest.mark.parametrize("command", ["hand", "no-limit hand", "play", "help", "assess", "equity"])
def test_a_console_that_is_not_utf_8_gets_plain_characters(in_encoding, encoding, command):
    code, out, err = in_encoding(encoding, *COMMANDS[command])
    assert (code, err) == (0, b"")
    text = out.decode(encoding)
    assert "\\u" not in text
    if command == "hand":
        assert text.startswith("P1 AcKc v P2 7h6h, board Ks5h3dTc4h")
        assert re.search(r"^flop +Ks5h3d +P1", text, re.MULTILINE)
        assert "-----" in text
    if command == "play":
        assert re.search(r"sb/game \+/- 95%", text)
        widths = {len(line) for line in text.splitlines() if line.startswith(("always", "random")) and ":" not in line}
        assert len(widths) == 1, "columns stay aligned"


def test_a_name_that_the_console_has_stays_and_any_other_is_escaped(in_encoding, tmp_path):
    log = hostile_log(tmp_path / "hands.phhs", ["Zoë", "山田"])
    _, out, _ = in_encoding("latin-1", "replay", log)
    assert "Zoë" in out.decode("latin-1")
    assert r"\u5c71\u7530" in out.decode("latin-1")


def run(*arguments, **environment):
    settings = {name: value for name, value in os.environ.items() if name not in ("PYTHONIOENCODING", "PYTHONUTF8")}
    return subprocess.run(
        [sys.executable, "-m", "deluck", *arguments],
        capture_output=True,
        env=settings | environment,
        timeout=120,
    )


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C"}], ids=str
)
def test_what_the_environment_asks_for_is_what_it_gets(environment):
    found = run(
        "equity", "AcKc", "7h6h", "--board", "Ks5h3d", "--method", "sampled", "--precision", "0.01", **environment
    )
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"on Ks5h3d (sampled" in found.stdout
    assert b"+/- 95%" in found.stdout
    assert found.stdout.isascii()


def test_nothing_said_is_an_error_of_encoding():
    found = run("metrics", "K♠Zz", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert found.returncode == 2
    assert found.stderr.startswith(b"deluck: not a card: 'Zz'")
    assert found.stderr.isascii()


@pytest.mark.parametrize("arguments", [("players",), ("-h",), ("replay", NO_LIMIT, "--json")], ids=str)
def test_a_closed_pipe_is_no_error(arguments):
    with subprocess.Popen(
        [sys.executable, "-m", "deluck", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()  # long before the first line
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_help_and_what_follows_a_closed_pipe_in_a_shell():
    found = subprocess.run(
        f"set -o pipefail; '{sys.executable}' -m deluck replay '{NO_LIMIT}' --json | head -1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        timeout=60,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, b"{\n", b"")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_typed_in_a_terminal_is_one_line(tmp_path, jobs):
    pty = pytest.importorskip("pty")
    command = ("play", "always-call", "random", "--hands", "100000000", "--jobs", jobs, "-o", str(tmp_path / "m.log"))
    process, terminal = pty.fork()
    if not process:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-m", "deluck", *command])
    shown = b""
    typed = False
    while True:
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:
            break
        if not typed and b" hands/s" in shown:
            typed = True
            time.sleep(0.2)
            os.write(terminal, b"\x03")
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    os.close(terminal)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert "Traceback" not in text
    assert code == 130, text[-500:]
    last = " ".join(text.replace("^C", "").split("\r")[-2].split())
    assert re.search(r"deluck: stopped after [\d,]+ games", " ".join(text.split())), last


def test_the_bar_fits_a_narrow_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    process, terminal = pty.fork()
    if not process:
        os.environ |= {"TERM": "xterm", "COLUMNS": "60"}
        os.execv(sys.executable, [sys.executable, "-m", "deluck", "play", "always-call", "random", "--hands", "20000"])
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:
            break
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    os.close(terminal)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert "hands/s" in text
    lines = [line for line in re.split(r"[\r\n]+", text) if line]
    assert max(map(text_width, lines)) <= 60


def test_long_work_is_a_line_of_text_where_there_is_no_terminal(capsys, monkeypatch):
    from deluck import progress
    from deluck.cli import display

    now = 0.0
    monkeypatch.setattr(display.time, "monotonic", lambda: now)
    with display.shown_on_terminal(), progress.task("Rolling out", 100) as shown:
        for _ in range(90):
            now += 0.5
            shown.advance()
    assert capsys.readouterr().err == "Rolling out: 4% done\nRolling out: 64% done\n"


def test_short_work_is_silent_where_there_is_no_terminal(capsys):
    from deluck import progress
    from deluck.cli import display

    with display.shown_on_terminal(), progress.task("Rolling out", 3) as shown:
        shown.advance()
    assert capsys.readouterr() == ("", "")


def test_an_interrupt_by_signal_is_one_line(tmp_path):
    log = tmp_path / "m.log"
    process = subprocess.Popen(
        [sys.executable, "-m", "deluck", "play", "always-call", "random", "--hands", "100000000", "-o", str(log)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not log.exists() or b"STATE" not in log.read_bytes()[:4096]:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert err.decode().splitlines()[-1].startswith("deluck: stopped after ")
    assert b"Traceback" not in err
