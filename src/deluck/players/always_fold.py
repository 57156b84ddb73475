"""A player that gives up at the first bet."""

from dataclasses import dataclass

import numpy as np

from deluck.games import Action, View
from deluck.games.tables import Answers, TableViews


@dataclass(frozen=True, slots=True)
class AlwaysFold:
    """Folds when there is something to call, and checks when there is not.

    The bring-in of stud cannot be folded: it is posted.
    """

    name: str = "always-fold"

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return a fold where there is something to call and folding is legal, else a call."""
        return Action.FOLD if view.to_call and Action.FOLD in view.legal_actions else Action.CALL

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:  # noqa: ARG002 - the protocol's
        """Return folds where there is something to call and folding is legal, else calls."""
        return np.where((views.to_call > 0) & views.can_fold, np.uint8(Action.FOLD), np.uint8(Action.CALL))

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return all weight on the fold where there is something to call, else on the check."""
        return (1.0, 0.0, 0.0) if view.to_call and Action.FOLD in view.legal_actions else (0.0, 1.0, 0.0)
