"""The showdown histogram: equation (4), its limits, and what it refuses."""

import numpy as np
import pytest

from deluck.beliefs.holdem.showdowns import ShowdownHistogram
from deluck.cards import (
    N_HOLDINGS,
    holding_of,
    holdings_beside,
    parse_cards,
    parse_range,
    parse_starting_hand,
    starting_hands,
)
from deluck.errors import BeliefError


def seen(model, *holdings):
    for text in holdings:
        model.observe(*parse_cards(text))
    return model


def test_the_belief_starts_as_the_prior():
    assert ShowdownHistogram().probabilities() == pytest.approx(np.full(N_HOLDINGS, 1 / N_HOLDINGS))
    prior = parse_range("AA,KK:0.5").weights
    assert ShowdownHistogram(prior).probabilities() == pytest.approx(prior / prior.sum())


@pytest.mark.parametrize("n_cells", [169, 1326])
def test_equation_4_between_prior_and_memory(n_cells):
    model = seen(ShowdownHistogram(memory=10, n_cells=n_cells), "AsKs", "AhKh", "AsKs", "7c2d")
    assert (model.n_observed, model.observed_share) == (4, 0.4)
    found = model.probabilities()
    assert found.sum() == pytest.approx(1)
    aks, ahkh, adkd = (found[holding_of(*parse_cards(text))] for text in ("AsKs", "AhKh", "AdKd"))
    rest = 0.6 / N_HOLDINGS
    if n_cells == 1326:
        assert (aks, ahkh, adkd) == pytest.approx((rest + 0.4 * 2 / 4, rest + 0.4 * 1 / 4, rest))
    else:
        assert (aks, ahkh, adkd) == pytest.approx((rest + 0.4 * 3 / 4 / 4,) * 3)
    assert found[holding_of(*parse_cards("QsQd"))] == pytest.approx(rest)


def test_after_the_memory_only_what_was_seen_counts():
    model = seen(ShowdownHistogram(memory=3), "AsKs", "AhKh", "QdQc", "QsQh")
    found = model.probabilities()
    assert model.observed_share == 1
    assert found[starting_hands() == parse_starting_hand("AKs")].sum() == pytest.approx(0.5)
    assert found[starting_hands() == parse_starting_hand("QQ")].sum() == pytest.approx(0.5)


def test_known_cards_take_their_holdings_away():
    model = seen(ShowdownHistogram(memory=2), "AsKs", "QdQc")
    dead = parse_cards("AsQsQh")
    found = model.beside(dead)
    assert found.sum() == pytest.approx(1)
    assert (found[~holdings_beside(dead)] == 0).all()
    assert found[holding_of(*parse_cards("QdQc"))] == pytest.approx((1 / 12) / (1 / 12 + 3 / 8))


def test_where_nothing_of_the_belief_is_left_the_prior_is_taken():
    model = seen(ShowdownHistogram(parse_range("KK").weights, memory=1), "AsAd")
    assert model.beside(parse_cards("AsAd"))[holding_of(*parse_cards("AhAc"))] == 1
    assert model.beside(parse_cards("AsAdAh"))[holding_of(*parse_cards("KsKd"))] == pytest.approx(1 / 6)
    left = model.beside(parse_cards("AsAdAhKsKdKh"))
    assert np.unique(left).size == 2
    assert left.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"prior": np.zeros(N_HOLDINGS)}, "a prior of shape"),
        ({"prior": np.ones(169)}, "a prior of shape"),
        ({"memory": 0}, "a memory of 0 showdowns"),
        ({"n_cells": 13}, "13 cells"),
    ],
)
def test_what_makes_no_belief_is_refused(arguments, said):
    with pytest.raises(BeliefError, match=said):
        ShowdownHistogram(**arguments)
