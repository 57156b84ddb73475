# mypy: ignore-errors
"""Kernels that compare every pair of holdings of a board, now and after each next card."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable

BLOCKED = np.int16(32767)  # a strength that nothing reaches
TOTAL, BEATEN, NOT_BEATEN, GAINED, N_SUMS = 0, 1, 2, 3, 4  # indices of the sums


@kernel(types.void(readonly(types.int16, 1), readonly(types.int16, 2), writable(types.int16, 2)))
def fill_gains(now, after, out):
    """Write how often each holding gains on each other one with the next card, to out int16[n, n], ours by row.

    now int16[n] has the strengths on the board, after int16[next cards, n] those with each next card, 0 where a card is
    used twice. A next card counts two if it takes ours from behind to ahead, one from behind to a tie or from a tie to
    ahead. Every number is 16 bits wide so that the compiler can compare many holdings at once.
    """
    n_holdings = len(now)
    theirs = np.where(after == 0, BLOCKED, after)
    for own in range(n_holdings):
        counts = out[own]
        counts[:] = 0
        own_now = now[own]
        for card in range(len(after)):
            own_then = after[card, own]
            if own_then == 0:
                continue
            row = theirs[card]
            for other in range(n_holdings):
                counts[other] += np.int16((row[other] < own_then) & (now[other] >= own_now)) + np.int16(
                    (row[other] <= own_then) & (now[other] > own_now)
                )


@kernel(
    types.void(
        readonly(types.int16, 1),
        readonly(types.int16, 2),
        readonly(types.int64, 2),
        readonly(types.float64, 2),
        writable(types.float64, 3),
    )
)
def fill_sums(now, gains, cards, weights, out):
    """Write sums over the opponents' holdings that share no card with each of ours, to out float64[k, n, N_SUMS].

    now int16[n] has the strengths on the board, 0 for holdings that use a card of it; gains int16[n, n] as `fill_gains`
    makes them, or int16[0, 0]; cards int64[n, 2]; weights float64[k, n], one row per opponent. The sums are of the
    weights, of those we beat and of those we do not (ties one half in both), and of the weights times half the gains;
    0 for holdings that use a card of the board.
    """
    has_gains = len(gains) > 0
    bits = np.empty(len(now), dtype=np.uint64)
    for own in range(len(now)):
        bits[own] = (np.uint64(1) << np.uint64(cards[own, 0])) | (np.uint64(1) << np.uint64(cards[own, 1]))
    for opponent in range(len(weights)):
        held = weights[opponent]
        for own in range(len(now)):
            total = beaten = not_beaten = gained = 0.0
            if now[own] > 0:
                for other in range(len(now)):
                    weight = held[other]
                    if weight <= 0.0 or now[other] == 0 or bits[own] & bits[other]:
                        continue
                    total += weight
                    share = 0.5 * (np.float64(now[own] > now[other]) + np.float64(now[own] >= now[other]))
                    beaten += weight * share
                    not_beaten += weight * (1.0 - share)
                    if has_gains:
                        gained += weight * (0.5 * gains[own, other])
            out[opponent, own, TOTAL] = total
            out[opponent, own, BEATEN] = beaten
            out[opponent, own, NOT_BEATEN] = not_beaten
            out[opponent, own, GAINED] = gained
