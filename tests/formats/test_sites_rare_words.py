"""What few files of 888, PartyPoker and iPoker have: other words, stakes said elsewhere, posts of all kinds.

All are the hand that every site's tests have, or are worked out by hand.
"""

import pytest
from tests.formats.test_sites_oddities import plain, read, refusal
from tests.formats.test_sites_variants import PAYOFFS

from deluck.games import Forced
from deluck.records import HandRecord


def with_dora(site: str, post: str, won: str, *changes: tuple[str, str]) -> HandRecord:
    """Return the hand with Dora on the button's right, who posts, and with what Carl wins."""
    stack, collected = ("( $50 )", "$12.50") if site == "888" else ("( $50 USD )", "$20.50")
    text = plain(
        site,
        ("Seat 3 is the button", "Seat 4 is the button"),
        ("Seat 3: Carl", f"Seat 3: Dora {stack}\nSeat 4: Carl"),
        ("** Dealing down", f"Dora posts {post}\n** Dealing down"),
        (collected, won),
        *changes,
    )
    return read(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("** Dealing flop **", "** Dealing Flop **"),
        ("Carl did not show his hand", "Carl shows [ As, Ad ] a pair of Aces"),
        ("Bert checks", "Bert has timed out\nBert checks"),
    ],
)
def test_other_words_of_888(old: str, new: str) -> None:
    assert read(plain("888", (old, new))).payoffs == PAYOFFS


@pytest.mark.parametrize("game", ["Holdem 6+", "Holdem Short Deck", "Flopomania Holdem", "OmahaHL"])
def test_other_games_of_888_are_named(game: str) -> None:
    assert f"another game: {game} No Limit" in refusal(plain("888", ("Limit Holdem", f"Limit {game}")))


def test_play_money_of_888_by_either_name() -> None:
    for words in ("Practice Play", "Play Money"):
        hand = read(plain("888", ("Real Money", words)))
        assert (hand.payoffs, hand.currency, hand.table) == (PAYOFFS, "", "Arezzo")


@pytest.mark.parametrize(
    ("title", "site", "speed"),
    [("Vega Poker Club", "Vega Poker Club", ""), ("Vega-Bet Snap Poker", "Vega-Bet", "fast-fold")],
)
def test_houses_of_888_may_have_any_name(title: str, site: str, speed: str) -> None:
    hand = read(plain("888", ("888poker Hand History", f"{title} Hand History")))
    assert (hand.payoffs, hand.site, hand.speed) == (PAYOFFS, site, speed)


def test_seats_of_888_without_names_say_not_who_acts() -> None:
    assert "has no name" in refusal(plain("888", ("Anna", ""), ("Bert", ""), ("Carl", "")))


@pytest.mark.parametrize(
    ("post", "won", "dora", "live", "dead"),
    [
        ("missed small blind [$1 USD].", "$21.50", -100, 0, 100),
        ("missed big blind [$2 USD].", "$22.50", -200, 200, 0),
        ("small blind + big blind [$3 USD].", "$23.50", -300, 200, 100),
    ],
)
def test_posts_of_partypoker_in_any_words(post: str, won: str, dora: int, live: int, dead: int) -> None:
    """Dora folds what she posted: Carl wins so much more."""
    hand = with_dora("partypoker", post, won, ("Carl raises", "Dora folds\nCarl raises"))
    assert hand.payoffs == (-100, -600, dora, 650 - dora)
    assert hand.forced == Forced((100, 200, 0, 0), (0, 0, live, 0), (0, 0, dead, 0))


def test_posts_of_888_in_any_words() -> None:
    """A live big blind of whoever is new: Dora checks, and folds to the raise."""
    changes = ("Carl raises", "Dora checks\nCarl raises"), ("Bert calls [$4]", "Bert calls [$4]\nDora folds")
    hand = with_dora("888", "new player blind [$2]", "$14.50", *changes)
    assert hand.payoffs == (-100, -600, -200, 850)


@pytest.mark.parametrize("site", ["888", "partypoker"])
@pytest.mark.parametrize("move", ["throws in [$1]", "is over-calling [$1]", "posts [$1.50]"])
def test_chips_that_nobody_can_read_are_no_rake(site: str, move: str) -> None:
    """Neither site names the rake: a dollar that is passed over would be missing in it unseen."""
    text = plain(site, ("Carl raises", f"Bert {move}\nCarl raises"))
    assert "Bert" in refusal(text)
    prize = plain(site, ("Carl raises", "Bert pays into the jackpot [$1]\nCarl raises"))
    assert read(prize).payoffs == PAYOFFS


def test_levels_of_partypoker_with_blanks_between_thousands() -> None:
    """No line says who posts; in a tournament Carl wins all of 13,000 and gets 8,000 back."""
    first = "$1/$2 USD NL Texas Hold'em"
    text = plain(
        "partypoker",
        (first, "NL Texas Hold'em $5 USD Buy-in Trny:7 Level:3  Blinds-Antes(1 000/2 000 -0)"),
        ("Anna posts small blind [$1 USD].\nBert posts big blind [$2 USD].\n", ""),
        (" USD]", ",000]"),
        ("$200 USD", "200,000"),
        ("$20.50 USD", "21,000 chips"),
        ("[$", "["),
    )
    hand = read(text)
    assert (hand.payoffs, hand.rules.small_blind, hand.rules.big_blind) == ((-1000, -6000, 7000), 1000, 2000)


@pytest.mark.parametrize("written", ["02.01.2015 03:04:05", "2015-01-02T03:04:05", "2015.01.02 03:04:05"])
def test_other_dates_of_ipoker(written: str) -> None:
    assert read(plain("ipoker", ("2015-01-02 03:04:05", written))) == read(plain("ipoker"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("session", "root"),
        ('<round no="1">', '<round no="1">\n<action no="2" player="Bert" type="30" sum="$0"/>'),
        ('<action no="4" player="Anna" type="0"', '<action no="4" player="Anna" type="9"'),
        (' bet="', ' unknown="'),
        ("Holdem NL $1/$2", "Holdem NL $2/$4"),
        ("NL $1/$2</gametype>", "NL</gametype><smallblind>$1</smallblind><bigblind>$2</bigblind>"),
        ("NL $1/$2</gametype>", "NL</gametype>"),
    ],
)
def test_ipoker_with_less_said_or_more(old: str, new: str) -> None:
    """Whoever sits out folds; the blinds are those posted, and money is what has a currency."""
    hand = read(plain("ipoker", (old, new)))
    assert (hand.payoffs, hand.currency, hand.rules.big_blind, hand.tournament) == (PAYOFFS, "$", 200, "")


def test_who_sits_out_with_cards_folds() -> None:
    text = plain(
        "ipoker",
        (
            '<player seat="3"',
            '<player seat="4" name="Dora" chips="$50" dealer="0" win="$0" bet="$0"/>\n<player seat="3"',
        ),
        ('dealer="1"', 'dealer="0"'),
        ('chips="$50" dealer="0"', 'chips="$50" dealer="1"'),
        (
            '<action no="4" player="Anna"',
            '<action no="4" player="Dora" type="9" sum="$0"/>\n<action no="4" player="Anna"',
        ),
        ('<action no="3"', '<cards type="Pocket" player="Dora">X X</cards>\n<action no="3"'),
    )
    hand = read(text)
    assert (hand.names, hand.payoffs) == (("Anna", "Bert", "Carl", "Dora"), (*PAYOFFS, 0))


@pytest.mark.parametrize(("gametype", "currency"), [("$1/$2", "$"), ("1/2", "€")])
def test_a_sign_that_was_lost_on_the_way(gametype: str, currency: str) -> None:
    """The stakes say the currency, or else the table's code does."""
    text = plain(
        "ipoker", ("Holdem NL $1/$2", f"Holdem NL {gametype}"), ("<mode>", "<tablecurrency>EUR</tablecurrency><mode>")
    )
    head, _, games = text.partition("<game ")
    hand = read(f"{head}<game {games.replace('$', chr(0xFFFD))}")
    assert (hand.payoffs, hand.currency) == (PAYOFFS, currency)


@pytest.mark.parametrize(
    ("kind", "put_in", "live", "dead"), [("10", 2, 200, 0), ("10", 3, 200, 100), ("10", 1, 0, 100)]
)
def test_a_post_of_ipoker_is_what_its_sum_says(kind: str, put_in: int, live: int, dead: int) -> None:
    text = plain(
        "ipoker",
        (
            '<player seat="3"',
            f'<player seat="3" name="Dora" chips="$50" dealer="0" win="$0" bet="${put_in}"/>\n<player seat="4"',
        ),
        ('<action no="2"', f'<action no="2" player="Dora" type="{kind}" sum="${put_in}"/>\n<action no="2"'),
        ('<action no="3"', f'<action no="3" player="Dora" type="{"4" if live else "0"}" sum="$0"/>\n<action no="3"'),
        (
            'sum="$4" cards="[cards]"/>',
            'sum="$4"/>\n<action no="5" player="Dora" type="0" sum="$0"/>' if live else 'sum="$4"/>',
        ),
        ('win="$20.50"', f'win="${20 + put_in}.50"'),
    )
    hand = read(text)
    assert hand.payoffs == (-100, -600, -100 * put_in, 650 + 100 * put_in)
    assert hand.forced == Forced((100, 200, 0, 0), (0, 0, live, 0), (0, 0, dead, 0))


@pytest.mark.parametrize(("bet", "is_read"), [(110, True), (100, True), (90, False)])
def test_antes_may_be_left_out_of_what_players_of_ipoker_bet(bet: int, is_read: bool) -> None:
    """Bruno loses 10 and 100, whether the sum has the ante in it or not; 100 of Ada's 320 were not called."""
    text = f"""<session sessioncode="1"><general><gametype>Holdem NL</gametype>
<tablename>Vega, 5</tablename><tournamentcode>77</tournamentcode></general>
<game gamecode="9"><general><startdate>2020-01-02 03:04:05</startdate>
<players><player seat="1" name="Ada" chips="1,000" dealer="1" win="320" bet="210"/>
<player seat="2" name="Bruno" chips="1,000" dealer="0" win="0" bet="{bet}"/></players></general>
<round no="0"><action no="1" player="Ada" type="15" sum="10"/><action no="2" player="Bruno" type="15" sum="10"/>
<action no="3" player="Ada" type="1" sum="50"/><action no="4" player="Bruno" type="2" sum="100"/></round>
<round no="1"><action no="5" player="Ada" type="3" sum="50"/><action no="6" player="Bruno" type="4" sum="0"/></round>
<round no="2"><cards type="Flop" player="">C2 D7 SJ</cards><action no="7" player="Bruno" type="4" sum="0"/>
<action no="8" player="Ada" type="5" sum="100"/><action no="9" player="Bruno" type="0" sum="0"/></round>
</game></session>
"""
    if is_read:
        assert read(text).payoffs == (-110, 110)
    else:
        assert "'Bruno' bets 90 in all (expected 110)" in refusal(text)


@pytest.mark.parametrize("site", ["888", "partypoker", "ipoker"])
def test_a_hand_that_nobody_won_is_cut_off(site: str) -> None:
    lines = [line for line in plain(site).split("\n") if not ("collected" in line or " wins " in line)]
    text = "\n".join(lines).replace('win="$20.50"', 'win="$0"')
    assert "nobody collected the pot of $13" in refusal(text)


LEVEL = "<smallblind>{small}</smallblind><bigblind>{big}</bigblind>"


@pytest.mark.parametrize(
    ("small", "big", "expected"),
    [
        (100, 250, (100, 250)),  # the big blind has but 150 chips
        (50, 100, (100, 200)),  # the level before: somebody posted more
    ],
)
def test_the_level_of_ipoker_where_a_blind_takes_all_chips(small: int, big: int, expected: tuple[int, int]) -> None:
    """Ada posts 100, Bruno his last 150; Ada folds, and the 50 that nobody called are among what Bruno wins."""
    text = f"""<session sessioncode="1"><general><mode>real</mode><gametype>Holdem NL</gametype>
<tablename>Vega, 5</tablename><nickname>Ada</nickname><tournamentcode>77</tournamentcode></general>
<game gamecode="9"><general><startdate>2020-01-02 03:04:05</startdate>{LEVEL.format(small=small, big=big)}
<players><player seat="1" name="Ada" chips="1,000" dealer="1" win="0" bet="100"/>
<player seat="2" name="Bruno" chips="150" dealer="0" win="250" bet="150"/></players></general>
<round no="0"><action no="1" player="Ada" type="1" sum="100"/><action no="2" player="Bruno" type="2" sum="150"/></round>
<round no="1"><cards type="Pocket" player="Ada">H2 S7</cards><cards type="Pocket" player="Bruno">X X</cards>
<action no="3" player="Ada" type="0" sum="0"/></round></game></session>
"""
    hand = read(text)
    assert (hand.names, hand.payoffs, hand.tournament) == (("Bruno", "Ada"), (100, -100), "77")
    assert (hand.rules.small_blind, hand.rules.big_blind) == expected


TOURNAMENT = """<session sessioncode="1"><general><mode>real</mode><gametype>Holdem NL</gametype>
<tablename>Vega, 5</tablename><nickname>Ada</nickname><tournamentcode>77</tournamentcode></general>
<game gamecode="9"><general><startdate>2020-01-02 03:04:05</startdate>
<players><player seat="1" name="Ada" chips="1,000" dealer="1" win="{won}" bet="{bet}"/>
<player seat="2" name="Bruno" chips="500" dealer="0" win="0" bet="{small}"/>
<player seat="3" name="Cleo" chips="15" dealer="0" win="0" bet="15"/></players></general>
<round no="0"><action no="1" player="Bruno" type="1" sum="{small}"/>
<action no="2" player="Cleo" type="2" sum="15"/></round>
<round no="1"><cards type="Pocket" player="Ada">HA SA</cards><cards type="Pocket" player="Cleo">H2 S7</cards>
<action no="3" player="Ada" type="{kind}" sum="{bet}"/>
<action no="4" player="Bruno" type="0" sum="0"/></round>
<round no="2"><cards type="Flop" player="">C2 D7 SJ</cards></round>
<round no="3"><cards type="Turn" player="">C5</cards></round>
<round no="4"><cards type="River" player="">CA</cards></round></game></session>
"""


@pytest.mark.parametrize(
    ("small", "kind", "bet", "big"),
    [
        (10, "3", 25, 25),  # the first call says how large the big blind is
        (10, "3", 20, 20),
        (10, "23", 40, 20),  # in tournaments twice the small blind, where nothing says more
    ],
)
def test_a_big_blind_of_ipoker_that_nobody_could_post_in_full(small: int, kind: str, bet: int, big: int) -> None:
    """Cleo's 15 chips are the big blind; what Ada puts in beyond them is not called, and hers again."""
    hand = read(TOURNAMENT.format(small=small, kind=kind, bet=bet, won=bet + small + 15))
    assert (hand.names, hand.payoffs) == (("Bruno", "Cleo", "Ada"), (-small, -15, small + 15))
    assert (hand.rules.small_blind, hand.rules.big_blind) == (small, big)


def test_fixed_limit_of_888_is_named_by_its_blinds() -> None:
    """Bert's last 1.50 are the big blind of 2; Carl completes to 2 and has 50 cents back, and his aces win.

    In are 1 of Anna's, 1.50 of Bert's and as much of Carl's: 4 less 20 cents of rake.
    """
    text = plain(
        "888",
        ("$1/$2 Blinds No Limit", "$1/$2 Blinds Fix Limit"),
        ("Bert ( $200 )", "Bert ( $1.50 )"),
        ("big blind [$2]", "big blind [$1.50]"),
        ("raises [$6]", "calls [$2]"),
        ("Bert calls [$4]\n", ""),
        ("Bert checks\nCarl bets [$8]\nBert folds\n", "** Dealing turn ** [ 3h ]\n** Dealing river ** [ 9h ]\n"),
        ("Carl did not show his hand", "Bert shows [ Kh, Kd ]\nCarl shows [ As, Ad ]"),
        ("$12.50", "$3.80"),
    )
    hand = read(text)
    assert (hand.payoffs, hand.rake) == ((-100, -150, 230), 20)
    assert (hand.rules.small_blind, hand.rules.big_blind, hand.rules.bet_sizes) == (100, 200, (200, 200, 400, 400))


CHIPS = (("$200 USD", "200"), ("[$", "["), (" USD]", "]"), ("$20.50 USD", "21 chips"))


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("NL Texas Hold'em $1 USD Buy-in  -", "Trny: 77 Level: 3\nBlinds(1/2)\n"),
        ("NL Texas Hold'em  -", "Trny:77 Level:3\nBlinds-Antes(1/2 -0)\n"),
        ("NL Texas Hold'em $9 USD Buy-in Trny:77 Level:3  Blinds-Antes(0.001K/0.002K -0) -", ""),
        ("NL Texas Hold em Trny:77 Level:3  Blinds(1/2) -", ""),
    ],
)
def test_tournaments_of_partypoker_are_named_anywhere(first: str, later: str) -> None:
    """Thousands written as K are not read: the posts say the blinds."""
    text = plain("partypoker", ("$1/$2 USD NL Texas Hold'em -", first), ("Anna posts", f"{later}Anna posts"), *CHIPS)
    hand = read(text)
    assert (hand.payoffs, hand.tournament, hand.level, hand.rules.big_blind) == ((-1, -6, 7), "77", "3", 2)


def test_a_game_of_partypoker_for_money_may_name_no_stakes() -> None:
    hand = read(plain("partypoker", ("$1/$2 USD NL Texas", "NL Texas")))
    assert (hand.payoffs, hand.currency, hand.tournament) == (PAYOFFS, "$", "")


def test_histories_that_partypoker_sent_in_2003() -> None:
    """Cleo's kings win the 13 but for 50 cents of rake; the bet of 3 that nobody called is hers again."""
    text = """***** Hand History For Game 1001 *****
3/6 TexasHTGameTable (Limit)  -  Sun Oct 12 13:05:27 EDT 2003
Table  Card Room #1001 (Real Money) -- Seat 3 is the button
Total number of players : 3
Seat 1: Ada ( $77.50)
Seat 2: Bruno ($60)
Seat 3: Cleo ($100)
Ada  posts small blind (1)
Bruno  posts big blind (3)
** Dealing down cards **
Dealt to Cleo [ Ah, Kh ]
Cleo raises (6) to 6
Ada folds.
Bruno calls (3)
** Dealing Flop ** :  [ 2s, Kd, 2c ]
Bruno checks.
Cleo bets (3)
Bruno folds.
** Summary **
Main Pot: $13 | Rake: $0.50
Board: [ 2s Kd 2c ]
Ada balance $76.50, lost $1 (folded)
Bruno balance $54, lost $6 (folded)
Cleo balance $106.50, bet $9, collected $15.50, net +$6.50
"""
    hand = read(text)
    assert (hand.payoffs, hand.rake, hand.rules.bet_sizes) == (PAYOFFS, 50, (300, 300, 600, 600))


@pytest.mark.parametrize("site", ["888", "partypoker"])
@pytest.mark.parametrize(
    "move", ["folds", "posts new player blind [$2]", "calls [$2]", "raises [$6]", "is all-In  [$2]", "checks"]
)
def test_who_is_not_among_the_seats_cannot_play(site: str, move: str) -> None:
    assert "'Zoe' plays without a seat" in refusal(plain(site, ("Carl raises", f"Zoe {move}\nCarl raises")))


@pytest.mark.parametrize("site", ["888", "partypoker"])
def test_who_is_not_among_the_seats_may_say_what_a_player_does(site: str) -> None:
    for remark in ("Zoe: folds", "Zoe: raises [$6]", "Zoe has joined the table", "Zoe calls the floor"):
        assert read(plain(site, ("Carl raises", f"{remark}\nCarl raises"))).payoffs == PAYOFFS
