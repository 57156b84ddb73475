"""Plain hands of text histories straight to columns, against the record path: the same hands, the same rejections."""

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from deluck.errors import DeluckError, FormatError
from deluck.formats import Rejected, pokerstars, read_columns, read_text
from deluck.formats.checking import problem_of
from deluck.formats.histories import plain_columns
from deluck.formats.histories.plain import plain_hand
from deluck.formats.histories.replaying import record_of
from deluck.formats.histories.site import Plain
from deluck.formats.pokerstars_writing import write_hand
from deluck.records import HandColumns, HandRecord

from ..conftest import random_no_limit

SITES = Path(__file__).parents[1] / "sites"
INTEROP = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[4] / "shared" / "data")) / "sites"


def random_texts(seeds):
    """Return texts of random hands, numbered by their seeds, those left out that cannot be written."""
    for seed in seeds:
        try:
            yield write_hand(replace(random_no_limit(seed)[1], hand_id=str(1000 + seed), outside=None))
        except DeluckError:
            continue


def text_of(path):
    content = path.read_bytes()
    is_utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return content.decode("utf-16" if is_utf16 else "utf-8", "replace")


def changed(text, rng, share):
    """Return a text with some lines changed: a digit, a line left out, said twice, or in another place."""
    lines = []
    for line in text.split("\n"):
        kind = rng.random() / share
        digits = [index for index, symbol in enumerate(line) if symbol.isdigit()]
        if kind < 0.6 and digits:
            index = rng.choice(digits)
            lines.append(line[:index] + rng.choice("0123456789") + line[index + 1 :])
        elif kind < 0.7:
            continue
        elif kind < 0.8:
            lines += [line, line]
        elif kind < 0.9 and lines:
            lines.insert(-1, line)
        else:
            lines.append(line)
    return "\n".join(lines)


def assert_same(text, tmp_path, batch_size=1000):
    """Both paths give the same hands in the same order, and reject the same with the same reasons."""
    path = tmp_path / "hands"
    path.write_text(text)
    records = list(read_text(text, source=str(path)))
    found = list(read_columns(path, batch_size=batch_size))
    rejected = [each for each in found if isinstance(each, Rejected)]
    hands = [hand for each in found if isinstance(each, HandColumns) for hand in each]
    assert rejected == [each for each in records if isinstance(each, Rejected)]
    for game in ("holdem", "stud7"):
        assert [hand for hand in hands if hand.game == game] == [
            hand for hand in records if isinstance(hand, HandRecord) and hand.game == game
        ]
    return hands, rejected


@pytest.mark.parametrize("path", sorted(SITES.iterdir()), ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(4))
def test_example_hands_of_sites_changed_at_random(path, seed, tmp_path):
    text = text_of(path)
    assert_same(
        text if seed == 0 else changed(text, random.Random(seed), 0.05), tmp_path, batch_size=7 if seed else 1000
    )


@pytest.mark.parametrize("folder", sorted(INTEROP.iterdir()) if INTEROP.is_dir() else [], ids=lambda path: path.name)
def test_published_hands_of_sites_changed_at_random(folder, tmp_path):
    rng = random.Random(5)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            assert_same(changed(text_of(path), rng, 0.02), tmp_path)


@pytest.mark.parametrize("share", [0, 0.02])
def test_hands_of_random_play(share, tmp_path):
    text = "".join(random_texts(range(300)))
    hands, rejected = assert_same(changed(text, random.Random(11), share) if share else text, tmp_path)
    assert len(hands) >= 100
    assert rejected


def test_plain_hands_make_the_records_that_replaying_makes():
    lines = enumerate("".join(random_texts(range(300))).split("\n"), start=1)
    plain = [each.hand for _, each in pokerstars.parse_plain(lines) if isinstance(each, Plain)]
    columns, rows = plain_columns.columns_of(plain)
    assert len(rows) > 50
    for row, record in zip(rows.tolist(), columns, strict=True):
        if problem_of(record) is None:
            assert record == record_of(plain[row].story, takes_uncalled=plain[row].takes_uncalled)


def test_hands_with_several_boards_or_of_stud_are_not_plain():
    text = (SITES.parent / "pokerstars" / "stud.txt").read_text()
    site = pokerstars.SITE
    stories = [site._story(hand) for hand in site.split(enumerate(text.split("\n"), start=1))]
    assert not any(plain_hand(story) for story in stories if not isinstance(story, FormatError))


def test_what_nobody_foresaw_in_one_hand_costs_no_other(monkeypatch, tmp_path):
    texts = list(random_texts(range(60)))
    settle = plain_columns.settle

    def explode(story, *arguments, **options):
        if story.header.hand_id.endswith("7"):
            raise ZeroDivisionError("nobody thought of this")
        return settle(story, *arguments, **options)

    monkeypatch.setattr(plain_columns, "settle", explode)
    hands, rejected = assert_same("".join(texts), tmp_path)
    assert len(hands) > 30
    assert not any("nobody thought" in each.reason for each in rejected)
