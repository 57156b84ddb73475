from itertools import combinations
from math import comb

import numpy as np
import pytest

from deluck.cards import cards_of, parse_cards
from deluck.errors import CardError, DealError
from deluck.evaluator import strengths
from deluck.tables import hand_rank_tables
from deluck.tables.hand_ranks import HAND_RANK_FILE


@pytest.fixture(scope="module")
def tables():
    return hand_rank_tables()


def rank_count(hole, board):
    """Return twice the holdings beaten plus those tied, by evaluating each of them."""
    rest = [card for card in range(52) if card not in (*hole, *board)]
    theirs = strengths(np.array([[*pair, *board] for pair in combinations(rest, 2)]))
    ours = strengths(np.array([[*hole, *board]]))[0]
    return int(2 * (ours > theirs).sum() + (ours == theirs).sum())


def counts_at(tables, hole, board):
    street = tables.street(len(board))
    place = tables.indices(np.array([hole]), np.array([board], dtype=np.int64).reshape(1, -1))[0]
    return int(street.now[place]), int(street.final[place])


@pytest.mark.parametrize(("n_cards", "n_situations"), [(3, 1500), (4, 1500), (5, 1500)])
def test_ranks_now_equal_direct_enumeration(tables, deal, n_cards, n_situations):
    for cards in deal(n_situations, 2 + n_cards).tolist():
        assert counts_at(tables, cards[:2], cards[2:])[0] == rank_count(cards[:2], cards[2:])


def test_turn_averages_equal_direct_enumeration(tables, deal):
    for cards in deal(60, 6).tolist():
        hole, board = cards[:2], cards[2:]
        rest = [card for card in range(52) if card not in cards]
        assert counts_at(tables, hole, board)[1] == sum(rank_count(hole, [*board, river]) for river in rest)


def test_turn_averages_of_a_thousand_situations_equal_sums_over_the_river_table(tables, deal):
    for cards in deal(1000, 6).tolist():
        hole, board = cards[:2], cards[2:]
        rest = [card for card in range(52) if card not in cards]
        rivers = np.array([[*board, river] for river in rest])
        places = tables.indices(np.tile(hole, (len(rest), 1)), rivers)
        assert counts_at(tables, hole, board)[1] == tables.street(5).now[places].astype(int).sum()


def test_flop_averages_equal_direct_enumeration(tables, deal):
    for cards in deal(2, 5).tolist():
        hole, board = cards[:2], cards[2:]
        rest = [card for card in range(52) if card not in cards]
        expected = sum(rank_count(hole, [*board, *runout]) for runout in combinations(rest, 2))
        assert counts_at(tables, hole, board)[1] == expected


def test_flop_averages_of_500_situations_equal_sums_over_the_river_table(tables, deal):
    for cards in deal(500, 5).tolist():
        hole, board = cards[:2], cards[2:]
        rest = [card for card in range(52) if card not in cards]
        rivers = np.array([[*board, *runout] for runout in combinations(rest, 2)])
        places = tables.indices(np.tile(hole, (len(rivers), 1)), rivers)
        assert counts_at(tables, hole, board)[1] == tables.street(5).now[places].astype(int).sum()


def test_preflop_averages_equal_sums_over_all_flops(tables):
    for text in ("AcKc", "7h6h", "2d2s", "Td3h"):
        hole = parse_cards(text)
        rest = [card for card in range(52) if card not in hole]
        flops = np.array(list(combinations(rest, 3)))
        places = tables.indices(np.tile(hole, (len(flops), 1)), flops)
        total = int(tables.street(3).final[places].astype(np.int64).sum())
        assert counts_at(tables, hole, ())[1] * comb(5, 3) == total


def test_on_every_street_the_ranks_of_all_holdings_average_one_half(tables):
    for n_cards in (3, 4, 5):
        street = tables.street(n_cards)
        n_holdings = comb(52 - n_cards, 2)
        for row in (0, 17, 1234):
            counts = street.now[row * n_holdings : (row + 1) * n_holdings].astype(np.int64)
            assert 2 * counts.sum() == n_holdings * street.now_total
        assert street.now.max() <= street.now_total
        assert street.final.max() <= street.final_total


def test_before_the_flop_a_pair_beats_no_pair_then_high_card_then_second_card(tables):
    cards = [cards_of(holding) for holding in range(1326)]
    order = [(a // 4 == b // 4, a // 4, b // 4) for a, b in cards]
    for holding in (0, 100, 700, 1325):
        expected = sum(
            2 * (order[holding] > order[other]) + (order[holding] == order[other])
            for other in range(1326)
            if not set(cards[holding]) & set(cards[other])
        )
        assert counts_at(tables, cards[holding], ())[0] == expected


def test_bad_rows_are_named(tables):
    holes = np.array([[0, 1], [2, 3]])
    with pytest.raises(CardError, match="row 1: 2s appears twice"):
        tables.indices(holes, np.array([[4, 5, 6], [3, 5, 6]]))
    with pytest.raises(CardError, match="row 11: not a card: 60"):
        tables.indices(holes, np.array([[4, 5, 6], [60, 5, 6]]), first_row=10)
    with pytest.raises(CardError, match="row 0: not a card: -1"):
        tables.indices(np.array([[-1, 1]]), np.empty((1, 0), dtype=np.int64))
    with pytest.raises(CardError, match="row 1: 2d appears twice"):
        tables.indices(np.array([[0, 1], [1, 1]]), np.empty((2, 0), dtype=np.int64))
    with pytest.raises(DealError, match="no board has 2 cards"):
        tables.street(2)


def test_the_file_is_at_most_500_megabytes(tables):
    assert HAND_RANK_FILE.path.stat().st_size <= 500_000_000


def test_a_killed_build_leaves_no_half_file_and_the_next_one_completes(in_new_process, tmp_path, monkeypatch):
    """Kill a process while it writes the table; what is left must not be taken for a table."""
    code = """
import os, signal
import numpy as np
from deluck.tables import TableFile

os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)
TableFile(name="numbers", version=1).open_or_build(lambda: {"a": np.arange(1000)}, n_bytes=1)
"""
    assert in_new_process(code, tmp_path).returncode == -9
    monkeypatch.setenv("DELUCK_CACHE", str(tmp_path))
    from deluck.tables import TableFile

    table = TableFile(name="numbers", version=1)
    assert not table.path.exists()
    assert table.open_or_build(lambda: {"a": np.arange(3)}, n_bytes=1)["a"].tolist() == [0, 1, 2]
    assert [path.name for path in table.path.parent.glob("*.partial")] == []
