"""The options of players: a frozen dataclass per player, whose fields say how each option is written and what it means.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class SleepyOptions(Options):
        level: float = field(default=0.1, metadata=option(number(0, 1), "how often it sleeps"))

A text such as ``level=0.5`` is read once, by `parse`, into such a value; nothing else looks at the text. The same field
gives the default, the help and the bounds that `deluck players` lists, and the checks and messages of `PlayerError`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from deluck.errors import DeluckError, PlayerError

_KEY = "option"


@dataclass(frozen=True, slots=True)
class Form:
    """How the values of an option are written.

    Attributes
    ----------
    expected
        What a value must be, in a few words: ``a whole number from 1 to 10``.
    read
        Returns the value of a text; a ValueError, LookupError, ZeroDivisionError or DeluckError if there is none.
    write
        Returns the text of a value.
    accepts
        Returns whether a value is allowed.
    """

    expected: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    accepts: Callable[[Any], bool] = lambda _: True


def whole_number(least: int, most: float = math.inf) -> Form:
    """Return the form of a whole number within bounds."""
    bounds = f", {least:,} or more" if math.isinf(most) else f" from {least:,} to {most:,}"
    return Form(f"a whole number{bounds}", int, accepts=lambda value: isinstance(value, int) and least <= value <= most)


def number(least: float, most: float = math.inf, *, above: bool = False, below: bool = False) -> Form:
    """Return the form of a number within bounds, written as a decimal or a fraction such as ``1/3``.

    Parameters
    ----------
    least, most
        The bounds.
    above, below
        Whether the number must be above the lower, and below the upper bound.
    """
    lower = f"above {least:g}" if above else f"from {least:g}"
    upper = "" if math.isinf(most) else f" to below {most:g}" if below else f" to {most:g}"

    def accepts(value: float) -> bool:
        return (value > least if above else value >= least) and (value < most if below else value <= most)

    return Form(f"a number {lower}{upper}", _read_number, _write_number, accepts)


def _read_number(text: str) -> float:
    numerator, slash, denominator = text.partition("/")
    return float(numerator) / float(denominator) if slash else float(text)


def _write_number(value: float) -> str:
    if value == 1 / 3:
        return "1/3"
    return f"{value:g}"


def yes_or_no() -> Form:
    """Return the form of a switch."""
    words = {"yes": True, "no": False}
    return Form("yes or no", words.__getitem__, lambda value: "yes" if value else "no")


def one_of(choices: Mapping[str, Any], *, or_any: type | None = None) -> Form:
    """Return the form of one of several values, written by name.

    Parameters
    ----------
    choices
        The values by name.
    or_any
        A type of which any other value is allowed too where options are made in Python; written ``custom``.
    """

    def write(value: Any) -> str:
        return next((name for name, each in choices.items() if each == value), "custom")

    def accepts(value: Any) -> bool:
        return value in choices.values() or (or_any is not None and isinstance(value, or_any))

    return Form(f"one of: {', '.join(choices)}", choices.__getitem__, write, accepts)


def option(form: Form, meaning: str, *, name: str = "", sample: str = "") -> dict[str, Any]:
    """Return the metadata of the field of an option.

    Parameters
    ----------
    form
        How values are written.
    meaning
        What the option is, in one line.
    name
        Its name where that is no name in Python, such as ``raise``; by default that of the field.
    sample
        A value as it is written, where the default cannot be written.
    """
    return {_KEY: (form, meaning, name, sample)}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player, as it is listed.

    Attributes
    ----------
    name
        As it is written.
    field
        The field of the options that has its value.
    form
        How values are written.
    meaning
        What it is, in one line.
    sample
        A value as it is written: the default, or an example where the default cannot be written.
    has_default
        Whether the sample is the default.
    """

    name: str
    field: str
    form: Form
    meaning: str
    sample: str
    has_default: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Base of the options of players; this one has none."""

    def __post_init__(self) -> None:
        for each in self.listed():
            value = getattr(self, each.field)
            if value is not None and not each.form.accepts(value):
                raise PlayerError(f"{each.name}={each.form.write(value)} (expected {each.form.expected})")
        self.check()

    def check(self) -> None:
        """Raise PlayerError where options do not fit together."""

    @classmethod
    def listed(cls) -> tuple[Option, ...]:
        """Return every option."""
        found = []
        for each in fields(cls):
            form, meaning, name, sample = each.metadata[_KEY]
            written = sample or form.write(each.default)
            found.append(Option(name or each.name, each.name, form, meaning, written, not sample))
        return tuple(found)

    @classmethod
    def parse(cls, text: str, player: str) -> Self:
        """Return the options of a text such as ``fold=0.1,call=0.9``; a single option can be written without its name.

        Parameters
        ----------
        text
            Options between commas; empty for the defaults.
        player
            Whose options they are, for messages.

        Raises
        ------
        PlayerError
            If there is no such option, it is given twice, or a value is not what the option expects.
        """
        listed = cls.listed()
        values: dict[str, Any] = {}
        for piece in text.split(",") if text else ():
            name, equals, written = piece.partition("=")
            if not equals and len(listed) == 1:
                name, written = listed[0].name, piece
            chosen = next((each for each in listed if each.name == name), None)
            if chosen is None:
                known = ", ".join(f"{each.name}=" for each in listed) or "no options"
                raise PlayerError(f"{player} has no option {piece!r} (expected {known})")
            if chosen.field in values:
                raise PlayerError(f"{player} is given {name}= twice (expected it once)")
            try:
                values[chosen.field] = chosen.form.read(written)
            except (DeluckError, ValueError, LookupError, ZeroDivisionError):
                raise PlayerError(f"{player} cannot take {name}={written} (expected {chosen.form.expected})") from None
        try:
            return cls(**values)
        except PlayerError as error:
            raise PlayerError(f"{player} cannot take {error}") from None


def non_default(options: Options) -> dict[str, str]:
    """Return the options that differ from their defaults, by name, as they are written."""
    defaults = type(options)()
    return {
        each.name: each.form.write(getattr(options, each.field))
        for each in options.listed()
        if getattr(options, each.field) != getattr(defaults, each.field)
    }
