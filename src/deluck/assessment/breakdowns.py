"""The viewpoint's hands by what the table was like: how deep the stacks, how many players, and who they were."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.summary import Summary, summarise_groups
from deluck.games import Structure
from deluck.values.tables import numbers

Summaries = dict[str, Summary]

DEPTHS = (20, 40, 80, 150, 300)
"""Limits of the groups of stacks, in big blinds; a stack of a limit belongs to the group below it."""
_MOST_SEATS = 10


class Breakdowns:
    """A few estimators by group of hands.

    Attributes
    ----------
    depths
        By the effective stack in big blinds: the smaller of one's own stack and the largest of the others', before the
        blinds. Empty where stacks are not known, and of limit, where they hardly matter.
    table_sizes
        By the number of players dealt in: ``6 players``.
    tablemates
        By opponent, over the hands in which it was dealt in too, those with the most hands first; a hand of six players
        counts for five of them. Empty where all hands were heads-up.
    """

    def __init__(self, hands: ViewpointHands, estimators: Summaries) -> None:
        self._hands, self._estimators = hands, estimators
        self.depths = {} if hands.selection.structure is Structure.FIXED_LIMIT else self._depths(hands)
        n_seats = hands.selection.n_seats.astype(np.int32)
        words = tuple(f"{number} players" for number in range(2, _MOST_SEATS + 1))
        sizes = np.unique(n_seats).tolist()
        if len(sizes) == 1:
            self.table_sizes = {f"{sizes[0]} players": estimators}
        else:
            self.table_sizes = self._grouped(np.arange(len(hands)), n_seats - 2, words)
        self.tablemates = self._tablemates(hands) if (n_seats > 2).any() else {}

    def _depths(self, hands: ViewpointHands) -> dict[str, Summaries]:
        depth = effective_stacks(hands)
        known = np.flatnonzero(~np.isnan(depth) & (hands.selection.positions >= 0))  # stud has no big blind
        groups = np.searchsorted(np.array(DEPTHS), depth[known], side="left").astype(np.int32)
        between = [f"{low} to {high} bb" for low, high in pairwise(DEPTHS)]
        return self._grouped(known, groups, (f"up to {DEPTHS[0]} bb", *between, f"over {DEPTHS[-1]} bb"))

    def _tablemates(self, hands: ViewpointHands) -> dict[str, Summaries]:
        index = hands.selection.index
        rows, others = [], []
        for here, seats in _others(hands):
            rows.append(here)
            others.append(index.players[seats].astype(np.int32))
        found = self._grouped(np.concatenate(rows), np.concatenate(others), index.names)
        found.pop(hands.selection.viewpoint, None)  # in a second seat
        return dict(sorted(found.items(), key=lambda each: -each[1]["money"].n))

    def _grouped(
        self, rows: NDArray[np.int64], groups: NDArray[np.int32], words: tuple[str, ...]
    ) -> dict[str, Summaries]:
        """Return the summaries of hands by group, of those groups that there are."""
        found: dict[str, Summaries] = {}
        n_of = np.bincount(groups, minlength=len(words))
        for name in self._estimators:  # one column at a time: of a million hands each takes 8 MB
            summaries = summarise_groups(name, self._hands.column(name)[rows], groups, len(words))
            for number in np.flatnonzero(n_of).tolist():
                if summaries[number].n or name == "money":
                    found.setdefault(words[number], {})[name] = summaries[number]
        return found


def effective_stacks(hands: ViewpointHands) -> NDArray[np.float64]:
    """Return the smaller of the viewpoint's stack and the largest other one, in big blinds, NaN if not known, [n]."""
    selection = hands.selection
    parts = selection.index.values.seats.map(lambda part: numbers(part["stack"], missing=-1), ["stack"])
    stacks = np.concatenate(list(parts)).astype(np.float64)
    stacks[stacks < 0] = np.nan
    largest = np.full(len(hands), -np.inf)
    for here, seats in _others(hands):
        largest[here] = np.maximum(largest[here], stacks[seats])
    effective = np.minimum(stacks[selection.seat_rows], largest)
    return np.asarray(effective / hands.stored(["unit_chips"])["unit_chips"])


def _others(hands: ViewpointHands) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield for each seat the hands in which another than the viewpoint has it, and its rows in the seats table."""
    selection = hands.selection
    seats, n_seats = selection.seats, selection.n_seats
    firsts = selection.seat_rows - seats
    for seat in range(int(n_seats.max(initial=0))):
        here = np.flatnonzero((n_seats > seat) & (seats != seat))
        yield here, firsts[here] + seat
