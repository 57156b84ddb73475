# mypy: ignore-errors
"""Floating-point numbers added as whole numbers: every bit of every number goes to the bin of its place value."""

import numpy as np
from numba import types

from deluck.compiling import kernel, readonly, writable

N_BINS = 68
"""Bins of 32 bits that hold any finite float64, and the carry of 2 ** 31 additions."""

_LOW = 0xFFFFFFFF


@kernel(
    types.void(
        readonly(types.float64, 1),
        readonly(types.int32, 1),
        readonly(types.float64, 1),
        writable(types.int64, 2),
        writable(types.int64, 1),
    )
)
def add_bits(values, groups, centres, bins, counts):
    """Add numbers, or squares of their distances from their group's centre, to the bins of their groups.

    Parameters
    ----------
    values
        Finite numbers, and NaN, which is left out, float64[n].
    groups
        The group of each, -1 for none, int32[n]; or int32[0]: all are of the first.
    centres
        What is taken off each number of a group before it is squared, float64[groups]; or float64[0]: the numbers
        themselves are added.
    bins
        Changed in place: bin i of a group counts multiples of 2 ** (32 i - 1074), int64[groups, N_BINS].
    counts
        Changed in place: how many numbers each group has, int64[groups].
    """
    group = 0
    has_groups = len(groups) > 0
    has_centres = len(centres) > 0
    number = np.empty(1, np.float64)
    bits = number.view(np.int64)
    for index in range(len(values)):
        if has_groups:
            group = groups[index]
            if group < 0:
                continue
        number[0] = values[index]
        if number[0] != number[0]:
            continue
        if has_centres:
            distance = number[0] - centres[group]
            number[0] = distance * distance
        counts[group] += 1
        value = bits[0]
        if value << 1 == 0:  # zero, of whatever sign
            continue
        exponent = (value >> 52) & 0x7FF
        mantissa = value & 0xFFFFFFFFFFFFF
        if exponent > 0:
            mantissa |= 1 << 52
            exponent -= 1
        first_bin = exponent >> 5
        shift = exponent & 31
        low = (mantissa & _LOW) << shift
        high = (mantissa >> 32) << shift
        first = low & _LOW
        second = (low >> 32) + (high & _LOW)
        third = high >> 32
        sign = value >> 63  # 0, or -1 for negative numbers, and (x ^ sign) - sign is x or -x
        bins[group, first_bin] += (first ^ sign) - sign
        bins[group, first_bin + 1] += (second ^ sign) - sign
        bins[group, first_bin + 2] += (third ^ sign) - sign
