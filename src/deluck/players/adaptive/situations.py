"""What the adaptive player tells apart: 448 classes of decisions and 12 bins of hand strength.

A count of an opponent's moves in each of 6,378 decisions with each of 1,326 holdings would stay empty for ever.
Decisions of one class have the same betting on their street, before the flop no other; on the flop the same number of
raises before it; on turn and river the same kind of betting on the street before, and about the same number of raises
earlier. Holdings of one bin have about the same rank on the board.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, holding_cards, holdings_beside, holdings_of
from deluck.games import Action
from deluck.games.limit_tree import LimitTree, limit_tree
from deluck.metrics import hand_ranks

BIN_EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.93, 0.97)
"""The ranks at which bins begin, after the first: finer where hands are raised and raised again."""
N_BINS = len(BIN_EDGES) + 1
N_CLASSES = 448
_MOST_EARLIER = (0, 0, 2, 4)  # by street, how many raises before the last street are distinguished
_N_BOARDS = 256  # whose bins are stored: a hand asks for each of its own several times


@cache
def node_classes() -> NDArray[np.int64]:
    """Return the class of each decision of the betting tree, 0 to 447, read-only int64[n_decisions]."""
    tree = limit_tree()
    found: dict[tuple[int, ...], int] = {}
    classes = np.array([found.setdefault(_described(tree, node), len(found)) for node in range(tree.n_decisions)])
    classes.setflags(write=False)
    return classes


def _described(tree: LimitTree, node: int) -> tuple[int, ...]:
    """Return what is distinguished of a decision: street, betting of the street, of the one before, raises earlier."""
    streets: tuple[list[tuple[int, Action]], ...] = ([], [], [], [])
    before = 0
    for action in tree.actions_to(node):
        streets[tree.street[before]].append((int(tree.actor[before]), action))
        before = int(tree.children[before, action])
    street = int(tree.street[node])
    here = [action for _, action in streets[street]]
    # a street's betting as one number; a street begins with a call at most once before a raise
    betting = sum((action + 1) * 4**index for index, action in enumerate(here))
    n_raises = [sum(action is Action.RAISE for _, action in moves) for moves in streets]
    if street == 0:
        return street, betting
    if street == 1:
        return street, betting, n_raises[0]
    raisers = [seat for seat, action in streets[street - 1] if action is Action.RAISE]
    kind = 0 if not raisers else 1 + raisers[-1] + 2 * (len(raisers) > 1)
    return street, betting, kind, min(sum(n_raises[: street - 1]), _MOST_EARLIER[street])


def bins_at(holes: NDArray[np.int64], boards: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the bins of hole cards int64[n, 2] on boards int64[n, 0, 3, 4 or 5], 0 to 11, int8[n].

    They are those of the rank to bet by (EHR); before the flop, where ranks lie close together, of the share of
    holdings with a lower one.
    """
    if not boards.shape[1]:
        return _first_bins()[holdings_of(holes)]
    return _bins_of(hand_ranks(holes, boards).effective_to_bet)


def _bins_of(ranks: NDArray[np.float64]) -> NDArray[np.int8]:
    return np.searchsorted(np.array(BIN_EDGES), ranks, side="right").astype(np.int8)


@cache
def _first_bins() -> NDArray[np.int8]:
    """Return the bins of all holdings before the flop, int8[1326]."""
    ranks = hand_ranks(holding_cards(), np.zeros((N_HOLDINGS, 0), np.int64)).effective_to_bet
    ordered = np.sort(ranks)
    below, up_to = (np.searchsorted(ordered, ranks, side=side) for side in ("left", "right"))
    return _bins_of((below + up_to) / (2 * N_HOLDINGS))


@lru_cache(maxsize=_N_BOARDS)
def bins_on(board: tuple[int, ...]) -> NDArray[np.int8]:
    """Return the bin of every holding on a board, read-only int8[1326]; 0 for those that use a card of it."""
    free = np.flatnonzero(holdings_beside(board))
    bins = np.zeros(N_HOLDINGS, dtype=np.int8)
    bins[free] = bins_at(holding_cards()[free], np.tile(np.array(board, dtype=np.int64), (len(free), 1)))
    bins.setflags(write=False)
    return bins
