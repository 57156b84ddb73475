"""The one-street baseline of no-limit DIVAT as a player: honest betting by hand rank, by two thirds of the pot."""

from dataclasses import dataclass

import numpy as np

from deluck.cards import N_HOLDINGS, holding_cards, holdings_beside
from deluck.errors import PlayerError
from deluck.estimators.divat_nl.policy import ONE_STREET, choices
from deluck.games import Action, Answer, HoldemRules, Rules, Strategy, View
from deluck.metrics import hand_ranks


@dataclass(frozen=True, slots=True)
class BaselineNoLimit:
    """Plays no-limit and pot-limit hold'em of any number of seats as the baseline of `divat_nl` bets a street.

    It bets and raises by the larger of its rank now (IHR) and on the river (7cHR), to the power of the number of live
    opponents, two thirds of the pot at a time; it folds by the odds it is offered, and never bluffs, traps or learns.
    """

    name: str = "baseline-nl"

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is no-limit or pot-limit hold'em."""
        if not isinstance(rules, HoldemRules) or rules.is_limit:
            game = "limit hold'em" if isinstance(rules, HoldemRules) else "seven-card stud"
            raise PlayerError(f"{self.name} cannot play {game} (expected no-limit or pot-limit hold'em)")

    def act(self, view: View, rng: np.random.Generator) -> Answer:  # noqa: ARG002 - the protocol's
        """Return the baseline's action, and the bet that its raise makes."""
        action, raise_to = self._choice(view)
        return (action, raise_to) if action is Action.RAISE else action

    def strategy(self, view: View) -> Strategy:
        """Return the baseline's action."""
        return Strategy.of_actions(view, *self._choice(view))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the baseline's action with every holding, from ranks looked up at once."""
        self.check_table(view.rules)
        possible = np.flatnonzero(holdings_beside(view.board))
        board = np.tile(np.array(view.board, dtype=np.int64), (len(possible), 1))
        actions = np.zeros(N_HOLDINGS, dtype=np.uint8)
        actions[possible], raise_to = choices(ONE_STREET, view, hand_ranks(holding_cards()[possible], board))
        return Strategy.of_actions(view, actions, raise_to)

    def _choice(self, view: View) -> tuple[Action, int]:
        self.check_table(view.rules)
        actions, raise_to = choices(ONE_STREET, view, hand_ranks([view.cards], [view.board]))
        return Action(int(actions[0])), raise_to
