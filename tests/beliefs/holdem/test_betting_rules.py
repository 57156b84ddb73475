"""The betting rules at their thresholds, for one hand and for many."""

import numpy as np
import pytest

from deluck.beliefs.holdem.betting_rules import (
    chosen_actions,
    close_to_a_threshold,
    decide,
    decide_preflop,
    decide_preflop_simply,
    margins,
    preflop_margins,
    simple_preflop_margins,
)
from deluck.beliefs.holdem.evaluation import HandEvaluation, HoldingValues
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import MODERATE, STANDARD, STYLES, VERSIONS
from deluck.games import Action

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
FLOP_SPOT = Spot(0, 1, 2, 0, 0, 60, 10, 40, can_raise=True)
FACING_BET = FLOP_SPOT._replace(n_raises=1, to_call=10, pot=70)


def hand(strength, potential=0.0):
    return HandEvaluation((strength,), strength, potential, 0.0, strength)


@pytest.mark.parametrize(
    ("strength", "potential", "spot", "expected"),
    [
        (0.5, 0.0, FLOP_SPOT, RAISE),
        (0.4999, 0.0, FLOP_SPOT, CALL),
        (0.82, 0.0, FACING_BET, RAISE),
        (0.8199, 0.0, FACING_BET, CALL),
        (0.99, 0.0, FACING_BET._replace(can_raise=False), CALL),
        (0.5, 0.0, FACING_BET, CALL),
        (0.01, 10 / 80, FACING_BET, CALL),
        (0.01, 10 / 80 - 1e-9, FACING_BET, FOLD),
        (50 / 160, 0.0, FACING_BET, CALL),
        (50 / 160 - 1e-9, 0.0, FACING_BET, FOLD),
        (0.3, 20 / 100, FLOP_SPOT, RAISE),
        (0.3, 20 / 100 - 1e-9, FLOP_SPOT, CALL),
        (0.6, 0.0, FACING_BET._replace(n_raises=2, to_call=20, pot=80), CALL),
        (0.3, 0.0, FACING_BET._replace(n_raises=2, to_call=20, pot=80), FOLD),
    ],
)
def test_rules_after_the_flop_decide_at_their_thresholds(strength, potential, spot, expected):
    assert decide(hand(strength, potential), spot, MODERATE, STANDARD).action is expected


def test_showdown_odds_and_semi_bluffs_are_not_in_versions_a_to_e():
    for name in "ABCDE":
        version = VERSIONS[name]
        assert decide(hand(0.45), FACING_BET, MODERATE, version).action is FOLD
        assert decide(hand(0.3, 0.3), FLOP_SPOT, MODERATE, version).action is CALL
        called = decide(hand(0.01, 0.2), FACING_BET, MODERATE, version).action is CALL
        assert called == version.potential


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
@pytest.mark.parametrize("version", VERSIONS.values(), ids=list(VERSIONS))
def test_more_strength_or_potential_never_makes_it_tighter(style, version, rng):
    for _ in range(15):
        n_raises = int(rng.integers(0, 5))
        spot = Spot(
            0,
            int(rng.integers(1, 4)),
            int(rng.integers(1, 10)),
            n_raises,
            int(rng.integers(1, 4)) * 10 if n_raises else 0,
            int(rng.integers(3, 60)) * 10,
            10,
            int(rng.integers(0, 5)) * 10,
            can_raise=n_raises < 4,
        )
        other = float(rng.random())
        by_strength = [decide(hand(x, other), spot, style, version).action for x in np.linspace(0, 1, 101)]
        by_potential = [decide(hand(other, x), spot, style, version).action for x in np.linspace(0, 1, 101)]
        before_flop = [decide_preflop(x, spot, style).action for x in np.linspace(0, 1, 101)]
        simply = [decide_preflop_simply(x, spot).action for x in np.linspace(-1, 2, 101)]
        for actions in (by_strength, by_potential, before_flop, simply):
            assert actions == sorted(actions)


def test_margins_agree_with_the_decisions(rng):
    """What the modeller asks of a holding is what the bettor would ask: not below zero where it would have acted so."""
    strengths, potentials = rng.random(300), rng.random(300) * 0.4
    values = HoldingValues(strengths, potentials)
    for spot in (FLOP_SPOT, FACING_BET, FACING_BET._replace(n_raises=2, to_call=20, pot=90)):
        raising = margins(values, spot, RAISE, MODERATE, STANDARD)
        calling = margins(values, spot, CALL, MODERATE, STANDARD)
        for place in range(300):
            action = decide(hand(strengths[place], potentials[place]), spot, MODERATE, STANDARD).action
            assert (raising[place] >= 0) == (action is RAISE)
            if spot.to_call:
                assert (calling[place] >= 0) == (action is not FOLD)
        assert (calling is None) == (not spot.to_call)
        assert margins(values, spot, FOLD, MODERATE, STANDARD) is None


def random_spot(rng, street):
    return Spot(
        seat=0,
        street=street,
        n_opponents=int(rng.integers(1, 9)),
        n_raises=int(rng.integers(0, 5)),
        to_call=int(rng.choice([0, 5, 10, 20, 30])),
        pot=int(rng.integers(20, 400)),
        bet_size=10,
        later_bets=int(rng.choice([0, 20, 40])),
        can_raise=bool(rng.random() < 0.7),
    )


@pytest.mark.parametrize("version", VERSIONS.values(), ids=list(VERSIONS))
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_margins_lead_to_the_decisions_of_the_rules(style, version):
    rng = np.random.default_rng(1)
    for _ in range(40):
        spot = random_spot(rng, street=1)
        strengths, potentials = rng.random(50).round(2), rng.random(50).round(2) / 3
        strengths[:10] = rng.choice([*style.make, spot.showdown_odds, spot.pot_odds], 10)
        values = HoldingValues(strengths, potentials)
        found = chosen_actions(
            *(margins(values, spot, action, style, version) for action in (Action.RAISE, Action.CALL)),
            can_raise=spot.can_raise,
        )
        hands = [
            HandEvaluation((), 0, potential, 0, strength)
            for strength, potential in zip(strengths.tolist(), potentials.tolist(), strict=True)
        ]
        assert found.tolist() == [decide(hand, spot, style, version).action for hand in hands]


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_margins_before_the_flop_lead_to_the_decisions_of_the_rules(style):
    rng = np.random.default_rng(2)
    for _ in range(40):
        spot = random_spot(rng, street=0)
        values = np.append(rng.random(50), [style.enter, style.enter_cold, *style.preflop_raise])
        by_action = (preflop_margins(values, spot, action, style) for action in (Action.RAISE, Action.CALL))
        found = chosen_actions(*by_action, can_raise=spot.can_raise)
        assert found.tolist() == [decide_preflop(value, spot, style).action for value in values.tolist()]
        rates = np.append(rng.uniform(-1, 2, 50), [0.25, 0.65])
        by_action = (simple_preflop_margins(rates, spot, action) for action in (Action.RAISE, Action.CALL))
        found = chosen_actions(*by_action, can_raise=spot.can_raise)
        assert found.tolist() == [decide_preflop_simply(rate, spot).action for rate in rates.tolist()]


def test_margins_that_rounding_may_decide_are_found():
    margin = np.array([0.1, 1e-12, -1e-12, -0.1])
    assert close_to_a_threshold(margin, None).tolist() == [1, 2]
    assert close_to_a_threshold(margin, np.array([0.0, 1, 1, 1])).tolist() == [0, 1, 2]
    assert close_to_a_threshold(margin - 1, None).tolist() == []
