"""Entropy, divergence and gain: by hand, and against resampling."""

import numpy as np
import pytest

from deluck.beliefs.stud.information import (
    STAGES,
    average,
    divergence,
    entropy,
    fractional_gain,
    normalised,
    true_win_probabilities,
)
from deluck.metrics.hand_types import joint_wins
from deluck.statistics import StatisticsError


def test_entropy_by_hand():
    assert entropy([1, 0, 0]) == 0
    assert entropy([0.25] * 4) == pytest.approx(2)
    assert entropy([0.5, 0.25, 0.25]) == pytest.approx(1.5)


def test_divergence_by_hand():
    assert divergence([0.5, 0.5], [0.5, 0.5]) == 0
    assert divergence([1, 0], [0.25, 0.75]) == pytest.approx(2)
    assert divergence([0.5, 0.5], [0.25, 0.75]) == pytest.approx(0.5 * 1 + 0.5 * np.log2(2 / 3))
    assert divergence([1, 0], [0, 1]) == pytest.approx(np.log2(1e6))


def test_entropy_and_divergence_make_the_cost_of_an_estimate(rng):
    p, q = rng.dirichlet(np.ones(5), size=2)
    assert entropy(p) + divergence(p, q) == pytest.approx(-(p * np.log2(q)).sum())
    assert divergence(p, q) > 0


def test_true_chances_to_win_are_those_of_all_cards():
    hands = ["AcAd2h3h5s9c", "KcKd7s8h4dQc"]
    found = joint_wins(hands)
    from deluck.cards import parse_cards

    cards = [parse_cards(hand) for hand in hands]
    wins = true_win_probabilities(cards, [*cards[0], *cards[1]])
    assert wins == pytest.approx(found.independent / found.independent.sum())


def test_chances_are_scaled_to_one():
    alike = np.zeros((3, 7463))
    alike[:, 5] = 1
    assert normalised(alike) == pytest.approx([1 / 3] * 3)


def test_the_gain_and_its_error_against_resampling(rng):
    plain = rng.gamma(2, 0.2, size=400)
    read = 0.6 * plain + rng.gamma(1, 0.05, size=400)
    found = fractional_gain(plain, read)
    assert found.mean == pytest.approx(1 - read.sum() / plain.sum())
    rows = rng.integers(400, size=(4000, 400))
    again = 1 - read[rows].sum(axis=1) / plain[rows].sum(axis=1)
    assert found.stderr == pytest.approx(again.std(), rel=0.08)
    with pytest.raises(StatisticsError, match="a mean cards-only divergence of 0"):
        fractional_gain([0, 0], [0, 0])


def test_averages_leave_out_what_was_not_reached():
    measures = np.full((3, len(STAGES), 4), np.nan)
    measures[:, 0] = [[7, 2.0, 0.2, 0.2], [7, 1.0, 0.4, 0.2], [7, 3.0, 0.6, 0.2]]
    measures[:2, 1] = [[2, 1.0, 0.5, 0.25], [4, 0.5, 0.5, 0.25]]
    measures[0, 2] = [2, 1.0, 0.1, 0.1]
    first, second = average(measures)  # one hand alone has no error, so the third stage is left out
    assert (first.stage, first.n_hands, second.stage, second.n_hands) == ("3D", 3, "3B", 2)
    assert first.entropy.mean == pytest.approx(2)
    assert first.log_players.mean == pytest.approx(np.log2(7))
    assert first.gain.mean == pytest.approx(0.5)
    assert second.log_players.mean == pytest.approx(1.5)
    assert second.gain.mean == pytest.approx(0.5)
    assert second.gain.stderr == pytest.approx(0)
