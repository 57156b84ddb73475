"""``deluck connect``: one of our players sits down at an ACPC dealer."""

from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.dealer import format_chips
from deluck.cli.output import print_json, say

if TYPE_CHECKING:
    from deluck.arena.client import ConnectedMatch

EXAMPLE = "Example: deluck connect 127.0.0.1 18791 always-call"


def connect(
    host: Annotated[str, typer.Argument(help="Where the dealer is.")],
    port: Annotated[int, typer.Argument(help="The port it waits for this player on.", min=1, max=65535)],
    player: Annotated[str, typer.Argument(help="A player, with options if it has any, e.g. random:fold=0.")],
    *,
    seed: Annotated[int, typer.Option(help="The seed of what the player draws at random.", min=0)] = 0,
    number: Annotated[
        int, typer.Option(help="The player's number in the match, from 0; it goes with the seed.", min=0)
    ] = 0,
    game: Annotated[str, typer.Option(help="The dealer's game: limit, no-limit or pot-limit.")] = "limit",
    blinds: Annotated[
        str | None, typer.Option(help="The dealer's blinds in no-limit and pot-limit, 50/100 by default.")
    ] = None,
    stack: Annotated[
        str | None, typer.Option(help="What each seat begins every hand with: 20000 (the default), or e.g. 200bb.")
    ] = None,
    patience: Annotated[float, typer.Option(help="Seconds to wait for each line; 0 is for ever.", min=0)] = 3600,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let a player play hold'em at an ACPC dealer (protocol 2.0.0), until that closes the connection.

    The protocol does not send the game: give the dealer's. A player that names no amounts makes the smallest raise.
    With the seed of the match and its number there, a player of `deluck dealer`'s plays as it would in `deluck play`.
    """
    from deluck.arena.client import connect as play_at
    from deluck.arena.stakes import stakes_of

    played = stakes_of(game, blinds=blinds, stack=stack)
    found = play_at(host, port, player, seed=seed, number=number, game=played, patience=patience or None)
    if as_json:
        print_json(_as_json(found))
    else:
        _print(found)


def _print(found: "ConnectedMatch") -> None:
    rate = found.estimate
    if rate is None:
        say(f"{found.name}: {found.n_hands:,} hands, the result of none is known")
    else:
        say(f"{found.name}: {found.n_hands:,} hands, {format_chips(found.won)} chips, {rate}")
    if found.n_unknown and rate is not None:
        say(f"The result of {found.n_unknown:,} hands is not known: the dealer did not show all cards.")
    if found.unfinished is not None:
        say(f"The dealer closed the connection before the end of hand {found.unfinished}.")
    if found.n_skipped:
        say(f"{found.n_skipped:,} lines of the dealer were neither states nor comments: skipped.")
    if found.n_faults:
        say(f"{found.name} failed {found.n_faults:,} times and checked or folded; first in {found.first_fault}")


def _as_json(found: "ConnectedMatch") -> dict[str, object]:
    from deluck.arena.result import estimate_as_dict

    rate = found.estimate
    return {
        "player": found.name,
        "hands": found.n_hands,
        "hands_unknown": found.n_unknown,
        "unfinished_hand": found.unfinished,
        "chips": found.won if isinstance(found.won, int) else float(found.won),
        "unit": found.unit,
        **({"mean": None, "stderr": None, "ci95": None} if rate is None else estimate_as_dict(rate)),
        "lines_skipped": found.n_skipped,
        "faults": found.n_faults,
        "first_fault": found.first_fault,
    }
