# mypy: ignore-errors
"""Strength kernels: sums of card keys, two small look-ups and one table of strengths.

A card's key is one uint64 of three fields that add up without carrying into each other:

- bits 0 to 16: ``5 ** rank`` for deuce to eight, so that a sum spells how many cards of each rank there are;
- bits 17 to 30: the same for nine to ace;
- bits 32 to 47: a count of cards for each suit, four bits each.
"""

from typing import NamedTuple

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

LOW_BITS = np.uint64(17)
LOW_MASK = np.uint64((1 << 17) - 1)
HIGH_MASK = np.uint64((1 << 14) - 1)
SUIT_SHIFT = np.uint64(32)
FLUSH_CARRY = np.uint64(0x3333 << 32)  # added to the counts, five or more of a suit set the top bit of its field
FLUSH_TEST = np.uint64(0x8888 << 32)


class Lookup(NamedTuple):
    """The evaluator's tables; `deluck.evaluator.lookup` builds them and says what each holds.

    A kernel takes them apart once, before its loops, and hands its helpers the arrays: an array fetched from the tuple
    within a loop is counted as a new reference each time, which costs more than the look-up.
    """

    keys: "object"  # uint64[64]
    suit_bits: "object"  # uint64[64]
    low: "object"  # uint16[71876]
    high: "object"  # uint32[3, 14376]
    strengths: "object"  # int16[73775]
    flushes: "object"  # int16[8192]


LOOKUP = types.NamedTuple(
    (
        readonly(types.uint64, 1),
        readonly(types.uint64, 1),
        readonly(types.uint16, 1),
        readonly(types.uint32, 2),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
    ),
    Lookup,
)


@helper
def flush_strength(key, suits, flushes):
    """Return the strength of cards with five of a suit from the sums of their keys and their suit bits."""
    flush = ((key + FLUSH_CARRY) & FLUSH_TEST) >> (SUIT_SHIFT + np.uint64(3))
    while not flush & np.uint64(1):
        flush >>= np.uint64(4)
        suits >>= np.uint64(16)
    return flushes[suits & np.uint64(0x1FFF)]


@helper
def strength_of(key, suits, low, high, strengths, flushes):
    """Return the strength of cards from the sums of their keys and suit bits; `high` is its row for their number.

    Written flat and with unsigned indices for the loops it stands in: a call in the usual branch, or an index that
    might be negative, makes them several times slower.
    """
    if (key + FLUSH_CARRY) & FLUSH_TEST:
        return flush_strength(key, suits, flushes)
    return strengths[np.uint64(high[(key >> LOW_BITS) & HIGH_MASK]) + np.uint64(low[key & LOW_MASK])]


@helper
def _row_key(cards, row, size, keys):
    """Return the sum of the keys of one row, or 0 if a number is outside 0 to 51 or a card is there twice."""
    key = np.uint64(0)
    union = np.uint64(0)
    total = np.uint64(0)
    outside = False
    for column in range(size):
        card = np.uint64(np.int64(cards[row, column]))
        outside |= card > np.uint64(51)
        card &= np.uint64(63)
        bit = np.uint64(1) << card
        union |= bit
        total += bit
        key += keys[card]
    if outside or union != total:
        key = np.uint64(0)
    return key


@helper
def _row_suits(cards, row, suit_bits):
    suits = np.uint64(0)
    for column in range(cards.shape[1]):
        suits += suit_bits[np.uint64(cards[row, column])]
    return suits


@kernel(
    *(
        types.int64(readonly(dtype, 2), LOOKUP, writable(types.int16, 1))
        for dtype in (types.int64, types.int32, types.uint8, types.int8)
    )
)
def fill_strengths(cards, lookup, out):
    """Write the strength of each row of cards[n, 5 to 7] to out int16[n]; return the first bad row, or -1.

    A row is bad if it holds a number outside 0 to 51 or one card twice.
    """
    keys, suit_bits, low, high_parts, strengths, flushes = lookup
    size = cards.shape[1]
    high = high_parts[size - 5]
    for row in range(cards.shape[0]):
        # the constant lets the compiler unroll the loop over seven cards
        key = _row_key(cards, row, 7, keys) if size == 7 else _row_key(cards, row, size, keys)
        if key == np.uint64(0):
            return row
        suits = np.uint64(0)
        if (key + FLUSH_CARRY) & FLUSH_TEST:
            suits = _row_suits(cards, row, suit_bits)
        out[row] = strength_of(key, suits, low, high, strengths, flushes)
    return -1
