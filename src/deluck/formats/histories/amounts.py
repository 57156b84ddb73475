"""Amounts of money and times as sites write them: signs before or after, commas and points of any country, zones."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from deluck.errors import FormatError

_SIGNS = {
    "\x80": "€",  # these four as other encodings leave them
    "â\x82¬": "€",
    "â‚¬": "€",
    "Â£": "£",
    "USD": "$",
    "US$": "$",
    "EUR": "€",
    "GBP": "£",
    "INR": "₹",
    "CHIPS": "",
    "\ufffd": "",  # a sign that was lost
}
_AMOUNT = re.compile(r"([^\d-]*)(-?)([^\d-]*)([0-9](?:[0-9.,'’\s]*[0-9])?)([^\d.,]*)\.?")
_CODES = "USDT?|EUR|GBP|CHF|CAD|AUD|MXN|SEK|NOK|DKK|PLN|CZK|RON|HUF|CNY|INR|BRL"
SIGN_AFTER = rf"(?:[ \xa0\u202f]?(?:[€£$₹₽¥₮₺₴₩]|zł|Kč|(?:kr|lei|{_CODES})\b))?"
"""What may stand behind a number, as where commas part decimals."""
CODE_BEFORE = r"(?:(?:[A-Z]{3}|[€£$₹₽])[ \xa0])?"
"""A currency that may stand apart before a number."""
THOUSANDS = r"(?:[ \xa0\u202f'’][0-9]{3})*"
"""What may follow the first digits of a number where neither points nor commas part thousands."""
_CODE = re.compile(r"[^\d\s.,'’+-]+")
_MOST_DIGITS = 18
_LONGEST = 40
_MOST_KNOWN = 1 << 16

_EASTERN = ZoneInfo("America/New_York")
_PARIS, _ATHENS, _MOSCOW = ZoneInfo("Europe/Paris"), ZoneInfo("Europe/Athens"), ZoneInfo("Europe/Moscow")
ZONES: dict[str, tzinfo] = {
    "UTC": UTC,
    "GMT": UTC,
    "Z": UTC,
    "ET": _EASTERN,
    "EST": _EASTERN,
    "EDT": _EASTERN,
    "CT": ZoneInfo("America/Chicago"),
    "PT": ZoneInfo("America/Los_Angeles"),
    "PST": ZoneInfo("America/Los_Angeles"),
    "PDT": ZoneInfo("America/Los_Angeles"),
    "BRT": ZoneInfo("America/Sao_Paulo"),
    "BST": ZoneInfo("Europe/London"),
    "WET": ZoneInfo("Europe/Lisbon"),
    "WEST": ZoneInfo("Europe/Lisbon"),
    "CET": _PARIS,
    "CEST": _PARIS,
    "MEZ": _PARIS,
    "MESZ": _PARIS,
    "EET": _ATHENS,
    "EEST": _ATHENS,
    "MSK": _MOSCOW,
    "MSD": _MOSCOW,
    "MSKS": _MOSCOW,
    "YEKT": ZoneInfo("Asia/Yekaterinburg"),
    "YEKST": ZoneInfo("Asia/Yekaterinburg"),
    "ICT": ZoneInfo("Asia/Bangkok"),
    "CCT": ZoneInfo("Asia/Shanghai"),
    "JST": ZoneInfo("Asia/Tokyo"),
    "IST": ZoneInfo("Asia/Kolkata"),
    "AWST": ZoneInfo("Australia/Perth"),
    "AEST": ZoneInfo("Australia/Sydney"),
    "AEDT": ZoneInfo("Australia/Sydney"),
}
"""The zones that sites name; one with summer time goes by the date, whichever of its names is written."""
_MORE_ZONES = {
    zone: key
    for key, zones in {
        "America/Anchorage": ("AKST", "AKDT"),
        "America/Argentina/Buenos_Aires": ("ART",),
        "America/Bogota": ("COT",),
        "America/Caracas": ("VET",),
        "America/Chicago": ("CST", "CDT"),
        "America/Denver": ("MT", "MST", "MDT"),
        "America/Halifax": ("AST", "ADT"),
        "America/Lima": ("PET",),
        "America/Santiago": ("CLT", "CLST"),
        "America/Sao_Paulo": ("BRST",),
        "America/St_Johns": ("NST", "NDT"),
        "Africa/Johannesburg": ("SAST",),
        "Asia/Dubai": ("GST",),
        "Asia/Hong_Kong": ("HKT",),
        "Asia/Irkutsk": ("IRKT", "IRKST"),
        "Asia/Krasnoyarsk": ("KRAT", "KRAST"),
        "Asia/Novosibirsk": ("NOVT", "NOVST"),
        "Asia/Omsk": ("OMST", "OMSST"),
        "Asia/Seoul": ("KST",),
        "Asia/Singapore": ("SGT",),
        "Asia/Vladivostok": ("VLAT", "VLAST"),
        "Asia/Yakutsk": ("YAKT", "YAKST"),
        "Australia/Adelaide": ("ACST", "ACDT"),
        "Europe/Istanbul": ("TRT",),
        "Europe/Samara": ("SAMT", "SAMST"),
        "Pacific/Auckland": ("NZT", "NZST", "NZDT"),
        "Pacific/Honolulu": ("HST",),
    }.items()
    for zone in zones
}
"""Zones that few write, by their keys in the time zone database; each is looked up when it is first needed."""
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-][0-9]{1,2})(?::?([0-9]{2}))?")


class PartOfChipError(FormatError):
    """An amount of chips is not whole: odd chips are cut in two at some sites."""


class Money:
    """How amounts are written: a currency's sign, and how many chips make one unit of it."""

    __slots__ = ("_known", "chips_per_unit", "sign")

    def __init__(self, sign: str, chips_per_unit: int) -> None:
        self.sign = sign
        self.chips_per_unit = chips_per_unit
        self._known: dict[str, int] = {}

    def parse(self, text: str) -> int:
        """Return the chips of an amount such as ``$1.50``, ``1,50 €`` or ``1.183.764 $``.

        Raises
        ------
        FormatError
            If it is not an amount, or has another sign or more decimals than the hand's stakes have.
        """
        known = self._known.get(text)
        if known is None:
            known = _parse_amount(text, self)
            if len(self._known) < _MOST_KNOWN:
                self._known[text] = known
        return known

    def format(self, chips: int) -> str:
        """Return the text of an amount: ``$1.50``, ``$2``, ``150``."""
        minus = "-" if chips < 0 else ""
        units, rest = divmod(abs(chips), self.chips_per_unit)
        return f"{minus}{self.sign}{units}.{rest:02d}" if rest else f"{minus}{self.sign}{units}"


@lru_cache(maxsize=256)
def money_in(sign: str, chips_per_unit: int) -> Money:
    """Return how amounts of a currency are written; one object for all hands, which remembers amounts."""
    return Money(sign, chips_per_unit)


CHIPS = money_in("", 1)
"""Of tournaments."""
PARTS_OF_CHIPS = money_in("", 100)
"""Of a hand of a tournament where an odd chip was cut in two."""


def money_of(text: str, *, is_play: bool = False) -> Money:
    """Return how the amounts of a cash game are written, from one of them; a hundred chips make a unit."""
    return money_in("" if is_play else sign_of(text), 100)


def sign_of(text: str) -> str:
    """Return the sign of the currency in an amount, empty where there is none: ``$`` of ``1,50 $``, ``USD 2``."""
    found = {_SIGNS.get(code, _SIGNS.get(code.upper(), code)) for code in _CODE.findall(text)} - {""}
    return min(found) if found else ""


def _parse_amount(text: str, money: Money) -> int:
    sign, chips_per_unit = money.sign, money.chips_per_unit
    text = text.replace("Â", "")  # what is left of a sign or a blank that was encoded twice
    found = _AMOUNT.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    expected = money.format(150)
    if found is None or (sign and sign_of(found[1] + found[3] + " " + found[5]) not in ("", sign)):
        raise FormatError(f"not an amount: {text!r} (expected e.g. {expected!r})")
    number = _parse_number(found[4])
    if number is None:
        raise FormatError(f"not an amount: {text!r} (expected e.g. {expected!r})")
    units, cents = number
    if chips_per_unit == 1 and cents:
        raise PartOfChipError(f"not an amount: {text!r} (expected whole chips)")
    chips = units * chips_per_unit + cents
    return -chips if found[2] else chips


def _parse_number(text: str) -> tuple[int, int] | None:
    """Return the whole part and the hundredths of a number; a lone mark before three digits is one of thousands."""
    parts = re.split(r"[.,'’\s]", text)
    if "" in parts or sum(map(len, parts)) > _MOST_DIGITS:
        return None
    marks = re.findall(r"[.,'’\s]", text)
    cents = ""
    if marks and marks[-1] in ".," and len(parts[-1]) != 3 and marks.count(marks[-1]) == 1:
        cents = parts.pop()
        marks.pop()
    if len(cents) > 2 or len(set(marks)) > 1 or any(len(part) != 3 for part in parts[1:]):
        return None
    if marks and not 1 <= len(parts[0]) <= 3:
        return None
    return int("".join(parts)), int(cents.ljust(2, "0"))


def make_time(numbers: tuple[str | int | None, ...], zone: str | tzinfo | None) -> datetime | None:
    """Return a time in UTC from year, month, day, hour, minute and second; None without a known zone or if impossible.

    Parameters
    ----------
    numbers
        The parts of the time; what is missing counts as 0.
    zone
        What the source calls the zone, or the zone itself.
    """
    known = zone_of(zone) if isinstance(zone, str) else zone
    if known is None:
        return None
    year, month, day, hour, minute, second = numbers + (None,) * (6 - len(numbers))
    try:
        start, n_minutes, n_seconds = _start_of_hour(year, month, day, hour, known), int(minute or 0), int(second or 0)
        if not (0 <= n_minutes < 60 and 0 <= n_seconds < 60):
            return None
        return start + timedelta(0, 60 * n_minutes + n_seconds)
    except (ValueError, OverflowError):
        return None


@lru_cache(maxsize=1 << 12)
def _start_of_hour(
    year: str | int | None, month: str | int | None, day: str | int | None, hour: str | int | None, zone: tzinfo
) -> datetime:
    """Return when an hour of the day began, in UTC; hands of one hour follow each other."""
    parts = [int(part or 0) for part in (year, month, day, hour)]
    return datetime(*parts, tzinfo=zone).astimezone(UTC)  # type: ignore[misc,arg-type]


def zone_of(name: str) -> tzinfo | None:
    """Return the zone of a name: ``ET``, ``CEST``, ``GMT+2``; None if it is not known."""
    known = ZONES.get(name.upper())
    if known is None and (key := _MORE_ZONES.get(name.upper())) is not None:
        return ZoneInfo(key)
    offset = _OFFSET.fullmatch(name) if known is None else None
    if offset is None:
        return known
    hours, minutes = int(offset[1]), int(offset[2] or 0)
    return timezone(timedelta(hours=hours, minutes=-minutes if hours < 0 else minutes))
