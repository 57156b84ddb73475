# mypy: ignore-errors
"""Ranks on the river against a range: the share of the opponent's likely holdings that each holding beats."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable


@kernel(
    types.void(
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        writable(types.int64, 1),
        writable(types.int64, 1),
    )
)
def fill_range_ranks(cards, group_ends, weights, beaten, met):
    """Write twice the weights beaten plus those tied to beaten int64[n], and twice all that can be met to met int64[n].

    cards int64[n, 2] are the holdings in rising order of strength, group_ends int64[n] where those as strong end,
    weights int64[n] how likely each is. A holding never meets one that shares a card with it.
    """
    n_holdings = len(cards)
    totals = np.zeros(52, dtype=np.int64)
    below = np.zeros(52, dtype=np.int64)
    total = 0
    for holding in range(n_holdings):
        total += weights[holding]
        totals[cards[holding, 0]] += weights[holding]
        totals[cards[holding, 1]] += weights[holding]
    reached = 0
    start = 0
    while start < n_holdings:
        end = group_ends[start]
        for holding in range(start, end):
            first, second = cards[holding, 0], cards[holding, 1]
            beaten[holding] = reached - below[first] - below[second]
            met[holding] = 2 * (total - totals[first] - totals[second] + weights[holding])
        for holding in range(start, end):
            reached += weights[holding]
            below[cards[holding, 0]] += weights[holding]
            below[cards[holding, 1]] += weights[holding]
        for holding in range(start, end):  # up to the group's end, less itself, which is in both cards' sums
            first, second = cards[holding, 0], cards[holding, 1]
            beaten[holding] += reached - below[first] - below[second] + weights[holding]
        start = end
