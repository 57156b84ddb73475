"""A best response learned by buckets of holdings, against a policy that states its strategy or a model of one.

Board after board, both seats are gone through: at each of its decisions the response adds up what each action is worth
to the holdings of each bucket against the policy, and takes the best so far. Later boards weigh more, since by then it
plays better further down.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.best_response.learning_kernels import learn_river, learn_street
from deluck.best_response.modelling import ranks_of
from deluck.best_response.shapes import N_STREETS, PREFLOP, RIVER, street_shape
from deluck.best_response.stating import StatedStrategy, stated
from deluck.best_response.values_kernels import fold_values, spread_reach
from deluck.cards import (
    BOARD_SIZES,
    N_CARDS,
    N_HOLDINGS,
    N_STARTING_HANDS,
    holding_cards,
    holding_of,
    holdings_beside,
    starting_hands,
)
from deluck.errors import StrengthError
from deluck.games import Action, HoldemRules, Policy, Rules, Strategy, View
from deluck.games.limit_tree import limit_tree
from deluck.games.players import limit_holdem_only
from deluck.metrics.holdings import board_holdings

N_BUCKETS = 24
"""Of holdings after the flop, by the share of holdings beaten on the river."""
_STARTS_AT_ONCE = 9
_SELDOM = 1e-5  # starts of the river that the policy comes to with less than this share of its holdings are left out


class LearnedResponse:
    """A player of heads-up limit hold'em that does what was worth most against a policy.

    Attributes
    ----------
    choices
        By street, what it does at each start, decision and bucket, int8[n_starts, n_decisions, n_buckets].
    """

    def __init__(self, name: str = "best response") -> None:
        self.name = name
        self.choices = tuple(
            np.full((*street_shape(street).nodes.shape, _n_buckets(street)), Action.CALL, dtype=np.int8)
            for street in range(N_STREETS)
        )
        self._where = {
            int(node): (street, start, decision)
            for street in range(N_STREETS)
            for (start, decision), node in np.ndenumerate(street_shape(street).nodes)
        }

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em, StrengthError unless for two with the usual cap."""
        found = limit_holdem_only(self.name, rules)
        if found.n_seats != 2 or found.max_raises != HoldemRules.USUAL_CAP:
            raise StrengthError(f"a response in a game of {found.n_seats} (expected heads-up, with the usual cap)")

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return what was worth most in the bucket of the view's cards."""
        street, start, decision = self._where[limit_tree().node_of(view)]
        bucket = buckets_of(tuple(view.board))[holding_of(*view.cards)]
        return Action(int(self.choices[street][start, decision, bucket]))

    def strategy(self, view: View) -> Strategy:
        """Return the action it takes."""
        return Strategy.of_actions(view, self.act(view, np.random.default_rng(0)))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the action it takes with each holding."""
        street, start, decision = self._where[limit_tree().node_of(view)]
        chosen = self.choices[street][start, decision, buckets_of(tuple(view.board))]
        return Strategy.of_actions(view, chosen.astype(np.uint8))


@dataclass(frozen=True, slots=True)
class _Pass:
    """One board gone through by one seat."""

    strategy: StatedStrategy
    response: LearnedResponse
    gains: tuple[NDArray[np.float64], ...]
    board: tuple[int, ...]
    seat: int
    weight: float

    def values(self, street: int, starts: NDArray[np.int32], reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Learn from a street on; return the seat's values at its starts, float64[n_starts, 1326].

        `reach` float64[n_starts, 1326] is the policy's, in the other seat.
        """
        if street == RIVER:
            return self._river_values(starts, reach)
        shape, dealt = street_shape(street), self.board[: BOARD_SIZES[street]]
        both = self._for_both(reach)
        strategies = self.strategy.at_starts(dealt, shape, starts, both)
        exit_reach = np.empty((2, len(starts), shape.n_exits, N_HOLDINGS))
        spread_reach(strategies, shape.actor, shape.child, both, exit_reach)
        theirs = exit_reach[1 - self.seat]
        closings = np.ascontiguousarray(theirs[:, : shape.n_closings]).reshape(-1, N_HOLDINGS)
        next_starts = street_shape(street + 1).nodes[:, 0]
        following = np.searchsorted(next_starts, shape.exits[starts, : shape.n_closings].ravel()).astype(np.int32)
        exits = np.zeros((len(starts), shape.n_exits, N_HOLDINGS))
        exits[:, : shape.n_closings] = self.values(street + 1, following, closings).reshape(len(starts), -1, N_HOLDINGS)
        holdings = np.flatnonzero(holdings_beside(self.board)).astype(np.int16)
        payoffs = np.ascontiguousarray(shape.payoffs[self.seat, starts])
        fold_values(np.ascontiguousarray(theirs), payoffs, holdings, holding_cards(), shape.n_closings, exits)
        values = np.empty((len(starts), N_HOLDINGS))
        choices, gains = self.response.choices[street][starts], self.gains[street][starts]
        learn_street(shape.actor, shape.child, self.seat, buckets_of(dealt), choices, self.weight, exits, gains, values)
        self.gains[street][starts] = gains
        return values

    def _river_values(self, starts: NDArray[np.int32], reach: NDArray[np.float64]) -> NDArray[np.float64]:
        shape, holdings = street_shape(RIVER), board_holdings(self.board)
        found = np.zeros((len(starts), N_HOLDINGS))
        come_to = np.flatnonzero(reach.sum(axis=1) > _SELDOM * N_HOLDINGS)
        for first in range(0, len(come_to), _STARTS_AT_ONCE):
            rows = come_to[first : first + _STARTS_AT_ONCE]
            part, part_reach = starts[rows], np.ascontiguousarray(reach[rows])
            strategies = self.strategy.at_starts(self.board, shape, part, self._for_both(part_reach))
            values = np.empty((len(rows), N_HOLDINGS))
            choices, gains = self.response.choices[RIVER][part], self.gains[RIVER][part]
            learn_river(
                strategies,
                shape.actor,
                shape.child,
                self.seat,
                buckets_of(self.board),
                choices,
                self.weight,
                part_reach,
                np.ascontiguousarray(shape.payoffs[self.seat, part]),
                holdings.strengths,
                holdings.order,
                holding_cards(),
                shape.n_closings,
                gains,
                values,
            )
            self.gains[RIVER][part] = gains
            found[rows] = values
        return found

    def _for_both(self, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the policy's reach in its seat, and none in the response's, float64[2, n_starts, 1326]."""
        both = np.zeros((2, *reach.shape))
        both[1 - self.seat] = reach
        return both


def learn_response(
    policy: Policy, response: LearnedResponse, *, n_boards: int, rng: np.random.Generator
) -> LearnedResponse:
    """Improve a response against a policy on random boards; return it.

    Parameters
    ----------
    policy
        The strategy to respond to, in both seats.
    response
        What is played so far; changed in place.
    n_boards
        How many boards are gone through.
    rng
        Of the boards.
    """
    strategy = stated(policy)
    gains = tuple(np.zeros((*choices.shape, len(Action))) for choices in response.choices)
    root = np.zeros(1, dtype=np.int32)
    with progress.task("Learning a best response", n_boards) as display:
        for number in range(n_boards):
            board = tuple(rng.permutation(N_CARDS)[: BOARD_SIZES[RIVER]].tolist())
            reach = holdings_beside(board).astype(np.float64)[None, :]
            for seat in range(2):
                _Pass(strategy, response, gains, board, seat, number + 1.0).values(PREFLOP, root, reach)
            _choose(response, gains)
            display.advance()
    return response


def _choose(response: LearnedResponse, gains: tuple[NDArray[np.float64], ...]) -> None:
    """Let the response take the action with the largest gain where any was counted."""
    for street, (choices, found) in enumerate(zip(response.choices, gains, strict=True)):
        legal = street_shape(street).child >= 0
        best = np.where(legal[None, :, None, :], found, -np.inf).argmax(axis=3)
        seen = found.any(axis=3)
        choices[seen] = best[seen]


def buckets_of(board: tuple[int, ...]) -> NDArray[np.int16]:
    """Return the bucket of each holding on a board, int16[1326]: before the flop its starting hand."""
    if not board:
        return starting_hands().astype(np.int16)
    _, final = ranks_of(board)
    return np.minimum((final * N_BUCKETS).astype(np.int16), N_BUCKETS - 1)


def _n_buckets(street: int) -> int:
    return N_STARTING_HANDS if street == PREFLOP else N_BUCKETS
