"""``deluck tournament``: many players, every line-up on the same deals."""

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
from deluck.cli.stopping import stoppable

if TYPE_CHECKING:
    from deluck.arena import TournamentResult
    from deluck.statistics import Estimate

EXAMPLE = "Example: deluck tournament always-call always-raise random --seats 2 --deals 1000 --seed 7 --duplicate"


@with_match_options
def tournament(
    players: Players,
    *,
    seats: Annotated[int | None, typer.Option(help="Seats at a table; by default one for each player.")] = None,
    deals: Annotated[int, typer.Option(help="The deals each line-up plays, all line-ups the same ones.")] = 100,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Store the games in this folder, a log for each line-up, and go on from them."
        ),
    ] = None,
    money_only: MoneyOnly = False,
    cluster: OnCluster = None,
    as_json: AsJson = False,
    options: MatchOptions,
) -> None:
    """Let every line-up of the players play the same deals, and show the results with a cross-table where heads-up.

    A player named twice plays as two copies; seats that are left are filled with copies in turn. More players than
    seats play in all possible line-ups, or, if these are more than 120, in as many line-ups as there are players.
    """
    from deluck.arena import tournament as play_tournament
    from deluck.parallel import on_cluster

    with stoppable(is_stored=output is not None), on_cluster(cluster):
        result = play_tournament(
            *players, n_seats=seats, n_deals=deals, folder=output, luck_removed=not money_only, **options
        )
    if as_json:
        print_json(result.as_dict())
        return
    say(result.verdict, *filter(None, [result.skill_verdict]), *result.notes(), "")
    line_ups = "one line-up" if result.n_lineups == 1 else f"{result.n_lineups:,} line-ups"
    print_table(
        f"{result.n_games:,} games of {result.game}, {line_ups} of {result.n_seats}, {deals:,} deals each, "
        f"seed {result.seed}",
        ("player", "copies", "games", *result_columns(result.players[0])),
        [
            (name, str(copies), *rest)
            for copies, (name, *rest) in zip(result.copies, map(result_row, result.players), strict=True)
        ],
    )
    if len(result.against) > 2:
        unit = result.players[0].per_game.unit
        _print_cross_table(f"Row against column, {unit} ± 95%", result, result.against)
        if result.skill_against:
            _print_cross_table(f"The same with the luck removed, {unit} ± 95%", result, result.skill_against)


def _print_cross_table(title: str, result: "TournamentResult", against: "dict[tuple[str, str], Estimate]") -> None:
    names = [player.name for player in result.players]
    rows = []
    for name in names:
        found = [against.get((name, opponent)) for opponent in names]
        rows.append((name, *("–" if estimate is None else estimate.format_rate() for estimate in found)))
    print_table(title, ("", *names), rows)
