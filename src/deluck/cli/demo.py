"""``deluck demo``: one hand, from the deal to the river, in numbers; then a short match, assessed, with its report."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from deluck.cli.output import print_table, say
from deluck.cli.output_files import Overwrite, check_outputs

EXAMPLE = "Example: deluck demo"

ALFRED, BETTY, BOARD, BETTING = "AcKc", "7h6h", "Ks5h3dTc4h", "SlRrC/kBrC/bC/bRc"
WILD, STEADY = "very-loose/very-aggressive", "moderate"
N_GAMES = 1000
SEED = 19
"""The first seed with which the worse player wins the money: 6 of the first 59 do that."""


def demo(
    *,
    html: Annotated[Path, typer.Option("--html", help="Where to write the report.")] = Path("deluck-demo.html"),
    overwrite: Overwrite = False,
) -> None:
    """Analyse an example hand, then play a short match of two unequal players, assess it and write the report."""
    from deluck.compiling import compile_kernels
    from deluck.tables import hand_rank_tables

    check_outputs(html, overwrite=overwrite)
    hand_rank_tables()
    compile_kernels()
    _show_hand()
    _show_match(html)


def _show_hand() -> None:
    from deluck.cards import format_cards, parse_cards
    from deluck.estimators import analyse
    from deluck.estimators.divat.hand_analysis import describe_hands
    from deluck.formats import parse_divat
    from deluck.metrics import all_in_equity
    from deluck.records import HandColumns

    (found,) = describe_hands(analyse(HandColumns.from_records([parse_divat(ALFRED, BETTY, BOARD, BETTING)])))
    rows = []
    for each in found.rounds:
        share = all_in_equity([ALFRED, BETTY], format_cards(each.board)).players[0].equity
        shown = format_cards(each.board, symbols=True) or "–"
        rows.append((each.name, shown, each.actual, f"{share:.1%}", f"{each.roe.difference:+.2f}", f"{each.luck:+.2f}"))
    alfred, betty = (format_cards(parse_cards(cards), symbols=True) for cards in (ALFRED, BETTY))
    print_table(
        f"One hand: Alfred {alfred} v Betty {betty}, in small bets to Alfred",
        ("street", "board", "betting", "Alfred's share", "decisions", "cards"),
        rows,
    )
    say(
        f"Alfred's money {found.money:+.2f} = decisions {found.roe:+.2f} + cards {found.luck:+.2f}: "
        "he played better, and the river took it all."
    )


def _show_match(html: Path) -> None:
    from deluck.arena import play
    from deluck.library import assess
    from deluck.players import make_player
    from deluck.report import write_report

    say("", f"A match of {N_GAMES:,} games: Wild bets and calls with far too much, Steady plays by the book.")
    with TemporaryDirectory(prefix="deluck-") as folder:
        log = Path(folder) / "match"
        result = play(
            make_player(f"baseline:style={WILD}", name="Wild"),
            make_player(f"baseline:style={STEADY}", name="Steady"),
            n_hands=N_GAMES,
            seed=SEED,
            log=log,
        )
        found = assess(log)
    say(f"The money alone: {result.verdict}")
    say(f"With the luck taken out: {found.verdict}")
    for note in found.notes:
        say(note)
    worth = f"{found.comparisons['divat_roe'].worth:.0f}"
    say(
        f"One game assessed in this way says as much as {worth} games of money alone. "
        "(The seed was chosen to show this: in most such matches Wild loses money, too.)"
    )
    write_report(found, html)
    say("", f"The report is in {html.resolve()}; open it in a browser.")
