"""LFAT of any heads-up hold'em hand, also one that DIVAT cannot value: stacks that ran out, and other stakes."""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat.analysis import N_BOARDS, count_completions
from deluck.estimators.divat.rounds import N_STREETS
from deluck.estimators.money import boards_of
from deluck.games import BOARD_SIZES
from deluck.games.betting_kernels import BLINDS, DEAD_CHIPS, POSTS
from deluck.records import DecisionColumns, HandColumns


def all_in_luck(columns: HandColumns, decisions: DecisionColumns) -> NDArray[np.float64]:
    """Return the luck of all deals by all-in equity (LFAT), net to seat 0 in small bets, float64[n].

    For heads-up hold'em of any stakes, also where a stack ran out: each street's cards change the share of what both
    had put in before they came; the mean over all boards, where there were several. NaN where a card of it is not
    known, and for other games.
    """
    luck = np.full(len(columns), np.nan)
    rows = np.flatnonzero(columns.n_seats == 2)
    if columns.game != "holdem" or not rows.size:
        return luck
    hands, decisions = columns[rows], decisions.of_hands(rows)
    staked = _at_stake(hands, decisions)
    total, n_boards = np.zeros(len(hands)), np.zeros(len(hands))
    for boards, there in boards_of(hands):
        total += np.where(there, _luck_of_board(boards, decisions, staked), 0.0)
        n_boards += there
    luck[rows] = total / n_boards
    return luck


def _luck_of_board(hands: HandColumns, decisions: DecisionColumns, staked: NDArray[np.float64]) -> NDArray[np.float64]:
    n_board = np.array(BOARD_SIZES)[decisions.last_streets]
    known = decisions.is_valid & (hands.cards[:, :2] >= 0).all(axis=(1, 2))
    known &= ((hands.board >= 0) | (np.arange(hands.board.shape[1]) >= n_board[:, None])).all(axis=1)
    luck = np.full(len(hands), np.nan)
    rows = np.flatnonzero(known)
    dealt = np.arange(N_STREETS) <= decisions.last_streets[rows, None]
    cards = np.ascontiguousarray(hands.cards[rows, :2].reshape(-1, 4), dtype=np.int64)
    board = hands.board[rows].astype(np.int64)
    shares = count_completions(decisions.last_streets[rows] + 1, cards, board) / N_BOARDS
    changes = np.diff(shares, axis=1, prepend=0.0)
    luck[rows] = np.where(dealt, changes * staked[rows], 0.0).sum(axis=1)
    return luck


def _at_stake(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.float64]:
    """Return half of the pot when each street was dealt, in small bets, 0 for those that were not, float64[n, 4].

    Before the first deal it is the largest blind, or what a seat has of it, and the ante.
    """
    chips = decisions.street_pots[:, :N_STREETS] / 2
    forced = (hands.usual_forced() if hands.forced is None else hands.forced)[:, :, :2]
    first = (forced[:, BLINDS] + forced[:, POSTS]).max(axis=1) + forced[:, DEAD_CHIPS].min(axis=1)
    has_stacks = hands.stacks[:, 0] >= 0
    chips[:, 0] = np.where(has_stacks, np.minimum(first, hands.stacks[:, :2].min(axis=1)), first)
    return np.asarray(chips / hands.unit_chips[:, None])
