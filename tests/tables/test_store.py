import errno
import hashlib
import json
import os
import resource
import shutil
from pathlib import Path

import numpy as np
import pytest

import deluck
from deluck import progress
from deluck.errors import TableError
from deluck.tables import ShippedTable, TableFile
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
    TableFile(name="letters", version=3).write(ARRAYS)
    TableFile(name="letters", version=3).path.rename(TABLE.path)
    assert_sound(open_or_build())
    assert "says it holds 'letters', not 'numbers'" in notes[0]


SMALL = {"small": np.arange(7, dtype=np.uint16), "pairs": np.arange(12, dtype=np.int32).reshape(4, 3)}


def flipped(content, bit):
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def bits_to_flip(content, n_random, rng):
    """Every bit of the header, and random ones of the rest."""
    header = 8 * (content.index(b"\n") + 1)
    return [*range(header), *rng.integers(header, 8 * len(content), n_random).tolist()]


def test_any_flipped_bit_is_noticed(rng):
    TABLE.write(SMALL)
    content = TABLE.path.read_bytes()
    bits = bits_to_flip(content, 2000, rng)
    last_array = 8 * (len(content) - SMALL["pairs"].nbytes)
    for bit in {*bits, *range(last_array, 8 * len(content))}:
        TABLE.path.write_bytes(flipped(content, bit))
        with pytest.raises(TableError, match=str(TABLE.path)):
            TABLE.open()
    TABLE.path.write_bytes(content)
    assert TABLE.open()["pairs"].tolist() == SMALL["pairs"].tolist()


def test_a_flipped_bit_means_a_table_built_again(rng, notes):
    TABLE.write(SMALL)
    content = TABLE.path.read_bytes()
    bits = rng.choice(bits_to_flip(content, 1000, rng), 60).tolist()
    for bit in bits:
        TABLE.path.write_bytes(flipped(content, bit))
        arrays = TABLE.open_or_build(lambda: SMALL, n_bytes=1000)
        assert [arrays[name].tolist() for name in SMALL] == [array.tolist() for array in SMALL.values()]
        assert TABLE.path.read_bytes() == content
    assert len(notes) == len(bits)


def test_a_shipped_table_that_is_damaged_says_to_install_it_again(tmp_path, rng):
    table = ShippedTable("numbers", 3, tmp_path / "numbers.table")
    table.write(SMALL)
    content = table.path.read_bytes()
    for bit in rng.choice(bits_to_flip(content, 1000, rng), 60).tolist():
        table.path.write_bytes(flipped(content, bit))
        with pytest.raises(TableError, match="install deluck again"):
            table.open()
    table.path.unlink()
    table.path.mkdir()
    with pytest.raises(TableError, match="install deluck again"):
        table.open()


def forged(arrays, **changes):
    """The content of a file whose checksums are right and whose header is nonsense."""
    header = {"format": "deluck table", "name": "numbers", "version": 3, "sha256": hashlib.sha256().hexdigest()}
    body = json.dumps(header | {"arrays": arrays} | changes).encode()
    return signed(body)


def signed(body):
    return body[:-1] + b', "checksum": "' + hashlib.sha256(body[:-1]).hexdigest().encode() + b'"}\n'


@pytest.mark.parametrize(
    "content",
    [
        forged([["a", "<i8", [2**70]]]),
        forged([["a", "<i8", [-1]]]),
        forged([["a", "<i8", [0, 2**62]]]),
        forged([["a", "<i8", 3]]),
        forged([["a", "<i8", ["x"]]]),
        forged([["a", "<i8", [1.5]]]),
        forged([["a", "|O", [0]]]),
        forged([["a", "|V9999999999", [0]]]),
        forged([["a", "nonsense", [0]]]),
        forged([["a", {"names": 1}, [0]]]),
        forged([[["a"], "<i8", [0]]]),
        forged([3]),
        forged(None),
        forged([], sha256=None),
        forged([], name=["numbers"]),
        signed(b"[" * 60_000 + b"]" * 5_000),
        signed(b'{"a": "\xff"}'),
        signed(b"17"),
        signed(b"{}"),
        b"\n",
        b"\0" * 70_000,
        b"[" * 70_000,
        b"{" + b"9" * 60_000 + b"}\n",
    ],
)
def test_nonsense_is_never_a_table_and_never_a_foreign_error(content, notes):
    TABLE.path.parent.mkdir(parents=True)
    TABLE.path.write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        TABLE.open()
    with pytest.raises(TableError, match="damaged"):
        TABLE.check()
    assert_sound(open_or_build())
    assert "building it again" in notes[0]


@pytest.mark.parametrize("is_full", [False, True])
def test_a_folder_in_the_place_of_a_table_is_replaced(is_full, notes):
    TABLE.path.mkdir(parents=True)
    if is_full:
        (TABLE.path / "file").write_text("what somebody put here")
    assert_sound(open_or_build())
    assert "building it again" in notes[0]
    assert TABLE.remove()
    TABLE.path.mkdir()
    assert TABLE.remove()


def test_a_table_of_the_time_before_headers_were_hashed_is_built_again(notes):
    open_or_build()
    line, rest = TABLE.path.read_bytes().split(b"\n", 1)
    header = json.loads(line)
    del header["checksum"]
    old = json.dumps(header).encode() + b"\n"
    TABLE.path.write_bytes(old + rest[len(old) - len(line) - 1 :])
    assert_sound(open_or_build())
    assert "building it again" in notes[0]


MARKER = TABLE.path.with_suffix(".checked").name


@pytest.mark.parametrize("garbage", [b"", b"\xff\xfe", b"[" * 100_000, b"null", b"{}", b"[1, 2, 3]", b"\0" * 50])
def test_a_garbled_note_that_a_table_was_checked_is_as_good_as_none(garbage, cache):
    open_or_build()
    (cache / "tables" / MARKER).write_bytes(garbage)
    assert_sound(open_or_build())
    overwrite(TABLE.path, TABLE.path.stat().st_size - 1, b"\xa5")
    (cache / "tables" / MARKER).write_bytes(garbage)
    with pytest.raises(TableError, match="checksum"):
        TABLE.open()


def test_a_folder_in_the_place_of_that_note_is_no_obstacle(cache):
    (cache / "tables" / MARKER).mkdir(parents=True)
    assert_sound(open_or_build())
    assert_sound(open_or_build())


def hashed_bytes(monkeypatch):
    """Return a list that grows by the number of bytes of each hash that is taken."""
    sizes = []
    real = hashlib.sha256

    class Counting:
        def __init__(self, data=b""):
            self.digest_of = real(data)
            sizes.append(len(data))

        def update(self, data):
            self.digest_of.update(data)
            sizes.append(len(data))

        def hexdigest(self):
            return self.digest_of.hexdigest()

    monkeypatch.setattr(hashlib, "sha256", Counting)
    return sizes


def test_a_table_that_was_checked_is_not_hashed_whole_again(monkeypatch):
    open_or_build()
    monkeypatch.setattr("deluck.tables.store.SETTLED_NS", 0)
    TABLE.open()
    sizes = hashed_bytes(monkeypatch)
    assert_sound(TABLE.open())
    assert sum(sizes) < 1000
    TABLE.check()
    assert sum(sizes) > ARRAYS["large"].nbytes


def test_a_table_that_changed_within_a_tick_of_the_clock_is_hashed_again(monkeypatch):
    """Two writes may have the same time: a note made so soon after the table was written shows nothing."""
    TABLE.write(ARRAYS)
    content = TABLE.path.read_bytes()
    stamp = TABLE.path.stat()
    real_fstat = os.fstat

    def frozen(descriptor):
        found = real_fstat(descriptor)
        if found.st_ino != stamp.st_ino:
            return found
        values = {name: getattr(found, name) for name in dir(found) if name.startswith("st_")}
        values |= {"st_mtime_ns": stamp.st_mtime_ns, "st_ctime_ns": stamp.st_ctime_ns}
        return type("Status", (), values)()

    monkeypatch.setattr(os, "fstat", frozen)
    TABLE.open()
    overwrite(TABLE.path, len(content) - 1, b"\xa5")
    with pytest.raises(TableError, match="checksum"):
        TABLE.open()


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


SHIPPED = sorted(Path(deluck.__file__).parent.rglob("*.table"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_table_is_whole(path):
    """One without a checksum in its header was written by an earlier version of the store: write it again."""
    name, version = (json.loads(path.read_bytes().partition(b"\n")[0])[key] for key in ("name", "version"))
    assert ShippedTable(name, version, path).check() == path.stat().st_size
