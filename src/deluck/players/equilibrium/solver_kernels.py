# mypy: ignore-errors
"""Counterfactual regret minimisation over a public tree: one player improved on one deal of the public cards.

Every node has a row with a number for each private holding: how likely a player comes there with it, or what it is
worth there. The walk spreads the chances of both players from the first node on, and gathers the values of the player
that is improved, the *learner*, from the ends. On the way back regrets are updated (regret matching plus: never below
zero), on the way down the sums of the learner's average strategy. Holdings that the abstraction does not tell apart
share a *bucket*, three numbers in the tables; the holdings of a bucket are a *run* of the street's order.

From some street on the opponent may respond rather than play its own strategy: with every holding it takes what is
worth most against the learner's strategy on these very cards. Then the learner is trained against the worst that can
happen to it there, and not only against an opponent that confuses the same holdings as itself. Before that street such
a *rival* has regrets of its own, for what it is worth there depends on its responses.

A part of the tree is a list of nodes, a parent before its children; the places of its children are counted from the
part's first node. The *trunk* is the part before the last street; each start of the last street, where its cards have
been dealt, begins a part of its own. A decision without children in its part is the first of another part: its values
are given.

A holding has two cards, and no two holdings that share a card can meet; a holding of one card is written with a second
that no other has. Holdings are in rising order of their strength at the showdown.

References
----------
Johanson, Bard, Burch and Bowling, Finding optimal abstract strategies in extensive-form games, 2012: a learner against
a best response, in subgames after a trunk that both play by their strategies.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

N_ACTIONS = 3
_CALL = 1
_NO_STREET = 127
_MOST_STREETS = 4


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
def _fill_ends(
    player, nodes, begin, end, actor, folder, stakes, cards, group_ends, reach, row_of, card_totals, card_sums, values
):
    """Write what a part's ends are worth to a player, given how likely the other comes there with each holding."""
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
def _spread(
    player,
    average_weight,
    responds_from,
    nodes,
    places,
    begin,
    end,
    actor,
    street,
    offsets,
    deal_base,
    order,
    run_starts,
    run_buckets,
    n_runs,
    regrets,
    sums,
    choices,
    reach,
    row_of,
):
    """Write how likely a player comes to each node of a part with each holding, from its row at the first one on.

    From the street responds_from on it takes its choices, before it plays its strategy. Where the other acts nothing
    changes, and row_of names the row of the node before. Add to the player's average unless its weight is zero.
    """
    row_of[0] = 0
    n_holdings = reach.shape[1]
    for at in range(end - begin):
        node = nodes[begin + at]
        first, second, third = places[begin + at, 0], places[begin + at, 1], places[begin + at, 2]
        if actor[node] < 0 or second < 0:
            continue
        row, on = row_of[at], street[node]
        is_players = actor[node] == player
        for action in range(N_ACTIONS):
            place = places[begin + at, action]
            if place < 0:
                continue
            row_of[place] = place if is_players else row
            if is_players and on >= responds_from:
                for holding in range(n_holdings):
                    chosen = choices[begin + at, holding] == action
                    reach[place, holding] = reach[row, holding] if chosen else np.float32(0.0)
        if not is_players or on >= responds_from:
            continue
        base = deal_base[on] + offsets[node]
        for run in range(n_runs[on]):
            entry = base + N_ACTIONS * run_buckets[on, run]
            fold, call, raising = _current_strategy(regrets, entry, first >= 0, second >= 0, third >= 0)
            total = np.float32(0.0)
            for index in range(run_starts[on, run], run_starts[on, run + 1]):
                holding = order[on, index]
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
def _gather(
    player,
    first_street,
    end_street,
    nodes,
    places,
    begin,
    end,
    actor,
    street,
    offsets,
    deal_base,
    order,
    run_starts,
    run_buckets,
    n_runs,
    regrets,
    values,
):
    """Write what a player's holdings are worth at a part's decisions; add what each action would have brought more.

    Its values at the ends, from end_street on, and at decisions without children here, are there already; before
    first_street nothing is written.
    """
    zero = np.float32(0.0)
    n_holdings = values.shape[1]
    for at in range(end - begin - 1, -1, -1):
        node = nodes[begin + at]
        first, second, third = places[begin + at, 0], places[begin + at, 1], places[begin + at, 2]
        if actor[node] < 0 or second < 0 or not first_street <= street[node] < end_street:
            continue
        if actor[node] != player:
            values[at, :] = 0.0
            for action in range(N_ACTIONS):
                place = places[begin + at, action]
                if place >= 0:
                    for holding in range(n_holdings):
                        values[at, holding] += values[place, holding]
            continue
        on = street[node]
        base = deal_base[on] + offsets[node]
        for run in range(n_runs[on]):
            entry = base + N_ACTIONS * run_buckets[on, run]
            fold, call, raising = _current_strategy(regrets, entry, first >= 0, second >= 0, third >= 0)
            total_0, total_1, total_2 = zero, zero, zero
            for index in range(run_starts[on, run], run_starts[on, run + 1]):
                holding = order[on, index]
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
def _choose(player, responds_from, nodes, places, begin, end, actor, street, values, choices):
    """Write what a responder's holdings are worth at a part's decisions, and which action is worth most with each.

    Its values at the ends, and at decisions without children here, are there already. Where all actions are worth the
    same, as where the learner never comes, it calls. Before the street responds_from nothing is written.
    """
    n_holdings = values.shape[1]
    for at in range(end - begin - 1, -1, -1):
        node = nodes[begin + at]
        if actor[node] < 0 or street[node] < responds_from or places[begin + at, _CALL] < 0:
            continue
        place = places[begin + at, _CALL]
        for holding in range(n_holdings):
            values[at, holding] = values[place, holding]
            choices[begin + at, holding] = _CALL
        for action in range(0, N_ACTIONS, 2):
            place = places[begin + at, action]
            if place < 0:
                continue
            if actor[node] == player:
                for holding in range(n_holdings):
                    if values[place, holding] > values[at, holding]:
                        values[at, holding] = values[place, holding]
                        choices[begin + at, holding] = action
            else:
                for holding in range(n_holdings):
                    values[at, holding] += values[place, holding]


@kernel(
    types.void(
        types.int64,
        types.float32,
        types.int64,
        readonly(types.int32, 1),
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int16, 2),
        readonly(types.int64, 1),
        writable(types.float32, 1),
        writable(types.float32, 1),
        readonly(types.int8, 2),
        writable(types.float32, 2),
        writable(types.int32, 1),
    )
)
def spread_trunk(
    player,
    average_weight,
    responds_from,
    nodes,
    places,
    actor,
    street,
    offsets,
    deal_base,
    order,
    run_starts,
    run_buckets,
    n_runs,
    regrets,
    sums,
    choices,
    reach,
    row_of,
):
    """Write how likely a player comes to the trunk's nodes: reach float32[nodes, n], its row of each node in row_of.

    Row 0 is given: how likely it has each holding at the first node. From the street responds_from on the player takes
    its choices int8[nodes, n]. Add to the sums of its average strategy. The tree and the tables are as in
    `improve_last`; the deal: order int16[streets, n] (holdings by bucket), run_starts int16[streets, n + 1] and
    run_buckets int16[streets, n] (the runs of a bucket in it), n_runs int64[streets].
    """
    _spread(
        player,
        average_weight,
        responds_from,
        nodes,
        places,
        0,
        len(nodes),
        actor,
        street,
        offsets,
        deal_base,
        order,
        run_starts,
        run_buckets,
        n_runs,
        regrets,
        sums,
        choices,
        reach,
        row_of,
    )


@kernel(
    types.void(
        types.int64,
        types.int64,
        readonly(types.int32, 1),
        readonly(types.int32, 2),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.float32, 1),
        readonly(types.uint8, 2),
        readonly(types.int16, 1),
        readonly(types.float32, 2),
        readonly(types.int32, 1),
        writable(types.float32, 2),
        writable(types.int8, 2),
    )
)
def choose_trunk(
    responder,
    responds_from,
    nodes,
    places,
    actor,
    street,
    folder,
    stakes,
    cards,
    group_ends,
    reach,
    row_of,
    values,
    choices,
):
    """Write a responder's choices int8[nodes, n] in the trunk from a street on, given the learner's reach.

    Its values float32[nodes, n] at the starts of the last street are given. Other arguments as of `improve_last`.
    """
    card_totals, card_sums = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    _fill_ends(
        responder,
        nodes,
        0,
        len(nodes),
        actor,
        folder,
        stakes,
        cards,
        group_ends,
        reach,
        row_of,
        card_totals,
        card_sums,
        values,
    )
    _choose(responder, responds_from, nodes, places, 0, len(nodes), actor, street, values, choices)


@kernel(
    types.void(
        types.int64,
        types.int64,
        types.int64,
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
    first_street,
    end_street,
    nodes,
    places,
    actor,
    street,
    folder,
    stakes,
    cards,
    group_ends,
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

    It ends at the starts of the last street, or before that at end_street; before first_street nothing is updated.
    Other arguments as of `choose_trunk`.
    """
    card_totals, card_sums = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    _fill_ends(
        player,
        nodes,
        0,
        len(nodes),
        actor,
        folder,
        stakes,
        cards,
        group_ends,
        reach,
        row_of,
        card_totals,
        card_sums,
        values,
    )
    _gather(
        player,
        first_street,
        end_street,
        nodes,
        places,
        0,
        len(nodes),
        actor,
        street,
        offsets,
        deal_base,
        order,
        run_starts,
        run_buckets,
        n_runs,
        regrets,
        values,
    )


@helper
def _fill_runs(buckets, seat, start, on, counts, order, run_starts, run_buckets, n_runs):
    """Write the runs of a seat's buckets after a start: holdings in the order of their buckets, on a street's rows."""
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
def _largest_part(firsts):
    largest = 0
    for start in range(len(firsts) - 1):
        largest = max(largest, firsts[start + 1] - firsts[start])
    return largest


@kernel(
    types.void(
        types.int64,
        types.float32,
        types.boolean,
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
        writable(types.int8, 2),
        writable(types.float32, 2),
    )
)
def respond_last(
    learner,
    average_weight,
    responds,
    start_from,
    start_to,
    firsts,
    nodes,
    places,
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
    choices,
    values_start,
):
    """Add to the learner's average on the last street; if the opponent responds, write its choices and values there.

    reach_start float32[starts, n] is how likely the learner comes to the starts, choices int8[nodes, n] what the
    opponent does at its decisions, values_start float32[starts, n] what its holdings are worth at the starts. Other
    arguments are those of `improve_last`.
    """
    n_holdings = cards.shape[0]
    largest = _largest_part(firsts)
    reach = np.empty((largest, n_holdings), dtype=np.float32)
    values = np.empty((largest, n_holdings), dtype=np.float32)
    row_of = np.zeros(largest, dtype=np.int32)
    order = np.empty((_MOST_STREETS, n_holdings), dtype=np.int16)
    run_starts = np.empty((_MOST_STREETS, n_holdings + 1), dtype=np.int16)
    run_buckets = np.empty((_MOST_STREETS, n_holdings), dtype=np.int16)
    n_runs = np.zeros(_MOST_STREETS, dtype=np.int64)
    counts = np.zeros(buckets.max() + 2, dtype=np.int64)
    card_totals, card_sums = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    for start in range(start_from, start_to):
        begin, end = firsts[start], firsts[start + 1]
        reach[0] = reach_start[start]
        if responds or reach[0].max() > 0:
            _fill_runs(buckets, learner, start, street[nodes[begin]], counts, order, run_starts, run_buckets, n_runs)
            _spread(
                learner,
                average_weight,
                _NO_STREET,
                nodes,
                places,
                begin,
                end,
                actor,
                street,
                offsets,
                deal_base,
                order,
                run_starts,
                run_buckets,
                n_runs,
                regrets,
                sums,
                choices,
                reach,
                row_of,
            )
        if responds:
            _fill_ends(
                1 - learner,
                nodes,
                begin,
                end,
                actor,
                folder,
                stakes,
                cards,
                group_ends,
                reach,
                row_of,
                card_totals,
                card_sums,
                values,
            )
            _choose(1 - learner, 0, nodes, places, begin, end, actor, street, values, choices)
            values_start[start] = values[0]


@kernel(
    types.void(
        types.int64,
        types.boolean,
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
        readonly(types.int8, 2),
        readonly(types.float32, 2),
        writable(types.float32, 2),
    )
)
def improve_last(
    learner,
    responds,
    start_from,
    start_to,
    firsts,
    nodes,
    places,
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
    choices,
    reach_start,
    values_start,
):
    """Improve the learner on the last street after each of its starts; write what its holdings are worth there.

    learner is a seat; responds whether the opponent takes its choices int8[nodes, n] rather than play its strategy.
    start_from and start_to are the first start and the one after the last: tables and rows of others are not touched,
    so that threads can share the work. The parts: firsts int64[starts + 1] where each begins, nodes int32[m], places
    int32[m, 3]. The tree: actor, street, folder int8[nodes], stakes float32[nodes] (what an end's loser loses), offsets
    int64[nodes] (of a decision's block in its street's tables). The deal: cards uint8[n, 2], group_ends int16[n] (where
    the holdings as strong end), deal_base int64[streets] (where the tables of its textures begin), buckets
    uint16[2, starts, n] (of each seat). The tables: regrets, sums float32. reach_start float32[starts, n] is how likely
    the opponent comes to the starts, values_start float32[starts, n] is written.
    """
    n_holdings = cards.shape[0]
    largest = _largest_part(firsts)
    reach = np.empty((largest, n_holdings), dtype=np.float32)
    values = np.empty((largest, n_holdings), dtype=np.float32)
    row_of = np.zeros(largest, dtype=np.int32)
    order = np.empty((_MOST_STREETS, n_holdings), dtype=np.int16)
    run_starts = np.empty((_MOST_STREETS, n_holdings + 1), dtype=np.int16)
    run_buckets = np.empty((_MOST_STREETS, n_holdings), dtype=np.int16)
    n_runs = np.zeros(_MOST_STREETS, dtype=np.int64)
    counts = np.zeros(buckets.max() + 2, dtype=np.int64)
    responds_from = 0 if responds else _NO_STREET
    card_totals, card_sums = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    for start in range(start_from, start_to):
        begin, end = firsts[start], firsts[start + 1]
        reach[0] = reach_start[start]
        if reach[0].max() <= 0:
            values_start[start] = 0.0
            continue
        if not responds:
            _fill_runs(
                buckets, 1 - learner, start, street[nodes[begin]], counts, order, run_starts, run_buckets, n_runs
            )
        _spread(
            1 - learner,
            np.float32(0.0),
            responds_from,
            nodes,
            places,
            begin,
            end,
            actor,
            street,
            offsets,
            deal_base,
            order,
            run_starts,
            run_buckets,
            n_runs,
            regrets,
            sums,
            choices,
            reach,
            row_of,
        )
        _fill_ends(
            learner,
            nodes,
            begin,
            end,
            actor,
            folder,
            stakes,
            cards,
            group_ends,
            reach,
            row_of,
            card_totals,
            card_sums,
            values,
        )
        _fill_runs(buckets, learner, start, street[nodes[begin]], counts, order, run_starts, run_buckets, n_runs)
        _gather(
            learner,
            0,
            _NO_STREET,
            nodes,
            places,
            begin,
            end,
            actor,
            street,
            offsets,
            deal_base,
            order,
            run_starts,
            run_buckets,
            n_runs,
            regrets,
            values,
        )
        values_start[start] = values[0]
