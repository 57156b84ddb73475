import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.plain_text import (
    LONGEST_NAME,
    bounded,
    choices,
    nearest,
    printable,
    shown_name,
    spreadsheet_text,
    text_width,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna", "Anna"),
        ("Zoë 山田 ♠", "Zoë 山田 ♠"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("two\nlines\r", r"two\nlines\r"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("a\u00a0b", "a b"),
        ("\x9b2J", r"\x9b2J"),
        ("half \ud800", r"half \ud800"),
        ("nul\0", r"nul\x00"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_escaped(text, shown):
    assert printable(text) == shown


@given(st.text())
def test_nothing_but_printable_characters_is_left(text):
    assert printable(text).isprintable()
    assert not any(unicodedata.category(character).startswith("C") for character in printable(text))


@given(st.text(max_size=300), st.integers(5, 100))
def test_a_name_is_bounded_in_columns_and_characters_and_shows_both_ends(name, longest):
    shown = shown_name(name, longest)
    assert len(shown) <= longest
    assert text_width(shown) <= longest
    plain = printable(name)
    if len(plain) <= longest and text_width(plain) <= longest:
        assert shown == plain


def test_long_names_that_begin_alike_stay_different():
    first, second = (f"{'x' * 100}{end}" for end in ("one", "two"))
    assert shown_name(first) != shown_name(second)
    assert shown_name(first).endswith("one")
    assert len(shown_name("a" * 10**6)) == LONGEST_NAME
    assert bounded("short", 5) == "short"


def test_wide_and_combining_characters_are_measured_as_they_are_drawn():
    assert text_width("山田") == 4
    assert text_width("e\u0301") == 1
    assert text_width("K♠") == 2
    rich = pytest.importorskip("rich.cells")
    for text in ("abc", "山田 太郎", "Zoë", "±", "–", "♠♥♦♣", "e\u0301"):
        assert text_width(text) == rich.cell_len(text)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_is_no_formula(start):
    assert spreadsheet_text(f"{start}1+1") == f"'{start}1+1"
    assert spreadsheet_text(f"a{start}") == f"a{start}"
    assert spreadsheet_text("") == ""


def test_the_nearest_word_is_found_whatever_its_case():
    assert nearest("Limt", ["limit", "no-limit"]) == ["limit"]
    assert nearest("alway-call", ["always-call", "always-raise"]) == ["always-call"]
    assert nearest("bob", ["always-call"]) == []
    assert choices("limt", ["limit", "stud"]) == "did you mean limit?"
    assert choices("bob", ["limit", "stud"]) == "expected one of: limit, stud"
    assert choices("zzz", [f"name{number}" for number in range(25)]).endswith("name19 and 5 more")
