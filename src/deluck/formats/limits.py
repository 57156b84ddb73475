"""How much input is looked at: the bounds that every format keeps before it parses, so that small files stay small.

What goes beyond a bound is a rejection that says so; the hands around it are read. `docs/formats.md` states the same
numbers.
"""

from deluck.errors import FormatError
from deluck.records import HandRecord

MOST_LINE_BYTES = 1 << 20
"""A longer line is given cut, and no format takes it for a whole one."""
MOST_HAND_BYTES = 1 << 20
"""The text of one hand, in every format that has a hand on several lines."""
MOST_DOCUMENT_BYTES = 1 << 25
"""A file that has to be read whole before its first hand: a game of pokerbench, a log of PokerNow."""
MOST_HELD_BYTES = MOST_DOCUMENT_BYTES + MOST_LINE_BYTES
"""What a format may take from a source without giving a hand or a rejection."""
MOST_BATCH_BYTES = 1 << 23
"""The text of hands that are parsed together."""
FREE_EXPANSION = 1 << 26
MOST_EXPANSION = 100
"""A compressed source may grow to `FREE_EXPANSION` bytes, and beyond that to so many times its compressed size."""
MOST_KEY_DEPTH = 16
"""Parts of a dotted key, and tables, arrays and objects within each other."""
MOST_VALUES = 100_000
"""Values of one hand's text, arrays and tables included."""
MOST_DOCUMENT_VALUES = 2_000_000
"""Values of a document that has to be read whole."""
MOST_NUMBER_LENGTH = 40
"""Characters of a number."""
MOST_EXPONENT = 30
"""The exponent of a number, up or down."""
MOST_NAME_LENGTH = 1_000
"""Characters of a name, a hand's id, a table, a site or a tournament."""
MOST_REASON_LENGTH = 500
"""Characters of the reason of a rejection, and of the name of its source."""


def megabytes(n_bytes: int) -> str:
    """Return a bound in words: ``32 MB``."""
    return f"{n_bytes >> 20} MB"


def cut(text: str, most: int = MOST_REASON_LENGTH) -> str:
    """Return a text of at most so many characters, the middle left out where it had more."""
    if len(text) <= most:
        return text
    first = most * 2 // 3
    return f"{text[:first]} … {text[len(text) - (most - first - 3) :]}"


def check_names(record: HandRecord) -> None:
    """Raise FormatError if a name, an id or a text of where the hand was played is too long to be one."""
    texts = (*record.names, record.hand_id, record.site, record.table, record.tournament, record.currency)
    longest = max(texts, key=len)
    if len(longest) > MOST_NAME_LENGTH:
        raise too_long_name(longest)


def too_long_name(name: str) -> FormatError:
    """Return the refusal of a hand with such a name in it."""
    return FormatError(
        f"a name or id of {len(name)} characters, {name[:20]!r} (expected at most {MOST_NAME_LENGTH:,} of them)"
    )


def check_json(text: str, *, most_bytes: int = MOST_HAND_BYTES, most_values: int = MOST_VALUES) -> None:
    """Raise FormatError if a text is larger, or can hold more values, than JSON of hands may have; none is parsed.

    Commas and brackets are counted wherever they stand, within strings too.
    """
    if len(text) > most_bytes:
        raise FormatError(f"{len(text):,} characters of JSON (expected at most {megabytes(most_bytes)})")
    if len(text) <= most_values:
        return
    n_values = text.count(",") + text.count("[") + text.count("{") + text.count(":")
    if n_values > most_values:
        raise FormatError(f"JSON with {n_values:,} commas, colons and brackets (expected at most {most_values:,})")
