"""Two strategies of the equilibrium player in a duplicate match: Figures 5 to 7 and 12 of the paper."""

from deluck.assessment.lines import cumulative_line
from deluck.estimators import find_column
from deluck.games import STREET_NAMES
from deluck.players import make_player
from deluck.report.charts import Chart
from deluck.report.figures_divat import rounds_chart, totals_chart
from deluck.report.words import about, listed, signed
from deluck.statistics import Estimate, estimate
from deluck.studies.divat.side_by_side import UNPAIRED_ERRORS, as_dict, beside_paper, estimator_table
from deluck.studies.matches import Games, match_games
from deluck.studies.papers import DIVAT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

_FINE, _COARSE = "equilibrium", "coarse"
_UNBIASED = ("money", "money_minus_dcash", "divat_roe", "duplicate_money", "duplicate_divat")
_ROUNDS = tuple(f"divat_roe:{street}" for street in STREET_NAMES)
_PAPER_SPREADS = {"money": (4.750, 4.747), "money_minus_dcash": (2.948, 2.945), "divat_roe": (1.929, 1.932)}
"""PsOpti4 against PsOpti6: the standard deviation in sb/game in each of the two passes."""
_PAPER_DUPLICATES = {"duplicate_money": 1.643, "duplicate_divat": 1.178}
_PAPER_REDUCTIONS = {"divat_roe": 6.05, "duplicate_money": 8.36, "duplicate_divat": 16.25}
_PAPER_MONEY = (0.104, 0.120)  # what PsOpti4 won in each pass, sb/game; DIVAT was within 0.0012 of +0.112 in both
_FEW = 1000  # Figure 7 looks at the first thousand deals
_LOOKS = (200, 300, 400, 1000)  # deals after which the paper says what each estimator shows


def duplicate(run: Run) -> StudyResult:
    """Return a duplicate match of the equilibrium player's two strategies, beside that of PsOpti4 and PsOpti6."""
    players = make_player("equilibrium", name=_FINE), make_player("equilibrium:strategy=coarse", name=_COARSE)
    games = match_games(
        run,
        "equilibrium-duplicate",
        *players,
        n_games=run.n_games,
        names=(*(name for name in _UNBIASED if name not in _PAPER_DUPLICATES), "dcash", *_ROUNDS),
        duplicate=True,
    )
    passes = games.passes()
    return StudyResult(
        name="divat-equilibrium-duplicate",
        title="Two equilibrium strategies in a duplicate match",
        paper=f"{DIVAT}, sections 4.1.3 and 4.4, Figures 5 to 7 and 12.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=tuple(_sentences(games, passes)),
        blocks=(
            Findings("Beside PsOpti4 against PsOpti6", tuple(_paper_rows(games, passes))),
            _passes_table(passes),
            estimator_table(f"The estimators, net to {_FINE}", games, _UNBIASED),
            _looks(games),
            _rounds(games),
        ),
        deviations=(
            "PsOpti4 and PsOpti6 are not available: equilibrium plays in the place of PsOpti4, and in that of PsOpti6 "
            "the same player with its coarse strategy, which distinguishes fewer hands and was trained for less time. "
            "What one wins from the other is therefore not comparable; the spreads are.",
            "The paper counts a duplicate average as one game; here its worth is per game played, two per deal.",
            UNPAIRED_ERRORS,
        ),
        charts=tuple(_charts(games, passes)),
        data={
            "estimators": {name: as_dict(games, name) for name in _UNBIASED},
            "passes": [{name: each.summary(name).as_dict() for name in _PAPER_SPREADS} for each in passes],
            "rounds": {street: _round(games, street).as_dict() for street in STREET_NAMES},
        },
    )


def _sentences(games: Games, passes: tuple[Games, Games]) -> list[str]:
    best = games.mean("duplicate_divat")
    needed = {name: about(games.comparison(name).hands_needed) for name in _UNBIASED}
    money, divat = ([rate(each.mean(name), 4) for each in passes] for name in ("money", "divat_roe"))
    rounds = [f"{rate(_round(games, street), 4)} in the {street} round" for street in STREET_NAMES]
    return [
        f"{_FINE} against {_COARSE}, {len(games) // 2:,} deals, each played twice with the seats exchanged: by "
        f"duplicate DIVAT {_FINE} wins {rate(best, 4)} sb/game, {compared_with_zero(best)}; by duplicate money "
        f"{rate(games.mean('duplicate_money'), 4)}.",
        f"In the two passes over the deals money gives {listed(money)} sb/game, DIVAT {listed(divat)}.",
        f"By money alone such a difference takes about {needed['money']} games for 80% power, by DIVAT "
        f"{needed['divat_roe']}, by duplicate money {needed['duplicate_money']}, by duplicate DIVAT "
        f"{needed['duplicate_divat']}.",
        f"Round by round duplicate DIVAT has {listed(rounds)}. The paper's two programs play alike before the flop and "
        "differ about equally in the other rounds.",
    ]


def _round(games: Games, street: str) -> Estimate:
    return estimate(games.deal_values(f"divat_roe:{street}"), "sb/game", n_hands=len(games))


def _paper_rows(games: Games, passes: tuple[Games, Games]) -> list[Finding]:
    rows = [
        beside_paper(f"{find_column(name).label}, SD, {which} pass", each.spread(name), paper)
        for name, papers in _PAPER_SPREADS.items()
        for which, each, paper in zip(("first", "second"), passes, papers, strict=True)
    ]
    rows += [
        beside_paper(f"{find_column(name).label}, SD", games.spread(name), paper)
        for name, paper in _PAPER_DUPLICATES.items()
    ]
    for name, paper in _PAPER_REDUCTIONS.items():
        what = f"money's variance over that of {find_column(name).label}"
        rows.append(beside_paper(what, games.reduction(name), paper, decimals=2))
    return rows


def _passes_table(passes: tuple[Games, Games]) -> Table:
    rows = [
        (which, *(rate(each.mean(name), 4) for name in _PAPER_SPREADS), signed(paper))
        for which, each, paper in zip(("first", "second"), passes, _PAPER_MONEY, strict=True)
    ]
    head = ("pass", *(find_column(name).label for name in _PAPER_SPREADS), "money in the paper")
    return Table(f"Net to {_FINE} in each pass over the deals, sb/game ± 95%", head, tuple(rows))


def _looks(games: Games) -> Table:
    """Return how many standard deviations from zero the duplicate averages are after the paper's numbers of deals."""
    rows = []
    for n_deals in (each for each in _LOOKS if 2 * each <= len(games)):
        first = games.first(2 * n_deals)
        found = [first.mean(name) for name in _PAPER_DUPLICATES]
        rows.append((f"{n_deals:,}", *(f"{rate(each)} ({signed(each.mean / each.stderr, 1)})" for each in found)))
    head = ("deals", *(find_column(name).label for name in _PAPER_DUPLICATES))
    return Table("The first deals, sb/game ± 95% (standard errors from zero)", head, tuple(rows))


def _rounds(games: Games) -> Table:
    rows = []
    for street in STREET_NAMES:
        values = games.deal_values(f"divat_roe:{street}")
        rows.append((street, rate(_round(games, street), 4), f"{values.std(ddof=1):.3f}"))
    return Table(f"Duplicate DIVAT round by round, net to {_FINE}", ("round", "mean, sb/game ± 95%", "SD"), tuple(rows))


def _charts(games: Games, passes: tuple[Games, Games]) -> list[Chart]:
    dcash = {"dcash": cumulative_line(games.deal_values("dcash"))}
    few = games.first(2 * _FEW)
    return [
        *(
            totals_chart(
                f"figure-5{letter}",
                f"Figure 5: the {which} pass over the deals",
                {name: each.line(name) for name in ("dcash", "money", "divat_roe")},
                guides=("money", "divat_roe"),
            )
            for letter, which, each in zip("ab", ("first", "second"), passes, strict=True)
        ),
        totals_chart(
            "figure-6",
            "Figure 6: both games of a deal together",
            dcash | {name: games.line(name) for name in _PAPER_DUPLICATES},
            x_title="deals",
        ),
        totals_chart(
            "figure-7",
            f"Figure 7: the first {_FEW:,} deals",
            {"dcash": cumulative_line(few.deal_values("dcash"))} | {name: few.line(name) for name in _PAPER_DUPLICATES},
            guides=tuple(_PAPER_DUPLICATES),
            x_title="deals",
        ),
        rounds_chart(
            "figure-12",
            "Figure 12: duplicate DIVAT round by round",
            {street: cumulative_line(games.deal_values(f"divat_roe:{street}")) for street in STREET_NAMES},
            x_title="deals",
        ),
    ]
