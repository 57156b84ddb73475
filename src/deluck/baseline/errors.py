"""The errors of the baseline."""

from deluck.errors import DeluckError


class BaselineError(DeluckError, ValueError):
    """Settings, a node of a round or a pot that the baseline cannot play."""
