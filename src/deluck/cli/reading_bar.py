"""What commands that read files share: the option that names a game, finding the files, a bar while they are read."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.plain_text import nearest

if TYPE_CHECKING:
    from deluck.formats.sources import OnRead

GameOption = Annotated[
    str | None,
    typer.Option(help="The game of ACPC logs, limit or no-limit; by default as their header or their raises say."),
]

_STEP = 1 << 18  # bytes


def existing_files(sources: Sequence[str]) -> list[str]:
    """Return the files that files, folders and globs name; an error for what is not there, with what may be meant.

    Raises
    ------
    FormatError
        If a source names nothing that could be read.
    """
    from deluck.errors import FormatError
    from deluck.formats.sources import expand

    files = []
    for source, problem in expand(tuple(sources)):
        if problem is not None:
            raise FormatError(f"{source}: {problem}{_meant(source)}")
        files.append(source)
    return files


def _meant(path: str) -> str:
    """Return which file or folder may be meant by a name that is not there."""
    if os.path.exists(path):
        return ""
    folder, name = os.path.split(path)
    try:
        near = nearest(name, [each for each in os.listdir(folder or os.curdir) if not each.startswith(".")])
    except OSError:
        return f" (there is no folder {folder} either)" if folder else ""
    return f" (did you mean {os.path.join(folder, near[0])}?)" if near else ""


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
