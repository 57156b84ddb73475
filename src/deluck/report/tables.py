"""The tables of the page: every number of an assessment that it shows, as rows of text."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.assessment import Assessment, Comparison, Summary
from deluck.assessment.summary import summarise
from deluck.estimators import ESTIMATORS
from deluck.report.words import (
    NOTHING,
    about,
    bets,
    bets_with_error,
    count,
    interval,
    plain,
    signed,
    times,
    with_error,
)
from deluck.statistics import QUANTILE_95

NAMES = {
    "money": "Money",
    "lfat": "LFAT",
    "money_minus_lfat": "Money − LFAT",
    "evat": "EVAT",
    "divat_aie": "DIVAT by all-in equity",
    "divat_roe": "DIVAT",
    "luck": "Luck",
    "seat_value": "Seat value",
    "dcash": "Dcash",
    "money_minus_dcash": "Money − Dcash",
    "duplicate_money": "Duplicate money",
    "duplicate_divat": "Duplicate DIVAT",
}
"""The estimators as a reader meets them."""

SAYS = {name: estimator.says for name, estimator in ESTIMATORS.items()} | {
    "duplicate_money": "money, mean of both games of a deal",
    "duplicate_divat": "DIVAT, mean of both games of a deal",
}
_SKILL = [name for name, estimator in ESTIMATORS.items() if estimator.measures_skill] + [
    "duplicate_money",
    "duplicate_divat",
]
_WHOLE_FROM = 10_000
"""Totals in small bets from here on are shown without decimals, so that three of them fit beside each other."""
SEAT_WORDS = {"P1": "big blind (P1)", "P2": "small blind (P2)"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, and what it means."""

    title: str
    means: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name, words that explain it, its cells, and how it is set off (``strong``, ``part``, ``faint``)."""

    name: str
    cells: tuple[str, ...]
    says: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; rows come in groups, each with a title or none."""

    key: str
    caption: str
    columns: tuple[Column, ...]
    groups: tuple[tuple[str, tuple[Row, ...]], ...]


_MOST_PLAYERS = 50
_THREE = ("money", "divat_roe", "luck")
_GAMES = Column("games", "how many games it rests on")
_THREE_COLUMNS = (_GAMES, Column("money, sb"), Column("decisions (DIVAT), sb"), Column("cards (luck), sb"))


def _rate_columns(assessment: Assessment) -> tuple[Column, Column, Column]:
    """Return the columns of a total, its mean and its rate per 100 games."""
    words = assessment.unit_words
    if assessment.per_100_unit == "sb/100":
        rate = "small bets per 100 games"
    else:
        rate = "big blinds per 100 games" + ("; one big blind is one small bet" if words == "small bets" else "")
    return (
        Column(f"total, {assessment.unit_name}", f"in {words}, with half the width of its 95% interval"),
        Column(assessment.unit, f"{words} a game, with half the width of its 95% interval"),
        Column(assessment.per_100_unit, rate),
    )


def split_table(assessment: Assessment) -> Table:
    """Return money as the sum of decisions and cards, over the hands that were assessed, and rake by itself.

    Where no hand was assessed, there is money alone.
    """
    rows: list[Row] = []
    n_games = assessment.n_hands
    caption = f"{assessment.viewpoint}'s money over {count(n_games, 'game')}"
    if assessment.n_assessed:
        terms = split_terms(assessment)
        rows = _split_rows(terms)
        n_games = terms["money"].n
        games = count(n_games, "game") if n_games == assessment.n_hands else count(n_games, "assessed game")
        pairs = f" ({count(n_games // 2, 'duplicate pair')})" if is_by_pairs(assessment) else ""
        caption = f"{assessment.viewpoint}'s money = decisions + cards, over {games}{pairs}"
    if not rows or n_games < assessment.n_hands:
        every = assessment.estimators["money"]
        rows.append(_split_row("Money, all games", every, "assessed or not, before rake", kind="faint" if rows else ""))
    if assessment.rake is not None:
        rows.append(_split_row("Rake paid", assessment.rake, "in none of the other lines", kind="faint"))
    return Table("split", caption, _rate_columns(assessment), (("", tuple(rows)),))


def split_terms(assessment: Assessment) -> dict[str, Summary]:
    """Return money, decisions, cards and the deals among them, over the same games, so that the first is their sum.

    As in the verdict, the games are those that were assessed, and where they come in duplicate pairs, those of whole
    pairs, the error reckoned from pairs: the two games of a pair are not independent.
    """
    kept = assessment.kept
    columns = {
        "money": np.where(kept.assessed, kept.money, np.nan),
        "decisions": kept.values("divat_roe"),
        "cards": kept.values("luck"),
        "deals": kept.values("luck") - kept.values("seat_value"),
    }
    return {name: _over_trials(name, values, assessment) for name, values in columns.items()}


def equation(terms: dict[str, Summary]) -> dict[str, str]:
    """Return money, decisions and cards as they stand in an equation: with equal decimals, and so that it adds up."""
    largest = max(abs(terms[name].total) for name in ("money", "decisions", "cards"))
    decimals = 2 if largest < 10 else 1 if largest < _WHOLE_FROM else 0
    money, decisions = (round(terms[name].total, decimals) for name in ("money", "decisions"))
    shown = {"money": money, "decisions": decisions, "cards": money - decisions}
    return {name: signed(value, decimals) for name, value in shown.items()}


def _over_trials(name: str, values: NDArray[np.float64], assessment: Assessment) -> Summary:
    """Return the summary of games, with the spread and the error of independent trials: games, or pairs of them."""
    if not is_by_pairs(assessment):
        return summarise(name, values)
    found = summarise(name, assessment.kept.by_pair(values))
    return Summary(name, 2 * found.n, 2 * found.total, found.mean, found.sd, found.stderr)


def is_by_pairs(assessment: Assessment) -> bool:
    """Return whether the trials are duplicate pairs."""
    return "duplicate_divat" in assessment.estimators


def _split_rows(terms: dict[str, Summary]) -> list[Row]:
    rows = [
        _split_row("Money won", terms["money"], "before rake"),
        _split_row(
            "= decisions", terms["decisions"], "played better or worse than the baseline (DIVAT)", kind="strong"
        ),
        _split_row("+ cards", terms["cards"], "what deals and seat were worth (luck)"),
    ]
    cards, deals = terms["cards"], terms["deals"]
    if deals.n:
        seat = cards.total - deals.total
        known = (bets(seat), signed(seat / cards.n), signed(100 * seat / cards.n, 1))
        rows.append(Row("of them the seat", known, "worth of the blinds; cancels as seats alternate", "part"))
        rows.append(_split_row("of them the deals", deals, "mean zero in the long run", kind="part"))
    return rows


def estimator_table(assessment: Assessment) -> Table:
    """Return every estimator with spread, interval, what its hands are worth and how many are needed."""
    columns = (
        Column("n", "values: games, or pairs of games for the duplicate ones"),
        Column(f"total, {assessment.unit_name}", "sum over all values"),
        Column(f"mean, {assessment.unit}"),
        Column("95% interval", "of the mean"),
        Column("SD", f"standard deviation of one value, in {assessment.unit_words}"),
        Column("worth", "as many times the hands, if one had only money to go by"),
        Column("hands needed", "games until a mean like this one would be told from zero, 19 times in 20"),
    )
    groups = []
    for title, names in (
        ("Estimates of skill: what the viewpoint would win in the long run", _SKILL),
        ("Other measures: what they are made of", [name for name in NAMES if name not in _SKILL]),
    ):
        rows = [
            _estimator_row(assessment.estimators[name], assessment.comparisons.get(name))
            for name in names
            if name in assessment.estimators
        ]
        if rows:
            groups.append((title, tuple(rows)))
    return Table("estimators", "Estimators, net to the viewpoint", columns, tuple(groups))


def street_table(assessment: Assessment) -> Table:
    """Return decisions and luck by street."""
    columns = (
        Column("games there", "games that got to this street"),
        Column("decisions (DIVAT), sb", "what the betting of this street was worth against the baseline's"),
        Column("cards (luck), sb", "what the deal of this street was worth"),
    )
    rows = [Row(name, _totals(found, ("divat_roe", "luck"))) for name, found in assessment.rounds.items() if found]
    return Table("streets", "By street: total, and for each game that got there", columns, (("", tuple(rows)),))


def seat_table(assessment: Assessment) -> Table:
    """Return money, decisions and cards by seat."""
    rows = [Row(SEAT_WORDS.get(seat, seat), _totals(found, _THREE)) for seat, found in assessment.seats.items()]
    return Table("seats", "By seat: total, and for each game", _THREE_COLUMNS, (("", tuple(rows)),))


def position_table(assessment: Assessment) -> Table:
    """Return money by position."""
    rows = [_money_row(name, found["money"]) for name, found in assessment.positions.items()]
    return Table("positions", "Money by position", (_GAMES, *_rate_columns(assessment)), (("", tuple(rows)),))


def player_table(assessment: Assessment) -> Table:
    """Return what every player of the hands won, those with the most hands first."""
    found = list(assessment.players_money.items())
    rows = [_money_row(name, summary) for name, summary in found[:_MOST_PLAYERS]]
    more = f", the {_MOST_PLAYERS} of {len(found):,} with the most games" if len(found) > _MOST_PLAYERS else ""
    return Table("players", f"Money of every player{more}", (_GAMES, *_rate_columns(assessment)), (("", tuple(rows)),))


def opponent_table(assessment: Assessment) -> Table:
    """Return money, decisions and cards by opponent."""
    rows = [Row(name, _totals(found, _THREE)) for name, found in assessment.opponents.items()]
    return Table("opponents", "By opponent: total, and for each game", _THREE_COLUMNS, (("", tuple(rows)),))


def duplicate_table(assessment: Assessment) -> Table:
    """Return the duplicate estimators beside the ordinary ones: the same games, so the spread can be compared."""
    columns = (
        Column("values"),
        Column(f"mean ± 95%, {assessment.unit}"),
        Column("SD", "standard deviation of one value; a pair's value is the mean of its two games"),
        Column("worth", "as many times the hands, game for game"),
    )
    rows = [
        Row(
            NAMES[name],
            (
                f"{found.n:,}",
                with_error(found.mean, QUANTILE_95 * found.stderr),
                plain(found.sd),
                _worth(assessment.comparisons.get(name)),
            ),
            SAYS[name],
        )
        for name in ("money", "divat_roe", "duplicate_money", "duplicate_divat")
        if (found := assessment.estimators.get(name)) is not None
    ]
    return Table("duplicates", "One game at a time, and both games of a deal together", columns, (("", tuple(rows)),))


def set_aside_table(assessment: Assessment) -> Table:
    """Return why hands were not assessed."""
    rows = tuple(Row(reason, (f"{n:,}",)) for reason, n in assessment.set_aside.items())
    return Table("set-aside", "Hands read but not assessed", (Column("hands"),), (("", rows),))


def _money_row(name: str, found: Summary) -> Row:
    row = _split_row(name, found, "")
    return Row(name, (f"{found.n:,}", *row.cells))


def _split_row(name: str, found: Summary, says: str, kind: str = "") -> Row:
    half_width = QUANTILE_95 * found.stderr
    cells = (
        bets_with_error(found.total, half_width * found.n),
        with_error(found.mean, half_width),
        with_error(100 * found.mean, 100 * half_width, 1),
    )
    return Row(name, cells, says, kind)


def _estimator_row(found: Summary, comparison: Comparison | None) -> Row:
    cells = (
        f"{found.n:,}",
        bets(found.total),
        signed(found.mean),
        interval(*found.ci95),
        plain(found.sd),
        _worth(comparison),
        NOTHING if comparison is None else about(comparison.hands_needed),
    )
    return Row(NAMES[found.name], cells, SAYS[found.name], "strong" if found.name == "divat_roe" else "")


def _worth(comparison: Comparison | None) -> str:
    return NOTHING if comparison is None else times(comparison.worth)


def _totals(found: dict[str, Summary], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return how many games some estimators rest on, and each one's total and, on a second line, its rate."""
    summaries = [found.get(name) for name in names]
    n = max((each.n for each in summaries if each is not None), default=0)
    return (f"{n:,}", *map(_total_and_rate, summaries))


def _total_and_rate(found: Summary | None) -> str:
    if found is None or not found.n:
        return NOTHING
    half_width = QUANTILE_95 * found.stderr
    return f"{bets_with_error(found.total, half_width * found.n)}\n{with_error(found.mean, half_width)}"
