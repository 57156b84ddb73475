"""Hand-type distributions of stud hands, for one hand or all down cards of a seat, and who wins by them."""

from deluck.metrics.hand_types.distribution import (
    HandTypes,
    categories_of,
    hand_types,
    unseen_cards,
    win_probabilities,
)
from deluck.metrics.hand_types.downcards import DowncardStrengths, downcard_strengths
from deluck.metrics.hand_types.joint import JointWins, joint_wins

__all__ = [
    "DowncardStrengths",
    "HandTypes",
    "JointWins",
    "categories_of",
    "downcard_strengths",
    "hand_types",
    "joint_wins",
    "unseen_cards",
    "win_probabilities",
]
