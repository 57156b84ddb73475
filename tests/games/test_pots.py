"""Side pots and splits, by hand-worked examples."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from deluck.games import Pot, betting_kernels, exact_winnings, winnings
from deluck.games.pots import pots_of


def side_pots(contributions: Sequence[int], folded: Sequence[bool]) -> tuple[Pot, ...]:
    """Return the pots of a hand in which the seats put in so much, as the engine divides them."""
    state = np.zeros(betting_kernels.STATE_SIZE, dtype=np.int64)
    state[betting_kernels.N_SEATS] = len(contributions)
    state[betting_kernels.PAID : betting_kernels.PAID + len(contributions)] = contributions
    state[betting_kernels.FOLDED] = sum(1 << seat for seat, has_folded in enumerate(folded) if has_folded)
    return pots_of(state)


def test_equal_contributions_make_one_pot() -> None:
    assert side_pots([10, 10, 4], [False, False, True]) == (Pot(24, (0, 1)),)


def test_a_short_stack_wins_only_what_it_matched() -> None:
    pots = side_pots([5, 20, 20], [False, False, False])
    assert pots == (Pot(15, (0, 1, 2)), Pot(30, (1, 2)))
    assert winnings(pots, [9, 3, 1]) == [15, 30, 0]


def test_folded_chips_go_to_the_pots_they_reached() -> None:
    assert side_pots([5, 12, 20, 20], [False, True, False, False]) == (Pot(20, (0, 2, 3)), Pot(37, (2, 3)))


def test_three_stacks_make_three_pots() -> None:
    pots = side_pots([2, 6, 10, 10], [False] * 4)
    assert pots == (Pot(8, (0, 1, 2, 3)), Pot(12, (1, 2, 3)), Pot(8, (2, 3)))
    assert winnings(pots, [4, 3, 2, 1]) == [8, 12, 8, 0]


def test_odd_chips_go_one_each_to_the_first_winners() -> None:
    assert winnings([Pot(11, (0, 1, 2))], [7, 7, 7]) == [4, 4, 3]
    assert winnings([Pot(25, (1, 2))], [0, 5, 5]) == [0, 13, 12]


def test_each_side_pot_is_split_by_itself() -> None:
    pots = (Pot(15, (0, 1, 2)), Pot(5, (1, 2)))
    assert winnings(pots, [1, 8, 8]) == [0, 8 + 3, 7 + 2]


def test_exact_shares_cut_the_odd_chip() -> None:
    assert exact_winnings([Pot(25, (1, 2))], [0, 5, 5]) == [0, Fraction(25, 2), Fraction(25, 2)]


def test_chips_above_every_seat_still_in_go_to_the_last_pot() -> None:
    pots = side_pots([5, 20, 20], [False, True, True])
    assert pots == (Pot(45, (0,)),)
