"""Strategies in bulk: for all 1,326 holdings at once what the policy answers for each of them alone."""

import numpy as np
import pytest

from deluck.cards import N_HOLDINGS, cards_of, holdings_beside
from deluck.errors import PlayerError
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Policy, StudDeal, StudRules, StudState
from deluck.games.players import Strategy, holding_by_holding
from deluck.players import PLAYERS, make_player

LIMIT = ["baseline", "baseline:style=tight/very-aggressive", "equilibrium", "equilibrium:strategy=coarse,cut=0.15"]
LIMIT_RING = [
    "loki1",
    "loki1:style=tight-aggressive",
    *(f"loki1:version={version}" for version in "ABCDE"),
    "loki2:use=",
    "loki2:use=B",
    "loki2:use=R,style=loose-aggressive",
    "loki2:use=BR",
]
ANY_STRUCTURE = [
    "always-call",
    "always-fold",
    "always-raise:0.75pot",
    "random",
    "random:fold=0.1,call=0.6,raise=0.3,sizes=min/pot/2pot",
    "scripted:crrc",
]
BOARD_SIZES = (0, 3, 4, 5)


def random_view(rng, rules, street, stacks=None):
    """A view on a street, after random betting."""
    while True:
        state = HoldemState(rules, HoldemDeal.from_deck(rng.permutation(52).tolist(), rules.n_seats), stacks)
        while state.actor is not None:
            if state.street == street and rng.random() < 0.4:
                return state.view()
            if state.street > street:
                break
            legal = state.legal_actions()
            shares = {Action.FOLD: 0.1, Action.CALL: 0.6, Action.RAISE: 0.3}
            weights = np.array([shares[action] for action in legal])
            state.act(legal[int(rng.choice(len(legal), p=weights / weights.sum()))])


def check(player, view, rng, n_sampled):
    """The rows are probabilities, zero where the board blocks, and those of sampled holdings are the single answers."""
    assert isinstance(player, Policy)
    bulk = player.strategy_by_holding(view)
    assert bulk.probabilities.shape == (N_HOLDINGS, len(bulk.actions))
    assert len(set(bulk.actions)) == len(bulk.actions)
    for action, amount in bulk.actions:
        assert (view.min_raise_to <= amount <= view.max_raise_to) if action is Action.RAISE else amount == 0
    possible = holdings_beside(view.board)
    assert (bulk.probabilities >= 0).all()
    assert bulk.probabilities[possible].sum(axis=1) == pytest.approx(1)
    assert not bulk.probabilities[~possible].any()
    for holding in rng.choice(np.flatnonzero(possible), n_sampled, replace=False).tolist():
        own = view._replace(cards=cards_of(holding))
        single = player.strategy(own)
        found = dict(zip(bulk.actions, bulk.probabilities[holding].tolist(), strict=True))
        expected = dict.fromkeys(bulk.actions, 0.0) | dict(zip(single.actions, single.probabilities, strict=True))
        assert found == pytest.approx(expected, abs=1e-9)
        if set(expected.values()) <= {0.0, 1.0}:
            assert found == expected


@pytest.mark.parametrize("spec", LIMIT_RING)
@pytest.mark.parametrize("street", range(4))
def test_bulk_rows_are_the_single_answers(spec, street):
    rng = np.random.default_rng([street, LIMIT_RING.index(spec)])
    for n_seats in (2, int(rng.integers(3, 11))):
        view = random_view(rng, HoldemRules.limit(n_seats), street)
        check(make_player(spec), view, rng, n_sampled=60)


@pytest.mark.parametrize("spec", LIMIT)
@pytest.mark.parametrize("street", range(4))
def test_bulk_rows_of_the_baseline_are_the_single_answers(spec, street):
    rng = np.random.default_rng(street)
    for _ in range(3):
        check(make_player(spec), random_view(rng, HoldemRules.limit(2), street), rng, n_sampled=100)


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit"])
@pytest.mark.parametrize("street", range(4))
def test_bulk_rows_of_the_no_limit_baseline_are_the_single_answers(structure, street):
    rng = np.random.default_rng([street, len(structure)])
    for stacks in ((20_000, 20_000), (5_000, 700, 20_000), (3_000,) * 6):
        rules = getattr(HoldemRules, structure)(len(stacks))
        check(make_player("baseline-nl"), random_view(rng, rules, street, stacks), rng, n_sampled=100)


@pytest.mark.parametrize("spec", ANY_STRUCTURE)
@pytest.mark.parametrize("structure", ["limit", "no_limit", "pot_limit"])
def test_players_that_do_not_look_at_their_cards_state_the_same_for_all(spec, structure):
    rng = np.random.default_rng(1)
    rules = getattr(HoldemRules, structure)(3)
    for street in range(4):
        stacks = None if structure == "limit" else (5_000, 700, 20_000)
        view = random_view(rng, rules, street, stacks)
        player = make_player(spec)
        if spec.startswith("scripted") and player.act(view, rng) not in view.legal_actions:
            continue
        check(player, view, rng, n_sampled=5)


@pytest.mark.parametrize("street", [0, 2, 3])
def test_bulk_rows_of_winprob_are_the_single_answers_by_what_it_has_learned(street):
    rng = np.random.default_rng(street)
    player = make_player("winprob:memory=10")
    for cards in rng.permutation(52)[:16].reshape(8, 2).tolist():
        player.model_of("").observe(*cards)
    check(player, random_view(rng, HoldemRules.limit(3), street), rng, n_sampled=20)


@pytest.mark.parametrize("spec", ["loki1", "loki1:version=A", "loki2:use=", "loki2:use=BR"])
def test_every_row_on_boards_that_everybody_plays(spec):
    """Everybody ties with a strength of exactly one half, which is a threshold: rounding must not decide."""
    state = HoldemState(HoldemRules.limit(2), HoldemDeal((((0), (1)), ((2), (3))), (48, 44, 40, 36, 32)))
    for letter in "ccccccc":
        state.act({"c": Action.CALL}[letter])
    view = state.view()
    player = make_player(spec)
    bulk, slow = player.strategy_by_holding(view), holding_by_holding(player, view)
    assert bulk.actions == slow.actions
    np.testing.assert_allclose(bulk.probabilities, slow.probabilities, atol=1e-9)


def test_no_limit_sizes_are_actions_of_their_own():
    state = HoldemState(HoldemRules.no_limit(2), HoldemDeal.from_deck(list(range(52)), 2), (20_000, 20_000))
    found = make_player("random:fold=0.1,call=0.3,raise=0.6,sizes=min/pot/all-in").strategy(state.view())
    raises = {(Action.RAISE, amount): pytest.approx(0.2) for amount in (200, 300, 20_000)}
    assert dict(zip(found.actions, found.probabilities, strict=True)) == {
        (Action.FOLD, 0): pytest.approx(0.1),
        (Action.CALL, 0): pytest.approx(0.3),
        **raises,
    }
    assert found.triple == pytest.approx((0.1, 0.3, 0.6))
    state.act(Action.RAISE, 15_000)  # every size is all-in now
    found = make_player("random:fold=0.1,call=0.3,raise=0.6").strategy(state.view())
    assert found.actions == ((Action.FOLD, 0), (Action.CALL, 0), (Action.RAISE, 20_000))
    assert found.probabilities == pytest.approx([0.1, 0.3, 0.6])


def test_which_players_are_policies_and_which_are_not():
    """Trials decide for simulating Loki-2, and a stud hand is no holding."""
    stated = {name: isinstance(make_player(name), Policy) for name in PLAYERS}
    assert [name for name, states in stated.items() if not states] == ["loki2", "stud-bet-inferring", "stud-cards-only"]
    assert isinstance(make_player("loki2:use=BR"), Policy)


def test_strategies_in_bulk_are_of_holdem_only():
    view = StudState(StudRules.paper(2), StudDeal.from_deck(list(range(52)), 2)).view()
    assert make_player("always-call").strategy(view).triple == (0, 1, 0)
    with pytest.raises(PlayerError, match="expected a view of hold'em"):
        make_player("always-call").strategy_by_holding(view)


def test_a_strategy_from_actions_and_from_triples():
    view = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(list(range(52)), 2)).view()
    sure = Strategy.of_actions(view, Action.RAISE)
    assert sure.actions == ((Action.FOLD, 0), (Action.CALL, 0), (Action.RAISE, view.min_raise_to))
    assert sure.probabilities.tolist() == [0, 0, 1]
    assert Strategy.of_triples(view, (0.5, 0.25, 0.25)).triple == (0.5, 0.25, 0.25)
