"""The opponent model: what it tells apart, what it counts, what it may see, and how it forgets."""

import math

import numpy as np
import pytest

from deluck.cards import N_HOLDINGS, cards_of, holding_cards, holding_of, holdings_beside
from deluck.errors import TableError
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.games.limit_tree import limit_tree, view_at
from deluck.metrics import hand_ranks
from deluck.players import make_player
from deluck.players.adaptive.model import OpponentModel
from deluck.players.adaptive.prior import LEAST, averaged, read_prior, shipped_prior, write_prior
from deluck.players.adaptive.situations import BIN_EDGES, N_BINS, N_CLASSES, bins_on, node_classes

TREE = limit_tree()
SIZES = (0, 3, 4, 5)


@pytest.fixture(scope="module")
def prior():
    """Any strategy at all: random probabilities of the legal actions."""
    shares = np.random.default_rng(5).random((TREE.n_decisions, N_BINS, 3)) + 0.1
    shares *= (TREE.children[: TREE.n_decisions] >= 0)[:, None]
    return (shares / shares.sum(axis=2, keepdims=True)).astype(np.float32)


def played(rng, shares=(0.15, 0.5, 0.35)):
    """A finished hand of random betting."""
    state = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(rng.permutation(52).tolist(), 2))
    while state.actor is not None:
        legal = state.legal_actions()
        weights = np.array([shares[action] for action in legal])
        state.act(legal[int(rng.choice(len(legal), p=weights / weights.sum()))])
    return state


def learn(model, summary):
    seat = 1 - summary.seat
    model.learn(summary.history, summary.board, seat, summary.cards, summary.shown[seat])


def test_decisions_of_a_class_have_the_same_street_actor_and_legal_actions():
    classes = node_classes()
    assert set(classes.tolist()) == set(range(N_CLASSES))
    legal = TREE.children[: TREE.n_decisions] >= 0
    for number in range(N_CLASSES):
        nodes = np.flatnonzero(classes == number)
        assert len(set(TREE.street[nodes].tolist())) == len(set(TREE.actor[nodes].tolist())) == 1
        assert (legal[nodes] == legal[nodes[0]]).all()
    by_street = [len(set(classes[TREE.street[: TREE.n_decisions] == street].tolist())) for street in range(4)]
    assert by_street == [8, 40, 150, 250]


@pytest.mark.parametrize("size", SIZES[1:])
def test_bins_are_those_of_the_rank_to_bet_by(size, rng):
    board = tuple(rng.permutation(52)[:size].tolist())
    bins = bins_on(board)
    for holding in rng.choice(np.flatnonzero(holdings_beside(board)), 40, replace=False).tolist():
        found = hand_ranks([cards_of(holding)], [board])
        rank = max(found.now_counts[0] / found.now_total, found.final_counts[0] / found.final_total)
        assert bins[holding] == sum(rank >= edge for edge in BIN_EDGES)


def test_bins_before_the_flop_hold_the_shares_of_all_holdings_between_their_edges():
    bins = bins_on(())
    shares = np.diff([0, *BIN_EDGES, 1])
    assert np.bincount(bins, minlength=N_BINS) / N_HOLDINGS == pytest.approx(shares, abs=0.02)
    ranks = hand_ranks(holding_cards(), np.zeros((N_HOLDINGS, 0), np.int64)).effective_to_bet
    assert (np.diff(bins[np.argsort(ranks, kind="stable")]) >= 0).all()


def test_probabilities_are_the_prior_and_the_moves_counted(prior, rng):
    model = OpponentModel(prior, 10, memory=None)
    for _ in range(200):
        learn(model, played(rng).summary(0))
    for node in rng.integers(TREE.n_decisions, size=300).tolist():
        found = model.shares(node)
        assert found.sum(axis=1) == pytest.approx(1)
        assert (found >= 0).all()
        assert not found[:, TREE.children[node] < 0].any()
        for bin_ in range(N_BINS):
            n = model.counts[node_classes()[node], bin_]
            assert found[bin_] == pytest.approx((10 * prior[node, bin_] + n) / (10 + n.sum()), rel=1e-5)


def moves_of(state, seat):
    """The decisions and actions of a seat."""
    node = 0
    for move in state.history:
        if move.seat == seat:
            yield node, move
        node = int(TREE.children[node, move.action])


def test_a_shown_hand_is_counted_in_its_own_bins(prior, rng):
    state = played(rng, (0, 0.7, 0.3))
    assert state.has_showdown
    model = OpponentModel(prior, 10, memory=None)
    learn(model, state.summary(1))
    expected = np.zeros_like(model.counts)
    for node, move in moves_of(state, 0):
        bin_ = bins_on(state.board[: SIZES[move.street]])[holding_of(*state._own[0])]
        expected[node_classes()[node], bin_, move.action] += 1
    assert (model.counts == expected).all()
    assert expected.sum() >= 4


def test_a_hand_that_was_not_shown_is_spread_over_what_it_may_have_been(prior, rng):
    """The oracle goes through the holdings one by one, by Bayes' rule."""
    model = OpponentModel(prior, 10, memory=None)
    for _ in range(30):
        learn(model, played(rng).summary(0))
    state = played(rng, (0.4, 0.4, 0.2))
    while state.has_showdown or not any(move.seat == 1 for move in state.history):
        state = played(rng, (0.4, 0.4, 0.2))
    summary = state.summary(0)
    moves = [(node, move, bins_on(state.board[: SIZES[move.street]])) for node, move in moves_of(state, 1)]
    likely = {}
    for holding in range(N_HOLDINGS):
        if not set(cards_of(holding)) & {*summary.cards, *summary.board}:
            likely[holding] = math.prod(
                float(model.shares(node)[bins[holding], move.action]) for node, move, bins in moves
            )
    weights = model.weights(summary.history, summary.board, 1, summary.cards)
    assert set(np.flatnonzero(weights).tolist()) == set(likely)
    assert weights[list(likely)] == pytest.approx(np.array(list(likely.values())))
    expected = model.counts.copy()
    for node, move, bins in moves:
        for holding, weight in likely.items():
            expected[node_classes()[node], bins[holding], move.action] += weight / sum(likely.values())
    learn(model, summary)
    assert model.counts == pytest.approx(expected, abs=1e-12)


def test_it_forgets_slowly(prior, rng):
    model, other = OpponentModel(prior, 10, memory=50), OpponentModel(prior, 10, memory=None)
    first = played(rng, (0, 0.7, 0.3)).summary(0)
    learn(model, first)
    learn(other, first)
    assert (model.counts == other.counts).all()
    preflop_fold = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(rng.permutation(52).tolist(), 2))
    preflop_fold.act(Action.FOLD)
    for _ in range(50):
        learn(model, preflop_fold.summary(1))
    later = TREE.street[: TREE.n_decisions] > 0
    assert model.counts[node_classes()[later]] == pytest.approx(other.counts[node_classes()[later]] / math.e)


def test_the_posterior_is_what_the_moves_say():
    """An opponent that is known to raise its best hands and to fold its worst has them after a raise."""
    shares = np.zeros((TREE.n_decisions, N_BINS, 3), np.float32)
    shares[:, :6, Action.CALL] = 0.99
    shares[:, :6, Action.RAISE] = 0.01
    shares[:, 6:, Action.RAISE] = 1
    model = OpponentModel(shares, 10, memory=None)
    state = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(list(range(52)), 2))
    state.act(Action.RAISE)
    weights = model.weights(state.history, (), 1, state.view(0).cards)
    strong = bins_on(()) >= 6
    assert weights[strong].sum() > 50 * weights[~strong].sum()


# the prior


def test_the_prior_is_the_mean_strategy_of_its_bins(rng):
    policy = make_player("random:fold=0.1,call=0.6,raise=0.3")
    found = averaged(policy, n_boards=1)
    legal = TREE.children[: TREE.n_decisions] >= 0
    for node in rng.integers(TREE.n_decisions, size=50).tolist():
        triple = np.where(legal[node], (0.1, 0.6, 0.3), 0)
        expected = np.where(legal[node], LEAST + (1 - LEAST * legal[node].sum()) * triple / triple.sum(), 0)
        uniform = legal[node] / legal[node].sum()
        empty = np.abs(found[node] - uniform).max(axis=1) < 1e-6  # no hand of the bin on the one board
        assert found[node][~empty] == pytest.approx(np.tile(expected, ((~empty).sum(), 1)), abs=1e-6)
        assert empty.sum() <= 2


class ByParity:
    """Goes on with holdings of even numbers, folds the others where it can, else checks: as a policy of the tree."""

    name = "parity"

    def strategy_at_nodes(self, _, nodes):
        found = np.zeros((len(nodes), 3, 1326), dtype=np.float32)
        is_even = np.arange(1326) % 2 == 0
        for row, node in zip(found, nodes.tolist(), strict=True):
            legal = TREE.children[node] >= 0
            row[Action.RAISE if legal[Action.RAISE] else Action.CALL, is_even] = 1
            row[Action.FOLD if legal[Action.FOLD] else Action.CALL, ~is_even] = 1
        return found

    def act(self, view, rng):
        raise NotImplementedError

    strategy = strategy_by_holding = act


def test_holdings_that_do_not_come_to_a_decision_hardly_count():
    found = averaged(ByParity(), n_boards=1)
    first, again = 0, TREE.node_after([Action.RAISE, Action.RAISE])  # the same seat
    even = np.bincount(bins_on(()), np.arange(1326) % 2 == 0, 12) / np.bincount(bins_on(()), minlength=12)
    assert found[first, :, Action.RAISE] == pytest.approx(0.97 * even + 0.01, abs=1e-6)
    share = 1.01 * even / (1.01 * even + 0.01 * (1 - even))
    assert found[again, :, Action.RAISE] == pytest.approx(0.97 * share + 0.01, abs=1e-6)


def test_a_prior_is_written_and_read_to_a_byte_per_probability(prior, tmp_path):
    path = tmp_path / "prior.table"
    write_prior(prior, path)
    again = read_prior(path)
    assert again == pytest.approx(prior, abs=0.006)
    assert again.sum(axis=2) == pytest.approx(1)
    path.write_bytes(path.read_bytes()[:-3] + b"abc")
    with pytest.raises(TableError, match="checksum"):
        read_prior(path)
    with pytest.raises(TableError, match="is not there"):
        read_prior(tmp_path / "none.table")


def test_the_shipped_prior_is_a_strategy():
    shipped = shipped_prior()
    legal = np.broadcast_to((TREE.children[: TREE.n_decisions] >= 0)[:, None], shipped.shape)
    assert shipped.sum(axis=2) == pytest.approx(1, abs=1e-6)
    assert not shipped[~legal].any()
    assert (shipped[legal] > 0).all()


def test_the_shipped_prior_is_the_equilibrium():
    """Before the flop no board is drawn, and a seat that acts for the first time may have any holding."""
    policy = make_player("equilibrium")
    bins = bins_on(())
    for node in (0, TREE.node_after([Action.CALL]), TREE.node_after([Action.RAISE])):
        stated = policy.strategy_by_holding(view_at(node))
        for (action, _), shares in zip(stated.actions, stated.probabilities.T, strict=True):
            mean = np.bincount(bins, shares) / np.bincount(bins)
            assert np.abs(shipped_prior()[node, :, action] - mean).max() < 0.03
