# mypy: ignore-errors
"""Floating-point numbers added as whole numbers: every bit of every number goes to the bin of its place value."""

from numba import types

from deluck.compiling import kernel, readonly, writable

N_BINS = 68
"""Bins of 32 bits that hold any finite float64, and the carry of 2 ** 31 additions."""

_LOW = 0xFFFFFFFF


@kernel(
    types.void(readonly(types.int64, 1), readonly(types.int32, 1), writable(types.int64, 2), writable(types.int64, 1))
)
def add_bits(bits, groups, bins, counts):
    """Add numbers to the bins of their groups.

    Parameters
    ----------
    bits
        Finite float64 numbers as their bits, int64[n].
    groups
        The group of each, -1 for none, int32[n]; or int32[0]: all are of the first.
    bins
        Changed in place: bin i of a group counts multiples of 2 ** (32 i - 1074), int64[groups, N_BINS].
    counts
        Changed in place: how many numbers each group has, int64[groups].
    """
    group = 0
    has_groups = len(groups) > 0
    for number in range(len(bits)):
        if has_groups:
            group = groups[number]
            if group < 0:
                continue
        counts[group] += 1
        value = bits[number]
        if value << 1 == 0:  # zero, of whatever sign
            continue
        exponent = (value >> 52) & 0x7FF
        mantissa = value & 0xFFFFFFFFFFFFF
        if exponent > 0:
            mantissa |= 1 << 52
            exponent -= 1
        place = exponent >> 5
        shift = exponent & 31
        low = (mantissa & _LOW) << shift
        high = (mantissa >> 32) << shift
        first = low & _LOW
        second = (low >> 32) + (high & _LOW)
        third = high >> 32
        if value < 0:
            bins[group, place] -= first
            bins[group, place + 1] -= second
            bins[group, place + 2] -= third
        else:
            bins[group, place] += first
            bins[group, place + 1] += second
            bins[group, place + 2] += third
