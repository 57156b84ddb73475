"""What a policy does at many nodes of one board: asked for at once if it can state that, else node by node."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deluck.best_response.shapes import StreetShape
from deluck.cards import DECK, N_HOLDINGS, Card
from deluck.errors import PlayerError
from deluck.games import Action, Policy, Strategy, TreePolicy
from deluck.games.limit_tree import view_at


class StatedStrategy(Protocol):
    """The strategy of a player as best responses ask for it."""

    def at_starts(
        self, board: tuple[int, ...], shape: StreetShape, starts: NDArray[np.int32], reach: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        """Return what it does on a street from each of its starts on, float32[n_starts, n_decisions, 3, 1326].

        Parameters
        ----------
        board
            The board of the street.
        shape
            The street's betting.
        starts
            Which of the street's starts, as rows of ``shape.nodes``.
        reach
            How likely each seat plays to each start with each holding, float64[2, n_starts, 1326]. Where a seat's is
            zero with all holdings, its strategy does not matter and may be left zero.
        """
        ...


def stated(policy: Policy) -> StatedStrategy:
    """Return a policy's strategy as best responses ask for it."""
    return _AtOnce(policy) if isinstance(policy, TreePolicy) else _NodeByNode(policy)


class _AtOnce:
    """The strategy of a policy that states it at many nodes at once."""

    def __init__(self, policy: TreePolicy) -> None:
        self._policy = policy

    def at_starts(
        self, board: tuple[int, ...], shape: StreetShape, starts: NDArray[np.int32], reach: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        nodes = shape.nodes[starts]
        wanted = np.flatnonzero(reach.any(axis=(0, 2)))
        if len(wanted) == len(starts):
            return self._ask(board, nodes)
        found = np.zeros((*nodes.shape, len(Action), N_HOLDINGS), dtype=np.float32)
        if len(wanted):
            found[wanted] = self._ask(board, nodes[wanted])
        return found

    def _ask(self, board: tuple[int, ...], nodes: NDArray[np.int32]) -> NDArray[np.float32]:
        answer = np.ascontiguousarray(self._policy.strategy_at_nodes(board, nodes.ravel()), dtype=np.float32)
        expected = (nodes.size, len(Action), N_HOLDINGS)
        if answer.shape != expected:
            raise PlayerError(f"a strategy at nodes of shape {answer.shape} (expected {expected})")
        return answer.reshape(*nodes.shape, len(Action), N_HOLDINGS)


class _NodeByNode:
    """The strategy of a policy that is asked for one view after the other, those alone that it comes to itself."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def at_starts(
        self, board: tuple[int, ...], shape: StreetShape, starts: NDArray[np.int32], reach: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        n_decisions = len(shape.actor)
        found = np.zeros((len(starts), n_decisions, len(Action), N_HOLDINGS), dtype=np.float32)
        cards = tuple(map(Card, board))
        hole = tuple([card for card in DECK if card not in board][:2])
        for index, start in enumerate(starts.tolist()):
            can_come = np.zeros((n_decisions, 2, N_HOLDINGS), dtype=np.bool_)
            can_come[0] = reach[:, index] > 0
            for decision in range(n_decisions):
                actor = int(shape.actor[decision])
                if can_come[decision, actor].any():
                    view = view_at(int(shape.nodes[start, decision]))
                    answer = self._policy.strategy_by_holding(view._replace(board=cards, cards=hole))
                    found[index, decision] = _as_rows(answer)
                for action in Action:
                    after = int(shape.child[decision, action])
                    if 0 <= after < n_decisions:
                        can_come[after] = can_come[decision]
                        can_come[after, actor] &= found[index, decision, action] > 0
        return found


def _as_rows(strategy: Strategy) -> NDArray[np.float32]:
    """Return the probabilities of fold, call and raise of all holdings, float32[3, 1326]."""
    rows = np.zeros((len(Action), N_HOLDINGS), dtype=np.float32)
    for column, (action, _) in enumerate(strategy.actions):
        rows[action] += strategy.probabilities[:, column].astype(np.float32)
    return rows
