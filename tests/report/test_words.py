import math

import pytest

from deluck.report import words


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1234.56, 1, "+1,234.6"),
        (-0.0004, 3, "0.000"),
        (-0.0006, 3, "−0.001"),
        (math.nan, 2, "–"),
        (math.inf, 2, "–"),
        (0.0, 0, "0"),
    ],
)
def test_signed(value, decimals, text):
    assert words.signed(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "text"), [(312, "+312"), (-45.25, "−45.2"), (1.005, "+1.00"), (0, "0.00"), (99.96, "+100.0")]
)
def test_sums_have_the_decimals_their_size_calls_for(value, text):
    assert words.bets(value) == text


def test_numbers_with_their_errors():
    assert words.with_error(0.0123, 0.0432) == "+0.012 ± 0.043"
    assert words.with_error(2.0, math.inf) == "+2.000 ± ∞"
    assert words.bets_with_error(-4.1, 564.2) == "−4 ± 564"
    assert words.bets_with_error(2, math.inf) == "+2.00 ± ∞"
    assert words.interval(-0.031, 0.055) == "−0.031 to +0.055"
    assert words.interval(-math.inf, math.inf) == "–"


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "–"), (math.inf, "–"), (7, "7"), (86.2, "87"), (870, "870"), (24001, "25,000"), (24000, "24,000")],
)
def test_hands_needed_are_rounded_up_to_two_digits(value, text):
    assert words.about(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(5.499, "5.50 ×"), (14.92, "14.9 ×"), (9.96, "10.0 ×"), (1234, "1,234 ×"), (math.nan, "–")]
)
def test_times(value, text):
    assert words.times(value) == text


def test_counts_and_lists():
    assert words.count(1, "game") == "1 game"
    assert words.count(2000, "game") == "2,000 games"
    assert words.count(2, "hand or line", "hands or lines") == "2 hands or lines"
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
    assert words.listed([]) == ""
