# mypy: ignore-errors
"""Kernels that draw one holding for each of several opponents, by their weights, no card twice."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable


@helper
def draw_holdings(rng, cumulative, cards, n_tries, out):
    """Draw a holding for each row of cumulative float64[n, 1326] into out int64[n]; return how many draws failed.

    Each is drawn by its own weights, and as soon as two share a card all are discarded: what is left has the product of
    the weights as its distribution, given that no card is used twice. Gives up after n_tries.
    """
    n_opponents = len(cumulative)
    for failed in range(n_tries):
        dealt = np.uint64(0)
        n_drawn = 0
        while n_drawn < n_opponents:
            row = cumulative[n_drawn]
            index = np.searchsorted(row, rng.random() * row[-1], side="right")
            if index == len(row):  # the product was rounded up to the total
                break
            both = (np.uint64(1) << np.uint64(cards[index, 0])) | (np.uint64(1) << np.uint64(cards[index, 1]))
            if dealt & both:
                break
            dealt |= both
            out[n_drawn] = index
            n_drawn += 1
        if n_drawn == n_opponents:
            return failed
    return n_tries


@kernel(
    types.int64(
        types.npy_rng, readonly(types.float64, 2), readonly(types.int64, 2), types.int64, writable(types.int64, 2)
    )
)
def fill_joint_holdings(rng, cumulative, cards, n_tries, out):
    """Draw a set of holdings into each row of out int64[draws, n]; return how many rows were filled.

    cumulative float64[n, 1326] has the running sums of each opponent's weights, cards int64[1326, 2] the cards of each
    holding. Gives up on a row after n_tries.
    """
    for row in range(len(out)):
        if draw_holdings(rng, cumulative, cards, n_tries, out[row]) == n_tries:
            return row
    return len(out)
