"""Always Call against Always Raise: Figures 1 to 3 of the paper."""

import math

import numpy as np

from deluck.estimators import ESTIMATORS, find_column
from deluck.players import AlwaysCall, AlwaysRaise
from deluck.report.figures_divat import matches_chart, totals_chart
from deluck.report.words import with_error
from deluck.statistics import Estimate, estimate, standard_deviation, variance_ratio
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import DIVAT, DIVAT_GAMES
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run
from deluck.studies.text import rate

_EXTENDED = 4  # Figure 3 extends to four times as many games
_PAPER_SDS = (2.934, 2.917)
_PAPER_SD = sum(_PAPER_SDS) / len(_PAPER_SDS)
_PREFLOP = "divat_roe:preflop"
_TABLE_3 = 0.029 / 0.210822  # the preflop difference of Table 3 as it is printed, over what it is exactly


def always(run: Run) -> StudyResult:
    """Return two matches of Always Call against Always Raise, the first extended: Figures 1 to 3."""
    n = run.n_games
    extended = _always_games(run, _EXTENDED * n, run.seed)
    matches = [extended.first(n), _always_games(run, n, run.seed + 1)]
    both = variance_ratio(*(np.concatenate([each.values(name) for each in matches]) for name in ("money", "divat_roe")))
    blocks = [
        *(
            Findings(f"Match {number + 1}, {n:,} games", tuple(_always_rows(games, paper_sd)))
            for number, (games, paper_sd) in enumerate(zip(matches, _PAPER_SDS, strict=True))
        ),
        Findings(
            "Both matches",
            (
                Finding.of(
                    "money's variance over DIVAT's",
                    both,
                    paper=5.50,
                    paper_stderr=both.stderr * math.sqrt(n / DIVAT_GAMES),
                    decimals=2,
                ),
            ),
        ),
        _spreads(f"Match 1 extended to {len(extended):,} games", extended),
        _without_preflop(extended),
    ]
    mean, spread = extended.mean("divat_roe"), extended.spread("divat_roe")
    related = float(np.corrcoef(extended.values("money"), extended.values("divat_roe"))[0, 1])
    return StudyResult(
        name="divat-always",
        title="Always Call against Always Raise",
        paper=f"{DIVAT}, section 4.1.1, Figures 1 to 3.",
        n_games=n,
        seed=run.seed,
        sentences=(
            "Neither player folds or looks at its cards, so the true difference is zero; all numbers are net to "
            "Always Call.",
            f"Over {len(extended):,} games DIVAT's mean is {rate(mean)} sb/game, the true zero lying "
            f"{'outside' if mean.excludes_zero else 'inside'} that interval, and its standard deviation "
            f"{spread.mean:.3f} ± {spread.half_width95:.3f}.",
            f"Money's variance is {both.mean:.2f} ± {both.half_width95:.2f} times DIVAT's, so one game judged by DIVAT "
            "is worth as many judged by money.",
            f"Money and DIVAT are not independent, as the paper says: their correlation is {related:+.3f}.",
        ),
        blocks=tuple(blocks),
        deviations=(
            f"DIVAT's standard deviation over {len(extended):,} games lies {_percent(spread, _PAPER_SD)} from the mean "
            "of the paper's two. With preflop differences scaled down as the one that Table 3 prints (0.029 where "
            f"exact enumeration gives 0.2108) it lies {_percent(_scaled(extended), _PAPER_SD)} from it. One cause may "
            "explain both deviations: preflop roll-outs that differ less between pots than exact ones.",
        ),
        charts=(
            matches_chart("figure-1", "Figure 1: money", "money", [each.line("money") for each in matches]),
            matches_chart("figure-2", "Figure 2: DIVAT", "divat_roe", [each.line("divat_roe") for each in matches]),
            totals_chart(
                "figure-3",
                "Figure 3: the first match extended",
                {name: extended.line(name) for name in ("dcash", "money", "divat_roe")},
                guides=("money", "divat_roe"),
            ),
        ),
    )


def _always_games(run: Run, n_games: int, seed: int) -> Games:
    caller = AlwaysCall()
    log = play_match(run, "always", caller, AlwaysRaise(), n_games=n_games, seed=seed)
    return games_of(log, caller.name, names=(*ESTIMATORS, _PREFLOP), n_jobs=run.jobs)


def _always_rows(games: Games, paper_sd: float) -> list[Finding]:
    money, spread = games.values("money"), games.spread("divat_roe")
    ties = estimate(100.0 * (money == 0), "% of games")
    pots = 2 * np.unique(np.abs(money[money != 0]))  # what the winner took from the loser, and as much of its own
    return [
        Finding.of("money, mean", games.mean("money"), paper=0.0, is_signed=True),
        Finding.of("money, SD", games.spread("money"), paper=6.856),
        Finding.of("ties", ties, paper=4.06, decimals=2),
        Finding(what="final pot", ours=", ".join(f"{pot:g}" for pot in pots), paper="14", unit="sb"),
        Finding.of("DIVAT, mean", games.mean("divat_roe"), paper=0.0, is_signed=True),
        Finding.of(
            "DIVAT, SD",
            spread,
            paper=paper_sd,
            paper_stderr=spread.stderr * math.sqrt(len(games) / DIVAT_GAMES),
        ),
        Finding.of("money's variance over DIVAT's", games.reduction("divat_roe"), decimals=2),
    ]


def _spreads(title: str, games: Games) -> Findings:
    names = ("money", "money_minus_lfat", "money_minus_dcash", "dcash", "divat_aie", "divat_roe")
    rows = [Finding.of(f"{find_column(name).label}, SD", games.spread(name)) for name in names]
    return Findings(title, tuple(rows))


def _scaled(games: Games, factor: float = _TABLE_3) -> Estimate:
    """Return DIVAT's standard deviation with its preflop part multiplied by a factor."""
    values = games.values("divat_roe") - (1 - factor) * games.values(_PREFLOP)
    return standard_deviation(values, "sb/game")


def _without_preflop(games: Games) -> Findings:
    """Return DIVAT's standard deviation, whole and with less of the preflop round, beside the mean of the paper's."""
    rows = []
    for what, factor in (("whole", 1.0), ("preflop part as in Table 3", _TABLE_3), ("no preflop part", 0.0)):
        found = _scaled(games, factor)
        error = found.stderr * math.sqrt(len(games) / (2 * DIVAT_GAMES))
        rows.append(Finding.of(f"DIVAT, SD, {what}", found, paper=_PAPER_SD, paper_stderr=error, decimals=3))
    return Findings("What the preflop round adds, beside the mean of the paper's two", tuple(rows))


def _percent(found: Estimate, reference: float) -> str:
    relative = found.scaled(100 / reference, "%")
    return f"{with_error(relative.mean - 100, relative.half_width95, 1)}%"
