# mypy: ignore-errors
"""Kernels for a best response by buckets of holdings: what each action is worth is added up board by board.

Shapes, reach and values are those of `values_kernels`. Buckets int16[1326] are those of a board; choices
int8[starts, n, n_buckets] what the response does in each of them; gains float64[starts, n, n_buckets, 3] what each
action was worth there.
"""

import numpy as np

from deluck.best_response.values_kernels import N_CARDS, fill_end_values, spread_one
from deluck.compiling import helper, kernel, readonly, types, writable


@helper
def _learn(actor, child, seat, buckets, choices, weight, exits, inner, gains, out):
    """Add what each action is worth to the gains of one start; write its values under the choices to out."""
    n_nodes, n_holdings = inner.shape
    for node in range(n_nodes - 1, -1, -1):
        total = out if node == 0 else inner[node]
        own = actor[node] == seat
        total[:] = 0.0
        for action in range(3):
            after = child[node, action]
            if after < 0:
                continue
            row = inner[after] if after < n_nodes else exits[after - n_nodes]
            if own:
                for holding in range(n_holdings):
                    bucket = buckets[holding]
                    gains[node, bucket, action] += weight * row[holding]
                    if choices[node, bucket] == action:
                        total[holding] = row[holding]
            else:
                for holding in range(n_holdings):
                    total[holding] += row[holding]


@kernel(
    types.void(
        readonly(types.int8, 1),
        readonly(types.int8, 2),
        types.int64,
        readonly(types.int16, 1),
        readonly(types.int8, 3),
        types.float64,
        readonly(types.float64, 3),
        writable(types.float64, 4),
        writable(types.float64, 2),
    )
)
def learn_street(actor, child, seat, buckets, choices, weight, exits, gains, out):
    """Add what a seat's actions are worth on a street to the gains; write its values at the starts.

    exits float64[starts, m, 1326], out float64[starts, 1326].
    """
    inner = np.empty((len(actor), out.shape[1]))
    for start in range(len(out)):
        _learn(actor, child, seat, buckets, choices[start], weight, exits[start], inner, gains[start], out[start])


@kernel(
    types.void(
        readonly(types.float32, 4),
        readonly(types.int8, 1),
        readonly(types.int8, 2),
        types.int64,
        readonly(types.int16, 1),
        readonly(types.int8, 3),
        types.float64,
        readonly(types.float64, 2),
        readonly(types.float64, 2),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.int64, 2),
        types.int64,
        writable(types.float64, 4),
        writable(types.float64, 2),
    )
)
def learn_river(
    strategies,
    actor,
    child,
    seat,
    buckets,
    choices,
    weight,
    reach,
    payoffs,
    strengths,
    order,
    cards,
    n_showdowns,
    gains,
    out,
):
    """Do the same on the river: strategies float32[starts, n, 3, 1326] and reach float64[starts, 1326] of the opponent.

    payoffs float64[starts, m], strengths, order, cards and n_showdowns as in `river_values`.
    """
    n_nodes, n_exits = len(actor), payoffs.shape[1]
    n_starts, n_holdings = reach.shape
    inner = np.empty((n_nodes, n_holdings))
    exits = np.empty((n_exits, n_holdings))
    rows = np.empty((len(order), n_exits))
    by_card = np.empty((N_CARDS, n_exits))
    totals = np.empty(n_exits)
    free = np.zeros(n_holdings, dtype=np.bool_)
    for holding in order:
        free[holding] = True
    for start in range(n_starts):
        spread_one(strategies[start], actor, child, 1 - seat, reach[start], inner, exits)
        fill_end_values(exits, payoffs[start], strengths, order, cards, n_showdowns, rows, by_card, totals)
        for holding in range(n_holdings):
            if not free[holding]:
                exits[:, holding] = 0.0
        _learn(actor, child, seat, buckets, choices[start], weight, exits, inner, gains[start], out[start])
