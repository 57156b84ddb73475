"""ACPC logs, read and written, as records and straight to columns."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import parse_cards
from deluck.errors import FormatError, RecordError
from deluck.formats import acpc, acpc_columns
from deluck.games import Action, HoldemDeal, HoldemRules, StudRules
from deluck.records import HandColumns, validate

EXAMPLE = "STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2"
SPLIT = "STATE:256:rfrrc/crrc/cc/rrrrc:8cAs|5s6c|AdQd/2c5h4c/3c/6s:-5|2.5|2.5:p2|p3|p1"
NO_LIMIT = "# name/game/hands/seed 2p.nolimit.h1000.r0 /x/holdem.nolimit.2p.reverse_blinds.game 1000 0"
LIMIT = "# name/game/hands/seed 2p.limit.h1000.r0 /x/holdem.limit.2p.reverse_blinds.game 1000 0"

seeds = st.integers(0, 2**32)


def numbered(*lines):
    return list(enumerate(lines, start=1))


def by_records(lines):
    """Return what the record path makes of the lines: sound records, and line and reason of the others."""
    sound, rejected = [], []
    for number, hand in acpc.parse(lines):
        try:
            if isinstance(hand, FormatError):
                raise hand
            validate(hand)
            sound.append(hand)
        except (FormatError, RecordError) as error:
            rejected.append((number, str(error)))
    return sound, sorted(rejected)


def by_columns(lines, batch_size=1000):
    parts, rejected = [], []
    for columns, errors in acpc_columns.batches(lines, batch_size):
        parts += [columns] if columns is not None else []
        rejected += [(number, str(error)) for number, error in errors]
    return parts, sorted(rejected)


def assert_same(lines, batch_size=1000):
    sound, rejected = by_records(lines)
    parts, rejected_in_bulk = by_columns(lines, batch_size)
    assert rejected_in_bulk == rejected
    assert [record for part in parts for record in part] == sound
    return sound, rejected


def test_the_example_of_the_format_is_read_seat_by_seat():
    record = acpc.parse_line(EXAMPLE)
    assert record.rules == HoldemRules.acpc_heads_up()
    assert record.deal == HoldemDeal((parse_cards("5d5c"), parse_cards("9hQd")), parse_cards("8dAs8s4h6d"))
    assert [decision.seat for decision in record.decisions] == [1, 0, 0, 1, 0, 0, 1, 0, 1]
    assert record.decisions[3].action is Action.RAISE
    assert (record.payoffs, record.names, record.hand_id) == ((20, -20), ("p1", "p2"), "0")
    validate(record)
    assert acpc.format_line(record) == EXAMPLE
    assert acpc.format_line(record, 7).startswith("STATE:7:")


def test_three_seats_and_a_cut_chip():
    record = acpc.parse_line(SPLIT)
    assert record.rules == HoldemRules.acpc_three_seats()
    assert record.payoffs == (-5, Fraction(5, 2), Fraction(5, 2))
    assert [decision.seat for decision in record.decisions[:5]] == [2, 0, 1, 2, 1]
    validate(record)
    assert acpc.format_line(record) == SPLIT


def test_shares_that_no_decimal_can_write_come_back():
    assert acpc.format_payoff(Fraction(10, 3)) == "3.333333"
    assert acpc.parse_payoff("3.333333") == Fraction(10, 3)
    assert acpc.parse_payoff("-6.666667") == Fraction(-20, 3)
    assert acpc.parse_payoff("2.5") == Fraction(5, 2)
    assert acpc.parse_payoff("7.000000") == 7


def test_cards_that_are_not_in_the_log_are_not_known():
    line = "STATE:3:rrrc/rrf:4s8s|/QhJs9d:-50|50:p2|p1"
    record = acpc.parse_line(line)
    assert record.deal.holes[1] == (None, None)
    validate(record)
    assert acpc.format_line(record) == line
    assert_same(numbered(EXAMPLE, line, SPLIT))


def test_a_showdown_that_is_not_known_is_paid_as_the_log_says_if_it_can_be():
    shown = EXAMPLE.replace("9hQd", "")
    sound, rejected = assert_same(numbered(shown, shown.replace("20|-20", "30|-30")))
    assert len(sound) == 1
    assert rejected[0][0] == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("STATE:0:cc/crc", "3 parts"),
        (EXAMPLE.replace("STATE:0", "STATE:x"), "not a hand number: 'x'"),
        (EXAMPLE.replace("20|-20", "20|-2O"), "not a payoff: '-2O'"),
        (EXAMPLE.replace("20|-20", "20|-20|0"), "3 payoffs"),
        (EXAMPLE.replace("20|-20", "30|-20"), "make 10"),
        (EXAMPLE.replace("p1|p2", "p1"), "1 names (expected 2 to 10)"),
        (EXAMPLE.replace("5d5c", "5x5c"), "not a card: '5x'"),
        (EXAMPLE.replace("5d5c", "5d"), "not two hole cards: '5d'"),
        (EXAMPLE.replace("5d5c|", ""), "are of 1 seats (expected 2)"),
        (EXAMPLE.replace("5d5c", "9h5c"), "9h appears twice"),
        (EXAMPLE.replace("/6d", ""), "reached the river"),
        (EXAMPLE.replace("cc/crc/cc/cc", "cc/crc/cc/c"), "before seat 1 has acted"),
        (EXAMPLE.replace("cc/crc/cc/cc", "cc/crc/cc/ccc"), "goes on after the end of the river"),
        (EXAMPLE.replace("cc/crc/cc/cc", "cc/crc/cc/cc/cc"), "on 5 streets"),
        (EXAMPLE.replace("cc/crc/cc/cc", "cc/crc/cc"), "stops after the turn"),
        (EXAMPLE.replace("cc/crc/cc/cc", "f/crc/cc/cc"), "after all but one seat folded"),
        (EXAMPLE.replace("cc/crc/cc/cc", "cc/cxc/cc/cc"), "not an action: 'x'"),
        (EXAMPLE.replace("cc/crc/cc/cc", "r19686r20000c///"), "a no-limit hand"),
        (EXAMPLE.replace("5d5c", "????"), "not a card: '??'"),
        (EXAMPLE.replace("5d5c", "5d5?"), "not a card: '5?'"),
        (EXAMPLE.replace("5d5c", "5d?c"), "not a card: '?c'"),
        (EXAMPLE.replace("5d5c", "").replace("9hQd", "9h??"), "not a card: '??'"),
        (EXAMPLE.replace("5d5c", "5d5c5h"), "not two hole cards: '5d5c5h'"),
        (EXAMPLE.replace("8dAs8s/4h", "8dAs/8s4h"), "reached the river"),
        (EXAMPLE.replace("5d5c|", "5d5c/"), "are of 1 seats (expected 2)"),
        (EXAMPLE.replace("p1|p2", "p1|p2|p3|p4|p5|p6|p7|p8|p9|p10|p11"), "11 names (expected 2 to 10)"),
    ],
)
def test_a_broken_line_is_rejected_with_its_reason(line, reason):
    with pytest.raises(FormatError, match=r"\S") as caught:
        acpc.parse_line(line)
    assert reason in str(caught.value)
    sound, rejected = assert_same(numbered(EXAMPLE, line, SPLIT))
    assert len(sound) == 2
    assert [number for number, _ in rejected] == [2]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (EXAMPLE.replace("20|-20", "-20|20"), "payoffs -20 20 (expected 20 -20)"),
        (EXAMPLE.replace("crc/cc/cc:", "crrrrrc/cc/cc:"), "raise by p."),
        (EXAMPLE.replace("crc/cc/cc:", "crc/cf/:").replace("/4h/6d", "/4h"), "stops after|goes on|before"),
    ],
)
def test_a_hand_against_the_rules_is_rejected_by_both_paths(line, reason):
    import re

    sound, rejected = assert_same(numbered(EXAMPLE, line))
    assert len(sound) == 1
    assert re.search(reason.replace("(", r"\(").replace(")", r"\)"), rejected[0][1])


def test_a_log_of_a_no_limit_match_is_refused_once_by_name_and_the_next_match_is_read():
    lines = numbered(NO_LIMIT, "#--t_response 600000", EXAMPLE, SPLIT, "SCORE:1|-1:p1|p2", LIMIT, EXAMPLE)
    sound, rejected = assert_same(lines)
    assert len(sound) == 1
    assert [number for number, _ in rejected] == [1]
    for part in ("'2p.nolimit.h1000.r0'", "'holdem.nolimit.2p.reverse_blinds.game'", "its 2 hands are not read"):
        assert part in rejected[0][1]


def test_comments_scores_and_empty_lines_are_no_hands_and_other_text_is_told():
    sound, rejected = assert_same(numbered(LIMIT, "# anything", "", EXAMPLE, "SCORE:20|-20:p1|p2", "hello"))
    assert len(sound) == 1
    assert rejected == [(6, "not a line of an ACPC log: 'hello' (expected STATE:…, SCORE:… or a # comment)")]


@given(seed=seeds, n_seats=st.integers(2, 10))
def test_lines_round_trip(random_record, seed, n_seats):
    record = random_record(seed, rules=acpc.rules_of(n_seats), is_plain=True)
    line = acpc.format_line(record)
    assert acpc.parse_line(line) == record
    assert acpc.format_line(acpc.parse_line(line)) == line
    validate(record)


@settings(max_examples=40)
@given(first=seeds)
def test_columns_are_those_of_the_records(random_record, first):
    records = [random_record(first + number, rules=acpc.rules_of(2 + first % 2), is_plain=True) for number in range(20)]
    lines = numbered(*[acpc.format_line(record) for record in records])
    ((columns, errors),) = acpc_columns.batches(lines)
    expected = HandColumns.from_records(records)
    assert not errors
    assert (columns.rules, columns.names, columns.units) == (expected.rules, expected.names, expected.units)
    for name in ("rules_index", "hand_ids", "players", "cards", "board", "action_starts", "actions", "actors"):
        np.testing.assert_array_equal(getattr(columns, name), getattr(expected, name))
        assert getattr(columns, name).dtype == getattr(expected, name).dtype
    for name in ("payoffs", "payoff_denominators", "rake", "stacks"):
        np.testing.assert_array_equal(getattr(columns, name), getattr(expected, name))


def broken(rng: random.Random, line: str) -> str:
    """Return a line with a few letters changed, lost or added, or cut off."""
    letters = list(line)
    for _ in range(rng.randint(1, 3)):
        if not letters:
            break
        place = rng.randrange(len(letters))
        what = rng.randrange(4)
        if what == 0:
            letters[place] = rng.choice("cfr/|:-0123456789AKQcdhs xé\x00")
        elif what == 1:
            del letters[place]
        elif what == 2:
            letters.insert(place, rng.choice("cfr/|:-.059AKdhs"))
        else:
            letters = letters[: place + 1]
    return "".join(letters)


@settings(max_examples=40)
@given(seed=seeds)
def test_broken_lines_never_raise_and_both_paths_agree_on_them(random_record, seed):
    rng = random.Random(seed)
    mixed = [
        random_record(seed + number, rules=acpc.rules_of(rng.randint(2, 4)), is_plain=True) for number in range(12)
    ]
    lines = [acpc.format_line(record) for record in mixed]
    hurt = {place: broken(rng, lines[place]) for place in rng.sample(range(12), 4)}
    sound, rejected = assert_same(numbered(*[hurt.get(place, line) for place, line in enumerate(lines)]), batch_size=5)
    untouched = [record for place, record in enumerate(mixed) if place not in hurt]
    assert [record for record in sound if record in untouched] == untouched
    assert {number - 1 for number, _ in rejected} <= set(hurt)


def test_other_stakes_are_told_in_those_of_the_log():
    record = acpc.parse_line(EXAMPLE)
    dear = replace(
        record,
        rules=HoldemRules.limit(2, 400),
        payoffs=(800, -800),
        stacks=(100_000, 90_000),
        currency="$",
        chips_per_unit=100,
    )
    validate(dear)
    assert acpc.format_line(dear) == EXAMPLE


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"rules": HoldemRules(n_seats=2, small_blind=3, big_blind=10, bet_sizes=(10, 10, 20, 20))},
            "expected the proportions 0 5 10",
        ),
        ({"payoffs": (18, -20), "rake": 2, "stacks": (500, 500)}, "a rake of 2 chips"),
        ({"names": ("a|b", "c")}, "the name 'a|b' has a bar"),
        ({"hand_id": "x"}, "has no number"),
        (
            {"deal": HoldemDeal(((0, None), (4, 5)), parse_cards("8dAs8s4h6d"))},
            "only 2c of a seat's two cards is known",
        ),
        ({"deal": HoldemDeal(((0, 1), (4, 5)), parse_cards("8dAs8s"))}, "a card of the board is not known"),
    ],
)
def test_what_a_line_cannot_express_is_refused(change, reason):
    with pytest.raises(FormatError, match=r"\S") as caught:
        acpc.format_line(replace(acpc.parse_line(EXAMPLE), **change))
    assert reason in str(caught.value)


def test_all_ins_and_stud_hands_are_refused(random_record):
    stud = random_record(5, rules=StudRules.paper(3), is_plain=True)
    with pytest.raises(FormatError, match="stud hand"):
        acpc.format_line(stud)
    short = replace(
        acpc.parse_line(EXAMPLE), stacks=(10, 500), decisions=acpc.parse_line(EXAMPLE).decisions[:1], payoffs=(10, -10)
    )
    validate(short)
    with pytest.raises(FormatError, match="makes another hand"):
        acpc.format_line(short)


def test_the_score_adds_up_by_name():
    score = acpc.Score()
    for line in (EXAMPLE, SPLIT, SPLIT):
        score.add(acpc.parse_line(line))
    assert score.format_line() == "SCORE:25|-30|5:p1|p2|p3"
