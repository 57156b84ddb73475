"""A strategy estimated from how a player was seen to act: counts by kind of situation and strength of its holding.

References
----------
Johanson, Zinkevich and Bowling, Computing robust counter-strategies, 2007: the model of a frequentist best response.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.best_response.shapes import N_STREETS, PREFLOP, street_shape
from deluck.cards import N_HOLDINGS, holding_cards, holding_of, holdings_beside
from deluck.games import Action, Strategy, View
from deluck.games.limit_tree import limit_tree
from deluck.metrics import HandRanks, hand_ranks

N_BINS = 12
"""Of strength: the larger of the share of holdings beaten now and on the river."""
_PRIOR = np.array([0.1, 0.7, 0.2])  # of fold, call and raise where nothing was seen
_PRIOR_WEIGHT = 1.0  # in decisions
_COARSE_WEIGHT = 5.0  # decisions in similar situations that count as much as those in the situation itself
_POT_EDGES = ((), (1.0, 2.0), (2.0, 4.0), (3.0, 7.0))  # big blinds each seat has put in, by street: three classes


class ActionModel:
    """A policy for heads-up limit hold'em made of counted actions: what a player seems to do.

    A situation is its street, the betting on it, and the pot the street began with as one of three classes; where it
    was seen seldom, what was done on the street with and without a bet to call fills in.
    """

    def __init__(self) -> None:
        fine, coarse = _classes()
        self.counts = np.zeros((int(fine.max()) + 1, N_BINS, len(Action)))
        self._coarse_counts = np.zeros((int(coarse.max()) + 1, N_BINS, len(Action)))

    @property
    def n_decisions(self) -> int:
        """How many decisions were counted."""
        return int(self.counts.sum())

    def observe(self, view: View, action: Action) -> None:
        """Count an action that was taken in a situation with the view's cards."""
        fine, coarse = _classes()
        node = limit_tree().node_of(view)
        strength = int(bins_of(tuple(view.board))[holding_of(*view.cards)])
        self.counts[fine[node], strength, action] += 1
        self._coarse_counts[coarse[node], strength, action] += 1

    def strategy(self, view: View) -> Strategy:
        """Return what the player seems to do with the view's cards."""
        triples = self.strategy_by_holding(view)
        return Strategy(triples.actions, triples.probabilities[holding_of(*view.cards)])

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return what the player seems to do with each holding."""
        node = np.array([limit_tree().node_of(view)], dtype=np.int32)
        return Strategy.of_triples(view, self.strategy_at_nodes(tuple(view.board), node)[0].T)

    def strategy_at_nodes(self, board: tuple[int, ...], nodes: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return what the player seems to do with each holding at many nodes."""
        fine, coarse = _classes()
        legal = limit_tree().children[nodes] >= 0
        similar = self._coarse_counts[coarse[nodes]] + _PRIOR_WEIGHT * _PRIOR
        shares = similar / similar.sum(axis=2, keepdims=True)
        shares = (self.counts[fine[nodes]] + _COARSE_WEIGHT * shares) * legal[:, None, :]
        shares /= shares.sum(axis=2, keepdims=True)
        by_action = np.ascontiguousarray(shares.transpose(0, 2, 1), dtype=np.float32)
        found = by_action[:, :, bins_of(tuple(board))]
        found *= holdings_beside(board)
        return found


@lru_cache(maxsize=64)
def ranks_of(board: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the share of holdings that each holding beats now and on the river, float64[1326]; blocked ones 0."""
    possible = np.flatnonzero(holdings_beside(board))
    boards = np.tile(np.array(board, dtype=np.int64), (len(possible), 1))
    found: HandRanks = hand_ranks(holding_cards()[possible], boards)
    now, final = np.zeros((2, N_HOLDINGS))
    now[possible], final[possible] = found.immediate, found.seven_card
    return now, final


@lru_cache(maxsize=64)
def bins_of(board: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the bin of strength of each holding on a board, 0 to `N_BINS` - 1, int64[1326]."""
    return np.minimum((np.maximum(*ranks_of(board)) * N_BINS).astype(np.int64), N_BINS - 1)


@cache
def _classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the situation that each decision of the tree counts as, and the one it is filled in from, int64[n]."""
    tree = limit_tree()
    fine, coarse = np.zeros((2, tree.n_decisions), dtype=np.int64)
    n_fine = 0
    for street in range(N_STREETS):
        shape = street_shape(street)
        paid = tree.contributions[shape.nodes[:, 0]].max(axis=1) / tree.rules.big_blind
        pot_class = np.searchsorted(_POT_EDGES[street], paid) if street > PREFLOP else np.zeros(len(paid), np.int64)
        n_decisions = len(shape.actor)
        fine[shape.nodes] = n_fine + pot_class[:, None] * n_decisions + np.arange(n_decisions)
        n_fine = int(fine[shape.nodes].max()) + 1
        owed = tree.contributions[shape.nodes].max(axis=2) > tree.contributions[shape.nodes].min(axis=2)
        coarse[shape.nodes] = 2 * street + owed
    return fine, coarse
