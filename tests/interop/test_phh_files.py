"""Hands that others wrote down as PHH: televised limit games are read, no-limit ones refused by name."""

import os
import tomllib
from pathlib import Path

import pytest
from pokerkit.notation import HandHistory

from deluck.formats import Rejected, format_phh, parse_phh, read_hands
from deluck.records import HandRecord, replay

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "phh"

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


@pytest.mark.parametrize(("pattern", "game", "n_files"), [("FT-*.phh", "holdem", 7), ("F7S-*.phh", "stud7", 6)])
def test_televised_hands_replay_to_their_finishing_stacks(pattern, game, n_files):
    files = sorted(FOLDER.glob(pattern))
    hands = list(read_hands(str(FOLDER / pattern)))
    assert len(hands) == len(files) == n_files
    for file, hand in zip(files, hands, strict=True):
        stated = tomllib.loads(file.read_text())
        assert isinstance(hand, HandRecord)
        assert hand.game == game
        assert [stack + paid for stack, paid in zip(hand.stacks, hand.payoffs, strict=True)] == stated[
            "finishing_stacks"
        ]
        assert hand.names == tuple(stated["players"])
        assert hand.hand_id == str(stated["hand"])
        assert sum(replay(hand).contributions) == replay(hand).pot


@pytest.mark.parametrize("pattern", ["FT-*.phh", "F7S-*.phh"])
def test_they_are_written_so_that_pokerkit_replays_them_and_read_back_equal(pattern):
    for hand in read_hands(str(FOLDER / pattern)):
        text = format_phh(hand)
        assert parse_phh(text) == hand
        assert tuple(list(HandHistory.loads(text))[-1].payoffs) == hand.payoffs


def test_no_limit_hands_are_refused_by_name():
    hands = list(read_hands(str(FOLDER / "pluribus-*.phh")))
    assert len(hands) == 60
    for hand in hands:
        assert isinstance(hand, Rejected)
        assert "pluribus" in hand.source
        assert "variant 'NT', no-limit hold'em (expected 'FT'" in hand.reason
