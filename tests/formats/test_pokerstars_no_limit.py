"""PokerStars hands of no-limit and pot-limit, worked out by hand: posts, pots, boards, cash-outs, time and place."""

import random
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from deluck.cards import DECK, parse_cards
from deluck.errors import FormatError
from deluck.formats import Rejected, pokerstars, read_text
from deluck.formats.pokerstars_header import parse_header
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, HoldemState, Structure
from deluck.records import Decision, HandRecord, replay, validate

from .conftest import play

TEXT = (Path(__file__).parent / "pokerstars" / "no_limit.txt").read_text(encoding="utf-8")
HANDS = {text.split("#", 1)[1].split(":", 1)[0]: text.strip() + "\n" for text in TEXT.split("\n\n\n\n")}


def read(text: str) -> list[HandRecord | FormatError]:
    return [hand for _, hand in pokerstars.parse(enumerate(text.split("\n"), start=1))]


def record_of(hand_id: str) -> HandRecord:
    (record,) = read(HANDS[hand_id])
    assert isinstance(record, HandRecord), record
    return record


# names by seat, what was done with the amounts of raises, payoffs, rake
EXPECTED = {
    "5001": ("Bruno Cleo Ada", "r250 r850 f c r900 r2200 r3150 c", (-4000, -100, 3850), 250),
    "5002": ("Dirk Ada Bruno Cleo", "r1200 r11950 c c c", (3750, 2250, 2000, -8000), 0),
    "5003": ("Dirk Edda Fritz Ada Bruno Cleo", "f c r800 f f f f", (-100, -200, 0, -300, 700, -100), 0),
    "5004": ("Ada Bruno Cleo", "c f r90 f", (30, -30, 0), 0),
    "5005": ("Bruno Cleo Ada", "f f", (-100, 100, 0), 0),
    "5006": ("Ada Bruno", "r10000 c", (-125, -125), 250),
    "5007": ("Ada Bruno", "r10000 c", (9800, -10000), 200),
    "5008": ("Ada Bruno Cleo", "r85 f r265 f", (-10, 95, -85), 0),
    "5009": ("Ada Bruno Cleo Dirk", "f c f c c r500 f", (-400, -200, 550, 0), 50),
    "5010": ("Ada Bruno Cleo", "f r200 c", (200, -200, 0), 0),
    "5011": ("Ada Bruno Cleo", "r300 c c", (-300, 400, -100), 0),
}
FORCED = {
    "5003": Forced((100, 200, 0, 0, 0, 0), (0, 0, 0, 200, 200, 0), (0, 0, 0, 100, 0, 100)),
    "5004": Forced((30, 0, 0), (0, 0, 0), (0, 0, 0)),
    "5009": Forced((100, 200, 400, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
}


def actions_of(record: HandRecord) -> str:
    return " ".join("fcr"[each.action] + ("" if each.amount is None else str(each.amount)) for each in record.decisions)


@pytest.mark.parametrize("hand_id", EXPECTED)
def test_a_hand_is_read_as_it_was_played_and_written_back(hand_id: str) -> None:
    record = record_of(hand_id)
    names, actions, payoffs, rake = EXPECTED[hand_id]
    assert record.names == tuple(names.split())
    assert actions_of(record) == actions
    assert (record.payoffs, record.rake) == (payoffs, rake)
    assert record.forced == FORCED.get(hand_id)
    validate(record)
    assert read(pokerstars.format_hand(record)) == [record]


def test_rules_stakes_and_antes() -> None:
    assert record_of("5001").rules == HoldemRules.no_limit(3, 50, 100)
    assert record_of("5002").rules == HoldemRules.no_limit(4, 250, 500, ante=50)
    assert record_of("5008").rules == HoldemRules.pot_limit(3, 10, 25)
    ante = record_of("5005").rules
    assert (ante.ante, ante.big_blind_ante) == (0, 200)
    assert record_of("5004").rules == HoldemRules.no_limit(3, 15, 30)


def test_when_and_where() -> None:
    cash, tournament = record_of("5001"), record_of("5002")
    assert cash.time == datetime(2024, 7, 4, 20, 15, 30, tzinfo=UTC)
    assert tournament.time == datetime(2023, 1, 15, 19, 0, 0, tzinfo=UTC)
    assert record_of("5003").time == datetime(2022, 3, 1, 9, 8, 7, tzinfo=UTC)
    assert (cash.site, cash.table, cash.tournament) == ("PokerStars", "Mira IV", "")
    assert (tournament.site, tournament.table, tournament.tournament) == ("PokerStars", "777001 3", "777001")
    assert (cash.names[cash.hero], tournament.names[tournament.hero]) == ("Ada", "Bruno")
    assert record_of("5003").hero is None
    assert (cash.currency, record_of("5003").currency, tournament.currency) == ("$", "€", "")


def test_a_hand_run_twice_has_two_boards() -> None:
    record = record_of("5006")
    assert record.deal.boards == (parse_cards("2c7dJhJs3d"), parse_cards("Ad4h4s9sTc"))
    assert replay(record).payoffs() == (0, 0)
    text = HANDS["5006"].replace("SECOND TURN *** [Ad 4h 4s]", "SECOND TURN *** [Ad 4h 5s]")
    assert "the board becomes" in str(read(text)[0])
    text = HANDS["5006"].replace("[Ad 4h 4s 9s] [Tc]", "[Ad 4h 4s 9s] [Qh]").replace("9s Tc]", "9s Qh]")
    assert "payoffs -125 -125 (expected" in str(read(text)[0])


def test_what_is_cashed_out_counts_outside_the_pots() -> None:
    record = record_of("5007")
    assert record.outside == (0, 8430)
    won = (
        HANDS["5007"]
        .replace("Bruno cashed", "Ada cashed")
        .replace("from pot", "from pot (pot not awarded as cashed out)")
    )
    assert read(won)[0].outside == (8430 - 19800, 0)
    assert read(pokerstars.format_hand(read(won)[0])) == read(won)


BROKEN = [
    # below the smallest raise; above the stack; half a raise that is no all-in
    ("5001", "raises $1.50 to $2.50", "raises $0.50 to $1.50", "line 10: 'Ada' raises to $1.50 (expected $2 to $100)"),
    ("5001", "raises $1.50 to $2.50", "raises $100 to $101", "line 10: 'Ada' raises to $101 (expected $2 to $100)"),
    ("5001", "raises $13 to $22", "raises $4 to $13", "line 16: 'Ada' raises to $13 (expected $18 to $91.50)"),
    ("5008", "raises $0.60 to $0.85", "raises $0.61 to $0.86", "'Cleo' raises to $0.86 (expected $0.50 to $0.85)"),
    ("5001", "raises $1.50 to $2.50", "raises $1.40 to $2.50", "raises $1.40 to $2.50 (expected $1.50)"),
    ("5001", "Ada: calls $6", "Ada: calls $5", "'Ada' calls $5 (expected 'calls $6')"),
    # the blinds of the header
    ("5001", "posts small blind $0.50", "posts small blind $0.25", "'Bruno' posts small blind $0.25 (expected $0.50)"),
    (
        "5003",
        "posts small & big blinds €3",
        "posts small & big blinds €2",
        "'Ada' posts small & big blinds €2 (expected €3)",
    ),
    ("5002", "Cleo: posts the ante 50", "Cleo: posts the ante 40", "'Cleo' posts the ante 40 (expected 50)"),
    ("5009", "posts straddle", "posts a lot", "'Cleo' posts a lot (expected an ante, a blind, both or a straddle)"),
    # money: two sums that do not agree
    ("5001", "Ada collected $78.50", "Ada collected $78.51", "a pot of $81 and a rake of $2.50, but $78.51 collected"),
    ("5001", "Total pot $81", "Total pot $81.50", "the pot is $81.50 (expected $81)"),
    ("5002", "Uncalled bet (4000)", "Uncalled bet (4001)", "4001 returned to 'Cleo' (expected 4000)"),
    ("5005", "Total pot 400", "Total pot 300", "the pot is 300 (expected 400)"),
]


@pytest.mark.parametrize(("hand_id", "old", "new", "reason"), BROKEN)
def test_what_cannot_be_is_refused_with_what_was_legal(hand_id: str, old: str, new: str, reason: str) -> None:
    assert old in HANDS[hand_id]
    (error,) = read(HANDS[hand_id].replace(old, new, 1))
    assert isinstance(error, FormatError)
    assert str(error).startswith(f"hand #{hand_id}, line ")
    assert reason in str(error)


def test_a_short_all_in_does_not_open_the_betting_again() -> None:
    """Bruno bets 9, Ada calls, Cleo is all-in for 12: Bruno may call or fold, not raise."""
    text = HANDS["5001"].replace("Seat 4: Cleo ($250.25", "Seat 4: Cleo ($20.50")
    text = text.replace("Cleo: folds\nAda: calls $6", "Cleo: calls $7.50\nAda: calls $6", 1)
    start, end = text.index("Bruno: bets $9"), text.index("*** TURN")
    street = "Bruno: bets $9\nCleo: raises $3 to $12 and is all-in\nAda: calls $12\nBruno: raises $19.50 to $31.50\n"
    (error,) = read(text[:start] + street + text[end:])
    assert "line 18: 'Bruno' raises (expected folds or calls $3)" in str(error)


def test_a_side_pot_paid_to_the_wrong_player_is_refused() -> None:
    text = HANDS["5002"].replace("Bruno collected 10000", "Ada collected 10000").replace("won (5250)", "won (15250)")
    text = text.replace("and won (10000) with", "and lost with")
    (found,) = read_text(text)
    assert isinstance(found, Rejected)
    assert "hand '5002': payoffs 3750 12250 -8000 -8000 (expected 3750 2250 2000 -8000)" in found.reason


def test_who_folds_all_in_is_named() -> None:
    text = HANDS["5011"].replace("Bruno: calls 180 and is all-in", "Bruno: folds").replace("Bruno (200", "Bruno (15")
    text = text.replace("posts big blind 20", "posts big blind 15 and is all-in")
    assert "'Bruno' folds all-in, as who sits out does" in str(read(text)[0])


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("Split Hold'em No Limit ($1/$2 USD)", "another game: Split Hold'em No Limit (expected"),
        ("6+ Hold'em No Limit ($1/$2 USD)", "another game: 6+ Hold'em No Limit"),
        ("Omaha Pot Limit ($1/$2 USD)", "another game: Omaha Pot Limit"),
        ("Hold'em Pot Limit Pre-Flop, No Limit Post-Flop - Level I (10/20)", "Pre-Flop, No Limit Post-Flop"),
    ],
)
def test_other_games_are_refused_by_name(game: str, reason: str) -> None:
    with pytest.raises(FormatError, match=re.escape(reason)):
        parse_header(f"PokerStars Hand #1:  {game} - 2024/01/01 0:00:00 ET")


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("2009/10/12 - 23:45:12 (ET)", datetime(2009, 10, 13, 3, 45, 12, tzinfo=UTC)),
        ("2012/12/14 7:59:19 XYZ [2012/12/13 19:59:19 ET]", datetime(2012, 12, 14, 0, 59, 19, tzinfo=UTC)),
        ("2019/02/08 15:19 UTC [2019/02/08 16:19 CET]", datetime(2019, 2, 8, 15, 19, tzinfo=UTC)),
        ("2017/01/01 15:02:07", None),
        ("2017/01/01 15:02:07 CET", datetime(2017, 1, 1, 14, 2, 7, tzinfo=UTC)),
        ("2017/01/01 15:02:07 XYZ", None),
        ("2017/13/01 15:02:07 ET", None),
        ("2000/01/01 0:00:00 ET", None),
    ],
)
def test_times_are_read_where_their_zone_is_known(time: str, expected: datetime | None) -> None:
    assert parse_header(f"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - {time}").time == expected


def test_lines_that_mail_has_indented() -> None:
    indented = "*********** # 1 **************\n" + "\n".join(f" {line}" for line in HANDS["5001"].split("\n"))
    assert read(indented) == [record_of("5001")]


def test_another_site_in_the_same_words() -> None:
    (record,) = read(HANDS["5001"].replace("PokerStars Hand", "Full Tilt Hand"))
    assert record == replace(record_of("5001"), site="Full Tilt")
    assert read(pokerstars.format_hand(record)) == [record_of("5001")]


def test_money_that_adds_up_in_other_words_is_read() -> None:
    walk = HANDS["5005"]
    without = walk.replace("Uncalled bet (100) returned to Cleo\n", "")
    assert read(without) == [record_of("5005")]
    included = without.replace("collected 400", "collected 500").replace("(400)", "(500)").replace("pot 400", "pot 500")
    assert read(included) == [record_of("5005")]


def random_record(seed: int) -> tuple[str, HandRecord]:
    """Return a random hand that a text can hold, and the kind of its forced bets."""
    rng = random.Random(seed)
    n_seats = rng.randint(2, 9)
    big = rng.choice((20, 100))
    kind = rng.choice(("usual", "ante", "big-blind ante", "posts", "straddle", "no small blind"))
    kind = kind if n_seats > 3 or kind in ("ante", "big-blind ante") else "usual"
    rules = HoldemRules(
        n_seats=n_seats,
        small_blind=big // 2,
        big_blind=big,
        structure=rng.choice((Structure.NO_LIMIT, Structure.POT_LIMIT)),
        ante=big // 5 if kind == "ante" else 0,
        big_blind_ante=big if kind == "big-blind ante" else 0,
    )
    blinds, posts, dead = (list(chips) for chips in rules.forced)
    if kind == "posts":
        posts[3], dead[2], posts[2] = big, big // 2, big
        dead[n_seats - 1] = big // 2
    elif kind == "straddle":
        blinds[2] = 2 * big
    elif kind == "no small blind":
        blinds = [big] + [0] * (n_seats - 1)
    forced = Forced(tuple(blinds), tuple(posts), tuple(dead))
    stacks = tuple(rng.randint(3 * big, rng.choice((6, 40, 200)) * big) for _ in range(n_seats))
    deal = HoldemDeal.from_deck(rng.sample(DECK, 52), n_seats)
    state = HoldemState(rules, deal, stacks, forced)
    decisions = play(rng, state)
    moves = [move.amount if move.action is Action.RAISE else None for move in state.history]
    n_board = (0, 3, 4, 5)[state.street]
    payoffs = list(state.payoffs())
    winner = max(range(n_seats), key=lambda seat: payoffs[seat] + state.contributions[seat])
    rake = rng.choice((0, state.pot // 30)) if payoffs[winner] + state.contributions[winner] > state.pot // 30 else 0
    payoffs[winner] -= rake
    record = HandRecord(
        rules=rules,
        deal=HoldemDeal(deal.holes, deal.board[:n_board]),
        decisions=tuple(Decision(seat, action, to) for (seat, action, _), to in zip(decisions, moves, strict=True)),
        payoffs=tuple(payoffs),
        names=tuple(f"Player {seat}" for seat in range(n_seats)),
        stacks=stacks,
        forced=forced,
        rake=rake,
        hand_id=str(seed),
        currency="$",
        chips_per_unit=100,
        time=datetime(2024, 3, 4, 5, 6, seed % 60, tzinfo=UTC),
        site="PokerStars",
        table="Own",
        tournament=rng.choice(("", "99")),
        hero=rng.choice((None, 0)),
    )
    return kind, record


def test_random_hands_are_written_and_read_back() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(150):
        kind, record = random_record(seed)
        validate(record)
        assert read(pokerstars.format_hand(record)) == [record], (seed, kind)
        kinds[kind] += 1
    assert min(kinds.values()) > 8, kinds
    assert len(kinds) == 6


CAPPED = """PokerStars Hand #6001:  Hold'em No Limit ($2/$4 - $80 Cap -  USD) - 2015/04/19 11:46:35 ET
Table 'Gemma II' 6-max Seat #1 is the button
Seat 1: Ada ($385.96 in chips)
Seat 2: Bruno ($78 in chips)
Seat 3: Cleo ($433.06 in chips)
Bruno: posts small blind $2
Cleo: posts big blind $4
*** HOLE CARDS ***
Ada: raises $8 to $12
Bruno: raises $66 to $78 and is all-in
Cleo: raises $2 to $80 and has reached the $80 cap
Ada: calls $68 and has reached the $80 cap
*** FLOP *** [Qd Qs 4h]
*** TURN *** [Qd Qs 4h] [Ts]
*** RIVER *** [Qd Qs 4h Ts] [7s]
*** SHOW DOWN ***
Cleo: shows [Ad Ks] (a pair of Queens)
Ada: shows [9h 9c] (two pair, Queens and Nines)
Ada collected $4 from side pot
Bruno: shows [Th Jc] (two pair, Queens and Tens)
Bruno collected $231.20 from main pot
*** SUMMARY ***
Total pot $238 Main pot $231.20. Side pot $4. | Rake $2.80
Board [Qd Qs 4h Ts 7s]
Seat 1: Ada (button) showed [9h 9c] and won ($4) with two pair, Queens and Nines
Seat 2: Bruno (small blind) showed [Th Jc] and won ($231.20) with two pair, Queens and Tens
Seat 3: Cleo (big blind) showed [Ad Ks] and lost with a pair of Queens
"""


def test_with_a_cap_the_stack_in_play_is_the_cap() -> None:
    (record,) = read(CAPPED)
    assert isinstance(record, HandRecord)
    assert record.names == ("Bruno", "Cleo", "Ada")
    assert record.stacks == (7800, 8000, 8000)
    assert record.payoffs == (15_320, -8000, -7600)  # $234 less the rake, and $4, less what each put in
    assert record.rake == 280
    validate(record)
