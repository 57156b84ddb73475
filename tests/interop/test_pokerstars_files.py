"""Histories in PokerStars' text that others collected, odd cases among them: read to the cent, or refused by name."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from deluck.formats import Rejected, format_phh, parse_phh, pokerstars, read_hands
from deluck.games import Structure
from deluck.records import HandRecord, replay

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))
FOLDER = DATA / "sites" / "stars"

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)

N_READ = 709
REFUSED = {
    # games that are not read
    "NLHE-Split": ["another game: Split Hold'em No Limit"],
    "2-7_Single_Draw": ["another game: Single Draw 2-7 Lowball No Limit"],
    "PLNL": ["another game: Hold'em Pot Limit Pre-Flop, No Limit Post-Flop"],
    # the site's own chips in the pot; a call that the text has wrong
    "201906.RIO.STP": ["the site added chips to the pot"],
    "201902.RIO": ["calls €0.73 (expected 'calls €0.54')"],
    # players who sit out and fold although a forced bet has put them all-in
    "STT-play-1000-201605.FullTilt": ["folds all-in, as who sits out does"],
    "AllinLotsRebuy": ["folds all-in, as who sits out does"],
    "1-KO.201008": ["folds all-in, as who sits out does"],
    # files cut within a line
    "concatenated.partial": ["the hand stops where Player24 is to act", "cannot read 'Player25: '"],
}
CONVERTED = ("converted", "HM1")  # texts of other programs, which count the pot in another way


@pytest.fixture(scope="module")
def found() -> dict[str, list[HandRecord | Rejected]]:
    return {path.name: list(read_hands(path)) for path in sorted(FOLDER.glob("*/*.txt"))}


def records(hands: list[HandRecord | Rejected]) -> list[HandRecord]:
    return [hand for hand in hands if isinstance(hand, HandRecord)]


def test_all_hands_are_read_but_those_refused_by_name(found) -> None:
    assert len(found) == 39
    assert sum(len(records(hands)) for hands in found.values()) == N_READ
    for name, hands in found.items():
        reasons = next((reasons for part, reasons in REFUSED.items() if part in name), [])
        refused = [hand.reason.replace('"', "'") for hand in hands if isinstance(hand, Rejected)]
        assert len(refused) == len(reasons), (name, refused)
        assert all(reason in text for text, reason in zip(refused, reasons, strict=True)), refused


def test_what_was_collected_is_what_the_text_says(found) -> None:
    for path in sorted(FOLDER.glob("*/*.txt")):
        text = path.read_bytes().decode("utf-8", errors="replace")
        hands = {hand.hand_id: hand for hand in records(found[path.name])}
        for part in re.split(r"(?=\n ?\ufeff?\S[^\n]* (?:Hand|Game) #)", "\n" + text):
            number = re.search(r" (?:Hand|Game) #(\d+)", part)
            record = hands.get(number[1]) if number else None
            if record is None or any(each in path.name for each in CONVERTED):
                continue
            story = part.split("*** SUMMARY")[0]
            stated = [each.replace(",", "") for each in re.findall(r" collected \D{0,3}([0-9.,]+) from", story)]
            total = sum(round(float(each) * record.chips_per_unit) for each in stated)
            assert total == replay(record).pot - record.rake, (path.name, record.hand_id)


def test_what_they_say_of_themselves(found) -> None:
    hands = [hand for each in found.values() for hand in records(each)]
    assert {hand.rules.structure for hand in hands} == {Structure.NO_LIMIT, Structure.FIXED_LIMIT}
    assert {hand.site for hand in hands} == {
        "PokerStars",
        "Full Tilt",
        "PokerBros",
        "PokerMaster",
        "Run It Once Poker",
    }
    assert sum(hand.time is not None for hand in hands) == N_READ - 3  # three converted texts have no zone
    assert sum(hand.hero is not None for hand in hands) == N_READ - 1
    assert sum(hand.forced is not None for hand in hands) == 2
    assert sum(len(hand.deal.boards) > 1 for hand in hands) == 1


def test_they_are_written_and_read_back(found) -> None:
    for hands in found.values():
        for hand in records(hands)[::3]:
            text = pokerstars.format_hand(hand)
            ((_, back),) = pokerstars.parse(enumerate(text.split("\n"), start=1))
            assert back.payoffs == hand.payoffs
            plain = replace(hand, level="", speed="")  # which a PHH file has no place for
            assert parse_phh(format_phh(plain, for_pokerkit=False)) == plain
