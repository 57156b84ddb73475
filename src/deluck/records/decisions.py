"""Every decision of many hands with what its seat faced: the one walk over the betting of columns."""

from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from deluck.errors import RecordError
from deluck.games import STREET_NAMES, walk_kernels
from deluck.games import betting_kernels as engine
from deluck.games.betting_tree import forced_of, template_of
from deluck.records.columns import HandColumns

N_STREETS = engine.MOST_STREETS


class Problem(IntEnum):
    """What is wrong with the betting of a hand."""

    NONE = walk_kernels.VALID
    STOPS_EARLY = walk_kernels.STOPS_EARLY
    GOES_ON = walk_kernels.GOES_ON
    OUT_OF_TURN = walk_kernels.OUT_OF_TURN
    ILLEGAL = walk_kernels.ILLEGAL


@dataclass(frozen=True, slots=True, eq=False)
class DecisionColumns:
    """The d decisions of n hands in the order of play, and how each hand ended.

    Chips are whole numbers. Where the betting of a hand has a problem, its decisions from the first bad one on are not
    filled in.

    Attributes
    ----------
    starts
        The decisions of hand i are those from ``starts[i]`` to ``starts[i + 1]``, int64[n + 1].
    seats, actions
        Who decided, int8[d], and what: 0 fold, 1 call or check, 2 bet or raise, uint8[d].
    streets
        0 for the first, uint8[d].
    n_live, n_raises
        Seats in the hand, and bets and raises made before on the street (blinds are none), int64[d].
    to_call, pots, stacks
        What a call would put in, the pot with all bets in it, and the seat's chips behind, before the decision,
        int64[d].
    min_raise_to, max_raise_to
        The smallest and the largest bet that a raise could make on the street, 0 if a raise was not legal, int64[d].
    legal
        What was legal: a bit for each action, uint8[d].
    amounts
        The bet that a raise made on the street (raise to), 0 for other actions, int64[d].
    paid
        The chips the decision put in, int64[d].
    problems
        A `Problem` for each hand, uint8[n].
    n_valid
        How many decisions of each hand are filled in, int64[n].
    last_streets
        The last street that was dealt, int64[n].
    folded
        Which seats folded, bool[n, seats].
    contributions, dead
        What each seat put in, less what went back uncalled, and the dead chips (antes, dead posts) among it, int64[n,
        seats].
    behind
        What each seat has behind at the end, before the pots are paid out, int64[n, seats].
    short_dead
        A bit for each seat that could not pay all its dead chips, int64[n].
    street_pots
        The pot when each street was dealt, int64[n, 5]: on the first with all forced bets; 0 if it was not dealt.
    """

    starts: NDArray[np.int64]
    seats: NDArray[np.int8]
    actions: NDArray[np.uint8]
    streets: NDArray[np.uint8]
    n_live: NDArray[np.int64]
    n_raises: NDArray[np.int64]
    to_call: NDArray[np.int64]
    pots: NDArray[np.int64]
    stacks: NDArray[np.int64]
    min_raise_to: NDArray[np.int64]
    max_raise_to: NDArray[np.int64]
    legal: NDArray[np.uint8]
    amounts: NDArray[np.int64]
    paid: NDArray[np.int64]
    problems: NDArray[np.uint8]
    n_valid: NDArray[np.int64]
    last_streets: NDArray[np.int64]
    folded: NDArray[np.bool_]
    contributions: NDArray[np.int64]
    dead: NDArray[np.int64]
    behind: NDArray[np.int64]
    short_dead: NDArray[np.int64]
    street_pots: NDArray[np.int64]

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.actions)

    @property
    def n_hands(self) -> int:
        """How many hands there are."""
        return len(self.problems)

    @property
    def hands(self) -> NDArray[np.int64]:
        """The hand of each decision, int64[d]."""
        return np.repeat(np.arange(self.n_hands), np.diff(self.starts))

    @property
    def is_valid(self) -> NDArray[np.bool_]:
        """Which hands were bet by the rules to their end, bool[n]."""
        return np.asarray(self.problems == Problem.NONE)

    def of_hands(self, rows: NDArray[np.int64]) -> "DecisionColumns":
        """Return the decisions of some hands, given by their rising numbers; the same object for all of them."""
        if len(rows) == self.n_hands:
            return self
        counts = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(counts)])
        indices = np.repeat(self.starts[rows] - starts[:-1], counts) + np.arange(starts[-1])
        taken = {
            field.name: getattr(self, field.name)[indices if field.name in _BY_DECISION else rows]
            for field in fields(self)
            if field.name != "starts"
        }
        return DecisionColumns(starts=starts, **taken)


_BY_DECISION = frozenset(
    (
        *("seats", "actions", "streets", "n_live", "n_raises", "to_call", "pots", "stacks"),
        *("min_raise_to", "max_raise_to", "legal", "amounts", "paid"),
    )
)


def walk(columns: HandColumns) -> DecisionColumns:
    """Return every decision of the hands with what its seat faced.

    Notes
    -----
    Which seat opens a street of stud follows from cards; here it is taken from who acted first.
    """
    return walk_arrays(columns, columns.actors.copy(), columns.amounts)


def street_states(columns: HandColumns) -> NDArray[np.int64]:
    """Return the betting engine's state when each street of hold'em hands was dealt, int64[n, 4, STATE_SIZE].

    What is to be played on from there goes on by the same rules (`deluck.games.betting_kernels`). Where nobody could
    bet on a street nobody is to act; states of streets that were not dealt are 0 throughout.
    """
    if columns.game != "holdem":
        raise RecordError(f"no states by street for {columns.game} (expected holdem)")
    states = np.zeros((len(columns), len(STREET_NAMES), engine.STATE_SIZE), np.int64)
    _walk(columns, columns.actors.copy(), columns.amounts, states)
    return states


def walk_arrays(
    columns: HandColumns,
    actors: NDArray[np.int8],
    amounts: NDArray[np.int64] | None,
    *,
    hand_totals: bool = False,
) -> DecisionColumns:
    """Return every decision, as `walk` does, of hands whose source does not say all that columns do.

    Parameters
    ----------
    columns
        The hands; their actors and amounts are not looked at.
    actors
        Who decided, int8[d]; -1 (hold'em) is filled in with whose turn it was.
    amounts
        What raises make, -1 where there is no choice, int64[d], or None.
    hand_totals
        Whether amounts are counted over the whole hand, as in the ACPC's no-limit logs, instead of over the street.
    """
    return _walk(columns, actors, amounts, np.zeros((0, 0, 0), np.int64), hand_totals=hand_totals)


def _walk(
    columns: HandColumns,
    actors: NDArray[np.int8],
    amounts: NDArray[np.int64] | None,
    states: NDArray[np.int64],
    *,
    hand_totals: bool = False,
) -> DecisionColumns:
    """Walk as `walk_arrays` does, and write the states by street unless there is no room for them."""
    n_hands, total, seats = len(columns), len(columns.actions), columns.max_seats
    templates = np.array([template_of(rules) for rules in columns.rules], dtype=np.int64)
    usual = np.array([forced_of(rules.forced) for rules in columns.rules], dtype=np.int64)
    numbers = np.zeros((total, 10), np.int64)
    streets = np.zeros(total, np.uint8)
    ends = np.zeros((n_hands, 5), np.int64)
    paid, dead, behind = (np.zeros((n_hands, seats), np.int64) for _ in range(3))
    street_pots = np.zeros((n_hands, N_STREETS), np.int64)
    walk_kernels.walk_hands(
        templates.reshape(-1, engine.STATE_SIZE),
        usual.reshape(-1, 3, engine.MOST_SEATS),
        columns.rules_index,
        columns.stacks,
        np.zeros((0, 3, seats), np.int64) if columns.forced is None else columns.forced,
        columns.action_starts,
        columns.actions,
        np.zeros(0, np.int64) if amounts is None else amounts,
        hand_totals,
        actors,
        numbers,
        streets,
        ends,
        paid,
        dead,
        behind,
        street_pots,
        states,
    )
    problems, n_valid, last_streets, folded, short_dead = np.ascontiguousarray(ends.T)
    n_live, n_raises, to_call, pots, stacks, low, high, legal, made, put_in = np.ascontiguousarray(numbers.T)
    return DecisionColumns(
        starts=columns.action_starts,
        seats=actors,
        actions=columns.actions,
        streets=streets,
        n_live=n_live,
        n_raises=n_raises,
        to_call=to_call,
        pots=pots,
        stacks=stacks,
        min_raise_to=low,
        max_raise_to=high,
        legal=legal.astype(np.uint8),
        amounts=made,
        paid=put_in,
        problems=problems.astype(np.uint8),
        n_valid=n_valid,
        last_streets=last_streets,
        folded=(folded[:, None] >> np.arange(seats) & 1).astype(np.bool_),
        contributions=paid,
        dead=dead,
        behind=behind,
        short_dead=short_dead,
        street_pots=street_pots,
    )
