"""Who sits where: the button goes round in an ordinary match, a duplicate plays every deal from all seats."""

from functools import cache

Seating = tuple[int, ...]  # the player in each seat


@cache
def rotation(n_seats: int) -> tuple[Seating, ...]:
    """Return the seatings of n hands in a row: everybody moves down one seat each hand, so the button goes round."""
    return tuple(tuple((seat + hand) % n_seats for seat in range(n_seats)) for hand in range(n_seats))


@cache
def duplicate(n_seats: int) -> tuple[Seating, ...]:
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
        return rotation(n_seats)
    seatings = []
    for replay in range(1, modulus):
        seat_of = [player * replay % modulus - 1 for player in range(1, modulus)]
        seatings.append(tuple(seat_of.index(seat) for seat in range(n_seats)))
    return tuple(seatings)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))
