"""The charts of an assessment: the match, its streets, the running slope and the duplicate pairs.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, Figures 1 to 14: lines of the running total,
guide curves of one and two standard deviations, each street's own line.
"""

from collections.abc import Iterable

import numpy as np

from deluck.assessment import Assessment, Line, Split
from deluck.assessment.verdict import FEW_VALUES
from deluck.estimators import ColumnSpec, estimator_columns, find_column
from deluck.estimators.registry import PAIR_COLUMNS
from deluck.games import STREET_NAMES
from deluck.report.charts import Chart, Series
from deluck.report.words import bets, count, listed, signed, with_error
from deluck.statistics import QUANTILE_95

_GUIDE_POINTS = 120
_FEWEST_FOR_SLOPE = 200  # a window of 100 that cannot run is no learning curve


def match_chart(assessment: Assessment) -> Chart | None:
    """Return the running totals of the match with the guide curves of money and skill; None without a hand."""
    series: list[Series] = []
    ends = []
    skill_name = _skill(assessment)
    is_sum = assessment.split is not None and has_prices(assessment.split)  # as the paper draws its figures
    guided = ("money", skill_name) if is_sum else ("money",)
    for spec in _drawn(assessment, estimator_columns(), skill_name):
        line = assessment.line(spec.name)
        is_skill = spec.name == skill_name
        colour, width = ("divat", max(spec.line_width, 2.4)) if is_skill else (spec.colour, spec.line_width)
        if spec.name in guided:
            series += guides_of(line, colour, spec.name)
        series.append(series_of(spec.label, line, colour, width=width, group=spec.name, with_band=is_skill))
        ends.append(f"{spec.label} {bets(float(line.total[-1]))} {assessment.unit_name}")
    if not ends:
        return None
    n_hands = int(max(each.hands[-1] for each in series))
    sentence = f"Running totals for {assessment.viewpoint} after {count(n_hands, 'game')}: {listed(ends[::-1])}."
    skill = assessment.estimators.get(skill_name)
    # No more than the verdict claims: not from few games, nor from some of them, nor where it goes by pairs.
    has_doubts = assessment.n_both or assessment.pairs is not None
    if skill is not None and FEW_VALUES <= skill.n == assessment.n_hands and not has_doubts:
        where = "outside" if skill.excludes_zero else "inside"
        label = find_column(skill_name).label
        sentence += f" The {label} line ends {where} what chance alone would allow 19 times in 20."
    return Chart("match", "The match", sentence, "games", assessment.unit_words, tuple(series))


def has_prices(split: Split) -> bool:
    """Return whether the estimate of skill is the sum of prices, street by street, as in heads-up limit."""
    return find_column(split.skill).by_street


def _skill(assessment: Assessment) -> str:
    """Return the estimate of skill that is drawn with its band: that of the split, or the one that leads, or none."""
    if assessment.split is not None:
        return assessment.split.skill
    return "" if assessment.lead == "money" else assessment.lead


def _drawn(assessment: Assessment, specs: Iterable[ColumnSpec], skill: str = "") -> list[ColumnSpec]:
    """Return the columns that have a line, the one that matters most last, so that it is drawn over the others.

    One that says no more than money, as all-in EV does where nobody was all-in, has none.
    """
    found = assessment.estimators
    has_values = [spec for spec in specs if spec.name in found and found[spec.name].n]
    some = [spec for spec in has_values if spec.name == skill or (spec.line_width and not _is_money(assessment, spec))]
    return sorted(some, key=lambda spec: (spec.name == skill, spec.line_width, spec.rank))


def _is_money(assessment: Assessment, spec: ColumnSpec) -> bool:
    money, summary = assessment.estimators["money"], assessment.estimators[spec.name]
    return spec.name == "all_in_ev" and (summary.total, summary.sd) == (money.total, money.sd)


def street_chart(assessment: Assessment, name: str, key: str, title: str) -> Chart | None:
    """Return each street's own running total of skill or luck; None where nothing was assessed."""
    series = [
        series_of(street, assessment.line(name, round=street), street, width=2.0, group=street)
        for street in STREET_NAMES
        if name in assessment.rounds.get(street, ())
    ]
    if not series:
        return None
    ends = [f"{each.name} {bets(float(each.values[-1]))}" for each in series]
    words = assessment.unit_words
    return Chart(key, title, f"{title}, in {words}: {listed(ends)}.", "games", words, tuple(series))


def slope_chart(assessment: Assessment) -> Chart | None:
    """Return the running mean of the estimate of skill with its 95% band; None where there are too few hands."""
    name = _skill(assessment)
    if not name or name not in assessment.estimators or assessment.estimators[name].n < _FEWEST_FOR_SLOPE:
        return None
    spec = find_column(name)
    slope = assessment.slope(spec.name)
    hands = slope.hands.astype(np.float64)
    half = QUANTILE_95 * slope.stderr
    series = Series(
        f"{spec.label}, mean of the last {slope.window:,} games",
        hands,
        slope.mean,
        "divat",
        2.4,
        low=slope.mean - half,
        high=slope.mean + half,
    )
    first, last = (with_error(float(slope.mean[index]), float(half[index])) for index in (0, -1))
    sentence = (
        f"{spec.label} over the last {slope.window:,} games, as the match went on: {first} {assessment.unit} in the "
        f"first such window, {last} in the last."
    )
    games = "games" if assessment.estimators[name].n == assessment.n_hands else "assessed games"
    return Chart("slope", "Learning curve", sentence, games, assessment.unit, (series,))


def waterfall_chart(assessment: Assessment) -> Chart | None:
    """Return money, each kind of luck that is taken out of it, and the skill that is left; None where money leads."""
    found = assessment.waterfall
    if found is None or not found.money.n:
        return None
    rate = 100 / found.money.n
    left = rate * np.cumsum([found.money.total, *(-step.luck.total for step in found.steps)])
    label = find_column(found.estimator).label
    names = ["money", *(step.name for step in found.steps), label]
    last, half = len(names) - 1, 100 * QUANTILE_95 * found.estimate.stderr
    end = left[-1:]
    has_interval = np.isfinite(half)
    series = (
        Series("money", np.zeros(1), left[:1], "money", 8.0, is_bar=True),
        Series("luck", np.arange(1.0, last), left[1:], "adjusted", 8.0, is_bar=True, base=left[:-1]),
        Series(
            f"{label}, with its 95% interval" if has_interval else label,
            np.array([float(last)]),
            end,
            "divat",
            8.0,
            is_bar=True,
            low=end - half if has_interval else None,
            high=end + half if has_interval else None,
        ),
    )
    steps = [f"{step.name} {signed(rate * step.luck.total, 1)}" for step in found.steps]
    sentence = (
        f"From money to skill over {count(found.money.n, 'game')}, in {assessment.per_100_unit}: money "
        f"{signed(left[0], 1)}; luck of {listed(steps)}; what is left is {with_error(left[-1], half, 1)} ({label})."
    )
    ticks = tuple((float(index), name) for index, name in enumerate(names))
    unit = assessment.per_100_unit
    return Chart("waterfall", "From money to skill", sentence, "", unit, series, ticks)


def duplicate_chart(assessment: Assessment) -> Chart | None:
    """Return the running totals of the duplicate averages with their guide curves; None where there are no pairs."""
    found = _drawn(assessment, PAIR_COLUMNS)
    if not found:
        return None
    series: list[Series] = []
    ends = []
    for spec in found:
        line = assessment.line(spec.name)
        series += guides_of(line, spec.colour, spec.name)
        series.append(series_of(spec.label, line, spec.colour, width=spec.line_width, group=spec.name))
        ends.append(f"{spec.label} {bets(float(line.total[-1]))}")
    n_pairs = int(series[-1].hands[-1])
    sentence = f"Running totals of the mean of both games of a deal, after {count(n_pairs, 'deal')}: {listed(ends)} "
    sentence += f"{assessment.unit_name}."
    return Chart("duplicates", "Both games of a deal together", sentence, "deals", assessment.unit_words, tuple(series))


def all_charts(assessment: Assessment) -> dict[str, Chart]:
    """Return every chart there is something to draw for, by its key."""
    charts: Iterable[Chart | None] = (
        match_chart(assessment),
        *_street_charts(assessment),
        slope_chart(assessment),
        duplicate_chart(assessment),
    )
    return {chart.key: chart for chart in charts if chart is not None}


def _street_charts(assessment: Assessment) -> list[Chart | None]:
    name = _skill(assessment)
    if not name or not find_column(name).rest:
        return []
    skill, luck = find_column(name), find_column(find_column(name).rest)
    titles = ((skill, "skill-streets", f"Decisions ({skill.label}) by street"), (luck, "luck-streets", luck.label))
    return [
        street_chart(assessment, spec.name, key, title if spec is skill else f"{title} by street")
        for spec, key, title in titles
        if spec.by_street
    ]


def series_of(name: str, line: Line, colour: str, *, width: float, group: str = "", with_band: bool = False) -> Series:
    """Return a running total from nothing on, with the 95% band of its end's true value if wanted."""
    hands = np.concatenate([[0.0], line.hand_numbers.astype(np.float64)])
    total = np.concatenate([[0.0], line.total])
    has_band = with_band and len(line) > 1 and bool(np.isfinite(line.sd).all())
    half = QUANTILE_95 * np.concatenate([[0.0], line.sd]) if has_band else None
    low, high = (None, None) if half is None else (total - half, total + half)
    return Series(name, hands, total, colour, width, low=low, high=high, group=group)


def guides_of(line: Line, colour: str, group: str) -> list[Series]:
    """Return the curves at plus and minus one and two standard deviations of a total whose mean is zero."""
    if not len(line) or not np.isfinite(line.sd[-1]):
        return []
    last = float(line.hand_numbers[-1])
    hands = last * np.linspace(0.0, 1.0, _GUIDE_POINTS) ** 2  # closer where the curve bends
    one = float(line.sd[-1]) * np.sqrt(hands / last)
    return [
        Series("", hands, factor * one, colour, 1.0, "dot" if abs(factor) == 1 else "dash", is_guide=True, group=group)
        for factor in (-2, -1, 1, 2)
    ]
