"""Our TOML against Python's own: the same texts are read, to the same values; but nothing small takes long or much."""

import time
import tomllib
import tracemalloc
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deluck.errors import FormatError
from deluck.formats.limits import MOST_KEY_DEPTH, MOST_VALUES
from deluck.formats.toml import parse_toml

BOUNDS = ("at most", "exponent from")


def by_tomllib(text: str):
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except ValueError:
        return None


def by_us(text: str):
    try:
        return parse_toml(text)
    except FormatError as error:
        return str(error)


def check(text: str) -> None:
    """Check that both make the same of a text, unless it goes beyond a bound."""
    ours = by_us(text)
    assert not isinstance(ours, str) or len(ours) < 250
    if isinstance(ours, str) and any(words in ours for words in BOUNDS):
        return
    theirs = by_tomllib(text)
    if isinstance(ours, str):
        assert theirs is None, ours
    else:
        assert theirs is not None, f"read as {ours}"
        assert repr(ours) == repr(theirs)  # so that nan is nan, and 1 is not 1.0


keys = st.sampled_from(["a", "b", "a.b", "a.b.c", "b . a", '"a"', "'b'.a", '"\\u0061"', "-1", '""', "a\t.'c.d'"])
scalars = st.sampled_from(
    [
        *("1", "0", "-17", "+5", "1_000", "01", "1__0", "_1", "0x_f", "0xDEAD_beef", "0o17", "0b101", "0b2"),
        *("1.5", "-0.0", "+1e5", "1e+2_0", "1.", ".5", "1.e3", "5E-3", "inf", "-inf", "nan", "+nan", "Inf"),
        *("true", "false", "True", "x", "[]", "{}", "[,]", "{,}"),
        *("'x'", "'it''s'", "'''", "'''a'''", "'''a''''", "'''it''s'''", "'''\n a\nb'''", "'a\x01b'", "''''''"),
        *('""', '"a\\tb"', '"q\\""', '"\\u00e9\\U0001F600"', '"\\ud800"', '"\\x"', '"a\tb"', '"\x7f"'),
        *('"""', '""""""', '""""a"""""', '"""\\\\"""', '"""\n a \\\n  \t\n b"""', '"""a \\ b"""', '"""""""""'),
        *("07:32:00", "07:32:00.123456789", "24:00:00", "1979-05-27", "1979-02-30", "1979-05-27 07:32:00"),
        *("1979-05-27T07:32:00Z", "1979-05-27t07:32:00.5+01:30", "1979-05-27T07:32:00-25:00", "1979-05-27T07:32"),
        "1979-05-27T",
    ]
)
gaps = st.sampled_from(["", " ", "\t", "\n", " # x\n", "\n\n", " \n ", "# \x01\n", "\n#\tö\n"])


def inline(values):
    pairs = st.lists(st.tuples(keys, values), max_size=3)
    return pairs.map(lambda found: "{" + ", ".join(f"{key} = {value}" for key, value in found) + "}")


def arrays(values):
    parts = st.lists(st.tuples(gaps, values, gaps), max_size=4)
    return st.tuples(parts, st.sampled_from(["", ",", ", "]), gaps).map(
        lambda found: "[" + ",".join("".join(part) for part in found[0]) + found[1] + found[2] + "]"
    )


values = st.recursive(scalars, lambda inner: arrays(inner) | inline(inner), max_leaves=6)
lines = st.one_of(
    st.tuples(keys, values).map(" = ".join),
    keys.map("[{}]".format),
    keys.map("[[{}]]".format),
    keys.map(" [ {} ] # x".format),
    st.sampled_from(
        ["", "  ", "# comment", "a", "= 1", "a =", "[]", "[a", "a = 1 b = 2", "[a]]", "# \x00", "a=1 # \x7f"]
    ),
)
documents = st.lists(lines, max_size=8).map("\n".join)


@settings(max_examples=800, deadline=None)
@given(documents)
@example("[a.b.c]\n[a]\nb.x = 1\n[a.b]")
@example("a.b = 1\n[a]\n")
@example("a = {b = {c = 1}}\n[a.b]")
@example("a = {b.c = 1, b.d = 2}\na.b.e = 1")
@example("[[a]]\n[a.b]\n[[a]]\n[a.b]\nx = [1, 2]")
@example("a = [{b = 1}]\n[a.c]")
@example("a = []\n[[a]]")
def test_documents_are_read_as_tomllib_reads_them(text):
    check(text)


@settings(max_examples=800, deadline=None)
@given(documents, st.randoms(use_true_random=False))
def test_so_are_damaged_ones(text, rng):
    symbols = list(text)
    for _ in range(rng.randint(1, 3)):
        place = rng.randint(0, len(symbols))
        symbols[place : place + rng.randint(0, 2)] = rng.choice(
            ["", "", "'", '"', "\\", "\n", ",", "]", "}", ".", "=", "0"]
        )
    check("".join(symbols))


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab.='\"[]{},#\n\\ 1-:_\r\x0b", max_size=40))
def test_so_is_junk(text):
    if "\r" not in text:  # lines come without it
        check(text)


usual = st.one_of(
    st.lists(st.integers(-(10**15), 10**15), max_size=20),
    st.lists(st.text(alphabet=st.characters(exclude_characters="'", exclude_categories=("Cc", "Cs"))), max_size=10),
)


@given(usual)
def test_the_usual_arrays_are_read_at_once_and_right(found):
    text = "x = " + repr(found).replace('"', "'") if found and isinstance(found[0], int) else None
    quoted = "x = [" + ", ".join(f"'{each}'" if isinstance(each, str) else str(each) for each in found) + "]"
    assert parse_toml(quoted) == tomllib.loads(quoted) == {"x": found}
    if text:
        assert parse_toml(text) == {"x": found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = [1e999999999, 1]", "an exponent from -30 to 30"),
        ("x = 1e-99", "an exponent from -30 to 30"),
        (f"x = {'9' * 41}", "a number of at most 40 characters"),
        (".".join("a" * 30_000) + " = 1", f"a key of at most {MOST_KEY_DEPTH} parts"),
        ("x = " + "[" * 5000, f"at most {MOST_KEY_DEPTH} deep"),
        ("x = " + "{a = " * 5000, f"at most {MOST_KEY_DEPTH} deep"),
        ("x = {" + ".".join("a" * 16) + " = 1}", f"at most {MOST_KEY_DEPTH} deep"),
        (f"x = [{'0,' * (MOST_VALUES + 1)}]", f"at most {MOST_VALUES:,} values"),
        ("".join(f"a{number}=0\n" for number in range(MOST_VALUES + 1)), f"at most {MOST_VALUES:,} values"),
    ],
    ids=range(9),
)
def test_bounds(text, expected):
    with pytest.raises(FormatError, match=expected):
        parse_toml(text)


@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "\t ",
        "[",
        "{a=",
        "'",
        '"',
        "\\",
        "a.",
        "a.b=1\n",
        "#",
        "\n",
        "''' ",
        '""" ',
        "[[a.a.a]]\n",
        "[a]\n",
        "1,",
        "'',",
        "0x",
    ],
)
@pytest.mark.parametrize("start", ["", "x = ", "x = [", "x = '''", 'x = """', 'x = "'])
def test_no_megabyte_takes_long(start, piece):
    text = start + piece * (1_000_000 // len(piece))
    began = time.process_time()
    by_us(text)
    assert time.process_time() - began < 1.5  # most take a tenth of a second


@pytest.mark.parametrize("piece", ["[[a.a.a]]\n", "a.", "[", "x{}.a.b.c.d=1\n", "x{}=[[],[],{{}},{{}}]\n", "'',"])
def test_no_text_takes_much(piece):
    text = "".join(piece.format(number) for number in range(300_000 // len(piece)))
    tracemalloc.start()
    by_us(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30e6
