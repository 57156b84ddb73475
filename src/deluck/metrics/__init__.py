"""What a hand is worth: ranks now and later, strength and potential, all-in equity."""

from deluck.metrics.equity import Equity, PlayerEquity, all_in_equity
from deluck.metrics.hand import HandMetrics, hand_metrics
from deluck.metrics.potential import Transitions, effective_hand_strength, transitions
from deluck.metrics.ranks import HandRanks, effective_rank_to_fold, hand_ranks, six_card_hand_rank

__all__ = [
    "Equity",
    "HandMetrics",
    "HandRanks",
    "PlayerEquity",
    "Transitions",
    "all_in_equity",
    "effective_hand_strength",
    "effective_rank_to_fold",
    "hand_metrics",
    "hand_ranks",
    "six_card_hand_rank",
    "transitions",
]
