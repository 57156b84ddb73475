"""Long work on stderr: a bar where somebody can watch it, elsewhere a line of text now and then."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deluck import progress
from deluck.cli.console import is_terminal, width_of
from deluck.cli.output import say

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_WIDEST_BAR = 40
_BESIDE_BAR = 36  # what percentage, speed and time take
_FIRST_LINE = 2.0  # seconds after which work that nobody can watch is mentioned
_NEXT_LINE = 30.0  # and again


class TerminalDisplay:
    """Shows tasks as bars with time left on a terminal; elsewhere as a line once they take long, and again later."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._pace: progress.Pace | None = None
        self._reason = ""
        self._n_steps = 0
        self._n_done = 0
        self._started = 0.0
        self._next_line = 0.0

    def start(self, reason: str, n_steps: int, pace: progress.Pace | None = None) -> None:
        """Begin a task; with a pace the bar also shows its speed."""
        self._reason, self._n_steps, self._pace = reason, n_steps, pace
        self._n_done = 0
        self._started = time.monotonic()
        self._next_line = self._started + _FIRST_LINE
        if is_terminal(sys.stderr):
            self._start_bar()

    def _start_bar(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        say(f"{self._reason}.", err=True)
        width = width_of(sys.stderr) or 80
        self._bar = Progress(
            BarColumn(bar_width=max(min(_WIDEST_BAR, width - _BESIDE_BAR), 1)),
            TextColumn("{task.percentage:>3.0f}%", markup=False),
            TextColumn("{task.fields[speed]}", markup=False),
            TimeRemainingColumn(),
            console=Console(stderr=True, width=width),
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task("", total=self._n_steps, speed="")

    def advance(self) -> None:
        """Take note of one more step."""
        self._n_done += 1
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, advance=1, speed=self._speed())
        elif self._n_done < self._n_steps and time.monotonic() >= self._next_line:
            say(f"{self._reason}: {self._n_done / self._n_steps:.0%} done", err=True)
            self._next_line = time.monotonic() + _NEXT_LINE

    def _speed(self) -> str:
        seconds = time.monotonic() - self._started
        if self._pace is None or seconds <= 0:
            return ""
        return f"{self._n_done * self._pace.per_step / seconds:,.0f} {self._pace.unit}/s"

    def finish(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def note(self, sentence: str) -> None:
        """Show one sentence on stderr."""
        say(f"deluck: {sentence}", err=True)


@contextmanager
def shown_on_terminal() -> Iterator[None]:
    """Show all long work within this context on the terminal."""
    with progress.shown_by(TerminalDisplay()):
        yield
