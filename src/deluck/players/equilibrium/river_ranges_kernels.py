# mypy: ignore-errors
"""The buckets of holdings on the river in the ranges of both seats."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable
from deluck.players.equilibrium.trunk_kernels import fill_card_weights, fill_weights


@kernel(
    types.void(
        readonly(types.float32, 3),
        readonly(types.uint8, 2),
        readonly(types.int16, 1),
        types.int64,
        types.int64,
        writable(types.uint16, 3),
    )
)
def fill_river_buckets(ranges, cards, group_ends, n_own, n_beaten, out):
    """Write the bucket of each holding after each start, out uint16[2, starts, n], given both ranges there.

    ranges float32[2, starts, n]; cards uint8[n, 2] in rising order of strength, group_ends int16[n] where those as
    strong end. A bucket is a row of n_own by the share of the own range that is weaker, and in it a column of n_beaten
    by the share of the opponent's that is beaten; ties count half. Weights are whole numbers, at least 1, so that the
    order of holdings does not matter.
    """
    n_holdings = len(cards)
    weights = np.zeros((2, n_holdings), dtype=np.int64)
    beaten = np.zeros(n_holdings, dtype=np.int64)
    totals, below = np.zeros(52, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for start in range(ranges.shape[1]):
        fill_weights(ranges, start, weights)
        for seat in range(2):
            own, other = weights[seat], weights[1 - seat]
            own_total, other_total = own.sum(), other.sum()
            fill_card_weights(cards, other, totals)
            below[:] = 0
            own_below, other_below, first = 0, 0, 0
            while first < n_holdings:
                end = group_ends[first]
                group = 0
                for holding in range(first, end):
                    group += own[holding]
                    beaten[holding] = other_below - below[cards[holding, 0]] - below[cards[holding, 1]]
                for holding in range(first, end):
                    other_below += other[holding]
                    below[cards[holding, 0]] += other[holding]
                    below[cards[holding, 1]] += other[holding]
                row = n_own * (2 * own_below + group) // (2 * own_total)
                for holding in range(first, end):  # up to the group's end, less itself, which is in both cards' sums
                    one, two = cards[holding, 0], cards[holding, 1]
                    beaten[holding] += other_below - below[one] - below[two] + other[holding]
                    met = other_total - totals[one] - totals[two] + other[holding]
                    column = min(n_beaten * beaten[holding] // (2 * met), n_beaten - 1)
                    out[seat, start, holding] = row * n_beaten + column
                own_below += group
                first = end
