"""``deluck plan``: how many hands a question takes."""

from typing import Annotated

import typer

from deluck.cli.compare import AsJson, Jobs, Structure, stored_or_computed
from deluck.cli.output import print_json, print_table, say

EXAMPLE = "Example: deluck plan --edge 5bb/100 --from match.log --player north"


def plan(
    *,
    edge: Annotated[str, typer.Option(help="The edge to show: 5bb/100, 0.05sb/game, 50mbb/game.")],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="PATH",
            help="Hands like those to be played: a log, a folder of logs, a glob, or a folder of values.",
        ),
    ],
    player: Annotated[
        str | None, typer.Option(help="Whose hands; by default the hero, or the first player named.")
    ] = None,
    hands: Annotated[int | None, typer.Option(help="Also show with which power so many hands show the edge.")] = None,
    structure: Structure = None,
    jobs: Jobs = -1,
    as_json: AsJson = False,
) -> None:
    """Say how many hands it takes to show an edge with 80% power, by each estimator."""
    from deluck.assessment import plan_hands
    from deluck.assessment.planning import parse_edge
    from deluck.assessment.summary import rounded_hands
    from deluck.estimators import find_column
    from deluck.games import Structure as Betting

    parse_edge(edge)
    chosen = None if structure is None else Betting.parse(structure)
    values = stored_or_computed(source, "Valuing", jobs)
    found = plan_hands(values, edge, player=player, structure=chosen, n_hands=hands)
    if as_json:
        print_json(found.as_dict())
        return
    say(found.verdict, *found.notes(), "")
    asked = () if hands is None else (f"power of {hands:,}",)
    rows = [
        (
            find_column(name).label,
            f"{each.n:,}",
            f"{each.sd:.3f}",
            f"{each.worth:.2f}×",
            f"{rounded_hands(each.hands_needed):,}",
            *(() if each.power is None else (f"{each.power:.0%}",)),
        )
        for name, each in found.estimators.items()
    ]
    print_table(
        f"Hands for {edge.strip()} at 80% power",
        ("estimator", "from hands", f"SD, {found.unit}", "worth", "hands needed", *asked),
        rows,
        wraps=(0,),
    )
