# mypy: ignore-errors
"""Kernels of hand-type distributions: what seven cards may become, for one hand or for all down cards of a seat.

All-pairs arrays have a row for each pair of unseen cards, ordered by the index of the higher card among the unseen,
then the lower one's. Triples are ordered the same way.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.evaluator.strength_kernels import LOOKUP, strength_of
from deluck.random_numbers_kernels import GOLDEN_GAMMA, random_below

N_SPARE = 2  # cards drawn beyond those to come, to stand in for the two a pair may hold itself
ONE = np.uint64(1)


@helper
def shuffle(deck, n_wanted, state):
    """Put a random choice of n_wanted cards, in random order, at the front of deck uint64[m]; return the new state."""
    for index in range(min(n_wanted, len(deck) - 1)):
        state = state + GOLDEN_GAMMA
        other = index + np.int64(random_below(state, len(deck) - index))
        deck[index], deck[other] = deck[other], deck[index]
    return state


@helper
def sum_of(cards, card_keys, suit_bits):
    """Return the sums of keys and of suit bits of some cards."""
    key, suits = np.uint64(0), np.uint64(0)
    for card in cards:
        key += card_keys[np.uint64(card)]
        suits += suit_bits[np.uint64(card)]
    return key, suits


@helper
def _draw_samples(unseen, n_to_come, state, card_keys, suit_bits, drawn, keys, suits, holders, n_holders):
    """Draw the samples of `fill_sampled_strengths` and note which hold each card.

    drawn uint64[samples, n_to_come + 2] gets the cards of each and two spare ones, keys and suits uint64[samples] the
    sums, holders int64[52, samples] the samples that hold a card, as many as n_holders int64[52] says.
    """
    n_unseen = len(unseen)
    deck = unseen.astype(np.uint64)
    position = n_unseen
    for sample in range(len(drawn)):
        if position + n_to_come > n_unseen:
            state = shuffle(deck, n_unseen, state)
            position = 0
        for step in range(n_to_come + N_SPARE):
            card = deck[(position + step) % n_unseen]
            drawn[sample, step] = card
            if step < n_to_come:
                holders[card, n_holders[card]] = sample
                n_holders[card] += 1
        keys[sample], suits[sample] = sum_of(drawn[sample, :n_to_come], card_keys, suit_bits)
        position += n_to_come


@helper
def _sum_avoiding(cards, n_wanted, one, other, card_keys, suit_bits):
    """Return the sums over the first n_wanted of some cards that are neither one nor the other."""
    key, suits = np.uint64(0), np.uint64(0)
    n_taken = 0
    for card in cards:
        if n_taken < n_wanted and card != one and card != other:
            key += card_keys[card]
            suits += suit_bits[card]
            n_taken += 1
    return key, suits


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        types.int64,
        types.uint64,
        LOOKUP,
        writable(types.int16, 2),
    )
)
def fill_sampled_strengths(up, unseen, n_to_come, seed, lookup, out):
    """Write what each pair of unseen int64[m] becomes with the cards up and each of the same random cards to come.

    out int16[m (m - 1) / 2, samples]. The samples are cut one after another from shuffled decks, so that each card
    comes equally often; a sample that holds a card of the pair takes the next card of its deck instead, so for every
    pair the cards to come are a fair draw from what the pair leaves.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_unseen, n_samples = len(unseen), out.shape[1]
    drawn = np.empty((n_samples, n_to_come + N_SPARE), dtype=np.uint64)
    keys = np.empty(n_samples, dtype=np.uint64)
    suits = np.empty(n_samples, dtype=np.uint64)
    holders = np.empty((52, n_samples), dtype=np.int64)
    n_holders = np.zeros(52, dtype=np.int64)
    _draw_samples(unseen, n_to_come, seed, card_keys, suit_bits, drawn, keys, suits, holders, n_holders)
    drawn_keys, drawn_suits = keys.copy(), suits.copy()
    up_key, up_suits = sum_of(up, card_keys, suit_bits)
    row = 0
    for second in range(n_unseen):
        for first in range(second):
            one, other = np.uint64(unseen[first]), np.uint64(unseen[second])
            # the few samples in conflict are put right beforehand: a test within the loop costs more than a look-up
            for card in (one, other):
                for index in range(n_holders[card]):
                    sample = holders[card, index]
                    keys[sample], suits[sample] = _sum_avoiding(
                        drawn[sample], n_to_come, one, other, card_keys, suit_bits
                    )
            key = up_key + card_keys[one] + card_keys[other]
            suit = up_suits + suit_bits[one] + suit_bits[other]
            for sample in range(n_samples):
                out[row, sample] = strength_of(key + keys[sample], suit + suits[sample], low, high, strengths, flushes)
            for card in (one, other):
                for index in range(n_holders[card]):
                    sample = holders[card, index]
                    keys[sample], suits[sample] = drawn_keys[sample], drawn_suits[sample]
            row += 1


@kernel(types.void(readonly(types.int64, 1), readonly(types.int64, 1), types.int64, LOOKUP, writable(types.int16, 2)))
def fill_exact_strengths(up, unseen, n_to_come, lookup, out):
    """Write what each pair of unseen int64[m] becomes with the cards up and every choice of 0, 1 or 2 cards to come.

    out int16[m (m - 1) / 2, choices of n_to_come from m - 2].
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_unseen = len(unseen)
    n_rest = n_unseen - 2
    keys = np.empty(n_unseen, dtype=np.uint64)
    suits = np.empty(n_unseen, dtype=np.uint64)
    up_key, up_suits = sum_of(up, card_keys, suit_bits)
    row = 0
    for second in range(n_unseen):
        for first in range(second):
            one, other = np.uint64(unseen[first]), np.uint64(unseen[second])
            key = up_key + card_keys[one] + card_keys[other]
            suit = up_suits + suit_bits[one] + suit_bits[other]
            if n_to_come == 0:
                out[row, 0] = strength_of(key, suit, low, high, strengths, flushes)
                row += 1
                continue
            index = 0
            for card in range(n_unseen):
                if card not in (first, second):
                    keys[index] = card_keys[np.uint64(unseen[card])]
                    suits[index] = suit_bits[np.uint64(unseen[card])]
                    index += 1
            if n_to_come == 1:
                for card in range(n_rest):
                    out[row, card] = strength_of(key + keys[card], suit + suits[card], low, high, strengths, flushes)
                row += 1
                continue
            index = 0
            for last in range(n_rest):
                with_last, suit_with_last = key + keys[last], suit + suits[last]
                for card in range(last):
                    out[row, index] = strength_of(
                        with_last + keys[card], suit_with_last + suits[card], low, high, strengths, flushes
                    )
                    index += 1
            row += 1


@kernel(types.void(readonly(types.int64, 1), readonly(types.int64, 1), LOOKUP, writable(types.int16, 2)))
def fill_triple_strengths(up, unseen, lookup, out):
    """Write what each three of unseen int64[m] make with the four cards up; out int16[m choose 3, 1]."""
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    up_key, up_suits = sum_of(up, card_keys, suit_bits)
    row = 0
    for third in range(len(unseen)):
        for second in range(third):
            two = np.uint64(unseen[third]), np.uint64(unseen[second])
            key = up_key + card_keys[two[0]] + card_keys[two[1]]
            suits = up_suits + suit_bits[two[0]] + suit_bits[two[1]]
            for first in range(second):
                card = np.uint64(unseen[first])
                out[row, 0] = strength_of(key + card_keys[card], suits + suit_bits[card], low, high, strengths, flushes)
                row += 1


@kernel(types.void(readonly(types.int64, 1), readonly(types.int64, 1), LOOKUP, writable(types.int64, 1)))
def count_hand_types(cards, rest, lookup, out):
    """Count into out int64[7463], by strength, what 0 to 7 cards become with every choice of the others from rest."""
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_rest = len(rest)
    n_outer = 7 - len(cards) - 1  # chosen one by one; the last card has its own loop
    keys = np.empty(n_rest, dtype=np.uint64)
    suits = np.empty(n_rest, dtype=np.uint64)
    for index in range(n_rest):
        keys[index] = card_keys[np.uint64(rest[index])]
        suits[index] = suit_bits[np.uint64(rest[index])]
    key_sums = np.zeros(8, dtype=np.uint64)
    suit_sums = np.zeros(8, dtype=np.uint64)
    key_sums[0], suit_sums[0] = sum_of(cards, card_keys, suit_bits)
    if n_outer < 0:
        out[strength_of(key_sums[0], suit_sums[0], low, high, strengths, flushes)] += 1
        return
    chosen = np.full(8, -1, dtype=np.int64)
    depth = 0
    while depth >= 0:
        if depth == n_outer:
            key, suit = key_sums[depth], suit_sums[depth]
            start = chosen[depth - 1] + 1 if depth > 0 else 0
            for last in range(start, n_rest):
                value = strength_of(key + keys[last], suit + suits[last], low, high, strengths, flushes)
                out[np.uint64(value)] += 1
            depth -= 1
            continue
        chosen[depth] += 1
        if chosen[depth] == n_rest:
            depth -= 1
            continue
        key_sums[depth + 1] = key_sums[depth] + keys[chosen[depth]]
        suit_sums[depth + 1] = suit_sums[depth] + suits[chosen[depth]]
        chosen[depth + 1] = chosen[depth]
        depth += 1


@kernel(types.void(readonly(types.float64, 2), writable(types.float64, 1)))
def fill_win_probabilities(distributions, out):
    """Write each seat's chance to have the best hand or share it, equation (1); distributions float64[seats, n]."""
    n_seats = len(distributions)
    below = np.zeros(n_seats)
    before = np.ones(n_seats)  # the product over the seats before this one
    out[:] = 0.0
    for value in range(distributions.shape[1]):
        somebody = False
        for seat in range(n_seats):
            share = distributions[seat, value]
            below[seat] += share
            somebody |= share > 0.0
        if not somebody:
            continue
        product = 1.0
        for seat in range(n_seats):
            before[seat] = product
            product *= below[seat]
        after = 1.0
        for seat in range(n_seats - 1, -1, -1):
            out[seat] += distributions[seat, value] * before[seat] * after
            after *= below[seat]


@helper
def _note_winners(values, out):
    """Add one to out[seat, number of winners] for each seat whose value is the best."""
    best = values.max()
    n_best = (values == best).sum()
    for seat in range(len(values)):
        if values[seat] == best:
            out[seat, n_best] += 1


@kernel(
    types.void(
        readonly(types.uint64, 1),
        readonly(types.uint64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        types.int64,
        types.uint64,
        LOOKUP,
        writable(types.int64, 2),
    )
)
def sample_joint_wins(keys, suits, n_to_come, rest, n_samples, seed, lookup, out):
    """Deal all seats their cards to come from one deck, many times; out int64[seats, seats + 1] as the next kernel's.

    keys and suits uint64[seats] are the sums over each seat's cards, n_to_come int64[seats] what each lacks of seven.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    deck = rest.astype(np.uint64)
    values = np.empty(len(keys), dtype=np.int64)
    n_drawn = n_to_come.sum()
    state = seed
    for _ in range(n_samples):
        state = shuffle(deck, n_drawn, state)
        position = 0
        for seat in range(len(keys)):
            key, suit = sum_of(deck[position : position + n_to_come[seat]], card_keys, suit_bits)
            values[seat] = strength_of(keys[seat] + key, suits[seat] + suit, low, high, strengths, flushes)
            position += n_to_come[seat]
        _note_winners(values, out)


@kernel(
    types.void(
        readonly(types.uint64, 1),
        readonly(types.uint64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        LOOKUP,
        writable(types.int64, 2),
    )
)
def count_joint_wins(keys, suits, n_to_come, rest, lookup, out):
    """Deal all seats every choice of their cards to come from one deck and count who wins or shares.

    out int64[seats, seats + 1], zero on entry: out[seat, k] is the number of deals in which the seat is one of k
    winners. Arguments as in `sample_joint_wins`.
    """
    card_keys, suit_bits, low, high_parts, strengths, flushes = lookup
    high = high_parts[2]
    n_drawn = n_to_come.sum()
    owner = np.empty(n_drawn + 1, dtype=np.int64)
    first_of_owner = np.zeros(n_drawn + 1, dtype=np.bool_)
    position = 0
    for seat in range(len(keys)):
        for step in range(n_to_come[seat]):
            owner[position] = seat
            first_of_owner[position] = step == 0
            position += 1
    values = np.empty(len(keys), dtype=np.int64)
    chosen = np.full(n_drawn + 1, -1, dtype=np.int64)
    used = np.zeros(n_drawn + 1, dtype=np.uint64)
    sums = keys.copy()
    suit_sums = suits.copy()
    depth = 0
    while depth >= 0:
        if depth == n_drawn:
            for seat in range(len(keys)):
                values[seat] = strength_of(sums[seat], suit_sums[seat], low, high, strengths, flushes)
            _note_winners(values, out)
            depth -= 1
            continue
        seat = owner[depth]
        if chosen[depth] >= 0 and (used[depth] >> np.uint64(chosen[depth])) & ONE == 0:
            card = np.uint64(rest[chosen[depth]])  # take back what stood here
            sums[seat] -= card_keys[card]
            suit_sums[seat] -= suit_bits[card]
        chosen[depth] += 1
        while chosen[depth] < len(rest) and (used[depth] >> np.uint64(chosen[depth])) & ONE:
            chosen[depth] += 1
        if chosen[depth] == len(rest):
            chosen[depth] = -1
            depth -= 1
            continue
        card = np.uint64(rest[chosen[depth]])
        sums[seat] += card_keys[card]
        suit_sums[seat] += suit_bits[card]
        used[depth + 1] = used[depth] | (ONE << np.uint64(chosen[depth]))
        # a seat's cards rise; the next seat starts from the first card again
        chosen[depth + 1] = -1 if first_of_owner[depth + 1] else chosen[depth]
        depth += 1
