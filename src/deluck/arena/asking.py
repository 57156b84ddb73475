"""Asking players what they do: within a time limit, their answers read, and what is done about those that fail.

A player may answer with an action, its name, or either with an amount; everything else is a fault. An amount is the
raise-to total: the player's own bets of this street once it has raised, in chips.

Where there is a time limit, a player is asked in a thread of its own, and the match does not wait any longer than
agreed. A thread cannot be ended from outside: a call that is out of time is left to itself, its late answer is thrown
away, and until it returns the player is not asked again, each further decision counting as a time-out at once. So a
player is never called twice at the same time, and one that hangs for good checks and folds to the end of the match. The
threads are daemons: they do not stop the program from ending.
"""

import queue
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from deluck.arena.entrants import Act, Entrant
from deluck.arena.faults import (
    Elsewhere,
    Fault,
    FaultKind,
    OnFault,
    OutOfTime,
    check_or_fold,
    describe_answer,
    describe_error,
)
from deluck.errors import INTERRUPTS, PlayerFault
from deluck.games import Action, GameState, HandSummary, IllegalAction, View

_WORDS = re.compile(r"(fold|check|call|bet|raise|all[ -]?in)(?: (?:to )?([0-9]+))?")
_ACTIONS = {
    "fold": Action.FOLD,
    "check": Action.CALL,
    "call": Action.CALL,
    "bet": Action.RAISE,
    "raise": Action.RAISE,
}


class Answer(NamedTuple):
    """A legal answer: the action, and the raise-to total where the game leaves a choice, else None."""

    action: Action
    amount: int | None = None


def read_answer(answer: Any, view: View) -> Answer | str:
    """Return a player's answer as an action with its amount, or, if it is not legal, what is wrong with it.

    An answer is an `Action`, its name (``"fold"``, ``"check"``, ``"call"``, ``"bet"``, ``"raise"``, ``"all-in"``, in
    upper or lower case), a name with an amount (``"raise 6"``, ``"raise to 6"``) or a pair of action or name and
    amount. ``"check"`` is not legal where there is something to call; ``"call"`` is a check where there is nothing. In
    fixed-limit games an amount that is given must be the one raise there is.
    """
    if type(answer) is Action:  # nearly always
        return Answer(answer) if answer in view.legal_actions else describe_answer(answer, view)
    found = _read_pair(answer) if isinstance(answer, tuple | list) else _read_words(answer)
    if found is None:
        return describe_answer(answer, view)
    word, amount = found
    legal = _all_in(view) if word == "all-in" else _legal(word, amount, view)
    return legal if legal is not None else _illegal(answer, view)


def _read_pair(answer: Any) -> tuple[str, int | None] | None:
    """Return the word and the amount of a pair such as ``(Action.RAISE, 300)``, or None if it is not one."""
    if len(answer) != 2:
        return None
    first, given = answer
    amount = _whole(given)
    found = (first.label, None) if type(first) is Action else _read_words(first)
    if found is None or found[1] is not None or (amount is None and given is not None):
        return None
    return found[0], amount


def _read_words(answer: Any) -> tuple[str, int | None] | None:
    """Return the word and the amount of a text such as ``raise to 300``, or None if it is not one."""
    if not isinstance(answer, str):
        return None
    found = _WORDS.fullmatch(" ".join(answer.lower().split()))
    if found is None:
        return None
    word = "all-in" if found[1].startswith("all") else found[1]
    return word, None if found[2] is None else int(found[2])


def _whole(amount: Any) -> int | None:
    """Return a whole number of chips as an int: of Python, of numpy, or a float without decimals; else None."""
    if isinstance(amount, bool) or not isinstance(amount, Real):
        return None
    chips = float(amount)
    return int(chips) if chips.is_integer() else None


def _legal(word: str, amount: int | None, view: View) -> Answer | None:
    action = _ACTIONS[word]
    if action not in view.legal_actions or (word == "check" and view.to_call):
        return None
    if action is not Action.RAISE:
        return Answer(action) if not amount else None
    low, high = view.min_raise_to, view.max_raise_to
    if amount is not None and amount not in (low, high) and (view.rules.is_limit or not low < amount < high):
        return None
    return Answer(action, amount if low < high else None)


def _all_in(view: View) -> Answer | None:
    """Return the action that puts a seat's whole stack in: a call if that takes all of it, else a raise."""
    if view.stacks is None:
        return None
    behind = view.stacks[view.seat]
    if 0 < behind <= view.to_call:
        return Answer(Action.CALL)
    if not 0 < view.bets[view.seat] + behind <= view.max_raise_to:
        return None
    return Answer(Action.RAISE, view.max_raise_to)


def _illegal(answer: Any, view: View) -> str:
    """Return an answer that could be read and is not legal, with what was."""
    words = describe_answer(answer, view)
    low, high = view.min_raise_to, view.max_raise_to
    if low:
        words = words[:-1] + (f" to {low})" if low == high else f" to {low} to {high})")
    if view.to_call and Action.CALL in view.legal_actions:
        words = words[:-1] + f"; {view.to_call} to call)"
    return words


class Seats(NamedTuple):
    """Who sits where, with all that is looked up for each hand by seat."""

    by_player: Callable[[Sequence[Any]], tuple[Any, ...]]
    """Takes values in the order of the seats, returns them in the order of the players."""
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
            except INTERRUPTS:
                raise
            except BaseException as error:
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

    def show(self, hand_over: Callable[[HandSummary], None], summary: HandSummary, name: str, hand: int) -> None:
        """Show a player that learns a finished hand."""
        try:
            hand_over(summary)
        except INTERRUPTS:
            raise
        except BaseException as error:
            self._note(hand, name, error, "hand_over: ")

    def _read(self, answer: object, view: View, hand: int, name: str) -> Answer:
        """Return what an answer that is not plainly an action means, or the action made for a player that failed."""
        try:
            found = read_answer(answer, view)
        except INTERRUPTS:
            raise
        except BaseException as error:  # of an object that does not let itself be looked at
            return Answer(self._failed(view, hand, name, error))
        if isinstance(found, Answer):
            return found
        fault = Fault(hand, name, FaultKind.ILLEGAL, found)
        if self._on_fault is not OnFault.GO_ON:
            raise PlayerFault(f"the match stopped at a fault: {fault}")
        self.faults.append(fault)
        return Answer(check_or_fold(view))

    def _failed(self, view: View, hand: int, name: str, error: BaseException) -> Action:
        self._note(hand, name, error)
        return check_or_fold(view)

    def _note(self, hand: int, name: str, error: BaseException, where: str = "") -> None:
        """Count a fault, or raise it."""
        is_late = isinstance(error, OutOfTime)
        is_here = isinstance(error, Exception) and not isinstance(error, OutOfTime | Elsewhere)
        if self._on_fault is OnFault.RAISE and is_here:
            error.add_note(f"raised by the player {name} in hand {hand}")
            raise error
        words = str(error) if is_late else describe_error(error)
        fault = Fault(hand, name, FaultKind.TIMEOUT if is_late else FaultKind.ERROR, where + words)
        if self._on_fault is not OnFault.GO_ON:
            raise PlayerFault(f"the match stopped at a fault: {fault}") from (None if is_late else error)
        self.faults.append(fault)


_Answer = tuple[int, Any, BaseException | None]


class TimedPlayer:
    """Asks a player with a limit in seconds for each call."""

    def __init__(self, entrant: Entrant, seconds: float) -> None:
        self._entrant = entrant
        self._seconds = seconds
        self._calls: queue.SimpleQueue[tuple[int, Callable[[], Any]]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[_Answer] = queue.SimpleQueue()
        self._asked = 0  # how many calls were made
        self._answered = 0  # how many of them have returned
        threading.Thread(target=self._work, name=f"player {entrant.name}", daemon=True).start()

    def entrant(self) -> Entrant:
        """Return the entrant, asked with the limit."""
        learns = self._entrant.hand_over is not None
        return replace(self._entrant, act=self._act, hand_over=self._hand_over if learns else None)

    def _act(self, view: View, rng: np.random.Generator) -> Action:
        answer: Action = self._ask(lambda: self._entrant.act(view, rng))
        return answer

    def _hand_over(self, summary: HandSummary) -> None:
        hand_over = self._entrant.hand_over
        assert hand_over is not None
        self._ask(lambda: hand_over(summary))

    def _ask(self, call: Callable[[], Any]) -> Any:
        while self._answered < self._asked:  # a late answer may have come since
            try:
                number, _, _ = self._answers.get_nowait()
            except queue.Empty:
                raise OutOfTime("still busy with an earlier call that ran out of time") from None
            self._answered = number
        self._asked += 1
        self._calls.put((self._asked, call))
        try:
            self._answered, answer, error = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            raise OutOfTime(f"no answer within {self._seconds:g} s") from None
        if error is not None:
            raise error
        return answer

    def _work(self) -> None:
        while True:
            number, call = self._calls.get()
            try:
                self._answers.put((number, call(), None))
            except BaseException as error:  # an interrupt too is the match's to handle
                self._answers.put((number, None, error))
