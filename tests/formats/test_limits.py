"""Hostile and unlucky input: bounded before it is parsed, one rejection for what goes beyond, and no hand lost."""

import gzip
import io
import json
import re
import struct
import subprocess
import sys
import textwrap
import zipfile
import zlib
from pathlib import Path

import pyarrow as pa
import pytest

from deluck.formats import FORMATS, Rejected, limits, read_columns, read_hands, read_text, source_parts, sources
from deluck.formats.limits import MOST_LINE_BYTES, MOST_NAME_LENGTH, MOST_REASON_LENGTH, cut
from deluck.formats.lines import Lines
from deluck.formats.parts import read_part
from deluck.records import HandColumns, HandRecord

from .test_json_lines import HAND as JSON_LINES_HAND
from .test_language_models import GAME, arena_hand
from .test_open_hand_history import plain as ohh_hand
from .test_phh_columns import HAND as PHH_HAND
from .test_pokernow import HAND as POKERNOW_HAND
from .test_pokernow import log as pokernow_log

ROOT = Path(__file__).parents[2]
STATE = "STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:{}|p2"
POKERSTARS = """PokerStars Hand #{}: Hold'em No Limit ($1/$2 USD) - 2020/01/01 0:00:00 ET
Table 'T' 2-max Seat #1 is the button
Seat 1: {} ($100 in chips)
Seat 2: b ($100 in chips)
{}: posts small blind $1
b: posts big blind $2
*** HOLE CARDS ***
{}: folds
Uncalled bet ($1) returned to b
b collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: {} (button) (small blind) folded before Flop
Seat 2: b (big blind) collected ($2)
"""


def pokernow(name: str, number: int) -> tuple[str, ...]:
    return tuple(
        line.replace("Ann", name).replace("#5", f"#{number}").replace("abc", str(number)) for line in POKERNOW_HAND
    )


def arena(name: str, number: int) -> str:
    folds = [{"action_type": word, "amount": amount, "seat": seat, "street": "preflop"}
             for seat, word, amount in ((1, "raise_to", 300), (2, "fold", None), (0, "fold", None))]  # fmt: skip
    hand = arena_hand(f"{name}{number}", actions=folds, community=[])
    return json.dumps(hand | {"result": {"net_pnl": {"0": -100, "1": 150, "2": -50}}})


def game(names: list[str]) -> str:
    hands = []
    for number, name in enumerate(names):
        text = json.dumps(GAME["hands"][1]).replace("Mini", name)
        hands.append(json.loads(text) | {"hand_number": f"{name}{number}"})
    return json.dumps(GAME | {"hands": hands})


def texts(names: list[str]) -> dict[str, str]:
    """Return hands of every format, one for each name, with the name in them."""
    numbered = list(enumerate(names))
    return {
        "acpc": "\n".join(STATE.format(number, name) for number, name in numbered),
        "json-lines": "\n".join(json.dumps(JSON_LINES_HAND | {"id": f"{name}{number}"}) for number, name in numbered),
        "ohh": "\n\n".join(json.dumps(ohh_hand(game_number=f"{name}{number}"), indent=1) for number, name in numbered),
        "llm-poker-arena": "\n".join(arena(name, number) for number, name in numbered),
        "pokerbench": game(names),
        "pokernow": pokernow_log(*[line for number, name in numbered for line in pokernow(name, number)]),
        "phh": "\n\n".join(PHH_HAND.replace("Zoë", name) for name in names),
        "pokerstars": "\n\n".join(POKERSTARS.format(number, *[name] * 4) for number, name in numbered),
        "divat": "\n".join(
            "AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc" if name != "Boom" else "AcKc 7h6h - SlF" for name in names
        ),
    }


SITES = {path.stem: path for path in (Path(__file__).parent / "sites").iterdir() if path.stem != "ggpoker"}
"""Hands of every site that has a format of its own: GGPoker's text is PokerStars'."""


def test_every_format_is_here():
    found = texts(["Ann"])
    assert {*found, *SITES} == {each.NAME for each in FORMATS}
    for name, text in found.items():
        assert [each.NAME for each in FORMATS if each.looks_like(text)] == [name]
        assert [isinstance(hand, HandRecord) for hand in read_text(text)] == [True], list(read_text(text))


@pytest.mark.parametrize("name", SITES)
def test_whatever_a_site_raises_costs_one_hand(name, monkeypatch):
    content = SITES[name].read_bytes()
    hands = [hand for hand in read_text(content) if isinstance(hand, HandRecord)]
    doomed = hands[len(hands) // 2].hand_id
    original = HandRecord.__post_init__

    def explode(self):
        if self.hand_id == doomed:
            raise ZeroDivisionError("nobody thought of this")
        original(self)

    monkeypatch.setattr(HandRecord, "__post_init__", explode)
    found = list(read_text(content))
    assert [hand.hand_id for hand in found if isinstance(hand, HandRecord)] == [
        hand.hand_id for hand in hands if hand.hand_id != doomed
    ]
    reasons = [hand.reason for hand in found if isinstance(hand, Rejected)]
    assert any("reading it failed with ZeroDivisionError: nobody thought of this" in reason for reason in reasons)


@pytest.mark.parametrize("name", sorted({each.NAME for each in FORMATS} - set(SITES)))
def test_whatever_a_format_raises_costs_one_hand(name, monkeypatch, tmp_path):
    """A parser that raises something nobody thought of must not lose the hands before and after."""
    text = texts(["Ann", "Boom", "Eve"])[name]
    original = HandRecord.__post_init__

    def explode(self):
        named = (*self.names, self.hand_id)
        if any("Boom" in each for each in named) or (name == "divat" and len(self.decisions) <= 2):
            raise ZeroDivisionError("nobody thought of this")
        original(self)

    monkeypatch.setattr(HandRecord, "__post_init__", explode)
    first, rejected, last = read_text(text)
    assert isinstance(first, HandRecord)
    assert isinstance(last, HandRecord)
    assert "reading it failed with ZeroDivisionError: nobody thought of this" in rejected.reason
    if name in ("acpc", "phh", "pokerstars"):
        return  # no record is made of them on their way to columns
    path = tmp_path / "x"
    path.write_text(text + "\n" * 20_000)
    found = list(read_columns(path))
    assert sum(len(each) for each in found if isinstance(each, HandColumns)) == 2
    assert [each.reason for each in found if isinstance(each, Rejected)] == [rejected.reason]


# lines


def test_a_line_that_is_too_long_is_cut_and_the_others_are_read():
    long = b"x" * (3 * MOST_LINE_BYTES)
    for content in (
        b"a\n" + long + b"\nb\n",
        b"a\n" + long,
        long + b"\nb",
        b"a\n" + long[: MOST_LINE_BYTES + 5] + b"\nb",
    ):
        lines = [line for _, line in Lines(io.BytesIO(content))]
        expected = ["\0xx" if len(part) > 1 else part.decode() for part in content.rstrip(b"\n").split(b"\n")]
        assert [line[:3] for line in lines] == expected
        assert max(map(len, lines)) < 2000
    exact = b"y" * MOST_LINE_BYTES
    assert [len(line) for _, line in Lines(io.BytesIO(b"a\n" + exact + b"\nb"))] == [1, MOST_LINE_BYTES, 1]


def test_lines_go_on_after_a_format_gave_up():
    lines = Lines(io.BytesIO(b"".join(b"%d\n" % number for number in range(10))))
    first = iter(lines)
    assert [next(first) for _ in range(3)] == [(1, "0"), (2, "1"), (3, "2")]
    lines.give_back()
    assert [number for number, _ in lines] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert lines.excerpt(4) == "3"
    assert lines.ended


def test_a_format_that_takes_without_giving_is_stopped_and_begins_anew(monkeypatch):
    monkeypatch.setattr("deluck.formats.lines.MOST_HELD_BYTES", 300_000)
    hands = texts(["Ann", "Eve"])["pokerstars"]
    junk = 'Ann said, "so"\n' * 60_000
    first, *rejected, last = read_text(hands.replace("*** SUMMARY", junk + "*** SUMMARY", 1) + hands)
    assert isinstance(first, Rejected)
    assert isinstance(last, HandRecord)
    assert any("without the end of a hand" in each.reason for each in (first, *rejected) if isinstance(each, Rejected))


# reasons and names


def test_reasons_names_and_sources_are_bounded():
    rejected = Rejected("s" * 10_000, 1, "r" * 10_000)
    assert len(rejected.reason) <= MOST_REASON_LENGTH
    assert len(rejected.source) <= MOST_REASON_LENGTH
    assert cut("abc") == "abc"
    for name, text in texts(["n" * 50_000]).items():
        if name == "divat":
            continue
        for hand in read_text(text):
            assert isinstance(hand, Rejected), name
            assert len(hand.reason) <= MOST_REASON_LENGTH
            assert len(hand.excerpt) <= 80


@pytest.mark.parametrize("length", [MOST_NAME_LENGTH, MOST_NAME_LENGTH + 1])
def test_names_are_bounded_on_both_paths(tmp_path, length):
    for name in ("acpc", "phh", "ohh", "json-lines"):
        path = tmp_path / "x"
        path.write_text(texts(["n" * (length - 2), "Eve"])[name] + "\n" * 20_000)
        if name in ("acpc", "phh", "pokerstars"):
            path.write_text(texts(["n" * length, "Eve"])[name] + "\n" * 20_000)
        is_ok = length == MOST_NAME_LENGTH or name not in ("acpc", "phh")
        found = [isinstance(hand, HandRecord) for hand in read_hands(path)]
        assert found == [is_ok, True], name
        assert sum(len(part) for part in read_columns(path) if isinstance(part, HandColumns)) == sum(found)


def test_the_documents_state_the_limits():
    text = (ROOT / "docs" / "formats.md").read_text().split("## Limits")[1]
    stated = {
        "a line |": limits.megabytes(limits.MOST_LINE_BYTES),
        "a hand on several lines": limits.megabytes(limits.MOST_HAND_BYTES),
        "read whole (a game": limits.megabytes(limits.MOST_DOCUMENT_BYTES),
        "without the end of a hand": limits.megabytes(limits.MOST_HELD_BYTES),
        "parsed together": limits.megabytes(limits.MOST_BATCH_BYTES),
        "decompressed |": f"{limits.megabytes(limits.FREE_EXPANSION)}, or {limits.MOST_EXPANSION} times its size",
        "dotted key": f"{limits.MOST_KEY_DEPTH} (TOML)",
        "values of a hand": f"{limits.MOST_VALUES:,}; of a file read whole {limits.MOST_DOCUMENT_VALUES:,}",
        "a number |": f"{limits.MOST_NUMBER_LENGTH} characters, an exponent of {limits.MOST_EXPONENT}",
        "a name, an id": f"{limits.MOST_NAME_LENGTH:,} characters",
        "the reason": f"{limits.MOST_REASON_LENGTH} characters",
    }
    for row, bound in stated.items():
        (line,) = [line for line in text.splitlines() if row in line]
        assert bound in line


# PHH


def test_one_number_does_not_lose_the_hands_around_it(tmp_path):
    bad = PHH_HAND.replace("[200, 200, 150]", "[1e999999999, 1]")
    path = tmp_path / "x.phhs"
    path.write_text("\n\n".join([PHH_HAND] * 200 + [bad] + [PHH_HAND]))
    hands = list(read_hands(path))
    assert [number for number, hand in enumerate(hands) if isinstance(hand, Rejected)] == [200]
    assert "expected an exponent from -30 to 30" in hands[200].reason
    assert sum(len(part) for part in read_columns(path) if isinstance(part, HandColumns)) == 201


def test_a_key_of_many_parts_takes_no_time(tmp_path):
    path = tmp_path / "x.phh"
    for n_parts in (30_000, 400_000):
        path.write_text('variant = "FT"\n' + ".".join("a" * n_parts) + " = 1\n\n" + PHH_HAND)
        rejected, hand = read_hands(path)
        assert "a key of at most 16 parts" in rejected.reason
        assert isinstance(hand, HandRecord)


def test_a_hand_larger_than_any_is_one_rejection(tmp_path):
    path = tmp_path / "x.phhs"
    path.write_text(PHH_HAND + "\n[2]\n" + PHH_HAND + "\nx = 'y'\n" * 300_000 + "\n[3]\n" + PHH_HAND)
    first, rejected, last = read_hands(path)
    assert "a hand of more than 1 MB" in rejected.reason
    assert first == last


# memory and bombs, in a process of its own


def measured(tmp_path, code: str, *arguments: str) -> tuple[int, float, str]:
    """Return the megabytes that a program took beyond what importing takes, its seconds and what it printed."""
    program = (
        textwrap.dedent(
            """
        import resource, sys, time
        from deluck.formats import *
        from deluck.formats.reading import read_columns, read_hands
        from deluck.formats.parts import read_part
        import pyarrow
        list(read_text("STATE:0:f:5d5c|9hQd:5|-5:a|b"))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.process_time()
        """
        )
        + textwrap.dedent(code)
        + textwrap.dedent(
            """
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print((after - before) // 1024, time.process_time() - began)
        """
        )
    )
    run = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    *said, last = run.stdout.splitlines()
    megabytes, seconds = last.split()
    return int(megabytes), float(seconds), "\n".join(said)


COUNT = """
n_hands, reasons = 0, set()
for part in read_columns(sys.argv[1]):
    if isinstance(part, Rejected):
        reasons.add(part.kind)
    else:
        n_hands += len(part)
print(n_hands, sorted(reasons))
"""
IN_PARTS = """
n_hands, reasons = 0, set()
for each in source_parts(sys.argv[1]):
    for part in read_part(each):
        if isinstance(part, Rejected):
            reasons.add(part.kind)
        else:
            n_hands += len(part)
print(n_hands, sorted(reasons))
"""


def long_lines(n_lines: int, start: str) -> bytes:
    line = start.encode() + b"x" * (MOST_LINE_BYTES - len(start) - 10) + b"\n"
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([packer.compress(line) for _ in range(n_lines)] + [packer.flush()])


@pytest.mark.parametrize("code", [COUNT, IN_PARTS], ids=["at once", "in parts"])
@pytest.mark.parametrize("start", ["STATE:0:", '{"deluck": 1, "', "variant = 'NT'\nx = '"])
def test_lines_of_a_megabyte_do_not_take_gigabytes(tmp_path, start, code):
    path = tmp_path / "x.gz"
    path.write_bytes(long_lines(150, start))
    megabytes, seconds, said = measured(tmp_path, code, str(path))
    assert said.startswith("0 [")
    assert megabytes < 300
    assert seconds < 60


def overlapping_zip(n_members: int, size: int) -> bytes:
    """Return a zip archive whose members share their bytes, so that it expands to far more than it has."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = STATE.format(0, "a").encode() + b"\n#" * (size // 2)
    packed = packer.compress(content) + packer.flush()
    checksum = zlib.crc32(content)
    local = (
        struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, checksum, len(packed), len(content), 5, 0)
        + b"m.log"
        + packed
    )
    central = b"".join(
        struct.pack(
            "<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 0, checksum, len(packed), len(content), 5, 0, 0, 0, 0, 0, 0
        )
        + b"m.log"
        for _ in range(n_members)
    )
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, n_members, n_members, len(central), len(local), 0)
    return local + central + end


@pytest.mark.parametrize("kind", ["gz", "zst", "zip", "overlapping zip"])
def test_bombs_are_stopped_and_what_came_before_is_read(tmp_path, kind, monkeypatch):
    monkeypatch.setattr(sources, "FREE_EXPANSION", 1 << 22)
    monkeypatch.setattr(sources, "MOST_EXPANSION", 10)
    text = (STATE.format(0, "a") + "\n").encode() + (b"#" * 1000 + b"\n") * 20_000
    path = tmp_path / f"bomb.{kind.split()[-1]}"
    if kind == "gz":
        path.write_bytes(gzip.compress(text))
    elif kind == "zst":
        path.write_bytes(pa.compress(text, "zstd", asbytes=True))
    elif kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.log", text)
    else:
        path.write_bytes(overlapping_zip(50, 1_000_000))
    found = list(read_hands(path))
    assert any(re.search("it expands to more than 4 MB and 10 times its compressed size", str(each)) for each in found)
    if kind != "overlapping zip":
        assert isinstance(found[0], HandRecord)
        assert len(found) == 2
    pieces = [each for part in source_parts(path) for each in read_part(part)]
    assert any("it expands to more than" in each.reason for each in pieces if isinstance(each, Rejected))


def test_a_real_bomb_takes_little_time_and_memory(tmp_path):
    path = tmp_path / "x.zst"
    packed = pa.compress(b"STATE:0:" + b"0" * 600_000_000, "zstd", asbytes=True)
    assert len(packed) < 100_000
    path.write_bytes(packed)
    megabytes, seconds, said = measured(tmp_path, COUNT, str(path))
    assert "expands to more than" in said
    assert megabytes < 200
    assert seconds < 20


def test_json_is_bounded_before_it_is_parsed(tmp_path):
    path = tmp_path / "x.json"
    deep = '{"pre_hand_stacks": 1, "hands": [' + "[],\n" * 3_000_000
    path.write_text(deep)
    megabytes, _, said = measured(tmp_path, COUNT, str(path))
    assert "commas, colons and brackets" in said
    assert megabytes < 200
    path.write_text('{"ohh": {}}\n\n{"ohh": [' + "{},\n" * 200_000)
    _, _, said = measured(tmp_path, COUNT, str(path))
    assert "0 [" in said
