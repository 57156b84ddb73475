"""``deluck metrics``: everything about one hand on one board."""

from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import format_share, print_json, print_table

if TYPE_CHECKING:
    from deluck.metrics import HandMetrics

EXAMPLE = "Example: deluck metrics AdQc --board 3h4cJh --opponents 5"

KEYS = {  # JSON key: attribute, what it says
    "ihr": ("immediate_hand_rank", "immediate hand rank (IHR)"),
    "hr7": ("seven_card_hand_rank", "seven-card hand rank (7cHR)"),
    "ehr_bet": ("effective_rank_to_bet", "effective hand rank to bet by (EHR)"),
    "ehr_fold": ("effective_rank_to_fold", "effective hand rank to fold by (EHR)"),
    "hs": ("hand_strength", "hand strength against one (HS)"),
    "hs_n": ("hand_strength_n", "hand strength against all (HS_n)"),
    "ppot1": ("positive_potential_1", "positive potential, one card (Ppot)"),
    "npot1": ("negative_potential_1", "negative potential, one card (Npot)"),
    "ppot2": ("positive_potential_2", "positive potential, two cards (Ppot)"),
    "npot2": ("negative_potential_2", "negative potential, two cards (Npot)"),
    "ehs": ("effective_hand_strength", "effective hand strength (EHS)"),
}


def metrics(
    hole: Annotated[str, typer.Argument(help="Two hole cards, e.g. AcKc.")],
    *,
    board: Annotated[str, typer.Option(help="Three, four or five board cards, e.g. Ks5h3d.")] = "",
    opponents: Annotated[int, typer.Option(help="How many opponents.")] = 1,
    opponent_range: Annotated[str, typer.Option("--range", help="What each may hold, e.g. 'TT+,AQs+'.")] = "random",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the ranks, strength and potential of a hand, exact."""
    from deluck.cards import Range, as_cards, check_deal, format_cards, parse_range
    from deluck.compiling import compile_kernels
    from deluck.metrics import hand_metrics
    from deluck.tables import hand_rank_tables

    hole_cards, board_cards = as_cards(hole), as_cards(board)
    check_deal(hole_cards, board_cards)
    held = parse_range(opponent_range)
    hand_rank_tables()
    compile_kernels()
    weights = None if held == Range.everything() else held
    found = hand_metrics(hole_cards, board_cards, opponents=opponents, weights=weights)
    if as_json:
        print_json(
            {"cards": format_cards(hole_cards), "board": format_cards(board_cards)}
            | {"opponents": opponents, "range": opponent_range}
            | values(found)
        )
        return
    shown = format_cards(hole_cards, symbols=True)
    if board_cards:
        shown += f" on {format_cards(board_cards, symbols=True)}"
    against = "one opponent" if opponents == 1 else f"{opponents} opponents"
    print_table(
        f"{shown} against {against}",
        ("metric", "value"),
        [(KEYS[key][1], format_share(value)) for key, value in values(found).items() if value is not None],
    )


def values(found: "HandMetrics") -> dict[str, float | None]:
    """Return the metrics by their JSON keys."""
    return {key: getattr(found, attribute) for key, (attribute, _) in KEYS.items()}
