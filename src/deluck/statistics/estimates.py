"""Estimates: a mean never travels without its error, its number of hands and its unit."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.errors import DeluckError

QUANTILE_95 = NormalDist().inv_cdf(0.975)  # 1.959964: half the width of a 95% interval, in standard errors


class StatisticsError(DeluckError, ValueError):
    """Numbers from which nothing can be estimated."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error.

    Attributes
    ----------
    mean, stderr
        In the unit; the error is infinite where there is only one value, which says nothing of the spread.
    n_hands
        How many hands were played. The independent values behind the error may be fewer: in a duplicate match
        they are the deals.
    unit
        The unit, as printed: ``sb/game``.
    """

    mean: float
    stderr: float
    n_hands: int
    unit: str

    @property
    def half_width95(self) -> float:
        """Half the width of the 95% interval, by the normal distribution."""
        return QUANTILE_95 * self.stderr

    @property
    def interval95(self) -> tuple[float, float]:
        """The ends of the 95% interval, by the normal distribution."""
        return self.mean - self.half_width95, self.mean + self.half_width95

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {"mean": self.mean, "stderr": self.stderr, "ci95": list(self.interval95)}

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the 95% interval."""
        low, high = self.interval95
        return low > 0 or high < 0

    def scaled(self, factor: float, unit: str) -> "Estimate":
        """Return the same estimate in another unit: multiplied by a factor."""
        return Estimate(self.mean * factor, self.stderr * abs(factor), self.n_hands, unit)

    def format_rate(self, decimals: int = 3) -> str:
        """Return mean and half-width: ``+0.012 ± 0.043``."""
        mean = round(self.mean, decimals) + 0.0  # no "-0.000"
        error = f"{self.half_width95:.{decimals}f}" if math.isfinite(self.stderr) else "∞"
        return f"{mean:+.{decimals}f} ± {error}"

    def __str__(self) -> str:
        games = "game" if self.n_hands == 1 else "games"
        return f"{self.format_rate()} {self.unit} over {self.n_hands:,} {games}"


def estimate(values: ArrayLike, unit: str, *, n_hands: int | None = None) -> Estimate:
    """Return the mean of independent values and its standard error, in the unit the values are in.

    Parameters
    ----------
    values
        One number for each independent trial: a hand, or a deal that was replayed.
    unit
        Their unit.
    n_hands
        How many hands the values come from; by default as many as there are values.

    Raises
    ------
    StatisticsError
        If there is no value, or one is not a finite number.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not array.size:
        raise StatisticsError(f"no estimate from an array of shape {array.shape} (expected one value or more in a row)")
    if not np.isfinite(array).all():
        first = int(np.flatnonzero(~np.isfinite(array))[0])
        raise StatisticsError(f"value {first} is {array[first]} (expected finite numbers)")
    n = array.size
    stderr = float(array.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
    return Estimate(float(array.mean()), stderr, n if n_hands is None else n_hands, unit)


def standard_deviation(values: ArrayLike, unit: str) -> Estimate:
    """Return the standard deviation of independent values with its standard error, in the unit the values are in.

    The error follows from the spread of the squared deviations, so it holds whatever the distribution.
    """
    squares = _squared_deviations(values)
    variance = estimate(squares, unit)
    sd = math.sqrt(variance.mean * len(squares) / (len(squares) - 1))
    return Estimate(sd, variance.stderr / (2 * sd) if sd else 0.0, len(squares), unit)


def variance_ratio(values: ArrayLike, others: ArrayLike) -> Estimate:
    """Return how many times the variance of others that of values is, with its standard error.

    Parameters
    ----------
    values, others
        Two numbers of the same trials, in the same order: that they go together is taken into account.

    Raises
    ------
    StatisticsError
        If there are fewer than two trials, the rows are not equally long, or others do not vary.
    """
    above, below = _squared_deviations(values), _squared_deviations(others)
    if len(above) != len(below) or not below.any():
        raise StatisticsError(
            f"no ratio of variances of {len(above)} and {len(below)} values (expected pairs that vary)"
        )
    ratio = float(above.mean() / below.mean())
    changes = ratio * (above / above.mean() - below / below.mean()) if ratio else np.zeros(len(above))
    return Estimate(ratio, estimate(changes, "times").stderr, len(above), "times")


def _squared_deviations(values: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or array.size < 2:
        raise StatisticsError(f"no spread of an array of shape {array.shape} (expected two values or more in a row)")
    return np.asarray((array - array.mean()) ** 2)


@dataclass(frozen=True, slots=True)
class Sums:
    """The count, sum and sum of squares of whole numbers, from which mean and error follow.

    Whole numbers of any size are added without rounding, so sums from several processes merge to the same estimate
    in any order, and no large sum swallows a small one.
    """

    n: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, values: ArrayLike) -> "Sums":
        """Return the sums of a row of integers.

        Raises
        ------
        StatisticsError
            If the values are not integers.
        """
        array = np.asarray(values)
        if array.size and not np.issubdtype(array.dtype, np.integer):
            raise StatisticsError(f"cannot add an array of {array.dtype} exactly (expected integers)")
        numbers: list[int] = array.ravel().tolist()
        return cls(len(numbers), sum(numbers), sum([number * number for number in numbers]))

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def estimate(self, unit: str, *, per_unit: int = 1, n_hands: int | None = None) -> Estimate:
        """Return the mean and its standard error.

        Parameters
        ----------
        unit
            The unit of the estimate.
        per_unit
            How many of what was added make one unit, e.g. chips to the small bet.
        n_hands
            How many hands the numbers come from; by default as many as there are numbers.

        Raises
        ------
        StatisticsError
            If nothing was added.
        """
        if not self.n:
            raise StatisticsError("no estimate from no values (expected one or more)")
        mean = self.total / (self.n * per_unit)
        stderr = math.inf
        if self.n > 1:
            spread = self.n * self.squares - self.total * self.total  # n² times the variance, exact
            stderr = math.sqrt(spread / (self.n * self.n * (self.n - 1))) / per_unit
        return Estimate(mean, stderr, self.n if n_hands is None else n_hands, unit)
