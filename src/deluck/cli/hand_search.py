"""Which hand of a file a command is about: by its number, or by its place."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deluck.records import HandColumns, HandRecord

_MOST_DIGITS = 18  # no file has more hands


class HandSearch:
    """Looks for a hand by its number, or else by its place; without either it takes the first.

    Parameters
    ----------
    wanted
        The hand's number in its source, or its place, 1 for the first.
    game
        The only game it looks at, if one is named.
    """

    def __init__(self, wanted: str, game: str = "") -> None:
        self.n_hands = 0
        self.n_others = 0
        self._game = game
        self._wanted = wanted
        is_place = wanted.isascii() and wanted.isdigit() and len(wanted) <= _MOST_DIGITS
        self._place = int(wanted) if is_place else 0 if wanted else 1
        self._by_number: HandRecord | None = None
        self._by_place: HandRecord | None = None

    @property
    def found(self) -> "HandRecord | None":
        """The hand, or None if it was not found."""
        return self._by_number or self._by_place

    def look_through(self, columns: "HandColumns") -> None:
        """Look through some more hands."""
        if self._game and columns.game != self._game:
            self.n_others += len(columns)
            return
        if self._by_number is None and self._wanted:
            rows = (columns.hand_ids == self._wanted).nonzero()[0]
            if rows.size:
                self._by_number = columns[int(rows[0])]
        if self.n_hands < self._place <= self.n_hands + len(columns):
            self._by_place = columns[self._place - self.n_hands - 1]
        self.n_hands += len(columns)
