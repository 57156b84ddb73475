"""The studies of Billings and Kan, A tool for the direct assessment of poker decisions.

`example` takes the example hand apart, `always`, `robustness` and `estimators` play matches. Always Call and Always
Raise are the paper's own players; its other matches are between programs and people that are not to be had, so the
baseline in two styles stands in for them (`paper`).
"""

from deluck.studies.divat.always import always
from deluck.studies.divat.estimators import estimators
from deluck.studies.divat.example import example
from deluck.studies.divat.paper import PAPER, PAPER_GAMES
from deluck.studies.divat.robustness import robustness
from deluck.studies.running import Study

STUDIES = (
    Study(
        name="divat-example",
        summary="the example hand taken apart: Tables 1, 2 and 3, exact",
        paper=PAPER,
        run=example,
    ),
    Study(
        name="divat-always",
        summary="Always Call against Always Raise: money and DIVAT, Figures 1 to 3",
        paper=PAPER,
        run=always,
        quick=5_000,
        full=PAPER_GAMES,
    ),
    Study(
        name="divat-robustness",
        summary="DIVAT by looser, tighter, bolder and shyer baselines and by sweeps, Figure 11",
        paper=PAPER,
        run=robustness,
        quick=2_000,
        full=PAPER_GAMES,
    ),
    Study(
        name="divat-estimators",
        summary="every estimator side by side on one duplicate match of unequal players, as Figures 5 to 7",
        paper=PAPER,
        run=estimators,
        quick=20_000,
        full=8 * PAPER_GAMES,
        step=2,
    ),
)
