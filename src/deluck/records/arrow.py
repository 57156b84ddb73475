"""Columns of hands as Arrow tables: lists per hand, names and rules coded once, unknown cards null.

The version stands in the metadata of the schema. `arrow_reading` goes the other way.
"""

import json
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError
from deluck.games import HoldemRules, Rules, StudRules
from deluck.games.rules import settings_of
from deluck.records.conversion import (
    N_BOARD_OF,
    N_CARDS_OF,
    NO_BOARD,
    NO_OPENER_GIVEN,
    NO_TIME,
    starts_of,
)

if TYPE_CHECKING:
    from deluck.records.columns import HandColumns

VERSION = 2
VERSION_KEY = b"deluck.hands"

_TEXT = pa.dictionary(pa.int32(), pa.string())
ORIGIN = ("site", "table", "tournament", "level", "speed")
ADDED = ("level", "speed")
"""Columns that older tables of this version lack: they are empty there."""
_RULES_CLASSES: dict[str, type[HoldemRules] | type[StudRules]] = {"holdem": HoldemRules, "stud7": StudRules}

SCHEMA = pa.schema(
    [
        pa.field("hand_id", pa.string()),
        pa.field("rules", _TEXT),
        pa.field("currency", _TEXT),
        pa.field("chips_per_unit", pa.int64()),
        pa.field("names", pa.list_(_TEXT)),
        pa.field("cards", pa.list_(pa.int8())),
        pa.field("board", pa.list_(pa.int8())),
        pa.field("spare", pa.list_(pa.int8())),
        pa.field("openers", pa.list_(pa.int8())),
        pa.field("actors", pa.list_(pa.int8())),
        pa.field("actions", pa.list_(pa.uint8())),
        pa.field("amounts", pa.list_(pa.int64())),
        pa.field("payoffs", pa.list_(pa.float64())),
        pa.field("payoff_denominator", pa.int32()),
        pa.field("rake", pa.int64()),
        pa.field("stacks", pa.list_(pa.int64())),
        pa.field("forced", pa.list_(pa.int64())),
        pa.field("outside", pa.list_(pa.int64())),
        pa.field("other_boards", pa.list_(pa.int8())),
        pa.field("time", pa.timestamp("us", tz="UTC")),
        pa.field("site", _TEXT),
        pa.field("table", _TEXT),
        pa.field("tournament", _TEXT),
        pa.field("hero", pa.int8()),
        pa.field("level", _TEXT),
        pa.field("speed", _TEXT),
    ],
    metadata={VERSION_KEY: str(VERSION).encode()},
)
# a coded text within a list cannot be read back from two row groups at once; Parquet codes text by itself
PLAIN_SCHEMA = SCHEMA.set(SCHEMA.get_field_index("names"), pa.field("names", pa.list_(pa.string())))


def format_rules(rules: Rules) -> str:
    """Return the rules as JSON that names the game and every setting."""
    return json.dumps({"game": rules.game} | settings_of(rules), separators=(",", ":"))


def parse_rules(text: str) -> Rules:
    """Return the rules written by `format_rules`.

    Raises
    ------
    FormatError
        If the text is not such JSON, or the settings make no game.
    """
    try:
        settings = json.loads(text)
        kind: Any = _RULES_CLASSES[settings.pop("game")]
        return cast(Rules, kind(**{name: _setting(name, value) for name, value in settings.items()}))
    except (DeluckError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(f"no rules of a game: {text!r} ({error})") from None


def _setting(name: str, value: object) -> object:
    if isinstance(value, list):
        return tuple(_setting(name, each) for each in value)
    if not isinstance(value, str if name == "structure" else int):
        raise ValueError(f"{name} is {value!r}")
    return value


def to_table(columns: "HandColumns") -> pa.Table:
    """Return the hands as a table of `SCHEMA`.

    Raises
    ------
    FormatError
        If a name or id is no Unicode text, or there are too many hands for one table.
    """
    try:
        return _table(columns)
    except UnicodeEncodeError as error:
        raise FormatError(f"not Unicode text: {error.object!r} (expected names and ids without surrogates)") from None


def _table(columns: "HandColumns") -> pa.Table:
    n_seats = columns.n_seats.astype(np.int64)
    n_cards = N_CARDS_OF[columns.game]
    starts = columns.action_starts
    units = columns.units_index
    amounts = pa.nulls(len(columns), pa.list_(pa.int64()))
    if columns.amounts is not None:
        amounts = _lists(_nullable(columns.amounts), starts)
    stacks = _seated(columns.stacks, n_seats)
    no_stacks = columns.stacks[:, :1].max(axis=1, initial=-1) < 0
    chips_per_unit = np.array([unit.chips_per_unit for unit in columns.units], dtype=np.int64)
    arrays = {
        "hand_id": pa.array(columns.hand_ids, pa.string()),
        "rules": _coded(columns.rules_index, [format_rules(rules) for rules in columns.rules]),
        "currency": _coded(units, [unit.currency for unit in columns.units]),
        "chips_per_unit": pa.array(chips_per_unit[units]),
        "names": _lists(_coded(_seated(columns.players, n_seats), list(columns.names)), starts_of(n_seats)),
        "cards": _lists(_nullable(_seated(columns.cards, n_seats)), starts_of(n_seats * n_cards)),
        "board": _rows(columns.board, N_BOARD_OF[columns.game]),
        "spare": _padded(columns.spare, -1),
        "openers": _padded(columns.openers, NO_OPENER_GIVEN),
        "actors": _lists(pa.array(columns.actors), starts),
        "actions": _lists(pa.array(columns.actions), starts),
        "amounts": amounts,
        "payoffs": _lists(pa.array(_seated(columns.payoffs, n_seats)), starts_of(n_seats)),
        "payoff_denominator": pa.array(columns.payoff_denominators),
        "rake": pa.array(columns.rake),
        "stacks": _lists(pa.array(stacks), starts_of(n_seats), missing=no_stacks),
        "forced": _forced(columns, n_seats),
        "outside": _outside(columns, n_seats),
        "other_boards": _other_boards(columns),
        "time": _times(columns.times),
        **{
            name: _coded(columns.origins_index, [getattr(origin, name) for origin in columns.origins])
            for name in ORIGIN
        },
        "hero": _nullable(columns.heroes),
    }
    return pa.table([arrays[name] for name in SCHEMA.names], schema=SCHEMA)


def _times(times: NDArray[np.int64]) -> pa.Array:
    return _nullable(times, times == NO_TIME).cast(SCHEMA.field("time").type)


def _forced(columns: "HandColumns", n_seats: NDArray[np.int64]) -> pa.ListArray:
    """Return blinds, posts and dead chips, seat after seat of each, null where they are the usual ones."""
    if columns.forced is None:
        return pa.nulls(len(columns), pa.list_(pa.int64()))
    seated = np.broadcast_to((np.arange(columns.max_seats) < n_seats[:, None])[:, None], columns.forced.shape)
    usual = (columns.forced == columns.usual_forced()).reshape(len(columns), -1).all(axis=1)
    return _lists(pa.array(columns.forced[seated]), starts_of(3 * n_seats), missing=usual)


def _outside(columns: "HandColumns", n_seats: NDArray[np.int64]) -> pa.ListArray:
    if columns.outside is None:
        return pa.nulls(len(columns), pa.list_(pa.int64()))
    none = np.asarray(~columns.outside.any(axis=1))
    return _lists(pa.array(_seated(columns.outside, n_seats)), starts_of(n_seats), missing=none)


def _other_boards(columns: "HandColumns") -> pa.ListArray:
    if columns.other_boards is None:
        return pa.nulls(len(columns), pa.list_(pa.int8()))
    boards = columns.other_boards.reshape(len(columns), -1)
    return _padded(boards, NO_BOARD)


def _seated(values: NDArray[Any], n_seats: NDArray[np.int64]) -> NDArray[Any]:
    """Return the values of the seats that are there, hand after hand."""
    if (n_seats == values.shape[1]).all():
        return values.reshape(-1)
    return values[np.arange(values.shape[1]) < n_seats[:, None]].reshape(-1)


def _coded(index: NDArray[np.int32], values: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(index, pa.int32()), pa.array(values, pa.string()))


def _nullable(values: NDArray[Any], missing: NDArray[np.bool_] | None = None) -> pa.Array:
    missing = values < 0 if missing is None else missing
    return pa.array(values, mask=missing) if missing.any() else pa.array(values)


def _lists(values: pa.Array, starts: NDArray[np.int64], missing: NDArray[np.bool_] | None = None) -> pa.ListArray:
    if starts[-1] >= 1 << 31:
        raise FormatError(f"{starts[-1]} values in one Arrow column (expected less than 2 ** 31: take fewer hands)")
    mask = None if missing is None or not missing.any() else pa.array(missing)
    return pa.ListArray.from_arrays(pa.array(starts.astype(np.int32)), values, mask=mask)


def _rows(values: NDArray[np.int8], width: int) -> pa.ListArray:
    return _lists(_nullable(values.reshape(-1)), np.arange(len(values) + 1, dtype=np.int64) * width)


def _padded(values: NDArray[np.int8], padding: int) -> pa.ListArray:
    given = values != padding
    return _lists(_nullable(values[given]), starts_of(given.sum(axis=1)))
