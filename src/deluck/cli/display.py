"""Progress bars on the terminal: on stderr, and only where somebody can watch them."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from deluck import progress

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class TerminalDisplay:
    """Shows tasks as bars with time left on a terminal; elsewhere only the sentences."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._pace: progress.Pace | None = None
        self._started = 0.0
        self._n_done = 0

    def start(self, reason: str, n_steps: int, pace: progress.Pace | None = None) -> None:
        """Begin a task; with a pace the bar also shows its speed."""
        if not sys.stderr.isatty():
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        typer.echo(f"{reason}.", err=True)
        self._bar = Progress(
            BarColumn(bar_width=40),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        self._pace = pace
        self._started = time.monotonic()
        self._n_done = 0
        self._task = self._bar.add_task("", total=n_steps, speed="")

    def advance(self) -> None:
        """Take note of one more step."""
        if self._bar is not None and self._task is not None:
            self._n_done += 1
            self._bar.update(self._task, advance=1, speed=self._speed())

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
        typer.echo(f"deluck: {sentence}", err=True)


@contextmanager
def shown_on_terminal() -> Iterator[None]:
    """Show all long work within this context on the terminal."""
    with progress.shown_by(TerminalDisplay()):
        yield
