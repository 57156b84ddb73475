"""Amounts as sites of all countries write them, and times with their zones."""

import contextlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, Money, make_time, money_of, sign_of

DOLLARS, EUROS = Money("$", 100), Money("€", 100)


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("$1.50", 150),
        ("$0.5", 50),
        ("$2", 200),
        ("1,50 $", 150),
        ("0,02$", 2),
        ("$1,728.25", 172_825),
        ("1.183.764 $", 118_376_400),
        ("42.797,60 $", 4_279_760),
        ("1\u00a0192,48 $", 119_248),
        ("$1,000", 100_000),
        ("$0.10 USD", 10),
        ("$48,47 USD", 4847),
        ("1.5", 150),
        ("$-0.05", -5),
        ("-$0.05", -5),
    ],
)
def test_amounts_of_money(text: str, chips: int) -> None:
    assert DOLLARS.parse(text) == chips


@pytest.mark.parametrize(
    ("text", "chips"),
    [("1,500", 1500), ("1.500", 1500), ("323265.00", 323_265), ("6,100 chips", 6100), ("3.000 $", 3000), ("0", 0)],
)
def test_chips_of_tournaments(text: str, chips: int) -> None:
    assert CHIPS.parse(text) == chips


@pytest.mark.parametrize(
    "text", ["", "$", "€1", "1.2.3", "$1,2,3", "1,23,456", "1.234,5678", "x" * 100, "9" * 30, "1e9", "٣"]
)
def test_what_is_no_amount_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(FormatError, match=r"not an amount: .*\(expected e\.g\. '\$1\.50'\)"):
        DOLLARS.parse(text)


def test_parts_of_chips_are_refused() -> None:
    with pytest.raises(FormatError, match=r"not an amount: '292\.50' \(expected whole chips\)"):
        CHIPS.parse("292.50")


@given(chips=st.integers(-(10**14), 10**14), money=st.sampled_from([DOLLARS, EUROS, CHIPS]))
def test_amounts_come_back(chips: int, money: Money) -> None:
    assert money.parse(money.format(chips)) == chips


@given(text=st.text(max_size=60))
def test_any_text_is_an_amount_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        assert isinstance(DOLLARS.parse(text), int)


@pytest.mark.parametrize(
    ("text", "sign"),
    [("RSD1", "RSD"), ("$5 USD", "$"), ("0,02 $", "$"), ("10", ""), ("\x800.02", "€"), ("£3", "£"), ("2 EUR", "€")],
)
def test_signs(text: str, sign: str) -> None:
    assert sign_of(text) == sign
    assert money_of(text).sign == sign
    assert not money_of(text, is_play=True).sign


@pytest.mark.parametrize(
    ("numbers", "zone", "time"),
    [
        ((2012, 7, 27, 23, 0, 33), "MSKS", datetime(2012, 7, 27, 19, 0, 33, tzinfo=UTC)),
        ((2015, 4, 11, 13, 57, 3), "EDT", datetime(2015, 4, 11, 17, 57, 3, tzinfo=UTC)),
        ((2011, 2, 19, 9, 5, 50), "EST", datetime(2011, 2, 19, 14, 5, 50, tzinfo=UTC)),
        ((2016, 8, 31, 1, 41, 34), "MESZ", datetime(2016, 8, 30, 23, 41, 34, tzinfo=UTC)),
        ((2010, 11, 21, 19, 0, 0), "CET", datetime(2010, 11, 21, 18, tzinfo=UTC)),
        ((2012, 12, 6, 21, 31, 27), "ICT", datetime(2012, 12, 6, 14, 31, 27, tzinfo=UTC)),
        ((2018, 9, 26, 1, 30, 41), "NOVT", datetime(2018, 9, 25, 18, 30, 41, tzinfo=UTC)),
        ((2019, 7, 1, 12, 0, 0), "MDT", datetime(2019, 7, 1, 18, 0, 0, tzinfo=UTC)),
        ((2019, 7, 1, 12, 0, 0), "nzst", datetime(2019, 7, 1, 0, 0, 0, tzinfo=UTC)),
        ((2020, 1, 1, 0, 30, 0), "GMT+2", datetime(2019, 12, 31, 22, 30, tzinfo=UTC)),
        ((2020, 1, 1, 0, 30, 0), "GMT-03:30", datetime(2020, 1, 1, 4, 0, tzinfo=UTC)),
        ((2021, 3, 14, 1, 59, 59), "ET", datetime(2021, 3, 14, 6, 59, 59, tzinfo=UTC)),
        ((2021, 3, 14, 3, 0, 0), "ET", datetime(2021, 3, 14, 7, 0, tzinfo=UTC)),  # an hour was left out
        ((2021, 11, 7, 1, 59, 59), "ET", datetime(2021, 11, 7, 5, 59, 59, tzinfo=UTC)),  # the first of two
        (("2020", "1", "1", "4", "5"), "UTC", datetime(2020, 1, 1, 4, 5, tzinfo=UTC)),
        ((2020, 13, 1, 0, 0, 0), "UTC", None),
        ((2020, 1, 1, 24, 0, 0), "UTC", None),
        ((2020, 1, 1, 0, 60, 0), "UTC", None),
        ((2020, 1, 1, 0, 0, 60), "UTC", None),
        ((1, 1, 1, 0, 0, 0), "MSK", None),
        ((2020, 1, 1, 0, 0, 0), "NEVERLAND", None),
    ],
)
def test_times(numbers, zone, time) -> None:
    assert make_time(numbers, zone) == time
