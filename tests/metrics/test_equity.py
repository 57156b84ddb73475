from itertools import combinations

import eval7
import numpy as np
import pytest

from deluck.cards import as_cards, format_card, parse_cards, parse_range
from deluck.errors import CardError, DealError, RangeError
from deluck.metrics import all_in_equity
from deluck.metrics import equity as equity_module


def slow_equity(hands, board):
    """Return each hand's share, dealing every board out and ranking with eval7."""
    hands, board = [as_cards(hand) for hand in hands], as_cards(board)
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    rest = [card for card in range(52) if card not in (*board, *(card for hand in hands for card in hand))]
    shares = np.zeros(len(hands))
    completions = list(combinations(rest, 5 - len(board)))
    for drawn in completions:
        values = [eval7.evaluate([cards[card] for card in (*hand, *board, *drawn)]) for hand in hands]
        winners = [number for number, value in enumerate(values) if value == max(values)]
        shares[winners] += 1 / len(winners)
    return shares / len(completions)


@pytest.mark.parametrize("n_players", [2, 3, 5, 10])
@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_exact_equity_of_hands_equals_dealing_every_board_out(deal, n_players, n_board):
    cards = deal(1, 2 * n_players + n_board)[0].tolist()
    board = cards[:n_board]
    hands = [cards[n_board + 2 * player : n_board + 2 * player + 2] for player in range(n_players)]
    texts = ["".join(format_card(card) for card in hand) for hand in hands]
    found = all_in_equity(texts, board)
    assert found.method == "exact"
    assert [player.equity for player in found.players] == pytest.approx(slow_equity(hands, board), abs=1e-12)


def test_ten_hands_before_the_flop_are_exact(deal):
    cards = deal(1, 20)[0].tolist()
    hands = ["".join(format_card(card) for card in cards[2 * n : 2 * n + 2]) for n in range(10)]
    found = all_in_equity(hands)
    assert (found.method, found.boards) == ("exact", 201376)
    assert sum(player.equity for player in found.players) == pytest.approx(1, abs=1e-12)
    assert all(player.wins + player.ties + player.losses == 201376 for player in found.players)


def test_ranges_are_the_weighted_mean_over_their_holdings():
    board = "Ks5h3d"
    first, second = parse_range("AKs:0.25,QQ,7h6h:0.5"), parse_range("KQo,55:0.5,AsAd")
    total = share = 0.0
    for one in first.holdings.tolist():
        for other in second.holdings.tolist():
            hands = [equity_module.cards_of(one), equity_module.cards_of(other)]
            if len({*hands[0], *hands[1], *parse_cards(board)}) < 7:
                continue
            weight = first.weights[one] * second.weights[other]
            texts = ["".join(format_card(card) for card in hand) for hand in hands]
            share += weight * all_in_equity(texts, board).players[0].equity
            total += weight
    found = all_in_equity([first, second], board)
    assert found.method == "exact"
    assert found.players[0].equity == pytest.approx(share / total, abs=1e-12)
    assert found.players[0].equity + found.players[1].equity == pytest.approx(1, abs=1e-12)


def test_merging_deals_alike_up_to_suits_changes_nothing(monkeypatch):
    hands, board = ["AKs", "TT+,AQo", "98s"], "9h8h2c"
    merged = all_in_equity(hands, board)
    monkeypatch.setattr(equity_module, "_MERGED_AT_MOST", 0)
    assert all_in_equity(hands, board) == merged


def test_counts_of_ranges_without_weights_are_whole_and_add_up():
    found = all_in_equity(["AA", "KK"])
    assert found.boards == 36 * 1712304
    for player in found.players:
        assert isinstance(player.wins, int)
        assert player.wins + player.ties + player.losses == found.boards
    assert found.players[0].wins == found.players[1].losses


def test_sampling_agrees_with_enumeration_within_its_error():
    for hands, board in (
        (["AcKc", "7h6h"], ""),
        (["TT+", "AKs:0.25,QJs", "random"], "9h8h2c"),
        (["AA", "AA"], ""),
        (["22+", "22+", "AK"], "9h8h2c"),
    ):
        exact = all_in_equity(hands, board, method="exact")
        sampled = all_in_equity(hands, board, method="sampled", precision=0.001, seed=11)
        assert (exact.method, sampled.method) == ("exact", "sampled")
        for one, other in zip(exact.players, sampled.players, strict=True):
            assert 0 < other.stderr <= 0.001
            assert abs(one.equity - other.equity) < 4 * other.stderr


def test_the_stated_error_of_samples_is_right():
    errors = []
    exact = all_in_equity(["AcKc", "7h6h"]).players[0].equity
    for seed in range(60):
        player = all_in_equity(["AcKc", "7h6h"], method="sampled", precision=0.01, seed=seed).players[0]
        errors.append((player.equity - exact) / player.stderr)
    assert abs(np.mean(errors)) < 4 / np.sqrt(60)
    assert 0.7 < np.std(errors) < 1.35


def test_the_same_seed_gives_the_same_samples():
    def sample(seed):
        return all_in_equity(["random"] * 6, seed=seed, precision=0.002)

    assert sample(3) == sample(3)
    assert sample(3) != sample(4)
    assert sample(3).seed == 3


def test_too_many_deals_are_sampled_and_it_says_so():
    found = all_in_equity(["random", "random", "random"], precision=0.002)
    assert found.method == "sampled"
    for player in found.players:
        assert abs(player.equity - 1 / 3) < 4 * player.stderr
    with pytest.raises(DealError, match="too many deals to enumerate"):
        all_in_equity(["random", "random", "random"], method="exact")


@pytest.mark.parametrize(
    ("hands", "board", "error", "reason"),
    [
        (["AcKc"], "", DealError, "2 to 10 hands or ranges"),
        (["22"] * 11, "", DealError, r"got 11"),
        (["AcKc", "AcQd"], "", CardError, "Ac is in both AcKc and AcQd"),
        (["AcKc", "7h6h"], "Ac5h3d", CardError, "Ac is both in the hand AcKc and on the board Ac5h3d"),
        (["AcKc", "7h6h"], "Ks5h", DealError, "has 2 cards"),
        (["AcKc", "7h6h"], "2c3c4c5c6c7c", DealError, "has 6 cards"),
        (["AcKc", "7h6h"], "KsKs3d", CardError, "Ks appears twice"),
        (["AcKc", ""], "", RangeError, "empty range"),
        (["AcKc", "AcKh,AcKd"], "", DealError, "cannot be dealt"),
        (["AA", "AA", "AA"], "", DealError, "AA v AA v AA cannot be dealt"),
        (["AA", "KK"], "AsAhAd", RangeError, "range AA is empty"),
        (["AKq", "AA"], "", RangeError, "not a range: 'AKq'"),
    ],
)
def test_bad_input_is_named(hands, board, error, reason):
    with pytest.raises(error, match=reason):
        all_in_equity(hands, board)


def test_ranges_that_cannot_be_dealt_are_found_out_even_when_sampling():
    with pytest.raises(DealError, match="cannot be dealt"):
        all_in_equity(["AA", "AA", "AA", "random"], method="sampled")


@pytest.mark.parametrize("precision", [0, -1, 1, float("nan")])
def test_a_bad_precision_is_named(precision):
    with pytest.raises(DealError, match="precision"):
        all_in_equity(["AA", "KK"], precision=precision)
