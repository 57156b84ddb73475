"""One file per table: arrays with a version and checksums, written whole or not at all, memory-mapped when read.

The file starts with a line of JSON that names each array's type and shape and has the SHA-256 of their contents; the
last entry is the SHA-256 of the line before it, so every byte of the file is covered. Reading 400 MB to check it would
cost more than the look-ups it guards, so the full check runs when the file is new or has changed since it was last
checked: its size, times, inode and checksum are stored beside it. Whatever is wrong with a file is a `TableError`.
"""

import errno
import hashlib
import json
import math
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.errors import FileError, TableError
from deluck.files import CACHE_VARIABLE, cache_folder, replacing

if TYPE_CHECKING:
    from filelock import FileLock

Arrays = Mapping[str, NDArray[Any]]

_MAGIC = "deluck table"
_ALIGNMENT = 4096
_LONGEST_HEADER = 65536
_CHUNK = 1 << 24
_CHECKSUM = b', "checksum": "'
_KINDS = "biuf"

SETTLED_NS = 2_000_000_000
"""How much older than the note that it was checked a file must be: the coarsest clock of a file system ticks so."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """The file of one table in the cache folder; a file of another version counts as not there."""

    name: str
    version: int

    @property
    def path(self) -> Path:
        """Where the table is stored."""
        return cache_folder() / "tables" / f"{self.name}.table"

    @property
    def _checked_path(self) -> Path:
        return self.path.with_suffix(".checked")

    @property
    def _lock_path(self) -> Path:
        return self.path.with_suffix(".lock")

    def open(self) -> dict[str, NDArray[Any]] | None:
        """Return the arrays, memory-mapped and read-only, or None if there is no such file.

        Raises
        ------
        TableError
            If the file is damaged, of another version, or cannot be read.
        """
        try:
            return self._load(is_known=self._was_checked)[0]
        except FileNotFoundError:
            return None

    def open_or_build(self, build: Callable[[], Arrays], n_bytes: int) -> dict[str, NDArray[Any]]:
        """Return the arrays, built and stored first if there is no valid file of this version.

        Parameters
        ----------
        build
            Computes the arrays.
        n_bytes
            The size they will have on disk, to see beforehand whether there is room.
        """
        with suppress(TableError):
            found = self.open()
            if found is not None:
                return found
        with self._locked():
            found = self._open_or_note()  # another process may have built it meanwhile
            if found is not None:
                return found
            self._check_room(n_bytes)
            arrays = build()
            if self.path.is_dir():
                self.remove()
            self.write(arrays)
        written = self.open()
        if written is None:
            raise TableError(f"{self.path} vanished after it was built: is another program clearing it? Try again")
        return written

    def _open_or_note(self) -> dict[str, NDArray[Any]] | None:
        try:
            return self.open()
        except TableError as error:
            progress.note(f"{error}; building it again")
            return None

    def write(self, arrays: Arrays) -> None:
        """Write the arrays to the file, whole or not at all.

        Raises
        ------
        TableError
            If there is no room or no permission; what was there before stays.
        """
        contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path) as file:
                file.write(self._header(contiguous))
                for array in contiguous.values():
                    file.write(b"\0" * (-file.tell() % _ALIGNMENT))
                    file.write(array.data.cast("B") if array.size else b"")
        except FileError as error:
            raise TableError(f"{error} (set {CACHE_VARIABLE} to a folder you can write to that has room)") from error
        except OSError as error:
            raise TableError(_cannot_write(self.path, error)) from error

    def remove(self) -> bool:
        """Remove the file; return whether there was one."""
        existed = self.path.exists()
        try:
            for path in (self.path, self._checked_path):
                if path.is_dir():
                    shutil.rmtree(path)
                path.unlink(missing_ok=True)
        except OSError as error:
            raise TableError(f"cannot remove {self.path}: {_reason(error)}") from error
        return existed

    def check(self) -> int:
        """Check the whole file against its checksum and return its size in bytes.

        Raises
        ------
        TableError
            If it is absent, damaged or of another version.
        """
        try:
            return self._load(is_known=lambda _: False)[1]
        except FileNotFoundError:
            raise TableError(f"{self.path} is not there (build it with `deluck tables build`)") from None

    def _locked(self) -> "FileLock":
        """Return the lock that one builder at a time holds, taken; it is released on leaving its context."""
        from filelock import FileLock, Timeout  # only here: it takes long

        lock = FileLock(self._lock_path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                progress.note(f"another process is building {self.path.name}: waiting for it")
                lock.acquire()
            lock.release()
        except OSError as error:
            raise TableError(_cannot_write(self.path, error)) from error
        return lock

    def _check_room(self, n_bytes: int) -> None:
        free = shutil.disk_usage(self.path.parent).free
        if free < n_bytes:
            full = OSError(errno.ENOSPC, f"{n_bytes / 1e6:.0f} MB needed, {free / 1e6:.0f} MB free")
            raise TableError(_cannot_write(self.path, full))

    def _header(self, arrays: Arrays) -> bytes:
        digest = hashlib.sha256()
        for array in arrays.values():
            digest.update(array.data.cast("B") if array.size else b"")
        described = {
            "format": _MAGIC,
            "name": self.name,
            "version": self.version,
            "sha256": digest.hexdigest(),
            "arrays": [[name, array.dtype.str, list(array.shape)] for name, array in arrays.items()],
        }
        body = json.dumps(described).encode().removesuffix(b"}")
        return body + _CHECKSUM + hashlib.sha256(body).hexdigest().encode() + b'"}\n'

    def _load(self, *, is_known: Callable[[bytes], bool]) -> tuple[dict[str, NDArray[Any]], int]:
        """Return the arrays and the size of the file, checked whole unless its stamp is known.

        Raises
        ------
        FileNotFoundError, TableError
            If there is no file; if anything else is wrong.
        """
        try:
            with self.path.open("rb") as file:
                status = os.fstat(file.fileno())
                whole = np.memmap(file, dtype=np.uint8, mode="r")
            header, checksum, start = self._read_header(whole)
            parts = _parts(header, start)
            expected = parts[-1][1] if parts else start
            if status.st_size != expected:
                raise _DamageError(f"it has {status.st_size:,} bytes and should have {expected:,}")
            stamp = json.dumps([status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, checksum])
            if not is_known(stamp.encode()):
                _check_contents(whole, header, start, [(begin, end) for begin, end, *_ in parts])
                self._remember_checked(stamp.encode())
            arrays = {
                name: np.asarray(whole[begin:end]).view(dtype).reshape(shape)
                for begin, end, name, dtype, shape in parts
            }
        except (FileNotFoundError, TableError):
            raise
        except OSError as error:
            raise TableError(f"cannot read {self.path}: {_reason(error)}{self._remedy}") from error
        except _DamageError as error:
            raise TableError(f"{self.path} is damaged: {error}{self._remedy}") from None
        except Exception as error:  # whatever json or numpy raise of contents that are no table
            raise TableError(f"{self.path} is damaged: its header makes no sense{self._remedy}") from error
        return arrays, status.st_size

    def _read_header(self, whole: NDArray[np.uint8]) -> tuple[dict[str, Any], str, int]:
        """Return what the first line describes, its checksum, and where the line ends."""
        line, newline, _ = whole[:_LONGEST_HEADER].tobytes().partition(b"\n")
        body, _, end = line.rpartition(_CHECKSUM)
        checksum = hashlib.sha256(body).hexdigest()
        if not newline or end != checksum.encode() + b'"}':
            raise _DamageError("its header does not match its checksum (or an earlier deluck wrote it, without one)")
        header = json.loads(line)
        if (header["format"], header["name"]) != (_MAGIC, self.name):
            raise _DamageError(f"it says it holds {header['name']!r}, not {self.name!r}")
        if header["version"] != self.version:
            raise TableError(
                f"{self.path} is of version {header['version']}, and this deluck uses version {self.version}"
                + self._remedy
            )
        return header, checksum, len(line) + 1

    @property
    def _remedy(self) -> str:
        """What to do about a file that is of no use, for the end of a sentence."""
        return ""

    def _was_checked(self, stamp: bytes) -> bool:
        """Return whether the file with this stamp was checked, long enough after its last change to be sure."""
        try:
            with self._checked_path.open("rb") as file:
                is_same = file.read(_LONGEST_HEADER) == stamp
                noted = os.fstat(file.fileno()).st_mtime_ns
        except OSError:
            return False
        return is_same and noted - max(json.loads(stamp)[1:3]) >= SETTLED_NS

    def _remember_checked(self, stamp: bytes) -> None:
        with suppress(OSError):  # a read-only cache is checked every time
            self._checked_path.write_bytes(stamp)


@dataclass(frozen=True, slots=True)
class ShippedTable(TableFile):
    """A table file at a location of its own, checked whenever it is opened, with no notes beside it."""

    location: Path

    @property
    def path(self) -> Path:
        """Where the table is stored."""
        return self.location

    @property
    def _remedy(self) -> str:
        return " (a table that comes with deluck: install deluck again)"

    def _was_checked(self, stamp: bytes) -> bool:  # noqa: ARG002 - the base's
        return False

    def _remember_checked(self, stamp: bytes) -> None:
        pass


def clear_cache() -> list[Path]:
    """Remove all tables and compiled kernels; return what was removed."""
    removed = []
    for name in ("tables", "kernels"):
        folder = cache_folder() / name
        if folder.exists():
            try:
                shutil.rmtree(folder)
            except OSError as error:
                raise TableError(f"cannot remove {folder}: {_reason(error)}") from error
            removed.append(folder)
    return removed


class _DamageError(Exception):
    """What is wrong with the contents of a file."""


def _parts(header: dict[str, Any], start: int) -> list[tuple[int, int, str, np.dtype[Any], tuple[int, ...]]]:
    """Return where each array begins and ends, its name, type and shape."""
    parts = []
    position = start
    for name, text, shape in header["arrays"]:
        dtype = np.dtype(str(text))
        if dtype.kind not in _KINDS or not all(type(n) is int and 0 <= n < 2**48 for n in shape):
            raise _DamageError(f"it describes no array of numbers ({str(text)[:20]!r})")
        begin = position + -position % _ALIGNMENT
        position = begin + dtype.itemsize * math.prod(shape)
        parts.append((begin, position, str(name), dtype, tuple(shape)))
    return parts


def _check_contents(whole: NDArray[np.uint8], header: dict[str, Any], start: int, spans: list[tuple[int, int]]) -> None:
    """Check the arrays against their checksum, and that nothing is between them."""
    digest = hashlib.sha256()
    for begin, end in spans:
        if whole[start:begin].any():
            raise _DamageError("its checksum does not match its contents (there is something between the arrays)")
        for chunk in range(begin, end, _CHUNK):
            digest.update(whole[chunk : min(chunk + _CHUNK, end)].data)
        start = end
    if digest.hexdigest() != header["sha256"]:
        raise _DamageError("its checksum does not match its contents")


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _cannot_write(path: Path, error: OSError) -> str:
    return f"cannot write {path}: {_reason(error)} (set {CACHE_VARIABLE} to a folder you can write to that has room)"
