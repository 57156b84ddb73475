"""How large players raise where the structure leaves a choice: ``min``, ``half``, ``pot``, ``0.75pot``, ``all-in``."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.errors import PlayerError
from deluck.games import View
from deluck.games.tables import TableViews

_NAMES = {"min": 0.0, "half": 0.5, "pot": 1.0, "all-in": math.inf}


@dataclass(frozen=True, slots=True)
class RaiseSize:
    """A size of raise: a share of the pot after a call, or the nearest legal amount.

    Attributes
    ----------
    share
        Of the pot after a call: 0 makes the smallest raise, infinity the largest.
    """

    share: float

    @classmethod
    def parse(cls, text: str) -> "RaiseSize":
        """Return the size of a word: ``min``, ``half``, ``pot``, ``all-in``, or a share such as ``0.75pot``.

        Raises
        ------
        PlayerError
            If it is none of them.
        """
        word = text.strip().lower()
        if word in _NAMES:
            return cls(_NAMES[word])
        try:
            share = float(word.removesuffix("pot"))
        except ValueError:
            share = -1.0
        if not word.endswith("pot") or not 0 < share < math.inf:
            raise PlayerError(f"not a size of a raise: {text!r} (expected min, half, pot, all-in, or e.g. 0.75pot)")
        return cls(share)

    def __str__(self) -> str:
        """Return the size as `parse` reads it."""
        return next((name for name, share in _NAMES.items() if share == self.share), f"{self.share:g}pot")

    def amount(self, view: View) -> int:
        """Return the bet that a raise of this size makes (raise to), for a view in which a raise is legal."""
        if math.isinf(self.share):
            return view.max_raise_to
        wanted = max(view.bets) + int(self.share * (view.pot + view.to_call))
        return min(max(wanted, view.min_raise_to), view.max_raise_to)

    def amounts(self, views: TableViews) -> NDArray[np.int64]:
        """Return the bets that raises of this size make at many tables, int64[n]."""
        if math.isinf(self.share):
            return views.max_raise_to
        wanted = views.bets.max(axis=1) + (self.share * (views.pots + views.to_call)).astype(np.int64)
        return np.asarray(np.clip(wanted, views.min_raise_to, views.max_raise_to))
