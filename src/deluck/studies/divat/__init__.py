"""The studies of Billings and Kan, A tool for the direct assessment of poker decisions.

`example` analyses the example hand; `always`, `self_play`, `duplicate`, `estimators`, `robustness`, `learning` and
`runtime` play matches, `side_by_side` has what they share. Always Call and Always Raise are the paper's own players;
its other matches are between programs and people that are not available: the baseline in two styles, the equilibrium
and the adaptive player stand in for them.
"""

from deluck.studies.divat.always import always
from deluck.studies.divat.duplicate import duplicate
from deluck.studies.divat.estimators import estimators
from deluck.studies.divat.example import example
from deluck.studies.divat.learning import learning
from deluck.studies.divat.robustness import robustness
from deluck.studies.divat.runtime import runtime
from deluck.studies.divat.self_play import self_play
from deluck.studies.divat.side_by_side import LONG_GAMES
from deluck.studies.papers import DIVAT, DIVAT_GAMES
from deluck.studies.running import Study

STUDIES = (
    Study(
        name="divat-example",
        summary="the example hand analysed: Tables 1, 2 and 3, exact",
        paper=DIVAT,
        run=example,
    ),
    Study(
        name="divat-always",
        summary="Always Call against Always Raise: money and DIVAT, Figures 1 to 3",
        paper=DIVAT,
        run=always,
        quick=5_000,
        full=DIVAT_GAMES,
    ),
    Study(
        name="divat-selfplay",
        summary="the equilibrium player against itself: money, DIVAT and their spreads, Figure 4",
        paper=DIVAT,
        run=self_play,
        quick=20_000,
        full=LONG_GAMES,
    ),
    Study(
        name="divat-equilibrium-duplicate",
        summary="two equilibrium strategies in a duplicate match, Figures 5 to 7 and 12",
        paper=DIVAT,
        run=duplicate,
        quick=20_000,
        full=2 * LONG_GAMES,
        step=2,
    ),
    Study(
        name="divat-robustness",
        summary="DIVAT by looser, tighter, bolder and more timid baselines and by sweeps, Figure 11",
        paper=DIVAT,
        run=robustness,
        quick=2_000,
        full=DIVAT_GAMES,
    ),
    Study(
        name="divat-estimators",
        summary="every estimator side by side on one duplicate match of unequal players, and which are biased",
        paper=DIVAT,
        run=estimators,
        quick=20_000,
        full=8 * DIVAT_GAMES,
        step=2,
    ),
    Study(
        name="divat-learning",
        summary="the adaptive player against the equilibrium and Loki-1: how it learns, Figures 8 to 10, 13 and 14",
        paper=DIVAT,
        run=learning,
        quick=1_000,
        full=3_000,
    ),
    Study(
        name="runtime-divat",
        summary="what one seat can say while a match runs, beside the full answer when all cards are known",
        paper=DIVAT,
        run=runtime,
        quick=2_000,
        full=6_000,
    ),
)
