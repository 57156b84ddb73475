"""Match logs have one writer at a time, and what a match says it stored is on disk."""

import os
import stat
import threading

import pytest

from deluck import arena
from deluck.errors import LogError, MatchStopped

SETTINGS = {"n_hands": 400, "seed": 3}


@pytest.fixture
def synced(monkeypatch):
    """Return what was synced to disk: the sizes of files, by inode, and the inodes of folders."""
    found = {}
    real = os.fsync

    def fsync(descriptor):
        status = os.fstat(descriptor)
        found[status.st_ino] = None if stat.S_ISDIR(status.st_mode) else status.st_size
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return found


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_second_writer_of_a_log_is_refused_and_changes_nothing(tmp_path, overwrite):
    log = tmp_path / "match.log"
    inside, go_on, results = threading.Event(), threading.Event(), []

    def waiting(_view, _rng):
        inside.set()
        assert go_on.wait(60)
        return "call"

    def first():
        results.append(arena.play("always-call", waiting, **SETTINGS, log=log))

    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(60)
    before = log.read_bytes()
    with pytest.raises(LogError, match=r"match\.log is being written by another match"):
        arena.play("always-call", waiting, **SETTINGS, log=log, overwrite=overwrite)
    assert log.read_bytes() == before
    go_on.set()
    thread.join()
    assert results[0].n_games == 400
    again = arena.play("always-call", waiting, **SETTINGS, log=log)
    assert again.n_games == 400


def test_two_matches_on_the_command_line_do_not_write_one_log(tmp_path, in_new_process, deluck):
    log = tmp_path / "match.log"
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import time\nfrom pathlib import Path\n"
        "def slow(view, rng):\n"
        f"    Path({str(tmp_path / 'begun')!r}).touch()\n"
        f"    while not Path({str(tmp_path / 'done')!r}).exists():\n        time.sleep(0.05)\n    return 'call'\n"
    )
    arguments = ["play", "always-call", f"{mine}:slow", "--hands", "50", "--money-only", "-o", str(log)]
    found = []
    code = "import sys; from deluck.cli.main import main; main(sys.argv[1:])"
    other = threading.Thread(target=lambda: found.append(in_new_process(code, arguments=arguments)))
    other.start()
    while not (tmp_path / "begun").exists():
        assert other.is_alive(), found
    code, _, err = deluck(*arguments)
    (tmp_path / "done").touch()
    other.join()
    assert code == 2
    assert "match.log is being written by another match" in err
    assert found[0].returncode == 0, found[0].stderr


def test_the_log_of_a_complete_match_is_on_disk(tmp_path, synced):
    log = tmp_path / "match.log"
    arena.play("always-call", "always-raise", **SETTINGS, log=log)
    assert synced[log.stat().st_ino] == log.stat().st_size
    assert tmp_path.stat().st_ino in synced


def test_games_that_a_stopped_match_reports_are_on_disk(tmp_path, synced):
    log, n_asked = tmp_path / "match.log", []

    def stopping(_view, _rng):
        n_asked.append(1)
        if len(n_asked) == 700:
            raise KeyboardInterrupt
        return "call"

    with pytest.raises(MatchStopped):
        arena.play("always-call", stopping, **SETTINGS, log=log)
    assert synced[log.stat().st_ino] == log.stat().st_size > 1000
    more = arena.play("always-call", lambda _view, _rng: "call", **SETTINGS, log=log, overwrite=True)
    assert more.n_games == 400


def test_a_longer_match_replaces_its_log_durably_and_still_alone(tmp_path, synced):
    log = tmp_path / "match.log"
    arena.play("always-call", "always-raise", n_hands=200, seed=3, log=log)
    first = log.stat().st_ino
    arena.play("always-call", "always-raise", n_hands=400, seed=3, log=log)
    assert log.stat().st_ino != first
    assert synced[log.stat().st_ino] == log.stat().st_size
    assert [path.name for path in tmp_path.iterdir()] == ["match.log"]
    whole = tmp_path / "whole.log"
    arena.play("always-call", "always-raise", n_hands=400, seed=3, log=whole)
    assert log.read_bytes() == whole.read_bytes()


def test_stored_values_are_on_disk_before_the_list_that_names_them(tmp_path, synced, deluck):
    log, values = tmp_path / "match.log", tmp_path / "values"
    arena.play("always-call", "always-raise", n_hands=20, seed=3, log=log)
    code, _, err = deluck("assess", str(log), "--values", str(values))
    assert code == 0, err
    inodes = list(synced)
    listed = inodes.index((values / "values.json").stat().st_ino)
    parts = list(values.glob("*.parquet"))
    assert len(parts) == 2
    for part in parts:
        assert synced[part.stat().st_ino] == part.stat().st_size
        assert inodes.index(part.stat().st_ino) < listed


def test_a_dealer_has_its_log_to_itself(tmp_path):
    from deluck.arena.dealer import DealerLog

    log = tmp_path / "match.log"
    first = DealerLog(log, overwrite=False)
    first.write("# begun")
    with pytest.raises(LogError, match="being written by another match"):
        DealerLog(log, overwrite=True)
    first.close()
    assert log.read_text() == "# begun\n"
