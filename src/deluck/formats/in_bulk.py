"""Hands straight to columns: what the formats share that parse many of them at once."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from deluck.cards import RANKS, SUITS
from deluck.errors import FormatError, RecordError
from deluck.formats.attempts import attempt
from deluck.records import HandColumns, HandRecord

Errors = list[tuple[int, FormatError]]
T = TypeVar("T")

NO_ROWS: NDArray[np.int64] = np.empty(0, np.int64)
ENCODING = ("utf-8", "surrogatepass")  # lines may hold anything


def with_others(
    plain: HandColumns | None,
    done: NDArray[np.int64],
    texts: Sequence[tuple[int, T]],
    parse: Callable[[T], HandRecord],
) -> tuple[list[HandColumns], Errors]:
    """Return the hands read in bulk together with those that only the record path can read, and what it rejects.

    Hands of one game are together, in the order of the texts.

    Parameters
    ----------
    plain, done
        The hands read in bulk, certainly valid, and which of the texts they are.
    texts
        Every hand with the number of its line.
    parse
        The record path: the record of a text, its names checked and its payoffs too; or it raises what is wrong.
    """
    is_done = set(done.tolist())
    found: dict[str, list[tuple[int, HandRecord]]] = {}
    errors: Errors = []
    for row, (number, text) in enumerate(texts):
        if row in is_done:
            continue
        record = attempt(parse, text)
        if isinstance(record, FormatError):
            errors.append((number, record))
        else:
            found.setdefault(record.game, []).append((row, record))
    parts: list[HandColumns] = []
    for hands in found.values():
        rows, columns = _held(hands, texts, errors)
        if columns is None:
            continue
        if plain is not None and plain.game == columns.game:
            columns = HandColumns.concatenate([plain, columns])[np.argsort([*done.tolist(), *rows])]
            plain = None
        parts.append(columns)
    return ([] if plain is None else [plain]) + parts, sorted(errors, key=itemgetter(0))


def _held(
    hands: list[tuple[int, HandRecord]], texts: Sequence[tuple[int, T]], errors: Errors
) -> tuple[list[int], HandColumns | None]:
    """Return the hands of one game as columns with their rows; those that columns cannot hold are added to errors."""
    try:
        return [row for row, _ in hands], HandColumns.from_records([record for _, record in hands])
    except RecordError as error:
        if len(hands) == 1:
            errors.append((texts[hands[0][0]][0], FormatError(str(error))))
            return [], None
    middle = len(hands) // 2
    rows, parts = [], []
    for half in (hands[:middle], hands[middle:]):
        half_rows, columns = _held(half, texts, errors)
        rows += half_rows
        parts += [] if columns is None else [columns]
    return rows, HandColumns.concatenate(parts) if parts else None


def joined(texts: Sequence[str]) -> tuple[bytes, NDArray[np.int64]]:
    """Return texts one after another as bytes, and where each begins and the last ends, int64[n + 1]."""
    raw = [text.encode(*ENCODING) for text in texts]
    starts = np.zeros(len(raw) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, raw), np.int64, len(raw)), out=starts[1:])
    return b"".join(raw), starts


def _symbol_table(symbols: str) -> NDArray[np.int8]:
    table = np.full(256, -1, dtype=np.int8)
    for value, symbol in enumerate(symbols):
        table[ord(symbol)] = value
    return table


RANK_OF_SYMBOL = _symbol_table(RANKS)
SUIT_OF_SYMBOL = _symbol_table(SUITS)
