"""Hindsight prices of decisions: they add up to money, and are those of a baseline written plainly."""

from fractions import Fraction

import numpy as np
import pytest

from deluck.estimators.deals import board_luck
from deluck.estimators.money import money_before_rake
from deluck.estimators.prices import decision_prices
from deluck.games import Action, HoldemRules, HoldemState
from deluck.games import betting_kernels as engine
from deluck.metrics import hand_ranks
from deluck.metrics.state_equity import state_values
from deluck.records import walk

from .simulated import simulate
from .test_deals import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_prices_and_luck_are_the_money_of_every_seat(game):
    """Odd chips of shared pots included: the payoffs are whole chips."""
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 500, seed=41)
    decisions = walk(hands)
    prices = decision_prices(hands, decisions)
    total = prices.starts + board_luck(hands, decisions).by_street.sum(axis=2)
    np.add.at(total, decisions.hands, prices.to_seats)
    assert np.abs(total - money_before_rake(hands, decisions)).max() < 1e-9
    assert np.abs(prices.to_seats.sum(axis=1)).max() < 1e-9
    assert (prices.to_actors == prices.to_seats[np.arange(len(decisions)), decisions.seats]).all()


class PlainPassive:
    """The passive honest baseline in plain sentences and fractions."""

    offsets = ("0", "0.075", "0.10", "0")

    def acts(self, state):
        if not state.to_call:
            return Action.CALL
        board = np.array([state.board]) if state.board else np.zeros((1, 0), np.int64)
        found = hand_ranks([list(state._own[state.actor])], board)
        now = Fraction(int(found.now_counts[0]), found.now_total)
        final = Fraction(int(found.final_counts[0]), found.final_total)
        fold_by = (now + final) / 2 if state.street == 1 else max(now, final)
        price = Fraction(state.to_call, state.pot) + Fraction(self.offsets[state.street])
        return Action.FOLD if fold_by ** (state.folded.count(False) - 1) < price else Action.CALL

    def value(self, record, n_decisions):
        """Return what seats can expect if the baseline finishes the street after so many decisions."""
        state = HoldemState(record.rules, record.deal, record.stacks)
        street = 0
        for move in record.decisions[:n_decisions]:
            street = state.street
            state.act(move.action, move.amount)
        if n_decisions < len(record.decisions) and self.street_of(record, n_decisions) == street:
            while state.actor is not None and state.street == street:
                state.act(self.acts(state))
        size = (0, 3, 4, 5)[street]
        seen = [*record.deal.board[:size], *[-1] * (5 - size)]
        dead = state._node.chips[engine.DEAD : engine.DEAD + record.rules.n_seats]
        return state_values([record.deal.holes], [seen], [state.contributions], [state.folded], [dead])[0]

    def street_of(self, record, number):
        state = HoldemState(record.rules, record.deal, record.stacks)
        for move in record.decisions[:number]:
            state.act(move.action, move.amount)
        return state.street


@pytest.mark.parametrize("game", ["heads-up", "six seats", "pot-limit", "limit"])
def test_prices_are_those_of_the_plain_baseline(game):
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 15, seed=42)
    decisions = walk(hands)
    prices = decision_prices(hands, decisions)
    plain = PlainPassive()
    n_priced = 0
    for row, record in enumerate(hands):
        start = int(decisions.starts[row])
        for number in range(len(record.decisions)):
            street = decisions.streets[start + number]
            first = number == 0 or decisions.streets[start + number - 1] != street
            if first and number:  # on later streets all check, so the start is what can be expected with its cards
                before = self_checked(plain, record, number, street)
            elif first:
                before = plain.value(record, 0)
            after = plain.value(record, number + 1)
            is_last = number + 1 == len(record.decisions)
            odd = 6 / rules.unit if is_last else 1e-9
            assert prices.to_seats[start + number] == pytest.approx((after - before) / rules.unit, abs=odd)
            n_priced += bool(np.abs(after - before).max() > 0)
            before = after
    assert n_priced > 10


def self_checked(plain, record, number, street):
    """Return what seats can expect at the start of a street after the first, where the baseline only checks."""
    state = HoldemState(record.rules, record.deal, record.stacks)
    for move in record.decisions[:number]:
        state.act(move.action, move.amount)
    while state.actor is not None and state.street == street:
        assert plain.acts(state) is Action.CALL
        state.act(Action.CALL)
    size = (0, 3, 4, 5)[street]
    seen = [*record.deal.board[:size], *[-1] * (5 - size)]
    dead = state._node.chips[engine.DEAD : engine.DEAD + record.rules.n_seats]
    return state_values([record.deal.holes], [seen], [state.contributions], [state.folded], [dead])[0]


def test_what_the_baseline_does_costs_nothing():
    hands = simulate(HoldemRules.no_limit(4), (5_000,) * 4, 300, seed=43)
    decisions = walk(hands)
    prices = decision_prices(hands, decisions)
    same = prices.actions == decisions.actions
    assert 0.3 < same.mean() < 1
    last = np.zeros(len(decisions), np.bool_)
    last[decisions.starts[1:] - 1] = True
    assert (prices.to_seats[same & ~last] == 0).all()
    assert set(prices.actions.tolist()) <= {0, 1}, "it never bets"
    assert (prices.to_actors != 0).mean() > 0.1


def test_hands_are_priced_alike_however_they_are_cut():
    hands = simulate(*GAMES["uneven stacks, ante"], 80, seed=44)
    whole = decision_prices(hands, walk(hands)).to_seats
    parts = [decision_prices(part, walk(part)).to_seats for part in (hands[:1], hands[1:30], hands[30:])]
    assert (np.concatenate(parts) == whole).all()
