"""The error of beliefs: a number or a table that no belief can be made of."""

from deluck.errors import DeluckError


class BeliefError(DeluckError, ValueError):
    """A belief that cannot be; the message says what was expected."""
