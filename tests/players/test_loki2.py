"""Loki-2 as a player: its parts can be combined, it plays at any table without fault, and plays well."""

from itertools import permutations

import numpy as np
import pytest

from deluck.arena import play, tournament
from deluck.beliefs.holdem.weights import class_weights
from deluck.cards import format_starting_hand
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Policy, StudRules
from deluck.isomorphism import relabellings
from deluck.players import Loki1, PlayerError, make_player

USES = ("", "B", "R", "BR", "S", "BS", "RS", "BRS")
OPPONENTS = ("random", "always-raise", "loki1", "random:fold=0.1,call=0.6,raise=0.3", "always-call")


def random_view(n_seats, rng, deck=None):
    """A view somewhere in a hand of callers and raisers, the cards optionally relabelled."""
    deck = rng.permutation(52).tolist() if deck is None else deck
    state = HoldemState(HoldemRules.limit(n_seats), HoldemDeal.from_deck(deck, n_seats))
    n_moves = int(rng.integers(0, 4 * n_seats))
    for _ in range(n_moves):
        before = state.copy()
        legal = state.legal_actions()
        state.act(legal[int(rng.integers(len(legal)))] if rng.random() < 0.4 else Action.CALL)
        if state.is_over:
            state = before
            break
    return state.view()


def test_every_combination_is_made_and_only_those_without_simulation_state_a_strategy():
    for use in USES:
        for written in {"".join(letters) for letters in permutations(use.lower())}:
            player = make_player(f"loki2:use={written}")
            assert str(player.options.use) == use
            assert isinstance(player, Policy) == ("S" not in use)
    assert str(make_player("loki2").options.use) == "BRS"
    assert make_player("loki2:preflop=yes").options.preflop
    assert not make_player("loki2").options.preflop
    assert make_player("loki2:sim=200,style=tight-aggressive,level=0,seconds=0.5").options.sim == 200
    names = {make_player(f"loki2:use={use}").name for use in USES}
    assert len(names) == len(USES)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("loki2:use=X", "loki2 cannot take use=X (expected some of the letters B, R and S, each once)"),
        ("loki2:use=BB", "cannot take use=BB"),
        (
            "loki2:use=BR,sim=5,preflop=yes",
            "loki2 cannot take sim=5,preflop=yes with use=BR (expected S: else it does not simulate)",
        ),
        ("loki2:sim=0", "loki2 cannot take sim=0 (expected a whole number from 1 to 1,000,000)"),
        ("loki2:sim=100000000000", "sim=100000000000 (expected a whole number from 1 to 1,000,000)"),
        ("loki2:seconds=0", "loki2 cannot take seconds=0 (expected a number above 0)"),
        ("loki2:level=1", "loki2 cannot take level=1 (expected a number from 0 to below 1)"),
        ("loki2:style=wild", "loki2 cannot take style=wild (expected one of: moderate, "),
        ("loki2:floor=0.05", "loki2 cannot take floor=0.05 with use=BRS (expected no R: triples have no floor)"),
        ("loki2:use=S,floor=1.5", "loki2 cannot take floor=1.5 (expected a number from 0 to 1)"),
    ],
)
def test_what_makes_no_loki2_is_refused(spec, sentence):
    with pytest.raises(PlayerError) as refused:
        make_player(spec)
    assert sentence in str(refused.value)


def test_a_lower_floor_believes_a_raise_more():
    state = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(list(range(52)), 2))
    state.act(Action.RAISE)
    weights = []
    for option in ("", ",floor=0.05"):
        player = make_player(f"loki2:use=S{option}")
        (opponent,) = player.explain(state.view()).opponents
        weights.append(class_weights(opponent.table)[[format_starting_hand(n) for n in range(169)].index("74o")])
    assert player.name == "loki2-S-floor-0.05"
    assert weights[1] < weights[0] / 1.5


def test_it_refuses_stud():
    with pytest.raises(PlayerError, match="loki2 cannot play seven-card stud"):
        make_player("loki2").check_table(StudRules.paper(7))


def test_without_any_part_it_is_loki1():
    rng = np.random.default_rng(1)
    plain, loki1 = make_player("loki2:use="), Loki1()
    for _ in range(150):
        view = random_view(int(rng.integers(2, 11)), rng)
        assert plain.strategy(view).triple == loki1.strategy(view).triple
        assert plain.act(view, rng) == loki1.act(view, rng)


@pytest.mark.parametrize("use", ["B", "BR"])
def test_actions_are_drawn_by_the_triple_it_states(use):
    rng = np.random.default_rng(2)
    player = make_player(f"loki2:use={use}")
    for _ in range(3):
        view = random_view(3, rng)
        stated = player.strategy(view).triple
        assert sum(stated) == pytest.approx(1)
        drawn = np.bincount([player.act(view, rng) for _ in range(300)], minlength=3) / 300
        np.testing.assert_allclose(drawn, stated, atol=0.09)


def test_suits_relabelled_give_the_same_triple():
    rng = np.random.default_rng(3)
    player = make_player("loki2:use=BR")
    for _ in range(40):
        n_seats, seed = int(rng.integers(2, 11)), int(rng.integers(1 << 30))
        deck = rng.permutation(52)
        suits = rng.permutation(4)
        relabelled = 4 * (deck // 4) + suits[deck % 4]
        one, other = (
            player.strategy(random_view(n_seats, np.random.default_rng(seed), cards.tolist())).triple
            for cards in (deck, relabelled)
        )
        assert one == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize("spec", ["loki2:use=S,sim=60", "loki2:sim=60", "loki2:use=RS,sim=60,preflop=yes"])
def test_suits_relabelled_and_a_flop_in_another_order_give_the_same_trials(spec):
    rng = np.random.default_rng(12)
    player = make_player(spec)
    n_simulated = 0
    for _ in range(30):
        view = random_view(int(rng.integers(2, 11)), rng)
        moved = relabellings()[int(rng.integers(24))]
        flop = rng.permutation(view.board[:3]).tolist()
        board = tuple(int(moved[card]) for card in (*flop, *view.board[3:]))
        other = view._replace(cards=tuple(int(moved[card]) for card in reversed(view.cards)), board=board)
        one, again = (player.explain(each) for each in (view, other))
        assert one.action is again.action
        if one.simulation is not None:
            n_simulated += 1
            assert one.simulation.call.mean == pytest.approx(again.simulation.call.mean, abs=1e-9)
            assert one.simulation.n_trials == again.simulation.n_trials
    assert n_simulated > 8


def test_explanations_agree_with_what_it_does():
    rng = np.random.default_rng(4)
    for use in ("R", "BR"):
        player = make_player(f"loki2:use={use}")
        for _ in range(10):
            view = random_view(int(rng.integers(2, 7)), rng)
            found = player.explain(view)
            assert found.probabilities == player.strategy(view).triple
            assert found.why
            assert found.as_dict()["simulation"] is None
    player = make_player("loki2:sim=50,preflop=yes")
    for _ in range(5):
        view = random_view(4, rng)
        found = player.explain(view)
        assert found.action is player.act(view, np.random.default_rng(0))
        assert found.probabilities[found.action] == 1
        assert found.as_dict()["simulation"]["trials"] == 50
    before_flop = HoldemState(HoldemRules.limit(4), HoldemDeal.from_deck(list(range(52)), 4)).view()
    by_triple = make_player("loki2").explain(before_flop)
    assert by_triple.simulation is None
    assert by_triple.probabilities == make_player("loki2:use=BR").strategy(before_flop).triple


def faults_over(spec, n_hands, seed):
    faults = []
    for n_seats in range(2, 11):
        others = [OPPONENTS[place % len(OPPONENTS)] for place in range(n_seats - 2)]
        players = [spec, *others, spec] if n_seats > 2 else [spec, "random"]
        faults += play(*players, n_hands=n_hands // 9 + 1, seed=seed + n_seats).faults
    return faults


def test_2000_hands_at_2_to_10_seats_without_fault():
    assert faults_over("loki2:use=BR", 2_000, seed=1) == []


def test_200_simulated_hands_at_2_to_10_seats_without_fault():
    assert faults_over("loki2:sim=20", 200, seed=2) == []


@pytest.mark.slow
def test_20000_hands_at_2_to_10_seats_without_fault():
    assert faults_over("loki2:use=BR", 20_000, seed=3) == []


@pytest.mark.slow
def test_2000_simulated_hands_at_2_to_10_seats_without_fault():
    assert faults_over("loki2:sim=100", 2_000, seed=4) == []


def test_the_same_seed_gives_the_same_simulated_games():
    one, other = (play("loki2:sim=20", "loki1", n_hands=20, seed=5) for _ in range(2))
    assert one == other


def enhanced(use, n_deals, seed=0):
    players = [f"loki2:use={use}"] * 2 + ["loki1"] * 8
    return tournament(*players, n_seats=10, n_deals=n_deals, seed=seed, duplicate=True).players[0].per_game


def test_reading_opponents_by_triples_wins_of_loki1():
    """R, the strongest effect; see docs/results for the paper's size."""
    assert enhanced("R", 150).interval95[0] > 0


@pytest.mark.slow
def test_betting_and_reading_by_triples_and_simulation_win_of_loki1():
    assert enhanced("BR", 1000).interval95[0] > 0
    assert enhanced("BRS", 1000).interval95[0] > 0
