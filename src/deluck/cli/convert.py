"""``deluck convert``: hands from any format to another, the bad ones left out and named."""

import os
from collections.abc import Iterator
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json
from deluck.cli.reading_bar import GameOption, reading_bar
from deluck.cli.rejections import Rejections

if TYPE_CHECKING:
    from deluck.formats.sources import OnRead
    from deluck.records import HandColumns, HandRecord

EXAMPLE = "Example: deluck convert match.log more-logs/ --to phh -o match.phhs"


class Target(StrEnum):
    """What can be written."""

    ACPC = "acpc"
    PHH = "phh"
    OHH = "ohh"
    POKERSTARS = "pokerstars"
    JSON_LINES = "json-lines"
    PARQUET = "parquet"


def convert(
    sources: Annotated[list[str], typer.Argument(metavar="IN", help="Files, folders, globs, or - for stdin.")],
    *,
    to: Annotated[Target, typer.Option(help="The format to write.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write, .gz or .zst to compress it.")],
    game: GameOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write the valid hands of any sources in another format; exit code 1 if some were rejected, 2 if all were."""
    from deluck.errors import FormatError
    from deluck.formats.acpc_games import parse_game
    from deluck.formats.sources import expand

    parse_game(game)
    files = [source for source, problem in expand(tuple(sources)) if problem is None]
    if any(os.path.exists(file) and output.exists() and os.path.samefile(file, output) for file in files):
        raise FormatError(f"{output} is to be read and written at once (expected another name for the output)")
    rejections = Rejections(is_listed=as_json)
    with reading_bar("Converting", files) as on_read:
        n_written = (
            _to_parquet(sources, output, game, rejections, on_read)
            if to is Target.PARQUET
            else _to_text(sources, output, to, game, rejections, on_read)
        )
    rejections.tell_rest()
    if as_json:
        print_json(
            {"output": str(output) if n_written else None, "to": to.value, "written": n_written} | rejections.as_json()
        )
    elif n_written:
        typer.echo(f"{output}: {n_written:,} hands written, {rejections.n:,} rejected")
    else:
        typer.echo(f"deluck: no hand could be read and written as {to}: {output} was not written", err=True)
    if rejections.n or not n_written:
        raise typer.Exit(1 if n_written else 2)


def _to_text(
    sources: list[str],
    output: Path,
    to: Target,
    game: str | None,
    rejections: Rejections,
    on_read: "OnRead | None",
) -> int:
    from deluck.formats import Rejected
    from deluck.formats.reading import read_with_places
    from deluck.formats.writing import WRITERS, NothingToWrite

    def valid() -> "Iterator[tuple[HandRecord, str, int]]":
        for hand, source, line in read_with_places(*sources, on_read=on_read, game=game):
            if isinstance(hand, Rejected):
                rejections.add(hand)
            else:
                yield hand, source, line

    try:
        return WRITERS[to](
            output, valid(), lambda error, source, line: rejections.add(Rejected(source, line, str(error)))
        )
    except NothingToWrite:
        return 0


def _to_parquet(
    sources: list[str], output: Path, game: str | None, rejections: Rejections, on_read: "OnRead | None"
) -> int:
    from deluck.formats import Rejected, read_columns, write_parquet

    def valid() -> "Iterator[HandColumns]":
        for columns in read_columns(*sources, on_read=on_read, game=game):
            if isinstance(columns, Rejected):
                rejections.add(columns)
            else:
                yield columns

    batches = valid()
    first = next(batches, None)
    return 0 if first is None else write_parquet(output, chain([first], batches))
