"""``deluck equity``: what share of the pot each hand or range wins if all cards are dealt out."""

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer

from deluck.cli.output import print_json, print_table

EXAMPLE = "Example: deluck equity AcKc 'TT+,AQs+' --board Ks5h3d"


class Method(StrEnum):
    """How equity is found."""

    AUTO = "auto"
    EXACT = "exact"
    SAMPLED = "sampled"


def equity(
    hands: Annotated[list[str], typer.Argument(help="Two to ten hands (AcKc) or ranges (TT+,AQs+ or random).")],
    *,
    board: Annotated[str, typer.Option(help="Three, four or five board cards, e.g. Ks5h3d.")] = "",
    method: Annotated[
        Method, typer.Option(help="Enumerate every deal, sample, or choose what is feasible.")
    ] = Method.AUTO,
    precision: Annotated[float, typer.Option(help="The standard error at which sampling stops.")] = 0.0005,
    seed: Annotated[int, typer.Option(help="The seed of the samples.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show each hand's or range's share of the pot if all cards are dealt out."""
    from deluck.cards import as_cards, format_cards
    from deluck.compiling import compile_kernels
    from deluck.metrics import all_in_equity

    compile_kernels()
    found = all_in_equity(hands, board, method=method.value, precision=precision, seed=seed)
    if as_json:
        results = [{"cards": each.pop("hand")} | each for each in map(asdict, found.players)]
        print_json(
            {"board": format_cards(as_cards(board)), "method": found.method, "deals": found.boards}
            | {"seed": found.seed, "results": results}
        )
        return
    on_board = f" on {format_cards(as_cards(board), symbols=True)}" if board else ""
    how = (
        f"exact, {found.boards:,} deals" if found.method == "exact" else f"sampled, {found.boards:,} deals, seed {seed}"
    )
    print_table(
        f"All-in equity{on_board} ({how})",
        ("hand", "equity", "± 95%", "wins", "ties", "losses"),
        [
            (
                player.hand,
                f"{player.equity:.4%}",
                f"{1.96 * player.stderr:.4%}" if found.method == "sampled" else "exact",
                *(f"{count:,.10g}" for count in (player.wins, player.ties, player.losses)),
            )
            for player in found.players
        ],
        wraps=(0,),
    )
