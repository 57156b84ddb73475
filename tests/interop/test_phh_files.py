"""Hands that others wrote down as PHH: televised limit games, and the no-limit games of Pluribus."""

import gzip
import os
import tomllib
from pathlib import Path

import pytest
from pokerkit.notation import HandHistory

from deluck.formats import format_phh, parse_phh, read_hands
from deluck.games import HoldemRules
from deluck.records import HandRecord, replay

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "phh"
FOLDED_UNBET = 0  # hands of Pluribus in which somebody folded with nothing to call

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


def stated_payoffs(fields: dict) -> tuple[int, ...]:
    return tuple(end - start for end, start in zip(fields["finishing_stacks"], fields["starting_stacks"], strict=True))


def test_no_limit_hands_replay_to_their_finishing_stacks():
    files = sorted(FOLDER.glob("pluribus-*.phh"))
    hands = list(read_hands(str(FOLDER / "pluribus-*.phh")))
    assert len(hands) == len(files) == 60
    for file, hand in zip(files, hands, strict=True):
        stated = stated_payoffs(tomllib.loads(file.read_text()))
        assert hand.payoffs == stated == replay(hand).payoffs()
        assert hand.rules == HoldemRules.no_limit(6)
        assert parse_phh(format_phh(hand)) == hand


def test_every_hand_of_pluribus_replays_to_the_chip():
    path = FOLDER.parent / "nolimit" / "pluribus-a.phhs.gz"
    stated = tomllib.loads(gzip.decompress(path.read_bytes()).decode())
    hands = list(read_hands(path))
    assert len(hands) == len(stated) == 4930
    unbet = 0
    for fields, hand in zip(stated.values(), hands, strict=True):
        assert isinstance(hand, HandRecord), hand
        final = replay(hand)
        assert hand.payoffs == stated_payoffs(fields)
        assert hand.payoffs in (final.payoffs(), final.exact_payoffs())  # one hand cuts a chip
        assert hand.hand_id == str(fields["hand"])
        unbet += hand.rules.may_fold_unbet
    assert unbet == FOLDED_UNBET
    for hand in hands[::29]:
        text = format_phh(hand)
        assert parse_phh(text) == hand
        assert tuple(list(HandHistory.loads(text))[-1].payoffs) == hand.payoffs
