"""``deluck dealer``: a match dealt to ACPC clients over the network."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json, print_table, say

if TYPE_CHECKING:
    from deluck.arena.dealer import DealtMatch
    from deluck.records import Chips

EXAMPLE = "Example: deluck dealer alfred betty --game no-limit --hands 1000 --seed 7 --ports 18791,18792 -o match.log"

ENDED_EARLY = 1


def dealer(
    names: Annotated[list[str], typer.Argument(help="Names of 2 to 10 players, in the order of their seats.")],
    *,
    hands: Annotated[int, typer.Option(help="How many hands.", min=1)],
    seed: Annotated[int, typer.Option(help="The seed of the cards.", min=0)] = 0,
    game: Annotated[str, typer.Option(help="limit, no-limit or pot-limit.")] = "limit",
    blinds: Annotated[
        str | None, typer.Option(help="The blinds of no-limit and pot-limit, 50/100 by default.", show_default=False)
    ] = None,
    stack: Annotated[
        str | None,
        typer.Option(help="The chips each seat starts every hand with, 20000 by default.", show_default=False),
    ] = None,
    ports: Annotated[str, typer.Option(help="A port for each client, e.g. 18791,18792; 0 is any free one.")] = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    seat: Annotated[
        list[str] | None, typer.Option(help="Seat a player of deluck's under a name: betty=always-call.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A new file for the log.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="The log may replace a file.")] = False,
    start_time_limit: Annotated[
        float, typer.Option(help="Seconds for all clients to connect; 0 is no limit.", min=0)
    ] = 60,
    action_time_limit: Annotated[float, typer.Option(help="Seconds for an answer; 0 is no limit.", min=0)] = 600,
    hand_time_limit: Annotated[
        float, typer.Option(help="Seconds for all answers of a client in a hand; 0 is no limit.", min=0)
    ] = 600,
    stop_on_failure: Annotated[
        bool, typer.Option("--stop-on-failure", help="End the match when a client leaves or is out of time.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; the ports go to stderr.")] = False,
) -> None:
    """Deal a match of hold'em to ACPC clients (protocol 2.0.0).

    Limit has blinds of 5 and 10, bets of 10 and 20 and no stacks; in no-limit and pot-limit stacks are reset each hand.
    An answer that is illegal or cannot be read is taken as a call, a raise that is too small or too large as the
    nearest that is legal; lines that answer nothing asked are skipped. A client that disconnects or is out of time
    checks or folds from then on, and the match ends when no client is left. All of it is counted and named. The exit
    code is 1 if the match ended early.
    """
    from deluck.arena.dealer import deal_match
    from deluck.arena.network_seats import TimeLimits
    from deluck.arena.stakes import stakes_of

    found = deal_match(
        names,
        n_hands=hands,
        seed=seed,
        game=stakes_of(game, blinds=blinds, stack=stack),
        seated=_seated(seat or []),
        host=host,
        ports=_ports(ports),
        log=output,
        overwrite=overwrite,
        limits=TimeLimits(
            start=start_time_limit or None, action=action_time_limit or None, hand=hand_time_limit or None
        ),
        stop_on_failure=stop_on_failure,
        on_listening=lambda listening: _print_ports(host, listening, to_stderr=as_json),
    )
    if as_json:
        print_json(_as_json(found, output))
    else:
        _print(found)
    if found.ended:
        raise typer.Exit(ENDED_EARLY)


def _ports(text: str) -> list[int] | None:
    from deluck.arena.wire import WireError

    if not text:
        return None
    pieces = text.split(",")
    if not all(piece.strip().isdecimal() for piece in pieces):
        raise WireError(f"not ports: {text!r} (expected numbers with commas between them, e.g. 18791,18792)")
    return [int(piece) for piece in pieces]


def _seated(pairs: list[str]) -> dict[str, str]:
    from deluck.arena.wire import WireError

    seated: dict[str, str] = {}
    for pair in pairs:
        name, equals, player = pair.partition("=")
        if not equals or name in seated:
            raise WireError(f"not a seat: {pair!r} (expected a name and a player, each name once: betty=always-call)")
        seated[name] = player
    return seated


def _print_ports(host: str, listening: dict[str, int], *, to_stderr: bool) -> None:
    for name, port in listening.items():
        say(f"waiting for {name} on {host} port {port}", err=to_stderr)


def _print(found: "DealtMatch") -> None:
    if found.ended:
        say(f"The match ended early: {found.ended}.")
    rows = []
    removed = found.luck_removed() if found.n_hands else {}
    for name, chips, rate in zip(found.names, found.totals, found.estimates, strict=True):
        without = (removed[name].per_game.format_rate(),) if removed else ()
        rows.append(
            (name, format_chips(chips), rate.format_rate(), rate.scaled(100, "bb/100").format_rate(1), *without)
        )
    columns = ("player", "chips", found.unit, "bb/100", *((f"luck removed, {found.unit}",) if removed else ()))
    print_table(f"{found.n_hands:,} of {found.n_asked:,} hands dealt", columns, rows)
    for (name, kind), count in found.counts.items():
        say(f"{name}: {kind.value}: {count:,}")


def format_chips(chips: "Chips") -> str:
    """Return chips won or lost with their sign, with decimals only where odd chips were cut."""
    return f"{chips:+,}" if isinstance(chips, int) else f"{float(chips):+,.2f}"


def _as_json(found: "DealtMatch", log: Path | None) -> dict[str, object]:
    from deluck.arena.result import estimate_as_dict

    removed = found.luck_removed() if found.n_hands else {}
    return {
        "hands": found.n_hands,
        "hands_asked": found.n_asked,
        "ended_early": found.ended,
        "output": None if log is None else str(log),
        "structure": str(found.rules.structure),
        "unit": found.unit,
        "players": list(found.names),
        "results": [
            {
                "player": name,
                "chips": chips if isinstance(chips, int) else float(chips),
                **estimate_as_dict(rate),
                **({"luck_removed": removed[name].as_dict()} if removed else {}),
                "incidents": {kind.value: count for (whose, kind), count in found.counts.items() if whose == name},
            }
            for name, chips, rate in zip(found.names, found.totals, found.estimates, strict=True)
        ],
        "incidents": [str(incident) for incident in found.incidents],
    }
