# mypy: ignore-errors
"""Canonical suits: sort the suits by the ranks they hold, and two deals alike up to suits become equal."""

import numpy as np

from deluck.compiling import found_type, helper, intrinsic, kernel, readonly, types, writable

RELABELLING_BITS = 5  # a board's class and the relabelling to its canonical board stand in one number
RELABELLING_MASK = (1 << RELABELLING_BITS) - 1


@intrinsic
def n_set_bits(_typing, _word):
    """Return how many bits of a uint64 are set: one instruction, which numba has no name for."""
    word = found_type(types.uint64)

    def emit(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return word(word), emit


@helper
def set_index(cards, n_cards, binomials):
    """Return the number of a set of cards among all sets of that size: the sum of C(card, index from 1)."""
    bits = np.uint64(0)
    for position in range(n_cards):
        bits |= np.uint64(1) << np.uint64(cards[position])
    index = np.int64(0)
    for position in range(n_cards):
        card = np.uint64(cards[position])
        n_lower = n_set_bits(bits & ((np.uint64(1) << card) - np.uint64(1)))
        index += binomials[card, n_lower + np.uint64(1)]
    return index


@helper
def suit_permutation(suit_keys, permutation_ids):
    """Return the number of the relabelling that puts the suits in falling order of their keys int64[4]."""
    code = 0
    for suit in range(4):
        code = 4 * code + suit_label(suit, suit_keys)
    return permutation_ids[code]


@helper
def suit_label(suit, suit_keys):
    """Return the new label of a suit: how many suits come before it in falling order of their keys int64[4]."""
    label = 0
    for other in range(4):
        if suit_keys[other] > suit_keys[suit] or (suit_keys[other] == suit_keys[suit] and other < suit):
            label += 1
    return label


@kernel(
    types.void(
        types.int64,
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.uint8, 2),
        writable(types.int32, 1),
        writable(types.uint8, 1),
    )
)
def fill_canonical_boards(n_cards, binomials, permutation_ids, relabelled, canonical, permutation):
    """Write, for every set of n_cards cards in index order, the index of its canonical set and the relabelling."""
    cards = np.arange(n_cards)
    moved = np.empty(n_cards, dtype=np.int64)
    suit_keys = np.empty(4, dtype=np.int64)
    for index in range(len(canonical)):
        suit_keys[:] = 0
        for position in range(n_cards):
            suit_keys[cards[position] & 3] |= 1 << (cards[position] >> 2)
        chosen = suit_permutation(suit_keys, permutation_ids)
        for position in range(n_cards):
            moved[position] = relabelled[chosen, cards[position]]
        canonical[index] = set_index(moved, n_cards, binomials)
        permutation[index] = chosen
        position = 0  # on to the next set: raise the lowest card that has room, put those below it at the bottom
        while position < n_cards and cards[position] + 1 == (cards[position + 1] if position + 1 < n_cards else 52):
            cards[position] = position
            position += 1
        if position < n_cards:
            cards[position] += 1


@kernel(types.void(readonly(types.uint8, 2), readonly(types.int64, 2), writable(types.int32, 2)))
def fill_holding_orbits(boards, holdings, orbits):
    """Write, for each canonical board[n, k], its holdings' numbers up to the suits the board leaves alike.

    orbits int32[n, 1326] gets the index of each holding's representative among the representatives that avoid
    the board, and -1 where the holding uses a board card.
    """
    suit_ranks = np.empty(4, dtype=np.int64)
    for row in range(len(boards)):
        suit_ranks[:] = 0
        for card in boards[row]:
            suit_ranks[card & 3] |= 1 << (card >> 2)
        n_orbits = 0
        for holding in range(len(holdings)):
            low, high = holdings[holding, 0], holdings[holding, 1]
            if (suit_ranks[low & 3] >> (low >> 2)) & 1 or (suit_ranks[high & 3] >> (high >> 2)) & 1:
                orbits[row, holding] = -1
                continue
            low, high = representative(low, high, suit_ranks)
            image = high * (high - 1) // 2 + low
            if image == holding:
                orbits[row, holding] = n_orbits
                n_orbits += 1
            else:  # a representative has the lowest number in its orbit, so its index is known by now
                orbits[row, holding] = orbits[row, image]


@helper
def representative(low, high, suit_ranks):
    """Return the two cards of the lowest-numbered holding alike up to suits that hold equal ranks on the board."""
    best_low, best_high = low, high
    for new_high_suit in range(4):
        if suit_ranks[new_high_suit] != suit_ranks[high & 3]:
            continue
        for new_low_suit in range(4):
            if suit_ranks[new_low_suit] != suit_ranks[low & 3]:
                continue
            if ((low & 3) == (high & 3)) != (new_low_suit == new_high_suit):
                continue
            first = (low & ~3) | new_low_suit
            second = (high & ~3) | new_high_suit
            smaller, larger = min(first, second), max(first, second)
            if larger < best_high or (larger == best_high and smaller < best_low):
                best_low, best_high = smaller, larger
    return best_low, best_high


@kernel(types.void(readonly(types.int64, 2), writable(types.int32, 2)))
def fill_matchups(holdings, codes):
    """Write, for every two holdings, the code of their match-up up to suits, or -1 if they share a card.

    codes int32[1326, 1326]: the holdings with suits relabelled so that the pair (first, second) is smallest,
    as 1326 * first + second. Players are not swapped here.
    """
    suit_keys = np.empty(4, dtype=np.int64)
    labels = np.empty(4, dtype=np.int64)
    for first in range(len(holdings)):
        for second in range(len(holdings)):
            codes[first, second] = -1
            low, high = holdings[first, 0], holdings[first, 1]
            other_low, other_high = holdings[second, 0], holdings[second, 1]
            if low in (other_low, other_high) or high in (other_low, other_high):
                continue
            suit_keys[:] = 0
            suit_keys[low & 3] |= 1 << (13 + (low >> 2))
            suit_keys[high & 3] |= 1 << (13 + (high >> 2))
            suit_keys[other_low & 3] |= 1 << (other_low >> 2)
            suit_keys[other_high & 3] |= 1 << (other_high >> 2)
            for suit in range(4):
                labels[suit] = suit_label(suit, suit_keys)
            codes[first, second] = 1326 * _moved(low, high, labels) + _moved(other_low, other_high, labels)


@helper
def _moved(low, high, labels):
    """Return the number of a holding whose suits get new labels int64[4]."""
    low = (low & ~3) | labels[low & 3]
    high = (high & ~3) | labels[high & 3]
    if low > high:
        low, high = high, low
    return high * (high - 1) // 2 + low
