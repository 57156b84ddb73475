"""The chips and the turn of a hand, for players: its node in the tree of the betting, and how it moves on."""

from typing import ClassVar, NoReturn

from deluck.compiling import Kernel
from deluck.errors import IllegalAction
from deluck.games import betting_kernels as engine
from deluck.games.actions import Action, Move
from deluck.games.betting_tree import BettingNode
from deluck.games.pots import Pot
from deluck.games.rules import Rules

_new = tuple.__new__


class Betting:
    """The chips and the turn of a hand; `GameState` adds the cards and describes the attributes."""

    __slots__ = ("_node", "actor", "rules")

    rules: Rules
    actor: int | None
    _node: BettingNode
    _engine: ClassVar[Kernel]  # plays an action

    @property
    def street(self) -> int:
        """The street's number, 0 for the first."""
        return self._node.street

    @property
    def folded(self) -> tuple[bool, ...]:
        """Whether each seat has folded."""
        return self._node.folded

    @property
    def history(self) -> tuple[Move, ...]:
        """Every move so far."""
        return self._node.history

    @property
    def to_call(self) -> int:
        """The chips a CALL of the actor would put in: 0 for a check."""
        return self._node.to_call

    @property
    def pot(self) -> int:
        """All chips put in, less what went back uncalled."""
        return self._node.pot

    @property
    def n_raises(self) -> int:
        """The bets and raises made on this street."""
        return self._node.n_raises

    @property
    def contributions(self) -> tuple[int, ...]:
        """The chips each seat has put in, less what went back uncalled."""
        return self._node.contributions

    @property
    def bets(self) -> tuple[int, ...]:
        """The chips each seat has put in on this street as bets: blinds and live posts are among them, antes not."""
        return self._node.bets

    @property
    def waiting(self) -> tuple[bool, ...]:
        """Whether each seat is still to act on this street if nobody raises any more, the actor included."""
        waiting = int(self._node.chips[engine.WAITING])
        return tuple([waiting >> seat & 1 == 1 for seat in range(len(self.folded))])

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips each seat has behind (before the pot is paid out), or None where stacks are unlimited."""
        return self._node.stacks

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots as they stand."""
        return self._node.pots

    @property
    def min_raise_to(self) -> int:
        """The smallest bet that a raise of the actor may make on this street; 0 if it may not raise."""
        return self._node.min_raise_to

    @property
    def max_raise_to(self) -> int:
        """The largest bet that a raise of the actor may make on this street; 0 if it may not raise."""
        return self._node.max_raise_to

    @property
    def has_choice(self) -> bool:
        """Whether a raise of the actor may make more than one bet, so that an amount goes with it."""
        return self.min_raise_to < self.max_raise_to

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the actor may do, in the order fold, call, raise; empty when the hand is over."""
        return self._node.legal_actions

    def can_act(self, action: Action, amount: int | None = None) -> bool:
        """Return whether the actor may take this action, with this amount; a number that equals an action is none."""
        if action not in self.legal_actions() or action.__class__ is not Action:
            return False
        if amount is None:
            return True
        low, high = self.min_raise_to, self.max_raise_to
        return action is Action.RAISE and (amount in (low, high) or (not self.rules.is_limit and low < amount < high))

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
        node, after = self._node, None
        if action.__class__ is Action and (amount is None or amount.__class__ is int):  # 1.0 and True equal 1
            after = node.after.get((action, amount))
        if after is None:
            after = self._apply(action, amount)
        self._node = after
        self.actor = after.actor
        if after.actor is None or after.street != node.street:
            self._end_street()

    def _end_street(self) -> None:
        """Deal what comes after a street's betting, or end the hand."""
        raise NotImplementedError

    def _apply(self, action: Action, amount: int | None) -> BettingNode:
        """Return the node after an action, by the engine, and store it."""
        node, seat = self._node, self.actor
        if seat is None or action.__class__ is not Action or not (amount is None or _is_chips(amount)):
            self._refuse(action, amount)
        chips = node.chips.copy()
        standing = self._engine.compiled()(chips, int(action), engine.NO_AMOUNT if amount is None else amount)
        made, paid, actor, street, _, _, _, _, _, _ = standing
        if made < 0:
            self._refuse(action, amount)
        folded = node.folded
        if action is Action.FOLD:
            folded = (*folded[:seat], True, *folded[seat + 1 :])
        by_seat = None
        if not paid and actor >= 0 and street == node.street:  # nothing was put in or collected
            by_seat = node.stacks, node.contributions, node.bets
        move: Move = _new(Move, (node.street, seat, action, made, paid))  # the constructor would only add a call
        after = BettingNode(chips, standing, (*node.history, move), folded, by_seat)
        node.store((action, amount), after)
        return after

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
