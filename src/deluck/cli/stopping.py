"""Matches that the user stops: one sentence on how far they came and how to go on."""

from collections.abc import Iterator
from contextlib import contextmanager

from deluck.errors import DeluckError


class Stopped(DeluckError):  # noqa: N818 - the user's own doing, not an error
    """The user stopped a command, said with what was done by then."""


@contextmanager
def stoppable(*, is_stored: bool) -> Iterator[None]:
    """Turn the interrupt of a match into `Stopped`, with how many games were finished and whether they are stored."""
    from deluck.arena import MatchStopped

    try:
        yield
    except MatchStopped as stop:
        rest = "run the same command again to go on" if is_stored else "nothing was stored (-o stores the games)"
        raise Stopped(f"{stop}; {rest}") from None
