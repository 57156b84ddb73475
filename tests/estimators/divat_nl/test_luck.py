"""The luck by the one-street baseline, against the baseline written a second time over states that players act on."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from deluck.estimators.deals import board_luck
from deluck.estimators.divat_nl.luck import baseline_luck
from deluck.estimators.divat_nl.policy import ONE_STREET, STANDARD, Settings
from deluck.estimators.money import money_before_rake
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.games import betting_kernels as engine
from deluck.metrics import hand_ranks
from deluck.metrics.state_equity import state_values
from deluck.records import walk

from ..simulated import simulate

GAMES = {
    "heads-up": (HoldemRules.no_limit(2), (20_000, 20_000)),
    "three seats": (HoldemRules.no_limit(3), (10_000,) * 3),
    "short, with ante": (HoldemRules.no_limit(4, 50, 100, 10), (900, 10_000, 450, 3_000)),
    "pot-limit": (HoldemRules.pot_limit(3), (3_000, 10_000, 1_000)),
}
SIZES = (0, 3, 4, 5)


class PlainBaseline:
    """The one-street baseline in plain sentences and fractions."""

    raise_at = (("0.62", "0.90", "0.97", "0.995"),) * 3 + (("0.68", "0.92", "0.98", "0.995"),)
    offsets = ("0.25", "0.25", "0.30", "0.25")

    def ranks(self, hole, board):
        found = hand_ranks([list(hole)], [list(board)] if board else np.zeros((1, 0), np.int64))
        now = Fraction(int(found.now_counts[0]), found.now_total)
        final = Fraction(int(found.final_counts[0]), found.final_total)
        return max(now, final), (now + final) / 2 if len(board) == 3 else max(now, final)

    def act(self, state):
        street = state.street
        bet_by, fold_by = self.ranks(state._own[state.actor], state.board)
        n_opponents = state.folded.count(False) - 1
        needs = Fraction(([*self.raise_at[street], "2", "2", "2", "2"])[state.n_raises])
        if Action.RAISE in state.legal_actions() and bet_by**n_opponents >= needs:
            level = max(state.bets)
            to = level + max(state.min_raise_to - level, 2 * (state.pot + state.to_call) // 3)
            return Action.RAISE, min(to, state.max_raise_to)
        if state.to_call and fold_by**n_opponents < Fraction(state.to_call, state.pot) + Fraction(self.offsets[street]):
            return Action.FOLD, None
        return Action.CALL, None

    def value(self, record, board, n_decisions):
        """Return W: the hand's first decisions as they were, then the baseline to the end of that street."""
        out = {*board, *(card for hole in record.deal.holes for card in hole)}
        full = [*board, *[card for card in range(52) if card not in out][: 5 - len(board)]]
        deal = HoldemDeal(record.deal.holes, tuple(full))
        state = HoldemState(record.rules, deal, record.stacks)
        for move in record.decisions[:n_decisions]:
            state.act(move.action, move.amount)
        street = SIZES.index(len(board))
        while state.actor is not None and state.street == street:
            state.act(*self.act(state))
        dead = state._node.chips[engine.DEAD : engine.DEAD + record.rules.n_seats]
        seen = [*board, *[-1] * (5 - len(board))]
        return state_values([deal.holes], [seen], [state.contributions], [state.folded], [dead])[0]


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_the_plain_baseline(game):
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 12, seed=21)
    assert compare(hands, baseline_luck(hands, walk(hands)), PlainBaseline()) >= 4


def compare(hands, found, plain):
    """Check values against those of a plain baseline; return how many deals of turn and river were compared."""
    decisions = walk(hands)
    of_board = board_luck(hands, decisions).by_street
    n_compared = 0
    for row, record in enumerate(hands):
        unit = record.rules.unit
        assert found.first_values[row] == pytest.approx(plain.value(record, (), 0) / unit, abs=1e-9)
        streets = decisions.streets[decisions.starts[row] : decisions.starts[row + 1]]
        board = hands.board[row].tolist()
        for street in (2, 3):
            if not (streets == street).any():
                assert found.changes[row, :, street] == pytest.approx(of_board[row, :, street], abs=1e-12)
                continue
            n_before = int((streets < street).sum())
            out = {*board[: street + 1], *hands.cards[row].ravel().tolist()}
            rest = [card for card in range(52) if card not in out]
            mean = np.mean([plain.value(record, [*board[: street + 1], card], n_before) for card in rest], axis=0)
            value = plain.value(record, board[: street + 2], n_before)
            assert found.changes[row, :, street] == pytest.approx((value - mean) / unit, abs=1e-9)
            n_compared += 1
    return n_compared


def test_the_mean_before_the_flop_is_that_of_all_flops_within_its_error():
    hands = simulate(*GAMES["heads-up"], 40, seed=22)
    decisions = walk(hands)
    row = int(decisions.hands[np.flatnonzero(decisions.streets == 1)[0]])
    hand = hands[row : row + 1]
    betting = walk(hand)
    few = baseline_luck(hand, betting)
    many = baseline_luck(hand, betting, replace(STANDARD, n_flops=40_000))
    plain = PlainBaseline()
    record = hand[0]
    n_before = int((betting.streets == 0).sum())
    rest = [card for card in range(52) if card not in {card for hole in record.deal.holes for card in hole}]
    rng = np.random.default_rng(23)
    drawn = [plain.value(record, sorted(rng.choice(rest, 3, replace=False).tolist()), n_before)[0] for _ in range(300)]
    value = plain.value(record, hand.board[0, :3].tolist(), n_before)[0]
    expected, error = (value - np.mean(drawn)) / 100, np.std(drawn) / 100
    assert many.changes[0, 0, 1] == pytest.approx(expected, abs=4.5 * error / np.sqrt(300))
    assert few.changes[0, 0, 1] == pytest.approx(many.changes[0, 0, 1], abs=4.5 * error / np.sqrt(400))
    assert few.changes[0, 0, 1] != many.changes[0, 0, 1]


def test_flops_are_drawn_by_the_hole_cards_alone():
    hands = simulate(*GAMES["heads-up"], 60, seed=24)
    decisions = walk(hands)
    swapped = replace(hands, cards=np.ascontiguousarray(hands.cards[:, :, ::-1]))
    assert (baseline_luck(swapped, decisions).by_street == baseline_luck(hands, decisions).by_street).all()


def test_luck_is_the_frozen_mix():
    rules, stacks = GAMES["short, with ante"]
    hands = simulate(rules, stacks, 200, seed=25)
    decisions = walk(hands)
    found = baseline_luck(hands, decisions)
    deals = board_luck(hands, decisions).by_street
    for row in range(len(hands)):
        luck = found.first_values[row] - found.seat_values[row]
        for street, most in zip((1, 2, 3), (1.2, 1.1, 1.0), strict=True):
            if decisions.last_streets[row] >= street:
                ratio = found.stacks_to_pot[row, street]
                share = 1 / 3 if ratio > 0 else 0
                factor = 1 + (most - 1) * min(1, ratio)
                luck = luck + factor * ((1 - share) * deals[row, :, street] + share * found.changes[row, :, street])
        assert found.by_street[row].sum(axis=1) == pytest.approx(luck, abs=1e-12)
    assert (found.stacks_to_pot[:, 1:] == 0).any()
    assert (found.stacks_to_pot[:, 1:] > 1).any()


@pytest.mark.parametrize("game", GAMES)
def test_luck_has_mean_zero_and_the_estimate_the_mean_of_money(game):
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 4_000, seed=26)
    decisions = walk(hands)
    found = baseline_luck(hands, decisions, Settings(n_flops=20))
    errors = found.by_street.std(axis=0) / np.sqrt(len(hands))
    assert (np.abs(found.by_street.mean(axis=0)) < 4.5 * errors + 1e-12).all()
    money = money_before_rake(hands, decisions)
    assert (money - found.by_street.sum(axis=2)).var(axis=0).sum() < money.var(axis=0).sum()


def test_hands_are_valued_alike_however_they_are_cut():
    hands = simulate(*GAMES["short, with ante"], 60, seed=27)
    whole = baseline_luck(hands, walk(hands)).by_street
    parts = [baseline_luck(part, walk(part)).by_street for part in (hands[:7], hands[7:8], hands[8:])]
    assert (np.concatenate(parts) == whole).all()


def test_fixed_limit_is_not_valued():
    hands = simulate(HoldemRules.limit(3), None, 5, seed=28)
    found = baseline_luck(hands, walk(hands))
    assert not found.eligibility.mask.any()
    assert found.eligibility.reasons[found.eligibility.codes[0] - 1] == "fixed-limit"
    assert np.isnan(found.by_street).all()


def test_other_constants_have_another_hash():
    assert STANDARD.hash == Settings().hash
    others = {
        Settings(roe_shares=(0.5, 0.5, 0.5)).hash,
        Settings(n_flops=10).hash,
        Settings(factors=(1.0, 1.0, 1.0)).hash,
        Settings(policy=replace(ONE_STREET, bet_share=(1, 2))).hash,
    }
    assert len(others | {STANDARD.hash}) == 5
