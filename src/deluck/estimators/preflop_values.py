"""Roll-out equity after the preflop round: from the shipped table where it has it, otherwise rolled out directly."""

import numpy as np
from numpy.typing import NDArray

from deluck.baseline.policy import STANDARD, Settings
from deluck.baseline.preflop.flops import POTS
from deluck.baseline.preflop.store import N_BOARDS, preflop_table
from deluck.baseline.rollout import N_LEAVES, preflop_flop_sums, sample_flops
from deluck.cards import holding_cards
from deluck.isomorphism import matchup_classes

__all__ = ["N_BOARDS", "holdings_of", "net_wins", "roll_out_values"]

_POT_SPAN = 1 << 20  # above any pot


def holdings_of(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of P1's and P2's holdings, int64[n, 2], from cards int64[n, 4]."""
    pairs = np.sort(cards.reshape(-1, 2, 2), axis=2)
    low, high = pairs[..., 0], pairs[..., 1]
    return high * (high - 1) // 2 + low


def net_wins(holdings: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return P1's wins less losses over all 1,712,304 boards, int64[n]."""
    results = preflop_table().all_in_results(holdings[:, 0], holdings[:, 1])
    return results[:, 0] - results[:, 2]


def roll_out_values(
    holdings: NDArray[np.int64],
    pots: NDArray[np.int64],
    settings: Settings = STANDARD,
    *,
    n_flops: int | None = None,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Return the roll-out equity after preflop rounds that ended with these pots, net to P1 in small bets, float64[n].

    Parameters
    ----------
    holdings
        P1's and P2's, int64[n, 2].
    pots
        In small bets, even, int64[n].
    settings
        The thresholds both play by. The standard ones have a table of the pots of 2 to 8; what it does not hold is
        rolled out, each match-up and pot once, in up to a second.
    n_flops
        For what the table does not hold: roll out so many flops instead of all 17,296, drawn with the seed for each
        match-up and the same for all its pots, so that differences between pots stay unbiased and have a small error.
    seed
        Of the flops drawn.
    """
    values = np.empty(len(pots))
    tabled = np.isin(pots, POTS) if settings == STANDARD else np.zeros(len(pots), np.bool_)
    if tabled.any():
        sums = preflop_table().roll_out_sums(holdings[tabled, 0], holdings[tabled, 1], pots[tabled])
        values[tabled] = sums / N_LEAVES[0]
    rest = np.flatnonzero(~tabled)
    if rest.size:
        values[rest] = _rolled_out(holdings[rest], pots[rest], settings, n_flops, seed)
    return values


def _rolled_out(
    holdings: NDArray[np.int64], pots: NDArray[np.int64], settings: Settings, n_flops: int | None, seed: int
) -> NDArray[np.float64]:
    classes = matchup_classes()
    found = classes.lookup[holdings[:, 0], holdings[:, 1]].astype(np.int64)
    wanted, back = np.unique(found * _POT_SPAN + pots, return_inverse=True)
    numbers, distinct_pots = wanted // _POT_SPAN, wanted % _POT_SPAN
    values = np.empty(len(wanted))
    for number in np.unique(numbers):
        places = np.flatnonzero(numbers == number)
        matchup = classes.matchups[number >> 1]
        cards = holding_cards()[matchup[::-1] if number & 1 else matchup].reshape(-1)
        flops = (
            None if n_flops is None else sample_flops(cards, n_flops, np.random.default_rng((seed, int(number) >> 1)))
        )
        sums = preflop_flop_sums(cards, distinct_pots[places], settings, flops)
        values[places] = sums.sum(axis=0) / (N_LEAVES[3] * len(sums))
    return values[back]
