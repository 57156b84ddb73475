"""What is believed of one opponent: how it acts, by a prior and the moves counted, and what it may hold."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.cards import BOARD_SIZES, holding_of, holdings_beside
from deluck.games import Action, Move
from deluck.games.limit_tree import limit_tree
from deluck.players.adaptive.situations import N_BINS, N_CLASSES, bins_on, node_classes


class ObservedMove(NamedTuple):
    """A move of the opponent: the decision it was made at, the action, and the bins of all holdings then."""

    node: int
    action: int
    bins: NDArray[np.int8]


def observed_moves(history: tuple[Move, ...], board: tuple[int, ...], seat: int) -> list[ObservedMove]:
    """Return the moves of a seat, from what everybody sees."""
    tree, node, found = limit_tree(), 0, []
    for move in history:
        if move.seat == seat:
            found.append(ObservedMove(node, int(move.action), bins_on(board[: BOARD_SIZES[move.street]])))
        node = int(tree.children[node, move.action])
    return found


class OpponentModel:
    """How one opponent acts: p(a | decision, holding) = (k σ + n) / (k + N).

    σ is the prior, k how many moves it is worth, n how often the opponent took the action in decisions of this class
    with hands of this bin, and N the sum of n. A hand that was not shown counts as all hands it may have been, each by
    its probability.

    Parameters
    ----------
    prior
        σ by decision and bin, float32[n_decisions, 12, 3].
    prior_strength
        k.
    memory
        After so many hands a move counts for 1/e of one that was just made; None for ever.

    Attributes
    ----------
    counts
        n by class and bin, float64[448, 12, 3].
    n_hands
        The hands it has learned from.
    """

    def __init__(self, prior: NDArray[np.float32], prior_strength: float, memory: float | None) -> None:
        self.prior = prior
        self.prior_strength = prior_strength
        self.counts = np.zeros((N_CLASSES, N_BINS, len(Action)))
        self.n_hands = 0
        self._fades_by = 1.0 if memory is None else float(np.exp(-1 / memory))

    def shares(self, node: int) -> NDArray[np.float64]:
        """Return how likely each action is at a decision with a hand of each bin, float64[12, 3]."""
        moves = self.counts[node_classes()[node]]
        total = self.prior_strength + moves.sum(axis=1, keepdims=True)
        return np.asarray((self.prior_strength * self.prior[node].astype(np.float64) + moves) / total)

    def weights(
        self, history: tuple[Move, ...], board: tuple[int, ...], seat: int, cards: tuple[int, ...]
    ) -> NDArray[np.float64]:
        """Return how likely each holding of the opponent is, float64[1326], in any scale.

        Parameters
        ----------
        history, board
            The moves so far and the cards on the table.
        seat
            Where the opponent sits.
        cards
            Our own.
        """
        return self._posterior(observed_moves(history, board, seat), (*cards, *board))

    def _posterior(self, moves: list[ObservedMove], seen: tuple[int, ...]) -> NDArray[np.float64]:
        weights = holdings_beside(seen).astype(np.float64)
        for node, action, bins in moves:
            weights *= self.shares(node)[bins, action]
        return weights

    def learn(
        self,
        history: tuple[Move, ...],
        board: tuple[int, ...],
        seat: int,
        cards: tuple[int, ...],
        shown: tuple[int, ...] | None,
    ) -> None:
        """Count the opponent's moves in a finished hand.

        Parameters
        ----------
        history, board, seat, cards
            As for `weights`.
        shown
            The opponent's hand if it was shown, else None.
        """
        moves = observed_moves(history, board, seat)
        self.n_hands += 1
        if self._fades_by < 1.0:
            self.counts *= self._fades_by
        classes = node_classes()
        if shown is not None:
            held = holding_of(*shown)
            for node, action, bins in moves:
                self.counts[classes[node], bins[held], action] += 1.0
            return
        weights = self._posterior(moves, (*cards, *board))
        weights /= weights.sum()
        for node, action, bins in moves:
            self.counts[classes[node], :, action] += np.bincount(bins, weights, minlength=N_BINS)
