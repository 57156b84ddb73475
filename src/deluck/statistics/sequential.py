"""Intervals that stay valid however often one looks: asymptotic confidence sequences.

A fixed-n interval is right for one look at a number of hands chosen beforehand. Whoever looks after every hand and
stops when it excludes zero will sooner or later be wrong. A confidence sequence covers the truth at all numbers of
hands at once, with 95% confidence, at the price of being wider: 1.549 times at the number of hands it is planned for.

References
----------
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central limit theory and asymptotic confidence sequences.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.statistics.estimates import QUANTILE_95, Estimate, StatisticsError

PLANNED_HANDS = 10_000
"""The number of hands for which an interval is narrowest, unless another is planned before the match (t*)."""
FEWEST_HANDS = 200
"""With fewer hands there is no anytime-valid interval: the central limit theorem does not carry it."""
ALPHA = 0.05


def anytime_factor(n: ArrayLike, planned: int = PLANNED_HANDS, alpha: float = ALPHA) -> NDArray[np.float64]:
    """Return half the width of the interval in standard deviations of one hand; infinite below `FEWEST_HANDS`.

    Parameters
    ----------
    n
        The number of hands seen so far, or several such numbers.
    planned
        The number of hands for which the interval is narrowest: fixed before the hands are seen, never taken from
        them.
    alpha
        How often, at most, the interval may ever miss.

    Raises
    ------
    StatisticsError
        If no hand is planned.
    """
    if planned < 1:
        raise StatisticsError(f"{planned} planned hands (expected 1 or more)")
    hands = np.asarray(n, dtype=np.float64)
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / planned
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = hands * rho2
        width = np.sqrt(2 * (scaled + 1) / (hands * scaled) * np.log(np.sqrt(scaled + 1) / alpha))
    return np.where(hands >= FEWEST_HANDS, width, np.inf)


def anytime_interval(mean: float, sd: float, n: int, planned: int = PLANNED_HANDS) -> tuple[float, float]:
    """Return the ends of the 95% interval of a mean that is valid at every number of hands at once.

    Parameters
    ----------
    mean, sd
        Of one hand, over the n hands seen so far.
    n
        How many hands were seen; both ends are infinite below `FEWEST_HANDS`.
    planned
        The number of hands for which the interval is narrowest.
    """
    factor = float(anytime_factor(n, planned))
    if not math.isfinite(factor) or math.isnan(sd):
        return -math.inf, math.inf
    return mean - factor * sd, mean + factor * sd


def running_intervals(
    values: ArrayLike, planned: int = PLANNED_HANDS
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean after every hand and half the width of its 95% intervals: anytime-valid, and fixed-n.

    Returns
    -------
    tuple
        Means, half-widths of the anytime-valid interval (infinite below `FEWEST_HANDS`) and of the normal one
        (infinite after one hand), float64[n] each.
    """
    array = np.asarray(values, dtype=np.float64)
    n = np.arange(1, len(array) + 1)
    centre = float(array.mean()) if len(array) else 0.0  # taken off first, so that the sum of squares keeps its digits
    centred = array - centre
    means = np.cumsum(centred) / n
    squares = np.maximum(np.cumsum(centred * centred) - n * means * means, 0.0)
    sd = np.where(n > 1, np.sqrt(squares / np.maximum(n - 1, 1)), np.inf)
    with np.errstate(invalid="ignore"):  # no interval and no spread yet
        anytime = np.where(n >= FEWEST_HANDS, anytime_factor(n, planned) * sd, np.inf)
    return means + centre, anytime, QUANTILE_95 * sd / np.sqrt(n)


def anytime_half_width(found: Estimate, n_values: int, planned: int = PLANNED_HANDS) -> float:
    """Return half the width of the anytime-valid 95% interval of an estimate from so many independent values."""
    low, high = anytime_interval(found.mean, found.stderr * math.sqrt(n_values), n_values, planned)
    return (high - low) / 2
