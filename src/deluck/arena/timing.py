"""Time limits: a player is asked in a thread of its own, and the match does not wait for it any longer than agreed.

A thread cannot be ended from outside. A call that is out of time is left to itself, its late answer is thrown away,
and until it returns the player is not asked again: each further decision counts as a time-out at once. So a player is
never called twice at the same time, and one that hangs for good checks and folds to the end of the match. The threads
are daemons: they do not keep the program from ending.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from deluck.arena.entrants import Entrant
from deluck.arena.faults import OutOfTime
from deluck.games import Action, HandSummary, View

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
