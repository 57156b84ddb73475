"""Logs written by the ACPC's own dealer: every hand replays to the payoffs printed, and writes back byte for byte."""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from deluck.formats import Rejected, acpc, format_phh, parse_phh, read_columns, read_hands
from deluck.records import HandRecord, replay

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "acpc"
LIMIT = ["2p.limit.h1000.r0.log", "3p.limit.h1000.r0.log"]

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


def states(name: str) -> list[str]:
    return [line for line in (FOLDER / name).read_text().splitlines() if line.startswith("STATE")]


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


@pytest.mark.parametrize("read", [read_hands, read_columns])
def test_the_no_limit_log_is_refused_by_name(read):
    (rejected,) = read(FOLDER / "2p.nolimit.h1000.r0.log")
    assert isinstance(rejected, Rejected)
    assert rejected.line == 1
    assert "'holdem.nolimit.2p.reverse_blinds.game' (expected limit hold'em)" in rejected.reason
    assert "its 1000 hands are not read" in rejected.reason


def test_no_limit_hands_without_a_header_are_refused_one_by_one():
    text = "\n".join(states("2p.nolimit.h1000.r0.log"))
    from deluck.formats import read_text

    hands = list(read_text(text))
    assert len(hands) == 1000
    assert all(isinstance(hand, Rejected) for hand in hands)
    assert sum("a no-limit hand" in hand.reason for hand in hands) > 500
