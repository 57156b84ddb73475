"""Hands with antes: the same sentences, with more in the pot from the start."""

from fractions import Fraction

import numpy as np
import pytest

from deluck.assessment import assess
from deluck.estimators import Sampling, analyse, decision_prices, estimate_hands, seat_value
from deluck.estimators.divat.all_in_luck import all_in_luck
from deluck.estimators.divat.baseline_rounds import baseline_actions, round_start
from deluck.estimators.divat.differences import divat_roe_by_round, lfat
from deluck.estimators.divat.hindsight import hindsight, solve_round
from deluck.estimators.divat.luck import luck_by_round, sampled_seat_value
from deluck.estimators.divat.policy import STANDARD
from deluck.estimators.divat.preflop_values import N_BOARDS as N_PREFLOP_BOARDS
from deluck.estimators.divat.rollout import N_LEAVES, preflop_sums, ranks_of, roll_out_sums
from deluck.estimators.divat.rounds import Stakes
from deluck.games import Action, HoldemRules
from deluck.records import walk

N_BOARDS = (N_PREFLOP_BOARDS, 990, 44, 1)
N_BOARD_CARDS = (0, 3, 4, 5)
ANTES = (1, 5, 10, 25)
"""Of small bets of ten chips: a tenth, a half, one, two and a half."""


def rules_with(ante):
    return HoldemRules(n_seats=2, small_blind=5, big_blind=10, bet_sizes=(10, 10, 20, 20), ante=ante)


@pytest.fixture(scope="module", params=ANTES)
def ante(request):
    return request.param


@pytest.fixture(scope="module")
def hands(ante, random_hands):
    return random_hands(400, ante, rules=rules_with(ante))


@pytest.fixture(scope="module")
def analysis(hands):
    return analyse(hands, sampling=Sampling(10, 1))


def test_money_is_that_of_the_records_and_is_skill_plus_luck(hands, analysis):
    assert len(analysis) == len(hands)
    assert analysis.money == pytest.approx(hands.payoffs[:, 0] / 10, abs=1e-12)
    found = estimate_hands(analysis)
    assert np.abs(found["money"] - found["divat_roe"] - found["luck"]).max() < 1e-9
    assert np.isnan(found["seat_value"]).all()
    by_round = np.zeros((len(analysis), 4))
    np.add.at(by_round, (analysis.betting.hands, analysis.betting.streets), decision_prices(analysis))
    assert np.abs(by_round - divat_roe_by_round(analysis)).max() < 1e-9


def test_all_in_luck_is_that_of_the_replayed_hands(hands, analysis):
    assert lfat(analysis) == pytest.approx(all_in_luck(hands, walk(hands)), abs=1e-9)


def test_rounds_are_played_and_solved_as_plain_python_does(ante, hands, analysis):
    betting, best = analysis.betting, hindsight(analysis).best_values
    small_bet = Fraction(int(betting.small_bets[0]))
    assert Fraction(int(betting.antes[0])) / small_bet == Fraction(ante, 10)
    n_nodes = 0
    for hand in range(0, len(analysis), 5):
        places = np.arange(betting.starts[hand], betting.starts[hand + 1])
        cards = hands.cards[hand, :2].reshape(-1).tolist()
        for street in range(int(betting.n_rounds[hand])):
            pot = int(betting.start_pots[hand, street]) / small_bet if street else Fraction(2 * ante, 10)
            start = node = round_start(street, pot)
            ranks = ranks_of(cards, hands.board[hand, : N_BOARD_CARDS[street]].tolist())
            for place in places[betting.streets[places] == street]:
                actions, _ = baseline_actions(node, ranks, STANDARD)
                assert analysis.baseline_actions[place] == actions[0]
                node = node.after(Action(int(betting.actions[place])))
                n_nodes += 1
            share = Fraction(int(analysis.net_wins[hand, street]), N_BOARDS[street])
            value, _ = solve_round(start, share)
            assert best[hand, street] == pytest.approx(float(value), abs=1e-12)
            ended = node.folded_value if node.folder is not None else share * node.pot / 2
            assert analysis.aie_actual[hand, street] == pytest.approx(float(ended), abs=1e-12)
    assert n_nodes > 300


def test_ends_are_worth_what_a_direct_roll_out_gives(hands, analysis):
    betting = analysis.betting
    n_seen = 0
    for street, n_cards in ((1, 3), (2, 4)):
        for hand in np.flatnonzero(betting.end_pots[:, street])[:20]:
            cards, board = hands.cards[hand, :2].reshape(1, 4), hands.board[hand : hand + 1, :n_cards]
            small_bet, pot = int(betting.small_bets[hand]), int(betting.end_pots[hand, street])
            total = roll_out_sums(cards, board, [[pot]], small_bet=small_bet)[0, 0] / small_bet
            assert analysis.roe_actual[hand, street] == pytest.approx(total / N_LEAVES[n_cards], abs=1e-12)
            n_seen += 1
    assert n_seen == 40


def test_a_few_match_ups_are_rolled_out_over_all_flops(hands, analysis):
    few = hands[np.flatnonzero(analysis.betting.end_pots[:, 0])[:1]]
    found = analyse(few, sampling=Sampling(10, 1, n_exact=1))
    assert not found.sampled.any()
    assert (found.roe_actual == analyse(few).roe_actual).all()
    small_bet, pot = int(found.betting.small_bets[0]), int(found.betting.end_pots[0, 0])
    total = preflop_sums(few.cards[0, :2].reshape(-1), [pot], small_bet=small_bet)[0]
    assert found.roe_actual[0, 0] == pytest.approx(total / (N_LEAVES[0] * small_bet), abs=1e-12)


def test_the_first_luck_has_the_sampled_seat_value_as_its_mean(ante, hands, analysis):
    stakes = Stakes(int(analysis.betting.small_bets[0]), int(analysis.betting.antes[0]))
    seat = sampled_seat_value(STANDARD, 20_000, 1, stakes)
    first = luck_by_round(analysis)[:, 0]
    error = np.hypot(first.std(ddof=1) / np.sqrt(len(first)), seat.stderr)
    assert abs(first.mean() - seat.mean) < 4 * error
    assert seat.mean != seat_value()
    assert seat.stderr < 0.05


def test_an_assessment_takes_them_and_says_what_is_sampled(hands, random_hands, ante):
    mixed = [random_hands(30, 3), hands[:40]]
    found = assess(mixed, n_flops=10)
    assert (found.n_hands, found.n_assessed) == (70, 70)
    assert (
        np.abs(found.hands.values("money") - found.hands.values("luck") - found.hands.values("divat_roe")).max() < 1e-9
    )
    assert found.hands.values("seat_value_error")[[0, 30]].tolist() == [0.0, pytest.approx(0.005, abs=0.005)]
    assert found.hands.values("seat_value")[0] == seat_value()
    (note,) = [note for note in found.notes if note.startswith("The seat value")]
    assert f"with antes of {ante / 10:.3g} sb" in note
    is_noted = any("had antes or more than four bets" in note for note in found.notes)
    assert is_noted == bool(found.hands.values("divat_sampled").any())
    assert all(
        hand.values["divat_roe"][hand.viewpoint_seat] == found.hands.values("divat_roe")[row]
        for row, hand in found.examples.items()
    )
