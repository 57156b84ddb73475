"""The solver on games whose values are known, its walk against plain loops, and an exact best response."""

import numpy as np
import pytest

from deluck.cards import holding_cards, holdings_beside
from deluck.evaluator import strengths
from deluck.players.equilibrium.solver import Deal, Holdings, PublicTree, Solver

from .small_games import game_value, kuhn, leduc, payoff, solve


def test_kuhn_is_solved():
    """The value is -1/18 for the first player; it bets the king three times as often as the jack, in every solution."""
    game = kuhn()
    strategies = solve(game, 3000)
    assert game_value(game, strategies) == pytest.approx(-1 / 18, abs=1e-3)
    gains = [game_value(game, strategies, responder) for responder in (0, 1)]
    assert sum(gains) == pytest.approx(0, abs=4e-3)
    assert gains[0] >= -1 / 18 - 1e-9
    assert gains[1] >= 1 / 18 - 1e-9
    opening = strategies[0][0, 0]  # by card: fold, check, bet
    assert opening[2, 2] == pytest.approx(3 * opening[0, 2], abs=0.06)
    assert opening[1, 2] == pytest.approx(0, abs=0.02)
    calling = strategies[0][0, 3]  # of the second player after a bet
    assert calling[:, 1] == pytest.approx([0, 1 / 3, 1], abs=0.03)


def test_leduc_is_solved():
    """The value is -0.0856 for the first player; best responses win little more, and less the longer it runs."""
    game = leduc()
    short, long = solve(game, 1000), solve(game, 16_000)
    assert game_value(game, long) == pytest.approx(-0.0856, abs=1e-3)
    gains = [game_value(game, long, responder) for responder in (0, 1)]
    assert -0.0856 - 1e-4 <= gains[0] <= -0.0856 + 0.012
    assert 0.0856 - 1e-4 <= gains[1] <= 0.0856 + 0.012
    assert sum(gains) < 0.5 * sum(game_value(game, short, responder) for responder in (0, 1))


def test_open_spiel_says_the_same_of_leduc():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from open_spiel.python.algorithms import expected_game_score
    from open_spiel.python.policy import TabularPolicy

    known = pyspiel.load_game("leduc_poker")
    policy = TabularPolicy(known)
    solver = pytest.importorskip("open_spiel.python.algorithms.cfr").CFRPlusSolver(known)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(known.new_initial_state(), [policy, policy])[0]
    game = leduc()
    assert game_value(game, solve(game, 16_000)) == pytest.approx(value, abs=2e-3)


def test_a_best_response_is_never_worse_than_the_strategy_itself():
    game = leduc()
    strategies = solve(game, 20)
    value = game_value(game, strategies)
    first, second = (game_value(game, strategies, responder) for responder in (0, 1))
    assert first >= value - 1e-9
    assert second >= -value - 1e-9


def one_showdown(rng, n_holdings):
    """A deal of a random board, and a tree of one bet that may be called or folded to."""
    board = rng.permutation(52)[:5]
    holdings = rng.choice(np.flatnonzero(holdings_beside(board)), n_holdings, replace=False)
    cards = holding_cards()[holdings]
    ranked = strengths(np.concatenate([cards, np.tile(board, (n_holdings, 1))], axis=1))
    order = np.argsort(ranked, kind="stable")
    buckets = np.arange(n_holdings)[None]
    beside = Holdings.of_strengths(cards[order].astype(np.uint8), ranked[order], np.zeros(1, np.int64), buckets)
    deal = Deal.of_one_runout(beside, np.tile(buckets[0].astype(np.uint16), (2, 1, 1)))
    tree = PublicTree(
        np.array([[1, 2, -1], [-1, -1, -1], [-1, -1, -1]], dtype=np.int32),
        np.array([0, -1, -1], dtype=np.int8),
        np.zeros(3, dtype=np.int8),
        np.array([-1, 0, -1], dtype=np.int8),
        np.array([0, 1.5, 4], dtype=np.float32),
    )
    return deal, tree


@pytest.mark.parametrize("seed", range(6))
def test_ends_with_card_removal_are_those_of_plain_loops(seed):
    rng = np.random.default_rng(seed)
    deal, tree = one_showdown(rng, 90)
    n_holdings = len(deal.holdings.cards)
    ranges = tuple(rng.random(n_holdings).astype(np.float32) for _ in range(2))
    solver = Solver(tree, (1,), (n_holdings,))
    values = solver.improve(deal, 1.0, ranges=ranges)
    fold = np.full(n_holdings, 0.5)  # all legal actions alike at first, for both walks of the first improvement
    regrets = solver.regrets.reshape(n_holdings, 3)
    for player in (0, 1):
        expected = np.zeros(n_holdings)
        for own in range(n_holdings):
            for other in range(n_holdings):
                if {*deal.holdings.cards[own].tolist()} & {*deal.holdings.cards[other].tolist()}:
                    continue
                mover = own if player == 0 else other
                share = fold[mover] if player == 0 else regrets[mover, 0] / max(regrets[mover].sum(), 1e-30)
                if player == 1 and regrets[mover].sum() == 0:
                    share = 0.5
                folded, shown = (payoff(tree, deal, node, player, own, other) for node in (1, 2))
                expected[own] += float(ranges[1 - player][other]) * (share * folded + (1 - share) * shown)
        assert values[player] == pytest.approx(expected, abs=2e-3)
