"""Reading one hand so that nothing it holds can stop the reading of the others."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from deluck.errors import DeluckError, FormatError

T = TypeVar("T")
P = ParamSpec("P")


def attempt(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T | FormatError:
    """Return what a function makes of a hand, or why it could not, whatever it raised."""
    try:
        return function(*arguments, **options)
    except FormatError as error:
        error.__context__ = error.__cause__ = None
        return error.with_traceback(None)  # which would hold all that was made of the hand
    except DeluckError as error:
        return FormatError(str(error))
    except Exception as error:  # whatever it is, the other hands are read
        return unforeseen(error)


def unforeseen(error: Exception) -> FormatError:
    """Return the rejection of a hand whose reading raised what nobody thought of."""
    reason = " ".join(str(error).split()) or "no reason given"
    return FormatError(f"reading it failed with {type(error).__name__}: {reason[:200]} (expected a hand)")
