"""The lines of a PokerStars hand history, each taken for what it says; whether the hand can be true is asked later.

Names may hold anything but a line break (colons, brackets, the word "folds"), so a line is read by the names of the
seats only: what stands before or after a name must fit a pattern in full.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from deluck.cards import Card, parse_cards
from deluck.errors import CardError, FormatError

_AMOUNT = r"[^\s\d()\[\]/.]{0,3}[0-9][0-9.,]{0,18}"
_CARDS = r"\[([^\[\]]*)\]"
_POT = r"(?:the )?(?:main |side )?pot(?:-[0-9]+)?"

HEADER = re.compile(r"\ufeff?PokerStars(?: (?:Zoom|Home|Game|Hand))+ #([^\s:]+):\s*(.*)")
_GAME = re.compile(r"(?<!6\+ )(?<!\w)(Hold'em|7 Card Stud) (?:Fixed )?Limit(?=[\s,)]|$)")
_ANY_GAME = re.compile(
    r"(?:6\+ |[0-9] Card )?(?!(?:No|Pot|Fixed) )[A-Z][\w'/-]*(?: Draw 2-7 Lowball| Draw| Stud)?(?: Hi/Lo)?"
    r" (?:No |Pot |Fixed )?Limit"
)
_STAKES = re.compile(rf"(?:\(|, )({_AMOUNT})/({_AMOUNT})(?: [A-Z]{{3}})?\)")
_NUMBER = re.compile(r"(\D*)([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?")
_MARKER = re.compile(r"\*\*\* ([\w ]+) \*\*\*((?: ?\[[^\[\]]*\])*)")
_TABLE = re.compile(r"Table '.*'.*")
_BUTTON = re.compile(r"Seat #([0-9]{1,3}) is the button$")
_SEAT = re.compile(rf"Seat ([0-9]{{1,3}}): (.+) \(({_AMOUNT}) in chips(?:, .+ bounty)?\)(.*)")
_SUMMARY_SEAT = re.compile(r"Seat ([0-9]{1,3}): (.*)")
_ACT = re.compile(
    rf"(folds|checks|calls|bets|raises|brings in(?: low)? for|completes(?: it)?(?: to)?|posts [a-z& ]*[a-z])"
    rf"(?: ({_AMOUNT}))?(?: to ({_AMOUNT}))?( and is all-in)?(?: {_CARDS})?"
)
_SHOWS = re.compile(rf"(?:shows|mucks|mucked) {_CARDS}(?: \(.*\))?")
_COLLECTED = re.compile(rf"(?:collected|wins) ({_AMOUNT}) from {_POT}")
_RETURNED = re.compile(rf"Uncalled bet \(({_AMOUNT})\) returned to ")
_TOTAL = re.compile(rf"Total pot ({_AMOUNT})\b.*? \| Rake ({_AMOUNT})")
_BOARD = re.compile(rf"Board {_CARDS}")
_GROUPS = re.compile(rf"{_CARDS}(?: {_CARDS})?")
_POSITION = re.compile(r"(?: \((?:button|small blind|big blind)\))* ")
_WON = re.compile(rf"\b(?:won|collected) \(({_AMOUNT})\)")
_SUMMARY_TOLD = re.compile(
    rf"folded .+|collected \({_AMOUNT}\).*|mucked(?: {_CARDS})?.*|lost"
    rf"|(?:showed|shows) {_CARDS}(?: and (?:won|lost)\b.*)?"
)
_CANCELLED = ("hand cancelled", "hand was cancelled", "hand canceled", "hand was canceled")
_PAIR = "Pair on board - a double bet is allowed"
_NOISE = re.compile(
    r""".+\ said,\ ".*"
    |.+\ joins\ the\ table\ at\ seat\ \#[0-9]+|.+\ leaves\ the\ table|.+\ was\ (?:removed|moved)\ from\ .+
    |.+\ will\ be\ allowed\ to\ play\ after\ the\ button|.+\ has\ returned|.+\ (?:is|was)\ (?:dis)?connected
    |.+?:?\ (?:is\ sitting|sits)\ out|.+\ has\ timed\ out(?:\ while\ .+)?|.+\ has\ [0-9]+\ seconds\ left\ to\ act
    |.+:\ (?:mucks\ hand|(?:doesn't|does\ not)\ show\ hand)|.+\ is\ feeling\ \w+
    |.+\ (?:re-buys|rebuys|takes\ the\ add-on|adds|added)\b.*
    |.+\ finished\ the\ tournament.*|.+\ wins\ the\ tournament.*|.+\ wins\ .+\ bounty\ for\ .+|.+\ wins\ an?\ .+
    |.+\ eliminated\ .+|Betting\ is\ capped|The\ deck\ (?:is|was)\ (?:re)?shuffled|\*+\ \#\ [0-9]+\ \*+""",
    re.VERBOSE,
)

_SIGNS = {"\x80": "€", "â\x82¬": "€", "â‚¬": "€", "Â£": "£"}  # as other encodings leave them
_STREETS = {
    "holdem": ("HOLE CARDS", "FLOP", "TURN", "RIVER"),
    "stud7": ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER"),
}
_SEATING, _SHOWDOWN, _SUMMARY = -1, 10, 11  # where a line stands; in between, the street's number


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
        number = _NUMBER.fullmatch(text)
        if number is None or _SIGNS.get(number[1], number[1]) != self.sign:
            raise FormatError(f"not an amount: {text!r} (expected e.g. {self.format(150)!r})")
        decimals = (number[3] or "").ljust(2, "0")
        if self.chips_per_unit == 1 and int(decimals):
            raise FormatError(f"not an amount: {text!r} (expected whole chips)")
        return int(number[2].replace(",", "")) * self.chips_per_unit + int(decimals)

    def format(self, chips: int) -> str:
        """Return the text of an amount: ``$1.50``, ``$2``, ``150``."""
        units, rest = divmod(chips, self.chips_per_unit)
        return f"{self.sign}{units}.{rest:02d}" if rest else f"{self.sign}{units}"


class Header(NamedTuple):
    """What a hand's first line says."""

    hand_id: str
    game: str
    small_bet: int
    big_bet: int
    money: Money


def parse_header(line: str) -> Header:
    """Return what the first line of a hand says.

    Raises
    ------
    FormatError
        If the game is not one of the two that are read, named with its reason, or there are no stakes.
    """
    header = HEADER.fullmatch(line.rstrip())
    if header is None:
        raise FormatError(f"{line!r} belongs to no hand (expected 'PokerStars Hand #...')")
    hand_id, rest = header.groups()
    game = _GAME.search(rest)
    if game is None:
        named = _ANY_GAME.search(rest)
        what = named[0] if named else repr(rest)
        raise FormatError(f"the game is {what} (expected Hold'em Limit or 7 Card Stud Limit)")
    stakes = _STAKES.search(rest, game.end())
    if stakes is None:
        raise FormatError(f"no stakes in {rest!r} (expected e.g. '($1/$2 USD)' or '(15/30)')")
    number = _NUMBER.fullmatch(stakes[1])
    sign = number[1] if number else ""
    sign = _SIGNS.get(sign, sign)
    money = Money(sign, 100 if sign else 1)
    small_bet, big_bet = money.parse(stakes[1]), money.parse(stakes[2])
    if not 0 < small_bet <= big_bet:
        raise FormatError(f"stakes {stakes[0]!r} (expected a small bet above 0 and a big bet not below it)")
    return Header(hand_id, "holdem" if game[1] == "Hold'em" else "stud7", small_bet, big_bet, money)


class Seat(NamedTuple):
    """A player at the table, dealt in or not."""

    number: int
    name: str
    stack: int


class Told(NamedTuple):
    """What a line says that a player did: a post or a decision."""

    line: int
    name: str
    verb: str
    amount: int
    total: int | None
    all_in: bool
    street: int


class Sum(NamedTuple):
    """Chips that a line gives to a player."""

    line: int
    name: str
    amount: int


@dataclass(slots=True)
class Story:
    """All that the lines of one hand say; `read` takes them in one by one."""

    header: Header
    button: int | None = None
    seats: dict[str, Seat] = field(default_factory=dict)
    posts: list[Told] = field(default_factory=list)
    decisions: list[Told] = field(default_factory=list)
    cards: dict[str, list[Card | None]] = field(default_factory=dict)
    board: tuple[Card, ...] = ()
    collected: list[Sum] = field(default_factory=list)
    returned: list[Sum] = field(default_factory=list)
    won: list[Sum] = field(default_factory=list)
    summarised: set[str] = field(default_factory=set)
    total: tuple[int, int, int] | None = None
    """The line of the total pot, the pot and the rake."""
    street: int = -1
    """The last street dealt."""
    double_bet: bool = False
    """Whether a pair on fourth street allowed the big bet."""
    section: int = _SEATING

    def read(self, line: str, number: int) -> None:
        """Take in one line.

        Raises
        ------
        FormatError
            If the line cannot be read.
        """
        if not line:
            return
        marker = _MARKER.fullmatch(line)
        if marker is not None:
            self._read_marker(marker[1], marker[2].strip())
        elif self.section == _SUMMARY:
            self._read_summary(line, number)
        elif not (
            self._read_seat(line)
            or self._read_told(line, number)
            or self._read_cards(line)
            or self._read_sums(line, number)
        ):
            self._read_remark(line)

    def _read_marker(self, title: str, rest: str) -> None:
        streets = _STREETS[self.header.game]
        if title in streets and self.section < _SHOWDOWN:
            street = streets.index(title)
            if street != self.street + 1:
                raise FormatError(f"*** {title} *** after {self._place()}")
            self.street = self.section = street
            self._read_board(rest)
        elif title == "SHOW DOWN" and 0 <= self.section < _SHOWDOWN:
            self.section = _SHOWDOWN
        elif title == "SUMMARY" and self.section != _SUMMARY:
            self.section = _SUMMARY
        else:
            raise FormatError(f"*** {title} *** after {self._place()}")

    def _place(self) -> str:
        if self.section == _SEATING:
            return "the seats"
        if self.section >= _SHOWDOWN:
            return "the showdown" if self.section == _SHOWDOWN else "the summary"
        return f"*** {_STREETS[self.header.game][self.street]} ***"

    def _read_board(self, text: str) -> None:
        groups = _GROUPS.fullmatch(text) if text else None
        if text and groups is None:
            raise FormatError(f"cannot read the board {text!r} (expected e.g. '[7c Td 5h] [As]')")
        cards = parse_cards(" ".join(filter(None, groups.groups()))) if groups else ()
        if self.header.game == "stud7":
            if len(cards) > (self.street == 4):
                raise FormatError(f"a board {text!r} in stud (expected one card at most, on the river)")
        elif len(cards) != (0, 3, 4, 5)[self.street] or cards[: len(self.board)] != self.board:
            raise FormatError(f"the board becomes {text!r} (expected cards added to those that lay there)")
        self.board = cards

    def _read_seat(self, line: str) -> bool:
        if self.section != _SEATING:
            return False
        if _TABLE.fullmatch(line):
            button = _BUTTON.search(line)
            self.button = int(button[1]) if button else None
            return True
        seat = _SEAT.fullmatch(line)
        if seat is None or self.posts:
            return False
        number, name = int(seat[1]), seat[2]
        if name in self.seats or any(number == other.number for other in self.seats.values()):
            raise FormatError(f"seat {number}, {name!r}, is listed twice")
        self.seats[name] = Seat(number, name, self.header.money.parse(seat[3]))
        return True

    def _read_told(self, line: str, number: int) -> bool:
        for name in self.seats:
            if not line.startswith(f"{name}: "):
                continue
            rest = line[len(name) + 2 :]
            shown = _SHOWS.fullmatch(rest)
            if shown is not None:
                self._know(name, shown[1])
                return True
            act = _ACT.fullmatch(rest)
            if act is not None:
                self._read_act(name, act, number)
                return True
        return False

    def _read_act(self, name: str, act: re.Match[str], number: int) -> None:
        verb, amount, total, all_in, cards = act.groups()
        if (amount is None) != (verb in ("folds", "checks")) or (total is not None and amount is None):
            raise FormatError(f"cannot read {act[0]!r} of {name}")
        parse = self.header.money.parse
        told = Told(
            number,
            name,
            verb,
            parse(amount) if amount else 0,
            parse(total) if total else None,
            all_in is not None,
            self.street,
        )
        if verb.startswith("posts "):
            if self.section > 0:
                raise FormatError(f"{name} {verb} after the cards were dealt")
            self.posts.append(told)
        elif 0 <= self.section < _SHOWDOWN:
            self.decisions.append(told)
        else:
            raise FormatError(f"{name} {verb} at {self._place()}")
        if cards is not None:
            self._know(name, cards)

    def _read_cards(self, line: str) -> bool:
        if not line.startswith("Dealt to ") or not 0 <= self.section < _SHOWDOWN:
            return False
        for name in self.seats:
            groups = (
                _GROUPS.fullmatch(line, len(f"Dealt to {name} ")) if line.startswith(f"Dealt to {name} [") else None
            )
            if groups is None:
                continue
            if self.header.game == "holdem":
                self._know(name, " ".join(filter(None, groups.groups())))
            else:
                self._deal_stud(name, _cards(groups[1]), _cards(groups[2] or ""))
            return True
        return False

    def _deal_stud(self, name: str, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Take in a stud player's cards: up cards alone, or with the two down where they are the reader's own."""
        if self.street == 0:
            before, new = (before + new)[:-1], (before + new)[-1:]
        start = 2 + self.street  # how many cards a seat had before this street
        first = 0 if len(before) == start else 2
        if len(new) != 1 or first + len(before) != start:
            raise FormatError(f"{name} has {len(before)} and {len(new)} cards on street {3 + self.street}")
        self._place_cards(name, first, before + new)

    def _know(self, name: str, text: str) -> None:
        """Take in cards a player showed or mucked, in the order dealt."""
        cards = _cards(text)
        known = self.cards.get(name, [])
        if self.header.game == "stud7" and self.board and cards[6:] == self.board:
            cards = cards[:6]
        if set(cards) <= set(known):
            return
        most = 2 if self.header.game == "holdem" else 7 - len(self.board)
        if not 0 < len(cards) <= most:
            raise FormatError(f"{name} has the cards {text!r} (expected {most} at most)")
        if self.header.game == "holdem" and set(known) - {None} <= set(cards):
            self.cards[name] = [*cards, None][:2]
        else:
            self._place_cards(name, 0, cards)

    def _place_cards(self, name: str, first: int, cards: tuple[Card, ...]) -> None:
        size = 2 if self.header.game == "holdem" else 7
        known = self.cards.setdefault(name, [None] * size)
        for place, card in enumerate(cards, start=first):
            if known[place] not in (None, card):
                raise FormatError(f"{name} has other cards than were dealt before")
            known[place] = card

    def _read_sums(self, line: str, number: int) -> bool:
        returned = _RETURNED.match(line)
        for name in self.seats:
            if returned is not None and line[returned.end() :] == name.rstrip():
                self.returned.append(Sum(number, name, self.header.money.parse(returned[1])))
                return True
            collected = _COLLECTED.fullmatch(line, len(name) + 1) if line.startswith(f"{name} ") else None
            if collected is not None:
                self.collected.append(Sum(number, name, self.header.money.parse(collected[1])))
                return True
        return False

    def _read_remark(self, line: str) -> None:
        if line == _PAIR:
            self.double_bet = True
        elif line.lower().startswith(_CANCELLED):
            raise FormatError("the hand was cancelled")
        elif not _NOISE.fullmatch(line):
            raise FormatError(f"cannot read {line!r}")

    def _read_summary(self, line: str, number: int) -> None:
        parse = self.header.money.parse
        total, board, seat = _TOTAL.match(line), _BOARD.fullmatch(line), _SUMMARY_SEAT.fullmatch(line)
        if total is not None:
            if self.total is not None:
                raise FormatError("a second total pot")
            self.total = (number, parse(total[1]), parse(total[2]))
        elif board is not None:
            if _cards(board[1]) != self.board:
                raise FormatError(f"the board is {board[1]!r} (expected what was dealt)")
        elif seat is not None:
            self._read_summary_seat(int(seat[1]), seat[2], number)
        elif not _NOISE.fullmatch(line):
            raise FormatError(f"cannot read {line!r}")

    def _read_summary_seat(self, seat: int, text: str, number: int) -> None:
        name = next((name for name, other in self.seats.items() if other.number == seat), None)
        position = _POSITION.match(text, len(name)) if name is not None and text.startswith(name) else None
        told = _SUMMARY_TOLD.fullmatch(text, position.end()) if position else None
        if name is None or told is None or name in self.summarised:
            raise FormatError(f"cannot read 'Seat {seat}: {text}' (expected what became of a seat, once)")
        self.summarised.add(name)
        for cards in filter(None, told.groups()):
            self._know(name, cards)
        self.won += [Sum(number, name, self.header.money.parse(amount)) for amount in _WON.findall(told[0])]


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise FormatError(str(error)) from None
