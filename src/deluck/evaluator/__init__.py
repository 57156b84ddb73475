"""Strength of five to seven cards: one integer from 1 to 7,462, larger is stronger."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.cards import check_row
from deluck.errors import CardError
from deluck.evaluator.hand_classes import (
    N_STRENGTHS,
    Category,
    category_of,
    describe,
    first_strength,
    hand_class,
)
from deluck.evaluator.lookup import lookup
from deluck.evaluator.single import hole_strengths, strength, strength_unchecked
from deluck.evaluator.strength_kernels import fill_strengths

__all__ = [
    "N_STRENGTHS",
    "Category",
    "category_of",
    "describe",
    "first_strength",
    "hand_class",
    "hole_strengths",
    "strength",
    "strength_unchecked",
    "strengths",
]

_COMPILED_DTYPES = (np.int64, np.int32, np.uint8, np.int8)


def strengths(cards: ArrayLike) -> NDArray[np.int16]:
    """Return the strength (1 to 7,462) of each row of cards, int16[n].

    Parameters
    ----------
    cards
        Integers from 0 to 51, shape (n, 5), (n, 6) or (n, 7).

    Raises
    ------
    CardError
        If the array is of another shape or type, or a row holds a number that is no card, or a card twice.
    """
    array = np.asarray(cards)
    if array.ndim != 2 or array.shape[1] not in (5, 6, 7):
        raise CardError(f"cannot rank an array of shape {array.shape} (expected n rows of 5, 6 or 7 cards)")
    if not np.issubdtype(array.dtype, np.integer):
        raise CardError(f"cannot rank an array of {array.dtype} (expected integers from 0 to 51)")
    if array.dtype not in _COMPILED_DTYPES:
        array = array.astype(np.int64)
    out = np.empty(len(array), dtype=np.int16)
    bad_row = fill_strengths(np.ascontiguousarray(array), lookup(), out)
    if bad_row >= 0:
        check_row(array[bad_row].tolist(), bad_row)
    return out
