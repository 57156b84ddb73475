"""A table: the players and the game of a match, and who sits where."""

from dataclasses import dataclass

from deluck.arena import seating
from deluck.arena.entrants import Entrant
from deluck.arena.faults import OnFault
from deluck.arena.log_text import LogFormat
from deluck.arena.stakes import TableGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All that decides what happens in a match; it can be sent to another process.

    Attributes
    ----------
    entrants
        The players, one a seat.
    game
        The game, its stakes for as many seats.
    seed
        What decks and players' generators are made from.
    duplicate
        Whether each deal is replayed from every seat.
    on_fault
        What to do when a player fails.
    log_as
        The format of the log text, or None to make none.
    first_stream
        The number of the first player's generator, the others' following; tournaments give each line-up its own.
    """

    entrants: tuple[Entrant, ...]
    game: TableGame
    seed: int
    duplicate: bool
    on_fault: OnFault = OnFault.GO_ON
    log_as: LogFormat | None = None
    first_stream: int = 0

    @property
    def n_seats(self) -> int:
        """How many play."""
        return len(self.entrants)

    @property
    def games_per_deal(self) -> int:
        """How often a deal is played."""
        return self.n_seats if self.duplicate else 1

    @property
    def learners(self) -> tuple[str, ...]:
        """The names of the players that learn from hand to hand."""
        return tuple(entrant.name for entrant in self.entrants if entrant.hand_over is not None)

    def all_seatings(self) -> tuple[seating.Seating, ...]:
        """Return every way the players may come to sit."""
        return seating.duplicate(self.n_seats) if self.duplicate else seating.rotation(self.n_seats)
