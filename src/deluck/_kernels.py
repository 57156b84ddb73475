"""How kernels are compiled: declared with their types, compiled once, kept in the cache folder.

numba's own cache does not notice a change in a function imported from another file, so the folder it writes to is
named by a hash over the source of every ``_kernels.py``: a change in any of them starts a new folder, and a
stale kernel cannot be loaded.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import njit, types

from deluck.cache import cache_folder

_PACKAGE = Path(__file__).parent
_declared: list[tuple[Any, tuple[Any, ...]]] = []

helper = njit(nogil=True, error_model="numpy")
"""Compile a function that only kernels call: it becomes part of each kernel that uses it."""


def readonly(dtype: Any, n_dimensions: int) -> types.Array:
    """Return the type of a C-ordered array that the kernel only reads."""
    return types.Array(dtype, n_dimensions, "C", readonly=True)


def writable(dtype: Any, n_dimensions: int) -> types.Array:
    """Return the type of a C-ordered array that the kernel changes in place."""
    return types.Array(dtype, n_dimensions, "C")


def kernel(*signatures: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a kernel and the types it is compiled for; compilation waits for the first use."""

    def declare(function: Callable[..., Any]) -> Any:
        numba_folder = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(kernel_folder())
        try:
            dispatcher = njit(cache=True, nogil=True, error_model="numpy")(function)
        finally:
            numba.config.CACHE_DIR = numba_folder
        _declared.append((dispatcher, signatures))
        return dispatcher

    return declare


@cache
def kernel_folder() -> Path:
    """Return the folder of the compiled kernels, named by the sources of all of them."""
    digest = hashlib.sha256()
    for source in sorted(_PACKAGE.rglob("_kernels.py")):
        digest.update(source.read_bytes())
    return cache_folder() / "kernels" / digest.hexdigest()[:16]


def n_declared() -> int:
    """Return how many compilations the declared kernels need."""
    return sum(len(signatures) for _, signatures in _declared)


def declared() -> Iterator[tuple[Any, Any]]:
    """Yield each declared kernel with each type it is compiled for."""
    for dispatcher, signatures in _declared:
        for signature in signatures:
            yield dispatcher, signature
