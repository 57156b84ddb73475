"""Folders of small PHH files, often one hand each: their tables wait for each other and are parsed at once."""

import io
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from deluck.errors import FormatError
from deluck.formats import phh
from deluck.formats.attempts import attempt
from deluck.formats.checking import RecordBatches, Sourced
from deluck.formats.lines import Lines
from deluck.formats.phh_columns import ColumnsParser
from deluck.formats.rejections import Rejected
from deluck.formats.sources import Stream
from deluck.records import HandColumns

_FEW = 16  # tables that are quicker parsed one by one
_MOST = 4096
_STUD = "F7S"


class _Table(NamedTuple):
    """A hand's text, the stream and line it starts on, and how that begins."""

    text: str
    source: Stream
    line: int
    excerpt: str


class SmallTables:
    """Tables of small files that wait to be parsed together, in order with what waits in batches of records.

    Parameters
    ----------
    waiting
        The records of what was read before, and of tables that are too few.
    """

    def __init__(self, waiting: RecordBatches) -> None:
        self._waiting = waiting
        self._tables: list[_Table] = []
        self._parser = ColumnsParser()

    def add(self, found: Stream) -> Iterator[Sourced]:
        """Add the hands of a small file, and yield what is due."""
        lines = Lines(found.stream, found.first_line)
        source = found._replace(head=b"", stream=io.BytesIO())
        for number, text in phh.split_tables(iter(lines)):
            self._tables.append(_Table(text, source, number, lines.excerpt(number)))
        if len(self._tables) >= _MOST:
            yield from self.flush()

    def flush(self) -> Iterator[Sourced]:
        """Yield the hands that wait, after what waited before them; few of them go on waiting as records."""
        tables, self._tables = self._tables, []
        if len(tables) < _FEW:
            for text, source, line, excerpt in tables:
                record = attempt(phh.parse_phh, text)
                if isinstance(record, FormatError):
                    yield from self._waiting.reject(Rejected(source.name, line, str(record), excerpt, source.format))
                else:
                    if self._waiting.add(record, source, line, excerpt):
                        yield from self._waiting.flush()
            return
        yield from self._waiting.flush()
        stud = [table for table in tables if _STUD in table.text]
        yield from self._together([table for table in tables if _STUD not in table.text] if stud else tables)
        yield from self._together(stud)

    def _together(self, tables: list[_Table]) -> Iterator[Sourced]:
        columns, errors = self._parse(tables)
        for row, error in errors:
            table = tables[row]
            rejected = Rejected(table.source.name, table.line, str(error), table.excerpt, table.source.format)
            yield rejected, [table.source.name]
        if len(columns) == 1:
            wrong = {row for row, _ in errors}
            yield columns[0], [table.source.name for row, table in enumerate(tables) if row not in wrong]
        elif columns:  # of two games after all: file by file, so that it is known which is whose
            for name, some in groupby(tables, lambda table: table.source.name):
                for part in self._parse(list(some))[0]:
                    yield part, [name] * len(part)

    def _parse(self, tables: list[_Table]) -> tuple[list[HandColumns], list[tuple[int, FormatError]]]:
        """Return the hands by game, and what is wrong with others by index."""
        found = list(self._parser.parse([(row, table.text) for row, table in enumerate(tables)]))
        columns = [part for part, _ in found if part is not None]
        return columns, [error for _, errors in found for error in errors]
