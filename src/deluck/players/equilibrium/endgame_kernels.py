# mypy: ignore-errors
"""How likely both seats play to each river of a turn."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable


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
