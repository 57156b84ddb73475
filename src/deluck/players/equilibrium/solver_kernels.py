# mypy: ignore-errors
"""Counterfactual regret minimisation over a public tree: one walk for one player on one deal of the public cards.

The walk goes once over the public tree with a vector over private holdings at each node: how likely the opponent plays
to the node with each of them. It returns what each holding of the traverser is worth there. At the traverser's nodes
regrets are updated (regret matching plus: never below zero), at the opponent's nodes the sums of its average strategy.
Holdings that the abstraction does not tell apart share a *bucket*, a row of three numbers in the tables; the holdings
of a bucket are a *run* of the street's order.

A holding has two cards, and no two holdings that share a card can meet; a holding of one card is written with a second
that no other has. Holdings are in rising order of their strength at the showdown.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

N_ACTIONS = 3


@helper
def _fill_totals(reach, row, cards, card_totals):
    """Write how likely the opponent has a holding with each card; return how likely it has any."""
    card_totals[:] = 0.0
    total = np.float32(0.0)
    for holding in range(cards.shape[0]):
        weight = reach[row, holding]
        total += weight
        card_totals[cards[holding, 0]] += weight
        card_totals[cards[holding, 1]] += weight
    return total


@helper
def _fill_fold(reach, row, cards, total, card_totals, stake, values, depth, slot):
    """Write what an end without showdown is worth: the stake times the opponent's holdings that can be there."""
    for holding in range(cards.shape[0]):
        there = total - card_totals[cards[holding, 0]] - card_totals[cards[holding, 1]] + reach[row, holding]
        values[depth, slot, holding] = stake * there


@helper
def _fill_showdown(reach, row, cards, group_ends, total, card_totals, card_sums, stake, values, depth, slot):
    """Write what a showdown is worth: the stake times the opponent's weaker less its stronger holdings.

    The weaker ones are those before the holding's group of equals, the stronger ones all less those up to the group's
    end; the holding itself is in both of these sums and cancels.
    """
    n_holdings = cards.shape[0]
    card_sums[:] = 0.0
    below = np.float32(0.0)
    start = 0
    while start < n_holdings:
        end = group_ends[start]
        before = below - total
        for holding in range(start, end):
            first, second = cards[holding, 0], cards[holding, 1]
            level = before + (card_totals[first] - card_sums[first]) + (card_totals[second] - card_sums[second])
            values[depth, slot, holding] = level
        for holding in range(start, end):
            weight = reach[row, holding]
            below += weight
            card_sums[cards[holding, 0]] += weight
            card_sums[cards[holding, 1]] += weight
        for holding in range(start, end):
            level = below - card_sums[cards[holding, 0]] - card_sums[cards[holding, 1]]
            values[depth, slot, holding] = stake * (values[depth, slot, holding] + level)
        start = end


@helper
def _current_strategy(regrets, at, is_legal_0, is_legal_1, is_legal_2):
    """Return the probabilities of the actions by regret matching: in proportion to regrets, or all legal alike."""
    first, second, third = regrets[at], regrets[at + 1], regrets[at + 2]
    total = first + second + third
    if total > 0:
        share = np.float32(1.0) / total
        return first * share, second * share, third * share
    even = np.float32(1.0) / np.float32(is_legal_0 + is_legal_1 + is_legal_2)
    return even * np.float32(is_legal_0), even * np.float32(is_legal_1), even * np.float32(is_legal_2)


@helper
def _play_opponent(
    children, node, average_weight, order, run_starts, run_buckets, n_runs, on, regrets, sums, base, reach, row, below
):
    """Write how likely the opponent has each holding after each action to its rows of reach; add to its average.

    The row of an action is ``3 * below + action``. Return whether it is played with any holding, action by action.
    """
    is_legal_0, is_legal_1, is_legal_2 = children[node, 0] >= 0, children[node, 1] >= 0, children[node, 2] >= 0
    is_reached_0, is_reached_1, is_reached_2 = False, False, False
    after = N_ACTIONS * below
    for run in range(n_runs[on]):
        at = base + N_ACTIONS * run_buckets[on, run]
        fold, call, raising = _current_strategy(regrets, at, is_legal_0, is_legal_1, is_legal_2)
        total = np.float32(0.0)
        for index in range(run_starts[on, run], run_starts[on, run + 1]):
            holding = order[on, index]
            weight = reach[row, holding]
            total += weight
            reach[after, holding] = weight * fold
            reach[after + 1, holding] = weight * call
            reach[after + 2, holding] = weight * raising
        if total > 0:
            is_reached_0 |= fold > 0
            is_reached_1 |= call > 0
            is_reached_2 |= raising > 0
            share = average_weight * total
            sums[at] += share * fold
            sums[at + 1] += share * call
            sums[at + 2] += share * raising
    return is_reached_0, is_reached_1, is_reached_2


@helper
def _add_regrets(children, node, order, run_starts, run_buckets, n_runs, on, regrets, base, values, depth, slot):
    """Write what the traverser's holdings are worth at its node, and add what each action would have brought more."""
    is_legal_0, is_legal_1, is_legal_2 = children[node, 0] >= 0, children[node, 1] >= 0, children[node, 2] >= 0
    below = depth + 1
    for run in range(n_runs[on]):
        at = base + N_ACTIONS * run_buckets[on, run]
        fold, call, raising = _current_strategy(regrets, at, is_legal_0, is_legal_1, is_legal_2)
        total_0, total_1, total_2 = np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for index in range(run_starts[on, run], run_starts[on, run + 1]):
            holding = order[on, index]
            value_0, value_1, value_2 = (
                values[below, 0, holding],
                values[below, 1, holding],
                values[below, 2, holding],
            )
            total_0 += value_0
            total_1 += value_1
            total_2 += value_2
            values[depth, slot, holding] = fold * value_0 + call * value_1 + raising * value_2
        mean = fold * total_0 + call * total_1 + raising * total_2
        zero = np.float32(0.0)
        if is_legal_0:
            regrets[at] = max(regrets[at] + (total_0 - mean), zero)
        if is_legal_1:
            regrets[at + 1] = max(regrets[at + 1] + (total_1 - mean), zero)
        if is_legal_2:
            regrets[at + 2] = max(regrets[at + 2] + (total_2 - mean), zero)


@helper
def _add_values(values, depth, slot, action):
    """Add what the traverser's holdings are worth after the opponent's action to what they are worth before it."""
    for holding in range(values.shape[2]):
        values[depth, slot, holding] += values[depth + 1, action, holding]


@kernel(
    types.void(
        types.int64,
        types.int64,
        types.float32,
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.float32, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint8, 2),
        readonly(types.int16, 1),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int64, 1),
        writable(types.float32, 1),
        writable(types.float32, 1),
        writable(types.float32, 2),
        writable(types.float32, 3),
    )
)
def walk_deal(
    root,
    traverser,
    average_weight,
    children,
    actor,
    street,
    folder,
    stakes,
    offsets,
    deal_base,
    cards,
    group_ends,
    order,
    run_starts,
    run_buckets,
    n_runs,
    regrets,
    sums,
    reach,
    values,
):
    """Update regrets of the traverser and average sums of its opponent below a decision; write values[0, 0].

    The tree: children int32[nodes, 3], actor, street, folder int8[nodes], stakes float32[nodes] (what an end's loser
    loses), offsets int64[nodes] (of a decision's block in its street's tables). The deal: deal_base int64[streets]
    (where the tables of its textures begin), cards uint8[n, 2], group_ends int16[n] (where the holdings as strong end),
    order int16[streets, n] (holdings by bucket), run_starts int16[streets, n + 1], run_buckets int16[streets, n],
    n_runs int64[streets] (the runs of a bucket in it). The tables: regrets, sums float32. The stacks: reach
    float32[3 * depths, n] (row 0 is the opponent's at the root), values float32[depths, 3, n].
    """
    n_depths = values.shape[0]
    node_at = np.zeros(n_depths, dtype=np.int64)
    slot_at = np.zeros(n_depths, dtype=np.int64)  # where the value goes among those of the node before
    row_at = np.zeros(n_depths, dtype=np.int64)  # where the opponent's chances are: it changes them, the traverser not
    next_action = np.full(n_depths, -1, dtype=np.int64)
    is_reached = np.ones((n_depths, N_ACTIONS), dtype=np.bool_)
    card_totals = np.zeros(128, dtype=np.float32)
    card_sums = np.zeros(128, dtype=np.float32)
    totals_row = -1  # whose totals are in card_totals
    total = np.float32(0.0)
    node_at[0] = root
    depth = 0
    while depth >= 0:
        node, slot, row, action = node_at[depth], slot_at[depth], row_at[depth], next_action[depth]
        on = street[node]
        base = deal_base[on] + offsets[node]
        is_traversers = actor[node] == traverser
        below = depth + 1
        if action < 0:
            action = 0
            if not is_traversers:
                values[depth, slot, :] = 0.0
                totals_row = -1
                is_reached[depth, 0], is_reached[depth, 1], is_reached[depth, 2] = _play_opponent(
                    children,
                    node,
                    average_weight,
                    order,
                    run_starts,
                    run_buckets,
                    n_runs,
                    on,
                    regrets,
                    sums,
                    base,
                    reach,
                    row,
                    below,
                )
        elif not is_traversers:
            _add_values(values, depth, slot, action - 1)
        is_below = False
        while action < N_ACTIONS:
            taken = action
            action += 1
            child = children[node, taken]
            if child < 0 or not (is_traversers or is_reached[depth, taken]):
                continue
            child_row = row if is_traversers else N_ACTIONS * below + taken
            if actor[child] >= 0:
                node_at[below], slot_at[below], row_at[below], next_action[below] = child, taken, child_row, -1
                next_action[depth] = action
                is_below = True
                break
            if totals_row != child_row:
                total = _fill_totals(reach, child_row, cards, card_totals)
                totals_row = child_row
            if folder[child] < 0:
                _fill_showdown(
                    reach,
                    child_row,
                    cards,
                    group_ends,
                    total,
                    card_totals,
                    card_sums,
                    stakes[child],
                    values,
                    below,
                    taken,
                )
            else:
                stake = -stakes[child] if folder[child] == traverser else stakes[child]
                _fill_fold(reach, child_row, cards, total, card_totals, stake, values, below, taken)
            if not is_traversers:
                _add_values(values, depth, slot, taken)
        if is_below:
            depth = below
            continue
        if is_traversers:
            _add_regrets(children, node, order, run_starts, run_buckets, n_runs, on, regrets, base, values, depth, slot)
        depth -= 1
