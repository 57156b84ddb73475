"""``deluck hand``: one hand taken apart, round by round and decision by decision."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.output import print_json, print_table

if TYPE_CHECKING:
    from deluck.estimators.divat.hand_analysis import Comparison, HandAnalysis, RoundAnalysis

EXAMPLE = "Example: deluck hand --p1 AcKc --p2 7h6h --board Ks5h3dTc4h --betting SlRrC/kBrC/bC/bRc"

_TOTALS = {  # JSON key, which is the attribute too: what it says
    "money": "money",
    "roe": "DIVAT by roll-out equity: what the decisions were worth",
    "luck": "luck: what the cards were worth, seat value included",
    "seat_value": "seat value: what the big blind is worth under the baseline",
    "aie": "DIVAT by all-in equity",
    "evat": "EVAT: against perfect hindsight",
    "dcash": "Dcash: the baseline's money on these cards",
}


def hand(
    *,
    p1: Annotated[str, typer.Option(help="The big blind's two cards, e.g. AcKc.")],
    p2: Annotated[str, typer.Option(help="The button's two cards, e.g. 7h6h.")],
    betting: Annotated[
        str,
        typer.Option(
            help="S and l post the blinds; k checks, b bets, f folds, c calls, r raises; lower case is P1, upper case "
            "P2; a slash stands between rounds."
        ),
    ],
    board: Annotated[str, typer.Option(help="The board as far as the hand went, e.g. Ks5h3dTc4h.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Price every decision of a heads-up limit hold'em hand and split its result into play and luck."""
    from deluck.compiling import compile_kernels
    from deluck.errors import FormatError
    from deluck.estimators import Reason, analyse
    from deluck.estimators.divat.hand_analysis import tell_hands
    from deluck.formats import parse_divat
    from deluck.records import HandColumns
    from deluck.tables import hand_rank_tables

    columns = HandColumns.from_records([parse_divat(p1, p2, board, betting)])
    hand_rank_tables()
    compile_kernels()
    analysis = analyse(columns, n_jobs=-1)
    if not len(analysis):
        raise FormatError(f"the hand cannot be assessed: {Reason(int(analysis.eligibility.reasons[0])).sentence}")
    (told,) = tell_hands(analysis)
    if as_json:
        print_json(as_values(told))
    else:
        _print(told)


def as_values(told: "HandAnalysis") -> dict[str, Any]:
    """Return a hand taken apart as plain values, net to P1; the value of a decision is net to who made it."""
    from deluck.cards import format_cards
    from deluck.estimators.divat.hand_analysis import SEATS

    return {
        "rounds": [
            {
                "round": each.name,
                "board": format_cards(each.board),
                "lfat": _plain(each.lfat),
                "baseline": each.baseline,
                "actual": each.actual,
                "aie": _values(each.aie),
                "roe": _values(each.roe),
                "round_ev": _plain(each.round_ev),
                "evat": _plain(each.evat),
                "luck": _plain(each.luck),
                "decisions": [
                    {
                        "seat": SEATS[decision.seat],
                        "action": decision.action,
                        "baseline_action": decision.baseline_action,
                        "value": _plain(decision.value),
                    }
                    for decision in each.decisions
                ],
            }
            for each in told.rounds
        ],
        "totals": {
            key: _plain(getattr(told, key)) for key in ("money", "dcash", "aie", "roe", "evat", "luck", "seat_value")
        },
    }


def _values(compared: "Comparison") -> dict[str, float]:
    return {key: _plain(getattr(compared, key)) for key in ("actual", "baseline", "difference")}


def _plain(value: float) -> float:
    return value + 0.0  # no -0.0


def _signed(value: float) -> str:
    return f"{round(value, 4) + 0.0:+.4f}"


def _print(told: "HandAnalysis") -> None:
    from deluck.cards import format_cards
    from deluck.estimators.divat.hand_analysis import SEATS

    first, second = told.cards[:2], told.cards[2:]
    board = format_cards(told.rounds[-1].board, symbols=True)
    typer.echo(
        f"P1 {format_cards(first, symbols=True)} v P2 {format_cards(second, symbols=True)}, board {board or '–'}"
    )
    typer.echo(
        "All values in small bets, net to P1; a decision's value is net to who made it. Money = DIVAT by ROE + luck.\n"
    )
    print_table(
        "Hand ranks",
        ("round", "board", "P1 IHR", "7cHR", "EHR", "P2 IHR", "7cHR", "EHR"),
        [
            (
                each.name,
                format_cards(each.board, symbols=True) or "–",
                *_ranks(told.cards, each),
            )
            for each in told.rounds
        ],
    )
    print_table(
        "Rounds, by all-in equity (AIE)",
        ("round", "baseline", "actual", "LFAT", "RndEV", "AIE actual", "baseline", "DIVAT", "EVAT"),
        [
            (
                each.name,
                each.baseline,
                each.actual,
                *map(
                    _signed,
                    (each.lfat, each.round_ev, each.aie.actual, each.aie.baseline, each.aie.difference, each.evat),
                ),
            )
            for each in told.rounds
        ],
    )
    print_table(
        "Rounds, by roll-out equity (ROE)",
        ("round", "ROE actual", "baseline", "DIVAT", "luck"),
        [
            (each.name, *map(_signed, (each.roe.actual, each.roe.baseline, each.roe.difference, each.luck)))
            for each in told.rounds
        ],
    )
    print_table(
        "Decisions, priced by roll-out equity",
        ("round", "seat", "action", "baseline", "value"),
        [
            (each.name, SEATS[decision.seat], decision.action, decision.baseline_action, _signed(decision.value))
            for each in told.rounds
            for decision in each.decisions
        ],
    )
    print_table("Totals", ("", "sb"), [(says, _signed(getattr(told, key))) for key, says in _TOTALS.items()])


def _ranks(cards: tuple[int, ...], each: "RoundAnalysis") -> list[str]:
    """Return P1's and P2's IHR, 7cHR and the EHR they act by."""
    from deluck.estimators.divat import STANDARD, ranks_of

    return [
        f"{float(rank):.4f}"
        for ranks in ranks_of(cards, each.board)
        for rank in (ranks.immediate, ranks.seven_card, ranks.effective(STANDARD, each.street))
    ]
