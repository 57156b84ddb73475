"""Money: what every seat won, before rake, in small bets or big blinds."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.context import Context
from deluck.estimators.family import ColumnSpec, Eligibility, Kind, Values
from deluck.evaluator import strengths
from deluck.games.pot_kernels import PARTS
from deluck.records import DecisionColumns, HandColumns
from deluck.records.validation import pay, showdown_strengths

NOT_KNOWN = "several seats shared the pot, and the cards do not say how they shared its rake"


class MoneyFamily:
    """What every seat won before rake, and the rake it paid, in small bets or big blinds."""

    name = "money"
    prices_decisions = False
    columns = (
        ColumnSpec("money", "Money", "money won, before rake", Kind.SKILL, colour="money", line_width=1.6),
        ColumnSpec("rake", "Rake", "the rake paid", Kind.DETAIL),
    )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return all hands: which money is known follows from the betting, so `values` says it."""
        return Eligibility(np.zeros(len(hands), np.uint8), (NOT_KNOWN,))

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return money and rake of all seats."""
        money = money_before_rake(hands, decisions)
        rake = money - hands.payoffs / hands.unit_chips[:, None] + 0.0  # no -0.0
        unknown = np.asarray((np.isnan(money) & (hands.players >= 0)).any(axis=1))
        return Values({"money": money, "rake": rake}, Eligibility(unknown.astype(np.uint8), (NOT_KNOWN,)))

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return nothing: money has no constants."""
        return ""


MONEY = MoneyFamily()


def money_before_rake(columns: HandColumns, decisions: DecisionColumns) -> NDArray[np.float64]:
    """Return what every seat won, before rake, in units (small bets, big blinds) of each hand's own, float64[n, seats].

    NaN where several seats shared a pot and the cards do not say how, so that neither is known how they shared its
    rake; and for seats that are not there.
    """
    won = columns.payoffs / columns.unit_chips[:, None]
    two = columns.n_seats == 2
    if two.any():
        heads_up = _heads_up_money(columns)[two]
        won[two, 0], won[two, 1] = heads_up, 0.0 - heads_up
    shared = ~two
    if columns.other_boards is not None:  # a pot is shared between boards, and its rake with it
        shared |= columns.other_boards[:, 0, 0] >= -1
    rows = np.flatnonzero(shared & (columns.rake > 0))
    if rows.size:
        hands = columns[rows]
        won[rows] = _chips_before_rake(hands, decisions.of_hands(rows)) / hands.unit_chips[:, None]
    won[columns.players < 0] = np.nan
    return won


def _chips_before_rake(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.float64]:
    """Return what every seat won before rake in chips, by who took from the pots and, if several did, by the cards."""
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
    for boards, there in boards_of(hands):
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


def boards_of(hands: HandColumns) -> Iterator[tuple[HandColumns, NDArray[np.bool_]]]:
    """Yield the hands with their first board, then with their second and third if any has one; and which have it."""
    yield hands, np.ones(len(hands), np.bool_)
    if hands.other_boards is None:
        return
    for number in range(hands.other_boards.shape[1]):
        other = hands.other_boards[:, number]
        there = other[:, 0] >= -1
        if there.any():
            yield replace(hands, board=np.where(there[:, None], other, hands.board), other_boards=None), there


def _heads_up_money(columns: HandColumns) -> NDArray[np.float64]:
    """Return what seat 0 won in each hand for two seats, assessed or not, before rake, in small bets, float64[n].

    NaN for hands of more seats: who of several winners paid how much of the rake is not recorded.
    """
    first, second = columns.payoffs[:, 0], columns.payoffs[:, min(1, columns.max_seats - 1)]
    # Only a winner pays rake, so the loser's loss is what was won; where neither won, a split pot was raked.
    is_split = (np.abs(first - second) <= columns.rake) & (np.maximum(first, second) <= 0)
    won = np.where(is_split, 0.0, np.where(first > second, -second, first))
    return np.where(columns.n_seats == 2, won / columns.unit_chips, np.nan)
