"""What a player may answer: an action, its name, or either with an amount; everything else is a fault.

An amount is the raise-to total: what the player's own bets of this street come to once it has raised, in chips.
"""

import re
from numbers import Real
from typing import Any, NamedTuple

from deluck.arena.faults import describe_answer
from deluck.games import Action, View

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
