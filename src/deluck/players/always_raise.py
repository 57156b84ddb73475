"""A player that raises whenever it may."""

from dataclasses import dataclass

import numpy as np

from deluck.games import Action, View


@dataclass(frozen=True, slots=True)
class AlwaysRaise:
    """Bets and raises while it may, then calls."""

    name: str = "always-raise"

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return a raise where it is legal, else a call."""
        return Action.RAISE if Action.RAISE in view.legal_actions else Action.CALL

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return all weight on the raise where it is legal, else on the call."""
        return (0.0, 0.0, 1.0) if Action.RAISE in view.legal_actions else (0.0, 1.0, 0.0)
