"""Sums of floating-point numbers, rounded once: the same whatever the order, the parts and the number of workers."""

import numpy as np
from numpy.typing import NDArray

from deluck.statistics.sums_kernels import N_BINS, add_bits

_UNIT = 1 << 1074  # one over the smallest float64
_MOST_ADDED = 1 << 30  # what bins of 64 bits hold for certain


class ExactSums:
    """Exact sums of numbers in groups, added part by part.

    Parameters
    ----------
    n_groups
        How many groups.
    """

    def __init__(self, n_groups: int = 1) -> None:
        self._bins = np.zeros((n_groups, N_BINS), np.int64)
        self._n_added = 0
        self.n = np.zeros(n_groups, np.int64)
        """How many numbers each group has, int64[groups]."""

    def add(self, values: NDArray[np.float64], groups: NDArray[np.int32] | None = None) -> None:
        """Add finite numbers, float64[k], to their groups, int32[k]: -1 for none; all to the first if None.

        NaN is left out.
        """
        self._add(values, groups, np.empty(0))

    def add_squares(
        self, values: NDArray[np.float64], centres: NDArray[np.float64], groups: NDArray[np.int32] | None = None
    ) -> None:
        """Add the squares of numbers less the centre of their group, float64[groups]."""
        self._add(values, groups, np.ascontiguousarray(centres, dtype=np.float64))

    def _add(self, values: NDArray[np.float64], groups: NDArray[np.int32] | None, centres: NDArray[np.float64]) -> None:
        if self._n_added + len(values) > _MOST_ADDED:
            self._carry()
        self._n_added += len(values)
        if not len(values):
            return
        of_groups = np.empty(0, np.int32) if groups is None else np.ascontiguousarray(groups, dtype=np.int32)
        add_bits(np.ascontiguousarray(values, dtype=np.float64), of_groups, centres, self._bins, self.n)

    def merge(self, other: "ExactSums") -> None:
        """Add the sums of other numbers, in the same groups."""
        self._carry()
        other._carry()
        self._bins += other._bins
        self.n += other.n

    def totals(self) -> NDArray[np.float64]:
        """Return the sum of each group, rounded once, float64[groups]."""
        found = np.zeros(len(self._bins))
        for group in np.flatnonzero(self.n).tolist():
            bins, whole = self._bins[group], 0
            for number in np.flatnonzero(bins).tolist():
                whole += int(bins[number]) << (32 * number)
            found[group] = whole / _UNIT
        return found

    def _carry(self) -> None:
        """Move what is above 32 bits of each bin to the next one."""
        for number in range(N_BINS - 1):
            over = self._bins[:, number] >> 32
            self._bins[:, number] -= over << 32
            self._bins[:, number + 1] += over
        self._n_added = 0


def exact_sum(values: NDArray[np.float64]) -> float:
    """Return the sum of finite numbers, rounded once, whatever their order and number; NaN is left out."""
    sums = ExactSums()
    sums.add(values)
    return float(sums.totals()[0])
