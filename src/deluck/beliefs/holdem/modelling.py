"""The opponent modeller: a weight table for each seat, changed by each of its actions, from public information.

The tables are made from the board and the betting alone, not from the cards of the seat that asks. So all seats that
use the same model share them, and a seat also knows what the others believe about itself. Whoever uses a table removes
the own cards from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.betting_rules import margins
from deluck.beliefs.holdem.evaluation import approximate_values
from deluck.beliefs.holdem.preflop import preflop_values
from deluck.beliefs.holdem.spot import Spot, spot_of
from deluck.beliefs.holdem.styles import MODERATE, STANDARD, Style, Version
from deluck.beliefs.holdem.weights import WeightTable
from deluck.games import BOARD_SIZES, Action, HoldemDeal, HoldemRules, HoldemState, Move, View

N_TRAILS_CACHED = 32
FLOOR = 0.2
"""The factor by which an action lowers the weight of a holding that does not fit it at all, as in Loki-1."""


class Reweighting(Protocol):
    """How an action changes the weight table of a seat; hashable, and equal for equal settings."""

    def __hash__(self) -> int: ...

    def reweighted(
        self, table: WeightTable, opponents: Sequence[WeightTable], spot: Spot, action: Action, board: tuple[int, ...]
    ) -> WeightTable:
        """Return the table of a seat after a call or raise (of any kind, a check too) in a spot."""
        ...


@dataclass(frozen=True, slots=True)
class ThresholdReweighting:
    """Loki-1's rule: an action implies a threshold, and the weights of holdings that do not reach it are lowered.

    A bet, raise or call implies that the holding reaches what the modelled style requires. A holding's weight is
    unchanged where it does so by more than the band, falls linearly within the band, and is multiplied by the floor
    where it falls short by more. A check implies nothing. Values and thresholds are those of `betting_rules`. The
    papers describe this without numbers: band, floor and thresholds are ours.

    Attributes
    ----------
    style
        The style that opponents are assumed to play.
    version
        The rules that they are assumed to bet by.
    band
        Half the width of the soft step.
    floor
        The factor by which an action lowers the weight of a holding that does not fit it at all.
    doubt
        The share of the total weight that is spread evenly again after each action, for players who do not play as
        modelled. Without it a player who raises with anything would soon be believed to hold only the best hands.
    """

    style: Style = MODERATE
    version: Version = STANDARD
    band: float = 0.15
    floor: float = FLOOR
    doubt: float = 0.1

    def reweighted(
        self, table: WeightTable, opponents: Sequence[WeightTable], spot: Spot, action: Action, board: tuple[int, ...]
    ) -> WeightTable:
        """Return the table of a seat after a call or raise (of any kind, a check too) in a spot."""
        required = self._required(opponents, spot, action, board)
        if required is None:
            return table
        values, threshold = required
        reached = table.reweighted_by_threshold(values, threshold, band=self.band, floor=self.floor)
        return reached.mixed_with_uniform(self.doubt)

    def _required(
        self, opponents: Sequence[WeightTable], spot: Spot, action: Action, board: tuple[int, ...]
    ) -> tuple[NDArray[np.float64], float] | None:
        """Return each holding's value, float64[1326], and the threshold it must reach; None if any holding will do."""
        if action is Action.CALL and not spot.to_call:
            return None
        if not spot.street:
            raised = action is Action.RAISE
            threshold = self.style.to_raise_preflop(spot.n_raises) if raised else self.style.to_enter(spot.bets_to_call)
            return preflop_values(spot), threshold
        margin = margins(approximate_values(board, opponents), spot, action, self.style, self.version)
        return None if margin is None else (margin, 0.0)


class _Step(NamedTuple):
    """The hand and the tables of all seats after some moves; `move` is the last of them."""

    move: Move | None
    board: tuple[int, ...]
    hand: HoldemState
    tables: tuple[WeightTable, ...]


class _Trail:
    """The steps of the last hand, so that a view only adds the moves made since.

    Only speed depends on it: any trail gives the same tables. The hand is replayed without cards.
    """

    def __init__(self, rules: HoldemRules, stacks: tuple[int, ...] | None, rule: Reweighting) -> None:
        self._rule = rule
        hand = HoldemState(rules, HoldemDeal(((None, None),) * rules.n_seats), stacks)
        self._steps: tuple[_Step, ...] = (_Step(None, (), hand, (WeightTable.uniform(),) * rules.n_seats),)

    def tables(self, view: View) -> tuple[WeightTable, ...]:
        """Return the tables of all seats after the view's betting and board."""
        steps = self._steps
        n_known = 1
        for step, move in zip(steps[1:], view.history, strict=False):
            if step.move != move or step.board != view.board[: len(step.board)]:
                break
            n_known += 1
        known = list(steps[:n_known])
        for move in view.history[n_known - 1 :]:
            known.append(self._after(known[-1], move, view.board))
        self._steps = tuple(known)
        return _on_board(known[-1], view.board).tables

    def _after(self, last: _Step, move: Move, board: tuple[int, ...]) -> _Step:
        """Return the step after one more move."""
        last = _on_board(last, board[: BOARD_SIZES[move.street]])
        hand, tables = last.hand, last.tables
        if move.action is not Action.FOLD:
            opponents = [
                table
                for seat, (table, gone) in enumerate(zip(tables, hand.folded, strict=True))
                if seat != move.seat and not gone
            ]
            changed = self._rule.reweighted(tables[move.seat], opponents, spot_of(hand), move.action, last.board)
            tables = (*tables[: move.seat], changed, *tables[move.seat + 1 :])
        after = hand.copy()
        after.act(move.action, move.amount or None)
        return _Step(move, last.board, after, tables)


def _on_board(step: _Step, board: tuple[int, ...]) -> _Step:
    """Return a step with the board's cards removed from the tables of the seats that are in."""
    if step.board == board:
        return step
    tables = tuple(
        table if gone else table.without(board) for table, gone in zip(step.tables, step.hand.folded, strict=True)
    )
    return step._replace(board=board, tables=tables)


@lru_cache(maxsize=N_TRAILS_CACHED)
def _trail(rules: HoldemRules, stacks: tuple[int, ...] | None, rule: Reweighting) -> _Trail:
    return _Trail(rules, stacks, rule)


def public_tables(view: View, rule: Reweighting) -> tuple[WeightTable, ...]:
    """Return the public's weight table of each seat, the viewer's own included, from board and betting alone.

    The board's cards are removed from the tables of the seats that are in; the viewer's cards are not. Tables of folded
    seats are as they were when they folded.
    """
    assert isinstance(view.rules, HoldemRules)
    return _trail(view.rules, view.starting_stacks, rule).tables(view)
