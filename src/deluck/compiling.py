"""How kernels are compiled: declared with their types, compiled once, stored in the cache folder.

numba's own cache does not notice a change in a function imported from another file, so the folder of a module's kernels
is named by a hash over its source and that of every module of kernels it imports from (``…_kernels``): a change in any
of them starts a new folder, and a stale kernel cannot be loaded.

numba takes a good part of a second to start, so it is imported when the first kernel is called: declarations are stored
as they are written, and become numba's own then.
"""

import hashlib
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import cache, update_wrapper
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from deluck import progress
from deluck.files import CACHE_VARIABLE, cache_folder

_PACKAGE = Path(__file__).parent
_MARKER = "compiled"
_IMPORT = re.compile(r"^\s*from\s+([\w.]+_kernels)\s+import\b", re.MULTILINE)


class Declared:
    """A type of numba as it is written in a declaration, found when a kernel is compiled.

    Parameters
    ----------
    find
        Returns numba's own type.
    """

    def __init__(self, find: Callable[[], Any]) -> None:
        self._find = find

    def __call__(self, *arguments: Any) -> "Declared":
        """Return the type, or the signature, that numba makes of these."""
        return Declared(lambda: self._find()(*map(found_type, arguments)))


def found_type(declared: Any) -> Any:
    """Return numba's own type for what was declared, in tuples too."""
    if isinstance(declared, Declared):
        return declared._find()
    return tuple(map(found_type, declared)) if type(declared) is tuple else declared


class _Types:
    """The names of ``numba.types``, for declarations."""

    def __getattr__(self, name: str) -> Declared:
        return Declared(lambda: getattr(_numba().types, name))


types = _Types()
"""What kernels are declared with: ``types.int64``, ``types.void(…)``."""


def readonly(dtype: Declared, n_dimensions: int) -> Declared:
    """Return the type of a C-ordered array that the kernel only reads."""
    return Declared(lambda: _numba().types.Array(found_type(dtype), n_dimensions, "C", readonly=True))


def writable(dtype: Declared, n_dimensions: int) -> Declared:
    """Return the type of a C-ordered array that the kernel changes in place."""
    return Declared(lambda: _numba().types.Array(found_type(dtype), n_dimensions, "C"))


def _numba() -> Any:
    return import_module("numba")


class Helper:
    """A function that only kernels call; it becomes part of each kernel that uses it.

    Parameters
    ----------
    function
        In Python.
    make
        Returns what numba compiles into kernels.
    """

    def __init__(self, function: Callable[..., Any], make: Callable[[Callable[..., Any]], Any]) -> None:
        self._function = function
        self._make = make
        self._made: Any = None
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        """Call it by itself, as tests do."""
        return self.made()(*arguments)

    def made(self) -> Any:
        """Return what kernels call in its stead."""
        if self._made is None:
            self._made = self._make(self._function)
            _use_made(self._function)  # of other helpers, which may call this one
        return self._made


def helper(function: Callable[..., Any]) -> Helper:
    """Declare a function that only kernels call."""
    return Helper(function, lambda each: _numba().njit(nogil=True, error_model="numpy")(each))


def intrinsic(function: Callable[..., Any]) -> Helper:
    """Declare an instruction that only kernels use, as ``numba.extending.intrinsic`` does."""
    return Helper(function, lambda each: import_module("numba.extending").intrinsic(each))


def _use_made(function: Callable[..., Any]) -> None:
    """Let a function call what numba makes of the helpers that its module knows."""
    names = function.__globals__
    for name, value in list(names.items()):
        if isinstance(value, Helper):
            names[name] = value.made()


class Kernel:
    """A function compiled for its declared types and no others, at its first call or by `compile`."""

    def __init__(self, function: Callable[..., Any], signatures: tuple[Any, ...]) -> None:
        self.name = f"{function.__module__}.{function.__name__}"
        self.signatures = signatures
        self._compiled = False
        self._lock = Lock()
        self._function = function
        self._dispatcher: Any = None
        update_wrapper(self, function)

    @property
    def folder(self) -> Path:
        """Where it is stored when it has been compiled."""
        return kernel_folder(self._function.__module__)

    def _declare(self, *, cached: bool) -> Any:
        numba = _numba()
        settings: Any = numba.config
        numba_folder = settings.CACHE_DIR
        settings.CACHE_DIR = str(self.folder)
        try:
            return numba.njit(cache=cached, nogil=True, error_model="numpy")(self._function)
        finally:
            settings.CACHE_DIR = numba_folder

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function, compiling it first if need be."""
        if not self._compiled:
            self.compile()
        return self._dispatcher(*arguments)

    def compiled(self) -> Callable[..., Any]:
        """Return the compiled function itself, for callers to whom a tenth of a microsecond a call matters."""
        if not self._compiled:
            self.compile()
        return self._dispatcher  # type: ignore[no-any-return]

    def compile(self) -> None:
        """Compile for every declared type, or load what an earlier process compiled; once, however many threads ask."""
        with self._lock:
            if self._compiled:
                return
            cached = _can_write(self.folder)
            try:
                self._compile_all(cached=cached)
            except OSError:  # the cache folder is full or out of order: do without it
                self._compile_all(cached=False)
            except Exception:  # of a damaged file in the cache; what is wrong with the kernel is raised again
                self._remove_cached()
                self._compile_all(cached=cached)
            # From here on arguments are converted to the declared types (writable to read-only), never compiled for.
            self._dispatcher.disable_compile()
            self._compiled = True

    def _remove_cached(self) -> None:
        """Remove what the cache folder has of this kernel."""
        for cached in self.folder.rglob(f"*.{self._function.__name__}-*.nb[ic]"):
            with suppress(OSError):
                cached.unlink(missing_ok=True)

    def _compile_all(self, *, cached: bool) -> None:
        _use_made(self._function)
        self._dispatcher = self._declare(cached=cached)
        for signature in self.signatures:
            self._dispatcher.compile(found_type(signature))


KERNELS: list[Kernel] = []


def kernel(*signatures: Any) -> Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel and the types it is compiled for; compilation waits for the first use."""

    def declare(function: Callable[..., Any]) -> Kernel:
        KERNELS.append(Kernel(function, signatures))
        return KERNELS[-1]

    return declare


@cache
def kernel_folder(module: str) -> Path:
    """Return the folder of a module's compiled kernels, named by all the source they are compiled from."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for source in sorted(_sources_of(module)):
        digest.update(source.read_bytes())
    return cache_folder() / "kernels" / digest.hexdigest()[:16]


def _sources_of(module: str) -> set[Path]:
    """Return the files of a module and of all modules of kernels it imports from, and they in turn."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        source = _PACKAGE.parent.joinpath(*waiting.pop().split(".")).with_suffix(".py")
        if source in found or not source.is_file():
            continue
        found.add(source)
        waiting += _kernel_modules(source)
    return found


@cache
def _kernel_modules(source: Path) -> list[str]:
    """Return the modules of kernels that a file imports from."""
    return _IMPORT.findall(source.read_text(encoding="utf-8"))


@cache
def _can_write(folder: Path) -> bool:
    """Return whether kernels can be stored in the folder; where they cannot, each process compiles its own."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.access(folder, os.W_OK) and _is_private(folder.parent) and _is_private(folder)
    except OSError:
        return False


def _is_private(folder: Path) -> bool:
    """Return whether nobody else may write to a folder: compiled kernels are code that would run."""
    if os.name == "nt":  # who may write is said otherwise there, and the cache is in the user's own folder
        return True
    status = folder.stat()
    is_shared = status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and status.st_gid != os.getgid())
    return not is_shared and status.st_uid in (os.getuid(), 0)


def compile_kernels() -> None:
    """Compile every kernel declared so far that this version has not compiled yet, with progress.

    Without it each kernel is compiled at its first call, in silence.
    """
    missing = [kernel for kernel in KERNELS if kernel.name not in _compiled_before(kernel.folder)]
    if not missing:
        return
    reason = "Compiling the kernels (once for this version, so that all later runs are fast)"
    with progress.task(reason, len(missing)) as display:
        for kernel in missing:
            kernel.compile()
            display.advance()
    for folder in {kernel.folder for kernel in missing}:
        if not _can_write(folder):
            progress.note(
                f"cannot store kernels in {folder}: they will be compiled in every run "
                f"(set {CACHE_VARIABLE} to a folder that you, and nobody else, can write to)"
            )
            return
        names = _compiled_before(folder) | {kernel.name for kernel in missing if kernel.folder == folder}
        (folder / _MARKER).write_text("\n".join(sorted(names)))


def _compiled_before(folder: Path) -> set[str]:
    marker = folder / _MARKER
    return set(marker.read_text().split()) if marker.is_file() else set()
