"""Which hand of a file a command is about: by its id, or by its number."""

from typing import TYPE_CHECKING, NamedTuple

from deluck.cli.reading_bar import existing_files, reading_bar
from deluck.errors import FormatError
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from deluck.cli.rejections import Rejections
    from deluck.records import HandColumns, HandRecord

_MOST_DIGITS = 18  # no file has more hands


class HandSearch:
    """Looks for a hand by its id, or else by its number; without either it takes the first.

    Parameters
    ----------
    wanted
        The hand's id in its source, or its number, 1 for the first; ``#7`` is the seventh, whatever its id.
    game
        The only game it looks at, if one is named.
    """

    def __init__(self, wanted: str, game: str = "") -> None:
        self.n_hands = 0
        self.n_others = 0
        self._game = game
        self._wanted = wanted
        digits = wanted.removeprefix("#")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
        self._number = int(digits) if is_number else 0 if wanted else 1
        self._by_id: HandRecord | None = None
        self._by_number: HandRecord | None = None

    @property
    def found(self) -> "HandRecord | None":
        """The hand, or None if it was not found."""
        return self._by_id or self._by_number

    def look_through(self, columns: "HandColumns") -> None:
        """Look through some more hands."""
        if self._game and columns.game != self._game:
            self.n_others += len(columns)
            return
        if self._by_id is None and self._wanted:
            rows = (columns.hand_ids == self._wanted).nonzero()[0]
            if rows.size:
                self._by_id = columns[int(rows[0])]
        if self.n_hands < self._number <= self.n_hands + len(columns):
            self._by_number = columns[self._number - self.n_hands - 1]
        self.n_hands += len(columns)


class FoundHand(NamedTuple):
    """A hand of a file, and how many valid hands the file has."""

    record: "HandRecord"
    n_hands: int


def find_hand(source: str, wanted: str, rejections: "Rejections", *, game: str | None = None) -> FoundHand:
    """Return the hand of a file with this id, or else this number; all hands of the file are read and checked.

    Parameters
    ----------
    source
        A file, or ``-`` for standard input.
    wanted
        The hand's id, or its number, 1 for the first; ``#7`` is the seventh, whatever its id; the first if empty.
    rejections
        Takes note of the hands that are not valid.
    game
        The game of an ACPC log that does not say it.

    Raises
    ------
    FormatError
        If there is no such file, or no such hand in it.
    """
    from deluck.formats import Rejected, read_columns

    files = existing_files([source])
    search = HandSearch(wanted)
    with reading_bar("Reading", files) as on_read:
        for columns in read_columns(source, on_read=on_read, game=game):
            if isinstance(columns, Rejected):
                rejections.add(columns)
            else:
                search.look_through(columns)
    rejections.report_rest()
    if not search.n_hands:
        raise FormatError(f"no valid hand in {source}")
    if search.found is None:
        valid = "1 valid hand" if search.n_hands == 1 else f"{search.n_hands:,} valid hands"
        raise FormatError(
            f"no hand {shown_name(wanted)!r} in {source} (it has {valid}: expected an id, or a number such as #7)"
        )
    return FoundHand(search.found, search.n_hands)
