"""Seven-card stud: inferring down cards from bets.

`policy` has ways to bet, as data, and what a decision depends on besides the cards; `downcards` distributions over down
cards and their bits; `table` the public's beliefs about every seat, updated as a hand is played; `viewpoints` what
others know beyond that; `following` the public's beliefs from a player's view; `information` how much is known at each
stage of a hand. `reading` reads a recorded hand, and `description` puts that into words.
"""

from deluck.beliefs.stud.downcards import DowncardDistribution, certain
from deluck.beliefs.stud.policy import DEFAULT, POLICIES, BetPolicy, Decision, decision_of, effective_odds, parse_policy
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
