"""Solving a two-player game with public betting by counterfactual regret minimisation, deal by deal.

A game is a public tree, and for each deal of the public cards the holdings that both players may have, with the bucket
of each on every street and their order at the showdown. Hold'em, Leduc and Kuhn poker are such games; the solver knows
nothing else of them.

References
----------
Johanson, Bard, Lanctot, Gibson and Bowling, Efficient Nash equilibrium approximation through Monte Carlo counterfactual
regret minimization (public chance sampling). Tammelin, Solving large imperfect information games using CFR+.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.games.limit_tree import LimitTree
from deluck.parallel import run_all
from deluck.players.equilibrium.part_kernels import N_ACTIONS
from deluck.players.equilibrium.solver_kernels import (
    average_last,
    gather_trunk,
    improve_last,
    spread_trunk,
)


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

    def part(self, nodes: NDArray[np.integer[Any]]) -> "PublicTree":
        """Return some nodes, a parent before its children, as a tree of their own whose streets begin at 0."""
        number = np.full(len(self.actor) + 1, -1, dtype=np.int32)  # the last is that of no node
        number[nodes] = np.arange(len(nodes))
        street = self.street[nodes] - self.street[nodes[0]]
        return PublicTree(
            number[self.children[nodes]], self.actor[nodes], street, self.folder[nodes], self.stakes[nodes]
        )

    @property
    def last_street(self) -> int:
        """The street without public cards to come."""
        return int(self.street.max())


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Parts of a tree, one after the other; the nodes of each a parent before its children.

    Attributes
    ----------
    firsts
        Where each part begins, and where the last ends, int64[parts + 1].
    nodes
        The nodes of the tree, int32[n].
    children
        The nodes after each of three actions, counted from the first node of the part, -1 where there is none in it,
        int32[n, 3].
    """

    firsts: NDArray[np.int64]
    nodes: NDArray[np.int32]
    children: NDArray[np.int32]

    @classmethod
    def below(cls, tree: PublicTree, starts: NDArray[np.int64], end_street: int) -> "Parts":
        """Return the parts of a tree from some decisions on, each up to the first decisions of a street."""
        firsts, nodes, children = [0], list[int](), list[list[int]]()
        for start in starts.tolist():
            part = [start]
            for node in part:  # which grows meanwhile
                if tree.street[node] < end_street:
                    part += [child for child in tree.children[node].tolist() if child >= 0]
            index_of = {node: index for index, node in enumerate(part)}
            nodes += part
            children += [[index_of.get(child, -1) for child in tree.children[node].tolist()] for node in part]
            firsts.append(len(nodes))
        return cls(
            np.array(firsts, dtype=np.int64),
            np.array(nodes, dtype=np.int32),
            np.array(children, dtype=np.int32).reshape(-1, N_ACTIONS),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """Private holdings beside public cards, and how the abstraction sees them.

    Attributes
    ----------
    cards
        The two cards of each holding, uint8[n, 2], in rising order of strength where there is a showdown. A holding of
        one card has a second one that no other holding has.
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
    rows
        Which row of `order`, `run_starts`, `run_buckets` and `n_runs` the player has that acts at a node, int16[nodes],
        if there are several for a street; by default that of the node's street.
    """

    cards: NDArray[np.uint8]
    group_ends: NDArray[np.int16]
    textures: NDArray[np.int64]
    order: NDArray[np.int16]
    run_starts: NDArray[np.int16]
    run_buckets: NDArray[np.int16]
    n_runs: NDArray[np.int64]
    rows: NDArray[np.int16] | None = None

    @classmethod
    def of_strengths(
        cls,
        cards: NDArray[np.uint8],
        strengths: NDArray[np.integer[Any]],
        textures: NDArray[np.int64],
        buckets: NDArray[np.integer[Any]],
        rows: NDArray[np.int16] | None = None,
    ) -> "Holdings":
        """Return holdings uint8[n, 2] of strengths int[n], which must rise, with buckets int[streets or rows, n]."""
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
        return cls(np.ascontiguousarray(cards), ends, textures, order, starts, found, n_runs, rows)


class Runout(NamedTuple):
    """The last public cards of a deal.

    Attributes
    ----------
    holdings
        Those that use none of the cards.
    indices
        Where they are among the holdings of the deal, int64[n].
    buckets
        The bucket of each after each start of the last street, by the seat that has it, uint16[2, starts, n].
    """

    holdings: Holdings
    indices: NDArray[np.int64]
    buckets: NDArray[np.uint16]


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """The public cards of all streets as the players' holdings see them.

    Attributes
    ----------
    holdings
        Beside the cards before the last street.
    runout
        What is dealt on the last street.
    share
        How much its values count before the last street: more than once if the cards of two players keep others from
        being dealt there.
    """

    holdings: Holdings
    runout: Runout
    share: float

    @classmethod
    def of_one_runout(cls, holdings: Holdings, buckets: NDArray[np.uint16]) -> "Deal":
        """Return a deal of all public cards at once."""
        return cls(holdings, Runout(holdings, np.arange(len(holdings.cards)), buckets), 1.0)


class Solver:
    """Regrets and average strategies of both players at every decision, and how they are improved.

    Parameters
    ----------
    tree
        The betting.
    n_textures, n_buckets
        For each street, how many kinds of public cards are distinguished, and how many buckets each has.
    n_jobs
        How many threads share the last street; the results are the same.

    Attributes
    ----------
    regrets, sums
        Regrets, and sums of the strategies played, by street, texture, decision, bucket and action: float32, flat.
    starts
        Where each street's tables begin in them, and where the last ends, int64[streets + 1].
    """

    def __init__(
        self, tree: PublicTree, n_textures: tuple[int, ...], n_buckets: tuple[int, ...], *, n_jobs: int = 1
    ) -> None:
        self.n_jobs = n_jobs
        self.tree = tree
        self.n_textures, self.n_buckets = n_textures, np.array(n_buckets, dtype=np.int64)
        self._streets = tree.street.astype(np.int16)
        self._offsets = np.zeros(len(tree.actor), dtype=np.int64)
        self._strides = np.zeros(len(n_buckets), dtype=np.int64)
        self.decisions = [np.flatnonzero((tree.actor >= 0) & (tree.street == each)) for each in range(len(n_buckets))]
        for street, nodes in enumerate(self.decisions):
            self._offsets[nodes] = np.arange(len(nodes)) * n_buckets[street] * N_ACTIONS
            self._strides[street] = len(nodes) * n_buckets[street] * N_ACTIONS
        self.starts = np.concatenate([[0], np.cumsum(self._strides * np.array(n_textures))]).astype(np.int64)
        self.regrets = np.zeros(self.starts[-1], dtype=np.float32)
        self.sums = np.zeros(self.starts[-1], dtype=np.float32)
        last = tree.last_street
        decides = tree.actor >= 0
        parent = np.full(len(tree.actor), -1)
        for action in range(N_ACTIONS):
            has = np.flatnonzero(tree.children[:, action] >= 0)
            parent[tree.children[has, action]] = has
        is_start = decides & (tree.street == last) & ((parent < 0) | (tree.street[parent] < last))
        self._last = Parts.below(tree, np.flatnonzero(is_start), last + 1)
        self._trunk = Parts.below(tree, np.zeros(1, dtype=np.int64), last)
        order = {node: index for index, node in enumerate(self._trunk.nodes.tolist())}
        self.n_starts = int(is_start.sum())
        self._starts = np.array([order[node] for node in np.flatnonzero(is_start).tolist()], dtype=np.int64)

    def improve(
        self,
        deal: Deal,
        weight: float,
        *,
        ranges: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Update regrets and sums of both players, one after the other; return what their holdings are worth.

        Parameters
        ----------
        deal
            The public cards and the holdings.
        weight
            Of this deal in the average strategy.
        ranges
            How likely each player has each holding, float32[n] each; all alike by default.

        Returns
        -------
        tuple
            For each player the value of each holding against all that the opponent may have, float32[n]: the sum over
            these, weighted by how likely the opponent has them.
        """
        first, second = (self._improve_one(deal, player, weight, ranges) for player in (0, 1))
        return first, second

    def _improve_one(
        self,
        deal: Deal,
        learner: int,
        weight: float,
        ranges: tuple[NDArray[np.float32], NDArray[np.float32]] | None,
    ) -> NDArray[np.float32]:
        trunk, last, beside, runout = self._trunk, self._last, deal.holdings, deal.runout
        part = (trunk.nodes, trunk.children, self.tree.actor, self.tree.street)
        runs = (beside.order, beside.run_starts, beside.run_buckets, beside.n_runs)
        rows = self._streets if beside.rows is None else beside.rows
        entries = (rows, *self._entries(beside))
        shape = len(trunk.nodes), len(beside.cards)
        values, reach = np.zeros(shape, dtype=np.float32), np.empty((2, *shape), dtype=np.float32)
        row_of = np.zeros((2, len(trunk.nodes)), dtype=np.int32)
        reach[:, 0] = 1.0 if ranges is None else ranges
        tables, starts = (self.regrets, self.sums), []
        for player, average in ((learner, np.float32(weight)), (1 - learner, np.float32(0))):
            spread_trunk(player, average, *part, *entries, *runs, *tables, reach[player], row_of[player])
            starts.append(np.ascontiguousarray(reach[player][row_of[player, self._starts]][:, runout.indices]))
        on_last = (last.firsts, last.nodes, last.children, self.tree.actor, self.tree.street)
        last_entries = (*self._entries(runout.holdings), runout.buckets, *tables)
        self._over_starts(average_last, (learner, np.float32(weight)), (*on_last, *last_entries, starts[0]))
        worth = np.empty_like(starts[1])
        ends = self._ends(runout.holdings)
        self._over_starts(improve_last, (learner,), (*on_last, *ends, *last_entries, starts[1], worth))
        values[self._starts[:, None], runout.indices] = np.float32(deal.share) * worth
        met = reach[1 - learner], row_of[1 - learner], values
        gather_trunk(learner, *part, *self._ends(beside), *entries, *runs, self.regrets, *met)
        return np.array(values[0])

    def _over_starts(self, kernel: Callable[..., None], before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
        """Call a kernel of the last street for all its starts, some in each thread: they share no table's entries."""
        n_parts = min(self.n_jobs, self.n_starts)
        bounds = [self.n_starts * part // n_parts for part in range(n_parts + 1)]
        work = partial(_call_between, kernel, before, after)
        run_all(work, list(pairwise(bounds)), n_jobs=n_parts)

    def _ends(self, holdings: Holdings) -> tuple[NDArray[Any], ...]:
        """Return what ends are worth and to whom, as the kernels take it."""
        return self.tree.folder, self.tree.stakes, holdings.cards, holdings.group_ends

    def _entries(self, holdings: Holdings) -> tuple[NDArray[Any], ...]:
        """Return where the tables of decisions are, as the kernels take it."""
        return self._offsets, self.starts[:-1] + self._strides * holdings.textures

    def block(self, table: NDArray[np.float32], street: int) -> NDArray[np.float32]:
        """Return a street's part of a table, float32[textures, decisions, buckets, 3], a view."""
        part = table[self.starts[street] : self.starts[street + 1]]
        shape = (self.n_textures[street], len(self.decisions[street]), int(self.n_buckets[street]), N_ACTIONS)
        return np.asarray(part.reshape(shape))

    def average(self, street: int, texture: int | None = None) -> NDArray[np.float32]:
        """Return the average strategy of both players on a street, float32[textures, decisions, buckets, 3].

        A bucket that was never played to has the strategy of its regrets, and without any all legal actions alike. With
        a texture, the strategy on boards of that one, float32[decisions, buckets, 3].
        """
        chosen = slice(None) if texture is None else texture
        legal = (self.tree.children[self.decisions[street]] >= 0)[:, None, :].astype(np.float32)
        regrets, sums = self.block(self.regrets, street)[chosen], self.block(self.sums, street)[chosen]
        found = np.broadcast_to(legal / legal.sum(axis=-1, keepdims=True), sums.shape)
        for table in (regrets, sums):
            totals = table.sum(axis=-1, keepdims=True)
            found = np.where(totals > 0, table / np.where(totals > 0, totals, 1), found)
        return np.asarray(found, dtype=np.float32)


def _call_between(
    kernel: Callable[..., None], before: tuple[Any, ...], after: tuple[Any, ...], bounds: tuple[int, int]
) -> None:
    kernel(*before, *bounds, *after)
