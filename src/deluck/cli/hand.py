"""``deluck hand``: one hand analysed, round by round and decision by decision."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.hand_search import find_hand
from deluck.cli.hand_values import print_values
from deluck.cli.output import print_json, print_table, say
from deluck.cli.reading_bar import GameOption
from deluck.cli.recorded_hand import describe_hand, print_hand
from deluck.cli.rejections import Rejections
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from deluck.estimators.divat.hand_analysis import Comparison, HandAnalysis, RoundAnalysis
    from deluck.records import HandRecord

EXAMPLE = "Example: deluck hand --p1 AcKc --p2 7h6h --board Ks5h3dTc4h --betting SlRrC/kBrC/bC/bRc"

_UNIT = "sb"
_TOTALS = {  # the column of values: the attribute of the analysis
    "money": "money",
    "divat_roe": "roe",
    "luck": "luck",
    "seat_value": "seat_value",
    "divat_aie": "aie",
    "evat": "evat",
    "lfat": "lfat",
    "dcash": "dcash",
}


def hand(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE", help="A file of hands in any format, or - for stdin, instead of --p1 to --board."
        ),
    ] = None,
    *,
    number: Annotated[
        str,
        typer.Option(
            "--hand",
            help="With FILE: the hand's id; if no hand has it, its number there, 1 for the first; #7 is the seventh.",
        ),
    ] = "",
    p1: Annotated[str | None, typer.Option(help="The big blind's two cards, e.g. AcKc.")] = None,
    p2: Annotated[str | None, typer.Option(help="The button's two cards, e.g. 7h6h.")] = None,
    betting: Annotated[
        str | None,
        typer.Option(
            help="S and l post the blinds; k checks, b bets, f folds, c calls, r raises; lower case is P1, upper case "
            "P2; a slash stands between rounds."
        ),
    ] = None,
    board: Annotated[str, typer.Option(help="The board as far as the hand went, e.g. Ks5h3dTc4h.")] = "",
    game: GameOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Price every decision of a hand and split its result into decisions and luck.

    The hand is one of a FILE, or one written in the options. Heads-up limit is priced by DIVAT, all other hold'em of
    two to ten seats in hindsight, where all cards are known. What is not known is left out, with the reason.
    """
    record, rejections = _record(source, number, p1, p2, board, betting, game, is_listed=as_json)
    of_file = {} if rejections is None else rejections.as_json()
    if record.game == "holdem" and not (record.n_seats == 2 and record.rules.is_limit):
        _show_values(record, of_file, as_json=as_json)
    else:
        _show_analysis(record, of_file, is_typed=source is None, as_json=as_json)
    if rejections is not None and rejections.n:
        raise typer.Exit(1)


def _show_values(record: "HandRecord", of_file: dict[str, Any], *, as_json: bool) -> None:
    """Show a hand that is not heads-up limit with its values, street by street."""
    from deluck.assessment.single_hand import hand_values
    from deluck.compiling import compile_kernels
    from deluck.tables import hand_rank_tables

    hand_rank_tables()
    compile_kernels()
    found = hand_values(record)
    if as_json:
        print_json(found.as_dict() | {"hand": describe_hand(record)} | of_file)
    else:
        print_values(found, record)


def _show_analysis(record: "HandRecord", of_file: dict[str, Any], *, is_typed: bool, as_json: bool) -> None:
    """Show a hand of heads-up limit with DIVAT's values; of another game without values, and why."""
    priced = _analyse(record)
    if isinstance(priced, str):
        if is_typed:
            from deluck.errors import FormatError

            raise FormatError(f"the hand cannot be assessed: {priced}")
        if as_json:
            print_json({"priced": False, "reason": priced, "hand": describe_hand(record)} | of_file)
        else:
            say(f"This hand has no prices: {priced}.", "")
            print_hand(record)
    elif as_json:
        described = {} if is_typed else {"hand": describe_hand(record)}
        print_json({"priced": True} | as_values(priced, record) | described | of_file)
    else:
        _print(priced, record)


def _record(
    source: str | None,
    number: str,
    p1: str | None,
    p2: str | None,
    board: str,
    betting: str | None,
    game: str | None,
    *,
    is_listed: bool,
) -> "tuple[HandRecord, Rejections | None]":
    """Return the hand, and what was rejected beside it if it comes from a file."""
    from deluck.cli.groups import UsageError
    from deluck.formats import parse_divat

    typed = {"--p1": p1, "--p2": p2, "--betting": betting}
    given = [name for name, value in typed.items() if value is not None]
    if source is not None:
        if given or board:
            raise UsageError(f"a FILE and {', '.join(given or ['--board'])} at once (expected one or the other)")
        rejections = Rejections(is_listed=is_listed)
        return find_hand(source, number, rejections, game=game).record, rejections
    missing = [name for name in typed if name not in given]
    if missing:
        lacking = ", ".join(missing) if given else "a hand"
        raise UsageError(f"missing {lacking} (expected a FILE with --hand, or --p1, --p2, --betting and --board)")
    if number:
        raise UsageError(f"--hand {shown_name(number)} without a FILE to take it from")
    return parse_divat(p1 or "", p2 or "", board, betting or ""), None


def _analyse(record: "HandRecord") -> "HandAnalysis | str":
    """Return the hand with every decision priced, or why it cannot be."""
    from deluck.compiling import compile_kernels
    from deluck.estimators import Reason, analyse, find_assessable
    from deluck.estimators.divat.hand_analysis import describe_hands
    from deluck.records import HandColumns
    from deluck.tables import hand_rank_tables

    columns = HandColumns.from_records([record])
    reason = Reason(int(find_assessable(columns).eligibility.reasons[0]))
    if reason is not Reason.ASSESSED:
        return reason.sentence
    hand_rank_tables()
    compile_kernels()
    (found,) = describe_hands(analyse(columns, n_jobs=-1))
    return found


def as_values(found: "HandAnalysis", record: "HandRecord") -> dict[str, Any]:
    """Return a hand's analysis as plain values, net to the big blind; a decision's value is net to who made it."""
    from deluck.cards import format_cards

    return {
        "hand_id": record.hand_id,
        "players": list(record.names),
        "viewpoint": record.names[0],
        "unit": _UNIT,
        "rounds": {
            each.name: {
                "board": format_cards(each.board),
                "baseline": each.baseline,
                "actual": each.actual,
                "lfat": _plain(each.lfat),
                "divat_aie": _values(each.aie),
                "divat_roe": _values(each.roe),
                "round_ev": _plain(each.round_ev),
                "evat": _plain(each.evat),
                "luck": _plain(each.luck),
                "decisions": [
                    {
                        "seat": decision.seat,
                        "player": record.names[decision.seat],
                        "action": decision.action,
                        "baseline_action": decision.baseline_action,
                        "value": _plain(decision.value),
                    }
                    for decision in each.decisions
                ],
            }
            for each in found.rounds
        },
        "totals": {key: _plain(getattr(found, attribute)) for key, attribute in _TOTALS.items()},
    }


def _values(compared: "Comparison") -> dict[str, float]:
    return {key: _plain(getattr(compared, key)) for key in ("actual", "baseline", "difference")}


def _plain(value: float) -> float:
    return value + 0.0  # no -0.0


def _signed(value: float, decimals: int = 4) -> str:
    return f"{round(value, decimals) + 0.0:+.{decimals}f}"


def _print(found: "HandAnalysis", record: "HandRecord") -> None:
    from deluck.cards import format_cards
    from deluck.estimators import find_column

    first, second = found.cards[:2], found.cards[2:]
    names = tuple(map(shown_name, record.names))
    board = format_cards(found.rounds[-1].board, symbols=True)
    number = f"Hand {shown_name(record.hand_id)}: " if record.hand_id else ""
    cards = f"{names[0]} {format_cards(first, symbols=True)} v {names[1]} {format_cards(second, symbols=True)}"
    say(f"{number}{cards}, board {board or '–'}")
    money, roe, luck = (_signed(value, 2) for value in (found.money, found.roe, found.luck))
    say(f"{names[0]}'s money {money} {_UNIT} = decisions {roe} (DIVAT by roll-out equity) + cards {luck} (luck).")
    say(f"All values are in small bets, net to {names[0]}; a decision's value is net to who made it.", "")
    print_table(
        "Decisions, priced by roll-out equity",
        ("round", "player", "action", "baseline", "value"),
        [
            (each.name, names[decision.seat], decision.action, decision.baseline_action, _signed(decision.value))
            for each in found.rounds
            for decision in each.decisions
        ],
    )
    print_table(
        "Rounds, by roll-out equity (ROE)",
        ("round", "ROE actual", "ROE baseline", "DIVAT", "luck"),
        [
            (each.name, *map(_signed, (each.roe.actual, each.roe.baseline, each.roe.difference, each.luck)))
            for each in found.rounds
        ],
    )
    print_table(
        "Rounds, by all-in equity (AIE)",
        ("round", "baseline bets", "actual bets", "LFAT", "RndEV", "AIE actual", "AIE baseline", "DIVAT", "EVAT"),
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
            for each in found.rounds
        ],
    )
    print_table(
        "Hand ranks",
        ("round", "board", "player", "IHR", "7cHR", "EHR"),
        [
            (each.name, format_cards(each.board, symbols=True) or "–", name, *ranks)
            for each in found.rounds
            for name, ranks in zip(names, _ranks(found.cards, each), strict=True)
        ],
    )
    columns = [(find_column(key), attribute) for key, attribute in _TOTALS.items()]
    print_table(
        "Totals",
        ("", _UNIT, "what it is"),
        [(column.label, _signed(getattr(found, attribute)), column.meaning) for column, attribute in columns],
        wraps=(0, 2),
    )


def _ranks(cards: tuple[int, ...], each: "RoundAnalysis") -> list[tuple[str, ...]]:
    """Return each player's IHR, 7cHR and the EHR it acts by."""
    from deluck.estimators.divat import STANDARD, ranks_of

    return [
        tuple(
            f"{float(rank):.4f}" for rank in (ranks.immediate, ranks.seven_card, ranks.effective(STANDARD, each.street))
        )
        for ranks in ranks_of(cards, each.board)
    ]
