"""The lines of a PokerStars hand history, each taken for what it says; whether the hand can be true is asked later.

Names may hold anything but a line break (colons, brackets, the word "folds"), so a line is read by the names of the
seats only: what stands before or after a name must fit a pattern in full.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from deluck.cards import Card, parse_cards
from deluck.errors import CardError, FormatError
from deluck.formats.pokerstars_header import AMOUNT, Header
from deluck.games import BOARD_SIZES

_CARDS = r"\[([^\[\]]*)\]"
_POT = r"(?:the )?(?:main |side )?pot(?:-[0-9]+)?"

_MARKER = re.compile(r"\*\*\* ([\w ]+) \*\*\*((?: ?\[[^\[\]]*\])*)")
_TABLE = re.compile(r"Table (?:ID )?'(.*)'.*")
_BUTTON = re.compile(r"Seat #([0-9]{1,3}) is the button$")
_SEAT = re.compile(rf"Seat ([0-9]{{1,3}}): (.+) \(({AMOUNT}) in chips(?:, .+ bounty)?\)(.*)")
_SUMMARY_SEAT = re.compile(r"Seat ([0-9]{1,3}): (.*)")
_ACT = re.compile(
    rf"(folds|checks|calls|bets|raises|brings in(?: low)? for|completes(?: it)?(?: to)?|posts [a-z& ]*[a-z])"
    rf"(?: ({AMOUNT}))?(?: to ({AMOUNT}))?( and is all-in)?(?: {_CARDS})?"
)
_SHOWS = re.compile(rf"(?:shows|mucks|mucked) {_CARDS}(?: \(.*\)| for .*)?")
_COLLECTED = re.compile(rf"(?:collected|wins) ({AMOUNT}) from {_POT}(?: \(pot not awarded .*\))?")
_CASHED_OUT = re.compile(rf":? cashed out the hand for ({AMOUNT})(?: \| Cash Out Fee {AMOUNT})?")
_RETURNED = re.compile(rf"Uncalled bet \(({AMOUNT})\) returned to ")
_TOTAL = re.compile(rf"Total pot ({AMOUNT})\b.*? \| Rake ({AMOUNT})(.*)")
_FEE = re.compile(rf" \| [A-Z][a-z]+ ({AMOUNT})")
_BOARD = re.compile(rf"(?:(FIRST|SECOND|THIRD) )?Board {_CARDS}")
_RUNS = {"FIRST": 0, "SECOND": 1, "THIRD": 2}
_GROUPS = re.compile(rf"{_CARDS}(?: {_CARDS})?")
_POSITION = re.compile(r"(?: \((?:button|small blind|big blind)\))* ")
_WON = re.compile(rf"\b(?:won|collected) \(({AMOUNT})\)")
_SUMMARY_TOLD = re.compile(
    rf"folded .+|(?:collected|won) \({AMOUNT}\).*|mucked(?: {_CARDS})?.*|lost"
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
    |.+\ (?:re-buys|rebuys|takes\ the\ add-on|adds|added)\b.*|.+:\ Table\ deposit\ .+|Hand\ was\ run\ \w+
    |.+\ finished\ the\ tournament.*|.+\ wins\ the\ tournament.*|.+\ wins\ .+\ bounty\ for\ .+|.+\ wins\ an?\ .+
    |.+\ eliminated\ .+|Betting\ is\ capped|The\ deck\ (?:is|was)\ (?:re)?shuffled|\*+\ \#\ [0-9]+\ \*+""",
    re.VERBOSE,
)

_STREETS = {
    "holdem": ("HOLE CARDS", "FLOP", "TURN", "RIVER"),
    "stud7": ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER"),
}
_SEATING, _SHOWDOWN, _SUMMARY = -1, 10, 11  # where a line stands; in between, the street's number


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
    table: str = ""
    button: int | None = None
    seats: dict[str, Seat] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    """The names by the number of the seat."""
    posts: list[Told] = field(default_factory=list)
    decisions: list[Told] = field(default_factory=list)
    cards: dict[str, list[Card | None]] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)
    """Who is told with the cards dealt face down."""
    hero: str | None = None
    """Who is marked as the log's owner."""
    boards: list[tuple[Card, ...]] = field(default_factory=lambda: [()])
    """The board; more of them where the hand was run more than once."""
    collected: list[Sum] = field(default_factory=list)
    returned: list[Sum] = field(default_factory=list)
    cashed_out: list[Sum] = field(default_factory=list)
    won: list[Sum] = field(default_factory=list)
    summarised: set[str] = field(default_factory=set)
    total: tuple[int, int, int] | None = None
    """The line of the total pot, the pot and the rake, all fees included."""
    street: int = -1
    """The last street dealt."""
    double_bet: bool = False
    """Whether a pair on fourth street allowed the big bet."""
    section: int = _SEATING

    @property
    def board(self) -> tuple[Card, ...]:
        """The first board."""
        return self.boards[0]

    def read(self, line: str, number: int) -> None:
        """Take in one line.

        Raises
        ------
        FormatError
            If the line cannot be read.
        """
        if not line:
            return
        marker = _MARKER.fullmatch(line) if line.startswith("***") else None
        if marker is not None:
            self._read_marker(marker[1], marker[2].strip())
            return
        if self.section == _SUMMARY:
            self._read_summary(line, number)
            return
        name, _, rest = line.partition(": ")
        if rest in ("folds", "checks") and name in self.seats and 0 <= self.section < _SHOWDOWN:
            self.decisions.append(Told(number, name, rest, 0, None, False, self.street))  # noqa: FBT003
            return
        if rest and name in self.seats and self._read_done(name, rest, number):
            return
        if not (
            self._read_seat(line)
            or self._read_told(line, number)
            or self._read_cards(line)
            or self._read_sums(line, number)
        ):
            self._read_remark(line)

    def _read_marker(self, title: str, rest: str) -> None:
        first_word, _, others = title.partition(" ")
        run = _RUNS.get(first_word, 0)
        name = others if first_word in _RUNS else title
        streets = _STREETS[self.header.game]
        if name in streets and (self.section < _SHOWDOWN or run):
            street = streets.index(name)
            if run:
                self._read_run(run, street, rest)
                return
            if street != self.street + 1:
                raise FormatError(f"*** {title} *** after {self._place()}")
            self.street = self.section = street
            self._read_board(rest)
        elif name in ("SHOW DOWN", "SHOWDOWN") and (0 <= self.section < _SHOWDOWN or first_word in _RUNS):
            self.section = _SHOWDOWN
        elif title == "SUMMARY" and self.section != _SUMMARY:
            self.section = _SUMMARY
        else:
            raise FormatError(f"*** {title} *** after {self._place()}")

    def _read_run(self, run: int, street: int, text: str) -> None:
        """Take in a street of the second or third board."""
        cards = self._board_cards(text)
        if self.header.game != "holdem" or run > len(self.boards) or len(cards) != BOARD_SIZES[street]:
            raise FormatError(f"a board {text!r} after {len(self.boards)} of them on the {_STREETS['holdem'][street]}")
        if run == len(self.boards):
            self.boards.append(cards)
        elif cards[: len(self.boards[run])] != self.boards[run]:
            raise FormatError(f"the board becomes {text!r} (expected cards added to those that lay there)")
        self.boards[run] = cards

    def _place(self) -> str:
        if self.section == _SEATING:
            return "the seats"
        if self.section >= _SHOWDOWN:
            return "the showdown" if self.section == _SHOWDOWN else "the summary"
        return f"*** {_STREETS[self.header.game][self.street]} ***"

    def _board_cards(self, text: str) -> tuple[Card, ...]:
        groups = _GROUPS.fullmatch(text) if text else None
        if text and groups is None:
            raise FormatError(f"cannot read the board {text!r} (expected e.g. '[7c Td 5h] [As]')")
        return _cards(" ".join(filter(None, groups.groups()))) if groups else ()

    def _read_board(self, text: str) -> None:
        cards = self._board_cards(text)
        if self.header.game == "stud7":
            if len(cards) > (self.street == 4):
                raise FormatError(f"a board {text!r} in stud (expected one card at most, on the river)")
        elif len(cards) != BOARD_SIZES[self.street] or cards[: len(self.board)] != self.board:
            raise FormatError(f"the board becomes {text!r} (expected cards added to those that lay there)")
        self.boards[0] = cards

    def _read_seat(self, line: str) -> bool:
        if self.section != _SEATING:
            return False
        table = _TABLE.fullmatch(line) if line.startswith("Table ") else None
        if table is not None:
            self.table = table[1]
            button = _BUTTON.search(line)
            self.button = int(button[1]) if button else None
            return True
        seat = _SEAT.fullmatch(line) if line.startswith("Seat ") else None
        if seat is None or self.posts:
            return False
        number, name = int(seat[1]), seat[2]
        if name in self.seats or number in self.numbers:
            raise FormatError(f"seat {number}, {name!r}, is listed twice")
        self.seats[name] = Seat(number, name, self.header.money.parse(seat[3]))
        self.numbers[number] = name
        if seat[4] == " [hero]":
            self.hero = name
        return True

    def _read_told(self, line: str, number: int) -> bool:
        """Take in what a player did whose name holds a colon, or who shows cards without one."""
        for name in self.seats:
            if line.startswith(f"{name}: ") and self._read_done(name, line[len(name) + 2 :], number):
                return True
            if line.startswith(f"{name} shows ["):
                return self._read_done(name, line[len(name) + 1 :], number)
        return False

    def _read_done(self, name: str, rest: str, number: int) -> bool:
        """Take in what a player did or showed, if it is that."""
        shown = _SHOWS.fullmatch(rest) if rest.startswith(("shows", "muck")) else None
        if shown is not None:
            self._know(name, shown[1])
            return True
        act = _ACT.fullmatch(rest)
        if act is not None:
            self._read_act(name, act, number)
        return act is not None

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
                self.dealt.append(name)
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
        if not first and name not in self.dealt:
            self.dealt.append(name)
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
            cashed = _CASHED_OUT.fullmatch(line, len(name)) if line.startswith(name) else None
            if cashed is not None:
                self.cashed_out.append(Sum(number, name, self.header.money.parse(cashed[1])))
                return True
        return False

    def _read_remark(self, line: str) -> None:
        if line == _PAIR:
            self.double_bet = True
        elif line.lower().startswith(_CANCELLED):
            raise FormatError("the hand was cancelled")
        elif line.startswith("STP added"):
            raise FormatError(f"the site added chips to the pot: {line!r} (expected the players' only)")
        elif not _NOISE.fullmatch(line):
            raise FormatError(f"cannot read {line!r}")

    def _read_summary(self, line: str, number: int) -> None:
        parse = self.header.money.parse
        seat = _SUMMARY_SEAT.fullmatch(line) if line.startswith("Seat ") else None
        total, board = (None, None) if seat else (_TOTAL.match(line), _BOARD.fullmatch(line))
        if total is not None:
            if self.total is not None:
                raise FormatError("a second total pot")
            fees = [parse(fee) for fee in _FEE.findall(total[3])]
            self.total = (number, parse(total[1]), parse(total[2]) + sum(fees))
        elif board is not None:
            run = _RUNS.get(board[1], 0)
            if run >= len(self.boards) or _cards(board[2]) != self.boards[run]:
                raise FormatError(f"the board is {board[2]!r} (expected what was dealt)")
        elif seat is not None:
            self._read_summary_seat(int(seat[1]), seat[2], number)
        elif not _NOISE.fullmatch(line):
            raise FormatError(f"cannot read {line!r}")

    def _read_summary_seat(self, seat: int, text: str, number: int) -> None:
        name = self.numbers.get(seat)
        position = _POSITION.match(text, len(name)) if name is not None and text.startswith(name) else None
        told = _SUMMARY_TOLD.fullmatch(text, position.end()) if position else None
        if name is None or told is None or name in self.summarised:
            raise FormatError(f"cannot read 'Seat {seat}: {text}' (expected what became of a seat, once)")
        self.summarised.add(name)
        for cards in filter(None, told.groups()):
            self._know(name, cards)
        self.won += [Sum(number, name, self.header.money.parse(amount)) for amount in _WON.findall(told[0])]


@lru_cache(maxsize=1 << 12)
def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise FormatError(str(error)) from None
