"""The errors of the estimators."""

from deluck.errors import DeluckError


class EstimatorError(DeluckError, ValueError):
    """An estimator that there is none of, or a number asked of hands that do not have it."""
