# mypy: ignore-errors
"""Steps over a part of a public tree: chances of a player spread from its first node on, values gathered from its ends.

They are put together in `solver_kernels`, which says what a part, a row, a run and a bucket are.
"""

from typing import NamedTuple

import numpy as np

from deluck.compiling import helper

N_ACTIONS = 3
_MOST_STREETS = 4
_N_CARDS = 128
"""More than any card's number, those of cards that stand for none included."""


class Part(NamedTuple):
    """A part of a tree: some of the nodes in these arrays, a parent before its children."""

    nodes: "object"  # int32[m]
    children: "object"  # int32[m, 3]
    begin: "object"
    end: "object"


class Decisions(NamedTuple):
    """Who decides at a node, and where the tables of its street and board have it."""

    actor: "object"  # int8[nodes]
    street: "object"  # int8[nodes]
    rows: "object"  # int16[nodes]: which runs the player has that acts
    offsets: "object"  # int64[nodes]
    deal_base: "object"  # int64[streets]


class Runs(NamedTuple):
    """The holdings by bucket, in rows."""

    order: "object"  # int16[rows, n]
    starts: "object"  # int16[rows, n + 1]
    buckets: "object"  # int16[rows, n]
    counts: "object"  # int64[rows]


class Ends(NamedTuple):
    """What ends are worth to whom, and the holdings in order of strength."""

    folder: "object"  # int8[nodes]
    stakes: "object"  # float32[nodes]
    cards: "object"  # uint8[n, 2]
    group_ends: "object"  # int16[n]


@helper
def _fill_totals(reach, row, cards, card_totals):
    """Write how likely a player has a holding with each card; return how likely it has any."""
    card_totals[:] = 0.0
    total = np.float32(0.0)
    for holding in range(cards.shape[0]):
        weight = reach[row, holding]
        total += weight
        card_totals[cards[holding, 0]] += weight
        card_totals[cards[holding, 1]] += weight
    return total


@helper
def _fill_fold(reach, row, cards, total, card_totals, stake, values, at):
    """Write what an end without showdown is worth: the stake times the other's holdings that can be there."""
    for holding in range(cards.shape[0]):
        there = total - card_totals[cards[holding, 0]] - card_totals[cards[holding, 1]] + reach[row, holding]
        values[at, holding] = stake * there


@helper
def _fill_showdown(reach, row, cards, group_ends, total, card_totals, card_sums, stake, values, at):
    """Write what a showdown is worth: the stake times the other's weaker less its stronger holdings.

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
            values[at, holding] = level
        for holding in range(start, end):
            weight = reach[row, holding]
            below += weight
            card_sums[cards[holding, 0]] += weight
            card_sums[cards[holding, 1]] += weight
        for holding in range(start, end):
            level = below - card_sums[cards[holding, 0]] - card_sums[cards[holding, 1]]
            values[at, holding] = stake * (values[at, holding] + level)
        start = end


@helper
def fill_ends(player, part, actor, ends, reach, row_of, values):
    """Write what a part's ends are worth to a player, given how likely the other comes there with each holding."""
    nodes, _, begin, end = part
    folder, stakes, cards, group_ends = ends
    card_totals, card_sums = np.zeros(_N_CARDS, dtype=np.float32), np.zeros(_N_CARDS, dtype=np.float32)
    totals_row = -1
    total = np.float32(0.0)
    for at in range(end - begin):
        node = nodes[begin + at]
        if actor[node] >= 0:
            continue
        row = row_of[at]
        if row != totals_row:
            total = _fill_totals(reach, row, cards, card_totals)
            totals_row = row
        if folder[node] < 0:
            _fill_showdown(reach, row, cards, group_ends, total, card_totals, card_sums, stakes[node], values, at)
        else:
            stake = -stakes[node] if folder[node] == player else stakes[node]
            _fill_fold(reach, row, cards, total, card_totals, stake, values, at)


@helper
def _current_strategy(regrets, at, legal_0, legal_1, legal_2):
    """Return the probabilities of the actions by regret matching: in proportion to regrets, or all legal alike."""
    first, second, third = regrets[at], regrets[at + 1], regrets[at + 2]
    total = first + second + third
    if total > 0:
        share = np.float32(1.0) / total
        return first * share, second * share, third * share
    even = np.float32(1.0) / np.float32(legal_0 + legal_1 + legal_2)
    return even * np.float32(legal_0), even * np.float32(legal_1), even * np.float32(legal_2)


@helper
def spread(player, average_weight, part, decisions, runs, regrets, sums, reach, row_of):
    """Write how likely a player comes to each node of a part with each holding, from its row at the first one on.

    Where the other acts nothing changes, and row_of names the row of the node before. Add to the player's average
    unless its weight is zero.
    """
    nodes, children, begin, end = part
    actor, street, rows, offsets, deal_base = decisions
    order, run_starts, run_buckets, n_runs = runs
    row_of[0] = 0
    for at in range(end - begin):
        node = nodes[begin + at]
        first, second, third = children[begin + at, 0], children[begin + at, 1], children[begin + at, 2]
        if actor[node] < 0 or second < 0:
            continue
        row, on = row_of[at], street[node]
        is_players = actor[node] == player
        for action in range(N_ACTIONS):
            child = children[begin + at, action]
            if child < 0:
                continue
            row_of[child] = child if is_players else row
        if not is_players:
            continue
        base, seen = deal_base[on] + offsets[node], rows[node]
        for run in range(n_runs[seen]):
            entry = base + N_ACTIONS * run_buckets[seen, run]
            fold, call, raising = _current_strategy(regrets, entry, first >= 0, second >= 0, third >= 0)
            total = np.float32(0.0)
            for index in range(run_starts[seen, run], run_starts[seen, run + 1]):
                holding = order[seen, index]
                weight = reach[row, holding]
                total += weight
                reach[second, holding] = weight * call
                if first >= 0:
                    reach[first, holding] = weight * fold
                if third >= 0:
                    reach[third, holding] = weight * raising
            share = average_weight * total
            if share > 0:
                sums[entry] += share * fold
                sums[entry + 1] += share * call
                sums[entry + 2] += share * raising


@helper
def gather(player, part, decisions, runs, regrets, values):
    """Write what a player's holdings are worth at a part's decisions; add what each action would have brought more.

    Its values at the ends, and at decisions without children here, are there already.
    """
    nodes, children, begin, end = part
    actor, street, rows, offsets, deal_base = decisions
    order, run_starts, run_buckets, n_runs = runs
    zero = np.float32(0.0)
    n_holdings = values.shape[1]
    for at in range(end - begin - 1, -1, -1):
        node = nodes[begin + at]
        first, second, third = children[begin + at, 0], children[begin + at, 1], children[begin + at, 2]
        if actor[node] < 0 or second < 0:
            continue
        if actor[node] != player:
            values[at, :] = 0.0
            for action in range(N_ACTIONS):
                child = children[begin + at, action]
                if child >= 0:
                    for holding in range(n_holdings):
                        values[at, holding] += values[child, holding]
            continue
        on = street[node]
        base, seen = deal_base[on] + offsets[node], rows[node]
        for run in range(n_runs[seen]):
            entry = base + N_ACTIONS * run_buckets[seen, run]
            fold, call, raising = _current_strategy(regrets, entry, first >= 0, second >= 0, third >= 0)
            total_0, total_1, total_2 = zero, zero, zero
            for index in range(run_starts[seen, run], run_starts[seen, run + 1]):
                holding = order[seen, index]
                value_0 = values[first, holding] if first >= 0 else zero
                value_1 = values[second, holding]
                value_2 = values[third, holding] if third >= 0 else zero
                total_0 += value_0
                total_1 += value_1
                total_2 += value_2
                values[at, holding] = fold * value_0 + call * value_1 + raising * value_2
            mean = fold * total_0 + call * total_1 + raising * total_2
            if first >= 0:
                regrets[entry] = max(regrets[entry] + (total_0 - mean), zero)
            regrets[entry + 1] = max(regrets[entry + 1] + (total_1 - mean), zero)
            if third >= 0:
                regrets[entry + 2] = max(regrets[entry + 2] + (total_2 - mean), zero)


@helper
def fill_runs(buckets, seat, start, on, counts, runs):
    """Write the runs of a seat's buckets after a start: holdings in the order of their buckets, on a street's row."""
    order, run_starts, run_buckets, n_runs = runs
    n_holdings = buckets.shape[2]
    counts[:] = 0
    for holding in range(n_holdings):
        counts[buckets[seat, start, holding] + 1] += 1
    run = 0
    for bucket in range(len(counts) - 1):
        if counts[bucket + 1] > 0:
            run_buckets[on, run] = bucket
            run_starts[on, run] = counts[bucket]
            run += 1
        counts[bucket + 1] += counts[bucket]
    run_starts[on, run] = n_holdings
    n_runs[on] = run
    for holding in range(n_holdings):
        bucket = buckets[seat, start, holding]
        order[on, counts[bucket]] = holding
        counts[bucket] += 1


@helper
def new_runs(n_holdings):
    """Return room for the runs of so many holdings on every street."""
    return Runs(
        np.empty((_MOST_STREETS, n_holdings), dtype=np.int16),
        np.empty((_MOST_STREETS, n_holdings + 1), dtype=np.int16),
        np.empty((_MOST_STREETS, n_holdings), dtype=np.int16),
        np.zeros(_MOST_STREETS, dtype=np.int64),
    )


@helper
def largest_part(firsts):
    """Return how many nodes the largest of some parts has."""
    largest = 0
    for start in range(len(firsts) - 1):
        largest = max(largest, firsts[start + 1] - firsts[start])
    return largest
