"""Progress of long work: library code reports steps, the caller decides whether and how they are shown.

Nothing is shown by default; what matters goes to the ``deluck`` logger. The command line shows bars by running its
commands within `shown_by`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, Protocol

_logger = logging.getLogger("deluck")


class Pace(NamedTuple):
    """What a step is worth, for displays that show a speed: so many of something, e.g. 100 hands."""

    per_step: float
    unit: str


class Display(Protocol):
    """Something that can show how far a long task is."""

    def start(self, reason: str, n_steps: int, pace: Pace | None = None) -> None:
        """Begin a task of so many steps, with a sentence on why it is needed, and what to show as its speed."""

    def advance(self) -> None:
        """Take note of one more step."""

    def finish(self) -> None:
        """End the task, whether it is complete or not."""

    def note(self, sentence: str) -> None:
        """Show one sentence the user should know."""


class _Log:
    """The display in force unless another is set: only sentences, to the logger."""

    def start(self, reason: str, n_steps: int, pace: Pace | None = None) -> None:  # noqa: ARG002 - the protocol's
        _logger.info("%s (%d steps)", reason, n_steps)

    def advance(self) -> None:
        pass

    def finish(self) -> None:
        pass

    def note(self, sentence: str) -> None:
        _logger.warning(sentence)


_LOG = _Log()
_display: ContextVar[Display] = ContextVar("display")


@contextmanager
def shown_by(display: Display) -> Iterator[None]:
    """Show all long work within this context on a display."""
    token = _display.set(display)
    try:
        yield
    finally:
        _display.reset(token)


@contextmanager
def task(reason: str, n_steps: int, pace: Pace | None = None) -> Iterator[Display]:
    """Open a task of so many steps on the display in force; the caller advances it step by step."""
    display = _display.get(_LOG)
    if pace is None:
        display.start(reason, n_steps)
    else:
        display.start(reason, n_steps, pace)
    try:
        yield display
    finally:
        display.finish()


def note(sentence: str) -> None:
    """Show one sentence on the display in force."""
    _display.get(_LOG).note(sentence)
