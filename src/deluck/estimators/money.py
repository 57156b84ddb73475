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

    What was won comes from the pots, by the cards: a rake can leave the winner with less than it put in. NaN where
    several seats shared a pot and the cards do not say how, so that neither is known how they shared its rake; and for
    seats that are not there.
    """
    won = columns.payoffs / columns.unit_chips[:, None] + 0.0  # no -0.0
    rows = np.flatnonzero(columns.rake > 0)
    if rows.size:
        hands = columns[rows]
        won[rows] = _chips_before_rake(hands, decisions.of_hands(rows)) / hands.unit_chips[:, None]
    won[columns.players < 0] = np.nan
    return won


def _chips_before_rake(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.float64]:
    """Return what every seat won before rake in chips: by the cards, or where they do not say it by who took chips."""
    denominators = hands.payoff_denominators.astype(np.int64)[:, None]
    parts = np.rint(hands.payoffs * denominators).astype(np.int64)
    takes = parts + decisions.contributions * denominators > 0
    by_cards = _by_cards(hands, decisions, takes)
    agrees = np.asarray((~takes | (by_cards + decisions.contributions > 0)).all(axis=1))  # who took chips is a winner
    alone = takes & (takes.sum(axis=1) == 1)[:, None]  # who takes nothing pays no rake
    by_takes = np.where(alone, hands.payoffs + hands.rake[:, None], np.where(takes, np.nan, hands.payoffs))
    by_takes[~takes.any(axis=1)] = np.nan
    agrees &= ~np.isnan(by_cards).any(axis=1)
    return np.where(agrees[:, None], by_cards, by_takes)


def _by_cards(hands: HandColumns, decisions: DecisionColumns, takes: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return what every seat wins by the cards, odd chips cut, the mean over all boards; NaN if they do not say it.

    Where two hands met that are not both known, on one board, they are as strong as what they took says.
    """
    total, n_boards = np.zeros(hands.payoffs.shape), np.zeros(len(hands))
    live = (np.arange(hands.max_seats) < hands.n_seats[:, None]) & ~decisions.folded
    two = (live.sum(axis=1) == 2) & (live & takes).any(axis=1)
    if hands.other_boards is not None:
        two &= hands.other_boards[:, 0, 0] < -1
    for boards, there in boards_of(hands):
        find = showdown_strengths if hands.game == "holdem" else _stud_strengths
        ranked = find(boards, decisions, decisions.is_valid & there)
        ranked = np.where((two & (ranked < 0).any(axis=1))[:, None], live & takes, ranked)
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
