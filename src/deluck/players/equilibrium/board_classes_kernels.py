# mypy: ignore-errors
"""How two ranges on a board compare, and how likely the betting on a turn leads to each of its rivers."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable
from deluck.players.equilibrium.trunk_kernels import fill_weights


@kernel(
    types.void(
        readonly(types.float32, 3),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.float64, 1),
        writable(types.float64, 2),
    )
)
def fill_curves(ranges, order, ends, points, out):
    """Write the share of one range that is below each of some shares of the other one, out float64[starts, points].

    ranges float32[2, starts, n]; order int16[n] are the holdings in rising order of strength, ends int16[n] where those
    as strong end in it; ties count half, and between two of them lies a straight line. Points float64 must rise.
    Weights are whole numbers, at least 1, so that the order of holdings does not matter.
    """
    n_holdings, n_points = len(order), len(points)
    weights = np.zeros((2, n_holdings), dtype=np.int64)
    for start in range(ranges.shape[1]):
        fill_weights(ranges, start, weights)
        own_total, other_total = float(weights[0].sum()), float(weights[1].sum())
        own_below, other_below, first, point = 0, 0, 0, 0
        last_x, last_y = 0.0, 0.0
        while first < n_holdings:
            own_tied, other_tied = 0, 0
            for place in range(first, ends[first]):
                own_tied += weights[0, order[place]]
                other_tied += weights[1, order[place]]
            x, y = (own_below + own_tied / 2) / own_total, (other_below + other_tied / 2) / other_total
            while point < n_points and points[point] <= x:
                out[start, point] = last_y + (y - last_y) * (points[point] - last_x) / (x - last_x)
                point += 1
            last_x, last_y = x, y
            own_below += own_tied
            other_below += other_tied
            first = ends[first]
        while point < n_points:
            out[start, point] = last_y + (1 - last_y) * (points[point] - last_x) / (1 - last_x)
            point += 1


@kernel(
    types.void(
        readonly(types.float32, 3),
        readonly(types.uint16, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 2),
        readonly(types.float32, 2),
        writable(types.float32, 3),
    )
)
def fill_river_ranges(shares, buckets, actor, child, ranges, out):
    """Write how likely each seat plays to each river of a turn, out float32[2, rivers, n].

    shares float32[decisions, buckets, 3] is the strategy on the turn, buckets uint16[2, n] those of the holdings of
    each seat; actor int8[decisions] and child int8[decisions, 3] are the turn's betting, a decision before its
    children, its closings the exits that come first; ranges float32[2, n] is how likely each seat plays to the turn.
    """
    n_decisions, n_holdings = len(actor), ranges.shape[1]
    inner = np.empty((2, n_decisions, n_holdings), dtype=np.float32)
    inner[:, 0] = ranges
    for decision in range(n_decisions):
        for action in range(3):
            after = child[decision, action]
            if after < 0 or after >= n_decisions + out.shape[1]:
                continue
            for seat in range(2):
                row = inner[seat, after] if after < n_decisions else out[seat, after - n_decisions]
                if actor[decision] == seat:
                    for holding in range(n_holdings):
                        share = shares[decision, buckets[seat, holding], action]
                        row[holding] = inner[seat, decision, holding] * share
                else:
                    row[:] = inner[seat, decision]
