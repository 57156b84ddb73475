"""Beliefs from a player's view are those of one who followed the hand, in whatever order views come."""

import numpy as np
import pytest

from deluck.beliefs.stud import BeliefError, SeatModel, StudBeliefs
from deluck.beliefs.stud import following as kept
from deluck.beliefs.stud.following import begin, beliefs_at
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState

N_SAMPLES = 20


def random_hand(rules, seed, stacks=None):
    """Yield each view of a hand played at random, with the beliefs of one who followed it from the start."""
    rng = np.random.default_rng(seed)
    state = StudState(rules, StudDeal.from_deck(rng.permutation(52).tolist(), rules.n_seats), stacks)
    beliefs = StudBeliefs([SeatModel()] * rules.n_seats, n_samples=N_SAMPLES, reads_folds=False)
    beliefs.deal(state)
    while state.actor is not None:
        seat = state.actor
        yield state.view(), state, beliefs.win_chances(seat, reads_bets=True).copy()
        legal = state.legal_actions()
        action = legal[rng.choice(len(legal), p=_leaning_to_stay(legal))]
        street = state.street
        beliefs.observe(state, action)
        state.act(action)
        if state.actor is not None and state.street != street:
            beliefs.deal(state)


def _leaning_to_stay(legal):
    weights = np.array([{Action.FOLD: 0.1, Action.CALL: 0.7, Action.RAISE: 0.2}[action] for action in legal])
    return weights / weights.sum()


def check(view, expected):
    table = beliefs_at(view, (SeatModel(),) * view.n_seats, n_samples=N_SAMPLES)
    assert table.state.history == view.history
    assert np.array_equal(table.beliefs.win_chances(view.seat, reads_bets=True), expected)
    return table


@pytest.mark.parametrize("n_seats", [2, 3, 7, 8])
def test_views_in_order(n_seats):
    streets = set()
    for seed in range(3):
        for view, _, expected in random_hand(StudRules.paper(n_seats), seed):
            check(view, expected)
            streets.add(view.street)
    assert streets == set(range(5))


def test_views_of_several_hands_in_any_order():
    views = [item for seed in range(3) for item in random_hand(StudRules.paper(4), seed)]
    for place in np.random.default_rng(5).permutation(len(views)):
        view, _, expected = views[place]
        check(view, expected)


def test_a_table_is_shared_and_moved_on(monkeypatch):
    begun = []
    begins = kept._begin
    monkeypatch.setattr(kept, "_begin", lambda state, beliefs: begun.append(1) or begins(state, beliefs))
    for view, _, expected in random_hand(StudRules.paper(5), 77):
        check(view, expected)
        check(view, expected)
    assert len(begun) == 1


def test_open_pairs_and_stacks_are_followed():
    """The double bet of an open pair and short stacks change what is to be called: they must be played as they were."""
    rules = StudRules(n_seats=4, ante=1, bring_in=1, small_bet=4, big_bet=8, open_pair_option=True)
    for seed in range(12):
        for view, state, expected in random_hand(rules, seed, (30, 60, 100, 100)):
            table = check(view, expected)
            assert (table.state.to_call, table.state.pot) == (state.to_call, state.pot)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_community_card_of_eight_seats(seed):
    deck = np.random.default_rng(seed).permutation(52).tolist()
    state = StudState(StudRules.paper(8), StudDeal.from_deck(deck, 8))
    while state.street < 4:
        state.act(Action.CALL)
    table = beliefs_at(state.view(), (SeatModel(),) * 8, n_samples=N_SAMPLES)
    assert len(state.board) == 1
    assert table.beliefs.up_cards[0] == (*state.up_cards[0], *state.board)
    pairs = table.beliefs.downcards(0).downcards
    assert pairs.shape[1] == 2
    assert not np.isin(pairs, state.board).any()


def test_a_hand_is_followed_by_hand():
    state = StudState(StudRules.paper(3), StudDeal.from_deck(list(range(52)), 3))
    table = begin(state, [SeatModel()] * 3, n_samples=N_SAMPLES)
    assert table.play(Action.CALL) == 1
    assert 0 < table.play(Action.FOLD) < 1
    assert 0 < table.play(Action.CALL) < 1
    assert table.beliefs.street == 1


def test_another_game_is_refused():
    view = HoldemState(HoldemRules.limit(2), HoldemDeal.from_deck(list(range(52)), 2)).view()
    with pytest.raises(BeliefError, match="expected a view of seven-card stud"):
        beliefs_at(view, None)
