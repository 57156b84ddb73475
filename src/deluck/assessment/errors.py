"""The errors of assessing."""

from deluck.errors import DeluckError


class AssessmentError(DeluckError, ValueError):
    """A log or a wish from which no assessment can be made."""
