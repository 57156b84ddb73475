"""Histories of nine sites that others collected, odd cases among them: read to the cent, or refused by name."""

import os
import re
from pathlib import Path

import pytest

from deluck.formats import Rejected, format_phh, parse_phh, pokerstars, read_columns, read_hands
from deluck.games import Structure
from deluck.records import HandRecord, replay, validate

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))
FOLDER = DATA / "sites"

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)

READ = {
    "bovada": 642,
    "ggpoker": 2,
    "ipoker": 52,
    "pacificpoker": 101,
    "partypoker": 30,
    "stars": 711,
    "unibet": 1,
    "winamax": 30,
    "winning": 79,
}
"""How many hands of each site are read."""
REFUSED = {
    # games that are not read
    "stars/cash/NLHE-Split": ["another game: Split Hold'em No Limit"],
    "stars/tour/2-7_Single_Draw": ["another game: Single Draw 2-7 Lowball No Limit"],
    "stars/tour/PLNL": ["another game: Hold'em Pot Limit Pre-Flop, No Limit Post-Flop"],
    # players who sit out and fold although a forced bet has put them all-in
    "stars/tour/NLHE-6max-STT-play-1000-201605.FullTilt": ["folds all-in, as who sits out does"],
    "stars/tour/NLHE-FPP-MTT-1r-201005.AllinLotsRebuy": ["folds all-in, as who sits out does"],
    "stars/tour/NLHE-USD-MTT-1-KO.201008": ["folds all-in, as who sits out does"],
    # files cut off within a hand
    "stars/tour/NLHE-9max-Freeroll-MTT-201209.concatenated.partial": [
        "cannot read '*** RIVER *** [4d Kh J'",
        "cannot read 'Player25: '",
    ],
    "bovada/cash/NLHE-USD-5-10-201511.concatenated.partial": ["'Seat 4: UTG+1 ($1,222 in chips)' belongs to no hand"],
    "bovada/tour/NLHE-HU-USD-STT_-_20-_1_-_201509.partial.hand": ["the hand stops where 'Dealer' is to act"],
    # disconnect protection takes the place of an amount; a house that lets a raise of a short bet make a whole one
    "ipoker/cash/LHE-10max": ["is all-in by disconnect protection", "'Player13' raises to $0.40 (expected $0.33)"],
    # a house that lets an all-in of nearly a bet open the betting again
    "partypoker/tour/LHE-Freeroll": ["'Player8' raises (expected folds or calls 390)"],
    # somebody who came to the table in this hand has no seat and no stack in the text
    "partypoker/cash/NLHE-6max-USD-0.10-0.25-201212.unseated": ["'Player4' plays without a seat"],
    "partypoker/cash/NLHE-6max-USD-0.10-0.25-201309.player.joins": ["'Player3' plays without a seat"],
    "partypoker/cash/NLHE-USD-0.01-0.02-201105.Unseated": ["'Unseated' plays without a seat"],
    "winning/cash/NLHE-9max-USD-1.00-2.00-201612.Unknown.Player.Acts": ["'' plays without a seat"] * 2,
    # parts of chips that the text cuts off, so that its sums do not agree
    "partypoker/tour/NLHE-MTT-USD-100-9-202104.anon": [
        "a pot of 6609748 and 3892000 that nobody called, but 10501750 collected"
    ],
    "partypoker/tour/NLHE-MTT-USD-50-5-202104.anon": ["'Player5' is all-in with 1 behind"],
    # half a chip that the text rounds up
    "winamax/tour/NLHE-Ticket-MTT-201010.raise": [
        "a pot of 2570 and 797.50 that nobody called and a rake of 0, but 3368 collected"
    ],
    # two seats without a name; a hand that never began
    "pacificpoker/cash/NLHE-USD-50.00-100.00-201406.blank": ["a seat's player has no name"],
    "pacificpoker/cash/888-LHE-HU-USD-10-20-201202.cancelled": ["the hand was cancelled before cards were dealt"],
}
NOT_WRITTEN = ("5338624766", "10398176832")
"""Hands that PokerStars' text cannot say: blinds with a seat between them that paid an ante and left, a small blind out
of turn that is live."""
CONVERTED = ("converted", "HM1")  # texts of other programs, which count the pot in another way


@pytest.fixture(scope="module")
def found() -> dict[str, list[HandRecord | Rejected]]:
    files = [path for path in sorted(FOLDER.rglob("*")) if path.is_file() and path.name != "LICENSE"]
    return {str(path.relative_to(FOLDER)): list(read_hands(path)) for path in files}


def records(hands: list[HandRecord | Rejected]) -> list[HandRecord]:
    return [hand for hand in hands if isinstance(hand, HandRecord)]


def of_site(found: dict[str, list[HandRecord | Rejected]], site: str) -> list[HandRecord]:
    return [hand for name, hands in found.items() if name.startswith(f"{site}/") for hand in records(hands)]


def test_all_hands_are_read_but_those_refused_by_name(found) -> None:
    for name, hands in found.items():
        reasons = next((reasons for part, reasons in REFUSED.items() if name.startswith(part)), [])
        refused = [hand.reason.replace('"', "'") for hand in hands if isinstance(hand, Rejected)]
        assert len(refused) == len(reasons), (name, refused)
        assert all(reason in text for text, reason in zip(refused, reasons, strict=True)), refused
    assert {site: len(of_site(found, site)) for site in READ} == READ
    assert sum(READ.values()) == sum(len(records(hands)) for hands in found.values())
    for part in REFUSED:
        assert sum(name.startswith(part) for name in found) == 1


def test_what_a_format_has_replayed_is_valid(found) -> None:
    for hands in found.values():
        for hand in records(hands):
            validate(hand)


STATED = {
    # what each site says was won, as a pattern whose first group is an amount; sums include a bet nobody called or not
    "stars": r" collected \D{0,3}([0-9.,]+) from",
    "ggpoker": r" collected \D{0,3}([0-9.,]+) from",
    "winamax": r" collected ([0-9.,]+)€? from",
    "bovada": r": Hand [Rr]esult(?:-Side [Pp]ot)? \$?([0-9.,]+)",
    "pacificpoker": r" collected \[ \$?([0-9.,]+)",
    "partypoker": r" wins [$€]?([0-9.,]+)",
}


def stated_sums(site: str, path: Path) -> dict[str, tuple[str, list[float]]]:
    """Return by hand its text and the sums it says were won, each found without the reader."""
    text = path.read_bytes().decode("utf-8", errors="replace").replace("\0", "")
    starts = {
        "stars": r"(?=\n ?\ufeff?\S[^\n]* (?:Hand|Game) #)",
        "ggpoker": r"(?=\nPoker Hand #)",
        "winamax": r"(?=\nWinamax Poker)",
        "bovada": r"(?=\n?\ufeff?(?:Bovada|Ignition|Bodog[.\w]*) Hand #)",
        "pacificpoker": r"(?=\n\*{5} )",
        "partypoker": r"(?=\n\*{5} )",
    }
    ids = {"winamax": r"HandId: #([\w-]+)", "pacificpoker": r"for Game (\w+)", "partypoker": r"[Ff]or Game (\w+)"}
    found = {}
    for part in re.split(starts[site], "\n" + text):
        number = re.search(ids.get(site, r" (?:Hand|Game) #(\w+)"), part)
        if number is not None:
            story = part.split("*** SUMMARY")[0]
            amounts = [each.rstrip(".,") for each in re.findall(STATED[site], story)]
            found[number[1]] = (story, [_number(each) for each in amounts])
    return found


def _number(text: str) -> float:
    """Return an amount whose last mark is a decimal one if two digits follow it."""
    parts = re.split(r"[.,]", text)
    cents = parts.pop() if len(parts) > 1 and len(parts[-1]) <= 2 else "0"
    return int("".join(parts)) + float(f"0.{cents}")


@pytest.mark.parametrize("site", STATED)
def test_what_was_collected_is_what_the_text_says(found, site: str) -> None:
    n_compared = 0
    for name, hands in found.items():
        if not name.startswith(f"{site}/") or any(each in name for each in CONVERTED):
            continue
        stated = stated_sums(site, FOLDER / name)
        for hand in records(hands):
            story, amounts = stated.get(hand.hand_id, ("", []))
            if not amounts:
                continue
            total = round(sum(amounts) * hand.chips_per_unit)
            state = replay(hand)
            won = state.pot - hand.rake + (sum(hand.outside) if "STP added" in story else 0)
            raised = max(state.contributions)
            uncalled = total - won  # what some sites count among the winnings
            assert uncalled == 0 or (0 < uncalled <= max(hand.stacks) and "ncalled" not in story), (name, hand.hand_id)
            assert uncalled == 0 or raised + uncalled <= max(hand.stacks)
            n_compared += 1
    assert n_compared > 0.7 * len(of_site(found, site))


def test_what_they_say_of_themselves(found) -> None:
    hands = [hand for each in found.values() for hand in records(each)]
    assert {hand.rules.structure for hand in hands} == {Structure.NO_LIMIT, Structure.FIXED_LIMIT}
    assert {hand.site for hand in hands} == {
        "PokerStars",
        "Full Tilt",
        "PokerBros",
        "PokerMaster",
        "Run It Once Poker",
        "GGPoker",
        "Bovada",
        "Ignition",
        "Bodog",
        "Bodog.com",
        "iPoker",
        "Pacific",
        "888",
        "PartyPoker",
        "Poker Stars",
        "Unibet",
        "Winamax",
        "Winning",
    }
    assert {hand.currency for hand in hands} == {"$", "€", "£", "RSD", ""}
    assert sum(hand.time is None for hand in hands) == 3 + 4  # converted texts without a zone, 888 without a date
    assert {hand.speed for hand in hands} == {"", "fast-fold", "turbo"}
    stars = of_site(found, "stars")
    assert sum(hand.hero is not None for hand in stars) == len(stars) - 2  # all cards shown
    assert sum(len(hand.deal.boards) > 1 for hand in hands) == 1
    in_tournaments = [hand for hand in hands if hand.tournament]
    assert all(hand.chips_per_unit == 1 and not hand.rake for hand in in_tournaments)
    assert all(hand.hero is not None for hand in of_site(found, "bovada"))


def test_bovada_hands_have_every_hole_card(found) -> None:
    hands = of_site(found, "bovada")
    known = [hand for hand in hands if all(None not in hole for hole in hand.deal.holes)]
    assert len(known) == len(hands) - 2  # the newest format deals the shown hands only


def test_columns_hold_the_same_hands(found) -> None:
    parts = [part for part in read_columns(FOLDER) if not isinstance(part, Rejected)]
    hands = [hand for part in parts for hand in part]
    assert len(hands) == sum(READ.values())
    key = lambda hand: (hand.site, hand.hand_id, hand.names)  # noqa: E731
    expected = [hand for each in found.values() for hand in records(each)]
    assert sorted(hands, key=key) == sorted(expected, key=key)


def test_they_are_written_and_read_back(found) -> None:
    n_written = 0
    for hands in found.values():
        for hand in records(hands)[::3]:
            assert parse_phh(format_phh(hand, for_pokerkit=False)) == hand
            if (hand.currency or hand.chips_per_unit == 1) and hand.hand_id not in NOT_WRITTEN:
                text = pokerstars.format_hand(hand)
                ((_, back),) = pokerstars.parse(enumerate(text.split("\n"), start=1))
                assert back.payoffs == hand.payoffs
                n_written += 1
    assert n_written > 500
