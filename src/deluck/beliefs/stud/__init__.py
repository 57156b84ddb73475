"""Seven-card stud: reading down cards from bets.

`policy` has the ways to bet, as data; `decisions` what a turn depends on beside the cards; `downcards` a distribution
over down cards; `table` the public's beliefs about every seat, kept up with a hand; `viewpoints` what others see;
`following` the public's beliefs from a player's view; `information` how much is known, in `bits`; `curves` a policy
to be drawn.
"""

from deluck.beliefs.stud.decisions import Decision, decision_of, effective_odds
from deluck.beliefs.stud.downcards import DowncardDistribution, certain
from deluck.beliefs.stud.policy import DEFAULT, POLICIES, BetPolicy, parse_policy
from deluck.beliefs.stud.table import Impossible, SeatModel, StudBeliefs
from deluck.beliefs.stud.viewpoints import (
    PUBLIC,
    Viewpoint,
    downcards_from,
    hand_types_from,
    win_probabilities_from,
)
from deluck.errors import BeliefError

__all__ = [
    "DEFAULT",
    "POLICIES",
    "PUBLIC",
    "BeliefError",
    "BetPolicy",
    "Decision",
    "DowncardDistribution",
    "Impossible",
    "SeatModel",
    "StudBeliefs",
    "Viewpoint",
    "certain",
    "decision_of",
    "downcards_from",
    "effective_odds",
    "hand_types_from",
    "parse_policy",
    "win_probabilities_from",
]
