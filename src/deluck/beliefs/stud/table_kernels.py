# mypy: ignore-errors
"""Kernels of stud beliefs: the betting policy, and the passes over all down cards of a seat that inference makes."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

FOLD, CALL, RAISE = 0, 1, 2
# the indices of a policy's numbers, as `BetPolicy.numbers` has them
SLOWPLAY_CHECK, BLUFF_BET, BET_HALF_WIDTH = 0, 1, 2
SLOWPLAY_CALL, BLUFF_RAISE, ALWAYS_RAISE, NEVER_RAISE = 3, 4, 5, 6
FOLD_HALF_WIDTH, TIGHTNESS, AGGRESSION, DOUBT = 7, 8, 9, 10
LEAST_CHANCE = 1e-12  # a chance of zero would be infinitely weak; this is weak enough


@helper
def _falling(at, start, end):
    """Return 1 up to start, 0 from end on, and a straight line between; a step where they are one."""
    if at <= start:
        return 1.0
    if at >= end:
        return 0.0
    return (end - at) / (end - start)


@helper
def triple_of(win_chance, n_active, odds, forced, may_raise, policy):
    """Return the probabilities of fold, call and raise for a chance to win; see `BetPolicy` for the formulas."""
    log_n = np.log(float(n_active))
    weakness = -np.log(max(win_chance, LEAST_CHANCE)) / log_n
    center = 1 + policy[AGGRESSION]
    if forced:
        strong = _falling(weakness, center - policy[ALWAYS_RAISE], center - policy[NEVER_RAISE])
        edge = -np.log(max(odds, LEAST_CHANCE)) / log_n - policy[TIGHTNESS]
        folding = 1 - _falling(weakness, edge - policy[FOLD_HALF_WIDTH], edge + policy[FOLD_HALF_WIDTH])
        raising = strong * (1 - policy[SLOWPLAY_CALL]) + (1 - strong) * folding * policy[BLUFF_RAISE]
        giving_up = (1 - strong) * folding * (1 - policy[BLUFF_RAISE])
    else:
        strong = _falling(weakness, center - policy[BET_HALF_WIDTH], center + policy[BET_HALF_WIDTH])
        raising = strong * (1 - policy[SLOWPLAY_CHECK]) + (1 - strong) * policy[BLUFF_BET]
        giving_up = 0.0
    if not may_raise:
        raising = 0.0
    doubt = policy[DOUBT]
    if doubt > 0.0:
        anything = doubt / (1.0 + forced + may_raise)
        giving_up = (1 - doubt) * giving_up + (anything if forced else 0.0)
        raising = (1 - doubt) * raising + (anything if may_raise else 0.0)
    return giving_up, 1 - raising - giving_up, raising


@kernel(
    types.void(
        readonly(types.float64, 1),
        types.int64,
        types.float64,
        types.boolean,
        types.boolean,
        readonly(types.float64, 1),
        writable(types.float64, 2),
    )
)
def fill_triples(win_chances, n_active, odds, forced, may_raise, policy, out):
    """Write the probabilities of fold, call and raise for each chance to win; out float64[n, 3]."""
    for row in range(len(win_chances)):
        out[row, 0], out[row, 1], out[row, 2] = triple_of(win_chances[row], n_active, odds, forced, may_raise, policy)


@helper
def _win_chance(strengths, row, others):
    """Return the mean of others float64[7463] at the strengths of a row."""
    total = 0.0
    for column in range(strengths.shape[1]):
        total += others[np.uint64(strengths[row, column])]
    return total / strengths.shape[1]


@kernel(types.float64(readonly(types.int16, 2), types.int64, readonly(types.float64, 1)))
def win_chance(strengths, row, others):
    """Return the chance to win of one row, as `fill_win_chances` writes it for all."""
    return _win_chance(strengths, row, others)


@kernel(types.void(readonly(types.int16, 2), readonly(types.float64, 1), writable(types.float64, 1)))
def fill_win_chances(strengths, others, out):
    """Write the mean of others float64[7463] at the strengths int16[n, completions] of each row; out float64[n].

    others is the product of the other seats' cumulative distributions, so this is equation (1) for each row.
    """
    for row in range(strengths.shape[0]):
        out[row] = _win_chance(strengths, row, others)


@kernel(
    types.void(
        readonly(types.int16, 2), readonly(types.float64, 1), writable(types.float64, 1), writable(types.float64, 1)
    )
)
def fill_distribution(strengths, weights, out, below):
    """Write the distribution over strengths of rows with weights float64[n] that sum to 1, and its running sum.

    out and below float64[7463].
    """
    out[:] = 0.0
    n_completions = strengths.shape[1]
    for row in range(strengths.shape[0]):
        share = weights[row] / n_completions
        if share > 0.0:
            for column in range(n_completions):
                out[np.uint64(strengths[row, column])] += share
    total = 0.0
    for value in range(len(out)):
        total += out[value]
        below[value] = total


@kernel(
    types.float64(
        readonly(types.float64, 1),
        types.int64,
        types.float64,
        types.boolean,
        types.boolean,
        readonly(types.float64, 1),
        types.int64,
        writable(types.float64, 1),
    )
)
def reweigh(win_chances, n_active, odds, forced, may_raise, policy, action, weights):
    """Multiply weights float64[n], in place, by each row's probability of the action, and scale them to sum to 1.

    Returns the probability of the action before it was taken; where that is 0, nothing is changed.
    """
    n_rows = len(weights)
    likelihoods = np.empty(n_rows)
    total = 0.0
    for row in range(n_rows):
        likelihoods[row] = 0.0
        if weights[row] > 0.0:
            likelihoods[row] = triple_of(win_chances[row], n_active, odds, forced, may_raise, policy)[action]
            total += weights[row] * likelihoods[row]
    if total > 0.0:
        for row in range(n_rows):
            weights[row] *= likelihoods[row] / total
    return total


@kernel(types.void(readonly(types.float64, 2), writable(types.float64, 1)))
def fill_triple_weights(pair_weights, out):
    """Write the weight of each triple as the sum of its three pairs'.

    pair_weights float64[m, m], used below the diagonal only (higher index first); out float64[m choose 3], in the order
    of `fill_triple_strengths`.
    """
    n_unseen = len(pair_weights)
    row = 0
    for third in range(n_unseen):
        for second in range(third):
            for first in range(second):
                out[row] = pair_weights[third, second] + pair_weights[third, first] + pair_weights[second, first]
                row += 1
