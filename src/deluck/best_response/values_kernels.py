# mypy: ignore-errors
"""Kernels over the betting of one street, all 1,326 holdings at once: reach forwards, values backwards, showdowns.

A street that is dealt at some node has the same shape wherever that is: n decisions and m exits, first the exits by
which betting closes, then those by a fold. `child` int8[n, 3] is the decision after fold, call and raise, n + the exit
where there is none, -1 where the action is not legal; a decision comes before its children. `actor` int8[n] is the seat
to act. Strategies are float32[..., n, 3, 1326].

Values are counterfactual: to a seat with a holding, summed over the opponent's holdings that share no card with it,
each weighted by how likely the opponent plays to get there. So where the opponent acts they add up, and where the seat
acts itself they are averaged by its strategy, or the largest is taken if it responds.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

N_CARDS = 52


@helper
def spread_one(strategies, actor, child, seat, reach, inner, exits):
    """Write a seat's reach at each exit from its reach float64[1326] at the start; inner float64[n, 1326] is room."""
    n_nodes, n_holdings = inner.shape
    inner[0] = reach
    for node in range(n_nodes):
        before = inner[node]
        for action in range(3):
            after = child[node, action]
            if after < 0:
                continue
            row = inner[after] if after < n_nodes else exits[after - n_nodes]
            if actor[node] == seat:
                shares = strategies[node, action]
                for holding in range(n_holdings):
                    row[holding] = before[holding] * shares[holding]
            else:
                row[:] = before


@helper
def _combine(strategies, actor, child, seat, responds, exits, inner, out):
    """Write a seat's values float64[1326] at the start from those at the exits; inner float64[n, 1326] is scratch."""
    n_nodes, n_holdings = inner.shape
    for node in range(n_nodes - 1, -1, -1):
        total = out if node == 0 else inner[node]
        own = actor[node] == seat
        is_first = True
        for action in range(3):
            after = child[node, action]
            if after < 0:
                continue
            row = inner[after] if after < n_nodes else exits[after - n_nodes]
            shares = strategies[node, action]
            if own and not responds:
                if is_first:
                    for holding in range(n_holdings):
                        total[holding] = shares[holding] * row[holding]
                else:
                    for holding in range(n_holdings):
                        total[holding] += shares[holding] * row[holding]
            elif is_first:
                total[:] = row
            elif own:
                for holding in range(n_holdings):
                    total[holding] = max(total[holding], row[holding])
            else:
                for holding in range(n_holdings):
                    total[holding] += row[holding]
            is_first = False


@kernel(
    types.void(
        readonly(types.float32, 4),
        readonly(types.int8, 1),
        readonly(types.int8, 2),
        readonly(types.float64, 3),
        writable(types.float64, 4),
    )
)
def spread_reach(strategies, actor, child, reach, out):
    """Write how likely each seat plays to each exit, by holding, from the same at the starts.

    strategies float32[starts, n, 3, 1326], reach float64[2, starts, 1326], out float64[2, starts, m, 1326].
    """
    inner = np.empty((len(actor), out.shape[3]))
    for seat in range(2):
        for start in range(reach.shape[1]):
            spread_one(strategies[start], actor, child, seat, reach[seat, start], inner, out[seat, start])


@kernel(
    types.void(
        readonly(types.float32, 4),
        readonly(types.int8, 1),
        readonly(types.int8, 2),
        types.int64,
        types.boolean,
        readonly(types.float64, 3),
        writable(types.float64, 2),
    )
)
def combine_values(strategies, actor, child, seat, responds, exits, out):
    """Write a seat's values at the starts from those at the exits, by its strategy or as a best response.

    strategies float32[starts, n, 3, 1326], exits float64[starts, m, 1326], out float64[starts, 1326].
    """
    inner = np.empty((len(actor), out.shape[1]))
    for start in range(len(out)):
        _combine(strategies[start], actor, child, seat, responds, exits[start], inner, out[start])


@kernel(
    types.void(
        readonly(types.float64, 3),
        readonly(types.float64, 2),
        readonly(types.int16, 1),
        readonly(types.int64, 2),
        types.int64,
        writable(types.float64, 3),
    )
)
def fold_values(reach, payoffs, holdings, cards, first_fold, out):
    """Write a seat's values at the exits by a fold: what it is paid times the opponent's reach beside its cards.

    reach float64[starts, m, 1326] of the opponent, payoffs float64[starts, m] to the seat, holdings int16[k] those
    beside the board, cards int64[1326, 2], out float64[starts, m, 1326], zero on entry.
    """
    n_starts, n_exits, _ = reach.shape
    by_card = np.empty(N_CARDS)
    for start in range(n_starts):
        for leaving in range(first_fold, n_exits):
            weights, values, paid = reach[start, leaving], out[start, leaving], payoffs[start, leaving]
            by_card[:] = 0.0
            total = 0.0
            for holding in holdings:
                weight = weights[holding]
                total += weight
                by_card[cards[holding, 0]] += weight
                by_card[cards[holding, 1]] += weight
            for holding in holdings:
                first, second = by_card[cards[holding, 0]], by_card[cards[holding, 1]]
                values[holding] = paid * (total - first - second + weights[holding])


@helper
def fill_end_values(exits, payoffs, strengths, order, cards, n_showdowns, rows, by_card, totals):
    """Replace the opponent's reach at all exits of the river by a seat's values there.

    exits float64[m, 1326], payoffs float64[m]: what the seat wins (and so loses) at a showdown, is paid after a fold.
    rows float64[k, m], by_card float64[52, m] and totals float64[m] are scratch. All exits are done side by side, which
    the compiler does several at a time. A holding's value at a showdown is the reach below it less that above it: while
    holdings are gone through in rising order, `by_card` and `totals` have the reach below less that not below, of each
    card and of all; at a group of equal ones its reach is added once, so that it cancels, and then once more.
    """
    n_order, n_exits = rows.shape
    by_card[:] = 0.0
    totals[:] = 0.0
    for turn in range(n_order):
        holding = order[turn]
        row = rows[turn]
        first, second = by_card[cards[holding, 0]], by_card[cards[holding, 1]]
        for leaving in range(n_exits):
            weight = exits[leaving, holding]
            row[leaving] = weight
            totals[leaving] -= weight
            first[leaving] -= weight
            second[leaving] -= weight
    for turn in range(n_order):  # folds: minus all of them, so far
        holding = order[turn]
        first, second = by_card[cards[holding, 0]], by_card[cards[holding, 1]]
        for leaving in range(n_showdowns, n_exits):
            beside = first[leaving] + second[leaving] - totals[leaving] + rows[turn, leaving]
            exits[leaving, holding] = payoffs[leaving] * beside
    start = 0
    while start < n_order:
        strength = strengths[order[start]]
        end = start
        while end < n_order and strengths[order[end]] == strength:
            holding = order[end]
            row = rows[end]
            first, second = by_card[cards[holding, 0]], by_card[cards[holding, 1]]
            for leaving in range(n_showdowns):
                weight = row[leaving]
                totals[leaving] += weight
                first[leaving] += weight
                second[leaving] += weight
            end += 1
        for turn in range(start, end):
            holding = order[turn]
            first, second = by_card[cards[holding, 0]], by_card[cards[holding, 1]]
            for leaving in range(n_showdowns):
                ahead = totals[leaving] - first[leaving] - second[leaving]
                exits[leaving, holding] = payoffs[leaving] * ahead
        for turn in range(start, end):
            holding = order[turn]
            row = rows[turn]
            first, second = by_card[cards[holding, 0]], by_card[cards[holding, 1]]
            for leaving in range(n_showdowns):
                weight = row[leaving]
                totals[leaving] += weight
                first[leaving] += weight
                second[leaving] += weight
        start = end


@kernel(
    types.void(
        readonly(types.float32, 4),
        readonly(types.int8, 1),
        readonly(types.int8, 2),
        readonly(types.float64, 3),
        readonly(types.float64, 3),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.int64, 2),
        types.int64,
        writable(types.float64, 4),
    )
)
def river_values(strategies, actor, child, reach, payoffs, strengths, order, cards, n_showdowns, out):
    """Write both seats' values at the starts of the river: by their strategies, and as best responses.

    strategies float32[starts, n, 3, 1326], reach float64[2, starts, 1326], payoffs float64[2, starts, m] as in
    `fill_end_values`, strengths int16[1326] and order int16[k] of the holdings beside the board, cards int64[1326, 2].
    out float64[2, 2, starts, 1326]: by strategy and by response, for each seat.
    """
    n_nodes, n_exits = len(actor), payoffs.shape[2]
    n_starts, n_holdings = reach.shape[1:]
    inner = np.empty((n_nodes, n_holdings))
    exits = np.empty((n_exits, n_holdings))
    rows = np.empty((len(order), n_exits))
    by_card = np.empty((N_CARDS, n_exits))
    totals = np.empty(n_exits)
    free = np.zeros(n_holdings, dtype=np.bool_)
    for holding in order:
        free[holding] = True
    for seat in range(2):
        for start in range(n_starts):
            if not reach[1 - seat, start].any():
                out[:, seat, start] = 0.0
                continue
            spread_one(strategies[start], actor, child, 1 - seat, reach[1 - seat, start], inner, exits)
            fill_end_values(exits, payoffs[seat, start], strengths, order, cards, n_showdowns, rows, by_card, totals)
            for holding in range(n_holdings):
                if not free[holding]:
                    exits[:, holding] = 0.0
            for way in range(2):
                _combine(strategies[start], actor, child, seat, way == 1, exits, inner, out[way, seat, start])
