"""Hands as they are read, cut into parts of equal size, however many files they come from.

Parts are the same whether a log is one file or many, so that values are the same for any number of files and jobs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from deluck.errors import AssessmentError
from deluck.formats import Rejected
from deluck.formats.contents import Kind, count_hands
from deluck.records import HandColumns
from deluck.values.building import Part

SIZE = 8_192
"""Hands of a part."""
MOST_REJECTED = 1_000
"""Rejections that are stored; the others are counted."""
MOST_REASONS = 1_000
"""Kinds of reasons for rejections that are counted one by one."""
OTHER_REASONS = "other reasons"


@dataclass(slots=True)
class Source:
    """What was read from a file, or from hands in memory.

    Attributes
    ----------
    name
        The file as it was named; empty for hands in memory.
    n_hands, n_hidden
        Its valid hands, and those of them in which a seat's hole cards are not all known.
    names_hero
        Whether it says whose log it is.
    kinds
        How many hands there are of each site, game, stakes and month.
    rejected, reasons
        The first of what was not read, and how many there were of each kind of reason.
    """

    name: str
    n_hands: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    n_hidden: int = 0
    names_hero: bool = False
    kinds: Counter[Kind] = field(default_factory=Counter)

    def reject(self, rejected: Rejected) -> None:
        """Take note of a hand that was not read."""
        if len(self.rejected) < MOST_REJECTED:
            self.rejected.append(rejected)
        kind = rejected.kind
        self.reasons[kind if kind in self.reasons or len(self.reasons) < MOST_REASONS else OTHER_REASONS] += 1


Read = tuple[str, HandColumns | Rejected]
"""What was read, with the name of its source."""


class Cutter:
    """Takes hands and rejections as they come and cuts the hands into parts.

    Attributes
    ----------
    sources
        What was read so far, by name, in order.
    """

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self._waiting: dict[str, list[Part]] = {}

    def parts(self, hands: Iterable[Read]) -> Iterator[Part]:
        """Yield the hands in parts of `SIZE`; the last of each game may be smaller."""
        for name, found in hands:
            source = self.sources.setdefault(name, Source(name))
            if isinstance(found, Rejected):
                source.reject(found)
                continue
            if not isinstance(found, HandColumns):
                raise AssessmentError(f"cannot assess {type(found).__name__} (expected HandColumns or Rejected)")
            if not len(found):
                continue
            rows = np.arange(source.n_hands, source.n_hands + len(found))
            source.n_hands += len(found)
            source.n_hidden += n_hidden(found)
            source.kinds.update(count_hands(found))
            source.names_hero |= bool((found.heroes >= 0).any())
            part = Part(found, (name,), np.zeros(len(found), np.int32), rows)
            self._waiting.setdefault(found.game, []).append(part)
            yield from self._cut(found.game, SIZE)
        for game in list(self._waiting):
            yield from self._cut(game, 1)

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


def n_hidden(hands: HandColumns) -> int:
    """Return in how many hands a seat's cards are not all known."""
    is_hidden = (hands.cards < 0).any(axis=2) & (np.arange(hands.max_seats) < hands.n_seats[:, None])
    return int(is_hidden.any(axis=1).sum())


def _slice(part: Part, which: slice) -> Part:
    return Part(part.columns[which], part.sources, part.source_index[which], part.rows[which])


def _joined(parts: list[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    names = dict.fromkeys(name for part in parts for name in part.sources)
    sources, number_of = tuple(names), {name: number for number, name in enumerate(names)}
    index = [np.array([number_of[name] for name in part.sources], np.int32)[part.source_index] for part in parts]
    columns = HandColumns.concatenate([part.columns for part in parts])
    return Part(columns, sources, np.concatenate(index), np.concatenate([part.rows for part in parts]))
