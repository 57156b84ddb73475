"""A site's tables: which line is taken in by which method, looked up by the first word of a text."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from deluck.cards import Card
from deluck.formats.histories.story import Seat, Story, Sum

Rule = tuple[str, str, Any]
"""What a line looks like, the method of the site that takes it in, and what is passed to it besides.

A method that returns False has not taken the line in, so that the other rules are tried.
"""


WORDS = r"(?:[A-Za-z+&' -]+ )?"
"""What may stand between ``posts`` and an amount, where the amount says what was posted."""

Groups = dict[str, Any]
"""What the groups of a pattern fit, by their names; None of those that are not there."""


class Said(NamedTuple):
    """What a line says, as a table found it."""

    story: Story
    name: str
    """The player whose name the line starts with, or nothing."""
    found: Groups
    what: Any
    """The last part of the table's rule."""
    text: str
    """The line, or what stands behind the name."""

    def amount(self) -> int:
        """Return the chips that the line names."""
        return self.story.header.money.parse(self.found["amount"])

    def sum(self) -> Sum:
        """Return the chips that the line gives to the player."""
        return Sum(self.story.line, self.name, self.amount())


Act = tuple[bool, str, int, int | None, bool]
"""Whether it is a post, its verb, amount and total, and whether it is all-in, as `Move` has them."""


PASSED: Act = (False, "", 0, None, False)
"""What says nothing about the play."""


class Ending(NamedTuple):
    """What the summary says became of a seat."""

    number: int
    name: str
    shown: tuple[tuple[Card, ...], ...] = ()
    won: tuple[int, ...] = ()
    folded: bool = False
    apart: tuple[int, ...] = ()
    """What the player got (or paid, if negative) outside the pots."""


K = TypeVar("K")
V = TypeVar("V")


class Texts:
    """What texts say whose amounts are of one money: hands repeat most of their lines."""

    __slots__ = ("acts", "endings", "seats")

    def __init__(self) -> None:
        self.acts: dict[str, Act | None] = {}
        """Posts and decisions by what stands after the name, `PASSED` of what says nothing; None of all else."""
        self.endings: dict[str, Ending] = {}
        """Seats of the summary, by their lines."""
        self.seats: dict[str, Seat] = {}
        """Plain seats by their lines: who did not play keeps the stack."""

    @staticmethod
    def remember(known: dict[K, V], text: K, value: V) -> None:
        """Note what a text says."""
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[text] = value


_Take = Callable[[Said], bool | None]
_MOST_KNOWN = 1 << 13


class Table:
    """Rules by the first word of what they fit, and the texts that came before with the rule that fits them."""

    def __init__(self) -> None:
        self.rules: dict[str, list[tuple[Callable[[str], re.Match[str] | None], _Take, Any]]] = {}
        self.known: dict[str, tuple[_Take, Groups, Any] | None] = {}

    def look_up(self, text: str, word: str) -> tuple[_Take, Groups, Any] | None:
        """Return the first rule that fits a text; hands repeat most of their lines."""
        known = next(self.fitting(text, word), None)
        Texts.remember(self.known, text, known)
        return known

    def fitting(self, text: str, word: str) -> Iterator[tuple[_Take, Groups, Any]]:
        """Yield the rules that fit a text, in their order."""
        for fits, take, argument in self.rules.get(word, ()):
            found = fits(text)
            if found is not None:
                yield take, found.groupdict(), argument
