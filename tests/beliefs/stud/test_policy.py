"""The betting policies: against the formulas in plain Python, and by hand where the paper says what they do."""

import math
from dataclasses import fields, replace

import numpy as np
import pytest

from deluck.beliefs.stud import DEFAULT, POLICIES, BeliefError, BetPolicy, decision_of, effective_odds, parse_policy
from deluck.beliefs.stud.policy import policy_curves
from deluck.games import Action, StudDeal, StudRules, StudState

DECK = np.random.default_rng(3).permutation(52).tolist()


def falling(at, start, end):
    return 1.0 if at <= start else 0.0 if at >= end else (end - at) / (end - start)


def plain_triple(policy, p, n, odds, *, forced, may_raise=True):
    """Return fold, call, raise by the formulas as they are written down."""
    weakness = -math.log(p) / math.log(n)
    x = -math.log(odds) / math.log(n) - policy.tightness
    lean = policy.aggression
    if forced:
        r = falling(weakness, 1 - policy.always_raise + lean, 1 - policy.never_raise + lean)
        s = 1 - falling(weakness, x - policy.fold_half_width, x + policy.fold_half_width)
        raising = r * (1 - policy.slowplay_call) + (1 - r) * s * policy.bluff_raise
        call = r * policy.slowplay_call + (1 - r) * (1 - s)
        fold = (1 - r) * s * (1 - policy.bluff_raise)
    else:
        r = falling(weakness, 1 - policy.bet_half_width + lean, 1 + policy.bet_half_width + lean)
        raising = r * (1 - policy.slowplay_check) + (1 - r) * policy.bluff_bet
        call, fold = 1 - raising, 0.0
    return (fold, call, raising) if may_raise else (fold, call + raising, 0.0)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("n_active", [2, 3, 7, 8])
def test_every_policy_against_its_formulas(name, n_active):
    policy = POLICIES[name]
    chances = np.concatenate([np.linspace(0.001, 1, 300), [1 / n_active, 1 / n_active**0.7, 1 / n_active**0.8]])
    for odds in (0.02, 0.1, 0.3, 0.6):
        for forced in (True, False):
            for may_raise in (True, False):
                found = policy.triples(chances, n_active=n_active, odds=odds, forced=forced, may_raise=may_raise)
                expected = [
                    plain_triple(policy, p, n_active, odds, forced=forced, may_raise=may_raise) for p in chances
                ]
                assert found == pytest.approx(np.array(expected), abs=1e-12)
                assert found.sum(axis=1) == pytest.approx(1)
                assert (found >= 0).all()


def test_no_chance_at_all_is_folded_and_a_sure_thing_raised():
    sure, none = DEFAULT.triples([1.0, 0.0], n_active=2, odds=0.2, forced=True)
    assert sure.tolist() == pytest.approx([0, 0.2, 0.8])
    assert none.tolist() == pytest.approx([0.95, 0, 0.05])


def test_styles_move_the_boundaries_the_way_they_are_named():
    chances = np.linspace(0.01, 0.99, 99)

    def total(name, column, *, forced):
        return POLICIES[name].triples(chances, n_active=4, odds=0.15, forced=forced)[:, column].sum()

    for forced in (True, False):
        raised = [total(name, 2, forced=forced) for name in ("passive", "default", "aggressive")]
        assert raised == sorted(raised)
        assert raised[0] < raised[2]
    folded = [total(name, 0, forced=True) for name in ("loose", "default", "tight")]
    assert folded[0] < folded[1] < folded[2]
    honest = POLICIES["honest"].triples(chances, n_active=4, odds=0.15, forced=True)
    assert honest[0].tolist() == [1, 0, 0]
    assert honest[-1].tolist() == [0, 0, 1]


def test_a_policy_is_read_by_its_name():
    assert parse_policy("tight") is POLICIES["tight"]
    with pytest.raises(BeliefError, match="no policy 'wild' \\(expected one of: default, honest"):
        parse_policy("wild")


@pytest.mark.parametrize(
    "change",
    [
        {"bluff_bet": 1.2},
        {"slowplay_call": -0.1},
        {"fold_half_width": -1},
        {"never_raise": 0.4},
        {"tightness": np.inf},
        {"doubt": 1.1},
    ],
)
def test_what_is_no_policy_is_refused(change):
    with pytest.raises(BeliefError, match=next(iter(change))):
        replace(DEFAULT, **change)


def test_the_numbers_are_the_fields_in_order():
    values = [0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.06, 0.08, 0.09, 0.1, 0.11]
    policy = BetPolicy(**dict(zip([field.name for field in fields(BetPolicy)], values, strict=True)))
    assert policy.numbers.tolist() == values
    with pytest.raises(BeliefError, match="1 active players"):
        policy.triples([0.5], n_active=1, odds=0.1, forced=True)


def played(letters, n_seats=7, stacks=None):
    state = StudState(StudRules.paper(n_seats), StudDeal.from_deck(DECK, n_seats), stacks)
    for letter in letters:
        state.act({"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}[letter])
    return state


def test_effective_odds_by_hand():
    """Four chips to the bet: antes and bring-in are 1, later streets 4 + 8 + 8 + 8 = 28."""
    assert effective_odds(played("c")) == pytest.approx((1 + 28) / (8 + 6 + 7 * 28))
    # a completion to 4, with the bring-in still to call 3 and five others 4
    assert effective_odds(played("cr")) == pytest.approx((4 + 28) / (12 + 3 + 5 * 4 + 7 * 28))
    # all but one fold to a completion
    assert effective_odds(played("crfffff")) == pytest.approx((3 + 28) / (12 + 3 + 2 * 28))
    assert effective_odds(played("c" * 7)) == pytest.approx(24 / (14 + 7 * 24))
    # on seventh street only the call itself
    seventh = played("c" * 2 + "cc" * 3 + "r", n_seats=2)
    assert seventh.street == 4
    assert effective_odds(seventh) == pytest.approx(8 / (4 + 8 + 8))


def test_effective_odds_where_a_call_is_limited_by_a_stack():
    state = played("cr", n_seats=2, stacks=(3, 100) if played("").actor == 0 else (100, 3))
    assert state.to_call == 1
    assert effective_odds(state) == pytest.approx((1 + 28) / (state.pot + 1 + 2 * 28))


def test_decisions():
    first = decision_of(played(""))
    assert first.is_bring_in
    assert first.forced
    second = decision_of(played("c"))
    assert (second.n_active, second.forced, second.may_raise, second.is_bring_in) == (7, True, True, False)
    assert not decision_of(played("crrrr")).may_raise
    assert not decision_of(played("c" * 7)).forced
    assert decision_of(played("cff")).n_active == 5
    with pytest.raises(BeliefError, match="nobody is to act"):
        decision_of(played("cffffff"))


def test_curves_are_the_policy_over_weakness():
    curves = policy_curves(DEFAULT, n_active=7, odds=0.1, n_points=41)
    assert curves.weakness[[0, -1]].tolist() == [0, 2]
    for row in (0, 13, 20, 24, 40):
        p = 7 ** -curves.weakness[row]
        assert curves.forced[row] == pytest.approx(plain_triple(DEFAULT, p, 7, 0.1, forced=True))
        assert curves.unforced[row] == pytest.approx(plain_triple(DEFAULT, p, 7, 0.1, forced=False)[1:])
    with pytest.raises(BeliefError, match="effective odds of 0"):
        policy_curves(DEFAULT, n_active=7, odds=0)
