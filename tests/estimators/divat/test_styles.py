"""Styles: what they change, how far they move the turn's frequencies, and the sweeps over them."""

from fractions import Fraction

import numpy as np
import pytest

from deluck.errors import BaselineError
from deluck.estimators.divat.calibration import calibrate, turn_scenarios
from deluck.estimators.divat.policy import STANDARD
from deluck.estimators.divat.styles import (
    BET_STEP,
    BETTING_STYLES,
    FOLD_STEP,
    FOLDING_STYLES,
    parse_style,
    style_sweep,
    styled_settings,
)

TURN = 2


@pytest.fixture(scope="module")
def scenarios():
    return turn_scenarios(200_000, np.random.default_rng(1))


def test_the_middle_styles_are_the_standard_settings():
    assert styled_settings() == STANDARD
    assert styled_settings("moderate", "moderate").hash == STANDARD.hash
    assert len(FOLDING_STYLES) == len(BETTING_STYLES) == 9
    assert len({styled_settings(style).hash for style in FOLDING_STYLES}) == 9
    assert len({styled_settings(betting=style).hash for style in BETTING_STYLES}) == 9


def test_a_step_of_folding_style_moves_the_fold_frequency_by_about_6_9_points(scenarios):
    found = [100 * scenarios.fold_frequency(styled_settings(style).streets[TURN]) for style in FOLDING_STYLES]
    assert found == pytest.approx([15.5, 20.6, 27.9, 33.3, 39.4, 47.0, 50.9, 56.0, 61.1], abs=0.6)
    assert (found[5] - found[3]) / 2 == pytest.approx(6.9, abs=0.2)


def test_a_step_of_betting_style_moves_the_bet_frequency_by_about_7_2_points(scenarios):
    found = [100 * scenarios.bet_frequency(styled_settings(betting=style).streets[TURN]) for style in BETTING_STYLES]
    assert found == pytest.approx([79.5, 68.5, 58.4, 49.5, 41.2, 35.0, 28.4, 22.1, 16.0], abs=0.6)
    assert (found[3] - found[5]) / 2 == pytest.approx(7.2, abs=0.2)


def test_the_checked_in_steps_are_what_calibration_finds(scenarios):
    found = calibrate(scenarios)
    assert abs(found.fold_step - FOLD_STEP) <= Fraction("0.002")
    assert abs(found.bet_step - BET_STEP) <= Fraction("0.004")


def test_scenarios_are_repeatable():
    first, second = (turn_scenarios(2000, np.random.default_rng(5)) for _ in range(2))
    assert (first.scores == second.scores).all()
    assert len(first.scores) % 2 == 0
    assert 0.68 < len(first.scores) / 4000 < 0.78
    assert first.total == 1980 * 46


def test_folding_styles_change_offsets_and_betting_styles_thresholds_only():
    tight, aggressive = styled_settings("tight"), styled_settings(betting="aggressive")
    for plain, more_folding, more_betting in zip(STANDARD.streets, tight.streets, aggressive.streets, strict=True):
        assert more_folding.make == plain.make
        assert more_folding.fold_offset == plain.fold_offset + 2 * FOLD_STEP
        assert more_betting.fold_offset == plain.fold_offset
        assert [1 - made for made in more_betting.make] == [(1 - made) * (1 + 2 * BET_STEP) for made in plain.make]


@pytest.mark.parametrize("style", BETTING_STYLES)
def test_thresholds_stay_in_order_and_between_0_and_1(style):
    for street in styled_settings(betting=style).streets:
        assert 0 < street.make[0] < street.make[1] < street.make[2] < street.make[3] < 1


def test_a_style_may_hold_on_one_street_only():
    found = styled_settings("tight", "aggressive", streets=(TURN,))
    assert found.streets[TURN] == styled_settings("tight", "aggressive").streets[TURN]
    assert found.streets[:2] + found.streets[3:] == STANDARD.streets[:2] + STANDARD.streets[3:]


@pytest.mark.parametrize(
    ("text", "folding", "betting"),
    [
        ("moderate", "moderate", "moderate"),
        ("tight", "tight", "moderate"),
        ("Very-Aggressive", "moderate", "very-aggressive"),
        ("loose/aggressive", "loose", "aggressive"),
        ("aggressive/loose", "loose", "aggressive"),
        ("tight/moderate", "tight", "moderate"),
        ("moderate/moderate", "moderate", "moderate"),
    ],
)
def test_styles_are_read(text, folding, betting):
    assert parse_style(text) == styled_settings(folding, betting)


@pytest.mark.parametrize(
    "text", ["", "tightish", "tight/loose", "tight/aggressive/loose", "tight/", "tight aggressive"]
)
def test_what_is_no_style_is_told(text):
    with pytest.raises(BaselineError, match=r"no style .* \(expected a folding style: very-loose, "):
        parse_style(text)


def test_styles_and_streets_that_are_not_there_are_told():
    with pytest.raises(BaselineError, match=r"no folding style 'aggressive' \(expected very-loose, "):
        styled_settings("aggressive")
    with pytest.raises(BaselineError, match=r"no betting style 'tight' \(expected very-aggressive, "):
        styled_settings(betting="tight")
    with pytest.raises(BaselineError, match="street 4"):
        styled_settings("tight", streets=(4,))


@pytest.mark.parametrize(
    ("name", "weights"), [("equal", (1, 1, 1, 1, 1)), ("triangular", (1, 2, 3, 2, 1)), ("binomial", (1, 4, 6, 4, 1))]
)
def test_the_normal_sweep_runs_five_from_loose_and_aggressive_to_tight_and_conservative(name, weights):
    sweep = style_sweep(name)
    assert sweep.names[0] == "loose/aggressive"
    assert sweep.names[2] == "moderate/moderate"
    assert sweep.names[4] == "tight/conservative"
    assert sweep.settings[2] == STANDARD
    assert sweep.settings == tuple(parse_style(style) for style in sweep.names)
    assert sweep.weights == tuple(Fraction(weight, sum(weights)) for weight in weights)


def test_other_weights_are_told():
    with pytest.raises(BaselineError, match=r"no weights 'heavy' \(expected equal, triangular, binomial\)"):
        style_sweep("heavy")
