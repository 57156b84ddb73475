"""Disks that are full, caches that cannot be written, homes that are not there, and two writers of one file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Crasher
from .test_kills import CASES, LOG, TABLE, Case, attempt, outputs

SMALL = 1_500
"""Bytes of the largest file on a full disk: less than any of the outputs has."""
WRITERS = {name: case for name, case in CASES.items() if case.outputs}


def visible(folder: Path) -> list[str]:
    """Return the names of unfinished files."""
    return sorted(path.name for path in folder.rglob("*") if path.name.endswith((".partial", ".new")))


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_gives_one_sentence_and_goes_on_when_there_is_room(crasher: Crasher, tmp_path: Path, name: str):
    case, whole, full = WRITERS[name], tmp_path / "whole", tmp_path / "full"
    whole.mkdir()
    full.mkdir()
    assert attempt(crasher, case, whole).code == 0
    ended = attempt(crasher, case, full, file_size=SMALL)
    assert ended.code != 0
    if not case.code:
        assert ended.code == 2
        assert ended.err.splitlines()[-1].startswith("deluck: ")
        assert "Traceback" not in ended.err
    assert "File too large" in ended.err
    assert visible(full) == []
    for name, content in outputs(case, full).items():
        assert case.grows, f"{name} is there and not whole"
        assert (whole / name).read_bytes().startswith(content)
    again = attempt(crasher, case, full)
    assert again.code == 0, again.err
    assert outputs(case, full) == outputs(case, whole)


def test_a_full_disk_leaves_an_older_file_as_it_was(crasher: Crasher, tmp_path: Path):
    case = CASES["convert to Parquet"]
    (tmp_path / "out.parquet").write_bytes(b"older")
    assert attempt(crasher, case, tmp_path, file_size=SMALL).code == 2
    assert (tmp_path / "out.parquet").read_bytes() == b"older"


@pytest.fixture
def small_disk(tmp_path: Path):
    """Return a folder on a disk of 16 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)]
    if os.name == "nt" or os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here (it needs root and the right to mount)")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("name", ["play", "convert to Parquet"])
def test_a_disk_with_no_room_left_gives_one_sentence(crasher: Crasher, small_disk: Path, name: str):
    (small_disk / "other").write_bytes(b"x" * 8192)
    ended = attempt(crasher, CASES[name], small_disk)
    assert ended.code == 2
    assert "No space left on device" in ended.err
    assert "Traceback" not in ended.err
    assert visible(small_disk) == []


def test_a_cache_folder_that_cannot_be_written_is_named_in_one_sentence(crasher: Crasher, tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    ended = crasher.run(folder=tmp_path, code=TABLE, environment={"DELUCK_CACHE": str(blocked / "cache")})
    assert ended.code == 99
    last = ended.err.strip().splitlines()[-1]
    assert last.startswith("deluck.errors.TableError: cannot write ")
    assert "DELUCK_CACHE" in last


def test_a_command_without_a_home_works(tmp_path: Path):
    environment = {key: value for key, value in os.environ.items() if key not in ("HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-m", "deluck", "play", "always-call", "always-fold", "--hands", "20", "-o", "m.log"],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "m.log").read_text().count("STATE:") == 20


TOGETHER = """
import os, sys
from deluck.cli.main import main
children = []
for _ in range(4):
    child = os.fork()
    if not child:
        sys.argv = ["deluck", *ARGUMENTS]
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    children.append(child)
print("codes", *[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])
"""


@pytest.mark.parametrize("name", ["convert to text", "convert to Parquet", "play"])
def test_several_writers_of_one_file_leave_a_whole_one(crasher: Crasher, tmp_path: Path, name: str):
    """Whoever writes last has its file there, whole; a match has one writer at a time, the others are refused."""
    case = CASES[name]
    alone = tmp_path / "alone"
    alone.mkdir()
    assert attempt(crasher, case, alone).code == 0
    ended = crasher.run(folder=tmp_path, code=TOGETHER.replace("ARGUMENTS", repr(list(case.arguments))))
    assert ended.code == 0, ended.err
    codes = ended.out.splitlines()[-1].split()[1:]
    assert "0" in codes
    assert set(codes) <= ({"0", "2"} if case.grows else {"0"}), ended.err
    assert "Traceback" not in ended.err
    assert outputs(case, tmp_path) == outputs(case, alone)
    assert visible(tmp_path) == []


def test_values_of_a_log_that_grew_are_those_of_the_whole(crasher: Crasher, tmp_path: Path):
    """A folder of values begun with a part of a log answers as one that was made of the whole."""
    lines = LOG.read_text().splitlines(keepends=True)
    growing = tmp_path / "m.log"
    growing.write_text("".join(lines[: len(lines) // 2]))
    case = Case(("assess", "m.log", "--values", "values", "--json"), ())
    assert attempt(crasher, case, tmp_path).code == 0
    growing.write_text("".join(lines))
    again = attempt(crasher, case, tmp_path, seconds=0.05)
    again = attempt(crasher, case, tmp_path)
    fresh = attempt(crasher, Case((*case.arguments[:3], "other", "--json"), ()), tmp_path)
    assert (again.code, again.out) == (0, fresh.out)
