"""Sums of floating-point numbers, rounded once: the same whatever the order, the parts and the number of workers.

A number is cut into pieces at fixed places, 32 bits apart: ``(x + m) - m`` rounds it to a multiple of 2 ** -52 m. So
few pieces of one place are added at a time that their sum is exact in float64, then it goes to the bin of its place.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

N_BINS = 68
"""Bins of 32 bits that hold any finite float64, and the carry of 2 ** 31 additions."""

_UNIT_BITS = 1074
"""The smallest float64 is 2 ** -1074."""
_BIN_BITS = 32
_CHUNK = 1 << 15
_CHUNK_BITS = 53 - 15 - 1
"""A chunk of numbers below 2 ** this multiples of a place has an exact sum."""
_MOST_CHUNKS = 1 << 8  # whose sums, below 2 ** 53 multiples each, a bin of 64 bits holds with what is in it
_HUGE = 2.0**900


class ExactSums:
    """Exact sums of numbers in groups, added part by part.

    Parameters
    ----------
    n_groups
        How many groups.
    """

    def __init__(self, n_groups: int = 1) -> None:
        self._bins = np.zeros((N_BINS, n_groups), np.int64)
        self._n_chunks = 0
        self._scratch = np.empty((2, 0))
        self.n = np.zeros(n_groups, np.int64)
        """How many numbers each group has, int64[groups]."""

    def add(self, values: NDArray[np.float64], groups: NDArray[Any] | None = None) -> None:
        """Add finite numbers, float64[k], to their groups, whole numbers[k]: -1 for none; all to the first if None.

        NaN is left out.
        """
        self._add(np.asarray(values, np.float64), groups, None)

    def add_squares(
        self, values: NDArray[np.float64], centres: NDArray[np.float64], groups: NDArray[Any] | None = None
    ) -> None:
        """Add the squares of numbers less the centre of their group, float64[groups]."""
        self._add(np.asarray(values, np.float64), groups, centres)

    def _add(
        self, values: NDArray[np.float64], groups: NDArray[Any] | None, centres: NDArray[np.float64] | None
    ) -> None:
        self._scratch = np.empty((2, min(len(values), _CHUNK)))
        for start in range(0, len(values), _CHUNK):
            chunk = values[start : start + _CHUNK]
            of_chunk = None if groups is None else groups[start : start + _CHUNK]
            if of_chunk is not None and (of_chunk < 0).any():
                chunk, of_chunk = chunk[of_chunk >= 0], of_chunk[of_chunk >= 0]
            if centres is not None:
                chunk = chunk - (centres[0] if of_chunk is None else centres[of_chunk])
                chunk *= chunk
            self._add_chunk(chunk, of_chunk)

    def _add_chunk(self, values: NDArray[np.float64], groups: NDArray[Any] | None) -> None:
        """Add numbers to the bins of their groups."""
        largest = max(values.max(initial=0.0), -values.min(initial=0.0))
        if not largest < _HUGE:
            values, groups, largest = self._without_odd(values, groups)
        n_groups = len(self.n)
        self.n += len(values) if groups is None else np.bincount(groups, minlength=n_groups)
        if not largest:
            return
        if self._n_chunks == _MOST_CHUNKS:
            self._carry()
        self._n_chunks += 1
        number = max(math.ceil((math.frexp(largest)[1] - _CHUNK_BITS + _UNIT_BITS) / _BIN_BITS), 0)
        piece, remainder = (scratch[: len(values)] for scratch in self._scratch)
        rest = values
        while True:
            place = _BIN_BITS * number - _UNIT_BITS
            rounds = math.ldexp(1.5, place + 52)
            np.add(rest, rounds, out=piece)
            np.subtract(piece, rounds, out=piece)
            sums = piece.sum() if groups is None else np.bincount(groups, weights=piece, minlength=n_groups)
            self._bins[number] += np.ldexp(sums, -place).astype(np.int64)
            rest = np.subtract(rest, piece, out=remainder)
            if not number or not rest.any():
                return
            number -= 1

    def _without_odd(
        self, values: NDArray[np.float64], groups: NDArray[Any] | None
    ) -> tuple[NDArray[np.float64], NDArray[Any] | None, float]:
        """Return numbers without NaN and with zeros for huge ones, which are added here; their groups; the largest."""
        known = ~np.isnan(values)
        values = values[known]
        groups = None if groups is None else groups[known]
        huge = np.flatnonzero(np.abs(values) >= _HUGE).tolist()
        if huge:
            self._carry()
        for index in huge:
            whole = int(values[index]) << _UNIT_BITS
            bins = self._bins[:, 0 if groups is None else groups[index]]
            for number in range(N_BINS - 1):
                bins[number] += whole & ((1 << _BIN_BITS) - 1)
                whole >>= _BIN_BITS
            bins[N_BINS - 1] += whole
            values[index] = 0.0
        return values, groups, float(np.abs(values).max(initial=0.0))

    def merge(self, other: "ExactSums", groups: NDArray[Any] | None = None, *, sign: int = 1) -> None:
        """Add the sums of other numbers, or with ``sign=-1`` take them off.

        Parameters
        ----------
        other
            The sums.
        groups
            Which group each of its groups is here, none of them twice; the same if None.
        sign
            1 or -1.
        """
        if self._n_chunks + other._n_chunks > _MOST_CHUNKS:
            self._carry()
            other._carry()
        where = slice(None) if groups is None else groups
        for number in np.flatnonzero(other._bins.any(axis=1)).tolist():
            self._bins[number, where] += sign * other._bins[number]
        self._n_chunks += other._n_chunks
        self.n[where] += sign * other.n

    def joined(self, groups: NDArray[Any], n_groups: int) -> "ExactSums":
        """Return the sums of fewer groups, of which each of these groups is a part, whole numbers[groups]."""
        self._carry()
        found = ExactSums(n_groups)
        np.add.at(found.n, groups, self.n)
        for number in np.flatnonzero(self._bins.any(axis=1)).tolist():
            np.add.at(found._bins[number], groups, self._bins[number])
        found._n_chunks = 1
        return found

    def totals(self) -> NDArray[np.float64]:
        """Return the sum of each group, rounded once, float64[groups]."""
        found = np.zeros(len(self.n))
        for group in np.flatnonzero(self.n).tolist():
            found[group] = _rounded(self._bins[:, group])
        return found

    def _carry(self) -> None:
        """Move what is above 32 bits of each bin to the next one."""
        for number in range(N_BINS - 1):
            if not self._bins[number].any():  # nothing is written where nothing was added
                continue
            over = self._bins[number] >> _BIN_BITS
            self._bins[number] -= over << _BIN_BITS
            self._bins[number + 1] += over
        self._n_chunks = 0


def _rounded(bins: NDArray[np.int64]) -> float:
    """Return the number that bins stand for, int64[N_BINS], rounded once."""
    whole = 0
    for number in np.flatnonzero(bins).tolist():
        whole += int(bins[number]) << (_BIN_BITS * number)
    return whole / (1 << _UNIT_BITS)


def exact_sum(values: NDArray[np.float64]) -> float:
    """Return the sum of finite numbers, rounded once, whatever their order and number; NaN is left out."""
    sums = ExactSums()
    sums.add(values)
    return float(sums.totals()[0])
