"""What every seat of a hand of hold'em can expect if no more is bet (AIE): side pots, dead chips, dead cards; exact.

The mean is over all boards from the deck without the board and without every known hole card, those of folded seats
included. Main and side pots are divided as the betting engine divides them (`deluck.games.pots`), so chips that nobody
matched come back.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.errors import DealError
from deluck.metrics.showdown_shares import share_tables
from deluck.metrics.state_equity_kernels import fill_state_values

_N_BOARD = (0, 3, 4, 5)


def state_values(
    holes: ArrayLike,
    boards: ArrayLike,
    paid: ArrayLike,
    folded: ArrayLike,
    dead: ArrayLike | None = None,
    short_dead: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return what every seat wins in the mean less what it paid if no more is bet, in chips, float64[n, seats].

    Parameters
    ----------
    holes
        Hole cards, int[n, seats, 2], -1 for those that are not known. Values are NaN where two seats or more are in and
        a card of theirs is not known.
    boards
        int[n, 5]: 0, 3, 4 or 5 cards, then -1.
    paid
        All chips each seat put in, int[n, seats].
    folded
        Which seats are out, bool[n, seats].
    dead
        The chips of `paid` that are no bets (antes, dead posts), int[n, seats]; none by default.
    short_dead
        Which seats could not pay all the dead chips they owed, bool[n, seats]; none by default.

    Raises
    ------
    DealError
        If the shapes do not fit, a card is dealt twice, a board has one or two cards, or every seat has folded.
    """
    cards, board = np.ascontiguousarray(holes, dtype=np.int8), np.ascontiguousarray(boards, dtype=np.int8)
    chips = np.ascontiguousarray(paid, dtype=np.int64)
    gone = np.asarray(folded, dtype=np.bool_)
    dead_chips = np.zeros_like(chips) if dead is None else np.ascontiguousarray(dead, dtype=np.int64)
    short = np.zeros_like(gone) if short_dead is None else np.asarray(short_dead, dtype=np.bool_)
    n_board = _check(cards, board, chips, gone)
    seats = np.arange(chips.shape[1])
    live = ~gone
    unknown = (live.sum(axis=1) > 1) & (live & (cards < 0).any(axis=2)).any(axis=1)
    out = np.zeros(chips.shape)
    fill_state_values(
        cards,
        board,
        n_board,
        chips,
        dead_chips,
        (short.astype(np.int64) << seats).sum(axis=1),
        (gone.astype(np.int64) << seats).sum(axis=1),
        np.full(len(chips), chips.shape[1]),
        share_tables(),
        out,
    )
    out[unknown] = np.nan
    return out


def _check(
    cards: NDArray[np.int8], board: NDArray[np.int8], chips: NDArray[np.int64], gone: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the number of cards on each board; raise DealError where a row makes no state."""
    n_rows, n_seats = chips.shape
    if cards.shape != (n_rows, n_seats, 2) or board.shape != (n_rows, 5) or gone.shape != chips.shape:
        raise DealError(
            f"hole cards of shape {cards.shape}, boards of {board.shape}, chips of {chips.shape} and folded seats of "
            f"{gone.shape} (expected (n, seats, 2), (n, 5), (n, seats) and (n, seats))"
        )
    n_board = (board >= 0).sum(axis=1)
    is_dealt_first = (board >= 0) == (np.arange(5) < n_board[:, None])
    known = np.concatenate([cards.reshape(n_rows, -1), board], axis=1)
    bits = np.where(known >= 0, np.uint64(1) << known.astype(np.uint64), np.uint64(0))
    problems = (
        (~np.isin(n_board, _N_BOARD) | ~is_dealt_first.all(axis=1), "a board that is not 0, 3, 4 or 5 cards, then -1"),
        ((known < -1).any(axis=1) | (known > 51).any(axis=1), "a number that is no card (expected -1 to 51)"),
        (bits.sum(axis=1) != np.bitwise_or.reduce(bits, axis=1), "a card that is dealt twice"),
        (gone.all(axis=1), "no seat that is in (expected one or more)"),
    )
    for wrong, what in problems:
        if wrong.any():
            raise DealError(f"state {int(np.flatnonzero(wrong)[0])} has {what}")
    return np.asarray(n_board)
