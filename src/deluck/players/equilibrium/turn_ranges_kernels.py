# mypy: ignore-errors
"""The buckets of holdings on the turn in the ranges of both seats."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable
from deluck.players.equilibrium.trunk_kernels import fill_card_weights, fill_weights


@kernel(
    types.void(
        readonly(types.float32, 3),
        readonly(types.uint8, 2),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        types.int64,
        types.int64,
        types.int64,
        writable(types.uint16, 3),
    )
)
def fill_turn_buckets(ranges, cards, by_square, square_ends, by_mean, mean_ends, n_own, n_inner, n_beaten, out):
    """Write the bucket of each holding after each start, out uint16[2, starts, n], given both ranges there.

    ranges float32[2, starts, n]; cards uint8[n, 2]; by_square and by_mean int16[n] are the holdings in rising order of
    E[HS²] and of E[HS], square_ends and mean_ends int16[n] where those of the same value end in that order. A bucket is
    one of n_own groups by the share of the own range with a lower E[HS²], in it one of n_inner by the share of the
    group with a lower E[HS], and one of n_beaten by the share of the opponent's range with a lower E[HS]; ties count
    half. Weights are whole numbers, at least 1, so that the order of holdings does not matter.
    """
    n_holdings = len(cards)
    weights = np.zeros((2, n_holdings), dtype=np.int64)
    beaten = np.zeros(n_holdings, dtype=np.int64)
    group_of = np.zeros(n_holdings, dtype=np.int64)
    group_totals, group_below = np.zeros(n_own, dtype=np.int64), np.zeros(n_own, dtype=np.int64)
    group_tied = np.zeros(n_own, dtype=np.int64)
    totals, below = np.zeros(52, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for start in range(ranges.shape[1]):
        fill_weights(ranges, start, weights)
        for seat in range(2):
            own, other = weights[seat], weights[1 - seat]
            own_total, other_total = own.sum(), other.sum()
            group_totals[:] = 0
            group_below[:] = 0
            own_below, first = 0, 0
            while first < n_holdings:
                end = square_ends[first]
                tied = 0
                for index in range(first, end):
                    tied += own[by_square[index]]
                group = n_own * (2 * own_below + tied) // (2 * own_total)
                for index in range(first, end):
                    group_of[by_square[index]] = group
                group_totals[group] += tied
                own_below += tied
                first = end
            fill_card_weights(cards, other, totals)
            below[:] = 0
            other_below, first = 0, 0
            while first < n_holdings:
                end = mean_ends[first]
                for index in range(first, end):
                    holding = by_mean[index]
                    group_tied[group_of[holding]] = 0
                for index in range(first, end):
                    holding = by_mean[index]
                    group_tied[group_of[holding]] += own[holding]
                    beaten[holding] = other_below - below[cards[holding, 0]] - below[cards[holding, 1]]
                for index in range(first, end):
                    holding = by_mean[index]
                    other_below += other[holding]
                    below[cards[holding, 0]] += other[holding]
                    below[cards[holding, 1]] += other[holding]
                for index in range(first, end):  # up to the end of ties, less itself, which is in both cards' sums
                    holding = by_mean[index]
                    one, two = cards[holding, 0], cards[holding, 1]
                    beaten[holding] += other_below - below[one] - below[two] + other[holding]
                    met = other_total - totals[one] - totals[two] + other[holding]
                    column = min(n_beaten * beaten[holding] // (2 * met), n_beaten - 1)
                    group = group_of[holding]
                    inner = n_inner * (2 * group_below[group] + group_tied[group]) // (2 * group_totals[group])
                    out[seat, start, holding] = (group * n_inner + inner) * n_beaten + column
                for index in range(first, end):
                    holding = by_mean[index]
                    group_below[group_of[holding]] += own[holding]
                first = end
