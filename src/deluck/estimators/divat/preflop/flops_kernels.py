# mypy: ignore-errors
"""Kernels of the preflop roll-out table: one flop, every holding against every other, four pots together.

On a street a hand is two small numbers: its *level*, how many Make thresholds its rank reaches (0 to 4), and its
*least half*, the smallest half pot at which it calls a bet. With P1's hand fixed, the rivers of 32 opponents at a
time are summed in vector registers.

Holdings on a flop are numbered by the positions of their cards among the 49 not on it; so are the boards of turn and
river.
"""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.estimators.divat.preflop.flop_hands_kernels import ALWAYS, N_REST
from deluck.estimators.divat.preflop.flop_vectors_kernels import (
    LANES,
    LEAST_HALF,
    LEVEL,
    N_FIELDS,
    N_POTS,
    STRENGTH,
    STRENGTH_IF_LOST,
    add_rivers,
    count_outcomes,
)

N_PLACES = 1176  # holdings on a flop, and boards of turn and river
N_LIVE = 1128  # holdings that avoid flop and turn
N_BLOCKS = 36
N_RIVERS = 48  # cards not on flop or turn
N_TURNS = 45  # turns left when both holdings are known
N_CALLED = 44  # rivers left then
NEVER = np.int8(127)


@helper
def _n_bets(first_level, second_level):
    """Return the bets of a round between hands of these levels if nobody folds; the first to act is named first."""
    if first_level == 0:
        return 1 if second_level >= 1 else 0
    if second_level < 2:
        return 1
    if first_level < 3:
        return 2
    return 4 if second_level >= 4 else 3


@helper
def _folded(first_level, first_least, second_level, second_least, half):
    """Return -1 if the first to act folds to a bet, 1 if the second does, 0 if nobody does."""
    if first_level == 0:
        return -1 if second_level >= 1 and half < first_least else 0
    return 1 if second_level < 2 and half < second_least else 0


@helper
def _fill_turn_rivers(turn, order, on_rivers, offsets_of, rivers):
    """Gather the rivers after a turn in the order of the opponents: rivers int8[blocks * 48 * 4 * 32]."""
    n_river = 0
    for river in range(N_REST):
        if river == turn:
            offsets_of[river] = -1
            continue
        larger, smaller = max(turn, river), min(turn, river)
        board = on_rivers[larger * (larger - 1) // 2 + smaller]
        offsets_of[river] = n_river * N_FIELDS * LANES
        for block in range(N_BLOCKS):
            base = (block * N_RIVERS + n_river) * N_FIELDS * LANES
            for lane in range(LANES):
                index = block * LANES + lane
                holding = order[index] if index < N_LIVE else -1
                strength = board[0, holding] if holding >= 0 else ALWAYS
                dead = strength == ALWAYS
                rivers[base + STRENGTH * LANES + lane] = NEVER if dead else strength
                rivers[base + STRENGTH_IF_LOST * LANES + lane] = strength
                rivers[base + LEVEL * LANES + lane] = np.int8(0) if dead else board[1, holding]
                rivers[base + LEAST_HALF * LANES + lane] = ALWAYS if dead else board[2, holding]
        n_river += 1


@helper
def _fill_opponents(fixed, order, on_flop, on_turn, first_halves, halves, constants, n_alive):
    """Write how the hand stands when the river comes, for a fixed first hand against each opponent and pot.

    halves int8 gets the half pot, zero where the hand is over; constants int16 what 44 rivers are worth where the turn
    ended it; n_alive int64[blocks] how many of the pots, the largest ones, are still played by somebody in the block.
    """
    n_alive[:] = 0
    run_half = np.zeros(N_POTS, dtype=np.int64)
    run_constant = np.zeros(N_POTS, dtype=np.int64)
    run_alive = 0
    previous = np.int64(-1)
    for index in range(N_BLOCKS * LANES):
        block, lane = index // LANES, index % LANES
        base = block * N_POTS * LANES + lane
        if index >= N_LIVE:
            for pot in range(N_POTS):
                halves[base + pot * LANES] = 0
                constants[base + pot * LANES] = 0
            continue
        second = order[index]
        key = np.int64(on_flop[0, second]) << 24
        key |= (np.int64(on_flop[1, second]) & 255) << 16
        key |= np.int64(on_turn[0, second]) << 8
        key |= np.int64(on_turn[1, second]) & 255
        if key != previous:  # opponents of one class stand together, so this is rare
            previous = key
            run_alive = 0
            flop_bets = _n_bets(on_flop[0, fixed], on_flop[0, second])
            turn_bets = _n_bets(on_turn[0, fixed], on_turn[0, second])
            for pot in range(N_POTS):
                half = first_halves[pot]
                run_half[pot] = 0
                run_constant[pot] = 0
                if _folded(on_flop[0, fixed], on_flop[1, fixed], on_flop[0, second], on_flop[1, second], half):
                    continue
                half += flop_bets
                folded = _folded(on_turn[0, fixed], on_turn[1, fixed], on_turn[0, second], on_turn[1, second], half)
                if folded:
                    run_constant[pot] = folded * half * N_CALLED
                else:
                    run_half[pot] = half + 2 * turn_bets
                    run_alive = max(run_alive, N_POTS - pot)
        for pot in range(N_POTS):
            halves[base + pot * LANES] = run_half[pot]
            constants[base + pot * LANES] = run_constant[pot]
        n_alive[block] = max(n_alive[block], run_alive)


@helper
def _fill_entries(fixed, turn, cards, on_rivers, offsets_of, offsets, own, counted_offsets, counted_own):
    """List the rivers the fixed hand can meet: those it checks first, then those it bets; and those after `turn` alone.

    Return the number of checked ones, of all, and of those after the turn's position.
    """
    n_entries, n_checked, n_counted = 0, 0, 0
    for wanted in range(2):
        for river in range(N_REST):
            if river == turn or river == cards[fixed, 0] or river == cards[fixed, 1]:
                continue
            larger, smaller = max(turn, river), min(turn, river)
            board = on_rivers[larger * (larger - 1) // 2 + smaller]
            level = board[1, fixed]
            if (level > 0) != (wanted == 1):
                continue
            offsets[n_entries] = offsets_of[river]
            own[4 * n_entries] = board[0, fixed]
            own[4 * n_entries + 1] = board[2, fixed]
            own[4 * n_entries + 2] = 1 if level >= 3 else NEVER
            own[4 * n_entries + 3] = 3 if level >= 3 else NEVER
            n_entries += 1
            if river > turn:
                counted_offsets[n_counted] = offsets_of[river]
                counted_own[4 * n_counted] = board[0, fixed]
                n_counted += 1
        if wanted == 0:
            n_checked = n_entries
    return n_checked, n_entries, n_counted


@kernel(
    types.void(
        types.int64,
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int8, 2),
        readonly(types.int8, 2),
        readonly(types.int8, 3),
        writable(types.int32, 3),
        writable(types.int16, 3),
    )
)
def add_turn(turn, order, fixed_hands, rows, cards, first_halves, on_flop, on_turn, on_rivers, values, outcomes):
    """Add what the rivers after one turn are worth to values int32[n, 1176, 4], and all-in results to outcomes.

    rows int64[m] names the fixed hands int64[n] that avoid the turn, those of one class together; order int64[1128]
    the opponents, those of one class together; cards int64[1176, 2] the positions of a holding's cards; outcomes
    int16[n, 1176, 2] counts wins and losses of the rivers at later positions than the turn, so that over all turns
    each board counts once.
    """
    rivers = np.empty(N_BLOCKS * N_RIVERS * N_FIELDS * LANES, dtype=np.int8)
    offsets_of = np.empty(N_REST, dtype=np.int64)
    _fill_turn_rivers(turn, order, on_rivers, offsets_of, rivers)
    halves = np.empty(N_BLOCKS * N_POTS * LANES, dtype=np.int8)
    constants = np.empty(N_BLOCKS * N_POTS * LANES, dtype=np.int16)
    sums = np.empty(N_BLOCKS * N_POTS * LANES, dtype=np.int16)
    counts = np.empty(N_BLOCKS * 2 * LANES, dtype=np.int16)
    n_alive = np.empty(N_BLOCKS, dtype=np.int64)
    offsets = np.empty(N_RIVERS, dtype=np.int64)
    own = np.empty(4 * N_RIVERS, dtype=np.int8)
    counted_offsets = np.empty(N_RIVERS, dtype=np.int64)
    counted_own = np.empty(4 * N_RIVERS, dtype=np.int8)
    previous = np.int64(-1)
    for number in rows:
        fixed = fixed_hands[number]
        key = np.int64(on_flop[0, fixed]) << 24
        key |= (np.int64(on_flop[1, fixed]) & 255) << 16
        key |= np.int64(on_turn[0, fixed]) << 8
        key |= np.int64(on_turn[1, fixed]) & 255
        if key != previous:
            previous = key
            _fill_opponents(fixed, order, on_flop, on_turn, first_halves, halves, constants, n_alive)
        n_checked, n_entries, n_counted = _fill_entries(
            fixed, turn, cards, on_rivers, offsets_of, offsets, own, counted_offsets, counted_own
        )
        sums[:] = constants
        counts[:] = 0
        for block in range(N_BLOCKS):
            base = block * N_RIVERS * N_FIELDS * LANES
            if n_alive[block] > 0:
                add_rivers(
                    n_alive[block],
                    rivers,
                    base,
                    offsets,
                    own,
                    0,
                    n_checked,
                    n_entries,
                    halves,
                    sums,
                    block * N_POTS * LANES,
                )
            count_outcomes(rivers, base, counted_offsets, counted_own, 0, n_counted, counts, block * 2 * LANES)
        row = values[number]
        outcome_row = outcomes[number]
        for index in range(np.uint64(N_LIVE)):
            second = np.uint64(order[index])
            block = index // np.uint64(LANES)
            lane = index % np.uint64(LANES)
            base = block * np.uint64(N_POTS * LANES) + lane
            row[second, 0] += sums[base]
            row[second, 1] += sums[base + np.uint64(LANES)]
            row[second, 2] += sums[base + np.uint64(2 * LANES)]
            row[second, 3] += sums[base + np.uint64(3 * LANES)]
            base = block * np.uint64(2 * LANES) + lane
            outcome_row[second, 0] += counts[base]
            outcome_row[second, 1] += counts[base + np.uint64(LANES)]


@kernel(
    types.void(readonly(types.int64, 1), readonly(types.int64, 1), readonly(types.int8, 2), writable(types.int32, 3))
)
def fill_folded(fixed_hands, first_halves, on_flop, values):
    """Write what 1,980 leaves are worth where the flop's betting ends in a fold to values int32[n, 1176, 4], else 0."""
    for number in range(len(fixed_hands)):
        fixed = fixed_hands[number]
        for second in range(N_PLACES):
            for pot in range(N_POTS):
                half = first_halves[pot]
                folded = _folded(on_flop[0, fixed], on_flop[1, fixed], on_flop[0, second], on_flop[1, second], half)
                values[number, second, pot] = folded * half * N_TURNS * N_CALLED


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        types.int64,
        readonly(types.int32, 2),
        readonly(types.int32, 3),
        readonly(types.int16, 3),
        writable(types.int64, 2),
    )
)
def add_flop(fixed_hands, weights, holdings, flop_size, matchups, values, outcomes, out):
    """Add one flop's values and all-in results to the match-ups in out int64[94016, 6].

    fixed_hands int64[n] with weights int64[n]: the first hands and how many they stand for; holdings int64[1176]
    their numbers among all 1,326; matchups int32[1326, 1326] twice the class, plus one if swapped. A row of out: the
    sums for the four pots, wins, losses.
    """
    for number in range(len(fixed_hands)):
        weight = weights[number] * flop_size
        row = matchups[holdings[fixed_hands[number]]]
        for second in range(N_PLACES):
            found = row[holdings[second]]
            if found < 0:
                continue
            for pot in range(N_POTS):
                out[found, pot] += weight * values[number, second, pot]
            out[found, N_POTS] += weight * outcomes[number, second, 0]
            out[found, N_POTS + 1] += weight * outcomes[number, second, 1]
