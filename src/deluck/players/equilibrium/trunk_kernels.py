# mypy: ignore-errors
"""How likely both seats play to nodes of the betting tree with each holding, and that as whole numbers."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

_ONE = np.float32(255)
_LARGEST = np.float32(1 << 20)  # the weight of the likeliest holding


@kernel(
    types.void(
        readonly(types.int32, 1),
        readonly(types.int32, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int64, 1),
        readonly(types.uint8, 3),
        readonly(types.uint8, 3),
        readonly(types.uint8, 3),
        readonly(types.uint8, 2),
        writable(types.float32, 3),
    )
)
def fill_ranges(
    starts,
    parent,
    last_action,
    actor,
    street,
    firsts,
    preflop,
    flop,
    turn,
    buckets,
    out,
):
    """Write how likely each seat plays to each start with each holding, out float32[2, starts, n].

    starts int32[m] are nodes of the betting tree, parent, last_action, actor, street arrays over it, firsts int64[3]
    the first node of each street. preflop, flop, turn uint8[decisions, buckets, 3] are the strategy in 255ths on this
    board, buckets uint8[streets, n] those of the holdings on the streets before the starts.
    """
    n_holdings = buckets.shape[1]
    out[:] = 1.0
    for start in range(len(starts)):
        node = starts[start]
        while node > 0:
            before, action = parent[node], last_action[node]
            seat, on = actor[before], street[before]
            row = before - firsts[on]
            shares = preflop if on == 0 else flop if on == 1 else turn
            for holding in range(n_holdings):
                out[seat, start, holding] *= np.float32(shares[row, buckets[on, holding], action]) / _ONE
            node = before


@helper
def fill_weights(ranges, start, weights):
    """Write both ranges after a start as whole numbers, at least 1, so that the order of holdings does not matter."""
    for seat in range(2):
        most = ranges[seat, start].max()
        for holding in range(ranges.shape[2]):
            share = ranges[seat, start, holding] / most if most > 0 else np.float32(1)
            weights[seat, holding] = 1 + np.int64(share * _LARGEST)


@helper
def fill_card_weights(cards, weights, totals):
    """Write how much the holdings with each card weigh, totals int64[52]."""
    totals[:] = 0
    for holding in range(len(cards)):
        totals[cards[holding, 0]] += weights[holding]
        totals[cards[holding, 1]] += weights[holding]
