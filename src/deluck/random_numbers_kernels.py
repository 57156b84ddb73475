# mypy: ignore-errors
"""SplitMix64: random bits from one uint64 of state, so that what is drawn depends on the starting state alone.

References
----------
Steele, Lea and Flood, Fast splittable pseudorandom number generators.
"""

import numpy as np

from deluck.compiling import helper

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""What is added to the state from one number to the next."""
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)


@helper
def random_bits(state):
    """Return the 64 random bits that a state stands for."""
    mixed = (state ^ (state >> np.uint64(30))) * FIRST_MIX
    mixed = (mixed ^ (mixed >> np.uint64(27))) * SECOND_MIX
    return mixed ^ (mixed >> np.uint64(31))


@helper
def random_below(state, n):
    """Return a random number from 0 to n - 1, uint64, for the state; n is at most 2 ** 32.

    The high half of the bits is scaled to n: one number is likelier than another by at most n in 2 ** 32.
    """
    return ((random_bits(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)
