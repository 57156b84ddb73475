"""The chips and the turn of a hand, for players: a thin face over the betting engine in `_kernels`."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from deluck.errors import IllegalAction, RulesError
from deluck.games import betting_kernels as engine
from deluck.games.actions import Action, Move
from deluck.games.pots import Pot, divide_pots
from deluck.games.rules import Forced, HoldemRules, Rules, Structure

Standing = tuple[int, int, int, int, int, int, int, int, int, int]
"""What the engine returns: the bet a raise made, the chips put in, and what stands then (see `Betting._take`)."""

_CALL, _RAISE = Action.CALL, Action.RAISE
LEGAL = tuple(tuple(action for action in Action if bits >> action & 1) for bits in range(8))
_STRUCTURES = (Structure.FIXED_LIMIT, Structure.POT_LIMIT, Structure.NO_LIMIT)
_BEHIND, _BETS, _PAID = engine.BEHIND, engine.BETS, engine.PAID
_new = tuple.__new__


class Betting:
    """The chips and the turn of a hand; `GameState` adds the cards and describes the attributes."""

    __slots__ = (
        "_behind",
        "_bets",
        "_chips",
        "_has_stacks",
        "_n_live",
        "_paid",
        "_play",
        "_standing",
        "actor",
        "folded",
        "history",
        "rules",
        "street",
    )

    rules: Rules
    street: int
    actor: int | None
    folded: tuple[bool, ...]
    history: tuple[Move, ...]
    _standing: Standing  # what the engine returned last
    _paid: list[int]  # by seat, as the engine has them: Python reads its own lists faster than arrays
    _bets: list[int]
    _behind: list[int]
    _n_live: int
    _has_stacks: bool
    _chips: NDArray[np.int64]  # the engine's state
    _play: Callable[[NDArray[np.int64], int, int], Standing]  # the engine, compiled

    @property
    def to_call(self) -> int:
        """The chips a CALL of the actor would put in: 0 for a check."""
        return self._standing[4]

    @property
    def pot(self) -> int:
        """All chips put in, less what went back uncalled."""
        return self._standing[5]

    @property
    def n_raises(self) -> int:
        """The bets and raises made on this street."""
        return self._standing[6]

    @property
    def contributions(self) -> tuple[int, ...]:
        """The chips each seat has put in, less what went back uncalled."""
        return tuple(self._paid)

    @property
    def bets(self) -> tuple[int, ...]:
        """The chips each seat has put in on this street as bets: blinds and live posts are among them, antes not."""
        return tuple(self._bets)

    @property
    def waiting(self) -> tuple[bool, ...]:
        """Whether each seat is still to act on this street if nobody raises any more, the actor included."""
        waiting = int(self._chips[engine.WAITING])
        return tuple([waiting >> seat & 1 == 1 for seat in range(len(self.folded))])

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips each seat has behind (before the pot is paid out), or None where stacks are unlimited."""
        return tuple(self._behind) if self._has_stacks else None

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots as they stand."""
        paid, dead = (self._chips[start : start + self.rules.n_seats] for start in (engine.PAID, engine.DEAD))
        return divide_pots(paid, dead, int(self._chips[engine.SHORT_DEAD]), int(self._chips[engine.FOLDED]))

    @property
    def min_raise_to(self) -> int:
        """The smallest bet that a raise of the actor may make on this street; 0 if it may not raise."""
        return self._standing[8]

    @property
    def max_raise_to(self) -> int:
        """The largest bet that a raise of the actor may make on this street; 0 if it may not raise."""
        return self._standing[9]

    @property
    def has_choice(self) -> bool:
        """Whether a raise of the actor may make more than one bet, so that an amount goes with it."""
        return self._standing[8] < self._standing[9]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the actor may do, in the order fold, call, raise; empty when the hand is over."""
        return LEGAL[self._standing[7]]

    def can_act(self, action: Action, amount: int | None = None) -> bool:
        """Return whether the actor may take this action, with this amount; a number that equals an action is none."""
        if action not in self.legal_actions() or action.__class__ is not Action:
            return False
        if amount is None:
            return True
        low, high = self.min_raise_to, self.max_raise_to
        return action is _RAISE and (amount in (low, high) or (not self.rules.is_limit and low < amount < high))

    def act(self, action: Action, amount: int | None = None) -> None:
        """Play the actor's action; deal and move on to whoever is next.

        Parameters
        ----------
        action
            Fold, call (check, post the bring-in) or raise (bet, complete).
        amount
            The bet that a raise makes on this street (raise to). Without one it is the smallest raise; in fixed-limit
            the one raise there is, or of two (stud with an open pair) the larger.

        Raises
        ------
        IllegalAction
            If the rules do not allow the action or the amount, or nobody is to act.
        """
        seat, street = self.actor, self.street
        if seat is None or action.__class__ is not Action or not (amount is None or _is_chips(amount)):
            self._refuse(action, amount)
        number = 1 if action is _CALL else 2 if action is _RAISE else 0
        standing = self._play(self._chips, number, -1 if amount is None else amount)
        made, paid, actor, now, _, _, _, _, _, _ = standing
        if made < 0:
            self._refuse(action, amount)
        self._standing = standing
        self.history += (_new(Move, (street, seat, action, made, paid)),)
        if paid:
            self._paid[seat] += paid
            self._bets[seat] += paid
            self._behind[seat] -= paid
        elif not number:
            self.folded = (*self.folded[:seat], True, *self.folded[seat + 1 :])
            self._n_live -= 1
        if actor >= 0 and now == street:
            self.actor = actor
        else:
            self.actor = actor if actor >= 0 else None
            self.street = now
            if self._has_stacks or self._n_live == 1:
                self._look_at_chips()
            else:  # nothing went back
                self._bets = [0] * len(self.folded)
            self._end_street()

    def _end_street(self) -> None:
        """Deal what comes after a street's betting, or end the hand."""
        raise NotImplementedError

    def _take(self, standing: Standing) -> None:
        """Set what stands after the engine has gone on without an action."""
        self._standing = standing
        self.street = standing[3]
        self.actor = standing[2] if standing[2] >= 0 else None
        self._look_at_chips()

    def _look_at_chips(self) -> None:
        """Take the chips of all seats from the engine: bets are collected between streets, and some go back."""
        n_seats = len(self.folded)
        chips = self._chips[_BEHIND : _PAID + n_seats].tolist()
        self._behind = chips[:n_seats]
        self._bets = chips[_BETS - _BEHIND : _BETS - _BEHIND + n_seats]
        self._paid = chips[_PAID - _BEHIND :]

    def _refuse(self, action: object, amount: object) -> NoReturn:
        legal = tuple(each.label for each in self.legal_actions())
        if not isinstance(action, Action):
            message = f"not an action: {action!r} (expected Action.FOLD, Action.CALL or Action.RAISE)"
        elif self.actor is None:
            message = f"nobody can {action.label}: the hand is over"
        else:
            asked = action.label if amount is None else f"{action.label} to {amount}"
            street = self.rules.street_names[self.street]
            message = f"seat {self.actor} cannot {asked} ({street}; legal: {', '.join(self.described_legal())})"
        raise IllegalAction(message, seat=self.actor, action=action, legal=legal)

    def described_legal(self) -> tuple[str, ...]:
        """Return what the actor may do in words, bounds included: ``("fold", "call 100", "raise to 300 … 20000")``."""
        low, high = self.min_raise_to, self.max_raise_to
        bounds = f"{low}" if low == high else f"{low} or {high}" if self.rules.is_limit else f"{low} … {high}"
        words = {
            Action.FOLD: "fold",
            Action.CALL: f"call {self.to_call}" if self.to_call else "check",
            Action.RAISE: f"raise to {bounds}",
        }
        return tuple(words[action] for action in self.legal_actions())


def _is_chips(amount: object) -> bool:
    return amount.__class__ is int and 0 <= amount <= engine.UNLIMITED


def template_of(rules: Rules) -> NDArray[np.int64]:
    """Return the engine's state of a hand by these rules before stacks are set and anything is posted."""
    return _template_of(rules).copy()


@lru_cache(maxsize=256)
def _template_of(rules: Rules) -> NDArray[np.int64]:
    chips = np.zeros(engine.STATE_SIZE, dtype=np.int64)
    n_streets = len(rules.street_names)
    chips[engine.N_SEATS] = chips[engine.N_LIVE] = rules.n_seats
    chips[engine.STRUCTURE] = _STRUCTURES.index(rules.structure)
    chips[engine.N_STREETS] = n_streets
    chips[engine.MAY_FOLD_UNBET] = rules.may_fold_unbet
    chips[engine.NO_CAP_HEADS_UP] = rules.no_cap_heads_up
    chips[engine.ACTOR] = -1
    sizes: tuple[int, ...] = rules.bet_sizes
    caps: tuple[int, ...] = rules.max_raises
    if isinstance(rules, HoldemRules):
        chips[engine.FULL_BLIND] = rules.big_blind if rules.short_blind_is_full else 0
        if not rules.is_limit:
            sizes, caps = (rules.min_bet or rules.big_blind,) * n_streets, (engine.UNLIMITED,) * n_streets
    else:
        chips[engine.BRING_IN] = rules.bring_in
        chips[engine.MAY_COMPLETE] = rules.bring_in_may_complete
    chips[engine.BET_SIZES : engine.BET_SIZES + n_streets] = sizes
    chips[engine.CAPS : engine.CAPS + n_streets] = caps
    return chips


def forced_of(forced: Forced) -> NDArray[np.int64]:
    """Return forced bets as the engine takes them, int64[3, 10]."""
    array = np.zeros((3, engine.MOST_SEATS), dtype=np.int64)
    array[:, : len(forced.blinds)] = forced
    return array


@lru_cache(maxsize=256)
def _usual_forced_of(rules: HoldemRules) -> NDArray[np.int64]:
    return forced_of(rules.forced)


def seated(rules: Rules, stacks: Sequence[int] | None) -> NDArray[np.int64]:
    """Return the engine's state with the seats' stacks, or with chips that do not run out.

    Raises
    ------
    RulesError
        If there is not a positive number of chips for each seat, or none at all where the structure needs them.
    """
    chips = template_of(rules)
    n_seats = rules.n_seats
    if stacks is None:
        if rules.no_cap_heads_up or not rules.is_limit:
            game = "no_cap_heads_up" if rules.is_limit else rules.structure
            raise RulesError(f"{game} without stacks (expected stacks, or two raisers never stop)")
        chips[engine.BEHIND : engine.BEHIND + n_seats] = engine.UNLIMITED
    else:
        if len(stacks) != n_seats or min(stacks) < 1 or max(stacks) > engine.UNLIMITED // 16:
            raise RulesError(f"stacks {tuple(stacks)} (expected {n_seats} positive numbers of chips)")
        chips[engine.HAS_STACKS] = 1
        chips[engine.BEHIND : engine.BEHIND + n_seats] = stacks
    return chips


@lru_cache(maxsize=1024)
def opened(
    rules: HoldemRules, stacks: tuple[int, ...] | None, forced: Forced | None
) -> tuple[NDArray[np.int64], Standing, Any, bool]:
    """Return a hand of hold'em with its forced bets posted, what stands then, the engine that plays on.

    And whether all seats paid the same dead chips.
    """
    if forced is not None:
        forced.check(rules.n_seats)
    chips = seated(rules, stacks)
    standing = engine.start_holdem(chips, _usual_forced_of(rules) if forced is None else forced_of(forced))
    dead = chips[engine.DEAD : engine.DEAD + rules.n_seats]
    return chips, standing, engine.act_holdem.compiled(), bool((dead == dead[0]).all() and not chips[engine.SHORT_DEAD])
