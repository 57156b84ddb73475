"""Whose hands they are: the index of all hands, what is asked of it, and the hands of one player found by it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.errors import AssessmentError, RulesError
from deluck.games import Structure
from deluck.parallel import run_parts
from deluck.plain_text import choices, shown_name
from deluck.values import Values
from deluck.values.schema import POSITIONS
from deluck.values.tables import numbers

Moment = str | date | datetime
NO_TIME = np.iinfo(np.int64).min
_CODED = ("player", "structure", "game", "stakes", "currency", "position", "tournament")
_CHUNK = 1 << 16  # rows that are looked at together
_PLAIN = ("seat", "n_seats", "is_hero")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked: whose view to take, and which hands count.

    Attributes
    ----------
    player
        The player, in whatever case if that is unambiguous; the hero, or else the first one named, if None.
    alias
        Names of one person, by the name that they go by.
    structure
        ``limit``, ``no-limit`` or ``pot-limit``; that of the player's first hand if None.
    since, until
        Hands played from this moment on, and before that one; a date stands for its start in UTC.
    positions, stakes
        Hands in one of these positions (``BTN``), or of these stakes (``1/2``).
    """

    player: str | None = None
    alias: Mapping[str, Sequence[str]] | None = None
    structure: Structure | None = None
    since: Moment | None = None
    until: Moment | None = None
    positions: tuple[str, ...] = ()
    stakes: tuple[str, ...] = ()


def parse_alias(text: str) -> dict[str, tuple[str, ...]]:
    """Return names that are joined, from ``hero=Hero99,hero_ps``; several groups with a semicolon between.

    Raises
    ------
    AssessmentError
        If the text is no such list.
    """
    found: dict[str, tuple[str, ...]] = {}
    for group in filter(None, (part.strip() for part in text.split(";"))):
        name, sign, others = group.partition("=")
        names = tuple(filter(None, (each.strip() for each in others.split(","))))
        if not sign or not name.strip() or not names:
            raise AssessmentError(f"no names are joined by {group!r} (expected such as hero=Hero99,hero_ps)")
        found[name.strip()] = names
    return found


class Index:
    """One row per hand and seat of some values, as far as questions need it, in the order of storage.

    Attributes
    ----------
    rows
        The number of each row's hand among all valid hands read, -1 for hands of sources that are not asked for,
        int32[m].
    seats, n_seats
        int8[m].
    players
        Codes of names in the order they appear, names of one person joined, int32[m].
    names
        The names.
    n_hands
        Hands read, copies not counted.
    n_copies
        Hands that equal an earlier one: id, time, names, cards, betting and results.
    """

    def __init__(self, values: Values, alias: Mapping[str, Sequence[str]] | None = None) -> None:
        self.values = values
        table = values.seats
        n = int(table.starts[-1])
        self.n_rows = values.n_hands
        self.rows: NDArray[Any] = np.empty(n, np.int32 if self.n_rows < 1 << 31 else np.int64)
        self.columns: dict[str, NDArray[Any]] = {name: np.empty(n, np.int8) for name in _CODED}
        self.columns |= {"seat": np.empty(n, np.int8), "n_seats": np.empty(n, np.int8)}
        self.columns |= {"is_hero": np.empty(n, np.bool_), "outside": np.empty(n, np.bool_)}
        coders = {name: Coder() for name in _CODED}
        digests = []
        read = [*_CODED, *_PLAIN, "source", "row", "digest", "outside"]
        for start, part in zip(table.starts[:-1].tolist(), table.map(self._read_part, read), strict=True):
            here = slice(start, start + len(part.rows))
            for name, local in part.coded.items():
                codes = coders[name].joined(local)
                if len(coders[name].words) > np.iinfo(self.columns[name].dtype).max:
                    self.columns[name] = self.columns[name].astype(np.int32)
                self.columns[name][here] = codes
            for name, column in part.plain.items():
                self.columns[name][here] = column
            self.rows[here] = part.rows
            digests.append(part.digests)
        self.seats, self.n_seats = self.columns["seat"], self.columns["n_seats"]
        self.words = {name: tuple(coder.words) for name, coder in coders.items()}
        self._join_names(alias or {})
        of_hands = np.concatenate([*digests, np.empty(0, np.int64)])
        digests.clear()
        self._drop_copies(of_hands)

    def _read_part(self, part: pa.Table) -> "_IndexPart":
        """Return what the index needs of a part of the seats table."""
        plain = {name: numbers(part[name]) for name in _PLAIN}
        return _IndexPart(
            coded={name: local_codes(part[name]) for name in _CODED},
            plain=plain | {"outside": numbers(part["outside"]) != 0},
            rows=self.values.hand_numbers(part),
            digests=numbers(part["digest"])[plain["seat"] == 0],
        )

    def _join_names(self, alias: Mapping[str, Sequence[str]]) -> None:
        """Give names codes in the order they appear in the log, those of one person the same."""
        names, codes = self.words["player"], self.columns.pop("player")
        goes_by = {other: name for name, others in alias.items() for other in others}
        unknown = [other for other in goes_by if other not in names]
        if unknown:
            raise AssessmentError(f"no player {shown_name(unknown[0])!r} to be joined ({choices(unknown[0], names)})")
        persons = [goes_by.get(name, name) for name in names]
        first = np.full(len(names), np.iinfo(np.int64).max)
        for start in range(0, len(codes), _CHUNK):
            here = slice(start, start + _CHUNK)
            where = 16 * self.rows[here].astype(np.int64) + self.seats[here]
            valid = slice(None) if where.min() >= 0 else where >= 0
            np.minimum.at(first, codes[here][valid], where[valid])
        order = np.argsort(first, kind="stable")
        used = order[first[order] < np.iinfo(np.int64).max]
        numbers: dict[str, int] = {}
        for number in used.tolist():
            numbers.setdefault(persons[number], len(numbers))
        self.names = tuple(numbers)
        if [*numbers] == list(names):
            self.players = codes
        else:
            self.players = np.array([*(numbers.get(name, -1) for name in persons), -1], np.int32)[codes]

    def _drop_copies(self, digests: NDArray[np.int64]) -> None:
        """Find the hands that equal an earlier one, by the digest of each hand, in the order of storage."""
        firsts = np.flatnonzero(self.seats == 0)
        wanted = self.rows[firsts] >= 0
        if not wanted.all():
            firsts, digests = firsts[wanted], digests[wanted]
        again = np.zeros(len(firsts), np.bool_)
        halves = (digests[digests < 0], digests[digests >= 0])
        if any(run_parts(_has_equal, halves, n_jobs=self.values.seats.n_jobs)):  # most logs have no hand twice
            order = np.lexsort((self.rows[firsts], digests))
            again[order[1:]] = (digests[order[1:]] == digests[order[:-1]]) & (digests[order[1:]] != 0)
        self.n_copies = int(again.sum())
        self.n_hands = len(firsts) - self.n_copies
        self.counts = np.asarray(self.rows >= 0)
        if self.n_copies:
            is_copy = np.zeros(self.n_rows, np.bool_)
            is_copy[self.rows[firsts[again]]] = True
            self.counts &= ~is_copy[np.maximum(self.rows, 0)]

    def find_player(self, name: str | None) -> int:
        """Return the code of a player: as named, else by its letters alone; the hero or the first if None."""
        if name is None:
            some = np.flatnonzero(self.counts & self.columns["is_hero"].astype(np.bool_))
            if not some.size:
                some = np.flatnonzero(self.counts & (self.seats == 0))
            return int(self.players[some[np.argmin(self.rows[some])]])
        if name in self.names:
            return self.names.index(name)
        alike = [each for each in self.names if each.casefold() == name.casefold()]
        if len(alike) == 1:
            return self.names.index(alike[0])
        if alike:
            raise AssessmentError(
                f"{shown_name(name)!r} may be any of {_listed(alike)} (expected one of them as it is written)"
            )
        raise AssessmentError(f"no player {shown_name(name)!r} in these hands ({choices(name, self.names)})")

    def mask(self, name: str, words: Iterable[str], what: str) -> NDArray[np.bool_]:
        """Return which rows have one of these words in a column; an error for a word that no hand has."""
        known = self.words[name]
        for word in words:
            if word not in known:
                raise AssessmentError(f"no hand {what} {word!r} (expected {_listed(sorted(known))})")
        chosen = np.array([word in set(words) for word in known] + [False], np.bool_)
        return np.asarray(chosen[self.columns[name]])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Selection:
    """The hands of one player, the viewpoint, in the order of the log; n of them.

    Attributes
    ----------
    index
        The index they were found by.
    wanted
        What was asked.
    player
        The code of the viewpoint's name.
    structure
        The betting structure of all of them.
    seat_rows
        The rows of the index in which the viewpoint sits, int64[n].
    n_both
        Hands in which it has a second seat.
    n_others
        Hands, copies left out, in which it does not sit.
    n_filtered
        Its hands that the question leaves out, but for those of another structure.
    other_structures
        Its hands of other structures.
    """

    index: Index
    wanted: Wanted
    player: int
    structure: Structure
    seat_rows: NDArray[np.int64]
    n_both: int
    n_others: int
    n_filtered: int
    other_structures: dict[Structure, int]

    def __len__(self) -> int:
        return len(self.seat_rows)

    @property
    def viewpoint(self) -> str:
        """The viewpoint's name."""
        return self.index.names[self.player]

    @property
    def rows(self) -> NDArray[np.int64]:
        """The number of each hand among all valid hands read, int64[n]."""
        return self.index.rows[self.seat_rows].astype(np.int64)

    @property
    def seats(self) -> NDArray[np.int8]:
        """Where the viewpoint sat, int8[n]: heads-up 0 is P1, the big blind."""
        return np.asarray(self.index.seats[self.seat_rows])

    @property
    def n_seats(self) -> NDArray[np.int8]:
        """How many were dealt in, int8[n]."""
        return np.asarray(self.index.n_seats[self.seat_rows])

    @property
    def opponents(self) -> NDArray[np.int32]:
        """The code of the opponent of heads-up hands, else -1, int32[n]."""
        found = np.full(len(self), -1, np.int32)
        two = np.flatnonzero(self.n_seats == 2)
        found[two] = self.index.players[self.seat_rows[two] + 1 - 2 * self.seats[two].astype(np.int64)]
        return found

    def codes(self, name: str) -> NDArray[Any]:
        """Return a coded column of the index at the viewpoint's seats, whole numbers[n]."""
        return np.asarray(self.index.columns[name][self.seat_rows])

    @property
    def positions(self) -> NDArray[np.int32]:
        """The viewpoint's position, an index in `POSITIONS`, -1 in games that have none, int32[n]."""
        known = self.index.words["position"]
        numbers = np.array([POSITIONS.index(word) for word in known] + [-1], np.int32)
        return np.asarray(numbers[self.codes("position")])

    def of_hands(self) -> NDArray[np.int32]:
        """Return for every hand read its number among these, -1 if it is none of them, int32[hands read]."""
        found = np.full(self.index.n_rows, -1, np.int32)
        found[self.rows] = np.arange(len(self), dtype=np.int32)
        return found


def select(index: Index, wanted: Wanted) -> Selection:
    """Return the hands of the player asked for.

    Raises
    ------
    AssessmentError
        If there is no such player, or no such hand.
    """
    player = index.find_player(wanted.player)
    own = index.counts & (index.players == player)
    seat_rows = np.flatnonzero(own)
    rows = index.rows[seat_rows]
    if (rows[1:] < rows[:-1]).any():  # stored in another order than that of the log
        order = np.argsort(rows, kind="stable")
        seat_rows, rows = seat_rows[order], rows[order]
    again = np.diff(rows, prepend=-1) == 0
    both, seat_rows = rows[again], seat_rows[~again]
    n_all = len(seat_rows)
    seat_rows = seat_rows[filtered(index, wanted, seat_rows)]
    if n_all and not len(seat_rows):
        raise AssessmentError(f"no hand of {index.names[player]!r} is left of {n_all:,} (expected a wider question)")
    structures = [parse_structure(word) for word in index.words["structure"]]
    codes = index.columns["structure"][seat_rows]
    structure = wanted.structure or structures[codes[0]]
    chosen = np.array([each is structure for each in structures], np.bool_)[codes]
    counts = np.bincount(codes, minlength=len(structures)).tolist()
    others = {each: n for each, n in zip(structures, counts, strict=True) if n and each is not structure}
    if not chosen.any():
        found = ", ".join(f"{name}: {n:,}" for name, n in others.items())
        raise AssessmentError(f"no {structure} hand of {index.names[player]!r} (expected a structure of {found})")
    return Selection(
        index=index,
        wanted=replace(wanted, player=index.names[player], structure=structure),
        player=player,
        structure=structure,
        seat_rows=seat_rows[chosen],
        n_both=int(np.isin(both, index.rows[seat_rows[chosen]]).sum()),
        n_others=index.n_hands - n_all,
        n_filtered=n_all - len(seat_rows),
        other_structures=others,
    )


def filtered(index: Index, wanted: Wanted, seat_rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of the player's hands are asked for."""
    taken = np.ones(len(seat_rows), np.bool_)
    if wanted.positions:
        taken &= index.mask("position", [word.upper() for word in wanted.positions], "in the position")[seat_rows]
    if wanted.stakes:
        taken &= index.mask("stakes", wanted.stakes, "of stakes")[seat_rows]
    if wanted.since is not None or wanted.until is not None:
        parts = index.values.seats.batches(["time"])
        times = np.concatenate([_microseconds(part["time"]) for part in parts])[seat_rows]
        if wanted.since is not None:
            taken &= times >= parse_moment(wanted.since)
        if wanted.until is not None:
            taken &= (times < parse_moment(wanted.until)) & (times != NO_TIME)
    return taken


def parse_moment(moment: Moment) -> int:
    """Return a date or a time in microseconds since 1970, UTC.

    Raises
    ------
    AssessmentError
        If a text is neither.
    """
    if isinstance(moment, str):
        try:
            moment = datetime.fromisoformat(moment)
        except ValueError:
            raise AssessmentError(f"no date or time: {moment!r} (expected such as 2024-01-31)") from None
    elif not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1_000_000)


def parse_structure(word: str) -> Structure:
    """Return a betting structure as it is stored; an error for one that is not known."""
    try:
        return Structure.parse(word)
    except RulesError as error:
        raise AssessmentError(str(error)) from None


class LocalCodes(NamedTuple):
    """Texts of a batch as indices in those that occur, the index after the last for none; int32[k], or one for all."""

    indices: NDArray[np.int32] | int
    texts: list[str]


class _IndexPart(NamedTuple):
    """What an index needs of a part of the seats table, one value per row; digests one per hand."""

    coded: dict[str, LocalCodes]
    plain: dict[str, NDArray[Any]]
    rows: NDArray[np.int64]
    digests: NDArray[np.int64]


def local_codes(column: pa.ChunkedArray) -> LocalCodes:
    """Return texts of a batch as indices in those that occur in it, in order."""
    whole = column.chunk(0) if column.num_chunks == 1 else column.unify_dictionaries().combine_chunks()
    texts = whole.dictionary.to_pylist()
    indices = numbers(whole.indices, missing=len(texts))
    if len(indices) and indices[0] == indices[-1] and (indices == indices[0]).all():
        only = int(indices[0])
        return LocalCodes(0, [texts[only]] if only < len(texts) else [])
    used = np.flatnonzero(np.bincount(indices, minlength=len(texts))[: len(texts)])
    if len(used) == len(texts):
        return LocalCodes(indices, texts)
    renumbered = np.full(len(texts) + 1, len(used), np.int32)
    renumbered[used] = np.arange(len(used))
    return LocalCodes(renumbered[indices], [texts[number] for number in used.tolist()])


class Coder:
    """Gives equal texts of one batch after the other equal numbers."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._numbers: dict[str, int] = {}

    def joined(self, local: LocalCodes) -> NDArray[np.int32] | int:
        """Return the number of each text, -1 for none, int32[k]; one number if all are the same."""
        for text in local.texts:
            if text not in self._numbers:
                self._numbers[text] = len(self.words)
                self.words.append(text)
        codes = np.array([*(self._numbers[text] for text in local.texts), -1], np.int32)
        return int(codes[local.indices]) if isinstance(local.indices, int) else codes[local.indices]

    def codes(self, column: pa.ChunkedArray) -> NDArray[np.int32]:
        """Return the number of each text, -1 for none, int32[k]."""
        return np.broadcast_to(np.asarray(self.joined(local_codes(column)), np.int32), len(column))


def _has_equal(numbers: NDArray[np.int64]) -> bool:
    """Return whether two numbers are equal; puts them in order."""
    numbers.sort()
    return bool((numbers[1:] == numbers[:-1]).any())


def _microseconds(times: pa.ChunkedArray) -> NDArray[np.int64]:
    """Return times in microseconds since 1970, `NO_TIME` where there is none, int64[k]."""
    return numbers(times, missing=int(NO_TIME))


def _listed(names: Sequence[str], most: int = 20) -> str:
    more = f" or {len(names) - most:,} others" if len(names) > most else ""
    return f"{', '.join(map(shown_name, names[:most]))}{more}"
