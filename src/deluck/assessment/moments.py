"""Counts, sums and spreads of numbers in groups, which merge part by part."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.summary import Summary, summarise


@dataclass(frozen=True, slots=True)
class Moments:
    """Count, sum and sum of squared deviations by group (a street, a player), one entry each."""

    n: NDArray[np.int64]
    total: NDArray[np.float64]
    squares: NDArray[np.float64]

    @classmethod
    def nothing(cls, n_groups: int) -> "Moments":
        """Return the moments of no numbers."""
        return cls(np.zeros(n_groups, np.int64), np.zeros(n_groups), np.zeros(n_groups))

    @classmethod
    def of_columns(cls, values: NDArray[np.float64], which: NDArray[np.bool_]) -> "Moments":
        """Return the moments of each column, of the values that count."""
        n = which.sum(axis=0)
        total = np.where(which, values, 0.0).sum(axis=0)
        means = total / np.maximum(n, 1)
        return cls(n, total, np.where(which, (values - means) ** 2, 0.0).sum(axis=0))

    @classmethod
    def of_groups(cls, values: NDArray[np.float64], groups: NDArray[np.int32]) -> "Moments":
        """Return the moments of each group: the number of each value's group, -1 for none; NaN is no value."""
        counts = (groups >= 0) & ~np.isnan(values)
        found, numbers = values[counts], groups[counts]
        n = np.bincount(numbers)
        total = np.bincount(numbers, found, minlength=len(n)).astype(np.float64)
        means = total / np.maximum(n, 1)
        squares = np.bincount(numbers, (found - means[numbers]) ** 2, minlength=len(n)).astype(np.float64)
        return cls(n, total, squares)

    def summary(self, name: str, group: int) -> Summary:
        """Return one group as the summary of an estimator."""
        n, total = int(self.n[group]), float(self.total[group])
        if n < 2:
            return summarise(name, np.array([total] * n))
        sd = float(np.sqrt(self.squares[group] / (n - 1)))
        return Summary(name, n, total, total / n, sd, sd / n**0.5)

    def __add__(self, other: "Moments") -> "Moments":
        one, two = _widened(self, len(other.n)), _widened(other, len(self.n))
        n = one.n + two.n
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = two.total / two.n - one.total / one.n
        shift = np.where((one.n > 0) & (two.n > 0), apart**2 * (one.n * two.n) / np.maximum(n, 1), 0.0)
        return Moments(n, one.total + two.total, one.squares + two.squares + shift)


def _widened(moments: Moments, n_groups: int) -> Moments:
    missing = n_groups - len(moments.n)
    if missing <= 0:
        return moments

    def padded(values: NDArray[Any]) -> NDArray[Any]:
        return np.append(values, np.zeros(missing, values.dtype))

    return Moments(padded(moments.n), padded(moments.total), padded(moments.squares))
