"""One hand with its values, street by street: pots, equities, the luck of each deal, and the price of each decision.

Values are those that the families compute (`deluck.values`); equities are those that they are made from.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from deluck.assessment.examples import ExampleDecision, ExampleHand, example_of
from deluck.cards import format_cards
from deluck.estimators import Cards, ColumnSpec, Context, Kind, estimator_columns
from deluck.games import betting_kernels as engine
from deluck.games.pots import Pot, pots_of
from deluck.metrics.state_equity import state_values
from deluck.records import HandColumns, HandRecord
from deluck.records.decisions import street_states
from deluck.values.building import Part, value_part
from deluck.values.schema import reason_column

_START = "start_value"
FAMILY = "prices"


@dataclass(frozen=True, slots=True)
class StreetValues:
    """What a street was worth to every seat of n, in small bets or big blinds; NaN where it is not known.

    Attributes
    ----------
    name, board
        The street, and all cards on the table.
    pots
        The main pot and the side pots when it was dealt, in chips.
    is_live
        Who was in.
    equities
        The share of a pot that each live seat wins in the mean if no card is folded any more, from 0 to 1.
    all_in_equities
        What each seat could expect of the whole hand if no more was bet (AIE).
    luck
        What the deal of the board was worth: the change of that; NaN before the flop.
    decisions
        What was decided, each with its price to who decided.
    """

    name: str
    board: tuple[int, ...]
    pots: tuple[Pot, ...]
    is_live: tuple[bool, ...]
    equities: tuple[float, ...]
    all_in_equities: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[ExampleDecision, ...]


@dataclass(frozen=True, slots=True)
class HandValues:
    """A hand of hold'em with its values.

    Attributes
    ----------
    hand
        Seats, streets, decisions and the values of every seat.
    streets
        The streets that were dealt.
    unit, unit_chips
        What values are in, ``sb`` or ``bb``, and how many chips that is.
    reason
        Why decisions have no price; empty if they have.
    """

    hand: ExampleHand
    streets: tuple[StreetValues, ...]
    unit: str
    unit_chips: int
    reason: str

    @property
    def is_priced(self) -> bool:
        """Whether every decision has a price."""
        return not self.reason

    def own_prices(self, seat: int) -> float:
        """Return what a seat's own decisions were worth to it."""
        return math.fsum(
            each.value for street in self.streets for each in street.decisions if each.seat == seat and each.value
        )

    def all_prices(self, seat: int) -> float:
        """Return what everybody's decisions were worth to a seat: what money has beside the deals and the start."""
        values = self.hand.values
        return values["money"][seat] - values["board_luck"][seat] - values[_START][seat]

    def _prices(self, seat: int) -> dict[str, float]:
        own = self.own_prices(seat)
        return {"own_value": own, "opponents_value": self.all_prices(seat) - own}

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        players = self.hand.players
        return {
            "priced": self.is_priced,
            **({} if self.is_priced else {"reason": self.reason}),
            "family": FAMILY if self.is_priced else None,
            "hand_id": self.hand.hand_id,
            "players": list(players),
            "unit": self.unit,
            "rounds": {street.name: self._street(street) for street in self.streets},
            "results": [
                {
                    "seat": seat,
                    "player": name,
                    "position": self.hand.positions[seat],
                    **{key: each[seat] for key, each in self.hand.values.items()},
                    **(self._prices(seat) if self.is_priced else {}),
                }
                for seat, name in enumerate(players)
            ],
        }

    def _street(self, street: StreetValues) -> dict[str, Any]:
        players = self.hand.players
        return {
            "board": format_cards(street.board),
            "pots": [
                {"amount": pot.amount / self.unit_chips, "players": [players[seat] for seat in pot.seats]}
                for pot in street.pots
            ],
            "seats": [
                {
                    "seat": seat,
                    "player": name,
                    "equity": street.equities[seat],
                    "all_in_equity": street.all_in_equities[seat],
                    **({"luck": street.luck[seat]} if street.board else {}),
                }
                for seat, name in enumerate(players)
                if street.is_live[seat]
            ],
            "decisions": [
                {
                    "seat": each.seat,
                    "player": players[each.seat],
                    "action": each.action,
                    "amount": each.amount,
                    "baseline_action": each.baseline_action,
                    "value": each.value,
                }
                for each in street.decisions
            ],
        }


def hand_values(record: HandRecord, context: Context | None = None) -> HandValues:
    """Return a hand of hold'em with its values, in small bets or big blinds.

    Parameters
    ----------
    record
        The hand; cards may be hidden.
    context
        How values are computed.
    """
    columns = HandColumns.from_records([record])
    part = Part(columns, ("",), np.zeros(1, np.int32), np.zeros(1, np.int64))
    tables = value_part(part, context or Context())
    seats, decisions = tables.seats.to_pylist(), tables.decisions.to_pylist()
    names = [spec.name for spec in estimator_columns() if spec.kind in (Kind.SKILL, Kind.LUCK) and _has(seats, spec)]
    hand = example_of(0, 0, record.names, seats, decisions, names, "board_luck")
    return HandValues(
        hand=hand,
        streets=_streets(columns, hand),
        unit="sb" if columns.rules[0].is_limit else "bb",
        unit_chips=int(columns.unit_chips[0]),
        reason=seats[0][reason_column(FAMILY)] or "",
    )


def _has(seats: list[dict[str, Any]], spec: ColumnSpec) -> bool:
    """Whether a column has a value of the hand, and is not one for sources that show one player's cards only."""
    is_shown = spec.name != "money" and spec.cards is not Cards.OWN
    return is_shown and any(seat[spec.name] is not None for seat in seats)


def _streets(columns: HandColumns, hand: ExampleHand) -> tuple[StreetValues, ...]:
    n_seats, n_streets = len(hand.players), len(hand.streets)
    states = street_states(columns)[0, :n_streets]
    folded = (states[:, engine.FOLDED, None] >> np.arange(n_seats) & 1).astype(np.bool_)
    paid, dead = (states[:, first : first + n_seats] for first in (engine.PAID, engine.DEAD))
    short = (states[:, engine.SHORT_DEAD, None] >> np.arange(n_seats) & 1).astype(np.bool_)
    holes = np.repeat(columns.cards, n_streets, axis=0)
    boards = np.full((n_streets, 5), -1, np.int8)
    for number, street in enumerate(hand.streets):
        boards[number, : len(street.board)] = street.board
    expected = state_values(holes, boards, paid, folded, dead, short) / columns.unit_chips[0]
    in_equal_pots = state_values(holes, boards, (~folded).astype(np.int64), folded)
    shares = (in_equal_pots + 1) / (~folded).sum(axis=1)[:, None]
    return tuple(
        StreetValues(
            name=street.name,
            board=street.board,
            pots=pots_of(states[number]) if number else (Pot(int(paid[0].sum()), tuple(range(n_seats))),),
            is_live=tuple((~folded[number]).tolist()),
            equities=tuple(np.where(folded[number], np.nan, shares[number]).tolist()),
            all_in_equities=tuple(expected[number].tolist()),
            luck=street.luck if number else (math.nan,) * n_seats,
            decisions=street.decisions,
        )
        for number, street in enumerate(hand.streets)
    )
