"""Sources in parts: wherever they are cut, the same hands and the same rejections as read in one go."""

import codecs
import gzip
import io
import os
import pickle
import random
import sys
import zipfile
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice, pairwise

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.errors import FormatError
from deluck.formats import (
    FORMATS,
    Rejected,
    acpc_games,
    format_phh,
    parquet,
    parts,
    pokerstars,
    read_columns,
    write_parquet,
)
from deluck.formats.parts import read_files, read_part, source_parts
from deluck.parallel import run_parts
from deluck.records import HandColumns

STATE = "STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2"
NO_LIMIT = "STATE:{}:r300c/cc/r750c/cc:5d5c|9hQd/8dAs8s/4h/6d:750|-750:p1|p2"
NO_RAISE = "STATE:{}:f:5d5c|9hQd:50|-50:p1|p2"
NO_RAISE_LIMIT = "STATE:{}:f:5d5c|9hQd:5|-5:p1|p2"
LIMIT_MATCH = "# name/game/hands/seed anna.limit holdem.limit.2p.reverse_blinds.game 100 1"
NO_LIMIT_MATCH = "# name/game/hands/seed bert.limit games/holdem.nolimit.2p.reverse_blinds.game 100 1"
OTHER_MATCH = "# name/game/hands/seed cleo leduc.limit.2p.game 100 1"
UNNAMED_MATCH = "# name/game/hands/seed dora"
SIZES = (1, 2, 90, 200, 1_000, 1 << 20)


def everything(found):
    """Return hands by game and rejections, each in order."""
    hands: dict[str, list] = {}
    rejected = []
    for each in found:
        if isinstance(each, Rejected):
            rejected.append(each)
        else:
            hands.setdefault(each.game, []).extend(each)
    return hands, rejected


def in_parts(*sources, size, game=None):
    found = list(source_parts(*sources, game=game, part_size=size))
    return everything(each for part in found for each in read_part(pickle.loads(pickle.dumps(part))))


def n_parts(*sources, size):
    return len(list(source_parts(*sources, part_size=size)))


def log(n_hands, line=STATE):
    return "".join(f"{line.format(number)}\n" for number in range(n_hands))


LINES = st.sampled_from(
    [
        *[STATE, STATE, NO_LIMIT, NO_LIMIT, NO_RAISE, NO_RAISE_LIMIT],
        *[LIMIT_MATCH, NO_LIMIT_MATCH, OTHER_MATCH, UNNAMED_MATCH],
        *["SCORE:10|-10:p1|p2", "# a comment", "", "junk", "STATE:x", "STATE:{}:cr:??:0|0:a|b", "\ufeff# name", "Zoë"],
        *["STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:21|-21:p1|p2", " # name/game/hands/seed x leduc 1 1"],
    ]
)


@settings(max_examples=300)
@given(
    lines=st.lists(LINES, max_size=60),
    size=st.sampled_from(SIZES),
    end=st.sampled_from(["\n", "\r\n"]),
    game=st.sampled_from([None, None, None, "limit", "no-limit"]),
    head=st.sampled_from(["", "\ufeff", LIMIT_MATCH + "\n"]),
    is_latin=st.booleans(),
)
def test_acpc_logs_cut_anywhere_give_the_same_hands_and_rejections(
    tmp_path_factory, lines, size, end, game, head, is_latin
):
    path = tmp_path_factory.getbasetemp() / "cut.log"
    text = head + end.join(line.format(number) for number, line in enumerate(lines))
    path.write_bytes(text.encode("latin-1", "ignore") if is_latin else text.encode())
    with pytest.MonkeyPatch.context() as patch:  # so that a few hands decide, or do not
        patch.setattr(acpc_games, "_ENOUGH", 3)
        patch.setattr(acpc_games, "_MOST_WAITING", 5)
        assert in_parts(path, size=size, game=game) == everything(read_columns(path, game=game))


def test_a_log_is_cut_into_ranges_of_whole_lines(tmp_path):
    path = tmp_path / "match.log"
    path.write_text(LIMIT_MATCH + "\n" + log(100))
    found = list(source_parts(path, part_size=1_000))
    assert len(found) > 4
    ranges = [(piece.start, piece.start + piece.n_bytes) for part in found for piece in part.pieces]
    assert ranges[0][0] == 0
    assert ranges[-1][1] == path.stat().st_size
    assert all(before[1] == after[0] for before, after in pairwise(ranges))
    content = path.read_bytes()
    assert all(content[end - 1 : end] == b"\n" for _, end in ranges)
    assert all(1_000 <= end - start < 1_200 for start, end in ranges[:-1])
    assert sum(part.n_bytes for part in found) == len(content)
    assert max(len(pickle.dumps(part)) for part in found) < 1_000


@pytest.mark.parametrize("size", SIZES)
def test_a_log_without_a_header_is_cut_once_its_game_is_known(tmp_path, size):
    path = tmp_path / "match.log"
    path.write_text(log(150, NO_RAISE) + log(300, NO_LIMIT) + log(300))
    whole = everything(read_columns(path))
    assert len(whole[0]["holdem"]) == 450
    assert in_parts(path, size=size) == whole


def written(format_hand, random_record, game):
    """Yield texts of random hands without names that other formats would be recognised by."""
    for seed in count():
        record = random_record(seed, game)
        names = tuple(f"p{seat}" for seat in range(record.n_seats))
        with suppress(FormatError):
            yield format_hand(replace(record, names=names, hand_id=str(seed), hero=None))


@pytest.mark.parametrize("size", [1, 3_000, 1 << 20])
def test_histories_are_cut_where_a_hand_starts(tmp_path, random_record, size):
    paths = {}
    for game in ("holdem", "stud7"):
        texts = list(islice(written(pokerstars.format_hand, random_record, game), 12))
        texts[5] = texts[5].replace("calls", "cals").replace("checks", "cheks").replace("folds", "fols")
        paths[game] = tmp_path / f"{game}.txt"
        paths[game].write_text("".join(texts), newline="")
        whole = everything(read_columns(paths[game]))
        assert len(whole[0][game]) >= 9
        assert whole[1]
        assert in_parts(paths[game], size=size) == whole
    assert in_parts(*paths.values(), size=size) == everything(read_columns(*paths.values()))
    assert (n_parts(*paths.values(), size=size) > 2) == (size < 1 << 20)


@pytest.mark.parametrize("size", [1, 1_000, 1 << 20])
def test_tables_of_phh_and_lines_of_divat_are_cut(tmp_path, random_record, size):
    tables = list(islice(written(format_phh, random_record, "holdem"), 12))
    tables[4] = "variant = 'FT'\nnonsense\n"
    phhs = tmp_path / "hands.phhs"
    phhs.write_text("# hands\n" + "\n".join(f"[{number}]\n{text}" for number, text in enumerate(tables)))
    whole = everything(read_columns(phhs))
    assert len(whole[0]["holdem"]) == 11
    assert in_parts(phhs, size=size) == whole
    lines = tmp_path / "hands.divat"
    lines.write_text("AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc\n# twice\nno hand\n" * 9)
    assert in_parts(lines, size=size) == everything(read_columns(lines))
    assert (n_parts(phhs, lines, size=size) > 5) == (size < 1 << 20)


def test_every_format_says_where_hands_start_or_is_not_cut(tmp_path):
    cut = {each.NAME for each in FORMATS if hasattr(each, "starts_hand")}
    assert {"phh", "pokerstars", "divat"} <= cut


@pytest.mark.parametrize("size", [1, 20_000, 1 << 20])
def test_parquet_is_cut_by_row_groups(tmp_path, monkeypatch, size):
    monkeypatch.setattr(parquet, "N_HANDS_A_GROUP", 100)
    text = tmp_path / "hands.log"
    text.write_text(LIMIT_MATCH + "\n" + log(950))
    path = tmp_path / "hands.parquet"
    write_parquet(path, [columns for columns in read_columns(text, batch_size=100) if isinstance(columns, HandColumns)])
    whole = everything(read_columns(path))
    assert len(whole[0]["holdem"]) == 950
    assert in_parts(path, size=size) == whole
    assert (n_parts(path, size=size) > 1) == (size < path.stat().st_size)
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(path.read_bytes()[:-2_000])
    assert in_parts(damaged, size=size) == everything(read_columns(damaged))


def compressed_by(kind, content):
    if kind == "zstd":
        return pa.compress(content, "zstd", asbytes=True)
    return {"gzip": gzip.compress, "utf-16": utf16, "cut off": lambda text: gzip.compress(text)[:-2_000]}[kind](content)


def utf16(content):
    return codecs.BOM_UTF16_LE + content.decode().encode("utf-16-le")


@pytest.mark.parametrize("kind", ["gzip", "zstd", "utf-16", "cut off"])
@pytest.mark.parametrize("size", [30_000, 1 << 20])
def test_what_is_not_plain_text_is_cut_as_it_is_read(tmp_path, kind, size):
    rng = random.Random(1)
    noise = "".join(f"# {rng.random()}\n{STATE.format(number)}\n" for number in range(5_000))
    path = tmp_path / "match.log"
    path.write_bytes(compressed_by(kind, (LIMIT_MATCH + "\n" + noise + "junk\n").encode()))
    whole = everything(read_columns(path))
    assert len(whole[0]["holdem"]) > 3_000
    assert whole[1]
    assert in_parts(path, size=size) == whole
    assert (n_parts(path, size=size) > 1) == (size < 1 << 20)


@pytest.mark.parametrize("size", [1, 3_000, 1 << 20])
def test_members_of_archives(tmp_path, size):
    path = tmp_path / "logs.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}/match.log", LIMIT_MATCH + "\n" + log(60) + "junk\n")
        archive.writestr("inner.zip", b"PK\x03\x04 and more")
        archive.writestr("match.log.gz", gzip.compress(log(60).encode()))
        archive.writestr("empty.log", "")
        archive.writestr("letter.txt", "Dear Anna, " * 400)
        archive.writestr(".hidden", log(3))
    whole = everything(read_columns(path))
    assert len(whole[0]["holdem"]) == 240
    assert in_parts(path, size=size) == whole
    twice = tmp_path / "twice.zip"
    with zipfile.ZipFile(twice, "w") as archive:
        archive.writestr("match.log", log(60))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("match.log", log(50))
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"PK\x03\x04" + b"x" * 5_000)
    empty = tmp_path / "empty.zip"
    zipfile.ZipFile(empty, "w").close()
    for each in (twice, bad, empty):
        assert in_parts(each, size=size) == everything(read_columns(each))


@pytest.mark.parametrize("size", [1, 3_000, 1 << 20])
@pytest.mark.parametrize(
    "content",
    [
        (LIMIT_MATCH + "\n" + log(90) + "junk\n").encode(),
        gzip.compress(log(90).encode()),
        b"AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc\n" * 20,
        b"PAR1 and more",
        b"PK\x03\x04 and more",
        b"Dear Anna, " * 400,
        b"",
    ],
)
def test_standard_input_goes_along_as_text(monkeypatch, content, size):
    def feed():
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    feed()
    whole = everything(read_columns("-"))
    feed()
    assert in_parts("-", size=size) == whole


def test_folders_missing_files_and_strangers(tmp_path, monkeypatch):
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a.log").write_text(log(30))
    (folder / "b.txt").write_text("Dear Anna, " * 400)
    (folder / "c.log").write_text("")
    (folder / "d.log").write_text(log(3) + "junk\n")
    monkeypatch.chdir(tmp_path)
    sources = ("logs", "nowhere.log", "no*thing", "logs/a.log")
    whole = everything(read_columns(*sources))
    assert [each.source for each in whole[1]] == [
        *[f"logs/{name}" for name in ("b.txt", "c.log", "d.log")],
        *sources[1:3],
    ]
    for size in (1, 3_000, 1 << 20):
        assert in_parts(*sources, size=size) == whole


def test_small_files_are_put_together(tmp_path, monkeypatch):
    for number in range(25):
        (tmp_path / f"{number:02}.log").write_text(log(10))
    assert n_parts(tmp_path, size=1 << 20) == 1
    monkeypatch.setattr(parts, "MOST_PIECES", 10)
    assert [len(part.pieces) for part in source_parts(tmp_path)] == [10, 10, 5]
    size = (tmp_path / "00.log").stat().st_size
    assert [len(part.pieces) for part in source_parts(tmp_path, part_size=4 * size + 1)] == [4] * 6 + [1]


def test_files_are_found_from_another_folder(tmp_path, monkeypatch):
    (tmp_path / "match.log").write_text(log(60) + "junk\n")
    monkeypatch.chdir(tmp_path)
    whole = everything(read_columns("match.log"))
    found = [list(source_parts("match.log", part_size=size)) for size in (500, 1 << 20)]
    monkeypatch.chdir("/")
    for each in found:
        assert everything(hands for part in each for hands in read_part(part)) == whole
    assert whole[1][0].source == "match.log"


@pytest.mark.parametrize("size", [500, 1 << 20])
def test_a_file_that_is_not_the_same_where_it_is_read_is_an_error(tmp_path, size):
    path = tmp_path / "match.log"
    path.write_text(log(60))
    found = list(source_parts(path, part_size=size))
    path.write_text(log(80))
    assert len(everything(hands for part in found for hands in read_part(part))[0]["holdem"]) >= 60
    path.write_text(log(59))
    with pytest.raises(FormatError, match="expected the same files on every machine"):
        list(read_part(found[0]))
    path.unlink()
    with pytest.raises(FormatError, match="expected the same files on every machine"):
        list(read_part(found[0]))


def test_what_cannot_be_is_said(tmp_path):
    with pytest.raises(FormatError, match="parts of 0 bytes"):
        list(source_parts(tmp_path, part_size=0))
    with pytest.raises(FormatError, match="no game 'stud'"):
        list(source_parts(tmp_path, game="stud"))


@pytest.mark.skipif(os.geteuid() == 0, reason="everything can be read by root")
def test_a_file_that_may_not_be_read_is_a_rejection(tmp_path):
    path = tmp_path / "match.log"
    path.write_text(log(60))
    path.chmod(0)
    assert in_parts(path, size=1) == everything(read_columns(path))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_files_of_all_formats_are_read_by_any_number_of_processes(tmp_path, random_record, monkeypatch, n_jobs):
    monkeypatch.setattr(parts, "LEAST_SHARED", {})  # as if they were large
    texts = list(islice(written(pokerstars.format_hand, random_record, "holdem"), 30))
    (tmp_path / "a.txt").write_text("".join(texts), newline="")
    (tmp_path / "b.log").write_text(LIMIT_MATCH + "\n" + log(200) + "junk\n")
    (tmp_path / "c.txt").write_text("Dear Anna, " * 400)
    (tmp_path / "d.log.gz").write_bytes(gzip.compress(log(100).encode()))
    (tmp_path / "e.txt").write_text(texts[3], newline="")
    with zipfile.ZipFile(tmp_path / "f.zip", "w") as archive:
        archive.writestr("match.log", log(30))
        archive.writestr("hands.txt", texts[4] + texts[5])
    sources = (tmp_path, tmp_path / "nowhere.log", tmp_path / "b.log")
    n_bytes = []
    found = list(read_files(*sources, n_jobs=n_jobs, on_read=n_bytes.append, part_size=4_000))
    assert everything(each for _, each in found) == everything(read_columns(*sources))
    assert list(dict.fromkeys(name for name, _ in found)) == [*map(str, sorted(tmp_path.iterdir())), str(sources[1])]
    for path in tmp_path.iterdir():
        assert everything(each for name, each in found if name == str(path)) == everything(read_columns(path))
    assert len(n_bytes) > 5
    assert sum(n_bytes) == pytest.approx(sum(path.stat().st_size for path in tmp_path.iterdir()), rel=0.05)


@pytest.mark.parametrize(("n_bytes", "backend"), [(1, "processes"), (1 << 40, "threads")])
def test_logs_that_are_read_fast_are_shared_out_only_where_they_are_large(tmp_path, monkeypatch, n_bytes, backend):
    asked = []

    def run(function, some, *, n_jobs, backend):
        asked.append((n_jobs, backend))
        return map(function, some)

    monkeypatch.setattr(parts, "run_parts", run)
    monkeypatch.setattr(parts, "LEAST_SHARED", {"acpc": n_bytes})
    (tmp_path / "match.log").write_text(log(50))
    assert everything(each for _, each in read_files(tmp_path, n_jobs=2)) == everything(read_columns(tmp_path))
    assert asked == [(2 if backend == "processes" else 1, backend)]


def read(part):
    return list(read_part(part))


def test_processes_read_parts_to_the_same_hands(tmp_path):
    path = tmp_path / "match.log"
    path.write_text(LIMIT_MATCH + "\n" + log(400) + "junk\n" + log(400))
    found = run_parts(read, source_parts(path, part_size=10_000), n_jobs=2, backend="processes")
    assert everything(each for part in found for each in part) == everything(read_columns(path))
