"""Values of a part of the hands: all families for all seats at once, as rows of the two tables.

This is the one place where hands are valued: the betting is walked once, and every family gets the same walk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.cards import format_card
from deluck.estimators import FAMILIES, Context, DecisionPrices, Values
from deluck.games import STREET_NAMES, Action, name_action, position_names
from deluck.games.actions import STUD_STREET_NAMES
from deluck.records import DecisionColumns, HandColumns, walk
from deluck.records.columns import NO_TIME
from deluck.records.copies import digests
from deluck.records.descriptions import name_stakes
from deluck.values.schema import (
    ACTIONS,
    FACING,
    POSITIONS,
    decisions_schema,
    reason_column,
    seats_schema,
    street_column,
)

_UNOPENED, _CHECKED, _BLIND, _LIMP, _FIRST_BET = range(5)
_CARD_TEXT = np.array([list(b"??"), *(list(format_card(card).encode()) for card in range(52))], np.uint8)


@dataclass(frozen=True, slots=True)
class Part:
    """Hands of one game, each with the source it is from and its number there.

    Attributes
    ----------
    columns
        The hands.
    sources
        The names of the sources of these hands.
    source_index
        Each hand's index in ``sources``, int32[n].
    rows
        Each hand's number among the valid hands of its source, int64[n].
    """

    columns: HandColumns
    sources: tuple[str, ...]
    source_index: NDArray[np.int32]
    rows: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PartTables:
    """The rows of the two tables that a part of the hands comes to."""

    seats: pa.Table
    decisions: pa.Table


def value_part(part: Part, context: Context) -> PartTables:
    """Return all values of a part's hands, for every seat, and every decision with its price."""
    hands = part.columns
    decisions = walk(hands)
    found = {family.name: family.values(hands, decisions, context) for family in FAMILIES}
    return PartTables(_seats_table(part, decisions, found, context), _decisions_table(part, decisions, found, context))


# One row per hand and seat


def _seats_table(part: Part, decisions: DecisionColumns, found: dict[str, Values], context: Context) -> pa.Table:
    hands = part.columns
    n_seats = hands.n_seats
    there = np.arange(hands.max_seats) < n_seats[:, None]
    hand_of, seats = np.nonzero(there)
    hand_of, seats = hand_of.astype(np.int32), seats.astype(np.int8)
    hand_columns = _hand_columns(part, decisions)
    take = pa.array(hand_of)
    columns: dict[str, pa.Array] = {
        name: _taken(column, take) if n_seats.size else column for name, column in hand_columns.items()
    }
    positions = _positions(hands)[there]
    columns |= {
        "seat": pa.array(seats),
        "position": _coded(positions, POSITIONS, positions < 0),
        "player": _coded(hands.players[there], hands.names),
        "is_hero": pa.array(seats == hands.heroes[hand_of]),
        "cards": _card_texts(hands.cards[there]).dictionary_encode(),
        "stack": pa.array(hands.stacks[there], mask=hands.stacks[there] < 0),
        "outside": pa.array(np.zeros(len(seats), np.int64) if hands.outside is None else hands.outside[there]),
    }
    for family in FAMILIES:
        values = found[family.name]
        codes = values.eligibility.codes.astype(np.int32)[hand_of] - 1
        columns[reason_column(family.name)] = _coded(codes, values.eligibility.reasons, codes < 0)
        for spec in family.columns:
            column = values.columns[spec.name]
            if not spec.by_street:
                columns[spec.name] = _numbers(column[there])
                continue
            total = values.totals[spec.name] if spec.name in values.totals else column.sum(axis=2)
            columns[spec.name] = _numbers(total[there])
            for street in range(len(STREET_NAMES)):
                columns[street_column(spec.name, street)] = _numbers(column[:, :, street][there])
    schema = seats_schema(context)
    return pa.table([columns[name] for name in schema.names], schema=schema)


def _hand_columns(part: Part, decisions: DecisionColumns) -> dict[str, pa.Array]:
    """Return what all seats of a hand have alike, one row per hand."""
    hands = part.columns
    n_units = len(hands.units)
    stakes = [(name_stakes(rules, unit.chips_per_unit), unit.currency) for rules in hands.rules for unit in hands.units]
    stakes_index = hands.rules_index * n_units + hands.units_index
    structures = [str(rules.structure) for rules in hands.rules]
    antes = np.array([rules.ante / rules.unit for rules in hands.rules])
    no_time = hands.times == NO_TIME
    return {
        "source": _coded(part.source_index, part.sources),
        "row": pa.array(part.rows),
        "hand_id": _texts(hands.hand_ids),
        "time": pa.array(np.where(no_time, 0, hands.times), pa.timestamp("us", tz="UTC"), mask=no_time),
        "site": _coded(hands.origins_index, [origin.site for origin in hands.origins]),
        "table": _coded(hands.origins_index, [origin.table for origin in hands.origins]),
        "tournament": _coded(hands.origins_index, [origin.tournament for origin in hands.origins]),
        "level": _coded(hands.origins_index, [origin.level for origin in hands.origins]),
        "speed": _coded(hands.origins_index, [origin.speed for origin in hands.origins]),
        "game": _coded(np.zeros(len(hands), np.int32), [hands.game]),
        "structure": _coded(hands.rules_index, structures),
        "stakes": _coded(stakes_index, [text for text, _ in stakes]),
        "currency": _coded(stakes_index, [currency for _, currency in stakes]),
        "unit_chips": pa.array(hands.unit_chips if len(hands) else np.empty(0, np.int64)),
        "n_seats": pa.array(hands.n_seats),
        "ante": pa.array(antes[hands.rules_index] if len(antes) else np.empty(0)),
        "streets": pa.array((decisions.last_streets + 1).astype(np.int8)),
        "board": _card_texts(hands.board, prefix=True),
        "digest": pa.array(digests(hands).view(np.int64)),
    }


def _positions(hands: HandColumns) -> NDArray[np.int32]:
    """Return each seat's position as an index in `POSITIONS`, -1 in games that have none, int32[n, seats]."""
    if hands.game != "holdem":
        return np.full(hands.players.shape, -1, np.int32)
    return np.asarray(_position_codes()[hands.n_seats, : hands.max_seats])


@cache
def _position_codes() -> NDArray[np.int32]:
    codes = np.full((11, 10), -1, np.int32)
    for n_seats in range(2, 11):
        codes[n_seats, :n_seats] = [POSITIONS.index(name) for name in position_names(n_seats)]
    return codes


# One row per decision


def _decisions_table(part: Part, decisions: DecisionColumns, found: dict[str, Values], context: Context) -> pa.Table:
    hands = part.columns
    hand_of = decisions.hands
    number = np.arange(len(decisions)) - decisions.starts[hand_of]
    is_holdem = hands.game == "holdem"
    facing = _facing(decisions, is_holdem=is_holdem)
    prices, families = _prices(decisions, found)
    amounts = prices.amounts
    no_price = np.isnan(prices.values)
    actions, baseline_actions = (_named(each, decisions) for each in (decisions.actions, np.maximum(prices.actions, 0)))
    kinds = families
    for codes, n in ((decisions.streets, len(STREET_NAMES)), (facing, len(FACING))):
        kinds = kinds * n + codes
    for codes in (actions, baseline_actions):
        kinds = kinds * len(ACTIONS) + codes
    columns: dict[str, pa.Array] = {
        "source": _coded(part.source_index[hand_of], part.sources),
        "row": pa.array(part.rows[hand_of]),
        "number": pa.array(number.astype(np.int16)),
        "seat": pa.array(decisions.seats),
        "street": _coded(decisions.streets, STREET_NAMES if is_holdem else STUD_STREET_NAMES),
        "facing": _coded(facing, FACING),
        "n_live": pa.array(decisions.n_live.astype(np.int8)),
        "to_call": pa.array(decisions.to_call),
        "pot": pa.array(decisions.pots),
        "stack": pa.array(decisions.stacks, mask=(hands.stacks[:, 0] < 0)[hand_of]),
        "legal": pa.array(decisions.legal),
        "min_raise_to": pa.array(decisions.min_raise_to),
        "max_raise_to": pa.array(decisions.max_raise_to),
        "action": _coded(actions, ACTIONS),
        "amount": pa.array(decisions.amounts),
        "baseline_action": _coded(baseline_actions, ACTIONS, no_price),
        "baseline_amount": pa.nulls(len(number), pa.int64())
        if amounts is None
        else pa.array(amounts, mask=no_price | (amounts == 0)),
        "price": _numbers(prices.values),
        "family": _coded(families, [family.name for family in FAMILIES], no_price),
        "kind": pa.array(kinds.astype(np.int16), mask=no_price),
    }
    schema = decisions_schema(context)
    table = pa.table([columns[name] for name in schema.names], schema=schema)
    filled = number < decisions.n_valid[hand_of]
    return table if filled.all() else table.filter(pa.array(filled))


def _prices(decisions: DecisionColumns, found: dict[str, Values]) -> tuple[DecisionPrices, NDArray[np.int32]]:
    """Return the price of each decision by the first family that has one, and which that is."""
    n = len(decisions)
    values, actions = np.full(n, np.nan), np.full(n, -1, np.int8)
    amounts: NDArray[np.int64] | None = None
    families = np.full(n, -1, np.int32)
    for number, family in enumerate(FAMILIES):
        prices = found[family.name].prices
        if prices is None:
            continue
        more = np.isnan(values) & ~np.isnan(prices.values)
        values[more], actions[more], families[more] = prices.values[more], prices.actions[more], number
        if prices.amounts is not None:
            amounts = np.zeros(n, np.int64) if amounts is None else amounts
            amounts[more] = prices.amounts[more]
    return DecisionPrices(values, actions, amounts), families


def _facing(decisions: DecisionColumns, *, is_holdem: bool) -> NDArray[np.int32]:
    """Return what each decision faced, an index in `FACING`."""
    rounds = 8 * decisions.hands + decisions.streets
    first = np.diff(rounds, prepend=-1) != 0
    called = (decisions.actions == Action.CALL) & (decisions.paid > 0)
    before = np.cumsum(called) - called
    starts = np.flatnonzero(first)
    limped = before > np.repeat(before[starts], np.diff(starts, append=len(first)))
    has_blinds = is_holdem & (decisions.streets == 0)
    opening = np.where(has_blinds, np.where(limped, _LIMP, _BLIND), np.where(first, _UNOPENED, _CHECKED))
    later = np.minimum(_FIRST_BET - 1 + decisions.n_raises + has_blinds, len(FACING) - 1)
    return np.where(decisions.n_raises == 0, opening, later).astype(np.int32)


def _named(actions: NDArray[Any], decisions: DecisionColumns) -> NDArray[np.int32]:
    """Return each action as players call it, an index in `ACTIONS`."""
    codes = _action_codes()
    return np.asarray(
        codes[
            actions,
            (decisions.to_call > 0).astype(np.int8),
            (decisions.n_raises > 0).astype(np.int8),
            (decisions.streets > 0).astype(np.int8),
        ]
    )


@cache
def _action_codes() -> NDArray[np.int32]:
    """Return names of actions by action, whether there is something to call, a raise before, and a street before."""
    codes = np.zeros((len(Action), 2, 2, 2), np.int32)
    for action, to_call, n_raises, street in np.ndindex(*codes.shape):
        name = name_action(Action(action), to_call=to_call, n_raises=n_raises, street=street)
        codes[action, to_call, n_raises, street] = ACTIONS.index(name)
    return codes


# Arrow


def _texts(words: Sequence[str] | NDArray[np.object_]) -> pa.Array:
    """Return texts as an Arrow array; what is no Unicode (half a surrogate pair) becomes a question mark."""
    try:
        return pa.array(words, pa.string())
    except (UnicodeEncodeError, pa.ArrowInvalid):
        return pa.array([word.encode(errors="replace").decode() for word in words], pa.string())


def _coded(index: NDArray[Any], words: Any, missing: NDArray[np.bool_] | None = None) -> pa.Array:
    codes = pa.array(np.ascontiguousarray(index, dtype=np.int32), mask=missing)
    return pa.DictionaryArray.from_arrays(codes, _texts(words))


def _taken(column: pa.Array, take: pa.Array) -> pa.Array:
    """Return a column of hands as one of seats."""
    if pa.types.is_dictionary(column.type):
        return pa.DictionaryArray.from_arrays(column.indices.take(take), column.dictionary)
    return column.take(take)


def _numbers(values: NDArray[np.float64]) -> pa.Array:
    missing = np.isnan(values)
    return pa.array(values, mask=missing if missing.any() else None)


def _card_texts(cards: NDArray[np.int8], *, prefix: bool = False) -> pa.Array:
    """Return cards, int8[m, k], as text such as ``AcKd``, with ``??`` for one that is not known.

    Null where none is known; with ``prefix`` the cards up to the first that is not known, perhaps none.
    """
    known = cards >= 0
    some = np.broadcast_to(np.asarray(known.any(axis=1))[:, None], cards.shape)
    shown = np.logical_and.accumulate(known, axis=1) if prefix else some
    content = _CARD_TEXT[cards.astype(np.int64).clip(-1) + 1][shown]
    lengths = 2 * shown.sum(axis=1)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    texts = pa.StringArray.from_buffers(len(cards), pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(content)))
    if prefix or known.any(axis=1).all():
        return texts
    import pyarrow.compute as pc  # only here: it takes long

    return pc.if_else(pa.array(~known.any(axis=1)), pa.scalar(None, pa.string()), texts)
