"""Pauses of the garbage collector while hands are read.

The hands that wait for their batch are hundreds of thousands of objects, which the collector would look through again
and again: a fifth of the time of reading text histories. They do not refer to themselves, and are freed with the batch.
"""

import gc
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import TypeVar

T = TypeVar("T")


class _Pauses:
    """The pauses of all threads: the collector goes on when the last one ends, if it was on before the first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._n_open = 0
        self._was_enabled = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._n_open:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._n_open += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._n_open -= 1
            if not self._n_open and self._was_enabled:
                gc.enable()


_PAUSES = _Pauses()


def without_collecting(items: Iterable[T]) -> Iterator[T]:
    """Yield items that are made while the garbage collector pauses; it is on again whenever one is yielded."""
    rest = iter(items)
    while True:
        with _PAUSES:
            try:
                item = next(rest)
            except StopIteration:
                return
        yield item
