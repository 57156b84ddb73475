"""Where players meet: matches, tournaments, and the ACPC network protocol both ways.

`match.play` and `tournament.tournament` are what callers use. `entrants` takes in anybody who can act, `stakes` has the
games, `table` who sits where, `dealing` the decks and generators that follow from the seed. `asking` asks the players
and reads their answers, `faults` has what happens when they fail, `hands` plays blocks of hands, `batches` many tables
at once, `running` the blocks of a match in one process or several, and `ledger` puts their hands in order. `log` stores
them on disk and goes on from there, in the text of `log_text`; `result` is what it all came to. `dealer` and `client`
speak the ACPC's network protocol: `wire` has its text, `connections` the sockets, `network_seats` the seats.
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
