"""What commands print: JSON for machines, tables for people."""

import json
import math
from collections.abc import Sequence
from typing import Any

import typer

_WIDE = 160


def print_json(value: Any) -> None:
    """Print a value as one JSON document; JSON has no infinity and no NaN, so they become null."""
    typer.echo(json.dumps(_without_infinities(value), indent=2, allow_nan=False))


def _without_infinities(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_infinities(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_infinities(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: the first column to the left, the others to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=number > 0, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console()
    if not console.is_terminal:
        console.width = _WIDE  # nothing is cut where no screen sets a limit
    console.print(Text(title, style="bold"))  # a table's own title would break at the width of its columns
    console.print(table)


def format_share(value: float | None) -> str:
    """Return a number between 0 and 1 with four decimals, or a dash where there is none."""
    return "–" if value is None else f"{value:.4f}"
