"""What commands that read files share: the option that names a game, and a bar with a step for so many bytes read."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from deluck.formats.sources import OnRead

GameOption = Annotated[
    str | None,
    typer.Option(help="The game of ACPC logs, limit or no-limit; by default as their header or their raises say."),
]

_STEP = 1 << 18  # bytes


@contextmanager
def reading_bar(doing: str, files: Sequence[str]) -> "Iterator[OnRead | None]":
    """Show how far the files are read, and give what is to be called with every number of bytes read.

    Parameters
    ----------
    doing
        What is done with them: ``Converting``.
    files
        Their names; what is no file counts for nothing, and with less than a step in all no bar is shown.
    """
    from deluck import progress

    n_all = sum(os.path.getsize(file) for file in files if os.path.isfile(file))
    if n_all < _STEP:
        yield None
        return
    count = f"{len(files):,} files" if len(files) > 1 else files[0]
    with progress.task(f"{doing} {count}, {n_all / 1e6:,.1f} MB", n_all // _STEP) as display:
        n_bytes = 0

        def on_read(n_more: int) -> None:
            nonlocal n_bytes
            for _ in range((n_bytes + n_more) // _STEP - n_bytes // _STEP):
                display.advance()
            n_bytes += n_more

        yield on_read
