import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.cli.layout import lay_out, wrapped
from deluck.plain_text import text_width

COLUMNS = ("player", "games", "won (sb)", "sb/game ± 95%", "bb/100 ± 95%")
ROWS = [("always-call", "1,000", "-123.5", "-0.124 ± 0.100", "-12.4 ± 10.0"), ("a b c", "7", "+1", "+1 ± 2", "–")]


def lines(columns, rows, width, wraps=()):
    return [
        line for panel in lay_out(columns, rows, width=width, wraps=wraps) for line in (*panel.headings, *panel.rows)
    ]


def test_a_table_that_fits_has_numbers_to_the_right():
    (panel,) = lay_out(COLUMNS, ROWS, width=80)
    assert panel.headings == ("player       games  won (sb)   sb/game ± 95%  bb/100 ± 95%",)
    assert panel.rows == (
        "always-call  1,000    -123.5  -0.124 ± 0.100  -12.4 ± 10.0",
        "a b c            7        +1          +1 ± 2             –",
    )
    assert lay_out(COLUMNS, ROWS, width=None) == [panel]
    assert panel.width == max(map(text_width, panel.rows))


def test_first_the_headings_break_then_the_columns_go_below_one_another():
    (panel,) = lay_out(COLUMNS, ROWS, width=56)
    assert len(panel.headings) == 2
    assert lay_out(COLUMNS, ROWS, width=56)[0].rows[0].split("  ")[-1] == "-12.4 ± 10.0"
    first, second = lay_out(COLUMNS, ROWS, width=44)
    assert first.rows[0].startswith("always-call")
    assert second.rows[0].startswith("always-call")
    assert "-0.124 ± 0.100" in first.rows[0] + second.rows[0]


def test_text_that_may_break_does_so_before_the_columns_are_parted():
    columns, rows = ("what it says", "sb"), [("what the decisions of both were worth", "+1.37")]
    (panel,) = lay_out(columns, rows, width=25, wraps=(0,))
    assert panel.rows == ("what the decisions  +1.37", "of both were worth")
    assert all(text_width(line) <= 25 for line in panel.rows)


def test_columns_that_belong_together_stay_together():
    columns = ("seat", "Money", "sb/game", "DIVAT", "sb/game", "Luck", "sb/game")
    rows = [("P1", "-5.0", "-0.010 ± 0.332", "+158.2", "+0.316 ± 0.098", "-163.2", "-0.326 ± 0.376")]
    for width in (30, 50, 60):
        for panel in lay_out(columns, rows, width=width, beside=(2, 4, 6)):
            assert "P1" in panel.rows[0]
            for total, rate in (("-5.0", "-0.010"), ("+158.2", "+0.316"), ("-163.2", "-0.326")):
                assert (total in panel.rows[0]) == (rate in panel.rows[0])


def test_where_nothing_stands_beside_a_name_each_value_has_a_line():
    (panel,) = lay_out(("player", "won"), [("a" * 30, "+1,234.5")], width=32)
    assert panel.headings == ()
    assert panel.rows == ("a" * 30, "  won: +1,234.5")


def test_cards_are_no_numbers():
    (panel,) = lay_out(("round", "board"), [("flop", "5♥3♦2♣"), ("river", "5♥3♦2♣2♠2♦")], width=80)
    assert panel.rows[0] == "flop   5♥3♦2♣"


@pytest.mark.parametrize("width", [None, 20, 30, 60, 200])
def test_a_paragraph_breaks_at_spaces_and_keeps_its_indent(width):
    text = "  Anna has 5♦5♣: two pair, eights and fives, ace kicker, which is +0.124 ± 0.100 of a bet"
    found = wrapped(text, width)
    assert [word for line in found for word in line.split()] == text.split()
    assert all(line.startswith("  ") for line in found)
    assert width is None or all(text_width(line) <= width for line in found)
    assert any("+0.124 ± 0.100" in line for line in found)


CELLS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=30)


@given(st.data(), st.integers(20, 120))
def test_every_cell_is_there_whole_and_no_line_is_too_wide(data, width):
    n_columns = data.draw(st.integers(1, 8))
    columns = data.draw(st.lists(CELLS, min_size=n_columns, max_size=n_columns))
    rows = data.draw(st.lists(st.lists(CELLS, min_size=n_columns, max_size=n_columns), min_size=1, max_size=4))
    shown = lines(columns, rows, width)
    for row in rows:
        for cell in row:
            assert any(cell in line for line in shown)
    for column in columns[1:]:
        assert any(column in line for line in shown)
    longest = max(text_width(text) for text in (*columns, *(cell for row in rows for cell in row)))
    room = max(width, 2 * longest + 4)  # a value on a line of its own: two spaces, heading, colon, value
    assert all(text_width(line) <= room for line in shown)
    if longest <= (width - 2) // 2:
        assert all(text_width(line) <= width for line in shown)
