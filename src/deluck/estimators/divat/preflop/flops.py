"""What every holding is worth against every other on one flop, for the four usual pots at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holding_cards, holdings_of
from deluck.errors import BaselineError
from deluck.estimators.divat.policy import BET_SIZES, FLOP, MOST_BETS, RIVER, TURN, Settings
from deluck.estimators.divat.preflop.flop_hands_kernels import N_REST, fill_classes, fill_rivers
from deluck.estimators.divat.preflop.flop_vectors_kernels import N_POTS
from deluck.estimators.divat.preflop.flops_kernels import N_PLACES, add_flop, add_turn, fill_folded
from deluck.estimators.divat.preflop.store import POTS
from deluck.evaluator.lookup import lookup as evaluator_lookup
from deluck.isomorphism import N_MATCHUPS, matchup_classes, relabellings
from deluck.isomorphism.boards import binomials
from deluck.tables import hand_rank_tables

N_SUMS = N_POTS + 2

_FIRST_HALVES = np.array([pot // 2 for pot in POTS], dtype=np.int64)
_N_BOARD_CARDS = {FLOP: 3, TURN: 4, RIVER: 5}
_MOST_HALF = {
    FLOP: POTS[-1] // 2,
    TURN: POTS[-1] // 2 + MOST_BETS,
    RIVER: POTS[-1] // 2 + 3 * MOST_BETS,
}


@dataclass(frozen=True, slots=True)
class StreetCounts:
    """Thresholds of one street as the smallest counts that reach them, and how the two rank counts make a score.

    Attributes
    ----------
    make
        int64[4]: scores that reach Make1 to Make4.
    call
        int64[most half pot + 1]: scores that call a bet, by half pot.
    ratio
        What a rank count of now is worth in final counts.
    is_average
        Whether the score to fold by is the sum of both, of twice the total.
    """

    make: NDArray[np.int64]
    call: NDArray[np.int64]
    ratio: int
    is_average: bool


def street_counts(settings: Settings, street: int) -> StreetCounts:
    """Return a street's thresholds as counts, exactly.

    Raises
    ------
    BaselineError
        If a hand could bet and then fold to a raise, which the table's kernels leave out.
    """
    counts = hand_rank_tables().street(_N_BOARD_CARDS[street])
    thresholds = settings.streets[street]
    bet = BET_SIZES[street]
    is_average = street == FLOP
    least_to_fold_by = thresholds.make[0] / 2 if is_average else thresholds.make[0]
    to_a_raise = Fraction(bet, POTS[0] + 3 * bet) + thresholds.fold_offset
    if least_to_fold_by < to_a_raise:
        raise BaselineError(
            f"settings {settings.hash} let a hand bet and fold to a raise: no table can be built for them "
            "(use roll-outs, exact or sampled)"
        )
    total = counts.final_total * (2 if is_average else 1)
    call = [
        ceil(total * (Fraction(bet, 2 * half + bet) + thresholds.fold_offset))
        for half in range(1, _MOST_HALF[street] + 1)
    ]
    return StreetCounts(
        make=np.array([ceil(counts.final_total * make) for make in thresholds.make], dtype=np.int64),
        call=np.array([0, *call], dtype=np.int64),
        ratio=counts.final_total // counts.now_total,
        is_average=is_average,
    )


@cache
def _positions() -> NDArray[np.int64]:
    """Return the positions of the two cards of each holding on a flop, int64[1176, 2]."""
    return np.ascontiguousarray(holding_cards()[:N_PLACES])


def _classes(board: NDArray[np.int64], rest: NDArray[np.int64], counts: StreetCounts) -> NDArray[np.int8]:
    tables = hand_rank_tables()
    ranks = tables.street(len(board))
    out = np.empty((2, N_PLACES), dtype=np.int8)
    fill_classes(
        board,
        rest,
        ranks.now,
        ranks.final,
        tables.boards[len(board)],
        relabellings(),
        binomials(),
        counts.ratio,
        int(counts.is_average),
        counts.make,
        counts.call,
        out,
    )
    return out


def _first_hands(flop: NDArray[np.int64], holdings: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return one holding of each kind alike up to suits the flop leaves alike, and how many are of that kind."""
    board = np.sort(flop)
    keeping = [row for row in relabellings() if np.array_equal(np.sort(row[flop]), board)]
    cards = holding_cards()[holdings]
    kind = np.min([holdings_of(row[cards].astype(np.int64)) for row in keeping], axis=0)
    _, first, sizes = np.unique(kind, return_index=True, return_counts=True)
    return first.astype(np.int64), sizes.astype(np.int64)


@dataclass(frozen=True, slots=True)
class FlopValues:
    """What every holding is worth against every other on one flop.

    Attributes
    ----------
    holdings
        int64[1176]: the holdings that avoid the flop.
    first_hands, weights
        int64[n]: indices of the holdings played as P1, one of each kind, and how many are of the kind.
    values
        int32[n, 1176, 4]: sums over 1,980 turns and rivers, from the start of the flop's betting; without meaning
        where two holdings share a card.
    outcomes
        int16[n, 1176, 2]: wins and losses over 990 boards.
    """

    holdings: NDArray[np.int64]
    first_hands: NDArray[np.int64]
    weights: NDArray[np.int64]
    values: NDArray[np.int32]
    outcomes: NDArray[np.int16]


def flop_values(flop: Sequence[int], settings: Settings) -> FlopValues:
    """Return the roll-out sums of all pairs of holdings on one flop, for the four pots."""
    by_street = {street: street_counts(settings, street) for street in (FLOP, TURN, RIVER)}
    tables = hand_rank_tables()
    board = np.array(flop, dtype=np.int64)
    rest = np.setdiff1d(np.arange(52), board)
    pairs = rest[_positions()]
    holdings = holdings_of(pairs)
    first_hands, weights = _first_hands(board, holdings)
    on_rivers = np.empty((N_PLACES, 3, N_PLACES), dtype=np.int8)
    fill_rivers(
        board,
        rest,
        tables.street(5).now,
        tables.boards[5],
        relabellings(),
        binomials(),
        evaluator_lookup(),
        by_street[RIVER].make,
        by_street[RIVER].call,
        on_rivers,
    )
    on_flop = _classes(board, rest, by_street[FLOP])
    values = np.empty((len(first_hands), N_PLACES, N_POTS), dtype=np.int32)
    fill_folded(first_hands, _FIRST_HALVES, on_flop, values)
    outcomes = np.zeros((len(first_hands), N_PLACES, 2), dtype=np.int16)
    for turn in range(N_REST):
        on_turn = _classes(np.append(board, rest[turn]), rest, by_street[TURN])
        order = np.lexsort((on_turn[1], on_turn[0], on_flop[1], on_flop[0]))
        order = order[on_turn[0][order] >= 0]
        rank = np.full(N_PLACES, -1)
        rank[order] = np.arange(len(order))
        # First hands of one class follow each other, so that what they share is computed once.
        rows = np.argsort(rank[first_hands], kind="stable")
        rows = rows[rank[first_hands[rows]] >= 0]
        add_turn(
            turn, order, first_hands, rows, _positions(), _FIRST_HALVES, on_flop, on_turn, on_rivers, values, outcomes
        )
    return FlopValues(holdings, first_hands, weights, values, outcomes)


def add_flop_values(found: FlopValues, n_flops: int, out: NDArray[np.int64]) -> None:
    """Add a flop's values, n_flops times, to the sums of the ordered match-ups.

    A row of out int64[94016, 6] is ``2 * match-up``, plus 1 if P1 has the canonical match-up's second holding; in it
    stand the sums for the four pots, then P1's all-in wins and losses, over all pairs of holdings alike up to suits.
    """
    add_flop(
        found.first_hands,
        found.weights,
        found.holdings,
        n_flops,
        matchup_classes().lookup,
        found.values,
        found.outcomes,
        out,
    )


def no_sums() -> NDArray[np.int64]:
    """Return empty sums of the ordered match-ups."""
    return np.zeros((2 * N_MATCHUPS, N_SUMS), dtype=np.int64)
