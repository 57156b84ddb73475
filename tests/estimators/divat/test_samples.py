"""Sampled roll-outs before the flop: without bias, and the same boards for all pots of a match-up."""

import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.estimators.divat import BaselineError, parse_style
from deluck.estimators.divat.rollout import N_LEAVES, preflop_sums, sampled_preflop_values

TIGHT = parse_style("tight/conservative")


def seeds(n, seed):
    return np.random.default_rng(seed).integers(1 << 63, size=n, dtype=np.uint64)


@pytest.mark.parametrize("hands", ["AcKc7h6h", "2c2d3c3d", "9s9hAsKd"])
def test_the_mean_of_many_samples_is_the_exact_value(hands):
    cards = np.array(parse_cards(hands))
    pots = np.array([2, 4, 8])
    found = sampled_preflop_values(
        np.tile(cards, (1500, 1)), np.tile(pots, (1500, 1)), seeds(1500, 1), TIGHT, n_flops=20
    )
    exact = preflop_sums(cards, pots, TIGHT) / N_LEAVES[0]
    errors = (found.mean(axis=0) - exact) / (found.std(axis=0, ddof=1) / np.sqrt(1500))
    assert np.abs(errors).max() < 4


def test_all_pots_of_a_row_see_the_same_boards():
    cards = np.tile(parse_cards("AcKc7h6h"), (200, 1))
    together = sampled_preflop_values(cards, np.tile([4, 6], (200, 1)), seeds(200, 2), TIGHT, n_flops=50)
    alone = sampled_preflop_values(cards, np.full((200, 1), 6), seeds(200, 2), TIGHT, n_flops=50)
    assert (together[:, 1] == alone[:, 0]).all()
    spread = together.std(axis=0)
    assert np.diff(together, axis=1).std() < 0.6 * spread.max(), "differences of pots vary less than their values"
    assert (sampled_preflop_values(cards, np.zeros((200, 1)), seeds(200, 2), TIGHT, n_flops=5) == 0).all()


def test_odd_pots_are_refused():
    with pytest.raises(BaselineError, match="a pot of 3 "):
        sampled_preflop_values([parse_cards("AcKc7h6h")], [[3]], seeds(1, 1), TIGHT, n_flops=5)
