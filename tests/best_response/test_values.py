"""Values of best responses on a board: against the definition, and where the answer is known."""

import numpy as np
import pytest

from deluck.best_response.values import board_values
from deluck.cards import holdings_beside, parse_cards
from deluck.errors import DealError
from deluck.metrics.holdings import board_holdings
from deluck.players import make_player

from .game_tree import Mixed, MixedAtOnce, values

RIVER_BOARD = tuple(parse_cards("Ks5h3d9c2s"))
BOARDS = [RIVER_BOARD, tuple(parse_cards("AsKsQsJsTs")), tuple(parse_cards("7c7d7h2s2d"))]


def share_ahead(board):
    """Each holding's chance to win less its chance to lose at a showdown with any other, of those beside the board."""
    return 2 * board_holdings(board).uniform_hand_strengths[holdings_beside(board)] - 1


@pytest.mark.parametrize(
    ("board", "streets"), [*((board, (3,)) for board in BOARDS), (RIVER_BOARD, (0, 3)), (RIVER_BOARD, (2, 3))]
)
def test_on_the_river_it_is_the_value_by_definition(board, streets):
    policy = Mixed(4, streets)
    found = board_values(policy, board)
    for seat in range(2):
        assert found.by_street[:, seat] / 1000 == pytest.approx(values(policy, board, seat, (4, 3)), abs=1e-6)


@pytest.mark.slow
def test_from_the_turn_on_it_is_the_value_by_definition():
    policy, board = Mixed(5, (3,)), RIVER_BOARD[:4]
    found = board_values(policy, board)
    for seat in range(2):
        assert found.by_street[:, seat] / 1000 == pytest.approx(values(policy, board, seat, (4, 3, 2)), abs=1e-6)


def test_asked_at_once_or_node_by_node_the_values_are_the_same():
    for streets in ((3,), (1, 2)):
        one, other = (board_values(kind(6, streets), RIVER_BOARD) for kind in (Mixed, MixedAtOnce))
        assert np.array_equal(one.by_street, other.by_street)


@pytest.mark.parametrize("board", BOARDS)
def test_the_response_to_always_call_bets_what_wins_more_than_half(board):
    ahead = share_ahead(board)
    found = board_values(make_player("always-call"), board)
    assert found.self_play == pytest.approx([0, 0], abs=1e-6)
    assert found.response(3) == pytest.approx(2 * [2000 * np.maximum(ahead, 0).mean()], rel=1e-9)


@pytest.mark.parametrize("board", BOARDS)
def test_the_response_to_always_raise_folds_calls_or_raises_to_the_cap(board):
    ahead = share_ahead(board)
    best = np.max([24 * ahead, 18 * ahead, np.full(len(ahead), -16.0)], axis=0)
    found = board_values(make_player("always-raise"), board)
    assert found.response(3) == pytest.approx(2 * [1000 * best.mean()], rel=1e-9)


def test_always_fold_cannot_be_exploited_on_the_river_which_it_never_bets_into():
    found = board_values(make_player("always-fold"), RIVER_BOARD)
    assert found.by_street == pytest.approx(np.array([[500.0, -500.0], [500.0, -500.0]]))


@pytest.mark.parametrize("spec", ["baseline", "random", "random:fold=0.05,call=0.5,raise=0.45"])
def test_seats_sum_to_zero_in_self_play_and_each_gains_by_responding(spec):
    found = board_values(make_player(spec), RIVER_BOARD)
    assert found.self_play.sum() == pytest.approx(0, abs=1e-6)
    assert (found.response(3) >= found.self_play - 1e-6).all()
    assert found.gain(3) == pytest.approx((found.response(3) - found.self_play).mean(), abs=1e-6)


def test_responding_on_more_streets_gains_more():
    found = board_values(make_player("baseline"), RIVER_BOARD[:4])
    assert found.self_play.sum() == pytest.approx(0, abs=1e-6)
    assert (np.diff(found.by_street, axis=0) >= -1e-6).all()
    assert found.gain(2) > found.gain(3) > 0


@pytest.mark.slow
def test_on_a_flop_responding_earlier_gains_more_with_any_number_of_jobs():
    flop = RIVER_BOARD[:3]
    cards = []
    found = board_values(make_player("always-call"), flop, n_jobs=2, on_card=lambda: cards.append(1))
    assert len(cards) == 49
    assert found.self_play == pytest.approx([0, 0], abs=1e-6)
    assert (np.diff(found.by_street, axis=0) >= -1e-6).all()
    assert found.gain(1) > found.gain(2) > found.gain(3) > 0
    assert np.array_equal(found.by_street, board_values(make_player("always-call"), flop).by_street)


def test_a_board_is_needed():
    with pytest.raises(DealError, match="no board"):
        board_values(make_player("always-call"), ())
