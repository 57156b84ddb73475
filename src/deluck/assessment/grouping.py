"""Places of equal keys."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray


def grouped(keys: NDArray[Any]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each whole number among keys, rising, with the places where it stands, in order; nothing for no keys."""
    if not len(keys):
        return
    if keys.min() == keys.max():
        yield int(keys[0]), np.arange(len(keys))
        return
    order = np.argsort(keys, kind="stable")
    numbers, starts = np.unique(keys[order], return_index=True)
    yield from zip(numbers.tolist(), np.split(order, starts[1:]), strict=True)
