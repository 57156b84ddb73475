"""``deluck assess``: from a log to a verdict."""

import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json, print_table
from deluck.cli.reading_bar import reading_bar
from deluck.cli.rejections import Rejections
from deluck.cli.report_file import check_report_path

if TYPE_CHECKING:
    from deluck.assessment import Assessment, Summary
    from deluck.formats import Rejected
    from deluck.formats.sources import OnRead
    from deluck.records import HandColumns

EXAMPLE = "Example: deluck assess match.log --player north --html match.html"

_MOST_OPPONENTS = 12
_MOST_PLAYERS = 12
_MOST_LEAKS = 8
_ABOUT = {
    "money": "money, before rake",
    "lfat": "all-in luck (LFAT)",
    "money_minus_lfat": "money less all-in luck",
    "evat": "against hindsight (EVAT), biased",
    "divat_aie": "decisions by all-in equity (AIE), biased",
    "divat_roe": "decisions (DIVAT)",
    "luck": "cards, seat included (luck)",
    "seat_value": "of that, the seat",
    "dcash": "the baseline's money (Dcash)",
    "money_minus_dcash": "money less the baseline's",
    "duplicate_money": "money by duplicate pairs",
    "duplicate_divat": "decisions by duplicate pairs",
}


def assess(
    sources: Annotated[list[str], typer.Argument(metavar="PATH", help="Files, folders, globs, or - for stdin.")],
    *,
    player: Annotated[
        str | None,
        typer.Option(
            help="Whose view to take; by default the first player named, who heads-up is the first big blind."
        ),
    ] = None,
    style: Annotated[
        str | None,
        typer.Option(help="Fold and bet as this style in the baseline, e.g. tight, aggressive, tight/conservative."),
    ] = None,
    sweep: Annotated[
        bool,
        typer.Option(
            "--sweep",
            help="Average over five styles; may be followed by what they count for: equal (1-1-1-1-1, as without), "
            "triangular (1-2-3-2-1) or binomial (1-4-6-4-1).",
        ),
    ] = False,
    structure: Annotated[
        str | None,
        typer.Option(
            help="Assess the player's hands of this betting structure: limit, no-limit or pot-limit; by default that "
            "of its first hand. No-limit and pot-limit have money only."
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Read ACPC logs as limit or no-limit, whatever they say; by default as they say."),
    ] = None,
    jobs: Annotated[int, typer.Option(help="Threads to use; -1 for all cores. The figures are the same.")] = -1,
    per_hand: Annotated[
        Path | None, typer.Option(help="Write a row a hand here, .parquet or .csv (.csv.gz, .csv.zst).")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report here, one page that opens offline.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say who played better, by how much and how sure that is, with the luck of the cards taken out."""
    if style is not None and sweep:
        raise typer.BadParameter("--style and --sweep at once (expected one of them)")
    if jobs == 0 or jobs < -1:
        raise typer.BadParameter(f"{jobs} threads (expected 1 or more, or -1 for all cores)")
    sources, weights = _weights(sources) if sweep else (sources, None)
    files = _files(sources, sweep=sweep)
    _check_outputs(files, per_hand, html)
    from deluck.assessment import assess as assess_hands
    from deluck.assessment.assessing import check_baseline
    from deluck.compiling import compile_kernels
    from deluck.formats.acpc_games import parse_game
    from deluck.games import Structure
    from deluck.tables import hand_rank_tables

    check_baseline(style, weights)
    parse_game(game)
    chosen = None if structure is None else Structure.parse(structure)
    hand_rank_tables()
    compile_kernels()
    rejections = Rejections(is_listed=as_json)
    with reading_bar("Assessing", files) as on_read:
        hands = _read(sources, game, rejections, on_read)
        assessment = assess_hands(hands, player=player, style=style, sweep=weights, structure=chosen, n_jobs=jobs)
    rejections.tell_rest()
    _write(assessment, per_hand, html)
    if as_json:
        print_json(assessment.as_dict() | {"rejected": rejections.listed()})
    else:
        _print(assessment)
        for path in (per_hand, html):
            if path is not None:
                typer.echo(f"{path} written")


def _weights(sources: list[str]) -> tuple[list[str], str]:
    """Return the paths without the word for a sweep's weights, and that word; a file of such a name is a file."""
    from deluck.estimators.divat.styles import SWEEP_WEIGHTS

    words = [source for source in sources if source in SWEEP_WEIGHTS and not os.path.exists(source)]
    paths = [source for source in sources if source not in words]
    if len(words) > 1:
        raise typer.BadParameter(f"weights {' and '.join(words)} at once (expected one of them)")
    if not paths:
        raise typer.BadParameter("no PATH (expected files, folders, globs, or - for stdin)")
    return paths, words[0] if words else next(iter(SWEEP_WEIGHTS))


def _files(sources: list[str], *, sweep: bool) -> list[str]:
    """Return the files to read; an error for what is not there."""
    from deluck.errors import FormatError
    from deluck.estimators.divat.styles import SWEEP_WEIGHTS
    from deluck.formats.sources import expand

    found = []
    for source, problem in expand(tuple(sources)):
        if problem is not None:
            hint = f" (a sweep's weights are {', '.join(SWEEP_WEIGHTS)})" if sweep else ""
            raise FormatError(f"{source}: {problem}{hint}")
        found.append(source)
    return found


def _check_outputs(files: list[str], per_hand: Path | None, html: Path | None) -> None:
    """See that outputs can be written, before the long work."""
    from deluck.errors import FormatError
    from deluck.formats.writing import check_writable

    outputs = [path for path in (per_hand, html) if path is not None]
    for path in outputs:
        if any(os.path.exists(file) and path.exists() and os.path.samefile(file, path) for file in files):
            raise FormatError(f"{path} is to be read and written at once (expected another name for the output)")
    if per_hand is not None:
        from deluck.assessment.table import check_name

        check_name(per_hand)
        check_writable(per_hand)
    if len(outputs) == 2 and outputs[0].resolve() == outputs[1].resolve():
        raise FormatError(f"{outputs[0]} is to be the table and the report at once (expected two names)")
    if html is not None:
        check_report_path(html)


def _read(
    sources: list[str], game: str | None, rejections: Rejections, on_read: "OnRead | None"
) -> "Iterator[HandColumns | Rejected]":
    from deluck.formats import Rejected, read_columns

    for found in read_columns(*sources, on_read=on_read, game=game):
        if isinstance(found, Rejected):
            rejections.add(found)
        yield found


def _write(assessment: "Assessment", per_hand: Path | None, html: Path | None) -> None:
    if per_hand is not None:
        from deluck.assessment.table import write_table

        write_table(assessment, per_hand)
    if html is not None:
        from deluck.report import write_report

        write_report(assessment, html)


def _print(assessment: "Assessment") -> None:
    name = assessment.viewpoint
    hands = f"{assessment.n_hands:,} game{'' if assessment.n_hands == 1 else 's'}"
    assessed = f"{assessment.n_assessed:,} assessed, baseline {assessment.baseline}"
    print_table(
        f"{name}: {hands}, {assessed if assessment.structure == 'limit' else assessment.structure}",
        (
            f"in {assessment.unit_words}, net to {name}",
            "n",
            "total",
            f"{assessment.unit} ± 95%",
            f"{assessment.per_100_unit} ± 95%",
            "SD",
            "worth",
            "needed",
        ),
        [_row(assessment, each) for each in assessment.estimators],
    )
    if assessment.comparisons:
        typer.echo(
            "worth: so many hands of money alone that one of these is worth; "
            "needed: games until such a mean is told from zero\n"
        )
    unit = assessment.unit
    _print_groups("round", assessment.rounds, ("divat_roe", "luck", "lfat"), unit)
    if assessment.n_assessed:
        _print_groups("seat", assessment.seats, ("money", "divat_roe", "luck"), unit)
    else:
        _print_groups("position", assessment.positions, ("money",), unit)
    if len(assessment.opponents) > 1:
        most = sorted(assessment.opponents.items(), key=lambda each: -each[1]["money"].n)
        _print_groups("opponent", dict(most[:_MOST_OPPONENTS]), ("money", "divat_roe", "luck"), unit)
        if len(most) > _MOST_OPPONENTS:
            typer.echo(f"and {len(most) - _MOST_OPPONENTS:,} more opponents\n")
    _print_players(assessment)
    _print_decisions(assessment)
    typer.echo(assessment.verdict)
    for note in assessment.notes:
        typer.echo(note)


def _row(assessment: "Assessment", name: str) -> tuple[str, ...]:
    summary = assessment.estimators[name]
    compared = assessment.comparisons.get(name)
    rate = summary.as_estimate()
    return (
        _ABOUT.get(name, name),
        f"{summary.n:,}",
        _total(summary),
        _rate(summary),
        rate.scaled(100, assessment.per_100_unit).format_rate(1) if summary.n else "–",
        "–" if math.isnan(summary.sd) else f"{summary.sd:.3f}",
        "" if compared is None or not math.isfinite(compared.worth) else f"{compared.worth:.2f}×",
        "" if compared is None or compared.hands_needed is None else f"{compared.hands_needed:,.0f}",
    )


def _total(summary: "Summary") -> str:
    return f"{round(summary.total, 1) + 0.0:+,.1f}" if summary.n else "–"


def _rate(summary: "Summary") -> str:
    return summary.as_estimate().format_rate() if summary.n else "–"


def _print_players(assessment: "Assessment") -> None:
    """Print what everybody at the table won, where there are more than two and it is not clear from one's money."""
    found = assessment.players_money
    if assessment.n_assessed and len(found) <= 2:
        return
    rows = [
        (
            name,
            f"{summary.n:,}",
            _total(summary),
            summary.as_estimate().scaled(100, assessment.per_100_unit).format_rate(1),
        )
        for name, summary in list(found.items())[:_MOST_PLAYERS]
    ]
    title = f"Money of every player, in {assessment.unit_words}"
    print_table(title, ("player", "games", "total", f"{assessment.per_100_unit} ± 95%"), rows)
    if len(found) > _MOST_PLAYERS:
        typer.echo(f"and {len(found) - _MOST_PLAYERS:,} more players\n")


def _print_groups(kind: str, groups: "dict[str, dict[str, Summary]]", names: tuple[str, ...], unit: str) -> None:
    """Print summaries of a few estimators, a group a row."""
    shown = [name for name in names if any(name in group for group in groups.values())]
    if not shown:
        return
    rows = []
    for label, group in groups.items():
        cells = [
            cell
            for name in shown
            for cell in ((_total(group[name]), _rate(group[name])) if name in group else ("–", "–"))
        ]
        rows.append((label, f"{max(each.n for each in group.values()):,}", *cells))
    headings = [heading for name in shown for heading in (_ABOUT[name], f"{unit} ± 95%")]
    print_table(f"By {kind}", (kind, "games", *headings), rows)


def _print_decisions(assessment: "Assessment") -> None:
    decisions = assessment.decisions
    if not decisions.n:
        return
    share = decisions.n_as_baseline / decisions.n
    typer.echo(f"{decisions.n:,} decisions, {share:.1%} of them the baseline's.\n")
    leaks = [leak for leak in assessment.leaks if leak.total < 0][:_MOST_LEAKS]
    if leaks:
        print_table(
            "Where value goes",
            ("round", "facing", "action", "baseline", "times", "total", "each"),
            [
                (
                    leak.round,
                    leak.facing,
                    leak.action,
                    leak.baseline_action,
                    f"{leak.n:,}{' (few)' if leak.small else ''}",
                    f"{leak.total:+,.1f}",
                    f"{leak.mean:+.3f}",
                )
                for leak in leaks
            ],
        )
    for title, found in (("Dearest decisions", decisions.worst), ("Best decisions", decisions.best)):
        if found:
            print_table(
                title,
                ("hand", "round", "seat", "action", "baseline", "value", "cards", "board", "betting"),
                [
                    (
                        each.hand_id or f"#{each.row + 1}",
                        each.round,
                        each.seat,
                        each.action,
                        each.baseline_action,
                        f"{each.value:+.2f}",
                        each.cards,
                        each.board or "–",
                        each.betting,
                    )
                    for each in found[:5]
                ],
            )
