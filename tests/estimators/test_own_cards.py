"""What own cards say: unbiased where it says so, and the ways that would be biased shown to be."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.estimators.deals import all_in_values, board_luck
from deluck.estimators.divat_nl.seat_values import shipped_seat_values
from deluck.estimators.money import money_before_rake
from deluck.estimators.own_cards import own_cards
from deluck.games import HoldemRules
from deluck.metrics import hand_ranks
from deluck.records import walk
from deluck.records.hiding import as_seen_from

from .simulated import simulate

HERO = 1


def hide(hands, decisions, **settings):
    """Return hands as a site shows them to the player in seat 1."""
    return as_seen_from(hands, decisions, np.full(len(hands), HERO), **settings)


def difference(values, others):
    """Return the mean of a paired difference and its standard error."""
    found = values - others
    return found.mean(), found.std() / np.sqrt(len(found))


@pytest.fixture(scope="module")
def heads_up():
    hands = simulate(HoldemRules.no_limit(2), (3_000, 3_000), 60_000, seed=51)
    return hands, walk(hands)


@pytest.fixture(scope="module")
def six():
    hands = simulate(HoldemRules.no_limit(6), (4_000,) * 6, 30_000, seed=52)
    return hands, walk(hands)


@pytest.mark.parametrize("game", ["heads_up", "six"])
def test_own_cards_have_the_mean_of_money(game, request):
    hands, decisions = request.getfixturevalue(game)
    money = money_before_rake(hands, decisions)[:, HERO]
    hidden = hide(hands, decisions)
    found = own_cards(hidden, walk(hidden))
    exact, approximate = (each[:, HERO] for each in found.estimates(money_before_rake(hidden, decisions)))
    mean, error = difference(exact, money)
    # with six dealt in and folded cards unknown it is not exact; the bias is below one big blind per 100 hands
    assert abs(mean) < 4 * error + (0.01 if game == "six" else 0)
    assert exact.var() < money.var()
    assert approximate.var() < exact.var()
    mean, error = difference(approximate, money)
    assert abs(mean) < 4 * error + 0.05


def test_the_luck_of_hole_cards_is_that_of_the_table_and_has_mean_zero(six):
    hands, decisions = six
    luck = own_cards(hands, decisions).hole_luck
    errors = luck.std(axis=0) / np.sqrt(len(hands))
    assert (np.abs(luck.mean(axis=0)) < 4.5 * errors).all()
    table = shipped_seat_values()
    aces = np.array(parse_cards("AsAd"), np.int8)
    cards = hands.cards[:1].copy()
    cards[0, 3] = aces
    if len(np.unique(cards)) == cards.size:
        found = own_cards(replace(hands[:1], cards=cards), walk(hands[:1])).hole_luck[0, 3]
        assert found == pytest.approx(table.classes[4, 3].max() - table.seats[4, 3])


def test_own_cards_do_not_look_at_cards_that_are_hidden(six):
    hands, decisions = six
    hidden = hide(hands[:500], decisions.of_hands(np.arange(500)))
    folded = hidden.cards.copy()
    whole = own_cards(hands[:500], walk(hands[:500]))
    found = own_cards(replace(hidden, cards=folded), walk(hidden))
    assert found.hole_luck[:, HERO] == pytest.approx(whole.hole_luck[:, HERO])
    assert found.rank_luck[:, HERO] == pytest.approx(whole.rank_luck[:, HERO])
    others = np.isnan(found.hole_luck).any(axis=1)
    assert others.any()


def test_the_luck_of_ranks_is_the_pot_times_the_change_of_the_rank(heads_up):
    some = heads_up[0][:60]
    found = own_cards(some, walk(some)).rank_luck
    streets, _ = all_in_values(some, walk(some))
    betting = walk(some)
    for row in range(60):
        for seat in range(2):
            expected, before = 0.0, rank(some.cards[row, seat], [])
            last = betting.last_streets[row] if streets[row] == 0 else streets[row] - 1
            for street in range(1, last + 1):
                after = rank(some.cards[row, seat], some.board[row, : street + 2])
                expected += betting.street_pots[row, street] / 100 * (after - before)
                before = after
            assert found[row, seat] == pytest.approx(expected, abs=1e-9)


def rank(hole, board):
    rows = np.array([board], dtype=np.int64) if len(board) else np.zeros((1, 0), np.int64)
    return hand_ranks([hole.tolist()], rows).seven_card[0]


# what is never to be done


def test_all_in_ev_is_badly_biased_where_all_ins_are_shown_only_if_lost(heads_up):
    hands, decisions = heads_up
    money = money_before_rake(hands, decisions)
    hidden = hide(hands, decisions, shown_if_lost_only=True)
    found = own_cards(hidden, walk(hidden))
    biased, _ = (each[:, HERO] for each in found.estimates(money))
    mean, error = difference(biased, money[:, HERO])
    assert mean > 10 * error
    assert 100 * mean > 30, "bb/100"
    right, _ = (each[:, HERO] for each in found.estimates(money, with_all_ins=False))
    mean, error = difference(right, money[:, HERO])
    assert abs(mean) < 4 * error


@pytest.fixture(scope="module")
def tight():
    """Return hands of a player who folds much against one who calls much: who sees a showdown depends on the cards."""
    hands = simulate(HoldemRules.limit(3), None, 40_000, seed=53, looseness=(1.0, -0.3, -0.3))
    return hands, walk(hands)


def showdowns(decisions):
    """Return in which hands the hero saw a showdown, bool[n]."""
    return ~decisions.folded[:, HERO] & ((~decisions.folded).sum(axis=1) > 1)


def test_all_luck_of_the_same_hands_has_mean_zero(tight):
    """What the tests below take parts of is unbiased as a whole: the parts are what is wrong with them."""
    hands, decisions = tight
    mean, error = difference(board_luck(hands, decisions).by_street.sum(axis=2)[:, HERO], 0.0)
    assert abs(mean) < 4 * error


def test_luck_of_the_showdowns_alone_is_biased(tight):
    hands, decisions = tight
    luck = board_luck(hands, decisions).by_street.sum(axis=2)[:, HERO]
    mean, error = difference(np.where(showdowns(decisions), -luck, 0.0), 0.0)
    assert mean < -10 * error, "who folds when the board is bad sees showdowns where it was good"


def test_flop_equity_in_place_of_showdown_results_is_biased(tight):
    hands, decisions = tight
    luck = board_luck(hands, decisions).by_street
    later = luck[:, HERO, 2:].sum(axis=1)
    mean, error = difference(np.where(showdowns(decisions), -later, 0.0), 0.0)
    assert mean < -10 * error


def test_a_split_of_the_hands_that_reached_showdown_is_biased(tight):
    """Results with and without showdown, as trackers draw them, say nothing of skill.

    Over all seats nobody wins, whoever plays how: money has mean zero in every hand. But those who see a showdown win
    what others folded, so that this part of everybody's results is above zero and the other one as far below.
    """
    hands, decisions = tight
    money = money_before_rake(hands, decisions)
    assert np.abs(money.sum(axis=1)).max() < 1e-9
    seen = ~decisions.folded & ((~decisions.folded).sum(axis=1) > 1)[:, None]
    mean, error = difference(np.where(seen, money, 0.0).mean(axis=1), 0.0)
    assert mean > 10 * error
    mean, error = difference(np.where(~seen, money, 0.0).mean(axis=1), 0.0)
    assert mean < -10 * error
    # and beside the right answer of one player, which does not sit in all seats
    right, part = money[:, HERO], np.where(seen[:, HERO], money[:, HERO], 0.0)
    mean, error = difference(part, right)
    assert abs(mean) > 10 * error


@pytest.mark.parametrize("game", ["heads_up", "six"])
def test_intervals_by_own_cards_cover_the_full_answer(game, request):
    """With others' cards hidden, 95% intervals of disjoint samples hold the mean of all hands by all cards."""
    hands, decisions = request.getfixturevalue(game)
    money = money_before_rake(hands, decisions)
    full = (money - board_luck(hands, decisions).by_street.sum(axis=2))[:, HERO].mean()
    found = own_cards(hide(hands, decisions), decisions)
    for estimates in found.estimates(money):
        samples = estimates[:, HERO].reshape(-1, 200)
        half = 1.959964 * samples.std(axis=1, ddof=1) / np.sqrt(samples.shape[1])
        covered = np.abs(samples.mean(axis=1) - full) < half
        assert abs(covered.mean() - 0.95) < 4 * np.sqrt(0.95 * 0.05 / len(samples))
