"""What the commands that play matches share: their options, and the table of results."""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from inspect import Signature, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from deluck.arena import PlayerResult
    from deluck.statistics import Estimate

MatchOptions = dict[str, Any]
"""Options as keyword arguments of `deluck.arena.play` and `deluck.arena.tournament`."""


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
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", help="A Dask scheduler, e.g. tcp://host:8786, whose workers play; the games are the same."
    ),
]
TimeLimit = Annotated[float | None, typer.Option(help="Seconds for each action; the match can then not be reproduced.")]
WhenFault = Annotated[FaultRule, typer.Option(help="When a player fails: let it check or fold, or stop.")]
Isolate = Annotated[
    bool,
    typer.Option(
        "--isolate", help="Run each player in a process of its own that is sent views only; otherwise it is trusted."
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace what the output holds.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def match_options(
    *,
    seed: Seed = 0,
    duplicate: Duplicate = False,
    game: WhichGame = "holdem",
    blinds: Blinds = None,
    stack: Stack = None,
    ante: Ante = 0,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    on_fault: WhenFault = FaultRule.GO_ON,
    isolate: Isolate = False,
    overwrite: Overwrite = False,
) -> MatchOptions:
    """Return the options that every match has."""
    return {
        "seed": seed,
        "duplicate": duplicate,
        "game": game,
        "blinds": blinds,
        "stack": stack,
        "ante": ante,
        "jobs": jobs,
        "time_limit": time_limit,
        "on_fault": on_fault.value,
        "isolate": isolate,
        "overwrite": overwrite,
    }


def with_match_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that also has the options of `match_options`, and gets them in its argument ``options``."""
    shared = signature(match_options).parameters
    own = [parameter for parameter in signature(command).parameters.values() if parameter.name != "options"]

    @wraps(command)
    def run(**given: Any) -> None:
        options = match_options(**{name: given.pop(name) for name in shared})
        command(**given, options=options)

    parameters = [*own, *shared.values()]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # typer reads both
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


MoneyOnly = Annotated[
    bool, typer.Option("--money-only", help="Show money alone, and do not compute results with the luck removed.")
]


def result_columns(player: "PlayerResult", *, anytime: bool = False) -> tuple[str, ...]:
    """Return the titles of the columns of results, in the unit of the game."""
    unit, per_100, sign = player.per_game.unit, player.per_100.unit, "± anytime 95%" if anytime else "± 95%"
    removed = () if player.luck_removed is None else (f"luck removed, {unit} {sign}",)
    return f"won ({player.unit})", f"{unit} {sign}", f"{per_100} {sign}", *removed, "faults"


def result_row(player: "PlayerResult", rate_of: "Callable[[Estimate, int], str] | None" = None) -> tuple[str, ...]:
    """Return a player's row of a table of results, its rates as this function writes them."""
    shown = rate_of or (lambda found, decimals: found.format_rate(decimals))
    removed = player.luck_removed
    return (
        player.name,
        f"{player.n_games:,}",
        f"{player.total:+,.10g}",
        shown(player.per_game, 3),
        shown(player.per_100, 1),
        *(() if removed is None else (shown(removed.per_game, 3),)),
        f"{player.n_faults:,}",
    )
