"""Hands with nothing unusual, seated but not played: for the engine to judge many of them at once.

Most hands are such. What the text says of them goes straight to columns (`plain_columns`), where amounts are compared
with each other and with what is said of the pots; whether the right seat acted, whether a raise was large enough and
whether the best hand was paid is asked of a whole batch then (`deluck.formats.checking`). A hand that is in any way
unusual is left to `replaying`, which is the judge of every hand that a batch does not find valid.
"""

from itertools import chain
from typing import NamedTuple

from deluck.errors import DeluckError
from deluck.formats.histories.posts import first_seating
from deluck.formats.histories.story import Story
from deluck.games import Forced, HoldemRules

_new = tuple.__new__  # the constructor of a named tuple would only add a call


class PlainHand(NamedTuple):
    """A hand of hold'em as parsed, with one board, and who sat where in it."""

    story: Story
    index_of: dict[str, int]
    """The seats by name, in order of position."""
    stacks: tuple[int, ...]
    rules: HoldemRules
    forced: Forced
    is_usual: bool
    """Whether the forced bets are those of the rules."""
    takes_uncalled: bool
    """Whether the site counts a bet that nobody called among what its player collected."""

    @property
    def game(self) -> str:
        """The game's short name."""
        return self.rules.game


def plain_hand(story: Story, *, takes_uncalled: bool = False) -> PlainHand | None:
    """Return a hand of hold'em that is not played yet, None of one that needs a closer look.

    Parameters
    ----------
    story, takes_uncalled
        As `deluck.formats.histories.replaying.record_of` has them.
    """
    if story.header.game != "holdem" or not story.has_streets or story.sat_out or story.boards[1:]:
        return None
    known = [*story.boards[0], *chain.from_iterable(story.cards.values())]
    if len(set(known)) < len(known) or None in known:
        return None
    try:
        seating = first_seating(story)
    except DeluckError:
        return None  # `replaying` says why
    if seating is None:
        return None
    return _new(PlainHand, (story, *seating, takes_uncalled))
