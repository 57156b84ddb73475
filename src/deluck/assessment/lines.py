"""Lines over a match: the running total with its guide curves, and the running slope that shows learning."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_POINTS = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """The running total of an estimator, thinned to at most `MOST_POINTS` points; the last hand is always in it.

    Attributes
    ----------
    hands
        How many hands (pairs, for a duplicate estimator) with a value each point comes after, int64[k].
    hand_numbers
        The number of the last of them among all hands (pairs), counted from 1, int64[k]: lines of estimators that have
        values for different hands are drawn over it together.
    total
        The total so far in small bets, net to the viewpoint, float64[k].
    sd
        One standard deviation of such a total if its mean were zero: that of one hand times the root of their number,
        float64[k]. The guide curves are at plus and minus one and two of it.
    """

    hands: NDArray[np.int64]
    hand_numbers: NDArray[np.int64]
    total: NDArray[np.float64]
    sd: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class Slope:
    """The mean of an estimator over a window that runs over the hands: what shows a player learning.

    Attributes
    ----------
    hands
        The last hand of each window, counted from 1, int64[k]; windows end at most `MOST_POINTS` times.
    mean, stderr
        Over the window's hands, in sb/game, net to the viewpoint, float64[k].
    window
        How many hands a window has.
    """

    hands: NDArray[np.int64]
    mean: NDArray[np.float64]
    stderr: NDArray[np.float64]
    window: int

    def __len__(self) -> int:
        return len(self.hands)


def cumulative_line(values: NDArray[np.float64]) -> Line:
    """Return the running total of values; NaN stands for no value and is left out."""
    rows = np.flatnonzero(~np.isnan(values))
    found = values[rows]
    ends = _thinned(len(found), 1)
    sd = float(found.std(ddof=1)) if len(found) > 1 else math.nan
    return Line(ends, rows[ends - 1] + 1, np.cumsum(found)[ends - 1], sd * np.sqrt(ends))


def running_slope(values: NDArray[np.float64], window: int | None = None) -> Slope:
    """Return the mean over a window that runs over the values; NaN stands for no value and is left out.

    Parameters
    ----------
    values
        One a hand or pair.
    window
        How many; by default a tenth of all, at least 100, at most all there are.
    """
    found = values[~np.isnan(values)]
    n = len(found)
    width = min(max(n // 10, 100) if window is None else max(window, 2), n)
    if width < 2:
        return Slope(np.empty(0, np.int64), np.empty(0), np.empty(0), width)
    ends = _thinned(n, width)
    centred = found - found.mean()  # so that differences of running sums keep their digits
    sums = np.concatenate([[0.0], np.cumsum(centred)])
    squares = np.concatenate([[0.0], np.cumsum(centred * centred)])
    means = (sums[ends] - sums[ends - width]) / width
    variances = np.maximum((squares[ends] - squares[ends - width]) - width * means * means, 0.0) / (width - 1)
    return Slope(ends, means + found.mean(), np.sqrt(variances / width), width)


def _thinned(n: int, first: int) -> NDArray[np.int64]:
    """Return at most `MOST_POINTS` whole numbers from first to n, evenly spread, both ends among them."""
    if n < first:
        return np.empty(0, np.int64)
    n_points = min(n - first + 1, MOST_POINTS)
    return np.unique(np.linspace(first, n, n_points).round().astype(np.int64))
