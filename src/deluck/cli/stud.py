"""``deluck stud``: seven-card stud, where betting carries information about hidden cards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.groups import CommandGroup
from deluck.cli.hand_search import HandSearch
from deluck.cli.output import print_json, print_table, say
from deluck.cli.output_files import Overwrite, check_outputs
from deluck.cli.reading_bar import existing_files
from deluck.cli.rejections import Rejections
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deluck.beliefs.stud.reading import ActionReading, HandReading, SeatReading, StageReading
    from deluck.records import HandRecord

app = typer.Typer(
    help="Seven-card stud: what betting reveals about hidden cards.",
    epilog="Example: deluck stud policy tight --players 3",
    cls=CommandGroup,
    rich_markup_mode=None,
)

_ROWS = 10  # of a picture in the terminal
_COLUMNS = 61
_MOST_SHOWN = 3
_MOST_WRITTEN = 10  # down cards of a seat in JSON
_NOTHING = 0.005  # bits that are 0.00 when they are written


@app.command("policy", epilog="Example: deluck stud policy default --players 7 --odds 0.1 --plot policy.html")
def policy(
    name: Annotated[str, typer.Argument(help="default, honest, tight, loose, aggressive or passive.")] = "default",
    *,
    players: Annotated[int, typer.Option(help="Active players, N.", min=2, max=8)] = 7,
    odds: Annotated[float, typer.Option(help="Effective odds: what staying in costs over the final pot.")] = 0.1,
    plot: Annotated[Path | None, typer.Option(help="Write the two graphs to this HTML file.")] = None,
    overwrite: Overwrite = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Draw how a policy bets by the chance to win: check or bet, and fold, call or raise."""
    from dataclasses import asdict

    from deluck.beliefs.stud import parse_policy
    from deluck.beliefs.stud.policy import policy_curves

    check_outputs(plot, overwrite=overwrite)
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
                "seats": players,
                "odds": odds,
                "weakness": [round(value, 6) for value in curves.weakness.tolist()],
                "unforced": dict(zip(("check", "bet"), curves.unforced.T.tolist(), strict=True)),
                "forced": dict(zip(("fold", "call", "raise"), curves.forced.T.tolist(), strict=True)),
            }
        )
        return
    say(f"Policy {name}, {players} players, effective odds {odds:g}")
    say(*_picture("Nothing to call", curves.unforced, ("check", "bet")))
    say(*_picture("Something to call", curves.forced, ("fold", "call", "raise")))
    say(f"Across: -log{players} of the chance to win; 1 is a chance of 1/{players}.")
    if plot is not None:
        say(f"{plot}: written")


def _picture(title: str, shares: "NDArray[Any]", names: tuple[str, ...]) -> list[str]:
    """Return stacked areas in letters: one column per weakness, one letter per tenth of the probability."""
    import numpy as np

    columns = np.linspace(0, len(shares) - 1, _COLUMNS).round().astype(int)
    tops = np.cumsum(shares[columns], axis=1)
    lines = ["", f"{title}: {', '.join(f'{name[0]} {name}' for name in names)}"]
    for row in range(_ROWS, 0, -1):
        level = (row - 0.5) / _ROWS
        at = np.minimum((tops < level).sum(axis=1), len(names) - 1)
        label = {_ROWS: "1.0", _ROWS // 2: "0.5", 1: "0.0"}.get(row, "")
        lines.append(f"{label:>4} " + "".join(names[index][0] for index in at))
    lines.append("     " + "".join(f"{tick:<15}" for tick in ("0", "0.5", "1", "1.5")) + "2")
    return lines


@app.command("read", epilog="Example: deluck stud read hands.phh --hand 6 --html read.html")
def read(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file of hands in any format, or - for stdin.")],
    *,
    hand: Annotated[
        str,
        typer.Option(help="The hand's id in the file; if no hand has it, the number of a stud hand, 1 for the first."),
    ] = "",
    seat: Annotated[
        str, typer.Option(help="The observer: a player's name, or a seat's number from 0; by default the public.")
    ] = "",
    policy: Annotated[
        str, typer.Option(help="How everybody is assumed to bet: default, honest, tight, loose, aggressive or passive.")
    ] = "default",
    doubt: Annotated[
        float,
        typer.Option(help="How often any legal action is taken at random; with 0 the policy is trusted completely."),
    ] = 0.1,
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page with the distributions to this file, which may be a page of deluck's."),
    ] = None,
    overwrite: Overwrite = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read a stud hand: what each bet revealed about the down cards, who was likely to win, and how right that was."""
    from dataclasses import replace

    from deluck.beliefs.stud import parse_policy
    from deluck.beliefs.stud.reading import read_hand

    check_outputs(html, inputs=[source], overwrite=overwrite)
    chosen = replace(parse_policy(policy), doubt=doubt)
    rejections = Rejections()
    record = _find(source, hand, rejections)
    reading = read_hand(record, seat=_seat(record, seat), policy=chosen)
    if html is not None:
        from deluck.report.stud_page import write_reading

        write_reading(reading, html, policy=policy)
    if as_json:
        print_json(as_values(reading, policy) | rejections.as_json())
    else:
        _print(reading, policy)
    if html is not None:
        say(f"{html} has the page.", err=True)
    if rejections.n:
        raise typer.Exit(1)


def _find(source: str, hand: str, rejections: Rejections) -> "HandRecord":
    from deluck.errors import FormatError
    from deluck.formats import Rejected, read_columns

    existing_files([source])
    search = HandSearch(hand, game="stud7")
    for columns in read_columns(source):
        if isinstance(columns, Rejected):
            rejections.add(columns)
        else:
            search.look_through(columns)
    rejections.report_rest()
    if search.found is not None:
        return search.found
    if not search.n_hands:
        others = "it has no valid hand"
        if search.n_others:
            others = f"it has {search.n_others:,} valid hand{'' if search.n_others == 1 else 's'} of hold'em"
        raise FormatError(f"no hand of seven-card stud in {source} ({others})")
    numbers = "1" if search.n_hands == 1 else f"1 to {search.n_hands:,}"
    raise FormatError(f"no stud hand {hand!r} in {source} (expected the number of one of its hands, or {numbers})")


def _seat(record: "HandRecord", wanted: str) -> int | None:
    from deluck.errors import RecordError

    if not wanted:
        return None
    if wanted in record.names:
        return record.names.index(wanted)
    numbers = [str(seat) for seat in range(record.n_seats)]
    if wanted in numbers:
        return numbers.index(wanted)
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(record.names))
    raise RecordError(f"no seat {wanted!r} in hand {record.hand_id!r} (expected one of: {seats})")


def as_values(reading: "HandReading", policy: str) -> dict[str, Any]:
    """Return a reading as plain values."""
    from deluck.beliefs.stud.description import story, verdict

    names = reading.record.names
    return {
        "hand_id": reading.record.hand_id,
        "players": list(names),
        "policy": policy,
        "doubt": reading.policy.doubt,
        "viewpoint": None if reading.viewpoint is None else names[reading.viewpoint],
        "verdict": verdict(reading),
        "story": story(reading),
        "actions": [_action_values(reading, each) for each in reading.actions],
        "stages": [_stage_values(reading, each) for each in reading.stages],
        "before_last_fold": None
        if reading.before_last_fold is None
        else _stage_values(reading, reading.before_last_fold),
        "impossible": [
            {"street": each.street + 3, "player": names[each.seat], "what": each.what} for each in reading.impossible
        ],
    }


def _action_values(reading: "HandReading", each: "ActionReading") -> dict[str, Any]:
    return {
        "street": each.street + 3,
        "seat": each.seat,
        "player": reading.record.names[each.seat],
        "action": each.action.label,
        "does": each.does,
        "probability": each.probability,
        "bits": each.bits,
        "bits_towards_truth": each.bits_true,
        "truth_before": each.truth_before,
        "truth_after": each.truth_after,
    }


def _stage_values(reading: "HandReading", stage: "StageReading") -> dict[str, Any]:
    measures = stage.measures
    return {
        "stage": stage.stage,
        "entropy": None if measures is None else measures.entropy,
        "divergence_cards_only": None if measures is None else measures.cards_only,
        "divergence_bets_read": None if measures is None else measures.bet_inferring,
        "uncertainty": stage.uncertainty,
        "uncertainty_cards_only": stage.uncertainty_cards_only,
        "seats": [_seat_values(reading, each) for each in stage.seats],
    }


def _seat_values(reading: "HandReading", each: "SeatReading") -> dict[str, Any]:
    from deluck.cards import format_cards
    from deluck.evaluator import Category

    return {
        "seat": each.seat,
        "player": reading.record.names[each.seat],
        "up": format_cards(each.up),
        "win": each.win,
        "win_cards_only": each.win_cards_only,
        "win_true": each.win_true,
        "downcards": [
            {"cards": format_cards(cards), "probability": probability}
            for cards, probability in each.downcards.likeliest(_MOST_WRITTEN)
        ],
        "downcards_entropy": each.downcards.entropy,
        "hand_types": dict(zip([category.label for category in Category], each.categories.tolist(), strict=True)),
        "held": None if each.held is None else format_cards(each.held),
        "truth": each.truth,
        "truth_cards_only": each.truth_cards_only,
    }


def _print(reading: "HandReading", policy: str) -> None:
    from deluck.beliefs.stud.description import last_of_street, story, verdict
    from deluck.records.descriptions import format_stakes

    record = reading.record
    number = f"Hand {shown_name(record.hand_id)}: " if record.hand_id else ""
    say(f"{number}limit seven-card stud, {record.n_seats} seats, {format_stakes(record)}")
    who = "Seen by the public"
    if reading.viewpoint is not None:
        who = f"Seen by {shown_name(record.names[reading.viewpoint])}, own cards known"
    doubt = f", with {reading.policy.doubt:.0%} of actions at random" if reading.policy.doubt else ""
    say(f"{who}; everybody is assumed to bet by the policy {policy}{doubt}", "")
    say(verdict(reading))
    for sentence in story(reading):
        say(f"- {sentence}")
    streets = sorted({each.street for each in reading.stages} | {each.street for each in reading.actions})
    for street in streets:
        say("", f"{_titled(record.rules.street_names[street])}")
        actions = [each for each in reading.actions if each.street == street]
        if actions:
            _print_actions(reading, actions)
        stage = last_of_street(reading, street)
        if stage is not None:
            _print_stage(reading, stage)
    for each in reading.impossible:
        name = shown_name(record.names[each.seat])
        say(
            f"Not read: {name}'s {each.what} on {record.rules.street_names[each.street]}, to which the model gives no "
            "chance"
        )


def _print_actions(reading: "HandReading", actions: "list[ActionReading]") -> None:
    from deluck.beliefs.stud.description import percent

    rows = []
    for each in actions:
        held = "–"
        if each.truth_before is not None and each.truth_after is not None:
            held = f"{percent(each.truth_before)} → {percent(each.truth_after)}"
        name = shown_name(reading.record.names[each.seat])
        rows.append((f"{name} {each.does}", f"{each.probability:.0%}", f"{each.bits:.2f}", held))
    print_table("What the betting revealed", ("action", "how likely", "bits", "actual cards"), rows, wraps=(0,))


def _print_stage(reading: "HandReading", stage: "StageReading") -> None:
    from deluck.beliefs.stud.description import heading, likeliest_types, percent
    from deluck.cards import format_cards

    say(f"{heading(stage)}: {_uncertainty(stage)}")
    for each in stage.seats:
        truth = "" if each.win_true is None else f", actual {each.win_true:.0%}"
        say(
            f"  {shown_name(reading.record.names[each.seat])}  {format_cards(each.up, symbols=True)}  "
            f"wins {each.win:.0%} (by the cards alone {each.win_cards_only:.0%}{truth})"
        )
        types = ", ".join(f"{name} {share:.0%}" for name, share in likeliest_types(each, _MOST_SHOWN))
        if each.seat == reading.viewpoint:
            say(f"    own cards   {format_cards(each.held or (), symbols=True)}")
        else:
            say(f"    down cards  {_likeliest(each)}")
        say(f"    final hand  {types}")
        if each.seat == reading.viewpoint:
            continue
        if each.held is not None and each.truth is not None and each.truth_cards_only is not None:
            shares = f"{percent(each.truth)} (by the cards alone {percent(each.truth_cards_only)})"
            say(f"    held        {format_cards(each.held, symbols=True)} {shares}")


def _likeliest(seat: "SeatReading") -> str:
    from deluck.beliefs.stud.description import percent
    from deluck.cards import format_cards

    likely = seat.downcards.likeliest(_MOST_SHOWN)
    if seat.downcards.is_uniform:
        return f"any, each {percent(likely[0][1])}: nothing was revealed"
    return ", ".join(f"{format_cards(cards, symbols=True)} {percent(share)}" for cards, share in likely)


def _uncertainty(stage: "StageReading") -> str:
    found = stage.measures
    if found is None:
        return f"the winner is uncertain by {stage.uncertainty:.2f} bits"
    if found.entropy < _NOTHING:
        return (
            "an observer who sees all cards knows who wins; "
            f"bets read miss {found.bet_inferring:.2f} bits of that, the cards alone {found.cards_only:.2f}"
        )
    return (
        f"the winner is uncertain by {found.entropy:.2f} bits even for an observer who sees all cards; "
        f"bets read miss {found.bet_inferring:.2f} bits more, the cards alone {found.cards_only:.2f}"
    )


def _titled(text: str) -> str:
    return text[0].upper() + text[1:]
