"""Odd hands of sites, worked out by hand: blinds that take all chips, boards dealt twice, seats that say nothing."""

import pytest
from tests.formats.test_sites_variants import HANDS, PAYOFFS

from deluck.cards import format_cards
from deluck.formats import Rejected, format_phh, parse_phh, pokerstars, read_columns, read_text
from deluck.games import Forced
from deluck.records import HandColumns, HandRecord, validate


def read(text: str) -> HandRecord:
    found = list(read_text(text))
    assert len(found) == 1
    assert isinstance(found[0], HandRecord), found[0]
    validate(found[0])
    return found[0]


def refusal(text: str) -> str:
    (found,) = read_text(text)
    assert isinstance(found, Rejected)
    return found.reason


def plain(site: str, *changes: tuple[str, str]) -> str:
    """Return the hand that every site's tests have, changed."""
    text = HANDS[site].format(A="Anna", B="Bert", C="Carl")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


OLD_WINNING = """Game started at: 2014/3/25 21:47:0
Game ID: 77 0.10/0.25 Calcite (JP) - 6-Max (Hold'em)
Seat 1 is the button
Seat 1: Ada (5).
Seat 2: Bruno (5).
Seat 3: Cleo (0.24).
Player Bruno has small blind (0.10)
Player Cleo allin (0.24)
Player  is timed out.
Player  sitting out
Player Bruno received a card.
Player Bruno received a card.
Player Cleo received a card.
Player Cleo received a card.
Player Ada received a card.
Player Ada received a card.
Player Ada folds
Player Bruno calls (0.15)
Uncalled bet (0.01) returned to Bruno
*** FLOP ***: [7d 9d 9h]
*** TURN ***: [7d 9d 9h] [7s]
*** RIVER ***: [7d 9d 9h 7s] [10c]
------ Summary ------
Pot: 0.46. Rake 0.02
Board: [7d 9d 9h 7s 10c]
Player Ada does not show cards.Bets: 0. Collects: 0. Wins: 0.
Player Bruno shows: Two pairs. 9s and 7s [2d 4h]. Bets: 0.24. Collects: 0. Loses: 0.24.
*Player Cleo shows: Two pairs. 9s and 7s (kicker A) [Ks Ad]. Bets: 0.24. Collects: 0.46. Wins: 0.22.
Player  does not show cards.Bets: 0. Collects: 0. Wins: 0.
Game ended at: 2014/3/25 21:47:25
"""


def test_a_blind_that_takes_all_chips_is_an_all_in_before_the_cards() -> None:
    """Bruno completes to 25 cents against 24; a cent goes back. A player without a name or a seat has nothing in it."""
    hand = read(OLD_WINNING)
    assert hand.names == ("Bruno", "Cleo", "Ada")
    assert hand.payoffs == (-24, 22, 0)
    assert (hand.rake, hand.rules.small_blind, hand.rules.big_blind) == (2, 10, 25)
    paid = OLD_WINNING.replace("Player  does not show cards.Bets: 0. C", "Player  does not show cards.Bets: 1. C")
    assert "is paid without a seat" in refusal(paid)


def test_an_ante_that_takes_all_chips_is_an_all_in_before_the_cards() -> None:
    """Ada has 3 chips for an ante of 5: the main pot is 9, the other 154 are between Bruno and Cleo."""
    text = """Game started at: 2016/3/25 21:47:0
Game ID: 78 25/50 $5 Freezeout, Table 3 (Hold'em)
Seat 1 is the button
Seat 1: Ada (3).
Seat 2: Bruno (80).
Seat 3: Cleo (500).
Player Ada allin (3)
Player Bruno ante (5)
Player Cleo ante (5)
Player Bruno has small blind (25)
Player Cleo has big blind (50)
Player Bruno received a card.
Player Bruno received a card.
Player Cleo received a card.
Player Cleo received a card.
Player Ada received a card.
Player Ada received a card.
Player Bruno allin (50)
Player Cleo calls (25)
*** FLOP ***: [7d 9d 9h]
*** TURN ***: [7d 9d 9h] [7s]
*** RIVER ***: [7d 9d 9h 7s] [10c]
------ Summary ------
Pot: 163. Rake 0
Board: [7d 9d 9h 7s 10c]
*Player Ada shows: Two pairs [As Ac]. Bets: 3. Collects: 9. Wins: 6.
*Player Bruno shows: Two pairs [Ks Ad]. Bets: 80. Collects: 154. Wins: 74.
Player Cleo shows: Two pairs [2d 4h]. Bets: 80. Collects: 0. Loses: 80.
Game ended at: 2016/3/25 21:47:25
"""
    hand = read(text)
    assert hand.payoffs == (74, -80, 6)
    assert hand.rules.ante == 5


RUN_TWICE = """Hand #400 - Holdem(No Limit) - $1.00/$2.00 - 2026/08/26 03:54:38 UTC
Calcite 6-max Seat #1 is the button
Seat 1: Ada ($100.00)
Seat 2: Bruno ($60.00)
Seat 3: Cleo will be allowed to play after the button
Seat 4: Dirk ($80.00)
Bruno posts the small blind $1.00
Dirk posts the big blind $2.00
*** HOLE CARDS ***
Dealt to Ada [Qh Qd]
Ada raises $6.00 to $6.00
Bruno raises $59.00 to $60.00 and is all-in
Dirk folds
Ada calls $54.00
*** RUN IT TWICE ***
*** FLOP 1 *** [3s 6s Qs]
Main pot 1 $59.50 | Rake $1.50
*** TURN 1 *** [3s 6s Qs] [2d]
*** RIVER 1 *** [3s 6s Qs 2d] [Jc]
*** SHOW DOWN 1 ***
Main pot 1 $59.50 | Rake $1.50
Bruno shows [As Ks] (a flush, Ace high)
Ada shows [Qh Qd] (three of a kind, Queens)
Bruno collected $59.50 from main pot 1
*** FLOP 2 *** [4d 5d 9c]
*** TURN 2 *** [4d 5d 9c] [8h]
*** RIVER 2 *** [4d 5d 9c 8h] [Td]
*** SHOW DOWN 2 ***
Bruno shows [As Ks] (high card Ace)
Ada shows [Qh Qd] (a pair of Queens)
Ada collected $59.50 from main pot 2
*** SUMMARY ***
Total pot $119.00 | Rake $2.76 | JP Fee $0.24
Board 1 [3s 6s Qs 2d Jc]
Seat 1: Ada (button) showed [Qh Qd] and lost with three of a kind, Queens
Seat 2: Bruno (small blind) showed [As Ks] and won $59.50 with a flush, Ace high
Seat 4: Dirk (big blind) folded on the Pre-Flop
Board 2 [4d 5d 9c 8h Td]
Seat 1: Ada (button) showed [Qh Qd] and won $59.50 with a pair of Queens
Seat 2: Bruno (small blind) showed [As Ks] and lost with high card Ace
Seat 4: Dirk (big blind) folded on the Pre-Flop
"""


def test_winning_numbers_the_boards_of_a_hand_that_is_run_twice() -> None:
    """Of the pot of $122 the house takes $3; each half of the rest goes to another."""
    hand = read(RUN_TWICE)
    assert hand.names == ("Bruno", "Dirk", "Ada")
    assert hand.payoffs == (-50, -200, -50)
    assert hand.rake == 300
    assert [format_cards(board) for board in hand.deal.boards] == ["3s6sQs2dJc", "4d5d9c8hTd"]
    assert "the board is" in refusal(RUN_TWICE.replace("Board 2 [4d 5d 9c 8h Td]", "Board 2 [4d 5d 9c 8h Tc]"))


def test_a_bomb_pot_is_refused_by_name() -> None:
    text = """Hand #401 - Holdem(No Limit) - $3.00/$6.00 - 2026/01/17 06:38:51 UTC
Calcite 6-max Seat #1 is the button
Seat 1: Ada ($638.82)
Seat 2: Bruno ($1460.18)
Ada posts ante $30.00
Bruno posts ante $30.00
*** HOLE CARDS ***
Dealt to Ada [Th 4c]
*** FLOP *** [Qh 3c 6d]
Bruno checks
Ada bets $60.00
Bruno folds
Uncalled bet ($60.00) returned to Ada
Ada does not show
*** SUMMARY ***
BombPot
Total pot $57.00 | Rake $3.00
Board [Qh 3c 6d]
Seat 1: Ada did not show and won $57.00
Seat 2: Bruno folded on the Flop
"""
    assert "another game: bomb pot (expected blinds)" in refusal(text)


def test_who_comes_to_a_table_of_unibet_posts_a_dead_and_a_live_blind() -> None:
    text = """Unibet Hand #2000 - 1.00/2.00 - No Limit Hold'Em - UTC 14:17:25 2026/10/07
Table "20000003" 6-max
*** Seated players ***
Seat 1: dora[Unibet_0123456789abcdef] (€209.96)
Seat 2: Ada (€207)
Seat 3: Bruno (€202)
Seat 4: Cleo (€148.85)
*** Blinds and button ***
dora[Unibet_0123456789abcdef] has the button
Cleo posts missed small blind €1
Cleo posts new player's blind €2
Ada posts small blind €1
Bruno posts big blind €2
*** Hole cards ***
Dealt in Ada
Dealt in Bruno
Dealt in Cleo
Dealt to dora[Unibet_0123456789abcdef] [7d Jh]
*** Preflop ***
Cleo checks
dora[Unibet_0123456789abcdef] folds
Ada folds
Bruno raises €10 to €12
Cleo folds
Bruno wins €16
*** Summary ***
Total pot €16 Rake €0
Seat 2: Ada: bet €1 and won €0, net result: €-1
Seat 3: Bruno: bet €12 and won €16, net result: €4
Seat 4: Cleo: bet €3 and won €0, net result: €-3
"""
    hand = read(text)
    assert hand.payoffs == (-100, 400, -300, 0)
    assert hand.forced == Forced((100, 200, 0, 0), (0, 0, 200, 0), (0, 0, 100, 0))


ANTES_ALONE = {
    "888": """***** 888.ro BLAST Hand History for Game 9 *****
42.797,60 $/0 $ Blinds No Limit Holdem - *** 18 01 2019 18:29:43
Tournament #133 13,95 $ + 1,05 $ - Table #1 4 Max (Real Money)
Seat 7 is the button
Total number of players : 2
Seat 1: Ada ( 3.500 $ )
Seat 7: Bruno ( 2.500 $ )
Ada posts ante [3.500 $]
Bruno posts ante [2.500 $]
** Dealing down cards **
Dealt to Bruno [ 5d, Kc ]
** Dealing flop ** [ As, 3h, Ac ]
** Dealing turn ** [ 8c ]
** Dealing river ** [ 7c ]
** Summary **
Ada shows [ 4s, Jc ]
Bruno shows [ 5d, Kc ]
Bruno collected [ 5.000 $ ]
""",
    "ipoker": """<session sessioncode="1">
<general><mode>real</mode><gametype>Holdem NL</gametype>
<tablename>Rush €10, 877</tablename><nickname>Bruno</nickname><tournamentcode>875</tournamentcode></general>
<game gamecode="9">
<general><startdate>2016-01-01 10:10:10</startdate>
<players>
<player seat="3" name="Bruno" chips="2,500" dealer="1" win="5,000" bet="2,500"/>
<player seat="8" name="Ada" chips="3,500" dealer="0" win="1,000" bet="3,500"/>
</players></general>
<round no="0">
<action no="1" player="Bruno" type="15" sum="2,500"/>
<action no="2" player="Ada" type="15" sum="3,500"/>
</round>
<round no="1"><cards type="Pocket" player="Bruno">D5 CK</cards><cards type="Pocket" player="Ada">S4 CJ</cards></round>
<round no="2"><cards type="Flop" player="">SA H3 CA</cards></round>
<round no="3"><cards type="Turn" player="">C8</cards></round>
<round no="4"><cards type="River" player="">C7</cards></round>
</game>
</session>
""",
}


@pytest.mark.parametrize("site", ANTES_ALONE)
def test_a_round_of_antes_for_whole_stacks_has_the_largest_for_its_big_blind(site: str) -> None:
    """Bruno's king beats Ada's jack for all of his chips; 1,000 of hers come back. Nobody has anything to decide."""
    hand = read(ANTES_ALONE[site])
    assert (hand.names, hand.payoffs, hand.decisions) == (("Ada", "Bruno"), (-2500, 2500), ())
    assert (hand.rules.ante, hand.rules.big_blind, hand.stacks) == (3500, 3500, (3500, 2500))
    assert parse_phh(format_phh(hand, for_pokerkit=False)) == hand
    ((_, back),) = pokerstars.parse(enumerate(pokerstars.format_hand(hand).split("\n"), start=1))
    assert back.payoffs == hand.payoffs


def test_stakes_of_ipoker_without_a_currency_have_that_of_the_stacks() -> None:
    hand = read(plain("ipoker", ("Holdem NL $1/$2", "Holdem NL 1/2")))
    assert (hand.currency, hand.payoffs, hand.rules.big_blind) == ("$", PAYOFFS, 200)
    fun = plain("ipoker", ("Holdem NL $1/$2", "Holdem NL 1/2"), ("<mode>real", "<mode>fun"))
    assert not read(fun).currency


FIRST = "PokerStars Hand #1234567: Hold'em No Limit ($1/$2 USD) - 2015/01/02 3:04:05 ET"
LIKE_POKERSTARS = [
    ("BetRivers Poker Hand #1234567:  Hold'em No Limit ($1/$2) - 2020/05/13 21:33 UTC", "BetRivers Poker"),
    ("PokerKing Hand #1234567:  Hold'em No Limit ($1/$2 - Ante $1 USD) - 2026/08/31 18:59:35 UTC", "PokerKing"),
    ("Full Tilt Poker.fr Hand #12-34: Tournament #99, Hold'em No Limit - Level I ($1/$2)", "Full Tilt Poker.fr"),
    ("CoinPoker Hand #1234567: Hold'em No Limit ($1/$2/$4 USDT) - 2026/08/31 18:59:35 GMT", "CoinPoker"),
    ("POKERSTARS GAME #1234567: HOLD'EM NO LIMIT ($1/$2) - 2010/01/02 3:04:05 ET", "PokerStars"),
    ("PokerStars Hand #1234567: Hold’em No Limit ($1/$2 USD) - 2015/01/02 3:04:05 ET", "PokerStars"),
]


@pytest.mark.parametrize(("first", "site"), LIKE_POKERSTARS)
def test_who_else_writes_like_pokerstars(first: str, site: str) -> None:
    text = plain("pokerstars", (FIRST, first))
    if "Tournament" in first:
        text = text.replace("$12.50", "$13").replace(" | Rake $0.50", " | Rake 0")
    hand = read(text)
    assert hand.site == site
    assert hand.payoffs == ((-100, -600, 700) if "Tournament" in first else PAYOFFS)


@pytest.mark.parametrize(
    "first",
    [
        "Full Tilt Poker Game #123: Table Vega - $1/$2 - No Limit Hold'em - 12:00:00 ET - 2010/01/02",
        "Zoe Hand #1: nh",
        'Zoe said, "Poker Hand #1: Hold\'em"',
    ],
)
def test_who_does_not(first: str) -> None:
    assert not pokerstars.looks_like(f"{first}\nSeat 1: Ada ($20 in chips)\n")


REMARKS = ("Bert: activates time bank", "Bert: stands up", "Bert: nh", "Dora: uses the time bank", "Dora stands up")


@pytest.mark.parametrize("remark", REMARKS)
def test_words_of_a_player_without_an_amount_move_no_chips(remark: str) -> None:
    assert read(plain("pokerstars", ("Bert: checks\n", f"{remark}\nBert: checks\n"))).payoffs == PAYOFFS
    assert "'Carl' bets" in refusal(plain("pokerstars", ("Bert: checks\n", f"{remark}\n")))


@pytest.mark.parametrize("remark", ["Bert: puts in $5", "Bert: holds up [Kc Kd]"])
def test_words_of_a_player_with_an_amount_or_cards_are_refused(remark: str) -> None:
    assert f"cannot read {remark!r}" in refusal(plain("pokerstars", ("Bert: checks\n", f"{remark}\nBert: checks\n")))


@pytest.mark.parametrize("ending", ["Seat 4: Dora", "Seat 4: Dora is sitting out"])
def test_the_summary_may_name_who_sat_out(ending: str) -> None:
    text = plain(
        "pokerstars",
        ("Seat 3: Carl ($200 in chips)", "Seat 4: Dora ($50 in chips) is sitting out\nSeat 3: Carl ($200 in chips)"),
        ("Seat 3: Carl (button)", f"{ending}\nSeat 3: Carl (button)"),
    )
    hand = read(text)
    assert (hand.names, hand.payoffs) == (("Anna", "Bert", "Carl"), PAYOFFS)


@pytest.mark.parametrize("post", ["posts big blind & dead $3", "posts dead blind $1", "posts missed small blind $1"])
def test_posts_of_who_comes_back(post: str) -> None:
    """Dora comes back right of the button with a dead chip; with a live big blind, too, she checks."""
    is_live = "&" in post
    text = plain("pokerstars")
    text = text.replace("Seat #3 is", "Seat #4 is").replace(
        "Seat 3: Carl ($200 in chips)", "Seat 3: Dora ($200 in chips)\nSeat 4: Carl ($200 in chips)"
    )
    text = text.replace("Bert: posts big blind $2\n", f"Bert: posts big blind $2\nDora: {post}\n")
    text = text.replace("Carl: raises", f"Dora: {'checks' if is_live else 'folds'}\nCarl: raises")
    text = text.replace("Bert: calls $4\n", f"Bert: calls $4\n{'Dora: folds' + chr(10) if is_live else ''}")
    text = text.replace("Seat 3: Carl (button)", "Seat 3: Dora folded before Flop\nSeat 4: Carl (button)")
    won = 1550 if is_live else 1350
    text = text.replace("$12.50", f"${won / 100:.2f}").replace("Total pot $13", f"Total pot ${(won + 50) / 100:.0f}")
    hand = read(text)
    assert hand.payoffs == (-100, -600, -300 if is_live else -100, won - 600)
    assert hand.forced is not None
    assert (hand.forced.posts[2], hand.forced.dead[2]) == (200 if is_live else 0, 100)


def test_lines_may_be_parted_by_cr_alone(tmp_path) -> None:
    path = tmp_path / "hand.txt"
    path.write_bytes(plain("pokerstars").replace("\n", "\r").encode())
    (hand,) = read_text(path.read_bytes())
    assert isinstance(hand, HandRecord)
    assert hand.payoffs == PAYOFFS
    (columns,) = read_columns(path)
    assert isinstance(columns, HandColumns)
    assert columns.to_records() == [hand]


@pytest.mark.parametrize(
    ("title", "site"),
    [("LuckyAcePoker.com", "LuckyAcePoker.com"), ("WSOP.com Snap Poker", "WSOP.com"), ("Cassava", "Pacific")],
)
def test_other_houses_of_the_network_of_888(title: str, site: str) -> None:
    hand = read(plain("888", ("888poker Hand History", f"{title} Hand History")))
    assert (hand.site, hand.payoffs, hand.speed) == (site, PAYOFFS, "fast-fold" if "Snap" in title else "")


def test_amounts_with_a_blank_that_was_encoded_twice() -> None:
    text = plain("888", ("$200", "1Â\xa0200,00 $"), ("$", ""))
    assert read(text.replace("1/2 Blinds", "$1/$2 Blinds")).stacks == (120_000,) * 3


def test_neighbours_who_come_back_are_not_taken_for_the_blinds() -> None:
    """Nobody posted the small blind in turn; left of the big blind two come back, with a dead one and live ones.

    Ada's 2 €, Bruno's 1 € and 2 €, Cleo's 2 € and Dirk's 6 € are in; 4 € of his come back, the other 9 € are his.
    """
    text = """Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (1€/2€) - 2014/05/01 20:00:00 UTC
Table: 'Lyon 02' 5-max (real money) Seat #5 is the button
Seat 1: Ada (200€)
Seat 2: Bruno (200€)
Seat 3: Cleo (200€)
Seat 5: Dirk (200€)
*** ANTE/BLINDS ***
Ada posts big blind 2€
Bruno posts small blind 1€ out of position
Bruno posts big blind 2€ out of position
Cleo posts big blind 2€ out of position
*** PRE-FLOP ***
Bruno checks
Cleo checks
Dirk raises 4€ to 6€
Ada folds
Bruno folds
Cleo folds
Dirk collected 13€ from pot
*** SUMMARY ***
Total pot 13€ | No rake
Seat 5: Dirk (button) won 13€
"""
    hand = read(text)
    assert hand.payoffs == (-200, -300, -200, 700)
    assert hand.forced == Forced((200, 0, 0, 0), (0, 200, 200, 0), (0, 100, 0, 0))


@pytest.mark.parametrize(
    ("posted", "payoff", "won", "live", "dead"),
    [("$1.50 and is all-in", -150, 1400, 200, 0), ("dead $2.50 and is all-in", -250, 1500, 200, 100)],
)
def test_blinds_of_who_comes_back_may_take_all_chips(posted: str, payoff: int, won: int, live: int, dead: int) -> None:
    """Dora comes back with less than the blinds she owes, a big one or both: it is all in, and Carl wins that, too."""
    text = plain(
        "winning",
        ("Seat #3 is", "Seat #4 is"),
        ("Seat 3: Carl ($200.00)", f"Seat 3: Dora (${-payoff / 100:.2f})\nSeat 4: Carl ($200.00)"),
        ("Bert posts the big blind $2.00", f"Bert posts the big blind $2.00\nDora posts {posted}"),
        ("Carl does not show\n", ""),
        (
            "*** SUMMARY",
            "*** TURN *** [2c 7h Jd] [3d]\n*** RIVER *** [2c 7h Jd 3d] [9c]\n*** SHOW DOWN ***\n*** SUMMARY",
        ),
        (
            "*** SHOW DOWN ***",
            f"*** SHOW DOWN ***\nDora shows [Kc Kd] (x)\nCarl shows [As Ad] (x)\nCarl collected ${won / 100} from pot",
        ),
        ("Total pot $13.00", f"Total pot ${(won + 50) / 100:.2f}"),
        ("[2c 7h Jd]\nSeat", "[2c 7h Jd 3d 9c]\nSeat"),
        (
            "Seat 3: Carl (button) did not show and won $12.50",
            f"Seat 4: Carl (button) showed [As Ad] and won ${won / 100:.2f}",
        ),
    )
    hand = read(text)
    assert hand.payoffs == (-100, -600, payoff, won - 600)
    assert hand.forced == Forced((100, 200, 0, 0), (0, 0, live, 0), (0, 0, dead, 0))


def test_antes_and_blinds_may_all_be_all_in_before_the_cards() -> None:
    """Cleo's ante and Ada's small blind take all they have; Bruno has 10 behind the blind and folds to Dirk.

    Of Dirk's 20 nobody matches more than 10: the pot is 8 of Ada's, 15 of Bruno's, 3 of Cleo's and 15 of his own.
    """
    text = """Game started at: 2016/3/25 21:47:0
Game ID: 79 5/10 $5 Freezeout, Table 3 (Hold'em)
Seat 4 is the button
Seat 1: Ada (8).
Seat 2: Bruno (25).
Seat 3: Cleo (3).
Seat 4: Dirk (500).
Player Cleo allin (3)
Player Ada ante (5)
Player Bruno ante (5)
Player Dirk ante (5)
Player Ada allin (3)
Player Bruno has big blind (10)
Player Ada received a card.
Player Ada received a card.
Player Bruno received a card.
Player Bruno received a card.
Player Cleo received a card.
Player Cleo received a card.
Player Dirk received a card.
Player Dirk received a card.
Player Dirk raises (20)
Player Bruno folds
Uncalled bet (10) returned to Dirk
*** FLOP ***: [7d 9d 9h]
*** TURN ***: [7d 9d 9h] [7s]
*** RIVER ***: [7d 9d 9h 7s] [10c]
------ Summary ------
Pot: 41. Rake 0
Board: [7d 9d 9h 7s 10c]
Player Ada shows: Two pairs [2s 2c]. Bets: 8. Collects: 0. Loses: 8.
Player Bruno does not show cards. Bets: 15. Collects: 0. Loses: 15.
Player Cleo shows: Two pairs [2d 4h]. Bets: 3. Collects: 0. Loses: 3.
*Player Dirk shows: Two pairs [Ks Ad]. Bets: 15. Collects: 41. Wins: 26.
Game ended at: 2016/3/25 21:47:25
"""
    hand = read(text)
    assert hand.payoffs == (-8, -15, -3, 26)
    assert (hand.rules.ante, hand.rules.small_blind, hand.rules.big_blind) == (5, 5, 10)


def test_a_big_blind_that_takes_all_chips_may_be_the_only_one() -> None:
    text = OLD_WINNING.replace("Player Bruno has small blind (0.10)\n", "").replace("calls (0.15)", "calls (0.25)")
    hand = read(text)
    assert hand.payoffs == (-24, 22, 0)
    assert hand.forced == Forced((0, 25, 0), (0, 0, 0), (0, 0, 0))


SPEEDS = [("Normal", ""), ("Turbo", "turbo"), ("Super Turbo ", "hyper-turbo"), ("Hyper Turbo ", "hyper-turbo")]


@pytest.mark.parametrize(("written", "speed"), SPEEDS)
def test_speeds_of_bovada_with_a_blank_behind_them_or_none(written: str, speed: str) -> None:
    text = f"""Ignition Hand #9: HOLDEM Tournament #77 TBL#1, {written}- Level 3 (10/20) - 2018-03-13 07:37:42
Seat 1: Dealer (1,500 in chips)
Seat 2: Big Blind [ME] (1,500 in chips)
Dealer : Set dealer [1]
Dealer : Small Blind 10
Big Blind  [ME] : Big blind 20
*** HOLE CARDS ***
Dealer : Card dealt to a spot [2c Kc]
Big Blind  [ME] : Card dealt to a spot [Ah 5c]
Dealer : Folds
Big Blind  [ME] : Hand result 20
*** SUMMARY ***
Total Pot(20)
"""
    hand = read(text)
    assert (hand.names, hand.payoffs) == (("Hero", "Dealer"), (10, -10))
    assert (hand.speed, hand.level) == (speed, "3")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Holdem NL", "Speed Holdem NL"),
        ("Holdem NL", "Texas Hold'em NL"),
        ("<nickname>", "<tournamentname></tournamentname><nickname>"),
        ("2015-01-02 03:04:05", "2/1/2015 03:04:05"),
    ],
)
def test_other_words_of_ipoker(old: str, new: str) -> None:
    hand = read(plain("ipoker", (old, new)))
    assert (hand.payoffs, hand.time) == (PAYOFFS, read(plain("ipoker")).time)


@pytest.mark.parametrize("between", ["\n\n", "\n  ", "\n\t", "\n \n"])
def test_lines_may_have_blank_ones_between_them_or_be_set_in(between: str) -> None:
    text = plain("pokerstars")
    twice = f"{text}\n\n{text.replace('1234567', '1234568')}"
    assert read(text.replace("\n", between)).payoffs == PAYOFFS
    if not between.strip("\n"):
        assert [hand.hand_id for hand in read_text(twice.replace("\n", between))] == ["1234567", "1234568"]


def test_odd_chips_of_what_is_left_after_the_rake_go_to_one_winner() -> None:
    """Of 20 cents the house takes one; of the other 19 each of four equal hands gets 4, and the big blind 3 more."""
    names = ("Small Blind", "Big Blind", "UTG", "Dealer")
    cards = ("4h 3d", "Th 5s", "7s 5c", "5d 4d")
    checks = "".join(f"{name} : Checks\n" for name in names)
    won = dict(zip(names, (4, 7, 4, 4), strict=True))
    text = "\n".join(
        [
            "Ignition Hand #12 TBL#3 HOLDEM No Limit - 2024-05-06 07:08:09",
            *[f"Seat {number}: {name} ($5 in chips)" for number, name in enumerate(names, start=1)],
            "Dealer : Set dealer [4]",
            "Small Blind : Small Blind $0.02",
            "Big Blind : Big blind $0.05",
            "*** HOLE CARDS ***",
            *[f"{name} : Card dealt to a spot [{each}]" for name, each in zip(names, cards, strict=True)],
            "UTG : Calls $0.05",
            "Dealer : Calls $0.05",
            "Small Blind : Calls $0.03",
            "Big Blind : Checks",
            f"*** FLOP *** [2s 9h 9s]\n{checks}*** TURN *** [2s 9h 9s] [2c]",
            f"{checks}*** RIVER *** [2s 9h 9s 2c] [Kc]\n{checks}Small Blind : Showdown [9s 9h 2s 2c Kc] (Two pair)",
            *[f"{name} : Hand result $0.0{chips}" for name, chips in won.items()],
            "*** SUMMARY ***",
            "Total Pot($0.20)",
            "Board [2s 9h 9s 2c Kc]",
        ]
    )
    hand = read(text)
    assert (hand.payoffs, hand.rake) == ((-1, 2, -1, -1), 1)
    unfair = text.replace("Small Blind : Hand result $0.04", "Small Blind : Hand result $0.02")
    unfair = unfair.replace("Big Blind : Hand result $0.07", "Big Blind : Hand result $0.09")
    assert "payoffs -3 4 -1 -1" in refusal(unfair)


def test_players_of_anonymous_tables_of_winamax_are_named_by_their_ids() -> None:
    text = """Winamax Poker - HOLD-UP "Lille" - HandId: #1-2-3 - Holdem no limit (1€/2€) - 2026/02/02 10:10:10 UTC
Table: 'Lille' 3-max (real money) Seat #1 is the button
Seat 1: Ada (100€)
Seat 2: Incognito 2 (60€)
Seat 3: Incognito 3 (80€)
Player Info: Seat1: P1-00112233445566 Seat2: P2-a1b2c3d4e5f60718 Seat3: P3-0f9e8d7c6b5a4938
*** ANTE/BLINDS ***
Incognito 2 posts small blind 1€
Incognito 3 posts big blind 2€
Dealt to Ada [Qh Qd]
*** PRE-FLOP ***
Ada raises 2€ to 4€
Incognito 2 folds
Incognito 3 folds
Ada collected 7€ from pot
*** SUMMARY ***
Total pot 7€ | No rake
Seat 1: Ada (button) won 7€
"""
    hand = read(text)
    assert hand.names == ("Incognito-a1b2c3d4", "Incognito-0f9e8d7c", "Ada")
    assert (hand.payoffs, hand.hero, hand.speed) == ((-100, -200, 300), 2, "fast-fold")


def test_a_first_seat_that_sits_out_at_unibet_has_the_currency_too() -> None:
    text = """Unibet Hand #2001 - 1.00/2.00 - No Limit Hold'Em - UTC 14:17:25 2026/10/07
Table "20000003" 6-max
*** Seated players ***
Seat 1: Eve (€50) (sitting out)
Seat 2: Ada (€207)
Seat 3: Bruno (€202)
*** Blinds and button ***
Ada has the button
Ada posts small blind €1
Bruno posts big blind €2
*** Hole cards ***
Dealt in Ada
Dealt in Bruno
*** Preflop ***
Ada folds
Bruno wins €3
*** Summary ***
Total pot €3 Rake €0
Seat 2: Ada: bet €1 and won €0, net result: €-1
Seat 3: Bruno: bet €2 and won €3, net result: €1
"""
    hand = read(text)
    assert (hand.names, hand.payoffs) == (("Bruno", "Ada"), (100, -100))
    assert (hand.currency, hand.tournament, hand.chips_per_unit) == ("€", "", 100)


def test_an_odd_chip_of_a_tournament_of_unibet_is_cut_in_two() -> None:
    """The blinds fold 5 chips and call 10 with equal hands: of 25 each gets 12 and a half."""
    text = """Unibet Hand #3000, Tournament #900, €4 + €1 - 5.00/10.00 - No Limit Hold'Em - UTC 08:43:54 2026/03/24
Table "1" 3-max
*** Seated players ***
Seat 1: Ada (487.50)
Seat 2: Bruno (512.50)
Seat 3: dora[Unibet_0123456789abcdef] (500)
*** Blinds and button ***
dora[Unibet_0123456789abcdef] has the button
Ada posts small blind 5
Bruno posts big blind 10
*** Hole cards ***
Dealt in Ada
Dealt in Bruno
Dealt to dora[Unibet_0123456789abcdef] [Ah Qd]
*** Preflop ***
dora[Unibet_0123456789abcdef] calls 10
Ada folds
Bruno checks
*** Flop *** [Kc 8h 3d]
Bruno checks
dora[Unibet_0123456789abcdef] checks
*** Turn *** [Kc 8h 3d] [9h]
Bruno checks
dora[Unibet_0123456789abcdef] checks
*** River *** [Kc 8h 3d] [9h] [2s]
Bruno checks
dora[Unibet_0123456789abcdef] checks
*** Showdown ***
Bruno shows [Ad Qh], High card
dora[Unibet_0123456789abcdef] shows [Ah Qd], High card
Bruno wins 12.50
dora[Unibet_0123456789abcdef] wins 12.50
*** Summary ***
Total pot 25
Seat 1: Ada: bet 5 and won 0, net result: -5
Seat 2: Bruno: bet 10 and won 12.50, net result: 2.50
Seat 3: dora[Unibet_0123456789abcdef]: bet 10 and won 12.50, net result: 2.50
"""
    hand = read(text)
    assert (hand.payoffs, hand.chips_per_unit, hand.currency) == ((-500, 250, 250), 100, "")
    assert "wins 3 net (expected 2.50)" in refusal(text.replace("net result: 2.50", "net result: 3"))


def test_an_odd_chip_may_be_cut_in_two_in_every_tournament() -> None:
    """The small blind folds 25, two put in 50 and have equal hands: of 125 each gets 62 and a half."""
    text = """Winamax Poker - Tournament "Lille" buyIn: 2€ + 0€ level: 3 - HandId: #1-2-3 - Holdem no limit (25/50) - \
2026/02/02 10:10:10 UTC
Table: 'Lille(1)#001' 3-max (real money) Seat #1 is the button
Seat 1: Ada (500)
Seat 2: Bruno (500)
Seat 3: Cleo (500)
*** ANTE/BLINDS ***
Bruno posts small blind 25
Cleo posts big blind 50
*** PRE-FLOP ***
Ada calls 50
Bruno folds
Cleo checks
*** FLOP *** [2c 7d 9h]
Cleo checks
Ada checks
*** TURN *** [2c 7d 9h][Jc]
Cleo checks
Ada checks
*** RIVER *** [2c 7d 9h Jc][3s]
Cleo checks
Ada checks
*** SHOW DOWN ***
Cleo shows [Ac Kd] (High card : Ace)
Ada shows [Ad Kc] (High card : Ace)
Cleo collected 62.50 from pot
Ada collected 62.50 from pot
*** SUMMARY ***
Total pot 125 | No rake
Board: [2c 7d 9h Jc 3s]
Seat 1: Ada (button) showed [Ad Kc] and won 62.50 with High card : Ace
Seat 3: Cleo (big blind) showed [Ac Kd] and won 62.50 with High card : Ace
"""
    hand = read(text)
    assert hand.names == ("Bruno", "Cleo", "Ada")
    assert (hand.payoffs, hand.chips_per_unit) == ((-2500, 1250, 1250), 100)
    assert (hand.rules.small_blind, hand.rules.big_blind) == (2500, 5000)
