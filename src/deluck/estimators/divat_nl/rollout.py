"""What deals are worth if the baseline bets all streets to come: roll-outs over the rest of the board (ROE)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.deals import N_STREETS, board_luck, parts_of
from deluck.estimators.divat.kernel_arguments import rank_lookup
from deluck.estimators.divat_nl.luck import first_ranks
from deluck.estimators.divat_nl.policy import StreetPolicy
from deluck.estimators.divat_nl.rollout_kernels import fill_rollout_values
from deluck.metrics.showdown_shares import share_tables
from deluck.records import DecisionColumns, HandColumns
from deluck.records.decisions import street_states


@dataclass(frozen=True, slots=True, eq=False)
class Rollouts:
    """Roll-outs of n hands, in small bets or big blinds; NaN for hands and seats that have none.

    Attributes
    ----------
    first_values
        What every seat wins if the baseline bets all streets on the hole cards dealt, float64[n, seats].
    changes
        The change of that with each deal of the board, from the betting as it was, float64[n, seats, 4]: 0 for the
        first street and for those that were not dealt, mean zero over each deal.
    """

    first_values: NDArray[np.float64]
    changes: NDArray[np.float64]


def rollouts(hands: HandColumns, decisions: DecisionColumns, policy: StreetPolicy, n_boards: int = 200) -> Rollouts:
    """Return the roll-outs of hands with all cards known and one board, for all seats.

    Parameters
    ----------
    hands, decisions
        The hands and their betting; not heads-up fixed-limit, whose roll-outs `estimators.divat` has exactly.
    policy
        The baseline.
    n_boards
        Boards drawn where more than the river is to come, with a seed made of the hole cards and the street.
    """
    of_board = board_luck(hands, decisions)
    found = Rollouts(
        np.full((len(hands), hands.max_seats), np.nan), np.full((len(hands), hands.max_seats, N_STREETS), np.nan)
    )
    for rows in parts_of(np.flatnonzero(of_board.eligibility.mask)):
        some, betting = hands[rows], decisions.of_hands(rows)
        first = np.zeros((len(rows), hands.max_seats))
        changes = np.full((len(rows), N_STREETS, hands.max_seats), np.nan)
        fill_rollout_values(
            street_states(some),
            betting.last_streets,
            some.cards,
            some.board,
            first_ranks(some),
            n_boards,
            policy.array(),
            rank_lookup(),
            share_tables(),
            first,
            changes,
        )
        chips = some.unit_chips[:, None]
        first /= chips
        first[some.players < 0] = np.nan
        changes = changes.transpose(0, 2, 1) / chips[:, :, None]
        found.first_values[rows] = first
        # where nobody could bet, and on streets that were not dealt, the two are one
        found.changes[rows] = np.where(np.isnan(changes), of_board.by_street[rows], changes)
    return found
