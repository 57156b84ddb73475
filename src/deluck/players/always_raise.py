"""A player that raises whenever it may."""

from dataclasses import dataclass

import numpy as np

from deluck.games import Action, Answer, View
from deluck.games.tables import Answers, TableViews
from deluck.players.sizes import RaiseSize


@dataclass(frozen=True, slots=True)
class AlwaysRaise:
    """Bets and raises while it may, then calls.

    Attributes
    ----------
    size
        How large it raises where the structure leaves a choice: ``min``, ``half``, ``pot``, ``all-in``, ``0.75pot``.
    """

    size: RaiseSize = RaiseSize(1.0)  # noqa: RUF009 - a constant
    name: str = "always-raise"

    def act(self, view: View, rng: np.random.Generator) -> Answer:  # noqa: ARG002 - the protocol's
        """Return a raise where it is legal, else a call."""
        if not view.max_raise_to:
            return Action.CALL
        if view.min_raise_to == view.max_raise_to:
            return Action.RAISE
        return Action.RAISE, self.size.amount(view)

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:  # noqa: ARG002 - the protocol's
        """Return raises where they are legal, else calls."""
        actions = np.where(views.can_raise, np.uint8(Action.RAISE), np.uint8(Action.CALL))
        if views.rules.is_limit:
            return actions
        return actions, np.where(views.can_raise, self.size.amounts(views), -1)

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return all weight on the raise where it is legal, else on the call."""
        return (0.0, 0.0, 1.0) if Action.RAISE in view.legal_actions else (0.0, 1.0, 0.0)
