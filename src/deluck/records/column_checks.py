"""What must hold for columns of hands, checked a whole column at a time."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deluck.errors import RecordError
from deluck.games import Action, HoldemRules, StudRules
from deluck.games.holdem import MOST_BOARDS
from deluck.records.conversion import N_BOARD_OF, N_CARDS_OF, N_OPENERS_OF, NO_BOARD, NO_OPENER_GIVEN

if TYPE_CHECKING:
    from deluck.records.columns import HandColumns

_RULES_OF = {"holdem": HoldemRules, "stud7": StudRules}
_LAST_CARD = 51
_CHUNK = 1 << 16
_OPTIONAL = ("amounts", "forced", "outside", "other_boards")

Mask = NDArray[np.bool_]


def check_columns(columns: "HandColumns") -> None:
    """Raise RecordError unless the arrays have their shapes and types and every row could be a hand.

    Whether a hand was played by the rules is for `deluck.records.validate`.
    """
    if columns.game not in _RULES_OF:
        raise RecordError(f"columns of game {columns.game!r} (expected holdem or stud7)")
    for rules in columns.rules:
        if not isinstance(rules, _RULES_OF[columns.game]):
            raise RecordError(f"columns of {columns.game} with {type(rules).__name__}")
    _check_shapes(columns)
    _check_indexes(columns)
    n_seats = columns.n_seats
    sat = np.arange(columns.max_seats) < n_seats[:, None]
    _check_seats(columns, sat)
    _check_cards(columns, sat)
    _check_actions(columns, n_seats)
    _check_chips(columns, sat)


def _check_shapes(columns: "HandColumns") -> None:
    game, n_hands = columns.game, len(columns.rules_index)
    seats = columns.players.shape[-1]
    total = len(columns.actions)
    wanted: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
        "rules_index": ((n_hands,), np.int32),
        "units_index": ((n_hands,), np.int32),
        "origins_index": ((n_hands,), np.int32),
        "hand_ids": ((n_hands,), np.object_),
        "players": ((n_hands, seats), np.int32),
        "cards": ((n_hands, seats, N_CARDS_OF[game]), np.int8),
        "board": ((n_hands, N_BOARD_OF[game]), np.int8),
        "other_boards": ((n_hands, MOST_BOARDS - 1, 5), np.int8),
        "spare": ((n_hands, columns.spare.shape[-1]), np.int8),
        "openers": ((n_hands, N_OPENERS_OF[game]), np.int8),
        "action_starts": ((n_hands + 1,), np.int64),
        "actions": ((total,), np.uint8),
        "actors": ((total,), np.int8),
        "amounts": ((total,), np.int64),
        "payoffs": ((n_hands, seats), np.float64),
        "payoff_denominators": ((n_hands,), np.int32),
        "rake": ((n_hands,), np.int64),
        "stacks": ((n_hands, seats), np.int64),
        "forced": ((n_hands, 3, seats), np.int64),
        "outside": ((n_hands, seats), np.int64),
        "times": ((n_hands,), np.int64),
        "heroes": ((n_hands,), np.int8),
    }
    for name, (shape, kind) in wanted.items():
        array = getattr(columns, name)
        if name in _OPTIONAL and array is None:
            continue
        if array.shape != shape or array.dtype != kind:
            raise RecordError(
                f"column {name!r} is {array.dtype} of shape {array.shape} (expected {np.dtype(kind)} of {shape})"
            )


def _check_indexes(columns: "HandColumns") -> None:
    _refuse(columns, _outside(columns.rules_index, 0, len(columns.rules) - 1), "no such index in the rules")
    _refuse(columns, _outside(columns.units_index, 0, len(columns.units) - 1), "no such index in the units")
    _refuse(columns, _outside(columns.origins_index, 0, len(columns.origins) - 1), "no such index in the origins")
    if not set(map(type, columns.hand_ids.tolist())) <= {str}:
        _refuse(columns, np.array([not isinstance(each, str) for each in columns.hand_ids]), "the id is not text")
    starts = columns.action_starts
    if starts[0] != 0 or starts[-1] != len(columns.actions) or (np.diff(starts) < 0).any():
        raise RecordError(
            f"column 'action_starts' goes from {starts[0]} to {starts[-1]} "
            f"(expected from 0 to {len(columns.actions)}, never down)"
        )


def _check_seats(columns: "HandColumns", sat: Mask) -> None:
    if len(columns) and int(columns.n_seats.max()) > columns.max_seats:
        _refuse(columns, columns.n_seats > columns.max_seats, "more seats than columns for them")
    _refuse(columns, (columns.players >= 0) != sat, "a seat without a player, or a player past the last seat")
    _refuse(columns, columns.players >= len(columns.names), "no such index in the names")
    heroes = columns.heroes
    _refuse(columns, (heroes < -1) | (heroes >= columns.n_seats), "a hero in a seat that is not there")


def _check_cards(columns: "HandColumns", sat: Mask) -> None:
    for name in ("cards", "board", "spare"):
        _refuse(
            columns, _outside(getattr(columns, name), -1, _LAST_CARD), f"not a card in {name!r} (expected -1 to 51)"
        )
    _refuse(columns, (columns.cards >= 0).any(axis=2) & ~sat, "cards past the last seat")
    for start in range(0, len(columns), _CHUNK):  # eight bytes a card
        rows = slice(start, start + _CHUNK)
        hands = columns.cards[rows]
        n_cards = columns.max_seats * hands.shape[2]
        cards = np.concatenate([hands.reshape(len(hands), n_cards), columns.board[rows], columns.spare[rows]], axis=1)
        bits = np.where(cards >= 0, np.uint64(1) << cards.astype(np.uint64), np.uint64(0))
        # powers of two add up to more than their union if one comes twice
        twice = bits.sum(axis=1) != np.bitwise_or.reduce(bits, axis=1)
        _refuse(columns, twice, "a card is dealt twice", first_row=start)
    if columns.other_boards is not None:
        _check_boards(columns, columns.other_boards)
    if columns.openers.shape[1]:
        outside = (columns.openers < NO_OPENER_GIVEN) | (columns.openers >= columns.n_seats[:, None])
        _refuse(columns, outside, "a street is opened by a seat that is not there")
        given = columns.openers != NO_OPENER_GIVEN
        _refuse(columns, given[:, 1:] & ~given[:, :-1], "an opener is missing before one that is given")
    if columns.spare.shape[1]:
        given = columns.spare >= 0
        _refuse(columns, given[:, 1:] & ~given[:, :-1], "a spare card is missing before one that is given")


def _check_boards(columns: "HandColumns", boards: NDArray[np.int8]) -> None:
    _refuse(columns, _outside(boards, NO_BOARD, _LAST_CARD), "not a card on a second board (expected -1 to 51)")
    absent = boards == NO_BOARD
    _refuse(columns, absent.any(axis=2) != absent.all(axis=2), "a part of a second board (expected all of it or none)")
    _refuse(columns, absent[:, 0, 0] & ~absent[:, 1, 0], "a third board without a second")


def _check_actions(columns: "HandColumns", n_seats: NDArray[np.int8]) -> None:
    _refuse_actions(columns, columns.actions > max(Action), "no such action (expected 0, 1 or 2)")
    seats_then = np.repeat(n_seats, columns.n_actions)
    nobody = (columns.actors < 0) | (columns.actors >= seats_then)
    _refuse_actions(columns, nobody, "by a seat that is not there")
    if columns.amounts is not None:
        _refuse_actions(columns, columns.amounts < -1, "an amount below nothing")


def _check_chips(columns: "HandColumns", sat: Mask) -> None:
    _refuse(columns, columns.rake < 0, "a rake below 0")
    units = np.array([unit.chips_per_unit for unit in columns.units], dtype=np.int64)
    _refuse(columns, (units < 1)[columns.units_index], "less than one chip a unit")
    _refuse(columns, columns.payoff_denominators < 1, "chips cut into less than one part")
    _refuse(columns, ~np.isfinite(columns.payoffs) | (~sat & (columns.payoffs != 0)), "a payoff that is none")
    # parts of a chip are thirds and the like: the sum of a few of them is off by far less than a thousandth
    off = np.abs(columns.payoffs.sum(axis=1) + columns.rake) > 1e-3
    _refuse(columns, off, "the payoffs do not add up to minus the rake")
    if columns.forced is not None:
        _refuse(columns, (columns.forced < 0) | (~sat[:, None, :] & (columns.forced > 0)), "forced bets of no seat")
    given = columns.stacks >= 0
    some_given = np.repeat(given.any(axis=1), columns.max_seats).reshape(given.shape)
    _refuse(columns, (columns.stacks < -1) | ((given != sat) & some_given), "stacks for some seats only")


def _outside(values: NDArray[Any], lowest: int, highest: int) -> Mask:
    return (values < lowest) | (values > highest)


def _refuse(columns: "HandColumns", wrong: Mask, why: str, *, first_row: int = 0) -> None:
    """Raise RecordError that names the first hand with something wrong in its row."""
    if wrong.any():
        row = first_row + int(np.argwhere(wrong)[0][0])
        raise RecordError(f"hand {columns.hand_ids[row]!r} (row {row}): {why}")


def _refuse_actions(columns: "HandColumns", wrong: Mask, why: str) -> None:
    if wrong.any():
        index = int(np.flatnonzero(wrong)[0])
        row = int(np.searchsorted(columns.action_starts, index, side="right")) - 1
        number = index - int(columns.action_starts[row]) + 1
        raise RecordError(
            f"hand {columns.hand_ids[row]!r} (row {row}), action {number}: {columns.actions[index]} by seat "
            f"{columns.actors[index]}: {why}"
        )
