"""PokerStars text histories of hold'em (no-limit, pot-limit, fixed-limit) and limit seven-card stud, read and written.

A hand is read line by line into a `Story`, seated by position, and played again: every post, call, bet and raise must
be of the amount the rules ask for, and what was collected must be the pot less the rake.

What the text leaves open is settled so: the stakes in the header are the blinds, in fixed-limit the small and the big
bet; a small blind of fixed-limit or a bring-in that nobody posted in full is taken for half the small bet (or what the
house is known to ask); options that cannot be seen in a hand (no cap heads-up, folding without a bet, the double bet
with an open pair) are set only in the hands that used them. Stud has no button: the lowest seat is the first, unless
the opener of a street says otherwise.

The small blind posted in turn is that of the big blind's neighbour; another one is dead, another big blind is a live
post, a larger one a straddle, and both at once are a dead small blind and a live big one. An ante that only the big
blind posts is one for all. What was cashed out counts outside the pots, in place of what the seat won. Other sites
write the same text under their own name, which is the record's site.
"""

import dataclasses
from collections.abc import Iterable, Iterator

from deluck.errors import DeluckError, FormatError
from deluck.formats.pokerstars_header import HEADER, parse_header
from deluck.formats.pokerstars_lines import Story
from deluck.formats.pokerstars_replay import record_of
from deluck.formats.pokerstars_writing import told_hero, write_hand
from deluck.records import HandRecord

NAME = "pokerstars"

Line = tuple[int, str]


def looks_like(head: str) -> bool:
    """Return whether a text that begins so holds PokerStars hands."""
    return any(HEADER.match(line.strip()) for line in head.split("\n"))


def starts_hand(line: str) -> bool:
    """Return whether a hand starts at a line, whatever came before."""
    return " #" in line and HEADER.match(line.strip()) is not None


def parse(lines: Iterable[Line]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand, or why it cannot be read, with the number of its first line.

    Parameters
    ----------
    lines
        Numbered lines, with or without their line ends.
    """
    for hand in _hands(lines):
        yield hand[0][0], _read(hand)


def format_hand(record: HandRecord) -> str:
    """Return the history of a hand, ended by blank lines; `parse` reads it back as an equal record.

    Where the record has no time, the text has the first second of 2000, and where it has no table, one named here;
    neither is read back. Of the site only PokerStars can be written, of the time no parts of a second, and a hero only
    with its cards: that the record has others is passed over.

    Raises
    ------
    FormatError
        If the hand holds what such a text cannot say: unknown stacks, cut chips, cards nobody was dealt yet, options
        that the hand did not use, two seats of one name, and the like; or if it breaks its own rules.
    """
    try:
        text = write_hand(record)
    except FormatError:
        raise
    except DeluckError as error:
        raise FormatError(str(error)) from None
    back = [hand for _, hand in parse(enumerate(text.split("\n"), start=1))]
    expected = _as_written(record, back)
    if back != [expected]:
        reason = _difference(expected, back)
        raise FormatError(f"hand {record.hand_id!r} cannot be written as PokerStars text: {reason}")
    return text


def _as_written(record: HandRecord, back: list[HandRecord | FormatError]) -> HandRecord:
    """Return the record without what a text has no place for: its site, parts of seconds, a hero without cards."""
    if len(back) != 1 or not isinstance(back[0], HandRecord):
        return record
    time = None if record.time is None else record.time.replace(microsecond=0)
    return dataclasses.replace(record, site=back[0].site, time=time, hero=told_hero(record))


def _hands(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each hand; a hand whose header is lost is kept apart from the one before it."""
    hand: list[Line] = []
    has_summary = False  # whether the summary has come
    is_closed = False  # whether a blank line has come after it
    indent = ""  # what stands before every line, as in histories sent by mail
    for number, text in lines:
        line = text.rstrip()
        starts = starts_hand(line)
        if hand and (starts or (is_closed and line and not line.startswith(("Seat ", "Board ")))):
            yield hand
            hand = []
        if starts or not hand:
            has_summary = is_closed = False
        if starts:
            indent = line[: len(line) - len(line.lstrip())]
        line = line.removeprefix(indent)
        if line and (hand or not _is_separator(line)):
            hand.append((number, line))
        has_summary = has_summary or line == "*** SUMMARY ***"
        is_closed = is_closed or (has_summary and not line)
    if hand:
        yield hand


def _is_separator(line: str) -> bool:
    """Return whether a line only numbers hands, as in histories sent by mail."""
    return line.strip("\ufeff*# 0123456789") == ""


def _read(hand: list[Line]) -> HandRecord | FormatError:
    number, first = hand[0]
    named = HEADER.match(first)
    name = f"hand #{named[2]}, " if named else ""
    try:
        story = Story(parse_header(first))
        for number, line in hand[1:]:
            story.read(line, number)
    except DeluckError as error:
        return FormatError(f"{name}line {number}: {error}")
    try:
        return record_of(story)
    except DeluckError as error:
        line = "" if str(error).startswith("line ") else f"line {hand[0][0]}: "
        return FormatError(f"{name}{line}{error}")


def _difference(record: HandRecord, back: list[HandRecord | FormatError]) -> str:
    """Return in words what a text made of a record would lose."""
    if len(back) != 1:
        return f"it would be read as {len(back)} hands"
    (read,) = back
    if isinstance(read, FormatError):
        return str(read)
    return _first_difference("", record, read)


def _first_difference(path: str, was: object, became: object) -> str:
    """Return the first field, or field of a field, in which two values differ."""
    if dataclasses.is_dataclass(was) and type(was) is type(became):
        for field in dataclasses.fields(was):
            before, after = getattr(was, field.name), getattr(became, field.name)
            if before != after:
                return _first_difference(f"{path}.{field.name}".lstrip("."), before, after)
    return f"{path} {was!r} would be read as {became!r}"
