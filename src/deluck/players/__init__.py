"""Players: one file each, and a registry that makes them from their names.

`registry` reads a name with options (``random:fold=0.1,call=0.6,raise=0.3``); to add a player, write its file and its
line there. Anything else with an ``act(view, rng)`` can sit down too, without being registered.
"""

from deluck.players.always_call import AlwaysCall
from deluck.players.always_fold import AlwaysFold
from deluck.players.always_raise import AlwaysRaise
from deluck.players.errors import PlayerError
from deluck.players.random_player import Random
from deluck.players.registry import PLAYERS, Option, PlayerKind, make_player
from deluck.players.scripted import Scripted

__all__ = [
    "PLAYERS",
    "AlwaysCall",
    "AlwaysFold",
    "AlwaysRaise",
    "Option",
    "PlayerError",
    "PlayerKind",
    "Random",
    "Scripted",
    "make_player",
]
