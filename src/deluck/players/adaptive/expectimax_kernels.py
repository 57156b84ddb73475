# mypy: ignore-errors
"""What a hand is worth at a decision if the opponent plays on as modelled and we take the best action everywhere."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

N_ACTIONS = 3
DEEPEST = 32  # no hand has more moves than that


@helper
def _fill_shares(node, classes, prior, counts, strength, shares):
    """Write the opponent's probabilities at a node to shares float64[bins, 3]: the prior and the moves counted."""
    moves, known = counts[classes[node]], prior[node]
    for bin_ in range(shares.shape[0]):
        total = strength + moves[bin_, 0] + moves[bin_, 1] + moves[bin_, 2]
        for action in range(N_ACTIONS):
            shares[bin_, action] = (strength * known[bin_, action] + moves[bin_, action]) / total


@helper
def _fill_end(node, seat, level, tree, samples, reach, out):
    """Write the sums over each group of a level of what samples win at an end, times their reach, to out float64[g]."""
    _, _, _, folders, contributions = tree
    _, results, n_groups, bounds, _ = samples
    folder = folders[node]
    paid = -contributions[node, seat] if folder == seat else contributions[node, 1 - seat]
    for group in range(n_groups[level]):
        total = 0.0
        if folder >= 0:
            for index in range(bounds[level, group], bounds[level, group + 1]):
                total += reach[index]
        else:
            for index in range(bounds[level, group], bounds[level, group + 1]):
                total += reach[index] * results[index]
        out[group] = total * paid


@helper
def _hand_up(level, to_level, ours, samples, value, out):
    """Take the value of a node, by group of its level, into that of its parent: the larger one if the choice is ours.

    A parent on the street before does not know the groups of the node's street apart.
    """
    _, _, n_groups, _, wider = samples
    if level != to_level:
        for group in range(n_groups[level]):
            if group and wider[level, group] == wider[level, group - 1]:
                value[wider[level, group]] += value[group]
            else:
                value[wider[level, group]] = value[group]  # no group is wider than its number: nothing is overwritten
    for group in range(n_groups[to_level]):
        out[group] = max(out[group], value[group]) if ours else out[group] + value[group]


@helper
def _value(first, seat, street, tree, model, samples, room):
    """Return the sum over all samples of what they are worth at a node, times their reach: row 0 of the room's.

    The nodes below are gone through one after the other, deepest first, without recursion (which cannot be stored once
    compiled). A level of the room is a node on the way from the first one to the present one.
    """
    children, actors, streets, _, _ = tree
    classes, prior, counts, strength = model
    bins, _, n_groups, _, _ = samples
    nodes, actions, rows, levels, reach, shares, values = room
    depth = 0
    nodes[0], actions[0], rows[0], levels[0] = first, -1, 0, street
    while True:
        node = nodes[depth]
        if actors[node] < 0:
            _fill_end(node, seat, levels[depth], tree, samples, reach[rows[depth]], values[depth])
        else:
            ours = actors[node] == seat
            if actions[depth] < 0:
                actions[depth], levels[depth] = 0, streets[node]
                values[depth, : n_groups[streets[node]]] = -np.inf if ours else 0.0
                if not ours:
                    _fill_shares(node, classes, prior, counts, strength, shares[depth])
            while actions[depth] < N_ACTIONS and children[node, actions[depth]] < 0:
                actions[depth] += 1
            if actions[depth] < N_ACTIONS:
                action, row = actions[depth], rows[depth]
                actions[depth] += 1
                if not ours:
                    before, after, likely, held = reach[row], reach[row + 1], shares[depth], bins[levels[depth]]
                    for index in range(len(before)):
                        after[index] = before[index] * likely[held[index], action]
                    row += 1
                depth += 1
                nodes[depth], actions[depth], rows[depth] = children[node, action], -1, row
                levels[depth] = levels[depth - 1]
                continue
        if depth == 0:
            return values[0, : n_groups[levels[0]]].sum()
        parent = depth - 1
        ours = actors[nodes[parent]] == seat
        _hand_up(levels[depth], levels[parent], ours, samples, values[depth], values[parent])
        depth = parent


TREE = types.Tuple(
    (
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int32, 2),
    )
)


@kernel(
    types.void(
        types.int64,
        types.int64,
        TREE,
        readonly(types.int64, 1),
        readonly(types.float32, 3),
        readonly(types.float64, 3),
        types.float64,
        readonly(types.int8, 2),
        readonly(types.float64, 1),
        readonly(types.float64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        writable(types.float64, 1),
    )
)
def fill_action_values(
    node, seat, tree, classes, prior, counts, strength, bins, results, weights, n_groups, bounds, wider, values
):
    """Write what each action of a seat is worth at its decision to values float64[3], in chips; -inf if not legal.

    tree has the children, actors, streets, folders and contributions of the nodes, as `LimitTree` does; classes int64
    and prior float32[n_decisions, bins, 3] by decision, counts float64[classes, bins, 3] of the opponent's moves, which
    the prior is worth `strength` of. Samples of the opponent's hand and of the board to come: bins int8[4, n] of the
    opponent's hand by street, results float64[n] 1, 0 or -1 as we win, weights float64[n] that sum to 1. By street the
    samples lie in n_groups int64[4] groups by what we hold then, group g from bounds int64[4, ...] g to g + 1, part of
    group wider int64[4, ...] g of the street before.
    """
    most = n_groups.max()
    room = (
        np.empty(DEEPEST, dtype=np.int64),
        np.empty(DEEPEST, dtype=np.int64),
        np.empty(DEEPEST, dtype=np.int64),
        np.empty(DEEPEST, dtype=np.int64),
        np.empty((DEEPEST, len(weights)), dtype=np.float64),
        np.empty((DEEPEST, prior.shape[1], N_ACTIONS), dtype=np.float64),
        np.empty((DEEPEST, most), dtype=np.float64),
    )
    room[4][0] = weights
    model, samples = (classes, prior, counts, strength), (bins, results, n_groups, bounds, wider)
    for action in range(N_ACTIONS):
        child = tree[0][node, action]
        values[action] = -np.inf
        if child >= 0:
            values[action] = _value(child, seat, tree[2][node], tree, model, samples, room)
