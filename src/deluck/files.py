"""Files: the cache folder, files that are replaced whole or not at all, outputs that must not be overwritten.

Every file that deluck writes as a whole goes through `replacing`: a kill, a full disk or an error leaves the old file
as it was and nothing else behind.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO
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
        with _opened(target, path) as file, _compressed(file, path) as stream:
            yield stream
        return
    partial = _partial(target)
    _remove_leftovers(target)
    try:
        with _opened(partial, path) as file, _compressed(file, path) as stream:
            yield stream
        with _refused(path):
            if target.exists():
                shutil.copymode(target, partial)
            if durable:
                _sync(partial, os.O_RDWR)
            os.replace(partial, target)
        if durable and os.name != "nt":  # a folder cannot be opened there
            with suppress(OSError):
                _sync(target.parent, os.O_RDONLY)
    finally:
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
    with _refused(path):
        partial = _partial(target)
        partial.open("wb").close()
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


class _Output(FileIO):
    """A file whose writes fail with a sentence that has the name the user gave."""

    def __init__(self, actual: Path, path: str | Path) -> None:
        self._path = path
        with _refused(path):
            super().__init__(actual, "wb")

    def write(self, data: "ReadableBuffer") -> int:
        with _refused(self._path):
            return super().write(data) or 0


def _opened(actual: Path, path: str | Path) -> IO[bytes]:
    return BufferedWriter(_Output(actual, path))


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


def _partial(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.partial")


def _remove_leftovers(target: Path) -> None:
    """Remove what processes that were killed left beside a file."""
    prefix = f".{target.name}."
    with suppress(OSError):
        for leftover in target.parent.iterdir():
            name = leftover.name
            if name.startswith(prefix) and name.endswith(".partial"):
                process = name.removeprefix(prefix).removesuffix(".partial")
                if process.isdigit() and not _is_running(int(process)):
                    leftover.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    if os.name == "nt":  # there is no harmless signal: a file that is open cannot be removed there anyway
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _sync(path: Path, how: int) -> None:
    """See that a file's contents, or a folder's names, are on disk."""
    descriptor = os.open(path, how)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
