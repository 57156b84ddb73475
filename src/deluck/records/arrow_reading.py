"""Arrow tables of hands as columns again; a table that is of another version, or holds no hands, is refused."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from deluck.errors import FormatError
from deluck.games.holdem import MOST_BOARDS
from deluck.records.arrow import ADDED, ORIGIN, SCHEMA, VERSION, VERSION_KEY, parse_rules
from deluck.records.conversion import (
    N_BOARD_OF,
    N_CARDS_OF,
    N_OPENERS_OF,
    NO_BOARD,
    NO_OPENER_GIVEN,
    NO_TIME,
    forced_of,
    seats_of,
    spread,
    starts_of,
)

_CODED = ("rules", "currency", "names", *ORIGIN)


def from_table(table: pa.Table | pa.RecordBatch) -> dict[str, Any]:
    """Return what `HandColumns` is made of, from a table of hands of one game."""
    check_schema(table.schema)
    try:
        return _Reader(table).contents()
    except pa.ArrowException as error:
        raise FormatError(f"a table that holds no hands: {error}") from None


def check_schema(schema: pa.Schema) -> None:
    """Raise FormatError unless the schema says this version and has every column."""
    version = (schema.metadata or {}).get(VERSION_KEY)
    if version is None:
        raise FormatError(f"not a table of hands: no {VERSION_KEY.decode()!r} in its metadata (expected {VERSION})")
    if version != str(VERSION).encode():
        raise FormatError(
            f"a table of hands of version {version.decode(errors='replace')} "
            f"(expected {VERSION}: convert the hands again from their source)"
        )
    for name in SCHEMA.names:
        if schema.get_field_index(name) < 0 and name not in ADDED:
            raise FormatError(f"a table of hands without one column {name!r} (expected {', '.join(SCHEMA.names)})")


def rows_by_game(
    table: pa.Table | pa.RecordBatch,
) -> list[tuple[pa.Table | pa.RecordBatch, NDArray[np.int64]]]:
    """Return the table itself if its hands are of one game, else one table a game, in order; each with its rows."""
    texts, index = _coded_texts(table, "rules")
    games = np.array([parse_rules(text).game for text in texts], dtype=object)[index]
    found = sorted(set(games.tolist()))
    if len(found) < 2:
        return [(table, np.arange(len(games)))]
    return [(table.filter(pa.array(games == game)), np.flatnonzero(games == game)) for game in found]


def _column(table: pa.Table | pa.RecordBatch, name: str) -> pa.Array:
    column = table.column(name)
    if isinstance(column, pa.ChunkedArray):
        column = column.unify_dictionaries() if name in _CODED else column
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    return column


def _whole(table: pa.Table | pa.RecordBatch, name: str) -> pa.Array:
    """Return a column in which nothing may be missing."""
    column = _column(table, name)
    if column.null_count:
        raise FormatError(f"column {name!r} misses a value (expected one per hand)")
    return column


def _numbers(table: pa.Table | pa.RecordBatch, name: str, kind: type[np.generic]) -> NDArray[Any]:
    return _as_numpy(name, _whole(table, name), kind)


def _as_numpy(name: str, values: pa.Array, kind: type[np.generic]) -> NDArray[Any]:
    try:
        found: NDArray[Any] = values.cast(pa.from_numpy_dtype(kind)).to_numpy(zero_copy_only=False)
    except (pa.ArrowException, NotImplementedError) as error:
        raise FormatError(f"column {name!r} is {values.type} (expected {np.dtype(kind)}): {error}") from None
    return found


def _coded_texts(table: pa.Table | pa.RecordBatch, name: str) -> tuple[list[str], NDArray[np.int32]]:
    return _as_coded(name, _whole(table, name))


def _as_coded(name: str, values: pa.Array) -> tuple[list[str], NDArray[np.int32]]:
    """Return the texts of a column, each once, and every value's index among them."""
    if not pa.types.is_dictionary(values.type):
        values = values.dictionary_encode()
    if values.null_count or values.dictionary.null_count:
        raise FormatError(f"column {name!r} misses a value (expected text)")
    if values.dictionary.type not in (pa.string(), pa.large_string()):
        raise FormatError(f"column {name!r} is {values.type} (expected text)")
    texts, index = values.dictionary.to_pylist(), _as_numpy(name, values.indices, np.int32)
    if len(index) and not 0 <= index.min() <= index.max() < len(texts):  # only in a damaged table
        raise FormatError(f"column {name!r} has text number {index.max()} (expected less than {len(texts)})")
    return texts, index


def _distinct(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Return the distinct values and each value's index among them."""
    if len(values) and (values == values[0]).all():  # as almost always: np.unique would sort a million equal numbers
        return values[:1], np.zeros(len(values), np.int32)
    found, indices = np.unique(values, return_inverse=True)
    return found, indices.astype(np.int32)


class _Reader:
    """A table being read: each method gives one kind of column as numpy, or names the column in its error."""

    def __init__(self, table: pa.Table | pa.RecordBatch) -> None:
        self.table = table
        texts, index = _coded_texts(self.table, "rules")
        used, self.rules_index = _distinct(index)
        self.rules = tuple(parse_rules(texts[number]) for number in used.tolist())
        games = {rules.game for rules in self.rules}
        if len(games) > 1:
            raise FormatError("a table of hands of two games (expected one; read it game by game)")
        self.game = games.pop() if games else "holdem"
        self.n_seats = seats_of(self.rules)[self.rules_index].astype(np.int64)
        self.seats = int(self.n_seats.max(initial=0))

    def contents(self) -> dict[str, Any]:
        game, n_cards = self.game, N_CARDS_OF[self.game]
        units, units_index = self.units()
        origins, origins_index = self.origins()
        hand_ids = _whole(self.table, "hand_id").cast(pa.string()).to_numpy(zero_copy_only=False)
        names, players = self.named_players()
        starts, actions = self.lists("actions", np.uint8)
        actor_starts, actors = self.lists("actors", np.int8)
        if not np.array_equal(starts, actor_starts):
            raise FormatError("column 'actors' has not one seat for each of 'actions'")
        return {
            "game": game,
            "rules": self.rules,
            "names": names,
            "units": units,
            "origins": origins,
            "rules_index": self.rules_index,
            "units_index": units_index,
            "origins_index": origins_index,
            "hand_ids": hand_ids if len(hand_ids) else np.empty(0, dtype=object),
            "players": players,
            "cards": self.by_seat("cards", np.int8, -1, each=n_cards).reshape(len(self.n_seats), self.seats, n_cards),
            "board": self.rows("board", N_BOARD_OF[game], -1, exact=True),
            "spare": self.rows("spare", None, -1),
            "openers": self.rows("openers", N_OPENERS_OF[game], NO_OPENER_GIVEN),
            "action_starts": starts,
            "actions": actions,
            "actors": actors,
            "other_boards": self.other_boards(),
            "amounts": self.amounts(starts),
            "payoffs": self.by_seat("payoffs", np.float64, 0),
            "payoff_denominators": _numbers(self.table, "payoff_denominator", np.int32),
            "rake": _numbers(self.table, "rake", np.int64),
            "stacks": self.stacks(),
            "forced": self.forced(),
            "outside": self.outside(),
            "times": self.times(),
            "heroes": _as_numpy("hero", _column(self.table, "hero").fill_null(-1), np.int8),
        }

    def units(self) -> tuple[tuple[Any, ...], NDArray[np.int32]]:
        from deluck.records.columns import Unit

        currencies, currency = _coded_texts(self.table, "currency")
        chips, chips_index = _distinct(_numbers(self.table, "chips_per_unit", np.int64))
        pairs, units_index = _distinct(chips_index.astype(np.int64) * len(currencies) + currency)
        decoded = [divmod(pair, len(currencies)) for pair in pairs.tolist()]
        return tuple(Unit(currencies[code], int(chips[index])) for index, code in decoded), units_index

    def origins(self) -> tuple[tuple[Any, ...], NDArray[np.int32]]:
        from deluck.records.columns import Origin

        here = self.table.schema.names
        none: tuple[list[str], NDArray[np.int32]] = ([""], np.zeros(len(self.n_seats), np.int32))
        named = [none if name in ADDED and name not in here else _coded_texts(self.table, name) for name in ORIGIN]
        texts, index = zip(*named, strict=True)
        code = np.zeros(len(self.n_seats), np.int64)
        for values, indices in zip(texts, index, strict=True):
            code = code * len(values) + indices
        distinct, origins_index = _distinct(code)
        found = []
        for number in distinct.tolist():
            parts: list[str] = []
            for values in reversed(texts):
                number, remainder = divmod(number, len(values))
                parts.insert(0, values[remainder])
            found.append(Origin(*parts))
        return tuple(found), origins_index

    def times(self) -> NDArray[np.int64]:
        column = _column(self.table, "time")
        try:
            numbers = column.cast(pa.timestamp("us", tz="UTC")).cast(pa.int64())
        except (pa.ArrowException, NotImplementedError) as error:
            raise FormatError(f"column 'time' is {column.type} (expected times in UTC): {error}") from None
        return _as_numpy("time", numbers.fill_null(NO_TIME), np.int64)

    def forced(self) -> NDArray[np.int64] | None:
        counts, values = self.flat("forced")
        if not len(values):
            return None
        self.check_counts("forced", counts, np.where(counts == 0, 0, 3 * self.n_seats))
        found = forced_of(self.rules, self.seats)[self.rules_index]
        seated = (np.arange(self.seats) < self.n_seats[:, None]) & (counts > 0)[:, None]
        found[np.broadcast_to(seated[:, None], found.shape)] = _as_numpy("forced", values.fill_null(-1), np.int64)
        return found

    def outside(self) -> NDArray[np.int64] | None:
        counts, values = self.flat("outside")
        if not len(values):
            return None
        self.check_counts("outside", counts, np.where(counts == 0, 0, self.n_seats))
        return spread(_as_numpy("outside", values.fill_null(0), np.int64), counts, self.seats, 0)

    def other_boards(self) -> NDArray[np.int8] | None:
        counts, values = self.flat("other_boards")
        if not len(values):
            return None
        if (counts % 5).any() or (counts > 5 * (MOST_BOARDS - 1)).any():
            raise FormatError("column 'other_boards' has lists of other lengths (expected 0, 5 or 10)")
        cards = _as_numpy("other_boards", values.fill_null(-1), np.int8)
        return spread(cards, counts, 5 * (MOST_BOARDS - 1), NO_BOARD).reshape(-1, MOST_BOARDS - 1, 5)

    def flat(self, name: str) -> tuple[NDArray[np.int64], pa.Array]:
        """Return how long each list of a column is, 0 where it is null, and all values."""
        column = _column(self.table, name)
        if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
            raise FormatError(f"column {name!r} is {column.type} (expected lists)")
        lengths = pc.fill_null(pc.list_value_length(column), 0)
        return lengths.to_numpy(zero_copy_only=False).astype(np.int64), column.flatten()

    def lists(self, name: str, kind: type[np.generic]) -> tuple[NDArray[np.int64], NDArray[Any]]:
        """Return where each list of a column starts, and the values, of which none may be missing."""
        counts, values = self.flat(name)
        if values.null_count:
            raise FormatError(f"column {name!r} misses a value in a list")
        return starts_of(counts), _as_numpy(name, values, kind)

    def by_seat(self, name: str, kind: type[np.generic], padding: int, each: int = 1) -> NDArray[Any]:
        counts, values = self.flat(name)
        self.check_counts(name, counts, self.n_seats * each)
        if values.null_count:
            if name != "cards":
                raise FormatError(f"column {name!r} misses a value in a list")
            values = values.fill_null(-1)
        return spread(_as_numpy(name, values, kind), counts, self.seats * each, padding)

    def check_counts(self, name: str, counts: NDArray[np.int64], expected: NDArray[np.int64]) -> None:
        wrong = counts != expected
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            raise FormatError(
                f"column {name!r}, row {row}, has {counts[row]} values "
                f"(expected {expected[row]} for {self.n_seats[row]} seats)"
            )

    def named_players(self) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        counts, values = self.flat("names")
        self.check_counts("names", counts, self.n_seats)
        names, index = _as_coded("names", values)
        return tuple(names), spread(index, counts, self.seats, -1)

    def rows(self, name: str, width: int | None, padding: int, *, exact: bool = False) -> NDArray[Any]:
        counts, values = self.flat(name)
        most = int(counts.max(initial=0)) if width is None else width
        if (counts > most).any() or (exact and (counts != most).any()):
            raise FormatError(f"column {name!r} has lists of other lengths (expected {most} for {self.game})")
        return spread(_as_numpy(name, values.fill_null(-1), np.int8), counts, most, padding)

    def amounts(self, starts: NDArray[np.int64]) -> NDArray[np.int64] | None:
        counts, values = self.flat("amounts")
        if not len(values):
            return None
        given = _as_numpy("amounts", values.fill_null(-1), np.int64)
        expected = np.diff(starts)
        if (wrong := (counts != 0) & (counts != expected)).any():
            raise FormatError(f"column 'amounts', row {int(np.flatnonzero(wrong)[0])}, has not one for each action")
        amounts = np.full(int(starts[-1]), -1, dtype=np.int64)
        amounts[np.repeat(counts > 0, expected)] = given
        return amounts

    def stacks(self) -> NDArray[np.int64]:
        counts, values = self.flat("stacks")
        self.check_counts("stacks", counts, np.where(counts == 0, 0, self.n_seats))
        if values.null_count:
            raise FormatError("column 'stacks' misses a value in a list")
        return spread(_as_numpy("stacks", values, np.int64), counts, self.seats, -1)
