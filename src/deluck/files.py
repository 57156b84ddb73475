"""Files: the cache folder, files that are replaced whole or not at all, outputs that must not be overwritten.

Every file that deluck writes as a whole goes through `replacing`: a kill, a full disk or an error leaves the old file
as it was. What a killed process wrote beside it is removed by the next one that writes to the folder: files that are
being written are locked, and a process that ends in whatever way gives up its locks.
"""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING

import platformdirs

from deluck.errors import FileError

if TYPE_CHECKING:
    from typing_extensions import Buffer as ReadableBuffer

CACHE_VARIABLE = "DELUCK_CACHE"
PAGE_MARK = b'<meta name="generator" content="deluck '
"""What every page of deluck's has near its beginning."""

_HEAD = 4096
_LOCKED_BYTE = 1 << 40
_SWEEP_AGAIN = 60.0  # seconds
_swept: dict[Path, float] = {}  # when each folder was last looked through
_PARTIAL = re.compile(r"\..+\.([0-9]{1,12})(?:-[0-9]+)?\.partial", re.DOTALL)
_CODECS = {".gz": "gzip", ".zst": "zstd"}


def cache_folder() -> Path:
    """Return the folder named by ``DELUCK_CACHE``, or else the user's cache folder for deluck."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).expanduser() if named else platformdirs.user_cache_path("deluck", appauthor=False)


@contextmanager
def replacing(path: str | Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Give a file to write to that takes its name when all went well; otherwise an old file stays as it was.

    A name that ends in ``.gz`` or ``.zst`` makes it compressed. Links are followed and the mode of an old file is
    preserved. What is no regular file (a device, a pipe) is written to as it is.

    Parameters
    ----------
    path
        The file.
    durable
        Whether to wait until the contents are on disk, so that they outlast a loss of power.

    Raises
    ------
    FileError
        If the file cannot be written. Whatever else the body raises goes through.
    """
    target = _target(path)
    if target.exists() and not target.is_file():
        with BufferedWriter(_Output(target, path, is_emptied=True)) as file, _compressed(file, path) as stream:
            yield stream
        return
    _remove_leftovers(target.parent)
    partial, output = _locked_partial(target, path)
    held = FileIO(os.dup(output.fileno()))  # the lock lasts as long as this
    try:
        with BufferedWriter(output) as file, _compressed(file, path) as stream:
            yield stream
        with _refused(path):
            if target.exists():
                shutil.copymode(target, partial)
            if durable:
                os.fsync(held.fileno())
            if os.name == "nt":  # where a file that is open cannot be renamed
                held.close()
            os.replace(partial, target)
        if durable:
            sync(target.parent)
    finally:
        held.close()
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def check_output(path: str | Path, *, overwrite: bool = False) -> None:
    """See, before long work, that a file can be written here and replaces nothing of the user's.

    An empty file, a page that deluck wrote, and what is no regular file may be written to; anything else only if it is
    to be overwritten. Nothing is changed.

    Raises
    ------
    FileError
        If nothing can be written there, or something is there that may not be replaced.
    """
    target = _target(path)
    if target.exists() and not target.is_file():
        return
    head = b""
    _remove_leftovers(target.parent)
    with _refused(path):
        partial, output = _locked_partial(target, path)
        output.close()
        partial.unlink()
        if target.exists() and not overwrite:
            with target.open("rb") as file:
                head = file.read(_HEAD)
    if head and PAGE_MARK not in head:
        raise FileError(f"{path} is there already, so it is left alone (expected another name, or --overwrite)")


@contextmanager
def _refused(path: str | Path) -> Iterator[None]:
    """Turn what the system says of a file into one sentence."""
    try:
        yield
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from None


def try_lock(descriptor: int) -> bool:
    """Lock an open file against other processes until it is closed; return whether it could be locked.

    Where the file system has no locks, all files count as locked.
    """
    if sys.platform == "win32":
        import msvcrt

        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)  # beyond the contents, which others may read
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)
        return True
    import errno
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def sync(path: Path) -> None:
    """See that a file's contents, or the names in a folder, are on disk, where the system lets one wait for that."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class _Output(FileIO):
    """A file whose writes fail with a sentence that has the name the user gave."""

    def __init__(self, actual: Path, path: str | Path, *, is_emptied: bool = False) -> None:
        self._path = path
        with _refused(path):
            super().__init__(actual, "wb" if is_emptied else "ab")

    def write(self, data: "ReadableBuffer") -> int:
        with _refused(self._path):
            return super().write(data) or 0


@contextmanager
def _compressed(file: IO[bytes], path: str | Path) -> Iterator[IO[bytes]]:
    """Give a stream into a file that compresses if the name says so."""
    codec = _CODECS.get(Path(path).suffix.lower())
    if codec is None:
        yield file
        return
    import pyarrow as pa

    with pa.CompressedOutputStream(pa.PythonFile(file, mode="w"), codec) as stream:
        yield stream


def _target(path: str | Path) -> Path:
    """Return the file that a path leads to, links followed."""
    if not Path(path).name:
        raise FileError(f"cannot write {str(path)!r} (expected the name of a file)")
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise FileError(f"cannot write {path}: it is a folder (expected the name of a file)")
    return target


def _locked_partial(target: Path, path: str | Path) -> tuple[Path, _Output]:
    """Return a new file beside the target, locked, so that nobody takes it for something left behind."""
    for number in count():
        suffix = f"-{number}" if number else ""
        partial = target.with_name(f".{target.name}.{os.getpid()}{suffix}.partial")
        output = _Output(partial, path)
        with suppress(OSError):  # it may have been removed before it was locked
            if try_lock(output.fileno()) and os.path.samestat(os.fstat(output.fileno()), partial.stat()):
                output.truncate(0)
                return partial, output
        output.close()
    raise AssertionError


def _remove_leftovers(folder: Path) -> None:
    """Remove what processes that were killed left in a folder, a while after the last time it was done."""
    last = _swept.get(folder)
    if last is not None and time.monotonic() - last < _SWEEP_AGAIN:
        return
    _swept[folder] = time.monotonic()
    with suppress(OSError):
        for leftover in folder.iterdir():
            found = _PARTIAL.fullmatch(leftover.name)
            if found and (int(found[1]) == os.getpid() or not _is_running(int(found[1]))):
                with suppress(OSError), leftover.open("r+b") as file:
                    if sys.platform == "win32":
                        file.close()  # one that is open elsewhere cannot be removed there
                        leftover.unlink()
                    elif try_lock(file.fileno()):
                        leftover.unlink()


def _is_running(process: int) -> bool:
    if os.name == "nt":  # there is no harmless signal: a file that is open cannot be removed there anyway
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True
