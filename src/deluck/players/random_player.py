"""A player that looks at nothing and plays by three fixed probabilities."""

import math
from dataclasses import dataclass

import numpy as np

from deluck.errors import PlayerError
from deluck.games import Action, Answer, View
from deluck.games.tables import Answers, TableViews
from deluck.players.sizes import RaiseSize

_THIRD = 1 / 3
_SIZES = (RaiseSize(0.0), RaiseSize(0.5), RaiseSize(1.0), RaiseSize(math.inf))


def parse_sizes(text: str) -> tuple[RaiseSize, ...]:
    """Return the sizes of words with slashes between them: ``min/half/pot/all-in``."""
    return tuple(RaiseSize.parse(word) for word in text.split("/"))


@dataclass(frozen=True, slots=True)
class Random:
    """Folds, calls and raises at random, whatever its cards.

    Where an action is not legal, the others' probabilities are scaled up to sum to 1; where none that is legal has
    any, it checks or calls.

    Attributes
    ----------
    fold, call, raise_
        The probabilities; they sum to 1.
    sizes
        How large it raises where the structure leaves a choice: each size equally often.
    """

    fold: float = _THIRD
    call: float = _THIRD
    raise_: float = _THIRD
    sizes: tuple[RaiseSize, ...] = _SIZES
    name: str = "random"

    def __post_init__(self) -> None:
        triple = (self.fold, self.call, self.raise_)
        if not all(0 <= share <= 1 for share in triple) or not math.isclose(sum(triple), 1, abs_tol=1e-9):
            written = f"fold={self.fold:g}, call={self.call:g}, raise={self.raise_:g}"
            raise PlayerError(f"not probabilities: {written} (expected three from 0 to 1 that sum to 1)")

    def act(self, view: View, rng: np.random.Generator) -> Answer:
        """Return an action drawn by the probabilities."""
        fold, call, _ = self.probabilities(view)
        drawn = rng.random()
        if drawn < fold:
            return Action.FOLD
        if drawn < fold + call or Action.RAISE not in view.legal_actions:
            return Action.CALL
        if view.rules.is_limit:
            return Action.RAISE
        return Action.RAISE, self.sizes[int(rng.integers(len(self.sizes)))].amount(view)

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:
        """Return actions drawn by the probabilities."""
        fold, raising = views.can_fold * self.fold, views.can_raise * self.raise_
        total = fold + self.call + raising
        drawn = rng.random(len(views)) * total
        actions = np.where(drawn < fold, np.uint8(Action.FOLD), np.uint8(Action.CALL))
        actions[(drawn >= fold + self.call) & views.can_raise & (total > 0)] = Action.RAISE
        if views.rules.is_limit:
            return actions
        chosen = rng.integers(len(self.sizes), size=len(views))
        amounts = np.choose(chosen, [size.amounts(views) for size in self.sizes])
        return actions, np.where(actions == Action.RAISE, amounts, -1)

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return the probabilities of fold, call and raise, scaled to the legal actions."""
        legal = view.legal_actions
        fold = self.fold if Action.FOLD in legal else 0.0
        raising = self.raise_ if Action.RAISE in legal else 0.0
        total = fold + self.call + raising
        if not total:
            return 0.0, 1.0, 0.0
        return fold / total, self.call / total, raising / total
