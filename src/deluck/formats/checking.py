"""Whether hands were played by the rules: many at once where that is certain, one by one where it is not."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import unforeseen
from deluck.formats.histories.plain import PlainHand
from deluck.formats.histories.plain_columns import columns_of
from deluck.formats.limits import MOST_NAME_LENGTH, check_names
from deluck.formats.rejections import Rejected
from deluck.formats.sources import Stream
from deluck.records import HandColumns, HandRecord, validate, walk
from deluck.records.validation import find_valid

_MOST_UNPLAYED = 128  # hands that wait together with all that their texts say: few enough to stay near the processor

Sourced = tuple[HandColumns | Rejected, list[str]]
"""Hands with the name of each one's stream, or what was not read with that of its own."""


_new = tuple.__new__  # the constructor of a named tuple would only add a call


class _Waiting(NamedTuple):
    """A hand, where it stands and how its line begins."""

    hand: HandRecord | PlainHand
    source: Stream
    line: int
    excerpt: str
    number: int
    """Of all that was added, hands and rejections."""
    replay: Callable[[], HandRecord | FormatError] | None
    """What plays the hand as its text has it, where it was not played."""


_Encode = Callable[[list[_Waiting]], tuple[HandColumns, NDArray[np.int64]]]
"""Turns hands into columns, and says which of the hands those are."""


class _Checked(NamedTuple):
    """Valid hands as columns, with the number and the name of the stream of each."""

    columns: HandColumns
    numbers: list[int]
    sources: list[str]


class RecordBatches:
    """Hands that wait to be made columns, those of each game apart, and what was rejected among them, in order.

    Parameters
    ----------
    size
        The most hands of one batch.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._n_waiting = 0
        self._unplayed: list[_Waiting] = []
        self._records: dict[str, list[_Waiting]] = {}
        self._checked: dict[str, list[_Checked]] = {}
        self._rejected: list[tuple[int, Rejected]] = []
        self._number = 0

    def reject(self, rejected: Rejected) -> Iterator[Sourced]:
        """Add what was not read, and yield what is due."""
        self._number += 1
        self._rejected.append((self._number, rejected))
        if not self._n_waiting or len(self._rejected) >= self._size:  # a file of junk is not held
            yield from self.flush()

    def add(
        self,
        hand: HandRecord | PlainHand,
        source: Stream,
        line: int,
        excerpt: str,
        replay: Callable[[], HandRecord | FormatError] | None = None,
    ) -> bool:
        """Add a hand that was not replayed, and return whether it is time to `flush`.

        Where it turns out not to be valid and there is a `replay`, what that makes of the hand counts.
        """
        self._number += 1
        self._n_waiting += 1
        waiting = _new(_Waiting, (hand, source, line, excerpt, self._number, replay))
        if replay is None:
            self._records.setdefault(hand.game, []).append(waiting)
        else:
            self._unplayed.append(waiting)
            if len(self._unplayed) >= _MOST_UNPLAYED:
                self._play()
        return self._n_waiting >= self._size

    def flush(self) -> Iterator[Sourced]:
        """Yield what was rejected in the order it was added, then the valid hands as columns."""
        self._play()
        for records in self._records.values():
            for hand, problem in self._check(records, _of_records):
                assert problem is not None
                self._note(hand, problem)
        columns = [_in_order(parts) for parts in self._checked.values()]
        rejections = sorted(self._rejected, key=itemgetter(0))
        self._records.clear()
        self._checked.clear()
        self._rejected.clear()
        self._n_waiting = 0
        for _, rejected in rejections:
            yield rejected, [rejected.source]
        yield from columns

    def _play(self) -> None:
        """Check the hands that were not played; those that are not certainly valid are played one by one."""
        unplayed, self._unplayed = self._unplayed, []
        for hand, _ in self._check(unplayed, _of_plain):
            assert hand.replay is not None
            replayed = hand.replay()
            if isinstance(replayed, HandRecord):
                self._records.setdefault(replayed.game, []).append(hand._replace(hand=replayed, replay=None))
            else:
                self._note(hand, replayed)

    def _check(self, batch: list[_Waiting], encoded: _Encode) -> list[tuple[_Waiting, DeluckError | None]]:
        """Take in the valid hands of a batch as columns; return the others, with what is wrong where that is known."""
        if not batch:
            return []
        try:
            columns, rows = encoded(batch)
            problems = problems_of(columns)
        except Exception as error:  # whatever it is, it is found out whose, and the other hands are read
            if len(batch) > 1:
                middle = len(batch) // 2
                return self._check(batch[:middle], encoded) + self._check(batch[middle:], encoded)
            hand = batch[0].hand
            known = error if isinstance(error, DeluckError) else unforeseen(error)
            return [(batch[0], (problem_of(hand) if isinstance(hand, HandRecord) else None) or known)]
        left: list[tuple[_Waiting, DeluckError | None]] = [(batch[rows[row]], each) for row, each in problems.items()]
        if len(rows) < len(batch):
            left += [(batch[row], None) for row in np.flatnonzero(others(rows.tolist(), len(batch))).tolist()]
        if problems:
            is_valid = others(problems, len(rows))
            columns, rows = columns[is_valid], rows[is_valid]
        if rows.size:
            hands = [batch[row] for row in rows.tolist()] if left else batch
            numbers, sources = [hand.number for hand in hands], [hand.source.name for hand in hands]
            self._checked.setdefault(columns.game, []).append(_Checked(columns, numbers, sources))
        return left

    def _note(self, hand: _Waiting, problem: DeluckError) -> None:
        rejected = Rejected(hand.source.name, hand.line, str(problem), hand.excerpt, hand.source.format)
        self._rejected.append((hand.number, rejected))


def _of_records(batch: list[_Waiting]) -> tuple[HandColumns, NDArray[np.int64]]:
    """Return records as columns, and which of them those are: all."""
    records = [each.hand for each in batch if isinstance(each.hand, HandRecord)]
    return HandColumns.from_records(records), np.arange(len(batch))


def _of_plain(batch: list[_Waiting]) -> tuple[HandColumns, NDArray[np.int64]]:
    """Return plain hands as columns, and which of them those are."""
    return columns_of([each.hand for each in batch if isinstance(each.hand, PlainHand)])


def _in_order(parts: list[_Checked]) -> Sourced:
    """Return the hands of all parts in the order in which they were added."""
    columns = HandColumns.concatenate([part.columns for part in parts])
    numbers = np.array(list(chain.from_iterable([part.numbers for part in parts])))
    sources = list(chain.from_iterable([part.sources for part in parts]))
    if (np.diff(numbers) < 0).any():
        order = np.argsort(numbers)
        columns, sources = columns[order], [sources[row] for row in order.tolist()]
    return columns, sources


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


def problems_of(columns: HandColumns) -> dict[int, DeluckError]:
    """Return by row what is wrong with hands; those that are not certainly valid are looked at one by one."""
    unsure = np.flatnonzero(~find_valid(columns, walk(columns)) | _has_long_names(columns))
    if not unsure.size:
        return {}
    problems = {}
    for row, record in zip(unsure.tolist(), columns[unsure], strict=True):
        problem = problem_of(record)
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
