"""Which hands were read before: the same hand in two files, or a file given twice, counts once.

Copies have equal ids, times, names, cards, betting and results. They are found by a number that a hand has in
every process and beside whatever other hands (`digests`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.records.columns import NO_TIME, HandColumns

_GAMMA, _MIX_1, _MIX_2 = (np.uint64(each) for each in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def digests(hands: HandColumns) -> NDArray[np.uint64]:
    """Return equal numbers for copies of a hand: of equal id, time, names, cards, betting and results, uint64[n].

    A hand without an id or a time could be another one that went the same way: it gets a number of its own, 0.
    """
    n_seats = hands.n_seats
    names = np.append(_text_numbers(hands.names), np.uint64(0))
    ids = _text_numbers(hands.hand_ids)
    found = _mixed(_mixed(np.zeros(len(hands), np.uint64), ids), hands.times.view(np.uint64))
    cards = hands.cards.astype(np.int64).view(np.uint64)
    for seat in range(hands.max_seats):  # what is past a hand's last seat is that of other hands
        mixed = _mixed(found, names[hands.players[:, seat]])
        for column in (*cards[:, seat].T, np.ascontiguousarray(hands.payoffs[:, seat]).view(np.uint64)):
            mixed = _mixed(mixed, column)
        found = np.where(seat < n_seats, mixed, found)
    for column in hands.board.T:
        found = _mixed(found, column.astype(np.int64).view(np.uint64))
    made = _mixed(_numbered(hands.n_actions), hands.actions.astype(np.uint64))
    made = _mixed(made, hands.actors.astype(np.int64).view(np.uint64))
    made = _mixed(made, np.uint64(0) if hands.amounts is None else (hands.amounts + 1).view(np.uint64))
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(made)])
    found = _mixed(found, sums[hands.action_starts[1:]] - sums[hands.action_starts[:-1]])
    is_named = (ids != 0) | (hands.times != NO_TIME)
    return np.where(is_named, found, np.uint64(0))


class Copies:
    """The hands that came by, eight bytes each; says of more hands which of them are copies.

    Attributes
    ----------
    n
        How many copies were found.
    """

    def __init__(self) -> None:
        self.n = 0
        self._known: list[NDArray[np.uint64]] = []  # sorted, each at most half as long as the one before

    def find(self, hands: HandColumns) -> NDArray[np.bool_]:
        """Return which hands are copies of an earlier one, here or in what came before, bool[n]."""
        made = digests(hands)
        is_copy = np.ones(len(made), np.bool_)
        is_copy[np.unique(made, return_index=True)[1]] = False
        for known in self._known:
            indices = np.minimum(np.searchsorted(known, made), len(known) - 1)
            is_copy |= known[indices] == made
        is_copy &= made != 0
        self._add(np.sort(made[~is_copy & (made != 0)]))
        self.n += int(is_copy.sum())
        return is_copy

    def _add(self, new: NDArray[np.uint64]) -> None:
        while self._known and 2 * len(new) > len(self._known[-1]):
            new = np.sort(np.concatenate([self._known.pop(), new]), kind="stable")
        if len(new):
            self._known.append(new)


def _mixed(state: NDArray[np.uint64], value: Any) -> NDArray[np.uint64]:
    """Return one step of SplitMix64 from a state and a value."""
    mixed = (state ^ value) + _GAMMA
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX_1
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX_2
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))


def _text_numbers(texts: Sequence[str] | NDArray[np.object_]) -> NDArray[np.uint64]:
    """Return a number for each text, the same in every process, 0 for no text, uint64[k]."""
    raw = [text.encode(errors="replace") for text in texts]
    counts = np.fromiter(map(len, raw), np.int64, len(raw))
    ends = np.cumsum(counts)
    letters = np.frombuffer(b"".join(raw), np.uint8).astype(np.uint64)
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(_mixed(_numbered(counts), letters))])
    return np.asarray(sums[ends] - sums[ends - counts])


def _numbered(counts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a number for each entry of lists that stand one after another, by its index in its list."""
    index = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return _mixed(np.zeros(len(index), np.uint64), index.astype(np.uint64))
