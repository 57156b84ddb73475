"""All that the lines of one hand say, in the terms of no site; whether the hand can be true is asked later."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from deluck.cards import DECK, Card, format_card, parse_cards
from deluck.errors import CardError, FormatError
from deluck.formats.histories.amounts import Money
from deluck.games import BOARD_SIZES, Structure

SEATING, SHOWDOWN, SUMMARY = -1, 10, 11
"""Where a line stands; in between, the street's number."""

ANTE, SMALL, BIG, BOTH = "posts the ante", "posts small blind", "posts big blind", "posts small & big blinds"
STRADDLE, DEAD, POST = "posts straddle", "posts dead blind", "posts"
"""What a post is; `POST` where the text does not say, so that its amount does."""

FOLDS, CHECKS, CALLS, BETS, RAISES, ALL_IN = "folds", "checks", "calls", "bets", "raises", "goes all-in with"
BRINGS_IN, COMPLETES = "brings in for", "completes"

STREETS = {
    "holdem": ("HOLE CARDS", "FLOP", "TURN", "RIVER"),
    "stud7": ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER"),
}


_new = tuple.__new__  # the constructor of a named tuple would only add a call


class Header(NamedTuple):
    """What a hand's first lines say."""

    site: str
    hand_id: str
    game: str
    structure: Structure
    small_bet: int
    """The first of the stakes: in fixed-limit the small bet, otherwise the small blind; 0 if only the posts say."""
    big_bet: int
    money: Money
    tournament: str = ""
    time: datetime | None = None
    level: str = ""
    speed: str = ""
    names_blinds: bool = False
    """Whether the two bets are the blinds in fixed-limit, too; else the posts say whether they are."""


class Seat(NamedTuple):
    """A player at the table, dealt in or not."""

    number: int
    name: str
    stack: int


class Move(NamedTuple):
    """What a line says that a player did: a post or a decision."""

    line: int
    name: str
    verb: str
    amount: int
    """The chips put in; of a raise with a total, by how much it raises, -1 where the line does not say."""
    total: int | None
    """The bet that a raise makes, where the line says it."""
    all_in: bool
    street: int
    """The street, or -1 where the text has no headings."""


class Sum(NamedTuple):
    """Chips that a line gives to a player."""

    line: int
    name: str
    amount: int


class Total(NamedTuple):
    """What the summary says of the whole pot; None what it leaves out."""

    line: int
    pot: int | None
    rake: int | None
    """All fees included."""


@dataclass(slots=True)
class Story:
    """All that the lines of one hand say; a site's reader fills it in line by line."""

    header: Header
    table: str = ""
    button: int | None = None
    """The number of the seat with the button."""
    seats: dict[str, Seat] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    """The names by the number of the seat."""
    aliases: dict[str, str] = field(default_factory=dict)
    """How players are named in the record, where that is not the text's name for them."""
    posts: list[Move] = field(default_factory=list)
    decisions: list[Move] = field(default_factory=list)
    cards: dict[str, list[Card | None]] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)
    """Whose cards are shown as they are dealt face down."""
    hero: str | None = None
    """Who is marked as the log's owner."""
    boards: list[tuple[Card, ...]] = field(default_factory=lambda: [()])
    """The board; more of them where the hand was run more than once."""
    collected: list[Sum] = field(default_factory=list)
    returned: list[Sum] = field(default_factory=list)
    outside: list[Sum] = field(default_factory=list)
    """What players got (or paid, if negative) outside the pots."""
    apart: list[Sum] = field(default_factory=list)
    """What the summary says that players got (or paid, if negative) outside the pots."""
    added: int = 0
    """Chips that the site put into the pot."""
    cashed_out: list[Sum] = field(default_factory=list)
    """What players got in place of what they won."""
    won: list[Sum] = field(default_factory=list)
    """What the summary says that players collected."""
    nets: list[Sum] = field(default_factory=list)
    """What the summary says that players won less what they put in."""
    bets: list[Sum] = field(default_factory=list)
    """What the summary says that players put in, with a bet that nobody called or without."""
    dealt_in: set[str] = field(default_factory=set)
    """Who was in the hand, beside those who did something."""
    summarised: set[str] = field(default_factory=set)
    """Of whom the summary says what became of them."""
    sat_out: set[str] = field(default_factory=set)
    """Who posted and then sat out: they fold when it is their turn."""
    total: Total | None = None
    needs_total: bool = False
    """Whether the site always says how large the pot was, so that a text without it is cut off."""
    street: int = -1
    """The last street dealt."""
    has_streets: bool = True
    """Whether the text has a heading for each street."""
    has_posts: bool = True
    """Whether the text says who posted the blinds; else those next to the button did."""
    posts_silently: bool = False
    """Whether the text may leave out a post of somebody who came back to the table."""
    double_bet: bool = False
    """Whether a pair on fourth street allowed the big bet."""
    cap: int | None = None
    """The most that a seat may put in, in chips."""
    section: int = SEATING
    line: int = 0
    """The line being read."""
    unread: tuple[int, str] | None = None
    """The first line that was passed over because nothing is known of it."""

    @property
    def board(self) -> tuple[Card, ...]:
        """The first board."""
        return self.boards[0]

    def add_seat(self, number: int, name: str, stack: int) -> None:
        """Take in a player at the table."""
        if name in self.seats or number in self.numbers:
            raise FormatError(f"seat {number}, {name!r}, is listed twice")
        self.seats[name] = _new(Seat, (number, name, stack))
        self.numbers[number] = name

    def post(self, name: str, kind: str, amount: int, *, all_in: bool = False) -> None:
        """Take in a blind, an ante or another post."""
        if self.section > 0:
            raise FormatError(f"{name!r} {kind} after the cards were dealt")
        self.posts.append(_new(Move, (self.line, name, kind, amount, None, all_in, 0)))

    def decide(self, name: str, verb: str, amount: int = 0, total: int | None = None, *, all_in: bool = False) -> None:
        """Take in a decision; a fold before the cards are dealt says that the player stays out of the hand."""
        if self.section == SEATING and verb == FOLDS:
            if any(post.name == name for post in self.posts):
                self.sat_out.add(name)
            return
        if not 0 <= self.section < SHOWDOWN:
            raise FormatError(f"{name!r} {verb} at {self.place()}")
        street = self.street if self.has_streets else -1
        self.decisions.append(_new(Move, (self.line, name, verb, amount, total, all_in, street)))

    def open_street(self, street: int, cards: tuple[Card, ...], run: int = 0) -> None:
        """Take in the heading of a street with the board, whole or only what is new of it.

        Parameters
        ----------
        street
            The street's number, 0 for the first.
        cards
            The cards beside the heading.
        run
            0 for the only or first board, 1 for the second, 2 for the third.
        """
        if run:
            self._open_run(street, cards, run)
            return
        streets = STREETS[self.header.game]
        if street == 0 <= self.street and not cards and self.header.game == "holdem":
            return  # Weplay's heading of the hole cards may come again at the end of the betting
        if street != self.street + 1 or self.section >= SHOWDOWN:
            raise FormatError(f"*** {streets[street]} *** after {self.place()}")
        self.street = self.section = street
        if self.header.game == "stud7":
            if len(cards) > (street == len(streets) - 1):
                raise FormatError(f"{len(cards)} cards on the board in stud (expected one at most, on the river)")
            self.boards[0] = cards
        elif cards or street:
            self.boards[0] = self._extended(self.boards[0], cards, street)

    def _open_run(self, street: int, cards: tuple[Card, ...], run: int) -> None:
        if self.header.game != "holdem" or run > len(self.boards):
            raise FormatError(f"board {run + 1} after {len(self.boards)} of them on the {STREETS['holdem'][street]}")
        if run == len(self.boards):
            self.boards.append(self._extended(self.board[: BOARD_SIZES[street - 1]], cards, street))
        else:
            self.boards[run] = self._extended(self.boards[run], cards, street)

    def _extended(self, board: tuple[Card, ...], cards: tuple[Card, ...], street: int) -> tuple[Card, ...]:
        whole = cards if cards[: len(board)] == board else board + cards
        if len(whole) != BOARD_SIZES[street] or len(whole) == len(board):
            raise FormatError(
                f"the board becomes {_text(cards)} after {_text(board)} (expected cards added to those that lay there)"
            )
        return whole

    def end_play(self, section: int) -> None:
        """Take in the heading of the showdown or of the summary."""
        if self.section >= section > SHOWDOWN or (section == SHOWDOWN and self.section == SUMMARY):
            raise FormatError(f"a second {'summary' if section == SUMMARY else 'showdown'}")
        self.section = section

    def check_board(self, cards: tuple[Card, ...], run: int = 0) -> None:
        """Take in the board as the summary has it, of a later run perhaps only the new cards."""
        if not self.has_streets and run == 0:
            self.boards[0] = cards
        elif not cards and not any(self.boards):
            return  # brackets with nothing in them
        elif run >= len(self.boards) or not cards or self.boards[run][-len(cards) :] != cards:
            raise FormatError(f"the board is {_text(cards)} (expected what was dealt)")

    def place(self) -> str:
        """Return where in the hand the current line stands, in words."""
        if self.section == SEATING:
            return "the seats"
        if self.section >= SHOWDOWN:
            return "the showdown" if self.section == SHOWDOWN else "the summary"
        return f"*** {STREETS[self.header.game][self.street]} ***"

    def know(self, name: str, cards: tuple[Card, ...]) -> None:
        """Take in cards a player was dealt, showed or mucked, in the order dealt."""
        known = self.cards.get(name)
        is_holdem = self.header.game == "holdem"
        if known is None:
            if is_holdem and len(cards) == 2:
                self.cards[name] = [*cards]
                return
            known = []
        if not is_holdem and self.board and cards[6:] == self.board:
            cards = cards[:6]
        if set(cards) <= set(known):
            return
        most = 2 if is_holdem else 7 - len(self.board)
        if not 0 < len(cards) <= most:
            raise FormatError(f"{name!r} has the cards {_text(cards)} (expected {most} at most)")
        if is_holdem and set(known) - {None} <= set(cards):
            self.cards[name] = [*cards, None][:2]
        else:
            self._place_cards(name, 0, cards)

    def deal_stud(self, name: str, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Take in a stud player's cards: up cards alone, or with the two down where they are the reader's own."""
        if self.street == 0:
            before, new = (before + new)[:-1], (before + new)[-1:]
        start = 2 + self.street  # how many cards a seat had before this street
        first = 0 if len(before) == start else 2
        if not first and name not in self.dealt:
            self.dealt.append(name)
        if len(new) != 1 or first + len(before) != start:
            raise FormatError(f"{name!r} has {len(before)} and {len(new)} cards on street {3 + self.street}")
        self._place_cards(name, first, before + new)

    def _place_cards(self, name: str, first: int, cards: tuple[Card, ...]) -> None:
        known = self.cards.setdefault(name, [None] * (2 if self.header.game == "holdem" else 7))
        for index, card in enumerate(cards, start=first):
            if known[index] not in (None, card):
                raise FormatError(f"{name!r} has other cards than were dealt before")
            known[index] = card


_CARD_OF = {format_card(card): card for card in DECK}.__getitem__


def read_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text such as ``Ad 7s`` or ``8s, As, 2d``.

    Raises
    ------
    FormatError
        If it is not of cards.
    """
    try:
        return tuple(map(_CARD_OF, text.split()))
    except KeyError:
        return _parse_cards(text)


@lru_cache(maxsize=1 << 12)
def _parse_cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise FormatError(str(error)) from None


def _text(cards: tuple[Card, ...]) -> str:
    return repr(" ".join([format_card(card) for card in cards]))
