"""The studies of Saund, Capturing the information conveyed by opponents' betting behavior in poker.

`information` has Figures 6 and 7, `value` Figure 9, `misspecified` what wrong models leave of it, `sample_game` Figures
1 and 8, `calibration` whether beliefs are right.
The games are played by `deluck.studies.stud.games`.
"""

from deluck.studies.papers import STUD, STUD_INFORMATION_GAMES, STUD_VALUE_GAMES
from deluck.studies.running import Study
from deluck.studies.stud.calibration import calibration
from deluck.studies.stud.information import information
from deluck.studies.stud.sample_game import sample_game
from deluck.studies.stud.value import misspecified, value

STUDIES = (
    Study(
        name="stud-information",
        summary="stud: what cards and bets reveal at ten stages, Figures 6 and 7",
        paper=STUD,
        run=information,
        quick=400,
        full=STUD_INFORMATION_GAMES,
    ),
    Study(
        name="stud-value",
        summary="stud: four that read bets against three that do not, Figure 9",
        paper=STUD,
        run=value,
        quick=1_000,
        full=STUD_VALUE_GAMES,
    ),
    Study(
        name="stud-sample-game",
        summary="stud: the game of Figure 8 read, with the distributions of Figure 1",
        paper=STUD,
        run=sample_game,
    ),
    Study(
        name="stud-misspecified",
        summary="stud: how the advantage shrinks as the models of the others become wrong",
        paper=STUD,
        run=misspecified,
        quick=200,
        full=4_000,
    ),
    Study(
        name="stud-calibration",
        summary="stud: whether down cards are held as often as they are believed to be",
        paper=STUD,
        run=calibration,
        quick=100,
        full=1_500,
    ),
)
