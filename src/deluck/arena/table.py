"""A table: the players and the game of a match, who sits where, and who plays whom.

The button goes round in an ordinary match; a duplicate plays every deal from all seats. A tournament fills seats that
are left with copies, and plays in line-ups where there are more players than seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

from deluck.arena.entrants import Entrant
from deluck.arena.faults import OnFault
from deluck.arena.log_text import LogFormat
from deluck.arena.stakes import TableGame

Seating = tuple[int, ...]  # the player in each seat


@cache
def rotating_seatings(n_seats: int) -> tuple[Seating, ...]:
    """Return the seatings of n hands in a row: everybody moves down one seat each hand, so the button goes round."""
    return tuple(tuple((seat + hand) % n_seats for seat in range(n_seats)) for hand in range(n_seats))


@cache
def duplicate_seatings(n_seats: int) -> tuple[Seating, ...]:
    """Return the n seatings of a deal's replays: each player is in each seat, so holds each set of cards, once.

    Where n + 1 is prime (2, 4, 6, 10 seats), player i = 1 … n sits in seat i·k mod (n + 1) of replay k = 1 … n, seats
    numbered from 1. Two players are then (i - j)·k mod (n + 1) apart, something else in every replay, so nobody
    always acts behind the same opponent. For other numbers of seats the players are only moved round.

    References
    ----------
    Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", on
    duplicate tournaments.
    """
    modulus = n_seats + 1
    if not _is_prime(modulus):
        return rotating_seatings(n_seats)
    seatings = []
    for replay in range(1, modulus):
        seat_of = [player * replay % modulus - 1 for player in range(1, modulus)]
        seatings.append(tuple(seat_of.index(seat) for seat in range(n_seats)))
    return tuple(seatings)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


MOST_LINEUPS = 120  # all tables of three from ten, all pairs of sixteen


def fill_seats(entries: Sequence[int], n_seats: int) -> tuple[int, ...]:
    """Return the entries, copied in turn until every seat is taken; as they are if there are enough."""
    missing = max(0, n_seats - len(entries))
    return (*entries, *(entries[copy % len(entries)] for copy in range(missing)))


def lineups(n_players: int, n_seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the line-ups of a tournament, each as the players that sit down together.

    All choices of players for the seats, if they are no more than `MOST_LINEUPS`. Otherwise as many line-ups as there
    are players, each of players that follow one another in the list, the first following the last: everybody plays
    equally often, but not against everybody.
    """
    if comb(n_players, n_seats) <= MOST_LINEUPS:
        return tuple(combinations(range(n_players), n_seats))
    return tuple(tuple((first + step) % n_players for step in range(n_seats)) for first in range(n_players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All that decides what happens in a match; it can be sent to another process.

    Attributes
    ----------
    entrants
        The players, one per seat.
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

    def all_seatings(self) -> tuple[Seating, ...]:
        """Return every way the players may come to sit."""
        return duplicate_seatings(self.n_seats) if self.duplicate else rotating_seatings(self.n_seats)
