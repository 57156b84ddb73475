"""Recorded stud hands read: held to the engine that plays them, to Bayes' rule by hand, and to what is really held."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.beliefs.stud import DEFAULT, PUBLIC, SeatModel, StudBeliefs, downcards_from
from deluck.beliefs.stud.description import (
    likeliest_ranks,
    likeliest_types,
    most_informative,
    ranks_held,
    story,
    verdict,
)
from deluck.beliefs.stud.downcards import DowncardDistribution
from deluck.beliefs.stud.policy import decision_of
from deluck.beliefs.stud.reading import DOUBT, REAL, _information, read_hand
from deluck.cards import parse_cards
from deluck.errors import BeliefError
from deluck.formats import parse_phh, read_text
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.players import StudBetInferring
from deluck.records import Decision, HandRecord, steps
from deluck.studies.stud.games import HandInPlay, Measuring, play_hand

N_SAMPLES = 40  # few are enough: readings are compared with the same samples
ANTES = """variant = 'F7S'
antes = [0.25, 0.25]
bring_in = 0.25
small_bet = 1
big_bet = 2
starting_stacks = [0.25, 0.25]
actions = ['d dh p1 Td3c4d', 'd dh p2 Kd3h5c', 'd dh p1 4h', 'd dh p2 5h', 'd dh p1 6h', 'd dh p2 6s', 'd dh p1 7h', \
'd dh p2 7s', 'd dh p1 8h', 'd dh p2 8s', 'p1 sm Td3c4d4h6h7h8h', 'p2 sm Kd3h5c5h6s7s8s']
players = ['Anna', 'Bert']
"""


def recorded(state, deal):
    decisions = tuple([Decision(move.seat, move.action) for move in state.history])
    names = tuple([f"P{seat + 1}" for seat in range(state.n_seats)])
    return HandRecord(rules=state.rules, deal=deal, decisions=decisions, payoffs=state.payoffs(), names=names)


def played(seed, n_seats=4):
    """Return a record of a hand between players that read bets, and what the engine measured as it was played."""
    deal = StudDeal.from_deck(np.random.default_rng(seed).permutation(52), n_seats)
    state = StudState(StudRules.paper(n_seats), deal)
    measuring = Measuring()
    hand = HandInPlay(state, (StudBetInferring(),) * n_seats, n_samples=N_SAMPLES)
    play_hand(hand, [np.random.default_rng(seed + seat) for seat in range(n_seats)], measuring)
    return recorded(state, deal), measuring.rows


@pytest.fixture(scope="module")
def long_hand():
    """A hand that three or four see through to seventh street."""
    return next(record for record, rows in map(played, range(100)) if not np.isnan(rows[9, 0]))


@pytest.mark.parametrize("seed", range(6))
def test_a_reading_with_the_right_model_measures_what_the_engine_measured(seed):
    record, rows = played(seed)
    reading = read_hand(record, policy=DEFAULT, n_samples=N_SAMPLES)
    reached = rows[~np.isnan(rows[:, 0])]
    assert len(reading.stages) == len(reached)
    assert np.array([stage.measures for stage in reading.stages]) == pytest.approx(reached)


def test_an_action_counts_by_bayes_rule(long_hand):
    """The truth gains by how much likelier it makes the action than everything held likely does together."""
    reading = read_hand(long_hand, policy=DEFAULT, n_samples=N_SAMPLES)
    beliefs = StudBeliefs((SeatModel(),) * long_hand.n_seats, n_samples=N_SAMPLES)
    compared = 0
    for (state, decision), told in zip(steps(long_hand), reading.actions, strict=True):
        if state.street != beliefs.street:
            beliefs.deal(state)
        turn = decision_of(state)
        hand = long_hand.deal.hands[told.seat]
        down = (*hand[:2], hand[6]) if state.street == 4 else hand[:2]
        chance = beliefs.win_chance(told.seat, down, reads_bets=True)
        triple = DEFAULT.triples(
            chance, n_active=turn.n_active, odds=turn.odds, forced=turn.forced, may_raise=turn.may_raise
        )[0]
        before = downcards_from(PUBLIC, beliefs, told.seat)
        beliefs.observe(state, decision.action)
        after = downcards_from(PUBLIC, beliefs, told.seat)
        if turn.is_bring_in and decision.action is Action.CALL:
            assert told.probability == 1
            assert told.bits == 0
            continue
        ratio = triple[decision.action] / told.probability
        assert told.truth_after == pytest.approx(told.truth_before * ratio)
        assert told.bits_true == pytest.approx(np.log2(ratio))
        some = after.probabilities > 0
        p, q = after.probabilities[some], before.probabilities[some]
        assert told.bits == pytest.approx((p * (np.log2(p) - np.log2(q))).sum(), abs=1e-9)
        compared += 1
    assert compared > 8


def test_what_a_first_action_says_is_the_entropy_it_takes_away():
    record, _ = played(1)
    reading = read_hand(record, n_samples=N_SAMPLES)
    first = next(each for each in reading.actions if each.bits > 0)
    state, decision = next((state, each) for state, each in steps(record) if each.seat == first.seat)
    beliefs = StudBeliefs((SeatModel(REAL),) * record.n_seats, n_samples=N_SAMPLES)
    for state, decision in steps(record):
        if not state.history:
            beliefs.deal(state)
        equal = beliefs.downcards(decision.seat).entropy
        beliefs.observe(state, decision.action)
        if decision.seat == first.seat:
            break
    assert first.bits == pytest.approx(equal - beliefs.downcards(first.seat).entropy)


def test_a_seat_reads_with_its_own_cards(long_hand):
    seat = next(seat for seat, gone in enumerate(_final(long_hand).folded) if not gone)
    reading = read_hand(long_hand, seat=seat, n_samples=N_SAMPLES)
    assert reading.viewpoint == seat
    for stage in reading.stages:
        own = next(each for each in stage.seats if each.seat == seat)
        assert own.truth == 1
        assert own.downcards.entropy == 0
        for each in stage.seats:
            assert each.hand_types.sum() == pytest.approx(1)
            if each.seat != seat:
                assert not np.isin(each.downcards.downcards, own.held).any()
                assert 0 < each.truth < 1
        assert sum(each.win for each in stage.seats) == pytest.approx(1)


def _final(record):
    for state, _ in steps(record):
        final = state
    return final


def test_doubt_keeps_everything_possible_and_all_doubt_says_nothing(long_hand):
    real = read_hand(long_hand, n_samples=N_SAMPLES)
    assert real.policy.doubt == DOUBT > 0
    for stage in real.stages:
        for each in stage.seats:
            assert (each.downcards.probabilities > 0).all()
    numb = read_hand(long_hand, policy=replace(DEFAULT, doubt=1.0), n_samples=N_SAMPLES)
    assert max(each.bits for each in numb.actions) == pytest.approx(0, abs=1e-12)
    for stage in numb.stages:
        for each in stage.seats:
            assert each.truth == pytest.approx(each.truth_cards_only)
    for (state, _), each in zip(steps(long_hand), numb.actions, strict=True):
        if state.history:
            assert each.probability == pytest.approx(1 / len(state.legal_actions()))


def test_cards_dealt_after_an_all_in_are_stages_without_betting(all_in_stud):
    record = parse_phh(all_in_stud)
    reading = read_hand(record, n_samples=N_SAMPLES)
    assert [stage.stage for stage in reading.stages] == ["3D", "3B", "4D", "4B", "5D", "6D", "7D"]
    assert [len(stage.seats[0].up) for stage in reading.stages] == [1, 1, 2, 2, 3, 4, 4]
    assert [each.does for each in reading.actions][-1] == "calls $0.75 and is all-in"
    last = reading.stages[-1]
    assert [each.win_true for each in last.seats] == [0, 1]  # fours against fives
    assert last.measures.entropy == 0


def test_antes_that_put_everybody_all_in_leave_deals_without_betting():
    record = parse_phh(ANTES)
    reading = read_hand(record, n_samples=N_SAMPLES)
    assert reading.actions == ()
    assert [stage.stage for stage in reading.stages] == ["3D", "4D", "5D", "6D", "7D"]
    assert [len(stage.seats[0].up) for stage in reading.stages] == [1, 2, 3, 4, 4]
    assert all(seat.downcards.is_uniform for stage in reading.stages for seat in stage.seats)
    told = verdict(reading)
    assert told.startswith("The cards alone made ")
    assert "; no bet revealed anything about those still in. In fact it was Bert, 100%." in told
    assert story(reading)[1] == "Bert: the betting revealed nothing about the down cards. Held K♦3♥8♠."


def test_to_a_player_his_own_actions_tell_nothing(long_hand):
    seat = most_informative(read_hand(long_hand, n_samples=N_SAMPLES)).seat
    own = read_hand(long_hand, seat=seat, n_samples=N_SAMPLES)
    assert most_informative(own).seat != seat


def test_the_last_fold_is_no_part_of_what_was_known_before_it():
    record = next(record for record, rows in map(played, range(100)) if _final(record).folded.count(True) == 3)
    reading = read_hand(record, n_samples=N_SAMPLES)
    last = reading.actions[-1]
    bits = sum(each.bits for each in reading.actions[:-1] if each.seat == last.seat)
    told = next(each for each in story(reading) if each.startswith(record.names[last.seat]))
    assert f"{bits:.1f} bits from the betting" in told or "revealed nothing" in told


def test_what_leaves_the_reader_nothing_to_believe_is_noted_and_says_nothing():
    pairs = np.array([[1, 2], [3, 4], [5, 6]])
    before = DowncardDistribution(pairs, np.array([0.5, 0.5, 0.0]))
    assert _information(before, DowncardDistribution(pairs, np.array([1.0, 0.0, 0.0]))) == pytest.approx(1)
    assert _information(before, DowncardDistribution(pairs, np.full(3, 1 / 3))) is None


def test_hand_types_that_would_be_nothing_are_not_named(long_hand):
    for seat in read_hand(long_hand, n_samples=N_SAMPLES).stages[-1].seats:
        types = likeliest_types(seat, 9)
        assert types
        assert all(share >= 0.005 for _, share in types)


def test_the_last_two_are_read_before_one_of_them_folds(all_in_stud):
    record = next(record for record, rows in map(played, range(100)) if _final(record).folded.count(True) == 3)
    reading = read_hand(record, n_samples=N_SAMPLES)
    last = reading.before_last_fold
    assert reading.last is last
    assert (len(last.seats), last.stage, last.street) == (2, "", reading.actions[-1].street)
    folder = next(each for each in last.seats if each.seat == reading.actions[-1].seat)
    assert folder.truth == reading.actions[-1].truth_before
    assert "before the last fold" in verdict(reading)
    assert read_hand(parse_phh(all_in_stud), n_samples=N_SAMPLES).before_last_fold is None


def test_cards_that_are_not_known_have_no_truth(all_in_stud):
    record = parse_phh(all_in_stud)
    reading = read_hand(record, n_samples=N_SAMPLES)
    first = reading.stages[0]
    assert first.measures is None
    cleo = first.seats[2]
    assert (cleo.held, cleo.truth, cleo.win_true, cleo.hand_types_true) == (None, None, None, None)
    assert first.seats[0].truth == pytest.approx(first.seats[0].truth_cards_only)
    folds = next(each for each in reading.actions if each.seat == 2)
    assert (folds.truth_before, folds.truth_after, folds.bits_true) == (None, None, None)
    assert folds.bits > 0
    with pytest.raises(BeliefError, match="the down cards of Cleo, seat 2, are not known on third street"):
        read_hand(record, seat=2)


def test_pokerstars_hands_are_read(request):
    text = (request.path.parents[2] / "formats" / "pokerstars" / "stud.txt").read_text()
    hands = [hand for hand in read_text(text) if isinstance(hand, HandRecord)]
    assert len(hands) > 2
    for hand in hands:
        reading = read_hand(hand, n_samples=N_SAMPLES)
        assert len(reading.actions) == len(hand.decisions)
        assert reading.stages[0].stage == "3D"
        assert verdict(reading)
        assert story(reading)


def test_what_cannot_be_read_is_refused():
    rules = HoldemRules.limit(2)
    deal = HoldemDeal((tuple(parse_cards("AcKc")), tuple(parse_cards("7h6h"))), tuple(parse_cards("Ks5h3dTc4h")))
    state = HoldemState(rules, deal)
    state.act(Action.FOLD)
    decisions = tuple([Decision(move.seat, move.action) for move in state.history])
    hand = HandRecord(rules=rules, deal=deal, decisions=decisions, payoffs=state.payoffs(), names=("A", "B"))
    with pytest.raises(BeliefError, match=r"is holdem \(expected a hand of seven-card stud\)"):
        read_hand(hand)
    record, _ = played(0)
    with pytest.raises(BeliefError, match=r"no seat 4 .*expected 0 to 3"):
        read_hand(record, seat=4)


@pytest.mark.parametrize(
    ("cards", "ranks"), [("8h8c", "88"), ("KcAc", "AKs"), ("KcAd", "AK"), ("2c3c5c", "532s"), ("4h4s5d", "544")]
)
def test_down_cards_by_rank(cards, ranks):
    assert ranks_held(tuple(parse_cards(cards))) == ranks


def test_ranks_add_up_their_holdings(long_hand):
    seat = read_hand(long_hand, n_samples=N_SAMPLES).stages[1].seats[0]
    groups = dict(likeliest_ranks(seat.downcards, 1_000))
    assert sum(groups.values()) == pytest.approx(1)
    pairs = zip(seat.downcards.downcards.tolist(), seat.downcards.probabilities.tolist(), strict=True)
    aces = sum(share for (low, high), share in pairs if low // 4 == high // 4 == 12)
    assert groups["AA"] == pytest.approx(aces)


def test_the_verdict_names_the_favourite_and_the_truth(all_in_stud):
    reading = read_hand(parse_phh(all_in_stud), n_samples=N_SAMPLES)
    told = verdict(reading)
    assert "at 7D" in told
    assert told.endswith("In fact it was Bert, 100%.")
    assert any(sentence.startswith("Bert: ") and "Held K♦3♥8♠" in sentence for sentence in story(reading))
