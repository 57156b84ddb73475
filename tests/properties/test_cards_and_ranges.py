import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from deluck.cards import Range, format_cards, format_range, parse_cards, parse_range
from deluck.errors import DeluckError

cards = st.lists(st.integers(0, 51), unique=True, max_size=10)
weights = st.sampled_from([1.0, 0.5, 0.25, 0.1, 1 / 3])


@given(cards, st.booleans())
def test_cards_are_read_back_from_what_is_written(some, symbols):
    assert parse_cards(format_cards(some, symbols=symbols)) == tuple(some)


@given(st.dictionaries(st.integers(0, 1325), weights, min_size=1, max_size=60))
def test_any_range_of_holdings_is_read_back_from_what_is_written(chosen):
    values = np.zeros(1326)
    values[list(chosen)] = list(chosen.values())
    assert parse_range(format_range(Range(values))) == Range(values)


@given(st.sets(st.integers(0, 168), min_size=1), weights)
def test_any_range_of_starting_hands_is_read_back_from_what_is_written(classes, weight):
    from deluck.cards import starting_hands

    values = np.where(np.isin(starting_hands(), list(classes)), weight, 0.0)
    assert parse_range(format_range(Range(values))) == Range(values)


def error_of(parse, text):
    try:
        parse(text)
    except DeluckError as error:
        return str(error)
    return None


@given(st.text(max_size=12) | st.text(alphabet="AKQJT98765432shdcoSHDC10+-:.,  random♠♥♦♣", max_size=16))
def test_no_text_gives_anything_but_a_value_or_an_error_that_says_what_was_expected(text):
    for parse in (parse_cards, parse_range):
        message = error_of(parse, text)
        assert message is None or any(word in message for word in ("expected", "once", "write"))
