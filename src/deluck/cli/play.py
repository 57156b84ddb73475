"""``deluck play``: a match between two players or more, and what it shows."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.matches import (
    AsJson,
    MatchOptions,
    MoneyOnly,
    OnCluster,
    Players,
    result_columns,
    result_row,
    with_match_options,
)
from deluck.cli.output import print_json, print_table, say
from deluck.cli.output_files import check_outputs
from deluck.cli.stopping import stoppable

if TYPE_CHECKING:
    from deluck.arena import MatchResult
    from deluck.assessment import Assessment

EXAMPLE = "Example: deluck play always-call always-raise --hands 100000 --seed 7 -o match.log"


_HANDS = 1000
_MOST_HANDS = 100_000


@with_match_options
def play(
    players: Players,
    *,
    hands: Annotated[
        int | None,
        typer.Option(help="Games to play, 1000 if not given; a duplicate of 2,000 between two is 1,000 deals."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop when the answer is there: clear, when the first player's result with the luck removed excludes "
            "zero; or such as 5bb/100, when it is known to plus or minus that. By an interval that is valid at every "
            "look, after every 100 deals."
        ),
    ] = None,
    max_hands: Annotated[
        int | None, typer.Option(help="With --until: the games to play at the most; 100000 if not given.")
    ] = None,
    planned_hands: Annotated[
        int | None,
        typer.Option(help="With --until: the deals for which its interval is narrowest; 10000 if not given.", min=1),
    ] = None,
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
            help="Play many tables at once, with players that can (always-call, always-raise, random); money only, no "
            "log.",
        ),
    ] = False,
    money_only: MoneyOnly = False,
    cluster: OnCluster = None,
    as_json: AsJson = False,
    options: MatchOptions,
) -> None:
    """Play a match and show who won, by how much, and whether that is more than luck."""
    from deluck.arena import play as play_match
    from deluck.parallel import on_cluster
    from deluck.statistics import PLANNED_HANDS

    n_hands = _games(hands, until, max_hands, planned_hands)
    if batch and html is not None:
        raise typer.BadParameter("--html and --batch at once (expected one of them: batches store no hands)")
    check_outputs(html, overwrite=options["overwrite"])
    with stoppable(is_stored=output is not None), on_cluster(cluster):
        result = play_match(
            *players,
            n_hands=n_hands,
            log=output,
            batch=batch,
            until=until,
            luck_removed=not (batch or money_only),
            planned_hands=PLANNED_HANDS if planned_hands is None else planned_hands,
            **options,
        )
    found = None if html is None else _report(result, html, options["jobs"])
    if as_json:
        print_json(result.as_dict() | ({} if found is None else {"assessment": found.as_dict()}))
        return
    skill = result.skill_verdict if found is None or result.ended else ""  # the report's sentence says more
    say(*filter(None, [result.verdict, skill]), *result.notes())
    if found is not None:
        say(found.verdict, *found.notes)
    deals = f", {result.n_deals:,} duplicate deals" if result.duplicate else ""
    say()
    print_table(
        f"{result.n_games:,} games of {result.game}{deals}, seed {result.seed}",
        ("player", "games", *result_columns(result.players[0], anytime=bool(result.ended))),
        [result_row(player, result.rate_of) for player in result.players],
    )
    if found is not None:
        say(f"The report is in {html}.")


def _games(hands: int | None, until: str | None, max_hands: int | None, planned_hands: int | None) -> int:
    """Return how many games to play, at the most."""
    if until is None:
        for option, given in (("--max-hands", max_hands), ("--planned-hands", planned_hands)):
            if given is not None:
                raise typer.BadParameter(f"{option} without --until (expected --hands, or --until clear)")
        return _HANDS if hands is None else hands
    if hands is not None:
        raise typer.BadParameter("--hands and --until at once (expected --max-hands)")
    return _MOST_HANDS if max_hands is None else max_hands


def _report(result: "MatchResult", html: Path, jobs: int) -> "Assessment":
    """Assess the games of a match from the first player's side and write the report."""
    from deluck.report import write_report

    found = result.assess(n_jobs=jobs)
    write_report(found, html)
    return found
