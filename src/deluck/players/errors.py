"""The error of the players: a name, an option or a value that makes no player."""

from deluck.errors import DeluckError


class PlayerError(DeluckError, ValueError):
    """A player that does not exist or cannot be made as asked; the message lists what there is."""
