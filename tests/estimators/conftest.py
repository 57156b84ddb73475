"""Heads-up hands played at random, and by the baseline in plain Python."""

import random

import pytest

from deluck.estimators.divat.policy import STANDARD, baseline_action
from deluck.estimators.divat.rollout import ranks_of
from deluck.records import HandColumns

STYLES = ((0.15, 0.45, 0.4), (0.05, 0.6, 0.35), (0.02, 0.3, 0.68), (0, 0.7, 0.3))
"""Chances to fold, call and raise."""


@pytest.fixture(scope="session")
def random_hands(play_hand):
    """Return a function that gives columns of so many hands played at random in several styles."""

    def play(n_hands, seed, styles=STYLES, **settings):
        rng = random.Random(seed)
        records = []
        for number in range(n_hands):
            style = rng.choice(styles)

            def choose(state, style=style):
                legal = state.legal_actions()
                return rng.choices(legal, [style[action] for action in legal])[0]

            records.append(play_hand(rng.sample(range(52), 9), choose, hand_id=str(number), **settings))
        return HandColumns.from_records(records)

    return play


@pytest.fixture(scope="session")
def choose_by_baseline():
    """Return the baseline as a player, from its definition in plain Python and fractions."""

    def choose(state, settings=STANDARD):
        cards = [card for hole in state._deal.holes for card in hole]
        ranks = ranks_of(cards, [card for card in state.board if card is not None])[state.actor]
        n_bets = state.n_raises + (state.street == 0)
        return baseline_action(settings, state.street, ranks, n_bets, state.to_call, state.pot)

    return choose


@pytest.fixture(scope="session")
def hands(random_hands):
    return random_hands(3000, 11)


@pytest.fixture(scope="session")
def analysis(hands):
    from deluck.estimators import analyse

    return analyse(hands, n_jobs=-1)
