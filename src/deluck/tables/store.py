"""One file per table: arrays with a version and a checksum, written whole or not at all, memory-mapped when read.

The file starts with a line of JSON that names each array's type, shape and place, and the SHA-256 of all that follows.
Reading 400 MB to check it would cost more than the look-ups it guards, so the full check runs when the file is new or
has changed since it was last checked (its size and time of change are stored beside it).
"""

import errno
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from deluck import progress
from deluck.errors import FileError, TableError
from deluck.files import CACHE_VARIABLE, cache_folder, replacing

Arrays = Mapping[str, NDArray[Any]]

_MAGIC = "deluck table"
_ALIGNMENT = 4096
_LONGEST_HEADER = 65536
_CHUNK = 1 << 24


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
            header, start = self._read_header()
            if not self._was_checked():
                self._check_payload(header, start)
                self._remember_checked()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise TableError(f"cannot read {self.path}: {_reason(error)}") from error
        return self._map(header, start)

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
            self.write(build())
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
        header = self._header(contiguous)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path) as file:
                file.write(_encode(header))
                for array in contiguous.values():
                    file.write(b"\0" * (-file.tell() % _ALIGNMENT))
                    file.write(array.data.cast("B") if array.size else b"")
        except FileError as error:
            raise TableError(f"{error} (set {CACHE_VARIABLE} to a folder you can write to that has room)") from error
        except OSError as error:
            raise TableError(_cannot_write(self.path, error)) from error
        self._remember_checked()

    def remove(self) -> bool:
        """Remove the file; return whether there was one."""
        existed = self.path.exists()
        try:
            for path in (self.path, self._checked_path):
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
            header, start = self._read_header()
            self._check_payload(header, start)
            return self.path.stat().st_size
        except FileNotFoundError:
            raise TableError(f"{self.path} is not there (build it with `deluck tables build`)") from None
        except OSError as error:
            raise TableError(f"cannot read {self.path}: {_reason(error)}") from error

    def _locked(self) -> FileLock:
        """Return the lock that one builder at a time holds, taken; it is released on leaving its context."""
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

    def _header(self, arrays: Arrays) -> dict[str, Any]:
        digest = hashlib.sha256()
        for array in arrays.values():
            digest.update(array.data.cast("B") if array.size else b"")
        return {
            "format": _MAGIC,
            "name": self.name,
            "version": self.version,
            "sha256": digest.hexdigest(),
            "arrays": [[name, array.dtype.str, list(array.shape)] for name, array in arrays.items()],
        }

    def _read_header(self) -> tuple[dict[str, Any], int]:
        with self.path.open("rb") as file:
            line = file.readline(_LONGEST_HEADER)
        try:
            header = json.loads(line)
            described = header["format"], header["name"], header["version"], header["sha256"], header["arrays"]
        except (ValueError, KeyError, TypeError):
            raise TableError(f"{self.path} is damaged: it does not start like a table") from None
        if described[:2] != (_MAGIC, self.name):
            raise TableError(f"{self.path} is damaged: it says it holds {described[1]!r}, not {self.name!r}")
        if described[2] != self.version:
            raise TableError(f"{self.path} is of version {described[2]}, and this deluck uses version {self.version}")
        expected = self._end(header, len(line))
        size = self.path.stat().st_size
        if size != expected:
            raise TableError(f"{self.path} is damaged: it has {size:,} bytes and should have {expected:,}")
        return header, len(line)

    @staticmethod
    def _end(header: dict[str, Any], start: int) -> int:
        position = start
        for _, dtype, shape in header["arrays"]:
            position += -position % _ALIGNMENT + np.dtype(dtype).itemsize * int(np.prod(shape, dtype=np.int64))
        return position

    def _map(self, header: dict[str, Any], start: int) -> dict[str, NDArray[Any]]:
        try:
            whole = np.memmap(self.path, dtype=np.uint8, mode="r")
        except OSError as error:
            raise TableError(f"cannot read {self.path}: {_reason(error)}") from error
        arrays: dict[str, NDArray[Any]] = {}
        position = start
        for name, dtype, shape in header["arrays"]:
            position += -position % _ALIGNMENT
            n_bytes = np.dtype(dtype).itemsize * int(np.prod(shape, dtype=np.int64))
            part = whole[position : position + n_bytes]
            arrays[name] = np.asarray(part).view(dtype).reshape(shape)
            position += n_bytes
        return arrays

    def _check_payload(self, header: dict[str, Any], start: int) -> None:
        digest = hashlib.sha256()
        for array in self._map(header, start).values():
            flat = array.reshape(-1).view(np.uint8)
            for begin in range(0, flat.size, _CHUNK):
                digest.update(flat[begin : begin + _CHUNK].data)
        if digest.hexdigest() != header["sha256"]:
            raise TableError(f"{self.path} is damaged: its checksum does not match its contents")

    def _stamp(self) -> str:
        status = self.path.stat()
        return json.dumps([status.st_size, status.st_mtime_ns, status.st_ctime_ns])

    def _was_checked(self) -> bool:
        try:
            return self._checked_path.read_text() == self._stamp()
        except FileNotFoundError:
            return False

    def _remember_checked(self) -> None:
        with suppress(OSError):  # a read-only cache is checked every time
            self._checked_path.write_text(self._stamp())


@dataclass(frozen=True, slots=True)
class ShippedTable(TableFile):
    """A table file at a place of its own, checked whenever it is opened, with no notes beside it."""

    place: Path

    @property
    def path(self) -> Path:
        """Where the table is stored."""
        return self.place

    def _was_checked(self) -> bool:
        return False

    def _remember_checked(self) -> None:
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


def _encode(header: dict[str, Any]) -> bytes:
    return json.dumps(header).encode() + b"\n"


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _cannot_write(path: Path, error: OSError) -> str:
    return f"cannot write {path}: {_reason(error)} (set {CACHE_VARIABLE} to a folder you can write to that has room)"
