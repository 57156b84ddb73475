"""Weight tables: what changes them, what cannot happen to them, and how they look."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.beliefs.holdem.preflop import income_ranks, starting_weights
from deluck.beliefs.holdem.weights import WeightTable, class_weights, format_grid, free_of, soft_step
from deluck.cards import cards_of, holding_of, parse_cards, parse_range, parse_starting_hand, starting_hands
from deluck.errors import BeliefError, CardError
from deluck.games import Action
from deluck.isomorphism import relabellings

ACES = holding_of(*parse_cards("AsAh"))


def test_a_triple_multiplies_the_weight_by_the_chance_of_the_action():
    """Using Probabilistic Knowledge and Simulation, section 4: 0.7, [0, 0.2, 0.8] and a call give 0.14."""
    weights = np.full(1326, 0.5)
    weights[ACES] = 0.7
    triples = np.tile([0.0, 0.2, 0.8], (1326, 1))
    triples[0] = [0.0, 1.0, 0.0]
    found = WeightTable(weights).reweighted_by_triples(triples, Action.CALL)
    assert found.weights[ACES] == pytest.approx(0.14)
    assert found.weights[0] == 0.5


def test_a_threshold_lowers_what_does_not_reach_it_and_nothing_to_zero():
    values = np.linspace(0, 1, 1326)
    found = WeightTable.uniform().reweighted_by_threshold(values, 0.5, band=0.1, floor=0.05).weights
    assert found[values <= 0.4] == pytest.approx(0.05)
    assert found[values >= 0.6] == pytest.approx(1)
    assert (np.diff(found) >= -1e-12).all()
    assert soft_step(np.array([0.5]), 0.5, band=0.1, floor=0.05) == pytest.approx([0.525])


def test_cards_seen_are_out_and_stay_out():
    seen = parse_cards("AsKd2c")
    table = WeightTable.uniform(seen[:1]).without(seen[1:])
    expected = [not set(cards_of(holding)) & set(seen) for holding in range(1326)]
    assert (table.weights > 0).tolist() == expected
    assert (free_of(seen)).tolist() == expected
    again = table.reweighted(np.full(1326, 0.5))
    assert again.weights[ACES] == 0
    assert table.without(seen) is table
    assert sum(expected) == 49 * 48 / 2


@given(
    seed=st.integers(0, 2**32),
    n_steps=st.integers(1, 30),
    seen=st.lists(st.integers(0, 51), min_size=1, max_size=7, unique=True),
)
def test_weights_stay_between_zero_and_one_and_never_vanish(seed, n_steps, seen):
    rng = np.random.default_rng(seed)
    table = WeightTable.uniform(seen)
    for _ in range(n_steps):
        factors = rng.random(1326) ** rng.integers(1, 40) * (rng.random(1326) < 0.9)
        table = table.reweighted(factors)
        assert ((table.weights >= 0) & (table.weights <= 1)).all()
        assert table.weights.max() >= 1e-6
        assert not table.weights[~free_of(tuple(seen))].any()
    assert table.probabilities.sum() == pytest.approx(1)


def test_a_belief_that_was_wrong_starts_over():
    held = WeightTable.of_range(parse_range("AA"))
    without = held.without(parse_cards("AsAhAd"))
    assert np.array_equal(without.weights, WeightTable.uniform(parse_cards("AsAhAd")).weights)
    assert np.array_equal(held.reweighted(np.zeros(1326)).weights, np.ones(1326))


def test_mixing_spreads_a_share_of_the_whole_evenly():
    held = WeightTable.of_range(parse_range("AA,KK"), parse_cards("As"))
    mixed = held.mixed_with_uniform(0.2)
    inside = held.weights > 0
    assert mixed.weights.max() == 1
    assert mixed.probabilities[inside].sum() == pytest.approx(0.8 + 0.2 * 9 / 1275)
    assert mixed.probabilities[~inside & free_of(mixed.seen)] == pytest.approx(0.2 / 1275)
    assert not mixed.weights[~free_of(mixed.seen)].any()


def test_small_weights_are_scaled_and_keep_their_ratios():
    table = WeightTable.uniform()
    factors = np.full(1326, 1e-4)
    factors[0] = 2e-4
    for _ in range(3):
        table = table.reweighted(factors)
    assert table.weights[0] / table.weights[1] == pytest.approx(8)
    assert table.weights.max() > 1e-6


@pytest.mark.parametrize("weights", [np.ones(1325), np.full(1326, 1.5), np.full(1326, -0.1), np.full(1326, np.nan)])
def test_what_are_no_weights_is_refused(weights):
    with pytest.raises(BeliefError, match="expected 1326 numbers from 0 to 1"):
        WeightTable(weights)
    with pytest.raises(CardError):
        WeightTable.uniform([52])


def test_tables_cannot_be_changed_from_outside():
    weights = np.ones(1326)
    table = WeightTable(weights)
    weights[:] = 0
    assert table.weights.all()
    with pytest.raises(ValueError, match="read-only"):
        table.weights[0] = 0
    assert repr(WeightTable.uniform(parse_cards("As"))) == "<WeightTable: 100.0% of the holdings, As seen>"


def test_income_ranks_are_shares_of_lower_rates():
    for n_opponents in (1, 9):
        ranks = income_ranks(n_opponents)
        assert ranks.mean() == pytest.approx(0.5)
        assert ranks.max() == ranks[ACES] == pytest.approx(1 - 3 / 1326)
    with pytest.raises(BeliefError, match="against 10 opponents"):
        income_ranks(10)


def test_starting_weights_rise_with_income_and_with_fewer_opponents():
    for n_opponents in (1, 5, 9):
        weights, ranks = starting_weights(n_opponents).weights, income_ranks(n_opponents)
        order = np.argsort(ranks, kind="stable")
        assert (np.diff(weights[order]) >= -1e-12).all()
        assert weights.min() == pytest.approx(0.05)
        assert weights.max() == 1
    shares = [starting_weights(n_opponents).share for n_opponents in range(1, 10)]
    assert shares == sorted(shares, reverse=True)


def test_the_grid_has_pairs_on_the_diagonal_and_suited_hands_above():
    table = WeightTable.of_range(parse_range("AA,AKs:0.5,72o:0.25"), parse_cards("KsKhKd"))
    lines = format_grid(table).splitlines()
    cells = [line.split()[1:] for line in lines[1:]]
    assert lines[0].split() == list("AKQJT98765432")
    assert [line.split()[0] for line in lines[1:]] == list("AKQJT98765432")
    assert cells[0][:2] == ["100", "50"]
    assert cells[1][:2] == ["·", "–"]
    assert cells[12][7] == "25"
    assert cells[7][12] == "·"
    weights = class_weights(table)
    assert weights[parse_starting_hand("AKs")] == 0.5
    assert np.isnan(weights[parse_starting_hand("KK")])
    assert len(weights) == starting_hands().max() + 1


def test_suits_renamed_move_every_weight_and_the_cards_seen(rng):
    seen = parse_cards("9s8s2d")
    table = WeightTable(rng.random(1326), seen)
    for number, moved in enumerate(relabellings()):
        found = table.relabelled(number)
        assert found.seen == tuple(sorted(moved[list(seen)].tolist()))
        for holding in rng.choice(1326, 20).tolist():
            one, other = (int(moved[card]) for card in cards_of(holding))
            assert found.weights[holding_of(one, other)] == table.weights[holding]
