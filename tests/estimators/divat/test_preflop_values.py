"""Preflop values that no table has, and the seat value of other styles: sampled, repeatable, without bias."""

import numpy as np

from deluck.cards import parse_cards
from deluck.estimators.divat import STANDARD, parse_style
from deluck.estimators.divat.luck import sampled_seat_value, seat_value
from deluck.estimators.divat.preflop_values import Sampling, roll_out_values
from deluck.estimators.divat.rollout import sampled_preflop_values

TIGHT = parse_style("tight/conservative")


def seeds(n, seed):
    return np.random.default_rng(seed).integers(1 << 63, size=n, dtype=np.uint64)


def test_both_orders_of_a_match_up_see_the_same_boards():
    """So in a mirrored match-up of equal pots what one seat's value errs by, the other's errs by too."""
    holdings = np.array([[1200, 30], [30, 1200]])
    found = [
        roll_out_values(holdings, np.array([4, 4]), TIGHT, sampling=Sampling(30, seed)).values for seed in range(40)
    ]
    one, other = np.array(found).T
    assert np.corrcoef(one, other)[0, 1] < -0.5


def test_a_pot_beyond_the_table_is_sampled_as_a_difference():
    """With the same boards the difference from the largest tabled pot varies less than the value itself."""
    holdings = np.array([[1200, 30]])
    pots = np.array([12])
    exact = roll_out_values(holdings, pots).values[0]
    by_difference = np.array(
        [roll_out_values(holdings, pots, sampling=Sampling(50, seed)).values[0] for seed in range(60)]
    )
    assert abs(by_difference.mean() - exact) < 4 * by_difference.std(ddof=1) / np.sqrt(60)
    cards = np.tile(parse_cards("AcKc7h6h"), (1, 1))
    plain = np.array([sampled_preflop_values(cards, [[12]], seeds(1, seed), n_flops=50)[0, 0] for seed in range(60)])
    assert by_difference.std() < plain.std()


def test_seeds_decide():
    holdings, pots = np.array([[1200, 30], [700, 31]]), np.array([4, 6])
    first, again, other = (
        roll_out_values(holdings, pots, TIGHT, sampling=Sampling(10, seed)).values for seed in (1, 1, 2)
    )
    assert (first == again).all()
    assert (first != other).all()
    alone = roll_out_values(holdings[:1], pots[:1], TIGHT, sampling=Sampling(10, 1)).values
    assert alone[0] == first[0], "whatever else is asked for"


def test_a_sampled_seat_value_is_within_its_error():
    assert sampled_seat_value(STANDARD, 100, 1).mean == seat_value()
    found = [sampled_seat_value(TIGHT, 20_000, seed) for seed in range(6)]
    means = np.array([each.mean for each in found])
    stderr = np.mean([each.stderr for each in found])
    assert 0.3 * stderr < means.std(ddof=1) < 2.5 * stderr
    assert abs(means.mean() - sampled_seat_value(TIGHT, 200_000, 99).mean) < 4 * stderr / np.sqrt(6) * 1.3
