import errno
import os
import resource
import shutil

import numpy as np
import pytest

from deluck import progress
from deluck.errors import TableError
from deluck.tables import TableFile
from deluck.tables.store import clear_cache

TABLE = TableFile(name="numbers", version=3)
ARRAYS = {"small": np.arange(10, dtype=np.uint16), "large": np.arange(40_000, dtype=np.int64).reshape(200, 200)}


class Notes:
    """A display that keeps the sentences it is shown."""

    def __init__(self):
        self.sentences = []

    def start(self, reason, n_steps):
        pass

    def advance(self):
        pass

    def finish(self):
        pass

    def note(self, sentence):
        self.sentences.append(sentence)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DELUCK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def notes():
    shown = Notes()
    with progress.shown_by(shown):
        yield shown.sentences


def build():
    return ARRAYS


def open_or_build():
    return TABLE.open_or_build(build, n_bytes=1000)


def assert_sound(arrays):
    assert arrays.keys() == ARRAYS.keys()
    for name, expected in ARRAYS.items():
        assert arrays[name].dtype == expected.dtype
        assert np.array_equal(arrays[name], expected)
        assert not arrays[name].flags.writeable


def overwrite(path, position, data):
    with path.open("r+b") as file:
        file.seek(position)
        file.write(data)


def test_what_is_written_is_read_back_memory_mapped():
    assert TABLE.open() is None
    TABLE.write(ARRAYS)
    assert_sound(TABLE.open())


def test_a_table_is_built_once():
    calls = []

    def counted():
        calls.append(1)
        return ARRAYS

    for _ in range(3):
        assert_sound(TABLE.open_or_build(counted, n_bytes=1000))
    assert len(calls) == 1


@pytest.mark.parametrize("position", [-1, -50_000, 5, 60])
def test_a_changed_byte_is_noticed_named_and_rebuilt(notes, position):
    open_or_build()
    size = TABLE.path.stat().st_size
    overwrite(TABLE.path, position % size, b"\xa5")
    with pytest.raises(TableError, match=f"{TABLE.path} is"):
        TABLE.open()
    assert_sound(open_or_build())
    assert len(notes) == 1
    assert str(TABLE.path) in notes[0]
    assert "building it again" in notes[0]


@pytest.mark.parametrize("length", [0, 10, 5000, -1])
def test_a_file_cut_short_is_noticed_and_rebuilt(notes, length):
    open_or_build()
    os.truncate(TABLE.path, length % TABLE.path.stat().st_size)
    assert_sound(open_or_build())
    assert "damaged" in notes[0]


def test_a_file_of_an_old_version_is_noticed_and_rebuilt(notes):
    TableFile(name="numbers", version=2).write({"small": ARRAYS["small"]})
    assert_sound(open_or_build())
    assert "is of version 2, and this deluck uses version 3" in notes[0]


def test_a_file_that_is_something_else_is_noticed_and_rebuilt(notes):
    TABLE.path.parent.mkdir(parents=True)
    TABLE.path.write_text('{"format": "deluck table", "name": "letters", "version": 3, "sha256": "", "arrays": []}\n')
    assert_sound(open_or_build())
    assert "says it holds 'letters', not 'numbers'" in notes[0]


def test_an_interrupted_build_leaves_nothing():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TABLE.open_or_build(interrupted, n_bytes=1000)
    assert not TABLE.path.exists()
    assert_sound(open_or_build())


def test_an_interrupted_write_leaves_what_was_there(monkeypatch):
    open_or_build()

    def fails(_descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(KeyboardInterrupt):
        TABLE.write({"small": np.zeros(3)})
    assert_sound(TABLE.open())
    assert not list(TABLE.path.parent.glob("*.partial"))


NO_PROCESS = 2**31 - 1


def test_what_a_killed_build_left_is_removed_by_the_next():
    TABLE.path.parent.mkdir(parents=True)
    leftover = TABLE.path.with_name(f".{TABLE.path.name}.{NO_PROCESS}.partial")
    leftover.write_bytes(b"half a file")
    open_or_build()
    assert not leftover.exists()


def test_no_room_is_said_before_the_work_begins(monkeypatch):
    def never():
        raise AssertionError("built although there is no room")

    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=5_000_000))
    with pytest.raises(TableError, match=r"cannot write .*430 MB needed, 5 MB free .*set DELUCK_CACHE"):
        TABLE.open_or_build(never, n_bytes=430_000_000)


def test_no_room_while_writing_gives_one_sentence_and_leaves_nothing():
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        with pytest.raises(TableError, match=rf"cannot write .*{os.strerror(errno.EFBIG)}.*set DELUCK_CACHE"):
            open_or_build()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not TABLE.path.exists()
    assert not list(TABLE.path.parent.glob("*.partial"))


def test_a_cache_folder_that_cannot_be_made_gives_one_sentence(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("DELUCK_CACHE", str(tmp_path / "file"))
    with pytest.raises(TableError, match=r"cannot write .*Not a directory.*set DELUCK_CACHE"):
        open_or_build()


def test_status_tells_ready_absent_and_damaged_apart():
    with pytest.raises(TableError, match="is not there"):
        TABLE.check()
    open_or_build()
    assert TABLE.check() == TABLE.path.stat().st_size
    stamp = TABLE.path.stat()
    overwrite(TABLE.path, stamp.st_size - 1, b"\xa5")
    os.utime(TABLE.path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # even if the time of change is set back
    with pytest.raises(TableError, match="checksum"):
        TABLE.check()
    with pytest.raises(TableError, match="checksum"):
        TABLE.open()


def test_removing_and_clearing(cache):
    open_or_build()
    assert TABLE.remove()
    assert not TABLE.remove()
    open_or_build()
    assert clear_cache() == [cache / "tables"]
    assert clear_cache() == []


def test_two_processes_starting_at_once_build_one_sound_table(in_new_process, cache):
    from concurrent.futures import ThreadPoolExecutor

    code = """
import sys, time, numpy as np
from deluck.tables import TableFile
def build():
    time.sleep(0.5)
    print("built")
    return {"small": np.arange(10, dtype=np.uint16)}
arrays = TableFile(name="numbers", version=3).open_or_build(build, n_bytes=1000)
assert arrays["small"].tolist() == list(range(10))
"""
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: in_new_process(code, cache), range(4)))
    assert [run.returncode for run in runs] == [0] * 4, [run.stderr for run in runs]
    assert sum(run.stdout.count("built") for run in runs) == 1
    assert TableFile(name="numbers", version=3).check() > 0
