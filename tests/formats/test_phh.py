"""The Poker Hand History format; pokerkit, its reference, replays what is written here."""

import random
import warnings
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pokerkit.notation import HandHistory

from deluck.errors import FormatError
from deluck.formats import Rejected, acpc, format_phh, parse_phh, read_text
from deluck.games import Action, HoldemRules, exact_winnings
from deluck.records import HandRecord, replay, validate

HEADS_UP = """variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [1000, 1000]
actions = ['d dh p1 AcKc', 'd dh p2 7h6h', 'p2 cbr 20', 'p1 cc', 'd db Ks5h3d', 'p1 cbr 10', 'p2 f']
"""

seeds = st.integers(0, 2**32)


def pokerkit_payoffs(text: str) -> tuple[int, ...]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        return tuple(list(HandHistory.loads(text))[-1].payoffs)


def has_dead_chips(record: HandRecord) -> bool:
    """Return whether the last one to fold, who need not have, had put in more than the winner, who is all-in."""
    folded = {each.seat for each in record.decisions if each.action is Action.FOLD}
    (winner, *others) = [seat for seat in range(record.rules.n_seats) if seat not in folded]
    paid = replay(record).contributions
    return not others and paid[winner] < max(paid)


def has_odd_chips(record: HandRecord) -> bool:
    state = replay(record)
    if not state.has_showdown:
        return False
    (ranked,) = state._ranked()
    return any(share.denominator > 1 for pot in state.pots for share in exact_winnings([pot], ranked))


def test_heads_up_the_first_blind_is_the_second_seats():
    record = parse_phh(HEADS_UP)
    assert record.rules == HoldemRules(
        n_seats=2, small_blind=5, big_blind=10, bet_sizes=(10, 10, 20, 20), max_raises=(4, 4, 4, 4)
    )
    assert [decision.seat for decision in record.decisions] == [1, 0, 0, 1]
    assert record.payoffs == (20, -20) == pokerkit_payoffs(HEADS_UP)
    assert replay(record).contributions == (20, 20)
    assert record.names == ("p1", "p2")
    posted = [tuple(state.bets) for state in HandHistory.loads(HEADS_UP)]
    assert posted[2] == (10, 5)


@settings(max_examples=100)
@example(seed=1728, game="holdem")  # dead chips
@given(seed=seeds, game=st.sampled_from(["holdem", "stud7"]))
def test_hands_round_trip_and_pokerkit_replays_them(random_record, seed, game):
    record = random_record(seed, game)
    validate(record)
    try:
        text = format_phh(record)
    except FormatError as error:
        assert "cannot be written as PHH" in str(error)  # noqa: PT017
        return
    assert parse_phh(text) == record
    # pokerkit gives all odd chips of a pot to one seat, and knows no owner of chips that nobody left can win
    if not has_odd_chips(record) and not has_dead_chips(record):
        before_rake = replay(record).payoffs()
        assert pokerkit_payoffs(text) == before_rake


def test_most_hands_can_be_written(random_record):
    ends: Counter[str] = Counter()
    for seed in range(200):
        try:
            format_phh(random_record(seed, ("holdem", "stud7")[seed % 2]))
            ends["written"] += 1
        except FormatError as error:
            ends[str(error).split(": ", 1)[1]] += 1
    assert ends["written"] > 120, ends


@given(seed=seeds, n_seats=st.integers(2, 3))
def test_acpc_to_phh_and_back_loses_nothing(random_record, seed, n_seats):
    line = acpc.format_line(random_record(seed, rules=acpc.rules_of(n_seats), is_plain=True))
    assert acpc.format_line(parse_phh(format_phh(acpc.parse_line(line)))) == line


def test_shares_of_a_third_survive(random_record):
    record = parse_phh(HEADS_UP)
    odd = replace(record, payoffs=(Fraction(20, 3), Fraction(-20, 3)))
    text = format_phh(odd)
    assert "finishing_stacks" not in text
    assert parse_phh(text) == odd


def test_amounts_with_decimals_become_chips():
    text = HEADS_UP.replace("[5, 10]", "[0.5, 1]").replace("small_bet = 10", "small_bet = 1.00").replace("= 20", "= 2")
    text = text.replace("cbr 20", "cbr 2").replace("cbr 10", "cbr 1.00").replace("1000, 1000", "100.25, 100")
    record = parse_phh(text + "currency_symbol = '$'\n")
    assert record.rules.bet_sizes == (100, 100, 200, 200)
    assert (record.currency, record.chips_per_unit) == ("$", 100)
    assert record.stacks == (10025, 10000)
    assert record.payoffs == (200, -200)
    assert parse_phh(format_phh(record)) == record


def test_rake_is_what_the_finishing_stacks_lack():
    record = parse_phh(HEADS_UP + "finishing_stacks = [1018, 980]\n")
    assert (record.payoffs, record.rake) == ((18, -20), 2)
    validate(record)
    assert parse_phh(format_phh(record)) == record


def test_winnings_tell_the_payoffs_too():
    assert parse_phh(HEADS_UP + "winnings = [40, 0]\n").payoffs == (20, -20)


def test_a_hand_mucked_unseen_loses_and_shown_cards_become_known():
    text = HEADS_UP.replace(
        "'p2 f'", "'p2 cc', 'd db Tc', 'p1 cc', 'p2 cc', 'd db 4h', 'p1 cc', 'p2 cc', 'p1 sm', 'p2 sm 7h6h'"
    )
    text = text.replace("p1 AcKc", "p1 ????").replace("p2 7h6h'", "p2 ????'", 1)
    record = parse_phh(text)
    assert record.deal.holes == ((None, None), tuple(parse_phh(HEADS_UP).deal.holes[1]))
    assert record.payoffs == (-30, 30) == pokerkit_payoffs(text)
    with pytest.raises(FormatError, match="p1's cards at the showdown are not known"):
        parse_phh(text.replace(", 'p1 sm'", ""))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("'FT'", "'PO'", "variant 'PO', pot-limit Omaha (expected 'NT'"),
        ("'FT'", "'NT'", "min_bet is missing"),
        ("'FT'", "'XX'", "variant 'XX' (expected 'NT'"),
        ("variant = 'FT'", "x = 1", "variant missing"),
        ("'FT'", "'FT", "not TOML"),
        ("= [0, 0]", "= [0, -1]", "an ante of -1"),
        ("= [0, 0]", "= 0", "antes is 0 (expected a list"),
        ("[5, 10]", "[10, 5]", "blinds of 10 and 5"),
        ("[5, 10]", "[5, 10, 20]", "has 3 numbers (expected 2"),
        ("small_bet = 10", "small_bet = 'x'", "small_bet is 'x'"),
        ("small_bet = 10\n", "", "small_bet is missing"),
        ("small_bet = 10", "small_bet = nan", "small_bet of"),
        ("small_bet = 10", "small_bet = 10.1234567", "7 decimals"),
        ("[1000, 1000]", "[1000, true]", "starting_stacks is"),
        ("[1000, 1000]", f"[1000, 1{'0' * 30}]", "expected at most"),
        ("p1 AcKc", "p1 AcKx", "not a card: 'Kx'"),
        ("p1 AcKc", "p1 AcKcQc", "gives 3 cards"),
        ("p1 AcKc", "p3 AcKc", "no player 'p3'"),
        ("p1 AcKc", "p1 Ac6h", "6h appears twice"),
        ("d db Ks5h3d", "d db Ks5h", "with 2 cards on the board (expected 3"),
        ("'d db Ks5h3d', ", "", "with 0 cards on the board"),
        ("p2 cbr 20", "p2 cbr 30", "(expected cbr 20)"),
        ("p2 cbr 20", "p2 cbr x", "not an amount: 'x'"),
        ("p2 cbr 20", "p1 cbr 20", "out of turn (expected p2 to act)"),
        ("p2 cbr 20", "p2 pb", "no bring-in is due"),
        ("p2 cbr 20", "p2 jumps", "not an action: 'p2 jumps'"),
        ("'p2 f'", "'p2 f', 'p1 cc'", "out of turn (expected the end of the hand)"),
        (", 'p2 f'", "", "the actions stop after 3 decisions (expected p2 to act)"),
        ("\n", "\n_deluck = 1\n", "_deluck is not a table"),
        ("\n", "\nplayers = ['a']\n", "1 names"),
        ("\n", "\nfinishing_stacks = [1021, 980]\n", "lack -1 chips"),
        ("\n", "\nfinishing_stacks = [980, 1020]\n", "payoffs -20 20"),
        ("\n", "\n_deluck = {payoffs = ['1/0', 'x']}\n", "_deluck.payoffs"),
    ],
)
def test_a_broken_hand_is_rejected_and_the_others_are_read(old, new, reason):
    broken = HEADS_UP.replace(old, new, 1)
    assert broken != HEADS_UP
    first, rejected, last = read_text(f"[1]\n{HEADS_UP}\n[2]\n{broken}\n[3]\n{HEADS_UP}")
    assert first == last == parse_phh(HEADS_UP)
    assert isinstance(rejected, Rejected)
    assert reason in rejected.reason


def test_a_broken_header_costs_one_hand_only():
    hands = list(read_text(f"[1]\n{HEADS_UP}\n[2\n{HEADS_UP}\n[3]\n{HEADS_UP}"))
    assert [isinstance(hand, HandRecord) for hand in hands] == [True, False, True]


def test_deep_brackets_are_a_rejection_too():
    (rejected,) = read_text("variant = 'FT'\nantes = " + "[" * 5000)
    assert isinstance(rejected, Rejected)


@given(seed=seeds)
def test_broken_tables_never_raise_and_untouched_hands_are_read(random_record, seed):
    rng = random.Random(seed)
    texts = [HEADS_UP, format_phh(parse_phh(HEADS_UP))] * 3
    place = rng.randrange(6)
    letters = list(texts[place])
    for _ in range(rng.randint(1, 4)):
        where = rng.randrange(len(letters))
        letters[where : where + rng.randint(0, 3)] = rng.choice(["", "'", "[", "]", "\x00", "9", "p1", "\n", "é", "="])
    texts[place] = "".join(letters)
    hands = list(read_text("\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, start=1))))
    sound = [hand for hand in hands if hand == parse_phh(HEADS_UP)]
    assert len(sound) >= 5


JUNK = st.one_of(
    st.sampled_from(
        ["0xFFFFFFFFFFFFFFFFFFFFFFFF", "0x" + "F" * 4000, "1e999999", "1e-999999", "-1", "nan", "inf", "true"]
    ),
    st.sampled_from(
        ["[]", "{}", "[[]]", "{x = 1}", "''", "'x'", "1979-05-27", "[-1, 99]", "['1e99999', '1']", "['', '']"]
    ),
    st.integers(-5, 10**20).map(str),
)
FIELDS = (
    *(
        "variant",
        "antes",
        "blinds_or_straddles",
        "bring_in",
        "small_bet",
        "big_bet",
        "starting_stacks",
        "actions",
        "hand",
    ),
    *("players", "finishing_stacks", "winnings", "currency", "currency_symbol", "_deluck"),
    *("ante_trimming_status", "min_bet", "time", "time_zone", "day", "month", "year", "venue", "table", "event"),
)
EXTRAS = (
    *(
        "max_raises",
        "no_cap_heads_up",
        "unlimited_stacks",
        "payoffs",
        "currency",
        "chips_per_unit",
        "amounts",
        "undealt",
    ),
    *(
        "forced",
        "stakes",
        "outside",
        "hero",
        "undealt.other_boards",
        "undealt.hands",
        "undealt.board",
        "undealt.spare",
        "undealt.openers",
    ),
)
STUD = """variant = 'F7S'
antes = [1, 1]
bring_in = 1
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = ['d dh p1 Td3c4d', 'd dh p2 Kd3h5c', 'p1 pb', 'p2 cbr 4', 'p1 f']
"""
NO_LIMIT = HEADS_UP.replace("'FT'", "'NT'").replace("small_bet = 10\nbig_bet = 20", "min_bet = 10") + (
    "time = 20:15:00\ntime_zone = 'UTC'\nday = 4\nmonth = 7\nyear = 2024\n"
)


@settings(max_examples=300)
@given(
    hand=st.sampled_from([HEADS_UP, STUD, NO_LIMIT]),
    junk=st.dictionaries(st.sampled_from(FIELDS + EXTRAS), JUNK, min_size=1, max_size=2),
)
def test_any_value_in_any_field_is_read_or_rejected(hand, junk):
    fields = dict(line.split(" = ", 1) for line in hand.splitlines())
    extras = {name: value for name, value in junk.items() if name in EXTRAS}
    if "undealt" in extras:
        extras = {name: value for name, value in extras.items() if not name.startswith("undealt.")}
    fields |= {name: value for name, value in junk.items() if name in FIELDS}
    if extras and "_deluck" not in junk:
        fields["_deluck"] = "{" + ", ".join(f"{name} = {value}" for name, value in extras.items()) + "}"
    text = "".join(f"{name} = {value}\n" for name, value in fields.items())
    for found in read_text(f"[1]\n{text}\n[2]\n{HEADS_UP}"):
        assert isinstance(found, HandRecord | Rejected)
    assert found == parse_phh(HEADS_UP)


@pytest.mark.parametrize("amount", ["1e999999", "1e-999999", "nan", "-inf", "1_0", "٣", "0x10", "9" * 5000])
def test_odd_amounts_are_rejected(amount):
    with pytest.raises(FormatError, match=r"amount|expected"):
        parse_phh(HEADS_UP.replace("cbr 20", f"cbr {amount}"))
