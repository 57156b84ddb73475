"""A player that calls whatever comes."""

from dataclasses import dataclass

import numpy as np

from deluck.games import Action, View
from deluck.games.tables import Answers, TableViews


@dataclass(frozen=True, slots=True)
class AlwaysCall:
    """Checks and calls, and never folds or raises."""

    name: str = "always-call"

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return a call: it is always legal."""
        return Action.CALL

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:  # noqa: ARG002 - the protocol's
        """Return calls."""
        return np.full(len(views), Action.CALL, np.uint8)

    def probabilities(self, view: View) -> tuple[float, float, float]:  # noqa: ARG002 - the protocol's
        """Return all weight on the call."""
        return 0.0, 1.0, 0.0
