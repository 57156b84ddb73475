"""Hand-type distributions against counting, brute force and dealing."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.errors import CardError, DealError
from deluck.evaluator import Category, category_of, strength
from deluck.metrics.hand_types import (
    downcard_strengths,
    hand_types,
    joint_wins,
    unseen_cards,
    win_probabilities,
)
from deluck.metrics.hand_types.downcards import N_SAMPLES

N_BINS = 7463
SEVEN_CARD_COUNTS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)


def brute_force(cards, rest):
    """Count final strengths in plain Python."""
    n_to_come = 7 - len(cards)
    counts = np.zeros(N_BINS)
    for more in combinations(rest, n_to_come):
        counts[strength((*cards, *more))] += 1
    return counts / comb(len(rest), n_to_come)


def equation_1(distributions):
    """Return the paper's double sum, term by term."""
    wins = []
    for i, mine in enumerate(distributions):
        total = 0.0
        for k in np.flatnonzero(mine):
            product = 1.0
            for j, theirs in enumerate(distributions):
                if j != i:
                    product *= theirs[: k + 1].sum()
            total += mine[k] * product
        wins.append(total)
    return wins


def test_random_seven_cards_make_each_hand_type_as_often_as_is_known():
    found = hand_types("")
    assert found.n_completions == comb(52, 7) == sum(SEVEN_CARD_COUNTS)
    assert (found.categories * found.n_completions).round().astype(int).tolist() == list(SEVEN_CARD_COUNTS)


@pytest.mark.parametrize(
    ("cards", "seen"),
    [("AsKsQsJs2d3c7h", ""), ("AsKsQsJs2d3c", "4h4d"), ("7h7d2c9s9d", "7s7cAhAdAcKhKdKc")],
)
def test_partial_hands_against_brute_force(cards, seen):
    own, dead = parse_cards(cards), parse_cards(seen)
    rest = [card for card in range(52) if card not in (*own, *dead)]
    found = hand_types(cards, seen)
    assert found.exact
    assert found.n_completions == comb(len(rest), 7 - len(own))
    assert found.probabilities == pytest.approx(brute_force(own, rest), abs=1e-15)
    assert found.categories.sum() == pytest.approx(1)
    assert found.cumulative[-1] == pytest.approx(1)


def test_categories_are_those_of_the_strengths(deal):
    cards = deal(1, 3)[0].tolist()
    found = hand_types(cards)
    by_hand = np.zeros(len(Category))
    for value in np.flatnonzero(found.probabilities):
        by_hand[category_of(int(value))] += found.probabilities[value]
    assert found.categories == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("cards", "seen", "error", "words"),
    [
        ("AsAs", "", CardError, "appears twice"),
        ("AsKs", "As", CardError, "As is both in the hand AsKs and among the cards seen"),
        (range(8), "", DealError, "a hand of 8 cards"),
        (range(3), range(3, 50), DealError, "4 cards to come from the 2 not seen"),
    ],
)
def test_what_is_no_hand_is_refused(cards, seen, error, words):
    with pytest.raises(error, match=words):
        hand_types(cards, seen)


@pytest.mark.parametrize(("n_up", "n_others"), [(3, 24), (4, 20), (5, 14)])
def test_all_pairs_from_fifth_street_on_are_exact(deal, n_up, n_others):
    cards = deal(1, n_up + n_others)[0].tolist()
    up, others = cards[:n_up], cards[n_up:]
    found = downcard_strengths(up, unseen_cards(cards))
    assert found.exact
    for row in (0, 1, len(found.downcards) // 2, len(found.downcards) - 1):
        pair = found.downcards[row].tolist()
        assert found.row_of(pair[::-1]) == row
        counts = np.bincount(found.strengths[row], minlength=N_BINS)
        expected = hand_types([*pair, *up], others)
        assert counts.tolist() == (expected.probabilities * expected.n_completions).round().astype(int).tolist()


def test_triples_are_the_strengths_of_seven_cards(deal):
    cards = deal(1, 36)[0].tolist()
    found = downcard_strengths(cards[:4], unseen_cards(cards), n_down=3)
    assert len(found.downcards) == comb(16, 3)
    for row, three in enumerate(found.downcards.tolist()):
        assert found.row_of(three) == row
        assert found.strengths[row, 0] == strength((*three, *cards[:4]))


@pytest.mark.parametrize(("n_up", "n_unseen"), [(1, 10), (1, 30), (2, 10)])
def test_samples_are_fair_for_every_pair_though_they_are_shared(deal, n_up, n_unseen):
    """With ten cards left most samples hold a card of the pair; taking the next card instead must bias nothing."""
    cards = deal(1, 52)[0].tolist()
    up, unseen = cards[:n_up], np.sort(cards[n_up : n_up + n_unseen])
    others = cards[n_up + n_unseen :]
    n_seeds, n_samples = 60, 50
    means = []
    for seed in range(n_seeds):
        found = downcard_strengths(up, unseen, n_samples=n_samples, seed=seed)
        assert not found.exact
        means.append(found.strengths.mean(axis=1))
    means = np.array(means)
    expected = np.array(
        [np.arange(N_BINS) @ hand_types([*pair, *up], others).probabilities for pair in found.downcards.tolist()]
    )
    spread = means.std(axis=0, ddof=1) / np.sqrt(n_seeds)
    scores = (means.mean(axis=0) - expected)[spread > 0] / spread[spread > 0]
    assert np.abs(scores).max() < 5
    assert (scores**2).mean() < 2.5  # pairs share their samples, so their errors go together


def test_a_sample_depends_on_its_seed_and_its_table_alone(deal):
    cards = deal(1, 7)[0].tolist()
    unseen = unseen_cards(cards)
    first = downcard_strengths(cards[:1], unseen, seed=5)
    assert np.array_equal(first.strengths, downcard_strengths(cards[:1], unseen, seed=5).strengths)
    assert not np.array_equal(first.strengths, downcard_strengths(cards[:1], unseen, seed=6).strengths)


def test_the_errors_stated_are_those_made(deal):
    up = deal(1, 3)[0].tolist()
    unseen = unseen_cards(up)
    ranks = np.linspace(0, 1, N_BINS)
    samples = [downcard_strengths(up[:1], unseen, n_samples=100, seed=seed) for seed in range(30)]
    made = np.std([sample.means(ranks) for sample in samples], axis=0, ddof=1)
    stated = np.mean([sample.stderrs(ranks) for sample in samples], axis=0)
    assert 0.6 < np.mean(made / stated) < 1.05
    exact = downcard_strengths(up, unseen)
    assert not exact.stderrs(ranks).any()
    pair = exact.downcards[7].tolist()
    assert exact.means(ranks)[7] == pytest.approx(ranks @ hand_types([*pair, *up]).probabilities)


@pytest.mark.parametrize("n_seats", [2, 7])
def test_third_street_errs_by_less_than_a_hundredth_in_the_chance_to_win(deal, n_seats):
    def chances(n_samples, seed):
        seats = [downcard_strengths([card], unseen, n_samples=n_samples, seed=seed) for card in up]
        below = [
            np.cumsum(np.bincount(seat.strengths.ravel(), minlength=N_BINS)) / seat.strengths.size for seat in seats
        ]
        return np.prod(below[1:], axis=0)[seats[0].strengths].mean(axis=1)

    up = deal(1, n_seats)[0].tolist()
    unseen = unseen_cards(up)
    truth = chances(5_000, 1)
    errors = [chances(N_SAMPLES, seed) - truth for seed in (2, 3, 4, 5)]
    assert np.sqrt(np.mean(np.square(errors))) < 0.01


@pytest.mark.parametrize(
    ("n_up", "n_down", "n_unseen", "words"),
    [
        (0, 2, 40, "0 cards up and 2 down"),
        (6, 2, 40, "6 cards up"),
        (3, 3, 40, "3 cards up and 3 down"),
        (4, 4, 40, "4 down"),
        (1, 2, 5, "5 unseen cards"),
    ],
)
def test_what_is_no_stud_hand_is_refused(n_up, n_down, n_unseen, words):
    with pytest.raises(DealError, match=words):
        downcard_strengths(range(n_up), np.arange(10, 10 + n_unseen), n_down=n_down)


def test_rows_of_cards_that_cannot_be_held_are_refused():
    found = downcard_strengths([0, 1, 2, 3], np.arange(10, 40))
    for cards in ([0, 10], [10, 10], [10], [10, 11, 12], [50, 51]):
        with pytest.raises(CardError, match="not down cards here"):
            found.row_of(cards)


def test_equation_1_term_by_term(rng):
    distributions = rng.dirichlet(np.full(40, 0.3), size=4)
    distributions[0, :5] = 0
    distributions[0] /= distributions[0].sum()
    padded = np.zeros((4, N_BINS))
    padded[:, 100:140] = distributions
    assert win_probabilities(padded) == pytest.approx(equation_1(padded))


def test_equation_1_counts_a_tie_as_a_win_of_each():
    alike = np.zeros((3, N_BINS))
    alike[:, 50] = 1
    assert win_probabilities(alike).tolist() == [1, 1, 1]


def plain_joint(hands, rest, *, from_one_deck=True):
    """Deal two seats one card each in every way; return how often each has the best hand."""
    best, n_deals = np.zeros(2), 0
    for first in rest:
        for second in rest:
            if first != second or not from_one_deck:
                values = strength((*hands[0], first)), strength((*hands[1], second))
                best += [values[0] >= values[1], values[1] >= values[0]]
                n_deals += 1
    return best / n_deals


def test_joint_wins_against_plain_loops():
    hands = [parse_cards("AcAd2h3h5s9c"), parse_cards("KcKd7s8h4dQc")]
    seen = parse_cards("AhAsKhKs2c2d2s3c3d3s")
    rest = [card for card in range(52) if card not in (*hands[0], *hands[1], *seen)]
    found = joint_wins(hands, seen)
    assert found.exact
    assert found.n_deals == len(rest) * (len(rest) - 1)
    assert found.best == pytest.approx(plain_joint(hands, rest))
    assert found.share.sum() == pytest.approx(1)


def test_joint_wins_of_several_cards_each_against_equity_of_all_deals(deal):
    """Two seats of five cards: every deal by hand from a deck of eight."""
    cards = deal(1, 52)[0].tolist()
    hands, rest, seen = [cards[:5], cards[5:10]], cards[10:18], cards[18:]
    best, n_deals = np.zeros(2), 0
    for first in combinations(rest, 2):
        for second in combinations([card for card in rest if card not in first], 2):
            values = strength((*hands[0], *first)), strength((*hands[1], *second))
            best += [values[0] >= values[1], values[1] >= values[0]]
            n_deals += 1
    found = joint_wins(hands, seen)
    assert (found.exact, found.n_deals) == (True, n_deals)
    assert found.best == pytest.approx(best / n_deals)


def test_equation_1_is_exact_where_only_one_seat_draws():
    """Nobody else's cards to come can be taken away, so seats are independent."""
    found = joint_wins(["AcAd2h3h", "KcKd7s8h4dQc9s", "2c2d5h6hJsJdTc"])
    assert found.exact
    assert found.gap == pytest.approx([0, 0, 0], abs=1e-12)


def test_the_gap_of_equation_1_where_seats_need_the_same_card():
    """Both need the last king or the last seven in the deck to fill up, so if one has it the other has not."""
    hands = [parse_cards("KcKd7s7h2c9d"), parse_cards("KhQs7d7cQd3h")]
    seen = parse_cards("4c4d4h4s5c5d5h5s6c6d6h6s8c8d8h8s")
    rest = [card for card in range(52) if card not in (*hands[0], *hands[1], *seen)]
    found = joint_wins(hands, seen)
    assert found.independent == pytest.approx(plain_joint(hands, rest, from_one_deck=False))
    assert found.gap == pytest.approx([0.001585, -0.001585], abs=1e-6)


def test_dealing_at_random_agrees_with_dealing_everything(monkeypatch):
    hands = ["AcAd2h3h5s", "KcKd7s8h4d"]
    exact = joint_wins(hands)
    assert exact.exact
    monkeypatch.setattr("deluck.metrics.hand_types.joint.FEASIBLE_DEALS", 0)
    sampled = joint_wins(hands, n_samples=200_000, seed=3)
    assert not sampled.exact
    assert (np.abs(sampled.best - exact.best) < 4.5 * sampled.stderr).all()
    assert np.array_equal(sampled.best, joint_wins(hands, n_samples=200_000, seed=3).best)


@pytest.mark.parametrize(
    ("hands", "seen", "words"),
    [
        (["AsKs"], "", "two hands or more"),
        (["As", "AsKs"], "", "appears twice"),
        ([range(8), [10]], "", "up to seven"),
        ([[0], [1]], range(2, 45), "12 cards to come from the 7 left"),
    ],
)
def test_what_cannot_be_dealt_jointly_is_refused(hands, seen, words):
    with pytest.raises((CardError, DealError), match=words):
        joint_wins(hands, seen)
