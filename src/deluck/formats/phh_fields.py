"""The fields of one PHH table, each read as what it must be; money as chips."""

from datetime import UTC, datetime, time, tzinfo
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from deluck.errors import FormatError
from deluck.formats.limits import MOST_EXPONENT
from deluck.games import Forced
from deluck.records.columns import Origin

_MOST_CHIPS = 10**15
_MOST_DECIMALS = 6
_MOST_SEATS = 100
_ABBREVIATIONS = {"UTC": "UTC", "GMT": "UTC", "ET": "America/New_York"}


class Metadata:
    """The fields of a hand that say when and where it was played, and for what money."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.extras = table.get("_deluck", {})
        if not isinstance(self.extras, dict):
            raise FormatError("the field _deluck is not a table")

    def text(self, name: str) -> str:
        """Return a text or a number as a text; empty if there is none."""
        value = self.table.get(name, "")
        if isinstance(value, str) or (_is_whole(value) and not isinstance(value, bool)):
            return str(value)
        raise FormatError(f"{name} is {shown(value)} (expected a text)")

    def origin(self) -> Origin:
        """Return where and how fast the hand was played."""
        level, speed = (self.extras.get(name, "") for name in ("level", "speed"))
        if not isinstance(level, str) or not isinstance(speed, str):
            raise FormatError(f"_deluck has {shown(level)} and {shown(speed)} (expected the level and speed as texts)")
        given = self.table.get("level")
        if not level and isinstance(given, int | str) and not isinstance(given, bool):
            level = str(given)
        return Origin(self.text("venue"), self.text("table"), self.text("event"), level, speed)

    def currency(self) -> str:
        """Return the sign of the currency."""
        found = self.extras.get("currency") or self.table.get("currency_symbol") or self.table.get("currency") or ""
        if not isinstance(found, str):
            raise FormatError(f"a currency of {shown(found)} (expected a text)")
        return found

    def time(self) -> datetime | None:
        """Return when the hand was played, or None where date, time or zone are not there."""
        date: list[Any] = [self.table.get(name) for name in ("year", "month", "day")]
        at = self.table.get("time")
        zone = self._zone()
        if at is None or zone is None or None in date:
            return None
        if not isinstance(at, time) or not all(isinstance(part, int) for part in date):
            raise FormatError(f"a date of {shown(date)} at {shown(at)} (expected numbers, and a time such as 20:15:00)")
        try:
            year, month, day = date
            return (
                datetime(year, month, day, tzinfo=zone)
                .replace(hour=at.hour, minute=at.minute, second=at.second, microsecond=at.microsecond)
                .astimezone(UTC)
            )
        except (TypeError, ValueError, OverflowError):
            raise FormatError(f"a date of {shown(date)} (expected year, month and day)") from None

    def _zone(self) -> tzinfo | None:
        """Return the zone of the time, or None where it is not named or not known here."""
        name = self.table.get("time_zone") or _ABBREVIATIONS.get(str(self.table.get("time_zone_abbreviation")))
        if not isinstance(name, str):
            return None
        try:
            return ZoneInfo(name)
        except (LookupError, ValueError, OSError):
            return UTC if name == "UTC" else None


class Fields(Metadata):
    """The fields of a hand, read and checked one after another."""

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__(table)
        self.actions = self.texts("actions")
        self.n_seats = 0
        stacks = self.numbers("starting_stacks")
        self.n_seats = len(stacks)
        self.scale = self._scale()
        self.is_unlimited = self.extras.get("unlimited_stacks") is True or not any(map(_is_finite, stacks))
        self.has_start = all(map(_is_finite, stacks))
        if not self.has_start and not self.is_unlimited:
            raise FormatError(
                "starting_stacks has inf beside numbers (expected the chips of every seat, or inf for all)"
            )
        self.start = [self.chips(each, "starting_stacks") if self.has_start else 0 for each in stacks]

    # fields of the format

    def numbers(self, name: str) -> list[int | Decimal]:
        """Return a list of numbers, one per seat."""
        values = self.table.get(name)
        if not isinstance(values, list) or not values or not all(_is_number(value) for value in values):
            raise FormatError(f"{name} is {shown(values)} (expected a list of numbers, one per seat)")
        n_seats = self.n_seats or min(len(values), _MOST_SEATS)
        if len(values) != n_seats:
            raise FormatError(f"{name} has {len(values)} numbers (expected {n_seats}, one per seat)")
        return values

    def number(self, name: str) -> int:
        """Return a number of chips."""
        value: Any = self.table.get(name)
        if not _is_number(value):
            raise FormatError(f"{name} is {shown(value)} (expected a number)")
        return self.chips(value, name)

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        values = self.table.get(name)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise FormatError(f"{name} is {shown(values)} (expected a list of texts)")
        return values

    def names(self) -> tuple[str, ...]:
        """Return who sat in each seat."""
        if "players" not in self.table:
            return tuple([f"p{seat}" for seat in range(1, self.n_seats + 1)])
        return tuple(self.texts("players"))

    # money

    def _scale(self) -> int:
        """Return how many chips a unit of money is, so that every bet is a whole number of them."""
        if "chips_per_unit" in self.extras:
            return 1
        stated: list[Any] = [self.table.get(name) for name in ("bring_in", "small_bet", "big_bet", "min_bet")]
        for name in ("antes", "blinds_or_straddles", "starting_stacks"):
            values = self.table.get(name)
            stated += values if isinstance(values, list) else []
        stated += [
            _parse_amount(words[2]) for words in map(str.split, self.actions) if words[1:2] == ["cbr"] and words[2:]
        ]
        most = max([_n_decimals(value) for value in stated if isinstance(value, Decimal)], default=0)
        if most > _MOST_DECIMALS:
            raise FormatError(f"amounts with {most} decimals (expected at most {_MOST_DECIMALS})")
        return 10 ** max(most, 2) if most else 1

    def chips(self, value: int | Decimal, name: str) -> int:
        """Return an amount as whole chips."""
        if not _is_finite(value) or not -_MOST_CHIPS <= value <= _MOST_CHIPS:
            raise FormatError(f"{name} of {shown(value)} (expected at most {_MOST_CHIPS:,} chips)")
        if self.scale == 1 and isinstance(value, int):
            return value
        chips = Fraction(value) * self.scale
        if chips.denominator != 1:
            raise FormatError(f"{name} of {value} (expected a whole number of chips)")
        return int(chips)

    def exact(self, value: int | Decimal, name: str) -> Fraction:
        """Return an amount in chips, cut ones too."""
        decimals = _n_decimals(value) if isinstance(value, Decimal) else 0
        if not _is_finite(value) or not -_MOST_CHIPS <= value <= _MOST_CHIPS or decimals > _MOST_DECIMALS:
            raise FormatError(
                f"{name} of {shown(value)} (expected at most {_MOST_CHIPS:,} and {_MOST_DECIMALS} decimals)"
            )
        return Fraction(value) * self.scale

    # what _deluck holds

    def extra_int(self, name: str, otherwise: int) -> int:
        """Return a whole number of ``_deluck``."""
        value = self.extras.get(name, otherwise)
        if not _is_whole(value):
            raise FormatError(f"_deluck.{name} is {shown(value)} (expected a whole number)")
        return int(value)

    def extra_bool(self, name: str, *, otherwise: bool = False) -> bool:
        """Return a setting of ``_deluck``."""
        return bool(self.extras.get(name, otherwise))

    def extra_list(self, name: str, length: int) -> list[int]:
        """Return whole numbers of ``_deluck``."""
        return _whole_numbers(self.extras.get(name), f"_deluck.{name}", length)

    def extra_numbers(self, name: str, names: tuple[str, ...]) -> dict[str, int]:
        """Return whole numbers of ``_deluck`` by name, as far as they are there."""
        table = self.extras.get(name, {})
        if not isinstance(table, dict) or not set(table) <= set(names) or not all(map(_is_whole, table.values())):
            raise FormatError(f"_deluck.{name} is {shown(table)} (expected whole numbers named {', '.join(names)})")
        return table

    def extra_forced(self) -> Forced:
        """Return the forced bets of ``_deluck``."""
        table = self.extras["forced"]
        if not isinstance(table, dict) or set(table) != set(Forced._fields):
            raise FormatError(f"_deluck.forced is {shown(table)} (expected {', '.join(Forced._fields)})")
        return Forced(
            *[tuple(_whole_numbers(table[each], f"_deluck.forced.{each}", self.n_seats)) for each in Forced._fields]
        )


def shown(value: object) -> str:
    """Return a value as an error shows it: cut short, or ``missing``."""
    try:
        return repr(value)[:60] if value is not None else "missing"
    except ValueError:  # Python writes no number of thousands of digits
        return "a number too long to write"


def _whole_numbers(values: object, name: str, length: int) -> list[int]:
    if not isinstance(values, list) or len(values) != length or not all(map(_is_whole, values)):
        raise FormatError(f"{name} is {shown(values)} (expected {length} whole numbers)")
    return values


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST_CHIPS


def _is_number(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _is_finite(value: int | Decimal) -> bool:
    return isinstance(value, int) or value.is_finite()


def _n_decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent if value.is_finite() else 0
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _parse_amount(text: str) -> int | Decimal | None:
    try:
        found = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return found if not found.is_finite() or abs(found.adjusted()) <= MOST_EXPONENT else None
