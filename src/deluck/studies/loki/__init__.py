"""The studies of the two papers on Loki.

`hand` has the first paper's example hand, `tournaments` both papers' tournaments at ten seats; `heads_up` is ours.
"""

from deluck.studies.loki.hand import hand
from deluck.studies.loki.heads_up import heads_up
from deluck.studies.loki.tournaments import styles, triples, versions
from deluck.studies.papers import LOKI, LOKI_2, LOKI_GAMES
from deluck.studies.running import Study

STUDIES = (
    Study(
        name="loki-hand",
        summary="the A-Q example: strength, potential and the decisions, Table 2, exact",
        paper=LOKI,
        run=hand,
    ),
    Study(
        name="loki-versions",
        summary="five versions of Loki-1 at a table of ten, Figure 1",
        paper=LOKI,
        run=versions,
        quick=2_000,
        full=LOKI_GAMES,
        step=10,
    ),
    Study(
        name="loki-triples",
        summary="two Loki-2 with B, R, S and their combinations against eight Loki-1, Figure 3",
        paper=LOKI_2,
        run=triples,
        quick=1_000,
        full=LOKI_GAMES,
        step=10,
    ),
    Study(
        name="loki-styles",
        summary="Loki-1 and Loki-2 in each of four styles at one table, Figure 4",
        paper=LOKI_2,
        run=styles,
        quick=2_000,
        full=LOKI_GAMES,
        step=10,
    ),
    Study(
        name="loki-heads-up",
        summary="Loki-2 with B, R, S and their combinations against Loki-1 heads-up, by money and by DIVAT",
        paper=LOKI_2,
        run=heads_up,
        quick=400,
        full=8_000,
        step=2,
    ),
)
