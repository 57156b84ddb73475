"""What a player must be able to do, and may be able to: protocols, no base class."""

from typing import Any, Protocol, runtime_checkable

import numpy as np

from deluck.games.actions import Action
from deluck.games.rules import Rules
from deluck.games.view import HandSummary, View

Answer = Action | tuple[Action, int]
"""What a player decides: an action, and where a raise may be of several sizes the bet it makes (raise to)."""


@runtime_checkable
class Player(Protocol):
    """Anything with a name that picks an action from a view."""

    @property
    def name(self) -> str:
        """The name that logs and tables print."""
        ...

    def act(self, view: View, rng: np.random.Generator) -> Answer:
        """Return one of ``view.legal_actions``; all chance comes from the generator.

        Where the structure leaves a choice, ``(Action.RAISE, amount)`` is a raise that makes the seat's bet on this
        street so large (raise to), and a bare ``Action.RAISE`` the smallest raise.
        """
        ...


@runtime_checkable
class Policy(Protocol):
    """A strategy that can be stated: a probability for each action, wherever a seat may come."""

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return the probabilities of fold, call and raise; they sum to 1 and illegal actions have 0."""
        ...


@runtime_checkable
class Specialist(Protocol):
    """A player that does not play every game, and is asked before it sits down."""

    def check_table(self, rules: Rules) -> None:
        """Raise a DeluckError that names the game if it cannot be played."""
        ...


@runtime_checkable
class Learner(Protocol):
    """A player that looks at each finished hand, and so must be given them in order."""

    def hand_over(self, summary: HandSummary) -> None:
        """Take in what the seat could see of a finished hand, showdowns included."""
        ...


class Explanation(Protocol):
    """A decision with what led to it."""

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Of fold, call and raise."""
        ...

    @property
    def why(self) -> str:
        """One sentence."""
        ...

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain values, for JSON."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """A player that can say why it would act as it does."""

    def explain(self, view: View) -> Explanation:
        """Return the decision it would make, with what leads to it."""
        ...
