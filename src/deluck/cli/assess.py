"""``deluck assess``: from a log to a verdict."""

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.all_players import print_all
from deluck.cli.live import follow
from deluck.cli.output import format_action, print_json, print_table, print_text, say
from deluck.cli.output_files import Overwrite, check_outputs
from deluck.cli.reading_bar import existing_files, reading_bar
from deluck.cli.rejections import Rejections, print_contents
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from deluck.assessment import Assessment, Summary
    from deluck.assessment.decisions import PricedDecision
    from deluck.formats.sources import OnRead
    from deluck.values import Values
    from deluck.values.parts import Read

EXAMPLE = (
    "Examples: deluck assess match.log --player north --html match.html; "
    "deluck assess match.log --figure match.pdf --latex > table.tex; "
    "deluck assess match.log --chart waterfall --figure steps.svg"
)

_MOST_OPPONENTS = 12
_MOST_PLAYERS = 12
_MOST_LEAKS = 8
_MOST_NAMED = 5


def assess(
    sources: Annotated[list[str], typer.Argument(metavar="PATH", help="Files, folders, globs, or - for stdin.")],
    *,
    player: Annotated[
        str | None,
        typer.Option(
            help="Whose view to take; by default the hero if a source names one, else the first player named."
        ),
    ] = None,
    all_players: Annotated[
        bool, typer.Option("--all-players", help="Show one table, one row per player, each over all its hands.")
    ] = False,
    alias: Annotated[
        str | None, typer.Option(help="Join one person's names: hero=Hero99,hero_ps; several with ; between.")
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
            help="Assess the player's hands of this betting structure alone: limit, no-limit or pot-limit; by default "
            "that of its first hand, and the others apart."
        ),
    ] = None,
    since: Annotated[str | None, typer.Option(help="Only hands from this date or time (UTC) on: 2024-01-31.")] = None,
    until: Annotated[str | None, typer.Option(help="Only hands before this date or time (UTC).")] = None,
    position: Annotated[
        list[str] | None, typer.Option(help="Only hands in this position: BTN, SB, BB, UTG and so on. May be repeated.")
    ] = None,
    stakes: Annotated[list[str] | None, typer.Option(help="Only hands of these stakes: 1/2. May be repeated.")] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Read ACPC logs as limit or no-limit, whatever they say; by default as they say."),
    ] = None,
    exact: Annotated[  # noqa: ARG001 - nothing is sampled that could be exact
        bool, typer.Option("--exact", help="Exact equities before the flop too. They always are: this changes nothing.")
    ] = False,
    jobs: Annotated[int, typer.Option(help="Cores to use; -1 for all. The figures are the same.")] = -1,
    cluster: Annotated[
        str | None,
        typer.Option(
            help="A Dask scheduler, e.g. tcp://host:8786, whose workers read and value the hands; they must have the "
            "same files. The figures are the same."
        ),
    ] = None,
    per_hand: Annotated[
        Path | None, typer.Option(help="Write one row per hand here, .parquet or .csv (.csv.gz, .csv.zst).")
    ] = None,
    values: Annotated[
        Path | None,
        typer.Option(
            help="Store values in this folder, and compute only those of files it does not have; the folder can be "
            "given as PATH later, which answers at once."
        ),
    ] = None,
    live: Annotated[
        bool,
        typer.Option(
            "--live",
            "--follow",
            help="Follow a log that is still being written, and redraw a short summary whose intervals are valid at "
            "every look; Ctrl-C ends it.",
        ),
    ] = False,
    seat: Annotated[
        str | None, typer.Option(help="With --live: use only what this player sees, own cards and what was shown.")
    ] = None,
    idle: Annotated[
        float | None, typer.Option(help="With --live: end when no hand came for so many seconds.", min=0)
    ] = None,
    planned_hands: Annotated[
        int | None, typer.Option(help="With --live: the hands for which intervals are narrowest; 10000.", min=1)
    ] = None,
    overwrite: Overwrite = False,
    html: Annotated[Path | None, typer.Option(help="Write a report here, one page that opens offline.")] = None,
    figure: Annotated[
        Path | None, typer.Option(help="Draw a chart here: .svg, or with deluck[figures] installed .pdf or .png.")
    ] = None,
    chart: Annotated[
        str, typer.Option(help="Which chart --figure draws: match, waterfall (from money to skill), slope, duplicates.")
    ] = "match",
    latex: Annotated[
        bool, typer.Option("--latex", help="Print the estimators as a table of LaTeX (booktabs) and nothing else.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the estimators as a table of Markdown and nothing else.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say who played better, by how much and how sure that is, with the luck of the cards taken out."""
    if style is not None and sweep:
        raise typer.BadParameter("--style and --sweep at once (expected one of them)")
    if as_json + latex + markdown > 1:
        raise typer.BadParameter("more than one of --json, --latex and --markdown (expected one of them)")
    if jobs == 0 or jobs < -1:
        raise typer.BadParameter(f"{jobs} threads (expected 1 or more, or -1 for all cores)")
    if all_players and (player, per_hand, html, figure) != (None, None, None, None):
        raise typer.BadParameter(
            "--all-players with --player, --per-hand, --html or --figure (expected it without them)"
        )
    if live:
        _check_live(sources, player, seat, per_hand, html, values, figure)
        follow(
            sources[0],
            player=player if seat is None else seat,
            is_seat=seat is not None,
            game=game,
            planned=planned_hands,
            idle=idle,
            as_json=as_json,
        )
        return
    if seat is not None or idle is not None or planned_hands is not None:
        raise typer.BadParameter("--seat, --idle or --planned-hands without --live (expected --live too)")
    sources, weights = _weights(sources) if sweep else (sources, None)
    is_stored = len(sources) == 1 and os.path.isfile(os.path.join(sources[0], "values.json"))
    files = [] if is_stored else _files(sources, sweep=sweep)
    if per_hand is not None:
        from deluck.assessment.table import check_name

        check_name(per_hand)
    if figure is not None:
        from deluck.report.figure_files import check_figure

        check_figure(figure, chart)
    check_outputs(per_hand, html, figure, inputs=files, overwrite=overwrite)
    from deluck.assessment import assess as assess_hands
    from deluck.assessment import assess_all
    from deluck.assessment.assessing import context_of
    from deluck.compiling import compile_kernels
    from deluck.formats.acpc_games import parse_game
    from deluck.games import Structure
    from deluck.parallel import on_cluster
    from deluck.tables import hand_rank_tables
    from deluck.values import open_values, update_values

    context, _ = context_of(style, weights)
    parse_game(game)
    chosen = None if structure is None else Structure.parse(structure)
    rejections = Rejections(is_listed=as_json)
    found: Values | Iterator[Read]
    if is_stored:
        found = open_values(sources[0], context, n_jobs=jobs)
    else:
        hand_rank_tables()
        compile_kernels()
    with on_cluster(cluster), reading_bar("Assessing", files) as on_read:
        if not is_stored:
            read = partial(_read, game=game, rejections=rejections, on_read=on_read, n_jobs=jobs)
            found = read(files) if values is None else update_values(values, files, read, context, n_jobs=jobs)
        asked: dict[str, Any] = {
            "alias": alias,
            "style": style,
            "sweep": weights,
            "structure": chosen,
            "since": since,
            "until": until,
            "position": tuple(position or ()),
            "stakes": tuple(stakes or ()),
            "n_jobs": jobs,
        }
        if all_players:
            everybody = assess_all(found, **asked)
        else:
            assessment = assess_hands(found, player=player, **asked)
    rejections.report_rest()
    if all_players:
        print_json(everybody.as_dict()) if as_json else print_all(everybody)
        return
    _write(assessment, per_hand, html)
    if figure is not None:
        from deluck.report import write_figure

        write_figure(assessment, figure, chart)
    if as_json:
        listed = rejections.listed()
        rest = {"rejected": listed} if len(listed) == assessment.n_rejected else {}
        print_json(assessment.as_dict() | rest)
    elif latex or markdown:
        from deluck import report

        print_text((report.latex if latex else report.markdown)(assessment))
    else:
        _print(assessment)
        if assessment.contents is not None:
            print_contents(assessment.contents)
        for path in (per_hand, html, figure):
            if path is not None:
                say(f"{path} written")


def _check_live(sources: list[str], player: str | None, seat: str | None, *outputs: Path | None) -> None:
    """Raise BadParameter unless one log is followed from one view, and nothing is written."""
    if len(sources) != 1 or sources[0] == "-" or os.path.isdir(sources[0]):
        raise typer.BadParameter(
            f"--live with {' '.join(sources)} (expected one log, a file that may not be there yet)"
        )
    if sources[0].endswith((".gz", ".zst", ".zip", ".parquet")):
        raise typer.BadParameter(
            f"--live with {sources[0]} (expected a log as plain text: a compressed one is complete)"
        )
    if seat is not None and player is not None:
        raise typer.BadParameter("--player and --seat at once (expected one of them)")
    if any(output is not None for output in outputs):
        raise typer.BadParameter("--live with an output (expected none; assess the log again when it is complete)")


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

    try:
        return existing_files(sources)
    except FormatError as error:
        hint = f" (a sweep's weights are {', '.join(SWEEP_WEIGHTS)})" if sweep else ""
        raise FormatError(f"{error}{hint}") from None


def _read(
    files: Sequence[str], game: str | None, rejections: Rejections, on_read: "OnRead | None", n_jobs: int
) -> "Iterator[Read]":
    from deluck.formats import Rejected, read_files

    for name, found in read_files(*files, n_jobs=n_jobs, on_read=on_read, game=game):
        if isinstance(found, Rejected):
            rejections.add(found)
        yield name, found


def _write(assessment: "Assessment", per_hand: Path | None, html: Path | None) -> None:
    if per_hand is not None:
        from deluck.assessment.table import write_table

        write_table(assessment, per_hand)
    if html is not None:
        from deluck.report import write_report

        write_report(assessment, html)


def _print(assessment: "Assessment") -> None:
    say(assessment.verdict, *assessment.notes, "")
    name = shown_name(assessment.viewpoint)
    hands = f"{assessment.n_hands:,} game{'' if assessment.n_hands == 1 else 's'}"
    assessed = f"{assessment.n_assessed:,} assessed, baseline {assessment.baseline}"
    print_table(
        f"Net to {name}: {hands}, {assessed if assessment.structure == 'limit' else assessment.structure}",
        (
            f"in {assessment.unit_words}",
            "n",
            "total",
            f"{assessment.unit} ± 95%",
            f"{assessment.per_100_unit} ± 95%",
            "SD",
            "worth",
            "needed",
        ),
        [_row(assessment, each) for each in assessment.estimators],
        wraps=(0,),
    )
    if assessment.comparisons:
        say(
            "worth: so many hands of money alone that one of these is worth; "
            "needed: games for 80% power at the mean observed",
            "",
        )
    unit, split = assessment.unit, assessment.split
    parts = () if split is None else (split.skill, split.luck)
    _print_groups("round", assessment.rounds, parts, unit)
    if assessment.seats and assessment.n_assessed:
        _print_groups("seat", assessment.seats, ("money", *parts), unit)
    else:
        _print_groups("position", assessment.positions, ("money", *parts), unit)
    if len(assessment.opponents) > 1:
        most = sorted(assessment.opponents.items(), key=lambda each: -each[1]["money"].n)
        _print_groups("opponent", dict(most[:_MOST_OPPONENTS]), ("money", *parts), unit)
        if len(most) > _MOST_OPPONENTS:
            say(f"and {len(most) - _MOST_OPPONENTS:,} more opponents", "")
    _print_players(assessment)
    _print_decisions(assessment)
    for each in assessment.apart:
        say(f"Reported apart, {each.structure}:")
        _print(each)


def _row(assessment: "Assessment", name: str) -> tuple[str, ...]:
    from deluck.assessment.summary import rounded_hands
    from deluck.estimators import find_column

    summary = assessment.estimators[name]
    compared = assessment.comparisons.get(name)
    rate = summary.as_estimate()
    return (
        find_column(name).label,
        f"{summary.n:,}",
        _total(summary),
        _rate(summary),
        rate.scaled(100, assessment.per_100_unit).format_rate(1) if summary.n else "–",
        "–" if math.isnan(summary.sd) else f"{summary.sd:.3f}",
        "" if compared is None or not math.isfinite(compared.worth) else f"{compared.worth:.2f}×",
        "" if compared is None or compared.hands_needed is None else f"{rounded_hands(compared.hands_needed):,}",
    )


def _total(summary: "Summary") -> str:
    return f"{round(summary.total, 1) + 0.0:+,.1f}" if summary.n else "–"


def _rate(summary: "Summary") -> str:
    return summary.as_estimate().format_rate() if summary.n else "–"


def _print_players(assessment: "Assessment") -> None:
    """Print what everybody at the table won, where there are more than two and it is not clear from one's money."""
    found = assessment.players_money
    if assessment.seats and assessment.n_assessed and len(found) <= 2:
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
        say(f"and {len(found) - _MOST_PLAYERS:,} more players", "")


def _print_groups(kind: str, groups: "dict[str, dict[str, Summary]]", names: tuple[str, ...], unit: str) -> None:
    """Print summaries of a few estimators, one row per group."""
    from deluck.estimators import find_column

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
    headings = [heading for name in shown for heading in (find_column(name).label, f"{unit} ± 95%")]
    rates = range(3, 2 + len(headings), 2)
    print_table(f"By {kind}", (kind, "games", *headings), rows, beside=rates)


def _repeated_ids(assessment: "Assessment", shown: Iterable["PricedDecision"]) -> set[str]:
    """Return the ids that name no hand for certain: none at all, and those of several hands, of the hands shown."""
    if len(assessment.hands.selection.index.values.sources) > 1:
        return {""}
    ids = {each.hand_id for each in shown}
    return {"", *(hand_id for hand_id, n in assessment.hands.count_ids(ids).items() if n > 1)}


def _print_decisions(assessment: "Assessment") -> None:
    from deluck.assessment.decisions import HINDSIGHT

    decisions = assessment.decisions
    if not decisions.n:
        return
    share = decisions.n_as_baseline / decisions.n
    name, unit = shown_name(assessment.viewpoint), assessment.unit_name
    say(
        f"{decisions.n:,} decisions of {name}, {share:.1%} of them the baseline's: {decisions.own_value:+,.1f} {unit}; "
        f"decisions of opponents: {decisions.opponents_value:+,.1f} {unit}, both net to {name}.",
        *([HINDSIGHT] if decisions.in_hindsight else []),
        "",
    )
    leaks = sorted((leak for leak in assessment.leaks if leak.total < 0), key=lambda leak: leak.small)[:_MOST_LEAKS]
    has_positions = any(leak.position for leak in leaks)
    if leaks:
        print_table(
            "Where value goes",
            (
                "round",
                *(["position"] if has_positions else []),
                "facing",
                "action",
                "baseline",
                "times",
                "total",
                "each",
            ),
            [
                (
                    leak.round,
                    *([leak.position] if has_positions else []),
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
    named = {"Costliest decisions": decisions.worst[:_MOST_NAMED], "Best decisions": decisions.best[:_MOST_NAMED]}
    again = _repeated_ids(assessment, [each for found in named.values() for each in found])
    for title, found in named.items():
        if found:
            print_table(
                title,
                ("hand", "round", "seat", "action", "baseline", "value", "cards", "board", "betting"),
                [
                    (
                        f"#{each.row + 1}" if each.hand_id in again else each.hand_id,
                        each.round,
                        each.seat,
                        each.action if each.family == "divat" else format_action(each.action, each.amount),
                        each.baseline_action,
                        f"{each.value:+.2f}",
                        each.cards,
                        each.board or "–",
                        each.betting,
                    )
                    for each in found
                ],
            )
