"""Probabilities as they are stored: a byte each, in 255ths, the last legal action's implied."""

import numpy as np
from numpy.typing import NDArray

from deluck.games import Action
from deluck.players.equilibrium.trunk import ONE


def packed(shares: NDArray[np.uint8], legal: NDArray[np.bool_], *, axis: int) -> dict[str, NDArray[np.uint8]]:
    """Return the probabilities uint8[…, 3] that are stored, those of decisions with three and with two legal actions.

    Parameters
    ----------
    shares
        The probabilities of fold, call and raise in 255ths.
    legal
        Which are legal at each decision, bool[decisions, 3]: all, or a call and one other.
    axis
        Where the decisions are.
    """
    is_three = legal.all(axis=1)
    by_decision = np.moveaxis(shares, axis, 0)
    two = [each[..., np.flatnonzero(can)[0]] for each, can in zip(by_decision, legal, strict=True) if not can.all()]
    return {"three": by_decision[is_three][..., :2], "two": np.stack(two)}


def unpacked(arrays: dict[str, NDArray[np.uint8]], legal: NDArray[np.bool_], *, axis: int) -> NDArray[np.uint8]:
    """Return what was packed, uint8[…, 3]."""
    three, two = iter(arrays["three"]), iter(arrays["two"])
    found = np.zeros((len(legal), *arrays["two"].shape[1:], len(Action)), dtype=np.uint8)
    for shares, can in zip(found, legal, strict=True):
        if can.all():
            shares[..., :2] = next(three)
            shares[..., 2] = ONE - shares[..., 0] - shares[..., 1]
        else:
            first, second = np.flatnonzero(can)
            shares[..., first] = next(two)
            shares[..., second] = ONE - shares[..., first]
    return np.ascontiguousarray(np.moveaxis(found, 0, axis))
