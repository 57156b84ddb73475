"""Rounds as the estimators see them, against the betting engine that plays hands."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from deluck.estimators.divat import analysis_kernels as _kernels
from deluck.estimators.divat.eligibility import find_assessable
from deluck.estimators.divat.rounds import rounds_of, stakes_of
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudRules
from deluck.records import Decision, HandColumns, HandRecord

GAMES = [
    HoldemRules.limit(2),
    HoldemRules.limit(2, small_bet=4),
    replace(HoldemRules.limit(2), ante=3, max_raises=(7, 4, 9, 5)),
    replace(HoldemRules.limit(2), ante=5),
]


@pytest.mark.parametrize("rules", GAMES)
def test_the_shortened_betting_of_the_kernels_is_the_engines(rules):
    """Random hands: what the kernels have put in, counted and whose turn it is, against the engine at every node."""
    rng = random.Random(repr(rules))
    small_bet, ante = stakes_of(rules)
    half = Fraction(rules.unit, 2 * small_bet)  # chips of half a unit
    n_rounds = 0
    for _ in range(300):
        state = HoldemState(rules, HoldemDeal.from_deck(rng.sample(range(52), 9), 2))
        street, n_acted = 0, 0
        first, second, n_bets, actor = _kernels._begin(0, 0, small_bet, ante)
        while not state.is_over:
            if state.street != street:
                assert first == second
                street, n_acted = state.street, 0
                assert state.pot == 2 * first * half
                first, second, n_bets, actor = _kernels._begin(street, first, small_bet, ante)
                n_rounds += 1
            assert state.actor == actor
            assert state.contributions == (first * half, second * half)
            assert n_bets == state.n_raises + (street == 0)
            legal = state.legal_actions()
            action = rng.choices(legal, [(0.1, 0.45, 0.45)[each] for each in legal])[0]
            state.act(action)
            bet = _kernels._bet(street, small_bet)
            first, second, n_bets, is_over = _kernels._after(action, bet, actor, n_acted, first, second, n_bets)
            n_acted += 1
            assert is_over == (state.is_over or state.street != street)
            if action is Action.FOLD:
                assert state.contributions[actor] == (first, second)[actor] * half
            actor = 1 - actor
    assert n_rounds > 300


def played(rules, seed, n_hands):
    """Return hands played at random, and by hand and street the pot when betting began and ended, in chips."""
    rng = random.Random(seed)
    records, pots = [], []
    for _ in range(n_hands):
        deal = HoldemDeal.from_deck(rng.sample(range(52), 9), 2)
        state = HoldemState(rules, deal)
        decisions, seen = [], {}
        while state.actor is not None:
            seen.setdefault(state.street, state.pot)
            legal = state.legal_actions()
            action = rng.choices(legal, [(0.1, 0.5, 0.4)[each] for each in legal])[0]
            decisions.append((Decision(state.actor, action), state.street, state.n_raises + (state.street == 0)))
            state.act(action)
        records.append(
            HandRecord(
                rules=rules,
                deal=deal,
                decisions=tuple(decision for decision, _, _ in decisions),
                payoffs=state.payoffs(),
                names=("a", "b"),
            )
        )
        pots.append((seen, state.pot, state.folded, state.payoffs(), [each[1:] for each in decisions]))
    return records, pots


@pytest.mark.parametrize("rules", GAMES)
def test_rounds_are_those_of_the_states_that_players_act_on(rules):
    records, pots = played(rules, 5, 200)
    eligibility, hands, decisions = find_assessable(HandColumns.from_records(records))
    assert len(eligibility.rows) == 200
    found = rounds_of(hands, decisions)
    per_unit = rules.unit // stakes_of(rules).small_bet
    for hand, (seen, last_pot, folded, payoffs, made) in enumerate(pots):
        last = max(seen)
        assert found.n_rounds[hand] == last + 1
        starts = [2 * (rules.ante + rules.big_blind), *[seen.get(street, 0) for street in range(1, 4)]]
        assert (found.start_pots[hand] * per_unit).tolist() == starts
        ends = [seen.get(street + 1, 0) if street < 3 else 0 for street in range(4)]
        ends[last] = 0 if any(folded) else last_pot
        assert (found.end_pots[hand] * per_unit).tolist() == ends
        lost = np.zeros(4)
        lost[last] = payoffs[0] / rules.unit if any(folded) else 0
        assert found.folded[hand].tolist() == lost.tolist()
        places = slice(found.starts[hand], found.starts[hand + 1])
        assert list(zip(found.streets[places].tolist(), found.n_bets[places].tolist(), strict=True)) == made


def test_no_hand_at_all_has_no_rounds():
    for game in ("holdem", "stud7"):
        assert len(rounds_of(*find_assessable(HandColumns.from_records([], game=game))[1:])) == 0
    assert stakes_of(StudRules.paper(2)) == (4, 1)
