"""What commands print: JSON for machines, sentences and tables for people.

Everything that commands print goes through this module: what comes from a file, a name or a path is never taken for
markup, and nothing in it reaches a terminal as an escape sequence.
"""

import json
import math
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TextIO

from deluck.cli.console import has_styles, shown_on, width_of
from deluck.cli.layout import Panel, lay_out, wrapped
from deluck.plain_text import LONGEST_NAME, bounded, printable, shown_name
from deluck.version import JSON_SCHEMA

_LONGEST_SENTENCE = 2000
_LONGEST_JSON_TEXT = 4000


def print_json(values: Mapping[str, Any]) -> None:
    """Print values as one JSON document with the version of its names; infinities and NaN become null."""
    _write(sys.stdout, json.dumps({"schema": JSON_SCHEMA} | _plain(values), indent=2, allow_nan=False))


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return bounded(value, _LONGEST_JSON_TEXT)
    if isinstance(value, Mapping):
        return {_plain(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def say(*paragraphs: str, err: bool = False) -> None:
    """Print paragraphs, or a blank line if there are none; in a terminal they are broken at spaces.

    Parameters
    ----------
    *paragraphs
        Each a text on one line: a line end within it comes from a name, and is shown escaped.
    err
        To stderr.
    """
    stream = sys.stderr if err else sys.stdout
    width = width_of(stream)
    for paragraph in paragraphs or ("",):
        text = shown_on(stream, bounded(printable(paragraph), _LONGEST_SENTENCE))
        for line in wrapped(text, width):
            _write(stream, line)


def print_text(text: str) -> None:
    """Print a text of several lines as it is, to be stored in a file; what is no printable character is escaped."""
    for line in text.split("\n"):
        _write(sys.stdout, shown_on(sys.stdout, printable(line)))


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    wraps: Collection[int] = (),
    beside: Collection[int] = (),
) -> None:
    """Print a table of which every cell is there whole, however narrow the terminal; numbers to the right.

    Parameters
    ----------
    title
        What it shows.
    columns
        The headings.
    rows
        The cells; names in them are shown as by `shown_name`.
    wraps
        Which columns hold text that may be broken at spaces.
    beside
        Which columns belong to the one before them, and stay beside it in a narrow terminal.
    """
    stream = sys.stdout
    longest = [_LONGEST_SENTENCE if number in wraps else _longest_cell(number) for number in range(len(columns))]
    cells = [
        [shown_on(stream, shown_name(cell, most)) for cell, most in zip(row, longest, strict=True)] for row in rows
    ]
    headings = [shown_on(stream, shown_name(column, _longest_cell(1))) for column in columns]
    styled = has_styles(stream)
    for line in wrapped(shown_on(stream, bounded(printable(title), _LONGEST_SENTENCE)), width_of(stream)):
        _write(stream, _bold(line, styled=styled))
    for panel in lay_out(headings, cells, width=width_of(stream), wraps=wraps, beside=beside):
        _print_panel(stream, panel, shown_on(stream, "─"), styled=styled)


def _longest_cell(column: int) -> int:
    """Return how long a cell may be: the first column has names, which others stand beside."""
    return LONGEST_NAME if column == 0 else 2 * LONGEST_NAME


def _print_panel(stream: TextIO, panel: Panel, dash: str, *, styled: bool) -> None:
    if any(panel.headings):
        for line in panel.headings:
            _write(stream, _bold(line, styled=styled))
        _write(stream, dash * panel.width)
    for line in panel.rows:
        _write(stream, line)
    _write(stream, "")


def _write(stream: TextIO, line: str) -> None:
    stream.write(f"{line}\n")
    stream.flush()


def _bold(line: str, *, styled: bool) -> str:
    return f"\x1b[1m{line}\x1b[0m" if styled else line


def format_share(value: float | None) -> str:
    """Return a number between 0 and 1 with four decimals, or a dash where there is none."""
    return "–" if value is None else f"{value:.4f}"


def format_action(action: str, amount: float | None) -> str:
    """Return an action with the bet it makes on the street: ``bet 3``, ``raise to 2.5``."""
    if amount is None:
        return action
    return f"{action} {'to ' if action == 'raise' else ''}{format_amount(amount)}"


def format_amount(value: float) -> str:
    """Return an amount with two decimals at most: ``1,234.5``."""
    return f"{value:,.2f}".rstrip("0").rstrip(".")
