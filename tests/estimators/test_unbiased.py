"""A million simulated hands for each game: every luck term has mean zero, so estimators have the mean of money."""

import numpy as np
import pytest

from deluck.estimators.deals import all_in_values, board_luck
from deluck.estimators.divat_nl.luck import baseline_luck
from deluck.estimators.divat_nl.policy import Settings
from deluck.estimators.money import money_before_rake
from deluck.estimators.own_cards import own_cards
from deluck.games import HoldemRules
from deluck.records import walk

from .simulated import simulate

N_HANDS = 1_000_000
AT_ONCE = 50_000
GAMES = {
    "heads-up": (HoldemRules.no_limit(2), (20_000, 20_000)),
    "heads-up, short, with ante": (HoldemRules.no_limit(2, 50, 100, 20), (900, 2_500)),
    "six seats": (HoldemRules.no_limit(6), (10_000,) * 6),
    "six seats, uneven, with ante": (HoldemRules.no_limit(6, 50, 100, 15), (450, 10_000, 4_000, 1_300, 20_000, 800)),
}


class Means:
    """Means of columns by seat, and their errors, over parts."""

    def __init__(self):
        self.n, self.sums, self.squares = 0, {}, {}

    def add(self, **columns):
        for name, values in columns.items():
            self.sums[name] = self.sums.get(name, 0) + values.sum(axis=0)
            self.squares[name] = self.squares.get(name, 0) + (values**2).sum(axis=0)
        self.n += len(values)

    def errors_off_zero(self, name):
        """Return how many standard errors the means are off zero."""
        mean = self.sums[name] / self.n
        error = np.sqrt((self.squares[name] / self.n - mean**2) / self.n)
        return np.abs(mean) / np.maximum(error, 1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_luck_has_mean_zero_and_estimators_the_mean_of_money(game):
    rules, stacks = GAMES[game]
    found = Means()
    for seed in range(N_HANDS // AT_ONCE):
        hands = simulate(rules, stacks, AT_ONCE, seed=1_000 + seed)
        decisions = walk(hands)
        money = money_before_rake(hands, decisions)
        luck = board_luck(hands, decisions).by_street
        streets, values = all_in_values(hands, decisions)
        whole = baseline_luck(hands, decisions, Settings(n_flops=4))  # unbiased with any number of flops
        found.add(
            **{f"board luck {street}": luck[:, :, street] for street in (1, 2, 3)},
            **{f"divat_nl luck {street}": whole.by_street[:, :, street] for street in range(4)},
            all_in=np.where((streets > 0)[:, None], values - money, 0.0),
            hole_luck=own_cards(hands, decisions).hole_luck,
        )
    assert found.n == N_HANDS
    for name in found.sums:
        # six seats, ten columns: the largest of sixty deviations is below 4.5 errors but once in 2,500 runs
        assert found.errors_off_zero(name).max() < 4.5, name
