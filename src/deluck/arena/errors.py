"""What ends a match early: one that cannot be played, a player's fault, a log of another match, an interrupt."""

from deluck.errors import DeluckError


class ArenaError(DeluckError, ValueError):
    """A match that cannot be played as asked, said with the value and what was expected."""


class PlayerFault(ArenaError):  # noqa: N818 - the name says what it is
    """A player failed and the match was to stop at that."""


class LogError(ArenaError):
    """A log that is not of this match, or was changed."""


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
