"""Bovada, Ignition and Bodog text histories of hold'em: every hole card is in them, and no names.

Players are called by their position; the log's owner, marked ``[ME]``, is named Hero here. Seats are listed in the
order of the table, and in tournaments their numbers are those of players. Cash games do not name their stakes: the
posts do. Histories of 2012 have no headings of streets and name the board in the summary only.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, make_time, money_of
from deluck.formats.histories.rules import Rule, Said
from deluck.formats.histories.site import Line, Site
from deluck.formats.histories.story import (
    ALL_IN,
    ANTE,
    BETS,
    BIG,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    POST,
    RAISES,
    SEATING,
    SMALL,
    SUMMARY,
    Header,
    Story,
    Sum,
)
from deluck.games import Structure

HERO = "Hero"
_SITES = r"Bovada|Ignition|Bodog(?:\.\w+)*"
_HEADER = re.compile(
    rf"\ufeff?(?P<site>{_SITES}) Hand #(?P<id>\d+):? *(?:Zone Poker ID#(?P<zone_id>\d+) |TBL#(?P<table>[\w-]+) )?"
    r"(?P<game>.*?)(?: Tournament #(?P<tournament>[\w-]+) TBL#(?P<tour_table>[\w-]+), (?P<speed>[\w ]+?)- "
    r"Level (?P<level>\d+) \((?P<small>[\d.,]+)/(?P<big>[\d.,]+)\))?"
    r"(?: \[MVS\])? - (?:.*? - )?(\d{4})-(\d\d)-(\d\d) (\d\d?):(\d\d):(\d\d)(?: (?P<zone>\w+))?"
)
_STRUCTURES = {
    "No Limit": Structure.NO_LIMIT,
    "Pot Limit": Structure.POT_LIMIT,
    "Fixed Limit": Structure.FIXED_LIMIT,
}
_GAME = re.compile(r"(?P<name>[A-Za-z0-9 /-]*?)(?P<zone>ZonePoker)?(?: (?P<structure>No|Pot|Fixed) Limit)?(?: .*)?")
_SPEEDS = {"Turbo": "turbo", "Hyper Turbo": "hyper-turbo", "Super Turbo": "hyper-turbo"}
_SEAT = re.compile(r"Seat \d{1,4}: (.+?)( \[ME\])? \(([^()]*) in chips\)")
_WORD = re.compile(r"[A-Za-z*-]*")
_SUMMARY, _DEALS = "*** SUMMARY ***", " : Card dealt to a spot ["
_TIMED = r"(?: ?\([\w -]+\))?"


class Bovada(Site):
    """The tables of Bovada and its sisters."""

    NAME = "bovada"
    HINT = "Hand #"
    STARTS = re.compile(rf"\ufeff?(?:{_SITES}) Hand #(?P<id>\d+)")
    WITHIN = re.compile(rf"(?:{_SITES}) Hand #\d+")
    NAME_END = " : "
    NAME_ENDS = (" : ",)
    AMOUNT = r"[^\s\[\]()]*\d"
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("Folds", "_decide", FOLDS),
        ("Checks", "_decide", CHECKS),
        (r"Folds & [Ss]hows {cards}", "_decide", FOLDS),
        (rf"(?:Fold|Folds){_TIMED}", "_decide", FOLDS),
        (rf"(?:Check|Checks){_TIMED}", "_decide", CHECKS),
        (rf"(?:Call|Calls){_TIMED} {{amount}}", "_decide", CALLS),
        (rf"Bets(?: chip info)?{_TIMED} {{amount}}", "_decide", BETS),
        (rf"Raises{_TIMED} {{total}}", "_decide", RAISES),
        (rf"Raises{_TIMED} [^\s\[\]()]*\d to {{total}}", "_decide", RAISES),
        (rf"All-in{_TIMED} {{amount}}", "_all_in", None),
        (rf"All-in{_TIMED} [^\s\[\]()]*\d to {{total}}", "_decide", ALL_IN),
        (r"Ante(?: chip)? {amount}", "_post", ANTE),
        (r"(?:Ante/Small|Small) [Bb]lind {amount}", "_post", SMALL),
        (r"Big [Bb]lind(?:/Bring in)? {amount}", "_post", BIG),
        (r"Posts dead chip {amount}", "_post", DEAD),
        (r"Posts(?: chip)? {amount}", "_post", POST),
        (r"Card dealt to a spot {cards}", "_own", None),
        (r"(?:Does|Mucks) (?:not show )?{cards}.*", "_show", None),
        (r"(?:Return) uncalled (?:portion of bet|blind) {amount}", "_return", None),
        (r"Hand [Rr]esult(?:-Side [Pp]ot)? {amount}", "_collect", None),
        (
            r"(?:Showdown|Leave|Enter|Table|Seat|Sit|Re-join|Stand|Ranking|Prize|Draw|Rebuyin|Addon|Double|BOUNTY|Does"
            r"|Mucks|Bounty|Set).*",
            "_pass",
            None,
        ),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"\*\*\* HOLE CARDS \*\*\*", "_street", 0),
        (
            r"\*\*\* (?P<street>FLOP|TURN|RIVER) \*\*\* (?:\[(?P<before>[^\[\]]*)\] ?)??\[(?P<cards>[^\[\]]*)\]",
            "_street",
            None,
        ),
        (r"\*\*\* SUMMARY \*\*\*", "_section", SUMMARY),
        (r"(?:Enter|Leave|Table|Seat|Seating|Player|Showdown).*", "_pass", None),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Total Pot\({amount}\)(?: \| Rake \((?P<rake>[^()]*)\))?.*", "_total", None),
        (r"Board {cards}", "_board", None),
        (r"Seat[+ ]?\d+:(?!.*(?:with|\[)).*", "_pass", None),  # as of those who folded
        (r"Seat[+ ]?\d+: ?(?P<text>.*)", "_summary_seat", None),
    )
    _WON = re.compile(r"\s*([^\s\[\]()]*\d)\s+(?:with|\[).*")

    def key(self, text: str) -> str:
        """Return the letters that a text starts with."""
        return _WORD.match(text)[0]  # type: ignore[index]  # it fits every text

    def split(self, lines: Iterable[Line]) -> Iterator[list[Line]]:
        """Yield the lines of each hand; seats after a summary are those of a hand whose first lines are lost."""
        for hand in super().split(lines):
            texts = [line for _, line in hand]
            for index in range(texts.index(_SUMMARY), len(hand)) if _SUMMARY in texts else ():
                if texts[index].startswith("Seat ") and _seat_of(texts[index]):
                    yield hand[:index]
                    hand = hand[index:]
                    break
            yield hand

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first line says."""
        found = _header_of(hand[0][1])
        if found is None:
            raise FormatError(f"{hand[0][1]!r} belongs to no hand (expected e.g. 'Bovada Hand #...')")
        game = _GAME.fullmatch(found["game"])
        name = game["name"].strip() if game else found["game"]
        if game is None or name != "HOLDEM":
            limit = f" {game['structure']} Limit" if game and game["structure"] else ""
            raise FormatError(f"another game: {name}{limit} (expected HOLDEM)")
        is_tournament = found["tournament"] is not None
        speed = (found["speed"] or "").strip()
        structure = f"{game['structure']} Limit" if game["structure"] else speed or "No Limit"
        money = CHIPS if is_tournament else money_of(_first_amount(hand))
        small, big = (money.parse(found["small"]), money.parse(found["big"])) if is_tournament else (0, 0)
        is_zone = game["zone"] is not None or found["zone_id"] is not None
        return (
            Header(
                found["site"],
                found["id"],
                "holdem",
                _STRUCTURES.get(structure, Structure.NO_LIMIT),
                small,
                big,
                money,
                found["tournament"] or "",
                make_time(found.groups()[-7:-1], found["zone"] or "UTC"),
                found["level"] or "",
                "fast-fold" if is_zone else _SPEEDS.get(speed, ""),
            ),
            0,
        )

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines, the owner's mark taken away."""
        story.table = self._table_of(lines)
        first = self._read_seats(story, lines)
        plain = []
        has_board = has_flop = False
        for number, line in lines[first:]:
            if "[" in line:
                name, between, cards = line.partition(_DEALS)
                if between and cards[-1:] == "]" and name.removesuffix(" [ME]").rstrip() in story.seats:
                    story.line = number
                    story.know(name.removesuffix(" [ME]").rstrip(), self.cards(cards[:-1]))
                    continue
                if "[ME]" in line:
                    line = line.replace("  [ME]", "").replace(" [ME]", "")
                elif line.startswith("Board ["):
                    has_board = True
                elif line.startswith("*** FLOP"):
                    has_flop = True
            plain.append((number, line))
        story.has_streets = has_flop or not has_board
        super().read_lines(story, plain)

    def _read_seats(self, story: Story, lines: list[Line]) -> int:
        """Take in the seats and return where they end; their order is that of the table, numbers may be players'."""
        parse = story.header.money.parse
        index = 0
        for number, line in lines[1:]:
            index += 1
            found = _seat_of(line)
            if found is None:
                if line.startswith("Table Info"):
                    continue
                break
            name, me, stack = found
            story.line = number
            story.add_seat(len(story.seats) + 1, name, parse(stack))
            if me:
                story.hero = name
                story.aliases[name] = HERO
        labels = list(story.seats)
        for label, offset in (("Dealer", 1), ("Small Blind", 0), ("Big Blind", 0)):
            if label in labels:
                story.button = labels.index(label) + offset
                break
        return index

    def _table_of(self, lines: list[Line]) -> str:
        found = _header_of(lines[0][1])
        return (found["table"] or found["tour_table"] or found["zone_id"] or "") if found else ""

    def _own(self, said: Said) -> None:
        said.story.know(said.name, self.cards(said.found["cards"]))

    def _all_in(self, said: Said) -> None:
        """Take in an all-in: before the cards are dealt, of an ante or a blind."""
        story = said.story
        if story.section != SEATING:
            self._decide(said._replace(what=ALL_IN))
            return
        kinds = {"Big Blind": BIG, "Small Blind": SMALL, "Dealer": SMALL}
        antes = [post.name for post in story.posts if post.verb == ANTE]
        kind = ANTE if antes and said.name not in antes else kinds.get(said.name, ANTE)
        story.post(said.name, kind, said.amount(), all_in=True)

    def check(self, story: Story) -> None:
        """Take what the first seat put in all-in for its ante where it posted no other."""
        antes = [post.name for post in story.posts if post.verb == ANTE]
        if antes:
            for index, post in enumerate(story.posts):
                if post.all_in and post.name not in antes:
                    story.posts[index] = post._replace(verb=ANTE)

    def _summary_seat(self, said: Said) -> None:
        story, text = said.story, said.found["text"]
        name = max([each for each in story.seats if text.startswith(f"{each} ")], key=len, default="")
        won = self._WON.fullmatch(text, len(name)) if name else None
        if won is not None:
            story.won.append(Sum(story.line, name, story.header.money.parse(won[1])))


def _first_amount(hand: list[Line]) -> str:
    """Return the first stack of a hand as it is written."""
    found = next((seat for _, line in hand[1:] if (seat := _seat_of(line))), None)
    return found[2] if found else ""


@lru_cache(maxsize=4)
def _header_of(line: str) -> re.Match[str] | None:
    return _HEADER.match(line)


@lru_cache(maxsize=1 << 13)
def _seat_of(line: str) -> tuple[str, str | None, str] | None:
    """Return the name of a seat, the owner's mark if it has it, and its stack; None of another line."""
    found = _SEAT.match(line)
    return None if found is None else (found[1], found[2], found[3])
