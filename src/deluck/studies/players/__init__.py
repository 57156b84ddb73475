"""Studies of the package's own players, one against one: all pairs, and how strong the equilibrium player is."""

from deluck.studies.papers import NO_PAPER
from deluck.studies.players.crosstable import crosstable
from deluck.studies.players.strength import FULL_GAMES, strength
from deluck.studies.running import Study

STUDIES = (
    Study(
        name="players-crosstable",
        summary="each pair of players heads-up, by money and by DIVAT",
        paper=NO_PAPER,
        run=crosstable,
        quick=400,
        full=4_000,
    ),
    Study(
        name="equilibrium-strength",
        summary="bounds on what the equilibrium player can lose, and its matches with every other player",
        paper=NO_PAPER,
        run=strength,
        quick=1_000,
        full=FULL_GAMES,
        step=2,
    ),
)
