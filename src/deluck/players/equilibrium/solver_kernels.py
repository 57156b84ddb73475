# mypy: ignore-errors
"""Counterfactual regret minimisation over a public tree: one player improved on one deal of the public cards.

Every node has a row with a number for each private holding: how likely a player comes there with it, or what it is
worth there. The walk spreads the chances of both players from the first node on, and gathers the values of the player
that is improved, the *learner*, from the ends. On the way back regrets are updated (regret matching plus: never below
zero), on the way down the sums of the learner's average strategy. Holdings that the abstraction does not tell apart
share a *bucket*, three numbers in the tables; the holdings of a bucket are a *run* of the street's order.

A part of the tree is a list of nodes, a parent before its children; the indices of its children are counted from the
part's first node. The *trunk* is the part before the last street; each start of the last street, where its cards have
been dealt, begins a part of its own. A decision without children in its part is the first of another part: its values
are given.

A holding has two cards, and no two holdings that share a card can meet; a holding of one card is written with a second
that no other has. Holdings are in rising order of their strength at the showdown.
"""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable
from deluck.players.equilibrium.part_kernels import (
    Decisions,
    Ends,
    Part,
    Runs,
    fill_ends,
    fill_runs,
    gather,
    largest_part,
    new_runs,
    spread,
)


@kernel(
    types.void(
        types.int64,
        types.float32,
        readonly(types.int32, 1),
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int16, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int64, 1),
        writable(types.float32, 1),
        writable(types.float32, 1),
        writable(types.float32, 2),
        writable(types.int32, 1),
    )
)
def spread_trunk(
    player,
    average_weight,
    nodes,
    children,
    actor,
    street,
    rows,
    offsets,
    deal_base,
    order,
    run_starts,
    run_buckets,
    n_runs,
    regrets,
    sums,
    reach,
    row_of,
):
    """Write how likely a player comes to the trunk's nodes: reach float32[nodes, n], its row of each node in row_of.

    Row 0 is given: how likely it has each holding at the first node. Add to the sums of its average strategy. The tree
    and the tables are as in `improve_last`; the deal: order int16[m, n] (holdings by bucket), run_starts
    int16[m, n + 1] and run_buckets int16[m, n] (the runs of a bucket in it), n_runs int64[m], and rows int16[nodes]:
    which of these m rows the player has that acts at a node.
    """
    decisions = Decisions(actor, street, rows, offsets, deal_base)
    runs = Runs(order, run_starts, run_buckets, n_runs)
    part = Part(nodes, children, 0, len(nodes))
    spread(player, average_weight, part, decisions, runs, regrets, sums, reach, row_of)


@kernel(
    types.void(
        types.int64,
        readonly(types.int32, 1),
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.float32, 1),
        readonly(types.uint8, 2),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int64, 1),
        writable(types.float32, 1),
        readonly(types.float32, 2),
        readonly(types.int32, 1),
        writable(types.float32, 2),
    )
)
def gather_trunk(
    player,
    nodes,
    children,
    actor,
    street,
    folder,
    stakes,
    cards,
    group_ends,
    rows,
    offsets,
    deal_base,
    order,
    run_starts,
    run_buckets,
    n_runs,
    regrets,
    reach,
    row_of,
    values,
):
    """Update a player's regrets in the trunk, given the other's reach and the values float32[nodes, n] at its end.

    Other arguments as of `spread_trunk` and `improve_last`.
    """
    part = Part(nodes, children, 0, len(nodes))
    fill_ends(player, part, actor, Ends(folder, stakes, cards, group_ends), reach, row_of, values)
    decisions = Decisions(actor, street, rows, offsets, deal_base)
    gather(player, part, decisions, Runs(order, run_starts, run_buckets, n_runs), regrets, values)


@kernel(
    types.void(
        types.int64,
        types.float32,
        types.int64,
        types.int64,
        readonly(types.int64, 1),
        readonly(types.int32, 1),
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint16, 3),
        writable(types.float32, 1),
        writable(types.float32, 1),
        readonly(types.float32, 2),
    )
)
def average_last(
    learner,
    average_weight,
    start_from,
    start_to,
    firsts,
    nodes,
    children,
    actor,
    street,
    offsets,
    deal_base,
    buckets,
    regrets,
    sums,
    reach_start,
):
    """Add to the learner's average on the last street after each of its starts.

    reach_start float32[starts, n] is how likely the learner comes to the starts. Other arguments as of `improve_last`.
    """
    n_holdings = buckets.shape[2]
    largest = largest_part(firsts)
    reach = np.empty((largest, n_holdings), dtype=np.float32)
    row_of = np.zeros(largest, dtype=np.int32)
    decisions = Decisions(actor, street, street, offsets, deal_base)
    runs = new_runs(n_holdings)
    counts = np.zeros(buckets.max() + 2, dtype=np.int64)
    for start in range(start_from, start_to):
        part = Part(nodes, children, firsts[start], firsts[start + 1])
        reach[0] = reach_start[start]
        if reach[0].max() <= 0:
            continue
        fill_runs(buckets, learner, start, street[nodes[part.begin]], counts, runs)
        spread(learner, average_weight, part, decisions, runs, regrets, sums, reach, row_of)


@kernel(
    types.void(
        types.int64,
        types.int64,
        types.int64,
        readonly(types.int64, 1),
        readonly(types.int32, 1),
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.float32, 1),
        readonly(types.uint8, 2),
        readonly(types.int16, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint16, 3),
        writable(types.float32, 1),
        writable(types.float32, 1),
        readonly(types.float32, 2),
        writable(types.float32, 2),
    )
)
def improve_last(
    learner,
    start_from,
    start_to,
    firsts,
    nodes,
    children,
    actor,
    street,
    folder,
    stakes,
    cards,
    group_ends,
    offsets,
    deal_base,
    buckets,
    regrets,
    sums,
    reach_start,
    values_start,
):
    """Improve the learner on the last street after each of its starts; write what its holdings are worth there.

    learner is a seat, start_from and start_to are the first start and the one after the last: tables and rows of others
    are not touched, so that threads can share the work. The parts: firsts int64[starts + 1] where each begins, nodes
    int32[m], children int32[m, 3]. The tree: actor, street, folder int8[nodes], stakes float32[nodes] (what an end's
    loser loses), offsets int64[nodes] (of a decision's block in its street's tables). The deal: cards uint8[n, 2],
    group_ends int16[n] (where the holdings as strong end), deal_base int64[streets] (where the tables of its textures
    begin), buckets uint16[2, starts, n] (of each seat). The tables: regrets, sums float32. reach_start float32[starts,
    n] is how likely the opponent comes to the starts, values_start float32[starts, n] is written.
    """
    n_holdings = cards.shape[0]
    largest = largest_part(firsts)
    reach = np.empty((largest, n_holdings), dtype=np.float32)
    values = np.empty((largest, n_holdings), dtype=np.float32)
    row_of = np.zeros(largest, dtype=np.int32)
    decisions = Decisions(actor, street, street, offsets, deal_base)
    ends = Ends(folder, stakes, cards, group_ends)
    runs = new_runs(n_holdings)
    counts = np.zeros(buckets.max() + 2, dtype=np.int64)
    for start in range(start_from, start_to):
        part = Part(nodes, children, firsts[start], firsts[start + 1])
        reach[0] = reach_start[start]
        if reach[0].max() <= 0:
            values_start[start] = 0.0
            continue
        on = street[nodes[part.begin]]
        fill_runs(buckets, 1 - learner, start, on, counts, runs)
        spread(1 - learner, np.float32(0.0), part, decisions, runs, regrets, sums, reach, row_of)
        fill_ends(learner, part, actor, ends, reach, row_of, values)
        fill_runs(buckets, learner, start, on, counts, runs)
        gather(learner, part, decisions, runs, regrets, values)
        values_start[start] = values[0]
