"""Drawing several opponents' holdings at once: the distribution, by enumeration and chi-squared."""

from itertools import product

import numpy as np
import pytest

from deluck.beliefs.holdem.joint import sample_holdings
from deluck.beliefs.holdem.preflop import starting_weights
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import cards_of, holding_cards, parse_cards, parse_range
from deluck.errors import BeliefError

N_DRAWS = 60_000


def joint_distribution(tables):
    """Return every set of holdings that shares no card with its share of the product of weights."""
    choices = [np.flatnonzero(table.weights).tolist() for table in tables]
    found = {}
    for drawn in product(*choices):
        cards = [card for holding in drawn for card in cards_of(holding)]
        if len(set(cards)) == len(cards):
            found[drawn] = np.prod([table.weights[holding] for table, holding in zip(tables, drawn, strict=True)])
    total = sum(found.values())
    return {drawn: weight / total for drawn, weight in found.items()}


@pytest.mark.parametrize(
    "ranges",
    [
        ("AA,AKs:0.5", "AA:0.3,KK"),
        ("AsKs,AsAh:0.2,QdQc:0.7", "AsAh,KsKh:0.4,QdQh", "KsQs,AhKd:0.9,JcJd:0.5,QcJd:0.3"),
    ],
)
def test_sets_come_up_by_the_product_of_their_weights(ranges, rng):
    tables = [WeightTable.of_range(parse_range(text)) for text in ranges]
    expected = joint_distribution(tables)
    drawn = [tuple(row) for row in sample_holdings(tables, N_DRAWS, rng).tolist()]
    counts = dict.fromkeys(expected, 0)
    for each in drawn:
        counts[each] += 1  # a set that cannot be would have no place
    chi_squared = sum((counts[each] - N_DRAWS * share) ** 2 / (N_DRAWS * share) for each, share in expected.items())
    freedom = len(expected) - 1
    assert len(expected) >= 9
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_one_after_the_other_would_be_biased():
    """The case that shows it: the first may hold a card that most of the second's weight needs."""
    tables = [WeightTable.of_range(parse_range("AsKs,QdQc")), WeightTable.of_range(parse_range("AsAh,2c2d:0.1"))]
    expected = joint_distribution(tables)
    with_ace = sum(share for drawn, share in expected.items() if drawn[0] != min(each[0] for each in expected))
    assert with_ace == pytest.approx(0.1 / 1.2)  # and not one half
    drawn = sample_holdings(tables, 20_000, np.random.default_rng(4))
    assert (drawn[:, 0] == drawn[:, 0].max()).mean() == pytest.approx(0.1 / 1.2, abs=0.008)


def test_nine_opponents_never_share_a_card_and_a_seed_repeats(rng):
    seen = parse_cards("AsAd7h8h9c")
    tables = [starting_weights(9).without(seen)] * 9
    drawn = sample_holdings(tables, 300, np.random.default_rng(11))
    cards = np.sort(holding_cards()[drawn].reshape(300, 18), axis=1)
    assert (np.diff(cards, axis=1) > 0).all()
    assert not np.isin(cards, seen).any()
    assert np.array_equal(drawn, sample_holdings(tables, 300, np.random.default_rng(11)))


def test_what_cannot_be_drawn_is_refused(rng):
    with pytest.raises(BeliefError, match="no tables"):
        sample_holdings([], 1, rng)
    both = [WeightTable.of_range(parse_range("AsAh"))] * 2
    with pytest.raises(BeliefError, match="no holdings for 2 opponents that share no card"):
        sample_holdings(both, 1, rng)
