"""Solving a two-player game with public betting by counterfactual regret minimisation, deal by deal.

A game is a public tree, and for each deal of the public cards the holdings that both players may have, with the bucket
of each on every street and their order at the showdown. Hold'em, Leduc and Kuhn poker are such games; the solver knows
nothing else of them.

References
----------
Johanson, Bard, Lanctot, Gibson and Bowling, Efficient Nash equilibrium approximation through Monte Carlo counterfactual
regret minimization (public chance sampling). Tammelin, Solving large imperfect information games using CFR+.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.games.limit_tree import LimitTree
from deluck.players.equilibrium.solver_kernels import N_ACTIONS, walk_deal


@dataclass(frozen=True, slots=True, eq=False)
class PublicTree:
    """What both players see: decisions and ends, a parent before its children.

    Attributes
    ----------
    children
        The node after each of three actions, -1 where it is not legal and at ends, int32[n, 3].
    actor
        0 or 1, -1 at ends, int8[n].
    street
        How many times public cards were dealt before the node, int8[n].
    folder
        At ends the player that folded, -1 at showdowns, int8[n].
    stakes
        At ends what the loser loses, float32[n].
    """

    children: NDArray[np.int32]
    actor: NDArray[np.int8]
    street: NDArray[np.int8]
    folder: NDArray[np.int8]
    stakes: NDArray[np.float32]

    @classmethod
    def of_limit_holdem(cls, tree: LimitTree) -> "PublicTree":
        """Return the betting of limit hold'em, stakes in small bets."""
        loser = np.maximum(tree.folder, 0)
        stakes = tree.contributions[np.arange(tree.n_nodes), loser] / tree.rules.unit
        return cls(tree.children, tree.actor, tree.street, tree.folder, stakes.astype(np.float32))

    def deepest(self) -> int:
        """Return how many nodes the longest way through the tree has."""
        depths = np.zeros(len(self.actor), dtype=np.int64)
        for node, children in enumerate(self.children.tolist()):
            for child in children:
                if child >= 0:
                    depths[child] = depths[node] + 1
        return int(depths.max()) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """The public cards of all streets as the players' holdings see them.

    Attributes
    ----------
    cards
        The two cards of each holding, uint8[n, 2], in rising order of strength. A holding of one card has a second one
        that no other holding has.
    group_ends
        Where the holdings as strong as each end, int16[n].
    textures
        Which part of each street's tables the public cards lead to, int64[streets].
    order
        The holdings by bucket on each street, int16[streets, n]: a run for each bucket that any is in.
    run_starts, run_buckets
        Where each run begins in the order, int16[streets, n + 1], and its bucket, int16[streets, n].
    n_runs
        The number of runs on each street, int64[streets].
    """

    cards: NDArray[np.uint8]
    group_ends: NDArray[np.int16]
    textures: NDArray[np.int64]
    order: NDArray[np.int16]
    run_starts: NDArray[np.int16]
    run_buckets: NDArray[np.int16]
    n_runs: NDArray[np.int64]

    @classmethod
    def of_strengths(
        cls,
        cards: NDArray[np.uint8],
        strengths: NDArray[np.integer[Any]],
        textures: NDArray[np.int64],
        buckets: NDArray[np.integer[Any]],
    ) -> "Deal":
        """Return the deal of holdings uint8[n, 2] that have risen in strength int[n], with buckets int[streets, n].

        The holdings must be in rising order of strength.
        """
        n_streets, n_holdings = buckets.shape
        ends = np.searchsorted(strengths, strengths, side="right").astype(np.int16)
        order = np.argsort(buckets, axis=1, kind="stable").astype(np.int16)
        starts = np.zeros((n_streets, n_holdings + 1), dtype=np.int16)
        found = np.zeros((n_streets, n_holdings), dtype=np.int16)
        n_runs = np.zeros(n_streets, dtype=np.int64)
        for street in range(n_streets):
            values, counts = np.unique(buckets[street], return_counts=True)
            n_runs[street] = len(values)
            found[street, : len(values)] = values
            starts[street, 1 : len(values) + 1] = np.cumsum(counts)
        return cls(np.ascontiguousarray(cards), ends, textures, order, starts, found, n_runs)


class Solver:
    """Regrets and average strategies of both players at every decision, and how they are improved.

    Parameters
    ----------
    tree
        The betting.
    n_textures, n_buckets
        For each street, how many kinds of public cards are distinguished, and how many buckets each has.

    Attributes
    ----------
    regrets, sums
        Regrets, and sums of the strategies played, by street, texture, decision, bucket and action: float32, flat.
    starts
        Where each street's tables begin in them, and where the last ends, int64[streets + 1].
    """

    def __init__(self, tree: PublicTree, n_textures: tuple[int, ...], n_buckets: tuple[int, ...]) -> None:
        self.tree = tree
        self.n_textures, self.n_buckets = n_textures, np.array(n_buckets, dtype=np.int64)
        self._offsets = np.zeros(len(tree.actor), dtype=np.int64)
        self._strides = np.zeros(len(n_buckets), dtype=np.int64)
        self.decisions = [np.flatnonzero((tree.actor >= 0) & (tree.street == each)) for each in range(len(n_buckets))]
        for street, nodes in enumerate(self.decisions):
            self._offsets[nodes] = np.arange(len(nodes)) * n_buckets[street] * N_ACTIONS
            self._strides[street] = len(nodes) * n_buckets[street] * N_ACTIONS
        self.starts = np.concatenate([[0], np.cumsum(self._strides * np.array(n_textures))]).astype(np.int64)
        self.regrets = np.zeros(self.starts[-1], dtype=np.float32)
        self.sums = np.zeros(self.starts[-1], dtype=np.float32)
        self._depth = tree.deepest()
        self._reach = np.zeros((0, 0), dtype=np.float32)
        self._values = np.zeros((0, 0, 0), dtype=np.float32)

    def improve(
        self,
        deal: Deal,
        weight: float,
        *,
        root: int = 0,
        ranges: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Update regrets and sums of both players, one after the other; return what their holdings are worth.

        Parameters
        ----------
        deal
            The public cards and the holdings.
        weight
            Of this deal in the average strategy.
        root
            The node to begin at.
        ranges
            How likely each player has each holding there, float32[n] each; all alike by default.

        Returns
        -------
        tuple
            For each player the value of each holding against all that the opponent may have, float32[n]: the sum over
            these, weighted by how likely the opponent has them.
        """
        first, second = (
            self._walk(deal, player, weight, root, None if ranges is None else ranges[1 - player]) for player in (0, 1)
        )
        return first, second

    def _walk(
        self, deal: Deal, traverser: int, weight: float, root: int, opponent: NDArray[np.float32] | None
    ) -> NDArray[np.float32]:
        n_holdings = len(deal.cards)
        if self._values.shape[2] != n_holdings:
            self._reach = np.zeros((N_ACTIONS * self._depth, n_holdings), dtype=np.float32)
            self._values = np.zeros((self._depth, N_ACTIONS, n_holdings), dtype=np.float32)
        self._reach[0] = 1.0 if opponent is None else opponent
        tree = self.tree
        walk_deal(
            root,
            traverser,
            np.float32(weight),
            tree.children,
            tree.actor,
            tree.street,
            tree.folder,
            tree.stakes,
            self._offsets,
            self.starts[:-1] + self._strides * deal.textures,
            deal.cards,
            deal.group_ends,
            deal.order,
            deal.run_starts,
            deal.run_buckets,
            deal.n_runs,
            self.regrets,
            self.sums,
            self._reach,
            self._values,
        )
        return np.array(self._values[0, 0])

    def block(self, table: NDArray[np.float32], street: int) -> NDArray[np.float32]:
        """Return a street's part of a table, float32[textures, decisions, buckets, 3], a view."""
        part = table[self.starts[street] : self.starts[street + 1]]
        shape = (self.n_textures[street], len(self.decisions[street]), int(self.n_buckets[street]), N_ACTIONS)
        return np.asarray(part.reshape(shape))

    def average(self, street: int) -> NDArray[np.float32]:
        """Return the average strategy of both players on a street, float32[textures, decisions, buckets, 3].

        A bucket that was never played to has the strategy of its regrets, and without any all legal actions alike.
        """
        legal = (self.tree.children[self.decisions[street]] >= 0)[None, :, None, :]
        found = np.where(legal, np.float32(0), np.float32(0))
        for table in (legal.astype(np.float32), self.block(self.regrets, street), self.block(self.sums, street)):
            totals = table.sum(axis=-1, keepdims=True)
            with np.errstate(invalid="ignore", divide="ignore"):
                found = np.where(totals > 0, table / totals, found)
        return found
