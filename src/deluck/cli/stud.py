"""``deluck stud``: seven-card stud, betting as information."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli import stud_read
from deluck.cli.output import print_json
from deluck.files import check_output

if TYPE_CHECKING:
    from numpy.typing import NDArray

app = typer.Typer(
    help="Seven-card stud: what betting says of hidden cards.",
    epilog="Example: deluck stud policy tight --players 3",
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("read", epilog=stud_read.EXAMPLE)(stud_read.read)

_ROWS = 10  # of a picture in the terminal
_COLUMNS = 61


@app.command("policy", epilog="Example: deluck stud policy default --players 7 --odds 0.1 --plot policy.html")
def policy(
    name: Annotated[str, typer.Argument(help="default, honest, tight, loose, aggressive or passive.")] = "default",
    *,
    players: Annotated[int, typer.Option(help="Active players, N.", min=2, max=8)] = 7,
    odds: Annotated[float, typer.Option(help="Effective odds: what staying in costs over the final pot.")] = 0.1,
    plot: Annotated[Path | None, typer.Option(help="Write the two graphs to this HTML file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Draw how a policy bets by the chance to win: check or bet, and fold, call or raise."""
    from dataclasses import asdict

    from deluck.beliefs.stud import parse_policy
    from deluck.beliefs.stud.curves import policy_curves

    if plot is not None:
        check_output(plot)
    chosen = parse_policy(name)
    curves = policy_curves(chosen, n_active=players, odds=odds)
    if plot is not None:
        from deluck.report.stud_policy import write_policy_page

        write_policy_page(plot, name, curves)
    if as_json:
        print_json(
            {
                "policy": name,
                "numbers": asdict(chosen),
                "players": players,
                "odds": odds,
                "weakness": [round(value, 6) for value in curves.weakness.tolist()],
                "unforced": dict(zip(("check", "bet"), curves.unforced.T.tolist(), strict=True)),
                "forced": dict(zip(("fold", "call", "raise"), curves.forced.T.tolist(), strict=True)),
            }
        )
        return
    typer.echo(f"Policy {name}, {players} players, effective odds {odds:g}")
    typer.echo(_picture("Nothing to call", curves.unforced, ("check", "bet")))
    typer.echo(_picture("Something to call", curves.forced, ("fold", "call", "raise")))
    typer.echo(f"Across: -log{players} of the chance to win; 1 is a chance of 1/{players}.")
    if plot is not None:
        typer.echo(f"{plot}: written")


def _picture(title: str, shares: "NDArray[Any]", names: tuple[str, ...]) -> str:
    """Return stacked areas in letters: each column a weakness, each letter a tenth of the probability."""
    import numpy as np

    columns = np.linspace(0, len(shares) - 1, _COLUMNS).round().astype(int)
    tops = np.cumsum(shares[columns], axis=1)
    lines = [f"\n{title}: {', '.join(f'{name[0]} {name}' for name in names)}"]
    for row in range(_ROWS, 0, -1):
        level = (row - 0.5) / _ROWS
        at = np.minimum((tops < level).sum(axis=1), len(names) - 1)
        label = {_ROWS: "1.0", _ROWS // 2: "0.5", 1: "0.0"}.get(row, "")
        lines.append(f"{label:>4} " + "".join(names[place][0] for place in at))
    lines.append("     " + "".join(f"{tick:<15}" for tick in ("0", "0.5", "1", "1.5")) + "2")
    return "\n".join(lines)
