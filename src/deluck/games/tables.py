"""Many hands of hold'em played side by side, a table each: for players that answer for all of them at once."""

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from deluck.cards import BOARD_SIZES
from deluck.errors import IllegalAction, RulesError
from deluck.evaluator import strengths
from deluck.games import betting_kernels as engine
from deluck.games import pot_kernels
from deluck.games.actions import Action
from deluck.games.betting_tree import forced_of, seated
from deluck.games.rules import HoldemRules

_HIDDEN = np.arange(5) >= np.array(BOARD_SIZES)[:, None]  # by street, which cards of the board are not dealt yet

Answers = NDArray[np.uint8] | tuple[NDArray[np.uint8], NDArray[np.int64]]
"""Actions, uint8[n], and where raises need amounts the bets they make (raise to; -1 for the smallest), int64[n]."""


class TableViews:
    """What a player may know at n tables where it is to act, as `View` has it for one.

    It is made for one call of ``act_batch`` and speaks of the tables as they stand then: numbers are looked up when
    they are asked for.

    Attributes
    ----------
    rules
        The game at all tables.
    seats
        Where the player sits, int64[n].
    cards, board
        Its two cards, int8[n, 2], and the board, -1 where a card is not dealt yet, int8[n, 5].
    """

    __slots__ = ("_states", "_tables", "board", "cards", "rules", "seats")

    def __init__(
        self,
        rules: HoldemRules,
        states: NDArray[np.int64],
        tables: NDArray[np.int64],
        holes: NDArray[np.int8],
        board: NDArray[np.int8],
    ) -> None:
        self.rules = rules
        self._states = states  # chips and turns only, which everybody sees
        self._tables = tables
        self.seats = states[tables, engine.ACTOR]
        self.cards = holes[tables, self.seats]
        self.board = np.where(_HIDDEN[self.streets], np.int8(-1), board[tables])

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self._tables)

    @property
    def streets(self) -> NDArray[np.int64]:
        """The street, 0 for the first, int64[n]."""
        return self._column(engine.STREET)

    @property
    def n_raises(self) -> NDArray[np.int64]:
        """The bets and raises made on this street, int64[n]."""
        return self._column(engine.N_RAISES)

    @property
    def pots(self) -> NDArray[np.int64]:
        """All chips put in so far, int64[n]."""
        return self._column(engine.POT)

    @property
    def to_call(self) -> NDArray[np.int64]:
        """The chips a call would put in, int64[n]."""
        return self._column(engine.TO_CALL)

    @property
    def min_raise_to(self) -> NDArray[np.int64]:
        """The smallest bet that a raise may make on this street, 0 where none is legal, int64[n]."""
        return self._column(engine.MIN_TO)

    @property
    def max_raise_to(self) -> NDArray[np.int64]:
        """The largest bet that a raise may make on this street, 0 where none is legal, int64[n]."""
        return self._column(engine.MAX_TO)

    @property
    def stacks(self) -> NDArray[np.int64]:
        """The chips each seat has behind, huge where nobody can run out, int64[n, seats]."""
        return self._by_seat(engine.BEHIND)

    @property
    def bets(self) -> NDArray[np.int64]:
        """The chips each seat has put in on this street, int64[n, seats]."""
        return self._by_seat(engine.BETS)

    @property
    def contributions(self) -> NDArray[np.int64]:
        """The chips each seat has put in, int64[n, seats]."""
        return self._by_seat(engine.PAID)

    @property
    def folded(self) -> NDArray[np.bool_]:
        """Whether each seat has folded, bool[n, seats]."""
        gone = self._column(engine.FOLDED)
        return np.asarray(gone[:, None] >> np.arange(self.rules.n_seats) & 1, dtype=np.bool_)

    @property
    def legal(self) -> NDArray[np.int64]:
        """A bit for each legal action, int64[n]."""
        return self._column(engine.LEGAL)

    @property
    def can_fold(self) -> NDArray[np.bool_]:
        """Whether folding is legal, bool[n]."""
        return np.asarray(self.legal & (1 << int(Action.FOLD)) != 0)

    @property
    def can_raise(self) -> NDArray[np.bool_]:
        """Whether raising is legal, bool[n]."""
        return np.asarray(self.legal & (1 << int(Action.RAISE)) != 0)

    def _column(self, entry: int) -> NDArray[np.int64]:
        return np.asarray(self._states[self._tables, entry])

    def _by_seat(self, start: int) -> NDArray[np.int64]:
        return np.asarray(self._states[self._tables, start : start + self.rules.n_seats])


@runtime_checkable
class BatchPlayer(Protocol):
    """A player that answers for many tables at once."""

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:
        """Return an action for each table, and amounts where raises need them; all chance from the generator."""
        ...


class HoldemTables:
    """Hands of hold'em at n tables, played on together.

    Parameters
    ----------
    rules
        The game.
    decks
        A shuffled deck for each table, int8[n, 52]: two cards to each seat in turn, then the board.
    stacks
        What each seat starts with, the same at every table, or None if nobody can run out (fixed-limit only).
    """

    def __init__(self, rules: HoldemRules, decks: NDArray[np.int8], stacks: tuple[int, ...] | None = None) -> None:
        n_holes = 2 * rules.n_seats
        if decks.ndim != 2 or decks.shape[1] < n_holes + 5:
            raise RulesError(f"decks of shape {decks.shape} (expected at least {n_holes + 5} cards at each table)")
        self.rules = rules
        self.holes = np.ascontiguousarray(decks[:, :n_holes]).reshape(-1, rules.n_seats, 2)
        self.board = np.ascontiguousarray(decks[:, n_holes : n_holes + 5])
        self._states = np.tile(seated(rules, stacks), (len(decks), 1))
        engine.start_tables(self._states, forced_of(rules.forced))

    def __len__(self) -> int:
        return len(self._states)

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat to act at each table, -1 where the hand is over, int64[n]."""
        return np.asarray(self._states[:, engine.ACTOR])

    def views(self, tables: NDArray[np.int64]) -> TableViews:
        """Return what the seats to act at some tables may know."""
        states = self._states.view()
        states.setflags(write=False)  # a player looks, and changes nothing
        return TableViews(self.rules, states, tables, self.holes, self.board)

    def act(
        self, tables: NDArray[np.int64], actions: NDArray[np.uint8], amounts: NDArray[np.int64] | None = None
    ) -> None:
        """Play an action of the seat to act at each of some tables.

        Raises
        ------
        IllegalAction
            If one of them is not legal; those of the tables before it are played.
        """
        given = np.zeros(0, np.int64) if amounts is None else amounts
        index = engine.act_at_tables(self._states, tables, actions, given)
        if index >= 0:
            views = self.views(tables[index : index + 1])
            legal = tuple(action.label for action in Action if views.legal[0] >> action & 1)
            amount = "" if amounts is None or amounts[index] < 0 else f" to {amounts[index]}"
            bounds = f", raises to {views.min_raise_to[0]} … {views.max_raise_to[0]}" if views.can_raise[0] else ""
            action = int(actions[index])
            name = Action(action).label if action in tuple(Action) else f"do {action}"
            raise IllegalAction(
                f"seat {views.seats[0]} of table {tables[index]} cannot {name}{amount} "
                f"(legal: {', '.join(legal)}{bounds})",
                seat=int(views.seats[0]),
                action=action,
                legal=legal,
            )

    def payoffs(self) -> NDArray[np.int64]:
        """Return the chips each seat won less what it put in, where the hand is over, int64[n, seats].

        Odd chips go one each to the first winners left of the button.
        """
        n_seats, states = self.rules.n_seats, self._states
        gone = np.ascontiguousarray(states[:, engine.FOLDED])
        live = (gone[:, None] >> np.arange(n_seats) & 1) == 0
        ranked = live.astype(np.int64)
        showdown = live.sum(axis=1) > 1
        for seat in range(n_seats):
            rows = np.flatnonzero(showdown & live[:, seat])
            ranked[rows, seat] = strengths(np.concatenate([self.holes[rows, seat], self.board[rows]], axis=1))
        whole, cut = np.zeros_like(ranked), np.zeros_like(ranked)
        pot_kernels.pay_hands(
            np.full(len(states), n_seats, np.int8),
            np.ascontiguousarray(states[:, engine.PAID : engine.PAID + n_seats]),
            np.ascontiguousarray(states[:, engine.DEAD : engine.DEAD + n_seats]),
            np.ascontiguousarray(states[:, engine.SHORT_DEAD]),
            gone,
            ranked,
            whole,
            cut,
        )
        return np.asarray(whole)
