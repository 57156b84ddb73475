"""JSON of hands: objects out of lines, within bounds, and fields that are what they must be."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from deluck.cards import DECK, Card, format_card, parse_card
from deluck.errors import CardError, FormatError
from deluck.formats.limits import MOST_HAND_BYTES, check_json, megabytes
from deluck.games.state import Cards

T = TypeVar("T")
Number = int | float

_MOST_CHIPS = 10**15
_MOST_DECIMALS = 8
_MOST_ID = 10**24
_MOST_ERRORS = 20  # of objects that break off, in lines that were held together
_MOST_NOISE = 1e-6
"""Of a chip: what sums of floating-point numbers are off."""
_DECODER = json.JSONDecoder()
_KINDS = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


def parse_json(text: str) -> Any:
    """Return the value of a JSON text of one hand.

    Raises
    ------
    FormatError
        If it is not JSON, or too large, too deep or of too many values.
    """
    check_json(text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_json(error) from None


def _not_json(error: Exception) -> FormatError:
    what = "it is too deep" if isinstance(error, RecursionError) else " ".join(str(error).split())[:100]
    return FormatError(f"not JSON: {what}")


def split_objects(
    lines: Iterable[tuple[int, str]], starts_hand: Callable[[str], bool]
) -> Iterator[tuple[int, dict[str, Any] | FormatError]]:
    """Yield the JSON objects of lines, each with the number of the line it starts on, and what is none as its error.

    Objects may be on lines of their own, over several lines, and be parted by blank lines or not. Those of a list have
    the number of its first line.

    Parameters
    ----------
    lines
        Numbered.
    starts_hand
        Returns whether an object starts at a line whatever came before, as that of a format does.
    """
    held = _Held()
    texts = held.lines
    for number, line in lines:
        first = line[:1]
        if first in (" ", "\t") and texts and held.n_held <= MOST_HAND_BYTES:  # within an object, as most lines are
            texts.append(line)
            held.n_held += len(line) + 1
            continue
        # an object that ends is followed by a comma where it is within another
        if first == "{" and texts and (held.had_blank or texts[-1].rstrip().endswith("}") or starts_hand(line)):
            yield from held.take(is_end=True)
        if not texts:
            held.first = number
            held.had_blank = False
        if line or texts:  # blank lines within are counted
            texts.append(line)
            held.n_held += len(line) + 1
        if not line:
            held.had_blank = True
        if first == "}" or (first == "{" and line.endswith("}") and "\n" not in line):
            yield from held.take()
        if held.n_held > MOST_HAND_BYTES:
            yield from held.take(is_end=True)
    yield from held.take(is_end=True)


class _Held:
    """Lines that are not yet known to make whole objects."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.first = 0
        self.n_held = 0
        self.had_blank = False
        self._next_try = 0

    def take(self, *, is_end: bool = False) -> Iterator[tuple[int, dict[str, Any] | FormatError]]:
        """Yield the objects that are whole; at the end, what is left over as errors. What is taken is dropped."""
        # what could not be decoded is tried again when it has doubled, so that no text takes time that grows faster
        if not self.lines or (not is_end and self.n_held < self._next_try):
            return
        text = "\n".join(self.lines)
        index = _after_space(text, 0)
        number = self.first + text.count("\n", 0, index)
        n_errors = 0
        while index < len(text):
            try:
                check_json(text)
                found, end = _DECODER.raw_decode(text, index)
            except (ValueError, RecursionError) as problem:  # FormatError is one
                if not is_end:
                    self._keep(text, index, number)
                    return
                yield number, self._refusal(problem)
                # the next object may have begun where this one breaks off
                n_errors += 1
                end = text.find("\n{", max(getattr(problem, "pos", len(text)) - 1, index + 1))
                if end < 0 or n_errors == _MOST_ERRORS:
                    break
            else:
                for each in found if _are_objects(found) else [found]:
                    is_object = isinstance(each, dict)
                    yield number, each if is_object else FormatError(f"{_shown(each)} (expected an object)")
            end = _after_space(text, end)
            number += text.count("\n", index, end)
            index = end
        self.lines.clear()
        self.n_held = self._next_try = 0

    def _refusal(self, problem: Exception) -> FormatError:
        if self.n_held > MOST_HAND_BYTES:
            return FormatError(f"more than {megabytes(MOST_HAND_BYTES)} of JSON without the end of a hand")
        return problem if isinstance(problem, FormatError) else _not_json(problem)

    def _keep(self, text: str, index: int, number: int) -> None:
        """Keep what is not whole yet."""
        self.lines[:] = text[index:].split("\n")
        self.first = number
        self.n_held = len(text) - index + 1
        self._next_try = 2 * self.n_held


def _are_objects(found: Any) -> bool:
    """Return whether a value is a list of objects, as some write the hands of a file."""
    return isinstance(found, list) and bool(found) and all(isinstance(each, dict) for each in found)


def _after_space(text: str, index: int) -> int:
    while index < len(text) and text[index].isspace():
        index += 1
    return index


# fields


def get(table: Mapping[str, Any], name: str, kind: type[T]) -> T:
    """Return a field that must be of a kind.

    Raises
    ------
    FormatError
        If it is missing, or of another kind.
    """
    value = table.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise FormatError(f"{name} is {_shown(value)} (expected {_KINDS[kind]})")
    return value


def find(table: Mapping[str, Any], name: str, kind: type[T], otherwise: T) -> T:
    """Return a field that must be of a kind if it is there and not null."""
    return otherwise if table.get(name) is None else get(table, name, kind)


def find_text(table: Mapping[str, Any], name: str) -> str:
    """Return a text, or a whole number as one; empty where there is none."""
    value = table.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST_ID:
        return str(value)
    return find(table, name, str, "")


def as_number(value: object, name: str) -> Number:
    """Return a value that must be a number of chips or money."""
    if isinstance(value, int | float) and not isinstance(value, bool) and -_MOST_CHIPS <= value <= _MOST_CHIPS:
        return value
    raise FormatError(f"{name} is {_shown(value)} (expected a number of at most {_MOST_CHIPS:,})")


def objects(table: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return a list of objects."""
    values: list[Any] = get(table, name, list)
    for value in values:
        if not isinstance(value, dict):
            raise FormatError(f"{name} has {_shown(value)} (expected objects)")
    return values


def whole(value: object, name: str) -> int:
    """Return a value that must be a whole number of chips."""
    number = as_number(value, name)
    if number != int(number):
        raise FormatError(f"{name} is {number} (expected whole chips)")
    return int(number)


def cards_of(values: object, name: str) -> Cards:
    """Return cards of a list of texts, or of one text: ``["As", "Kd"]``, ``"AsKd"``; ``?`` is one not known."""
    texts: Sequence[Any]
    if isinstance(values, str):
        packed = values.replace(" ", "").replace("10", "T")
        texts = [packed[index : index + 2] for index in range(0, len(packed), 2)]
    else:
        texts = values if isinstance(values, list) else [values]
    if len(texts) > 52:
        raise FormatError(f"{name} has {len(texts)} cards (expected at most 52)")
    return tuple([_card(text, name) for text in texts])


def _card(text: object, name: str) -> Card | None:
    card = _CARDS.get(text) if isinstance(text, str) else None
    if card is not None or text in ("??", "?", "Xx", "xx", "X"):
        return card
    try:
        return parse_card(text) if isinstance(text, str) else parse_card("")
    except CardError:
        raise FormatError(f"{name} has {_shown(text)} (expected cards such as 'Td')") from None


_CARDS: dict[str, Card] = {format_card(card): card for card in DECK}


def time_of(text: str) -> datetime | None:
    """Return the time that ISO 8601 says, UTC where it names no zone, None for an empty text.

    Raises
    ------
    FormatError
        If it is no time.
    """
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text.removesuffix(" UTC"))
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise FormatError(f"not a time: {text[:40]!r} (expected e.g. '2021-05-21T07:53:30Z')") from None


class Money:
    """How amounts of money become chips: so many of them to a unit that all amounts are whole."""

    __slots__ = ("scale",)

    def __init__(self, scale: int) -> None:
        self.scale = scale

    def chips(self, table: Mapping[str, Any], name: str) -> int:
        """Return a field of an object in chips, 0 where it is missing or null.

        Raises
        ------
        FinerMoneyError
            If it is a part of a chip.
        FormatError
            If it is not a number.
        """
        value = table.get(name)
        return 0 if value is None else self.of(value, name)

    def of(self, value: Number, name: str) -> int:
        """Return an amount in chips; errors are those of `chips`."""
        if value.__class__ is not float and value.__class__ is not int:
            as_number(value, name)
        if not -_MOST_CHIPS <= value <= _MOST_CHIPS:
            as_number(value, name)
        found = round(value * self.scale)
        if found / self.scale != value and abs(value * self.scale - found) > _MOST_NOISE:
            raise FinerMoneyError(f"{name} is {value} (expected at most {_MOST_DECIMALS} decimals)")
        return found


class FinerMoneyError(FormatError):
    """An amount that is a part of a chip: chips must be smaller."""


def with_money(parse: Callable[[Money], T], scale: int) -> T:
    """Return what a function makes of a hand with the largest chips of which all its amounts are whole numbers.

    Parameters
    ----------
    parse
        Called with chips of one size after another.
    scale
        How many chips to a unit are tried first.
    """
    while True:
        try:
            return parse(Money(scale))
        except FinerMoneyError:
            if scale >= 10**_MOST_DECIMALS:
                raise
            scale = max(100, 10 * scale)


def _shown(value: object) -> str:
    return "missing" if value is None else json.dumps(value, default=str)[:60]
