"""The share of the boards that each of 2 to 10 known hands wins, exact over every completion, with cards dead."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.errors import DealError
from deluck.evaluator import Category, first_strength
from deluck.evaluator.lookup import lookup
from deluck.evaluator.strength_kernels import HIGH_MASK, LOW_BITS, LOW_MASK
from deluck.metrics.showdown_shares_kernels import MOST_HANDS, N_RANKS, PARTS, ShareTables, fill_shares

_MOST_BITS = 5  # suited cards to come


@cache
def share_tables() -> ShareTables:
    """Return what the kernels look up, computed at first use in a fraction of a second, all read-only."""
    ranks = {size: _rank_sets(size) for size in range(1, 6)}
    suited = [some for size in range(6) for some in combinations(range(N_RANKS), size)]
    set_parts = [comb(rank + size - 1, size) if size else 0 for size in range(6) for rank in range(N_RANKS)]
    sets: list[ArrayLike] = [
        _joined(ranks[1], ranks[1]).ravel(),
        _joined(ranks[3], ranks[2]).ravel(),
        _joined(ranks[4], ranks[1]).ravel(),
        set_parts,
        [sum(1 << rank for rank in some) for some in suited],
        [_set_number(some[::-1]) for some in suited],
        np.cumsum([0, *(comb(N_RANKS, size) for size in range(6))]),
        [first_strength(Category.FULL_HOUSE), first_strength(Category.STRAIGHT_FLUSH)],
    ]
    tables = ShareTables(
        strengths=_strengths_by_ranks(ranks[2], ranks[5]),
        sets=np.concatenate([np.asarray(each) for each in sets]).astype(np.uint16),
        flushes=lookup().flushes,
    )
    for table in tables:
        table.setflags(write=False)  # type: ignore[attr-defined]
    return tables


def _rank_sets(size: int) -> NDArray[np.int64]:
    """Return the sets of so many ranks, falling, in the order of their numbers, int64[n, size]."""
    ranks = np.indices((N_RANKS,) * size).reshape(size, -1).T
    return np.ascontiguousarray(ranks[(np.diff(ranks, axis=1) <= 0).all(axis=1)])


def _set_number(ranks: ArrayLike) -> NDArray[np.int64]:
    """Return the numbers of sets of ranks, falling, int64[..., size]."""
    falling = np.asarray(ranks, dtype=np.int64)
    size = falling.shape[-1]
    parts = [np.array([comb(rank + n - 1, n) for rank in range(N_RANKS)]) for n in range(size, 0, -1)]
    return np.asarray(sum((part[falling[..., index]] for index, part in enumerate(parts)), np.zeros((), np.int64)))


def _joined(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the number of the set that each of the first with each of the second sets makes, uint16[n, m]."""
    shape = (len(first), len(second))
    both = np.concatenate(
        [np.broadcast_to(first[:, None], (*shape, first.shape[1])), np.broadcast_to(second, (*shape, second.shape[1]))],
        axis=2,
    )
    return _set_number(np.sort(both, axis=2)[..., ::-1]).astype(np.uint16)


def _strengths_by_ranks(pairs: NDArray[np.int64], fives: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the strength of two ranks with each set of five, without flushes, int16[91, 6188]; 0 for five alike."""
    tables = lookup()
    counts = [(ranks[:, :, None] == np.arange(N_RANKS)).sum(axis=1) for ranks in (pairs, fives)]
    together = counts[0][:, None] + counts[1]
    possible = (together <= 4).all(axis=2)
    keys = np.where(together <= 4, together, 0) @ np.asarray(tables.keys)[: 4 * N_RANKS : 4].astype(np.int64)
    high = np.asarray(tables.high)[2, keys >> int(LOW_BITS) & int(HIGH_MASK)]
    strengths = np.asarray(tables.strengths)[high + np.asarray(tables.low)[keys & int(LOW_MASK)]]
    return np.where(possible, strengths, 0).astype(np.int16)


def showdown_shares(holes: ArrayLike, boards: ArrayLike, live: ArrayLike | None = None) -> NDArray[np.float64]:
    """Return the share of each pot that every seat wins, the mean over all completions of its board, float64[n, seats].

    Parameters
    ----------
    holes
        Hole cards, int[n, seats, 2], -1 for cards that are not known. All that are known are out of the deck.
    boards
        int[n, 5], the cards dealt first, then -1.
    live
        Which seats are in, bool[n, seats], whose cards are known; all by default. Others have a share of 0.
    """
    cards, board = np.ascontiguousarray(holes, dtype=np.int8), np.ascontiguousarray(boards, dtype=np.int8)
    is_in = np.ones(cards.shape[:2], np.bool_) if live is None else np.asarray(live, dtype=np.bool_)
    if cards.ndim != 3 or cards.shape[2] != 2 or board.shape != (len(cards), 5) or is_in.shape != cards.shape[:2]:
        raise DealError(
            f"hole cards of shape {cards.shape}, boards of {board.shape} and live seats of {is_in.shape} "
            "(expected (n, seats, 2), (n, 5) and (n, seats))"
        )
    n_dealt = (board >= 0).sum(axis=1)
    groups = (is_in.astype(np.int64) << np.arange(cards.shape[1])).sum(axis=1)
    parts = np.zeros((len(cards), MOST_HANDS), np.int64)
    totals = np.zeros(len(cards), np.int64)
    fill_shares(cards, board, n_dealt, groups, share_tables(), parts, totals)
    return np.asarray(parts[:, : cards.shape[1]] / (PARTS * totals[:, None]))
