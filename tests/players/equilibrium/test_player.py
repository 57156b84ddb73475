"""The equilibrium player: shipped files, options, the games it plays, rivers solved anew."""

import shutil

import numpy as np
import pytest

from deluck.cards import holdings_beside, parse_cards
from deluck.errors import PlayerError
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, TreePolicy
from deluck.games.limit_tree import limit_tree, view_at
from deluck.isomorphism import relabellings
from deluck.players import make_player
from deluck.players.equilibrium.recipe import shipped_recipe
from deluck.players.equilibrium.resolving import solve_river
from deluck.players.equilibrium.strategy import NAMES, ONE, shipped_path, shipped_table, stored_strategy

LETTERS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}


def view_after(letters, hole="AsKd", board="", rules=None, stacks=None):
    seat_cards = parse_cards(hole)
    rest = [card for card in range(52) if card not in (*seat_cards, *parse_cards(board))]
    rules = rules or HoldemRules.limit(2)
    actor_first = HoldemState(rules, HoldemDeal((tuple(rest[:2]), tuple(rest[2:4])), tuple(parse_cards(board))), stacks)
    for letter in letters:
        actor_first.act(LETTERS[letter])
    return actor_first.view()._replace(cards=tuple(seat_cards))


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_strategies_are_whole_small_and_trained(name):
    assert shipped_table(name).check() == shipped_path(name).stat().st_size <= 4_000_000
    strategy = stored_strategy(name)
    assert strategy.recipe == shipped_recipe(name)
    for shares in (
        *strategy.trunk.shares,
        *(shares for each in strategy.endgames for shares in (each.turn, each.river)),
    ):
        assert (shares.sum(axis=-1) == ONE).all()


@pytest.mark.parametrize("name", NAMES)
def test_obvious_hands_are_played_obviously(name):
    player = make_player(f"equilibrium:strategy={name}")
    assert player.strategy(view_after("", "AsAd")).triple[2] > 0.85
    assert player.strategy(view_after("", "AsAd")).triple[0] == 0
    assert player.strategy(view_after("r", "7c2d")).triple[0] > 0.75
    nuts = view_after("ccccccr", "6d3c", "Ks9d5c4h2s")
    assert player.strategy(nuts).triple[2] > 0.8
    nothing = view_after("ccccccr", "7c6h", "Ks9d5c3hAs")
    assert player.strategy(nothing).triple[0] > 0.5


def test_suits_relabelled_change_nothing():
    player = make_player("equilibrium")
    rng = np.random.default_rng(5)
    for _ in range(20):
        deck = rng.permutation(52)
        moved = relabellings()[int(rng.integers(24))][deck].astype(int)
        views = []
        for cards in (deck.tolist(), moved.tolist()):
            state = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(cards, 2))
            for letter in "rccrcc":
                state.act(LETTERS[letter])
            views.append(state.view())
        one, other = (player.strategy(view).triple for view in views)
        assert one == other


def test_a_strategy_in_a_file_is_played(tmp_path):
    path = tmp_path / "mine.table"
    shutil.copy(shipped_path("coarse"), path)
    player, shipped = make_player(f"equilibrium:strategy={path},cut=0.1"), make_player("equilibrium:strategy=coarse")
    assert player.name == "equilibrium-strategy-mine-cut-0.1"
    view = view_after("rcc", board="Ks9d5c")
    own = make_player(f"equilibrium:strategy={path}").strategy_by_holding(view)
    assert (own.probabilities == shipped.strategy_by_holding(view).probabilities).all()


def test_a_file_without_a_strategy_is_refused(tmp_path):
    path = tmp_path / "mine.table"
    with pytest.raises(PlayerError, match=r"strategy=.*mine\.table \(expected one of: fine, coarse"):
        make_player(f"equilibrium:strategy={path}")
    for impossible in ("a" * 5000, "a\0b", "", str(tmp_path)):
        with pytest.raises(PlayerError, match="expected one of: fine, coarse, or a file"):
            make_player(f"equilibrium:strategy={impossible}")
    damaged = bytearray(shipped_path("coarse").read_bytes())
    damaged[-1] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(PlayerError, match="holds no strategy of this version"):
        make_player(f"equilibrium:strategy={path}")


def test_rare_actions_are_cut():
    plain, cut = make_player("equilibrium"), make_player("equilibrium:cut=0.15")
    assert cut.name == "equilibrium-cut-0.15"
    view = view_after("rcc", board="Ks9d5c")
    before, after = (player.strategy_by_holding(view).probabilities for player in (plain, cut))
    possible = holdings_beside(view.board)
    rare = (before > 0) & (before < 0.15)
    assert rare.any()
    assert not after[rare].any()
    assert after[possible].sum(axis=1) == pytest.approx(1)
    kept = possible & ~rare.any(axis=1)
    assert after[kept] == pytest.approx(before[kept])


@pytest.mark.parametrize("spec", ["equilibrium", "equilibrium:strategy=coarse,cut=0.15"])
@pytest.mark.parametrize("board", ["", "Ks9d5c", "Ks9d5c4h", "Ks9d5c4h2s"])
def test_many_nodes_at_once_are_the_nodes_one_by_one(spec, board):
    player, tree = make_player(spec), limit_tree()
    assert isinstance(player, TreePolicy)
    cards = tuple(parse_cards(board))
    street = (0, 3, 4, 5).index(len(cards))
    first, end = tree.first_of_street[street : street + 2]
    nodes = np.random.default_rng(1).choice(np.arange(first, end), min(end - first, 12), replace=False)
    found = player.strategy_at_nodes(cards, nodes.astype(np.int32))
    for index, node in enumerate(nodes.tolist()):
        bulk = player.strategy_by_holding(view_at(node)._replace(board=cards))
        expected = np.zeros((3, 1326))
        for column, (action, _) in enumerate(bulk.actions):
            expected[action] = bulk.probabilities[:, column]
        np.testing.assert_allclose(found[index], expected, atol=1e-6)


def test_it_draws_actions_as_often_as_it_says():
    player = make_player("equilibrium")
    view = view_after("cr", "Td8c")
    rng = np.random.default_rng(2)
    drawn = np.bincount([player.act(view, rng) for _ in range(4000)], minlength=3) / 4000
    assert drawn == pytest.approx(player.strategy(view).triple, abs=0.04)


def test_other_games_are_refused():
    player = make_player("equilibrium")
    player.check_table(HoldemRules.limit(2, 100))
    for rules, reason in (
        (HoldemRules.limit(3), "3 seats"),
        (HoldemRules.no_limit(2), "no-limit"),
        (HoldemRules(n_seats=2, small_blind=5, big_blind=10, bet_sizes=(10, 10, 20, 20), max_raises=(4,) * 4), "max_r"),
        (HoldemRules(n_seats=2, small_blind=5, big_blind=10, bet_sizes=(10, 10, 20, 20), ante=1), "ante"),
    ):
        with pytest.raises(PlayerError, match=reason):
            player.check_table(rules)
    with pytest.raises(PlayerError, match="cut"):
        make_player("equilibrium:cut=0.5")


def test_short_stacks_leave_only_legal_actions():
    view = view_after("r", "AsAd", stacks=(20, 500))
    assert Action.RAISE not in view.legal_actions
    found = make_player("equilibrium").strategy(view)
    assert {action for action, _ in found.actions} == {Action.FOLD, Action.CALL}
    assert found.probabilities.sum() == pytest.approx(1)


def best_response_gain(start, board, ranges, shares, responder):
    """What a best response wins on a river over the strategies' own value, by plain loops over pairs of holdings."""
    from deluck.cards import holding_cards
    from deluck.evaluator import strengths

    tree = limit_tree()
    possible = np.flatnonzero(holdings_beside(board))
    cards = holding_cards()[possible]
    ranked = strengths(np.concatenate([cards, np.tile(board, (len(possible), 1))], axis=1)).astype(int)
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    beats = np.sign(ranked[:, None] - ranked[None, :]) * apart

    def walk(node, reach, respond):
        if tree.actor[node] < 0:
            if tree.folder[node] < 0:
                return tree.contributions[node, 0] / 10 * (beats @ reach)
            loser = tree.folder[node]
            sign = -1 if loser == responder else 1
            return sign * tree.contributions[node, loser] / 10 * (apart @ reach)
        found = shares(node)[possible]
        values = []
        for action, child in enumerate(tree.children[node]):
            if child >= 0:
                own = tree.actor[node] == responder
                values.append((action, walk(child, reach if own else reach * found[:, action], respond)))
        if tree.actor[node] != responder:
            return sum(value for _, value in values)
        if respond:
            return np.max([value for _, value in values], axis=0)
        return sum(found[:, action] * value for action, value in values)

    opponent, own = ranges[1 - responder][possible], ranges[responder][possible]
    best, usual = (own @ walk(start, opponent, respond) for respond in (True, False))
    return (best - usual) / (own @ apart @ opponent)


def test_a_river_solved_anew_can_hardly_be_exploited_and_more_iterations_help():
    tree = limit_tree()
    start = tree.node_after([LETTERS[letter] for letter in "rccrccc"])
    assert tree.street[start] == 3
    board = tuple(parse_cards("Ks9d5c4hTs"))
    stored = stored_strategy("fine")

    def by_holding(node, board):
        return stored.triples(node, board) / ONE

    ranges = np.ones((2, 1326))
    node = start
    while node > 0:
        parent = int(tree.parent[node])
        ranges[tree.actor[parent]] *= by_holding(parent, board)[:, tree.last_action[node]]
        node = parent
    gains = {}
    for n_iterations in (10, 100):
        solved = solve_river(start, board, by_holding, n_iterations=n_iterations)
        gains[n_iterations] = sum(best_response_gain(start, board, ranges, solved.triples, seat) for seat in (0, 1))

    def as_stored(node):
        return make_player("equilibrium").strategy_at_nodes(board, np.array([node], dtype=np.int32))[0].T

    plain = sum(best_response_gain(start, board, ranges, as_stored, seat) for seat in (0, 1))
    assert 0 <= gains[100] < gains[10]
    assert gains[100] < 0.25 * plain


def test_a_solved_river_is_played():
    player = make_player("equilibrium:resolve=river")
    view = view_after("cccccc", "KdKc", "Ks9d5c4h2s")
    bulk = player.strategy_by_holding(view)
    assert bulk.probabilities[holdings_beside(view.board)].sum(axis=1) == pytest.approx(1)
    assert not bulk.probabilities[~holdings_beside(view.board)].any()
    facing = view_after("ccccccr", "KdKc", "Ks9d5c4h2s")
    fold, _, raising = player.strategy(facing).triple
    assert fold < 0.01
    assert raising > 0.4  # straights are possible
