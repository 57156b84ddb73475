# mypy: ignore-errors
"""Deal a starting hand against up to nine random opponents, many times, and count who has the best hand.

A run of deals depends on its starting state alone (`chance._kernels`).
"""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of
from deluck.random_numbers_kernels import GOLDEN_GAMMA, random_below


@kernel(types.void(types.uint64, types.int64, readonly(types.int64, 1), LOOKUP, writable(types.int64, 2)))
def count_winners(state, n_deals, hole, lookup, out):
    """Count how often a hand shares the best hand among the first n + 1 players, for 1 to len(out) opponents.

    hole int64[2], out int64[opponents, opponents + 1], added to: out[n - 1, k - 1] is the number of deals in which the
    hand is one of k best against the first n opponents. All columns use the same deals, so their errors are correlated.
    A deal ends at the first opponent who is better: against more opponents it is lost as well.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    deck = np.empty(50, dtype=np.uint64)
    n_deck = 0
    for card in range(52):
        if card != hole[0] and card != hole[1]:
            deck[n_deck] = card
            n_deck += 1
    own_key = card_keys[hole[0]] + card_keys[hole[1]]
    own_suits = suit_bits[hole[0]] + suit_bits[hole[1]]
    for _ in range(n_deals):
        board_key, board_suits = np.uint64(0), np.uint64(0)
        for index in range(5):
            state += GOLDEN_GAMMA
            drawn = np.uint64(index) + random_below(state, 50 - index)
            card = deck[drawn]
            deck[drawn] = deck[index]
            deck[index] = card
            board_key += card_keys[card]
            board_suits += suit_bits[card]
        ours = strength_of(board_key + own_key, board_suits + own_suits, low, high, strengths, flushes)
        n_best = 0
        index = 5
        for opponent in range(out.shape[0]):
            key, suits = board_key, board_suits
            for _ in range(2):
                state += GOLDEN_GAMMA
                drawn = np.uint64(index) + random_below(state, 50 - index)
                card = deck[drawn]
                deck[drawn] = deck[index]
                deck[index] = card
                key += card_keys[card]
                suits += suit_bits[card]
                index += 1
            theirs = strength_of(key, suits, low, high, strengths, flushes)
            if theirs > ours:
                break
            n_best += theirs == ours
            out[opponent, n_best] += 1
