"""Players: one file each, and a registry that makes them from their names.

`registry` reads a name with options (``random:fold=0.1,call=0.6,raise=0.3``); to add a player, write its file and its
line there. Anything else with an ``act(view, rng)`` can sit down too, without being registered.
"""

from deluck.errors import PlayerError
from deluck.players.always_call import AlwaysCall
from deluck.players.always_fold import AlwaysFold
from deluck.players.always_raise import AlwaysRaise
from deluck.players.baseline_player import Baseline
from deluck.players.loki1 import Loki1
from deluck.players.loki2 import Loki2, SimulatingLoki2
from deluck.players.random_player import Random
from deluck.players.registry import PLAYERS, Option, PlayerKind, make_player
from deluck.players.scripted import Scripted
from deluck.players.stud import StudBetInferring, StudCardsOnly
from deluck.players.winprob import WinProb

__all__ = [
    "PLAYERS",
    "AlwaysCall",
    "AlwaysFold",
    "AlwaysRaise",
    "Baseline",
    "Loki1",
    "Loki2",
    "Option",
    "PlayerError",
    "PlayerKind",
    "Random",
    "Scripted",
    "SimulatingLoki2",
    "StudBetInferring",
    "StudCardsOnly",
    "WinProb",
    "make_player",
]
