"""The files that commands write: one option and one check for all of them."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from deluck.errors import FileError

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a file that is there already.")]


def check_outputs(*outputs: Path | None, inputs: Iterable[str] = (), overwrite: bool = False) -> None:
    """See, before long work, that every output can be written, is no input, and replaces nothing of the user's.

    Parameters
    ----------
    *outputs
        The files to write; None for one that was not asked for.
    inputs
        The files to read.
    overwrite
        Whether files that are there may be replaced.

    Raises
    ------
    FileError
        If an output is an input or another output, cannot be written, or is there already.
    """
    from deluck.files import check_output

    read = {os.path.realpath(path) for path in inputs if os.path.isfile(path)}
    written = set[str]()
    for path in outputs:
        if path is None:
            continue
        real = os.path.realpath(path)
        if real in read:
            raise FileError(f"{path} is to be read and written at once (expected another name for the output)")
        if real in written and not (path.exists() and not path.is_file()):
            raise FileError(f"{path} is to be written twice at once (expected a name for each output)")
        written.add(real)
        check_output(path, overwrite=overwrite)
