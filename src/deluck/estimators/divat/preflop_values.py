"""Roll-out equity after the preflop round: from the shipped table where it has it, otherwise rolled out directly."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holding_cards, holdings_of
from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.estimators.divat.preflop.store import N_BOARDS, POTS, preflop_table
from deluck.estimators.divat.rollout import N_LEAVES, preflop_sums, sampled_preflop_values
from deluck.isomorphism import matchup_classes

__all__ = ["N_BOARDS", "PreflopValues", "Sampling", "net_wins", "roll_out_values", "seat_holdings"]

_POT_SPAN = 1 << 20  # above any pot


def seat_holdings(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of P1's and P2's holdings, int64[n, 2], from cards int64[n, 4]."""
    return holdings_of(cards.reshape(-1, 2, 2))


def net_wins(holdings: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return P1's wins less losses over all 1,712,304 boards, int64[n]."""
    results = preflop_table().all_in_results(holdings[:, 0], holdings[:, 1])
    return results[:, 0] - results[:, 2]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How preflop values that no table holds are sampled.

    Attributes
    ----------
    n_flops
        Flops drawn for each match-up, the same for all its pots, so that differences between pots stay unbiased and
        have a small error. A pot of the standard settings is sampled as its difference from the largest of the table.
    seed
        Of the flops drawn.
    n_exact
        So many match-ups of the standard settings are rolled out over all flops instead, if there are no more.
    """

    n_flops: int
    seed: int = 0
    n_exact: int = 0


@dataclass(frozen=True, slots=True)
class PreflopValues:
    """Roll-out equities, net to P1 in small bets, float64[n], and whether each is from a sample, bool[n]."""

    values: NDArray[np.float64]
    sampled: NDArray[np.bool_]


def roll_out_values(
    holdings: NDArray[np.int64],
    pots: NDArray[np.int64],
    settings: Settings = STANDARD,
    sampling: Sampling | None = None,
    *,
    small_bet: int = 1,
) -> PreflopValues:
    """Return the roll-out equity after preflop rounds that ended with these pots.

    Parameters
    ----------
    holdings
        P1's and P2's, int64[n, 2].
    pots
        Even, int64[n].
    settings
        The thresholds both play by. The standard ones have a table of the pots of two to eight small bets; what it
        does not hold is rolled out, each match-up once, in up to a second.
    sampling
        For what the table does not hold: sample it, instead of rolling it out.
    small_bet
        How many of the pots' unit a small bet is.
    """
    values = np.empty(len(pots))
    sampled = np.zeros(len(pots), np.bool_)
    is_tabled = np.isin(pots, np.array(POTS) * small_bet) & (settings == STANDARD)
    if is_tabled.any():
        values[is_tabled] = _tabled(holdings[is_tabled], pots[is_tabled] // small_bet)
    rest = np.flatnonzero(~is_tabled)
    if rest.size:
        numbers = matchup_classes().lookup[holdings[rest, 0], holdings[rest, 1]].astype(np.int64)
        if sampling is None or (settings == STANDARD and len(np.unique(numbers)) <= sampling.n_exact):
            values[rest] = _rolled_out(numbers, pots[rest], settings, small_bet)
        else:
            sampled[rest] = True
            values[rest] = _sampled(numbers, pots[rest], settings, small_bet, sampling)
            if settings == STANDARD:
                largest = np.full(len(rest), POTS[-1])
                values[rest] += _tabled(holdings[rest], largest)
                values[rest] -= _sampled(numbers, largest * small_bet, settings, small_bet, sampling)
    return PreflopValues(values, sampled)


def _tabled(holdings: NDArray[np.int64], pots: NDArray[np.int64]) -> NDArray[np.float64]:
    return preflop_table().roll_out_sums(holdings[:, 0], holdings[:, 1], pots) / N_LEAVES[0]


def _cards(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return P1's and P2's cards of numbered match-ups, int64[n, 4]."""
    matchups = matchup_classes().matchups[numbers >> 1]
    swapped = (numbers & 1).astype(np.bool_)
    holdings = np.where(swapped[:, None], matchups[:, ::-1], matchups)
    return np.ascontiguousarray(holding_cards()[holdings].reshape(-1, 4), dtype=np.int64)


def _distinct(
    numbers: NDArray[np.int64], pots: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return each match-up and pot once, and where each of those given is among them."""
    wanted, back = np.unique(numbers * _POT_SPAN + pots, return_inverse=True)
    return wanted // _POT_SPAN, wanted % _POT_SPAN, back


def _rolled_out(
    numbers: NDArray[np.int64], pots: NDArray[np.int64], settings: Settings, small_bet: int
) -> NDArray[np.float64]:
    distinct, distinct_pots, back = _distinct(numbers, pots)
    values = np.empty(len(distinct))
    for number in np.unique(distinct):
        indices = np.flatnonzero(distinct == number)
        cards = _cards(np.array([number]))[0]
        values[indices] = preflop_sums(cards, distinct_pots[indices], settings, small_bet=small_bet)
    return values[back] / (N_LEAVES[0] * small_bet)


def _sampled(
    numbers: NDArray[np.int64], pots: NDArray[np.int64], settings: Settings, small_bet: int, sampling: Sampling
) -> NDArray[np.float64]:
    """Return sampled values, those of a match-up's pots together."""
    distinct, distinct_pots, back = _distinct(numbers, pots)
    matchups, starts, counts = np.unique(distinct, return_index=True, return_counts=True)
    # by the match-up and not by who holds which hand, so that the two orders see the same boards
    seeds = _mixed(np.uint64(sampling.seed), (matchups >> 1).astype(np.uint64))
    values = np.empty(len(distinct))
    for n_pots in np.unique(counts):
        chosen = np.flatnonzero(counts == n_pots)
        indices = starts[chosen][:, None] + np.arange(n_pots)
        cards = _cards(matchups[chosen])
        values[indices] = sampled_preflop_values(
            cards, distinct_pots[indices], seeds[chosen], settings, n_flops=sampling.n_flops, small_bet=small_bet
        )
    return values[back] / small_bet


def _mixed(seed: np.uint64, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a seed for each number that looks random, the same on every machine (the finish of murmur hash 3)."""
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15) + np.uint64((int(seed) * 0xD1342543DE82EF95 + 1) % (1 << 64))
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(factor)
    return np.asarray(mixed ^ (mixed >> np.uint64(33)))
