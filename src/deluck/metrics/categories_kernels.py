# mypy: ignore-errors
"""The kernel over all completions of a board: what every opponent's holding ends as, and whether it beats us.

With two cards to come, a holding and a completion are four unseen cards, and six ways to hold two of them are the same
four: each set of four is ranked once and counted six times.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of

N_COUNTERS = 27  # nine categories by win, tie and loss: one counter for both, so that a completion is one increment


@helper
def _pair(low, high):
    """Return the number of a pair of indices, low < high."""
    return np.uint64((high * (high - 1)) // 2 + low)


@helper
def _counter(theirs, ours, categories):
    """Return the counter of an opponent's strength against ours: its category, then win, tie or loss."""
    result = np.uint64(ours <= theirs) + np.uint64(ours < theirs)
    return np.uint64(3) * np.uint64(categories[np.uint64(theirs)]) + result


@helper
def _count_two_to_come(board_key, board_suits, keys, suits, own, categories, low, high, strengths, flushes, counts):
    """Count for every holding and completion of two cards; keys and suits are of the unseen cards, uint64[47].

    own int16[1081] is our strength by the pair that comes, counts int32[1081, 27] is added to, by the pair held.
    """
    for d in range(3, len(keys)):
        for c in range(2, d):
            pair_cd = _pair(c, d)
            key_cd, suits_cd = board_key + keys[c] + keys[d], board_suits + suits[c] + suits[d]
            for b in range(1, c):
                pair_bc, pair_bd = _pair(b, c), _pair(b, d)
                key_bcd, suits_bcd = key_cd + keys[b], suits_cd + suits[b]
                for a in range(b):
                    theirs = strength_of(key_bcd + keys[a], suits_bcd + suits[a], low, high, strengths, flushes)
                    pair_ab, pair_ac, pair_ad = _pair(a, b), _pair(a, c), _pair(a, d)
                    counts[pair_ab, _counter(theirs, own[pair_cd], categories)] += 1
                    counts[pair_cd, _counter(theirs, own[pair_ab], categories)] += 1
                    counts[pair_ac, _counter(theirs, own[pair_bd], categories)] += 1
                    counts[pair_bd, _counter(theirs, own[pair_ac], categories)] += 1
                    counts[pair_ad, _counter(theirs, own[pair_bc], categories)] += 1
                    counts[pair_bc, _counter(theirs, own[pair_ad], categories)] += 1


@helper
def _count_one_to_come(board_key, board_suits, keys, suits, own, categories, low, high, strengths, flushes, counts):
    """Count for every holding and completion of one card; own int16[46] is our strength by the card that comes."""
    for c in range(2, len(keys)):
        for b in range(1, c):
            pair_bc = _pair(b, c)
            key_bc, suits_bc = board_key + keys[b] + keys[c], board_suits + suits[b] + suits[c]
            for a in range(b):
                theirs = strength_of(key_bc + keys[a], suits_bc + suits[a], low, high, strengths, flushes)
                counts[_pair(a, b), _counter(theirs, own[c], categories)] += 1
                counts[_pair(a, c), _counter(theirs, own[b], categories)] += 1
                counts[pair_bc, _counter(theirs, own[a], categories)] += 1


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.uint8, 1),
        LOOKUP,
        writable(types.int64, 2),
        writable(types.int16, 1),
        writable(types.int32, 2),
    )
)
def count_final_hands(hole, board, categories, lookup, completions, own_strengths, out):
    """Count every completion of the board by what each opponent's holding ends as and how we fare against it.

    hole int64[2], board int64[3 to 5], categories uint8[7463] by strength. Written: completions int64[n, 2] and
    own_strengths int16[n], all ways to complete the board beside the hole cards (-1 for a card not needed) and our
    strength with each; out int32[1326, 27]: completions that avoid the holding, by three times its final
    category plus 0, 1 or 2 for our win, tie or loss. Holdings that share a card with us or the board get zeros.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    dealt = np.uint64(0)
    board_key, board_suits = np.uint64(0), np.uint64(0)
    for card in board:
        dealt |= np.uint64(1) << np.uint64(card)
        board_key += card_keys[card]
        board_suits += suit_bits[card]
    own_key, own_suits = board_key, board_suits
    for card in hole:
        dealt |= np.uint64(1) << np.uint64(card)
        own_key += card_keys[card]
        own_suits += suit_bits[card]
    n_unseen = 50 - len(board)
    cards = np.empty(n_unseen, dtype=np.int64)
    keys = np.empty(n_unseen, dtype=np.uint64)
    suits = np.empty(n_unseen, dtype=np.uint64)
    index = 0
    for card in range(52):
        if not (dealt >> np.uint64(card)) & np.uint64(1):
            cards[index] = card
            keys[index] = card_keys[card]
            suits[index] = suit_bits[card]
            index += 1
    counts = np.zeros((n_unseen * (n_unseen - 1) // 2, N_COUNTERS), dtype=np.int32)
    n_to_come = 5 - len(board)
    completions[:] = -1
    if n_to_come == 2:
        for b in range(1, n_unseen):
            for a in range(b):
                number = _pair(a, b)
                completions[number, 0], completions[number, 1] = cards[a], cards[b]
                own_strengths[number] = strength_of(
                    own_key + keys[a] + keys[b], own_suits + suits[a] + suits[b], low, high, strengths, flushes
                )
        _count_two_to_come(
            board_key, board_suits, keys, suits, own_strengths, categories, low, high, strengths, flushes, counts
        )
    elif n_to_come == 1:
        for a in range(n_unseen):
            completions[a, 0] = cards[a]
            own_strengths[a] = strength_of(own_key + keys[a], own_suits + suits[a], low, high, strengths, flushes)
        _count_one_to_come(
            board_key, board_suits, keys, suits, own_strengths, categories, low, high, strengths, flushes, counts
        )
    else:
        own_strengths[0] = strength_of(own_key, own_suits, low, high, strengths, flushes)
        for b in range(1, n_unseen):
            for a in range(b):
                theirs = strength_of(
                    board_key + keys[a] + keys[b], board_suits + suits[a] + suits[b], low, high, strengths, flushes
                )
                counts[_pair(a, b), _counter(theirs, own_strengths[0], categories)] += 1
    out[:] = 0
    for b in range(1, n_unseen):
        for a in range(b):
            out[cards[b] * (cards[b] - 1) // 2 + cards[a]] = counts[_pair(a, b)]
