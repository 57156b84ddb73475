"""Every row of the README's table of commands works, typed in order, in a copy of what the README stands beside."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(deluck [^`]*)` \|", README, re.MULTILINE)


@pytest.fixture
def copy(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_row_works_in_order(deluck, copy):
    assert len(ROWS) > 20
    dealer = None
    for row in ROWS:
        words = shlex.split(row)[1:]
        if words[0] == "dealer":  # waits for the next row
            dealer = subprocess.Popen(
                [sys.executable, "-m", "deluck", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            assert "waiting for" in dealer.stdout.readline()
            continue
        code, out, err = deluck(*words)
        assert code == 0, f"{row}: {err}"
        assert out, row
    out, err = dealer.communicate(timeout=60)
    assert dealer.returncode == 0, err
    assert "200 of 200 hands dealt" in out
    for name in re.findall(r"(?:--html|--plot|-o) (\S+)`?", "\n".join(ROWS)):
        assert (copy / name).stat().st_size > 0, name


def test_the_first_screen_says_how_to_run_it_and_what_is_assessed():
    screen = "\n".join(README.splitlines()[:45])
    for fact in ("make demo", ".venv/bin/deluck", "pipx install .", "pip install .", "heads-up limit", "no-limit"):
        assert fact in screen
    assert "seven-card stud" in screen
    assert "hidden cards" in screen


def test_the_demo_is_shown_as_it_is_printed(deluck, copy):
    shown = re.search(r"\$ make demo\n…\n(.*?)```", README, re.DOTALL).group(1).strip().splitlines()
    printed = deluck("demo")[1].splitlines()
    assert len(shown) > 5
    assert [line for line in shown if line not in printed] == []


@pytest.mark.slow
def test_the_examples_are_what_their_commands_play(deluck, copy):
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"deluck play [^\n`|]* -o examples/\S+?(?=[`\n])", text)
    assert len(commands) == 2
    for command in commands:
        *words, output = shlex.split(command)[1:]
        assert deluck(*words, str(copy / "new"), "--overwrite")[0] == 0
        assert (copy / "new").read_bytes() == (ROOT / output).read_bytes()
