"""Hands taken in as they come and cut into parts of equal size, however they were read.

Parts are the same whether a log is one file or many, so sums over them are the same to the last bit, for any number
of jobs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.errors import AssessmentError
from deluck.formats import Rejected
from deluck.games import Structure
from deluck.records import HandColumns

SIZE = 8_192
"""Hands of a part."""
MOST_REJECTED = 1_000
"""Rejections that are stored; the others are counted."""
MOST_REASONS = 1_000
"""Kinds of reasons for rejections that are counted one by one."""

OTHER_REASONS = "other reasons"


@dataclass(frozen=True, slots=True)
class Part:
    """Hands of one game in which the viewpoint sat.

    Attributes
    ----------
    columns
        The hands.
    rows
        Their places among all valid hands read, int64[n].
    seats
        Where the viewpoint sat, int8[n].
    players
        Who sat in each seat, a place in the reader's names, -1 past the last seat, int32[n, seats].
    """

    columns: HandColumns
    rows: NDArray[np.int64]
    seats: NDArray[np.int8]
    players: NDArray[np.int32]

    @property
    def opponents(self) -> NDArray[np.int32]:
        """The opponent of heads-up hands, else -1, int32[n]."""
        found = np.full(len(self.rows), -1, np.int32)
        two = np.flatnonzero(self.columns.n_seats == 2)
        found[two] = self.players[two, 1 - self.seats[two]]
        return found


class Reader:
    """Takes hands and rejections as they come and cuts the viewpoint's hands into parts.

    Attributes
    ----------
    viewpoint
        The player asked for, or else the first one named; None before the first hand.
    structure
        The betting structure asked for, or else that of the viewpoint's first hand; None before that.
    names
        All players' names in the order they appear.
    n_hands, n_others
        Valid hands of the structure in which the viewpoint sat, and hands in which it did not.
    other_structures
        The viewpoint's hands of other structures, which are left out.
    n_both
        Hands in which a seat beside the viewpoint's has the same name.
    n_tournament, n_outside
        Hands of tournaments, and hands with money outside the pots.
    rejected, n_rejected, reasons
        The first rejections, how many there were, and how many of each kind of reason.
    units
        Every size of a small bet or big blind and its currency.
    games
        Which games the viewpoint's hands are of.
    """

    def __init__(self, player: str | None, structure: Structure | None = None) -> None:
        self.viewpoint = player
        self.structure = structure
        self.names: dict[str, int] = {}
        self.n_hands = 0
        self.n_others = 0
        self.other_structures: Counter[Structure] = Counter()
        self.n_both = 0
        self.n_tournament = 0
        self.n_outside = 0
        self.rejected: list[Rejected] = []
        self.n_rejected = 0
        self.reasons: Counter[str] = Counter()
        self.units: set[tuple[str, float]] = set()
        self.games: set[str] = set()
        self._n_read = 0
        self._waiting: dict[str, list[Part]] = {}

    @property
    def n_read(self) -> int:
        """How many valid hands were read."""
        return self._n_read

    def parts(self, hands: Iterable[HandColumns | Rejected]) -> Iterator[Part]:
        """Yield the viewpoint's hands in parts of `SIZE`; the last of each game may be smaller."""
        for found in hands:
            if isinstance(found, Rejected):
                self._reject(found)
                continue
            if not isinstance(found, HandColumns):
                raise AssessmentError(f"cannot assess {type(found).__name__} (expected HandColumns or Rejected)")
            part = self._taken(found)
            if len(part.rows):
                self.games.add(found.game)
                self._waiting.setdefault(found.game, []).append(part)
                yield from self._cut(found.game, SIZE)
        for game in list(self._waiting):
            yield from self._cut(game, 1)

    def _reject(self, rejected: Rejected) -> None:
        self.n_rejected += 1
        if len(self.rejected) < MOST_REJECTED:
            self.rejected.append(rejected)
        kind = rejected.kind
        self.reasons[kind if kind in self.reasons or len(self.reasons) < MOST_REASONS else OTHER_REASONS] += 1

    def _taken(self, columns: HandColumns) -> Part:
        """Return the hands of the structure in which the viewpoint sat; the others are counted."""
        players = columns.players
        first_row, self._n_read = self._n_read, self._n_read + len(columns)
        seen, first = np.unique(players[players >= 0], return_index=True)
        for name in seen[np.argsort(first)].tolist():
            self.names.setdefault(columns.names[name], len(self.names))
        if self.viewpoint is None and len(columns):
            self.viewpoint = columns.names[players[0, 0]]
        here = columns.names.index(self.viewpoint) if self.viewpoint in columns.names else -2  # -1 is no seat
        is_here = players == here
        taken = self._of_structure(columns, np.flatnonzero(is_here.any(axis=1)))
        self.n_hands += len(taken)
        self.n_both += int((is_here[taken].sum(axis=1) > 1).sum())
        hands = columns if len(taken) == len(columns) else columns[taken]
        self._note(hands)
        seats = is_here[taken].argmax(axis=1).astype(np.int8)
        everybody = np.array([self.names.get(name, -1) for name in columns.names] + [-1], np.int32)
        return Part(hands, first_row + taken, seats, everybody[hands.players])

    def _of_structure(self, columns: HandColumns, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return which of the viewpoint's hands are of the structure; the others are counted."""
        self.n_others += len(columns) - len(rows)
        if self.structure is None and rows.size:
            self.structure = columns.rules[columns.rules_index[rows[0]]].structure
        structures = [rules.structure for rules in columns.rules]
        wanted = np.array([structure is self.structure for structure in structures], np.bool_)
        if wanted.all():
            return rows
        for rules, n in enumerate(np.bincount(columns.rules_index[rows], minlength=len(structures)).tolist()):
            if n and not wanted[rules]:
                self.other_structures[structures[rules]] += n
        return rows[wanted[columns.rules_index[rows]]]

    def _note(self, hands: HandColumns) -> None:
        """Take note of stakes, tournaments and money outside the pots."""
        used = np.unique(hands.rules_index.astype(np.int64) * len(hands.units) + hands.units_index)
        for rules, unit in (divmod(number, len(hands.units)) for number in used.tolist()):
            per_unit = hands.units[unit]
            self.units.add((per_unit.currency, hands.rules[rules].unit / per_unit.chips_per_unit))
        is_tournament = np.array([bool(origin.tournament) for origin in hands.origins], np.bool_)
        if is_tournament.any():
            self.n_tournament += int(is_tournament[hands.origins_index].sum())
        if hands.outside is not None:
            self.n_outside += int((hands.outside != 0).any(axis=1).sum())

    def _cut(self, game: str, least: int) -> Iterator[Part]:
        """Yield parts of what waits of a game, as long as so many hands do."""
        waiting = self._waiting[game]
        n_waiting = sum(len(part.rows) for part in waiting)
        while n_waiting >= least:
            chosen, n_wanted = [], SIZE
            while waiting and n_wanted:
                part = waiting.pop(0)
                chosen.append(_slice(part, slice(0, n_wanted)))
                if len(part.rows) > n_wanted:
                    waiting.insert(0, _slice(part, slice(n_wanted, None)))
                n_wanted -= len(chosen[-1].rows)
            n_waiting -= SIZE - n_wanted
            yield _joined(chosen)


def _slice(part: Part, which: slice) -> Part:
    return Part(part.columns[which], part.rows[which], part.seats[which], part.players[which])


def _joined(parts: list[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    columns = HandColumns.concatenate([part.columns for part in parts])
    return Part(
        columns,
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.seats for part in parts]),
        np.concatenate([_widened(part.players, columns.max_seats) for part in parts]),
    )


def _widened(players: NDArray[np.int32], width: int) -> NDArray[Any]:
    return np.pad(players, ((0, 0), (0, width - players.shape[1])), constant_values=-1)
