"""``deluck demo``: one hand, from the deal to the river, in numbers, and a match that luck decides."""

from deluck.cli.output import format_share, print_table

EXAMPLE = "Example: deluck demo"

ALFRED, BETTY = "AcKc", "7h6h"
STREETS = {"preflop": "", "flop": "Ks5h3d", "turn": "Ks5h3dTc", "river": "Ks5h3dTc4h"}


MATCH = ("always-call", "always-raise")  # neither ever folds, so neither can be better
N_GAMES = 2000


def demo() -> None:
    """Show the example hand: what each holding was worth on each street, and who was ahead; then a short match."""
    from deluck._kernels import compile_kernels
    from deluck.arena import play
    from deluck.cards import format_cards, parse_cards
    from deluck.metrics import all_in_equity, hand_metrics
    from deluck.tables import hand_rank_tables

    hand_rank_tables()
    compile_kernels()
    for name, hole in (("Alfred", ALFRED), ("Betty", BETTY)):
        rows = []
        for street, board in STREETS.items():
            found = hand_metrics(hole, board)
            values = (
                found.immediate_hand_rank,
                found.seven_card_hand_rank,
                found.effective_rank_to_bet,
                found.effective_rank_to_fold,
                found.positive_potential_1,
                found.negative_potential_1,
            )
            shown = format_cards(parse_cards(board), symbols=True) or "–"
            rows.append((street, shown, *(format_share(value) for value in values)))
        print_table(
            f"{name}: {format_cards(parse_cards(hole), symbols=True)}",
            ("street", "board", "IHR", "7cHR", "bet by", "fold by", "Ppot", "Npot"),
            rows,
        )
    equities = {street: all_in_equity([ALFRED, BETTY], board) for street, board in STREETS.items()}
    print_table(
        "All-in equity, over every board to come",
        ("street", "Alfred wins", "ties", "Betty wins", "Alfred's share"),
        [
            (street, *(f"{n:,}" for n in (found.wins, found.ties, found.losses)), f"{found.equity:.2%}")
            for street, found in ((street, equity.players[0]) for street, equity in equities.items())
        ],
    )
    print(
        f"Alfred had {equities['turn'].players[0].equity:.0%} of the pot with one card to come; "
        "the river gave it all to Betty: that was luck."
    )
    print(f"\nA match of two who never fold, so that neither can play better, {N_GAMES:,} games:")
    print(play(*MATCH, n_hands=N_GAMES, seed=7).verdict)
