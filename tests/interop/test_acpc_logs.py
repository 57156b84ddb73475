"""Logs written by the ACPC's own dealer: every hand replays to the payoffs printed, and writes back byte for byte."""

import gzip
import os
from fractions import Fraction
from pathlib import Path

import pytest

from deluck.formats import Rejected, acpc, format_phh, parse_phh, read_columns, read_hands, read_text
from deluck.records import HandRecord, replay

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "acpc"
LIMIT = ["2p.limit.h1000.r0.log", "3p.limit.h1000.r0.log"]
NO_LIMIT = [
    ("acpc/2p.nolimit.h1000.r0.log", 1000),
    ("nolimit/acpc-2016.log.gz", 3000),
    ("nolimit/deepstack-a.log.gz", 23_769),
]

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


def text_of(name: str) -> str:
    content = (FOLDER.parent / name).read_bytes()
    return (gzip.decompress(content) if name.endswith(".gz") else content).decode()


def states(name: str) -> list[str]:
    return [line for line in text_of(f"acpc/{name}").splitlines() if line.startswith("STATE")]


@pytest.mark.parametrize("name", LIMIT)
def test_limit_logs_are_read_whole_and_written_back_byte_for_byte(name):
    hands = list(read_hands(FOLDER / name))
    assert all(isinstance(hand, HandRecord) for hand in hands)
    assert len(hands) == 1000
    assert [acpc.format_line(hand) for hand in hands] == states(name)
    exact = [replay(hand).exact_payoffs() for hand in hands]
    assert [hand.payoffs for hand in hands] == exact


@pytest.mark.parametrize("name", LIMIT)
def test_the_score_is_the_one_printed(name):
    score = acpc.Score()
    for hand in read_hands(FOLDER / name):
        score.add(hand)
    assert score.format_line() == (FOLDER / name).read_text().splitlines()[-1]


def test_two_hands_of_three_seats_cut_a_chip():
    cut = [hand for hand in read_hands(FOLDER / LIMIT[1]) if any(isinstance(paid, Fraction) for paid in hand.payoffs)]
    assert [hand.hand_id for hand in cut] == ["256", "964"]


@pytest.mark.parametrize("name", LIMIT)
def test_columns_are_those_of_the_records(name):
    (columns,) = read_columns(FOLDER / name)
    assert list(columns) == list(read_hands(FOLDER / name))


@pytest.mark.parametrize("name", LIMIT)
def test_to_phh_and_back(name):
    for line in states(name)[::7]:
        assert acpc.format_line(parse_phh(format_phh(acpc.parse_line(line)))) == line


@pytest.mark.parametrize(("name", "n_hands"), NO_LIMIT)
def test_no_limit_logs_are_read_whole_and_written_back_byte_for_byte(name, n_hands):
    hands = list(read_hands(FOLDER.parent / name))
    assert not [hand for hand in hands if isinstance(hand, Rejected)]
    assert len(hands) == n_hands
    assert [acpc.format_line(hand) for hand in hands] == states(f"../{name}")
    for hand in hands[::11]:
        assert hand.payoffs == replay(hand).exact_payoffs()


@pytest.mark.parametrize(("name", "n_hands"), NO_LIMIT)
def test_columns_of_no_limit_logs_are_those_of_the_records(name, n_hands):
    (columns,) = read_columns(FOLDER.parent / name)
    assert len(columns) == n_hands
    assert list(columns) == list(read_hands(FOLDER.parent / name, check=False))


@pytest.mark.parametrize(("name", "n_hands"), NO_LIMIT)
def test_the_score_of_a_no_limit_log_is_the_one_printed(name, n_hands):
    last = text_of(name).splitlines()[-1]
    if not last.startswith("SCORE"):
        pytest.skip(f"{name} has no score")
    score = acpc.Score()
    for hand in read_hands(FOLDER.parent / name, check=False):
        score.add(hand)
    assert score.format_line() == last


def test_without_its_header_a_no_limit_log_is_read_all_the_same():
    text = "\n".join(states("2p.nolimit.h1000.r0.log"))
    assert list(read_text(text)) == list(read_hands(FOLDER / "2p.nolimit.h1000.r0.log"))
