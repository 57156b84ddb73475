# mypy: ignore-errors
"""How two ranges on a board compare."""

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
            for index in range(first, ends[first]):
                own_tied += weights[0, order[index]]
                other_tied += weights[1, order[index]]
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
