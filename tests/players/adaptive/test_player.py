"""The adaptive player: its decisions, that it learns in order and sees nothing hidden; and its control."""

import numpy as np
import pytest

import deluck
from deluck.cards import cards_of, holding_cards, holding_of
from deluck.evaluator import strengths
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Learner, Policy, Specialist
from deluck.games.limit_tree import limit_tree
from deluck.players import PlayerError, make_player
from deluck.players.adaptive.expectimax import GROUP_EDGES, action_values, draw_samples
from deluck.players.adaptive.model import OpponentModel
from deluck.players.adaptive.prior import shipped_prior
from deluck.players.adaptive.situations import bins_on, node_classes

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
TREE = limit_tree()
RANDOM = "random:fold=0.1,call=0.5,raise=0.4"
QUICK = "adaptive:samples=30"


def dealt(rng, holes=None, board=None):
    deck = rng.permutation(52).tolist()
    if holes is not None:
        used = {*holes[0], *holes[1], *(board or ())}
        rest = [card for card in deck if card not in used]
        deal = HoldemDeal((tuple(holes[0]), tuple(holes[1])), tuple(board or rest[:5]))
        return HoldemState(HoldemRules.limit(2), deal)
    return HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(deck, 2))


def random_state(rng, street):
    """A hand at a decision of a street."""
    while True:
        state = dealt(rng)
        while state.actor is not None and state.street <= street:
            if state.street == street and rng.random() < 0.5:
                return state
            shares = {FOLD: 0.1, CALL: 0.5, RAISE: 0.4}
            weights = np.array([shares[action] for action in state.legal_actions()])
            state.act(state.legal_actions()[int(rng.choice(len(weights), p=weights / weights.sum()))])


# what actions are worth


def plain_value(node, seat, model, samples, reach, street, rows):
    """What a node is worth, by recursion over lists: groups are told apart from their deal on."""
    if TREE.actor[node] < 0:
        folder = TREE.folder[node]
        if folder >= 0:
            paid = TREE.contributions[node, folder]
            return sum(reach[row] for row in rows) * (-paid if folder == seat else paid)
        return sum(reach[row] * samples.results[row] for row in rows) * TREE.contributions[node, 0]
    here = int(TREE.street[node])
    if here != street:
        n_groups, bounds = samples.n_groups[here], samples.bounds[here]
        groups = [[row for row in rows if bounds[g] <= row < bounds[g + 1]] for g in range(n_groups)]
        return sum(plain_value(node, seat, model, samples, reach, here, group) for group in groups if group)
    children = [(action, int(TREE.children[node, action])) for action in Action if TREE.children[node, action] >= 0]
    if TREE.actor[node] == seat:
        return max(plain_value(child, seat, model, samples, reach, street, rows) for _, child in children)
    shares, total = model.shares(node), 0.0
    for action, child in children:
        after = {row: reach[row] * shares[samples.bins[street, row], action] for row in rows}
        total += plain_value(child, seat, model, samples, after, street, rows)
    return total


@pytest.mark.parametrize("street", [1, 2, 3])
def test_values_are_those_of_a_plain_recursion(street, rng):
    model = OpponentModel(shipped_prior(), 10, memory=None)
    model.counts[node_classes()] = rng.random((TREE.n_decisions, 12, 3)) * (model.prior > 0) * 5
    for _ in range(2):
        view = random_state(rng, street).view()
        weights = model.weights(view.history, view.board, 1 - view.seat, view.cards)
        samples = draw_samples(view.cards, view.board, weights, 12)
        node = TREE.node_of(view)
        found = action_values(node, view.seat, samples, model.prior, model.counts, 10)
        for action in Action:
            child = int(TREE.children[node, action])
            if child < 0:
                assert found[action] == -np.inf
                continue
            reach = dict(enumerate(samples.weights.tolist()))
            expected = plain_value(child, view.seat, model, samples, reach, street, list(reach))
            assert found[action] == pytest.approx(expected, abs=1e-9)


def test_a_call_on_the_river_is_worth_the_pot_times_what_is_beaten(rng):
    """Against somebody who does the same with every hand all holdings are equally likely: exact enumeration."""
    uniform = np.tile(np.float32([0.2, 0.5, 0.3]), (TREE.n_decisions, 12, 1))
    uniform *= (TREE.children[: TREE.n_decisions] >= 0)[:, None]
    uniform /= uniform.sum(axis=2, keepdims=True)
    player = make_player("adaptive:learning=no")
    player.prior = uniform
    state = dealt(rng)
    for letter in "cc" + "cc" + "cc" + "r":
        state.act({"c": CALL, "r": RAISE}[letter])
    view = state.view()
    free = [h for h in range(1326) if not set(cards_of(h)) & {*view.cards, *view.board}]
    theirs = strengths(np.concatenate([holding_cards()[free], np.tile(view.board, (len(free), 1))], axis=1))
    mine = strengths(np.array([[*view.cards, *view.board]]))[0]
    result = np.sign(mine.astype(int) - theirs.astype(int)).mean()
    values = player.values(view)
    assert values[CALL] == pytest.approx(30 * result)
    assert values[FOLD] == pytest.approx(-10)


def test_samples_are_hands_and_boards_that_can_be(rng):
    cards, board = (0, 5), (10, 20, 32)
    weights = np.zeros(1326)
    weights[[holding_of(4, 9), holding_of(44, 45)]] = 1, 3
    samples = draw_samples(cards, board, weights, 400)
    assert samples.weights.sum() == pytest.approx(1)
    weak, strong = bins_on(board)[[holding_of(4, 9), holding_of(44, 45)]]
    assert weak != strong
    assert np.bincount(samples.bins[1])[[weak, strong]] == pytest.approx([100, 300], abs=1)
    assert samples.n_groups[:2].tolist() == [1, 1]
    assert 1 < samples.n_groups[2] <= len(GROUP_EDGES[2]) + 1
    assert (np.diff(samples.bounds[3]) >= 0).all()


@pytest.mark.parametrize("street", range(4))
def test_decisions_are_legal_stated_and_the_same_again(street, rng):
    player = make_player("adaptive")
    assert isinstance(player, Policy)
    assert isinstance(player, Specialist)
    for _ in range(10):
        view = random_state(rng, street).view()
        stated = player.strategy(view)
        assert sorted(stated.probabilities.tolist()) == [0] * (len(stated.actions) - 1) + [1]
        action = player.act(view, rng)
        assert action in view.legal_actions
        assert stated.triple[action] == 1
        assert player.act(view, np.random.default_rng(99)) == action


# what it learns


def test_it_learns_to_raise_everything_against_somebody_who_folds(rng):
    player = make_player("adaptive")
    trash = dealt(rng, [(50, 51), (0, 21)])
    before = player.values(trash.view())
    for hand in range(300):
        state = dealt(rng)
        seat = hand % 2
        while state.actor is not None:
            facing = state.to_call > 0
            state.act(RAISE if state.actor == seat and RAISE in state.legal_actions() else FOLD if facing else CALL)
        player.hand_over(state.summary(seat))
    after = player.values(trash.view())
    assert after.argmax() == RAISE
    assert after[RAISE] > before[RAISE] + 2.5  # of the 10 chips of the big blind, half way from the prior


def test_opponents_are_learned_apart(rng):
    player = make_player("adaptive")
    state = dealt(rng)
    state.act(FOLD)
    player.hand_over(state.summary(0)._replace(names=("me", "Ann")))
    assert player.model_of("Ann").counts.sum() == pytest.approx(1)
    assert not player.model_of("Bob").counts.any()


class Spy:
    """Stands between the arena and the player, and notes all that the player is given."""

    def __init__(self, player):
        self.player, self.name, self.given = player, player.name, []

    def act(self, view, rng):
        self.given.append(view)
        return self.player.act(view, rng)

    def hand_over(self, summary):
        self.given.append(summary)
        self.player.hand_over(summary)


def test_it_is_given_no_hidden_cards():
    spy = Spy(make_player(QUICK))
    deluck.play(spy, RANDOM, n_hands=60, seed=4)
    n_shown = 0
    for given in spy.given:
        shown = [cards for cards in getattr(given, "shown", ()) if cards is not None]
        assert not shown or not any(given.folded)  # nobody shows where somebody folded
        n_shown += len(shown) == 2
        assert len(given.cards) == 2
        assert not given.up_cards
        assert len(set(given.cards) | set(given.board)) == 2 + len(given.board)
    assert 5 < n_shown < 60


def test_other_hidden_cards_change_nothing(rng):
    """Every hand is dealt twice, with the opponent's cards exchanged for others; a hand that was shown stays."""
    one, other = make_player(QUICK), make_player(QUICK)
    n_changed = 0
    for hand in range(40):
        seat = hand % 2
        first = dealt(rng)
        mine, board = first._own[seat], first._deal.board
        used = {*mine, *board, *first._own[1 - seat]}
        hidden = [card for card in rng.permutation(52).tolist() if card not in used][:2]
        holes = (mine, tuple(hidden)) if seat == 0 else (tuple(hidden), mine)
        moves = []
        while first.actor is not None:
            if first.actor == seat:
                action = one.act(first.view(), rng)
            else:
                legal = first.legal_actions()
                action = legal[int(rng.integers(len(legal)))]
            moves.append(action)
            first.act(action)
        if first.has_showdown:
            for player in (one, other):
                player.hand_over(first.summary(seat))
            continue
        second = dealt(rng, holes, board)
        for action in moves:
            if second.actor == seat:
                assert other.act(second.view(), rng) == action
            second.act(action)
        one.hand_over(first.summary(seat))
        other.hand_over(second.summary(seat))
        assert (one.model_of("").counts == other.model_of("").counts).all()
        n_changed += 1
    assert n_changed > 10


def test_a_resumed_match_is_the_same_to_the_byte(tmp_path):
    whole, parts = tmp_path / "whole.log", tmp_path / "parts.log"
    deluck.play(QUICK, RANDOM, n_hands=90, seed=8, log=whole)
    for n_hands in (20, 61, 90):
        deluck.play(QUICK, RANDOM, n_hands=n_hands, seed=8, log=parts)  # a new player each time: it is shown all
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("duplicate", [False, True])
def test_two_jobs_and_duplicates_keep_the_order(duplicate, tmp_path):
    logs = [tmp_path / f"{jobs}.log" for jobs in (1, 2)]
    for jobs, log in zip((1, 2), logs, strict=True):
        result = deluck.play(QUICK, RANDOM, n_hands=210, seed=2, jobs=jobs, duplicate=duplicate, log=log)
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert result.remarks == ("adaptive learns from hand to hand: played in order in one process",)


def test_the_control_does_not_learn(tmp_path):
    control = make_player("adaptive:learning=no,samples=30")
    assert not isinstance(control, Learner)
    assert isinstance(make_player("adaptive"), Learner)
    logs = [tmp_path / f"{jobs}.log" for jobs in (1, 2)]
    for jobs, log in zip((1, 2), logs, strict=True):
        result = deluck.play(control, RANDOM, n_hands=210, seed=2, jobs=jobs, log=log)
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert not result.remarks
    assert not control.model_of("random").counts.any()


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("adaptive:memory=0", "adaptive cannot take memory=0 (expected"),
        ("adaptive:learning=maybe", "adaptive cannot take learning=maybe (expected"),
        ("adaptive:samples=1", "adaptive cannot take samples=1 (expected"),
    ],
)
def test_options_that_make_no_player_are_refused(spec, sentence):
    with pytest.raises(PlayerError) as refused:
        make_player(spec)
    assert sentence in str(refused.value)


def test_it_does_not_sit_down_at_other_tables():
    with pytest.raises(PlayerError, match=r"adaptive cannot play limit hold'em with 3 seats \(expected two\)"):
        deluck.play("adaptive", *["always-call"] * 2, n_hands=3)
    with pytest.raises(PlayerError, match="adaptive cannot play no-limit hold'em"):
        deluck.play("adaptive", "always-call", game="no-limit", n_hands=2)
    with pytest.raises(PlayerError, match="adaptive cannot play seven-card stud"):
        deluck.play("adaptive", "always-call", game="stud7", n_hands=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_three_thousand_hands_it_exploits_the_baseline_and_its_control_does_less(seed, tmp_path):
    from deluck.studies.matches import games_of

    found = {}
    for spec in ("adaptive", "adaptive:learning=no"):
        log = tmp_path / f"{spec[-2:]}.log"
        deluck.play(spec, "baseline", n_hands=5_000, seed=seed, log=log)
        found[spec] = games_of(log, "adaptive", names=["divat_roe"]).values("divat_roe")[3_000:].mean()
    assert found["adaptive"] > 0.3
    assert found["adaptive"] > found["adaptive:learning=no"]
