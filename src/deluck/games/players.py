"""What a player must be able to do, and may be able to: protocols, no base class.

`Player` acts; `Policy` states its strategy, a `TreePolicy` at many nodes at once; `Specialist`, `Learner` and
`Explainer` are further abilities.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.cards import N_HOLDINGS, cards_of, holdings_beside
from deluck.errors import PlayerError
from deluck.games.actions import Action
from deluck.games.rules import HoldemRules, Rules, StudRules
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


class Strategy(NamedTuple):
    """What a policy does in one situation: its actions with amounts, and how likely each of them is.

    Attributes
    ----------
    actions
        Each action with its amount: for a raise the bet it makes on this street (raise to), for a fold or call 0.
    probabilities
        float64[n_actions] for one hand, summing to 1; float64[1326, n_actions] for all holdings, where each row sums
        to 1 except for holdings that use a card of the board: these rows are zero.
    """

    actions: tuple[tuple[Action, int], ...]
    probabilities: NDArray[np.float64]

    @property
    def triple(self) -> tuple[float, float, float]:
        """The probabilities of fold, call and raise for one hand, raises of all amounts together."""
        shares = [0.0] * len(Action)
        for (action, _), share in zip(self.actions, self.probabilities.tolist(), strict=True):
            shares[action] += share
        fold, call, raising = shares
        return fold, call, raising

    @classmethod
    def of_triples(cls, view: View, triples: ArrayLike, raise_to: int | None = None) -> "Strategy":
        """Return a strategy from the probabilities of fold, call and one raise, of one hand or all holdings.

        Its actions are the legal ones, and others that have a probability all the same.

        Parameters
        ----------
        view
            The situation.
        triples
            float64[3], or float64[1326, 3] with any numbers for holdings that use a card of the board.
        raise_to
            The bet that a raise makes on this street; by default the smallest.
        """
        amount = view.min_raise_to if raise_to is None else raise_to
        shares = np.asarray(triples, dtype=np.float64)
        if shares.ndim == 2:
            shares = np.where(holdings_beside(view.board)[:, None], shares, 0.0)
        chosen = [action for action in Action if action in view.legal_actions or shares[..., action].any()]
        actions = tuple([(action, amount if action is Action.RAISE else 0) for action in chosen])
        return cls(actions, np.ascontiguousarray(shares[..., chosen]))

    @classmethod
    def of_actions(cls, view: View, actions: Action | NDArray[np.uint8], raise_to: int | None = None) -> "Strategy":
        """Return a strategy that always takes one action: the same one, or one per holding, uint8[1326]."""
        return cls.of_triples(view, np.eye(len(Action))[actions], raise_to)

    @classmethod
    def of_shares(cls, shares: Mapping[tuple[Action, int], float]) -> "Strategy":
        """Return the strategy of one hand from the probability of each action with its amount."""
        ordered = sorted(shares)
        return cls(tuple(ordered), np.array([shares[action] for action in ordered], dtype=np.float64))


@runtime_checkable
class Policy(Protocol):
    """A strategy for hold'em that can be stated: a probability for each action, in every situation of a seat.

    It answers for the cards of one view, and in bulk for all holdings. What it answers depends on the view alone, and
    on what it has learned if it learns.
    """

    def strategy(self, view: View) -> Strategy:
        """Return what it does with the cards of the view, float64[n_actions]; illegal actions have 0."""
        ...

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return what it would do with each holding instead of the view's cards, float64[1326, n_actions].

        Row i is what `strategy` returns if the view's cards are holding i. Holdings that use a card of the board have a
        row of zeros; the view's own cards rule nothing out.
        """
        ...


@runtime_checkable
class TreePolicy(Policy, Protocol):
    """A policy for heads-up limit hold'em that states its strategy at many nodes of one board at once.

    Best responses ask for thousands of nodes per board. Policies without this ability are asked node by node.
    """

    def strategy_at_nodes(self, board: tuple[int, ...], nodes: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return what it does with each holding at each node, float32[n_nodes, 3, 1326]: fold, call and raise.

        Entry ``[i, :, holding]`` is what `strategy_by_holding` returns in the situation of the node: illegal actions
        have 0, and so have holdings that use a card of the board. Holdings are last because callers go along them.

        Parameters
        ----------
        board
            The board of one street: none, three, four or five cards.
        nodes
            Decisions of this street, by their numbers in `deluck.games.limit_tree.limit_tree`, in any order.
        """
        ...


def same_for_all_holdings(strategy: Strategy, view: View) -> Strategy:
    """Return the strategy in bulk of a policy that does not look at its cards."""
    require_holdem(view)
    possible = holdings_beside(view.board)
    return Strategy(strategy.actions, np.where(possible[:, None], strategy.probabilities, 0.0))


def holding_by_holding(policy: Policy, view: View) -> Strategy:
    """Return the strategy in bulk of a policy by asking it for each holding in turn: right, and slow."""
    require_holdem(view)
    rows: dict[int, Strategy] = {
        int(holding): policy.strategy(view._replace(cards=cards_of(int(holding))))
        for holding in np.flatnonzero(holdings_beside(view.board))
    }
    actions = sorted({action for row in rows.values() for action in row.actions})
    index = {action: column for column, action in enumerate(actions)}
    found = np.zeros((N_HOLDINGS, len(actions)))
    for holding, row in rows.items():
        found[holding, [index[action] for action in row.actions]] = row.probabilities
    return Strategy(tuple(actions), found)


def require_holdem(view: View) -> None:
    """Raise PlayerError unless the view is one of hold'em, where a hand is one of 1,326 holdings."""
    if not isinstance(view.rules, HoldemRules):
        raise PlayerError("a strategy for all holdings in seven-card stud (expected a view of hold'em)")


@runtime_checkable
class Specialist(Protocol):
    """A player that does not play every game, and is asked before it sits down."""

    def check_table(self, rules: Rules) -> None:
        """Raise a DeluckError that names the game if it cannot be played."""
        ...


def limit_holdem_only(name: str, rules: Rules) -> HoldemRules:
    """Return the rules if they are those of limit hold'em; raise PlayerError otherwise."""
    if not isinstance(rules, HoldemRules):
        raise PlayerError(f"{name} cannot play seven-card stud (expected limit hold'em)")
    if not rules.is_limit:
        raise PlayerError(f"{name} cannot play {rules.structure} hold'em (expected limit hold'em)")
    return rules


def stud_only(name: str, rules: Rules) -> StudRules:
    """Return the rules if they are those of stud; raise PlayerError otherwise."""
    if not isinstance(rules, StudRules):
        raise PlayerError(f"{name} cannot play hold'em (expected seven-card stud)")
    return rules


@runtime_checkable
class Learner(Protocol):
    """A player that learns from each finished hand, and so must be given them in order."""

    def hand_over(self, summary: HandSummary) -> None:
        """Learn from what the seat could see of a finished hand, showdowns included."""
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
    """A player that can explain its decisions."""

    def explain(self, view: View) -> Explanation:
        """Return the decision it would make, with what leads to it."""
        ...
