"""Best responses straight from the definition: the whole tree, one matrix over pairs of holdings per kind of end.

Slow, and nothing is shared with the package but the tree of the betting, the evaluator and what policies state.
"""

import itertools

import numpy as np

from deluck.cards import BOARD_SIZES, N_HOLDINGS, holding_cards
from deluck.evaluator import strengths
from deluck.games import Action, Strategy
from deluck.games.limit_tree import limit_tree, view_at

TREE = limit_tree()
CARDS = holding_cards()
APART = (CARDS[:, None, :, None] != CARDS[None, :, None, :]).all(axis=(2, 3)).astype(float)


class Mixed:
    """A policy that plays at random, otherwise by holding, board and node, on some streets and calls on the others."""

    def __init__(self, seed, streets):
        self.seed, self.streets = seed, streets

    def strategy_by_holding(self, view):
        triples = np.zeros((N_HOLDINGS, 3))
        triples[:, Action.CALL] = 1.0
        if view.street in self.streets:
            rng = np.random.default_rng([self.seed, TREE.node_of(view), *view.board])
            legal = [action in view.legal_actions for action in Action]
            triples = rng.random((N_HOLDINGS, 3)) ** 3 * legal
            triples[rng.random(N_HOLDINGS) < 0.2] = np.array([0.0, 1.0, 0.0])
            triples /= triples.sum(axis=1, keepdims=True)
        return Strategy.of_triples(view, triples)

    def strategy(self, view):
        raise NotImplementedError


class MixedAtOnce(Mixed):
    """The same, at many nodes at once."""

    def strategy_at_nodes(self, board, nodes):
        found = np.zeros((len(nodes), 3, N_HOLDINGS), dtype=np.float32)
        for index, node in enumerate(nodes.tolist()):
            found[index] = triples(self, node, board).T
        return found


def triples(policy, node, board):
    answer = policy.strategy_by_holding(view_at(node)._replace(board=tuple(board)))
    found = np.zeros((N_HOLDINGS, 3))
    for column, (action, _) in enumerate(answer.actions):
        found[:, action] = answer.probabilities[:, column]
    return found


def showdowns(board):
    free = ~np.isin(CARDS, board).any(axis=1)
    rows = np.hstack([CARDS[free], np.tile(board, (free.sum(), 1))])
    ranked = np.zeros(N_HOLDINGS)
    ranked[free] = strengths(rows)
    return np.sign(ranked[:, None] - ranked[None, :]) * APART


def values(policy, board, seat, first_streets):
    """Mean big blinds per game of a seat that responds from each of some streets on, given the board's first cards."""
    n_left = 52 - len(board)
    n_pairs = n_left * (n_left - 1) * (n_left - 2) * (n_left - 3) / 4
    free = (~np.isin(CARDS, board).any(axis=1)).astype(float)
    nothing = np.zeros((len(first_streets), N_HOLDINGS))

    def walk(node, dealt, reach, comparisons):
        if not reach.any():
            return nothing
        if TREE.actor[node] < 0:
            paid, folder = TREE.contributions[node] / TREE.rules.big_blind, TREE.folder[node]
            possible = (~np.isin(CARDS, dealt).any(axis=1)) * free
            if folder >= 0:
                return nothing + (-1 if folder == seat else 1) * paid[folder] * (APART @ reach) * possible
            return nothing + paid[0] * (comparisons @ reach) * possible
        street = int(TREE.street[node])
        if len(dealt) < BOARD_SIZES[street]:
            return deal(node, dealt, reach, street)
        shares = triples(policy, node, dealt)
        after = [(action, child) for action, child in enumerate(TREE.children[node].tolist()) if child >= 0]
        if TREE.actor[node] != seat:
            return sum(walk(child, dealt, reach * shares[:, action], comparisons) for action, child in after)
        found = [walk(child, dealt, reach, comparisons) for _, child in after]
        played = sum(shares[:, action] * each for (action, _), each in zip(after, found, strict=True))
        responds = np.array([[street >= first] for first in first_streets])
        return np.where(responds, np.max(found, axis=0), played)

    def deal(node, dealt, reach, street):
        size = BOARD_SIZES[street]
        left = [card for card in range(52) if card not in dealt]
        every = [(*dealt, *more) for more in itertools.combinations(left, size - len(dealt))]
        ways = [tuple(board[:size])] if size <= len(board) else every
        total = nothing
        for way in ways:
            possible = ~np.isin(CARDS, way).any(axis=1)
            total = total + walk(node, way, reach * possible, showdowns(way) if size == 5 else None)
        return total / (1 if size <= len(board) else len(ways) - 4)

    return walk(0, (), free, None).sum(axis=1) / n_pairs
