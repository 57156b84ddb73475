"""Which hands of columns follow the rules, many at once; `deluck.records.validate` says of one hand what is wrong."""

import numpy as np
from numpy.typing import NDArray

from deluck.evaluator import strengths
from deluck.games import pot_kernels
from deluck.games.actions import BOARD_SIZES
from deluck.games.betting_kernels import UNLIMITED
from deluck.records.columns import HandColumns
from deluck.records.decisions import DecisionColumns


def find_valid(columns: HandColumns, decisions: DecisionColumns) -> NDArray[np.bool_]:
    """Return which hands of hold'em are certainly bet and paid by the rules, bool[n].

    A hand that is not among them may still be valid where its payoffs need a closer look: several boards, cards of the
    showdown that are not known, odd chips given in another order, fractions of chips less rake. `validate` decides
    those one by one.

    Parameters
    ----------
    columns
        The hands.
    decisions
        Their betting, from `walk`.
    """
    n_hands = len(columns)
    if columns.game != "holdem" or not n_hands:
        return np.zeros(n_hands, np.bool_)
    n_board = np.array(BOARD_SIZES)[np.minimum(decisions.last_streets, len(BOARD_SIZES) - 1)]
    valid = decisions.is_valid & _has_playable_stacks(columns)
    valid &= ((columns.board >= 0) | (np.arange(5) >= n_board[:, None])).all(axis=1)
    if columns.other_boards is not None:
        valid &= columns.other_boards[:, 0, 0] == -2
    ranked = showdown_strengths(columns, decisions, valid)
    valid &= (ranked >= 0).all(axis=1)
    whole, cut = pay(columns, decisions, ranked)
    parts = np.rint(columns.payoffs * columns.payoff_denominators[:, None]).astype(np.int64)
    denominators = columns.payoff_denominators.astype(np.int64)[:, None]
    is_whole = (parts == whole * denominators).all(axis=1)
    is_cut = (parts * pot_kernels.PARTS == cut * denominators).all(axis=1)
    no_rake = columns.rake == 0
    return np.asarray(valid & (((is_whole | is_cut) & no_rake) | _is_raked(columns, decisions, parts, whole)))


def _is_raked(
    columns: HandColumns, decisions: DecisionColumns, payoffs: NDArray[np.int64], expected: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which hands were paid in whole chips less a rake, which comes out of what seats took from the pots."""
    rake = columns.rake[:, None]
    taken, due = payoffs + decisions.contributions, expected + decisions.contributions
    fits = (np.maximum(due - rake, 0) <= taken) & (taken <= due)
    return np.asarray(fits.all(axis=1) & (columns.payoff_denominators == 1))


def _has_playable_stacks(columns: HandColumns) -> NDArray[np.bool_]:
    """Return which hands have the stacks that their game needs, each of at least a chip."""
    sat = np.arange(columns.max_seats) < columns.n_seats[:, None]
    needs = np.array([rules.no_cap_heads_up or not rules.is_limit for rules in columns.rules], np.bool_)
    has_none = (columns.stacks < 0).all(axis=1) & ~needs[columns.rules_index]
    return np.asarray(has_none | (~sat | ((columns.stacks > 0) & (columns.stacks <= UNLIMITED // 16))).all(axis=1))


def showdown_strengths(columns: HandColumns, decisions: DecisionColumns, which: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the strength of each seat that is in at the end of hold'em hands, int64[n, seats].

    0 for seats that folded or are not there, 1 for the last seat where all others folded, -1 where a card of the hand
    or of the board is not known; 0 for hands that are not among `which`.
    """
    n_seats = columns.n_seats
    live = (np.arange(columns.max_seats) < n_seats[:, None]) & ~decisions.folded & which[:, None]
    ranked = live.astype(np.int64)
    showdown = live.sum(axis=1) > 1
    full_board = (columns.board >= 0).all(axis=1)
    for seat in range(columns.max_seats):
        shown = showdown & live[:, seat]
        known = shown & (columns.cards[:, seat] >= 0).all(axis=1) & full_board
        ranked[shown & ~known, seat] = -1
        rows = np.flatnonzero(known)
        if rows.size:
            ranked[rows, seat] = strengths(np.concatenate([columns.cards[rows, seat], columns.board[rows]], axis=1))
    return ranked


def pay(
    columns: HandColumns, decisions: DecisionColumns, ranked: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what each seat wins less what it paid, with strengths from `showdown_strengths`, int64[n, seats] twice.

    First in chips, odd chips going to the first winners; then with odd chips cut, in parts of a chip,
    `pot_kernels.PARTS` to one.
    """
    whole, cut = np.zeros_like(decisions.contributions), np.zeros_like(decisions.contributions)
    gone = (decisions.folded.astype(np.int64) << np.arange(columns.max_seats)).sum(axis=1)
    pot_kernels.pay_hands(
        columns.n_seats,
        decisions.contributions,
        decisions.dead,
        decisions.short_dead,
        gone,
        np.maximum(ranked, 0),
        whole,
        cut,
    )
    return whole, cut
