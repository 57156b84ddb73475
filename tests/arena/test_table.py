"""Where chance comes from and who sits where."""

from itertools import combinations

import numpy as np
import pytest

from deluck.arena.dealing import BLOCK, block_decks, player_rng
from deluck.arena.entrants import numbered
from deluck.arena.table import MOST_LINEUPS, duplicate_seatings, fill_seats, lineups, rotating_seatings

PRIME = (2, 4, 6, 10)


def test_decks_are_shuffled_decks_fixed_by_seed_and_block():
    decks = block_decks(7, 3)
    assert len(decks) == BLOCK
    assert all(sorted(deck) == list(range(52)) for deck in decks)
    assert decks == block_decks(7, 3)
    assert decks[0] not in block_decks(7, 4)
    assert decks[0] not in block_decks(8, 3)


def test_every_card_comes_everywhere_equally_often():
    decks = np.array([deck for block in range(100) for deck in block_decks(1, block)])
    counts = np.array([np.bincount(column, minlength=52) for column in decks.T])
    expected = len(decks) / 52
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    freedom = 51 * 51
    assert abs(chi_squared - freedom) < 4 * (2 * freedom) ** 0.5


def test_players_have_generators_of_their_own():
    drawn = {(block, player): player_rng(7, block, player).random() for block in range(5) for player in range(5)}
    assert len(set(drawn.values())) == 25
    assert drawn[2, 3] == player_rng(7, 2, 3).random()


@pytest.mark.parametrize("n_seats", range(2, 11))
def test_rotation_moves_everybody_one_seat_and_the_button_to_the_next_player(n_seats):
    seatings = rotating_seatings(n_seats)
    assert seatings[0] == tuple(range(n_seats))
    buttons = [seating[-1] for seating in seatings]
    assert buttons == [(n_seats - 1 + hand) % n_seats for hand in range(n_seats)]


def test_rotation_is_that_of_the_acpc_logs():
    """In its three-seat logs the names read p1|p2|p3, then p2|p3|p1, then p3|p1|p2."""
    assert rotating_seatings(3) == ((0, 1, 2), (1, 2, 0), (2, 0, 1))


@pytest.mark.parametrize("n_seats", range(2, 11))
def test_in_a_duplicate_each_player_holds_each_set_of_cards_once(n_seats):
    seatings = duplicate_seatings(n_seats)
    assert len(seatings) == n_seats
    assert all(sorted(seating) == list(range(n_seats)) for seating in seatings)
    for player in range(n_seats):
        assert sorted(seating.index(player) for seating in seatings) == list(range(n_seats))


@pytest.mark.parametrize("n_seats", PRIME)
def test_where_n_plus_1_is_prime_any_two_players_sit_differently_in_every_replay(n_seats):
    for one, other in combinations(range(n_seats), 2):
        distances = [
            (seating.index(one) - seating.index(other)) % (n_seats + 1) for seating in duplicate_seatings(n_seats)
        ]
        assert sorted(distances) == list(range(1, n_seats + 1))


def test_ten_seats_as_published():
    """Player i in replay k sits in seat i·k mod 11, all counted from 1."""
    for replay, seating in enumerate(duplicate_seatings(10), start=1):
        for player in range(1, 11):
            assert seating.index(player - 1) + 1 == player * replay % 11


@pytest.mark.parametrize("n_seats", [3, 5, 7, 8, 9])
def test_elsewhere_the_players_go_round(n_seats):
    assert duplicate_seatings(n_seats) == rotating_seatings(n_seats)


def test_heads_up_duplicate_swaps_seats():
    assert duplicate_seatings(2) == ((0, 1), (1, 0))


def test_seats_are_filled_with_copies_in_turn():
    assert fill_seats([0, 1, 2], 7) == (0, 1, 2, 0, 1, 2, 0)
    assert fill_seats([0, 0, 1], 3) == (0, 0, 1)
    assert fill_seats([0, 1, 2], 2) == (0, 1, 2)


def test_all_lineups_where_they_are_few():
    assert lineups(4, 2) == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert lineups(3, 3) == ((0, 1, 2),)


@pytest.mark.parametrize(("n_players", "n_seats"), [(20, 10), (17, 3), (40, 2)])
def test_balanced_lineups_where_they_are_many(n_players, n_seats):
    found = lineups(n_players, n_seats)
    assert len(found) == n_players <= MOST_LINEUPS
    assert all(len(set(lineup)) == n_seats for lineup in found)
    for place in range(n_seats):
        assert sorted(lineup[place] for lineup in found) == list(range(n_players))


def test_shared_names_are_numbered():
    assert numbered(["a", "b", "a"]) == ("a#1", "b", "a#2")
