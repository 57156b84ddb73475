"""Who plays whom in a tournament: copies where there are seats to fill, line-ups where there are too many players."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

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
    return tuple(tuple((first + place) % n_players for place in range(n_seats)) for first in range(n_players))


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, those that occur more than once numbered: ``random#1``, ``random#2``."""
    shared = Counter(names)
    so_far: Counter[str] = Counter()
    result = []
    for name in names:
        so_far[name] += 1
        result.append(f"{name}#{so_far[name]}" if shared[name] > 1 else name)
    return tuple(result)
