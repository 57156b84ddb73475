"""The triple generator: its kernel against plain Python, distributions, order, and what it shares with Loki-1."""

import numpy as np
import pytest

from deluck.beliefs.holdem.betting_rules import decide, decide_preflop
from deluck.beliefs.holdem.evaluation import HandEvaluation
from deluck.beliefs.holdem.preflop import preflop_value
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import STANDARD, STYLES
from deluck.beliefs.holdem.triples import DOUBTFUL, MIXED, PURE, TripleGenerator, TripleReweighting
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import parse_cards
from deluck.games import Action, HoldemRules

RULES = HoldemRules.limit(10)


def random_spot(rng, street=None):
    street = int(rng.integers(4)) if street is None else street
    size = RULES.bet_sizes[street]
    n_raises = int(rng.integers(4 if street == 0 else 5))
    bets = n_raises + (street == 0)
    to_call = int(rng.integers(bets + 1)) * size
    if street == 0 and rng.random() < 0.2 and to_call:
        to_call -= size // 2
    return Spot(
        seat=0,
        street=street,
        n_opponents=int(rng.integers(1, 10)),
        n_raises=n_raises,
        to_call=to_call,
        pot=int(rng.integers(2, 40)) * 10,
        bet_size=size,
        later_bets=sum(RULES.bet_sizes[street + 1 :]),
        can_raise=n_raises < RULES.max_raises[street],
    )


@pytest.mark.parametrize("mixing", [PURE, MIXED, DOUBTFUL])
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_the_kernel_follows_the_rules_written_out(mixing, style, plain_triple):
    rng = np.random.default_rng(1)
    generator = TripleGenerator(style, mixing)
    for _ in range(200):
        spot = random_spot(rng)
        strengths, potentials = rng.random(20), rng.random(20) ** 3
        found = generator._triples(spot, strengths, potentials)
        expected = [plain_triple(generator, spot, *pair) for pair in zip(strengths, potentials, strict=True)]
        np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("mixing", [PURE, MIXED, DOUBTFUL])
def test_triples_are_distributions_and_more_strength_never_folds_more_or_raises_less(mixing):
    rng = np.random.default_rng(2)
    generator = TripleGenerator(mixing=mixing)
    rising = np.linspace(0, 1, 201)
    for _ in range(500):
        spot = random_spot(rng)
        still = np.full(201, rng.random() / 2)
        for found in (generator._triples(spot, rising, still), generator._triples(spot, still, rising)):
            assert (found >= 0).all()
            np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-12)
            assert (np.diff(found[:, Action.FOLD]) <= 1e-12).all()
            assert (np.diff(found[:, Action.RAISE]) >= -1e-12).all()
            assert spot.to_call or not found[:, Action.FOLD].any()
            assert spot.can_raise or not found[:, Action.RAISE].any()


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_without_mixing_the_triple_is_the_decision_of_loki1(style):
    rng = np.random.default_rng(3)
    generator = TripleGenerator(style, PURE)
    for _ in range(500):
        spot = random_spot(rng, street=int(rng.integers(1, 4)))
        hand = HandEvaluation((0.5,), 0.5, float(rng.random() ** 2), 0.1, float(rng.random()))
        assert generator.triple(hand, spot)[decide(hand, spot, style, STANDARD).action] == 1
        spot = random_spot(rng, street=0)
        hole = tuple(rng.choice(52, 2, replace=False).tolist())
        decision = decide_preflop(preflop_value(hole, spot), spot, style)
        assert generator.preflop_triple(hole, spot)[decision.action] == 1


def test_no_holding_that_can_be_held_is_ruled_out_by_a_call_or_a_raise():
    rng = np.random.default_rng(4)
    board = parse_cards("3h4cJh")
    table = WeightTable.uniform(board)
    for _ in range(20):
        spot = random_spot(rng, street=1)
        for action in (Action.CALL, Action.RAISE)[: 1 + spot.can_raise]:
            after = TripleReweighting().reweighted(table, [table], spot, action, board)
            assert (after.weights[table.weights > 0] > 0).all()


def test_a_check_speaks_against_strong_hands_and_a_raise_for_them():
    board = parse_cards("3h4cJh")
    table = WeightTable.uniform(board)
    spot = random_spot(np.random.default_rng(5), street=1)._replace(
        n_opponents=1, n_raises=0, to_call=0, pot=40, can_raise=True
    )
    strong = TripleGenerator(mixing=DOUBTFUL).triples(board, [table], spot)[:, Action.RAISE] > 0.8
    after = {
        action: TripleReweighting().reweighted(table, [table], spot, action, board).probabilities[strong].sum()
        for action in (Action.CALL, Action.RAISE)
    }
    assert after[Action.CALL] < table.probabilities[strong].sum() < after[Action.RAISE]
