from collections import Counter

import pytest

from deluck.cards import (
    N_HOLDINGS,
    cards_of,
    format_holding,
    format_starting_hand,
    holding_cards,
    holding_of,
    parse_cards,
    parse_holding,
    parse_starting_hand,
    starting_hand_holdings,
    starting_hand_of,
    two_cards,
)
from deluck.errors import CardError, RangeError


def test_the_1326_holdings_are_numbered_both_ways():
    numbers = {holding_of(*cards_of(holding)) for holding in range(N_HOLDINGS)}
    assert numbers == set(range(1326))
    assert holding_of(0, 1) == holding_of(1, 0) == 0
    assert holding_of(51, 50) == 1325
    assert all(holding_of(low, high) == number for number, (low, high) in enumerate(holding_cards().tolist()))


def test_a_holding_is_read_back_from_what_is_written():
    for holding in range(N_HOLDINGS):
        assert parse_holding(format_holding(holding)) == holding


def test_169_starting_hands_of_6_4_and_12_holdings():
    counts = Counter(starting_hand_of(holding) for holding in range(N_HOLDINGS))
    assert sorted(counts) == list(range(169))
    for starting_hand, count in counts.items():
        name = format_starting_hand(starting_hand)
        assert count == {"": 6, "s": 4, "o": 12}[name[2:]]
        assert parse_starting_hand(name) == starting_hand
        assert len(starting_hand_holdings(starting_hand)) == count


def test_starting_hands_by_name():
    assert starting_hand_of(parse_holding("KsAs")) == parse_starting_hand("kas") == parse_starting_hand("AKs")
    assert starting_hand_of(parse_holding("KsAd")) == parse_starting_hand("AKo")
    assert starting_hand_of(parse_holding("9s9d")) == parse_starting_hand("99")


@pytest.mark.parametrize("text", ["AK", "AAs", "A", "", "AKx", "1Ks"])
def test_what_is_not_a_starting_hand_is_named(text):
    with pytest.raises(RangeError, match="not a starting hand"):
        parse_starting_hand(text)


def test_bad_holdings_are_named():
    with pytest.raises(CardError, match="has 3 cards"):
        parse_holding("AsKdQh")
    with pytest.raises(CardError, match="not a holding: 1326"):
        cards_of(1326)
    with pytest.raises(CardError, match="appears twice"):
        holding_of(7, 7)
    with pytest.raises(RangeError, match="not a starting hand: 169"):
        format_starting_hand(169)


def test_two_cards_or_nothing():
    assert two_cards("As Kd") == parse_cards("AsKd")
    assert two_cards("AKs") is None
    assert two_cards("As") is None
