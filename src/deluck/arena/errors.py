"""The errors of the arena: a match that cannot be played, a player's fault that ends one, a log of another match."""

from deluck.errors import DeluckError


class ArenaError(DeluckError, ValueError):
    """A match that cannot be played as asked, said with the value and what was expected."""


class PlayerFault(ArenaError):  # noqa: N818 - the name says what it is
    """A player failed and the match was to stop at that."""


class LogError(ArenaError):
    """A log that is not of this match, or was changed."""
