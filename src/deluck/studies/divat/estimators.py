"""Every estimator on the same games: what each is worth in a match of unequal players, and which are biased."""

from deluck.estimators import find_column
from deluck.players import AlwaysCall, AlwaysRaise
from deluck.report.figures_divat import totals_chart
from deluck.report.words import about
from deluck.statistics import Estimate, estimate
from deluck.studies.divat.side_by_side import UNPAIRED_ERRORS, as_dict, estimator_table
from deluck.studies.matches import Games, match_games
from deluck.studies.papers import DIVAT, SHARP, SOFT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

_UNBIASED = ("money", "money_minus_lfat", "money_minus_dcash", "divat_roe", "duplicate_money", "duplicate_divat")
_BIASED = ("divat_aie", "evat")
_LUCK = ("lfat", "luck", "dcash", "seat_value")
_SHARE = 4  # games of unequal players per game of equal ones


def estimators(run: Run) -> StudyResult:
    """Return every estimator's mean, spread and worth over a match of unequal players, and over one of equal ones."""
    games = match_games(run, "unequal-duplicate", SHARP, SOFT, n_games=run.n_games, duplicate=True)
    equal = match_games(run, "always", AlwaysCall(), AlwaysRaise(), n_games=run.n_games // _SHARE)
    truth, fair, best = (games.mean(name) for name in ("money", "duplicate_money", "duplicate_divat"))
    hindsight, all_in = (_bias(games, name) for name in ("evat", "divat_aie"))
    return StudyResult(
        name="divat-estimators",
        title="Every estimator on the same games",
        paper=f"{DIVAT}, sections 2.2 and 4.1.3.",
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
            _table(f"{AlwaysCall().name} against {AlwaysRaise().name}, net to {AlwaysCall().name}", equal),
        ),
        deviations=(
            "The paper's programs are not available, and it has no numbers for most of these estimators. The players "
            "here are the baseline in two styles; divat-equilibrium-duplicate has the paper's duplicate match, with "
            "players in the roles of its programs.",
            "The paper counts a duplicate average as one game; here its worth is per game played, two per deal.",
            UNPAIRED_ERRORS,
        ),
        charts=(
            totals_chart(
                "totals",
                "The estimators over the match",
                {name: games.line(name) for name in ("dcash", "money", "money_minus_lfat", "divat_roe")},
                guides=("money",),
            ),
            totals_chart(
                "bias",
                "Where EVAT and all-in equity lead",
                {name: games.line(name) for name in ("evat", "divat_aie", "divat_roe")},
            ),
        ),
        data={
            "unequal": {name: as_dict(games, name) for name in (*_UNBIASED, *_BIASED)},
            "equal": {name: as_dict(equal, name) for name in equal.names_of(*_UNBIASED, *_BIASED)},
        },
    )


def _table(title: str, games: Games) -> Table:
    return estimator_table(title, games, (*_UNBIASED, *_BIASED), _LUCK)


def _bias(games: Games, name: str) -> Estimate:
    return estimate(games.values(name) - games.values("divat_roe"), "sb/game")


def _biases(games: Games) -> list[Finding]:
    return [
        Finding.of(find_column(name).label, _bias(games, name), decimals=4, is_signed=True)
        for name in ("money", "money_minus_lfat", "money_minus_dcash", *_BIASED)
    ]
