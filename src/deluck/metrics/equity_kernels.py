# mypy: ignore-errors
"""Who wins a showdown, counted over all completions of a board or over a sample of them."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of

NO_CARD = np.uint64(63)  # its key and suit bits are zero


@helper
def _count_heads_up(
    board_key, board_suits, cards, start, n_left, keys, suits, card_keys, suit_bits, low, high, strengths, flushes, out
):
    """Count the winners between two players over every choice of n_left (0 to 2) board cards from cards[start:].

    Adds to out[player, 1] for a win and to out[player, 2] for a tie.
    """
    n_boards, n_won, n_tied = 0, 0, 0
    for one in range(start, len(cards) if n_left == 2 else start + 1):
        first_key, second_key, both_suits = board_key + keys[0], board_key + keys[1], board_suits
        if n_left == 2:
            first_key += card_keys[cards[one]]
            second_key += card_keys[cards[one]]
            both_suits += suit_bits[cards[one]]
        for other in range(one + 1 if n_left == 2 else start, len(cards) if n_left > 0 else start + 1):
            card = cards[other] if n_left > 0 else NO_CARD
            full_suits = both_suits + suit_bits[card]
            first = strength_of(first_key + card_keys[card], full_suits + suits[0], low, high, strengths, flushes)
            second = strength_of(second_key + card_keys[card], full_suits + suits[1], low, high, strengths, flushes)
            n_won += first > second
            n_tied += first == second
            n_boards += 1
    out[0, 1] += n_won
    out[1, 1] += n_boards - n_won - n_tied
    out[0, 2] += n_tied
    out[1, 2] += n_tied


@helper
def _count_winners(board_key, board_suits, keys, suits, low, high, strengths, flushes, values, out):
    """Add one to out[player, number of winners] for each of any number of players who wins or shares a full board."""
    best = np.int16(0)
    n_best = 0
    for player in range(len(keys)):
        value = strength_of(board_key + keys[player], board_suits + suits[player], low, high, strengths, flushes)
        values[player] = value
        if value > best:
            best = value
            n_best = 1
        elif value == best:
            n_best += 1
    for player in range(len(keys)):
        if values[player] == best:
            out[player, n_best] += 1


@kernel(types.void(readonly(types.int64, 3), readonly(types.int64, 1), LOOKUP, writable(types.int64, 3)))
def count_showdowns(deals, board, lookup, out):
    """Count, for each deal int64[m, players, 2], over every completion of the board, who wins or shares.

    out int64[m, players, players + 1], zero on entry: out[deal, player, k] is the number of full boards on which the
    player is one of k winners.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_players = deals.shape[1]
    n_to_come = 5 - len(board)
    n_chosen = max(0, n_to_come - 2) if n_players == 2 else n_to_come  # heads-up has its own loop over the last two
    keys = np.empty(n_players, dtype=np.uint64)
    suits = np.empty(n_players, dtype=np.uint64)
    values = np.empty(n_players, dtype=np.int16)
    rest = np.empty(52, dtype=np.uint64)
    chosen = np.empty(6, dtype=np.int64)
    board_keys = np.empty(6, dtype=np.uint64)
    board_suits = np.empty(6, dtype=np.uint64)
    for deal in range(len(deals)):
        dealt = np.uint64(0)
        board_keys[0], board_suits[0] = np.uint64(0), np.uint64(0)
        for card in board:
            dealt |= np.uint64(1) << np.uint64(card)
            board_keys[0] += card_keys[card]
            board_suits[0] += suit_bits[card]
        for player in range(n_players):
            keys[player], suits[player] = np.uint64(0), np.uint64(0)
            for card in deals[deal, player]:
                dealt |= np.uint64(1) << np.uint64(card)
                keys[player] += card_keys[card]
                suits[player] += suit_bits[card]
        n_rest = 0
        for card in range(52):
            if not (dealt >> np.uint64(card)) & np.uint64(1):
                rest[n_rest] = card
                n_rest += 1
        depth = 0
        chosen[0] = -1
        while depth >= 0:  # an odometer over the cards chosen, with the running sums of the board
            if depth == n_chosen:
                key, suit = board_keys[depth], board_suits[depth]
                if n_players == 2:
                    start = chosen[depth] + 1
                    _count_heads_up(
                        key,
                        suit,
                        rest[:n_rest],
                        start,
                        n_to_come - depth,
                        keys,
                        suits,
                        card_keys,
                        suit_bits,
                        low,
                        high,
                        strengths,
                        flushes,
                        out[deal],
                    )
                else:
                    _count_winners(key, suit, keys, suits, low, high, strengths, flushes, values, out[deal])
                depth -= 1
                continue
            chosen[depth] += 1
            if chosen[depth] == n_rest:
                depth -= 1
                continue
            card = rest[chosen[depth]]
            board_keys[depth + 1] = board_keys[depth] + card_keys[card]
            board_suits[depth + 1] = board_suits[depth] + suit_bits[card]
            chosen[depth + 1] = chosen[depth]
            depth += 1


@kernel(
    types.int64(
        types.npy_rng,
        types.int64,
        types.int64,
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.float64, 1),
        readonly(types.int64, 1),
        types.int64,
        readonly(types.int64, 1),
        LOOKUP,
        writable(types.int64, 2),
    )
)
def sample_showdowns(rng, n_samples, n_tries, holdings, starts, cumulative, order, n_ranged, board, lookup, out):
    """Deal holdings and boards at random and count who wins or shares, as `count_showdowns` does; return the samples.

    Player p draws from holdings[starts[p]:starts[p + 1]] (int64[m, 2]) with the cumulative weights beside them, players
    in the given order. If a card of one of the first n_ranged players is taken, the whole deal is thrown away, which
    keeps the distribution right; the others may hold anything, so only their own holding is drawn again. Stops after
    n_samples deals or n_tries thrown away. out int64[players, players + 1].
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_players = len(starts) - 1
    keys = np.empty(n_players, dtype=np.uint64)
    suits = np.empty(n_players, dtype=np.uint64)
    values = np.empty(n_players, dtype=np.int16)
    fixed = np.uint64(0)
    fixed_key, fixed_suits = np.uint64(0), np.uint64(0)
    for card in board:
        fixed |= np.uint64(1) << np.uint64(card)
        fixed_key += card_keys[card]
        fixed_suits += suit_bits[card]
    n_dealt, n_thrown_away = 0, 0
    while n_dealt < n_samples and n_thrown_away < n_tries:
        dealt = fixed
        turn = 0
        while turn < n_players:
            player = order[turn]
            begin, end = starts[player], starts[player + 1]
            at = rng.random() * cumulative[end - 1]
            index = begin + np.searchsorted(cumulative[begin:end], at, side="right")
            first, second = np.uint64(holdings[index, 0]), np.uint64(holdings[index, 1])
            both = (np.uint64(1) << first) | (np.uint64(1) << second)
            if not dealt & both:
                dealt |= both
                keys[player] = card_keys[first] + card_keys[second]
                suits[player] = suit_bits[first] + suit_bits[second]
                turn += 1
            elif turn < n_ranged:
                break
        if turn < n_players:
            n_thrown_away += 1
            continue
        board_key, board_suits = fixed_key, fixed_suits
        n_to_come = 5 - len(board)
        while n_to_come > 0:
            card = np.uint64(rng.random() * 52)
            if not (dealt >> card) & np.uint64(1):
                dealt |= np.uint64(1) << card
                board_key += card_keys[card]
                board_suits += suit_bits[card]
                n_to_come -= 1
        _count_winners(board_key, board_suits, keys, suits, low, high, strengths, flushes, values, out)
        n_dealt += 1
    return n_dealt
