"""The studies of the two papers on Loki, and a cross-table of all players.

`hand` has the first paper's example hand, `versions` its tournament of five versions; `triples` and `styles` have the
second paper's tournaments. `tables` plays them: ten seats, each deal ten times. `heads_up` and `pairs` are ours.
"""

from deluck.studies.loki.hand import hand
from deluck.studies.loki.heads_up import heads_up
from deluck.studies.loki.pairs import crosstable
from deluck.studies.loki.paper import FIRST, OURS, PAPER_GAMES, SECOND
from deluck.studies.loki.styles import styles
from deluck.studies.loki.triples import triples
from deluck.studies.loki.versions import versions
from deluck.studies.running import Study

STUDIES = (
    Study(
        name="loki-hand",
        summary="the A-Q example: strength, potential and the decisions, Table 2, exact",
        paper=FIRST,
        run=hand,
    ),
    Study(
        name="loki-versions",
        summary="five versions of Loki-1 at a table of ten, Figure 1",
        paper=FIRST,
        run=versions,
        quick=2_000,
        full=PAPER_GAMES,
        step=10,
    ),
    Study(
        name="loki-triples",
        summary="two Loki-2 with B, R, S and their combinations against eight Loki-1, Figure 3",
        paper=SECOND,
        run=triples,
        quick=1_000,
        full=PAPER_GAMES,
        step=10,
    ),
    Study(
        name="loki-styles",
        summary="Loki-1 and Loki-2 in each of four styles at one table, Figure 4",
        paper=SECOND,
        run=styles,
        quick=2_000,
        full=PAPER_GAMES,
        step=10,
    ),
    Study(
        name="loki-heads-up",
        summary="Loki-2 with B, R, S and their combinations against Loki-1 heads-up, by money and by DIVAT",
        paper=SECOND,
        run=heads_up,
        quick=400,
        full=8_000,
        step=2,
    ),
    Study(
        name="players-crosstable",
        summary="each pair of players heads-up, by money and by DIVAT",
        paper=OURS,
        run=crosstable,
        quick=400,
        full=4_000,
    ),
)
