"""The whole betting of heads-up limit hold'em as arrays: every decision and every end, by number.

The nodes are numbered so that a parent comes before its children: first the decisions, street by street, then the ends.
With the usual caps of 3, 4, 4 and 4 raises these are 8, 70, 630 and 5,670 decisions and 10,206 ends. The engine plays
every sequence of actions once; the arrays are for solvers, best responses and policies that look up a node's number.

    tree = limit_tree()
    node = tree.node_of(view)                      # or tree.node_after([Action.RAISE, Action.CALL])
    tree.children[node, Action.RAISE]              # the next node, -1 if a raise is not legal
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import DECK
from deluck.errors import IllegalAction, RulesError
from deluck.games import betting_kernels as engine
from deluck.games.actions import Action
from deluck.games.betting_tree import opened_holdem
from deluck.games.holdem import HoldemDeal, HoldemState
from deluck.games.rules import HoldemRules, Rules
from deluck.games.view import View

NO_NODE = -1
NOBODY = -1


@dataclass(frozen=True, slots=True, eq=False)
class LimitTree:
    """The tree of the betting, read-only arrays over its nodes.

    Attributes
    ----------
    rules
        The game; chips are counted as in it.
    parent
        The node before, -1 of the root, int32[n_nodes]. A parent's number is smaller than its children's.
    last_action
        The action that led here, -1 at the root, int8[n_nodes].
    street
        0 to 3, int8[n_nodes]; of an end the street that it ended on.
    actor
        The seat to act, -1 at ends, int8[n_nodes]. Seat 1 is the button, which acts first before the flop.
    children
        The node after fold, call and raise, -1 where the action is not legal; all -1 at ends, int32[n_nodes, 3].
    contributions
        The chips each seat has put in, less what went back uncalled, int32[n_nodes, 2].
    folder
        At ends the seat that folded, -1 at showdowns (and at decisions), int8[n_nodes].
    first_of_street
        Where each street's decisions begin, and after them where the ends do: decisions of street s are the nodes
        ``first_of_street[s]`` to ``first_of_street[s + 1] - 1``, ends those from ``first_of_street[4]`` on.
    starts
        The nodes at which each street is dealt (its first decision), one int32 array per street: 1, 7, 63 and 567.
    """

    rules: HoldemRules
    parent: NDArray[np.int32]
    last_action: NDArray[np.int8]
    street: NDArray[np.int8]
    actor: NDArray[np.int8]
    children: NDArray[np.int32]
    contributions: NDArray[np.int32]
    folder: NDArray[np.int8]
    first_of_street: tuple[int, int, int, int, int]
    starts: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
    _after: tuple[tuple[int, int, int], ...]

    @property
    def n_nodes(self) -> int:
        """The number of decisions and ends."""
        return len(self.parent)

    @property
    def n_decisions(self) -> int:
        """The number of decisions: nodes from this number on are ends."""
        return self.first_of_street[-1]

    @property
    def is_showdown(self) -> NDArray[np.bool_]:
        """Which nodes are showdowns, bool[n_nodes]."""
        return np.asarray((self.actor == NOBODY) & (self.folder == NOBODY))

    def node_after(self, actions: Iterable[int]) -> int:
        """Return the node after a sequence of actions from the first decision of the hand on.

        Raises
        ------
        IllegalAction
            If the rules do not allow one of them.
        """
        after, node = self._after, 0
        for action in actions:
            following = after[node][action]
            if following < 0:
                legal = tuple(each.label for each in Action if after[node][each] >= 0)
                seat, listed = int(self.actor[node]), ", ".join(legal) or "nothing"
                raise IllegalAction(
                    f"seat {seat} cannot {Action(action).label} at node {node} (legal: {listed})",
                    seat=seat,
                    action=action,
                    legal=legal,
                )
            node = following
        return node

    def node_of(self, view: View) -> int:
        """Return the node that a hand is at in a view, whatever its stakes; the caps on raises must be the tree's."""
        return self.node_after([move.action for move in view.history])

    def actions_to(self, node: int) -> tuple[Action, ...]:
        """Return the actions that lead to a node, the first one first."""
        actions: list[Action] = []
        while node > 0:
            actions.append(Action(int(self.last_action[node])))
            node = int(self.parent[node])
        return tuple(reversed(actions))


@lru_cache(maxsize=8)
def limit_tree(rules: Rules | None = None) -> LimitTree:
    """Return the betting of heads-up limit hold'em in which nobody can run out of chips, built at first use.

    Parameters
    ----------
    rules
        The game; by default the usual one, ``HoldemRules.limit(2)``: blinds of 5 and 10, bets of 10 and 20.

    Raises
    ------
    RulesError
        If the rules are not those of heads-up limit hold'em with a cap on raises.
    """
    rules = HoldemRules.limit(2) if rules is None else rules
    if not isinstance(rules, HoldemRules) or not rules.is_limit or rules.n_seats != 2:
        raise RulesError(
            f"no betting tree of {rules.structure} {rules.game} for {rules.n_seats} (expected limit for 2)"
        )
    found = _play_all(rules)
    order = sorted(range(len(found)), key=lambda index: (found[index].actor < 0, found[index].street, index))
    number = np.empty(len(found), dtype=np.int32)
    number[order] = np.arange(len(found))
    nodes = [found[index] for index in order]
    parent = np.array([number[node.parent] if node.parent >= 0 else NO_NODE for node in nodes], dtype=np.int32)
    last_action = np.array([node.action for node in nodes], dtype=np.int8)
    street = np.array([node.street for node in nodes], dtype=np.int8)
    actor = np.array([node.actor for node in nodes], dtype=np.int8)
    children = np.full((len(nodes), len(Action)), NO_NODE, dtype=np.int32)
    children[parent[1:], last_action[1:]] = np.arange(1, len(nodes))
    decides = actor >= 0
    counts = np.bincount(street[decides], minlength=4).cumsum().tolist()
    is_start = decides & np.r_[True, street[1:] > street[parent[1:]]]
    starts = [np.flatnonzero(is_start & (street == each)).astype(np.int32) for each in range(4)]
    contributions = np.array([node.paid for node in nodes], dtype=np.int32)
    folds = last_action == Action.FOLD
    folder = np.where(folds & ~decides, actor[parent], NOBODY).astype(np.int8)
    arrays: list[NDArray[Any]] = [parent, last_action, street, actor, children, contributions, folder, *starts]
    for array in arrays:
        array.setflags(write=False)
    return LimitTree(
        rules,
        parent,
        last_action,
        street,
        actor,
        children,
        contributions,
        folder,
        (0, counts[0], counts[1], counts[2], counts[3]),
        (starts[0], starts[1], starts[2], starts[3]),
        tuple((fold, call, raising) for fold, call, raising in children.tolist()),
    )


@lru_cache(maxsize=8192)
def view_at(node: int) -> View:
    """Return the actor's view at a decision of the usual game's tree, with some cards.

    What a policy would do there is asked for with the board and the cards put in place:
    ``view_at(node)._replace(board=board, cards=cards)``.
    """
    tree = limit_tree()
    state = HoldemState(tree.rules, HoldemDeal.from_deck(DECK, tree.rules.n_seats))
    for action in tree.actions_to(node):
        state.act(action)
    return state.view()


@dataclass(frozen=True, slots=True)
class _Played:
    """A node as the engine left it, in the order it was come to."""

    parent: int
    action: int
    street: int
    actor: int
    paid: tuple[int, int]
    chips: NDArray[np.int64]


def _play_all(rules: HoldemRules) -> list[_Played]:
    """Return every node of the betting, each after its parent, as the engine plays them."""
    root = opened_holdem(rules, None, None)
    found = [_Played(NO_NODE, -1, 0, _actor(root.chips), _paid(root.chips), root.chips)]
    for index, node in enumerate(found):  # which grows meanwhile
        if node.actor < 0:
            continue
        for action in Action:
            if not node.chips[engine.LEGAL] >> action & 1:
                continue
            chips = node.chips.copy()
            engine.act_holdem(chips, int(action), engine.NO_AMOUNT)
            actor = _actor(chips)
            street = node.street if actor < 0 else int(chips[engine.STREET])
            found.append(_Played(index, int(action), street, actor, _paid(chips), chips))
    return found


def _actor(chips: NDArray[np.int64]) -> int:
    return int(chips[engine.ACTOR])


def _paid(chips: NDArray[np.int64]) -> tuple[int, int]:
    return int(chips[engine.PAID]), int(chips[engine.PAID + 1])
