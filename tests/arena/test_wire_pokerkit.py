"""Every line of the protocol against pokerkit's conversion of the same hand."""

import numpy as np
import pytest
from pokerkit import HandHistory

from deluck.arena.wire import (
    format_answer,
    format_matchstate,
    matchstate_of_summary,
    matchstate_of_view,
    total_of_raise,
)
from deluck.cards import format_cards
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState

SMALL_BLIND, BIG_BLIND = 50, 100


class Told:
    """A hand played at random: our lines by position, and the same hand as the text of its actions."""

    def __init__(self, rules, stack, rng):
        n_seats = rules.n_seats
        self.stack = stack
        self.deal = HoldemDeal.from_deck(rng.permutation(52), n_seats)
        self.state = HoldemState(rules, self.deal, None if rules.is_limit else (stack,) * n_seats)
        self.lines = [[] for _ in range(n_seats)]
        self.actions = [f"d dh p{seat + 1} {format_cards(hole)}" for seat, hole in enumerate(self.deal.holes)]
        while not self.state.is_over:
            self._act(rng)
        self._show()
        for seat in range(n_seats):
            self.lines[seat].append(("S->", format_matchstate(matchstate_of_summary(self.state.summary(seat), 7))))

    def _act(self, rng):
        state, actor = self.state, self.state.actor
        told = [matchstate_of_view(state.view(seat), 7) for seat in range(state.n_seats)]
        for seat, each in enumerate(told):
            self.lines[seat].append(("S->", format_matchstate(each)))
        legal = state.legal_actions()
        weights = np.array([{Action.FOLD: 0.1, Action.CALL: 1, Action.RAISE: 1}[action] for action in legal])
        action = legal[rng.choice(len(legal), p=weights / weights.sum())]
        amount = total = None
        if action is Action.RAISE:
            low, high = state.min_raise_to, state.max_raise_to
            amount = int(low + (high - low) * rng.random() ** 4)
            total = None if state.rules.is_limit else total_of_raise(state, amount)
        self.lines[actor].append(("<-C", format_answer(told[actor], action, total)))
        verb = {Action.FOLD: "f", Action.CALL: "cc", Action.RAISE: f"cbr {amount}"}[action]
        self.actions.append(f"p{actor + 1} {verb}")
        n_shown = len(state.board)
        state.act(action, amount)
        if state.is_over and state.has_showdown and n_shown < 5:
            self._show()  # everybody who can win is all-in: pokerkit shows before it deals
        for first, last in ((0, 3), (3, 4), (4, 5)):
            if n_shown <= first < len(state.board):
                self.actions.append(f"d db {format_cards(self.deal.board[first:last])}")

    def _show(self):
        if self.state.has_showdown and not any(" sm " in action for action in self.actions):
            live = [seat for seat, gone in enumerate(self.state.folded) if not gone]
            self.actions += [f"p{seat + 1} sm {format_cards(self.deal.holes[seat])}" for seat in live]

    def as_pokerkit(self, position):
        rules = self.state.rules
        settings = {"variant": "NT", "min_bet": BIG_BLIND}
        if rules.is_limit:
            settings = {"variant": "FT", "small_bet": rules.bet_sizes[0], "big_bet": rules.bet_sizes[2]}
        history = HandHistory(
            **settings,
            antes=[0] * rules.n_seats,
            blinds_or_straddles=[rules.small_blind, rules.big_blind] + [0] * (rules.n_seats - 2),
            starting_stacks=[self.stack] * rules.n_seats,
            actions=self.actions,
        )
        return [(way, line.removesuffix("\r\n")) for way, line in history.to_acpc_protocol(position, 7)]


@pytest.mark.parametrize(
    ("rules", "stack"),
    [
        (HoldemRules.no_limit(2), 20_000),
        (HoldemRules.no_limit(2), 350),
        (HoldemRules.no_limit(3), 2000),
        (HoldemRules.no_limit(6), 1500),
        (HoldemRules.no_limit(10), 20_000),
        (HoldemRules.limit(2), 10**6),
        (HoldemRules.limit(6), 10**6),
    ],
    ids=lambda value: f"{value.structure}-{value.n_seats}" if isinstance(value, HoldemRules) else str(value),
)
def test_all_lines_of_a_hand_are_pokerkits(rules, stack):
    rng = np.random.default_rng(5)
    n_lines = n_empty = 0
    for _ in range(12):
        told = Told(rules, stack, rng)
        for position in range(rules.n_seats):
            assert told.lines[position] == told.as_pokerkit(position)
            n_lines += len(told.lines[position])
        n_empty += told.lines[0][-1][1].split(":")[3].endswith("/")
    assert n_lines > 100
    assert rules.is_limit or n_empty > 0
