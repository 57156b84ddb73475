"""The page of a stud hand that was read: distributions, chances and entropy, in one self-contained HTML file."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from deluck.beliefs.stud.description import heading, last_of_street, likeliest_ranks, percent, story, verdict, when
from deluck.beliefs.stud.reading import ActionReading, HandReading, SeatReading, StageReading, hand_of
from deluck.evaluator import describe, strength
from deluck.files import replacing
from deluck.games import StudState
from deluck.records import replay
from deluck.records.descriptions import format_money, format_stakes
from deluck.report.drawing import draw
from deluck.report.figures_stud import entropy_chart, win_chart
from deluck.report.hands import ShownCard, show_cards
from deluck.report.interactive import figure, plotly_source
from deluck.report.page import template_environment, template_text
from deluck.report.stud_drawing import draw_hand_types, highest_bar
from deluck.report.words import count, listed
from deluck.version import __version__

_MOST_RANKS = 6
_MOST_CARDS = 4
_N_COLOURS = 8


@dataclass(frozen=True, slots=True)
class ShownAction:
    """An action as the page shows it: its bits, and the length of their bar relative to the longest."""

    name: str
    colour: str
    does: str
    probability: str
    bits: float
    length: float
    before: str
    after: str
    is_towards: bool | None


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat on a street."""

    name: str
    colour: str
    is_reader: bool
    up: tuple[ShownCard, ...]
    held: tuple[ShownCard, ...]
    win: str
    win_cards_only: str
    win_true: str
    drawing: Markup
    is_uniform: bool
    ranks: tuple[tuple[str, str, float], ...]
    likeliest: tuple[tuple[tuple[ShownCard, ...], str], ...]
    truth: str
    truth_cards_only: str


@dataclass(frozen=True, slots=True)
class ShownStreet:
    """A street: its actions, and the beliefs after them."""

    name: str
    heading: str
    uncertainty: str
    actions: tuple[ShownAction, ...]
    seats: tuple[ShownSeat, ...]

    @property
    def has_truth(self) -> bool:
        """Whether anybody's cards are known."""
        return any(seat.held for seat in self.seats)


def write_reading(reading: HandReading, path: str | Path, *, policy: str = "default") -> None:
    """Write the page of a hand that was read, whole or not at all.

    Parameters
    ----------
    reading
        The hand and its beliefs.
    path
        The file; an existing one is replaced.
    policy
        The name of the policy that everybody was assumed to bet by.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    with replacing(path) as file:
        file.write(reading_html(reading, policy=policy).encode("utf-8", errors="replace"))


def reading_html(reading: HandReading, *, policy: str = "default") -> str:
    """Return the page of a hand that was read: HTML with styles, scripts and data in it."""
    record = reading.record
    drawn = (win_chart(reading), entropy_chart(reading)) if len(reading.stages) > 1 else ()
    charts = {chart.key: chart for chart in drawn}
    return (
        template_environment()
        .get_template("stud.html")
        .render(
            title=f"Hand {record.hand_id}" if record.hand_id else "A stud hand",
            players=listed([name for seat, name in enumerate(record.names) if _stayed(reading, seat)]),
            stakes=f"{count(record.n_seats, 'player')}, {format_stakes(record)}",
            verdict=verdict(reading),
            story=story(reading),
            reader=None if reading.viewpoint is None else record.names[reading.viewpoint],
            policy=policy,
            doubt=f"{reading.policy.doubt:.0%}",
            impossible=[
                f"{record.names[each.seat]}'s {each.what} on {record.rules.street_names[each.street]}"
                for each in reading.impossible
            ],
            streets=_streets(reading),
            result=_result(reading),
            charts=charts,
            drawings={key: Markup(draw(chart)) for key, chart in charts.items()},
            figures=[figure(chart) for chart in charts.values()],
            style=Markup(template_text("report.css") + template_text("stud.css")),
            script=Markup(template_text("report.js")),
            plotly=Markup(plotly_source()) if charts else "",
            version=__version__,
        )
    )


def _stayed(reading: HandReading, seat: int) -> bool:
    return any(each.seat == seat for each in reading.last.seats)


def _streets(reading: HandReading) -> list[ShownStreet]:
    longest = max((each.bits for each in reading.actions), default=0.0) or 1.0
    shown = []
    for street, name in enumerate(reading.record.rules.street_names):
        actions = tuple([_action(reading, each, longest) for each in reading.actions if each.street == street])
        stage = last_of_street(reading, street)
        if stage is None:
            continue
        shown.append(
            ShownStreet(
                name[0].upper() + name[1:], heading(stage), _uncertainty(stage), actions, _seats(reading, stage)
            )
        )
    return shown


def _action(reading: HandReading, each: ActionReading, longest: float) -> ShownAction:
    known = each.truth_before is not None and each.truth_after is not None
    towards = None if each.bits_true is None or abs(each.bits_true) < 0.005 else each.bits_true > 0
    if known and each.truth_before and not each.truth_after:
        towards = False
    return ShownAction(
        reading.record.names[each.seat],
        _colour(each.seat),
        each.does,
        f"{each.probability:.0%}",
        each.bits,
        100 * each.bits / longest,
        _percent(each.truth_before) if known else "",
        _percent(each.truth_after) if known else "",
        towards,
    )


def _seats(reading: HandReading, stage: StageReading) -> tuple[ShownSeat, ...]:
    highest = highest_bar(*(part for each in stage.seats for part in (each.hand_types, each.hand_types_cards_only)))
    return tuple([_seat(reading, stage, each, highest) for each in stage.seats])


def _seat(reading: HandReading, stage: StageReading, each: SeatReading, highest: float) -> ShownSeat:
    name = reading.record.names[each.seat]
    groups = likeliest_ranks(each.downcards, _MOST_RANKS)
    longest = groups[0][1]
    drawn = draw_hand_types(
        each.hand_types,
        each.hand_types_cards_only,
        each.hand_types_true,
        colour=_colour(each.seat),
        highest=highest,
        sentence=f"How likely each final hand of {name} is {when(stage)}, from high card to straight flush.",
    )
    return ShownSeat(
        name,
        _colour(each.seat),
        each.seat == reading.viewpoint,
        tuple(show_cards(each.up)),
        tuple(show_cards(each.held or ())),
        f"{each.win:.0%}",
        f"{each.win_cards_only:.0%}",
        "" if each.win_true is None else f"{each.win_true:.0%}",
        Markup(drawn),
        each.downcards.is_uniform,
        tuple([(ranks, _percent(share), 100 * share / longest) for ranks, share in groups]),
        tuple([(tuple(show_cards(cards)), _percent(share)) for cards, share in each.downcards.likeliest(_MOST_CARDS)]),
        _percent(each.truth),
        _percent(each.truth_cards_only),
    )


def _uncertainty(stage: StageReading) -> str:
    found = stage.measures
    if found is None:
        return f"The winner is uncertain by {stage.uncertainty:.2f} bits for the observer."
    if found.entropy < 0.005:
        return (
            "An observer who sees all cards knows who wins. Of that, the beliefs with bets read miss "
            f"{found.bet_inferring:.2f} bits, the cards alone {found.cards_only:.2f}."
        )
    return (
        f"The winner is uncertain by {found.entropy:.2f} bits for an observer who sees all cards. The beliefs with "
        f"bets read miss {found.bet_inferring:.2f} bits more, the cards alone {found.cards_only:.2f}."
    )


def _result(reading: HandReading) -> list[str]:
    """Return how the hand ended: what was shown down, if it was, and who won."""
    record = reading.record
    final = replay(record)
    assert isinstance(final, StudState)
    sentences = []
    for seat, gone in enumerate(final.folded):
        cards = [card for card in (*hand_of(record, final, seat), *final.board) if card is not None]
        if final.has_showdown and not gone and len(cards) == 7:
            sentences.append(f"{record.names[seat]}: {describe(strength(cards))}.")
    winners = [seat for seat, paid in enumerate(record.payoffs) if paid > 0]
    sentences += [f"{record.names[seat]} won {format_money(record, record.payoffs[seat])}." for seat in winners]
    return sentences


def _colour(seat: int) -> str:
    return f"seat-{seat % _N_COLOURS}"


def _percent(share: float | None) -> str:
    return "" if share is None else percent(share)
