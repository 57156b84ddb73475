import numpy as np
import pytest

from deluck.cards import Range, format_range, parse_cards, parse_holding, parse_range
from deluck.errors import RangeError


def n_holdings(text: str) -> int:
    return len(parse_range(text).holdings)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("TT+", 30),
        ("22+", 78),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("AQs+", 8),
        ("AQ+", 32),
        ("KTo+", 36),
        ("KQo", 12),
        ("99-66", 24),
        ("66-99", 24),
        ("A5s-A2s", 16),
        ("A2s-A5s", 16),
        ("JTs-76s", 20),
        ("AsKd", 1),
        ("random", 1326),
        ("TT+,AQs+", 38),
        ("TT+ AQs+", 38),
        ("As Kd, QQ", 7),
        ("aks; KQO", 16),
        ("AKs, AKs", 4),
    ],
)
def test_how_many_holdings_a_range_has(text, count):
    assert n_holdings(text) == count


@pytest.mark.parametrize(
    "text",
    [
        "TT+", "AQs+", "KQo", "99-66", "A5s-A2s", "random", "AKs:0.25", "AA", "AK", "AQ+", "A9-A6", "AsKd", "22+",
        "TT+,AQs+,KQo", "AA,QQ,99-66,A5s-A2s,KQ", "QQ+,AKs:0.5", "AsKd,AhKh", "random:0.1", "AKs:0.125,QQ:0.0625",
    ],
)  # fmt: skip
def test_printing_gives_back_what_parsing_took(text):
    assert format_range(parse_range(text)) == text


def test_weights_stand_on_each_holding_of_their_part():
    weights = parse_range("AKs:0.25,QQ").weights
    assert weights[parse_holding("AsKs")] == 0.25
    assert weights[parse_holding("QsQd")] == 1
    assert weights.sum() == 4 * 0.25 + 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty range"),
        (" , ", "empty range"),
        ("XX", "not a range: 'XX'"),
        ("AKq", "not a range"),
        ("TT++", "not a range"),
        ("AAs", "neither suited nor offsuit"),
        ("AKs-QQ", "one kind"),
        ("AKs-AQo", "one kind"),
        ("A5s-K2s", "keeps its higher card or its gap"),
        ("AKs:0", "not a weight: '0'"),
        ("AKs:1.5", "not a weight"),
        ("AKs:x", "not a weight: 'x'"),
        ("AKs:nan", "not a weight"),
        ("AKs:0.5,AsKs", "second weight"),
        ("AsAs", "not a range"),
    ],
)
def test_bad_ranges_are_named(text, reason):
    with pytest.raises(RangeError, match=reason):
        parse_range(text)


def test_a_range_without_the_cards_that_are_dealt():
    assert len(parse_range("AA").without(parse_cards("As")).holdings) == 3
    with pytest.raises(RangeError, match=r"range AA is empty: .* As Ah Ad"):
        parse_range("AA").without(parse_cards("AsAhAd"))


def test_ranges_are_values():
    assert parse_range("AK") == parse_range("AKs,AKo")
    assert hash(parse_range("AK")) == hash(parse_range("AKs,AKo"))
    assert parse_range("AK") != parse_range("AKs")
    assert eval(repr(parse_range("QQ+,AKs:0.5"))) == parse_range("QQ+,AKs:0.5")
    assert Range.of([0, 5]).holdings.tolist() == [0, 5]
    with pytest.raises(ValueError, match="read-only"):
        parse_range("AA").weights[0] = 1


@pytest.mark.parametrize("weights", [np.ones(3), np.full(1326, -1.0), np.full(1326, np.nan), np.zeros(1326)])
def test_weights_that_make_no_range(weights):
    with pytest.raises(RangeError):
        Range(weights)
