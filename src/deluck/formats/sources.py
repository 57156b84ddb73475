"""Where hands are read from: files, folders, globs, zip archives and standard input, decoded line by line."""

import codecs
import glob
import io
import os
import sys
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, cast

from deluck.errors import FormatError
from deluck.formats.limits import FREE_EXPANSION, MOST_EXPANSION, MOST_HELD_BYTES, MOST_LINE_BYTES, megabytes

STDIN = "-"
HEAD_SIZE = 1 << 16

_BUFFER_SIZE = 1 << 18
_MOST_RECENT = 1 << 24  # characters of lines that went by of which excerpts can be had
_EXCERPT = 80
_SHORT = 1024  # what is given of a line that is too long
_CODECS = ((b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"))
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BOM = "\ufeff"
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError)

OnRead = Callable[[int], None]


class _Readable(Protocol):
    def read(self, n_bytes: int, /) -> bytes: ...


def expand(sources: tuple[str | Path, ...]) -> Iterator[tuple[str, FormatError | None]]:
    """Yield the files that sources name, in order: folders walked, globs matched, both sorted; ``-`` as it is.

    Files and folders whose name starts with a dot are passed over when a folder is walked. A file that is named more
    than once is yielded once. What names nothing is yielded with the reason.
    """
    seen = set[str]()
    for path, problem in _named(sources):
        if problem is None and path != STDIN and os.path.isfile(path):
            real = os.path.realpath(path)
            if real in seen:
                continue
            seen.add(real)
        yield path, problem


def _named(sources: tuple[str | Path, ...]) -> Iterator[tuple[str, FormatError | None]]:
    for source in map(str, sources):
        if source == STDIN or os.path.isfile(source):
            yield source, None
        elif os.path.isdir(source):
            yield from _walk(source)
        elif os.path.exists(source):  # a pipe or a device
            yield source, None
        elif glob.has_magic(source):
            found = sorted(glob.glob(source, recursive=True))
            if not found:
                yield source, FormatError("no file matches this pattern")
            for path in found:
                yield from _walk(path) if os.path.isdir(path) else iter([(path, None)])
        else:
            yield source or "''", FormatError("no such file or folder")


def _walk(folder: str) -> Iterator[tuple[str, FormatError | None]]:
    unreadable: list[OSError] = []
    n_files = 0
    for where, folders, files in os.walk(folder, onerror=unreadable.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                n_files += 1
                yield os.path.join(where, name), None
    for error in unreadable:
        yield str(error.filename), FormatError(f"cannot be read: {error.strerror}")
    if not n_files and not unreadable:
        yield folder, FormatError("no files in this folder")


class Stream(NamedTuple):
    """What is read from one file, or from one member of an archive."""

    name: str
    """The file, ``archive.zip/member``, or ``stdin``."""
    head: bytes
    """The first bytes, decompressed; UTF-8 where they were UTF-16."""
    stream: BinaryIO
    """All of it from the beginning."""
    is_file: bool
    """Whether the name is that of a file, compressed or not."""


Unreadable = tuple[str, str]  # a name and the reason


def streams(source: str, on_read: OnRead | None = None) -> Iterator[Stream | Unreadable]:
    """Yield what a source holds: one stream, or one for each member of a zip archive, to be read before the next.

    Folders, hidden files and the ``__MACOSX`` folder of an archive are passed over. What cannot be opened is yielded as
    its name and the reason.

    Parameters
    ----------
    source
        A file, or ``-`` for standard input.
    on_read
        Called with every number of bytes read.
    """
    name = "stdin" if source == STDIN else source
    with ExitStack() as stack:
        try:
            file = sys.stdin.buffer if source == STDIN else stack.enter_context(open(source, "rb"))
            is_zip = os.path.isfile(source) and _is_zip(file)
            if not is_zip:
                head, stream = stack.enter_context(_decompressed(_Counted(file, on_read)))
        except (OSError, ValueError) as problem:
            yield name, _reason(problem)
            return
        if is_zip:
            yield from _members(name, file, on_read)
        elif head.startswith(_ZIP):
            yield name, "a zip archive within a stream (expected a file)"
        else:
            yield Stream(name, head, stream, os.path.isfile(source))


def _is_zip(file: BinaryIO) -> bool:
    found = file.read(4) in _ZIP
    file.seek(0)
    return found


def streams_in_memory(content: bytes, name: str) -> Iterator[Stream | Unreadable]:
    """Yield what a text in memory holds, as `streams` does of files."""
    if content.startswith(_ZIP):
        yield from _members(name, io.BytesIO(content), None)
        return
    with ExitStack() as stack:
        try:
            head, stream = stack.enter_context(_decompressed(io.BytesIO(content)))
        except (OSError, ValueError) as problem:
            yield name, _reason(problem)
            return
        yield Stream(name, head, stream, is_file=False)


def _members(name: str, file: BinaryIO, on_read: OnRead | None) -> Iterator[Stream | Unreadable]:
    """Yield the members of a zip archive in the order it has them."""
    try:
        archive = zipfile.ZipFile(file)
        expansion = _Expansion(file.seek(0, os.SEEK_END))
    except (*_ZIP_ERRORS, OSError, ValueError) as problem:
        yield name, _reason(problem)
        return
    n_members = 0
    for info in archive.infolist():
        parts = info.filename.split("/")
        if info.is_dir() or "__MACOSX" in parts or any(part.startswith(".") for part in parts):
            continue
        n_members += 1
        member = f"{name}/{info.filename}"
        with ExitStack() as stack:
            try:
                inner = _Expanding(_Guarded(stack.enter_context(archive.open(info))), expansion)
                head, stream = stack.enter_context(_decompressed(inner))
            except (*_ZIP_ERRORS, OSError, ValueError) as problem:
                yield member, _reason(problem)
                continue
            if head.startswith(_ZIP):
                yield member, "a zip archive within another (expected files)"
            else:
                yield Stream(member, head, stream, is_file=False)
        if on_read is not None:
            on_read(info.compress_size)
    if not n_members:
        yield name, "there is no file in it"


def _reason(problem: Exception) -> str:
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return " ".join(reason.split()) or type(problem).__name__


@contextmanager
def _decompressed(stream: _Readable) -> Iterator[tuple[bytes, BinaryIO]]:
    """Give the first bytes of a stream, decompressed and UTF-16 made UTF-8, and the stream of all of it."""
    with ExitStack() as stack:
        head, whole = _with_head(stream)
        codec = next((codec for magic, codec in _CODECS if head.startswith(magic)), None)
        if codec is not None:
            import pyarrow as pa

            expansion = _Expansion()
            compressed = _Compressed(whole, expansion)
            inner = stack.enter_context(pa.CompressedInputStream(pa.PythonFile(compressed, mode="r"), codec))
            head, whole = _with_head(_Expanding(inner, expansion))
        if head.startswith(_UTF16):
            head, whole = _with_head(_FromUtf16(whole))
        yield head, whole


def _with_head(stream: _Readable) -> tuple[bytes, BinaryIO]:
    """Return the first bytes of a stream, fewer only if it ends, and the stream as if nothing had been read."""
    parts: list[bytes] = []
    missing = HEAD_SIZE
    while missing > 0 and (part := stream.read(missing)):
        parts.append(part)
        missing -= len(part)
    head = b"".join(parts)
    return head, cast(BinaryIO, io.BufferedReader(_Prefixed(head, stream), _BUFFER_SIZE))


class _Counted:
    """A stream that tells how many bytes are read from it."""

    def __init__(self, stream: _Readable, on_read: OnRead | None) -> None:
        self._stream = stream
        self._on_read = on_read

    def read(self, n_bytes: int, /) -> bytes:
        found = self._stream.read(n_bytes)
        if self._on_read is not None:
            self._on_read(len(found))
        return found


class _Expansion:
    """How many bytes went in and came out where something is decompressed, so that bombs are stopped."""

    def __init__(self, n_in: int = 0) -> None:
        self.n_in = n_in
        self.n_out = 0

    def grow(self, n_bytes: int) -> None:
        """Count bytes that came out.

        Raises
        ------
        OSError
            If they are too many for those that went in.
        """
        self.n_out += n_bytes
        if self.n_out > FREE_EXPANSION and self.n_out > MOST_EXPANSION * self.n_in:
            raise OSError(
                f"it expands to more than {megabytes(FREE_EXPANSION)} and {MOST_EXPANSION} times its compressed size"
            )


class _Compressed:
    """A compressed stream whose bytes are counted; a file as pyarrow wants one."""

    closed = False

    def __init__(self, stream: _Readable, expansion: _Expansion) -> None:
        self._stream = stream
        self._expansion = expansion

    def read(self, n_bytes: int = -1, /) -> bytes:
        found = self._stream.read(n_bytes)
        self._expansion.n_in += len(found)
        return found

    def close(self) -> None:
        """Leave the stream open: it is closed where it was opened."""


class _Expanding:
    """A decompressed stream whose bytes are counted."""

    def __init__(self, stream: _Readable, expansion: _Expansion) -> None:
        self._stream = stream
        self._expansion = expansion

    def read(self, n_bytes: int, /) -> bytes:
        found = self._stream.read(n_bytes)
        self._expansion.grow(len(found))
        return found


class _Guarded:
    """A member of an archive whose damage is an OSError, as that of every other stream."""

    def __init__(self, stream: _Readable) -> None:
        self._stream = stream

    def read(self, n_bytes: int, /) -> bytes:
        try:
            return self._stream.read(n_bytes)
        except _ZIP_ERRORS as problem:
            raise OSError(_reason(problem)) from None


class _FromUtf16:
    """A stream of UTF-16 with a byte order mark, as UTF-8."""

    def __init__(self, stream: _Readable) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-16")(errors="replace")
        self._left = b""

    def read(self, n_bytes: int, /) -> bytes:
        while not self._left and (part := self._stream.read(max(n_bytes, 2))):
            self._left = self._decoder.decode(part).encode("utf-8", "replace")
        found, self._left = self._left[:n_bytes], self._left[n_bytes:]
        return found


class _Prefixed(io.RawIOBase):
    """Bytes already read, then the rest of their stream."""

    def __init__(self, head: bytes, rest: _Readable) -> None:
        super().__init__()
        self._head = memoryview(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        found = self._head[: len(buffer)] if self._head else memoryview(self._rest.read(len(buffer)))
        if self._head:
            self._head = self._head[len(found) :]
        buffer[: len(found)] = found
        return len(found)


class Lines:
    """The numbered lines of a stream, from 1, without line ends; UTF-8, and Latin-1 where a line is not.

    Where the stream breaks (a cut-off archive), the lines end and `broken` says why, so that what came before is kept.
    A line too long for any format is given cut short, behind a NUL, so that no format takes it for a whole one.

    Lines can be asked for again after they have ended: `stopped` says that more of them were taken without a hand than
    a format may hold, and asking again goes on behind them; `ended` that there are no more. `give_back` has the last
    line come once more.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._blocks = self._read_blocks(stream)
        self._rest: Iterator[str] = iter(())  # of the block that is being read
        self._recent: deque[tuple[int, list[str]]] = deque()  # blocks with the number before their first line
        self._n_recent = 0
        self._n_held = 0
        self._last = ""
        self.n_lines = 0
        self.broken = ""
        self.stopped = False
        self.ended = False

    def __iter__(self) -> Iterator[tuple[int, str]]:
        self.stopped = False
        self._n_held = 0
        while True:
            for line in self._rest:
                self.n_lines += 1
                self._last = line
                yield self.n_lines, line
            if self._n_held > MOST_HELD_BYTES:
                self.stopped = True
                return
            block = next(self._blocks, None)
            if block is None:
                self.ended = True
                return
            self._rest = iter(self._noted(block))

    def release(self) -> None:
        """Note that a format gave a hand or a rejection: it holds nothing of the lines before it."""
        self._n_held = 0

    def give_back(self) -> None:
        """Have the last line come again when lines are asked for anew."""
        if self.n_lines:
            self._rest = chain([self._last], self._rest)
            self.n_lines -= 1

    def excerpt(self, number: int) -> str:
        """Return the beginning of a line that went by not too long ago, else nothing."""
        for before, block in reversed(self._recent):
            if before < number <= before + len(block):
                return block[number - before - 1][:_EXCERPT]
        return ""

    def _noted(self, block: list[str]) -> list[str]:
        """Return a block of lines, noted so that excerpts of it can be had."""
        before = self._recent[-1][0] + len(self._recent[-1][1]) if self._recent else 0
        n_characters = sum(map(len, block))
        self._n_held += n_characters + len(block)
        self._recent.append((before, block))
        self._n_recent += n_characters
        while self._n_recent > _MOST_RECENT and len(self._recent) > 1:
            self._n_recent -= sum(map(len, self._recent.popleft()[1]))
        return block

    def _read_blocks(self, stream: BinaryIO) -> Iterator[list[str]]:
        """Yield the lines of a stream, as many at once as come at once."""
        is_first = True
        for raw in self._read_raw(stream):
            block = _decoded(raw)
            if is_first:
                block[0] = block[0].removeprefix(_BOM)
                is_first = False
            if len(raw) > MOST_LINE_BYTES:
                block = [line if len(line) <= MOST_LINE_BYTES else f"\0{line[:_SHORT]}" for line in block]
            yield block

    def _read_raw(self, stream: BinaryIO) -> Iterator[bytes]:
        """Yield whole lines, parted by LF and without the last one; of a line that is too long a part behind a NUL."""
        read = getattr(stream, "read1", stream.read)
        tail = b""
        try:
            while part := read(_BUFFER_SIZE):
                found, end, rest = part.rpartition(b"\n")
                if not end:
                    tail += rest
                    if len(tail) > MOST_LINE_BYTES:
                        yield b"\0" + tail[:_SHORT]
                        while part and b"\n" not in part:
                            part = read(_BUFFER_SIZE)
                        tail = part.partition(b"\n")[2]
                    continue
                yield tail + found
                tail = rest
        except (OSError, ValueError) as error:  # pyarrow's errors are one or the other
            self.broken = " ".join(str(error).split())
            return
        if tail:
            yield tail


def _decoded(raw: bytes) -> list[str]:
    """Return the lines of a block without line ends."""
    try:
        lines = raw.decode().split("\n")
    except UnicodeDecodeError:
        lines = [_decode(line) for line in raw.split(b"\n")]
    return [line.rstrip("\r") for line in lines] if b"\r" in raw else lines


def _decode(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def decode_head(head: bytes) -> str:
    """Return the text of the first bytes, with LF for line ends and without a byte order mark."""
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        # a character cut in two at the end of the head is no sign of Latin-1
        text = head[: error.start].decode() if error.start > len(head) - 4 and error.start else head.decode("latin-1")
    return text.removeprefix(_BOM).replace("\r\n", "\n")
