"""``deluck stud read``: what the betting of a recorded stud hand said of the hidden cards, street by street."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.hand_search import HandSearch
from deluck.cli.output import print_json, print_table
from deluck.cli.rejections import Rejections
from deluck.files import check_output

if TYPE_CHECKING:
    from deluck.beliefs.stud.reading import ActionReading, HandReading, SeatReading, StageReading
    from deluck.records import HandRecord

EXAMPLE = "Example: deluck stud read hands.phh --hand 6 --html read.html"

_MOST_SHOWN = 3
_MOST_WRITTEN = 10  # down cards of a seat in JSON
_NOTHING = 0.005  # bits that are 0.00 when they are written


def read(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file of hands in any format, or - for stdin.")],
    *,
    hand: Annotated[
        str,
        typer.Option(
            help="The hand's number in the file; if no hand has it, the place of a stud hand, 1 for the first."
        ),
    ] = "",
    seat: Annotated[
        str, typer.Option(help="Who reads: a player's name, or a seat's number from 0; by default the public.")
    ] = "",
    policy: Annotated[
        str, typer.Option(help="How everybody is taken to bet: default, honest, tight, loose, aggressive or passive.")
    ] = "default",
    doubt: Annotated[
        float,
        typer.Option(help="How often anybody is taken to do just anything; 0 trusts the policy to the last call."),
    ] = 0.1,
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page with the distributions to this file, which may be a page of deluck's."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read a stud hand: what each bet said of the down cards, who was likely to win, and how near that was."""
    from dataclasses import replace

    from deluck.beliefs.stud import parse_policy
    from deluck.beliefs.stud.reading import read_hand

    if html is not None:
        check_output(html)
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
        typer.echo(f"{html} has the page.", err=True)
    if rejections.n:
        raise typer.Exit(1)


def _find(source: str, hand: str, rejections: Rejections) -> "HandRecord":
    from deluck.errors import FormatError
    from deluck.formats import Rejected, read_columns

    search = HandSearch(hand, game="stud7")
    for columns in read_columns(source):
        if isinstance(columns, Rejected):
            rejections.add(columns)
        else:
            search.look_through(columns)
    rejections.tell_rest()
    if search.found is not None:
        return search.found
    if not search.n_hands:
        others = "it has no sound hand"
        if search.n_others:
            others = f"it has {search.n_others:,} sound hand{'' if search.n_others == 1 else 's'} of hold'em"
        raise FormatError(f"no hand of seven-card stud in {source} ({others})")
    places = "1" if search.n_hands == 1 else f"1 to {search.n_hands:,}"
    raise FormatError(f"no stud hand {hand!r} in {source} (expected the number of one of its hands, or {places})")


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
    from deluck.beliefs.stud.telling import story, verdict

    names = reading.record.names
    return {
        "hand": reading.record.hand_id,
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
            {"street": each.street + 3, "name": names[each.seat], "what": each.what} for each in reading.impossible
        ],
    }


def _action_values(reading: "HandReading", each: "ActionReading") -> dict[str, Any]:
    return {
        "street": each.street + 3,
        "seat": each.seat,
        "name": reading.record.names[each.seat],
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
        "name": reading.record.names[each.seat],
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
    from deluck.beliefs.stud.telling import last_of_street, story, verdict
    from deluck.records.telling import format_stakes

    record = reading.record
    number = f"Hand {record.hand_id}: " if record.hand_id else ""
    typer.echo(f"{number}limit seven-card stud, {record.n_seats} seats, {format_stakes(record)}")
    who = (
        "The public reads" if reading.viewpoint is None else f"{record.names[reading.viewpoint]} reads, own cards known"
    )
    doubt = f", but {reading.policy.doubt:.0%} of the time just anyhow" if reading.policy.doubt else ""
    typer.echo(f"{who}; everybody is taken to bet by the policy {policy}{doubt}\n")
    typer.echo(verdict(reading))
    for sentence in story(reading):
        typer.echo(f"- {sentence}")
    streets = sorted({each.street for each in reading.stages} | {each.street for each in reading.actions})
    for street in streets:
        typer.echo(f"\n{_titled(record.rules.street_names[street])}")
        actions = [each for each in reading.actions if each.street == street]
        if actions:
            _print_actions(reading, actions)
        stage = last_of_street(reading, street)
        if stage is not None:
            _print_stage(reading, stage)
    for each in reading.impossible:
        name = record.names[each.seat]
        typer.echo(
            f"Not read: {name}'s {each.what} on {record.rules.street_names[each.street]}, to which the model gives no "
            "chance"
        )


def _print_actions(reading: "HandReading", actions: "list[ActionReading]") -> None:
    from deluck.beliefs.stud.telling import percent

    rows = []
    for each in actions:
        held = "–"
        if each.truth_before is not None and each.truth_after is not None:
            held = f"{percent(each.truth_before)} → {percent(each.truth_after)}"
        name = reading.record.names[each.seat]
        rows.append((f"{name} {each.does}", f"{each.probability:.0%}", f"{each.bits:.2f}", held))
    print_table("What the betting said", ("action", "how likely", "bits", "cards really held"), rows)


def _print_stage(reading: "HandReading", stage: "StageReading") -> None:
    from deluck.beliefs.stud.telling import heading, likeliest_types, percent
    from deluck.cards import format_cards

    typer.echo(f"{heading(stage)}: {_uncertainty(stage)}")
    for each in stage.seats:
        truth = "" if each.win_true is None else f", in truth {each.win_true:.0%}"
        typer.echo(
            f"  {reading.record.names[each.seat]}  {format_cards(each.up, symbols=True)}  "
            f"wins {each.win:.0%} (by the cards alone {each.win_cards_only:.0%}{truth})"
        )
        types = ", ".join(f"{name} {share:.0%}" for name, share in likeliest_types(each, _MOST_SHOWN))
        if each.seat == reading.viewpoint:
            typer.echo(f"    own cards   {format_cards(each.held or (), symbols=True)}")
        else:
            typer.echo(f"    down cards  {_likeliest(each)}")
        typer.echo(f"    final hand  {types}")
        if each.seat == reading.viewpoint:
            continue
        if each.held is not None and each.truth is not None and each.truth_cards_only is not None:
            shares = f"{percent(each.truth)} (by the cards alone {percent(each.truth_cards_only)})"
            typer.echo(f"    truly held  {format_cards(each.held, symbols=True)} {shares}")


def _likeliest(seat: "SeatReading") -> str:
    from deluck.beliefs.stud.telling import percent
    from deluck.cards import format_cards

    likely = seat.downcards.likeliest(_MOST_SHOWN)
    if seat.downcards.is_even:
        return f"any, each {percent(likely[0][1])}: nothing was said"
    return ", ".join(f"{format_cards(cards, symbols=True)} {percent(share)}" for cards, share in likely)


def _uncertainty(stage: "StageReading") -> str:
    found = stage.measures
    if found is None:
        return f"who wins is uncertain by {stage.uncertainty:.2f} bits"
    if found.entropy < _NOTHING:
        return (
            "one who sees all cards knows who wins;\n"
            f"  the bets read miss {found.bet_inferring:.2f} bits of that, the cards alone {found.cards_only:.2f}"
        )
    return (
        f"who wins is uncertain by {found.entropy:.2f} bits even to one who sees all cards;\n"
        f"  the bets read miss {found.bet_inferring:.2f} bits more, the cards alone {found.cards_only:.2f}"
    )


def _titled(text: str) -> str:
    return text[0].upper() + text[1:]
