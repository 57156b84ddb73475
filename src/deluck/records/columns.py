"""Many hands of one game as numpy columns, one row per hand: what kernels and estimators read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from deluck.errors import FormatError, RecordError
from deluck.games import Rules
from deluck.games.holdem import MOST_BOARDS
from deluck.records import conversion
from deluck.records.column_checks import check_columns
from deluck.records.record import HandRecord

if TYPE_CHECKING:
    import pyarrow as pa

Index = slice | Sequence[int] | Sequence[bool] | NDArray[np.bool_] | NDArray[np.integer[Any]]
T = TypeVar("T")

_FLAT = ("actions", "actors", "amounts")
_PADDING = {"cards": -1, "payoffs": 0, "stacks": -1}  # past the last seat
_OPTIONAL = {"amounts": -1, "forced": 0, "outside": 0, "other_boards": conversion.NO_BOARD}
NO_TIME = conversion.NO_TIME


class Unit(NamedTuple):
    """How amounts are written: ``$`` with 100 chips to the dollar; play money has no currency."""

    currency: str = ""
    chips_per_unit: int = 1


class Origin(NamedTuple):
    """Where and how fast hands were played, as their source names it; empty where it does not."""

    site: str = ""
    table: str = ""
    tournament: str = ""
    level: str = ""
    speed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class HandColumns:
    """Hands of one game, one row per hand; the same hands as `HandRecord`, losslessly both ways.

    Everything is checked when it is made, so kernels may index with what they find: no number points outside its
    table, no card is dealt twice. Arrays are read-only. ``columns[a:b]`` shares their memory; a mask or row numbers
    select; ``columns[3]`` is one record; iteration gives records.

    Attributes
    ----------
    game
        ``holdem`` or ``stud7``.
    rules, names, units, origins
        Each distinct set of rules, player's name, unit of money, and site with table, tournament and level once.
    rules_index, units_index, origins_index
        Each hand's index in ``rules``, ``units`` and ``origins``, int32[n].
    hand_ids
        Each hand's number or name in its source, text in an object[n].
    players
        Who sat in each seat: indices in ``names``, -1 past the hand's last seat, int32[n, seats].
    cards
        Each seat's cards in the order dealt, -1 if not known, int8[n, seats, 2]; stud int8[n, seats, 7].
    board
        The board, -1 if not known, int8[n, 5]; stud's community card, -1 if there was none, int8[n, 1].
    other_boards
        Hold'em: the second and third board where the rest was dealt more than once, -2 throughout where there is
        none, int8[n, 2, 5]; None if no hand has any.
    spare
        Stud with eight seats: the cards left in the deck, padded with -1, int8[n, some]; otherwise int8[n, 0].
    openers
        Stud: who opened each street, -1 where the up cards show it, -2 past the last one given, int8[n, 5]; hold'em
        int8[n, 0].
    action_starts
        The actions of hand i are ``actions[action_starts[i] : action_starts[i + 1]]``, int64[n + 1].
    actions, actors
        Every decision and its seat in the order of play: 0 fold, 1 call, 2 raise, uint8[total]; int8[total].
    amounts
        The bet that a raise makes on its street (raise to) where the rules leave a choice, else -1, int64[total]; None
        if no hand has any.
    payoffs
        What each seat won less what it put in, after rake, in chips, 0 past the last seat, float64[n, seats].
    payoff_denominators
        The cut of each hand's odd chips: payoffs times this are whole numbers, int32[n]; 1 if none was cut.
    rake
        What the house took, in chips, int64[n].
    stacks
        What each seat started with, -1 past the last seat or if nobody could run out, int64[n, seats].
    forced
        Blinds, live posts and dead chips by seat, 0 past the last, int64[n, 3, seats]; None if every hand has the usual
        ones of its rules.
    outside
        Money outside the pots by seat, in chips, int64[n, seats]; None if no hand has any.
    times
        When each hand was played, microseconds since 1970 in UTC, `NO_TIME` if that is not known, int64[n].
    heroes
        The seat whose log it is, -1 if the source names nobody, int8[n].
    """

    game: str
    rules: tuple[Rules, ...]
    names: tuple[str, ...]
    units: tuple[Unit, ...]
    origins: tuple[Origin, ...]
    rules_index: NDArray[np.int32]
    units_index: NDArray[np.int32]
    origins_index: NDArray[np.int32]
    hand_ids: NDArray[np.object_]
    players: NDArray[np.int32]
    cards: NDArray[np.int8]
    board: NDArray[np.int8]
    other_boards: NDArray[np.int8] | None
    spare: NDArray[np.int8]
    openers: NDArray[np.int8]
    action_starts: NDArray[np.int64]
    actions: NDArray[np.uint8]
    actors: NDArray[np.int8]
    amounts: NDArray[np.int64] | None
    payoffs: NDArray[np.float64]
    payoff_denominators: NDArray[np.int32]
    rake: NDArray[np.int64]
    stacks: NDArray[np.int64]
    forced: NDArray[np.int64] | None
    outside: NDArray[np.int64] | None
    times: NDArray[np.int64]
    heroes: NDArray[np.int8]

    def __post_init__(self) -> None:
        check_columns(self)
        for name, value in _contents(self).items():
            object.__setattr__(self, name, _read_only(value))

    # made from

    @classmethod
    def from_records(cls, records: Iterable[HandRecord], *, game: str | None = None) -> Self:
        """Return the columns of records that are all of one game; `columns_by_game` splits a mixed stream.

        Parameters
        ----------
        records
            The hands.
        game
            The game's short name, needed only if there may be no records.

        Raises
        ------
        RecordError
            If the records are of both games, or one has what columns cannot hold (a seat nobody sits in, a payoff
            that is neither whole nor a fraction).
        """
        found = list(records)
        if not found and game is None:
            raise RecordError("no records to make columns of (expected at least one, or the game's name)")
        return cls(**conversion.encode(found, game or found[0].game))

    @classmethod
    def from_holdem(
        cls,
        *,
        rules: Sequence[Rules],
        names: Sequence[str],
        rules_index: NDArray[np.int32],
        hand_ids: NDArray[np.object_],
        players: NDArray[np.int32],
        cards: NDArray[np.int8],
        board: NDArray[np.int8],
        action_starts: NDArray[np.int64],
        actions: NDArray[np.uint8],
        actors: NDArray[np.int8],
        payoffs: NDArray[np.float64],
        payoff_denominators: NDArray[np.int32] | None = None,
        rake: NDArray[np.int64] | None = None,
        stacks: NDArray[np.int64] | None = None,
        amounts: NDArray[np.int64] | None = None,
        times: NDArray[np.int64] | None = None,
        unit: Unit = Unit(),  # noqa: B008 - a constant
        origin: Origin = Origin(),  # noqa: B008 - a constant
    ) -> Self:
        """Return columns of hold'em hands from arrays; what is left out is as in a game for chips without rake."""
        n_hands = len(hand_ids)
        return cls(
            game="holdem",
            rules=tuple(rules),
            names=tuple(names),
            units=(unit,),
            origins=(origin,),
            rules_index=rules_index,
            units_index=np.zeros(n_hands, np.int32),
            origins_index=np.zeros(n_hands, np.int32),
            hand_ids=hand_ids,
            players=players,
            cards=cards,
            board=board,
            other_boards=None,
            spare=np.empty((n_hands, 0), np.int8),
            openers=np.empty((n_hands, 0), np.int8),
            action_starts=action_starts,
            actions=actions,
            actors=actors,
            amounts=amounts,
            payoffs=payoffs,
            payoff_denominators=np.ones(n_hands, np.int32) if payoff_denominators is None else payoff_denominators,
            rake=np.zeros(n_hands, np.int64) if rake is None else rake,
            stacks=np.full(players.shape, -1, np.int64) if stacks is None else stacks,
            forced=None,
            outside=None,
            times=np.full(n_hands, NO_TIME) if times is None else times,
            heroes=np.full(n_hands, -1, np.int8),
        )

    @classmethod
    def from_arrow(cls, table: "pa.Table | pa.RecordBatch") -> Self:
        """Return the columns of an Arrow table made by `to_arrow`, all of one game.

        Raises
        ------
        FormatError
            If the table is of another version, lacks a column, or holds what makes no hands; named in the message.
        """
        from deluck.records.arrow_reading import from_table

        contents = from_table(table)
        try:
            return cls(**contents)
        except RecordError as error:
            raise FormatError(str(error)) from None

    @classmethod
    def concatenate(cls, parts: Iterable["HandColumns"]) -> "HandColumns":
        """Return the hands of all parts, in order; they must be of one game."""
        found = list(parts)
        if len(found) == 1:
            return found[0]
        if len({part.game for part in found}) != 1:
            games = ", ".join(sorted({part.game for part in found})) or "none"
            raise RecordError(f"columns to put together are of {games} (expected one game)")
        return _trusted(_joined(found))

    # made into

    def to_records(self) -> list[HandRecord]:
        """Return the hands as records."""
        return list(self)

    def to_arrow(self) -> "pa.Table":
        """Return the hands as an Arrow table: lists per hand, names and rules dictionary-coded, with its version."""
        from deluck.records.arrow import to_table

        return to_table(self)

    def __iter__(self) -> Iterator[HandRecord]:
        return conversion.decode(self)

    # asked of

    def __len__(self) -> int:
        return len(self.rules_index)

    @property
    def max_seats(self) -> int:
        """The width of the arrays that have one entry a seat."""
        return int(self.players.shape[1])

    @property
    def n_seats(self) -> NDArray[np.int8]:
        """How many seats each hand had, int8[n]."""
        return conversion.seats_of(self.rules)[self.rules_index]

    @property
    def n_actions(self) -> NDArray[np.int64]:
        """How many decisions each hand had, int64[n]."""
        return np.diff(self.action_starts)

    @property
    def unit_chips(self) -> NDArray[np.int64]:
        """The chips of what each hand's results are counted in, a small bet or a big blind, int64[n]."""
        return np.array([rules.unit for rules in self.rules], np.int64)[self.rules_index]

    def usual_forced(self) -> NDArray[np.int64]:
        """Return the usual forced bets of each hand's rules, int64[n, 3, seats]."""
        return conversion.forced_of(self.rules, self.max_seats)[self.rules_index]

    @overload
    def __getitem__(self, which: int) -> HandRecord: ...

    @overload
    def __getitem__(self, which: Index) -> "HandColumns": ...

    def __getitem__(self, which: int | Index) -> "HandRecord | HandColumns":
        if isinstance(which, int | np.integer):
            row = range(len(self))[which]
            return next(conversion.decode(self[row : row + 1]))
        if isinstance(which, slice):
            start, stop, step = which.indices(len(self))
            if step == 1:
                return self._between(start, max(start, stop))
        rows = np.arange(len(self))[which if isinstance(which, slice) else np.asarray(which)]
        return self._taken(rows)

    def __repr__(self) -> str:
        counts = [rules.n_seats for rules in self.rules]
        seats = ""
        if counts:
            fewest = f"{min(counts)} to " if min(counts) != max(counts) else ""
            seats = f", {fewest}{max(counts)} seats"
        return (
            f"<HandColumns: {len(self)} {self.game} hands{seats}, {len(self.names)} names, {len(self.actions)} actions>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _trusted, (_contents(self),)  # numpy would unpickle writable arrays

    def _between(self, start: int, stop: int) -> "HandColumns":
        first, last = self.action_starts[start], self.action_starts[stop]
        contents = _contents(self)
        for name, value in contents.items():
            if name in _FLAT:
                contents[name] = None if value is None else value[first:last]
            elif isinstance(value, np.ndarray):
                contents[name] = value[start:stop]
        contents["action_starts"] = self.action_starts[start : stop + 1] - first
        return _trusted(contents)

    def _taken(self, rows: NDArray[np.int64]) -> "HandColumns":
        counts = self.n_actions[rows]
        starts = conversion.starts_of(counts)
        indices = np.repeat(self.action_starts[rows] - starts[:-1], counts) + np.arange(starts[-1])
        contents = _contents(self)
        for name, value in contents.items():
            if name in _FLAT:
                contents[name] = None if value is None else value[indices]
            elif isinstance(value, np.ndarray) and name != "action_starts":
                contents[name] = value[rows]
        contents["action_starts"] = starts
        return _trusted(contents)


def columns_by_game(records: Iterable[HandRecord], *, batch_size: int = 65_536) -> Iterator[HandColumns]:
    """Yield columns of at most so many hands, each of one game, from a stream of records of any; memory stays flat.

    The hands of each game keep their order; a game's last batch may be short.
    """
    if batch_size < 1:
        raise RecordError(f"batches of {batch_size} hands (expected at least 1)")
    waiting: dict[str, list[HandRecord]] = {}
    for record in records:
        batch = waiting.setdefault(record.game, [])
        batch.append(record)
        if len(batch) == batch_size:
            yield HandColumns.from_records(batch)
            batch.clear()
    for batch in waiting.values():
        if batch:
            yield HandColumns.from_records(batch)


def _contents(columns: HandColumns) -> dict[str, Any]:
    return {field.name: getattr(columns, field.name) for field in fields(columns)}


def _read_only(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    view = np.ascontiguousarray(value).view()
    view.flags.writeable = False
    return view


def _trusted(contents: dict[str, Any]) -> HandColumns:
    """Return columns of parts that were checked before: slices and masks are taken in every estimator's loop."""
    columns = object.__new__(HandColumns)
    for name, value in contents.items():
        object.__setattr__(columns, name, _read_only(value))
    return columns


def _joined(parts: list[HandColumns]) -> dict[str, Any]:
    seats = max(part.max_seats for part in parts)
    n_spare = max(part.spare.shape[1] for part in parts)
    contents: dict[str, Any] = {"game": parts[0].game}
    for name, padding in _PADDING.items():
        contents[name] = np.concatenate([_widened(getattr(part, name), seats, padding) for part in parts])
    contents["spare"] = np.concatenate([_widened(part.spare, n_spare, -1) for part in parts])
    for name in ("hand_ids", "board", "openers", "actions", "actors", "payoff_denominators", "rake", "times", "heroes"):
        contents[name] = np.concatenate([getattr(part, name) for part in parts])
    for name, missing in _OPTIONAL.items():
        contents[name] = _joined_optional(parts, name, seats, missing)
    contents["action_starts"] = conversion.starts_of(np.concatenate([part.n_actions for part in parts]))
    contents["rules"], rules = _merged([part.rules for part in parts])
    contents["units"], units = _merged([part.units for part in parts])
    contents["origins"], origins = _merged([part.origins for part in parts])
    contents["names"], names = _merged([part.names for part in parts])
    contents["rules_index"] = np.concatenate([new[part.rules_index] for new, part in zip(rules, parts, strict=True)])
    contents["units_index"] = np.concatenate([new[part.units_index] for new, part in zip(units, parts, strict=True)])
    contents["origins_index"] = np.concatenate(
        [new[part.origins_index] for new, part in zip(origins, parts, strict=True)]
    )
    renamed = [np.append(new, np.int32(-1)) for new in names]  # so that -1 stays -1
    players = [new[part.players] for new, part in zip(renamed, parts, strict=True)]
    contents["players"] = np.concatenate([_widened(array, seats, -1) for array in players])
    return contents


def _joined_optional(parts: list[HandColumns], name: str, seats: int, missing: int) -> NDArray[Any] | None:
    """Return an optional column of all parts, filled in for those that lack it; None if all do."""
    if all(getattr(part, name) is None for part in parts):
        return None
    found = []
    for part in parts:
        value = getattr(part, name)
        if name == "amounts":
            value = np.full(len(part.actions), missing) if value is None else value
        elif name == "other_boards":
            value = np.full((len(part), MOST_BOARDS - 1, 5), missing, np.int8) if value is None else value
        elif name == "forced":
            value = _widened(part.usual_forced() if value is None else value, seats, missing, axis=2)
        else:
            value = _widened(np.zeros(part.players.shape, np.int64) if value is None else value, seats, missing)
        found.append(value)
    return np.concatenate(found)


def _merged(dictionaries: list[tuple[T, ...]]) -> tuple[tuple[T, ...], list[NDArray[np.int32]]]:
    """Return the distinct values of all dictionaries, and for each dictionary where its values are among them."""
    different = {id(values): values for values in dictionaries}  # slices of the same columns share theirs
    distinct = dict.fromkeys(chain.from_iterable(different.values()))
    index_of = {value: index for index, value in enumerate(distinct)}
    found = {
        number: np.fromiter((index_of[value] for value in values), np.int32, len(values))
        for number, values in different.items()
    }
    return tuple(index_of), [found[id(values)] for values in dictionaries]


def _widened(array: NDArray[Any], width: int, padding: int, axis: int = 1) -> NDArray[Any]:
    missing = width - array.shape[axis]
    if not missing:
        return array
    shape = (*array.shape[:axis], missing, *array.shape[axis + 1 :])
    return np.concatenate([array, np.full(shape, padding, array.dtype)], axis=axis)
