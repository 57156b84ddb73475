"""The three actions of limit poker, and a move: who did what, on which street, for how many chips."""

from enum import IntEnum
from typing import NamedTuple


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
    """The chips this move put in: 0 for a fold or a check."""
