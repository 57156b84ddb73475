"""An estimator over some hands: total, mean, spread and error; and how it compares with money on the same hands."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.statistics import (
    PLANNED_HANDS,
    QUANTILE_95,
    Estimate,
    ExactSums,
    anytime_interval,
    bootstrap_interval,
    concentration,
    hands_needed,
    may_be_heavy,
)

UNIT = "sb/game"
MOST_NAMED = 3
"""Hands that carry the variance and are named."""
_FEW_GROUPS = 12
"""So many groups are summarised one after the other, which is faster, and more all at once."""


@dataclass(frozen=True, slots=True)
class HeavyTails:
    """Few values that carry most of the variance, by the rule of `statistics.heavy_tails`.

    Attributes
    ----------
    share
        Their part of the variance, 0 to 1.
    n
        How many they are: one in a hundred.
    largest
        The furthest from the mean, indices among the hands or pairs that were summarised, and their values.
    bootstrap95
        The ends of the bootstrap interval of the mean, to be shown beside the normal one.
    """

    share: float
    n: int
    largest: tuple[tuple[int, float], ...]
    bootstrap95: tuple[float, float]


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
        Their sum in units; for the duplicate estimators the sum over pairs of the pair's mean per game.
    mean
        Per game; NaN if there are none.
    sd
        The standard deviation of one value; NaN if there are fewer than two.
    stderr
        Of the mean; infinite for one value, which says nothing of the spread, and NaN for none.
    tails
        Values that carry most of the variance; None where there are none, or they were not looked for.
    """

    name: str
    n: int
    total: float
    mean: float
    sd: float
    stderr: float
    tails: HeavyTails | None = None

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
    def anytime95(self) -> tuple[float, float]:
        """The ends of the 95% interval that is valid however often one looks; infinite with too few values."""
        return self.anytime()

    def anytime(self, planned: int = PLANNED_HANDS) -> tuple[float, float]:
        """Return the ends of the anytime-valid 95% interval that is narrowest at a planned number of values."""
        return anytime_interval(self.mean, self.sd, self.n, planned)

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
            "anytime95": [plain(end) for end in self.anytime95],
        } | ({} if self.tails is None else {"bootstrap95": [plain(end) for end in self.tails.bootstrap95]})


@dataclass(frozen=True, slots=True)
class Comparison:
    """An estimator against money, on the very same hands: those that the estimator has values of.

    Attributes
    ----------
    name
        The estimator.
    sd_ratio
        The spread of money over its own, both of one value (a hand, or a pair's mean); NaN where there is none.
    worth
        The ratio of variances per game played: its hands are worth so many times as many of money alone. A value of a
        duplicate estimator is the mean of two games, so half of the ratio counts.
    hands_needed
        Games for 80% power: with so many, a true mean as large as the observed one is found different from zero (two
        sides, 5%) four times in five. From the mean and the spread of the same hands; None where the mean is zero or
        unknown.
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


def rounded_hands(number: float) -> int:
    """Return a number of hands to two digits, rounded up, as more would not be true."""
    whole = math.ceil(number)
    step: int = 10 ** max(len(str(whole)) - 2, 0)
    return math.ceil(whole / step) * step


def summarise(name: str, values: NDArray[np.float64]) -> Summary:
    """Return the summary of values, one per hand or pair; NaN stands for no value and is left out.

    The mean is taken off before squaring, so that no large sum swallows a small spread; sums are exact, so that they
    do not depend on the order of the hands.
    """
    return _summary(name, values, _summed(values))


def with_tails(summary: Summary, values: NDArray[np.float64]) -> Summary:
    """Return a summary with the values that carry most of its variance, where few of them do.

    Parameters
    ----------
    summary
        Of these values.
    values
        One per hand or pair; NaN stands for no value.
    """
    if summary.n and not may_be_heavy(values, summary.n, summary.mean, summary.sd):
        return summary
    missing = np.isnan(values)
    found = values[~missing] if missing.any() else values
    concentrated = concentration(found)
    if not concentrated.is_heavy or len(found) < 2:
        return summary
    known = np.flatnonzero(~missing)
    first = concentrated.indices[:MOST_NAMED]
    largest = tuple(zip(known[first].tolist(), found[first].tolist(), strict=True))
    tails = HeavyTails(concentrated.share, len(concentrated.indices), largest, bootstrap_interval(found))
    return replace(summary, tails=tails)


class Grouping:
    """Hands in groups, for many columns.

    Parameters
    ----------
    codes
        The number of each hand's group, -1 for none, int32[n].
    n_groups
        How many groups there are.
    """

    def __init__(self, codes: NDArray[np.int32], n_groups: int) -> None:
        self._n_groups = n_groups
        self._has_all = not (codes < 0).any()
        self.is_all = n_groups == 1 and self._has_all
        """Whether all hands are of one group."""
        self._rows = None
        if n_groups <= _FEW_GROUPS and not self.is_all:
            self._rows = [np.flatnonzero(codes == group) for group in range(n_groups)]
        else:
            self._codes = codes

    def summarise(self, name: str, values: NDArray[np.float64]) -> tuple[list[Summary], ExactSums | None]:
        """Return the summary of each group of values float64[n], and the sums of all if every hand has a group."""
        if self._rows is None:
            return summarise_groups(name, values, self._codes, self._n_groups), None
        parts = [values.take(rows) for rows in self._rows]
        sums = [_summed(part) for part in parts]
        together = ExactSums()
        for of_part in sums:
            together.merge(of_part)
        found = [_summary(name, part, of_part) for part, of_part in zip(parts, sums, strict=True)]
        return found, together if self._has_all else None


def summarise_all(
    name: str, values: NDArray[np.float64], groupings: Iterable[Grouping]
) -> tuple[Summary, dict[Grouping, list[Summary]]]:
    """Return the summary of values, as `summarise` does, and those of the groups of each grouping."""
    by_group: dict[Grouping, list[Summary]] = {}
    sums = None
    for grouping in groupings:
        if grouping not in by_group and not grouping.is_all:
            by_group[grouping], found = grouping.summarise(name, values)
            sums = sums or found
    return _summary(name, values, sums or _summed(values)), by_group


def _summed(values: NDArray[np.float64]) -> ExactSums:
    sums = ExactSums()
    sums.add(values)
    return sums


def _summary(name: str, values: NDArray[np.float64], sums: ExactSums) -> Summary:
    """Return the summary of values that have been summed."""
    n, total = int(sums.n[0]), float(sums.totals()[0])
    if not n:
        return Summary(name, 0, total, math.nan, math.nan, math.nan)
    squares = ExactSums()
    squares.add_squares(values, np.array([total / n]))
    return _summary_of(name, n, total, float(squares.totals()[0]))


def _summary_of(name: str, n: int, total: float, square: float) -> Summary:
    """Return the summary of n values of this sum, the squares of whose distances from the mean have that sum."""
    sd = math.sqrt(square / (n - 1)) if n > 1 else math.nan
    stderr = sd / math.sqrt(n) if n > 1 else math.inf if n else math.nan
    return Summary(name, n, total, total / n if n else math.nan, sd, stderr)


def summarise_groups(name: str, values: NDArray[np.float64], groups: NDArray[np.int32], n_groups: int) -> list[Summary]:
    """Return the summary of each group of values, as `summarise` does; -1 stands for no group."""
    sums, squares = ExactSums(n_groups), ExactSums(n_groups)
    sums.add(values, groups)
    totals, counts = sums.totals(), sums.n
    squares.add_squares(values, totals / np.maximum(counts, 1), groups)
    columns = (counts, totals, squares.totals())
    return [_summary_of(name, *row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def compare(summary: Summary, money: Summary, *, games_per_value: int = 1) -> Comparison:
    """Return how an estimator compares with money.

    Parameters
    ----------
    summary
        The estimator, over hands or pairs.
    money
        Money over the same hands, one value per hand.
    games_per_value
        Two for the duplicate estimators.
    """
    needed = hands_needed(summary.mean, summary.sd) if summary.n > 1 else None
    hands = None if needed is None else games_per_value * needed
    if not (summary.sd > 0 and money.sd > 0):
        ratio = math.nan if summary.sd != 0 or not money.sd > 0 else math.inf
        return Comparison(summary.name, ratio, ratio, hands)
    ratio = money.sd / summary.sd
    return Comparison(summary.name, ratio, ratio**2 / games_per_value, hands)
