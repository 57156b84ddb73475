"""Where hands are read from: files, folders, globs, zip archives and standard input, decoded line by line."""

import codecs
import glob
import io
import os
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, cast

from deluck.errors import FormatError
from deluck.formats.limits import FREE_EXPANSION, MOST_EXPANSION, megabytes
from deluck.games import Structure

STDIN = "-"
HEAD_SIZE = 1 << 16
COMPANIONS = ("meta.json", "config.json")
"""Files beside hands that say who played and for what; they are passed over when a folder is walked."""
WITH_COMPANIONS = "canonical_private.jsonl"

_BUFFER_SIZE = 1 << 18
_CODECS = ((b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"))
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
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
    folders: dict[str, str] = {}
    for path, problem in _named(sources):
        if problem is None and path != STDIN and os.path.isfile(path):
            real = _real(path, folders)
            if real in seen:
                continue
            seen.add(real)
        yield path, problem


def _real(path: str, folders: dict[str, str]) -> str:
    """Return the path of a file without links; that of each folder is found out once, and noted in `folders`."""
    if os.path.islink(path):
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    real = folders.get(folder)
    if real is None:
        real = folders[folder] = os.path.realpath(folder)
    return os.path.join(real, name)


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
            if not name.startswith(".") and not _is_companion(name, files):
                n_files += 1
                yield os.path.join(where, name), None
    for error in unreadable:
        yield str(error.filename), FormatError(f"cannot be read: {error.strerror}")
    if not n_files and not unreadable:
        yield folder, FormatError("no files in this folder")


def _is_companion(name: str, files: list[str]) -> bool:
    """Return whether a file belongs to one of hands beside it, and has none itself (`llm_poker_arena`)."""
    return name in COMPANIONS and any(file.startswith(WITH_COMPANIONS) for file in files)


class Stream(NamedTuple):
    """What is read from one file, or from one member of an archive."""

    name: str
    """The file, ``archive.zip/member``, or ``stdin``."""
    head: bytes
    """The first bytes, decompressed; UTF-8 where they were UTF-16."""
    stream: BinaryIO
    """All of it from the beginning."""
    path: str = ""
    """The file with just these bytes, if there is one."""
    folder: str = ""
    """Where the file lies, compressed or not, for formats that look at what is beside it."""
    format: str = ""
    """The name of the format, once it is recognised."""
    first_line: int = 1
    """The number of the first line."""
    structure: Structure | None = None
    """What is known at the first line of the game of an ACPC log."""
    groups: tuple[int, int] | None = None
    """The first row group of a Parquet file to read, and the one after the last; None for all."""


Unreadable = tuple[str, str]  # a name and the reason


def streams(
    source: str, on_read: OnRead | None = None, *, name: str = "", member: str | None = None
) -> Iterator[Stream | Unreadable]:
    """Yield what a source holds: one stream, or one for each member of a zip archive, to be read before the next.

    Folders, hidden files and the ``__MACOSX`` folder of an archive are passed over. What cannot be opened is yielded as
    its name and the reason.

    Parameters
    ----------
    source
        A file, or ``-`` for standard input.
    on_read
        Called with every number of bytes read.
    name
        What the source is called in what is yielded; by default as it is.
    member
        The only member of a zip archive to yield, if not all.
    """
    name = name or ("stdin" if source == STDIN else source)
    with ExitStack() as stack:
        try:
            file = sys.stdin.buffer if source == STDIN else stack.enter_context(open(source, "rb"))
            is_file = os.path.isfile(source)
            is_archive = is_file and is_zip(file)
            if not is_archive:
                head, stream, is_plain = stack.enter_context(_decompressed(_Counted(file, on_read)))
        except (OSError, ValueError) as problem:
            yield name, _reason(problem)
            return
        if is_archive:
            yield from _members(name, file, on_read, member)
        elif head.startswith(_ZIP):
            yield name, "a zip archive within a stream (expected a file)"
        else:
            folder = os.path.dirname(os.path.abspath(source)) if is_file else ""
            yield Stream(name, head, stream, source if is_plain and is_file else "", folder)


def is_zip(file: BinaryIO) -> bool:
    """Return whether a file is a zip archive; it is read from the beginning again."""
    found = file.read(4) in _ZIP
    file.seek(0)
    return found


def streams_in_memory(content: bytes, name: str) -> Iterator[Stream | Unreadable]:
    """Yield what a text in memory holds, as `streams` does of files."""
    if content.startswith(_ZIP):
        yield from _members(name, io.BytesIO(content))
        return
    with ExitStack() as stack:
        try:
            head, stream, _ = stack.enter_context(_decompressed(io.BytesIO(content)))
        except (OSError, ValueError) as problem:
            yield name, _reason(problem)
            return
        yield Stream(name, head, stream)


def _members(
    name: str, file: BinaryIO, on_read: OnRead | None = None, only: str | None = None
) -> Iterator[Stream | Unreadable]:
    """Yield the members of a zip archive in the order it has them, or only one of them."""
    try:
        archive = zipfile.ZipFile(file)
        expansion = _Expansion(file.seek(0, os.SEEK_END))
    except (*_ZIP_ERRORS, OSError, ValueError) as problem:
        yield name, _reason(problem)
        return
    members = [info for info in files_of(archive) if only is None or info.filename == only]
    for info in members:
        member = f"{name}/{info.filename}"
        with ExitStack() as stack:
            try:
                inner = _Expanding(_Guarded(stack.enter_context(archive.open(info))), expansion)
                head, stream, _ = stack.enter_context(_decompressed(inner))
            except (*_ZIP_ERRORS, OSError, ValueError) as problem:
                yield member, _reason(problem)
                continue
            if head.startswith(_ZIP):
                yield member, "a zip archive within another (expected files)"
            else:
                yield Stream(member, head, stream)
        if on_read is not None:
            on_read(info.compress_size)
    if not members:
        yield name, "there is no file in it" if only is None else f"there is no {only!r} in it"


def files_of(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the members of a zip archive that are read: no folders, nothing hidden, no ``__MACOSX``."""
    found = []
    for info in archive.infolist():
        parts = info.filename.split("/")
        if not (info.is_dir() or "__MACOSX" in parts or any(part.startswith(".") for part in parts)):
            found.append(info)
    return found


def _reason(problem: Exception) -> str:
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return " ".join(reason.split()) or type(problem).__name__


@contextmanager
def _decompressed(stream: _Readable) -> Iterator[tuple[bytes, BinaryIO, bool]]:
    """Give a stream's first bytes, decompressed and UTF-16 made UTF-8, all of it so, and whether it was plain."""
    with ExitStack() as stack:
        head, whole = _with_head(stream)
        is_plain = not head.startswith((*_UTF16, *[magic for magic, _ in _CODECS]))
        codec = next((codec for magic, codec in _CODECS if head.startswith(magic)), None)
        if codec is not None:
            import pyarrow as pa

            expansion = _Expansion()
            compressed = _Compressed(whole, expansion)
            inner = stack.enter_context(pa.CompressedInputStream(pa.PythonFile(compressed, mode="r"), codec))
            head, whole = _with_head(_Expanding(inner, expansion))
        if head.startswith(_UTF16):
            head, whole = _with_head(_FromUtf16(whole))
        yield head, whole, is_plain


def _with_head(stream: _Readable) -> tuple[bytes, BinaryIO]:
    """Return the first bytes of a stream, fewer only if it ends, and the stream as if nothing had been read."""
    parts: list[bytes] = []
    missing = HEAD_SIZE
    while missing > 0 and (part := stream.read(missing)):
        parts.append(part)
        missing -= len(part)
    head = b"".join(parts)
    return head, io.BytesIO(head) if missing > 0 else as_buffered(stream, head)


def as_buffered(stream: _Readable, head: bytes = b"") -> BinaryIO:
    """Return a stream by lines, after bytes already read from it."""
    return cast(BinaryIO, io.BufferedReader(_Prefixed(head, stream), _BUFFER_SIZE))


class _Counted:
    """A stream that reports how many bytes are read from it."""

    def __init__(self, stream: _Readable, on_read: OnRead | None) -> None:
        self._stream = stream
        self._on_read = on_read

    def read(self, n_bytes: int, /) -> bytes:
        found = self._stream.read(n_bytes)
        if self._on_read is not None:
            self._on_read(len(found))
        return found


class Limited:
    """So many bytes of a stream."""

    def __init__(self, stream: _Readable, n_bytes: int) -> None:
        self._stream = stream
        self._n_left = n_bytes

    def read(self, n_bytes: int, /) -> bytes:
        """Return up to so many bytes, none at the end."""
        found = self._stream.read(min(n_bytes, self._n_left))
        self._n_left -= len(found)
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


class Growing:
    """A file that is still being written: where it ends, more is waited for until there is reason to stop.

    Parameters
    ----------
    file
        The file, open.
    until
        Says whether to stop waiting.
    pause
        Seconds between two looks at the file.
    """

    def __init__(self, file: _Readable, until: Callable[[], bool], pause: float) -> None:
        self._file = file
        self._until = until
        self._pause = pause

    def read(self, n_bytes: int, /) -> bytes:
        """Return up to so many bytes as soon as there are some, none when it is time to stop."""
        while True:
            is_last = self._until()
            found = self._file.read(n_bytes)
            if found or is_last:
                return found
            time.sleep(self._pause)


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
