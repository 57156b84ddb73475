"""Numbers of Nasser, Poker bot project; the category vectors, there sampled, are exact here."""

import numpy as np
import pytest

from deluck.beliefs.holdem.win_chances import Standing, main_card, tie_factors, win_estimate
from deluck.metrics.categories import final_hands
from deluck.players.winprob import FOLD_PROBABILITIES, fold_dampener, starting_categories

EXAMPLE = ("AsTh", "3h8hQhTd")


def test_section_2_the_agents_final_categories():
    """The paper prints the sampled (0, .56, .21, .04, 0, .20, 0, 0, 0)."""
    exact = final_hands(*EXAMPLE).own
    assert exact == pytest.approx([0, 24 / 46, 11 / 46, 2 / 46, 0, 9 / 46, 0, 0, 0])
    assert exact == pytest.approx([0, 0.56, 0.21, 0.04, 0, 0.20, 0, 0, 0], abs=0.04)


def test_section_2_a_uniform_opponents_final_categories():
    """The paper prints the sampled (.25, .43, .14, .02, .04, .10, .001, 0, 0)."""
    exact = final_hands(*EXAMPLE).opponent()
    assert exact.round(3).tolist() == [0.241, 0.445, 0.146, 0.025, 0.044, 0.093, 0.005, 0.000, 0.0]
    assert exact == pytest.approx([0.25, 0.43, 0.14, 0.02, 0.04, 0.10, 0.001, 0, 0], abs=0.016)


def test_section_2_the_tie_factor_of_the_pair():
    """Rank 3 of 4 on the board, value 10, kicker 14, weighted .6, .3 and .1: about .76."""
    assert main_card(8, 12, [1, 6, 10, 8]) == pytest.approx(0.6 * 3 / 4 + 0.3 * 10 / 14 + 0.1 * 14 / 14)
    assert tie_factors(final_hands(*EXAMPLE))[1] == pytest.approx(0.764, abs=0.0005)


def test_section_2_the_win_probability():
    """The paper's formulas give .73; enumeration gives .757."""
    chance = Standing(final_hands(*EXAMPLE)).against()
    assert round(chance.estimate, 2) == 0.73
    assert round(chance.exact, 3) == 0.757


def test_section_2_the_printed_vectors_need_tie_factors_near_one():
    """Why those from three of a kind up are raised: from the printed vectors .73 follows in no other way."""
    own = np.array([0, 0.56, 0.21, 0.04, 0, 0.20, 0, 0, 0])
    opponent = np.array([0.25, 0.43, 0.14, 0.02, 0.04, 0.10, 0.001, 0, 0])
    found = [win_estimate(own, opponent, np.where(np.arange(9) == 1, 0.764, other)) for other in (0.764, 1.0)]
    assert np.round(found, 2).tolist() == [0.71, 0.73]


def test_section_3_the_fold_dampener_of_six_seats():
    """The paper prints 0, .18, .45, .73, .91, 1: two digits, most of them cut off."""
    found = [fold_dampener(n_active, 6) for n_active in range(1, 7)]
    assert found == pytest.approx([0, 0.180, 0.457, 0.734, 0.914, 1], abs=0.0005)
    assert found == pytest.approx([0, 0.18, 0.45, 0.73, 0.91, 1], abs=0.008)


def test_section_3_table_2():
    """How many holdings each category has, counted by hand from the table; the chances to fold."""
    assert np.bincount(starting_categories())[1:].tolist() == [26, 32, 28, 30 + 5 * 12 + 6 * 4, 1326 - 200]
    assert FOLD_PROBABILITIES == (0, 0, 0.20, 0.25, 0.95)
