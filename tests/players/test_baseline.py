"""The baseline as a player: its action at every node, and what it costs against itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import deluck
from deluck.arena import tournament
from deluck.arena.client import connect
from deluck.arena.dealer import deal_match
from deluck.estimators import Sampling, analyse, decision_prices, estimate_hands
from deluck.estimators.divat import BETTING_STYLES, FOLDING_STYLES, RoundNode, parse_style, ranks_of, round_start
from deluck.estimators.divat.policy import baseline_action
from deluck.formats import read_columns
from deluck.games import (
    Action,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Policy,
    Specialist,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.players import Baseline, PlayerError, make_player
from deluck.records import HandColumns

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
STYLES = ["moderate", "tight/conservative", "very-loose/very-aggressive", "slightly-tight/slightly-aggressive"]


def games(folder, *players, n_hands, seed, **options):
    log = folder / "match.log"
    result = deluck.play(*players, n_hands=n_hands, seed=seed, log=log, overwrite=True, **options)
    assert not result.faults
    return HandColumns.concatenate(read_columns(log))


@pytest.mark.parametrize("style", STYLES)
def test_at_every_node_it_does_what_the_policy_says(style, rng):
    """Rounds are followed by `RoundNode`, in small bets, while the player sees chips."""
    player, settings = make_player(f"baseline:style={style}"), parse_style(style)
    seen = set()
    for _ in range(400):
        deal = HoldemDeal.from_deck(rng.permutation(52).tolist(), 2)
        cards = [card for holding in deal.holes for card in holding]
        state = HoldemState(HoldemRules.limit(2, small_bet=6), deal)
        node: RoundNode = round_start(0)
        while not state.is_over:
            view = state.view()
            ranks = ranks_of(cards, deal.board[: (0, 3, 4, 5)[view.street]])[view.seat]
            chosen = player.act(view, rng)
            expected = baseline_action(
                settings, node.street, ranks, node.n_bets, node.to_call, node.pot, can_raise=node.can_raise
            )
            assert (node.actor, chosen) == (view.seat, expected)
            assert player.strategy(view).triple[chosen] == 1
            seen.add((view.street, node.n_bets, chosen))
            # folds are rare and raises common, so that every node of a round is met
            action = FOLD if view.to_call and rng.random() < 0.05 else RAISE if rng.random() < 0.6 else CALL
            action = action if action in view.legal_actions else CALL
            state.act(action)
            node = node.after(action)
            if node.actor is None and not state.is_over:
                node = round_start(node.street + 1, node.pot)
    # off its own path too: it calls a cap with what would never have made the bets before
    assert {(street, bets) for street, bets, _ in seen} >= {(street, bets) for street in range(4) for bets in (1, 4)}
    assert {action for _, _, action in seen} == {FOLD, CALL, RAISE}


@pytest.mark.parametrize("style", STYLES)
def test_against_itself_every_decision_costs_nothing_and_money_is_dcash(style, tmp_path):
    spec = f"baseline:style={style}"
    n_hands = 2000 if style == "moderate" else 200
    found = analyse(games(tmp_path, spec, spec, n_hands=n_hands, seed=7), parse_style(style), sampling=Sampling(4))
    assert len(found) == n_hands
    assert np.array_equal(found.betting.actions, found.baseline_actions)
    assert not decision_prices(found).any()
    columns = estimate_hands(found, ["money", "dcash", "divat_roe", "divat_aie", "money_minus_dcash"])
    assert np.array_equal(columns["money"], columns["dcash"])
    for name in ("divat_roe", "divat_aie", "money_minus_dcash"):
        assert not columns[name].any(), name
    assert columns["money"].std() > 3  # games are decided


@settings(max_examples=25)
@given(st.sampled_from(FOLDING_STYLES), st.sampled_from(BETTING_STYLES), st.integers(0, 2**32))
def test_any_style_keeps_to_its_own_baseline(tmp_path_factory, folding, betting, seed):
    style = f"{folding}/{betting}"
    hands = games(tmp_path_factory.mktemp("games"), *[f"baseline:{style}"] * 2, n_hands=20, seed=seed)
    found = analyse(hands, parse_style(style), sampling=Sampling(2))
    assert np.array_equal(found.betting.actions, found.baseline_actions)
    assert not decision_prices(found).any()
    assert np.array_equal(found.money, found.self_play)


def test_the_other_style_pays_for_its_decisions(tmp_path):
    found = analyse(games(tmp_path, "baseline", "baseline:very-loose/very-aggressive", n_hands=500, seed=3))
    prices = decision_prices(found)
    seats = np.asarray(found.columns.names)[found.columns.players[found.betting.hands, found.betting.seats]]
    assert not prices[seats == "baseline#1"].any()
    assert prices[seats == "baseline#2"].any()


def test_games_are_the_same_for_two_jobs(tmp_path):
    logs = []
    for jobs in (1, 2):
        logs.append(tmp_path / f"{jobs}.log")
        deluck.play("baseline", "baseline:tight", n_hands=400, seed=1, jobs=jobs, log=logs[-1])
    assert logs[0].read_bytes() == logs[1].read_bytes()


REFUSAL = r"baseline cannot play {} \(expected "


def test_it_does_not_sit_down_at_other_tables(rng):
    for n_seats in (3, 10):
        with pytest.raises(PlayerError, match=REFUSAL.format(f"limit hold'em with {n_seats} seats")):
            deluck.play("baseline", *["always-call"] * (n_seats - 1), n_hands=n_seats)
    for run in (deluck.play, tournament):
        with pytest.raises(PlayerError, match=REFUSAL.format("seven-card stud")):
            run("always-call", "baseline:tight", game="stud7")
    with pytest.raises(PlayerError, match=REFUSAL.format("limit hold'em with 3 seats")):
        deal_match(["a", "b", "c"], n_hands=1, seed=1, seated={"a": "baseline"})
    with pytest.raises(PlayerError, match=REFUSAL.format("limit hold'em with 4 seats")):
        connect("localhost", 1, "baseline", rules=HoldemRules.limit(4))  # before it looks for the dealer
    view = StudState(StudRules.paper(2), StudDeal.from_deck(list(range(52)), 2)).view()
    with pytest.raises(PlayerError, match="seven-card stud"):
        Baseline().act(view, rng)


def test_it_states_its_strategy_and_its_games():
    assert isinstance(Baseline(), Policy)
    assert isinstance(Baseline(), Specialist)


@pytest.mark.parametrize("spec", ["baseline:style=bob", "baseline:tight/loose", "baseline:style="])
def test_an_unknown_style_is_refused_with_those_there_are(spec):
    with pytest.raises(PlayerError, match=r"baseline cannot take style=.*expected a folding style \(very-loose, "):
        make_player(spec)
