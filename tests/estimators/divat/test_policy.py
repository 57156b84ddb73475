"""What the baseline does at, just under and just over every threshold, at every node of a round, on every street."""

from fractions import Fraction

import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.errors import BaselineError
from deluck.estimators.divat.baseline_rounds import baseline_actions, format_round, round_start
from deluck.estimators.divat.policy import (
    STANDARD,
    Ranks,
    Settings,
    StreetSettings,
    baseline_action,
    fold_threshold,
    make_threshold,
    street_settings,
)
from deluck.estimators.divat.rollout import ranks_of, round_ends, scores
from deluck.games import Action
from deluck.metrics.ranks import hand_ranks

PREFLOP, FLOP, TURN, RIVER = range(4)
FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
STREETS = {"preflop": PREFLOP, "flop": FLOP, "turn": TURN, "river": RIVER}
BET = (1, 1, 2, 2)
# The thresholds of Table 1, in thousandths, written out anew: bets made so far -> rank to make the next.
MAKE = {
    PREFLOP: {1: 580, 2: 825, 3: 930},
    FLOP: {0: 580, 1: 825, 2: 930, 3: 965},
    TURN: {0: 580, 1: 825, 2: 930, 3: 965},
    RIVER: {0: 640, 1: 850, 2: 940, 3: 970},
}
OFFSET = {PREFLOP: 0, FLOP: 75, TURN: 100, RIVER: 0}
TINY = Fraction(1, 10**12)


def alike(rank):
    """Ranks that bet and fold by the same number."""
    return Ranks(Fraction(rank), Fraction(rank))


def node_after(street, pot, letters):
    """The node of a round after k(check), c(all), b(et) or r(aise)."""
    node = round_start(street, pot)
    for letter in letters:
        node = node.after({"k": CALL, "c": CALL, "b": RAISE, "r": RAISE}[letter])
    return node


def action_at(node, rank, settings=STANDARD):
    ranks = rank if isinstance(rank, Ranks) else alike(rank)
    return baseline_action(settings, node.street, ranks, node.n_bets, node.to_call, node.pot, can_raise=node.can_raise)


# Every node of a round at which somebody acts: (letters before it, bets made, faces a bet)
AFTER_FLOP = [
    ("", 0, False),
    ("k", 0, False),
    ("b", 1, True),
    ("kb", 1, True),
    ("br", 2, True),
    ("kbr", 2, True),
    ("brr", 3, True),
    ("kbrr", 3, True),
    ("brrr", 4, True),
    ("kbrrr", 4, True),
]
BEFORE_FLOP = [("", 1, True), ("c", 1, False)] + [
    (start + "r" * n, 1 + n, True) for n in (1, 2, 3) for start in ("", "c")
]
NODES = [(PREFLOP, *node) for node in BEFORE_FLOP] + [
    (street, *node) for street in (FLOP, TURN, RIVER) for node in AFTER_FLOP
]


@pytest.mark.parametrize(("street", "letters", "n_bets", "faces_bet"), NODES)
def test_a_hand_raises_from_its_threshold_on(street, letters, n_bets, faces_bet):
    node = node_after(street, 6 if street else 0, letters)
    assert node.n_bets == n_bets
    assert bool(node.to_call) is faces_bet
    if n_bets == 4:
        assert action_at(node, 1) is CALL
        return
    threshold = Fraction(MAKE[street][n_bets], 1000)
    assert action_at(node, threshold - TINY) is CALL
    assert action_at(node, threshold) is RAISE
    assert action_at(node, threshold + TINY) is RAISE
    assert action_at(node, 1) is RAISE


@pytest.mark.parametrize("pot", [2, 4, 6, 8, 10, 12, 16, 24, 48, 100])
@pytest.mark.parametrize(("street", "letters", "n_bets", "faces_bet"), [node for node in NODES if node[0]])
def test_a_hand_folds_strictly_below_the_price_and_offset(street, letters, n_bets, faces_bet, pot):
    node = node_after(street, pot, letters)
    if not faces_bet:
        assert action_at(node, 0) is CALL
        return
    # The pot with the bet in it: both have matched all bets but the last.
    with_bet = pot + (2 * n_bets - 1) * BET[street]
    threshold = Fraction(BET[street], with_bet) + Fraction(OFFSET[street], 1000)
    assert node.pot == with_bet
    assert fold_threshold(STANDARD, street, node.to_call, node.pot) == threshold
    assert action_at(node, 0) is FOLD
    assert action_at(node, threshold - TINY) is FOLD
    raises = n_bets < 4 and threshold >= Fraction(MAKE[street][n_bets], 1000)
    assert action_at(node, threshold) is (RAISE if raises else CALL)
    assert action_at(node, threshold + TINY) is (RAISE if raises else CALL)


@pytest.mark.parametrize(
    ("letters", "to_call", "pot"),
    [
        ("", Fraction(1, 2), Fraction(3, 2)),  # the small blind's first decision
        ("r", 1, 3),
        ("rr", 1, 5),
        ("rrr", 1, 7),
        ("cr", 1, 3),
        ("crr", 1, 5),
        ("crrr", 1, 7),
    ],
)
def test_fold_thresholds_before_the_flop(letters, to_call, pot):
    node = node_after(PREFLOP, 0, letters)
    assert (node.to_call, node.pot) == (to_call, pot)
    threshold = Fraction(to_call) / Fraction(pot)
    assert action_at(node, threshold - TINY) is FOLD
    assert action_at(node, threshold) is CALL


def test_the_big_blind_never_folds_to_a_call():
    assert action_at(node_after(PREFLOP, 0, "c"), 0) is CALL


@pytest.mark.parametrize(
    ("street", "pot", "letters", "rank", "under", "at"),
    [
        (RIVER, 6, "b", "0.85", CALL, RAISE),  # 1683 / 1980
        (RIVER, 8, "b", "0.2", FOLD, CALL),  # 396 / 1980
        (RIVER, 10, "b", "1/6", FOLD, CALL),  # 330 / 1980
        (RIVER, 2, "b", "1/2", FOLD, CALL),
        (RIVER, 4, "b", "1/3", FOLD, CALL),
        (RIVER, 18, "b", "0.1", FOLD, CALL),
    ],
)
def test_equal_ranks_of_the_river_are_decided_exactly(street, pot, letters, rank, under, at):
    count = Fraction(rank) * 1980
    assert count.denominator == 1
    node = node_after(street, pot, letters)
    assert action_at(node, (count - 1) / 1980) is under
    assert action_at(node, count / 1980) is at
    # the kernels agree: P2 answers P1's bet
    for score, expected in ((count - 1, under), (count, at)):
        counts = np.array([[1300, int(score)]])
        n_bets, folder = round_ends(street, counts, counts, pot, actors=1, n_bets=1)[0]
        assert (n_bets, folder) == {FOLD: (1, 2), CALL: (1, 0), RAISE: (2, 0)}[expected]


def test_betting_is_by_the_larger_rank_and_folding_by_the_average_on_the_flop():
    ranks = Ranks(Fraction("0.1"), Fraction("0.3"))
    assert ranks.to_bet() == Fraction("0.3")
    assert ranks.to_fold(FLOP) == Fraction("0.2")
    for street in (PREFLOP, TURN, RIVER):
        assert ranks.to_fold(street) == Fraction("0.3")
    strong_now, strong_later = Ranks(Fraction("0.58"), Fraction(0)), Ranks(Fraction(0), Fraction("0.58"))
    for street in (FLOP, TURN):
        assert action_at(node_after(street, 4, ""), strong_now) is RAISE
        assert action_at(node_after(street, 4, ""), strong_later) is RAISE
    # pot of 4 on the flop: folds below 1/5 + 0.075 = 0.275 by the average, and bets with the larger one
    assert action_at(node_after(FLOP, 4, "b"), Ranks(Fraction(0), Fraction("0.55"))) is CALL
    assert action_at(node_after(FLOP, 4, "b"), Ranks(Fraction(0), Fraction("0.549"))) is FOLD


@pytest.mark.parametrize(
    ("pot", "first", "second", "expected"),
    [
        (6, 0, 0, "kK"),
        (6, "0.639", "0.639", "kK"),
        (6, "0.639", "0.640", "kBc"),
        (6, "0.249", "0.640", "kBf"),
        (6, "0.250", "0.640", "kBc"),
        (6, "0.640", "0.249", "bF"),
        (6, "0.640", "0.250", "bC"),
        (6, "0.850", "0.849", "bC"),
        (6, "0.850", "0.850", "bRc"),
        (6, "0.940", "0.939", "bRrC"),
        (6, "0.940", "0.970", "bRrRc"),
        (6, 1, 1, "bRrRc"),
        (6, 0, 1, "kBf"),
    ],
)
def test_sequences_of_a_river(pot, first, second, expected):
    start = round_start(RIVER, pot)
    actions, end = baseline_actions(start, (alike(Fraction(first)), alike(Fraction(second))))
    assert format_round(start, actions) == expected
    assert end.actor is None


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (0, 0, "SlF"),
        (0, "0.334", "SlCk"),
        ("0.580", "0.579", "SlCrC"),
        ("0.579", "0.580", "SlRc"),
        ("0.332", "0.580", "SlRf"),
        ("0.825", "0.824", "SlRrC"),
        ("0.825", "0.580", "SlRrC"),
        ("0.930", "0.930", "SlRrRc"),
        ("0.825", "0.930", "SlRrRc"),
    ],
)
def test_sequences_before_the_flop(first, second, expected):
    start = round_start(PREFLOP)
    actions, _ = baseline_actions(start, (alike(Fraction(first)), alike(Fraction(second))))
    assert format_round(start, actions) == expected


@pytest.mark.parametrize("street", [FLOP, TURN, RIVER])
def test_kernels_play_every_node_of_random_hands_as_the_policy_does(street, deal):
    rows = deal(150, 9)
    n_board = street + 2
    both = [hand_ranks(rows[:, 2 * seat : 2 * seat + 2], rows[:, 4 : 4 + n_board]) for seat in range(2)]
    to_bet, to_fold = (np.stack([scores(ranks)[which] for ranks in both], axis=1) for which in range(2))
    for letters, n_bets, _ in AFTER_FLOP:
        for pot in (2, 4, 10, 26):
            node = node_after(street, pot, letters)
            found = round_ends(street, to_bet, to_fold, pot, actors=node.actor, n_bets=n_bets)
            for row, (made, folder) in zip(rows.tolist(), found.tolist(), strict=True):
                _, end = baseline_actions(node, ranks_of(row[:4], row[4 : 4 + n_board]))
                assert (end.n_bets, 0 if end.folder is None else end.folder + 1) == (made, folder)


def test_no_fifth_bet_also_where_the_rules_allow_it():
    node = round_start(RIVER, 6, most_bets=None)
    for _ in range(6):
        node = node.after(RAISE)
    assert node.can_raise
    assert make_threshold(STANDARD, RIVER, node.n_bets) is None
    assert action_at(node, 1) is CALL


def test_a_capped_round_of_fewer_bets_is_called():
    node = round_start(RIVER, 6, most_bets=1).after(RAISE)
    assert action_at(node, 1) is CALL


def test_folds_cost_what_was_put_in():
    node = round_start(PREFLOP)
    assert node.after(FOLD).folded_value == Fraction(1, 2)
    assert node.after(RAISE).after(FOLD).folded_value == -1
    turn = round_start(TURN, 10).after(RAISE).after(RAISE)
    assert turn.after(FOLD).folded_value == -7
    assert turn.after(RAISE).after(FOLD).folded_value == 9
    with pytest.raises(BaselineError, match="nobody folded"):
        _ = turn.folded_value


def test_nodes_refuse_what_cannot_be():
    start = round_start(FLOP, 4)
    with pytest.raises(BaselineError, match="a fold with nothing to call"):
        start.after(FOLD)
    with pytest.raises(BaselineError, match=r"bet 5 of a round \(expected at most 4\)"):
        node_after(FLOP, 4, "brrr").after(RAISE)
    over = start.after(CALL).after(CALL)
    assert not over.can_raise
    assert over.to_call == 0
    with pytest.raises(BaselineError, match="after the round is over"):
        over.after(CALL)
    with pytest.raises(BaselineError, match=r"street 4 \(expected 0 to 3\)"):
        round_start(4, 4)
    with pytest.raises(BaselineError, match=r"antes of -3 small bets"):
        round_start(PREFLOP, -3)
    with pytest.raises(BaselineError, match=r"a pot of 0 small bets on the flop"):
        round_start(FLOP, 0)
    with pytest.raises(BaselineError, match="street 0"):
        round_ends(0, np.zeros((1, 2), dtype=np.int64), np.zeros((1, 2), dtype=np.int64), 4)


def test_settings_are_fractions_in_order_and_named_by_a_hash():
    assert STANDARD.hash == Settings(STANDARD.streets).hash == "b5112d17895d27c6"
    other = Settings((*STANDARD.streets[:3], street_settings("0.001", "0.640", "0.850", "0.940", "0.970")))
    assert other.hash != STANDARD.hash
    with pytest.raises(BaselineError, match="expected five fractions"):
        StreetSettings(0.1, STANDARD.streets[0].make)
    with pytest.raises(BaselineError, match=r"a fold offset of 2 \(expected -1 to 1\)"):
        street_settings("2", "0.5", "0.6", "0.7", "0.8")
    with pytest.raises(BaselineError, match="expected above 0 and rising"):
        street_settings("0", "0.5", "0.4", "0.7", "0.8")


def test_ranks_are_exact():
    first, second = ranks_of([*parse_cards("AcKc"), *parse_cards("7h6h")], parse_cards("Ks5h3d"))
    assert first.immediate.denominator <= 2162
    assert float(first.to_bet()) == pytest.approx(0.9685, abs=5e-5)
    assert float(second.to_fold(FLOP)) == pytest.approx(0.2216, abs=5e-5)
