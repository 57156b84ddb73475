"""What an opponent is believed to do before it is known: a strategy averaged over hands of about the same rank.

The one that comes with the package is ``write_prior(averaged(make_player("equilibrium")))``.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import BOARD_SIZES, N_HOLDINGS, Card, holdings_beside
from deluck.errors import TableError
from deluck.games import Action, Policy, TreePolicy
from deluck.games.limit_tree import limit_tree, view_at
from deluck.players.adaptive.situations import N_BINS, bins_on
from deluck.tables import ShippedTable

NAME = "adaptive-prior"
VERSION = 1
SHIPPED_PATH = Path(__file__).parent / "data" / f"{NAME}.table"
N_BOARDS = 12
"""The boards of each street over which a strategy is averaged."""
_NODES_AT_ONCE = 256
LEAST = 0.01
"""How likely each legal action is at least: nobody is believed to do anything never."""
_STRAY = 0.01
"""How much a holding counts that the strategy does not come to a decision with, beside the likeliest one."""


def averaged(policy: Policy, n_boards: int = N_BOARDS, seed: int = 0) -> NDArray[np.float32]:
    """Return the mean strategy of a policy at each decision with hands of each bin, float32[n_decisions, 12, 3].

    On random boards; a holding counts as often as the policy comes to the decision with it, one that it does not come
    with very little, so that each bin has a strategy. Each legal action has a probability of `LEAST` at least.

    Parameters
    ----------
    policy
        Whose strategy it is, in heads-up limit hold'em.
    n_boards
        The boards of each street; the same for all decisions of it.
    seed
        The same seed gives the same boards.
    """
    tree = limit_tree()
    rng = np.random.default_rng(seed)
    shares = np.zeros((tree.n_decisions, N_BINS, len(Action)))
    counts = np.zeros((tree.n_decisions, N_BINS))
    with progress.task("Averaging the strategy of the prior", n_boards) as display:
        for _ in range(n_boards):
            _add_board(policy, tuple(rng.permutation(52).tolist()), shares, counts)
            display.advance()
    legal = (tree.children[: tree.n_decisions] >= 0)[:, None]
    uniform = np.broadcast_to(legal / legal.sum(axis=2, keepdims=True), shares.shape)
    weights = counts[:, :, None]
    mean = np.where(weights > 0, shares / np.where(weights > 0, weights, 1), uniform)
    return np.asarray(np.where(legal, LEAST + (1 - LEAST * legal.sum(axis=2, keepdims=True)) * mean, 0), np.float32)


def _add_board(policy: Policy, deck: tuple[int, ...], shares: NDArray[np.float64], counts: NDArray[np.float64]) -> None:
    """Add what a policy does on a board, the first cards of a deck, by decision and bin, and how much that weighs."""
    tree = limit_tree()
    reach = np.ones((tree.n_decisions, 2, N_HOLDINGS), dtype=np.float32)  # how likely each seat comes with each holding
    for street, size in enumerate(BOARD_SIZES):
        board = deck[:size]
        free = holdings_beside(board)
        bins = np.eye(N_BINS)[bins_on(board)] * free[:, None]
        nodes = np.arange(tree.first_of_street[street], tree.first_of_street[street + 1], dtype=np.int32)
        for part in np.array_split(nodes, -(-len(nodes) // _NODES_AT_ONCE)):
            for node, found in zip(part.tolist(), _at_nodes(policy, board, part), strict=True):
                own = reach[node, tree.actor[node]]
                most = own[free].max()
                weights = (own / most if most > 0 else np.ones_like(own)) + _STRAY
                shares[node] += ((found * weights) @ bins).T
                counts[node] += weights @ bins
                for action, child in enumerate(tree.children[node].tolist()):
                    if 0 <= child < tree.n_decisions:
                        reach[child] = reach[node]
                        reach[child, tree.actor[node]] *= found[action]


def _at_nodes(policy: Policy, board: tuple[int, ...], nodes: NDArray[np.int32]) -> NDArray[np.float32]:
    """Return what a policy does with each holding at each node, float32[n_nodes, 3, 1326]."""
    if isinstance(policy, TreePolicy):
        return policy.strategy_at_nodes(board, nodes)
    found = np.zeros((len(nodes), len(Action), N_HOLDINGS), dtype=np.float32)
    for row, node in enumerate(nodes.tolist()):
        stated = policy.strategy_by_holding(view_at(node)._replace(board=tuple(map(Card, board))))
        for column, (action, _) in enumerate(stated.actions):
            found[row, action] = stated.probabilities[:, column]
    return found


def write_prior(prior: NDArray[np.float32], path: Path = SHIPPED_PATH) -> None:
    """Write a prior to a file, whole or not at all, a byte per probability."""
    rounded = np.rint(prior * 255).astype(np.uint8)
    ShippedTable(NAME, VERSION, path).write({"shares": rounded})


def read_prior(path: Path = SHIPPED_PATH) -> NDArray[np.float32]:
    """Return the prior in a file, read-only float32[n_decisions, 12, 3].

    Raises
    ------
    TableError
        If it is absent, damaged or of another version.
    """
    arrays = ShippedTable(NAME, VERSION, path).open()
    if arrays is None:
        raise TableError(f"{path} is not there (it comes with the package: install it again)")
    if set(arrays) != {"shares"} or arrays["shares"].shape != (limit_tree().n_decisions, N_BINS, len(Action)):
        raise TableError(f"{path} is damaged: it does not hold what a prior holds")
    shares = arrays["shares"].astype(np.float32)
    prior = np.asarray(shares / shares.sum(axis=2, keepdims=True), np.float32)
    prior.setflags(write=False)
    return prior


@cache
def shipped_prior() -> NDArray[np.float32]:
    """Return the shipped prior, read at first use."""
    return read_prior()
