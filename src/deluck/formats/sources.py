"""Where hands are read from: files, folders, globs and standard input, decompressed and decoded line by line."""

import glob
import io
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from deluck.errors import FormatError

STDIN = "-"
HEAD_SIZE = 1 << 16

_LONGEST_LINE = 1 << 20
_BUFFER_SIZE = 1 << 18
_N_RECENT = 1 << 16
_EXCERPT = 80
_CODECS = ((b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"))
_BOM = "\ufeff"

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


@contextmanager
def opened(source: str, on_read: OnRead | None = None) -> Iterator[tuple[bytes, BinaryIO]]:
    """Give the first bytes of a source, decompressed, and a stream that starts at its beginning.

    Raises
    ------
    OSError
        If the source cannot be opened or its beginning cannot be read.
    """
    if source == STDIN:
        with _decompressed(_Counted(sys.stdin.buffer, on_read)) as found:
            yield found
        return
    with open(source, "rb") as file, _decompressed(_Counted(file, on_read)) as found:
        yield found


@contextmanager
def in_memory(content: bytes) -> Iterator[tuple[bytes, BinaryIO]]:
    """Give the first bytes of a text in memory, decompressed, and a stream of all of it."""
    with _decompressed(io.BytesIO(content)) as found:
        yield found


@contextmanager
def _decompressed(stream: _Readable) -> Iterator[tuple[bytes, BinaryIO]]:
    head, whole = _with_head(stream)
    codec = next((codec for magic, codec in _CODECS if head.startswith(magic)), None)
    if codec is None:
        yield head, whole
        return
    import pyarrow as pa

    inner = pa.CompressedInputStream(pa.PythonFile(whole, mode="r"), codec)
    try:
        yield _with_head(inner)
    finally:
        inner.close()


def _with_head(stream: _Readable) -> tuple[bytes, BinaryIO]:
    """Return the first bytes of a stream, fewer only if it ends, and the stream as if nothing had been read."""
    parts: list[bytes] = []
    missing = HEAD_SIZE
    while missing and (part := stream.read(missing)):
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
    A line too long for any format is given cut, behind a NUL, so that no format takes it for a whole one.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._recent: deque[str] = deque(maxlen=_N_RECENT)
        self.n_lines = 0
        self.broken = ""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        for raw in self._raw_lines():
            try:
                line = raw.decode()
            except UnicodeDecodeError:
                line = raw.decode("latin-1")
            line = line.rstrip("\r\n")
            if not self.n_lines:
                line = line.removeprefix(_BOM)
            self.n_lines += 1
            self._recent.append(line[:_EXCERPT])
            yield self.n_lines, line

    def excerpt(self, number: int) -> str:
        """Return the beginning of a line that went by not too long ago, else nothing."""
        place = number - self.n_lines - 1
        return self._recent[place] if -len(self._recent) <= place < 0 else ""

    def _raw_lines(self) -> Iterator[bytes]:
        try:
            for raw in iter(partial(self._stream.readline, _LONGEST_LINE), b""):
                if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
                    while (rest := self._stream.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                        pass
                    yield b"\0" + raw
                else:
                    yield raw
        except (OSError, ValueError) as error:  # pyarrow's errors are one or the other
            self.broken = " ".join(str(error).split())


def decode_head(head: bytes) -> str:
    """Return the text of the first bytes, with LF for line ends and without a byte order mark."""
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        # a character cut in two at the end of the head is no sign of Latin-1
        text = head[: error.start].decode() if error.start > len(head) - 4 and error.start else head.decode("latin-1")
    return text.removeprefix(_BOM).replace("\r\n", "\n")
