"""Duplicate pairs: the same cards played twice with the players in each other's seats.

Two games make a pair if the same hole cards went to the same seats, the players had changed seats, and the boards
agree as far as both were dealt. In a long log that happens by chance too, so pairs are only looked for where a log of
duplicate games has them: each game next to its partner, partners of the same number (two files of one match), or
always equally far apart. The way that pairs most games is taken, if it pairs at least half of those against an
opponent; chance would pair one in a million.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

NEXT = "each game and the next"
SAME_NUMBER = "games of the same number"

_LEAST_SHARE = 0.5
_MOST_OF_A_NUMBER = 1_000  # games of one number; among more, equal cards by chance are no longer rare


@dataclass(frozen=True, slots=True)
class Pairs:
    """The duplicate pairs of a log.

    Attributes
    ----------
    n
        How many pairs.
    n_alone
        The viewpoint's hands that have no partner.
    found_by
        How partners were found, in words: ``each game and the next``.
    """

    n: int
    n_alone: int
    found_by: str

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {"n": self.n, "alone": self.n_alone, "found_by": self.found_by}


class Games:
    """Games in the order of a log, n of them.

    Parameters
    ----------
    holes
        A number below 2^24 for both seats' hole cards, in whatever order, -1 if not all are known, int32[n].
    seats
        Where the viewpoint sat, int8[n].
    opponents
        Whom it played, -1 if not one, int32[n].
    boards
        Returns the boards, the first three cards in order, -1 where none was dealt, int8[n, 5].
    numbers
        Returns equal numbers below 2^31 for games of equal hand ids, -1 for games without one, int64[n].
    """

    def __init__(
        self,
        holes: NDArray[np.int32],
        seats: NDArray[np.int8],
        opponents: NDArray[np.int32],
        boards: Callable[[], NDArray[np.int8]],
        numbers: Callable[[], NDArray[np.int64]],
    ) -> None:
        self.holes, self.seats, self.opponents = holes, seats, opponents
        self._boards, self._numbers = boards, numbers

    @cached_property
    def boards(self) -> NDArray[np.int8]:
        """The boards; only looked at where hole cards are the same, for most logs have no pairs."""
        return self._boards()

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of the games."""
        return self._numbers()


def grouped(keys: NDArray[Any]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each whole number among keys, rising, with the indices where it stands, in order; nothing for no keys."""
    if not len(keys):
        return
    if keys.min() == keys.max():
        yield int(keys[0]), np.arange(len(keys))
        return
    order = np.argsort(keys, kind="stable")
    numbers, starts = np.unique(keys[order], return_index=True)
    yield from zip(numbers.tolist(), np.split(order, starts[1:]), strict=True)


def find_pairs(games: Games) -> tuple[NDArray[np.int32], Pairs | None]:
    """Return the number of each game's pair, in order of their first games, -1 for none; and how they were found."""
    n_games = len(games.seats)
    found = []
    ways: dict[str, None] = {}
    candidates = np.flatnonzero((games.opponents >= 0) & (games.holes >= 0))
    for _, members in grouped(games.opponents[candidates]):
        group = candidates if len(members) == len(candidates) else candidates[members]
        way, first, second = _pairs_against(games, group)
        if _are_enough(len(first), group):
            ways[way] = None
            found.append((first, second))
    numbers = np.full(n_games, -1, np.int32)
    if not found:
        return numbers, None
    partners = np.full(n_games, -1, np.int64)
    for first, second in found:
        partners[first], partners[second] = second, first
    firsts = np.flatnonzero(partners > np.arange(n_games))
    numbers[firsts] = np.arange(len(firsts))
    numbers[partners[firsts]] = np.arange(len(firsts))
    return numbers, Pairs(len(firsts), n_games - 2 * len(firsts), ", ".join(ways))


def _are_enough(n_pairs: int, group: NDArray[np.int64]) -> bool:
    """Return whether so many pairs are no chance among the games of a group."""
    return n_pairs > 0 and 2 * n_pairs >= _LEAST_SHARE * len(group)


def _pairs_against(games: Games, group: NDArray[np.int64]) -> tuple[str, NDArray[np.int64], NDArray[np.int64]]:
    """Return how the games against one opponent pair best, and the first and second game of each pair."""
    found = [(NEXT, *_apart(games, group, 1))]
    if 2 * len(found[0][1]) >= len(group) - 1:  # nothing pairs more
        return found[0]
    keys = _keys(games, group)
    if _are_enough(_count_matched(keys), group):  # by hole cards alone, so no other way pairs more
        one, other = _matched(keys)
        distances, counts = np.unique(np.abs(one - other), return_counts=True)
        distance = int(distances[np.argmax(counts)])
        found.append((SAME_NUMBER, *_same_number(games, group, keys)))
        found.append((f"games {distance:,} apart", *_apart(games, group, distance)))
    return max(found, key=lambda way: len(way[1]))  # the first of equals


def _keys(games: Games, group: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return a number for each game's hole cards and the viewpoint's seat, below 2^25."""
    return (games.holes[group] << 1) | games.seats[group]


def _same_number(
    games: Games, group: NDArray[np.int64], keys: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the pairs of games with the same number."""
    numbers = games.numbers[group]
    if (numbers[1:] > numbers[:-1]).all():  # no two are the same
        return np.empty(0, np.int64), np.empty(0, np.int64)
    _, back, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    usable = np.flatnonzero((numbers >= 0) & (counts[back] <= _MOST_OF_A_NUMBER))
    one, other = _matched((numbers[usable] << 25) | keys[usable])
    first, second = group[usable[one]], group[usable[other]]
    agree = _boards_agree(games, first, second)
    return first[agree], second[agree]


def _count_matched(keys: NDArray[np.int32]) -> int:
    """Return how many pairs `_matched` finds."""
    in_order = np.sort(keys)
    starts = np.flatnonzero(np.diff(in_order >> 1, prepend=-1))
    n_second = np.add.reduceat(in_order & 1, starts) if len(keys) else starts
    return int(np.minimum(n_second, np.diff(starts, append=len(keys)) - n_second).sum())


def _matched(keys: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return indices of games of equal keys but for the last bit, the viewpoint's seat: seat 0 and seat 1, in turn."""
    order = np.argsort(keys, kind="stable")  # equal ones stay in the order of the log
    sorted_keys = keys[order]
    is_second = (sorted_keys & 1).astype(np.bool_)
    sorted_keys >>= 1
    starts = np.flatnonzero(np.diff(sorted_keys, prepend=-1))
    sizes = np.diff(starts, append=len(keys))
    n_second = np.add.reduceat(is_second, starts, dtype=np.int64) if len(keys) else sizes
    n_first = sizes - n_second
    n_pairs = np.minimum(n_first, n_second)
    # indices of the first n_pairs games of each seat within each group
    firsts, seconds = starts, starts + n_first
    return order[_runs(firsts, n_pairs)], order[_runs(seconds, n_pairs)]


def _runs(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the whole numbers of runs from each start, one run after the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())


def _apart(games: Games, group: NDArray[np.int64], distance: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the pairs of games so far apart; a game that fits on both sides goes with the earlier one."""
    n = len(group)
    first, second = group[: n - distance], group[distance:]
    fits = np.zeros(n, np.bool_)
    alike = (games.holes[first] == games.holes[second]) & (games.seats[first] != games.seats[second])
    if not _are_enough(int(alike.sum()), group):
        return group[:0], group[:0]
    fits[: n - distance] = alike & _boards_agree(games, first, second)
    # Along each chain of games so far apart, every second link is taken.
    chain = slice(None) if distance == 1 else np.argsort(np.arange(n) % distance, kind="stable")
    linked = fits[chain]
    breaks = np.where(linked, -1, np.arange(n))
    in_row = np.arange(n) - np.maximum.accumulate(breaks)
    taken = np.zeros(n, np.bool_)
    taken[chain] = linked & (in_row % 2 == 1)
    starts = np.flatnonzero(taken)
    return group[starts], group[starts + distance]


def _boards_agree(games: Games, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.bool_]:
    one, other = games.boards[first], games.boards[second]
    return np.asarray(((one == other) | (one < 0) | (other < 0)).all(axis=1))
