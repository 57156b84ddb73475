"""PokerStars text histories of limit hold'em and limit seven-card stud, read and written.

A hand is read line by line into a `Story`, seated by position, and played again: every post, call, bet and raise must
be of the amount the rules ask for, and what was collected must be the pot less the rake.

What the text leaves open is settled so: the stakes in the header are the small and the big bet; a small blind or a
bring-in that nobody posted in full is taken for half the small bet (or what the house is known to ask); options that
cannot be seen in a hand (no cap heads-up, folding without a bet, the double bet with an open pair) are set only in the
hands that used them. Stud has no button: the lowest seat is the first, unless the opener of a street says otherwise.

A hand with a dead small blind or a blind posted out of turn does not fit a `HandRecord` and is refused with that
reason.
"""

import dataclasses
from collections.abc import Iterable, Iterator

from deluck.errors import DeluckError, FormatError
from deluck.formats.pokerstars_lines import HEADER, Story, parse_header
from deluck.formats.pokerstars_replay import record_of
from deluck.formats.pokerstars_writing import write_hand
from deluck.records import HandRecord

NAME = "pokerstars"

Line = tuple[int, str]


def looks_like(head: str) -> bool:
    """Return whether a text that begins so holds PokerStars hands."""
    return any(HEADER.match(line.strip()) for line in head.split("\n"))


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

    The text has a made-up date and table, for a record has none.

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
    if back != [record]:
        raise FormatError(f"hand {record.hand_id!r} cannot be written as PokerStars text: {_difference(record, back)}")
    return text


def _hands(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each hand; a hand whose header is lost is kept apart from the one before it."""
    hand: list[Line] = []
    is_told = False  # whether the summary has come
    is_closed = False  # whether a blank line has come after it
    for number, text in lines:
        line = text.rstrip()
        starts = HEADER.match(line.lstrip()) is not None
        if hand and (starts or (is_closed and line and not line.startswith(("Seat ", "Board ")))):
            yield hand
            hand = []
        if starts or not hand:
            is_told = is_closed = False
        if line and (hand or not _is_separator(line)):
            hand.append((number, line.lstrip() if starts else line))
        is_told = is_told or line == "*** SUMMARY ***"
        is_closed = is_closed or (is_told and not line)
    if hand:
        yield hand


def _is_separator(line: str) -> bool:
    """Return whether a line only numbers hands, as in histories sent by mail."""
    return line.strip("\ufeff*# 0123456789") == ""


def _read(hand: list[Line]) -> HandRecord | FormatError:
    number, first = hand[0]
    named = HEADER.match(first)
    name = f"hand #{named[1]}, " if named else ""
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
