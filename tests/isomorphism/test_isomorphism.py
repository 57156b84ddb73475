from itertools import combinations, permutations

import numpy as np
import pytest

from deluck.cards import holding_of, parse_cards, parse_holding
from deluck.errors import CardError, DealError
from deluck.isomorphism import (
    N_MATCHUPS,
    board_at,
    board_classes,
    board_index,
    canonical_board,
    canonical_situation,
    matchup_at,
    matchup_classes,
    matchup_index,
    n_situations,
    situation_at,
    situation_index,
)


def relabelled(cards, suits):
    return [(card & ~3) | suits[card & 3] for card in cards]


def plain_class(*groups):
    """Return what is left of groups of cards when suits lose their names: an oracle by trying all 24."""
    return min(tuple(tuple(sorted(relabelled(group, suits))) for group in groups) for suits in permutations(range(4)))


@pytest.mark.parametrize(("n_cards", "count"), [(0, 1), (3, 1755), (4, 16432), (5, 134459)])
def test_how_many_boards_there_are_up_to_suits(n_cards, count):
    classes = board_classes(n_cards)
    assert len(classes.boards) == count
    assert classes.sizes.sum() == len(classes.lookup)


@pytest.mark.parametrize(("n_cards", "count"), [(0, 169), (3, 1286792), (4, 13960050), (5, 123156254)])
def test_how_many_situations_there_are_up_to_suits(n_cards, count):
    assert n_situations(n_cards) == count


def test_how_many_matchups_there_are_up_to_suits():
    assert len(matchup_classes().matchups) == N_MATCHUPS == 47008


def test_flops_have_the_same_number_just_if_they_are_alike_up_to_suits():
    numbers = {}
    for flop in combinations(range(52), 3):
        numbers.setdefault(plain_class(flop), set()).add(board_index(flop))
    assert all(len(found) == 1 for found in numbers.values())
    assert len(set.union(*numbers.values())) == len(numbers) == 1755


@pytest.mark.parametrize("n_cards", [3, 4, 5])
def test_boards_go_both_ways(rng, n_cards):
    for index in rng.integers(len(board_classes(n_cards).boards), size=200).tolist():
        assert board_index(board_at(n_cards, index)) == index
        assert canonical_board(board_at(n_cards, index)) == board_at(n_cards, index)


@pytest.mark.parametrize("n_cards", [0, 3, 4, 5])
def test_situations_go_both_ways(rng, n_cards):
    for index in rng.integers(n_situations(n_cards), size=300).tolist():
        holding, board = situation_at(n_cards, index)
        assert situation_index(holding, board) == index
        assert canonical_situation(holding, board) == (holding, board)


@pytest.mark.parametrize("n_cards", [0, 3, 4, 5])
def test_situations_have_the_same_number_just_if_they_are_alike_up_to_suits(rng, deal, n_cards):
    seen = {}
    for cards in deal(2000, 2 + n_cards).tolist():
        hole, board = cards[:2], cards[2:]
        index = situation_index(holding_of(*hole), board)
        suits = rng.permutation(4).tolist()
        moved_hole, moved_board = relabelled(hole, suits), relabelled(board, suits)[::-1]
        assert situation_index(holding_of(*moved_hole), moved_board) == index
        assert seen.setdefault(index, plain_class(hole, board)) == plain_class(hole, board)
    assert len(set(seen.values())) == len(seen)


def test_all_169_starting_hands_are_situations_without_a_board():
    numbers = {situation_index(holding, ()) for holding in range(1326)}
    assert numbers == set(range(169))


def test_matchups_go_both_ways_and_forget_who_holds_what(rng, deal):
    for index in rng.integers(N_MATCHUPS, size=300).tolist():
        first, second = matchup_at(index)
        assert matchup_index(first, second) == (index, False)
        swapped_index, _ = matchup_index(second, first)
        assert swapped_index == index
    seen = {}
    for cards in deal(2000, 4).tolist():
        one, other = cards[:2], cards[2:]
        index, swapped = matchup_index(holding_of(*one), holding_of(*other))
        kept = plain_class(other, one) if swapped else plain_class(one, other)
        assert seen.setdefault(index, kept) == kept
        assert matchup_index(holding_of(*other), holding_of(*one))[0] == index
    assert len(set(seen.values())) == len(seen)


def test_matchups_that_share_a_card_have_no_number():
    assert (matchup_classes().lookup >= 0).sum() == 1326 * 1225
    with pytest.raises(CardError, match="As appears twice"):
        matchup_index(parse_holding("AsKd"), parse_holding("AsQd"))


def test_bad_input_is_named():
    with pytest.raises(DealError, match="has 2 cards"):
        board_index(parse_cards("AsKd"))
    with pytest.raises(DealError, match="no board has 2 cards"):
        board_classes(2)
    with pytest.raises(DealError, match="expected 0 to 1754"):
        board_at(3, 1755)
    with pytest.raises(DealError, match="expected 0 to 168"):
        situation_at(0, 169)
    with pytest.raises(DealError, match="expected 0 to 47007"):
        matchup_at(-1)
    with pytest.raises(CardError, match="As appears twice"):
        situation_index(parse_holding("AsKd"), parse_cards("AsQdJd"))


def test_sizes_say_how_many_boards_are_alike():
    classes = board_classes(3)
    monotone = board_index(parse_cards("2c3c4c"))
    trips = board_index(parse_cards("AcAdAh"))
    rainbow = board_index(parse_cards("2c3d4h"))
    assert [int(classes.sizes[index]) for index in (monotone, trips, rainbow)] == [4, 4, 24]
    assert np.array_equal(classes.boards[monotone], sorted(canonical_board(parse_cards("4h3h2h"))))
