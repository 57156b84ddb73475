# mypy: ignore-errors
"""Kernels of the triple generator: how likely a holding folds, calls and raises, for one holding or for many."""

from deluck.compiling import helper, kernel, readonly, types, writable

# the indices of the numbers of a triple
MAKE, PREFLOP_RAISE, ENTER, ENTER_COLD, BAND, ODDS_BAND, PREFLOP_BAND = 0, 4, 7, 8, 9, 10, 11
LEAST_RAISE, MOST_RAISE, LEAST_CALL, SEMI_BLUFF, BLUFF, N_NUMBERS = 12, 13, 14, 15, 16, 17

FOLD, CALL, RAISE = 0, 1, 2
PREFLOP = 0


@helper
def _rise(value, threshold, band):
    """Return 0 to 1, rising linearly from threshold - band to threshold + band; without a band a step."""
    if band <= 0.0:
        return 1.0 if value >= threshold else 0.0
    return min(max((value - threshold + band) / (2.0 * band), 0.0), 1.0)


@helper
def _raising_share(rise, least, numbers):
    return least + max(numbers[MOST_RAISE] - least, 0.0) * rise


@helper
def _folding_share(raising, rise, numbers):
    return (1.0 - raising) * (1.0 - numbers[LEAST_CALL]) * (1.0 - rise)


@helper
def preflop_triple(value, n_raises, to_call, bet_size, can_raise, numbers):
    """Return the probabilities of fold and raise before the flop for a holding of this value."""
    raising = 0.0
    band = numbers[PREFLOP_BAND]
    if can_raise:
        rise = _rise(value, numbers[PREFLOP_RAISE + min(n_raises, 2)], band)
        raising = _raising_share(rise, numbers[LEAST_RAISE], numbers)
    if to_call == 0:
        return 0.0, raising
    to_enter = numbers[ENTER] if to_call <= bet_size else numbers[ENTER_COLD]
    return _folding_share(raising, _rise(value, to_enter, band), numbers), raising


@helper
def later_triple(strength, potential, n_opponents, n_raises, to_call, pot, bet_size, later_bets, can_raise, numbers):
    """Return the probabilities of fold and raise after the flop for a holding of this EHS and Ppot."""
    raising = 0.0
    if can_raise:
        rise = _rise(strength, numbers[MAKE + min(n_raises, 3)], numbers[BAND])
        least = numbers[LEAST_RAISE]
        if to_call == 0:
            odds = 2 * bet_size / (pot + 4 * bet_size)
            rise = max(rise, numbers[SEMI_BLUFF] * _rise(potential, odds, numbers[ODDS_BAND]))
            least = max(least, numbers[BLUFF] / (n_opponents * n_opponents))
        raising = _raising_share(rise, least, numbers)
    if to_call == 0:
        return 0.0, raising
    n_bets = (to_call + bet_size - 1) // bet_size
    down = to_call + later_bets
    rise = max(
        _rise(strength, numbers[MAKE + min(n_bets - 1, 3)], numbers[BAND]),
        _rise(strength, down / (pot + down + later_bets), numbers[ODDS_BAND]),
    )
    rise = max(rise, _rise(potential, to_call / (pot + to_call), numbers[ODDS_BAND]))
    return _folding_share(raising, rise, numbers), raising


@kernel(
    types.void(
        readonly(types.float64, 1),
        readonly(types.float64, 1),
        readonly(types.int64, 1),
        readonly(types.float64, 1),
        writable(types.float64, 2),
    )
)
def fill_triples(strengths, potentials, spot, numbers, out):
    """Write the probabilities of fold, call and raise of many holdings in one spot to out float64[n, 3].

    strengths float64[n]: values before the flop, EHS after it; potentials float64[n]; spot int64[8]: street, opponents,
    raises made, chips to call, pot, bet size, bets of later streets, whether a raise is allowed; numbers
    float64[N_NUMBERS].
    """
    street, n_opponents, n_raises, to_call, pot, bet_size, later_bets, can_raise = spot
    for index in range(len(strengths)):
        if street == PREFLOP:
            fold, raising = preflop_triple(strengths[index], n_raises, to_call, bet_size, can_raise, numbers)
        else:
            fold, raising = later_triple(
                strengths[index],
                potentials[index],
                n_opponents,
                n_raises,
                to_call,
                pot,
                bet_size,
                later_bets,
                can_raise,
                numbers,
            )
        out[index, FOLD] = fold
        out[index, CALL] = max(1.0 - fold - raising, 0.0)
        out[index, RAISE] = raising
