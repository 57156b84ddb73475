"""Sources of every kind: files, folders, globs, standard input; compressed, encoded and broken in every way."""

import codecs
import gzip
import io
import itertools
import random
import sys
import zipfile

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.formats import (
    FORMATS,
    Rejected,
    read_columns,
    read_hands,
    read_text,
    write_parquet,
)
from deluck.formats.reading import read_with_places
from deluck.records import HandColumns, HandRecord

LINE = "STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:{}|p2\n"
DIVAT = "AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc\n"


def log(n_hands: int = 3, name: str = "p1") -> str:
    return "".join(LINE.format(number, name) for number in range(n_hands))


def numbers(hands) -> list[str]:
    found = list(hands)
    assert all(isinstance(hand, HandRecord) for hand in found), found
    return [hand.hand_id for hand in found]


def only(hands) -> Rejected:
    (rejected,) = hands
    assert isinstance(rejected, Rejected)
    return rejected


@pytest.fixture
def stdin(monkeypatch):
    def feed(content: bytes | io.RawIOBase) -> None:
        raw = io.BytesIO(content) if isinstance(content, bytes) else io.BufferedReader(content)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))

    return feed


@pytest.mark.parametrize("compress", [bytes, gzip.compress, lambda content: pa.compress(content, "zstd", asbytes=True)])
@pytest.mark.parametrize("name", ["hands.txt", "hands.gz", "hands.zst"])
def test_compression_is_seen_from_the_content(tmp_path, compress, name):
    path = tmp_path / name
    path.write_bytes(compress(log().encode()))
    assert numbers(read_hands(path)) == ["0", "1", "2"]


def test_archives_put_together_are_read_to_the_end(tmp_path):
    path = tmp_path / "hands.gz"
    path.write_bytes(gzip.compress(LINE.format(0, "p1").encode()) + gzip.compress(LINE.format(1, "p1").encode()))
    assert numbers(read_hands(path)) == ["0", "1"]


def test_a_cut_off_archive_gives_its_hands_and_says_where_it_broke(tmp_path):
    rng = random.Random(3)
    text = "".join(LINE.format(number, f"p{rng.random()}") for number in range(5000))
    path = tmp_path / "hands.gz"
    path.write_bytes(gzip.compress(text.encode())[:-2000])
    *hands, last = read_hands(path, check=False)
    assert numbers(hands) == [str(number) for number in range(len(hands))]
    assert len(hands) > 4000
    assert isinstance(last, Rejected)
    assert last.line > 4000


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (log(name="Zoë").encode(), "Zoë"),
        (log(name="Zoë").encode("utf-8-sig"), "Zoë"),
        (log(name="Zoë").encode("latin-1"), "Zoë"),
        (log(name="Zoë").replace("\n", "\r\n").encode("utf-8-sig"), "Zoë"),
        (log(name="a\x85b\u2028c").encode(), "a\x85b\u2028c"),
        ((log(name="Zoë€") + "# " + "€" * 30000).encode(), "Zoë€"),
        (log(name="Zoë").encode("utf-16"), "Zoë"),
        (codecs.BOM_UTF16_BE + log(name="Zoë♠").replace("\n", "\r\n").encode("utf-16-be"), "Zoë♠"),
        (gzip.compress((log(name="Zoë𝄞") + "# " + "𝄞" * 30001).encode("utf-16")), "Zoë𝄞"),
    ],
    ids=[
        "utf-8",
        "bom",
        "latin-1",
        "bom and crlf",
        "odd line ends in a name",
        "a head that ends within a letter",
        "utf-16",
        "utf-16, the other way round",
        "utf-16 in an archive",
    ],
)
def test_encodings_and_line_ends(tmp_path, content, name):
    path = tmp_path / "hands.log"
    path.write_bytes(content)
    hands = list(read_hands(path))
    assert numbers(hands) == ["0", "1", "2"]
    assert {hand.names for hand in hands} == {(name, "p2")}


def test_a_folder_is_walked_in_order_and_every_stranger_is_named(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a.log").write_text(log(2))
    (tmp_path / "b" / "c.log").write_text(log(1))
    (tmp_path / "b" / "LICENSE").write_text("MIT License\n\nPermission is hereby granted")
    (tmp_path / ".hidden").write_text(log(1))
    (tmp_path / "d.txt").write_text(DIVAT)
    first, second, third, stranger, fourth = read_hands(tmp_path)
    assert numbers([first, second, third, fourth]) == ["0", "1", "", "0"]
    assert stranger.source == str(tmp_path / "b" / "LICENSE")
    assert "starts 'MIT License' (expected acpc, " in stranger.reason
    assert all(f"{each.NAME}" in stranger.reason for each in FORMATS)
    assert str(stranger).startswith(f"{stranger.source}: it is of no format")


def test_a_file_that_is_named_more_than_once_is_read_once(tmp_path, monkeypatch):
    (tmp_path / "one.log").write_text(log(2))
    (tmp_path / "two.log").symlink_to(tmp_path / "one.log")
    monkeypatch.chdir(tmp_path)
    assert numbers(read_hands("one.log", tmp_path, "./one.log", "*.log")) == ["0", "1"]


def test_globs_match_files_and_folders(tmp_path):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "1.log").write_text(log(1))
    (tmp_path / "2.log").write_text(log(2))
    (tmp_path / "[3].log").write_text(log(3))
    assert len(list(read_hands(str(tmp_path / "*.log")))) == 5
    assert len(list(read_hands(str(tmp_path / "**" / "*.log")))) == 6
    assert len(list(read_hands(str(tmp_path / "[3].log")))) == 3
    assert only(read_hands(str(tmp_path / "*.phh"))).reason == "no file matches this pattern"


def test_what_is_not_there_is_named_and_the_rest_is_read(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "nothing.log").write_text(" \n")
    (tmp_path / "good.log").write_text(log(1))
    missing, empty, nothing, hand = read_hands(
        tmp_path / "missing.log", tmp_path / "empty", tmp_path / "nothing.log", tmp_path / "good.log"
    )
    assert str(missing) == f"{tmp_path / 'missing.log'}: no such file or folder"
    assert empty.reason == "no files in this folder"
    assert nothing.reason == "there is nothing in it"
    assert hand.hand_id == "0"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x7fELF\x00\x01", "of no format known here"),
        (b"PK\x03\x04junk", "cannot be read"),
        (b"\x1f\x8bjunk", "cannot be read"),
        (b"PAR1junk", "Parquet"),
    ],
)
def test_files_that_cannot_be_recognised_are_one_rejection(tmp_path, content, reason):
    path = tmp_path / "x"
    path.write_bytes(content)
    rejected = only(read_hands(path))
    assert (rejected.source, rejected.line) == (str(path), 0)
    assert reason in rejected.reason
    assert only(read_columns(path)) == rejected


def test_standard_input(stdin):
    stdin(log().encode("utf-8-sig"))
    assert numbers(read_hands("-")) == ["0", "1", "2"]
    stdin(gzip.compress(b"junk\n" + log().encode()))
    rejected, *hands = read_hands("-")
    assert str(rejected).startswith("stdin:1: not a line of an ACPC log: 'junk'")
    assert numbers(hands) == ["0", "1", "2"]
    stdin(b"PAR1")
    assert "standard input" in only(read_hands("-")).reason


class Endless(io.RawIOBase):
    """A log without an end: reading it whole would never stop."""

    def __init__(self) -> None:
        self._lines = (LINE.format(number, "p1").encode() for number in itertools.count())
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        content = self._left or next(self._lines)
        n_bytes = min(len(content), len(buffer))
        buffer[:n_bytes] = content[:n_bytes]
        self._left = content[n_bytes:]
        return n_bytes


def test_hands_are_handed_out_while_the_source_goes_on(stdin):
    stdin(Endless())
    assert numbers(itertools.islice(read_hands("-"), 2000)) == [str(number) for number in range(2000)]
    stdin(Endless())
    first, second = itertools.islice(read_columns("-", batch_size=3000), 2)
    assert (len(first), second.hand_ids[0]) == (3000, "3000")


def test_a_line_without_end_is_one_rejection(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(log(1).encode() + LINE.format(1, "p" * (1 << 21)).encode() + log(1).encode())
    first, rejected, last = read_hands(path)
    assert numbers([first, last]) == ["0", "0"]
    assert rejected.line == 2
    assert len(rejected.excerpt) <= 80


def test_hands_against_the_rules_are_rejected_unless_asked_not_to_check():
    text = log(1) + LINE.format(7, "p1").replace("20|-20", "-20|20")
    hand, rejected = read_text(text, source="here")
    assert hand.hand_id == "0"
    assert (rejected.source, rejected.line) == ("here", 2)
    assert "payoffs -20 20 (expected 20 -20" in rejected.reason
    assert rejected.excerpt == text.splitlines()[1]
    assert numbers(read_text(text, check=False)) == ["0", "7"]


def test_columns_of_all_sources(tmp_path, random_record):
    records = [random_record(seed, ("holdem", "stud7")[seed % 2]) for seed in range(30)]
    write_parquet(tmp_path / "hands.bin", [HandColumns.from_records(r for r in records if r.game == "holdem")])
    (tmp_path / "a.log").write_text(log(5) + "junk\n" + log(5))
    (tmp_path / "b.txt").write_text(DIVAT + "x\n" + DIVAT)
    parts = list(read_columns(tmp_path / "hands.bin", tmp_path / "a.log", tmp_path / "b.txt", batch_size=4))
    hands = [hand for part in parts if isinstance(part, HandColumns) for hand in part]
    rejected = [part for part in parts if isinstance(part, Rejected)]
    assert hands == [
        hand
        for hand in read_hands(tmp_path / "hands.bin", tmp_path / "a.log", tmp_path / "b.txt")
        if isinstance(hand, HandRecord)
    ]
    assert len(hands) == 15 + 10 + 2
    assert [(part.line, part.excerpt) for part in rejected] == [(6, "junk"), (2, "x")]
    assert all(len(part) <= 4 for part in parts if isinstance(part, HandColumns))


def test_hands_come_with_their_places(tmp_path):
    path = tmp_path / "a.log"
    path.write_text("# comment\n" + log(2))
    assert [(source, line) for _, source, line in read_with_places(path)] == [(str(path), 2), (str(path), 3)]


def test_reading_tells_how_far_it_is(tmp_path):
    path = tmp_path / "a.log"
    path.write_text(log(5000))
    read = []
    for _ in read_columns(path, on_read=read.append):
        pass
    assert sum(read) == path.stat().st_size


@given(content=st.binary(max_size=400), seed=st.integers(0, 2**32))
def test_junk_never_raises(content, seed):
    assert all(isinstance(hand, Rejected) for hand in read_text(content))
    starts = (
        *("STATE:0:", "variant = 'FT'\n", "PokerStars Hand #1: Hold'em Limit ", DIVAT, "\x1f\x8b", "PAR1", "[1]\n"),
        *('{"deluck": 1', '{"ohh": {', "entry,at,order\n", '{"pre_hand_stacks": ', "PK\x03\x04", "\xff\xfe"),
    )
    for start in starts:
        for hand in read_text(start.encode("latin-1") + content):
            assert isinstance(hand, Rejected | HandRecord)


# zip archives


def zipped(path, members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_every_member_of_a_zip_archive_is_read_under_its_name(tmp_path):
    inner = zipped(tmp_path / "inner.zip", {"x.log": log().encode()}).read_bytes()
    members = {
        "a.log": log(2).encode(),
        "folder/b.log.gz": gzip.compress(log(1).encode()),
        "folder/": b"",
        "notes.txt": b"hello",
        "inner.zip": inner,
        "columns.parquet": b"PAR1....",
        "__MACOSX/a.log": b"junk",
        ".hidden": b"junk",
        "utf-16.txt": log(1).encode("utf-16"),
    }
    path = zipped(tmp_path / "hands.zip", members)
    found = list(read_with_places(path))
    assert [(source.removeprefix(str(path)), line) for hand, source, line in found if isinstance(hand, HandRecord)] == [
        ("/a.log", 1),
        ("/a.log", 2),
        ("/folder/b.log.gz", 1),
        ("/utf-16.txt", 1),
    ]
    rejected = {source.removeprefix(str(path)): hand.reason for hand, source, _ in found if isinstance(hand, Rejected)}
    assert set(rejected) == {"/notes.txt", "/inner.zip", "/columns.parquet"}
    assert "of no format known here" in rejected["/notes.txt"]
    assert "a zip archive within another" in rejected["/inner.zip"]
    assert "Parquet cannot be read from standard input or from an archive" in rejected["/columns.parquet"]
    columns = [part for part in read_columns(path) if isinstance(part, HandColumns)]
    assert [hand for part in columns for hand in part] == [hand for hand, _, _ in found if isinstance(hand, HandRecord)]
    assert sum(isinstance(hand, HandRecord) for hand in read_text(path.read_bytes())) == 4


def test_damaged_and_empty_archives_are_refused_by_name(tmp_path, stdin):
    empty = zipped(tmp_path / "empty.zip", {})
    assert only(read_hands(empty)).reason == "it cannot be read: there is no file in it"
    path = zipped(tmp_path / "hands.zip", {"a.log": log(3000).encode()}, zipfile.ZIP_STORED)
    content = path.read_bytes()
    path.write_bytes(content[:-30])
    assert "it cannot be read" in only(read_hands(path)).reason
    path.write_bytes(content[:90_000] + b"?" + content[90_001:])  # its checksum is wrong
    *hands, last = read_hands(path)
    assert len(hands) > 1000
    assert (last.source, "the rest cannot be read" in last.reason) == (f"{path}/a.log", True)
    secret = content.replace(b"PK\x03\x04\x14\x00\x00\x00", b"PK\x03\x04\x14\x00\x01\x00")
    secret = secret.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00")
    path.write_bytes(secret)
    assert "encrypted" in only(read_hands(path)).reason
    stdin(content)
    assert "a zip archive within a stream" in only(read_hands("-")).reason


# kinds of rejections


@pytest.mark.parametrize(
    ("reasons", "kind"),
    [
        (
            [
                "hand '7', action 12: raise to 350 by Bert, seat 1, is not legal (expected fold or call 100)",
                "hand '1,2', action 1: raise to -5 by a, seat b, seat 0, is not legal (expected check)",
            ],
            "raise to … by a seat is not legal",
        ),
        (["hand '1': payoffs 20 -20 (expected 1)", "hand '2': payoffs 1 2.5 -7/2 (expected 3 4)"], "payoffs …"),
        (["not a line of an ACPC log: 'ju\\'nk' (expected STATE:…)", 'not a line of an ACPC log: "x"'], None),
        (["hand 3: not a card: '?s' in '?s?d' (expected x)", "hand 4: not a card: 'xx' in 'xxKd'"], None),
        (["no such file or folder"], "no such file or folder"),
        (["'x'"], "…"),
    ],
)
def test_rejections_that_differ_in_values_only_are_of_one_kind(reasons, kind):
    kinds = {Rejected("x", 1, reason).kind for reason in reasons}
    assert len(kinds) == 1
    assert kind is None or kinds == {kind}


def test_rejections_of_other_reasons_are_of_other_kinds():
    reasons = ("hand '1': payoffs 1 -1 (expected 2 -2)", "hand '1', action 1: fold by a, seat 1, is not legal", "junk")
    assert len({Rejected("x", 1, reason).kind for reason in reasons}) == 3
