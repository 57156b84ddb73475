"""Several comparisons at once: p-values, and Holm's adjustment of them."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def two_sided_p(mean: float, stderr: float) -> float:
    """Return how likely a mean at least so far from zero is if the truth is zero, by the normal distribution."""
    if math.isnan(mean) or math.isnan(stderr) or math.isinf(stderr):
        return math.nan
    if stderr == 0:
        return 1.0 if mean == 0 else 0.0
    return math.erfc(abs(mean / stderr) / math.sqrt(2))


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return Holm's adjusted p-values: each is below alpha only if it is significant among all of them, float64[n].

    NaN stands for a comparison that was not made: it stays NaN and does not count.

    References
    ----------
    Holm, A simple sequentially rejective multiple test procedure, 1979.
    """
    values = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(values.shape, np.nan)
    made = np.flatnonzero(~np.isnan(values))
    order = made[np.argsort(values[made], kind="stable")]
    steps = values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted
