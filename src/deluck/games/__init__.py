"""The rules of limit hold'em and seven-card stud: hands played action by action, and what each seat may know.

`HoldemState` and `StudState` share one shape: ask ``actor``, ``legal_actions()`` and ``view()``, then ``act``,
until ``is_over``; then ``payoffs()``. `actions` has the three actions, `rules` the settings, `state` the
betting both games share, `holdem` and `stud` what is each game's own, `pots` side pots and splits, `view` what
a seat may know, `players` the protocols a player follows, `errors` what is refused.
"""

from deluck.games.actions import Action, Move
from deluck.games.errors import IllegalAction, RulesError, UnknownCards
from deluck.games.holdem import HoldemDeal, HoldemState
from deluck.games.players import Explainer, Explanation, Learner, Player, Policy, Specialist
from deluck.games.pots import Pot, exact_winnings, side_pots, winnings
from deluck.games.rules import HoldemRules, Rules, StudRules
from deluck.games.state import Cards, GameState
from deluck.games.stud import StudDeal, StudState
from deluck.games.view import HandSummary, View

__all__ = [
    "Action",
    "Cards",
    "Explainer",
    "Explanation",
    "GameState",
    "HandSummary",
    "HoldemDeal",
    "HoldemRules",
    "HoldemState",
    "IllegalAction",
    "Learner",
    "Move",
    "Player",
    "Policy",
    "Pot",
    "Rules",
    "RulesError",
    "Specialist",
    "StudDeal",
    "StudRules",
    "StudState",
    "UnknownCards",
    "View",
    "exact_winnings",
    "side_pots",
    "winnings",
]
