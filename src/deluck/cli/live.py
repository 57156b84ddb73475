"""``deluck assess --live``: a short summary of a log that is still being written, redrawn as it grows.

On a terminal it stays in place; elsewhere every summary is a line. Ctrl-C ends it with the final summary.
"""

import math
import sys
import time
from typing import TYPE_CHECKING

from deluck.cli.console import is_terminal, shown_on, width_of
from deluck.cli.layout import lay_out, wrapped
from deluck.cli.output import print_json, print_table, say

if TYPE_CHECKING:
    from rich.live import Live

    from deluck.assessment.live import LiveLog, LiveSummary
    from deluck.formats import Rejected
    from deluck.records import HandRecord

_PAUSE = 0.3  # seconds between two looks at the file
_REDRAW = 0.5  # seconds between two summaries on a terminal
_NEXT_LINE = 5.0  # and elsewhere
_MANY = 4_096  # hands that are valued at once


def follow(
    path: str,
    *,
    player: str | None,
    is_seat: bool,
    game: str | None,
    planned: int | None,
    idle: float | None,
    as_json: bool,
) -> None:
    """Follow a log until Ctrl-C, or until nothing was written for so many seconds, and print the final summary.

    Parameters
    ----------
    path
        The log; it may not be there yet.
    player, is_seat
        Whose view to take, and whether only what this player sees may be used.
    game
        The game of an ACPC log.
    planned
        For how many hands the intervals are narrowest.
    idle
        Seconds without a new hand after which to end; None for never.
    as_json
        Whether the final summary is printed as JSON, and nothing else.
    """
    from deluck.assessment.live import LiveLog
    from deluck.compiling import compile_kernels
    from deluck.formats import follow_hands
    from deluck.statistics import PLANNED_HANDS
    from deluck.tables import hand_rank_tables

    log = LiveLog(player, seat=is_seat, planned=PLANNED_HANDS if planned is None else planned)
    hand_rank_tables()
    compile_kernels()
    with _Screen(path, log, idle, is_silent=as_json) as screen:
        try:
            for hand in follow_hands(path, screen.is_over, pause=_PAUSE, game=game):
                screen.add(hand)
        except KeyboardInterrupt:
            pass
        screen.take_in()
    found = log.final()
    if as_json:
        print_json(found.as_dict())
        return
    say(found.verdict, *found.notes(), "")
    print_table(_title(found), *_table(found), wraps=(0,))


class _Screen:
    """What is shown while a log is followed."""

    def __init__(self, path: str, log: "LiveLog", idle: float | None, *, is_silent: bool) -> None:
        self._path = path
        self._log = log
        self._idle = idle
        self._is_silent = is_silent
        self._waiting: list[HandRecord | Rejected] = []
        self._live: Live | None = None
        self._last_hand = time.monotonic()
        self._next_draw = 0.0
        self._n_drawn = 0

    def __enter__(self) -> "_Screen":
        if not self._is_silent and is_terminal(sys.stdout):
            from rich.console import Console
            from rich.live import Live

            console = Console(file=sys.stdout, width=width_of(sys.stdout))
            self._live = Live(console=console, auto_refresh=False, transient=True)
            self._live.start()
        if not self._is_silent:
            self._show([f"Following {self._path}; Ctrl-C ends it."])
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def add(self, hand: "HandRecord | Rejected") -> None:
        """Take in a hand; many are valued at once, and the others when the log has been read to its end."""
        self._waiting.append(hand)
        self._last_hand = time.monotonic()
        if len(self._waiting) >= _MANY:
            self._draw()

    def is_over(self) -> bool:
        """Show what there is, and return whether to end; asked whenever the log has been read to its end."""
        if self._waiting and time.monotonic() >= self._next_draw:
            self._draw()
        return self._idle is not None and time.monotonic() - self._last_hand >= self._idle

    def take_in(self) -> None:
        """Value the hands that wait."""
        self._log.add(self._waiting)
        self._waiting = []

    def _draw(self) -> None:
        self.take_in()
        found = None if self._is_silent else self._log.summary()
        if found is not None:
            self._show([found.verdict] if self._live is None else _lines(found))
        self._next_draw = time.monotonic() + (_NEXT_LINE if self._live is None else _REDRAW)

    def _show(self, lines: list[str]) -> None:
        if self._live is None:
            say(*lines)
            return
        from rich.text import Text

        width = width_of(sys.stdout)
        broken = [part for line in lines for part in wrapped(shown_on(sys.stdout, line), width)]
        self._live.update(Text("\n".join(broken)), refresh=True)


def _title(found: "LiveSummary") -> str:
    seat = ", own cards and what was shown" if found.is_seat else ""
    return f"Net to {found.player}: {found.n_hands:,} hands{seat}"


def _table(found: "LiveSummary") -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    from deluck.estimators import find_column

    rows: list[tuple[str, ...]] = []
    for name, summary in found.estimators.items():
        half = found.half_width(name)
        errors = [
            f"{factor * half:.{digits}f}" if math.isfinite(half) else "∞" for factor, digits in ((1, 3), (100, 1))
        ]
        rows.append(
            (
                find_column(name).label,
                f"{summary.n:,}",
                f"{summary.total:+,.1f}",
                f"{summary.mean + 0.0:+.3f} ± {errors[0]}",
                f"{100 * summary.mean + 0.0:+.1f} ± {errors[1]}",
            )
        )
    unit = found.unit
    columns = (f"in {unit}", f"{found.trials}s", "total", f"{unit}/game ± anytime 95%", "bb/100 ± anytime 95%")
    return columns, rows


def _lines(found: "LiveSummary") -> list[str]:
    """Return a summary as lines for a terminal."""
    stream = sys.stdout
    columns, rows = _table(found)
    cells = [[shown_on(stream, cell) for cell in row] for row in rows]
    lines = [found.verdict, "", _title(found)]
    for panel in lay_out([shown_on(stream, each) for each in columns], cells, width=width_of(stream), wraps=(0,)):
        lines += [*panel.headings, shown_on(stream, "─") * panel.width, *panel.rows]
    return [*lines, "", "Ctrl-C ends it."]
