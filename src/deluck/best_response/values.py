"""Values of a strategy against itself, and of best responses to it from a street on, given the first cards of a board.

The responder plays the strategy itself before some street, and from there on, with every holding, what is worth most
against it. Where the board is given, no chance is left before that street; after it every card is dealt. So the
values are exact given these cards, and their mean over random boards is what the response is worth in the game.

References
----------
Johanson, Waugh, Bowling and Zinkevich, Accelerating best response calculation in large extensive games, 2011: values of
all holdings at once, showdowns by sorted strength.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from deluck.best_response.shapes import FLOP, N_STREETS, RIVER, street_shape
from deluck.best_response.stating import StatedStrategy, stated
from deluck.best_response.values_kernels import combine_values, fold_values, river_values, spread_reach
from deluck.cards import BOARD_SIZES, N_CARDS, N_HOLDINGS, check_board, holding_cards, holdings_beside
from deluck.errors import DealError
from deluck.games import Policy
from deluck.metrics.holdings import board_holdings
from deluck.parallel import run_parts

_MILLI = 1000.0  # thousandths of a big blind
_STARTS_AT_ONCE = 9  # so that the strategies of 90 decisions stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class BoardValues:
    """What a strategy and the best responses to it are worth on one board, in thousandths of a big blind per game.

    Attributes
    ----------
    board
        The cards given: three, four or five.
    by_street
        float64[n, 2]: for each seat (1 is the button) the value of the strategy against itself; of a response on the
        river; with four cards given also of one from the turn on, with three also of one from the flop on.
    """

    board: tuple[int, ...]
    by_street: NDArray[np.float64]

    @property
    def self_play(self) -> NDArray[np.float64]:
        """The value of the strategy against itself for each seat, float64[2]; their sum is zero but for rounding."""
        return np.asarray(self.by_street[0])

    def response(self, street: int) -> NDArray[np.float64]:
        """Return the value of the best response from a street on (1 for the flop … 3) for each seat, float64[2]."""
        return np.asarray(self.by_street[N_STREETS - street])

    def gain(self, street: int) -> float:
        """Return what the response wins per game on average over the seats: so much the strategy loses at least."""
        return float(self.response(street).mean())


def board_values(
    policy: Policy, board: tuple[int, ...], *, n_jobs: int = 1, on_card: Callable[[], None] | None = None
) -> BoardValues:
    """Return what a strategy for heads-up limit hold'em and the best responses to it are worth on a board.

    Parameters
    ----------
    policy
        The strategy; it must not learn meanwhile.
    board
        Three, four or five cards. Those that are missing are all dealt, one after the other.
    n_jobs
        How many turn cards are worked on at once if three cards are given.
    on_card
        Called after every turn card that was dealt.

    Raises
    ------
    CardError, DealError
        If these are not three to five different cards.
    """
    check_board(board)
    if not board:
        raise DealError("no board (expected three to five cards)")
    strategy = stated(policy)
    n_left = N_CARDS - len(board)
    n_pairs = n_left * (n_left - 1) * (n_left - 2) * (n_left - 3) / 4
    reach = np.tile(holdings_beside(board).astype(np.float64), (2, 1, 1))
    given = _Given(strategy, tuple(board), n_jobs, on_card)
    values = given.values(0, (), np.zeros(1, dtype=np.int32), reach)
    return BoardValues(given.board, values.sum(axis=(2, 3)) * _MILLI / n_pairs)


@dataclass(frozen=True, slots=True)
class _Given:
    """A strategy, and the cards of the board that are given."""

    strategy: StatedStrategy
    board: tuple[int, ...]
    n_jobs: int
    on_card: Callable[[], None] | None

    def values(
        self, street: int, dealt: tuple[int, ...], starts: NDArray[np.int32], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the values at starts of a street, float64[n, 2, n_starts, 1326], by how much is responded to.

        Parameters
        ----------
        street
            The street.
        dealt
            The board on it.
        starts
            Which of its starts, as rows of the street's shape.
        reach
            How likely each seat plays to each start with each holding, float64[2, n_starts, 1326].
        """
        if street == RIVER:
            return self._river_values(dealt, starts, reach)
        shape = street_shape(street)
        strategies = self.strategy.at_starts(dealt, shape, starts, reach)
        exit_reach = np.empty((2, len(starts), shape.n_exits, N_HOLDINGS))
        spread_reach(strategies, shape.actor, shape.child, reach, exit_reach)
        closings = np.ascontiguousarray(exit_reach[:, :, : shape.n_closings])
        next_starts = street_shape(street + 1).nodes[:, 0]
        following = np.searchsorted(next_starts, shape.exits[starts, : shape.n_closings].ravel())
        next_reach = closings.reshape(2, -1, N_HOLDINGS)
        after = self._next_street(street, dealt, following.astype(np.int32), next_reach)
        holdings = np.flatnonzero(holdings_beside(self.board if len(dealt) < len(self.board) else dealt))
        responds_here = street >= FLOP and len(dealt) >= len(self.board)
        values = np.empty((len(after) + responds_here, 2, len(starts), N_HOLDINGS))
        exits = np.zeros((len(starts), shape.n_exits, N_HOLDINGS))
        for seat in range(2):
            payoffs = np.ascontiguousarray(shape.payoffs[seat, starts])
            fold_values(
                exit_reach[1 - seat], payoffs, holdings.astype(np.int16), holding_cards(), shape.n_closings, exits
            )
            for way in range(len(values)):
                responds = way == len(after)
                exits[:, : shape.n_closings] = after[way - responds, seat].reshape(len(starts), -1, N_HOLDINGS)
                combine_values(strategies, shape.actor, shape.child, seat, responds, exits, values[way, seat])
        return values

    def _next_street(
        self, street: int, dealt: tuple[int, ...], starts: NDArray[np.int32], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the values at starts of the next street before its cards are dealt: those given, or all in turn."""
        size = BOARD_SIZES[street + 1]
        if size <= len(self.board):
            return self.values(street + 1, self.board[:size], starts, reach)
        left = [card for card in range(N_CARDS) if card not in dealt]
        at_card = partial(self._after_card, street + 1, dealt, starts, reach)
        total = np.zeros((N_STREETS - street, 2, len(starts), N_HOLDINGS))
        for values in run_parts(at_card, left, n_jobs=self.n_jobs if street == FLOP else 1):
            total += values
            if street == FLOP and self.on_card is not None:
                self.on_card()
        return total / (len(left) - 4)  # none of the four cards that the seats hold can come

    def _after_card(
        self, street: int, dealt: tuple[int, ...], starts: NDArray[np.int32], reach: NDArray[np.float64], card: int
    ) -> NDArray[np.float64]:
        return self.values(street, (*dealt, card), starts, reach * holdings_beside((card,)))

    def _river_values(
        self, board: tuple[int, ...], starts: NDArray[np.int32], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        shape = street_shape(RIVER)
        holdings = board_holdings(board)
        values = np.empty((2, 2, len(starts), N_HOLDINGS))
        for first in range(0, len(starts), _STARTS_AT_ONCE):
            part = slice(first, first + _STARTS_AT_ONCE)
            part_reach = np.ascontiguousarray(reach[:, part])
            strategies = self.strategy.at_starts(board, shape, starts[part], part_reach)
            found = np.empty((2, 2, part_reach.shape[1], N_HOLDINGS))
            river_values(
                strategies,
                shape.actor,
                shape.child,
                part_reach,
                np.ascontiguousarray(shape.payoffs[:, starts[part]]),
                holdings.strengths,
                holdings.order,
                holding_cards(),
                shape.n_closings,
                found,
            )
            values[:, :, part] = found
        return values
