"""The errors of the games: settings that make no game, actions out of order, cards nobody knows."""

from deluck.errors import DeluckError


class RulesError(DeluckError, ValueError):
    """Settings, stacks or cards that make no game, said with the value and what was expected."""


class IllegalAction(DeluckError, ValueError):  # noqa: N818 - the name says what it is
    """An action that the rules do not allow here.

    Attributes
    ----------
    seat
        Who was to act, or None when nobody was.
    action
        What was asked for.
    legal
        The names of what was allowed, empty when the hand is over.
    """

    def __init__(self, message: str, *, seat: int | None, action: object, legal: tuple[str, ...]) -> None:
        super().__init__(message)
        self.seat = seat
        self.action = action
        self.legal = legal


class UnknownCards(DeluckError, ValueError):  # noqa: N818 - the name says what it is
    """Something was asked that depends on cards the record does not have."""
