"""Hands straight to columns: what the formats share that parse many of them at once."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from deluck.cards import RANKS, SUITS
from deluck.errors import FormatError
from deluck.formats.attempts import attempt
from deluck.formats.limits import check_names
from deluck.records import HandColumns, HandRecord, validate

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
        The record path.
    """
    is_done = set(done.tolist())
    found: dict[str, list[tuple[int, HandRecord]]] = {}
    errors: Errors = []
    for row, (number, text) in enumerate(texts):
        if row in is_done:
            continue
        record = attempt(_parse_valid, parse, text)
        if isinstance(record, FormatError):
            errors.append((number, record))
        else:
            found.setdefault(record.game, []).append((row, record))
    parts: list[HandColumns] = [] if plain is None or plain.game in found else [plain]
    for game, hands in found.items():
        columns = HandColumns.from_records([record for _, record in hands])
        if plain is not None and plain.game == game:
            rows = [*done.tolist(), *(row for row, _ in hands)]
            columns = HandColumns.concatenate([plain, columns])[np.argsort(rows)]
        parts.append(columns)
    return parts, errors


def _parse_valid(parse: Callable[[T], HandRecord], text: T) -> HandRecord:
    record = parse(text)
    check_names(record)
    validate(record)
    HandColumns.from_records([record])  # raises for what columns cannot hold
    return record


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
