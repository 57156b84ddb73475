"""The tables of the page: every number of an assessment that it shows, as rows of text."""

from dataclasses import dataclass

from deluck.assessment import Assessment, Comparison, Summary
from deluck.estimators import find_column
from deluck.formats.contents import NO_SITE
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

_WHOLE_FROM = 10_000
"""Totals in small bets from here on are shown without decimals, so that three of them fit beside each other."""
SEAT_WORDS = {"P1": "big blind (P1)", "P2": "small blind (P2)"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, what it means, and whether narrow screens do without it."""

    title: str
    means: str = ""
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What is drawn in a row, in percent of the width: where zero is, a bar or an interval (start, width), a point."""

    zero: float
    colour: str
    bar: tuple[float, float] | None = None
    interval: tuple[float, float] | None = None
    point: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name, cells, words that explain it, how it is set off (``strong``, ``part``, ``faint``), its mark."""

    name: str
    cells: tuple[str, ...]
    says: str = ""
    kind: str = ""
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; rows come in groups, each with a title or none; and what its marks are, if it has any."""

    key: str
    caption: str
    columns: tuple[Column, ...]
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    mark: str = ""


_MOST_PLAYERS = 50
_MOST_CONTENTS = 40
GAMES = Column("games", "how many games it rests on")


def _parts(assessment: Assessment) -> tuple[str, ...]:
    """Return the estimators that groups of hands are shown by: money, and what it is made of where that is known."""
    if assessment.split is not None:
        return "money", assessment.split.skill, assessment.split.luck
    rest = find_column(assessment.lead).rest
    return ("money", assessment.lead, rest) if rest else ("money",)


def _part_columns(assessment: Assessment) -> tuple[Column, ...]:
    """Return a column for each of them."""
    unit = assessment.unit_name
    specs = [find_column(name) for name in _parts(assessment)]
    return (GAMES, *(Column(f"{spec.label}, {unit}", spec.meaning) for spec in specs))


def _rate_columns(assessment: Assessment) -> tuple[Column, Column, Column]:
    """Return the columns of a total, its mean and its rate per 100 games."""
    words = assessment.unit_words
    if assessment.per_100_unit == "sb/100":
        rate = "small bets per 100 games"
    else:
        rate = "big blinds per 100 games" + ("; one big blind is one small bet" if words == "small bets" else "")
    return (
        Column(f"total, {assessment.unit_name}", f"in {words}, with half the width of its 95% interval"),
        Column(assessment.unit, f"{words} per game, with half the width of its 95% interval", is_extra=True),
        Column(assessment.per_100_unit, rate),
    )


def split_table(assessment: Assessment) -> Table:
    """Return money as the sum of decisions and cards, over the hands that have both, and rake by itself.

    Money over all hands leads; where only a part of them can be split, that part is named.
    """
    split, n_hands = assessment.split, assessment.n_hands
    groups: list[tuple[str, tuple[Row, ...]]] = []
    caption = f"{assessment.viewpoint}'s money over {count(n_hands, 'game')}"
    every = [_split_row("Money, all games", assessment.estimators["money"], "before rake")]
    if assessment.rake is not None:
        every.append(_split_row("Rake paid", assessment.rake, "in none of the other lines", kind="faint"))
    if split is None:
        return Table("split", caption, _rate_columns(assessment), (("", tuple(every)),))
    n_games = split.terms["money"].n
    pairs = f" ({count(split.n_trials, 'duplicate pair')})" if split.trials == "pair" else ""
    rows = tuple(_split_rows(split.terms))
    if split.is_part:
        groups = [("", tuple(every)), (f"A part only: {count(n_games, 'game')} that could be assessed{pairs}", rows)]
    else:
        caption = f"{assessment.viewpoint}'s money = decisions + cards, over {count(n_games, 'game')}{pairs}"
        groups = [("", (*rows, *every[1:])) if n_games == n_hands else ("", (*rows, *every))]
    return Table("split", caption, _rate_columns(assessment), tuple(groups))


def equation(terms: dict[str, Summary]) -> dict[str, str]:
    """Return money, decisions and cards as they stand in an equation: with equal decimals, and so that it adds up."""
    largest = max(abs(terms[name].total) for name in ("money", "decisions", "cards"))
    decimals = 2 if largest < 10 else 1 if largest < _WHOLE_FROM else 0
    money, decisions = (round(terms[name].total, decimals) for name in ("money", "decisions"))
    shown = {"money": money, "decisions": decisions, "cards": money - decisions}
    return {name: signed(value, decimals) for name, value in shown.items()}


def _split_rows(terms: dict[str, Summary]) -> list[Row]:
    rows = [
        _split_row("Money won", terms["money"], "before rake"),
        _split_row("= decisions", terms["decisions"], "of both players, net (DIVAT)", kind="strong"),
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
        Column(f"total, {assessment.unit_name}", "sum over all values", is_extra=True),
        Column(f"mean, {assessment.unit}"),
        Column("95% interval", "of the mean"),
        Column("SD", f"standard deviation of one value, in {assessment.unit_words}"),
        Column("worth", "as many times the hands, if one had only money to go by"),
        Column(
            "hands needed",
            "games for 80% power: four times in five a mean like this differs from zero",
            is_extra=True,
        ),
    )
    groups = []
    for title, is_skill in (
        ("Estimates of skill: what the viewpoint would win in the long run", True),
        ("Other measures: what they are made of", False),
    ):
        rows = [
            _estimator_row(found, assessment.comparisons.get(name), kind="strong" if name == assessment.lead else "")
            for name, found in assessment.estimators.items()
            if find_column(name).measures_skill == is_skill
        ]
        if rows:
            groups.append((title, tuple(rows)))
    return Table("estimators", "Estimators, net to the viewpoint", columns, tuple(groups))


def street_table(assessment: Assessment) -> Table:
    """Return decisions and luck by street."""
    names = tuple(name for name in _parts(assessment)[1:] if find_column(name).by_street)
    specs = [find_column(name) for name in names]
    unit = assessment.unit_name
    columns = (
        Column("games there", "games that got to this street"),
        *(Column(f"{spec.label}, {unit}", spec.meaning) for spec in specs),
    )
    rows = [Row(name, _totals(found, names)) for name, found in assessment.rounds.items() if set(names) & set(found)]
    return Table("streets", "By street: total, and for each game that got there", columns, (("", tuple(rows)),))


def seat_table(assessment: Assessment) -> Table:
    """Return money, decisions and cards by seat."""
    rows = [
        Row(SEAT_WORDS.get(seat, seat), _totals(found, _parts(assessment))) for seat, found in assessment.seats.items()
    ]
    return Table("seats", "By seat: total, and for each game", _part_columns(assessment), (("", tuple(rows)),))


def player_table(assessment: Assessment) -> Table:
    """Return what every player of the hands won, those with the most hands first."""
    found = list(assessment.players_money.items())
    rows = [_money_row(name, summary) for name, summary in found[:_MOST_PLAYERS]]
    more = f", the {_MOST_PLAYERS} of {len(found):,} with the most games" if len(found) > _MOST_PLAYERS else ""
    return Table("players", f"Money of every player{more}", (GAMES, *_rate_columns(assessment)), (("", tuple(rows)),))


def opponent_table(assessment: Assessment) -> Table:
    """Return money, decisions and cards by opponent."""
    rows = [Row(name, _totals(found, _parts(assessment))) for name, found in assessment.opponents.items()]
    return Table("opponents", "By opponent: total, and for each game", _part_columns(assessment), (("", tuple(rows)),))


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
            find_column(name).label,
            (
                f"{found.n:,}",
                with_error(found.mean, QUANTILE_95 * found.stderr),
                plain(found.sd),
                _worth(assessment.comparisons.get(name)),
            ),
            find_column(name).meaning,
        )
        for name in ("money", "divat_roe", "duplicate_money", "duplicate_divat")
        if (found := assessment.estimators.get(name)) is not None
    ]
    return Table("duplicates", "One game at a time, and both games of a deal together", columns, (("", tuple(rows)),))


def set_aside_table(assessment: Assessment) -> Table:
    """Return why hands were not assessed."""
    rows = tuple(Row(reason, (f"{n:,}",)) for reason, n in assessment.set_aside.items())
    return Table("set-aside", "Hands read but not assessed", (Column("hands"),), (("", rows),))


def contents_tables(assessment: Assessment) -> tuple[Table, ...]:
    """Return what was read, by site and by game, stakes and month; nothing where all hands are of one kind."""
    found = assessment.contents
    if found is None or len(found.hands) < 2:
        return ()
    sites = tuple(
        Row(name or NO_SITE, (f"{read:,}", f"{rejected:,}")) for name, (read, rejected) in found.by_site().items()
    )
    kinds = tuple(
        Row(kind.words[0], (*kind.words[1:], f"{n:,}")) for kind, n in found.hands.most_common(_MOST_CONTENTS)
    )
    n_more = len(found.hands) - len(kinds)
    caption = "By site, game, stakes and month" + (f": the {len(kinds)} most frequent kinds of hands" if n_more else "")
    return (
        Table("sites-read", "Hands read, by site", (Column("hands"), Column("rejected")), (("", sites),)),
        Table("kinds-read", caption, tuple(map(Column, ("game", "stakes", "month", "hands"))), (("", kinds),)),
    )


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


def _estimator_row(found: Summary, comparison: Comparison | None, kind: str) -> Row:
    cells = (
        f"{found.n:,}",
        bets(found.total),
        signed(found.mean),
        interval(*found.ci95),
        plain(found.sd),
        _worth(comparison),
        NOTHING if comparison is None else about(comparison.hands_needed),
    )
    return Row(find_column(found.name).label, cells, find_column(found.name).meaning, kind)


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
