"""``deluck players``: who can be asked to play."""

from typing import Annotated

import typer

from deluck.cli.output import print_json

EXAMPLE = "Example: deluck players"


def players(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the players, with their options and what they do in one line."""
    from deluck.players import PLAYERS

    if as_json:
        kinds = [
            {
                "name": kind.name,
                "summary": kind.summary,
                "options": {option.name: option.sample for option in kind.options},
            }
            for kind in PLAYERS.values()
        ]
        print_json({"kinds": kinds})
        return
    width = max(len(kind.usage) for kind in PLAYERS.values())
    for kind in PLAYERS.values():
        typer.echo(f"{kind.usage:<{width}}  {kind.summary}")
