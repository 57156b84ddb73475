"""Whose turn it is, what is legal and where the chips are, on one street: the betting that all limit games share.

All-in play follows pokerkit's fixed-limit games, which the tests hold it to:

- A seat is asked when it is its turn even if it can only check, unless at most one seat can still bet when the
  street starts.
- A raise adds the street's bet size to the largest bet made, or all the raiser's chips if they are fewer; any
  raise, full or not, counts towards the cap.
- A raise for less than the last raise does not open the betting again: a seat that has acted since that raise may
  only call or fold, unless such all-ins in a row add up to it and the seat faces that much. The first bet or raise
  of a street always opens the betting, however short.
- Nobody may raise when every other seat has folded or is all-in.
- The part of a bet that no other seat matched goes back when the street ends.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import NoReturn

from deluck.games.actions import Action, Move
from deluck.games.errors import IllegalAction, RulesError
from deluck.games.pots import Pot, side_pots
from deluck.games.rules import Rules

_FOLD, _CALL, _RAISE = Action.FOLD, Action.CALL, Action.RAISE
_LEGAL = (((_CALL,), (_CALL, _RAISE)), ((_FOLD, _CALL), (_FOLD, _CALL, _RAISE)))  # by may fold, may raise
_UNLIMITED = 1 << 60
_new = tuple.__new__


class Betting(ABC):
    """The chips and the turn of a hand; `GameState` adds the cards and describes the attributes."""

    __slots__ = (
        "_acted",
        "_behind",
        "_bet_size",
        "_bets",
        "_cap",
        "_capped",
        "_contributions",
        "_has_stacks",
        "_last_raise",
        "_legal",
        "_level",
        "_may_fold_unbet",
        "_n_live",
        "_queue",
        "_raise_to",
        "_short",
        "_turns",
        "actor",
        "folded",
        "history",
        "n_raises",
        "pot",
        "rules",
        "street",
        "to_call",
    )

    rules: Rules
    _bet_size: int  # what a full raise adds
    _raise_to: int  # what a full raise would make the largest bet
    _cap: int  # how many raises the street allows

    def __init__(self, rules: Rules, stacks: Sequence[int] | None) -> None:
        n_seats = rules.n_seats
        if stacks is None:
            if rules.no_cap_heads_up:
                raise RulesError("no_cap_heads_up without stacks (expected stacks, or two raisers never stop)")
            self._behind = [_UNLIMITED] * n_seats
        else:
            if len(stacks) != n_seats or min(stacks) < 1:
                raise RulesError(f"stacks {tuple(stacks)} (expected {n_seats} positive numbers of chips)")
            self._behind = list(stacks)
        self._has_stacks = stacks is not None
        self._may_fold_unbet = rules.may_fold_unbet
        self._turns = _turns(n_seats)
        self._contributions = [0] * n_seats
        self._bets = [0] * n_seats  # this street's part of the contributions
        self._n_live = n_seats
        self._queue: list[int] = []  # the seats still to act, the next one last
        self._legal: tuple[Action, ...] = ()
        self._level = 0  # the largest bet of the street
        self._last_raise = 0  # by how much the last full raise raised
        self._short = 0  # what all-ins in a row have added since
        self._acted = 0  # the seats that have acted since the last full raise, one bit each
        self._capped = False  # whether the cap was reached with more than two seats in
        self.rules = rules
        self.street = 0
        self.actor: int | None = None
        self.to_call = 0
        self.pot = 0
        self.n_raises = 0
        self.folded = (False,) * n_seats
        self.history: tuple[Move, ...] = ()
        if rules.ante:
            for seat in range(n_seats):
                self._post(seat, rules.ante)
            self._collect_bets()

    @property
    def contributions(self) -> tuple[int, ...]:
        """The chips each seat has put in, less what went back uncalled."""
        return tuple(self._contributions)

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips each seat has behind (before the pot is paid out), or None where stacks are unlimited."""
        return tuple(self._behind) if self._has_stacks else None

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots as they stand."""
        return side_pots(self._contributions, self.folded)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the actor may do, in the order fold, call, raise; empty when the hand is over."""
        return self._legal

    def can_act(self, action: Action) -> bool:
        """Return whether the actor may take this action; a number that equals an action is none."""
        return action in self._legal and action.__class__ is Action

    @abstractmethod
    def _end_street(self) -> None:
        """Go on to the next street or end the hand."""

    def _offer(self, seat: int) -> None:
        """Make a seat the actor and say what it may do."""
        self.actor = seat
        owed = self._level - self._bets[seat]
        may_fold = owed > 0 or self._may_fold_unbet
        if self._has_stacks:
            may_raise = self._may_raise(seat, owed)
            owed = min(owed, self._behind[seat])
        else:
            may_raise = self.n_raises < self._cap
        self.to_call = owed
        self._legal = _LEGAL[may_fold][may_raise]

    def _may_raise(self, seat: int, owed: int) -> bool:
        """Return whether a seat with a limited stack may raise."""
        uncapped = self.rules.no_cap_heads_up and self._n_live == 2 and not self._capped
        if self.n_raises >= self._cap and not uncapped:
            return False
        if owed < self._last_raise or (self._short and self._acted >> seat & 1):
            return False
        if self._behind[seat] <= owed:
            return False
        return any(
            self._behind[other] + self._bets[other] > self._level
            for other in self._turns[seat]
            if other != seat and not self.folded[other]
        )

    def act(self, action: Action) -> None:
        """Play the actor's action; deal and move on to whoever is next.

        Raises
        ------
        IllegalAction
            If the rules do not allow the action, or nobody is to act.
        """
        seat = self.actor
        if seat is None or not (action in self._legal and action.__class__ is Action):
            self._refuse(action)
        amount = 0
        if action is _CALL:
            amount = self.to_call
            self._bets[seat] += amount
            self._queue.pop()
            self._acted |= 1 << seat
        elif action is _RAISE:
            amount = self._raise(seat)
        else:
            self.folded = (*self.folded[:seat], True, *self.folded[seat + 1 :])
            self._n_live -= 1
            self._queue.pop()
        if amount:
            self._behind[seat] -= amount
            self._contributions[seat] += amount
            self.pot += amount
        self.history += (_new(Move, (self.street, seat, action, amount)),)
        if self._queue and self._n_live > 1:
            self._offer(self._queue[-1])
        else:
            self._end_street()

    def _raise(self, seat: int) -> int:
        """Make the actor's bet the largest; return the chips it costs."""
        before = self._bets[seat]
        made = self._raise_to
        folded = self.folded
        if self._has_stacks:
            behind = self._behind
            made = min(made, before + behind[seat])
            self._note_raise(seat, made - self._level, all_in=made - before == behind[seat])
            self._queue = [
                other for other in self._turns[seat] if other != seat and behind[other] and not folded[other]
            ]
        else:
            self._last_raise = made - self._level
            self._queue = [other for other in self._turns[seat] if other != seat and not folded[other]]
        self._bets[seat] = self._level = made
        self._raise_to = made + self._bet_size
        self.n_raises += 1
        return made - before

    def _note_raise(self, seat: int, by: int, *, all_in: bool) -> None:
        """Keep what decides who may raise again when stacks are limited."""
        if by >= self._last_raise:
            self._last_raise = by
            self._acted = 0
        self._acted |= 1 << seat
        self._short = self._short + by if all_in else 0
        if self._short >= self._last_raise:
            self._short = 0
        if self.n_raises + 1 >= self._cap and self._n_live > 2:
            self._capped = True

    def _idle(self) -> tuple[bool, ...]:
        """Return for each seat whether it has nothing to decide on a new street, where stacks are limited."""
        behind, bets, folded = self._behind, self._bets, self.folded
        reach = sorted(behind[seat] + bets[seat] for seat, gone in enumerate(folded) if not gone)
        # nobody can lose more than the second largest has
        return tuple([gone or not behind[seat] or bets[seat] >= reach[-2] for seat, gone in enumerate(folded)])

    def _post(self, seat: int, amount: int) -> None:
        """Put in a forced bet, or what the stack has of it."""
        amount = min(amount, self._behind[seat])
        self._behind[seat] -= amount
        self._contributions[seat] += amount
        self._bets[seat] += amount
        self.pot += amount
        self._level = max(self._level, self._bets[seat])

    def _collect_bets(self) -> None:
        """End a street's betting: what nobody matched goes back, the rest stays in the pot."""
        bets = self._bets
        if self._has_stacks or self._n_live == 1:
            second, first = sorted(bets)[-2:]
            if first > second:
                seat = bets.index(first)
                self._contributions[seat] -= first - second
                self._behind[seat] += first - second
                self.pot -= first - second
        self._bets = [0] * len(bets)
        self._level = self._last_raise = self._short = self._acted = self.n_raises = 0
        self._capped = False

    def _end(self) -> None:
        self.actor = None
        self.to_call = 0
        self._legal = ()

    def _refuse(self, action: object) -> NoReturn:
        legal = tuple(each.label for each in self._legal)
        if not isinstance(action, Action):
            message = f"not an action: {action!r} (expected Action.FOLD, Action.CALL or Action.RAISE)"
        elif self.actor is None:
            message = f"nobody can {action.label}: the hand is over"
        else:
            street = self.rules.street_names[self.street]
            message = f"seat {self.actor} cannot {action.label} ({street}; legal: {', '.join(legal)})"
        raise IllegalAction(message, seat=self.actor, action=action, legal=legal)


@cache
def _turns(n_seats: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each seat, all seats in the order they act after it, the next one last and itself first."""
    return tuple(tuple((seat + step) % n_seats for step in range(n_seats, 0, -1)) for seat in range(n_seats))
