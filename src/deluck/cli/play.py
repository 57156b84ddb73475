"""``deluck play``: a match between two players or more, and what it shows."""

from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json, print_table
from deluck.cli.stopping import stoppable
from deluck.files import check_output

if TYPE_CHECKING:
    from deluck.arena import MatchResult, PlayerResult
    from deluck.assessment import Assessment

EXAMPLE = "Example: deluck play always-call always-raise --hands 100000 --seed 7 -o match.log"


class FaultRule(StrEnum):
    """What is done about a player that fails."""

    GO_ON = "go-on"
    STOP = "stop"


Players = Annotated[
    list[str], typer.Argument(help="Players, as `deluck players` lists them, or your own: mine.py:agent.")
]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.", min=0)]
Duplicate = Annotated[bool, typer.Option("--duplicate", help="Replay each deal with the players in every seat.")]
WhichGame = Annotated[
    str,
    typer.Option(help="holdem (limit), no-limit or pot-limit (2 to 10 seats), or stud7 (seven-card stud, 2 to 8)."),
]
Blinds = Annotated[str | None, typer.Option(help="No-limit, pot-limit: the blinds in chips; 50/100 if not given.")]
Stack = Annotated[
    str | None,
    typer.Option(help="No-limit, pot-limit: what each seat begins a hand with, 20000 (the default) or 200bb."),
]
Ante = Annotated[int, typer.Option(help="No-limit, pot-limit: what each seat posts before the blinds.", min=0)]
Jobs = Annotated[int, typer.Option(help="How many processes play; the games are the same.", min=1)]
TimeLimit = Annotated[float | None, typer.Option(help="Seconds for each action; the match can then not be reproduced.")]
WhenFault = Annotated[FaultRule, typer.Option(help="When a player fails: let it check or fold, or stop.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace what the output holds.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def play(
    players: Players,
    *,
    hands: Annotated[int, typer.Option(help="Games to play; a duplicate of 2,000 between two is 1,000 deals.")] = 1000,
    seed: Seed = 0,
    duplicate: Duplicate = False,
    game: WhichGame = "holdem",
    blinds: Blinds = None,
    stack: Stack = None,
    ante: Ante = 0,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    on_fault: WhenFault = FaultRule.GO_ON,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Keep the games here (ACPC log, or PHHS); a stopped match goes on from it."
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Assess the games and write a report here: what was skill, what was luck."),
    ] = None,
    overwrite: Overwrite = False,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Play many tables at once, with players that can (always-…, random); no log."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a match and show who won, by how much, and whether that is more than luck."""
    from deluck.arena import play as play_match

    if html is not None:
        check_output(html, overwrite=overwrite)
    with TemporaryDirectory(prefix="deluck-") as folder, stoppable(is_kept=output is not None):
        log = Path(folder) / "match" if output is None and html is not None else output
        result = play_match(
            *players,
            n_hands=hands,
            seed=seed,
            duplicate=duplicate,
            game=game,
            blinds=blinds,
            stack=stack,
            ante=ante,
            jobs=jobs,
            time_limit=time_limit,
            on_fault=on_fault.value,
            log=log,
            overwrite=overwrite,
            batch=batch,
        )
        found = None if html is None or log is None else _report(result, log, html, jobs)
    if as_json:
        print_json(result.as_dict() | ({} if found is None else {"assessment": found.as_dict()}))
        return
    deals = f", {result.n_deals:,} duplicate deals" if duplicate else ""
    print_table(
        f"{result.n_games:,} games of {result.game}{deals}, seed {seed}",
        ("player", "games", *result_columns(result.players[0])),
        [result_row(player) for player in result.players],
    )
    for sentence in (result.verdict, *result.notes()):
        typer.echo(sentence)
    if found is not None:
        for sentence in (found.verdict, *found.notes, f"The report is in {html}."):
            typer.echo(sentence)


def _report(result: "MatchResult", log: Path, html: Path, jobs: int) -> "Assessment":
    """Assess the games of a match from the first player's side and write the report."""
    from deluck.library import assess
    from deluck.report import write_report

    found = assess(log, player=result.players[0].name, n_jobs=jobs)
    write_report(found, html)
    return found


def result_columns(player: "PlayerResult") -> tuple[str, ...]:
    """Return the titles of the columns of results, in the unit of the game."""
    return f"won ({player.unit})", f"{player.per_game.unit} ± 95%", f"{player.per_100.unit} ± 95%", "faults"


def result_row(player: "PlayerResult") -> tuple[str, ...]:
    """Return a player's row of a table of results."""
    return (
        player.name,
        f"{player.n_games:,}",
        f"{player.total:+,.10g}",
        player.per_game.format_rate(),
        player.per_100.format_rate(1),
        f"{player.n_faults:,}",
    )
