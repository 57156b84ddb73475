"""What can be said of any hand, also one whose decisions cannot be priced: its money, and all-in luck heads-up."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat.analysis import N_BOARDS, count_completions
from deluck.estimators.divat.rounds import N_STREETS, chips_per_unit
from deluck.estimators.money import money_of_all
from deluck.evaluator import strengths
from deluck.games import BOARD_SIZES
from deluck.games.betting_kernels import BLINDS, DEAD_CHIPS, POSTS
from deluck.games.pot_kernels import PARTS
from deluck.records import DecisionColumns, HandColumns, walk
from deluck.records.validation import pay, showdown_strengths


def money_before_rake(columns: HandColumns) -> NDArray[np.float64]:
    """Return what every seat won, before rake, in units (small bets, big blinds) of each hand's own, float64[n, seats].

    NaN where several seats shared a pot and the cards do not say how, so that neither is known how they shared its
    rake; and for seats that are not there.
    """
    won = columns.payoffs / chips_per_unit(columns)[:, None]
    two = columns.n_seats == 2
    if two.any():
        heads_up = money_of_all(columns)[two]
        won[two, 0], won[two, 1] = heads_up, 0.0 - heads_up
    shared = ~two
    if columns.other_boards is not None:  # a pot is shared between boards, and its rake with it
        shared |= columns.other_boards[:, 0, 0] >= -1
    rows = np.flatnonzero(shared & (columns.rake > 0))
    if rows.size:
        hands = columns[rows]
        won[rows] = _chips_before_rake(hands) / chips_per_unit(hands)[:, None]
    won[columns.players < 0] = np.nan
    return won


def _chips_before_rake(hands: HandColumns) -> NDArray[np.float64]:
    """Return what every seat won before rake in chips, by who took from the pots and, if several did, by the cards."""
    decisions = walk(hands)
    denominators = hands.payoff_denominators.astype(np.int64)[:, None]
    parts = np.rint(hands.payoffs * denominators).astype(np.int64)
    takes = parts + decisions.contributions * denominators > 0  # who takes nothing pays no rake
    won = np.where(takes, np.nan, hands.payoffs)
    alone = takes & (takes.sum(axis=1) == 1)[:, None]
    won = np.where(alone, hands.payoffs + hands.rake[:, None], won)
    by_cards = _by_cards(hands, decisions)
    return np.where(np.isnan(won), by_cards, won)


def _by_cards(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.float64]:
    """Return what every seat wins by the cards, odd chips cut, the mean over all boards; NaN if a card is not known."""
    total, n_boards = np.zeros(hands.payoffs.shape), np.zeros(len(hands))
    for boards, there in _boards(hands):
        find = showdown_strengths if hands.game == "holdem" else _stud_strengths
        ranked = find(boards, decisions, decisions.is_valid & there)
        _, cut = pay(boards, decisions, ranked)
        known = (ranked >= 0).all(axis=1) & decisions.is_valid
        won = np.where(known[:, None], cut / PARTS, np.nan)
        total += np.where(there[:, None], won, 0.0)
        n_boards += there
    return total / n_boards[:, None]


def _stud_strengths(hands: HandColumns, decisions: DecisionColumns, which: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the strengths of seven-card stud as `showdown_strengths` does, int64[n, seats]."""
    cards = hands.cards.copy()
    shared = np.flatnonzero(hands.board[:, 0] >= 0)
    cards[shared, :, -1] = hands.board[shared]
    live = (np.arange(hands.max_seats) < hands.n_seats[:, None]) & ~decisions.folded & which[:, None]
    shown = live & (live.sum(axis=1) > 1)[:, None]
    known = shown & (cards >= 0).all(axis=2)
    ranked = np.where(shown, -1, live.astype(np.int64))
    if known.any():
        ranked[known] = strengths(cards[known])
    return ranked


def _boards(hands: HandColumns) -> Iterator[tuple[HandColumns, NDArray[np.bool_]]]:
    """Yield the hands with their first board, then with their second and third if any has one; and which have it."""
    yield hands, np.ones(len(hands), np.bool_)
    if hands.other_boards is None:
        return
    for number in range(hands.other_boards.shape[1]):
        other = hands.other_boards[:, number]
        there = other[:, 0] >= -1
        if there.any():
            yield replace(hands, board=np.where(there[:, None], other, hands.board), other_boards=None), there


def all_in_luck(columns: HandColumns) -> NDArray[np.float64]:
    """Return the luck of all deals by all-in equity (LFAT), net to seat 0 in small bets, float64[n].

    For heads-up hold'em of any stakes, also where a stack ran out: each street's cards change the share of what both
    had put in before they came; the mean over all boards, where there were several. NaN where a card of it is not
    known, and for other games.
    """
    luck = np.full(len(columns), np.nan)
    rows = np.flatnonzero(columns.n_seats == 2)
    if columns.game != "holdem" or not rows.size:
        return luck
    hands = columns[rows]
    decisions = walk(hands)
    staked = _at_stake(hands, decisions)
    total, n_boards = np.zeros(len(hands)), np.zeros(len(hands))
    for boards, there in _boards(hands):
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
    return np.asarray(chips / chips_per_unit(hands)[:, None])
