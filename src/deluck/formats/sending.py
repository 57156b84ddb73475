"""Columns made small for the way from one process to another: a part's hands take longer to send than to cut."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.records.columns import HandColumns

_NARROWER = (np.int8, np.int16, np.int32)
_BETWEEN_IDS = "\n"


class Packed(NamedTuple):
    """Columns as they are sent; `unpack` makes them again."""

    make: Callable[[dict[str, Any]], HandColumns]
    contents: dict[str, Any]


class _Narrow(NamedTuple):
    """Whole numbers as such of fewer bytes, or as the one number that all of them are."""

    values: NDArray[Any] | int
    shape: tuple[int, ...]
    dtype: str


class _Ids(NamedTuple):
    """The numbers of hands as one text."""

    text: str


def pack(columns: HandColumns) -> Packed:
    """Return columns made small."""
    make, (contents,) = columns.__reduce__()
    return Packed(make, {name: _packed(value) for name, value in contents.items()})


def unpack(packed: Packed) -> HandColumns:
    """Return the columns as they were before `pack`."""
    return packed.make({name: _unpacked(value) for name, value in packed.contents.items()})


def _packed(value: Any) -> Any:
    if not isinstance(value, np.ndarray) or not value.size:
        return value
    if value.dtype == object:
        text = _BETWEEN_IDS.join(value)
        return _Ids(text) if text.count(_BETWEEN_IDS) == len(value) - 1 else value
    if value.dtype.kind != "i" or value.itemsize == 1:
        return value
    low, high = int(value.min()), int(value.max())
    if low == high:
        return _Narrow(low, value.shape, value.dtype.str)
    for narrower in _NARROWER:
        bounds = np.iinfo(narrower)
        if bounds.min <= low and high <= bounds.max:
            return _Narrow(value.astype(narrower), value.shape, value.dtype.str)
    return value


def _unpacked(value: Any) -> Any:
    if isinstance(value, _Ids):
        texts = value.text.split(_BETWEEN_IDS)
        found = np.empty(len(texts), object)
        found[:] = texts
        return found
    if isinstance(value, _Narrow):
        values = value.values
        return np.full(value.shape, values, value.dtype) if isinstance(values, int) else values.astype(value.dtype)
    return value
