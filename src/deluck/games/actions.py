"""What can be done in poker, by whom and where: actions, moves, streets, positions, and their names."""

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from deluck.cards import BOARD_SIZES

__all__ = [
    "BOARD_SIZES",
    "STREET_NAMES",
    "STUD_STREET_NAMES",
    "Action",
    "Move",
    "name_action",
    "position_names",
]


class Action(IntEnum):
    """What a seat can do; the numbers index a triple of probabilities.

    A check is a CALL with nothing to call. A bet and a completion are a RAISE. In stud the bring-in seat's first
    decision is CALL to post the bring-in or RAISE to complete.
    """

    FOLD = 0
    CALL = 1
    RAISE = 2

    @property
    def label(self) -> str:
        """The name in lower case: ``fold``."""
        return self.name.lower()


class Move(NamedTuple):
    """One decision of a hand, as everybody at the table saw it."""

    street: int
    """The street's number, 0 for the first."""
    seat: int
    action: Action
    amount: int
    """The seat's bet on this street after a raise (the raise-to total); 0 for a fold, a check or a call."""
    paid: int
    """The chips this move put in: 0 for a fold or a check."""


STREET_NAMES = ("preflop", "flop", "turn", "river")
"""The streets of hold'em."""
STUD_STREET_NAMES = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")
ACTION_LETTERS = {"fold": "f", "check": "k", "call": "c", "bet": "b", "raise": "r"}
"""Actions in short."""
_LATE = ("LJ", "HJ", "CO")


def name_action(action: Action, *, to_call: int, n_raises: int, street: int, all_in: bool = False) -> str:
    """Return what players call an action: ``fold``, ``check``, ``call``, ``bet``, ``raise`` or ``all-in``.

    Parameters
    ----------
    action
        The action.
    to_call
        The chips a call would have put in.
    n_raises
        The bets and raises made before it on this street.
    street
        The street's number; before the flop the blinds are bets, so that nobody "bets" there.
    all_in
        Whether the seat has no chips left after it.
    """
    if action is Action.FOLD:
        return "fold"
    if action is Action.CALL:
        return "check" if to_call == 0 else "call"
    if all_in:
        return "all-in"
    return "bet" if street and not n_raises else "raise"


@cache
def position_names(n_seats: int) -> tuple[str, ...]:
    """Return the names of the positions of hold'em, seat 0 first: ``("SB", "BB", "UTG", "HJ", "CO", "BTN")``.

    Heads-up the button posts the small blind: ``("BB", "BTN")``.
    """
    if n_seats == 2:
        return ("BB", "BTN")
    n_between = n_seats - 3
    if n_between == 1:
        return ("SB", "BB", "CO", "BTN")
    n_late = min(len(_LATE), max(n_between - 1, 0))
    n_early = n_between - n_late
    early = tuple(f"UTG+{step}" if step else "UTG" for step in range(n_early))
    return ("SB", "BB", *early, *_LATE[len(_LATE) - n_late :], "BTN")
