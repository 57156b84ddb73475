import math

import pytest


@pytest.fixture
def plain_triple():
    """The triple of one holding, written out rule by rule, as an oracle for the kernels."""

    def rise(value, threshold, band):
        if not band:
            return float(value >= threshold)
        return min(1.0, max(0.0, (value - (threshold - band)) / (2 * band)))

    def triple(generator, spot, strength, potential=0.0):
        style, mixing = generator.style, generator.mixing
        least = mixing.least_raise
        if spot.street == 0:
            to_raise = rise(strength, style.to_raise_preflop(spot.n_raises), mixing.preflop_band)
            to_go_on = rise(strength, style.to_enter(spot.bets_to_call), mixing.preflop_band)
        else:
            to_raise = rise(strength, style.to_make(spot.n_raises), mixing.band)
            if not spot.to_call:
                semi = mixing.semi_bluff * rise(potential, spot.semi_bluff_odds, mixing.odds_band)
                to_raise = max(to_raise, semi)
                least = max(least, mixing.bluff / spot.n_opponents**2)
            to_go_on = max(
                rise(strength, style.to_make(math.ceil(spot.bets_to_call) - 1), mixing.band),
                rise(strength, spot.showdown_odds, mixing.odds_band),
                rise(potential, spot.pot_odds, mixing.odds_band),
            )
        raising = least + max(mixing.most_raise - least, 0) * to_raise if spot.can_raise else 0.0
        fold = (1 - raising) * (1 - mixing.least_call) * (1 - to_go_on) if spot.to_call else 0.0
        return fold, 1 - fold - raising, raising

    return triple
