"""A player that says its lines: a fixed sequence of actions in every hand, for tests and for classrooms."""

from dataclasses import dataclass

import numpy as np

from deluck.errors import PlayerError
from deluck.games import Action, View

_LETTERS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}


@dataclass(frozen=True, slots=True)
class Scripted:
    """Answers its first decision of a hand with the first letter, the second with the second, then checks and calls.

    It keeps to the script where a letter is not legal there, so that a test can see what becomes of it.

    Attributes
    ----------
    actions
        A letter for each decision: ``f`` fold, ``c`` check or call, ``r`` bet or raise.
    """

    actions: str = ""
    name: str = "scripted"

    def __post_init__(self) -> None:
        if not set(self.actions) <= set(_LETTERS):
            raise PlayerError(f"not a script: {self.actions!r} (expected letters f, c and r, e.g. 'crcf')")

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the script's action for this decision."""
        n_made = sum(move.seat == view.seat for move in view.history)
        return _LETTERS[self.actions[n_made]] if n_made < len(self.actions) else Action.CALL
