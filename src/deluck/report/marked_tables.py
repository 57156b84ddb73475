"""Tables with a drawing in each row: the steps from money to skill, and groups of hands with their intervals."""

from collections.abc import Mapping

from deluck.assessment import Assessment, Summary
from deluck.assessment.verdict import FEW_VALUES
from deluck.assessment.waterfall import ALL_IN, HOLE_CARDS, SEAT
from deluck.estimators import find_column
from deluck.report.tables import GAMES, Column, Mark, Row, Table
from deluck.report.words import NOTHING, bets, count, signed, with_error
from deluck.statistics import QUANTILE_95

_MOST_ROWS = 30
_STEP_WORDS = {
    ALL_IN: ("Luck of all-ins", "cards dealt when no betting was left"),
    "flop": ("Luck of the flop", ""),
    "turn": ("Luck of the turn", ""),
    "river": ("Luck of the river", ""),
    HOLE_CARDS: ("Luck of the hole cards", "against what the seat is usually dealt"),
    SEAT: ("The seat", "worth of the blinds; cancels as seats alternate"),
    "luck": ("Luck", ""),
}


class _Scale:
    """From values to percent of the width of a row's drawing; zero is always within it."""

    def __init__(self, values: list[float]) -> None:
        self._low, high = min([0.0, *values]), max([0.0, *values])
        room = 0.03 * (high - self._low) or 1.0
        self._low -= room
        self._width = high + room - self._low

    def __call__(self, value: float) -> float:
        return round(100 * (value - self._low) / self._width, 2)

    def span(self, one: float, other: float) -> tuple[float, float]:
        """Return where a bar between two values starts, and its width."""
        start, end = sorted((self(one), self(other)))
        return start, round(end - start, 2)


def waterfall_table(assessment: Assessment) -> Table | None:
    """Return the steps from money to the estimate of skill: each kind of luck, and what is left without it.

    What is shown adds up as it is shown: a step is the difference of what was left before and after it.
    """
    found = assessment.waterfall
    if found is None:
        return None
    n, unit = found.money.n, assessment.per_100_unit
    left = [found.money.total]
    for step in found.steps:
        left.append(left[-1] - step.luck.total)
    rates = [100 * total / n for total in left]
    half = 100 * QUANTILE_95 * found.estimate.stderr
    scale = _Scale([*rates, rates[-1] - half, rates[-1] + half] if found.n_trials > 1 else rates)
    zero = scale(0.0)
    rows = [
        Row(
            "Money won",
            (bets(left[0]), _rate(found.money), signed(rates[0], 1)),
            "before rake",
            "strong",
            Mark(zero, "money", bar=scale.span(0.0, rates[0])),
        )
    ]
    for number, step in enumerate(found.steps):
        name, says = _STEP_WORDS.get(step.name, (step.name, ""))
        shown = round(rates[number], 1) - round(rates[number + 1], 1)
        error = 100 * QUANTILE_95 * step.luck.stderr
        cells = (bets(step.luck.total), with_error(shown, error, 1), signed(rates[number + 1], 1))
        bar = scale.span(rates[number], rates[number + 1])
        rows.append(Row(name, cells, says, "part", Mark(zero, "adjusted", bar=bar)))
    spec = find_column(found.estimator)
    interval = scale.span(rates[-1] - half, rates[-1] + half) if found.n_trials > 1 else None
    seat = "what is left: the estimate of skill" + (", the seat's value included" if found.keeps_seat else "")
    rows.append(
        Row(
            f"Skill ({spec.label})",
            (bets(found.estimate.total), _rate(found.estimate), signed(rates[-1], 1)),
            seat,
            "strong",
            Mark(zero, "divat", bar=scale.span(0.0, rates[-1]), interval=interval),
        )
    )
    if assessment.rake is not None:
        rake = assessment.rake
        rows.append(Row("Rake paid", (bets(rake.total), _rate(rake), NOTHING), "in none of the other lines", "faint"))
    pairs = f" ({count(found.n_trials, 'duplicate pair')})" if found.trials == "pair" else ""
    columns = (
        Column(f"total, {assessment.unit_name}", f"in {assessment.unit_words}", is_extra=True),
        Column(f"{unit} ± 95%", "per 100 games, with half the width of its 95% interval"),
        Column(f"left, {unit}", "what is left of the money without this luck and that above"),
    )
    caption = f"{assessment.viewpoint}'s money less luck is skill, over {count(n, 'game')}{pairs}"
    return Table("waterfall", caption, columns, (("", tuple(rows)),), mark="from money to skill")


def group_table(
    assessment: Assessment, key: str, caption: str, groups: Mapping[str, Mapping[str, Summary]]
) -> Table | None:
    """Return money and the estimate of skill per 100 games by group of hands, with intervals; None without a group."""
    if not groups:
        return None
    shown = list(groups.items())[:_MOST_ROWS]
    lead, unit = assessment.lead, assessment.per_100_unit
    names = ["money"] if lead == "money" else ["money", lead]
    drawn = names[-1]
    known = [found[drawn] for _, found in shown if drawn in found and found[drawn].n >= FEW_VALUES]
    ends = [100 * end for summary in known for end in summary.ci95]
    scale = _Scale(ends)
    colour = "money" if lead == "money" else "divat"
    rows = []
    for name, found in shown:
        cells = tuple(_rate(found[each]) if each in found else NOTHING for each in names)
        summary = found.get(drawn)
        n = max(each.n for each in found.values())
        mark = Mark(scale(0.0), colour)
        if summary is not None and summary.n >= FEW_VALUES:
            low, high = (100 * end for end in summary.ci95)
            mark = Mark(scale(0.0), colour, interval=scale.span(low, high), point=scale(100 * summary.mean))
        rows.append(Row(name, (f"{n:,}", *cells), kind="faint" if n < FEW_VALUES else "", mark=mark))
    more = f", the {_MOST_ROWS} of {len(groups):,} with the most games" if len(groups) > _MOST_ROWS else ""
    columns = (GAMES, *(Column(f"{find_column(name).label}, {unit} ± 95%") for name in names))
    return Table(key, f"{caption}{more}", columns, (("", tuple(rows)),), mark=f"95% interval of {_label(drawn)}")


def group_tables(assessment: Assessment) -> tuple[Table, ...]:
    """Return the tables of groups of hands: by position, stacks, number of players and opponents, where there are."""
    label = _label(assessment.lead)
    what = "Money" if assessment.lead == "money" else f"Money and {label}"
    found = (
        ("positions", f"{what} by position", {} if assessment.seats else assessment.positions),
        ("depths", f"{what} by effective stack, in big blinds", assessment.depths),
        ("sizes", f"{what} by number of players dealt in", assessment.table_sizes),
        ("tablemates", f"{what} by opponent, over the games in which it was dealt in", assessment.tablemates),
    )
    tables = (group_table(assessment, key, caption, groups) for key, caption, groups in found if len(groups) > 1)
    return tuple(table for table in tables if table is not None)


def of_one_kind(assessment: Assessment) -> tuple[str, ...]:
    """Return what all hands have alike, where there is one group only: ``6 players``."""
    found = []
    for groups, words in ((assessment.table_sizes, "{} dealt in"), (assessment.depths, "effective stacks of {}")):
        found += [words.format(name) for name, each in groups.items() if each["money"].n == assessment.n_hands]
    return tuple(found)


def _label(name: str) -> str:
    return find_column(name).label


def _rate(found: Summary) -> str:
    if not found.n:
        return NOTHING
    return with_error(100 * found.mean, 100 * QUANTILE_95 * found.stderr, 1)
