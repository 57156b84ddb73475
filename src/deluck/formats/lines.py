"""The lines of a stream of bytes: numbered, decoded, within bounds."""

import re
from collections import deque
from collections.abc import Iterator
from operator import length_hint
from typing import BinaryIO

from deluck.formats.limits import MOST_HELD_BYTES, MOST_LINE_BYTES

_BUFFER_SIZE = 1 << 18
_MOST_RECENT = 1 << 24  # characters of lines that went by of which excerpts can be had
_EXCERPT = 80
_SHORT = 1024  # what is given of a line that is too long
_BOM = "\ufeff"
_UNINDENTED = re.compile(r"\n(?![ \t])")
_MOST_STARTS = 1 << 14  # lines of which excerpts can be had where several are taken as one


class Lines:
    """The numbered lines of a stream, without line ends; UTF-8, and Latin-1 where a line is not.

    Where the stream breaks (a cut-off archive), the lines end and `broken` says why, so that what was read counts.
    A line too long for any format is given cut short, behind a NUL, so that no format takes it for a whole one.

    Lines can be asked for again after they have ended: `stopped` says that more of them were taken without a hand than
    a format may hold, and asking again goes on behind them; `ended` that there are no more. `give_back` has the last
    line come once more.

    Parameters
    ----------
    stream, first_line
        The bytes, and the number of their first line.
    joins
        Whether indented lines may come together with the line before them, as one with line ends in it.
    """

    def __init__(self, stream: BinaryIO, first_line: int = 1, *, joins: bool = False) -> None:
        self._joins = joins
        self._starts: dict[int, str] = {}  # where lines are joined, how each begins
        self._blocks = self._read_blocks(stream, is_first=first_line == 1)
        self._block: list[str] = []  # that is being read
        self._before = first_line - 1  # the number before its first line
        self._n_inside = 0  # line ends inside those lines of it that came
        self._rest: Iterator[str] = iter(self._block)
        self._recent: deque[tuple[int, list[str]]] = deque()  # blocks with the number before their first line
        self._n_recent = 0
        self._n_held = 0
        self.broken = ""
        self.stopped = False
        self.ended = False

    def __iter__(self) -> Iterator[tuple[int, str]]:
        self.stopped = False
        self._n_held = 0
        while True:
            if self._joins:
                yield from self._joined()
            else:
                yield from zip(range(self.n_lines + 1, self._before + len(self._block) + 1), self._rest, strict=True)
            if self._n_held > MOST_HELD_BYTES:
                self.stopped = True
                return
            block = next(self._blocks, None)
            if block is None:
                self.ended = True
                return
            self._before, self._n_inside = self.n_lines, 0
            self._block = self._noted(block)
            self._rest = iter(block)

    @property
    def n_lines(self) -> int:
        """The number of the last line that came."""
        return self._before + len(self._block) - length_hint(self._rest) + self._n_inside

    def _joined(self) -> Iterator[tuple[int, str]]:
        """Yield the rest of a block in which lines are joined."""
        for line in self._rest:
            number = self.n_lines
            self._starts[number] = line[:_EXCERPT]
            self._n_inside += line.count("\n")
            yield number, line

    def release(self) -> None:
        """Note that a format gave a hand or a rejection: it holds nothing of the lines before it."""
        self._n_held = 0

    def give_back(self) -> None:
        """Have the last line come again when lines are asked for anew."""
        n_read = len(self._block) - length_hint(self._rest)
        if n_read:
            last = self._block[n_read - 1]
            self._before = self.n_lines - 1 - (last.count("\n") if self._joins else 0)
            self._n_inside = 0
            self._block = self._block[n_read - 1 :]
            self._rest = iter(self._block)

    def excerpt(self, number: int) -> str:
        """Return the beginning of a line that went by not too long ago, else nothing."""
        if self._joins:
            return self._starts.get(number, "").partition("\n")[0]
        for before, block in reversed(self._recent):
            if before < number <= before + len(block):
                return block[number - before - 1][:_EXCERPT]
        return ""

    def _noted(self, block: list[str]) -> list[str]:
        """Return a block of lines, noted so that excerpts of it can be had."""
        if len(self._starts) > _MOST_STARTS:
            self._starts.clear()
        before = self._recent[-1][0] + len(self._recent[-1][1]) if self._recent else self.n_lines
        n_characters = sum(map(len, block))
        self._n_held += n_characters + len(block)
        self._recent.append((before, block))
        self._n_recent += n_characters
        while self._n_recent > _MOST_RECENT and len(self._recent) > 1:
            self._n_recent -= sum(map(len, self._recent.popleft()[1]))
        return block

    def _read_blocks(self, stream: BinaryIO, *, is_first: bool) -> Iterator[list[str]]:
        """Yield the lines of a stream, as many at once as come at once."""
        for raw in self._read_raw(stream):
            block = _decoded(raw, joins=self._joins and len(raw) <= MOST_LINE_BYTES)
            if is_first:
                block[0] = block[0].removeprefix(_BOM)
                is_first = False
            if len(raw) > MOST_LINE_BYTES:
                block = [line if len(line) <= MOST_LINE_BYTES else f"\0{line[:_SHORT]}" for line in block]
            yield block

    def _read_raw(self, stream: BinaryIO) -> Iterator[bytes]:
        """Yield whole lines, parted by LF and without the last one; of a line that is too long a part behind a NUL."""
        read = getattr(stream, "read1", stream.read)
        tail, is_skipped = b"", False  # of a line that is too long all but the beginning
        try:
            while part := read(_BUFFER_SIZE):
                if is_skipped:
                    _, end, part = part.partition(b"\n")
                    is_skipped = not end
                found, end, rest = part.rpartition(b"\n")
                if end:
                    yield tail + found
                    tail = rest
                else:
                    tail += rest
                if len(tail) > MOST_LINE_BYTES:
                    yield b"\0" + tail[:_SHORT]
                    tail, is_skipped = b"", True
        except (OSError, ValueError) as error:  # pyarrow's errors are one or the other
            self.broken = " ".join(str(error).split())
            return
        if tail:
            yield tail


def _decoded(raw: bytes, *, joins: bool) -> list[str]:
    """Return the lines of a block without line ends, or with those that indented ones follow."""
    try:
        text = raw.decode()
        lines = _UNINDENTED.split(text) if joins and "\r" not in text else text.split("\n")
    except UnicodeDecodeError:
        lines = [_decode(line) for line in raw.split(b"\n")]
    if b"\r" not in raw:
        return lines
    if len(lines) == 1:  # parted by CR alone, as long ago
        lines = lines[0].rstrip("\r").split("\r")
    return [line.rstrip("\r") for line in lines]


def _decode(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def decode_line(raw: bytes, *, is_first: bool) -> str:
    """Return a line without its end, and without the byte order mark that a first line may have."""
    line = _decode(raw).rstrip("\r\n")
    return line.removeprefix(_BOM) if is_first else line


def decode_head(head: bytes) -> str:
    """Return the text of the first bytes, with LF for line ends and without a byte order mark."""
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        # a character cut in two at the end of the head is no sign of Latin-1
        text = head[: error.start].decode() if error.start > len(head) - 4 and error.start else head.decode("latin-1")
    text = text.removeprefix(_BOM)
    if b"\r" not in head:
        return text
    return text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")
