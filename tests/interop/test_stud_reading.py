"""Televised stud hands, every card known: the betting is read, and the truth had some probability at every stage."""

import json
import os
from pathlib import Path

import pytest

from deluck.beliefs.stud.reading import read_hand
from deluck.formats import read_hands

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "phh"

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


@pytest.fixture(scope="module")
def hands():
    return list(read_hands(str(FOLDER / "F7S-*.phh")))


def test_the_truth_has_a_probability_at_every_stage(hands):
    assert len(hands) == 6
    for hand in hands:
        reading = read_hand(hand, n_samples=80)
        assert not reading.impossible
        assert len(reading.actions) == len(hand.decisions)
        for stage in reading.stages:
            assert stage.measures is not None
            for seat in stage.seats:
                assert 0 < seat.truth < 1
                assert seat.truth_cards_only == pytest.approx(1 / len(seat.downcards.probabilities))


def test_stakes_are_the_records_own(hands):
    """The same hand at a hundredth of the stakes reads the same: only the ratios of ante, bring-in and bets matter."""
    from dataclasses import replace

    hand = hands[1]
    small = replace(
        hand,
        rules=replace(hand.rules, ante=500, bring_in=500, small_bet=2000, big_bet=4000),
        stacks=tuple([stack // 100 for stack in hand.stacks]),
        payoffs=tuple([paid // 100 for paid in hand.payoffs]),
    )
    wide = replace(small, rules=replace(small.rules, ante=1000, bring_in=500), payoffs=small.payoffs)
    first, second, third = (read_hand(each, n_samples=40) for each in (hand, small, wide))
    assert [each.bits for each in second.actions] == pytest.approx([each.bits for each in first.actions])
    assert [each.bits for each in third.actions] != pytest.approx([each.bits for each in first.actions], rel=1e-3)


def test_the_command_reads_each_of_them(deluck, hands):
    for path in sorted(FOLDER.glob("F7S-*.phh")):
        code, out, err = deluck("stud", "read", str(path), "--json")
        assert (code, err) == (0, "")
        told = json.loads(out)
        for stage in told["stages"]:
            assert all(seat["truth"] > 0 for seat in stage["seats"])
