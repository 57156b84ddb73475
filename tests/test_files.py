"""Files are replaced whole or not at all, and nothing of the user's is lost."""

import gzip
import os
import stat
import threading

import pytest

from deluck.errors import FileError
from deluck.files import PAGE_MARK, check_output, replacing, try_lock

NO_PROCESS = 2**31 - 1


def test_a_file_is_replaced_when_all_went_well(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def write_half():
        with replacing(path) as file:
            file.write(b"new")
            raise RuntimeError("halfway")

    with pytest.raises(RuntimeError, match="halfway"):
        write_half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_of_a_file_that_the_caller_reads_is_not_said_of_the_one_written(tmp_path):
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "a.txt"):
        (tmp_path / "input").read_text()


def test_names_say_how_a_file_is_compressed(tmp_path):
    with replacing(tmp_path / "a.gz") as file:
        file.write(b"hands")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"hands"


def test_modes_are_preserved_and_links_followed(tmp_path):
    path, link = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    with replacing(pipe) as file:
        file.write(b"hands")
    reader.join()
    assert found == [b"hands"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_a_killed_process_left_is_removed_and_what_a_running_one_writes_is_not(tmp_path):
    dead, running = (tmp_path / f".a.txt.{process}.partial" for process in (NO_PROCESS, os.getppid()))
    dead.write_text("half")
    running.write_text("half")
    with replacing(tmp_path / "a.txt") as file:
        file.write(b"new")
    assert not dead.exists()
    assert running.exists()


@pytest.mark.parametrize("look", [lambda path: check_output(path), lambda path: write(path, b"new")])
def test_what_a_killed_process_left_of_another_file_is_removed_too(tmp_path, look):
    """A convert that was killed, and is not run again with the same name."""
    dead = tmp_path / f".other.phhs.{NO_PROCESS}.partial"
    before = tmp_path / f".other.log.{os.getpid()}.partial"  # by a process that had the same number, as in containers
    held = tmp_path / f".third.phhs.{NO_PROCESS}.partial"  # of a process of another machine or container
    for path in (dead, before, held):
        path.write_text("half")
    theirs = [tmp_path / name for name in (".a.partial", "b.12.partial", ".c.12.partial.txt")]
    for path in theirs:
        path.write_text("of the user")
    with held.open("r+b") as file:
        assert try_lock(file.fileno())
        look(tmp_path / "a.txt")
        assert held.exists()
    assert not dead.exists()
    assert not before.exists()
    assert all(path.exists() for path in theirs)


def write(path, content):
    with replacing(path) as file:
        file.write(content)


def test_a_killed_process_leaves_nothing_for_good(tmp_path, in_new_process):
    code = f"""
import os, signal
from deluck.files import replacing
with replacing({str(tmp_path / "a.txt")!r}) as file:
    file.write(b"x" * 100_000)
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert in_new_process(code).returncode == -9
    write(tmp_path / "b.txt", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]


def test_what_is_written_is_locked_while_it_is(tmp_path):
    with replacing(tmp_path / "a.txt") as file:
        file.write(b"new")
        (partial,) = tmp_path.iterdir()
        with partial.open("rb") as other:
            assert not try_lock(other.fileno())
        write(tmp_path / "a.txt", b"of another thread")
    assert (tmp_path / "a.txt").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_contents_and_name_are_on_disk_when_a_file_is_reported_as_written(tmp_path, monkeypatch):
    synced = []
    real = os.fsync

    def fsync(descriptor):
        status = os.fstat(descriptor)
        synced.append((status.st_ino, None if stat.S_ISDIR(status.st_mode) else status.st_size))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    write(tmp_path / "a.txt", b"hands")
    assert synced == [((tmp_path / "a.txt").stat().st_ino, 5), (tmp_path.stat().st_ino, None)]


def test_a_file_of_the_users_is_left_alone_unless_it_is_to_be_overwritten(tmp_path):
    thesis, empty, page = tmp_path / "thesis.txt", tmp_path / "empty", tmp_path / "page.html"
    thesis.write_text("three years of work")
    empty.write_text("")
    page.write_bytes(b"<html>" + PAGE_MARK + b'1.0">')
    with pytest.raises(FileError, match=r"thesis\.txt is there already, so it is left alone .*--overwrite"):
        check_output(thesis)
    for path in (empty, page, tmp_path / "new"):
        check_output(path)
    check_output(thesis, overwrite=True)
    assert thesis.read_text() == "three years of work"
    assert sorted(tmp_path.iterdir()) == [empty, page, thesis]


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "expected the name"), (".", "folder|name of a file"), ("none/a.txt", "No such")],
)
def test_what_cannot_be_written_is_one_sentence(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    for attempt in (check_output, lambda path: replacing(path).__enter__()):
        with pytest.raises(FileError, match=message):
            attempt(name)
