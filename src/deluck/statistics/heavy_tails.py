"""Hands that carry most of the variance, and an interval of the mean that does not assume that it is normal.

The rule was fixed before any result was seen: tails are heavy if the one hand in a hundred that is furthest from the
mean carries more than half of the variance. Then the normal interval rests on few hands, and a bootstrap interval is
shown beside it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

PART = 0.01
"""The part of the hands, the furthest from the mean, whose share of the variance is measured."""
HEAVY_SHARE = 0.5
"""Tails are heavy if they carry more than this share."""
N_RESAMPLES = 2_000
_ROUNDING = 1e-6  # more than sums differ by that are added up in another order
_BATCH = 1 << 21  # values drawn at a time
_MOST_DRAWN = 5_000  # values of which each is drawn again; of more, the middle ones are drawn as one normal sum
_MOST_SINGLE = 1_000  # values far from the mean that are then drawn one by one


@dataclass(frozen=True, slots=True)
class Concentration:
    """How much of the variance the hands furthest from the mean carry.

    Attributes
    ----------
    share
        Their part of the sum of squared deviations, 0 to 1.
    indices
        Which they are, one in a hundred and at least one, the furthest first, int64[k]; none where tails are not heavy.
    """

    share: float
    indices: NDArray[np.int64]

    @property
    def is_heavy(self) -> bool:
        """Whether they carry more than half of the variance."""
        return self.share > HEAVY_SHARE


def may_be_heavy(values: NDArray[np.float64], n: int, mean: float, sd: float) -> bool:
    """Return whether tails may be heavy, in a fraction of the time of `concentration`; if False they are not.

    They may be if they would be with all their values as far from the mean as the furthest.

    Parameters
    ----------
    values
        NaN stands for no value.
    n, mean, sd
        How many values there are, one or more, their mean and their standard deviation.
    """
    furthest = max(float(np.fmax.reduce(values)) - mean, mean - float(np.fmin.reduce(values)))
    return max(1, int(PART * n)) * furthest**2 > (HEAVY_SHARE - _ROUNDING) * sd**2 * (n - 1)


def concentration(values: NDArray[np.float64]) -> Concentration:
    """Return how much of the variance of finite values the one in a hundred furthest from the mean carry."""
    n = len(values)
    if not n:
        return Concentration(0.0, np.empty(0, np.int64))
    mean, n_tail = values.mean(), max(1, int(PART * n))
    squares = values - mean
    squares *= squares
    total = float(squares.sum())
    squares.partition(n - n_tail)
    share = float(squares[n - n_tail :].sum()) / total if total else 0.0
    is_heavy = share > HEAVY_SHARE
    return Concentration(share, _furthest((values - mean) ** 2, n_tail) if is_heavy else np.empty(0, np.int64))


def _furthest(squares: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return the indices of the n largest squares, the largest first, of equal ones the first."""
    found = np.sort(np.argpartition(-squares, n - 1)[:n])
    return np.asarray(found[np.argsort(-squares[found], kind="stable")], np.int64)


def bootstrap_interval(
    values: ArrayLike, *, n_resamples: int = N_RESAMPLES, seed: int = 0, alpha: float = 0.05
) -> tuple[float, float]:
    """Return the ends of the studentised bootstrap interval of the mean, which follows a skewed spread.

    Of more than a few thousand values only those furthest from the mean are drawn one by one, as many as chance has
    it; the sum of the others and that of their squares are drawn from their joint normal distribution, which so many
    values of which none is large follow.

    Parameters
    ----------
    values
        One number for each independent trial.
    n_resamples
        How many times the trials are drawn again, with replacement.
    seed
        The same seed gives the same interval.
    alpha
        How often it may miss.

    References
    ----------
    Efron and Tibshirani, An introduction to the bootstrap, section 12.5.
    """
    array = np.asarray(values, dtype=np.float64)
    n = len(array)
    if n < 2:
        return -math.inf, math.inf
    mean, stderr = float(array.mean()), float(array.std(ddof=1)) / math.sqrt(n)
    if stderr == 0:
        return mean, mean
    rng = np.random.default_rng(seed)
    centred = array - mean
    sums, squares = _resampled(centred, n_resamples, rng)
    spread = np.sqrt(np.maximum(squares - sums * sums / n, 0.0) / (n - 1) / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = sums / n / spread
    low, high = np.quantile(ratios[np.isfinite(ratios)], [alpha / 2, 1 - alpha / 2])
    return mean - float(high) * stderr, mean - float(low) * stderr


def _resampled(
    centred: NDArray[np.float64], n_resamples: int, rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sum and the sum of squares of each resample, float64[resamples] each."""
    n = len(centred)
    if n <= _MOST_DRAWN:
        return _drawn(centred, np.full(n_resamples, n), rng)
    tail = _furthest(centred * centred, min(max(1, int(PART * n)), _MOST_SINGLE))
    middle = np.delete(centred, tail)
    n_tail = rng.binomial(n, len(tail) / n, n_resamples)
    sums, squares = _drawn(centred[tail], n_tail, rng)
    pairs = np.stack([middle, middle * middle])
    spread = np.linalg.cholesky(np.cov(pairs) + 1e-300 * np.eye(2))
    n_middle = n - n_tail
    drawn = pairs.mean(axis=1)[:, None] * n_middle + spread @ rng.standard_normal((2, n_resamples)) * np.sqrt(n_middle)
    return sums + drawn[0], squares + drawn[1]


def _drawn(
    values: NDArray[np.float64], sizes: NDArray[np.int64], rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sum and the sum of squares of so many values each, drawn with replacement."""
    sums, squares = np.zeros(len(sizes)), np.zeros(len(sizes))
    rows = max(1, _BATCH // max(len(values), 1))
    for start in range(0, len(sizes), rows):
        here = slice(start, start + rows)
        groups = np.repeat(np.arange(len(sizes[here])), sizes[here])
        drawn = values[rng.integers(len(values), size=len(groups))]
        sums[here] = np.bincount(groups, weights=drawn, minlength=len(sizes[here]))
        squares[here] = np.bincount(groups, weights=drawn * drawn, minlength=len(sizes[here]))
    return sums, squares
