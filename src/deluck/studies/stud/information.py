"""How much information betting carries: Figures 6 and 7 of the paper."""

import math

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.information import STAGES, StageInformation, average
from deluck.players.stud import StudBetInferring
from deluck.report.figures_stud import information_chart, sample_chart
from deluck.statistics import Estimate, estimate
from deluck.studies.papers import STUD, STUD_INDEPENDENT, STUD_INFORMATION_GAMES
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.stud.games import play_stud
from deluck.studies.text import rate

_SAMPLE = 80  # games of Figure 7
_PRINTED_GAIN = 36.0
_NOTHING = 1e-9  # bits: no change
_SIX, _SEVEN = STAGES.index("6B"), STAGES.index("7B")


def information(run: Run) -> StudyResult:
    """Return Figure 6, the information that dealt cards and bets carry at each stage, with its table, and Figure 7."""
    games = play_stud((StudBetInferring(),) * 7, n_games=run.n_games, seed=run.seed, jobs=run.jobs)
    stages = average(games.measures)
    by_name = {each.stage: each for each in stages}
    changes = {stage: entropy_change(games.measures, index) for index, stage in enumerate(STAGES) if index}
    left = estimate(games.n_left[:, 0], "players")
    chance = worse_than_chance(games.measures)
    best = max(stages, key=lambda each: each.gain.mean)
    rising = [stage for stage, change in changes.items() if change.mean > _NOTHING]
    gain = by_name["6B"].gain.scaled(100, "%")
    cost = estimate(_reached(games.measures, _SEVEN)[:, 1:3].sum(axis=1), "bits")
    return StudyResult(
        name="stud-information",
        title="What betting reveals in seven-card stud: Figures 6 and 7",
        paper=f"{STUD}, section VI, Figures 6 and 7.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"Reading bets saves the largest share of what the cards alone leave unknown at {best.stage}: "
            f"{rate(best.gain.scaled(100, '%'), 1)}% (the paper: 36% at 6B).",
            f"The mean entropy of who wins rises at {_listed(rising)} stage "
            "(the paper: it rises at 6B only, as decided hands end there).",
            f"At 7B the cards alone cost {rate(chance)} bits more than assuming that all are equally likely to win: "
            f"{'worse than' if chance.mean > 0 else 'no worse than'} chance"
            f"{'' if chance.excludes_zero else ', though not significantly different from it at this size'}.",
            f"{left.mean:.2f} players are left after third street.",
        ),
        blocks=(
            Findings(
                "The paper's numbers",
                (
                    Finding.of(
                        "information gain at 6B",
                        gain,
                        paper=_PRINTED_GAIN,
                        paper_stderr=gain.stderr * math.sqrt(run.n_games / STUD_INFORMATION_GAMES),
                        decimals=1,
                    ),
                    Finding(what="stage of the largest gain", ours=best.stage, paper="6B"),
                    Finding(what="stages at which entropy rises", ours=", ".join(rising), paper="6B"),
                    Finding.of("cost of the cards alone beyond chance at 7B", chance, is_signed=True),
                ),
            ),
            Table(
                "Compared with an independent program",
                ("", f"{STUD_INDEPENDENT} (± one standard error)", "ours (± half the 95% interval)"),
                (
                    ("players left after third street", "2.8", f"{left.mean:.2f} ± {left.half_width95:.2f}"),
                    ("gain at 6B, %", "34.5 ± 3.5", f"{gain.mean:.1f} ± {gain.half_width95:.1f}"),
                    ("cards alone at 7B, bits", "1.070 ± 0.025", f"{cost.mean:.3f} ± {cost.half_width95:.3f}"),
                    (
                        "chance at 7B (log2 of the players), bits",
                        "1.015",
                        f"{by_name['7B'].log_players.mean:.3f} ± {by_name['7B'].log_players.half_width95:.3f}",
                    ),
                ),
            ),
            _table(stages),
            Table(
                "How the mean entropy changes from the stage before, bits",
                ("stage", "change"),
                tuple((stage, rate(change)) for stage, change in changes.items()),
            ),
        ),
        deviations=(
            "The numbers below Figure 6 are not in the text, so only its 36% at 6B can be compared with ours.",
            "Chances to win are equation (1), ties counted as wins, scaled to sum to 1 over the players still in; "
            "estimates below a millionth are raised to a millionth.",
        ),
        charts=(information_chart(stages), sample_chart(games.measures[:_SAMPLE, :, 1])),
        data={"stages": [_values(each) for each in stages]},
    )


def entropy_change(measures: NDArray[np.float64], stage: int) -> Estimate:
    """Return by how much the mean entropy of a stage is above that of the stage before, in bits.

    The games that reach a stage are among those that reached the one before; the error allows for that.
    """
    now, before = measures[:, stage, 1], measures[:, stage - 1, 1]
    has_now, has_before = ~np.isnan(now), ~np.isnan(before)
    if has_now.sum() < 2:
        return Estimate(math.nan, math.inf, int(has_now.sum()), "bits")
    difference = now[has_now].mean() - before[has_before].mean()
    pull = np.where(has_now, now - now[has_now].mean(), 0.0) / has_now.sum()
    pull = pull - np.where(has_before, before - before[has_before].mean(), 0.0) / has_before.sum()
    return Estimate(float(difference), float(np.sqrt((pull**2).sum())), int(has_now.sum()), "bits")


def worse_than_chance(measures: NDArray[np.float64]) -> Estimate:
    """Return what the cards alone cost at 7B beyond assuming that all are equally likely to win, in bits."""
    rows = _reached(measures, _SEVEN)
    return estimate(rows[:, 1] + rows[:, 2] - np.log2(rows[:, 0]), "bits")


def _reached(measures: NDArray[np.float64], stage: int) -> NDArray[np.float64]:
    return np.asarray(measures[~np.isnan(measures[:, stage, 0]), stage])


def _listed(rising: list[str]) -> str:
    return f"{', '.join(rising)} and at no other" if rising else "no"


def _table(stages: tuple[StageInformation, ...]) -> Table:
    rows = [
        (
            each.stage,
            f"{each.n_hands:,}",
            f"{each.n_active.mean:.2f}",
            f"{each.log_players.mean:.3f}",
            *(f"{value.mean:.3f} ± {value.half_width95:.3f}" for value in _divergences(each)),
            f"{100 * each.gain.mean:.1f} ± {100 * each.gain.half_width95:.1f}",
        )
        for each in stages
    ]
    columns = ("stage", "games", "players", "log2", "entropy", "KL cards only", "KL bets read", "gain, %")
    return Table("The table below Figure 6, bits", columns, tuple(rows))


def _divergences(each: StageInformation) -> tuple[Estimate, Estimate, Estimate]:
    return each.entropy, each.cards_only, each.bet_inferring


def _values(each: StageInformation) -> dict[str, object]:
    names = ("n_active", "log_players", "entropy", "cards_only", "bet_inferring", "gain")
    found = {name: getattr(each, name) for name in names}
    values = {name: {"mean": value.mean, "stderr": value.stderr} for name, value in found.items()}
    return {"stage": each.stage, "games": each.n_hands} | values
