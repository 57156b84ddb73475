"""The win-probability bot of Nasser's Poker bot project, in parts.

`preflop` has the categories of starting hands and the fold dampener, `tie_factors` and `chances` the chance to win,
`betting` what is done with it, `player` the player itself and `explanation` what it says of a decision.
"""

from deluck.players.winprob.explanation import Explanation, OpponentReading, PostflopReading, PreflopReading
from deluck.players.winprob.player import WinProb

__all__ = ["Explanation", "OpponentReading", "PostflopReading", "PreflopReading", "WinProb"]
