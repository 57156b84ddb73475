"""The errors a caller can meet. Each message carries the value and what was expected."""


class DeluckError(Exception):
    """Anything deluck refuses to do, said in one sentence that names the input."""


class CardError(DeluckError, ValueError):
    """Text or numbers that are not cards, or a card that appears twice."""


class RangeError(DeluckError, ValueError):
    """Text that is not a range of holdings, or a range with nothing in it."""


class DealError(DeluckError, ValueError):
    """Cards that cannot lie on one table together: a board of two cards, holdings that always collide."""


class TableError(DeluckError):
    """A table that cannot be built, stored or read."""


class RecordError(DeluckError, ValueError):
    """A record of a hand that does not follow the rules it says it was played by."""


class FormatError(DeluckError, ValueError):
    """A text that is not what its format says; the message names file, line and hand where they are known."""
