"""Limit hold'em of three seats and more: the baseline with the thresholds of DIVAT, its luck, and roll-outs."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.assessment import assess
from deluck.estimators import Context
from deluck.estimators.deals import board_luck
from deluck.estimators.divat.policy import STANDARD as HEADS_UP
from deluck.estimators.divat_nl.family import DIVAT_NL, DIVAT_RING
from deluck.estimators.divat_nl.luck import baseline_luck, ring_limit
from deluck.estimators.divat_nl.policy import LIMIT, RING, Settings
from deluck.estimators.divat_nl.rollout import rollouts
from deluck.estimators.divat_nl.seat_values import shipped_seat_values, usual_stakes
from deluck.estimators.money import money_before_rake
from deluck.games import HoldemDeal, HoldemRules, HoldemState
from deluck.metrics.state_equity import state_values
from deluck.records import walk

from ..simulated import simulate
from .test_luck import PlainBaseline, compare

GAMES = {
    "three seats": (HoldemRules.limit(3), None),
    "six seats": (HoldemRules.limit(6), None),
    "ten seats": (HoldemRules.limit(10), None),
    "short stacks": (HoldemRules.limit(4), (35, 60, 400, 17)),
}


class PlainLimit(PlainBaseline):
    """The same sentences with the thresholds of DIVAT's standard style; the blind is no raise."""

    raise_at = (
        ("0.58", "0.825", "0.93", "2"),
        ("0.58", "0.825", "0.93", "0.965"),
        ("0.58", "0.825", "0.93", "0.965"),
        ("0.64", "0.85", "0.94", "0.97"),
    )
    offsets = ("0", "0.075", "0.1", "0")

    def play_out(self, record, board, n_decisions):
        """Return what seats win if the baseline plays the hand to its end on a whole board."""
        state = HoldemState(record.rules, HoldemDeal(record.deal.holes, tuple(board)), record.stacks)
        for move in record.decisions[:n_decisions]:
            state.act(move.action, move.amount)
        while state.actor is not None:
            state.act(*self.act(state))
        return state_values([record.deal.holes], [board], [state.contributions], [state.folded])[0]


@pytest.fixture(params=GAMES)
def hands(request):
    rules, stacks = GAMES[request.param]
    return simulate(rules, stacks, 12, seed=61)


def test_thresholds_are_those_of_heads_up_divat():
    for street, settings in enumerate(HEADS_UP.streets):
        expected = [float(each) for each in settings.make[: 3 if street == 0 else 4]]
        assert LIMIT.raise_at[street][: len(expected)] == tuple(expected)
        assert LIMIT.fold_offsets[street] == float(settings.fold_offset)


def test_values_are_those_of_the_plain_baseline(hands):
    found = baseline_luck(hands, walk(hands), RING, ring_limit)
    assert compare(hands, found, PlainLimit()) >= 2


def test_luck_is_the_frozen_mix_with_mean_zero():
    hands = simulate(*GAMES["six seats"], 1_500, seed=62)
    decisions = walk(hands)
    found = baseline_luck(hands, decisions, RING, ring_limit)
    of_board = board_luck(hands, decisions).by_street
    expected = 1.15 * (found.first_values - found.seat_values)
    for street, factor, share in ((1, 1.5, 0.6), (2, 1.35, 0.35), (3, 1.1, 0.3)):
        expected += factor * ((1 - share) * of_board[:, :, street] + share * found.changes[:, :, street])
    assert found.by_street.sum(axis=2) == pytest.approx(expected, abs=1e-9)
    errors = found.by_street.std(axis=0) / np.sqrt(len(hands))
    assert (np.abs(found.by_street.mean(axis=0)) < 4.5 * errors + 1e-12).all()
    money = money_before_rake(hands, decisions)
    assert (money - found.by_street.sum(axis=2)).var(axis=0).sum() < money.var(axis=0).sum() / 2


def test_seat_values_are_shipped_for_the_usual_stakes():
    shipped = shipped_seat_values(LIMIT)
    assert np.abs(shipped.seats.sum(axis=1)).max() < 1e-12
    assert shipped.errors.max() < 0.001
    for rules, stacks in ((HoldemRules.limit(6), None), (HoldemRules.limit(6, 4), (16,) * 6)):
        some = simulate(rules, stacks, 3, seed=63)
        assert usual_stakes(some, LIMIT).all()
        found = baseline_luck(some, walk(some), RING, ring_limit)
        assert (found.seat_values == shipped.seats[4, :6]).all()
    for rules, stacks in (
        (HoldemRules.limit(6), (100, 100, 100, 39, 100, 100)),
        (replace(HoldemRules.limit(6), max_raises=(4, 4, 4, 4)), None),
        (replace(HoldemRules.limit(6), ante=1), (1000,) * 6),
        (replace(HoldemRules.limit(6), small_blind=2), None),
    ):
        assert not usual_stakes(simulate(rules, stacks, 3, seed=64), LIMIT).any()
    assert not usual_stakes(some).any(), "those of no-limit are of other stakes"


def test_redealt_values_are_the_shipped_ones():
    rules = replace(HoldemRules.limit(4), max_raises=(4, 4, 4, 4))  # the fourth raise is never made
    hands = simulate(rules, None, 1, seed=65)
    found = baseline_luck(hands, walk(hands), Settings(LIMIT, n_redeals=1_000_000), ring_limit)
    assert found.seat_values[0] == pytest.approx(shipped_seat_values(LIMIT).seats[2, :4], abs=0.012)


@pytest.mark.parametrize("rules", [HoldemRules.limit(2), HoldemRules.no_limit(3)])
def test_other_games_are_not_valued(rules):
    hands = simulate(rules, None if rules.is_limit else (10_000,) * 3, 5, seed=66)
    found = DIVAT_RING.values(hands, walk(hands), Context())
    assert not found.eligibility.mask.any()
    assert not DIVAT_RING.eligible(hands).mask.any()
    assert np.isnan(found.columns["divat_ring"]).all()
    assert DIVAT_RING.constants(Context()) != DIVAT_NL.constants(Context())


def test_it_leads_the_assessment_of_a_limit_match():
    found = assess(simulate(*GAMES["three seats"], 300, seed=67))
    assert found.lead == "divat_ring"
    assert {"money", "money_minus_board_luck", "divat_ring"} <= set(found.estimators)
    assert not {"divat_nl", "divat_roe"} & set(found.estimators)


# roll-outs over all streets


def test_roll_outs_of_the_river_are_those_of_the_plain_baseline():
    hands = simulate(*GAMES["three seats"], 60, seed=68)
    decisions = walk(hands)
    rows = np.flatnonzero(decisions.last_streets == 3)[:8]
    some = hands[rows]
    found = rollouts(some, walk(some), LIMIT)
    plain, betting = PlainLimit(), walk(some)
    for row, record in enumerate(some):
        streets = betting.streets[betting.starts[row] : betting.starts[row + 1]]
        n_before = int((streets < 3).sum())
        board = some.board[row].tolist()
        out = {*board[:4], *some.cards[row].ravel().tolist()}
        others = [plain.play_out(record, [*board[:4], card], n_before) for card in range(52) if card not in out]
        change = plain.play_out(record, board, n_before) - np.mean(others, axis=0)
        assert found.changes[row, :, 3] == pytest.approx(change / 10, abs=1e-9)


def test_roll_outs_before_the_flop_are_within_the_error_of_plain_ones():
    hands = simulate(*GAMES["three seats"], 60, seed=69)
    decisions = walk(hands)
    row = int(np.flatnonzero(decisions.last_streets >= 1)[0])
    hand = hands[row : row + 1]
    found = rollouts(hand, walk(hand), LIMIT, n_boards=20_000)
    rng, plain, record = np.random.default_rng(70), PlainLimit(), hand[0]
    rest = [card for card in range(52) if card not in set(hand.cards[0].ravel().tolist())]
    drawn = [plain.play_out(record, rng.choice(rest, 5, replace=False).tolist(), 0) for _ in range(150)]
    error = np.std(drawn, axis=0) / np.sqrt(150) / 10
    assert (np.abs(found.first_values[0] - np.mean(drawn, axis=0) / 10) < 4.5 * error + 1e-9).all()
    n_before = int((walk(hand).streets == 0).sum())
    flop = hand.board[0, :3].tolist()
    rest = [card for card in rest if card not in flop]
    after = [
        plain.play_out(record, [*flop, *rng.choice(rest, 2, replace=False).tolist()], n_before) for _ in range(150)
    ]
    before_rest = [*rest, *flop]
    before = [plain.play_out(record, rng.choice(before_rest, 5, replace=False).tolist(), n_before) for _ in range(150)]
    error = np.hypot(np.std(after, axis=0), np.std(before, axis=0)) / np.sqrt(150) / 10
    change = (np.mean(after, axis=0) - np.mean(before, axis=0)) / 10
    assert (np.abs(found.changes[0, :, 1] - change) < 4.5 * error + 1e-9).all()


def test_roll_outs_have_mean_zero_over_deals():
    hands = simulate(*GAMES["six seats"], 3_000, seed=71)
    found = rollouts(hands, walk(hands), LIMIT, n_boards=10)
    errors = found.changes.std(axis=0) / np.sqrt(len(hands))
    assert (np.abs(found.changes.mean(axis=0)) < 4.5 * errors + 1e-12).all()
    assert np.abs(found.changes.sum(axis=1)).max() < 1e-9
