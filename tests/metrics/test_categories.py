"""Final categories: against plain loops over every card, and against the hand ranks of the tables."""

from itertools import combinations

import numpy as np
import pytest

from deluck.cards import N_HOLDINGS, cards_of, holding_of, parse_cards, parse_range
from deluck.errors import CardError, DealError
from deluck.evaluator import N_STRENGTHS, category_of, strength
from deluck.isomorphism import relabellings
from deluck.metrics import hand_ranks
from deluck.metrics.categories import category_by_strength, final_hands

TURN = ("AsTh", "3h8hQhTd")


def plain(hole, board, others):
    """The joint counts of one opponent's holding, by loops: int[9, 3]."""
    counts = np.zeros((9, 3), dtype=np.int64)
    rest = [card for card in range(52) if card not in (*hole, *board, *others)]
    for coming in combinations(rest, 5 - len(board)):
        ours, theirs = strength([*hole, *board, *coming]), strength([*others, *board, *coming])
        counts[category_of(theirs), 0 if ours > theirs else 1 if ours == theirs else 2] += 1
    return counts


@pytest.mark.parametrize(
    ("hole", "board", "others"),
    [
        ("AsTh", "3h8hQh", "KhQd"),
        ("7c6c", "8c5c4c", "AcAd"),
        ("AsTh", "3h8hQhTd", "9h7h"),
        ("2c2d", "2h2sAsAh", "AcAd"),
        ("AsTh", "3h8hQhTd5h", "KhJh"),
        ("2c7d", "AsKsQsJsTs", "2h7h"),
    ],
)
def test_an_opponents_holding_ends_as_plain_loops_say(hole, board, others):
    cards, beside, theirs = (tuple(parse_cards(text)) for text in (hole, board, others))
    found = final_hands(hole, board)
    assert (found.counts[holding_of(*theirs)] == plain(cards, beside, theirs)).all()


def test_every_opponents_holding_on_a_turn():
    hole, board = (tuple(parse_cards(text)) for text in TURN)
    found = final_hands(*TURN)
    rng = np.random.default_rng(1)
    for holding in rng.choice(np.flatnonzero(found.possible), 60, replace=False):
        assert (found.counts[holding] == plain(hole, board, cards_of(holding))).all()
    assert not found.counts[~found.possible].any()
    assert (found.counts.sum(axis=(1, 2))[found.possible] == found.n_each).all()


@pytest.mark.parametrize(("board", "n"), [("3h8hQh", 1081), ("3h8hQhTd", 46), ("3h8hQhTd5h", 1)])
def test_the_own_hand_meets_every_completion_once(board, n):
    found = final_hands("AsJh", board)
    rest = [card for card in range(52) if card not in (*parse_cards("AsJh"), *parse_cards(board))]
    expected = {tuple(sorted(coming)) for coming in combinations(rest, 5 - len(parse_cards(board)))}
    met = [tuple(sorted(card for card in row if card >= 0)) for row in found.completions.tolist()]
    assert len(met) == n
    assert set(met) == expected
    for coming, value in zip(met[:: max(1, n // 50)], found.own_strengths[:: max(1, n // 50)].tolist(), strict=True):
        assert strength([*parse_cards("AsJh"), *parse_cards(board), *coming]) == value


@pytest.mark.parametrize("n_board_cards", [3, 4, 5])
def test_the_chance_against_a_uniform_opponent_is_the_hand_rank_of_the_tables(deal, n_board_cards):
    rows = deal(6, 2 + n_board_cards)
    ranks = hand_ranks(rows[:, :2], rows[:, 2:]).seven_card
    for row, rank in zip(rows.tolist(), ranks.tolist(), strict=True):
        assert final_hands(row[:2], row[2:]).win_probability() == pytest.approx(rank, abs=1e-12)


@pytest.mark.parametrize("n_board_cards", [3, 4, 5])
def test_distributions_sum_to_one(deal, rng, n_board_cards):
    for row in deal(4, 2 + n_board_cards).tolist():
        found = final_hands(row[:2], row[2:])
        weights = rng.random(N_HOLDINGS) ** 3
        assert found.own.sum() == pytest.approx(1)
        for given in (None, weights, parse_range("22+,A2s+,KTo+")):
            joint = found.against(given)
            assert joint.min() >= 0
            assert joint.sum() == pytest.approx(1)
            assert found.opponent(given) == pytest.approx(joint.sum(axis=1))
            assert found.results(given) == pytest.approx(joint.sum(axis=0))


def test_weights_are_a_mean_over_holdings():
    found = final_hands(*TURN)
    first, second = holding_of(*parse_cards("KhKd")), holding_of(*parse_cards("7c2c"))
    weights = np.zeros(N_HOLDINGS)
    weights[first], weights[second] = 3, 1
    weights[holding_of(*parse_cards("AsAd"))] = 100  # we have the ace of spades: no weight at all
    alone = [found.counts[holding].sum(axis=1) / found.n_each for holding in (first, second)]
    assert found.opponent(weights) == pytest.approx(0.75 * alone[0] + 0.25 * alone[1])


def test_suits_relabelled_leave_everything_alike():
    found = final_hands("AsTh", "3h8hQh")
    for cards in relabellings()[[3, 11, 17]].astype(int):
        moved = final_hands(cards[list(found.hole)].tolist(), cards[list(found.board)].tolist())
        assert (np.sort(moved.own_strengths) == np.sort(found.own_strengths)).all()
        assert moved.against() == pytest.approx(found.against(), abs=1e-12)


def test_the_category_of_every_strength():
    assert category_by_strength()[1:].tolist() == [category_of(value) for value in range(1, N_STRENGTHS + 1)]


def test_what_cannot_be_counted_is_told():
    with pytest.raises(DealError, match="from the flop on"):
        final_hands("AsTh", "")
    with pytest.raises(CardError, match="As"):
        final_hands("AsTh", "As3h8h")
    found = final_hands(*TURN)
    with pytest.raises(DealError, match="no opponent holding with weight"):
        found.opponent(parse_range("AsKs"))
    with pytest.raises(DealError, match="weights of shape"):
        found.opponent(np.ones(3))
    with pytest.raises(DealError, match="not below 0"):
        found.opponent(-np.ones(N_HOLDINGS))
