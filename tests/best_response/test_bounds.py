"""Lower bounds from sampled boards."""

import numpy as np
import pytest

from deluck.best_response import board_values, can_state, lower_bounds, sample_boards
from deluck.errors import StrengthError
from deluck.players import make_player


def test_boards_of_fewer_cards_are_the_beginnings_of_those_of_more():
    rivers, flops = sample_boards(50, 5, seed=3), sample_boards(50, 3, seed=3)
    assert [board[:3] for board in rivers] == list(flops)
    assert all(len({*board}) == 5 for board in rivers)
    assert len({*rivers}) == 50


def test_a_bound_is_the_mean_over_the_boards_with_its_error():
    policy = make_player("always-call")
    found = lower_bounds(policy, "always-call", street=3, n_boards=4, seed=2, n_jobs=2)
    gains = [board_values(policy, board).gain(3) for board in found.boards]
    (bound,) = found.bounds
    assert bound.average.mean == pytest.approx(np.mean(gains))
    assert bound.average.stderr == pytest.approx(np.std(gains, ddof=1) / 2)
    assert bound.summed.mean == pytest.approx(2 * np.mean(gains))
    assert bound.average.mean == pytest.approx(np.mean([gain.mean for gain in bound.gains]))
    assert found.largest_sum < 1e-6


def test_who_can_state_a_fixed_strategy():
    assert can_state(make_player("baseline"))
    assert can_state(make_player("loki1"))
    assert not can_state(make_player("winprob"))  # it learns
    assert not can_state(make_player("loki2"))  # it simulates


@pytest.mark.parametrize(
    ("street", "n_boards", "problem"), [(0, 5, "street 0"), (4, 5, "street 4"), (3, 1, "1 boards")]
)
def test_what_cannot_be_computed_is_refused(street, n_boards, problem):
    with pytest.raises(StrengthError, match=problem):
        lower_bounds(make_player("always-call"), "always-call", street=street, n_boards=n_boards)
