"""``deluck replay``: a hand described street by street, after every hand of the file was played again."""

from typing import Annotated

import typer

from deluck.cli.hand_search import find_hand
from deluck.cli.output import print_json, say
from deluck.cli.reading_bar import GameOption
from deluck.cli.recorded_hand import describe_hand, print_hand
from deluck.cli.rejections import Rejections

EXAMPLE = "Example: deluck replay match.log --hand 12"


def replay(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file of hands in any format, or - for stdin.")],
    *,
    hand: Annotated[
        str,
        typer.Option(
            help="The hand's id in the file; if no hand has it, its number there, 1 for the first; #7 is the seventh."
        ),
    ] = "",
    game: GameOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Describe a hand street by street, and say how many hands of the file follow the rules."""
    rejections = Rejections(is_listed=as_json)
    found = find_hand(source, hand, rejections, game=game)
    if as_json:
        print_json({"hands": found.n_hands} | rejections.as_json() | {"hand": describe_hand(found.record)})
    else:
        print_hand(found.record)
        hands = "hand follows" if found.n_hands == 1 else "hands follow"
        say("", f"{found.n_hands:,} {hands} the rules, {rejections.n:,} rejected")
    if rejections.n:
        raise typer.Exit(1)
