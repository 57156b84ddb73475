"""How a site's histories are read: hands separated, lines looked up in the site's tables, the hand played again.

A site is a subclass of `Site`: tables of what its lines look like, and methods for what no table can say. A line is
looked up by its first word, so that few patterns are tried; what stands before or after a name must fit a pattern in
full, for names may hold anything but a line break (colons, brackets, the word "folds").

A line of which nothing is known is passed over if no cards are in it and the hand adds up without it; otherwise it is
part of the reason why the hand is refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar, NamedTuple

from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import attempt
from deluck.formats.histories.amounts import PARTS_OF_CHIPS, PartOfChipError
from deluck.formats.histories.plain import PlainHand, plain_hand
from deluck.formats.histories.replaying import record_of
from deluck.formats.histories.rules import PASSED, Act, Rule, Said, Table, Texts
from deluck.formats.histories.story import (
    SHOWDOWN,
    SUMMARY,
    Header,
    Move,
    Seat,
    Story,
)
from deluck.formats.histories.taking import Taking
from deluck.formats.limits import MOST_NAME_LENGTH
from deluck.records import HandRecord

Line = tuple[int, str]
MOST_LINES = 3000
"""Of one hand; more are not of a hand."""
LONGEST_LINE = MOST_NAME_LENGTH
"""Of a hand; what is beyond is cut off, so that no name is longer than names may be."""

_ALTERNATIVES = re.compile(r"\(\?:([\w'|/&-]+)\)")
_WORD = re.compile(r"[^\s\\(\[{?]+")
_ENDS_WITH_AMOUNT = re.compile(r"[\[(][^\[\]()]*\d[^\[\]()]*[\])]\.?$")
_OF_PRIZES = re.compile(r"bounty|jackpot|prize|ticket", re.IGNORECASE)
_HAS_CARDS = re.compile(r"\[ ?(?:10|[2-9TJQKA])[cdhs]\b")


class Plain(NamedTuple):
    """A hand that was not played by the rules yet, and what plays it: the record it makes, or what is wrong."""

    hand: PlainHand
    replay: Callable[[], HandRecord | FormatError]


_new = tuple.__new__  # the constructor of a named tuple would only add a call


class Site(Taking):
    """A site's text history; a subclass fills in the tables.

    In the tables' patterns ``{amount}`` and ``{total}`` stand for amounts, ``{cards}`` for cards in brackets,
    ``{all_in}`` for the words that a player is all-in, if they are there.
    """

    NAME: str
    """The short name of the format."""
    STARTS: ClassVar[re.Pattern[str]]
    """The first line of a hand."""
    HINT: ClassVar[str]
    """What every first line has in it."""
    WITHIN: ClassVar[re.Pattern[str] | None] = None
    """The same within a line, where a file was cut off and another one put behind it."""
    REPLAYS: bool = True
    """Records of this format have been played again by the rules."""
    NAME_END: ClassVar[str] = " "
    """What stands between a player's name and what the player did."""
    NAME_ENDS: ClassVar[tuple[str, ...]] = (" ",)
    """The same, with what stands there now and then."""
    ALL_IN: ClassVar[str] = r",? and is all-in"
    PLAYER: ClassVar[tuple[Rule, ...]] = ()
    """What players do, after their name."""
    OTHER: ClassVar[tuple[Rule, ...]] = ()
    """Lines that do not start with a player's name."""
    SUMMARY_PLAYER: ClassVar[tuple[Rule, ...]] = ()
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = ()
    SEAT: ClassVar[str | None] = None
    """A plain seat where seats may have something about them: its number, the player's name, the stack."""
    NOISE: ClassVar[re.Pattern[str] | None] = None
    """Lines, or what stands after a name, that say nothing about the play."""
    UNSEATED: ClassVar[re.Pattern[str] | None] = None
    """What a line looks like where somebody plays who is not listed among the seats; group 1 is the name."""
    NAMES_RAKE: ClassVar[bool] = True
    """Whether the text says what the house took; else chips that nobody read could be taken for the rake."""
    TAKES_UNCALLED: ClassVar[bool] = False
    """Whether a bet that nobody called counts among what its player collected, where no line returns it."""

    def __init__(self) -> None:
        super().__init__()
        self._passes = self._pass  # made once, so that comparing is cheap
        self._player = self._table(self.PLAYER)
        self._simple: dict[str, tuple[bool, str]] = {}  # posts and decisions by the words before their amount
        for pattern, method, verb in self.PLAYER:
            words = pattern.removesuffix("{all_in}").removesuffix(" {amount}")
            if method in ("_decide", "_post") and " {amount}" in pattern and re.fullmatch(r"[\w ]+", words):
                self._simple[words] = (method == "_post", verb)
        is_plain = type(self)._seat is Site._seat
        seats = [pattern for pattern, method, _ in self.OTHER if method == "_seat" and is_plain]
        plain = self.SEAT or (seats[0] if seats else None)
        self._fits_seat = None if plain is None else re.compile(self._expanded(plain)).fullmatch
        self._other = self._table(self.OTHER)
        self._summary_player = self._table(self.SUMMARY_PLAYER)
        self._summary_other = self._table(self.SUMMARY_OTHER)

    def _table(self, rules: tuple[Rule, ...]) -> Table:
        table = Table()
        for pattern, method, argument in rules:
            chosen = _ALTERNATIVES.match(pattern)
            word = _WORD.match(pattern.replace("\\*", "*"))
            keys = chosen[1].split("|") if chosen else [word[0]] if word else []
            entry = (re.compile(self._expanded(pattern)).fullmatch, getattr(self, method), argument)
            for key in {self.key(each) for each in keys}:
                table.rules.setdefault(key, []).append(entry)
        return table

    def _expanded(self, pattern: str) -> str:
        parts = {
            "{amount}": f"(?P<amount>{self.AMOUNT})",
            "{total}": f"(?P<total>{self.AMOUNT})",
            "{cards}": r"\[(?P<cards>[^\[\]]*)\]",
            "{all_in}": f"(?P<all_in>{self.ALL_IN})?",
        }
        for name, text in parts.items():
            pattern = pattern.replace(name, text)
        return pattern

    # a file

    def looks_like(self, head: str) -> bool:
        """Return whether a text that begins so holds hands of this site."""
        return self.HINT in head and any(
            self.STARTS.match(line[:LONGEST_LINE].lstrip("\0")) for line in head.split("\n")
        )

    def parse(self, lines: Iterable[Line]) -> Iterator[tuple[int, HandRecord | FormatError]]:
        """Yield each hand, or why it cannot be read, with the number of its first line."""
        for hand in self.split(lines):
            yield hand[0][0], attempt(self.read, hand)

    def parse_plain(self, lines: Iterable[Line]) -> Iterator[tuple[int, HandRecord | Plain | FormatError]]:
        """Yield what `parse` does, hands with nothing unusual as `Plain`: not played yet, with a way to have that done.

        Whoever takes a `Plain` hand must see that it is valid, and have it played where that is not certain.
        """
        for hand in self.split(lines):
            yield hand[0][0], attempt(self._read_plain, hand)

    def split(self, lines: Iterable[Line]) -> Iterator[list[Line]]:
        """Yield the lines of each hand, blank ones left out; what stands before the first hand is passed over."""
        hand: list[Line] = []
        hint, within = self.HINT, self.WITHIN
        for numbered in lines:
            number, text = numbered
            if not text:
                continue
            line = text.rstrip()
            if hint in line:
                if len(line) > LONGEST_LINE:  # looked through by patterns whose time grows faster than the line
                    line = line[:LONGEST_LINE]
                elif line[:1] == "\0":
                    line = line.lstrip("\0")
                cut = self._start_in(line, within)
                if cut >= 0:
                    if cut and hand:
                        hand.append((number, line[:cut]))
                    if hand:
                        yield hand
                    hand = [(number, line[cut:])]
                    continue
            if line and hand and len(hand) <= MOST_LINES:
                hand.append(numbered if line is text and len(line) <= LONGEST_LINE else (number, line[:LONGEST_LINE]))
        if hand:
            yield hand

    def _start_in(self, line: str, within: re.Pattern[str] | None) -> int:
        """Return where in a line a hand starts, -1 if nowhere: at its beginning, or where a file was cut off."""
        if self.starts_hand(line):
            return 0
        found = within.search(line) if within is not None and ' said, "' not in line else None
        return found.start() if found is not None else -1

    def starts_hand(self, line: str) -> bool:
        """Return whether a hand starts at a line, whatever came before."""
        return self.STARTS.match(line[:LONGEST_LINE]) is not None

    def read(self, hand: list[Line]) -> HandRecord | FormatError:
        """Return the record of a hand, or why there is none, with the hand's number and the line where that is known.

        Parameters
        ----------
        hand
            Its numbered lines.
        """
        story = self._story(hand)
        return story if isinstance(story, FormatError) else self._replayed(hand, story)

    def _read_plain(self, hand: list[Line]) -> HandRecord | Plain | FormatError:
        story = self._story(hand)
        if isinstance(story, FormatError):
            return story
        plain = plain_hand(story, takes_uncalled=self.TAKES_UNCALLED)
        if plain is None:
            return self._replayed(hand, story)
        return _new(Plain, (plain, partial(attempt, self._replayed, hand[:2], story)))

    def _story(self, hand: list[Line]) -> Story | FormatError:
        """Return all that the lines of a hand say, or why they cannot be read."""
        story: Story | None = None
        try:
            if len(hand) > MOST_LINES:
                raise FormatError(f"a hand of more than {MOST_LINES} lines")
            header, first = self.header(hand)
            story = Story(header)
            try:
                self.read_lines(story, hand[first:])
            except PartOfChipError:
                story = Story(_in_parts_of_chips(header))
                self.read_lines(story, hand[first:])
        except DeluckError as error:
            number = hand[0][0] if story is None else story.line
            return FormatError(f"{self.hand_name(hand)}line {number}: {error}")
        try:
            self.check(story)
        except DeluckError as error:
            return self._refusal(hand, story, error)
        return story

    def _replayed(self, hand: list[Line], story: Story) -> HandRecord | FormatError:
        try:
            return record_of(story, takes_uncalled=self.TAKES_UNCALLED)
        except DeluckError as error:
            return self._refusal(hand, story, error)

    def _refusal(self, hand: list[Line], story: Story, error: DeluckError) -> FormatError:
        where = "" if str(error).startswith("line ") else f"line {hand[0][0]}: "
        return FormatError(f"{self.hand_name(hand)}{where}{error}{_unread(story)}")

    def hand_name(self, hand: list[Line]) -> str:
        """Return how a refusal names the hand: ``hand #123, ``; empty if its number is not known."""
        found = self.STARTS.match(hand[0][1])
        number = found.groupdict().get("id") if found else None
        return f"hand #{number}, " if number else ""

    # what a subclass has to say

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what a hand's first lines say, and how many of them were read.

        Raises
        ------
        FormatError
            If the game is another one, named, or the stakes are missing.
        """
        raise NotImplementedError

    def key(self, text: str) -> str:
        """Return the word that tables know a text by: its first."""
        return text.partition(" ")[0]

    def check(self, story: Story) -> None:
        """See that all was said that the site always says, and add what goes without saying."""

    # a line

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines of a hand after its header."""
        seats, posts, decisions, end = story.seats, story.posts, story.decisions, self.NAME_END
        numbers, found, player, other = story.numbers, self._found, self._player, self._other
        texts = self._texts_in(story.header.money)
        acts, endings, known_seats, has_seats = texts.acts, texts.endings, texts.seats, self._fits_seat is not None
        for number, line in lines:
            first = line[0]
            if first == "\0":  # which some clients write before each line
                line = line.lstrip("\0")
                if not line:
                    continue
                first = line[0]
            story.line = number
            section = story.section
            if section == SUMMARY:
                ending = endings.get(line)
                if ending is None or not self._takes(story, ending):
                    self._read_summary(story, line)
                continue
            if has_seats and section < 0 and line[1:5] == "eat ":
                seat = known_seats.get(line) or self._seat_of(texts, story, line)
                if seat is not None:
                    seat_number, name, _ = seat
                    if name in seats or seat_number in numbers:
                        story.add_seat(seat_number, name, 0)
                    seats[name] = seat  # what `Story.add_seat` does, without the call
                    numbers[seat_number] = name
                    continue
            if first == "*" and self._opens(story, line):
                continue
            name, between, rest = line.partition(end)
            if not between and end != " ":
                name, between, rest = line.partition(" ")
            if between and name in seats:
                act = acts[rest] if rest in acts else self._act(texts, story, rest)
                if act is PASSED:
                    continue
                if act is not None:
                    is_post, verb, amount, total, all_in = act
                    if not is_post and 0 <= section < SHOWDOWN:  # what `Story.decide` does, without the call
                        street = section if story.has_streets else -1
                        decisions.append(_new(Move, (number, name, verb, amount, total, all_in, street)))
                    elif is_post and section <= 0:  # what `Story.post` does
                        posts.append(_new(Move, (number, name, verb, amount, None, all_in, 0)))
                    elif is_post:
                        story.post(name, verb, amount, all_in=all_in)
                    else:
                        story.decide(name, verb, amount, total, all_in=all_in)
                    continue
                if found(player, story, name, rest):
                    continue
            if not (found(other, story, "", line) or self._read_of_player(player, story, line)):
                self.read_remark(story, line)

    def _act(self, texts: Texts, story: Story, text: str) -> Act | None:
        """Return what a text after a player's name says if it is a post or a decision, and remember it."""
        parse = story.header.money.parse
        act: Act | None = None
        words, _, last = text.rpartition(" ")
        simple = self._simple.get(words)
        if simple is not None:
            act = (*simple, parse(last), None, False)
        elif (known := self._player.look_up(text, self.key(text))) is not None:
            take, given, verb = known
            if take in (self._decide, self._post) and given.get("cards") is None:
                amount, total = given.get("amount"), given.get("total")
                put_in = -1 if amount is None and total is not None else parse(amount) if amount else 0
                is_all_in = given.get("all_in") is not None
                act = (take == self._post, verb, put_in, parse(total) if total else None, is_all_in)
            elif take == self._passes:
                act = PASSED
        texts.remember(texts.acts, text, act)
        return act

    def _found(self, table: Table, story: Story, name: str, text: str) -> bool:
        """Take in a text if it is in the table."""
        known = table.known[text] if text in table.known else table.look_up(text, self.key(text))
        if known is None:
            return False
        take, found, argument = known
        if take == self._passes or take(_new(Said, (story, name, found, argument, text))) is not False:
            return True
        others = list(table.fitting(text, self.key(text)))[1:]
        return any(take(Said(story, name, found, argument, text)) is not False for take, found, argument in others)

    def _seat_of(self, texts: Texts, story: Story, line: str) -> Seat | None:
        """Return the seat that a line says if it is a plain one, and remember it."""
        found = None if self._fits_seat is None else self._fits_seat(line)
        if found is None:
            return None
        seat = Seat(int(found["number"]), found["name"], story.header.money.parse(found["amount"]))
        texts.remember(texts.seats, line, seat)
        return seat

    def _read_of_player(self, table: Table, story: Story, line: str) -> bool:
        """Take in what a player did whose name holds what ends a name, the longest name that fits first."""
        fits = [name for name in story.seats if line.startswith(name)]
        for name in sorted(fits, key=len, reverse=True) if len(fits) > 1 else fits:
            for end in self.NAME_ENDS:
                if line.startswith(end, len(name)) and self._found(table, story, name, line[len(name) + len(end) :]):
                    return True
        return False

    def _read_summary(self, story: Story, line: str) -> None:
        table = self._summary_player
        if not (self._found(self._summary_other, story, "", line) or self._read_of_player(table, story, line)):
            self.read_remark(story, line)

    def read_remark(self, story: Story, line: str) -> None:
        """Pass over a line that is in no table, if it can do without."""
        if (self.NOISE is not None and self.NOISE.fullmatch(line)) or self._is_chat(story, line):
            return
        stranger = self.UNSEATED.match(line) if self.UNSEATED is not None else None
        if stranger is not None and ":" not in stranger[1] and stranger[1] not in story.seats:
            raise FormatError(f"{stranger[1]!r} plays without a seat (expected everybody's stack)")
        if _HAS_CARDS.search(line) or (not self.NAMES_RAKE and _moves_chips(story, line)):
            raise FormatError(f"cannot read {line!r}")
        story.unread = story.unread or (story.line, line)

    def _is_chat(self, story: Story, line: str) -> bool:
        """Return whether somebody said a line: ``Ada said, "nh"`` or, where no colon ends a name, ``Ada: nh``."""
        if ' said, "' in line and line.endswith('"'):
            return True
        name, between, _ = line.partition(": ")
        return bool(between) and self.NAME_END == " " and name in story.seats


def _moves_chips(story: Story, line: str) -> bool:
    """Return whether a line ends with an amount in brackets that a player may have put in."""
    return (
        _ENDS_WITH_AMOUNT.search(line) is not None
        and _OF_PRIZES.search(line) is None
        and any(line.startswith(f"{name} ") for name in story.seats)
    )


def _in_parts_of_chips(header: Header) -> Header:
    unit = PARTS_OF_CHIPS.chips_per_unit
    return header._replace(small_bet=header.small_bet * unit, big_bet=header.big_bet * unit, money=PARTS_OF_CHIPS)


def _unread(story: Story) -> str:
    """Return, for a refusal, which line was passed over."""
    if story.unread is None:
        return ""
    number, line = story.unread
    return f"; line {number} was passed over: {line[:60]!r}"
