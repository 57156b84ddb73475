"""iPoker session files: XML, one ``session`` with its ``general`` part and a ``game`` for each hand.

Files are read as they come, cut off or not: each ``<game>`` is a hand, and what stands before the first one says the
game, the stakes and whose log it is. Actions are numbered and may stand in any order. The sum of a raise is the bet it
makes (type 23) or the chips put in (type 6); a win includes a bet that nobody called, and the rake is not named.
"""

import html
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

from deluck.cards import Card
from deluck.errors import FormatError
from deluck.formats.histories.amounts import Money, make_time
from deluck.formats.histories.rules import Texts
from deluck.formats.histories.site import MOST_LINES, Line, Site
from deluck.formats.histories.story import (
    ALL_IN,
    ANTE,
    BETS,
    BIG,
    CALLS,
    CHECKS,
    FOLDS,
    POST,
    RAISES,
    SMALL,
    Header,
    Move,
    Story,
    Sum,
    read_cards,
)
from deluck.formats.ipoker_session import session_of, with_blinds, with_sign_of_stacks
from deluck.formats.limits import MOST_NAME_LENGTH, too_long_name

_OF_GAMES = re.compile(r"(action|cards|player|round|startdate|smallblind|bigblind)(?!\w)([^>]*)>(.*)", re.DOTALL)
_ATTRIBUTE = re.compile(r"\b(\w++)\s*+=\s*+\"([^\"]*+)\"")  # in time that grows with the text alone
_PARTS = re.compile(r"(?=<(?:game|session)\b)")
_GAME, _SESSION = re.compile(r"<game\b[^<>]*?(?:gamecode=\"(?P<id>[^\"]*)\")?"), re.compile(r"<(?:session|root)\b")
_TIMES = (
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d\d)[-/.](?P<day>\d\d)[ T](?P<at>\d\d?:\d\d(?::\d\d)?)"),
    re.compile(r"(?P<day>\d\d?)[-/.](?P<month>\d\d?|[A-Za-z]{3})[-/.](?P<year>\d{4}) (?P<at>\d\d?:\d\d(?::\d\d)?)"),
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_POSTS = {"1": SMALL, "2": BIG, "10": POST, "15": ANTE}
_DECISIONS = {"0": FOLDS, "3": CALLS, "4": CHECKS, "5": BETS, "6": RAISES, "7": ALL_IN, "23": RAISES}
_HIDDEN = ("X X", "x x")
_PLAIN_DECISIONS = ("0", "3", "4", "5", "6", "7")
_SITS_OUT, _RAISES_TO = ("8", "9"), "23"
_STREETS = {"flop": 1, "turn": 2, "river": 3}
_MOST_DIGITS = 9
_MOST_MONEYS = 64
_ORDER = itemgetter(0)  # of an action
_LONGEST_KNOWN = 256  # characters of a line or an element that is remembered
_FIELDS = {
    "action": {"no": "", "player": "", "type": "", "sum": ""},
    "cards": {"type": "", "player": ""},
    "player": {"seat": "", "name": "", "chips": "0", "dealer": "", "win": "0", "bet": ""},
    "round": {"no": ""},
}
"""The attributes that count, and what they are where they are missing."""
_CARD = re.compile(r"([CDHScdhs])(10|[2-9TJQKA])")


_new = tuple.__new__  # the constructor of a named tuple would only add a call
_Element = tuple[Any, ...]
"""What an element says: its tag, and behind it what `Ipoker._element` makes of the tag's attributes and text."""
_Action = tuple[int, int, str, str, str, int | None]
"""An action's number, the line it stands on, who took it, its type and its sum as it is written; and in chips, if it is
a plain decision."""


class _Known(NamedTuple):
    """What elements say whose amounts are of one money: games repeat most of them."""

    lines: dict[str, list[_Element]]
    """By their lines."""
    elements: dict[str, _Element | None]
    """By their texts, where a line has many of them; None of what is no part of a game."""


class Ipoker(Site):
    """iPoker's XML."""

    NAME = "ipoker"
    HINT = "<game"
    STARTS = _GAME
    TAKES_UNCALLED: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[Money, _Known] = {}

    def looks_like(self, head: str) -> bool:
        """Return whether a text that begins so is an iPoker session."""
        return "gametype>" in head and _SESSION.search(head) is not None

    def starts_hand(self, line: str) -> bool:  # noqa: ARG002 - as other formats have it
        """Return False: a game is nothing without the beginning of its session."""
        return False

    def split(self, lines: Iterable[Line]) -> Iterator[list[Line]]:
        """Yield the lines of each game, and behind them, numbered 0, all those of its session as one."""
        before: list[str] = []
        session: Line = (0, "")
        hand: list[Line] = []
        for numbered in lines:
            number, text = numbered
            if hand and "<game" not in text and "<session" not in text and len(hand) <= MOST_LINES:  # as nearly always
                hand.append(numbered)
                continue
            for part in _PARTS.split(text):
                if part.startswith(("<game ", "<game>", "<session")):
                    if hand:
                        hand.append(session)
                        yield hand
                    hand = []
                    if part.startswith("<session"):
                        before = []
                if (hand or part.startswith(("<game ", "<game>"))) and len(hand) <= MOST_LINES:
                    if not hand:
                        session = (0, "\n".join(before))
                    hand.append((number, part))
                elif len(before) < MOST_LINES:
                    before.append(part)
        if hand:
            hand.append(session)
            yield hand

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the session and the game's first lines say."""
        session = session_of(hand[-1][1])
        if isinstance(session.header, str):
            raise FormatError(session.header)
        gamecode = _ATTRIBUTE.search(hand[0][1])
        site, _, *others = session.header
        header = _new(Header, (site, gamecode[2] if gamecode else "", *others))
        if session.needs_sign:
            header = with_sign_of_stacks(header, hand, session.currency)
        return header, 0

    def hand_name(self, hand: list[Line]) -> str:
        """Return how a refusal names the hand."""
        found = _ATTRIBUTE.search(hand[0][1])
        return f"hand #{found[2]}, " if found else ""

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the elements of a game: players, then round by round the cards and the actions in their order."""
        rounds: dict[int, list[_Action]] = {}
        actions = rounds.setdefault(-1, [])
        streets: dict[int, tuple[int, str]] = {}
        money, blinds = story.header.money, dict[str, str]()
        known = self._known_in(money)
        of_lines = known.lines
        bets, collected, dealt_in = story.bets, story.collected, story.dealt_in
        for number, line in lines:
            if not number:
                break
            story.line = number
            for element in of_lines[line] if line in of_lines else self._read_elements(known, line, money):
                tag = element[0]
                if tag == "action":
                    _, order, name, kind, put_in, amount = element
                    actions.append((order, number, name, kind, put_in, amount))
                elif tag == "cards":
                    _, street, name, text = element
                    if street is None and text in _HIDDEN and name in story.seats:  # as nearly always
                        dealt_in.add(name)
                    elif street is None:
                        self._read_pocket(story, name, text)
                    else:
                        streets[street] = (number, text)
                elif tag == "player":
                    _, seat_number, name, stack, has_button, won, bet = element
                    if has_button:
                        story.button = seat_number
                    if name:
                        story.add_seat(seat_number, name, stack)
                        if bet is not None:
                            bets.append(_new(Sum, (number, name, bet)))
                        if won:
                            collected.append(_new(Sum, (number, name, won)))
                elif tag == "round":
                    actions = rounds.setdefault(element[1], [])
                elif tag == "startdate":
                    story.header = story.header._replace(time=_time_of(element[1]))
                else:
                    blinds[tag] = element[1]
        session = session_of(lines[-1][1])
        story.table = session.table
        if session.hero in story.seats:
            story.hero = session.hero
        self._play(story, rounds, streets)
        if not story.header.big_bet:
            story.header = with_blinds(story, dict(session.blinds) | blinds)

    def _known_in(self, money: Money) -> _Known:
        """Return the elements that came before with amounts of this money."""
        known = self._known.get(money)
        if known is None:
            if len(self._known) >= _MOST_MONEYS:
                self._known.clear()
            known = self._known[money] = _Known({}, {})
        return known

    def _read_elements(self, known: _Known, line: str, money: Money) -> list[_Element]:
        """Return what the elements of a line say, and remember it."""
        elements = known.elements
        found = []
        for text in line.split("<"):
            element = elements[text] if text in elements else self._read_element(elements, text, money)
            if element is not None:
                found.append(element)
        if len(line) <= _LONGEST_KNOWN:
            Texts.remember(known.lines, line, found)
        return found

    def _read_element(self, elements: dict[str, _Element | None], text: str, money: Money) -> _Element | None:
        """Return what an element says that starts a text, None if it is none of a game; and remember it."""
        found = _OF_GAMES.match(text)
        element = None if found is None else self._element(found[1], found[2], found[3], money)
        if len(text) <= _LONGEST_KNOWN:
            Texts.remember(elements, text, element)
        return element

    def _element(self, tag: str, described: str, text: str, money: Money) -> _Element:
        """Return what an element says: the attributes of `_FIELDS`, amounts in chips."""
        if tag not in _FIELDS:
            return tag, text
        attributes = dict(_ATTRIBUTE.findall(described))
        if "&" in described:
            attributes = {name: html.unescape(value) for name, value in attributes.items()}
        first, *others = [attributes.get(name, missing) for name, missing in _FIELDS[tag].items()]
        if tag == "cards":
            return tag, _STREETS.get(first.lower()), *others, text
        number = _number(tag, next(iter(_FIELDS[tag])), first)
        if tag == "player":
            name, chips, dealer, win, bet = others
            stack, parse = money.parse(chips), money.parse
            if not name or not stack:
                return tag, number, "", 0, dealer == "1", 0, None
            if len(name) > MOST_NAME_LENGTH:
                raise too_long_name(name)
            return tag, number, name, stack, dealer == "1", parse(win), parse(bet) if bet else None
        if tag == "action":
            _, kind, put_in = others
            return tag, number, *others, _chips_of(kind, put_in, money)
        return tag, number

    def _play(self, story: Story, rounds: dict[int, list[_Action]], streets: dict[int, tuple[int, str]]) -> None:
        """Take in the posts, and the decisions street by street."""
        seats, decisions = story.seats, story.decisions
        for actions in rounds.values():
            actions.sort(key=_ORDER)
        for action in rounds.get(0, ()):
            self._read_action(story, action, is_post=True)
        for street in range(max([0, *streets]) + 1):
            number, text = streets.get(street, (story.line, ""))
            story.line = number
            if street and street not in streets:
                raise FormatError(f"no cards of round {street + 1}")
            story.open_street(street, _cards_of(text) if street else ())
            for action in rounds.get(street + 1, ()):
                _, number, name, kind, _, amount = action
                if amount is not None and name in seats:  # what `Story.decide` does, without the call
                    decisions.append(_new(Move, (number, name, _DECISIONS[kind], amount, None, False, street)))
                else:
                    self._read_action(story, action, is_post=False)

    def check(self, story: Story) -> None:
        """Pass over what players are said to have bet in all where that only adds up the sums, raises twice.

        The antes may be left out of it.
        """
        added: dict[str, int] = {}
        for _, name, _, amount, total, _, _ in story.posts + story.decisions:
            if name in added:
                added[name] += amount if total is None else total
            else:
                added[name] = amount if total is None else total
        antes = {post.name: post.amount for post in story.posts if post.verb == ANTE}
        story.bets = [
            bet
            for bet in story.bets
            if bet[2] != added.get(bet[1], 0) and bet[2] != added.get(bet[1], 0) - antes.get(bet[1], 0)
        ]

    def _read_pocket(self, story: Story, name: str, text: str) -> None:
        if name not in story.seats:
            raise FormatError(f"{name!r} plays without a seat (expected everybody's stack)")
        story.dealt_in.add(name)
        if text not in _HIDDEN and "x" not in text.lower():
            cards = _cards_of(text)
            if cards:
                story.know(name, cards)

    def _read_action(self, story: Story, action: _Action, *, is_post: bool) -> None:
        _, story.line, name, kind, put_in, _ = action
        if name not in story.seats:
            if kind in _SITS_OUT:
                return
            raise FormatError(f"{name!r} plays without a seat (expected everybody's stack)")
        if put_in == "DP":
            raise FormatError(f"{name!r} is all-in by disconnect protection (expected the chips put in)")
        amount = story.header.money.parse(put_in or "0")
        verb = None if is_post else _DECISIONS.get(kind)
        if verb is not None:
            if kind == _RAISES_TO:
                story.decide(name, RAISES, -1, amount)
            else:
                story.decide(name, verb, amount)
        elif kind in _SITS_OUT:
            if name in story.dealt_in or any(post.name == name for post in story.posts):
                story.sat_out.add(name)
        elif is_post and kind in _POSTS:
            story.post(name, _POSTS[kind], amount)
        elif is_post and kind == "0":
            story.decide(name, FOLDS)
        elif not amount:
            story.unread = story.unread or (story.line, f"an action of type {kind!r} by {name!r}")
        else:
            raise FormatError(f"an action of type {kind!r} by {name!r} (expected {', '.join(_POSTS | _DECISIONS)})")


def _chips_of(kind: str, put_in: str, money: Money) -> int | None:
    """Return the sum of a plain decision; None of whatever `Ipoker._read_action` has to look at."""
    if kind not in _PLAIN_DECISIONS or not put_in or put_in == "DP":
        return None
    try:
        return money.parse(put_in)
    except FormatError:
        return None


def _number(tag: str, name: str, text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise FormatError(f"{tag} with {name}={text!r} (expected a number)")
    return int(text)


def _time_of(text: str) -> datetime | None:
    found = next((time for pattern in _TIMES if (time := pattern.search(text))), None)
    if found is None:
        return None
    month = found["month"]
    number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1 if month.lower() in _MONTHS else 0
    return make_time((found["year"], number, found["day"], *found["at"].split(":")), "UTC")


@lru_cache(maxsize=1 << 12)
def _cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards of a text such as ``HQ D10``, suits first."""
    return read_cards(" ".join([rank + suit.lower() for suit, rank in _CARD.findall(text)]))
