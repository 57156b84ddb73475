"""``deluck compare``: two players compared, of one log or of two."""

from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json, print_table, say
from deluck.cli.reading_bar import existing_files, reading_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deluck.assessment import PlayerComparison
    from deluck.formats.sources import OnRead
    from deluck.values import Values
    from deluck.values.parts import Read

EXAMPLE = "Example: deluck compare monday.log tuesday.log --players north,south"

Structure = Annotated[
    str | None, typer.Option(help="Only hands of this betting structure: limit, no-limit or pot-limit.")
]
Jobs = Annotated[int, typer.Option(help="Cores to use; -1 for all. The figures are the same.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A log, a folder of logs, a glob, or a folder of values.")],
    second: Annotated[
        str | None, typer.Argument(metavar="B", help="Another; without it two players of A are compared.")
    ] = None,
    *,
    players: Annotated[
        str,
        typer.Option(
            help="Whom to compare: X,Y. X is looked for in A, Y in B; one name is looked for in both. By default the "
            "only player that the other log does not have, else the hero, or the first player named."
        ),
    ] = "",
    against: Annotated[str | None, typer.Option(help="Count only hands in which this opponent sits.")] = None,
    structure: Structure = None,
    jobs: Jobs = -1,
    as_json: AsJson = False,
) -> None:
    """Compare two players with the luck removed: two logs, two players of one log, or two agents' line-ups.

    The interval is computed over deals: in duplicate matches, and where two line-ups were dealt the same cards, the
    luck that both had cancels.
    """
    from deluck.assessment import compare_players
    from deluck.games import Structure as Betting

    chosen = None if structure is None else Betting.parse(structure)
    found = compare_players(
        stored_or_computed(first, "Valuing", jobs),
        None if second is None else stored_or_computed(second, "Valuing", jobs),
        players=[name.strip() for name in players.split(",") if name.strip()],
        against=against,
        structure=chosen,
    )
    if as_json:
        print_json(found.as_dict())
    else:
        _print(found)


def stored_or_computed(source: str, doing: str, jobs: int) -> "Values":
    """Return the values of a folder of them, or of a log, a folder of logs or a glob, computed with a bar."""
    from deluck.assessment.assessing import context_of
    from deluck.values import compute_values, is_values_folder, open_values

    if jobs == 0 or jobs < -1:
        raise typer.BadParameter(f"{jobs} jobs (expected 1 or more, or -1 for all cores)")
    context, _ = context_of()
    if is_values_folder(source):
        return open_values(source, context)
    files = existing_files([source])
    with reading_bar(doing, files) as on_read:
        return compute_values(_read(files, on_read, jobs), context, n_jobs=jobs)


def _read(files: list[str], on_read: "OnRead | None", jobs: int) -> "Iterator[Read]":
    from deluck.formats import read_files

    return read_files(*files, n_jobs=jobs, on_read=on_read)


def _print(found: "PlayerComparison") -> None:
    from deluck.estimators import find_column
    from deluck.statistics import Estimate

    say(found.verdict, *found.notes(), "")
    unit = f"{found.unit}/game"
    rows = []
    for name, each in found.differences.items():
        rates = [Estimate(mean, error, 0, unit) for mean, error in zip(each.means, each.stderrs, strict=True)]
        rate = each.as_estimate(unit)
        rows.append(
            (
                find_column(name).label,
                *(one.format_rate() for one in rates),
                rate.format_rate(),
                rate.scaled(100, found.per_100_unit).format_rate(1),
            )
        )
    hands = " and ".join(f"{n:,}" for n in found.n_hands)
    print_table(
        f"{hands} hands, {found.difference.n_deals:,} different deals",
        (unit, *found.players, f"difference, {unit} ± 95%", f"{found.per_100_unit} ± 95%"),
        rows,
        wraps=(0,),
    )
