"""Example hands: those that decisions and leaks name, looked up in the two tables card by card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from deluck.assessment.viewpoint import Selection
from deluck.cards import format_cards, parse_cards
from deluck.games import ACTION_LETTERS, BOARD_SIZES, STREET_NAMES
from deluck.values.schema import street_column

_RAISES = ("bet", "raise")
_SEAT_COLUMNS = ["source", "row", "hand_id", "seat", "position", "cards", "board", "streets", "unit_chips"]
_ALSO_PLAIN = ["board_luck", "start_value"]
"""Beside prices in hindsight: what with them makes up the money of every seat."""
_DECISION_COLUMNS = ["source", "row", "seat", "street", "action", "baseline_action", "price", "amount", "family"]


@dataclass(frozen=True, slots=True)
class ExampleDecision:
    """One decision: who (a seat) did what, what the baseline does there, and the price to the actor, if any.

    The amount is the bet that a bet or raise made on the street, in small bets or big blinds, None for other actions.
    """

    seat: int
    action: str
    baseline_action: str | None
    value: float | None
    amount: float | None = None
    family: str | None = None


@dataclass(frozen=True, slots=True)
class ExampleStreet:
    """One street: its name, all cards on the table, what its deal was worth to each seat, and the decisions."""

    name: str
    board: tuple[int, ...]
    luck: tuple[float, ...]
    decisions: tuple[ExampleDecision, ...]


@dataclass(frozen=True, slots=True)
class ExampleHand:
    """A hand with its values.

    Attributes
    ----------
    row, hand_id
        Its number among all valid hands read, and its name in its source.
    viewpoint_seat
        Where the viewpoint sat.
    players, positions, cards
        By seat: names, positions, and cards, None where they are not known.
    streets
        The streets with betting.
    values
        By estimator, the hand's values by seat. Where decisions are priced in hindsight, ``board_luck`` and
        ``start_value`` are there: with the prices they make up the money of every seat.
    """

    row: int
    hand_id: str
    viewpoint_seat: int
    players: tuple[str, ...]
    positions: tuple[str | None, ...]
    cards: tuple[tuple[int, ...] | None, ...]
    streets: tuple[ExampleStreet, ...]
    values: dict[str, tuple[float, ...]]

    @property
    def betting(self) -> str:
        """The betting: in DIVAT's notation, ``SlRrC/kBrC``, or with the bets made, ``f f r2.5 f c/k b3.5 c``."""
        if self.in_hindsight:
            return "/".join(" ".join(map(_with_amount, street.decisions)) for street in self.streets)
        rounds = ["".join(map(_by_seat, street.decisions)) for street in self.streets]
        return "Sl" + "/".join(rounds) if rounds else ""

    @property
    def in_hindsight(self) -> bool:
        """Whether its decisions are priced in hindsight, by the passive honest baseline."""
        return any(each.family == "prices" for street in self.streets for each in street.decisions)

    @property
    def cards_text(self) -> str:
        """The cards: ``AcKc v 7h6h``, seat 0 first; where decisions are priced in hindsight the viewpoint's first.

        Then those who did not fold before the flop follow, or if all did, those who put in chips.
        """
        seats = [*range(len(self.cards))]
        if self.in_hindsight:
            first = self.streets[0].decisions
            folded = {each.seat for each in first if each.action == "fold"}
            paid = {each.seat for each in first if each.action in ("call", *_RAISES)}
            others = [seat for seat in seats if seat != self.viewpoint_seat]
            stayed = [seat for seat in others if seat not in folded] or [seat for seat in others if seat in paid]
            seats = [self.viewpoint_seat, *stayed]
        shown = [self.cards[seat] for seat in seats]
        return " v ".join("?" if cards is None else format_cards(cards) for cards in shown)

    @property
    def board_text(self) -> str:
        """The board as far as the betting saw it."""
        return format_cards(self.streets[-1].board) if self.streets else ""


LookUp = Callable[[], dict[int, ExampleHand]]


def look_ups(selection: Selection, rows: list[int], skill: str, luck: str) -> list[LookUp]:
    """Return what looks hands up by their rows, part by part of the tables, to be called in threads.

    Hands have the values of an estimator of skill and of the luck beside it; those with prices in hindsight the luck of
    the board, and what seats could expect at the start.

    Parameters
    ----------
    selection
        The viewpoint's hands.
    rows
        Hands of it.
    skill, luck
        Two columns, the second by street.
    """
    seat_rows = selection.seat_rows[np.searchsorted(selection.rows, np.array(rows, np.int64))]
    parts = np.searchsorted(selection.index.values.seats.starts, seat_rows, side="right") - 1
    by_part: dict[int, dict[int, int]] = {}
    for part, row, own_seat in zip(parts.tolist(), rows, seat_rows.tolist(), strict=True):
        by_part.setdefault(part, {})[row] = own_seat
    return [partial(_look_up, selection, part, own_seats, skill, luck) for part, own_seats in by_part.items()]


def _look_up(
    selection: Selection, part: int, own_seats: dict[int, int], skill: str, luck: str
) -> dict[int, ExampleHand]:
    """Return hands of one part, by their rows and the rows of the index in which the viewpoint sits."""
    index = selection.index
    values = index.values
    streets = [*_streets_of(luck), *_streets_of("board_luck")]
    names = dict.fromkeys([*_SEAT_COLUMNS, "money", skill, luck, *_ALSO_PLAIN, *streets])
    seats = values.seats.part(part, list(names))
    decisions = values.decisions.part(part, _DECISION_COLUMNS)
    hands = values.hand_numbers(decisions)
    found = {}
    for row, own_seat in own_seats.items():
        seat, n_seats = int(index.seats[own_seat]), int(index.n_seats[own_seat])
        first = own_seat - seat
        of_hand = seats.slice(first - int(values.seats.starts[part]), n_seats).to_pylist()
        made = np.flatnonzero(hands == row)  # decisions of a hand are next to each other
        acted = decisions.slice(int(made[0]), len(made)).to_pylist() if made.size else []
        players = tuple(index.names[code] for code in index.players[first : first + n_seats].tolist())
        found[row] = example_of(row, seat, players, of_hand, acted, (skill, luck), luck)
    return found


def example_of(
    row: int,
    viewpoint_seat: int,
    players: tuple[str, ...],
    seats: list[dict[str, object]],
    made: list[dict[str, Any]],
    names: Sequence[str],
    luck: str,
) -> ExampleHand:
    """Return a hand from its rows in the two tables.

    Parameters
    ----------
    row, viewpoint_seat, players
        As in `ExampleHand`.
    seats, made
        Its seats and its decisions.
    names
        The columns whose values are wanted beside money.
    luck
        The luck by street; that of the board where decisions are priced in hindsight.
    """
    is_plain = any(each["family"] == "prices" for each in made)
    shown_luck = ["start_value", *_streets_of("board_luck")[1:]] if is_plain else _streets_of(luck)
    unit = int(str(seats[0]["unit_chips"]))

    def numbers(name: str) -> tuple[float, ...]:
        return tuple(float("nan") if seat[name] is None else float(str(seat[name])) for seat in seats)

    board = parse_cards(str(seats[0]["board"]))
    shown = []
    for number in range(int(str(seats[0]["streets"]))):
        name = STREET_NAMES[number]
        shown.append(
            ExampleStreet(
                name=name,
                board=board[: BOARD_SIZES[number]],
                luck=numbers(shown_luck[number]),
                decisions=tuple(_decision(each, unit) for each in made if each["street"] == name),
            )
        )
    return ExampleHand(
        row=row,
        hand_id=str(seats[0]["hand_id"]),
        viewpoint_seat=viewpoint_seat,
        players=players,
        positions=tuple(None if seat["position"] is None else str(seat["position"]) for seat in seats),
        cards=tuple(_cards(seat["cards"]) for seat in seats),
        streets=tuple(shown),
        values={name: numbers(name) for name in ("money", *names, *(_ALSO_PLAIN if is_plain else ()))},
    )


def _streets_of(name: str) -> list[str]:
    return [street_column(name, number) for number in range(len(STREET_NAMES))]


def _decision(row: dict[str, Any], unit: int) -> ExampleDecision:
    amount = row["amount"] / unit if row["action"] in _RAISES else None
    return ExampleDecision(row["seat"], row["action"], row["baseline_action"], row["price"], amount, row["family"])


def _with_amount(decision: ExampleDecision) -> str:
    """Return a decision in short: ``k``, ``r2.5``."""
    return ACTION_LETTERS[decision.action] + ("" if decision.amount is None else f"{decision.amount:.4g}")


def _by_seat(decision: ExampleDecision) -> str:
    """Return a decision in DIVAT's notation: ``r`` of P1, ``R`` of P2."""
    return ACTION_LETTERS[decision.action].upper() if decision.seat else ACTION_LETTERS[decision.action]


def _cards(text: object) -> tuple[int, ...] | None:
    return None if text is None or "?" in str(text) else parse_cards(str(text))
