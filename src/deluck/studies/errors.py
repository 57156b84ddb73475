"""The error of the studies: one that does not exist, or cannot be run as asked."""

from deluck.errors import DeluckError


class StudyError(DeluckError, ValueError):
    """A study that there is not, or a size it cannot be run at; the message says what is expected."""
