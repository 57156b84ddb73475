"""The errors a caller can meet. Each message carries the value and what was expected."""


class DeluckError(Exception):
    """Anything deluck refuses to do, said in one sentence that names the input."""


class CardError(DeluckError, ValueError):
    """Text or numbers that are not cards, or a card that appears twice."""


class RangeError(DeluckError, ValueError):
    """Text that is not a range of holdings, or a range with nothing in it."""


class DealError(DeluckError, ValueError):
    """Cards that cannot lie on one table together: a board of two cards, holdings that always collide."""


class FileError(DeluckError):
    """A file that cannot be written, or one of the user's that must not be replaced."""


class ParallelError(DeluckError, RuntimeError):
    """Work that cannot be shared out: a number of jobs, a process that was ended, a cluster that does not answer."""


class TableError(DeluckError):
    """A table that cannot be built, stored or read."""


class RecordError(DeluckError, ValueError):
    """A record of a hand that does not follow the rules it says it was played by."""


class FormatError(DeluckError, ValueError):
    """A text that is not what its format says; the message names file, line and hand where they are known."""


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


class EstimatorError(DeluckError, ValueError):
    """An estimator that there is none of, or a number asked of hands that do not have it."""


class BeliefError(DeluckError, ValueError):
    """A belief that cannot be; the message says what was expected."""


class PlayerError(DeluckError, ValueError):
    """A player that does not exist or cannot be made as asked; the message lists what there is."""


class StrengthError(DeluckError, ValueError):
    """A best response that cannot be computed."""


class ValuesError(DeluckError):
    """Values that cannot be stored or read, or were computed otherwise."""


class AssessmentError(DeluckError, ValueError):
    """A log or a wish from which no assessment can be made."""


class FigureError(DeluckError, ValueError):
    """A chart that there is not, or a file that no figure can be drawn to."""


class ArenaError(DeluckError, ValueError):
    """A match that cannot be played as asked, said with the value and what was expected."""


class PlayerFault(ArenaError):  # noqa: N818 - the name says what it is
    """A player failed and the match was to stop at that."""


class LogError(ArenaError):
    """A log that is not of this match, or was changed."""


class Terminated(SystemExit):
    """The program was asked to end by SIGTERM."""


INTERRUPTS = (KeyboardInterrupt, Terminated)
"""What a player can be interrupted by. Whatever else leaves its code, `sys.exit` included, is its own doing."""


class MatchStopped(KeyboardInterrupt):
    """A match was interrupted; every finished game is in its log, if it has one.

    Attributes
    ----------
    n_games
        The games that were finished, those of earlier runs included.
    is_logged
        Whether they are on disk, so that the same match goes on from there.
    """

    def __init__(self, n_games: int, *, is_logged: bool) -> None:
        super().__init__(n_games)
        self.n_games = n_games
        self.is_logged = is_logged

    def __str__(self) -> str:
        games = "1 game" if self.n_games == 1 else f"{self.n_games:,} games"
        return f"stopped after {games}"


class StudyError(DeluckError, ValueError):
    """A study that there is not, or a size it cannot be run at; the message says what is expected."""


class StudyDataError(StudyError):
    """A study whose data, which are not part of the package, are not there."""


class BaselineError(DeluckError, ValueError):
    """Settings, a node of a round or a pot that the baseline cannot play."""
