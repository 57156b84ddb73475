"""One hand in the words of every site, with odd names, other currencies, chat and remarks in it: all must be read.

Carl on the button raises to 6 with aces, Bert calls from the big blind and folds to a bet of 8 on the flop: with fifty
cents of rake Anna loses 1, Bert 6 and Carl wins 6.50.
"""

import re
from collections.abc import Callable
from html import escape

import pytest

from deluck.formats import Rejected, read_columns, read_text
from deluck.games import Structure
from deluck.records import HandColumns, HandRecord

PAYOFFS = (-100, -600, 650)
HANDS = {
    "pokerstars": """PokerStars Hand #1234567: Hold'em No Limit ($1/$2 USD) - 2015/01/02 3:04:05 ET
Table 'Vega' 6-max Seat #3 is the button
Seat 1: {A} ($200 in chips)
Seat 2: {B} ($200 in chips)
Seat 3: {C} ($200 in chips)
{A}: posts small blind $1
{B}: posts big blind $2
*** HOLE CARDS ***
Dealt to {C} [As Ad]
{C}: raises $4 to $6
{A}: folds
{B}: calls $4
*** FLOP *** [2c 7h Jd]
{B}: checks
{C}: bets $8
{B}: folds
Uncalled bet ($8) returned to {C}
{C} collected $12.50 from pot
{C}: doesn't show hand
*** SUMMARY ***
Total pot $13 | Rake $0.50
Board [2c 7h Jd]
Seat 1: {A} (small blind) folded before Flop
Seat 2: {B} (big blind) folded on the Flop
Seat 3: {C} (button) collected ($12.50)
""",
    "winamax": """Winamax Poker - CashGame - HandId: #1-1-1 - Holdem no limit (1€/2€) - 2014/05/01 20:00:00 UTC
Table: 'Lyon 02' 5-max (real money) Seat #3 is the button
Seat 1: {A} (200€)
Seat 2: {B} (200€)
Seat 3: {C} (200€)
*** ANTE/BLINDS ***
{A} posts small blind 1€
{B} posts big blind 2€
Dealt to {C} [As Ad]
*** PRE-FLOP ***
{C} raises 4€ to 6€
{A} folds
{B} calls 4€
*** FLOP *** [2c 7h Jd]
{B} checks
{C} bets 8€
{B} folds
{C} collected 20.50€ from pot
*** SUMMARY ***
Total pot 20.50€ | Rake 0.50€
Board: [2c 7h Jd]
Seat 3: {C} (button) won 20.50€
""",
    "888": """***** 888poker Hand History for Game 1 *****
$1/$2 Blinds No Limit Holdem - *** 14 04 2015 03:11:08
Table Arezzo 6 Max (Real Money)
Seat 3 is the button
Total number of players : 3
Seat 1: {A} ( $200 )
Seat 2: {B} ( $200 )
Seat 3: {C} ( $200 )
{A} posts small blind [$1]
{B} posts big blind [$2]
** Dealing down cards **
Dealt to {C} [ As, Ad ]
{C} raises [$6]
{A} folds
{B} calls [$4]
** Dealing flop ** [ 2c, 7h, Jd ]
{B} checks
{C} bets [$8]
{B} folds
** Summary **
{C} did not show his hand
{C} collected [ $12.50 ]
""",
    "partypoker": """***** Hand History for Game 1 *****
$1/$2 USD NL Texas Hold'em - Saturday, April 11, 13:57:03 EDT 2015
Table Abuja (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 1: {A} ( $200 USD )
Seat 2: {B} ( $200 USD )
Seat 3: {C} ( $200 USD )
{A} posts small blind [$1 USD].
{B} posts big blind [$2 USD].
** Dealing down cards **
Dealt to {C} [  As Ad ]
{C} raises [$6 USD]
{A} folds
{B} calls [$4 USD]
** Dealing Flop ** [ 2c, 7h, Jd ]
{B} checks
{C} bets [$8 USD]
{B} folds
{C} does not show cards.
{C} wins $20.50 USD
""",
    "winning": """Game Hand #7 - Holdem (No Limit) - $1.00/$2.00 - 2019/06/01 10:11:12 UTC
Miramar 6-max Seat #3 is the button
Seat 1: {A} ($200.00)
Seat 2: {B} ($200.00)
Seat 3: {C} ($200.00)
{A} posts the small blind $1.00
{B} posts the big blind $2.00
*** HOLE CARDS ***
Dealt to {C} [As Ad]
{C} raises $6.00 to $6.00
{A} folds
{B} calls $4.00
*** FLOP *** [2c 7h Jd]
{B} checks
{C} bets $8.00
{B} folds
Uncalled bet ($8.00) returned to {C}
{C} does not show
*** SUMMARY ***
Total pot $13.00 | Rake $0.50
Board [2c 7h Jd]
Seat 1: {A} (small blind) folded on the Pre-Flop
Seat 2: {B} (big blind) folded on the Flop
Seat 3: {C} (button) did not show and won $12.50
""",
    "winning-old": """Game started at: 2016/8/1 10:11:12
Game ID: 7 1/2 Miramar (Hold'em)
Seat 3 is the button
Seat 1: {A} (200).
Seat 2: {B} (200).
Seat 3: {C} (200).
Player {A} has small blind (1)
Player {B} has big blind (2)
Player {A} received a card.
Player {A} received a card.
Player {B} received a card.
Player {B} received a card.
Player {C} received card: [As]
Player {C} received card: [Ad]
Player {C} raises (6)
Player {A} folds
Player {B} calls (4)
*** FLOP ***: [2c 7h Jd]
Player {B} checks
Player {C} bets (8)
Player {B} folds
Uncalled bet (8) returned to {C}
Player {C} mucks cards
------ Summary ------
Pot: 12.50. Rake 0.50
Board: [2c 7h Jd]
Player {A} does not show cards.Bets: 1. Collects: 0. Loses: 1.
Player {B} does not show cards.Bets: 6. Collects: 0. Loses: 6.
*Player {C} mucks (does not show cards). Bets: 6. Collects: 12.50. Wins: 6.50.
Game ended at: 2016/8/1 10:12:12
""",
    "ipoker": """<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="1">
<general><mode>real</mode><gametype>Holdem NL $1/$2</gametype>
<tablename>Vega, 1</tablename><nickname>{C}</nickname></general>
<game gamecode="77">
<general><startdate>2015-01-02 03:04:05</startdate>
<players>
<player seat="1" name="{A}" chips="$200" dealer="0" win="$0" bet="$1"/>
<player seat="2" name="{B}" chips="$200" dealer="0" win="$0" bet="$6"/>
<player seat="3" name="{C}" chips="$200" dealer="1" win="$20.50" bet="$14"/>
</players></general>
<round no="0">
<action no="1" player="{A}" type="1" sum="$1" cards="[cards]"/>
<action no="2" player="{B}" type="2" sum="$2" cards="[cards]"/>
</round>
<round no="1">
<cards type="Pocket" player="{C}">SA DA</cards>
<action no="3" player="{C}" type="23" sum="$6" cards="[cards]"/>
<action no="4" player="{A}" type="0" sum="$0" cards="[cards]"/>
<action no="5" player="{B}" type="3" sum="$4" cards="[cards]"/>
</round>
<round no="2">
<cards type="Flop" player="">C2 H7 DJ</cards>
<action no="6" player="{B}" type="4" sum="$0" cards="[cards]"/>
<action no="7" player="{C}" type="5" sum="$8" cards="[cards]"/>
<action no="8" player="{B}" type="0" sum="$0" cards="[cards]"/>
</round>
</game>
</session>
""",
}
NAMES = (
    "raises to", "a: b", "x [y]", "$money$", "(button)", "Hero: folds", "Seat 2", "Player", "posts big blind", "won $5",
    "bob collected $5 from pot", "*** FLOP ***", "Dealt to", "x (200)", "é ü", "Anna folds", "folds", "x (",
    " lead", "Uncalled bet", "Total", "[ME]", 'x said, "hi"', "Main pot", "Table 'x'", "5.00", "Board", "is", "-",
    "Bets: 3", "x #12345678",
)  # fmt: skip
REMARKS = (
    'Zoe said, "Anna: folds"', 'Zoe [observer] said, "Bert: raises $4 to $8"', 'Bert said, "nh [As Ad]"', "Zoe: folds",
    "Anna is disconnected", "Anna has timed out", "Anna is connected", "Anna has timed out while being disconnected",
    "Zoe joins the table at seat #5", "Zoe leaves the table", "Zoe was removed from the table for failing to post",
    "Bert has 15 seconds left to act", "Bert will be using their time bank for this hand.", "Zoe is sitting out",
    "Carl wins the $5 bounty for eliminating Zoe", "Zoe finished the tournament in 3rd place and received $5.00.",
    "Zoe re-buys and receives 1500 chips for $5.00", 'Carl wins a "Sunday" Ticket',
    "Zoe wins an entry to tournament #1",
    "Betting is capped", ">You have options at Abuja Table!.", "Bert could not respond in time.(disconnected)",
)  # fmt: skip
WRITTEN: dict[str, tuple[Callable[[str], str], str]] = {
    "sign before": (lambda text: f"€{text}", "€"),
    "sign before, comma": (lambda text: f"€{text.replace('.', ',')}", "€"),
    "sign behind": (lambda text: f"{text}€", "€"),
    "sign behind a blank, comma": (lambda text: f"{text.replace('.', ',')} €", "€"),
    "pounds": (lambda text: f"£{text}", "£"),
    "rupees": (lambda text: f"₹{text}", "₹"),
    "another dollar": (lambda text: f"C$ {text}".replace(" ", ""), "C$"),
    "code before a blank": (lambda text: f"CHF {text}", "CHF"),
    "code behind a blank": (lambda text: f"{text} EUR", "€"),
    "sign before a blank": (lambda text: f"€ {text}", "€"),
    "sign behind a narrow blank": (lambda text: f"{text.replace('.', ',')}\u202f€", "€"),
}


def _hand(site: str, **names: str) -> str:
    chosen = {"A": "Anna", "B": "Bert", "C": "Carl", **names}
    return HANDS[site].format(**{key: escape(name) if site == "ipoker" else name for key, name in chosen.items()})


def _read(text: str) -> HandRecord:
    found = list(read_text(text))
    assert len(found) == 1
    assert not isinstance(found[0], Rejected), found[0]
    return found[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("site", HANDS)
def test_names_may_hold_anything(site: str, name: str) -> None:
    for seat, key in enumerate("ABC"):
        record = _read(_hand(site, **{key: name}))
        assert record.payoffs == PAYOFFS
        assert record.names[seat] == name
        assert record.rake == 50


@pytest.mark.parametrize("remark", REMARKS)
@pytest.mark.parametrize("site", [site for site in HANDS if site != "ipoker"])
def test_chat_and_remarks_are_no_play(site: str, remark: str) -> None:
    lines = _hand(site).split("\n")
    flop = next(number for number, line in enumerate(lines) if "2c" in line)
    for at in (flop, flop + 2):
        assert _read("\n".join([*lines[:at], remark, *lines[at:]])).payoffs == PAYOFFS


@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("site", ["pokerstars", "winamax", "888", "partypoker", "ipoker"])
def test_money_of_other_countries(site: str, way: str) -> None:
    write, sign = WRITTEN[way]
    text = re.sub(
        r"[$]?(?<![\w.])(\d+(?:\.\d+)?)€|[$](\d+(?:\.\d+)?)(?: USD)?", lambda m: write(m[1] or m[2]), _hand(site)
    )
    record = _read(text)
    assert record.payoffs == PAYOFFS
    assert record.currency == sign


@pytest.mark.parametrize("mark", [",", ".", "'", "’", " ", "\xa0", "\u202f"])
@pytest.mark.parametrize("site", ["pokerstars", "winamax", "888", "partypoker", "ipoker"])
def test_marks_of_thousands(site: str, mark: str) -> None:
    def write(found: re.Match[str]) -> str:
        thousands = f"{round(float(found[1] or found[2]) * 1000):,}".replace(",", mark)
        return f"{thousands}€" if found[1] else f"${thousands}"

    text = re.sub(r"(\d+(?:\.\d+)?)€|[$](\d+(?:\.\d+)?)(?: USD)?", write, _hand(site))
    assert _read(text).payoffs == tuple(1000 * payoff for payoff in PAYOFFS)


@pytest.mark.parametrize("mark", [",", "."])
def test_marks_of_thousands_in_dollars_only(mark: str) -> None:
    test_marks_of_thousands("winning", mark)


@pytest.mark.parametrize("site", HANDS)
def test_a_decision_on_the_wrong_street_is_refused_by_every_way_of_reading(tmp_path, site: str) -> None:
    """The big blind checks the flop before its heading: the order of play is the same, and it cannot be true."""
    lines = _hand(site).split("\n")
    if site == "ipoker":
        check = next(line for line in lines if 'type="4"' in line)
        lines.remove(check)
        lines.insert(lines.index('<round no="2">') - 1, check)
    else:
        check = next(line for line in lines if line.endswith("checks"))
        at = lines.index(check)
        lines[at - 1 : at + 1] = lines[at], lines[at - 1]
    path = tmp_path / "hand.txt"
    path.write_text("\n".join(lines))
    (refused,) = read_text(path.read_bytes(), source=str(path))
    assert isinstance(refused, Rejected)
    assert "'Bert' checks" in refused.reason
    assert list(read_columns(path)) == [refused]


@pytest.mark.parametrize("site", HANDS)
def test_a_hand_in_columns_is_the_record(tmp_path, site: str) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(_hand(site))
    (columns,) = read_columns(path)
    assert isinstance(columns, HandColumns)
    assert columns.to_records() == [_read(_hand(site))]


@pytest.mark.parametrize(
    ("first", "site", "speed"),
    [
        ("POKERSTARS GAME #1234567: Hold'em No Limit ($1/$2) - 2010/01/02 3:04:05 ET", "PokerStars", ""),
        ("Full Tilt Rush Hand #1234567: Hold'em No Limit ($1/$2) - 2016/01/02 3:04:05 ET", "Full Tilt", "fast-fold"),
        ("SupremaPoker Hand #1234567:  Hold'em No Limit ($1/$2 CNY) - 2024/07/15 20:40:11 UTC", "SupremaPoker", ""),
    ],
)
def test_who_writes_like_pokerstars(first: str, site: str, speed: str) -> None:
    """Suprema has the rake behind every street, and when the hand ended."""
    text = _hand("pokerstars")
    text = text.replace(text.split("\n")[0], first).replace("[2c 7h Jd]\nBert", "[2c 7h Jd] {Rake: $0.50}\nBert")
    record = _read(text.replace("*** SUMMARY ***", "Hand ended at 2024/07/15 20:41:10\n*** SUMMARY ***"))
    assert (record.payoffs, record.site, record.speed) == (PAYOFFS, site, speed)


def test_a_big_blind_all_in_for_a_small_one_is_no_sign_of_fixed_limit() -> None:
    """The stakes of the older layout are bets where the big blind is the first of them, else blinds."""
    text = _hand("winning-old").replace("Bert (200)", "Bert (1)").replace("big blind (2)", "big blind (1)")
    lines = text.split("\n")
    assert any("has small blind (1)" in line for line in lines)
    start = next(number for number, line in enumerate(lines) if "raises (6)" in line)
    end = """Player Carl raises (6)
Player Anna folds
*** FLOP ***: [2c 7h Jd]
*** TURN ***: [2c 7h Jd] [3s]
*** RIVER ***: [2c 7h Jd 3s] [4s]
Uncalled bet (5) returned to Carl
------ Summary ------
Pot: 3. Rake 0
Board: [2c 7h Jd 3s 4s]
Player Anna does not show cards. Bets: 1. Collects: 0. Loses: 1.
Player Bert shows: high card [Kh Qd]. Bets: 1. Collects: 0. Loses: 1.
*Player Carl shows: pair [As Ad]. Bets: 1. Collects: 3. Wins: 2.
Game ended at: 2016/8/8 16:19:42
"""
    record = _read("\n".join(lines[:start]) + "\n" + end)
    assert record.rules.structure is Structure.NO_LIMIT
    assert record.payoffs == (-100, -100, 200)


def test_a_game_of_ipoker_may_stand_on_one_line(tmp_path) -> None:
    expected = _read(_hand("ipoker"))
    text = _hand("ipoker").replace("\n", "").replace("<game ", "\n<game ")
    assert text.count("\n") == 1
    assert _read(text) == expected
    path = tmp_path / "hand.xml"
    path.write_text(text)
    (columns,) = read_columns(path)
    assert columns.to_records() == [expected]
