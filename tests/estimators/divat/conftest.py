"""The baseline written a second time, plainly and slowly: fractions and recursion, nothing of deluck but strengths."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from deluck.evaluator import strengths

BET = {3: 1, 4: 2, 5: 2}


@dataclass
class PlainBaseline:
    """Thresholds by number of board cards: (fold offset, [Make1, Make2, Make3, Make4]) as fractions."""

    thresholds: dict
    on_board: dict = field(default_factory=dict)
    known: dict = field(default_factory=dict)

    def rank(self, hole, board):
        """The share of the opponent's holdings beaten now, ties one half."""
        key = (hole, frozenset(board))
        if key not in self.known:
            pairs, values = self._strengths(board)
            ours = strengths(np.array([[*hole, *board]]))[0]
            theirs = values[~np.isin(pairs, hole).any(axis=1)]
            twice = 2 * int((theirs < ours).sum()) + int((theirs == ours).sum())
            self.known[key] = Fraction(twice, 2 * len(theirs))
        return self.known[key]

    def _strengths(self, board):
        key = frozenset(board)
        if key not in self.on_board:
            rest = [card for card in range(52) if card not in key]
            pairs = np.array(list(combinations(rest, 2)))
            rows = np.concatenate([pairs, np.tile(sorted(key), (len(pairs), 1))], axis=1)
            self.on_board[key] = pairs, strengths(rows)
        return self.on_board[key]

    def final_rank(self, hole, board):
        """The mean of the rank over every completion of the board."""
        if len(board) == 5:
            return self.rank(hole, board)
        key = (hole, frozenset(board), "final")
        if key not in self.known:
            rest = [card for card in range(52) if card not in (*hole, *board)]
            ranks = [self.rank(hole, (*board, *more)) for more in combinations(rest, 5 - len(board))]
            self.known[key] = sum(ranks) / len(ranks)
        return self.known[key]

    def acts(self, hole, board, n_bets, to_call, pot):
        """'r', 'c' or 'f': bet or raise, check or call, fold."""
        offset, make = self.thresholds[len(board)]
        now, final = self.rank(hole, board), self.final_rank(hole, board)
        if n_bets < 4 and max(now, final) >= make[n_bets]:
            return "r"
        to_fold_by = (now + final) / 2 if len(board) == 3 else max(now, final)
        if to_call and to_fold_by < Fraction(to_call, pot) + offset:
            return "f"
        return "c"

    def play(self, holes, board, pot):
        """The pot after a round, or P1's net if it ended in a fold: (pot, None) or (None, net)."""
        bet = BET[len(board)]
        put_in, n_bets, actor, n_acted = [0, 0], 0, 0, 0
        while True:
            to_call = max(put_in) - put_in[actor]
            action = self.acts(holes[actor], board, n_bets, to_call, pot + sum(put_in))
            if action == "f":
                lost = Fraction(pot) / 2 + put_in[actor]
                return None, -lost if actor == 0 else lost
            put_in[actor] = max(put_in)
            if action == "r":
                put_in[actor] += bet
                n_bets += 1
            elif n_acted:
                return pot + sum(put_in), None
            actor, n_acted = 1 - actor, n_acted + 1

    def value(self, holes, board, pot, *, from_start):
        """P1's mean net over every card to come."""
        if from_start:
            pot, net = self.play(holes, board, pot)
            if pot is None:
                return Fraction(net)
        if len(board) == 5:
            ours, theirs = strengths(np.array([[*hole, *board] for hole in holes])).tolist()
            return Fraction((ours > theirs) - (ours < theirs)) * pot / 2
        dealt = {*holes[0], *holes[1], *board}
        rest = [card for card in range(52) if card not in dealt]
        return sum(self.value(holes, (*board, card), pot, from_start=True) for card in rest) / len(rest)


@pytest.fixture
def plain_baseline():
    return PlainBaseline
