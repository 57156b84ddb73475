"""Players: thin modules that decide, and a registry that makes them from their names.

What they believe and how they evaluate hands is in `deluck.beliefs`. `registry` reads a name with options
(``random:fold=0.1,call=0.6,raise=0.3``), `options` defines what options are, `explanations` what players say about a
decision. To add a player, write its module and its entry in the registry. Anything else with an ``act(view, rng)`` can
sit down too, without being registered.
"""

from deluck.errors import PlayerError
from deluck.players.adaptive import Adaptive, AdaptiveOptions, LearningAdaptive
from deluck.players.baseline import Baseline, BaselineOptions
from deluck.players.baseline_nl import BaselineNoLimit
from deluck.players.equilibrium import Equilibrium, EquilibriumOptions
from deluck.players.loki1 import Loki1, Loki1Options
from deluck.players.loki2 import Loki2, Loki2Options, SimulatingLoki2
from deluck.players.options import Options
from deluck.players.registry import PLAYERS, PlayerKind, make_player
from deluck.players.simple import AlwaysCall, AlwaysFold, AlwaysRaise, Random, Scripted
from deluck.players.stud import StudBetInferring, StudBetInferringOptions, StudCardsOnly, StudCardsOnlyOptions
from deluck.players.winprob import WinProb, WinProbOptions

__all__ = [
    "PLAYERS",
    "Adaptive",
    "AdaptiveOptions",
    "AlwaysCall",
    "AlwaysFold",
    "AlwaysRaise",
    "Baseline",
    "BaselineNoLimit",
    "BaselineOptions",
    "Equilibrium",
    "EquilibriumOptions",
    "LearningAdaptive",
    "Loki1",
    "Loki1Options",
    "Loki2",
    "Loki2Options",
    "Options",
    "PlayerError",
    "PlayerKind",
    "Random",
    "Scripted",
    "SimulatingLoki2",
    "StudBetInferring",
    "StudBetInferringOptions",
    "StudCardsOnly",
    "StudCardsOnlyOptions",
    "WinProb",
    "WinProbOptions",
    "make_player",
]
