"""Interrupts of a match: held back while something is written, and SIGTERM made an exception like Ctrl-C."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a program that was ended by SIGTERM."""


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM take effect only after the work within."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread is interrupted
        yield
        return
    came: list[int] = []
    handlers = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not None:  # None: set by another language, and not to be put back
                handlers[number] = signal.signal(number, lambda caught, _frame: came.append(caught))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for caught in came:
            signal.raise_signal(caught)


@contextmanager
def termination_raised() -> Iterator[None]:
    """Turn SIGTERM into `SystemExit`, unless the program handles it or this is not the main thread."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _exit(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(TERMINATED)
