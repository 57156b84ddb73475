"""Whether hands were played by the rules: many at once where that is certain, one by one where it is not."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import unforeseen
from deluck.formats.limits import MOST_NAME_LENGTH, check_names
from deluck.formats.rejections import Rejected
from deluck.formats.sources import Stream
from deluck.records import HandColumns, HandRecord, validate, walk
from deluck.records.validation import find_valid

_MOST_WITH_TEXT = 2048  # hands that wait together with their texts

Sourced = tuple[HandColumns | Rejected, list[str]]
"""Hands with the name of each one's stream, or what was not read with that of its own."""


_new = tuple.__new__  # the constructor of a named tuple would only add a call


class _Waiting(NamedTuple):
    """A hand that was not replayed yet, where it stands and how its line begins."""

    record: HandRecord
    source: Stream
    line: int
    excerpt: str
    number: int
    """Of all that was added, hands and rejections."""
    replay: Callable[[], HandRecord | FormatError] | None
    """What plays the hand from its text, where the record need not be all that can be made of it."""


class RecordBatches:
    """Hands that wait to be made columns, those of each game apart, and what was rejected among them, in order.

    Parameters
    ----------
    size
        The most hands of one batch.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._hands: dict[str, list[_Waiting]] = {}
        self._rejected: list[tuple[int, Rejected]] = []
        self._number = 0

    def reject(self, rejected: Rejected) -> Iterator[Sourced]:
        """Add what was not read, and yield what is due."""
        self._number += 1
        self._rejected.append((self._number, rejected))
        if not any(self._hands.values()) or len(self._rejected) >= self._size:  # a file of junk is not held
            yield from self.flush()

    def add(
        self,
        record: HandRecord,
        source: Stream,
        line: int,
        excerpt: str,
        replay: Callable[[], HandRecord | FormatError] | None = None,
    ) -> bool:
        """Add a hand that was not replayed, and return whether it is time to `flush`.

        Where the record turns out not to be valid and there is a `replay`, what that makes of the hand counts.
        """
        self._number += 1
        batch = self._hands.setdefault(record.game, [])
        batch.append(_new(_Waiting, (record, source, line, excerpt, self._number, replay)))
        return len(batch) >= (self._size if replay is None else min(self._size, _MOST_WITH_TEXT))

    def flush(self) -> Iterator[Sourced]:
        """Yield what was rejected in the order it was added, then the valid hands as columns."""
        columns = [part for batch in self._hands.values() for part in self._checked(batch)]
        rejections = sorted(self._rejected, key=lambda each: each[0])
        self._hands.clear()
        self._rejected.clear()
        for _, rejected in rejections:
            yield rejected, [rejected.source]
        yield from columns

    def _checked(self, batch: Sequence[_Waiting]) -> Iterator[tuple[HandColumns, list[str]]]:
        """Yield the valid hands of a batch as columns; note the others, and those that columns cannot hold."""
        records = [each.record for each in batch]
        if not records:
            return
        try:
            columns = HandColumns.from_records(records)
            problems = problems_of(columns, records)
        except Exception as error:  # whatever it is, it is found out whose, and the other hands are read
            if len(batch) == 1:
                known = error if isinstance(error, DeluckError) else unforeseen(error)
                yield from self._judged(batch[0], problem_of(records[0]) or known)
                return
            middle = len(batch) // 2
            yield from self._checked(batch[:middle])
            yield from self._checked(batch[middle:])
            return
        sources = [each.source.name for each in batch]
        others_at = {row: list(self._judged(batch[row], problem)) for row, problem in problems.items()}
        if not problems:
            yield columns, sources
            return
        replayed = [part for parts in others_at.values() for part, _ in parts]
        kept = np.flatnonzero(others(problems, len(batch)))
        rows = [*kept.tolist(), *(row for row, parts in others_at.items() if parts)]
        if not rows:
            return
        columns = columns[kept]
        if replayed:
            columns = HandColumns.concatenate([columns, *replayed])[np.argsort(rows)]
        yield columns, [sources[row] for row in sorted(rows)]

    def _judged(self, hand: _Waiting, problem: DeluckError) -> Iterator[tuple[HandColumns, list[str]]]:
        """Yield a hand that is not valid as its text plays it, if that is valid; else note what is wrong with it."""
        replayed = None if hand.replay is None else hand.replay()
        if not isinstance(replayed, HandRecord):
            self._note(hand, replayed or problem)
            return
        yield from self._checked([hand._replace(record=replayed, replay=None)])

    def _note(self, hand: _Waiting, problem: DeluckError) -> None:
        rejected = Rejected(hand.source.name, hand.line, str(problem), hand.excerpt, hand.source.format)
        self._rejected.append((hand.number, rejected))


def others(rows: Iterable[int], n_hands: int) -> NDArray[np.bool_]:
    """Return which of so many rows are not among these, bool[n]."""
    is_other = np.ones(n_hands, np.bool_)
    is_other[list(rows)] = False
    return is_other


def problem_of(record: HandRecord) -> DeluckError | None:
    """Return what is wrong with a hand, None if it was played and paid by the rules."""
    try:
        check_names(record)
        validate(record)
    except DeluckError as error:
        error.__context__ = error.__cause__ = None
        return error.with_traceback(None)  # which would hold the whole batch
    except Exception as error:  # whatever it is, the other hands are read
        return unforeseen(error)
    return None


def problems_of(columns: HandColumns, records: HandColumns | list[HandRecord]) -> dict[int, DeluckError]:
    """Return by row what is wrong with hands; those that are not certainly valid are looked at one by one."""
    problems = {}
    unsure = ~find_valid(columns, walk(columns)) | _has_long_names(columns)
    for row in np.flatnonzero(unsure).tolist():
        problem = problem_of(records[row])
        if problem is not None:
            problems[row] = problem
    return problems


def _has_long_names(columns: HandColumns) -> NDArray[np.bool_]:
    """Return which hands have a name or an id that is too long, bool[n]."""
    found = np.zeros(len(columns), np.bool_)
    if max(map(len, columns.hand_ids), default=0) > MOST_NAME_LENGTH:
        found |= np.array([len(each) > MOST_NAME_LENGTH for each in columns.hand_ids])
    for texts, index in (
        (columns.names, columns.players),
        ([max(origin, key=len) for origin in columns.origins], columns.origins_index[:, None]),
        ([unit.currency for unit in columns.units], columns.units_index[:, None]),
    ):
        is_long = np.array([*(len(text) > MOST_NAME_LENGTH for text in texts), False])  # -1 finds the last
        if is_long.any():
            found |= is_long[index].any(axis=1)
    return found
