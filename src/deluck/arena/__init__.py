"""Where players meet: matches, tournaments, and the ACPC network protocol both ways.

`match.play` and `tournament.tournament` are what callers use. Beneath them `hands` plays blocks of hands at a
`table.Table`, `asking` asks the players and `answers` reads what they say; `running` plays the blocks of a match, in
several processes by `pool`, and `ledger` puts their hands in order. `log` stores them on disk and goes on from there,
with `log_text`, `log_reading` and `resume`; `interrupts` makes sure that a stop loses nothing. `dealing` makes decks
and generators from the seed, `seating` and `lineups` say who sits where and plays whom, `entrants` takes in anybody who
can act, from files by `loading`, `faults` and `timing` deal with those who fail or are slow, `result` says what it all
came to. `dealer`, `client` and what they stand on speak the ACPC's protocol.
"""

from deluck.arena.faults import Fault, FaultKind
from deluck.arena.match import play
from deluck.arena.result import MatchResult, PlayerResult
from deluck.arena.tournament import TournamentResult, tournament
from deluck.errors import ArenaError, LogError, MatchStopped, PlayerFault

__all__ = [
    "ArenaError",
    "Fault",
    "FaultKind",
    "LogError",
    "MatchResult",
    "MatchStopped",
    "PlayerFault",
    "PlayerResult",
    "TournamentResult",
    "play",
    "tournament",
]
