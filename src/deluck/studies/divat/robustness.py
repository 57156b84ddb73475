"""DIVAT by other baselines: Figure 11 of the paper, and the sweeps that smooth.

Deviation: by a baseline other than the standard one, values before the flop are sampled, `N_FLOPS` flops per match-up.
They stay unbiased, and standard deviations come out one or two tenths of a percent larger.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat import STANDARD, Settings, style_sweep, styled_settings
from deluck.estimators.divat.calibration import TurnScenarios, turn_scenarios
from deluck.estimators.divat.policy import TURN
from deluck.estimators.divat.styles import SWEEP_WEIGHTS
from deluck.report.charts import Chart
from deluck.report.figures_divat import styles_chart
from deluck.statistics import Estimate, estimate, standard_deviation
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import DIVAT, DIVAT_GAMES, SHARP, SOFT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import rate

N_FLOPS = 40
"""Flops per match-up from which values before the flop are sampled, for baselines without a table."""


def robustness(run: Run) -> StudyResult:
    """Return DIVAT by several styles of the baseline over one match: Figure 11, and the sweep that smooths."""
    log = play_match(run, "unequal", SHARP, SOFT, n_games=run.n_games, seed=run.seed)
    standard = games_of(log, SHARP.name, n_jobs=run.jobs)
    truth = standard.values("divat_roe")
    folding = {
        style: _divat(run, log, styled_settings(folding=style, streets=(TURN,)), truth)
        for style in ("very-loose", "slightly-loose", "moderate", "slightly-tight", "very-tight")
    }
    betting = {
        style: _divat(run, log, styled_settings(betting=style, streets=(TURN,)), truth)
        for style in (
            "very-aggressive",
            "slightly-aggressive",
            "moderate",
            "slightly-conservative",
            "very-conservative",
        )
    }
    sweep = style_sweep()
    runs = {name: _divat(run, log, settings, truth) for name, settings in zip(sweep.names, sweep.settings, strict=True)}
    smooth = {
        "-".join(map(str, SWEEP_WEIGHTS[weights])): _smoothed(list(runs.values()), style_sweep(weights).weights)
        for weights in SWEEP_WEIGHTS
    }
    near = {style: values for style, values in (folding | betting).items() if style.startswith("slightly-")}
    shifts = {style: estimate(values - truth, "sb/game") for style, values in near.items()}
    widest = max(shifts, key=lambda style: abs(shifts[style].mean))
    all_styles = folding | betting | runs
    others = {style: values for style, values in all_styles.items() if values is not truth}
    odd = [style for style, values in others.items() if _differs(values, truth)]
    scenarios = turn_scenarios(max(run.n_games, DIVAT_GAMES), np.random.default_rng(run.seed))
    return StudyResult(
        name="divat-robustness",
        title="DIVAT by other baselines",
        paper=f"{DIVAT}, sections 3.5 and 4.3, Figure 11.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"One match of {SHARP.name} against {SOFT.name} (the baseline in two styles), {run.n_games:,} games, net "
            f"to {SHARP.name}; it won {rate(standard.mean('money'))} sb/game.",
            f"By the standard baseline it played better by {rate(standard.mean('divat_roe'), 4)} sb/game. The "
            f"styles of Figure 11 move that by {rate(shifts[widest], 4)} at most ({widest}).",
            f"DIVAT by any baseline is an unbiased estimate, so the means must agree: of {len(others)} other styles "
            + (f"{', '.join(odd)} differ" if odd else "none differs")
            + " from the standard one by more than three standard errors.",
            f"Averaging the five runs of a sweep smooths: with equal weights the standard deviation is "
            f"{_spread(smooth['1-1-1-1-1']).mean:.3f} where the standard baseline's is {_spread(truth).mean:.3f}.",
        ),
        blocks=(
            _frequencies(scenarios, "Turn, folds to a bet into 4 sb", "folding", (22.5, 29.3, 36.3), 6.9),
            _frequencies(scenarios, "Turn, bets", "betting", (45.0, 37.2, 30.5), 7.2),
            _styles_table("Folding styles on the turn (Figure 11a)", folding, truth),
            _styles_table("Betting styles on the turn (Figure 11b)", betting, truth),
            _styles_table("The runs of a sweep, styles on all streets", runs, truth),
            _styles_table("Sweeps: the mean of the five runs", smooth, truth, head="weights"),
        ),
        deviations=(
            "The paper does not say how its turn scenarios were drawn, nor gives the styles' numbers. Ours are hands "
            "that reach the turn when two standard baselines play; the steps between styles are fitted, the middle "
            "style is the paper's.",
            "The paper's match for Figure 11 is not available; the baseline in two styles stands in.",
            f"By styles other than the standard one, values before the flop are sampled, {N_FLOPS} flops per match-up.",
        ),
        charts=(
            _styles_chart("figure-11a", "Figure 11a: folding styles on the turn", folding),
            _styles_chart("figure-11b", "Figure 11b: betting styles on the turn", betting),
        ),
        data={
            "standard": standard.summary("divat_roe").as_dict(),
            "styles": {style: _as_dict(values, truth) for style, values in all_styles.items()},
            "sweeps": {weights: _as_dict(values, truth) for weights, values in smooth.items()},
        },
    )


def _divat(run: Run, log: Path, settings: Settings, truth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return DIVAT of each game by these settings."""
    if settings == STANDARD:
        return truth
    games = games_of(log, SHARP.name, settings, names=["divat_roe"], n_flops=N_FLOPS, n_jobs=run.jobs, seed=run.seed)
    return games.values("divat_roe")


def _smoothed(runs: Sequence[NDArray[np.float64]], weights: Sequence[Fraction]) -> NDArray[np.float64]:
    return np.asarray(sum(float(weight) * values for weight, values in zip(weights, runs, strict=True)))


def _spread(values: NDArray[np.float64]) -> Estimate:
    return standard_deviation(values, "sb/game")


def _differs(values: NDArray[np.float64], truth: NDArray[np.float64]) -> bool:
    shift = estimate(values - truth, "sb/game")
    return abs(shift.mean) > 3 * shift.stderr


def _frequencies(scenarios: TurnScenarios, title: str, kind: str, printed: tuple[float, ...], step: float) -> Findings:
    """Return the turn's frequencies by three styles, in percent of hands, and the step between them in points."""
    if kind == "folding":
        styles = ("slightly-loose", "moderate", "slightly-tight")
        found = [scenarios.fold_frequency(styled_settings(style).streets[TURN]) for style in styles]
    else:
        styles = ("slightly-aggressive", "moderate", "slightly-conservative")
        found = [scenarios.bet_frequency(styled_settings(betting=style).streets[TURN]) for style in styles]
    n = len(scenarios.scores)
    rows = [
        Finding(
            what=style,
            ours=100 * share,
            stderr=100 * math.sqrt(share * (1 - share) / n),
            paper=paper,
            paper_stderr=math.sqrt(paper * (100 - paper) / DIVAT_GAMES),
            unit="% of hands",
            decimals=1,
        )
        for style, share, paper in zip(styles, found, printed, strict=True)
    ]
    middle = abs(found[2] - found[0])
    error = 50 * math.sqrt(middle * (1 - middle) / n)
    mean_step = Finding(what="a step", ours=50 * middle, stderr=error, paper=step, unit="points", decimals=1)
    return Findings(title, (*rows, mean_step))


def _styles_table(
    title: str, styles: Mapping[str, NDArray[np.float64]], truth: NDArray[np.float64], *, head: str = "style"
) -> Table:
    rows = []
    for style, values in styles.items():
        games = Games({"divat_roe": values})
        shift = estimate(values - truth, "sb/game")
        moved = "–" if values is truth else rate(shift, 4)
        rows.append((style, rate(games.mean("divat_roe"), 4), f"{_spread(values).mean:.3f}", moved))
    return Table(title, (head, "DIVAT, sb/game ± 95%", "SD", "from the standard ± 95%"), tuple(rows))


def _styles_chart(key: str, title: str, styles: Mapping[str, NDArray[np.float64]]) -> Chart:
    shown = {
        style: Games({"divat_roe": values}).line("divat_roe")
        for style, values in styles.items()
        if not style.startswith("very-")
    }
    return styles_chart(key, title, shown)


def _as_dict(values: NDArray[np.float64], truth: NDArray[np.float64]) -> dict[str, object]:
    shift = estimate(values - truth, "sb/game")
    summary = Games({"divat_roe": values}).summary("divat_roe")
    return {**summary.as_dict(), "shift": shift.mean, "shift_stderr": shift.stderr}
