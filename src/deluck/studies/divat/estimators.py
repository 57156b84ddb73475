"""Every estimator on the same games: a duplicate match of unequal players, as in Figures 5 to 7 of the paper."""

import math

from deluck.estimators import find_column
from deluck.games import Player
from deluck.players import AlwaysCall, AlwaysRaise
from deluck.report.figures_divat import totals_chart
from deluck.report.words import about, times
from deluck.statistics import Estimate, estimate
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import DIVAT, SHARP, SOFT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

_UNBIASED = ("money", "money_minus_lfat", "money_minus_dcash", "divat_roe", "duplicate_money", "duplicate_divat")
_BIASED = ("divat_aie", "evat")
_LUCK = ("lfat", "luck", "dcash", "seat_value")
_SHARE = 4  # games of unequal players per game of equal ones
_FEW = 1000  # Figure 7 looks at the first thousand deals
_PAPER_SPREADS = {  # PsOpti4 against PsOpti6, 400,000 deals: the standard deviation in sb/game
    "money": 4.750,
    "money_minus_dcash": 2.948,
    "divat_roe": 1.929,
    "duplicate_money": 1.643,
    "duplicate_divat": 1.178,
}
_ERRORS = (
    "Errors of estimators that are not duplicate averages are those of an ordinary match of as many games: that both "
    "games of a deal share their cards is ignored."
)
_PAPER_REDUCTIONS = {"divat_roe": 6.05, "duplicate_money": 8.36, "duplicate_divat": 16.25}


def estimators(run: Run) -> StudyResult:
    """Return every estimator's mean, spread and worth over a match of unequal players, and over one of equal ones."""
    games = _games(run, "unequal-duplicate", SHARP, SOFT, run.n_games, duplicate=True)
    equal = _games(run, "always", AlwaysCall(), AlwaysRaise(), run.n_games // _SHARE, duplicate=False)
    truth, fair, best = (games.mean(name) for name in ("money", "duplicate_money", "duplicate_divat"))
    hindsight, all_in = (_bias(games, name) for name in ("evat", "divat_aie"))
    return StudyResult(
        name="divat-estimators",
        title="Every estimator on the same games",
        paper=f"{DIVAT}, sections 2.2 and 4.1.3, Figures 5 to 7.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{SHARP.name} against {SOFT.name}, the baseline in two styles: {run.n_games // 2:,} deals, each played "
            f"twice with the seats exchanged. Money gives {rate(truth, 4)} sb/game, DIVAT "
            f"{rate(games.mean('divat_roe'), 4)}, their duplicate averages {rate(fair, 4)} and {rate(best, 4)}.",
            f"By money alone such a difference takes about {about(games.comparison('money').hands_needed)} games for "
            f"80% power, by DIVAT {about(games.comparison('divat_roe').hands_needed)}, by duplicate money "
            f"{about(games.comparison('duplicate_money').hands_needed)}, by duplicate DIVAT "
            f"{about(games.comparison('duplicate_divat').hands_needed)}.",
            f"EVAT, which the paper calls biased, lies {rate(hindsight, 4)} sb/game from DIVAT on the same games, "
            f"{compared_with_zero(hindsight)}; DIVAT by all-in equity lies {rate(all_in, 4)} from it, "
            f"{compared_with_zero(all_in)}. A small spread is no use where the mean is wrong.",
            f"{AlwaysCall().name} against {AlwaysRaise().name}, {len(equal):,} games of equal players: EVAT's mean is "
            f"{rate(equal.mean('evat'), 4)} sb/game, {compared_with_zero(equal.mean('evat'))}, DIVAT's "
            f"{rate(equal.mean('divat_roe'), 4)}, {compared_with_zero(equal.mean('divat_roe'))}. Neither folds, so a "
            "duplicate match of theirs would be zero on every deal.",
        ),
        blocks=(
            _table(f"{SHARP.name} against {SOFT.name}, net to {SHARP.name}", games),
            Findings("Minus DIVAT on the same games: zero where both are unbiased", tuple(_biases(games))),
            Findings(
                f"Compared with the paper's PsOpti4 against PsOpti6 (other players than ours), {run.n_games:,} games",
                tuple(_paper_rows(games)),
            ),
            _table(f"{AlwaysCall().name} against {AlwaysRaise().name}, net to {AlwaysCall().name}", equal),
        ),
        deviations=(
            "The paper's programs are not available; the baseline in two styles stands in, so standard deviations "
            "and win rates are of other players and only their order can be compared.",
            "The paper counts a duplicate average as one game; here its worth is per game played, two per deal.",
            _ERRORS,
        ),
        charts=(
            totals_chart(
                "figure-5",
                "As Figure 5: the estimators over the match",
                {name: games.line(name) for name in ("dcash", "money", "money_minus_lfat", "divat_roe")},
                guides=("money",),
            ),
            totals_chart(
                "figure-6",
                "As Figure 6: both games of a deal together",
                {name: games.line(name) for name in ("duplicate_money", "duplicate_divat")},
                x_title="deals",
            ),
            totals_chart(
                "figure-7",
                f"As Figure 7: the first {_FEW:,} deals",
                {name: games.first(2 * _FEW).line(name) for name in ("duplicate_money", "duplicate_divat")},
                guides=("duplicate_money", "duplicate_divat"),
                x_title="deals",
            ),
            totals_chart(
                "bias",
                "Where EVAT and all-in equity lead",
                {name: games.line(name) for name in ("evat", "divat_aie", "divat_roe")},
            ),
        ),
        data={
            "unequal": {name: _as_dict(games, name) for name in (*_UNBIASED, *_BIASED)},
            "equal": {name: _as_dict(equal, name) for name in equal.names_of(*_UNBIASED, *_BIASED)},
        },
    )


def _games(run: Run, name: str, first: Player, second: Player, n_games: int, *, duplicate: bool) -> Games:
    log = play_match(run, name, first, second, n_games=n_games, seed=run.seed, duplicate=duplicate)
    return games_of(log, first.name, duplicate=duplicate, n_jobs=run.jobs)


def _table(title: str, games: Games) -> Table:
    columns = ("estimator", "mean, sb/game ± 95%", "SD", "variance ratio", "worth", "games for 80% power")
    rows = []
    for name in games.names_of(*_UNBIASED, *_BIASED):
        found, compared = games.summary(name), games.comparison(name)
        worth = (times(compared.sd_ratio**2), times(compared.worth), about(compared.hands_needed))
        rows.append((find_column(name).label, rate(found.as_estimate(), 4), f"{found.sd:.3f}", *worth))
    for name in _LUCK:  # they estimate no skill, so they have no worth
        found = games.summary(name)
        rows.append((find_column(name).label, rate(found.as_estimate(), 4), f"{found.sd:.3f}", "–", "–", "–"))
    return Table(title, columns, tuple(rows))


def _bias(games: Games, name: str) -> Estimate:
    return estimate(games.values(name) - games.values("divat_roe"), "sb/game")


def _biases(games: Games) -> list[Finding]:
    return [
        Finding.of(find_column(name).label, _bias(games, name), decimals=4, is_signed=True)
        for name in ("money", "money_minus_lfat", "money_minus_dcash", *_BIASED)
    ]


def _paper_rows(games: Games) -> list[Finding]:
    rows = [
        Finding.of(f"{find_column(name).label}, SD", games.spread(name), paper=paper)
        for name, paper in _PAPER_SPREADS.items()
    ]
    for name, paper in _PAPER_REDUCTIONS.items():
        ratio = games.comparison(name).sd_ratio ** 2
        spreads = [games.spread(which) for which in ("money", name)]
        error = 2 * ratio * math.hypot(*(each.stderr / each.mean for each in spreads))
        what = f"money's variance over that of {find_column(name).label}"
        rows.append(Finding(what=what, ours=ratio, stderr=error, paper=paper, unit="times", decimals=2))
    return rows


def _as_dict(games: Games, name: str) -> dict[str, object]:
    return {**games.summary(name).as_dict(), **games.comparison(name).as_dict()}
