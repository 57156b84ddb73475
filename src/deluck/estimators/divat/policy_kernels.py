# mypy: ignore-errors
"""Kernels of the baseline's rounds after the flop: who makes how many bets, and who folds to the last one.

A hand's two rank counts make its *scores*: to bet by, the larger of ``ratio * now`` and ``final``; to fold by, the
sum of both on the flop (of twice the total) and the larger one elsewhere. Its *level* is how many Make thresholds its
score reaches.

At every node a hand raises by its level, and else its call or fold ends the round. So levels alone say how many bets
are made and who ends the round, and what is left is that player's *least half*: the smallest half of the pot, at the
round's start, at which the last bet is called.
"""

from typing import NamedTuple

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

MOST_BETS = 4
NOBODY, FIRST, SECOND = 0, 1, 2  # who folded
NEVER = np.int64(1) << np.int64(40)  # the least half of a hand that calls at no pot


class Thresholds(NamedTuple):
    """The settings as whole numbers, by street from before the flop."""

    make: "object"  # int64[4, 4]: scores that reach Make1 to Make4
    offsets: "object"  # int64[4, 2]: numerator and denominator of the fold offset
    totals: "object"  # int64[4]: the score to fold by of a hand that always wins
    ratios: "object"  # int64[4]: what a rank count of now is worth in final counts
    bets: "object"  # int64[4]: the bet in the unit of pots


class EndTables(NamedTuple):
    """How rounds end, worked out beforehand."""

    ends: "object"  # uint8[25]: 2 * bets + who ends the round, by 5 * P1's level + P2's
    river_levels: "object"  # uint8[1981]: the level of each rank count
    river_leasts: "object"  # int64[5, 1981]: the least half by number of bets and rank count


THRESHOLDS = types.NamedTuple(
    (
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
    ),
    Thresholds,
)
END_TABLES = types.NamedTuple((readonly(types.uint8, 1), readonly(types.uint8, 1), readonly(types.int64, 2)), EndTables)


@helper
def level_of(score, make):
    """Return how many of make int64[4] a score to bet by reaches."""
    return (
        np.int64(score >= make[0])
        + np.int64(score >= make[1])
        + np.int64(score >= make[2])
        + np.int64(score >= make[3])
    )


@helper
def least_half(score, n_bets, bet, total, numerator, denominator):
    """Return the smallest half pot at which a score to fold by calls the last of n_bets, decided exactly.

    With no bet to call it is 0. A hand calls where score / total >= bet / with_bet + numerator / denominator, with_bet
    being the pot with the bets in it.
    """
    if n_bets == 0:
        return np.int64(0)
    margin = score * denominator - total * numerator
    if margin <= 0:
        return NEVER
    least_with_bet = (total * bet * denominator + margin - 1) // margin
    return max((least_with_bet - (2 * n_bets - 1) * bet + 1) >> 1, np.int64(0))


@helper
def betting_end(actor, n_bets, first_level, second_level):
    """Return the bets made when the round ends, and who (0 or 1) ends it by a call, a fold or the last check.

    With no bet made, actor 1 stands after P1's check.
    """
    while True:
        level = first_level if actor == 0 else second_level
        if n_bets < MOST_BETS and level > n_bets:
            n_bets += 1
            actor = 1 - actor
        elif n_bets == 0 and actor == 0:
            actor = 1
        else:
            return n_bets, actor


@helper
def folded_value(last_actor, half, n_bets, bet):
    """Return what P1 wins when the last actor folds: half the pot and the bets before the one folded to."""
    lost = half + (n_bets - 1) * bet
    return lost if last_actor == 1 else -lost


@kernel(types.void(writable(types.uint8, 1)))
def fill_ends(out):
    """Write 2 * bets + who ends the round, from its start, to out uint8[25] by 5 * P1's level + P2's."""
    for first_level in range(5):
        for second_level in range(5):
            n_bets, actor = betting_end(0, 0, first_level, second_level)
            out[5 * first_level + second_level] = 2 * n_bets + actor


@kernel(
    types.void(
        readonly(types.int64, 1),
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        writable(types.uint8, 1),
        writable(types.int64, 2),
    )
)
def fill_river_ends(make, bet, total, numerator, denominator, levels, leasts):
    """Write the level of each river rank count to levels uint8[1981], its least halves to leasts int64[5, 1981]."""
    for count in range(len(levels)):
        levels[count] = level_of(count, make)
        for n_bets in range(MOST_BETS + 1):
            leasts[n_bets, count] = least_half(count, n_bets, bet, total, numerator, denominator)


@kernel(
    types.void(
        types.int64,
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        THRESHOLDS,
        writable(types.int64, 2),
    )
)
def play_rounds(street, bet_scores, fold_scores, pots, actors, n_bets, thresholds, out):
    """Write bets made and who folded (0 nobody, 1 P1, 2 P2) at the end of each round to out int64[n, 2].

    bet_scores and fold_scores int64[n, 2], P1's first; pots int64[n], even, at the round's start; the baseline plays
    on from the node where actors int64[n] (0 or 1) act after n_bets int64[n]. After the flop only.
    """
    make, offsets, totals, _, bets = thresholds
    for row in range(len(pots)):
        first_level = level_of(bet_scores[row, 0], make[street])
        second_level = level_of(bet_scores[row, 1], make[street])
        n_made, actor = betting_end(actors[row], n_bets[row], first_level, second_level)
        least = least_half(
            fold_scores[row, actor], n_made, bets[street], totals[street], offsets[street, 0], offsets[street, 1]
        )
        out[row, 0] = n_made
        out[row, 1] = actor + 1 if pots[row] >> 1 < least else NOBODY
