"""The first line of a PokerStars hand history: site, number, game, stakes, tournament, time."""

import re
from datetime import UTC, datetime
from functools import lru_cache

from deluck.errors import FormatError
from deluck.formats.histories.amounts import (
    CODE_BEFORE,
    SIGN_AFTER,
    THOUSANDS,
    ZONES,
    make_time,
    money_in,
    sign_of,
    zone_of,
)
from deluck.formats.histories.story import Header
from deluck.games import Structure

AMOUNT = rf"{CODE_BEFORE}[^\s\d()\[\]/.]{{0,3}}[0-9][0-9.,]{{0,18}}(?:{THOUSANDS}(?:[.,][0-9]{{1,2}})?)?{SIGN_AFTER}"
OWN_TABLE = "deluck"
"""Written where a record has no table; hands of this table are of no site."""
NO_TIME = datetime(2000, 1, 1, 5, tzinfo=UTC)
"""Written where a record has no time; the site dealt its first hand in 2001. It is read as no time."""

HEADER = re.compile(
    r"\ufeff?(?P<site>(?:PokerStars|POKERSTARS|Pokerstars)(?:\.\w+)?|Full Tilt|PokerBros|PokerMaster|Run It Once Poker"
    r"|CoinPoker|ClubGG|SupremaPoker|MPLPoker|Hive Poker|Poker"
    # others that write the game as PokerStars does
    r"|[A-Z][\w-]{1,20}(?:[ .]\w{2,20}){0,3}"
    r"(?= (?:Hand|Game) #[\w-]{1,40}: (?:[NPF]LHE? \(|[^#]*(?:#[^#]*)?\bHold'em (?:No |Pot )?Limit\b)))"
    r"(?P<kind>(?: +(?:Zoom|Rush|Home|Game|GAME|Hand|HAND))+) #(?P<id>[^\s:]+):\s*(?P<rest>.*)"
)
_SITES = {"Poker": "GGPoker", "POKERSTARS": "PokerStars", "Pokerstars": "PokerStars"}
_GAME = re.compile(
    r"(?<!\w)(?:(Hold['’]?em)(?: (No|Pot|Fixed))?|7 Card Stud(?: Fixed)?)[ -]Limit(?! Pre-)(?=[\s,)]|$)",
    re.IGNORECASE,
)
_SHORT_NAME = re.compile(r"(?<![^ ])(NLH|PLH|FLH)E?(?= \(| - )")
_REVERSED = re.compile(r"\b(No|Pot|Fixed)[ -]Limit (?:Texas )?(Hold['’]?em)\b", re.IGNORECASE)
_FULL_NAMES = {"NLH": "Hold'em No Limit", "PLH": "Hold'em Pot Limit", "FLH": "Hold'em Limit"}  # what CoinPoker shortens
_KINDS = r"6\+|Short ?Deck|Split|Swap|Fusion|Tempest|Unfold|Deep Water|Pineapple|Irish"  # of hold'em by other rules
_OTHER_HOLDEM = re.compile(rf"(?<!\w)(?:{_KINDS}) $", re.IGNORECASE)
_ANY_GAME = re.compile(
    rf"(?:(?:{_KINDS}|[0-9] Card) )?(?!(?:No|Pot|Fixed) )[A-Z][\w'/-]*(?: Draw 2-7 Lowball| Draw| Stud)?(?: Hi/Lo)?"
    r" (?:No |Pot |Fixed )?Limit(?: Pre-Flop, No Limit Post-Flop)?"
)
_BARE_GAME = re.compile(r"[^($€£]*[^($€£\s-]")
CAP = re.compile(rf" ({AMOUNT}) Cap\b")
_STAKES = re.compile(
    rf"(?:\(|, )({AMOUNT})/({AMOUNT})(?:/{AMOUNT})?(?:\({AMOUNT}\))?(?: - {AMOUNT} Cap -?)?(?: - Ante {AMOUNT})?"
    r" *(?:[A-Z]{3,4}|Play Money)?\)"
)
_CODE_AFTER = re.compile(r"(?<=\d)\s?[A-Z]{3,4}$")  # of all stakes, whatever sign they have
_TOURNAMENT = re.compile(r"Tournament (?:\(.*\))?#([^\s,]+),")
_LEVEL = re.compile(r"\bLevel ?([IVXLCDM]+|[0-9]+)\b")
_SPEED = re.compile(r"\b(?:(hyper)[ -]?)?turbo\b", re.IGNORECASE)
_TIME = re.compile(
    r"([0-9]{4})/([0-9]{2})/([0-9]{2})(?: -)? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?"
    r"(?: \(?([A-Z]{2,5}\b|[+-][0-9]{2}\b)|(?=$|\s))"
)
_DATE = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}[ -]")
_STRUCTURES = {"No": Structure.NO_LIMIT, "Pot": Structure.POT_LIMIT}
_CENTS = re.compile(r"(?:\(| pot |Rake )[^\d\s]{0,3}[0-9]+[.,][0-9]{1,2}(?![0-9.,])")
"""A stack, a pot or a rake with parts of a unit."""
_FIRST_ZONES = ("UTC", "GMT", "ET")


def with_cents(header: Header, hand: list[tuple[int, str]]) -> Header:
    """Return what the first line of a cash game says, with a hundred chips to the unit if a line of the hand has cents.

    Stakes of whole units without a currency are of play money, or of a club, where stacks and pots may have cents.
    """
    if header.money.chips_per_unit > 1 or header.tournament or not any(_CENTS.search(line) for _, line in hand):
        return header
    return header._replace(
        money=money_in(header.money.sign, 100), small_bet=100 * header.small_bet, big_bet=100 * header.big_bet
    )


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
    site, hand_id, rest = header["site"], header["id"], header["rest"]
    site = _SITES.get(site, site)
    start = _DATE.search(rest)
    kind = _kind_of(rest[: start.start()] if start else rest)
    if isinstance(kind, str):
        raise FormatError(kind)
    is_fast = "Zoom" in header["kind"] or "Rush" in header["kind"] or hand_id.startswith("RC")
    time = _parse_time(rest[start.start() :], "UTC" if site == "GGPoker" else "") if start else None
    _, _, game, structure, small_bet, big_bet, money, tournament, _, level, speed, _ = kind
    return Header(
        site,
        hand_id,
        game,
        structure,
        small_bet,
        big_bet,
        money,
        tournament,
        time,
        level,
        "fast-fold" if is_fast else speed,
    )


@lru_cache(maxsize=1 << 12)
def _kind_of(rest: str) -> Header | str:
    """Return what a first line says but for the hand's number and time, or why it cannot be read."""
    if not _ANY_GAME.search(rest):
        rest = _SHORT_NAME.sub(lambda found: _FULL_NAMES[found[1]], rest, count=1)
        rest = _REVERSED.sub(r"\2 \1 Limit", rest, count=1)
    game = max(_GAME.finditer(rest), key=re.Match.start, default=None)  # tournaments may be named after another one
    other = _ANY_GAME.search(rest, game.end()) if game else None
    if game is None or other or _OTHER_HOLDEM.search(rest, 0, game.start()):
        named = other or _ANY_GAME.search(rest) or _BARE_GAME.match(rest)
        what = named[0] if named else repr(rest)
        return f"another game: {what} (expected Hold'em or 7 Card Stud Limit)"
    stakes = _STAKES.search(rest, game.end())
    if stakes is None:
        return f"no stakes in {rest!r} (expected e.g. '($1/$2 USD)' or '(15/30)')"
    structure = _STRUCTURES.get((game[2] or "").capitalize(), Structure.FIXED_LIMIT)
    sign = sign_of(stakes[1])
    # play money has cents only if its stakes have
    money = money_in(sign, 100 if sign or "." in stakes[1] else 1)
    small_bet, big_bet = money.parse(stakes[1]), money.parse(_CODE_AFTER.sub("", stakes[2]))
    if not 0 <= small_bet <= big_bet or not big_bet or not (small_bet or structure is not Structure.FIXED_LIMIT):
        return f"stakes {stakes[0]!r} (expected a small one above 0 and a big one not below it)"
    tournament, level, speed = _TOURNAMENT.search(rest), _LEVEL.search(rest), _SPEED.search(rest)
    return Header(
        "",
        "",
        "holdem" if game[1] else "stud7",
        structure,
        small_bet,
        big_bet,
        money,
        tournament[1] if tournament else "",
        None,
        level[1] if level else "",
        "" if speed is None else "hyper-turbo" if speed[1] else "turbo",
    )


def _parse_time(text: str, zone: str) -> datetime | None:
    """Return when the hand was played, by UTC or the time of New York where they are stated, else by another zone."""
    parsed = _TIME.findall(text)
    known = [each for each in parsed if zone_of(each[6] or zone) is not None]
    chosen = next((each for each in known if each[6] in _FIRST_ZONES), known[0] if known else None)
    time = None if chosen is None else make_time(chosen[:6], chosen[6] or zone)
    return None if time == NO_TIME else time


def format_time(time: datetime | None) -> str:
    """Return a time as the first line of a hand ends, to the second."""
    parsed = [
        f"{at:%Y/%m/%d} {at.hour}:{at:%M:%S}"
        for at in ((time or NO_TIME).astimezone(each) for each in (UTC, ZONES["ET"]))
    ]
    return f"{parsed[1]} ET" if time is None else f"{parsed[0]} UTC [{parsed[1]} ET]"
