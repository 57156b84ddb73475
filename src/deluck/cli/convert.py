"""``deluck convert``: hands from any format to another, the bad ones left out and named."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json, say
from deluck.cli.output_files import Overwrite, check_outputs
from deluck.cli.reading_bar import GameOption, existing_files, reading_bar
from deluck.cli.rejections import Rejections, print_contents

if TYPE_CHECKING:
    from deluck.formats.sources import OnRead
    from deluck.records import HandColumns, HandRecord
    from deluck.records.copies import Copies

    Placed = tuple[HandRecord, str, int]

_TOGETHER = 1024  # hands that are compared at once with those before

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
    overwrite: Overwrite = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write the valid hands of any sources in another format, each once; exit code 1 if some were rejected, 2: all."""
    from deluck.formats.acpc_games import parse_game
    from deluck.records.copies import Copies

    parse_game(game)
    files = existing_files(sources)
    check_outputs(output, inputs=files, overwrite=overwrite)
    rejections, copies = Rejections(is_listed=as_json), Copies()
    with reading_bar("Converting", files) as on_read:
        n_written = (
            _to_parquet(sources, output, game, rejections, copies, on_read)
            if to is Target.PARQUET
            else _to_text(sources, output, to, game, rejections, copies, on_read)
        )
    rejections.report_rest()
    if as_json:
        written = {"output": str(output) if n_written else None, "format": to.value, "hands": n_written}
        written |= {"copies": copies.n}
        print_json(written | rejections.as_json() | rejections.contents.as_dict())
    elif n_written:
        print_contents(rejections.contents)
        dropped = f", {copies.n:,} given before and left out" if copies.n else ""
        say(f"{output}: {n_written:,} hands written, {rejections.n:,} rejected{dropped}")
    else:
        say(f"deluck: no hand could be read and written as {to}: {output} was not written", err=True)
    if rejections.n or not n_written:
        raise typer.Exit(1 if n_written else 2)


def _to_text(
    sources: list[str],
    output: Path,
    to: Target,
    game: str | None,
    rejections: Rejections,
    copies: "Copies",
    on_read: "OnRead | None",
) -> int:
    from deluck.formats import Rejected
    from deluck.formats.reading import read_with_places
    from deluck.formats.writing import WRITERS, NothingToWrite

    def valid() -> "Iterator[Placed]":
        for hand, source, line in read_with_places(*sources, on_read=on_read, game=game):
            if isinstance(hand, Rejected):
                rejections.add(hand)
            else:
                rejections.read(hand, source)
                yield hand, source, line

    try:
        return WRITERS[to](
            output,
            _once(valid(), copies),
            lambda error, source, line: rejections.add(Rejected(source, line, str(error))),
        )
    except NothingToWrite:
        return 0


def _once(hands: "Iterator[Placed]", copies: "Copies") -> "Iterator[Placed]":
    """Yield the hands that are not copies of earlier ones, in order."""
    while some := list(islice(hands, _TOGETHER)):
        is_copy = [False] * len(some)
        for game in {record.game for record, _, _ in some}:
            rows = [row for row, (record, _, _) in enumerate(some) if record.game == game]
            for row, again in zip(rows, copies.find(_columns([some[row][0] for row in rows])), strict=True):
                is_copy[row] = bool(again)
        yield from (hand for hand, again in zip(some, is_copy, strict=True) if not again)


def _columns(records: "Iterable[HandRecord]") -> "HandColumns":
    from deluck.records import HandColumns

    return HandColumns.from_records(records)


def _to_parquet(
    sources: list[str],
    output: Path,
    game: str | None,
    rejections: Rejections,
    copies: "Copies",
    on_read: "OnRead | None",
) -> int:
    from deluck.formats import Rejected, read_files, write_parquet

    def valid() -> "Iterator[HandColumns]":
        for source, columns in read_files(*sources, on_read=on_read, game=game):
            if isinstance(columns, Rejected):
                rejections.add(columns)
            else:
                rejections.read(columns, source)
                is_copy = copies.find(columns)
                if not is_copy.all():
                    yield columns[~is_copy] if is_copy.any() else columns

    batches = valid()
    first = next(batches, None)
    return 0 if first is None else write_parquet(output, chain([first], batches))
