"""The rules of hold'em and seven-card stud: hands played action by action, and what each seat may know.

`HoldemState` and `StudState` share one shape: ask ``actor``, ``legal_actions()`` and ``view()``, then ``act``,
until ``is_over``; then ``payoffs()``. `actions` has the three actions and the names of actions, streets and positions,
`rules` the settings, `_kernels` the betting engine, `betting` its face for players, `state` the hand both games share,
`holdem` and `stud` what is each game's own, `pots` side pots and splits, `view` what a seat may know, `players` the
protocols a player follows, `tables` many hands played side by side, `errors` what is refused.
"""

from deluck.errors import IllegalAction, RulesError, UnknownCards
from deluck.games.actions import (
    ACTION_LETTERS,
    BOARD_SIZES,
    STREET_NAMES,
    Action,
    Move,
    name_action,
    position_names,
)
from deluck.games.holdem import HoldemDeal, HoldemState
from deluck.games.players import (
    Answer,
    Explainer,
    Explanation,
    Learner,
    Player,
    Policy,
    Specialist,
    Strategy,
    TreePolicy,
)
from deluck.games.pots import Pot, exact_winnings, winnings
from deluck.games.rules import Forced, HoldemRules, Rules, Structure, StudRules
from deluck.games.state import Cards, GameState
from deluck.games.stud import StudDeal, StudState
from deluck.games.tables import BatchPlayer, HoldemTables, TableViews
from deluck.games.view import HandSummary, View

__all__ = [
    "ACTION_LETTERS",
    "BOARD_SIZES",
    "STREET_NAMES",
    "Action",
    "Answer",
    "BatchPlayer",
    "Cards",
    "Explainer",
    "Explanation",
    "Forced",
    "GameState",
    "HandSummary",
    "HoldemDeal",
    "HoldemRules",
    "HoldemState",
    "HoldemTables",
    "IllegalAction",
    "Learner",
    "Move",
    "Player",
    "Policy",
    "Pot",
    "Rules",
    "RulesError",
    "Specialist",
    "Strategy",
    "Structure",
    "StudDeal",
    "StudRules",
    "StudState",
    "TableViews",
    "TreePolicy",
    "UnknownCards",
    "View",
    "exact_winnings",
    "name_action",
    "position_names",
    "winnings",
]
