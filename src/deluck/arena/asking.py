"""Asking players what they do, hand by hand, and what is done about those that fail."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from deluck.arena import seating
from deluck.arena.answers import Answer, read_answer
from deluck.arena.entrants import Act
from deluck.arena.faults import Fault, FaultKind, OnFault, OutOfTime, check_or_fold, describe_error
from deluck.errors import PlayerFault
from deluck.games import Action, GameState, HandSummary, IllegalAction, View


class Seats(NamedTuple):
    """Who sits where, with all that is looked up for each hand by seat."""

    players: seating.Seating
    seat_of: tuple[int, ...]
    names: tuple[str, ...]
    acts: list[Act]
    rngs: list[np.random.Generator]
    learners: list[tuple[int, Callable[[HandSummary], None]]]


class Asking:
    """Asks the players of a table and collects their faults.

    Attributes
    ----------
    faults
        The faults of the hand being played; whoever finishes the hand takes them away.
    """

    __slots__ = ("_on_fault", "faults")

    def __init__(self, on_fault: OnFault) -> None:
        self._on_fault = on_fault
        self.faults: list[Fault] = []

    def play(self, state: GameState, seats: Seats, hand: int) -> None:
        """Play a hand to its end."""
        acts, rngs = seats.acts, seats.rngs
        view_of, act = state.view, state.act
        while (seat := state.actor) is not None:
            view = view_of()
            try:
                answer = acts[seat](view, rngs[seat])
            except Exception as error:
                act(self._failed(view, hand, seats.names[seat], error))
                continue
            try:  # the engine says what is legal, and has not gone on where it refuses
                if type(answer) is Action:
                    act(answer)
                    continue
                if type(answer) is tuple and len(answer) == 2 and type(answer[0]) is Action and type(answer[1]) is int:
                    act(*answer)
                    continue
            except IllegalAction:
                pass
            act(*self._read(answer, view, hand, seats.names[seat]))

    def tell(self, hand_over: Callable[[HandSummary], None], summary: HandSummary, name: str, hand: int) -> None:
        """Show a player that learns a finished hand."""
        try:
            hand_over(summary)
        except Exception as error:
            self._note(hand, name, error, "hand_over: ")

    def _read(self, answer: object, view: View, hand: int, name: str) -> Answer:
        """Return what an answer that is not plainly an action means, or the action made for a player that failed."""
        found = read_answer(answer, view)
        if isinstance(found, Answer):
            return found
        fault = Fault(hand, name, FaultKind.ILLEGAL, found)
        if self._on_fault is not OnFault.GO_ON:
            raise PlayerFault(f"the match stopped at a fault: {fault}")
        self.faults.append(fault)
        return Answer(check_or_fold(view))

    def _failed(self, view: View, hand: int, name: str, error: Exception) -> Action:
        self._note(hand, name, error)
        return check_or_fold(view)

    def _note(self, hand: int, name: str, error: Exception, where: str = "") -> None:
        """Count a fault, or raise it."""
        is_late = isinstance(error, OutOfTime)
        if self._on_fault is OnFault.RAISE and not is_late:
            error.add_note(f"raised by the player {name} in hand {hand}")
            raise error
        words = str(error) if is_late else describe_error(error)
        fault = Fault(hand, name, FaultKind.TIMEOUT if is_late else FaultKind.ERROR, where + words)
        if self._on_fault is not OnFault.GO_ON:
            raise PlayerFault(f"the match stopped at a fault: {fault}") from (None if is_late else error)
        self.faults.append(fault)
