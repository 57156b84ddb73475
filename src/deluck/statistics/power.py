"""How many hands a question takes: the power of a number of hands, and the number of hands for a power."""

import math
from statistics import NormalDist

from deluck.statistics.estimates import QUANTILE_95

POWER = 0.8
"""The power for which numbers of hands are planned."""

_NORMAL = NormalDist()


def hands_needed(mean: float, sd: float, *, power: float = POWER) -> float | None:
    """Return how many independent values show a mean to differ from zero with this power; None if it is zero.

    Parameters
    ----------
    mean, sd
        Of one value, in the same unit.
    power
        The probability that the 95% interval of so many values excludes zero, if the mean is the true one.
    """
    if mean == 0 or not (math.isfinite(mean) and math.isfinite(sd)):
        return None
    return ((QUANTILE_95 + _NORMAL.inv_cdf(power)) * sd / mean) ** 2


def power_of(mean: float, sd: float, n: float) -> float:
    """Return the probability that the 95% interval of n independent values excludes zero; NaN if nothing varies.

    Parameters
    ----------
    mean, sd
        The true ones of one value, in the same unit.
    n
        How many values.
    """
    if not (n > 0 and sd > 0):
        return math.nan
    shift = mean / (sd / math.sqrt(n))
    return _NORMAL.cdf(shift - QUANTILE_95) + _NORMAL.cdf(-shift - QUANTILE_95)
