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

from deluck.cards import Card
from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import attempt
from deluck.formats.histories.plain import plain_record
from deluck.formats.histories.replaying import record_of
from deluck.formats.histories.rules import Rule, Said, Table
from deluck.formats.histories.story import (
    SHOWDOWN,
    SUMMARY,
    Header,
    Seat,
    Story,
    Sum,
    Told,
    Total,
    read_cards,
)
from deluck.formats.limits import MOST_NAME_LENGTH
from deluck.records import HandRecord

Line = tuple[int, str]
MOST_LINES = 3000
"""Of one hand; more are not of a hand."""
LONGEST_LINE = MOST_NAME_LENGTH
"""Of a hand; what is beyond is cut off, so that no name is longer than names may be."""

_ALTERNATIVES = re.compile(r"\(\?:([\w'|/&-]+)\)")
_WORD = re.compile(r"[^\s\\(\[{?]+")
_HAS_CARDS = re.compile(r"\[ ?(?:10|[2-9TJQKA])[cdhs]\b")
_RUNS = {"FIRST": 0, "SECOND": 1, "THIRD": 2}
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}


class Plain(NamedTuple):
    """A record that was not played by the rules yet, and what plays the hand: the record it makes, or what is wrong."""

    record: HandRecord
    replay: Callable[[], HandRecord | FormatError]


_new = tuple.__new__  # the constructor of a named tuple would only add a call


class Site:
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
    AMOUNT: ClassVar[str] = r"[^\s\[\]()]+"
    ALL_IN: ClassVar[str] = r",? and is all-in"
    PLAYER: ClassVar[tuple[Rule, ...]] = ()
    """What players do, after their name."""
    OTHER: ClassVar[tuple[Rule, ...]] = ()
    """Lines that do not start with a player's name."""
    SUMMARY_PLAYER: ClassVar[tuple[Rule, ...]] = ()
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = ()
    SEAT: ClassVar[re.Pattern[str]]
    """A plain seat: its number, the player's name, the stack."""
    NOISE: ClassVar[re.Pattern[str] | None] = None
    """Lines, or what stands after a name, that say nothing about the play."""
    UNSEATED: ClassVar[re.Pattern[str] | None] = None
    """What a line looks like where somebody plays who is not listed among the seats; group 1 is the name."""
    TAKES_UNCALLED: ClassVar[bool] = False
    """Whether a bet that nobody called counts among what its player collected, where no line returns it."""

    def __init__(self) -> None:
        self._player = self._table(self.PLAYER)
        self._exact: dict[str, str] = {}  # decisions without an amount, word for word
        self._simple: dict[str, tuple[bool, str]] = {}  # posts and decisions by the words before their amount
        for pattern, method, verb in self.PLAYER:
            if method in ("_decide", "_post"):
                words = pattern.removesuffix("{all_in}").removesuffix(" {amount}")
                if re.fullmatch(r"[\w ]+", words):
                    if words == pattern:
                        self._exact[words] = verb
                    elif " {amount}" in pattern:
                        self._simple[words] = (method == "_post", verb)
        self._other = self._table(self.OTHER)
        self._fees = re.compile(rf" ({self.AMOUNT})(?= \||$)")
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
        return self.HINT in head and any(self.STARTS.match(line.lstrip("\0")) for line in head.split("\n"))

    def parse(self, lines: Iterable[Line]) -> Iterator[tuple[int, HandRecord | FormatError]]:
        """Yield each hand, or why it cannot be read, with the number of its first line."""
        for hand in self.split(lines):
            yield hand[0][0], attempt(self.read, hand)

    def parse_plain(self, lines: Iterable[Line]) -> Iterator[tuple[int, HandRecord | Plain | FormatError]]:
        """Yield what `parse` does, hands with nothing unusual as `Plain`: not played yet, with a way to have that done.

        Whoever takes a `Plain` hand must see that its record is valid, and play it again if it is not.
        """
        for hand in self.split(lines):
            yield hand[0][0], attempt(self._read_plain, hand)

    def split(self, lines: Iterable[Line]) -> Iterator[list[Line]]:
        """Yield the lines of each hand, blank ones left out; what stands before the first hand is passed over."""
        hand: list[Line] = []
        hint, within = self.HINT, self.WITHIN
        for number, text in lines:
            line = text.rstrip()
            if hint in line:
                if line[:1] == "\0" and len(line) <= LONGEST_LINE:
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
                hand.append((number, line[:LONGEST_LINE]))
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
        return self.STARTS.match(line) is not None

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
        record = plain_record(story, takes_uncalled=self.TAKES_UNCALLED)
        return self._replayed(hand, story) if record is None else Plain(record, partial(attempt, self.read, hand))

    def _story(self, hand: list[Line]) -> Story | FormatError:
        """Return all that the lines of a hand say, or why they cannot be read."""
        story: Story | None = None
        try:
            if len(hand) > MOST_LINES:
                raise FormatError(f"a hand of more than {MOST_LINES} lines")
            header, first = self.header(hand)
            story = Story(header)
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

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text."""
        return read_cards(text)

    def key(self, text: str) -> str:
        """Return the word that tables know a text by: its first."""
        return text.partition(" ")[0]

    def check(self, story: Story) -> None:
        """See that all was said that the site always says, and add what goes without saying."""

    # a line

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines of a hand after its header."""
        seats, end, exact, simple = story.seats, self.NAME_END, self._exact, self._simple
        found, player, other = self._found, self._player, self._other
        parse = story.header.money.parse
        for number, line in lines:
            if line[0] == "\0":  # which some clients write before each line
                line = line.lstrip("\0")
            story.line = number
            section = story.section
            if section == SUMMARY:
                self._read_summary(story, line)
                continue
            name, between, rest = line.partition(end)
            if not between and end != " ":
                name, between, rest = line.partition(" ")
            if between and name in seats:
                verb = exact.get(rest)
                if verb is not None:
                    if 0 <= section < SHOWDOWN:  # what `Story.decide` does, without the call
                        street = section if story.has_streets else -1
                        story.decisions.append(_new(Told, (number, name, verb, 0, None, False, street)))
                    else:
                        story.decide(name, verb)
                    continue
                words, _, amount = rest.rpartition(" ")
                known = simple.get(words)
                if known is not None:
                    if known[0]:
                        story.post(name, known[1], parse(amount))
                    else:
                        story.decide(name, known[1], parse(amount))
                    continue
                if found(player, story, name, rest):
                    continue
            if not (found(other, story, "", line) or self._read_of_player(player, story, line)):
                self.read_remark(story, line)

    def _found(self, table: Table, story: Story, name: str, text: str) -> bool:
        """Take in a text if it is in the table."""
        known = table.known[text] if text in table.known else table.look_up(text, self.key(text))
        if known is None:
            return False
        take, found, argument = known
        if take(_new(Said, (story, name, found, argument))) is not False:
            return True
        others = list(table.fitting(text, self.key(text)))[1:]
        return any(take(Said(story, name, found, argument)) is not False for take, found, argument in others)

    def read_seats(self, story: Story, lines: list[Line]) -> int:
        """Take in the seats that lines start with, as `SEAT` has them; return how many lines that were."""
        seats, numbers, parse, fits = story.seats, story.numbers, story.header.money.parse, self.SEAT.fullmatch
        for index, (number, line) in enumerate(lines):
            found = fits(line)
            if found is None:
                return index
            seat, name, stack = found.groups()
            story.line = number
            if name in seats or int(seat) in numbers:
                story.add_seat(int(seat), name, 0)
            seats[name] = _new(Seat, (int(seat), name, parse(stack)))
            numbers[int(seat)] = name
        return len(lines)

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
        if self.NOISE is not None and self.NOISE.fullmatch(line):
            return
        stranger = self.UNSEATED.match(line) if self.UNSEATED is not None else None
        if stranger is not None and stranger[1] not in story.seats:
            raise FormatError(f"{stranger[1]!r} plays without a seat (expected everybody's stack)")
        if _HAS_CARDS.search(line):
            raise FormatError(f"cannot read {line!r}")
        story.unread = story.unread or (story.line, line)

    # what tables refer to

    def _pass(self, said: Said) -> None:
        """Pass over a line that says nothing about the play."""

    def _decide(self, said: Said) -> None:
        story, name, found, verb = said
        parse, given = story.header.money.parse, found.groupdict()
        amount, total = given.get("amount"), given.get("total")
        story.decide(
            name,
            verb,
            -1 if amount is None and total is not None else parse(amount) if amount else 0,
            parse(total) if total else None,
            all_in=given.get("all_in") is not None,
        )
        cards = given.get("cards")
        if cards is not None:
            story.know(said.name, self.cards(cards))

    def _post(self, said: Said) -> None:
        found = said.found
        all_in = "all_in" in found.re.groupindex and found["all_in"] is not None
        said.story.post(said.name, said.what, said.amount(), all_in=all_in)

    def _show(self, said: Said) -> None:
        said.story.know(said.name, self.cards(said.found["cards"]))

    def _collect(self, said: Said) -> None:
        said.story.collected.append(said.sum())

    def _win(self, said: Said) -> None:
        """Take in what the summary says that a player collected."""
        said.story.won.append(said.sum())

    def _outside(self, said: Said) -> None:
        story, sign = said.story, said.what
        story.outside.append(Sum(story.line, said.name, sign * said.amount()))

    def _sit_out(self, said: Said) -> None:
        if any(post.name == said.name for post in said.story.posts):
            said.story.sat_out.add(said.name)

    def _seat(self, said: Said) -> None:
        said.story.add_seat(int(said.found["number"]), said.found["name"], said.amount())

    def _button(self, said: Said) -> None:
        said.story.button = int(said.found["number"])

    def _table_line(self, said: Said) -> None:
        said.story.table = said.found["table"]
        button = said.found.groupdict().get("number")
        if button is not None:
            said.story.button = int(button)

    def _street(self, said: Said) -> None:
        """Take in a street's heading: of a street given, or of the one it names, on the board it names."""
        story, _, found, street = said
        names = found.re.groupindex
        before = found["before"] if "before" in names else None
        new = found["cards"] if "cards" in names else ""
        cards = self.cards(f"{before} {new}" if before else new) if new else self.cards(before) if before else ()
        run = found["run"] if "run" in names else None
        story.open_street(
            _STREETS[found["street"].upper()] if street is None else street, cards, _RUNS[run] if run else 0
        )

    def _section(self, said: Said) -> None:
        """Take in the heading of the showdown or of the summary."""
        said.story.end_play(said.what)

    def _deal(self, said: Said) -> bool:
        """Take in a line that deals cards to a player named within it."""
        story, named = said.story, said.found["name"]
        if named not in story.seats:
            return False
        story.dealt_in.add(named)
        cards = said.found.groupdict().get("cards")
        if cards:
            story.know(named, self.cards(cards))
            story.dealt.append(named)
        return True

    def _return(self, said: Said) -> bool:
        """Take in a bet that nobody called, given back to a player named within the line or before it."""
        story, named = said.story, said.name
        if not named:
            other = said.found["name"]
            found = [each for each in story.seats if each.rstrip() == other.rstrip()]
            if not found:
                return False
            named = found[0]
        story.returned.append(Sum(story.line, named, said.amount()))
        return True

    def _total(self, said: Said) -> None:
        story = said.story
        if story.total is not None:
            raise FormatError("a second total pot")
        given = said.found.groupdict()
        parse = story.header.money.parse
        pot, rake, fees = given.get("amount"), given.get("rake"), given.get("fees")
        stated = None if rake is None else parse(rake)
        if fees:
            stated = (stated or 0) + sum([parse(fee) for fee in self._fees.findall(fees)])
        story.total = Total(story.line, None if pot is None or pot.endswith("k") else parse(pot), stated)

    def _board(self, said: Said) -> None:
        found = said.found
        said.story.check_board(self.cards(found["cards"]), _RUNS.get(found[0].partition(" ")[0], 0))


def _unread(story: Story) -> str:
    """Return, for a refusal, which line was passed over."""
    if story.unread is None:
        return ""
    number, line = story.unread
    return f"; line {number} was passed over: {line[:60]!r}"
