"""TOML of one hand: a tokenizer that goes through the text once, with bounds on everything that can grow.

It reads what `tomllib` reads, to the same values, but for numbers with a point or an exponent, which are `Decimal`, and
for what goes beyond `limits`: the depth of keys, tables and arrays, the number of values, the length of numbers. The
usual arrays of PHH, whole numbers or plain texts, are matched at once. `tomllib`, the oracle in the tests, takes time
and memory that grow with the square of a key's length.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from functools import cache
from typing import Any, NoReturn

from deluck.errors import FormatError
from deluck.formats.limits import MOST_EXPONENT, MOST_KEY_DEPTH, MOST_NUMBER_LENGTH, MOST_VALUES

_PAIR = re.compile(r"[ \t]*+([A-Za-z0-9_-]++)[ \t]*+=[ \t]*+")
_END = re.compile(r"[ \t]*+(?:#[^\x00-\x08\x0a-\x1f\x7f]*+)?(?:\n|\Z)")
_SPACE = re.compile(r"[ \t]*+")
_GAP = re.compile(r"(?:[ \t\n]++|#[^\x00-\x08\x0a-\x1f\x7f]*+\n)*+")
_BARE = re.compile(r"[A-Za-z0-9_-]++")
_WHOLE = r"-?(?:0|[1-9][0-9]{0,14})"
_WHOLE_NUMBERS = re.compile(rf"\[({_WHOLE}(?:, ?{_WHOLE})*+)\]")
_LITERALS = re.compile(r"\[('[^'\x00-\x1f\x7f]*+'(?:, ?'[^'\x00-\x1f\x7f]*+')*+)\]")
_QUOTED = re.compile(r'\[("[^"\\\x00-\x1f\x7f]*+"(?:, ?"[^"\\\x00-\x1f\x7f]*+")*+)\]')
_LITERAL = re.compile(r"'([^'\x00-\x08\x0a-\x1f\x7f]*+)'")
_BASIC = re.compile(r'"([^"\\\x00-\x08\x0a-\x1f\x7f]*+)"')
_PIECE = re.compile(r'[^"\\\x00-\x08\x0a-\x1f\x7f]++')
_LONG_PIECE = re.compile(r'[^"\\\x00-\x08\x0b-\x1f\x7f]++')
_LONG_LITERAL = re.compile(r"[^'\x00-\x08\x0b-\x1f\x7f]++")
_ESCAPED_END = re.compile(r"[ \t]*+\n[ \t\n]*+")
_NUMBER = re.compile(
    r"(0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*+|0b[01](?:_?[01])*+|0o[0-7](?:_?[0-7])*+)"
    r"|([+-]?(?:0|[1-9](?:_?[0-9])*+))((?:\.[0-9](?:_?[0-9])*+)?)((?:[eE][+-]?[0-9](?:_?[0-9])*+)?)"
)
_SPECIAL = re.compile(r"[+-]?(?:inf|nan)")
_TIME = r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*+)?"
_LOCAL_TIME = re.compile(_TIME)
_DATE = re.compile(
    rf"([0-9]{{4}})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    rf"(?:[Tt ]{_TIME}(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?"
)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_HEX = {"u": re.compile(r"[0-9A-Fa-f]{4}"), "U": re.compile(r"[0-9A-Fa-f]{8}")}
_MOST_SHOWN = 40

Table = dict[str, Any]


def parse_toml(text: str) -> Table:
    """Return the table that a text of TOML makes; line ends are LF.

    Raises
    ------
    FormatError
        If it is not TOML, or goes beyond a bound, with the line.
    """
    return _Reader(text).read()


class _Reader:
    """The text, and how far it is read. Methods take a position in the text and return what follows what they read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.n_values = 0
        self.root: Table = {}
        self.table = self.root  # where keys go to
        self.closed: set[int] = set()  # ids of tables and arrays that nothing is added to: inline ones
        self.named: set[int] = set()  # ids of tables that have a header, or were made by dotted keys under another
        self.dotted: set[int] = set()  # ids of tables made by dotted keys under the present header

    def read(self) -> Table:
        """Return the whole table."""
        text, size = self.text, len(self.text)
        while self.position < size:
            pair = _PAIR.match(text, self.position)
            if pair is not None:
                self.position = pair.end()
                self._set(self.table, [pair[1]], self._value(1))
            else:
                end = _END.match(text, self.position)
                if end is not None:
                    self.position = end.end()
                    continue
                self.position = _after(_SPACE, text, self.position)
                if text.startswith("[", self.position):
                    self._header()
                else:
                    key = self._key()
                    self._equals()
                    self._set(self.table, key, self._value(1))
            end = _END.match(text, self.position)
            if end is None:
                self._refuse("the end of the line")
            self.position = end.end()
        return self.root

    # tables

    def _header(self) -> None:
        """Read ``[key]`` or ``[[key]]``, and have keys go to its table from here on."""
        text = self.text
        is_array = text.startswith("[[", self.position)
        self.position = _after(_SPACE, text, self.position + 1 + is_array)
        key = self._key()
        if not text.startswith("]]" if is_array else "]", self.position):
            self._refuse("]] after the key" if is_array else "] after the key")
        self.position += 1 + is_array
        self.named |= self.dotted
        self.dotted = set()
        table = self.root
        for part in key[:-1]:
            table = self._step_into(table.setdefault(part, {}), key)
        last = key[-1]
        if is_array:
            tables = table.setdefault(last, [])
            if not isinstance(tables, list) or id(tables) in self.closed:
                self._refuse_twice(key)
            tables.append({})
            self._count()
            self.table = tables[-1]
        else:
            found = table.setdefault(last, {})
            if not isinstance(found, dict) or id(found) in self.closed or id(found) in self.named:
                self._refuse_twice(key)
            self.table = found
        self.named.add(id(self.table))

    def _step_into(self, found: Any, key: list[str]) -> Table:
        """Return the table that a part of a header's key names: of an array of tables the last one."""
        if isinstance(found, list) and found and id(found) not in self.closed:
            found = found[-1]
        if not isinstance(found, dict) or id(found) in self.closed:
            self._refuse_twice(key)
        return found

    def _set(self, table: Table, key: list[str], value: Any) -> None:
        """Set a value; dotted keys make tables on their way."""
        for part in key[:-1]:
            if part not in table:
                made: Table = {}
                table[part] = made
                self.dotted.add(id(made))
                self._count()
            found = table[part]
            if not isinstance(found, dict) or id(found) in self.closed or id(found) in self.named:
                self._refuse_twice(key)
            self.dotted.add(id(found))
            table = found
        if key[-1] in table:
            self._refuse_twice(key)
        table[key[-1]] = value

    def _key(self) -> list[str]:
        """Read a key with its dots, and the space behind it."""
        text = self.text
        parts: list[str] = []
        while True:
            found = _BARE.match(text, self.position)
            if found is not None:
                parts.append(found[0])
                self.position = found.end()
            elif text.startswith('"', self.position):
                parts.append(self._basic())
            elif text.startswith("'", self.position):
                parts.append(self._literal())
            else:
                self._refuse("a key")
            self.position = _after(_SPACE, text, self.position)
            if not text.startswith(".", self.position):
                return parts
            if len(parts) >= MOST_KEY_DEPTH:
                self._refuse(f"a key of at most {MOST_KEY_DEPTH} parts")
            self.position = _after(_SPACE, text, self.position + 1)

    def _equals(self) -> None:
        if not self.text.startswith("=", self.position):
            self._refuse("= after the key")
        self.position = _after(_SPACE, self.text, self.position + 1)

    # values

    def _value(self, depth: int) -> Any:
        """Read a value."""
        self._count()
        text, index = self.text, self.position
        first = text[index : index + 1]
        if first == "'":
            return self._literal(can_be_long=True)
        if first == '"':
            return self._basic(can_be_long=True)
        if first == "[":
            return self._array(depth)
        if first == "{":
            return self._inline_table(depth)
        if first == "t" and text.startswith("true", index):
            self.position += 4
            return True
        if first == "f" and text.startswith("false", index):
            self.position += 5
            return False
        return self._date() or self._number()

    def _array(self, depth: int) -> list[Any]:
        text = self.text
        usual = _WHOLE_NUMBERS.match(text, self.position)
        values: list[Any]
        if usual is not None:
            self.position = usual.end()
            values = list(map(int, usual[1].split(",")))
            self._count(len(values))
        elif (usual := _LITERALS.match(text, self.position) or _QUOTED.match(text, self.position)) is not None:
            self.position = usual.end()
            values = usual[1].split(usual[1][0])[1::2]
            self._count(len(values))
        else:
            if depth >= MOST_KEY_DEPTH:
                self._refuse(f"arrays and tables at most {MOST_KEY_DEPTH} deep")
            self.position = _after(_GAP, text, self.position + 1)
            values = []
            while not text.startswith("]", self.position):
                values.append(self._value(depth + 1))
                self.position = _after(_GAP, text, self.position)
                if text.startswith(",", self.position):
                    self.position = _after(_GAP, text, self.position + 1)
                elif not text.startswith("]", self.position):
                    self._refuse(", or ] in the array")
            self.position += 1
        self.closed.add(id(values))
        return values

    def _inline_table(self, depth: int) -> Table:
        if depth >= MOST_KEY_DEPTH:
            self._refuse(f"arrays and tables at most {MOST_KEY_DEPTH} deep")
        text = self.text
        inner = _Reader(text)
        inner.closed, inner.n_values = self.closed, self.n_values
        inner.position = _after(_SPACE, text, self.position + 1)
        while not text.startswith("}", inner.position) or inner.root:
            key = inner._key()
            if depth + len(key) > MOST_KEY_DEPTH:
                inner._refuse(f"arrays and tables at most {MOST_KEY_DEPTH} deep")
            inner._equals()
            inner._set(inner.root, key, inner._value(depth + len(key)))
            inner.position = _after(_SPACE, text, inner.position)
            if text.startswith("}", inner.position):
                break
            if not text.startswith(",", inner.position):
                inner._refuse(", or } in the table")
            inner.position = _after(_SPACE, text, inner.position + 1)
        self.position, self.n_values = inner.position + 1, inner.n_values
        self.closed |= inner.dotted
        self.closed.add(id(inner.root))
        return inner.root

    # texts

    def _literal(self, *, can_be_long: bool = False) -> str:
        if can_be_long and self.text.startswith("'''", self.position):
            return self._long_literal()
        found = _LITERAL.match(self.text, self.position)
        if found is None:
            self._refuse("a text that ends with ' on its line")
        self.position = found.end()
        return found[1]

    def _basic(self, *, can_be_long: bool = False) -> str:
        if can_be_long and self.text.startswith('"""', self.position):
            return self._long_basic()
        found = _BASIC.match(self.text, self.position)
        if found is not None:
            self.position = found.end()
            return found[1]
        self.position += 1
        pieces: list[str] = []
        while not self.text.startswith('"', self.position):
            pieces.append(self._piece(_PIECE, 'a text that ends with " on its line'))
        self.position += 1
        return "".join(pieces)

    def _long_literal(self) -> str:
        self.position += 3
        self.position += self.text.startswith("\n", self.position)
        pieces: list[str] = []
        while True:
            found = _LONG_LITERAL.match(self.text, self.position)
            if found is not None:
                pieces.append(found[0])
                self.position = found.end()
            if self._ends("'", pieces):
                return "".join(pieces)

    def _long_basic(self) -> str:
        self.position += 3
        self.position += self.text.startswith("\n", self.position)
        pieces: list[str] = []
        while True:
            if self.text.startswith('"', self.position):
                if self._ends('"', pieces):
                    return "".join(pieces)
            else:
                pieces.append(self._piece(_LONG_PIECE, 'a text that ends with """', is_long=True))

    def _ends(self, quote: str, pieces: list[str]) -> bool:
        """Read quotes within a long text; return whether they end it: three of them, after at most two others."""
        start = self.position
        while self.text.startswith(quote, self.position) and self.position < start + 5:
            self.position += 1
        n_quotes = self.position - start
        if not n_quotes:
            self._refuse(f"a text that ends with {quote * 3}")
        is_end = n_quotes >= 3
        pieces.append(quote * (n_quotes - 3 * is_end))
        return is_end

    def _piece(self, pattern: re.Pattern[str], expected: str, *, is_long: bool = False) -> str:
        """Read a piece of a text without an escape, or an escape."""
        found = pattern.match(self.text, self.position)
        if found is not None:
            self.position = found.end()
            return found[0]
        if not self.text.startswith("\\", self.position):
            self._refuse(expected)
        symbol = self.text[self.position + 1 : self.position + 2]
        if symbol in _ESCAPES:
            self.position += 2
            return _ESCAPES[symbol]
        if symbol in _HEX:
            digits = _HEX[symbol].match(self.text, self.position + 2)
            code = int(digits[0], 16) if digits else -1
            if 0 <= code <= 0xD7FF or 0xE000 <= code <= 0x10FFFF:
                self.position += 2 + len(digits[0] if digits else "")
                return chr(code)
        ends = _ESCAPED_END.match(self.text, self.position + 1) if is_long else None
        if ends is None:
            self._refuse('an escape such as \\n, \\" or \\u00e9')
        self.position = ends.end()
        return ""

    # numbers and dates

    def _number(self) -> int | Decimal:
        found = _NUMBER.match(self.text, self.position)
        if found is None:
            special = _SPECIAL.match(self.text, self.position)
            if special is None:
                self._refuse("a value")
            self.position = special.end()
            return Decimal(special[0])
        if found.end() - self.position > MOST_NUMBER_LENGTH:
            self._refuse(f"a number of at most {MOST_NUMBER_LENGTH} characters")
        prefixed, whole, fraction, exponent = found.groups()
        if exponent and not -MOST_EXPONENT <= int(exponent[1:]) <= MOST_EXPONENT:
            self._refuse(f"an exponent from -{MOST_EXPONENT} to {MOST_EXPONENT}")
        self.position = found.end()
        if prefixed:
            return int(prefixed, 0)
        return Decimal(found[0]) if fraction or exponent else int(whole)

    def _date(self) -> date | datetime | time | None:
        """Read a date, a time or both, None where there is neither."""
        found = _DATE.match(self.text, self.position)
        if found is None:
            at = _LOCAL_TIME.match(self.text, self.position)
            if at is not None:
                self.position = at.end()
                return time(*_time_of(at.groups()))
            return None
        year, month, day, *clock, utc, sign, hours, minutes = found.groups()
        try:
            if clock[0] is None:
                self.position = found.end()
                return date(int(year), int(month), int(day))
            zone = _zone(sign, hours, minutes) if sign else UTC if utc else None
            at_time = _time_of(clock)
            self.position = found.end()
            return datetime(int(year), int(month), int(day), *at_time, tzinfo=zone)
        except ValueError:
            self._refuse("a date of the calendar")

    # what is wrong

    def _count(self, n_values: int = 1) -> None:
        self.n_values += n_values
        if self.n_values > MOST_VALUES:
            self._refuse(f"at most {MOST_VALUES:,} values")

    def _refuse_twice(self, key: list[str]) -> NoReturn:
        self._refuse(f"{'.'.join(key)[:_MOST_SHOWN]!r} to be set once")

    def _refuse(self, expected: str) -> NoReturn:
        line = self.text.count("\n", 0, self.position) + 1
        found = self.text[self.position : self.position + _MOST_SHOWN].split("\n", 1)[0]
        raise FormatError(f"not TOML: {found!r} in its line {line} (expected {expected})")


def _after(pattern: re.Pattern[str], text: str, index: int) -> int:
    found = pattern.match(text, index)
    assert found is not None  # these patterns match nothing too
    return found.end()


def _time_of(parts: Any) -> tuple[int, int, int, int]:
    hour, minute, second, fraction = parts
    return int(hour), int(minute), int(second), int((fraction or "0").ljust(6, "0"))


@cache
def _zone(sign: str, hours: str, minutes: str) -> tzinfo:
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if sign == "-" else offset)
