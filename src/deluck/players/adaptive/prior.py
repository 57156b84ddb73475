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


def averaged(policy: Policy, n_boards: int = N_BOARDS, seed: int = 0) -> NDArray[np.float32]:
    """Return the mean strategy of a policy at each decision with hands of each bin, float32[n_decisions, 12, 3].

    All holdings count alike, on random boards; each legal action has a probability of `LEAST` at least.

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
    decks = [rng.permutation(52).tolist() for _ in range(n_boards)]
    shares = np.zeros((tree.n_decisions, N_BINS, len(Action)))
    counts = np.zeros((len(BOARD_SIZES), N_BINS))
    with progress.task("Averaging the strategy of the prior", 1 + 3 * n_boards) as display:
        for street, size in enumerate(BOARD_SIZES):
            nodes = np.arange(tree.first_of_street[street], tree.first_of_street[street + 1], dtype=np.int32)
            for deck in decks if size else decks[:1]:
                board = tuple(deck[:size])
                free = holdings_beside(board)
                bins = np.eye(N_BINS)[bins_on(board)[free]]
                counts[street] += bins.sum(axis=0)
                for part in np.array_split(nodes, -(-len(nodes) // _NODES_AT_ONCE)):
                    found = _at_nodes(policy, board, part)[:, :, free]
                    shares[part] += (found @ bins).transpose(0, 2, 1)
                display.advance()
    n_hands = counts[tree.street[: tree.n_decisions], :, None]
    legal = (tree.children[: tree.n_decisions] >= 0)[:, None]
    uniform = np.broadcast_to(legal / legal.sum(axis=2, keepdims=True), shares.shape)
    mean = np.where(n_hands > 0, shares / np.maximum(n_hands, 1), uniform)
    return np.asarray(np.where(legal, LEAST + (1 - LEAST * legal.sum(axis=2, keepdims=True)) * mean, 0), np.float32)


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
