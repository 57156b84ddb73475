"""What each action is worth against an opponent as modelled, over sampled hands and boards."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.cards import BOARD_SIZES, holding_cards
from deluck.evaluator import strengths
from deluck.games.limit_tree import limit_tree
from deluck.metrics import hand_ranks
from deluck.players.adaptive.expectimax_kernels import fill_action_values
from deluck.players.adaptive.situations import bins_at, node_classes

GROUP_EDGES = ((), (0.45, 0.75), (0.45, 0.75), (0.5, 0.8))
"""By street, the ranks at which groups of our own hand begin, which we tell apart when we plan beyond its deal."""


class Samples(NamedTuple):
    """Hands of the opponent with boards that may be dealt, in the order in which our own hand comes to groups.

    Attributes
    ----------
    bins
        The bin of the opponent's hand by street, int8[4, n].
    results
        1 where we win, -1 where we lose, 0 for a tie, float64[n].
    weights
        How likely each is, float64[n], summing to 1.
    n_groups, bounds, wider
        By street how many groups of our own hand the samples lie in, int64[4], where each begins and ends, int64[4, .],
        and which group of the street before it is a part of, int64[4, .].
    """

    bins: NDArray[np.int8]
    results: NDArray[np.float64]
    weights: NDArray[np.float64]
    n_groups: NDArray[np.int64]
    bounds: NDArray[np.int64]
    wider: NDArray[np.int64]


def draw_samples(
    cards: tuple[int, ...], board: tuple[int, ...], weights: NDArray[np.float64], n_samples: int
) -> Samples:
    """Return samples of the opponent's hand and the whole board; on the river every hand there is.

    Parameters
    ----------
    cards, board
        Our own hand and the board so far; the samples depend on them and the weights alone.
    weights
        How likely each holding of the opponent is, float64[1326], in any scale.
    n_samples
        How many to draw before the river.
    """
    n_board = len(board)
    if n_board == BOARD_SIZES[-1]:
        held = np.flatnonzero(weights)
        shares = weights[held] / weights[held].sum()
        boards = np.tile(np.array(board, dtype=np.int64), (len(held), 1))
    else:
        rng = np.random.default_rng([*cards, *board])
        sums = np.cumsum(weights)
        # evenly spaced, so that the hands are drawn as often as they are likely, to within one
        held = np.searchsorted(sums, (np.arange(n_samples) + rng.random()) * (sums[-1] / n_samples), side="right")
        shares = np.full(n_samples, 1 / n_samples)
        boards = _boards(holding_cards()[held], cards, board, rng)
    holes = holding_cards()[held]
    own = np.tile(np.array(cards, dtype=np.int64), (len(held), 1))
    mine, theirs = (strengths(np.concatenate([each, boards], axis=1)) for each in (own, holes))
    bins = np.zeros((len(BOARD_SIZES), len(held)), dtype=np.int8)
    groups = np.zeros_like(bins)
    for street, size in enumerate(BOARD_SIZES):
        if size >= n_board:
            bins[street] = bins_at(holes, boards[:, :size])
        if size > n_board:
            ranks = hand_ranks(own, boards[:, :size]).effective_to_bet
            groups[street] = np.searchsorted(np.array(GROUP_EDGES[street]), ranks, side="right")
    order = np.lexsort(groups[::-1])
    return Samples(
        np.ascontiguousarray(bins[:, order]),
        np.sign(mine.astype(np.float64) - theirs)[order],
        shares[order],
        *_bounds(groups[:, order]),
    )


def _bounds(groups: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return how many groups there are by street, where they begin, and their groups of the street before."""
    n_streets, n_samples = groups.shape
    begins = np.zeros((n_streets, n_samples), dtype=np.bool_)
    begins[:, 0] = True
    begins[:, 1:] = np.logical_or.accumulate(groups[:, 1:] != groups[:, :-1], axis=0)
    n_groups = begins.sum(axis=1)
    most = int(n_groups.max())
    bounds = np.full((n_streets, most + 1), n_samples, dtype=np.int64)
    wider = np.zeros((n_streets, most), dtype=np.int64)
    number = begins.cumsum(axis=1) - 1
    for street in range(n_streets):
        starts = np.flatnonzero(begins[street])
        bounds[street, : len(starts)] = starts
        wider[street, : len(starts)] = number[max(street - 1, 0), starts]
    return n_groups, bounds, wider


def _boards(
    holes: NDArray[np.int64], cards: tuple[int, ...], board: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return a whole board for each of the opponent's hands, int64[n, 5], drawn from the cards that are left."""
    n_samples, n_to_come = len(holes), BOARD_SIZES[-1] - len(board)
    drawn = rng.random((n_samples, 52))
    drawn[:, [*cards, *board]] = 2.0
    np.put_along_axis(drawn, holes, 2.0, axis=1)
    to_come = np.argpartition(drawn, n_to_come, axis=1)[:, :n_to_come]
    return np.concatenate([np.tile(np.array(board, dtype=np.int64), (n_samples, 1)), to_come], axis=1)


def action_values(
    node: int,
    seat: int,
    samples: Samples,
    prior: NDArray[np.float32],
    counts: NDArray[np.float64],
    prior_strength: float,
) -> NDArray[np.float64]:
    """Return what each action of a seat is worth to it, in the tree's chips, float64[3]; -inf where it is not legal.

    The opponent plays on as the prior and the counts have it; we take the best action at each of our later decisions,
    knowing only which group our hand is in then.
    """
    values = np.empty(3)
    fill_action_values(
        node,
        seat,
        _tree_arrays(),
        node_classes(),
        prior,
        counts,
        prior_strength,
        *samples,
        values,
    )
    return values


@cache
def _tree_arrays() -> tuple[NDArray[Any], ...]:
    tree = limit_tree()
    return tree.children, tree.actor, tree.street, tree.folder, tree.contributions
