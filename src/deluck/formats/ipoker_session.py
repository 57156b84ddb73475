"""What the beginning of an iPoker session says of its games: which game, for what stakes, whose log it is."""

import html
import re
from functools import lru_cache
from typing import NamedTuple

from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, SIGN_AFTER, Money, money_of
from deluck.formats.histories.site import Line
from deluck.formats.histories.story import BIG, Header, Story
from deluck.games import Structure

_TAG = re.compile(r"<(\w+)([^<>]*)>([^<]*)")
_STACK = re.compile(r"<player\b[^<>]*\bchips=\"([^\"]*)\"")
_GAME_TYPE = re.compile(r"(?P<game>.*?)\s*\b(?P<structure>NL|PL|FL|SL|L)\b")
_HOLDEM = re.compile(r"(?:(?:Texas|Speed) )?Hold'?em")
_STAKES = re.compile(rf"([^\s/]*\d{SIGN_AFTER})\s*/\s*([^\s/]*\d{SIGN_AFTER})\s*$")
_WIDE_STAKES = re.compile(  # with blanks between thousands, or behind a currency
    rf"(?<=\s)((?:[^\s\d/]{{1,3}}\s?)?\d[\d.,'\s]*{SIGN_AFTER})/((?:[^\s\d/]{{1,3}}\s?)?\d[\d.,'\s]*{SIGN_AFTER})$"
)
_STRUCTURES = {"NL": Structure.NO_LIMIT, "PL": Structure.POT_LIMIT}
_MOST_GAME_TYPE = 200
_BLINDS = ("smallblind", "bigblind")
_OF_TOURNAMENTS = ("tournamentname", "tournamentcode", "tournamentcurrency", "place", "buyin", "totalbuyin")


class Session(NamedTuple):
    """What the beginning of a session says of its games."""

    header: Header | str
    """Without a game's number and time; or why its games cannot be read."""
    table: str
    hero: str | None
    needs_sign: bool = False
    """Whether nothing but the stacks may say the currency: no stakes, or stakes without it, of real money."""
    currency: str = ""
    """The code of the table's currency."""
    blinds: tuple[tuple[str, str], ...] = ()
    """The tags of the blinds, and what stands in them."""


@lru_cache(maxsize=64)
def session_of(text: str) -> Session:
    """Return what the lines of a session say."""
    found = _TAG.findall(text)
    session = {tag: html.unescape(text.strip()) for tag, _, text in found}
    header = _header_of(session)
    is_of_tournament = any(session.get(tag) for tag in _OF_TOURNAMENTS)
    is_open = not isinstance(header, str) and not header.money.sign and (header.big_bet or not is_of_tournament)
    blinds = tuple([(tag, session[tag]) for tag in _BLINDS if tag in session])
    return Session(
        header,
        session.get("tablename", ""),
        session.get("nickname"),
        bool(is_open) and session.get("mode") != "fun",
        session.get("tablecurrency", ""),
        blinds,
    )


def with_sign_of_stacks(header: Header, hand: list[Line], currency: str) -> Header:
    """Return the header of a game in the currency of its first stack, for money if that or the stakes say so."""
    stack = next((found[1] for _, line in hand if (found := _STACK.search(line))), "")
    money = money_of(stack)
    if not money.sign and header.money.chips_per_unit > 1:
        money = money_of(currency)
    return header._replace(money=money, tournament="") if money.sign else header


def with_blinds(story: Story, written: dict[str, str]) -> Header:
    """Return the header with the blinds that tags name, unless somebody posted another one without being all-in."""
    header, parse = story.header, story.header.money.parse
    small, big = (parse(written[tag]) if written.get(tag) else 0 for tag in _BLINDS)
    behind = {name: stack for _, name, stack in story.seats.values()}
    for post in story.posts:
        behind[post.name] -= post.amount
    bigs = [post for post in story.posts if post.verb == BIG and post.amount != big]
    if not 0 < small <= big or any(post.amount > big or behind[post.name] for post in bigs):
        return header
    return header._replace(small_bet=small, big_bet=big, names_blinds=True)


def _header_of(session: dict[str, str]) -> Header | str:
    """Return what a session says by its tags of every game, or why its games cannot be read."""
    named = session.get("gametype", "")[:_MOST_GAME_TYPE]
    game = _GAME_TYPE.match("Holdem L" if named.startswith("LH ") else named)
    if game is None:
        return f"no game in {named!r} (expected e.g. 'Holdem NL $0.05/$0.10')"
    if _HOLDEM.fullmatch(game["game"].strip()) is None:
        return f"another game: {named[: game.end()]} (expected Holdem)"
    stakes = _STAKES.search(named) or _WIDE_STAKES.search(named)
    is_tournament = stakes is None or bool(session.get("tournamentname") or session.get("tournamentcode"))
    money: Money = CHIPS
    small = big = 0
    if stakes is not None and not is_tournament:
        money = money_of(stakes[2], is_play=session.get("mode") == "fun")
        try:
            small, big = money.parse(stakes[1]), money.parse(stakes[2])
        except FormatError as error:
            return str(error)
    table = session.get("tablename", "")
    number = re.search(r", (\d+)", table)
    tournament = session.get("tournamentcode") or (number[1] if number else session.get("tournamentname") or table)
    return Header(
        "iPoker",
        "",
        "holdem",
        _STRUCTURES.get(game["structure"], Structure.FIXED_LIMIT),
        small,
        big,
        money,
        (tournament or "unknown") if is_tournament else "",
        None,
        "",
        "fast-fold" if "Speed " in game["game"] else "turbo" if "turbo" in table.lower() else "",
    )
