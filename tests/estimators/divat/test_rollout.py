"""Roll-outs against a slow recursion in plain Python, against each other, and what they refuse."""

from fractions import Fraction

import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.errors import BaselineError, CardError, DealError
from deluck.estimators.divat.kernel_arguments import thresholds_of
from deluck.estimators.divat.policy import STANDARD, Settings, street_settings
from deluck.estimators.divat.rollout import (
    N_LEAVES,
    all_flops,
    preflop_flop_sums,
    preflop_sums,
    roll_out,
    roll_out_sums,
    sample_flops,
    sampled_roll_out,
)

TEXTS = {
    "standard": {
        3: ("0.075", "0.580", "0.825", "0.930", "0.965"),
        4: ("0.100", "0.580", "0.825", "0.930", "0.965"),
        5: ("0.000", "0.640", "0.850", "0.940", "0.970"),
    },
    # hands that bet and fold to a raise
    "nervous": {
        3: ("0.500", "0.350", "0.550", "0.930", "0.965"),
        4: ("0.550", "0.300", "0.600", "0.700", "0.900"),
        5: ("0.600", "0.200", "0.500", "0.500", "0.970"),
    },
    # hands that call anything, and raise without end
    "wild": {
        3: ("-1", "0.100", "0.200", "0.300", "0.400"),
        4: ("-0.300", "0.300", "0.300", "0.300", "0.300"),
        5: ("-0.100", "0.250", "0.350", "0.600", "0.700"),
    },
    # hands that never bet
    "silent": dict.fromkeys((3, 4, 5), ("0", "2", "2", "2", "2")),
}


def settings_of(name):
    streets = [street_settings(*TEXTS[name][n_cards]) for n_cards in (3, 4, 5)]
    return Settings((STANDARD.streets[0], *streets))


@pytest.fixture
def oracle(name, plain_baseline):
    return plain_baseline(
        {
            n_cards: (Fraction(offset), [Fraction(threshold) for threshold in make])
            for n_cards, (offset, *make) in TEXTS[name].items()
        }
    )


def compare(name, row, n_board, pots, oracle):
    cards, board = row[:4], tuple(row[4 : 4 + n_board])
    holes = (tuple(cards[:2]), tuple(cards[2:]))
    for from_start in (False, True):
        found = roll_out_sums([cards], [board], [pots], settings_of(name), from_start=from_start)[0].tolist()
        for pot, total in zip(pots, found, strict=True):
            expected = oracle.value(holes, board, pot, from_start=from_start)
            assert total == expected * N_LEAVES[n_board], (row, pot, from_start)


@pytest.mark.parametrize("name", TEXTS)
def test_rivers_equal_the_slow_recursion(name, oracle, deal):
    for row in deal(30, 9).tolist():
        compare(name, row, 5, [2, 4, 6, 8, 10, 18, 48, 100], oracle)


@pytest.mark.parametrize("name", TEXTS)
def test_turns_equal_the_slow_recursion(name, oracle, deal):
    for row in deal(6, 8).tolist():
        compare(name, row, 4, [2, 6, 12, 40], oracle)


@pytest.mark.parametrize("name", ["standard", "nervous", "wild"])
def test_flops_equal_the_slow_recursion(name, oracle, deal):
    for row in deal(2, 7).tolist():
        compare(name, row, 3, [2, 4, 10], oracle)


def test_settings_that_never_bet_give_all_in_equity():
    cards, board = [*parse_cards("AcKc"), *parse_cards("7h6h")], parse_cards("Ks5h3d")
    assert roll_out(cards, board, 10, settings_of("silent")).exact == Fraction(756 - 234, 990) * 5
    found = roll_out(cards, [], 4, settings_of("silent"))
    assert found.exact == Fraction(1029832 - 674947, 1712304) * 2
    assert found.n_leaves == 34_246_080


def test_seats_matter_and_money_is_conserved_where_nobody_bets():
    cards, board = [*parse_cards("AcKc"), *parse_cards("7h6h")], parse_cards("Ks5h3d")
    swapped = [*cards[2:], *cards[:2]]
    assert roll_out(cards, board, 8).total != -roll_out(swapped, board, 8).total
    silent = settings_of("silent")
    assert roll_out(cards, board, 8, silent).total == -roll_out(swapped, board, 8, silent).total


@pytest.mark.parametrize(
    ("name", "matchup"),
    [("standard", "AcKc7h6h"), ("standard", "2s2d9d3c"), ("nervous", "AcKc7h6h"), ("wild", "2s2d9d3c")],
)
def test_the_whole_match_up_is_the_sum_of_its_flops(name, matchup):
    cards, settings = parse_cards(matchup), settings_of(name)
    pots = [2, 8, 0, 14]
    expected = preflop_flop_sums(cards, pots, settings)
    assert expected.shape == (17_296, 4)
    found = preflop_sums(cards, pots, settings)
    assert found.tolist() == expected.sum(axis=0).tolist()
    assert found.tolist() == preflop_sums(cards, pots, settings, n_jobs=1).tolist()
    assert roll_out(cards, [], 8, settings).total == found[1]


def test_order_of_cards_rows_and_threads_do_not_matter(deal, rng):
    rows = deal(600, 7)
    pots = np.broadcast_to([4, 10], (600, 2))
    found = roll_out_sums(rows[:, :4], rows[:, 4:], pots, n_jobs=2)
    assert (found == roll_out_sums(rows[:, :4], rows[:, 4:], pots, n_jobs=1)).all()
    turned = rows[:, [1, 0, 3, 2, 6, 4, 5]]
    assert (found == roll_out_sums(turned[:, :4], turned[:, 4:], pots)).all()
    suits = rng.permutation(4)
    moved = rows // 4 * 4 + suits[rows % 4]
    assert (found == roll_out_sums(moved[:, :4], moved[:, 4:], pots)).all()
    assert (found[:, 1] == roll_out_sums(rows[:, :4], rows[:, 4:], pots[:, 1:])[:, 0]).all()


@pytest.mark.parametrize(("n_board", "from_start"), [(3, False), (3, True), (4, True), (5, True), (5, False)])
def test_a_pot_of_nothing_is_passed_over(n_board, from_start, deal):
    rows = deal(20, 9)
    pots = np.tile([0, 6], (20, 1))
    found = roll_out_sums(rows[:, :4], rows[:, 4 : 4 + n_board], pots, from_start=from_start)
    assert (found[:, 0] == 0).all()
    assert (
        found[:, 1] == roll_out_sums(rows[:, :4], rows[:, 4 : 4 + n_board], pots[:, 1:], from_start=from_start)[:, 0]
    ).all()


def test_a_sample_is_within_its_error_of_the_exact_value():
    cards = parse_cards("AcKc7h6h")
    exact = preflop_flop_sums(cards, [6])[:, 0] / N_LEAVES[3]
    rng = np.random.default_rng(41)
    found = [sampled_roll_out(cards, 6, 200, rng) for _ in range(60)]
    errors = np.array([(sample.value - exact.mean()) / sample.stderr for sample in found])
    assert np.abs(errors).max() < 4
    assert abs(errors.mean()) < 4 / np.sqrt(60)
    assert 0.6 < errors.std() < 1.5
    assert np.mean([sample.stderr for sample in found]) == pytest.approx(exact.std() / np.sqrt(200), rel=0.05)
    assert found[0].n_flops == 200


def test_samples_are_repeatable_and_avoid_the_hole_cards():
    cards = parse_cards("AcKc7h6h")
    flops = sample_flops(cards, 5000, np.random.default_rng(3))
    assert not np.isin(flops, cards).any()
    assert (flops == sample_flops(cards, 5000, np.random.default_rng(3))).all()
    assert len(set(flops[0])) == 3
    counts = np.bincount(flops.reshape(-1), minlength=52)[[card for card in range(52) if card not in cards]]
    assert counts.min() > 312.5 - 5 * np.sqrt(312.5)
    assert counts.max() < 312.5 + 5 * np.sqrt(312.5)


def test_roll_outs_refuse_what_cannot_be():
    cards, board = parse_cards("AcKc7h6h"), parse_cards("Ks5h3d")
    with pytest.raises(BaselineError, match=r"a pot of 5 \(expected an even number"):
        roll_out(cards, board, 5)
    with pytest.raises(BaselineError, match="a pot of -2 "):
        preflop_sums(cards, [4, -2])
    with pytest.raises(BaselineError, match="a pot of 2000000 "):
        roll_out(cards, board, 2_000_000)
    with pytest.raises(DealError, match=r"expected \(n, 4\), \(n, 3 to 5\) and \(n, k\)"):
        roll_out(cards, board[:2], 4)
    with pytest.raises(DealError, match="3 hole cards"):
        roll_out(cards[:3], [], 4)
    with pytest.raises(CardError, match="row 1"):
        roll_out_sums([cards, cards], [board, [board[0], board[1], cards[0]]], [[4], [4]])
    with pytest.raises(CardError):
        preflop_sums([0, 1, 2, 2], [4])
    with pytest.raises(BaselineError, match="from before the blinds"):
        roll_out(cards, [], 4, from_start=True)
    with pytest.raises(BaselineError, match="a sample of 1 flops"):
        sample_flops(cards, 1, np.random.default_rng(1))
    fine = street_settings("0.12345678", "0.6", "0.7", "0.8", "0.9")
    with pytest.raises(BaselineError, match="are too fine"):
        thresholds_of(Settings((*STANDARD.streets[:3], fine)))


@pytest.mark.parametrize("name", ["standard", "nervous"])
@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_pots_with_antes_agree_with_plain_python(name, n_board, oracle, rng):
    """Antes of a quarter and of three quarters of a small bet, and a pot of whole bets in the same unit."""
    for _ in range(2 if n_board == 3 else 6):
        row = rng.permutation(52)[: 4 + n_board].tolist()
        cards, board, quarters = row[:4], row[4:], [10, 16, 22]
        for from_start in (False, True):
            found = roll_out_sums([cards], [board], [quarters], settings_of(name), small_bet=4, from_start=from_start)
            holes = (tuple(cards[:2]), tuple(cards[2:]))
            expected = [
                4 * N_LEAVES[n_board] * oracle.value(holes, tuple(board), Fraction(pot, 4), from_start=from_start)
                for pot in quarters
            ]
            assert found[0].tolist() == expected


def test_a_unit_changes_nothing_but_the_scale():
    cards = parse_cards("AcKc7h6h")
    assert preflop_sums(cards, [12, 24], small_bet=3).tolist() == (3 * preflop_sums(cards, [4, 8])).tolist()


def test_a_match_up_with_antes_is_the_sum_over_its_flops():
    cards = parse_cards("QdJd8s8c")
    flops = all_flops(np.array(cards))
    pots = np.broadcast_to([10, 26], (len(flops), 2))
    expected = roll_out_sums(np.broadcast_to(cards, (len(flops), 4)), flops, pots, small_bet=4, from_start=True)
    assert preflop_sums(cards, [10, 26], small_bet=4).tolist() == expected.sum(axis=0).tolist()
