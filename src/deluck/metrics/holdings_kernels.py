# mypy: ignore-errors
"""Kernels over all holdings of one board at once: their strengths, their standing against weights, their potential.

Potential is counted without looking at every pair of holdings. Over one next card let S be twice the holdings beaten
plus those tied, and D the holdings below both now and then plus those not above either time. A holding that is behind
and pulls ahead counts one, half a step (to or from a tie) one half, and together they are (S_then - D) / 2; falling
behind is (S_now - D) / 2. D is read from a table of running sums over the ranks now and then; holdings that share a
card are taken out by counting among the holdings of each card.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of
from deluck.tables.hand_ranks_kernels import N_LOW_BINS, fill_holding_strengths, fill_rank_counts, fill_rising_order

NOBODY = np.int16(32767)  # a rank above all


@helper
def _index(one, other):
    """Return the number of the holding of two cards."""
    larger, smaller = max(one, other), min(one, other)
    return (larger * (larger - 1) >> 1) + smaller


@helper
def _fill_rest(board, n_board, rest):
    """Write the cards that are not among the first n_board of the board, rising; return how many."""
    on_board = np.uint64(0)
    for index in range(n_board):
        on_board |= np.uint64(1) << np.uint64(board[index])
    n_rest = 0
    for card in range(52):
        if not (on_board >> np.uint64(card)) & np.uint64(1):
            rest[n_rest] = card
            n_rest += 1
    return n_rest


@helper
def _fill_dense_ranks(strengths, order, ranks):
    """Write the rank of each strength, 0 for the lowest and equal ones alike, to ranks int16[n]; return how many."""
    rank = -1
    last = -1
    for index in order:
        if strengths[index] != last:
            last = strengths[index]
            rank += 1
        ranks[index] = rank
    return rank + 1


@kernel(types.void(readonly(types.int64, 1), LOOKUP, writable(types.int16, 1), writable(types.int16, 1)))
def fill_order(board, lookup, strengths, order):
    """Write each holding's strength on a board int64[3 to 5] and the holdings in rising order of it.

    strengths int16[1326], 0 for holdings that use a card of the board; order int16[n] of the n others.
    """
    keys, suit_bits, low, high_parts, table, flushes = lookup
    rest = np.empty(52, dtype=np.int64)
    n_rest = _fill_rest(board, len(board), rest)
    n_holdings = n_rest * (n_rest - 1) // 2
    compact = np.empty(n_holdings, dtype=np.int16)
    spare = np.empty(n_holdings, dtype=np.int16)
    indices = np.empty(n_holdings, dtype=np.int16)
    bins = np.empty(N_LOW_BINS, dtype=np.int64)
    fill_holding_strengths(
        board, rest[:n_rest], keys, suit_bits, low, high_parts[len(board) - 3], table, flushes, compact
    )
    fill_rising_order(compact, bins, spare, indices)
    strengths[:] = 0
    index = 0
    for second in range(1, n_rest):
        for first in range(second):
            holding = _index(rest[second], rest[first])
            strengths[holding] = compact[index]
            spare[index] = holding
            index += 1
    for turn in range(n_holdings):
        order[turn] = spare[indices[turn]]


@kernel(
    types.void(
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.int64, 2),
        readonly(types.float64, 1),
        writable(types.float64, 1),
    )
)
def fill_weighted_strengths(strengths, order, cards, weights, out):
    """Write each holding's share ahead of weighted holdings that share no card with it, ties one half.

    strengths int16[1326] and order int16[n] as `fill_order` makes them, cards int64[1326, 2], weights float64[1326];
    out float64[1326], 0 for blocked holdings and one half where no weight is left.
    """
    below = np.zeros(52)
    level = np.zeros(52)
    of_card = np.zeros(52)
    total = 0.0
    for holding in order:
        weight = weights[holding]
        total += weight
        of_card[cards[holding, 0]] += weight
        of_card[cards[holding, 1]] += weight
    out[:] = 0.0
    n_values = len(order)
    weaker = 0.0
    start = 0
    while start < n_values:
        strength = strengths[order[start]]
        equal = 0.0
        end = start
        while end < n_values and strengths[order[end]] == strength:
            holding = order[end]
            weight = weights[holding]
            equal += weight
            level[cards[holding, 0]] += weight
            level[cards[holding, 1]] += weight
            end += 1
        for turn in range(start, end):
            holding = order[turn]
            first, second = cards[holding, 0], cards[holding, 1]
            own = weights[holding]
            beaten = weaker - below[first] - below[second]
            tied = equal - level[first] - level[second] + own  # the holding itself is in both
            others = total - of_card[first] - of_card[second] + own
            if others > 1e-12 * total:
                out[holding] = min(max((beaten + tied / 2) / others, 0.0), 1.0)
            else:
                out[holding] = 0.5
        for turn in range(start, end):
            for side in range(2):
                card = cards[order[turn], side]
                below[card] += level[card]
                level[card] = 0.0
        weaker += equal
        start = end


@helper
def _fill_running_sums(ranks_now, ranks_then, n_now, n_then, sums):
    """Write how many holdings have a rank below i now and below j then to sums int16[n_now + 1, n_then + 1]."""
    sums[: n_now + 1, : n_then + 1] = 0
    for index in range(len(ranks_now)):
        sums[ranks_now[index] + 1, ranks_then[index] + 1] += 1
    for now in range(1, n_now + 1):
        row, previous = sums[now], sums[now - 1]
        running = np.int16(0)
        for then in range(1, n_then + 1):
            running += row[then]
            row[then] = running
        for then in range(1, n_then + 1):
            row[then] += previous[then]


@helper
def _count_among_one_card(ranks_now, ranks_then, counts):
    """Write, for the holdings of one card, how many of them are below both times plus how many are not above either.

    ranks_now, ranks_then and counts are int16[n]; the loops are this way round, and every number 16 bits wide, so that
    the compiler can do many holdings at once.
    """
    counts[:] = 0
    for other in range(len(ranks_now)):
        now, then = ranks_now[other], ranks_then[other]
        for index in range(len(ranks_now)):
            counts[index] += np.int16((now < ranks_now[index]) & (then < ranks_then[index])) + np.int16(
                (now <= ranks_now[index]) & (then <= ranks_then[index])
            )


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int16, 1),
        readonly(types.int16, 1),
        readonly(types.uint8, 2),
        LOOKUP,
        writable(types.int64, 2),
    )
)
def add_potential(board, strengths, order, pairs, lookup, out):
    """Add up, over every next card, what each holding of a board gains on the opponent's holdings and loses to them.

    board int64[3 or 4], strengths and order as `fill_order` makes them, pairs uint8[1326, 2] the cards of an index in
    the order of holdings. out int64[1326, 2], zero on entry: for each holding, over all next cards, S_then - D and -D,
    so that the caller adds S_now, which is the same for every next card.
    """
    keys, suit_bits, low, high_parts, table, flushes = lookup
    n_board = len(board)
    high = high_parts[n_board - 2]
    longer = np.empty(n_board + 1, dtype=np.int64)
    longer[:n_board] = board
    rest = np.empty(52, dtype=np.int64)
    free = np.empty(52, dtype=np.int64)
    n_free = _fill_rest(board, n_board, free)
    all_ranks = np.empty(len(strengths), dtype=np.int16)
    n_now = _fill_dense_ranks(strengths, order, all_ranks)
    n_rest = n_free - 1
    n_left = n_rest * (n_rest - 1) // 2
    ranks_now = np.empty(n_left, dtype=np.int16)
    ranks_then = np.empty(n_left, dtype=np.int16)
    left_strengths = np.empty(n_left, dtype=np.int16)
    indices = np.empty(n_left, dtype=np.int16)
    spare = np.empty(n_left, dtype=np.int16)
    counts_then = np.empty(n_left, dtype=np.uint16)
    bins = np.empty(N_LOW_BINS, dtype=np.int64)
    below = np.empty(52, dtype=np.int64)
    level = np.empty(52, dtype=np.int64)
    sums = np.empty((n_now + 1, n_left + 1), dtype=np.int16)
    by_card_now = np.empty((n_rest, n_rest), dtype=np.int16)
    by_card_then = np.empty((n_rest, n_rest), dtype=np.int16)
    among = np.empty((n_rest, n_rest), dtype=np.int16)
    for drawn in range(n_free):
        longer[n_board] = free[drawn]
        _fill_rest(longer, n_board + 1, rest)
        index = 0
        for second in range(1, n_rest):
            for first in range(second):
                rank = all_ranks[_index(rest[second], rest[first])]
                ranks_now[index] = rank
                by_card_now[second, first] = rank
                by_card_now[first, second] = rank
                index += 1
        fill_holding_strengths(longer, rest[:n_rest], keys, suit_bits, low, high, table, flushes, left_strengths)
        fill_rising_order(left_strengths, bins, spare, indices)
        fill_rank_counts(left_strengths, indices, pairs, below, level, counts_then)
        n_then = _fill_dense_ranks(left_strengths, indices, ranks_then)
        index = 0
        for second in range(1, n_rest):
            for first in range(second):
                by_card_then[second, first] = ranks_then[index]
                by_card_then[first, second] = ranks_then[index]
                index += 1
        for card in range(n_rest):
            by_card_now[card, card] = NOBODY
            by_card_then[card, card] = NOBODY
            _count_among_one_card(by_card_now[card], by_card_then[card], among[card])
        _fill_running_sums(ranks_now, ranks_then, n_now, n_then, sums)
        index = 0
        for second in range(1, n_rest):
            for first in range(second):
                now, then = ranks_now[index], ranks_then[index]
                both = np.int64(sums[now, then]) + sums[now + 1, then + 1]
                both -= np.int64(among[second, first]) + among[first, second] - 1  # the holding itself is in all three
                holding = _index(rest[second], rest[first])
                out[holding, 0] += counts_then[index] - both
                out[holding, 1] -= both
                index += 1


@kernel(types.void(readonly(types.int64, 1), readonly(types.int64, 1), types.int64, LOOKUP, writable(types.float64, 2)))
def fill_standings(hole, board, n_to_come, lookup, out):
    """Count how a holding stands against every other now and after n_to_come (0 or 1) cards.

    out float64[1326, 9], zero on entry: for each opponent's holding, the number of next cards by standing now (ahead,
    tied, behind) times three plus standing then; zero for holdings that use a card of hole int64[2] or board
    int64[3 to 5].
    """
    keys, suit_bits, low, high_parts, table, flushes = lookup
    n_board = len(board)
    seen = np.empty(n_board + 2, dtype=np.int64)
    seen[:n_board] = board
    seen[n_board:] = hole
    rest = np.empty(52, dtype=np.int64)
    n_rest = _fill_rest(seen, n_board + 2, rest)
    now = np.empty((n_rest, n_rest), dtype=np.int64)
    then = np.zeros((n_rest, n_rest, 3), dtype=np.int64)
    values = np.empty(n_rest * (n_rest - 1) // 2, dtype=np.int16)
    left = np.empty(n_rest, dtype=np.int64)
    position = np.empty(n_rest, dtype=np.int64)
    own_key = keys[hole[0]] + keys[hole[1]]
    own_suits = suit_bits[hole[0]] + suit_bits[hole[1]]
    longer = np.empty(n_board + 1, dtype=np.int64)
    longer[:n_board] = board
    for drawn in range(-1, n_rest if n_to_come > 0 else 0):
        size = n_board if drawn < 0 else n_board + 1
        if drawn >= 0:
            longer[n_board] = rest[drawn]
        n_left = 0
        for index in range(n_rest):  # no holding may have the card drawn: the evaluator must not see a card twice
            if index != drawn:
                left[n_left] = rest[index]
                position[n_left] = index
                n_left += 1
        high = high_parts[size - 3]
        key, suits = own_key, own_suits
        for index in range(size):
            key += keys[longer[index]]
            suits += suit_bits[longer[index]]
        ours = strength_of(key, suits, low, high, table, flushes)
        fill_holding_strengths(longer[:size], left[:n_left], keys, suit_bits, low, high, table, flushes, values)
        index = 0
        for second in range(1, n_left):
            for first in range(second):
                standing = np.int64(ours <= values[index]) + np.int64(ours < values[index])
                if drawn < 0:
                    now[second, first] = standing
                else:
                    then[position[second], position[first], standing] += 1
                index += 1
    for second in range(1, n_rest):
        for first in range(second):
            holding = _index(rest[second], rest[first])
            if n_to_come > 0:
                for standing in range(3):
                    out[holding, 3 * now[second, first] + standing] = then[second, first, standing]
            else:
                out[holding, 4 * now[second, first]] = 1.0
