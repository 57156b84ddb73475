"""Games that are in the log more than once: a file and its copy, or a match played again from the same seed."""

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.pairs import Games

_LEAST_SHARE = 0.001  # of all games; equal ones by chance are far rarer


def count_repeats(games: Games, money: NDArray[np.float64]) -> int:
    """Return how many games equal an earlier one: number, cards, seats and what was won; 0 if so few that it is chance.

    Such a game tells nothing new, so an interval that counts it is too narrow. Only numbered games of two whose hole
    cards are all known are compared.
    """
    if (games.numbers[1:] > games.numbers[:-1]).all():  # each number once
        return 0
    known = np.flatnonzero((games.opponents >= 0) & (games.numbers >= 0) & (games.cards[:, :4] >= 0).all(axis=1))
    dealt = games.seats[known].astype(np.int64)
    for cards in games.cards.T:
        dealt = 64 * dealt + cards[known] + 1
    _, back, counts = np.unique(dealt, return_inverse=True, return_counts=True)
    again = np.flatnonzero(counts[back] > 1)  # in most logs next to none
    rows = known[again]
    columns = (back[again], games.numbers[rows], games.opponents[rows], money[rows])
    alike = np.stack([np.asarray(column, np.float64) for column in columns], axis=1)
    n_repeats = len(alike) - len(np.unique(alike, axis=0))
    return n_repeats if n_repeats >= _LEAST_SHARE * len(games.seats) else 0
