from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import format_cards
from deluck.evaluator import strength
from deluck.metrics import all_in_equity, hand_metrics, transitions

SUITS = list(permutations(range(4)))


def distinct_cards(n_cards):
    return st.lists(st.integers(0, 51), unique=True, min_size=n_cards, max_size=n_cards)


def relabel(cards, suits):
    return [(card & ~3) | suits[card & 3] for card in cards]


@given(distinct_cards(7), st.sampled_from(SUITS))
def test_strength_ignores_suit_labels_and_order(cards, suits):
    assert strength(relabel(cards, suits)) == strength(cards) == strength(cards[::-1])


@given(distinct_cards(7))
def test_more_cards_never_make_a_hand_weaker(cards):
    assert strength(cards[:5]) <= strength(cards[:6]) <= strength(cards)


@settings(max_examples=30)
@given(distinct_cards(7), st.sampled_from([0, 3, 4, 5]), st.sampled_from(SUITS))
def test_metrics_ignore_suit_labels(cards, n_board, suits):
    hole, board = cards[:2], cards[2 : 2 + n_board]
    assert hand_metrics(hole, board) == hand_metrics(relabel(hole, suits), relabel(board, suits))


@settings(max_examples=30)
@given(distinct_cards(9), st.sampled_from([3, 4, 5]), st.sampled_from(SUITS))
def test_equities_add_up_to_one_change_with_seats_and_ignore_suit_labels(cards, n_board, suits):
    hands, board = [cards[:2], cards[2:4]], cards[4 : 4 + n_board]
    texts = [format_cards(hand) for hand in hands]
    found = all_in_equity(texts, board)
    one, other = found.players
    assert one.equity + other.equity == pytest.approx(1, abs=1e-12)
    assert (one.wins, one.ties, one.losses) == (other.losses, other.ties, other.wins)
    swapped = all_in_equity(texts[::-1], board)
    assert swapped.players == (other, one)
    moved = all_in_equity([format_cards(relabel(hand, suits)) for hand in hands], relabel(board, suits))
    assert [player.equity for player in moved.players] == [one.equity, other.equity]


@settings(max_examples=20)
@given(distinct_cards(6), st.sampled_from([3, 4]))
def test_transitions_count_every_holding_and_card_to_come(cards, n_board):
    hole, board = cards[:2], cards[2 : 2 + n_board]
    found = transitions([hole], [board], 1)
    n_holdings, n_cards = (1081, 45) if n_board == 3 else (1035, 44)
    assert found.weights.sum() == n_holdings * n_cards
    assert 0 <= found.positive[0] <= 1
    assert 0 <= found.negative[0] <= 1


@settings(max_examples=20)
@given(distinct_cards(5), st.integers(1, 9))
def test_thresholds_are_monotonic(cards, opponents):
    hole, board = cards[:2], cards[2:]
    fewer, more = (hand_metrics(hole, board, opponents=n) for n in (opponents, opponents + 1))
    assert fewer.hand_strength_n >= more.hand_strength_n
    assert fewer.effective_hand_strength >= more.effective_hand_strength
    assert fewer.effective_hand_strength >= fewer.hand_strength_n
    assert fewer.effective_rank_to_bet >= fewer.effective_rank_to_fold
