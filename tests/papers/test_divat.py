"""Billings and Kan, A tool for the direct assessment of poker decisions."""

import pytest

from deluck.cards import parse_cards
from deluck.metrics import all_in_equity, hand_metrics, six_card_hand_rank

ALFRED, BETTY = "AcKc", "7h6h"
FLOP, TURN, RIVER = "Ks5h3d", "Ks5h3dTc", "Ks5h3dTc4h"


def rounded(value):
    return pytest.approx(value, abs=0.00005)


@pytest.mark.parametrize(("hole", "rank"), [(ALFRED, 0.9376), (BETTY, 0.1604)])
def test_section_3_4_immediate_hand_rank_before_the_flop(hole, rank):
    assert hand_metrics(hole).immediate_hand_rank == rounded(rank)


@pytest.mark.parametrize(("hole", "rank"), [(ALFRED, 0.9685), (BETTY, 0.0634)])
def test_section_3_4_immediate_hand_rank_on_the_flop(hole, rank):
    assert hand_metrics(hole, FLOP).immediate_hand_rank == rounded(rank)


@pytest.mark.parametrize(
    ("hole", "board", "rank"),
    [
        (ALFRED, "", 0.6704),
        (BETTY, "", 0.4537),
        (ALFRED, FLOP, 0.8687),
        (BETTY, FLOP, 0.3798),
        (ALFRED, TURN, 0.8902),
        (BETTY, TURN, 0.2146),
        (ALFRED, RIVER, 0.8576),
        (BETTY, RIVER, 0.9955),
    ],
)
def test_section_3_4_seven_card_hand_rank(hole, board, rank):
    assert hand_metrics(hole, board).seven_card_hand_rank == rounded(rank)


@pytest.mark.parametrize(
    ("hole", "board", "rank"),
    [("3c2c", "KsTh7d", 0.1507), ("3c2c", "KsTh7d4c", 0.0620), ("3h2h", "KsTh7d", 0.1893)],
)
def test_section_3_1_1_seven_card_hand_rank_overrates_weak_hands(hole, board, rank):
    assert hand_metrics(hole, board).seven_card_hand_rank == rounded(rank)


def test_section_3_1_1_six_card_hand_rank():
    assert six_card_hand_rank(parse_cards("3h2h"), parse_cards("KsTh7d")) == rounded(0.0729)


def test_section_3_1_1_effective_hand_rank_is_the_larger_for_betting():
    for board in ("", FLOP, TURN, RIVER):
        for hole in (ALFRED, BETTY):
            found = hand_metrics(hole, board)
            assert found.effective_rank_to_bet == max(found.immediate_hand_rank, found.seven_card_hand_rank)


def test_section_3_1_1_effective_hand_rank_for_folding_on_the_flop_is_the_average():
    assert hand_metrics(BETTY, FLOP).effective_rank_to_fold == rounded(0.2216)


@pytest.mark.parametrize(
    ("board", "wins", "ties", "losses"),
    [("", 1029832, 7525, 674947), (FLOP, 756, 0, 234), (TURN, 40, 0, 4), (RIVER, 0, 0, 1)],
)
def test_table_1_all_in_equity(board, wins, ties, losses):
    found = all_in_equity([ALFRED, BETTY], board)
    assert found.method == "exact"
    assert found.boards == wins + ties + losses
    assert (found.players[0].wins, found.players[0].ties, found.players[0].losses) == (wins, ties, losses)
    assert (found.players[1].wins, found.players[1].ties, found.players[1].losses) == (losses, ties, wins)


def test_table_1_counts_are_of_1712304_boards():
    assert all_in_equity([ALFRED, BETTY]).boards == 1712304
