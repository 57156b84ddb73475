"""A player that looks at nothing and plays by three fixed probabilities."""

import math
from dataclasses import dataclass

import numpy as np

from deluck.games import Action, View
from deluck.players.errors import PlayerError

_THIRD = 1 / 3


@dataclass(frozen=True, slots=True)
class Random:
    """Folds, calls and raises at random, whatever its cards.

    Where an action is not legal, the others' probabilities are scaled up to sum to 1; where none that is legal has
    any, it checks or calls.

    Attributes
    ----------
    fold, call, raise_
        The probabilities; they sum to 1.
    """

    fold: float = _THIRD
    call: float = _THIRD
    raise_: float = _THIRD
    name: str = "random"

    def __post_init__(self) -> None:
        triple = (self.fold, self.call, self.raise_)
        if not all(0 <= share <= 1 for share in triple) or not math.isclose(sum(triple), 1, abs_tol=1e-9):
            written = f"fold={self.fold:g}, call={self.call:g}, raise={self.raise_:g}"
            raise PlayerError(f"not probabilities: {written} (expected three from 0 to 1 that sum to 1)")

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action drawn by the probabilities."""
        fold, call, _ = self.probabilities(view)
        drawn = rng.random()
        if drawn < fold:
            return Action.FOLD
        return Action.CALL if drawn < fold + call or Action.RAISE not in view.legal_actions else Action.RAISE

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return the probabilities of fold, call and raise, scaled to the legal actions."""
        legal = view.legal_actions
        fold = self.fold if Action.FOLD in legal else 0.0
        raising = self.raise_ if Action.RAISE in legal else 0.0
        total = fold + self.call + raising
        if not total:
            return 0.0, 1.0, 0.0
        return fold / total, self.call / total, raising / total
