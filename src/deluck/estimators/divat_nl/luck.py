"""The luck of a hand: what each deal was worth to every seat, by a baseline that bets one street.

W of a street is what a seat can expect if the baseline bets that street alone and no more is bet after it; X is the
mean of W over the next deal. A deal's ROE1 is W after it less X before it, its LFAT the change of what could be
expected with no bets at all. Both have mean zero over the deal whatever was decided before it, so any mix of them does,
with weights that are known before the deal.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holdings_of
from deluck.estimators.deals import N_STREETS, board_luck, is_fixed_limit, parts_of
from deluck.estimators.divat.kernel_arguments import rank_lookup
from deluck.estimators.divat_nl.luck_kernels import fill_baseline_values
from deluck.estimators.divat_nl.policy import STANDARD, Settings
from deluck.estimators.divat_nl.seat_values import holding_ranks, seat_values
from deluck.estimators.family import Eligibility
from deluck.estimators.money import boards_of
from deluck.metrics.showdown_shares import share_tables
from deluck.records import DecisionColumns, HandColumns
from deluck.records.decisions import street_states

FIXED_LIMIT = "fixed-limit"
NOT_RING_LIMIT = "not fixed-limit of three seats or more"


@dataclass(frozen=True, slots=True, eq=False)
class BaselineLuck:
    """The luck of n hands and what it is made of, in small bets or big blinds; NaN for hands and seats without it.

    Attributes
    ----------
    by_street
        The luck of each deal, float64[n, seats, 4]: the first is W less the seat's value, times what it counts for.
    changes
        ROE1 of each deal, float64[n, seats, 4], 0 for the first.
    first_values, seat_values
        W before the flop and its mean over all deals, float64[n, seats].
    stacks_to_pot
        At each deal the second largest stack of the seats that were in, over the pot, float64[n, 4].
    eligibility
        Which hands have it, and why not the others.
    """

    by_street: NDArray[np.float64]
    changes: NDArray[np.float64]
    first_values: NDArray[np.float64]
    seat_values: NDArray[np.float64]
    stacks_to_pot: NDArray[np.float64]
    eligibility: Eligibility


def not_fixed_limit(hands: HandColumns, known: Eligibility) -> Eligibility:
    """Return which hands are no-limit or pot-limit and have all their cards known."""
    return known.without(is_fixed_limit(hands), FIXED_LIMIT)


def ring_limit(hands: HandColumns, known: Eligibility) -> Eligibility:
    """Return which hands are fixed-limit of three seats or more and have all their cards known."""
    return known.without(~is_fixed_limit(hands) | (hands.n_seats == 2), NOT_RING_LIMIT)


def baseline_luck(
    hands: HandColumns,
    decisions: DecisionColumns,
    settings: Settings = STANDARD,
    restricted: Callable[[HandColumns, Eligibility], Eligibility] = not_fixed_limit,
) -> BaselineLuck:
    """Return the luck of hands with all cards known, for all seats.

    Parameters
    ----------
    hands, decisions
        The hands and their betting.
    settings
        The constants, fixed before the hands are seen.
    restricted
        Which of the hands with all cards known are valued: by default those of no-limit and pot-limit.
    """
    of_board = board_luck(hands, decisions)
    eligibility = restricted(hands, of_board.eligibility)
    width = hands.max_seats
    found = BaselineLuck(
        by_street=np.full((len(hands), width, N_STREETS), np.nan),
        changes=np.full((len(hands), width, N_STREETS), np.nan),
        first_values=np.full((len(hands), width), np.nan),
        seat_values=np.full((len(hands), width), np.nan),
        stacks_to_pot=np.full((len(hands), N_STREETS), np.nan),
        eligibility=eligibility,
    )
    for rows in parts_of(np.flatnonzero(eligibility.mask)):
        _fill_part(hands[rows], decisions.of_hands(rows), of_board.by_street[rows], settings, rows, found)
    return found


def first_ranks(hands: HandColumns) -> NDArray[np.float64]:
    """Return the rank that every seat bets and folds by before the flop, float64[n, seats]; 0 for cards not known."""
    known = (hands.cards >= 0).all(axis=2)
    ranks = np.zeros(known.shape)
    ranks[known] = holding_ranks()[holdings_of(hands.cards[known].astype(np.int64))]
    return ranks


def _fill_part(
    hands: HandColumns,
    decisions: DecisionColumns,
    of_board: NDArray[np.float64],
    settings: Settings,
    rows: NDArray[np.int64],
    found: BaselineLuck,
) -> None:
    """Write what hands that can be valued come to in the rows of all hands."""
    width = hands.max_seats
    states = street_states(hands)
    first = np.zeros((len(hands), width))
    stacks_to_pot = np.zeros((len(hands), N_STREETS))
    total, n_boards = np.zeros((len(hands), width, N_STREETS)), np.zeros(len(hands))
    for boards, there in boards_of(hands):
        changes = np.full((len(hands), N_STREETS, width), np.nan)
        fill_baseline_values(
            states,
            decisions.last_streets,
            boards.cards,
            boards.board,
            first_ranks(hands),
            settings.n_flops,
            settings.policy.array(),
            rank_lookup(),
            share_tables(),
            first,
            changes,
            stacks_to_pot,
        )
        total += np.where(there[:, None, None], changes.transpose(0, 2, 1), 0.0)
        n_boards += there
    chips = hands.unit_chips[:, None]
    changes = total / n_boards[:, None, None] / chips[:, :, None]
    changes = np.where(np.isnan(changes), of_board, changes)  # where nobody could bet the two are one
    seats = seat_values(hands, np.ascontiguousarray(states[:, 0]), settings)
    share = np.where(stacks_to_pot > 0, (0.0, *settings.roe_shares), 0.0)[:, None]
    factors = 1 + (np.array((1.0, *settings.factors)) - 1) * np.minimum(1, stacks_to_pot)
    luck = factors[:, None] * ((1 - share) * of_board + share * changes)
    luck[:, :, 0] = settings.first_factor * (first / chips - seats)
    absent = hands.players < 0
    for array, out in ((luck, found.by_street), (changes, found.changes), (first / chips, found.first_values)):
        array[absent] = np.nan
        out[rows] = array
    seats[absent] = np.nan
    found.seat_values[rows] = seats
    found.stacks_to_pot[rows] = stacks_to_pot
