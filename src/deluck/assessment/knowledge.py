"""Which estimators count, by the cards that a source shows: all of them, one player's own, or too few.

That all cards are known is a property of a source, never of a single hand: where others' cards are shown at showdowns
only, the hands with all cards known are the showdowns, a biased sample. There money counts over all hands, and what own
cards say; all-in EV only where the cards of called all-ins are shown whoever won.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deluck.estimators import Cards, columns
from deluck.games import STREET_NAMES
from deluck.values.schema import street_column

if TYPE_CHECKING:
    from deluck.assessment.hands import ViewpointHands

ALL_IN = "all_in_ev"
_OWN = ("own_cards", "own_cards_approximate")
_OWN_LUCK = ("own_hole_luck", "own_rank_luck")


class Knowledge:
    """What the sources of n hands show of the cards.

    Parameters
    ----------
    hands
        The viewpoint's hands; or those of several players, one row per player.
    """

    def __init__(self, hands: "ViewpointHands") -> None:
        self._hands = hands
        sources = hands.selection.index.values.sources
        ends = np.cumsum([source.n_hands for source in sources])
        self._sources = np.searchsorted(ends, hands.selection.rows, side="right").astype(np.int32)
        self._names_hero = np.array([source.names_hero for source in sources], np.bool_)
        self.is_complete = np.array([source.n_hidden == 0 for source in sources], np.bool_)[self._sources]
        """Which hands are of sources that show all hole cards, bool[n]."""
        self._is_all_complete = bool(self.is_complete.all())

    @cached_property
    def _own(self) -> dict[str, NDArray[np.float64]]:
        return self._hands.stored(["money", ALL_IN, "all_in", *_OWN_LUCK])

    @cached_property
    def shows_own(self) -> NDArray[np.bool_]:
        """Which hands are of sources that show the viewpoint's own cards in all its hands, as their hero's, bool[n]."""
        selection = self._hands.selection
        is_own = selection.index.columns["is_hero"].astype(np.bool_)[selection.seat_rows]
        other_hero = self._names_hero[self._sources] & ~is_own
        return self._in_all(~other_hero & ~np.isnan(self._own["own_hole_luck"]))

    @cached_property
    def shows_all_ins(self) -> NDArray[np.bool_]:
        """Which hands are of sources that show the cards of all who were in whenever the viewpoint was all-in, bool[n].

        Where some all-ins are not shown, those that are shown are those it lost.
        """
        return self._in_all(self.all_in_known)

    @cached_property
    def all_in_known(self) -> NDArray[np.bool_]:
        """Which hands have an all-in EV, or were not all-in, bool[n]."""
        return np.asarray(~np.isnan(self._own[ALL_IN]) | ~(self._own["all_in"] > 0))

    @property
    def n_hidden_all_ins(self) -> int:
        """All-in hands of the viewpoint, in sources that show its own cards, without the cards of all who were in."""
        if self._is_all_complete:
            return 0
        return int((~self.is_complete & self.shows_own & ~self.all_in_known).sum())

    def _in_all(self, holds: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return for each hand whether something holds in all hands that its player has of its source."""
        n_not = np.bincount(self._groups, weights=~holds)
        return np.asarray(n_not[self._groups] == 0)

    @cached_property
    def _groups(self) -> NDArray[Any]:
        """The number of each hand's source, or of source and player where they are hands of several, [n]."""
        selection = self._hands.selection
        players = selection.index.players[selection.seat_rows]
        if not len(players) or (players == players[0]).all():
            return self._sources
        both = players.astype(np.int64) * len(self._names_hero) + self._sources
        return np.asarray(np.unique(both, return_inverse=True)[1])

    def never_counts(self, name: str) -> bool:
        """Return whether a column's values are for sources that hide cards, and none does."""
        return self._is_all_complete and cards_of_columns().get(name, Cards.ANY) is Cards.OWN

    def counting(self, name: str, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a column's values as stored, NaN where the source does not show the cards that they need."""
        cards = cards_of_columns().get(name, Cards.ANY)
        if cards is Cards.ALL:
            return values if self._is_all_complete else np.where(self.is_complete, values, np.nan)
        if name == ALL_IN and not self._is_all_complete:
            return np.where(self.is_complete | (self.shows_own & self.shows_all_ins), values, np.nan)
        if cards is Cards.OWN:
            own = self._own
            hole, rank = (own[each] for each in _OWN_LUCK)
            without = own["money"] - hole - (rank if name == _OWN[1] else 0.0)
            found = np.where(self.shows_all_ins, values, without)
            return np.where(~self.is_complete & self.shows_own, found, np.nan)
        return values


def cards_of_columns() -> dict[str, Cards]:
    """Return which sources each stored column counts for, those of single streets included."""
    found = {}
    for spec in columns():
        found[spec.name] = spec.cards
        if spec.by_street:
            found |= {street_column(spec.name, street): spec.cards for street in range(len(STREET_NAMES))}
    return found
