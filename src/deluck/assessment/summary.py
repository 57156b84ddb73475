"""An estimator over some hands: total, mean, spread and error; and how it compares with money on the same hands."""

import math
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.statistics import QUANTILE_95, Estimate

UNIT = "sb/game"
_BLOCK = 4_096  # numbers that are Python's at a time: they take four times the room


@dataclass(frozen=True, slots=True)
class Summary:
    """One estimator over some hands, net to the viewpoint.

    Attributes
    ----------
    name
        The estimator.
    n
        How many values: hands, or pairs of hands for the duplicate estimators.
    total
        Their sum in units; for the duplicate estimators the sum over pairs of the pair's mean a game.
    mean
        A game; NaN if there are none.
    sd
        The standard deviation of one value; NaN if there are fewer than two.
    stderr
        Of the mean; infinite for one value, which says nothing of the spread, and NaN for none.
    """

    name: str
    n: int
    total: float
    mean: float
    sd: float
    stderr: float

    @property
    def ci95(self) -> tuple[float, float]:
        """The ends of the 95% interval of the mean, by the normal distribution."""
        half_width = QUANTILE_95 * self.stderr
        return self.mean - half_width, self.mean + half_width

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the 95% interval."""
        low, high = self.ci95
        return low > 0 or high < 0

    @property
    def total_half_width95(self) -> float:
        """Half the width of the 95% interval of the total."""
        return QUANTILE_95 * self.stderr * self.n

    def as_estimate(self, unit: str = UNIT) -> Estimate:
        """Return the mean with its error, in this unit."""
        n_hands = 2 * self.n if self.name.startswith("duplicate_") else self.n
        return Estimate(self.mean, self.stderr, n_hands, unit)

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values, for JSON; what is not finite is None."""
        return {
            "n": self.n,
            "total": plain(self.total),
            "mean": plain(self.mean),
            "sd": plain(self.sd),
            "stderr": plain(self.stderr),
            "ci95": [plain(end) for end in self.ci95],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """An estimator of skill against money, on the very same hands: the assessed ones, or the pairs of a duplicate.

    Attributes
    ----------
    name
        The estimator.
    sd_ratio
        The spread of money over its own, both of one value (a hand, or a pair's mean); NaN where there is none.
    worth
        The ratio of variances a game played: its hands are worth so many times as many of money alone. A value of a
        duplicate estimator is the mean of two games, so half of the ratio counts.
    hands_needed
        Games until a mean as observed would be told from zero with 95% confidence, two-sided; None where the mean is
        zero or unknown.
    """

    name: str
    sd_ratio: float
    worth: float
    hands_needed: float | None

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values, for JSON; what is not finite is None."""
        return {
            "sd_ratio": plain(self.sd_ratio),
            "worth": plain(self.worth),
            "hands_needed": None if self.hands_needed is None else plain(self.hands_needed),
        }


def plain(value: float) -> float | None:
    """Return a number without minus zero, None if it is not finite."""
    return value + 0.0 if math.isfinite(value) else None


def exact_sum(values: NDArray[np.float64]) -> float:
    """Return the sum of numbers, rounded once, whatever their order and number."""
    blocks = (values[start : start + _BLOCK].tolist() for start in range(0, len(values), _BLOCK))
    return math.fsum(chain.from_iterable(blocks))


def summarise(name: str, values: NDArray[np.float64]) -> Summary:
    """Return the summary of values, one a hand or pair; NaN stands for no value and is left out.

    The mean is taken off before squaring, so that no large sum swallows a small spread.
    """
    found = values[~np.isnan(values)]
    n = len(found)
    total = exact_sum(found)
    if not n:
        return Summary(name, 0, 0.0, math.nan, math.nan, math.nan)
    mean = total / n
    if n == 1:
        return Summary(name, 1, total, mean, math.nan, math.inf)
    deviations = found - mean
    variance = exact_sum(deviations * deviations) / (n - 1)
    sd = math.sqrt(variance)
    return Summary(name, n, total, mean, sd, sd / math.sqrt(n))


def compare(summary: Summary, money: Summary, *, games_per_value: int = 1) -> Comparison:
    """Return how an estimator compares with money.

    Parameters
    ----------
    summary
        The estimator, over hands or pairs.
    money
        Money over the same hands, one value a hand.
    games_per_value
        Two for the duplicate estimators.
    """
    if not (summary.sd > 0 and money.sd > 0):
        ratio = math.nan if summary.sd != 0 or not money.sd > 0 else math.inf
        return Comparison(summary.name, ratio, ratio, _hands_needed(summary, games_per_value))
    ratio = money.sd / summary.sd
    return Comparison(summary.name, ratio, ratio**2 / games_per_value, _hands_needed(summary, games_per_value))


def _hands_needed(summary: Summary, games_per_value: int) -> float | None:
    if summary.n < 2 or summary.mean == 0:
        return None
    return games_per_value * (QUANTILE_95 * summary.sd / summary.mean) ** 2
