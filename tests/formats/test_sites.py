"""Hands of every site worked out by hand: who sat where, what was forced, who was paid, and what was refused."""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from deluck.cards import format_cards
from deluck.errors import FormatError
from deluck.formats import FORMATS, Rejected, pokerstars, read_columns, read_hands
from deluck.formats.histories.site import MOST_LINES
from deluck.formats.sites import SITES
from deluck.games import Forced, Structure
from deluck.records import HandRecord, validate

FOLDER = Path(__file__).parent / "sites"
FILES = {path.stem: path for path in sorted(FOLDER.iterdir())}


class Expected(NamedTuple):
    names: str
    actions: str
    payoffs: tuple[int, ...]
    rake: int = 0
    outside: tuple[int, ...] | None = None
    stacks: tuple[int, ...] | None = None
    """Where they are not those of the text."""
    forced: Forced | None = None


HANDS = {
    "ggpoker": {
        # seventy cents of rake and thirty for the jackpot come out of what was won
        "HD1": Expected("Bruno Hero Ada", "rfccrrf", (-50, 650, -700), 100),
        # run twice: each half of the pot of $100.50, less $3.50, to another player
        "HD2": Expected("Ada Bruno Hero", "rfcrc", (-50, -150, -150), 350),
        # run three times with a side pot: thirds of $60 among three, of $90 among two
        "HD3": Expected("Bruno Hero Ada", "rrc", (1500, -1500, 0)),
        # the winner had sold the hand: what it pays for that is outside the pot
        "RC4": Expected("Hero Ada", "rc", (950, -1000), 50, outside=(-350, 0)),
        # the loser had sold the hand
        "RC5": Expected("Hero Ada", "rc", (-1000, 950), 50, outside=(1580, 0)),
        # the winner had insured the hand
        "HD6": Expected("Hero Ada", "rc", (-1000, 1000), outside=(0, -120)),
        # a straddle: the button acts first
        "HD7": Expected(
            "Bruno Cleo Dirk Ada",
            "cfcccrff",
            (-50, -200, 420, -200),
            30,
            forced=Forced((50, 100, 200, 0), (0,) * 4, (0,) * 4),
        ),
        # antes and a side pot
        "TM8": Expected("Cleo Ada Hero", "rcc", (3000, -9000, 6000)),
        # five dollars of the site in the pot: what the winner gets of them is outside it
        "HD9": Expected("Hero Ada", "f", (50, -50), outside=(500, 0)),
    },
    "winamax": {
        # both blinds out of position, one of them dead; the bet nobody called is among what was collected
        "1-1-1": Expected(
            "Ada Bruno Cleo_B Hero",
            "crffccrf",
            (-50, -100, -550, 640),
            60,
            forced=Forced((50, 100, 0, 0), (0, 0, 100, 0), (0, 0, 50, 0)),
        ),
        # two side pots, the last one of one player
        "2-2-2": Expected("Ada Bruno Hero", "rcc", (2000, 1000, -3000)),
        # the big blind is away: its fold is told in the summary only
        "3-3-3": Expected("Bruno Dirk Edda Ada", "rfff", (-5, -10, 15, 0)),
    },
    "bovada": {
        # posts out of turn; the stakes are seen from the blinds, the rake from what was won
        "1": Expected(
            "Hero Big_Blind UTG Dealer",
            "crrrffc",
            (1052, -1000, -35, -125),
            108,
            forced=Forced((10, 25, 0, 0), (0, 0, 25, 0), (0, 0, 10, 0)),
        ),
        # no headings of streets, the button on an empty seat, a side pot
        "2": Expected("Hero Big_Blind Dealer", "rcc", (-500, 400, 100)),
        "3": Expected("Small_Blind Hero UTG", "ff", (-2, 2, 0)),
    },
    "winning": {
        # "posts dead" is a dead small blind and a live big one
        "1": Expected(
            "Dirk Edda Ada Bruno_Q Hero",
            "fcrrfff",
            (12, -2, 0, -3, -8),
            1,
            forced=Forced((1, 2, 0, 0, 0), (0, 0, 0, 2, 0), (0, 0, 0, 1, 0)),
        ),
        # thirty big blinds are the cap, so nobody has more to play with; a fee for the jackpot
        "2": Expected("Bruno_Q Ada", "rcrrc", (-60, 54), 6, stacks=(60, 60)),
        # blinds told after the cards were dealt
        "3": Expected("Cleo Dirk Ada", "frf", (4800, -4400, -400)),
    },
    "winning-old": {
        "11": Expected(
            "Cleo Dirk Hero Ada_L Bruno",
            "crfffccrf",
            (-25, -50, -175, 228, 0),
            22,
            forced=Forced((25, 50, 0, 0, 0), (0, 0, 50, 0, 0), (0, 0, 25, 0, 0)),
        ),
        # a straddle and a cap: "allin" with more than it puts in behind
        "12": Expected(
            "Dirk Ada_L Bruno Hero",
            "rffrc",
            (-10, -25, -750, 710),
            75,
            stacks=(446, 750, 750, 750),
            forced=Forced((10, 25, 50, 0), (0,) * 4, (0,) * 4),
        ),
    },
    "partypoker": {
        # a dead and a live post in one; all-in, and what nobody called is among the winnings
        "1": Expected(
            "Dirk Bruno Cleo Ada",
            "rffcrrf",
            (-100, -1112, 1017, 0),
            195,
            forced=Forced((100, 200, 0, 0), (0, 0, 200, 0), (0, 0, 100, 0)),
        ),
        # a tournament: nobody is told to post, the level changed after the first line
        "2": Expected("Cleo Bruno Ada", "frc", (30_500, -30_000, -500)),
        # by mail, with a balance
        "3": Expected("Bruno Hero Ada", "ccrcfrf", (-2, 9, -8), 1),
    },
    "888": {
        # one folds before the deal and is not in the hand
        "1": Expected(
            "Dirk Edda Bruno Cleo",
            "rffccrf",
            (-100, -800, 810, 0),
            90,
            forced=Forced((100, 200, 0, 0), (0, 0, 200, 0), (0, 0, 100, 0)),
        ),
        # Swedish cards, no heading of the deal, the bet nobody called collected as a pot
        "2": Expected("Ada Bruno Cleo", "rfc", (-200, 1975, -1975), 200),
        "3": Expected("Ada Bruno", "rc", (-61_146, 61_146)),
    },
    "unibet": {
        "1": Expected("Cleo dora Ada Bruno", "frfccrccrf", (-50, -380, 0, 380), 50),
        "2": Expected("dora Ada Bruno", "frc", (415, -415, 0)),
    },
    "ipoker": {
        # both blinds in one post; actions out of order
        "1": Expected(
            "Cleo Hero Ada_&_Co Bruno",
            "cfccrcfrf",
            (4550, -3450, -1500, 0),
            400,
            forced=Forced((500, 1000, 0, 0), (0, 0, 1000, 0), (0, 0, 500, 0)),
        ),
        "2": Expected("Bruno Hero Ada", "rcc", (800, -300, -500)),
    },
}
REFUSED = {
    "ggpoker": ["another game: PLO"],
    "winamax": ["another game: Omaha pot limit"],
    "bovada": ["another game: OMAHA Pot Limit"],
    "winning": ["another game: Omaha Pot Limit"],
    "winning-old": ["another game: Omaha"],
    "partypoker": ["another game: PL Omaha"],
    "888": ["another game: Omaha Pot Limit"],
    "unibet": ["another game: Omaha Pot Limit"],
    "ipoker": ["0 players were dealt in", "another game: Omaha PL"],
}
CASES = [(site, hand_id) for site, hands in HANDS.items() for hand_id in hands]


@pytest.fixture(scope="module")
def found() -> dict[str, list[HandRecord | Rejected]]:
    return {site: list(read_hands(path)) for site, path in FILES.items()}


@pytest.mark.parametrize(("site", "hand_id"), CASES, ids=[f"{site} {hand_id}" for site, hand_id in CASES])
def test_a_hand_is_read_as_it_was_played(found, site: str, hand_id: str) -> None:
    expected = HANDS[site][hand_id]
    (hand,) = [hand for hand in found[site] if isinstance(hand, HandRecord) and hand.hand_id == hand_id]
    assert [name.replace(" ", "_") for name in hand.names] == expected.names.split()
    assert "".join("fcr"[decision.action] for decision in hand.decisions) == expected.actions
    assert hand.payoffs == expected.payoffs
    assert hand.rake == expected.rake
    assert hand.outside == expected.outside
    assert hand.forced == expected.forced
    if expected.stacks is not None:
        assert hand.stacks == expected.stacks
    validate(hand)


@pytest.mark.parametrize("site", FILES)
def test_every_hand_of_a_file_is_expected(found, site: str) -> None:
    read = [hand.hand_id for hand in found[site] if isinstance(hand, HandRecord)]
    assert read == list(HANDS[site])
    refused = [hand.reason for hand in found[site] if isinstance(hand, Rejected)]
    assert len(refused) == len(REFUSED[site])
    assert all(part in reason for part, reason in zip(REFUSED[site], refused, strict=True))


def test_rejections_of_other_games_are_counted_by_name(found) -> None:
    kinds = {site: hands[-1].kind for site, hands in found.items()}
    assert kinds["888"] == "another game: Omaha Pot Limit"
    assert kinds["ggpoker"] == "another game: PLO"
    assert kinds["partypoker"] == "another game: PL Omaha"


def record(found, site: str, hand_id: str) -> HandRecord:
    return next(hand for hand in found[site] if isinstance(hand, HandRecord) and hand.hand_id == hand_id)


def test_boards_of_hands_run_more_than_once(found) -> None:
    twice, thrice = record(found, "ggpoker", "HD2"), record(found, "ggpoker", "HD3")
    assert [format_cards(board) for board in twice.deal.boards] == ["2c7hJd4c5c", "2c7hJd3s9d"]
    assert [format_cards(board) for board in thrice.deal.boards] == ["2c3d8h9sTc", "Kc4s7d2h3s", "Qc5s6d2sJc"]


def test_cards_of_other_languages_and_orders(found) -> None:
    swedish = record(found, "888", "2")
    assert [format_cards(hole) for hole in swedish.deal.holes[1:]] == ["AcJc", "JsQh"]
    suits_first = record(found, "ipoker", "1")
    assert format_cards(suits_first.deal.holes[1]) == "QhTc"
    one_by_one = record(found, "winning-old", "11")
    assert format_cards(one_by_one.deal.holes[2]) == "5hTs"
    every_hole = record(found, "bovada", "1")
    assert [format_cards(hole) for hole in every_hole.deal.holes] == ["AsAd", "JcJh", "4d6c", "KdQc"]


WHERE = {
    ("ggpoker", "HD1"): (("GGPoker", "NLHGreen7", "", "", ""), (2024, 3, 1, 12), "Hero", "$"),
    ("ggpoker", "RC4"): (("GGPoker", "RushAndCash5", "", "", "fast-fold"), (2024, 3, 1, 12, 3), "Hero", "$"),
    ("ggpoker", "TM8"): (("GGPoker", "12", "77", "14", "hyper-turbo"), (2024, 3, 1, 12, 7), "Hero", ""),
    ("winamax", "1-1-1"): (("Winamax", "Lyon 02", "", "", ""), (2014, 5, 1, 20), "Hero", "€"),
    ("winamax", "2-2-2"): (("Winamax", "Booster(153)#052", "153", "4", ""), (2016, 4, 3, 20, 21, 55), "Hero", ""),
    ("winamax", "3-3-3"): (("Winamax", "Kansas", "", "", "fast-fold"), (2020, 1, 1, 12), None, "€"),
    ("bovada", "1"): (("Ignition", "77", "", "", ""), (2020, 1, 2, 3, 4, 5), "Hero", "$"),
    ("bovada", "2"): (("Bovada", "1", "9", "3", ""), (2012, 7, 28, 20, 53, 10), "Hero", ""),
    ("bovada", "3"): (("Bodog.com", "1205", "", "", "fast-fold"), (2018, 3, 19, 10, 6, 32), "Hero", "$"),
    ("winning", "2"): (("Winning", "Fort Lupton (Cap)", "", "", ""), (2019, 9, 10, 12, 3, 11), "Ada", "$"),
    ("winning", "3"): (("Winning", "2", "24139358", "8", ""), (2021, 2, 25, 22, 7, 46), "Dirk", ""),
    ("winning-old", "11"): (("Winning", "Magnetite   (JP) - 5", "", "", ""), (2014, 3, 26, 21, 50, 57), "Hero", "$"),
    ("partypoker", "1"): (("PartyPoker", "Abuja", "", "", ""), (2015, 4, 11, 17, 57, 3), "Ada", "$"),
    ("partypoker", "2"): (
        ("PartyPoker", "6-Max Turbo. (125) Table #41", "125", "13", "turbo"),
        (2016, 5, 12, 21, 41, 57),
        None,
        "",
    ),
    ("888", "1"): (("888", "Arezzo", "", "", ""), (2015, 4, 14, 3, 11, 8), "Bruno", "$"),
    ("888", "3"): (("888", "10", "132", "", ""), None, "Bruno", ""),
    ("unibet", "1"): (("Unibet", "200", "", "", ""), (2026, 3, 27, 9, 20, 55), "dora", "€"),
    ("unibet", "2"): (("Unibet", "86", "85", "", ""), (2026, 6, 5, 21, 59, 56), "dora", ""),
    ("ipoker", "1"): (("iPoker", "Adendron, 817", "", "", ""), (2016, 1, 1, 1, 1, 1), "Hero", "€"),
    ("ipoker", "2"): (("iPoker", "Twister $1 SNG, 825", "825", "", ""), (2014, 4, 7, 0, 57, 23), "Hero", ""),
}


@pytest.mark.parametrize(("which", "expected"), WHERE.items(), ids=[" ".join(which) for which in WHERE])
def test_where_and_when(found, which, expected) -> None:
    where, time, hero, currency = expected
    hand = record(found, *which)
    assert (hand.site, hand.table, hand.tournament, hand.level, hand.speed) == where
    assert hand.time == (None if time is None else datetime(*time, tzinfo=UTC))
    assert (None if hand.hero is None else hand.names[hand.hero]) == hero
    assert hand.currency == currency
    assert hand.chips_per_unit == (100 if currency else 1)


def test_structures(found) -> None:
    assert record(found, "ipoker", "1").rules.structure is Structure.POT_LIMIT
    assert record(found, "888", "1").rules.structure is Structure.NO_LIMIT


def test_columns_hold_what_was_read(found) -> None:
    hands = [hand for site in FILES for hand in found[site] if isinstance(hand, HandRecord)]
    (columns,) = [part for part in read_columns(*FILES.values()) if not isinstance(part, Rejected)]
    assert list(columns) == hands


@pytest.mark.parametrize("site", FILES)
def test_a_site_is_told_from_all_other_formats(site: str) -> None:
    name = "pokerstars" if site == "ggpoker" else site
    head = FILES[site].read_text(encoding="utf-8")
    assert [each.NAME for each in FORMATS if each.looks_like(head)] == [name]


@pytest.mark.parametrize("site", FILES)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_and_line_ends(found, tmp_path, site: str, encoding: str) -> None:
    text = FILES[site].read_text(encoding="utf-8").replace("\n", "\r\n")
    path = tmp_path / "hands.txt"
    path.write_bytes(text.encode(encoding))
    hands = list(read_hands(path))
    assert [hand for hand in hands if isinstance(hand, HandRecord)] == [
        hand for hand in found[site] if isinstance(hand, HandRecord)
    ]


def read(site: str, text: str) -> list[HandRecord | FormatError]:
    parse = pokerstars.parse if site == "ggpoker" else next(each for each in SITES if site == each.NAME).parse
    return [hand for _, hand in parse(enumerate(text.split("\n"), start=1))]


MISTOLD = [
    (
        "winamax",
        "collected 17.40€",
        "collected 17.50€",
        "a pot of €12 and €6 that nobody called and a rake of €0.60, but €17.50 collected",
    ),
    ("winamax", "won 17.40€", "won 17.30€", "'Hero' won €17.30 (expected €17.40)"),
    ("winamax", "raises 4€ to 5€", "raises 0.50€ to 1.50€", "'Hero' raises to €1.50 (expected €2 to €100)"),
    ("winamax", "Cleo B calls 4€", "Cleo B calls 3€", "'Cleo B' calls €3 (expected 'calls €4')"),
    ("bovada", "Hand result $20.52", "Hand result $22.52", "a pot of $21.60, but $22.52 collected"),
    ("bovada", "Total Pot($21.60)", "Total Pot($22.60)", "the pot is $22.60 (expected $21.60)"),
    ("bovada", "Big Blind : Card dealt to a spot [Jc Jh]", "Big Blind : Card dealt to a spot [As Jh]", "appears twice"),
    ("winning", "won $0.20", "won $0.30", "the pot is $0.20 (expected $0.21)"),
    ("winning", "Hero raises $0.08 to $0.08", "Hero raises $0.08 to $0.03", "'Hero' raises to $0.03 (expected $0.04"),
    ("winning-old", "Wins: 2.28", "Wins: 2.27", "'Ada L' wins $2.27 net (expected $2.28)"),
    ("winning-old", "Bets: 1.75", "Bets: 1.74", "'Hero' bets $1.74 in all (expected $1.75)"),
    ("winning-old", "Rake 0.20", "Rake 0.10", "a pot of $4 and a rake of $0.12, but $3.78 collected"),
    (
        "partypoker",
        "wins $107.54",
        "wins $127.54",
        "a pot of $24.24 and $85.25 that nobody called, but $127.54 collected",
    ),
    ("partypoker", "Fritz has joined the table.\nBruno folds", "Fritz calls [$2 USD]", "'Fritz' plays without a seat"),
    ("888", "collected [ $17.10 ]", "collected [ $18.10 ]", "a pot of $18, but $18.10 collected"),
    ("888", "Edda calls [$6]", "Edda calls [$5]", "'Edda' calls $5 (expected 'calls $6')"),
    ("unibet", "net result: €3.80", "net result: €3.90", "'Bruno' wins €3.90 net (expected €3.80)"),
    ("unibet", "Rake €0.50", "Rake €0.40", "a pot of €8.10 and a rake of €0.40, but €7.60 collected"),
    ("ipoker", 'win="€140"', 'win="€150"', "a pot of €84 and €60 that nobody called, but €150 collected"),
    ("ipoker", 'bet="€94.50"', 'bet="€94"', "'Cleo' bets €94 in all (expected €94.50)"),
    ("ipoker", 'no="13" cards="" player="Cleo" type="5"', 'no="13" cards="" player="Cleo" type="77"', "type '77'"),
    ("ggpoker", "Jackpot $0.3", "Jackpot $0.2", "a pot of $14.50 and a rake of $0.90, but $13.50 collected"),
    ("ggpoker", "SECOND Board [3s 9d]", "SECOND Board [3s 9c]", "the board is '3s 9c' (expected what was dealt)"),
]


@pytest.mark.parametrize(("site", "old", "new", "reason"), MISTOLD)
def test_what_does_not_add_up_is_refused_with_both_numbers(found, site, old, new, reason) -> None:
    text = FILES[site].read_text(encoding="utf-8")
    assert old in text
    hands = read(site, text.replace(old, new, 1))
    (error,) = [hand for hand in hands if isinstance(hand, FormatError) and reason in str(error_of(hand))]
    assert "hand #" in str(error)
    assert len(hands) == len(found[site])  # and the others are read


def error_of(hand: HandRecord | FormatError) -> str:
    return str(hand) if isinstance(hand, FormatError) else ""


def test_a_line_nobody_knows_is_passed_over_if_the_hand_adds_up(found) -> None:
    text = FILES["winamax"].read_text(encoding="utf-8")
    (hand, *_) = read("winamax", text.replace("Ada folds\n", "The roof is on fire\nAda folds\n", 1))
    assert hand == record(found, "winamax", "1-1-1")
    broken = text.replace("Ada folds\n", "The roof is on fire\nAda folds\n", 1).replace(
        "Hero bets 6€", "Hero bets 5€", 1
    )
    (error, *_) = read("winamax", broken)
    assert "line 17 was passed over: 'The roof is on fire'" in str(error)
    with_cards = text.replace("Ada folds\n", "Ada holds up [Kc Kd]\nAda folds\n", 1)
    assert "cannot read 'Ada holds up [Kc Kd]'" in str(read("winamax", with_cards)[0])


@pytest.mark.parametrize(
    ("site", "first"), [("bovada", "Ignition Hand #"), ("winamax", "Winamax Poker - CashGame"), ("winning", "Hand #2")]
)
def test_a_file_cut_off_and_put_before_another_costs_the_hand_that_was_cut(found, site, first) -> None:
    text = FILES[site].read_text(encoding="utf-8")
    start = text.index(first)
    end = text.index("FLOP", start) if "FLOP" in text[start:] else start + 200
    hands = read(site, text[start:end] + text)
    assert isinstance(hands[0], FormatError)
    assert [hand for hand in hands[1:] if isinstance(hand, HandRecord)] == [
        hand for hand in found[site] if isinstance(hand, HandRecord)
    ]


@pytest.mark.parametrize("site", [site for site in FILES if site not in ("winning-old", "ipoker")])
def test_a_hand_of_too_many_lines_is_refused_without_being_held(found, site) -> None:
    text = FILES[site].read_text(encoding="utf-8")
    first, _, rest = text.partition("\n")
    while not any(each.STARTS.match(first) for each in (*SITES, pokerstars.SITE)):
        first, _, rest = rest.partition("\n")
    lines = [first, *["Ada says nothing"] * (MOST_LINES + 10), "", text]
    hands = read(site, "\n".join(lines))
    assert f"a hand of more than {MOST_LINES} lines" in str(hands[0])
    assert len(hands) == len(found[site]) + 1


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Main PokerStars n°123456789 :  Hold'em No Limit (100/200) - 12/07/2026 18:25:06 CET", "French"),
        ("Раздача PokerStars №123456789:  Холдем Безлимитный ($0.01/$0.02 USD) - 04.05.2026", "Russian"),
        ("Mano n.º 123456789 de PokerStars: Hold'em Sin Límite ($0.01/$0.02 USD)", "Spanish"),
        ("Mão PokerStars #123456789: Hold'em Sem Limite ($0.01/$0.02 USD)", "Portuguese"),
        ("PokerStars Handä #123456789: Jotain", "another language"),
    ],
)
def test_translated_texts_are_refused_by_their_language(line: str, language: str) -> None:
    assert pokerstars.looks_like(line)
    (error,) = read("ggpoker", line + "\nTable 'x' 6-max\n")
    assert f"the text is in {language} (expected English" in str(error)


def test_a_german_body_under_an_english_first_line_is_refused_by_its_language() -> None:
    first = "PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2012/01/01 12:00:00 ET"
    (error,) = read("ggpoker", f"{first}\nTisch 'Ada' 6-max Platz #1 ist der Button")
    assert "line 2: the text is in German" in str(error)
