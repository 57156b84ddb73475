"""Studies of the estimators that take the luck out of any hold'em hand: what they are worth, and on what hands.

`nolimit` has published no-limit matches, `own_cards` what hidden cards cost, `multiway` limit with many players;
`hands` reads and hides them.
"""

from deluck.studies.luck.multiway import multiway
from deluck.studies.luck.nolimit import DEEPSTACK, PLURIBUS, deepstack, pluribus
from deluck.studies.luck.own_cards import own_cards_study
from deluck.studies.papers import NO_PAPER
from deluck.studies.running import Study

STUDIES = (
    Study(
        name="nolimit-pluribus",
        summary="every player of Pluribus's six-handed matches by every estimator (needs the published hands)",
        paper=PLURIBUS,
        run=pluribus,
    ),
    Study(
        name="nolimit-deepstack",
        summary="DeepStack by every estimator, beside its authors' AIVAT (needs the published hands)",
        paper=DEEPSTACK,
        run=deepstack,
    ),
    Study(
        name="luck-own-cards",
        summary="what hidden cards cost: own cards against all cards, their bias and what their intervals cover",
        paper=NO_PAPER,
        run=own_cards_study,
        quick=5_000,
        full=50_000,
    ),
    Study(
        name="multiway-limit",
        summary="Loki-1 and Loki-2 at ten seats: what can be taken for luck, and what the frozen estimator is worth",
        paper=NO_PAPER,
        run=multiway,
        quick=1_000,
        full=20_000,
    ),
)
