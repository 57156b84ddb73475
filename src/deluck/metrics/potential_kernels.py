# mypy: ignore-errors
"""How opponents' holdings fare against a hand now and after the cards to come, over all completions of a board."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of


@helper
def _outcome(ours, theirs):
    """Return 0 if we are ahead, 1 if tied, 2 if behind."""
    return np.int64(ours <= theirs) + np.int64(ours < theirs)


@helper
def _keep_opponents(dealt, holdings, weights, card_keys, suit_bits, keys, suits, bits, kept_weights):
    """Write key sum, suit bits, card bits and weight of each holding that has weight and avoids `dealt`."""
    n_kept = 0
    for holding in range(len(holdings)):
        low, high = np.uint64(holdings[holding, 0]), np.uint64(holdings[holding, 1])
        both = (np.uint64(1) << low) | (np.uint64(1) << high)
        if weights[holding] > 0 and not both & dealt:
            keys[n_kept] = card_keys[low] + card_keys[high]
            suits[n_kept] = suit_bits[low] + suit_bits[high]
            bits[n_kept] = both
            kept_weights[n_kept] = weights[holding]
            n_kept += 1
    return n_kept


@kernel(
    types.void(
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        types.int64,
        readonly(types.int64, 2),
        readonly(types.float64, 2),
        LOOKUP,
        writable(types.float64, 3),
    )
)
def fill_transitions(holes, boards, n_to_come, holdings, weights, lookup, out):
    """Add up the opponent's weight by standing now (row) and after n_to_come (0, 1 or 2) more cards (column).

    holes int64[n, 2], boards int64[n, 3 to 5], weights float64[n, 1326], out float64[n, 3, 3], zero on entry; the
    order of rows and columns is ahead, tied, behind. Each (holding, completion) counts the holding's weight.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    size = boards.shape[1]
    high_now = high_parts[size - 3]
    high_then = high_parts[size + n_to_come - 3]
    keys = np.empty(len(holdings), dtype=np.uint64)
    suits = np.empty(len(holdings), dtype=np.uint64)
    bits = np.empty(len(holdings), dtype=np.uint64)
    kept_weights = np.empty(len(holdings), dtype=np.float64)
    now = np.empty(len(holdings), dtype=np.int64)
    then = np.empty((len(holdings), 3), dtype=np.int64)  # counted whole, and weighted only in the end
    for row in range(len(holes)):
        dealt = np.uint64(0)
        board_key, board_suits = np.uint64(0), np.uint64(0)
        for card in boards[row]:
            dealt |= np.uint64(1) << np.uint64(card)
            board_key += card_keys[card]
            board_suits += suit_bits[card]
        own_key, own_suits = np.uint64(0), np.uint64(0)
        for card in holes[row]:
            dealt |= np.uint64(1) << np.uint64(card)
            own_key += card_keys[card]
            own_suits += suit_bits[card]
        n_kept = _keep_opponents(dealt, holdings, weights[row], card_keys, suit_bits, keys, suits, bits, kept_weights)
        ours = strength_of(board_key + own_key, board_suits + own_suits, low, high_now, strengths, flushes)
        for index in range(n_kept):
            theirs = strength_of(board_key + keys[index], board_suits + suits[index], low, high_now, strengths, flushes)
            now[index] = _outcome(ours, theirs)
            then[index] = 0
            if n_to_come == 0:
                then[index, now[index]] = 1
        for first in range(52 if n_to_come > 0 else 0):
            if (dealt >> np.uint64(first)) & np.uint64(1):
                continue
            for second in range(first if n_to_come == 1 else 0, first + 1 if n_to_come == 1 else first):
                drawn = (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second))
                if dealt & drawn:
                    continue
                then_key = board_key + card_keys[first]
                then_suits = board_suits + suit_bits[first]
                if n_to_come == 2:
                    then_key += card_keys[second]
                    then_suits += suit_bits[second]
                ours = strength_of(then_key + own_key, then_suits + own_suits, low, high_then, strengths, flushes)
                for index in range(n_kept):
                    if bits[index] & drawn:
                        continue
                    theirs = strength_of(
                        then_key + keys[index], then_suits + suits[index], low, high_then, strengths, flushes
                    )
                    then[index, _outcome(ours, theirs)] += 1
        for index in range(n_kept):
            for outcome in range(3):
                out[row, now[index], outcome] += kept_weights[index] * then[index, outcome]
