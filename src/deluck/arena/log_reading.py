"""Reading a match's log back: its hands one by one, with the faults noted before them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from deluck.arena.faults import Fault, parse_fault
from deluck.arena.hands import LoggedHand
from deluck.arena.log_text import LogFormat, decisions_in, starts_hand
from deluck.errors import LogError

SCORE = "SCORE:"


class Entry(NamedTuple):
    """A logged hand and the byte after it; or the line that closes an ACPC log, with no hand."""

    hand: LoggedHand | None
    end: int
    score: str = ""


def read_entries(lines: Iterable[bytes], log_as: LogFormat, *, first_line: int, start: int) -> Iterator[Entry]:
    """Yield the hands in the lines of a log; one that was not written to its end is left out.

    Parameters
    ----------
    lines
        The lines after the header, with their ends.
    log_as
        The log's format.
    first_line
        The number of the first line, for errors.
    start
        The byte at which it starts.

    Raises
    ------
    LogError
        If a line is no part of a log.
    """
    end = start
    faults: list[Fault] = []
    text: list[str] = []
    first = 0
    is_closed = False
    for number, raw in enumerate(lines, start=first_line):
        end += len(raw)
        if not raw.endswith(b"\n"):
            return  # cut short: nothing can follow it
        try:
            line = raw.decode()
            fault = parse_fault(line)
        except ValueError:
            raise LogError(f"line {number}: {raw[:40]!r} cannot be read") from None
        if fault is not None and not is_closed:
            faults.append(fault)
            continue
        if log_as is LogFormat.ACPC and line.startswith(SCORE) and not is_closed:
            is_closed = True
            yield Entry(None, end, line)
            continue
        if is_closed or (not text and not starts_hand(log_as, line)):
            raise LogError(
                f"line {number}: {line[:40].rstrip()!r} is no hand of this match (expected an unchanged log)"
            )
        first = first if text else number
        text.append(line)
        if log_as is LogFormat.ACPC or line == "\n":
            whole = "".join(text)
            yield Entry(LoggedHand(decisions_in(log_as, whole), whole, tuple(faults), first), end)
            faults, text = [], []
