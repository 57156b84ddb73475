"""Suits have no rank in hold'em: boards, situations and match-ups numbered up to a relabelling of suits.

A *situation* is a holding and a board; a *match-up* is two holdings, whoever has which. Each kind has a dense number
from 0, and goes both ways.
"""

from deluck.isomorphism.boards import (
    BoardClasses,
    board_at,
    board_classes,
    board_index,
    canonical_board,
    relabelled_holdings,
    relabellings,
)
from deluck.isomorphism.matchups import N_MATCHUPS, MatchupClasses, matchup_at, matchup_classes, matchup_index
from deluck.isomorphism.situations import canonical_situation, n_situations, situation_at, situation_index

__all__ = [
    "N_MATCHUPS",
    "BoardClasses",
    "MatchupClasses",
    "board_at",
    "board_classes",
    "board_index",
    "canonical_board",
    "canonical_situation",
    "matchup_at",
    "matchup_classes",
    "matchup_index",
    "n_situations",
    "relabelled_holdings",
    "relabellings",
    "situation_at",
    "situation_index",
]
