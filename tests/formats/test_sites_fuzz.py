"""Damaged hands of every site: read or refused by name, never anything else; what is read follows the rules."""

import random
from pathlib import Path

import pytest

from deluck.errors import DeluckError
from deluck.formats import FORMATS, Rejected, pokerstars, read_columns, read_hands, read_text
from deluck.formats.histories import replaying
from deluck.formats.histories.site import Site
from deluck.formats.sites import SITES
from deluck.records import HandColumns, HandRecord, validate

FILES = {path.stem: path for path in sorted((Path(__file__).parent / "sites").iterdir())}
TEXTS = {site: path.read_text(encoding="utf-8") for site, path in FILES.items()}
TEXTS["pokerstars"] = (Path(__file__).parent / "pokerstars" / "holdem_cash.txt").read_text(encoding="utf-8")
WORDS = (
    "0", "-1", "1e999999999", "99999999999999999999999", "$", "€", "folds", "[Ac Kd]", "[", "]", "(", ")", ":", " : ",
    "\x00", "\u2028", "٣", "all-in", "*** FLOP *** [2c 3d 4h]", "*** SUMMARY ***", "Seat 1: x (5 in chips)", "&lt;",
    'name="', "<game ", "posts", "Hero", "½", "²",
)  # fmt: skip


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with some of its lines dropped, doubled, moved, cut or changed."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        place = rng.randrange(len(lines))
        line = lines[place]
        how = rng.randrange(9)
        if how == 0:
            del lines[place]
        elif how == 1:
            lines.insert(rng.randrange(len(lines)), line)
        elif how == 2:
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], line
        elif how == 3:
            lines[place] = line[: rng.randrange(len(line) + 1)]
        elif how == 4:
            cut = rng.randrange(len(line) + 1)
            lines[place] = line[:cut] + rng.choice(WORDS) + line[cut:]
        elif how == 5:
            words = line.split(" ")
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            lines[place] = " ".join(words)
        elif how == 6:
            lines[place] = "".join(
                str(rng.randrange(10)) if letter.isdigit() and rng.random() < 0.3 else letter for letter in line
            )
        elif how == 7:
            lines[place] = line + lines[rng.randrange(len(lines))]
        else:
            lines[place] = "".join(rng.choice((letter, letter, letter, chr(rng.randrange(1, 400)))) for letter in line)
        lines = lines or [""]
    return "\n".join(lines)


@pytest.mark.parametrize("site", TEXTS)
def test_damaged_hands_are_read_or_refused_by_name(site: str) -> None:
    rng = random.Random(site)
    n_read = n_refused = 0
    for _ in range(120):
        text = mutated(rng, TEXTS[site])
        for hand in read_text(text, source=site):
            if isinstance(hand, Rejected):
                n_refused += 1
                assert "failed with" not in hand.reason, (hand.reason, text)
                assert len(hand.reason) <= 500
            else:
                n_read += 1
                validate(hand)
    assert n_read > 100
    assert n_refused > 100


@pytest.mark.parametrize("site", TEXTS)
def test_hands_judged_in_batches_are_those_played_one_by_one(site: str, tmp_path) -> None:
    """Damaged hands go through the bulk path as through the record path: the same hands, the same refusals."""
    rng = random.Random(f"batches of {site}")
    path = tmp_path / "hands.txt"
    n_read = n_refused = 0
    for number in range(60):
        text = mutated(rng, TEXTS[site]) if number else TEXTS[site]
        path.write_bytes(text.encode("utf-8", "replace"))
        one_by_one = list(read_hands(path))
        found = list(read_columns(path))
        columns = [hand for part in found if isinstance(part, HandColumns) for hand in part]
        for game in ("holdem", "stud7"):
            of_game = [hand for hand in one_by_one if isinstance(hand, HandRecord) and hand.game == game]
            assert [hand for hand in columns if hand.game == game] == of_game
        assert [hand for hand in found if isinstance(hand, Rejected)] == [
            hand for hand in one_by_one if isinstance(hand, Rejected)
        ]
        n_read += len(columns)
        n_refused += len(one_by_one) - len(columns)
    assert n_read > 50
    assert n_refused > 50


@pytest.mark.parametrize("site", SITES, ids=[site.NAME for site in SITES])
def test_junk_after_a_first_line_is_refused(site: Site) -> None:
    rng = random.Random(7)
    text = TEXTS[site.NAME]
    for _ in range(60):
        junk = bytes(rng.randrange(256) for _ in range(rng.randrange(400))).decode("latin-1")
        lines = text.split("\n")[: rng.randrange(6)] + junk.split("\n")
        for _, hand in site.parse(enumerate(lines, start=1)):
            assert isinstance(hand, DeluckError)


@pytest.mark.parametrize("name", [each.NAME for each in SITES] + ["pokerstars"])
def test_what_nobody_thought_of_costs_one_hand(monkeypatch, name: str) -> None:
    """A parser that raises anything is the rejection of the hand it was reading; the others come through."""
    assert name in {each.NAME for each in FORMATS}
    text = TEXTS[name]
    whole = list(read_text(text))
    n_hands = sum(isinstance(hand, HandRecord) for hand in whole)
    calls = 0
    record_of = replaying.record_of

    def failing(*arguments, **options):
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ZeroDivisionError("nobody thought of this")
        return record_of(*arguments, **options)

    monkeypatch.setattr("deluck.formats.histories.site.record_of", failing)
    hands = list(read_text(text))
    assert len(hands) == len(whole)
    (rejected,) = [hand for hand in hands if isinstance(hand, Rejected) and "ZeroDivisionError" in hand.reason]
    assert sum(isinstance(hand, HandRecord) for hand in hands) == n_hands - 1
    assert "nobody thought of this" in rejected.reason
    assert rejected.line > 1


def test_pokerstars_is_among_them() -> None:
    assert pokerstars.SITE.NAME == "pokerstars"
    assert {site.NAME for site in SITES} == set(TEXTS) - {"ggpoker", "pokerstars"}
