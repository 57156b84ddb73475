"""Loki-1: its rules at their thresholds, its switches, what it may not depend on, and many hands without a fault."""

import pickle

import numpy as np
import pytest

from deluck.arena import play, tournament
from deluck.beliefs.holdem.betting_rules import decide
from deluck.beliefs.holdem.evaluation import HandEvaluation, evaluate_hand
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import STANDARD, STYLES, VERSIONS
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import format_cards
from deluck.formats.situations import parse_situation
from deluck.games import Action, Explainer, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.isomorphism import relabellings
from deluck.players import PlayerError, make_player

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
LETTERS = {"f": FOLD, "c": CALL, "r": RAISE}
FLOP_SPOT = Spot(0, 1, 2, 0, 0, 60, 10, 40, can_raise=True)
FACING_BET = FLOP_SPOT._replace(n_raises=1, to_call=10, pot=70)


def hand(strength, potential=0.0):
    return HandEvaluation((strength,), strength, potential, 0.0, strength)


def random_states(rng, n_hands, n_seats=6, names=True):
    """Yield a state at every decision of hands that random players play."""
    for _ in range(n_hands):
        state = HoldemState(HoldemRules.limit(n_seats), HoldemDeal.from_deck(rng.permutation(52).tolist(), n_seats))
        while not state.is_over:
            yield state
            legal = state.legal_actions()
            chances = np.array([{FOLD: 0.12, CALL: 0.6, RAISE: 0.28}[action] for action in legal])
            state.act(legal[rng.choice(len(legal), p=chances / chances.sum())])


# before the flop


def action_with(cards, betting, n_seats, spec="loki1"):
    return make_player(spec).act(parse_situation(cards, "", betting, n_seats), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("cards", "betting", "n_seats", "expected"),
    [
        ("AsAh", "", 10, RAISE),
        ("7d2c", "", 10, FOLD),
        ("KsTd", "", 10, FOLD),  # first of ten
        ("KsTd", "fffffff", 10, RAISE),  # the same hand on the button
        ("9d4c", "fffffffcf", 10, CALL),  # a free look in the big blind
        ("9d4c", "fffffff", 10, FOLD),
        ("9d4c", "", 2, CALL),  # half a bet heads-up
        ("AsAh", "r", 2, RAISE),
        ("Kd7c", "r", 2, CALL),
        ("7d2c", "r", 2, FOLD),
        ("Ts9s", "rr", 6, FOLD),  # three bets at once
        ("Ts9s", "ff", 6, RAISE),
        ("AsAh", "rrr", 6, CALL),  # the cap
    ],
)
def test_before_the_flop_it_goes_by_who_is_left_and_what_it_costs(cards, betting, n_seats, expected):
    assert action_with(cards, betting, n_seats) is expected


def test_styles_order_how_many_hands_are_played_and_bet():
    def n_played(style):
        view = parse_situation("AsKs", "", "", 10)
        rng = np.random.default_rng(0)
        hands = [(c, d) for c in range(0, 52, 3) for d in range(c + 1, 52, 4)]
        player = make_player(f"loki1:style={style}")
        return sum(player.act(view._replace(cards=cards), rng) is not FOLD for cards in hands)

    tight, moderate, loose = n_played("tight-aggressive"), n_played("moderate"), n_played("loose-aggressive")
    assert tight < moderate < loose
    assert n_played("tight-conservative") == tight
    aggressive, conservative = STYLES["tight-aggressive"], STYLES["tight-conservative"]
    for x in (0.45, 0.55):
        assert decide(hand(x), FLOP_SPOT, aggressive, STANDARD).action is RAISE
        assert decide(hand(x), FLOP_SPOT, conservative, STANDARD).action is CALL


# the switches


def test_each_switch_switches_what_it_says_and_nothing_else():
    flop = parse_situation("9s8s", "7s6d2c", "cccc/", 4)
    seen = {name: make_player(f"loki1:version={name}").explain(flop) for name in VERSIONS}
    full, uniform, simple, no_potential, basic = (seen[name] for name in "ABCDE")
    assert uniform.evaluation.hand_strength_n != full.evaluation.hand_strength_n
    assert uniform.opponents[0].table.share == 1
    assert simple.evaluation == full.evaluation
    assert no_potential.evaluation.hand_strengths == full.evaluation.hand_strengths
    assert no_potential.evaluation.positive_potential == 0 < full.evaluation.positive_potential
    assert no_potential.evaluation.effective_hand_strength == no_potential.evaluation.hand_strength_n
    assert basic.evaluation == evaluate_hand(
        flop.cards, flop.board, [WeightTable.uniform(flop.board)] * 3, potential=False
    )
    first = parse_situation("KsTd", "", "fffffff", 10)
    preflop = {name: make_player(f"loki1:version={name}").explain(first) for name in VERSIONS}
    assert [name for name in VERSIONS if preflop[name].preflop_value is None] == ["C", "E"]
    assert preflop["A"].action is RAISE
    assert preflop["C"].action is CALL
    assert len({VERSIONS[name].reweighting for name in "ABCDE"}) == 1


def test_only_the_standard_version_learns_from_actions():
    checked = parse_situation("9s9d", "7s6d2c", "cccc/kk", 4)
    raised = parse_situation("9s9d", "7s6d2c", "cccc/br", 4)
    for name in VERSIONS:
        before, after = (make_player(f"loki1:version={name}").explain(view) for view in (checked, raised))
        lower = after.evaluation.hand_strength_n < before.evaluation.hand_strength_n
        assert lower == (name == "standard")


def test_names_distinguish_versions_and_styles():
    assert [make_player(spec).name for spec in ("loki1", "loki1:version=E", "loki1:style=loose-aggressive")] == [
        "loki1",
        "loki1-E",
        "loki1-loose-aggressive",
    ]
    for spec, sentence in (
        ("loki1:version=F", r"loki1 cannot take version=F \(expected one of: standard, A, B, C, D, E\)"),
        ("loki1:style=wild", r"loki1 cannot take style=wild \(expected one of: moderate, tight-aggressive"),
    ):
        with pytest.raises(PlayerError, match=sentence):
            make_player(spec)


# what it may not depend on, and what it may not do


def relabelled(view, permutation):
    def move(cards):
        return tuple(int(permutation[card]) for card in cards)

    return view._replace(cards=move(view.cards), board=move(view.board))


@pytest.mark.parametrize("spec", ["loki1", "loki1:version=A", "loki1:version=E"])
def test_suits_relabelled_make_no_difference(spec, rng):
    player = make_player(spec)
    for state in random_states(rng, 8, 4):
        view = state.view()
        for permutation in relabellings()[rng.choice(24, 1, replace=False)]:
            assert player.act(relabelled(view, permutation), rng) is player.act(view, rng)


def test_it_depends_on_nothing_that_its_seat_cannot_see(rng):
    """Other hidden cards dealt to the others, and names unknown: the same view, so the same decision."""
    player = make_player("loki1")
    for _ in range(15):
        deck = rng.permutation(52).tolist()
        other = deck.copy()
        hidden = list(range(2, 8))  # seats 1 to 3
        for place, card in zip(hidden, rng.permutation([deck[place] for place in hidden]).tolist(), strict=True):
            other[place] = card
        states = [HoldemState(HoldemRules.limit(4), HoldemDeal.from_deck(cards, 4)) for cards in (deck, other)]
        while not states[0].is_over:
            if states[0].actor == 0:
                actions = [player.act(state.view(), rng) for state in states]
                assert actions[0] is actions[1]
            action = rng.choice([a for a in states[0].legal_actions() if a is not FOLD])
            for state in states:
                state.act(Action(int(action)))


def test_it_explains_what_it_does(rng):
    player = make_player("loki1")
    assert isinstance(player, Explainer)
    for state in random_states(rng, 15, 5):
        view = state.view()
        found = player.explain(view)
        assert found.action is player.act(view, rng)
        assert found.probabilities == player.strategy(view).triple
        assert len(found.opponents) == found.spot.n_opponents
        for belief in found.opponents:
            assert set(view.cards) | set(view.board) <= set(belief.table.seen)
        told = found.as_dict()
        assert told["hole"] == format_cards(view.cards)
        assert (told["evaluation"] is None) == (view.street == 0)


def test_stud_is_refused(rng):
    view = StudState(StudRules.paper(2), StudDeal.from_deck(range(52), 2)).view()
    with pytest.raises(PlayerError, match="expected limit hold'em"):
        make_player("loki1").act(view, rng)


MIXED = (
    "loki1",
    "random",
    "loki1:version=E",
    "always-raise",
    "loki1:style=loose-aggressive",
    "random:fold=0.1,call=0.5,raise=0.4",
    "loki1:version=D",
    "always-call",
    "loki1:version=C,style=tight-conservative",
    "loki1:version=B",
)


def play_mixed(n_seats, n_hands):
    players = MIXED[:n_seats]
    result = play(*players, n_hands=n_hands, seed=n_seats, on_fault="stop")
    assert result.faults == ()


@pytest.mark.parametrize("n_seats", range(2, 11))
def test_hands_at_every_number_of_seats_without_a_fault(n_seats):
    play_mixed(n_seats, 230)


@pytest.mark.parametrize("spec", ["loki1", "loki2:use=BR", "loki2:use=S,sim=20", "loki2:sim=20"])
def test_short_stacks_do_not_confuse_it(spec, rng):
    """Stacks run out in all ways: what a seat faced is then an approximation, but never an error."""
    player = make_player(spec)
    for _ in range(40):
        n_seats = int(rng.integers(2, 7))
        stacks = rng.integers(1, 120, n_seats).tolist()
        state = HoldemState(
            HoldemRules.limit(n_seats), HoldemDeal.from_deck(rng.permutation(52).tolist(), n_seats), stacks
        )
        while not state.is_over:
            action = player.act(state.view(), rng)
            assert action in state.legal_actions()
            legal = [each for each in state.legal_actions() if each is not FOLD]
            state.act(legal[rng.integers(len(legal))])


@pytest.mark.slow
@pytest.mark.parametrize("n_seats", range(2, 11))
def test_20_000_hands_without_a_fault(n_seats):
    play_mixed(n_seats, 2300)


def test_copies_and_jobs_play_the_same_games():
    player = make_player("loki1:version=E,style=loose-aggressive")
    assert pickle.loads(pickle.dumps(player)) == player
    alone, shared = (play("loki1", "loki1:version=A", n_hands=240, seed=4, jobs=jobs).as_dict() for jobs in (1, 2))
    assert alone == shared


def test_it_beats_who_calls_everything():
    won = play("loki1", "always-call", n_hands=400, seed=2, duplicate=True).players[0].per_game
    assert won.mean - 4 * won.stderr > 0


@pytest.mark.slow
def test_it_beats_who_plays_at_random():
    won = play("loki1", "random", n_hands=4000, seed=2, duplicate=True).players[0].per_game
    assert won.mean - 3 * won.stderr > 0


@pytest.mark.slow
def test_figure_1_full_version_ahead_of_basic_in_duplicate_play():
    """Ten seats, two of each version, as in Figure 1: what the full version wins more than the basic one."""
    specs = [f"loki1:version={name}" for name in "ABCDE"]
    result = tournament(*specs, n_seats=10, n_deals=1000, seed=1, duplicate=True)
    full, basic = result.players[0].per_game, result.players[4].per_game
    assert full.mean - basic.mean > 2 * (full.stderr + basic.stderr)
