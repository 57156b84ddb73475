"""``deluck play``: a match between two players or more, and what it shows."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.matches import AsJson, MatchOptions, OnCluster, Players, result_columns, result_row, with_match_options
from deluck.cli.output import print_json, print_table, say
from deluck.cli.output_files import check_outputs
from deluck.cli.stopping import stoppable

if TYPE_CHECKING:
    from deluck.arena import MatchResult
    from deluck.assessment import Assessment

EXAMPLE = "Example: deluck play always-call always-raise --hands 100000 --seed 7 -o match.log"


@with_match_options
def play(
    players: Players,
    *,
    hands: Annotated[int, typer.Option(help="Games to play; a duplicate of 2,000 between two is 1,000 deals.")] = 1000,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Store the games here (ACPC log, or PHHS); a stopped match goes on from it."
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Assess the games and write a report here: what was skill, what was luck."),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Play many tables at once, with players that can (always-call, always-raise, random); no log.",
        ),
    ] = False,
    cluster: OnCluster = None,
    as_json: AsJson = False,
    options: MatchOptions,
) -> None:
    """Play a match and show who won, by how much, and whether that is more than luck."""
    from deluck.arena import play as play_match
    from deluck.parallel import on_cluster

    check_outputs(html, overwrite=options["overwrite"])
    with TemporaryDirectory(prefix="deluck-") as folder, stoppable(is_stored=output is not None):
        log = Path(folder) / "match" if output is None and html is not None else output
        with on_cluster(cluster):
            result = play_match(*players, n_hands=hands, log=log, batch=batch, **options)
        found = None if html is None or log is None else _report(result, log, html, options["jobs"])
    if as_json:
        print_json(result.as_dict() | ({} if found is None else {"assessment": found.as_dict()}))
        return
    say(result.verdict, *result.notes())
    if found is not None:
        say(found.verdict, *found.notes)
    deals = f", {result.n_deals:,} duplicate deals" if result.duplicate else ""
    say()
    print_table(
        f"{result.n_games:,} games of {result.game}{deals}, seed {result.seed}",
        ("player", "games", *result_columns(result.players[0])),
        [result_row(player) for player in result.players],
    )
    if found is not None:
        say(f"The report is in {html}.")


def _report(result: "MatchResult", log: Path, html: Path, jobs: int) -> "Assessment":
    """Assess the games of a match from the first player's side and write the report."""
    from deluck.library import assess
    from deluck.report import write_report

    found = assess(log, player=result.players[0].name, n_jobs=jobs)
    write_report(found, html)
    return found
