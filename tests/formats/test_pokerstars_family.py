"""Hands of houses that write nearly like PokerStars, with invented players: CoinPoker, Weplay, clubs and converters."""

from datetime import UTC, datetime

import pytest
from tests.formats.test_sites_oddities import plain, read, refusal
from tests.formats.test_sites_variants import PAYOFFS

from deluck.cards import format_cards
from deluck.formats import read_columns
from deluck.games import Action, Forced
from deluck.records import HandColumns, HandRecord

FIRST = "PokerStars Hand #1234567: Hold'em No Limit ($1/$2 USD) - 2015/01/02 3:04:05 ET"

COIN = """CoinPoker Hand #900: NLH (₮1/₮2) 2026/08/31 18:59:35 +08
Table '100169' 6-max Seat #4 is the button
Seat 1: Ada (₮100 in chips)
Seat 2: Bruno (₮100 in chips)
Seat 3: Cleo (₮100 in chips)
Seat 4: Dirk (₮40 in chips)
Ada: posts small blind ₮1
Bruno: posts big blind ₮2
Cleo: posts auto big blind ₮2
*** HOLE CARDS ***
Dealt to Ada
Dealt to Bruno [As Ad]
Dealt to Cleo
Dealt to Dirk
Cleo: checks
Dirk: raises ₮4 to ₮6
Ada: folds
Bruno: ALLIN ₮98
Cleo: folds
Dirk: ALLIN ₮34
Bruno: RETURN ₮60
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [3s]
*** SHOWDOWN ***
Bruno: shows [As Ad] (One Pair)
Bruno collected ₮79 from pot
Dirk: shows [Ks Kd] (One Pair)
*** SUMMARY ***
Total pot ₮83 | Rake ₮3 | Splash Fee ₮1
Hand was run once
Board [ 2c 7d 9h Js 3s ]
Game ended: 2026/08/31 19:00:12 +08
Seat 1: Ada folded before Flop (didn't bet)
Seat 2: Bruno showed [As Ad] and won (₮79) with One Pair
Seat 3: Cleo folded before Flop (didn't bet)
Seat 4: Dirk showed [Ks Kd] and lost with One Pair
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_coinpoker_names_the_game_short_and_all_ins_by_their_chips() -> None:
    """Dirk's 40, as much of Bruno's, 1 of Ada's and 2 of Cleo's are in the pot of 83; the house takes 4 of them."""
    hand = read(COIN)
    assert (hand.site, hand.currency, hand.hero) == ("CoinPoker", "₮", 1)
    assert hand.time == datetime(2026, 8, 31, 10, 59, 35, tzinfo=UTC)
    assert (hand.payoffs, hand.rake) == ((-100, 3900, -200, -4000), 400)
    assert hand.forced == Forced((100, 200, 0, 0), (0, 0, 200, 0), (0, 0, 0, 0))


@pytest.mark.parametrize("game", ["PLO 4", "NLH BombPot", "ShortDeck No Limit"])
def test_other_games_of_coinpoker_are_refused_by_name(game: str) -> None:
    assert f"another game: {game} (expected" in refusal(COIN.replace("NLH", game))


@pytest.mark.parametrize("is_live", [True, False])
def test_a_blind_that_coinpoker_posts_is_live_or_dead_as_the_calls_say(is_live: bool) -> None:
    """Cleo folds 2 or, where they are dead, calls 2 more to see a raise; Dirk's 6 win it without a flop."""
    end = """Cleo: {}
Dirk: raises ₮4 to ₮6
Ada: folds
Bruno: folds
Cleo: folds
Dirk: RETURN ₮4
*** SHOWDOWN ***
Dirk collected ₮{} from pot
*** SUMMARY ***
Total pot ₮{} | Rake ₮0
Board [  ]
"""
    pot = 7 if is_live else 9
    text = COIN[: COIN.index("Cleo: checks")] + end.format("checks" if is_live else "calls ₮2", pot, pot)
    hand = read(text.replace("posts auto big blind", "AUTOBB"))
    assert hand.payoffs == (-100, -200, -200 if is_live else -400, 500 if is_live else 700)
    assert hand.forced is not None
    assert (hand.forced.posts[2], hand.forced.dead[2]) == ((200, 0) if is_live else (0, 200))


def test_a_straddle_of_coinpoker_stands_after_the_cards() -> None:
    """Cleo's straddle to 4 is called by nobody but Dirk, who raises to 12; 8 of it come back."""
    end = """Cleo: STRADDLE ₮4
Dirk: raises ₮8 to ₮12
Ada: folds
Bruno: folds
Cleo: folds
Dirk: RETURN ₮8
*** SHOWDOWN ***
Dirk collected ₮11 from pot
*** SUMMARY ***
Total pot ₮11 | Rake ₮0
"""
    text = COIN[: COIN.index("Cleo: checks")].replace("Cleo: posts auto big blind ₮2\n", "")
    hand = read(text + end)
    assert hand.payoffs == (-100, -200, -400, 700)
    assert hand.forced == Forced((100, 200, 400, 0), (0, 0, 0, 0), (0, 0, 0, 0))


def test_chips_of_a_splash_are_not_among_what_was_collected() -> None:
    splash = (("Ada: posts", "MEGA SPLASH dropped ₮20\nAda: posts"), ("Total pot ₮83", "Total pot ₮103"))
    hand = read(changed(COIN, *splash))
    assert (hand.payoffs, hand.outside) == ((-100, 3900, -200, -4000), (0, 2000, 0, 0))
    shared = changed(COIN, *splash, ("collected ₮79", "collected ₮39"), ("won (₮79)", "won (₮39)"))
    shared = changed(
        shared,
        ("[Ks Kd] (One Pair)", "[Ah Ac] (One Pair)\nDirk collected ₮40 from pot"),
        ("[Ks Kd] and lost", "[Ah Ac] and won (₮40)"),
    )
    assert "which several share" in refusal(shared)


def test_a_cash_out_takes_what_no_line_says_was_won() -> None:
    """Bruno gets 60 in place of the 79 that the pot would have paid; the line comes once for each pot."""
    out = "Bruno cashed out the hand for ₮60 | Cash Out Fee ₮1\n"
    text = changed(
        COIN,
        ("Bruno collected ₮79 from pot\n", out + out),
        ("and won (₮79) with One Pair", "and cashed out for ₮60 | Cash Out Fee ₮1"),
    )
    hand = read(text)
    assert (hand.payoffs, hand.outside) == ((-100, 3900, -200, -4000), (0, -1900, 0, 0))


COIN_TWICE = """CoinPoker Hand #901: NLH (₮1/₮2) 2026/08/31 18:59:35 CEST
Table '100169' 2-max Seat #1 is the button
Seat 1: Ada (₮50 in chips)
Seat 2: Bruno (₮80 in chips)
Ada: posts small blind ₮1
Bruno: posts big blind ₮2
*** HOLE CARDS ***
Ada: raises ₮4 to ₮6
Bruno: calls ₮4
*** FIRST FLOP *** [Ts Jc 8s]
Bruno: ALLIN ₮74
Ada: ALLIN ₮44
Bruno: RETURN ₮30
*** FIRST TURN *** [Ts Jc 8s] [7s]
*** FIRST RIVER *** [Ts Jc 8s 7s] [Td]
*** SECOND TURN *** [Ts Jc 8s] [3h]
*** SECOND RIVER *** [Ts Jc 8s 3h] [6c]
*** FIRST SHOWDOWN ***
Ada: shows [Ad Th] (Three Of A Kind)
Ada collected ₮49 from pot
*** SECOND SHOWDOWN ***
Bruno: shows [Qs Qd] (One Pair)
Bruno collected ₮49 from pot
*** SUMMARY ***
Total pot ₮100 | Rake ₮2
Hand was run two times
FIRST Board [ Ts Jc 8s 7s Td ]
SECOND Board [ Ts Jc 8s 3h 6c ]
"""


def test_coinpoker_calls_a_flop_that_both_boards_share_the_first() -> None:
    hand = read(COIN_TWICE)
    assert (hand.payoffs, hand.rake) == ((-100, -100), 200)
    assert [format_cards(board) for board in hand.deal.boards] == ["TsJc8s7sTd", "TsJc8s3h6c"]


WEPLAY = """Weplay Hand #71:  Hold'em No Limit ($0.50/$1) - 2026/01/03 14:40:47 UTC
Table 'Calcite #1'(1155) 6-max (Money 3) Seat #3 is the button
Seat 3: Ada ($50 in chips)
Seat 5: Bruno ($60 in chips)
Seat 6: Cleo ($70 in chips)
Bruno: posts small blind $0.50
Cleo: posts big blind $1
*** HOLE CARDS ***
Dealt to Bruno [Ks Kd]
Ada: raises $3 to $3
Bruno: raises $9.50 to $10
Cleo: folds
Ada: folds
Uncalled bet ($7) returned to Bruno
*** SHOW DOWN ***
*** HOLE CARDS ***
Dealt to Bruno [Ks Kd]
Bruno has timed out
Bruno: doesn't show hand
Bruno collected $7 from pot
*** SUMMARY ***
Total pot $7 | Rake $0
Seat 3: Ada (button) folded before Flop
Seat 5: Bruno (small blind) collected ($7)
Seat 6: Cleo (big blind) folded before Flop
"""


def test_weplay_says_what_a_raise_puts_in_and_may_deal_twice() -> None:
    hand = read(WEPLAY)
    assert (hand.site, hand.payoffs, hand.hero) == ("Weplay", (400, -100, -300), 0)
    assert "'Bruno' raises $9 to $10 (expected $7)" in refusal(WEPLAY.replace("raises $9.50", "raises $9"))
    heading = "*** SHOW DOWN ***\n"
    again = WEPLAY[WEPLAY.rindex("*** HOLE CARDS ***") : WEPLAY.index("Bruno has timed out")]
    assert read(changed(WEPLAY, (heading + again, again + heading))) == hand


def test_weplay_collects_a_rake_that_nobody_paid() -> None:
    assert "a pot of $7 and a rake of $0.35, but $7 collected" in refusal(WEPLAY.replace("Rake $0", "Rake $0.35"))


TOURNAMENT = """Weplay Hand #72: Tournament (Main – (1))#1127, $1 Hold'em No Limit - Level VI (10/20) - 2026/02/15 19:02
Table '1127 4'(1162) 9-max Seat #1 is the button
Seat 1: Ada (1000 in chips)
Seat 2: Bruno (1000 in chips)
Seat 3: Cleo (1000 in chips)
Ada: posts the ante 5
Bruno: posts the ante 5
Cleo: posts the ante 5
Bruno: posts small blind 50
Cleo: posts big blind 100
*** HOLE CARDS ***
Ada: folds
Bruno: raises 250 to 300
Cleo: folds
Uncalled bet (200) returned to Bruno
Bruno collected 215 from pot
*** SUMMARY ***
Total pot 215 | Rake 0
"""


def test_blinds_of_a_tournament_whose_first_line_names_an_earlier_level() -> None:
    hand = read(TOURNAMENT)
    assert (hand.tournament, hand.level, hand.payoffs) == ("1127", "VI", (110, -105, -5))
    assert (hand.rules.ante, hand.rules.small_blind, hand.rules.big_blind) == (5, 50, 100)
    one_differs = TOURNAMENT.replace("(10/20)", "(10/100)")
    assert "'Bruno' posts small blind 50 (expected 10)" in refusal(one_differs)


def test_a_straddle_counts_the_blind_of_its_seat() -> None:
    """Bert's big blind of 2 becomes a straddle to 4 and one to 8; Carl, who raises to 16, wins 9 of the others."""
    text = plain(
        "pokerstars",
        ("Bert: posts big blind $2\n", "Bert: posts big blind $2\nBert: straddle $4\nBert: straddle $8\n"),
        ("Carl: raises $4 to $6", "Carl: raises $8 to $16"),
    )
    text = text[: text.index("Bert: calls $4")]
    text += """Bert: folds
Uncalled bet ($8) returned to Carl
Carl collected $17 from pot
*** SUMMARY ***
Total pot $17 | Rake $0
"""
    hand = read(text)
    assert hand.payoffs == (-100, -800, 900)
    assert hand.forced == Forced((100, 800, 0), (0, 0, 0), (0, 0, 0))


SIDE_POT = """PokerStars Hand #500001: Hold'em No Limit ($1/$2 USD) - 2024/01/02 3:04:05 ET
Table 'Vega' 6-max Seat #3 is the button
Seat 1: Ada ($100 in chips)
Seat 2: Bruno ($60 in chips)
Seat 3: Cleo ($150 in chips)
Ada: posts small blind $1
Bruno: posts big blind $2
*** HOLE CARDS ***
Cleo: raises $4 to $6
Ada: raises $99 to $100 and is all-in
Bruno: raises $58 to $60 and is all in
Cleo: calls $94
*** FLOP *** [2c 7h Jd]
*** TURN *** [2c 7h Jd] [3d]
*** RIVER *** [2c 7h Jd 3d] [9c]
*** SHOW DOWN ***
Ada: shows [Qs Qd] (a pair of Queens)
Bruno: shows [As Ad] (a pair of Aces)
Cleo: shows [Ks Kd] (a pair of Kings)
Bruno collected $177 from main pot
Cleo cashed out the hand for $70 | Cash Out Fee $1
*** SUMMARY ***
Total pot $260 Main pot $177. Side pot $80. | Rake $3
Board [2c 7h Jd 3d 9c]
Seat 1: Ada (small blind) showed [Qs Qd] and lost with a pair of Queens
Seat 2: Bruno (big blind) showed [As Ad] and won ($177) with a pair of Aces
Seat 3: Cleo (button) showed [Ks Kd] and won ($80) with a pair of Kings (pot not awarded as player cashed out)
"""


def test_the_summary_alone_says_what_somebody_who_cashed_out_won() -> None:
    """Cleo's kings win the side pot of 80 from Ada; she gets 70 for it. Bruno's all-in is written as a raise."""
    hand = read(SIDE_POT)
    assert (hand.payoffs, hand.rake) == ((-10000, 11700, -2000), 300)
    assert hand.outside == (0, 0, -1000)
    assert "but $227 collected" in refusal(SIDE_POT.replace("won ($80)", "won ($50)"))


GG = """Poker Hand #RC50: Hold'em No Limit ($1/$2) - 2024/12/01 14:29:28
Table 'RushAndCash1' 6-max Seat #3 is the button
Seat 1: Ada ($60 in chips)
Seat 2: Bruno ($60 in chips)
Seat 3: Cleo ($90 in chips)
Ada: posts small blind $1
Bruno: posts big blind $2
*** HOLE CARDS ***
Dealt to Cleo [Ks Kd]
Cleo: raises $4 to $6
Ada: folds
Bruno: calls $4
*** FLOP *** [2c 7h Jd]
Bruno: checks
Cleo: checks
*** TURN *** [2c 7h Jd] [3d]
Bruno: checks
Cleo: checks
*** RIVER *** [2c 7h Jd 3d] [9c]
Bruno: bets $54 and is all-in
Cleo: calls $54
Cleo: shows [Ks Kd]
*** SHOWDOWN ***
Cleo collected $118 from pot
*** SUMMARY ***
Total pot $121 | Rake $2 | Jackpot $1 | Bingo $0 | Fortune $0 | Tax $0
Board [2c 7h Jd 3d 9c]
Seat 1: Ada (small blind) folded before Flop
Seat 2: Bruno (big blind) mucked
Seat 3: Cleo (button) showed [Ks Kd] and won ($118) with a pair of Kings
"""
GG_PAYOFFS = (-100, -6000, 5800)


def test_a_fold_after_the_last_call_says_that_a_hand_is_not_shown() -> None:
    text = changed(GG, ("[Ks Kd]\n*** SHOWDOWN", "[Ks Kd]\nBruno: folds\n*** SHOWDOWN"))
    assert read(text).payoffs == GG_PAYOFFS
    assert read(text).decisions == read(GG).decisions
    early = changed(text, ("Cleo: calls $54\n", ""))
    assert "'Bruno' folds" in refusal(early)
    assert "'Ada' folds after the hand was over" in refusal(changed(text, ("Bruno: folds", "Ada: folds")))


@pytest.mark.parametrize(("pot", "collected"), [(141, 138), (121, 138), (141, 118)])
def test_chips_of_the_site_are_in_the_pot_in_what_was_collected_or_in_both(pot: int, collected: int) -> None:
    text = changed(
        GG,
        ("Ada: posts", "Cash Drop to Pot : total $20\nAda: posts"),
        ("Total pot $121", f"Total pot ${pot}"),
        ("$118", f"${collected}"),
    )
    hand = read(text)
    assert (hand.payoffs, hand.outside) == (GG_PAYOFFS, (0, 0, 2000))


def test_what_a_cash_out_costs_may_be_said_twice() -> None:
    """Cleo pays 30 of what she won, which the second line and the summary only say again."""
    risk = "Cleo: Pays Cashout Risk ($30)\n"
    text = changed(
        GG,
        ("*** SHOWDOWN", f"{risk}Cleo: Chooses to EV Cashout\n{risk}*** SHOWDOWN"),
        ("with a pair of Kings", "with a pair of Kings, Cashout Risk ($30)"),
    )
    assert (read(text).payoffs, read(text).outside) == (GG_PAYOFFS, (0, 0, -3000))
    assert read(text.replace(risk, "")).outside == (0, 0, -3000)
    other = text.replace("Kings, Cashout Risk ($30)", "Kings, Cashout Risk ($40)")
    assert "'Cleo' gets -$40 (expected -$30) outside the pots" in refusal(other)


def test_an_ante_that_the_button_posts_for_all_is_dead() -> None:
    """Cleo's ante of 3 and her calls of 60 are in a pot of 124."""
    text = changed(
        GG,
        ("Ada: posts", "Cleo: posts the ante $3\nAda: posts"),
        ("Total pot $121", "Total pot $124"),
        ("$118", "$121"),
    )
    hand = read(text)
    assert hand.payoffs == GG_PAYOFFS
    assert hand.forced == Forced((100, 200, 0), (0, 0, 0), (0, 0, 300))
    assert read(text.replace("posts the ante", "posts button ante")) == hand
    ante = ("Cleo: posts the ante", "Bruno: posts the big blind ante")  # which leaves Bruno 51 to bet
    big = read(changed(text, ante, ("$54", "$51"), ("$124", "$118"), ("$121", "$115")))
    assert (big.payoffs, big.rules.big_blind_ante) == (GG_PAYOFFS, 300)


def test_an_ante_of_one_player_may_be_a_missed_blind() -> None:
    """Ada's ante of 1 is in a pot of 122; without its line the pot would not be what it is said to be."""
    text = changed(GG, ("Ada: posts", "Ada: posts the ante $1\nAda: posts"), ("$121", "$122"), ("$118", "$119"))
    hand = read(text)
    assert (hand.payoffs, hand.rules.ante) == ((-200, -6000, 5900), 0)
    assert "the pot is $122 (expected $121)" in refusal(text.replace("Ada: posts the ante $1\n", ""))
    tournament = changed(
        text, ("Hold'em No Limit ($1/$2)", "Tournament #7, $5 Hold'em No Limit - Level 1 (1/2)"), ("$", "")
    )
    assert "posts the ante 0 times (expected once)" in refusal(tournament)


@pytest.mark.parametrize("table", ["Table 'RushAndCash1' 6-max", "Table 'RushAndCash1' 6-max Seat #2 is the button"])
def test_the_blinds_say_who_has_the_button_where_no_line_does_or_a_wrong_one(table: str) -> None:
    wrong = (GG.split("\n")[1], table)
    assert read(changed(GG, wrong)) == read(GG)


def test_heads_up_the_big_blind_may_be_called_the_button() -> None:
    """Ada, who posts the small blind, acts first before the flop and last after it; Bruno loses his 11."""
    text = """Weplay Hand #73:  Hold'em No Limit ($1/$2) - 2026/01/03 14:40:47 UTC
Table 'Calcite #1'(1155) 2-max (Money 3) Seat #2 is the button
Seat 1: Ada ($100 in chips)
Seat 2: Bruno ($60 in chips)
Ada: posts small blind $1
Bruno: posts big blind $2
*** HOLE CARDS ***
Ada: raises $5 to $6
Bruno: calls $4
*** FLOP *** [2c 7h Jd]
Bruno: bets $5
Ada: raises $20 to $20
Bruno: folds
Uncalled bet ($15) returned to Ada
Ada collected $22 from pot
*** SUMMARY ***
Total pot $22 | Rake $0
Board [2c 7h Jd]
"""
    hand = read(text)
    assert (hand.names, hand.payoffs) == (("Bruno", "Ada"), (-1100, 1100))
    walk = (
        text[: text.index("Ada: raises")]
        + "Ada: folds\nUncalled bet ($1) returned to Bruno\nBruno collected $2 from pot\n"
    )
    walk = changed(walk, ("Seat #2 is", "Seat #4 is")) + "*** SUMMARY ***\nTotal pot $2 | Rake $0\n"
    assert (read(walk).names, read(walk).payoffs) == (("Bruno", "Ada"), (100, -100))  # an empty seat has it


KINDS = ["Swap Hold'em", "Tempest Hold'em", "Fusion Hold'em", "Short Deck Hold'em", "6+ Hold'em", "Split Hold'em"]


@pytest.mark.parametrize("kind", KINDS)
def test_holdem_by_other_rules_is_another_game(kind: str) -> None:
    text = plain("pokerstars", ("Hold'em", kind))
    assert f"another game: {kind} No Limit (expected" in refusal(text)


def test_a_tournament_may_be_named_after_another_game() -> None:
    for game, name in (("Omaha Pot Limit", "No Limit Hold'em Special"), ("PLO-5 Pot Limit", "Hold'em No Limit Day")):
        text = plain("pokerstars", ("Hold'em No Limit (", f"Tournament #5, {name} $5 {game} - Level I ("))
        assert f"another game: {game} (expected" in refusal(text)


FIRST_LINES = [
    ("Suprema Hand #1234567: Hold'em No Limit (1/2) - 2015/01/02 3:04:05 ET", "Suprema"),
    ("GG Poker Hand #HD1234567: Hold'em No Limit ($1/$2) - 2015/01/02 3:04:05", "GG Poker"),
    ("X-Poker Hand #1234567: Hold'em No Limit ($1/$2) - 2015/01/02 3:04:05 ET", "X-Poker"),
    ("PPPoker Hand #1234567: NLH (1/2) - 2015/01/02 3:04:05 ET", "PPPoker"),
    ("CoinPoker Hand #1234567: NLHE (₮1/₮2) - 2015/01/02 3:04:05 ET", "CoinPoker"),
    ("PokerStars Hand #1234567: No Limit Texas Hold'em ($1.0/$2.0 USD) - 2015/01/02 3:04:05 CET", "PokerStars"),
    ("PokerStars  Hand #1234567: Texas Holdem No-Limit ($1/$2) - 2015/01/02 3:04:05 ET", "PokerStars"),
    ("POKERSTARS HAND #1234567: HOLD'EM NO LIMIT ($1/$2) - 2015/01/02 3:04:05 ET", "PokerStars"),
]


@pytest.mark.parametrize(("first", "site"), FIRST_LINES)
def test_first_lines_of_clubs_and_converters(first: str, site: str) -> None:
    """Without a currency the rake of half a chip shows that chips have parts."""
    text = plain("pokerstars", (FIRST, first))
    if "($1" not in first:
        text = text.replace("$", "₮" if "₮" in first else "")
    hand = read(text)
    assert (hand.site, hand.payoffs, hand.chips_per_unit) == (site, PAYOFFS, 100)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Table 'Vega' 6-max Seat #3 is the button", "Table Vega 6-max Seat #3 is the button"),
        ("Table 'Vega' 6-max Seat #3 is the button", "Table 'Vega'\nSeat #3 is the button"),
        ("Carl: raises $4 to $6", "Carl: raises to $6"),
        ("Carl: raises $4 to $6", "Carl: raises $6 to $6"),
        ("Bert: posts big blind $2", "Bert: posts the big blind of $2"),
        ("*** HOLE CARDS ***", "*** PRE-FLOP ***"),
        ("*** FLOP *** [2c 7h Jd]", "*** FLOP *** [2c 7h Jd] (Total pot: $13)"),
        ("Board [2c 7h Jd]", "Board: [2c 7h Jd]"),
        ("Total pot $13", "Total pot: $13"),
    ],
)
def test_other_words_of_converters(old: str, new: str) -> None:
    assert read(plain("pokerstars", (old, new))).payoffs == PAYOFFS


PUT_IN = """Run It Once Poker Hand #5: Hold'em No Limit (€0.10/€0.20) - 2019/02/09 12:00 UTC [2019/02/09 13:00 CET]
Table ID '77' 6-Max Seat #1 is the button
Seat 1: Ivo (€10 in chips)
Seat 2: Jana (€8 in chips)
Seat 3: Karl (€20 in chips)
Jana: posts small blind €0.10
Karl: posts big blind €0.20
*** HOLE CARDS ***
Dealt to Ivo [As Ad]
Ivo: raises €0.40 to €0.60
Jana: folds
Karl: calls €0.40
*** FLOP *** [2c 7h Jd]
Karl: bets €1
Ivo: raises €2 to €3
Karl: raises €3 to €6
Ivo: calls €4
*** TURN *** [2c 7h Jd] [3s]
Karl: bets €2.40
Ivo: calls €2.40
*** RIVER *** [2c 7h Jd 3s] [9c]
Karl: checks
Ivo: checks
*** SHOWDOWN ***
Ivo shows [As Ad] for One Pair [As Ad Jd 9c 7h]
Ivo collected €19.10 from pot
*** SUMMARY ***
Total pot €20.10 | Rake €1
Board [2c 7h Jd 3s 9c]
Seat 1: Ivo (button) showed [As Ad] and won €19.10 with One Pair A's
Seat 2: Jana (small blind) folded before Flop
Seat 3: Karl (big blind) mucked [Jh Th] and lost
"""


def test_the_total_of_a_raise_may_be_what_was_put_in() -> None:
    """Karl bets 1 and raises by 3, for which he puts in 6 more, which makes 7: of his 20, 0.60, 7 and 2.40 are lost.

    Ivo is all-in on the turn, which no line says; the checks on the river change nothing.
    """
    hand = read(PUT_IN)
    assert (hand.names, hand.payoffs, hand.rake) == (("Jana", "Karl", "Ivo"), (-10, -1000, 910), 100)
    assert [each.amount for each in hand.decisions if each.action is Action.RAISE] == [60, 100, 300, 700, 240]
    assert "'Karl' raises €4 to €6 (expected €3)" in refusal(changed(PUT_IN, ("raises €3 to €6", "raises €4 to €6")))


def test_columns_hold_the_same_hands(tmp_path) -> None:
    texts = [PUT_IN, COIN, COIN_TWICE, WEPLAY, TOURNAMENT, SIDE_POT, GG]
    path = tmp_path / "hands.txt"
    path.write_text("\n\n".join(texts), encoding="utf-8")
    found: list[HandRecord] = []
    for columns in read_columns(path):
        assert isinstance(columns, HandColumns)
        found += columns.to_records()
    by_id = {hand.hand_id: hand for hand in found}
    assert by_id == {hand.hand_id: hand for hand in map(read, texts)}
