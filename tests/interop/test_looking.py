"""How often intervals are ever wrong if one looks after every hand: published matches, signs drawn at random.

With the sign of every hand drawn, and the hands in random order, the true mean is zero, whatever the hands: so an
interval that excludes zero is wrong. Rates of 2,000 runs are in the slow test.
"""

import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import deluck
from deluck.statistics import FEWEST_HANDS, running_intervals

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "nolimit"
FILES = {"Pluribus": "pluribus-a.phhs.gz", "DeepStack": "deepstack-a.log.gz"}

needs_data = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


@cache
def values_of(player, name):
    """Return an estimator's values of a match, one per hand: money, or ``lead`` for the one with the luck removed."""
    if player == "limit":
        found = deluck.play("random", "baseline", n_hands=6_000, seed=5).assess()
    else:
        found = deluck.assess(FOLDER / FILES[player], player=player)
    values = found.hands.values(found.lead if name == "lead" else name)
    return values[~np.isnan(values)]


def ever_wrong(values, n_runs, seed=0):
    """Return the shares of runs whose interval excludes zero at any look: the anytime-valid and the fixed one."""
    rng = np.random.default_rng(seed)
    wrong = np.zeros(2)
    for _ in range(n_runs):
        run = rng.permutation(values) * rng.choice([-1.0, 1.0], len(values))
        means, anytime, fixed = (each[FEWEST_HANDS - 1 :] for each in running_intervals(run))
        wrong += [(np.abs(means) > anytime).any(), (np.abs(means) > fixed).any()]
    return wrong / n_runs


@needs_data
def test_looking_at_pluribus_hands():
    anytime, fixed = ever_wrong(values_of("Pluribus", "money"), 300)
    assert anytime <= 0.05
    assert fixed > 1 / 3


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("name", ["money", "lead"])
@pytest.mark.parametrize("player", ["Pluribus", "DeepStack", "limit"])
def test_looking_after_every_hand_is_wrong_in_at_most_5_percent_of_2000_runs(player, name):
    anytime, fixed = ever_wrong(values_of(player, name), 2_000)
    print(f"{player}, {name}: ever wrong {anytime:.2%}, with the fixed interval {fixed:.1%}")
    assert anytime <= 0.05
    assert fixed > 0.25


@needs_data
def test_the_hands_that_carry_pluribus_variance_are_named():
    found = deluck.assess(FOLDER / FILES["Pluribus"], player="Pluribus")
    values = values_of("Pluribus", "lead")
    squares = (values - values.mean()) ** 2
    order = np.argsort(-squares)
    share = squares[order[: len(values) // 100]].sum() / squares.sum()
    assert found.estimators[found.lead].tails.share == pytest.approx(share)
    note = next(note for note in found.notes if "of the variance of" in note)
    assert note.startswith(f"49 hands of 4,930 carry {share:.0%} of the variance of DIVAT, most of all hand ")
    for row in order[:3]:
        assert f"hand {found.hands.hand_ids[row].as_py()} ({values[row]:+.1f} bb)" in note
