"""The two tables of values: what their columns are, and which version they are of."""

from functools import cache

import pyarrow as pa

from deluck.estimators import FAMILIES, Context, constants_hash
from deluck.games import STREET_NAMES, position_names

VERSION = 6
"""Of the two tables; values of another version are computed again."""
VERSION_KEY, HASH_KEY = b"deluck.values", b"deluck.constants"

ACTIONS = ("fold", "check", "call", "bet", "raise")
FACING = ("unopened", "a check", "the blind", "a limp", "a bet", "a raise", "a re-raise", "a cap")
"""What a decision faced. Before the flop nobody has called the blind yet, or somebody limped; a cap is the fourth bet,
or a later one where the rules allow more."""
N_KINDS = len(STREET_NAMES) * len(FACING) * len(ACTIONS) * len(ACTIONS)
"""Kinds of decisions: by street, what was faced, the action and the baseline's."""
POSITIONS = position_names(10)
"""Every position of hold'em, from the small blind to the button; tables of fewer seats have some of them."""

TEXT = pa.dictionary(pa.int32(), pa.string())
_HAND_COLUMNS = {
    "source": TEXT,
    "row": pa.int64(),
    "hand_id": pa.string(),
    "time": pa.timestamp("us", tz="UTC"),
    "site": TEXT,
    "table": TEXT,
    "tournament": TEXT,
    "level": TEXT,
    "speed": TEXT,
    "game": TEXT,
    "structure": TEXT,
    "stakes": TEXT,
    "currency": TEXT,
    "unit_chips": pa.int64(),
    "n_seats": pa.int8(),
    "ante": pa.float64(),
    "streets": pa.int8(),
    "board": pa.string(),
    "digest": pa.int64(),
}
_SEAT_COLUMNS = {
    "seat": pa.int8(),
    "position": TEXT,
    "player": TEXT,
    "is_hero": pa.bool_(),
    "cards": TEXT,
    "stack": pa.int64(),
    "outside": pa.int64(),
}
_DECISION_COLUMNS = {
    "source": TEXT,
    "row": pa.int64(),
    "number": pa.int16(),
    "seat": pa.int8(),
    "street": TEXT,
    "facing": TEXT,
    "n_live": pa.int8(),
    "to_call": pa.int64(),
    "pot": pa.int64(),
    "stack": pa.int64(),
    "legal": pa.uint8(),
    "min_raise_to": pa.int64(),
    "max_raise_to": pa.int64(),
    "action": TEXT,
    "amount": pa.int64(),
    "baseline_action": TEXT,
    "baseline_amount": pa.int64(),
    "price": pa.float64(),
    "family": TEXT,
    "kind": pa.int16(),
}
"""A priced decision's kind is its family's number, street, what it faced, action and baseline's action as one number:
columns that most questions need together, read as one."""


@cache
def street_column(name: str, street: int) -> str:
    """Return the name of a column's part of a street: ``luck_flop``."""
    return f"{name}_{STREET_NAMES[street]}"


def reason_column(family: str) -> str:
    """Return the name of the column that says why a family has no values of a hand."""
    return f"{family}_reason"


def seats_schema(context: Context) -> pa.Schema:
    """Return the columns of the seats table: one row per hand and seat; values in small bets or big blinds."""
    fields = dict(_HAND_COLUMNS) | _SEAT_COLUMNS
    for family in FAMILIES:
        fields[reason_column(family.name)] = TEXT
        for spec in family.columns:
            fields[spec.name] = pa.float64()
            if spec.by_street:
                fields |= {street_column(spec.name, street): pa.float64() for street in range(len(STREET_NAMES))}
    return pa.schema(list(fields.items()), metadata=_metadata(context))


def decisions_schema(context: Context) -> pa.Schema:
    """Return the columns of the decisions table: one row per decision; amounts in chips, prices as values are."""
    return pa.schema(list(_DECISION_COLUMNS.items()), metadata=_metadata(context))


def _metadata(context: Context) -> dict[bytes, bytes]:
    return {VERSION_KEY: str(VERSION).encode(), HASH_KEY: constants_hash(context).encode()}
