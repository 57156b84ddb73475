"""The first line of a PokerStars hand history: site, number, game, stakes, tournament, time; and amounts of money."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from deluck.errors import FormatError
from deluck.games import Structure

AMOUNT = r"[^\s\d()\[\]/.]{0,3}[0-9][0-9.,]{0,18}"
OWN_TABLE = "deluck"
"""Written where a record has no table; hands of this table are of no site."""
NO_TIME = datetime(2000, 1, 1, 5, tzinfo=UTC)
"""Written where a record has no time; the site dealt its first hand in 2001. It is read as no time."""

HEADER = re.compile(
    r"\ufeff?(PokerStars|Full Tilt|PokerBros|PokerMaster|Run It Once Poker)(?: (?:Zoom|Home|Game|Hand))+ "
    r"#([^\s:]+):\s*(.*)"
)
_GAME = re.compile(
    r"(?<!6\+ )(?<!Split )(?<!\w)(?:(Hold'em)(?: (No|Pot|Fixed))?|7 Card Stud(?: Fixed)?) Limit(?! Pre-)(?=[\s,)]|$)"
)
_ANY_GAME = re.compile(
    r"(?:6\+ |Split |[0-9] Card )?(?!(?:No|Pot|Fixed) )[A-Z][\w'/-]*(?: Draw 2-7 Lowball| Draw| Stud)?(?: Hi/Lo)?"
    r" (?:No |Pot |Fixed )?Limit(?: Pre-Flop, No Limit Post-Flop)?"
)
_CAP = re.compile(r"\bCap\b")
_STAKES = re.compile(rf"(?:\(|, )({AMOUNT})/({AMOUNT})(?:\({AMOUNT}\))?(?: - Ante {AMOUNT})?(?: [A-Z]{{3}})?\)")
_NUMBER = re.compile(r"(\D*)([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?")
_TOURNAMENT = re.compile(r"Tournament #([^\s,]+),")
_TIME = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2})(?: -)? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))? \(?([A-Z]{2,5})\b")
_SIGNS = {"\x80": "€", "â\x82¬": "€", "â‚¬": "€", "Â£": "£"}  # as other encodings leave them
_STRUCTURES = {"No": Structure.NO_LIMIT, "Pot": Structure.POT_LIMIT}
_EASTERN = ZoneInfo("America/New_York")
_ZONES = {"UTC": UTC, "GMT": UTC, "ET": _EASTERN}


@dataclass(frozen=True, slots=True)
class Money:
    """How amounts are written: a currency's sign, and how many chips make one unit of it."""

    sign: str
    chips_per_unit: int

    def parse(self, text: str) -> int:
        """Return the chips of an amount such as ``$1.50``.

        Raises
        ------
        FormatError
            If it is not an amount, or has another sign or more decimals than the hand's stakes have.
        """
        return _parse_amount(text, self.sign, self.chips_per_unit)

    def format(self, chips: int) -> str:
        """Return the text of an amount: ``$1.50``, ``$2``, ``150``."""
        units, rest = divmod(chips, self.chips_per_unit)
        return f"{self.sign}{units}.{rest:02d}" if rest else f"{self.sign}{units}"


@lru_cache(maxsize=1 << 16)
def _parse_amount(text: str, sign: str, chips_per_unit: int) -> int:
    number = _NUMBER.fullmatch(text)
    if number is None or _SIGNS.get(number[1], number[1]) != sign:
        raise FormatError(f"not an amount: {text!r} (expected e.g. {Money(sign, chips_per_unit).format(150)!r})")
    decimals = (number[3] or "").ljust(2, "0")
    if chips_per_unit == 1 and int(decimals):
        raise FormatError(f"not an amount: {text!r} (expected whole chips)")
    return int(number[2].replace(",", "")) * chips_per_unit + int(decimals)


class Header(NamedTuple):
    """What a hand's first line says."""

    site: str
    hand_id: str
    game: str
    structure: Structure
    small_bet: int
    """The first of the stakes: in fixed-limit the small bet, otherwise the small blind."""
    big_bet: int
    money: Money
    tournament: str
    time: datetime | None


def parse_header(line: str) -> Header:
    """Return what the first line of a hand says.

    Raises
    ------
    FormatError
        If the game is not one of those that are read, named with its reason, or there are no stakes.
    """
    header = HEADER.fullmatch(line.rstrip())
    if header is None:
        raise FormatError(f"{line!r} belongs to no hand (expected 'PokerStars Hand #...')")
    site, hand_id, rest = header.groups()
    game = _GAME.search(rest)
    if game is None or _CAP.search(rest):
        named = _ANY_GAME.search(rest)
        what = named[0] if named else repr(rest)
        cap = " with a cap" if game else ""
        raise FormatError(f"the game is {what}{cap} (expected Hold'em or 7 Card Stud Limit)")
    stakes = _STAKES.search(rest, game.end())
    if stakes is None:
        raise FormatError(f"no stakes in {rest!r} (expected e.g. '($1/$2 USD)' or '(15/30)')")
    number = _NUMBER.fullmatch(stakes[1])
    sign = number[1] if number else ""
    sign = _SIGNS.get(sign, sign)
    money = Money(sign, 100 if sign else 1)
    small_bet, big_bet = money.parse(stakes[1]), money.parse(stakes[2])
    structure = _STRUCTURES.get(game[2], Structure.FIXED_LIMIT)
    if not 0 <= small_bet <= big_bet or not big_bet or not (small_bet or structure is not Structure.FIXED_LIMIT):
        raise FormatError(f"stakes {stakes[0]!r} (expected a small one above 0 and a big one not below it)")
    tournament = _TOURNAMENT.match(rest)
    return Header(
        site,
        hand_id,
        "holdem" if game[1] else "stud7",
        structure,
        small_bet,
        big_bet,
        money,
        tournament[1] if tournament else "",
        _parse_time(rest),
    )


def _parse_time(text: str) -> datetime | None:
    """Return when the hand was played, by the first of the zones told that is known: UTC or that of New York."""
    for year, month, day, hour, minute, second, zone in _TIME.findall(text):
        if zone in _ZONES:
            try:
                numbers = [int(part or 0) for part in (year, month, day, hour, minute, second)]
                time = datetime(*numbers, tzinfo=_ZONES[zone]).astimezone(UTC)  # type: ignore[misc,arg-type]
            except (ValueError, OverflowError):
                return None
            return None if time == NO_TIME else time
    return None


def format_time(time: datetime | None) -> str:
    """Return a time as the first line of a hand ends, to the second."""
    told = [
        f"{at:%Y/%m/%d} {at.hour}:{at:%M:%S}" for at in ((time or NO_TIME).astimezone(each) for each in (UTC, _EASTERN))
    ]
    return f"{told[1]} ET" if time is None else f"{told[0]} UTC [{told[1]} ET]"
