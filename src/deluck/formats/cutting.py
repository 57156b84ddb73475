"""A stream cut into ranges of complete hands; of what is in them no more is looked at than shows where hands start."""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

import numpy as np

from deluck.formats import acpc
from deluck.formats.acpc_games import HEADER, Log
from deluck.formats.limits import MOST_HELD_BYTES, MOST_LINE_BYTES
from deluck.formats.lines import decode_line
from deluck.formats.reading import Format
from deluck.games import Structure

_HEADER = HEADER.encode()
_LINE_END = ord("\n")


class Cut(NamedTuple):
    """A range of complete hands: its bytes, the number of its first line, what is known of its game, and its text."""

    start: int
    end: int
    first_line: int
    structure: Structure | None
    text: bytes | None
    broken: str = ""


class _RawLines:
    """The lines of a stream with their ends; and many at once, where nothing is asked of each."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read = getattr(stream, "read1", stream.read)  # what was read before the stream breaks is not lost
        self._read_line = stream.readline
        self._rest = b""

    def block(self, n_bytes: int, before: bytes | None) -> bytes:
        """Return whole lines of fewer than so many bytes, none after one with `before` in it; perhaps none at all."""
        n_most = min(n_bytes, MOST_LINE_BYTES) - 1
        found = self._rest
        if len(found) < n_most:
            found += self._read(n_most - len(found))
        end = found.find(before, 0, n_most) if before is not None else -1
        end = 1 + found.rfind(b"\n", 0, n_most if end < 0 else end)
        self._rest = found[end:]
        return found[:end]

    def line(self) -> bytes:
        """Return the next line, or the first bytes of one that is too long; nothing at the end."""
        line, end, rest = self._rest.partition(b"\n")
        self._rest = rest
        return line + end if end else line + self._read_line(MOST_LINE_BYTES - len(line))


def cut(stream: BinaryIO, known: Format, game: Structure | None, part_size: int, *, keeps_text: bool) -> Iterator[Cut]:
    """Yield ranges of at least so many bytes, each from where a hand starts, and why a stream broke off if it did.

    Where no hand starts for longer than a format may hold, a range ends there. Of a line that is too long no more is
    kept than shows that.
    """
    log = Log(game) if known is acpc else None
    starts_hand: Callable[[str], bool] | None = getattr(known, "starts_hand", None)
    start = offset = 0
    first_line = number = 1
    structure: Structure | None = None
    kept: list[bytes] = []
    is_new_line = True
    lines = _RawLines(stream)
    try:
        while True:
            n_missing = min(part_size, MOST_HELD_BYTES) - (offset - start)
            if is_new_line and n_missing > 0 and (log is None or log.structure is not None):
                block = lines.block(n_missing, None if log is None else _HEADER)
                if keeps_text:
                    kept.append(block)
                offset += len(block)
                number += int(np.count_nonzero(np.frombuffer(block, np.uint8) == _LINE_END))  # faster than bytes count
            raw = lines.line()
            if not raw:
                break
            is_whole = raw.endswith(b"\n") or len(raw) < MOST_LINE_BYTES
            if is_new_line:
                is_long = offset - start >= part_size
                is_too_long = offset - start >= MOST_HELD_BYTES
                if log is not None:
                    is_header = raw.startswith(_HEADER)
                    if is_too_long or (is_long and (is_header or log.structure is not None)):
                        yield Cut(start, offset, first_line, structure, b"".join(kept) if keeps_text else None)
                        start, first_line, structure, kept = offset, number, None if is_header else log.structure, []
                    if is_header or log.structure is None:
                        line = decode_line(raw if is_whole else b"\0" + raw, is_first=number == 1)
                        for _ in log.take(number, line):
                            pass
                elif is_too_long or (
                    is_long and starts_hand is not None and starts_hand(decode_line(raw, is_first=number == 1))
                ):
                    yield Cut(start, offset, first_line, None, b"".join(kept) if keeps_text else None)
                    start, first_line, kept = offset, number, []
            if keeps_text:
                kept.append(raw if is_new_line else b"...\n" if is_whole else b"")
            offset += len(raw)
            is_new_line = is_whole
            number += is_whole
    except (OSError, ValueError) as error:
        problem = " ".join(str(error).split())
    else:
        problem = ""
    if offset > start:
        yield Cut(start, offset, first_line, structure, b"".join(kept) if keeps_text else None)
    if problem:
        yield Cut(offset, offset, number, None, None, problem)
