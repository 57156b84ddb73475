"""The notation of DIVAT's authors."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.cards import parse_cards
from deluck.errors import FormatError
from deluck.formats import Rejected, divat, format_divat, parse_divat, read_text
from deluck.games import HoldemDeal, HoldemRules
from deluck.records import validate

EXAMPLE = "AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc"


def test_the_example_loses_p1_eleven_small_bets():
    record = parse_divat("AcKc", "7h6h", "Ks5h3dTc4h", "SlRrC/kBrC/bC/bRc")
    assert record.rules == HoldemRules(n_seats=2, small_blind=1, big_blind=2, bet_sizes=(2, 2, 4, 4))
    assert record.deal == HoldemDeal((parse_cards("AcKc"), parse_cards("7h6h")), parse_cards("Ks5h3dTc4h"))
    assert [decision.seat for decision in record.decisions] == [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    assert record.payoffs == (-22, 22)
    assert record.names == ("P1", "P2")
    validate(record)
    assert format_divat(record) == EXAMPLE


@pytest.mark.parametrize(
    ("line", "payoffs"),
    [
        ("AcKc 7h6h - SlF", (1, -1)),
        ("AcKc ???? - SlF", (1, -1)),
        ("AcKc 7h6h - SlRf", (-2, 2)),
        ("AcKc 7h6h Ks5h3d SlCk/bF", (2, -2)),
        ("AcKc 7h6h Ks5h3dTc4h SlCk/kK/kK/kK", (-2, 2)),
        ("AcKc 7h6h Ks5h3dTc4h SlRrRc/bRrRc/bRrRc/bRrRc", (-48, 48)),
        ("AcKc 7h6h Ks5h3dTc4h SlCk/bF", (2, -2)),
    ],
)
def test_hands_of_every_length(line, payoffs):
    record = divat.parse_line(line)
    assert record.payoffs == payoffs
    validate(record)
    assert format_divat(record) == line


@given(seed=st.integers(0, 2**32))
def test_lines_round_trip(random_record, seed):
    record = replace(random_record(seed, rules=divat.RULES, is_plain=True), names=divat.NAMES, hand_id="")
    (back,) = read_text(format_divat(record))
    assert back == record


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("AcKc 7h6h Ks5h3dTc4h RrC/kBrC/bC/bRc", "starts without the blinds"),
        ("AcKc 7h6h Ks5h3dTc4h SlrRc/kBrC/bC/bRc", "a raise by P1 out of turn"),
        ("AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRx", "not an action: 'x'"),
        ("AcKc 7h6h Ks5h3dTc4h SlKk/kK/kK/kK", "a check by P2 in 'SlKk/kK/kK/kK' is not legal (expected F or C or R)"),
        ("AcKc 7h6h Ks5h3dTc4h SlCk/rC/kK/kK", "a raise by P1 in 'SlCk/rC/kK/kK' is not legal (expected k or b)"),
        ("AcKc 7h6h Ks5h3dTc4h SlRrRrC/kK/kK/kK", "is not legal (expected f or c)"),
        ("AcKc 7h6h Ks5h3dTc4h SlCk/kK/kK", "stops early (expected a slash)"),
        ("AcKc 7h6h Ks5h3dTc4h SlC/k/kK/kK/kK", "a slash too early"),
        ("AcKc 7h6h Ks5h3dTc4h SlCkkK/kK/kK", "out of turn in 'SlCkkK/kK/kK' (expected a slash)"),
        ("AcKc 7h6h Ks5h3dTc4h SlF/kK", "a slash too early or too late"),
        ("AcKc 7h6h Ks5h3d SlCk/kK/kK/kK", "too short for the betting"),
        ("AcKc ???? Ks5h3dTc4h SlCk/kK/kK/kK", "the showdown is not known"),
        ("AcKc AcQh - SlF", "Ac appears twice"),
        ("AcKcQc 7h6h - SlF", "not two hole cards"),
        ("AcKc 7h6h Ks5h SlF", "a board of 2 cards"),
        ("AcKc 7h6h SlF", "3 parts"),
    ],
)
def test_a_broken_line_is_rejected_and_the_others_are_read(line, reason):
    first, broken, last = read_text(f"# some hands\n{EXAMPLE}\n\n{line}\n{EXAMPLE}\n")
    assert isinstance(broken, Rejected)
    assert broken.line == 4
    assert broken.excerpt == line
    assert reason in broken.reason
    assert first == last == divat.parse_line(EXAMPLE)


def test_what_the_notation_cannot_express_is_refused(random_record):
    with pytest.raises(FormatError, match="3 seats"):
        format_divat(random_record(1, rules=HoldemRules.limit(3), is_plain=True))
    record = divat.parse_line("AcKc 7h6h - SlF")
    with pytest.raises(FormatError, match="only one of a seat's two cards"):
        format_divat(replace(record, deal=HoldemDeal(((0, None), (1, 2)))))


def test_other_stakes_of_the_same_proportions_are_told_in_small_bets_of_two():
    record = divat.parse_line(EXAMPLE)
    dear = replace(record, rules=HoldemRules.limit(2, 10), payoffs=(-110, 110), stacks=(1000, 1000))
    assert format_divat(dear) == EXAMPLE
