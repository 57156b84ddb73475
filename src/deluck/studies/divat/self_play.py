"""The equilibrium player against itself: money, DIVAT and their spreads, Figure 4 of the paper."""

from pathlib import Path

import numpy as np

from deluck.errors import StudyError
from deluck.estimators import find_column
from deluck.formats import Rejected, read_columns
from deluck.games import STREET_NAMES, Action
from deluck.players import make_player
from deluck.records import walk
from deluck.report.figures_divat import totals_chart
from deluck.report.words import bets, listed, signed, with_error
from deluck.statistics import QUANTILE_95, Estimate
from deluck.studies.divat.side_by_side import as_dict, beside_paper
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import DIVAT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

SPREADS = {"money": 4.691, "money_minus_dcash": 2.825, "divat_roe": 1.863}
"""PsOpti4 against itself, 400,000 games: the standard deviation of each estimator in sb/game."""
CLOSE = 0.1
"""Spreads are called close if they differ by less than this share."""
_PAPER_RATIO = 6.34
_NORTH, _SOUTH = "north", "south"


def self_play(run: Run) -> StudyResult:
    """Return a match of the equilibrium player against itself, its spreads beside those of PsOpti4."""
    log = self_play_log(run, "equilibrium", run.n_games)
    games = self_play_games(run, log, "dcash")
    money, divat = games.mean("money"), games.mean("divat_roe")
    bankroll, dcash = (games.summary(name).total for name in ("money", "dcash"))
    ratio = games.reduction("divat_roe")
    return StudyResult(
        name="divat-selfplay",
        title="The equilibrium player against itself",
        paper=f"{DIVAT}, section 4.1.2, Figure 4.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games:,} games of equilibrium against itself, so the true difference is zero; all numbers are net "
            f"to one of the two. Money's mean is {rate(money)} sb/game, {compared_with_zero(money)}, DIVAT's "
            f"{rate(divat)}, {compared_with_zero(divat)}.",
            _closeness(games),
            f"Money's variance is {ratio.mean:.2f} ± {ratio.half_width95:.2f} times DIVAT's (paper "
            f"{_PAPER_RATIO}), so one game judged by DIVAT is worth as many judged by money.",
            f"Money ends at {bets(bankroll)} sb, where the baseline would have ended at {bets(dcash)} with the same "
            "cards.",
        ),
        blocks=(
            Findings("Beside PsOpti4 against itself", (*_spread_rows(games), _ratio_row(games))),
            _ratios(games),
            Findings("Means, net to one of the two: the true one is zero", tuple(_mean_rows(games))),
            _style(log, len(games)),
        ),
        deviations=(
            "PsOpti4 is not available: the equilibrium player, whose strategy was trained by another method and with "
            "another abstraction of the cards, plays in its place. The paper prints no frequencies of PsOpti4's play, "
            "so what makes a spread differ cannot be traced to single actions; the last table has those of ours.",
        ),
        charts=(
            totals_chart(
                "figure-4",
                "Figure 4: equilibrium against itself",
                {name: games.line(name) for name in ("dcash", "money", "divat_roe")},
                guides=("money", "divat_roe"),
            ),
        ),
        data={name: as_dict(games, name) for name in SPREADS},
    )


def self_play_log(run: Run, spec: str, n_games: int) -> Path:
    """Return the log of a player's match against itself."""
    players = make_player(spec, name=_NORTH), make_player(spec, name=_SOUTH)
    return play_match(run, f"{make_player(spec).name}-self-play", *players, n_games=n_games, seed=run.seed)


def self_play_games(run: Run, log: Path, *further: str) -> Games:
    """Return the games of such a match with the estimators of `SPREADS`, and further ones."""
    return games_of(log, _NORTH, names=(*SPREADS, *further), n_jobs=run.jobs)


def _spread_rows(games: Games) -> list[Finding]:
    return [
        beside_paper(f"{find_column(name).label}, SD", games.spread(name), paper) for name, paper in SPREADS.items()
    ]


def _mean_rows(games: Games) -> list[Finding]:
    return [
        Finding.of(find_column(name).label, games.mean(name), decimals=4, is_signed=True)
        for name in (*SPREADS, "dcash")
    ]


def _ratio_row(games: Games) -> Finding:
    return beside_paper("money's variance over DIVAT's", games.reduction("divat_roe"), _PAPER_RATIO, decimals=2)


def ratio_to_paper(games: Games, name: str) -> Estimate:
    """Return a spread over that of PsOpti4 against itself."""
    return games.spread(name).scaled(1 / SPREADS[name], "times")


def is_close(ratio: Estimate) -> bool | None:
    """Return whether a ratio of spreads is within a tenth of one; None if its interval includes the limit."""
    distance = abs(ratio.mean - 1)
    if abs(distance - CLOSE) <= QUANTILE_95 * ratio.stderr:
        return None
    return distance < CLOSE


def _ratios(games: Games) -> Table:
    words = {True: "yes", False: "no", None: "not decided"}
    rows = []
    for name in SPREADS:
        ratio = ratio_to_paper(games, name)
        shown = with_error(ratio.mean, ratio.half_width95, 3).removeprefix("+")
        rows.append((find_column(name).label, shown, words[is_close(ratio)]))
    return Table(
        "Our standard deviations over those of PsOpti4", ("estimator", "ratio ± 95%", "within 10%"), tuple(rows)
    )


def _closeness(games: Games) -> str:
    """Return the sentence that says which spreads are within a tenth of the paper's."""
    parts = []
    for name, paper in SPREADS.items():
        spread, ratio = games.spread(name), ratio_to_paper(games, name)
        close = {True: "within 10%", False: "not within 10%", None: "near the limit of 10%"}[is_close(ratio)]
        parts.append(
            f"{find_column(name).label} {spread.mean:.3f} ± {spread.half_width95:.3f} ({paper:.3f}: "
            f"{signed(100 * (ratio.mean - 1), 1)}%, {close})"
        )
    return f"Standard deviations in sb/game, PsOpti4's in brackets: {listed(parts)}."


def _style(log: Path, n_games: int) -> Table:
    """Return how the player plays: on each street the games that get there, that end by a fold, bets and raises."""
    n_streets = len(STREET_NAMES)
    reached, folded, raised = np.zeros((3, n_streets))
    for columns in read_columns(log):
        if isinstance(columns, Rejected):
            raise StudyError(f"{columns} (expected a log as it was played)")
        decisions = walk(columns)
        last = np.zeros(len(columns), dtype=np.int64)
        np.maximum.at(last, decisions.hands, decisions.streets)
        reached += np.bincount(last, minlength=n_streets)[::-1].cumsum()[::-1]
        folded += np.bincount(decisions.streets[decisions.actions == Action.FOLD], minlength=n_streets)
        raised += np.bincount(decisions.streets[decisions.actions == Action.RAISE], minlength=n_streets)
    rows = [
        (
            street,
            f"{100 * reached[number] / n_games:.1f}%",
            f"{100 * folded[number] / reached[number]:.1f}%",
            f"{raised[number] / reached[number]:.2f}",
        )
        for number, street in enumerate(STREET_NAMES)
    ]
    showdowns = f"{100 * (1 - folded.sum() / n_games):.1f}%"
    head = ("street", "games that get there", "of them end by a fold", "bets and raises in each")
    return Table("How it plays", head, (*rows, ("showdown", showdowns, "–", "–")))
